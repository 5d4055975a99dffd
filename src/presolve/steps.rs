//! The steps of the presolve by name, and sets of them.

use std::fmt;
use std::str::FromStr;

/// A step of the presolve. Each can be left out; none changes the set of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Step {
    /// Rule out choices by singles, digit sets, bounds and automata.
    Choices,
    /// Derive sums by the rule of 45: cages inside houses give the sum of the cells left over or sticking out.
    RuleOf45,
    /// Find variables that are equal; each takes over what is known of the others.
    EqualCells,
    /// Take terms of known value out of the sums, and drop the sums that always hold.
    ShortSums,
    /// Take what cannot be accepted out of the automata, and let them know which of their variables differ.
    Automata,
}

impl Step {
    /// All steps, in the order in which they are taken.
    pub const ALL: [Self; 5] =
        [Self::Choices, Self::RuleOf45, Self::EqualCells, Self::ShortSums, Self::Automata];
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Choices => "choices",
            Self::RuleOf45 => "rule-of-45",
            Self::EqualCells => "equal-cells",
            Self::ShortSums => "short-sums",
            Self::Automata => "automata",
        })
    }
}

impl FromStr for Step {
    type Err = String;

    /// The step with this name; the error lists the names.
    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|step| step.to_string() == name).ok_or_else(|| {
            let names: Vec<String> = Self::ALL.iter().map(Self::to_string).collect();
            format!("no step `{name}` of the presolve; there are {}", names.join(", "))
        })
    }
}

/// A set of steps.
///
/// ```
/// use exactly::presolve::{Step, Steps};
///
/// let steps = Steps::ALL.without(Step::RuleOf45);
/// assert!(steps.has(Step::Choices) && !steps.has(Step::RuleOf45));
/// assert_eq!(Steps::NONE.with(Step::Choices), [Step::Choices].into_iter().collect());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Steps(u8);

impl Steps {
    /// Every step.
    pub const ALL: Self = Self((1 << Step::ALL.len()) - 1);
    /// No step: the model is taken as stated.
    pub const NONE: Self = Self(0);

    /// Whether a step is in the set.
    pub fn has(self, step: Step) -> bool {
        self.0 >> step as u8 & 1 == 1
    }

    /// The set with a step.
    #[must_use]
    pub fn with(self, step: Step) -> Self {
        Self(self.0 | 1 << step as u8)
    }

    /// The set without a step.
    #[must_use]
    pub fn without(self, step: Step) -> Self {
        Self(self.0 & !(1 << step as u8))
    }

    /// The steps that are in both sets.
    #[must_use]
    pub fn common(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Every set of steps.
    pub fn subsets() -> impl Iterator<Item = Self> + Clone {
        (0..=Self::ALL.0).map(Self)
    }
}

impl Default for Steps {
    /// Every step.
    fn default() -> Self {
        Self::ALL
    }
}

impl fmt::Debug for Steps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(Step::ALL.into_iter().filter(|&step| self.has(step))).finish()
    }
}

impl FromIterator<Step> for Steps {
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        steps.into_iter().fold(Self::NONE, Self::with)
    }
}
