//! Puzzles and plain grids as JSON objects.
