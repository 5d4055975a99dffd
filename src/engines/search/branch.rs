//! What to branch on.

use super::problem::SearchProblem;

/// A node's children: each keeps some values of one variable.
#[derive(Debug)]
pub(super) enum Decision {
    /// The values of a variable, lowest first; those still to be tried.
    Values(u32, u64),
    /// The two places of a value; how many were tried.
    Places([u32; 2], u64, usize),
}

impl Decision {
    /// Whether every child was tried.
    pub(super) fn is_done(&self) -> bool {
        match self {
            Self::Values(_, left) => *left == 0,
            Self::Places(places, _, tried) => *tried == places.len(),
        }
    }

    /// The next child: a variable and the values that it keeps.
    pub(super) fn next(&mut self) -> Option<(u32, u64)> {
        match self {
            Self::Values(_, 0) => None,
            Self::Values(var, left) => {
                let value = *left & left.wrapping_neg();
                *left &= *left - 1;
                Some((*var, value))
            }
            Self::Places(places, value, tried) => {
                let place = places.get(*tried).copied()?;
                *tried += 1;
                Some((place, *value))
            }
        }
    }

    /// The next child, as [`Decision::next`], but values of these sets come first.
    pub(super) fn next_of(&mut self, first: &[u64]) -> Option<(u32, u64)> {
        if let Self::Values(var, left) = self
            && *left & first[*var as usize] != 0
        {
            let better = *left & first[*var as usize];
            let value = better & better.wrapping_neg();
            *left &= !value;
            return Some((*var, value));
        }
        self.next()
    }
}

/// The weights of the variables, and the choice by them.
#[derive(Debug)]
pub(super) struct Branching<'p> {
    problem: &'p SearchProblem,
    weights: Vec<f64>,
    /// What a failure adds; it grows, so that later failures count more.
    increment: f64,
}

/// Growth of the increment per failure.
const GROWTH: f64 = 1.005;

/// Weights are scaled down when the increment passes this.
const LARGE: f64 = 1e100;

impl<'p> Branching<'p> {
    pub(super) fn new(problem: &'p SearchProblem) -> Self {
        Self { problem, weights: vec![1.0; problem.count], increment: 1.0 }
    }

    /// A guess of this variable failed at once.
    pub(super) fn failed(&mut self, var: u32) {
        self.weights[var as usize] += self.increment;
        self.increment *= GROWTH;
        if self.increment > LARGE {
            for weight in &mut self.weights {
                *weight /= LARGE;
            }
            self.increment /= LARGE;
        }
    }

    /// What to branch on, or nothing where every variable has one value.
    pub(super) fn decide(&self, masks: &[u64]) -> Option<Decision> {
        let mut best: Option<(u32, u32)> = None;
        let mut best_score = -1.0;
        let mut open_auxiliary = None;
        for (var, &mask) in masks[..self.problem.count].iter().enumerate() {
            if mask.is_power_of_two() {
                continue;
            }
            if self.problem.auxiliary[var] {
                open_auxiliary = open_auxiliary.or(Some(var));
                continue;
            }
            let count = mask.count_ones();
            let size = f64::from(count);
            let score = self.weights[var] / (size * size * (size - 1.0));
            if score > best_score {
                (best, best_score) = (Some((var as u32, count)), score);
            }
        }
        let Some((var, count)) = best else {
            return open_auxiliary.map(|var| Decision::Values(var as u32, masks[var]));
        };
        if count > 2
            && let Some(places) = self.places(masks, best_score)
        {
            return Some(places);
        }
        Some(Decision::Values(var, masks[var as usize]))
    }

    /// A value with two places in a permutation whose weights beat the score.
    fn places(&self, masks: &[u64], mut best_score: f64) -> Option<Decision> {
        let mut best = None;
        for vars in &self.problem.permutations {
            let (mut once, mut twice, mut more) = (0u64, 0u64, 0u64);
            for &var in vars {
                let mask = masks[var as usize];
                more |= twice & mask;
                twice |= once & mask;
                once |= mask;
            }
            let mut pairs = twice & !more;
            while pairs != 0 {
                let value = pairs & pairs.wrapping_neg();
                pairs &= pairs - 1;
                let mut places = vars.iter().copied().filter(|&var| masks[var as usize] & value != 0);
                let (Some(a), Some(b)) = (places.next(), places.next()) else { continue };
                let score = (self.weights[a as usize] + self.weights[b as usize]) / 4.0;
                if score > best_score {
                    (best, best_score) = (Some(Decision::Places([a, b], value, 0)), score);
                }
            }
        }
        best
    }
}
