//! Checking proofs: a small program of its own, which shares no code with the engines whose word it doubts.

mod certificate;
mod dimacs;
mod lrat;

pub use certificate::{Certificate, CertificateError, Claim, Verified};
pub use dimacs::{Formula, FormulaError};
pub use lrat::{ProofError, ProofErrorKind, Refuted, check_lrat};
