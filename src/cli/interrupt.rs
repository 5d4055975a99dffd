//! Ctrl-C ends a run with what it has; a second one ends the program.

use std::sync::OnceLock;

use crate::engines::Cancel;

static CANCEL: OnceLock<Cancel> = OnceLock::new();

/// The switch that Ctrl-C turns; the handler is installed by the first call.
pub(super) fn cancel() -> Cancel {
    CANCEL
        .get_or_init(|| {
            let cancel = Cancel::new();
            let switch = cancel.clone();
            // Without a handler Ctrl-C ends the program at once, which is all that is lost.
            let _ = ctrlc::set_handler(move || {
                if switch.is_cancelled() {
                    std::process::exit(130);
                }
                switch.cancel();
            });
            cancel
        })
        .clone()
}
