//! Killer strings: cages as numbers, arrows or letters.
