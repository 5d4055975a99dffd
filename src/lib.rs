//! State a combinatorial problem once; search it as an exact cover, or hand it to a SAT solver.

pub mod cli;
pub mod cnf;
pub mod constraints;
pub mod cover;
pub mod encodings;
pub mod engines;
pub mod formats;
pub mod lower;
pub mod model;
pub mod presolve;
pub mod primitives;
pub mod puzzles;
pub mod solve;

pub use model::Model;
