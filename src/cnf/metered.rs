//! A sink that passes everything on and counts it.

use super::{Lit, Sink, Size};

/// Counts what is written through it.
#[derive(Debug)]
pub struct Metered<'s, S> {
    sink: &'s mut S,
    /// What was written so far.
    pub size: Size,
}

impl<'s, S: Sink> Metered<'s, S> {
    /// Nothing written yet.
    pub fn new(sink: &'s mut S) -> Self {
        Self { sink, size: Size::default() }
    }
}

impl<S: Sink> Sink for Metered<'_, S> {
    fn new_lit(&mut self) -> Lit {
        self.size.variables += 1;
        self.sink.new_lit()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.size.add_clause(clause);
        self.sink.add_clause(clause);
    }
}
