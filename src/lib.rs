//! State a combinatorial problem once; search it as an exact cover, or hand it to a SAT solver.
//!
//! A [`Model`] holds variables with small domains ([`IntVar`]) and constraints over them. Each constraint decomposes
//! into four [primitives]: groups, clauses, sums and automata. From there the model is lowered to an exact cover with
//! colours for dancing links, or to CNF for a SAT solver. Both lowerings keep the number of solutions, and each solution
//! that you see was held against the definition of every constraint.
//!
//! Puzzles are made to order by [generate].
//!
//! On top of that stand [puzzles] (a board of any size with boxes or regions, givens and killer cages), [formats] that
//! read and write them, and the program `exactly`.
//!
//! # A sudoku and a cage
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use exactly::formats::{Source, TextOptions, read_puzzles, write_line};
//! use exactly::{Board, Outcome, Puzzle, Request, constraints, solve};
//!
//! // A sudoku from text: here nine rows. A fault, such as two equal digits in a row, would come back from `state`.
//! let rows = "9.7.....6 824.3.... ..1..9..2 .9...2.18 ...4....5 1325.8... ...687... ......8.9 .4.9...5.";
//! let source = Source::new("a sudoku", rows.replace(' ', "\n"));
//! let puzzle = read_puzzles(&source, &TextOptions::default())?.remove(0)?;
//! let sudoku = puzzle.state().expect("no two givens clash");
//!
//! let mut solution = String::new();
//! let report = solve::run(&sudoku.model, &Request::default(), &mut |found| {
//!     let digits: Vec<Option<i32>> = sudoku.digits(&found).into_iter().map(Some).collect();
//!     solution = write_line(&puzzle.board, &digits);
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(report.found, 1);
//! assert!(solution.starts_with("957214386824736591361859742"));
//!
//! // The empty 4×4 board has 288 grids. In 48 of them the first two cells add up to 7.
//! let mut killer = Puzzle::new(Board::usual(4)?).state().expect("an empty board has no fault");
//! assert_eq!(solve::count(&killer.model)?, 288);
//! killer.model.add(constraints::cage(&killer.cells[..2], Some(7), "cage a"))?;
//! assert_eq!(solve::count(&killer.model)?, 48);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Which engine when
//!
//! | [`EngineName`] | what it runs | good at |
//! | --- | --- | --- |
//! | `Search` | depth-first search with propagation on the primitives themselves | cages and other sums, many solutions, puzzles that fall quickly |
//! | `Dlx` | dancing links on the exact cover | the reference; many solutions |
//! | `Varisat`, `Batsat`, `Cadical` (cargo feature `cadical`) | clause learning on the CNF, by the crates of these names | relations and contradictions, proving that there is no solution |
//! | `External` | a SAT solver of yours, as a process for each question, see [`engines::External`] | whatever that solver is good at |
//! | `Classic` | a kernel for plain 9×9 sudokus, which refuses other models | lists of them, see [`solve::run_classic`] |
//! | `Auto` (the default) | `Classic` for plain 9×9 sudokus, else `Search` for a tenth of a second's work, then `Varisat` beside it unless a thousand solutions were found by then or the puzzle is mostly cages | not having to choose |
//!
//! [`Report::engine`] says which one gave the answer. A CNF is asked question after question by [`engines::Queries`], and can
//! be had by [`lower::to_cnf`] and written by [`cnf::write_dimacs`], see `examples/export.rs`.
//!
//! # A constraint of your own
//!
//! Implement [`Constraint`]: its variables, a `check` of their values, a name for messages. That is all for a small
//! scope; for a large one, say it in primitives too. The steps are listed at [`model::Constraint`], a program is
//! `examples/own_constraint.rs`. The [constraints] of this crate use the same trait.
//!
//! # Reading the outcome
//!
//! There are three answers, never two. [`Outcome::Solutions`] says whether all were found or what stopped the run,
//! [`Outcome::None`] that there is none, [`Outcome::Unknown`] that a limit came first. Without a limit there is no
//! `Unknown`.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use exactly::{Board, End, Outcome, Puzzle, Request, Stop, solve};
//!
//! let empty = Puzzle::new(Board::usual(9)?).state().expect("an empty board has no fault");
//! let request = Request { solutions: Some(2), ..Request::default() };
//! let report = solve::run(&empty.model, &request, &mut |_| ControlFlow::Continue(()))?;
//! assert_eq!(report.outcome, Outcome::Solutions { end: End::Stopped(Stop::Solutions) });
//! assert_eq!(report.found, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The best solution
//!
//! A model may say which solutions are the best, by [`Model::set_objective`]; [`solve::optimise`] finds one of them and proves that
//! none is better, with bounds on the way.
//!
//! # What it is not yet
//!
//! The count of a model is an enumeration, unlike that of a cover ([`solve::count_cover`], and [`solve::cover_diagram`] for
//! uniform samples, counts under conditions and d-DNNF): what cannot be enumerated is only
//! estimated ([`solve::estimate`]), though a model counter can be run on the exported CNF. Limits are watched by the
//! engines and the presolve, not by the lowerings. Nothing explains a solution in steps.

pub mod cli;
pub mod cnf;
pub mod constraints;
pub mod cover;
pub mod encodings;
pub mod engines;
pub mod formats;
pub mod generate;
pub mod lower;
pub mod model;
pub mod presolve;
pub mod primitives;
pub mod proof;
pub mod puzzles;
pub mod render;
pub mod solve;
pub mod steps;
pub mod testing;

pub use cnf::Cnf;
pub use cover::Cover;
pub use engines::{Cancel, End, Limits, Stop};
pub use model::{Constraint, ConstraintError, Model, Solution, Violation};
pub use primitives::{Choice, IntVar};
pub use puzzles::{Board, Cage, Cell, Puzzle};
pub use solve::{EngineName, Outcome, Report, Request, SolveError};

/// The examples of README.md, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
