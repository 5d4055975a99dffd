//! What each kind of encoding came to in a lowering.

use crate::cnf::{Metered, Sink, Size};

/// The kinds of encoding that a lowering used, in the order of their first use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    kinds: Vec<Used>,
}

/// One kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Used {
    /// Its name.
    pub name: &'static str,
    /// How many times it was written.
    pub times: usize,
    /// What was written, all times together.
    pub size: Size,
}

impl Usage {
    /// The kinds.
    pub fn kinds(&self) -> &[Used] {
        &self.kinds
    }

    /// Writes something through a meter and books it under a name.
    pub(super) fn book<S: Sink, T>(
        &mut self,
        name: &'static str,
        sink: &mut S,
        write: impl FnOnce(&mut Metered<'_, S>) -> T,
    ) -> T {
        let mut metered = Metered::new(sink);
        let result = write(&mut metered);
        let size = metered.size;
        match self.kinds.iter_mut().find(|used| used.name == name) {
            Some(used) => {
                used.times += 1;
                used.size += size;
            }
            None => self.kinds.push(Used { name, times: 1, size }),
        }
        result
    }
}
