//! Types that take their meaning from a text: regular expressions, automata and relations as keys.

use std::collections::BTreeSet;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use regex_automata::dfa::{Automaton as _, StartError, dense};
use regex_automata::util::primitives::StateID;
use regex_automata::util::start;
use regex_automata::{Anchored, MatchKind};

use super::{ClueType, Constraints, LINE, ParamKind, Site, cells, one, optional, required};
use crate::constraints;
use crate::model::Constraint;
use crate::primitives::{IntVar, StateLimit};

pub(super) const TYPES: &[ClueType] = &[
    ClueType {
        name: "regex",
        about: "the digits along the line, written one after another (10 as A), match the regular expression as a whole",
        params: &[
            cells(1, "the cells along the line"),
            required("pattern", ParamKind::Text, "the regular expression"),
        ],
        example: "[[regex]]\ncells = \"r1c1-5\"\npattern = \"(12|21).*\"",
        state: regex,
    },
    ClueType {
        name: "nfa",
        about: "the digits along the lists, read one list after another, are accepted by the automaton of the key",
        params: &[
            required("lists", ParamKind::Groups(1), "the cells; a break is read between two lists"),
            required("key", ParamKind::Text, "the automaton in the Interactive Sudoku Solver's base64 form"),
        ],
        example: "[[nfa]]\nlists = [\"r1c1-5\"]\nkey = \"TgRf8jRWeJoAf80VniaF_orPE0J_VniaEfs8TQh94mhB8TQgeaEB0IBE\"",
        state: nfa,
    },
    ClueType {
        name: "relation",
        about: "each two successive cells, or any two of the line, are related as the key says",
        params: &[
            LINE,
            required(
                "key",
                ParamKind::Text,
                "the relation in the Interactive Sudoku Solver's form, six pairs a character",
            ),
            optional("all", ParamKind::Flag, "whether any two cells are related, the earlier one first"),
        ],
        example: "[[relation]]\ncells = \"r1c1-3\"\nkey = \"gH4AGgAIAD4AP\"",
        state: relation,
    },
];

/// The character for a digit: 1 to 9, then letters.
fn symbol(value: i32) -> Option<u8> {
    char::from_digit(u32::try_from(value).ok()?, 36).map(|sign| sign.to_ascii_uppercase() as u8)
}

fn regex(site: &Site<'_>) -> Result<Constraints, String> {
    let pattern = Pattern::new(site.text("pattern"))?;
    Ok(vec![pattern.state(&site.along(), &site.name())])
}

/// A regular expression over digits, as an automaton.
#[derive(Clone, Debug)]
pub(in crate::puzzles) struct Pattern {
    dfa: std::sync::Arc<dense::DFA<Vec<u32>>>,
    start: StateID,
}

impl Pattern {
    /// Compiles a pattern that matches as a whole.
    pub(in crate::puzzles) fn new(text: &str) -> Result<Self, String> {
        let config = dense::Config::new()
            .match_kind(MatchKind::All)
            .dfa_size_limit(Some(1 << 22))
            .determinize_size_limit(Some(1 << 22));
        let dfa = dense::Builder::new()
            .configure(config)
            .build(&format!("(?:{text})$"))
            .map_err(|error| format!("`{text}`: {}", innermost(&error)))?;
        let start = dfa
            .start_state(&start::Config::new().anchored(Anchored::Yes))
            .map_err(|error: StartError| error.to_string())?;
        Ok(Self { dfa: std::sync::Arc::new(dfa), start })
    }

    fn step(&self, state: StateID, value: i32) -> Option<StateID> {
        let next = self.dfa.next_state(state, symbol(value)?);
        (!self.dfa.is_dead_state(next) && !self.dfa.is_quit_state(next)).then_some(next)
    }

    fn accepts(&self, state: StateID) -> bool {
        self.dfa.is_match_state(self.dfa.next_eoi_state(state))
    }

    /// Whether any word matches whose values lie in these ranges.
    pub(in crate::puzzles) fn matches_some(&self, ends: &[(i32, i32)]) -> bool {
        let mut states = BTreeSet::from([self.start]);
        for &(low, high) in ends {
            let after = |state| (low..=high).filter_map(move |value| self.step(state, value));
            states = states.into_iter().flat_map(after).collect();
        }
        states.into_iter().any(|state| self.accepts(state))
    }

    /// The values, written one after another, match.
    pub(in crate::puzzles) fn state(self, vars: &[IntVar], name: &str) -> Box<dyn Constraint> {
        let (start, accepting) = (self.start, self.clone());
        let step = move |&state: &StateID, value| self.step(state, value);
        let accept = move |&state: &StateID| accepting.accepts(state);
        Box::new(constraints::regular(vars, name, start, step, accept))
    }
}

/// The last error of a chain: the one that says what is wrong with the pattern.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string().lines().last().unwrap_or_default().trim_start_matches("error: ").to_string()
}

fn relation(site: &Site<'_>) -> Result<Constraints, String> {
    let (low, high) = site.digits();
    let count = site.board().value_count();
    let mut bits = Vec::new();
    for sign in site.text("key").bytes() {
        let value = match sign {
            b'A'..=b'Z' => sign - b'A',
            b'a'..=b'z' => sign - b'a' + 26,
            b'0'..=b'9' => sign - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            _ => return Err(format!("`{}` is no character of a relation key", char::from(sign))),
        };
        bits.extend((0..6).map(|bit| value >> bit & 1 == 1));
    }
    if bits.len() > count * count + 5 && bits[count * count..].contains(&true) {
        return Err(format!("the key speaks of more than {count} digits"));
    }
    bits.resize(count * count, false);
    let allowed = move |a: i32, b: i32| {
        let inside = |value: i32| (low..=high).contains(&value);
        inside(a) && inside(b) && bits[(a - low) as usize * count + (b - low) as usize]
    };
    if site.flag("all") {
        one(constraints::all_pairs(&site.along(), &site.name(), allowed))
    } else {
        one(constraints::chain(&site.along(), &site.name(), allowed))
    }
}

/// An automaton as its key gives it; it may have several starts and several targets for a symbol.
#[derive(Debug, Default)]
struct Nfa {
    starts: Vec<u32>,
    accepting: BTreeSet<u32>,
    /// (symbol, target) pairs of each state.
    moves: Vec<Vec<(u32, u32)>>,
    symbols: u32,
    /// How many breaks are read before each value, and after the last.
    breaks: Vec<u32>,
    break_symbol: u32,
}

fn nfa(site: &Site<'_>) -> Result<Constraints, String> {
    let (low, _) = site.digits();
    let mut nfa = Nfa::from_key(site.text("key"))?;
    let lists = site.groups("lists");
    let vars = lists.concat();
    nfa.breaks = vec![0; vars.len() + 1];
    let mut at = 0;
    for list in &lists[..lists.len() - 1] {
        at += list.len();
        nfa.breaks[at] += 1;
    }
    nfa.break_symbol = site.board().value_count() as u32;
    let needed = nfa.break_symbol + u32::from(lists.len() > 1);
    if !nfa.moves.is_empty() && nfa.symbols > needed {
        return Err(format!("the key speaks of {} symbols, there are {needed}", nfa.symbols));
    }
    let nfa = std::sync::Arc::new(nfa);
    let judge = std::sync::Arc::clone(&nfa);
    let check = move |values: &[i32]| {
        let mut steps = values.iter().enumerate();
        let end =
            steps.try_fold(judge.start(), |states, (layer, &value)| judge.read(layer, &states, value - low));
        end.is_some_and(|states| judge.accepts(&states))
    };
    one(constraints::stated(&vars, &site.name(), check, move |vars, to| {
        let step = |layer, states: &BTreeSet<u32>, value| nfa.read(layer, states, value - low);
        to.automaton(vars, nfa.start(), step, |states| nfa.accepts(states), StateLimit::default())
    }))
}

impl Nfa {
    /// Reads the base64 form: a stream of bits, most significant first, described with the Interactive Sudoku Solver.
    fn from_key(key: &str) -> Result<Self, String> {
        if key.is_empty() {
            return Ok(Self::default());
        }
        let bytes =
            URL_SAFE_NO_PAD.decode(key).map_err(|error| format!("the key is no base64 text: {error}"))?;
        let mut bits = Bits { bytes: &bytes, at: 0 };
        let cut = || "the key ends too soon".to_string();
        let packed = match bits.take(2).ok_or_else(cut)? {
            0 => false,
            1 => true,
            other => return Err(format!("the key is of the unknown form {other}")),
        };
        let state_bits = bits.take(4).ok_or_else(cut)? + 1;
        let symbols = bits.take(4).ok_or_else(cut)? + 1;
        let start_count = bits.take(state_bits).ok_or_else(cut)?;
        let accept_count = bits.take(state_bits).ok_or_else(cut)?;
        let mut accepting: BTreeSet<u32> = (start_count..start_count + accept_count).collect();
        let flags: Vec<u32> =
            (0..start_count).map(|_| bits.take(1)).collect::<Option<_>>().ok_or_else(cut)?;
        accepting.extend((0..start_count).filter(|&start| flags[(start_count - 1 - start) as usize] == 1));
        let mut nfa = Self { starts: (0..start_count).collect(), accepting, symbols, ..Self::default() };
        let count_bits = if packed { 0 } else { bits.take(4).ok_or_else(cut)? };
        let symbol_bits = u32::BITS - (symbols - 1).leading_zeros();
        while let Some(moves) = if packed {
            bits.packed_state(symbols, state_bits)
        } else {
            bits.plain_state(count_bits, symbol_bits, state_bits)
        } {
            nfa.moves.push(moves);
        }
        Ok(nfa)
    }

    fn start(&self) -> BTreeSet<u32> {
        self.starts.iter().copied().collect()
    }

    /// The states after the breaks before a value and the value itself, given by its place among the digits.
    fn read(&self, layer: usize, states: &BTreeSet<u32>, digit: i32) -> Option<BTreeSet<u32>> {
        let after = self.step(&self.after_breaks(layer, states), u32::try_from(digit).ok()?);
        Some(after).filter(|states| !states.is_empty())
    }

    fn accepts(&self, states: &BTreeSet<u32>) -> bool {
        let last = self.breaks.len() - 1;
        self.after_breaks(last, states).iter().any(|state| self.accepting.contains(state))
    }

    fn after_breaks(&self, layer: usize, states: &BTreeSet<u32>) -> BTreeSet<u32> {
        (0..self.breaks[layer]).fold(states.clone(), |states, _| self.step(&states, self.break_symbol))
    }

    fn step(&self, states: &BTreeSet<u32>, symbol: u32) -> BTreeSet<u32> {
        let moves = states.iter().filter_map(|&state| self.moves.get(state as usize)).flatten();
        moves.filter(|&&(read, _)| read == symbol).map(|&(_, target)| target).collect()
    }
}

/// A stream of bits, most significant first.
struct Bits<'b> {
    bytes: &'b [u8],
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: u32) -> Option<u32> {
        let end = self.at + count as usize;
        if end > self.bytes.len() * 8 {
            return None;
        }
        let bit = |at: usize| u32::from(self.bytes[at / 8] >> (7 - at % 8) & 1);
        let number = (self.at..end).fold(0, |number, at| number << 1 | bit(at));
        self.at = end;
        Some(number)
    }

    fn packed_state(&mut self, symbols: u32, state_bits: u32) -> Option<Vec<(u32, u32)>> {
        let mask = self.take(symbols)?;
        let read = (0..symbols).filter(|&symbol| mask >> symbol & 1 == 1);
        read.map(|symbol| Some((symbol, self.take(state_bits)?))).collect()
    }

    fn plain_state(&mut self, count_bits: u32, symbol_bits: u32, state_bits: u32) -> Option<Vec<(u32, u32)>> {
        if count_bits == 0 {
            return None;
        }
        let count = self.take(count_bits)?;
        (0..count).map(|_| Some((self.take(symbol_bits)?, self.take(state_bits)?))).collect()
    }
}
