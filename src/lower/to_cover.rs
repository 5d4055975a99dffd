//! Primitives as an exact cover with colours.
//!
//! A variable or an exactly-one group is a primary item, an at-most-one group a secondary one, a choice an option.
//! A distinct sum adds an item for the cage and one for each (cage, digit): a digit is covered by the one cell that takes
//! it, or by the option of a digit set that lacks it. An automaton adds an item a layer, whose options are its edges, and
//! coloured items for the state between two layers and for the value of each variable it reads. A clause adds an item
//! whose options say which of its literals is the first that holds.

use std::collections::HashMap;

use super::LowerError;
use super::choices::{SumForm, is_trivial, needed_groups, sum_form};
use crate::cover::{Colour, Cover};
use crate::primitives::{
    Automaton, Choice, Clause, Diagram, DigitSets, GroupKind, IntVar, Live, Primitives, Reduced, StateLimit,
    Sum,
};

/// Names for the items of a cover.
pub trait Names {
    /// The name of a variable's item.
    fn variable(&self, var: IntVar) -> String;
    /// The name of a stated group's item.
    fn group(&self, group: usize) -> String;
    /// The name of an item that the lowering makes, from what it is for.
    fn helper(&self, what: std::fmt::Arguments<'_>) -> String;
}

/// No names at all, for a cover that nobody reads.
#[derive(Clone, Copy, Debug)]
pub struct NoNames;

impl Names for NoNames {
    fn variable(&self, _: IntVar) -> String {
        String::new()
    }
    fn group(&self, _: usize) -> String {
        String::new()
    }
    fn helper(&self, _: std::fmt::Arguments<'_>) -> String {
        String::new()
    }
}

/// A cover and what its options stand for.
#[derive(Clone, Debug)]
pub struct CoverLowering {
    /// The cover; the options of the live choices come first, in the order of the choices.
    pub cover: Cover,
    choices: Vec<Choice>,
}

impl CoverLowering {
    /// The value of each variable in a solution given by option numbers; `None` where a variable has no value.
    pub fn decode(&self, primitives: &Primitives, options: &[usize]) -> Option<Vec<i32>> {
        let mut values = vec![None; primitives.variables.count()];
        for choice in options.iter().filter_map(|&option| self.choices.get(option)) {
            values[primitives.variables.owner(*choice).index()] = Some(primitives.variables.value(*choice));
        }
        values.into_iter().collect()
    }

    /// The choice that an option stands for; nothing for an option of a sum, an automaton or a clause.
    pub fn choice(&self, option: usize) -> Option<Choice> {
        self.choices.get(option).copied()
    }
}

/// States the primitives as an exact cover. Choices that are not live get no option.
///
/// # Errors
/// A sum with too many partial sums.
pub fn to_cover(reduced: &Reduced<'_>, names: &dyn Names) -> Result<CoverLowering, LowerError> {
    let &Reduced { primitives, live, .. } = reduced;
    let mut writer = Writer {
        primitives,
        live,
        names,
        cover: Cover::new(),
        entries: vec![Vec::new(); primitives.variables.choice_count()],
        extra: Vec::new(),
        exclusive: Vec::new(),
        value_items: HashMap::new(),
        literal_items: HashMap::new(),
    };
    writer.exact();
    for (number, sum) in reduced.sums.iter().enumerate() {
        writer.sum(number, sum)?;
    }
    for (number, automaton) in reduced.automata.iter().enumerate() {
        writer.automaton(&format!("automaton {}", number + 1), automaton);
    }
    for (number, clause) in primitives.clauses.iter().enumerate() {
        writer.clause(number, clause);
    }
    writer.at_most_one();
    Ok(writer.finish())
}

struct Writer<'p> {
    primitives: &'p Primitives,
    live: &'p Live,
    names: &'p dyn Names,
    cover: Cover,
    /// What each choice's option covers.
    entries: Vec<Vec<(u32, Colour)>>,
    /// The options that are not choices.
    extra: Vec<Vec<(u32, Colour)>>,
    /// Sets of choices that some item already keeps apart.
    exclusive: Vec<Vec<Choice>>,
    /// The item coloured by the value of a variable.
    value_items: HashMap<IntVar, u32>,
    /// The item coloured 1 where a choice is taken and 0 where it is not.
    literal_items: HashMap<Choice, u32>,
}

impl Writer<'_> {
    /// Items of the variables and of the exactly-one groups.
    fn exact(&mut self) {
        for var in self.primitives.variables.iter() {
            let item = self.cover.add_primary(self.names.variable(var));
            for choice in self.primitives.variables.choices(var) {
                self.entries[choice.index()].push((item, None));
            }
        }
        for (number, group) in self.primitives.groups.iter().enumerate() {
            if group.kind == GroupKind::ExactlyOne {
                let item = self.cover.add_primary(self.names.group(number));
                for choice in &group.choices {
                    self.entries[choice.index()].push((item, None));
                }
            }
        }
    }

    fn at_most_one(&mut self) {
        let needed = needed_groups(self.primitives, self.live, &self.exclusive);
        for (number, group) in self.primitives.groups.iter().enumerate() {
            if group.kind == GroupKind::AtMostOne && needed[number] {
                let item = self.cover.add_secondary(self.names.group(number));
                for choice in &group.choices {
                    self.entries[choice.index()].push((item, None));
                }
            }
        }
    }

    fn sum(&mut self, number: usize, sum: &Sum) -> Result<(), LowerError> {
        let variables = &self.primitives.variables;
        if is_trivial(variables, self.live, sum) {
            return Ok(());
        }
        let name = format!("sum {}", number + 1);
        match sum_form(variables, self.live, sum) {
            SumForm::Sets(sets) => self.digit_sets(&name, sum, &sets),
            SumForm::Digits(values, diagram) => {
                let digits = self.digit_items(&name, sum, &values);
                self.digit_diagram(&name, &digits, &diagram);
            }
            SumForm::Partial => {
                let automaton = Automaton::from_sum(variables, self.live, sum, StateLimit::default())
                    .map_err(|source| LowerError { terms: sum.terms.len(), source: source.into() })?;
                self.automaton(&name, &automaton);
            }
        }
        Ok(())
    }

    /// One option a digit set: it covers the digits that the set lacks.
    fn digit_sets(&mut self, name: &str, sum: &Sum, sets: &DigitSets) {
        let cage = self.cover.add_primary(self.names.helper(format_args!("{name}")));
        let digits = self.digit_items(name, sum, &sets.values);
        for set in &sets.sets {
            let lacking = digits.iter().enumerate().filter(|(bit, _)| set >> bit & 1 == 0);
            let mut option = vec![(cage, None)];
            option.extend(lacking.map(|(_, &item)| (item, None)));
            self.extra.push(option);
        }
    }

    /// A primary item for each digit of a distinct sum, covered by the cell that takes it.
    fn digit_items(&mut self, name: &str, sum: &Sum, values: &[i32]) -> Vec<u32> {
        let variables = &self.primitives.variables;
        let mut items = Vec::with_capacity(values.len());
        for &value in values {
            let item = self.cover.add_primary(self.names.helper(format_args!("{name}: {value}")));
            let choices: Vec<Choice> =
                sum.terms.iter().filter_map(|&(_, var)| variables.choice(var, value)).collect();
            for choice in &choices {
                self.entries[choice.index()].push((item, None));
            }
            self.exclusive.push(choices);
            items.push(item);
        }
        items
    }

    /// A layer a digit: an edge for "no" covers the digit, one for "yes" leaves it to a cell.
    fn digit_diagram(&mut self, name: &str, digits: &[u32], diagram: &Diagram) {
        let states = self.state_items(name, diagram);
        for (layer, &digit) in digits.iter().enumerate() {
            let item = self.cover.add_primary(self.names.helper(format_args!("{name} step {}", layer + 1)));
            for edge in diagram.edges(layer) {
                let mut option = vec![(item, None)];
                option.extend(states[layer].map(|state| (state, Some(edge.from))));
                option.extend(states[layer + 1].map(|state| (state, Some(edge.to))));
                if edge.symbol == 0 {
                    option.push((digit, None));
                }
                self.extra.push(option);
            }
        }
    }

    /// A coloured item for the state between two layers; none before the first and after the last, where it is certain.
    fn state_items(&mut self, name: &str, diagram: &Diagram) -> Vec<Option<u32>> {
        let last = diagram.layer_count();
        (0..=last)
            .map(|layer| {
                let inner = layer > 0 && layer < last && diagram.width(layer) > 1;
                inner.then(|| {
                    self.cover.add_secondary(self.names.helper(format_args!("{name} state {layer}")))
                })
            })
            .collect()
    }

    fn automaton(&mut self, name: &str, automaton: &Automaton) {
        if automaton.diagram.is_empty() {
            self.cover.add_primary(self.names.helper(format_args!("{name}")));
            return;
        }
        let states = self.state_items(name, &automaton.diagram);
        for (layer, &var) in automaton.vars.iter().enumerate() {
            let item = self.cover.add_primary(self.names.helper(format_args!("{name} step {}", layer + 1)));
            let value = self.value_item(var);
            for edge in automaton.diagram.edges(layer) {
                let mut option = vec![(item, None)];
                option.extend(states[layer].map(|state| (state, Some(edge.from))));
                option.extend(states[layer + 1].map(|state| (state, Some(edge.to))));
                option.push((value, Some(edge.symbol)));
                self.extra.push(option);
            }
        }
    }

    /// The secondary item whose colour is the value of a variable, by its place in the domain.
    fn value_item(&mut self, var: IntVar) -> u32 {
        if let Some(&item) = self.value_items.get(&var) {
            return item;
        }
        let name = self.names.helper(format_args!("value of {}", self.names.variable(var)));
        let item = self.cover.add_secondary(name);
        for (symbol, choice) in self.primitives.variables.choices(var).enumerate() {
            self.entries[choice.index()].push((item, Some(symbol as u32)));
        }
        self.value_items.insert(var, item);
        item
    }

    /// One option a literal: it is the first that holds.
    fn clause(&mut self, number: usize, clause: &Clause) {
        let mut literals = clause.literals.clone();
        literals.sort_unstable();
        literals.dedup();
        if literals.iter().any(|&literal| literals.contains(&!literal)) {
            return;
        }
        if let [literal] = literals[..]
            && literal.positive
        {
            let item = self.cover.add_primary(self.names.helper(format_args!("clause {}", number + 1)));
            self.entries[literal.choice.index()].push((item, None));
            return;
        }
        let item = self.cover.add_primary(self.names.helper(format_args!("clause {}", number + 1)));
        let signs: Vec<(u32, u32)> = literals
            .iter()
            .map(|literal| (self.literal_item(literal.choice), u32::from(literal.positive)))
            .collect();
        for (first, &(holds, sign)) in signs.iter().enumerate() {
            let mut option = vec![(item, None)];
            option.extend(signs[..first].iter().map(|&(fails, sign)| (fails, Some(1 - sign))));
            option.push((holds, Some(sign)));
            self.extra.push(option);
        }
    }

    fn literal_item(&mut self, choice: Choice) -> u32 {
        if let Some(&item) = self.literal_items.get(&choice) {
            return item;
        }
        let variables = &self.primitives.variables;
        let var = variables.owner(choice);
        let name = format_args!("{} is {}", self.names.variable(var), variables.value(choice)).to_string();
        let item = self.cover.add_secondary(self.names.helper(format_args!("{name}")));
        for other in variables.choices(var) {
            self.entries[other.index()].push((item, Some(u32::from(other == choice))));
        }
        self.literal_items.insert(choice, item);
        item
    }

    fn finish(mut self) -> CoverLowering {
        let mut choices = Vec::with_capacity(self.live.total());
        for (index, entries) in self.entries.iter().enumerate() {
            let choice = Choice::from_index(index);
            if self.live.is_live(choice) {
                self.cover.add_option(entries).expect("the items of a choice exist and differ");
                choices.push(choice);
            }
        }
        for entries in &self.extra {
            self.cover.add_option(entries).expect("the items of a helper option exist and differ");
        }
        CoverLowering { cover: self.cover, choices }
    }
}
