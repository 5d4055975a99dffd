//! The way to the solution of a puzzle, step by step, and a picture of its hardest step.
//!
//! Run it with `cargo run --example explain > step.svg`.

use exactly::render::{Picture, Theme, svg};
use exactly::steps::{Field, Grade, Position, Solver};
use exactly::{Board, Puzzle};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let line = "...76......4.2.5..53.1..6...97.4...8...9....3.4....1..4.6..2.....2.....537....42.";
    let mut puzzle = Puzzle::new(Board::usual(9)?);
    puzzle.givens = line.chars().map(|c| c.to_digit(10).map(|digit| digit as i32)).collect();

    // A field is a puzzle as steps see it; a position is how far one has come on it.
    let field = Field::of(&puzzle)?;
    let mut position = Position::with_givens(&field, &puzzle);
    let path = Solver::default().path(position.clone());
    for step in &path.steps {
        eprintln!("{}", step.say(&field));
    }
    let grade = Grade::of(&path.steps, &field);
    eprintln!("level {}, score {}, rating {:.1}", grade.level, grade.score, f64::from(grade.rating) / 10.0);

    // The position before the hardest step, with that step on it.
    let hardest = path.steps.iter().max_by_key(|step| step.rating(&field)).ok_or("no step")?;
    for step in path.steps.iter().take_while(|step| !std::ptr::eq(*step, hardest)) {
        position.take(step);
    }
    let digits: Vec<Option<i32>> = (0..field.cell_count()).map(|cell| position.value(cell)).collect();
    let mut candidates = vec![Vec::new(); field.cell_count()];
    for candidate in position.all_candidates() {
        candidates[candidate.cell].push(field.values()[candidate.digit]);
    }
    let picture = Picture::of(&puzzle).with_digits(&digits);
    print!("{}", svg(&picture.with_step(&candidates, &hardest.marks(&field), &field), Theme::Light, 56.0));
    Ok(())
}
