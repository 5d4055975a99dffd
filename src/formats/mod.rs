//! The field's text formats, one file each, read and written.

mod board_text;
mod cages;
mod cells;
mod compressed;
mod detect;
mod dimacs;
mod error;
mod fpuzzles;
mod grid;
mod iss;
mod json;
mod killer_text;
mod knuth;
mod matrix;
mod opensudoku;
mod piece;
mod puzzle_file;
mod solver_output;

pub use board_text::{
    ClassicLine, Symbols, TextOptions, read_boards, read_classic_line, write_candidates, write_grid,
    write_line,
};
pub use compressed::{decompressed, plain_name};
pub use detect::{is_cnf_name, looks_like_cnf, read_cover, read_puzzles};
pub use dimacs::{DimacsError, DimacsFile, read_dimacs};
pub use error::{ReadError, Source};
pub use fpuzzles::{read_fpuzzles, write_fpuzzles, write_fpuzzles_link};
pub use iss::{CannotWrite, read_iss, write_iss};
pub use json::read_json;
pub use killer_text::read_killer_text;
pub use knuth::read_knuth;
pub use matrix::read_matrix;
pub use opensudoku::read_opensudoku;
pub use puzzle_file::{
    Expected, PuzzleFile, TypeFile, read_own_types, read_puzzle_file, read_puzzle_files, write_puzzle_file,
};
pub use solver_output::{SolverAnswer, read_solver_output};
