//! A recipe says what is wanted; a generator makes the puzzles of a seed, each with exactly one solution.
//!
//! Run it with `cargo run --example generate`.

use std::ops::ControlFlow;

use exactly::formats::write_line;
use exactly::generate::{Generator, Recipe, Symmetry};
use exactly::puzzles::{Board, Puzzle};
use exactly::steps::Level;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut recipe = Recipe::new(Puzzle::new(Board::usual(9)?));
    recipe.symmetry = Symmetry::HalfTurn;
    recipe.clues = Some(24..=30);
    recipe.difficulty.level = Some(Level::Medium);

    // Much of what no puzzle can meet is refused here, with the reason.
    let generator = Generator::new(recipe, 2024)?;
    generator.run(3, &mut |number, made| {
        match made {
            Ok(made) => print!("{}", write_line(&made.puzzle.board, &made.puzzle.givens)),
            Err(gave_up) => eprintln!("puzzle {}: {gave_up}", number + 1),
        }
        ControlFlow::Continue(())
    });
    Ok(())
}
