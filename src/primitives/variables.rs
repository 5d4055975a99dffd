//! Variables with small finite domains, and their choices.

/// One yes/no decision, "this variable takes this value": Knuth's option, a SAT variable. Numbered from 0 over a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Choice(u32);

impl Choice {
    /// The choice with this 0-based number.
    ///
    /// # Panics
    /// From 2^32 on.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("a model has fewer than 2^32 choices"))
    }

    /// Its 0-based number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A variable with a small finite domain: exactly one of its choices is taken. Numbered from 0 over a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct IntVar(u32);

impl IntVar {
    /// The variable with this 0-based number.
    ///
    /// # Panics
    /// From 2^32 on.
    pub fn from_index(index: usize) -> Self {
        Self(u32::try_from(index).expect("a model has fewer than 2^32 variables"))
    }

    /// Its 0-based number.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The variables of a model with their domains.
///
/// The choices of one variable are numbered in a row, in the order of its values, which ascend.
#[derive(Clone, Debug, Default)]
pub struct Variables {
    /// For each variable, where its values start in `values`; one more entry at the end.
    starts: Vec<u32>,
    /// The value of each choice.
    values: Vec<i32>,
    /// The variable of each choice.
    owners: Vec<IntVar>,
    /// Whether a constraint made the variable, as a function of others.
    auxiliary: Vec<bool>,
}

impl Variables {
    /// Adds a variable; the values are sorted and repeated ones dropped. An empty domain makes the model impossible.
    pub fn add(&mut self, values: impl IntoIterator<Item = i32>, auxiliary: bool) -> IntVar {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let var = IntVar::from_index(self.count());
        let mut domain: Vec<i32> = values.into_iter().collect();
        domain.sort_unstable();
        domain.dedup();
        self.owners.extend(domain.iter().map(|_| var));
        self.values.append(&mut domain);
        self.starts.push(Choice::from_index(self.values.len()).0);
        self.auxiliary.push(auxiliary);
        var
    }

    /// Drops the variables from number `count` on.
    pub fn truncate(&mut self, count: usize) {
        if count < self.count() {
            let choices = self.starts[count] as usize;
            self.starts.truncate(count + 1);
            self.values.truncate(choices);
            self.owners.truncate(choices);
            self.auxiliary.truncate(count);
        }
    }

    /// Number of variables.
    pub fn count(&self) -> usize {
        self.auxiliary.len()
    }

    /// Number of choices over all variables.
    pub fn choice_count(&self) -> usize {
        self.values.len()
    }

    /// All variables in order.
    pub fn iter(&self) -> impl Iterator<Item = IntVar> + use<> {
        (0..self.count()).map(IntVar::from_index)
    }

    /// The values a variable can take, ascending.
    pub fn domain(&self, var: IntVar) -> &[i32] {
        &self.values[self.range(var)]
    }

    /// The choices of a variable, in the order of its values.
    pub fn choices(&self, var: IntVar) -> impl ExactSizeIterator<Item = Choice> + use<> {
        self.range(var).map(Choice::from_index)
    }

    /// The choice "`var` is `value`", or nothing where the value is not in the domain.
    pub fn choice(&self, var: IntVar, value: i32) -> Option<Choice> {
        let at = self.domain(var).binary_search(&value).ok()?;
        Some(Choice::from_index(self.starts[var.index()] as usize + at))
    }

    /// The variable that a choice belongs to.
    pub fn owner(&self, choice: Choice) -> IntVar {
        self.owners[choice.index()]
    }

    /// The value that a choice stands for.
    pub fn value(&self, choice: Choice) -> i32 {
        self.values[choice.index()]
    }

    /// Whether a constraint made this variable; its value is then a function of the others.
    pub fn is_auxiliary(&self, var: IntVar) -> bool {
        self.auxiliary[var.index()]
    }

    /// Number of assignments of these variables, saturating.
    pub fn assignment_count(&self, vars: &[IntVar]) -> u128 {
        vars.iter().fold(1, |count: u128, &var| count.saturating_mul(self.domain(var).len() as u128))
    }

    fn range(&self, var: IntVar) -> std::ops::Range<usize> {
        self.starts[var.index()] as usize..self.starts[var.index() + 1] as usize
    }
}
