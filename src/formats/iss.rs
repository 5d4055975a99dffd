//! Puzzles as strings of the Interactive Sudoku Solver.
