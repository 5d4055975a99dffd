//! Puzzle files in TOML.
