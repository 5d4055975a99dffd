//! State a combinatorial problem once; search it as an exact cover, or hand it to a SAT solver.

pub mod formats;
pub mod puzzles;
