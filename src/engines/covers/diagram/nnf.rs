//! A diagram as text for other tools: NNF, as the knowledge compiler c2d writes it.

use std::io::{self, Write};

use super::{CoverDiagram, FAILED, Kind, Link, SOLVED};

/// Options below a node, as bits.
type Set = Vec<u64>;

/// A line of the text.
enum Line<'l> {
    Literal(i64),
    And(&'l [usize]),
    Or(&'l [usize]),
}

impl CoverDiagram {
    /// Writes the diagram as a deterministic, decomposable and smooth circuit in the NNF format of c2d, which d-DNNF tools
    /// read: a header `nnf`, nodes, edges, variables, then a node a line, `L` with a literal, `A` and `O` with the number of their
    /// children and their lines from 0; `O` has a decision variable before, 0 for none. The last line is the root.
    ///
    /// Variable n is option n of the cover from 1, named in a comment `c map n name`. Options that are not taken are negative
    /// literals in every branch, so that counting the models counts the solutions, whatever the tool does about variables that
    /// do not occur.
    ///
    /// # Errors
    /// What the writer says.
    pub fn write_nnf(&self, name: impl Fn(usize) -> String, mut out: impl Write) -> io::Result<()> {
        let (mut nodes, mut edges) = (0, 0);
        self.lines(&mut |line| {
            nodes += 1;
            if let Line::And(children) | Line::Or(children) = line {
                edges += children.len();
            }
            Ok(())
        })?;
        for option in 0..self.option_count {
            writeln!(out, "c map {} {}", option + 1, name(option))?;
        }
        writeln!(out, "nnf {nodes} {edges} {}", self.option_count)?;
        self.lines(&mut |line| {
            let (head, children) = match line {
                Line::Literal(literal) => return writeln!(out, "L {literal}"),
                Line::And(children) => ("A", children),
                Line::Or(children) => ("O 0", children),
            };
            write!(out, "{head} {}", children.len())?;
            children.iter().try_for_each(|child| write!(out, " {child}"))?;
            writeln!(out)
        })?;
        out.flush()
    }

    /// Gives the lines of the text in order.
    fn lines(&self, put: &mut dyn FnMut(Line<'_>) -> io::Result<()>) -> io::Result<()> {
        if self.root == FAILED {
            return put(Line::Or(&[]));
        }
        let words = self.option_count.div_ceil(64);
        let mut writer =
            Writer { diagram: self, put, next: 0, lines: vec![0; 2], sets: vec![vec![0; words]; 2] };
        writer.literals()?;
        for node in self.inner() {
            writer.node(node)?;
        }
        let mut all: Set = vec![0; words];
        (0..self.option_count).for_each(|option| all[option / 64] |= 1 << (option % 64));
        let mut children = writer.left_out(&all, &writer.sets[self.root as usize]);
        if self.root != SOLVED {
            children.push(writer.lines[self.root as usize]);
        }
        writer.put(Line::And(&children)).map(drop)
    }
}

struct Writer<'w> {
    diagram: &'w CoverDiagram,
    put: &'w mut dyn FnMut(Line<'_>) -> io::Result<()>,
    /// The number of the next line.
    next: usize,
    /// The line of each node so far, and the options below it.
    lines: Vec<usize>,
    sets: Vec<Set>,
}

impl Writer<'_> {
    fn put(&mut self, line: Line<'_>) -> io::Result<usize> {
        (self.put)(line)?;
        self.next += 1;
        Ok(self.next - 1)
    }

    /// The literals: those of option n, from 0, on lines 2n and 2n + 1.
    fn literals(&mut self) -> io::Result<()> {
        for variable in 1..=self.diagram.option_count as i64 {
            self.put(Line::Literal(variable))?;
            self.put(Line::Literal(-variable))?;
        }
        Ok(())
    }

    fn node(&mut self, node: u32) -> io::Result<()> {
        let diagram = self.diagram;
        let links = diagram.links(node);
        let mut set = self.sets[FAILED as usize].clone();
        for link in links {
            set.iter_mut().zip(&self.sets[link.node as usize]).for_each(|(all, below)| *all |= below);
            if let Some(option) = diagram.number(*link) {
                set[option / 64] |= 1 << (option % 64);
            }
        }
        let mut children = Vec::new();
        for link in links {
            children.push(match diagram.kind(node) {
                Kind::Parts => self.lines[link.node as usize],
                Kind::Choice => self.link(*link, &set)?,
            });
        }
        let line = match (diagram.kind(node), &children[..]) {
            (Kind::Parts, parts) => self.put(Line::And(parts))?,
            (Kind::Choice, &[only]) => only,
            (Kind::Choice, links) => self.put(Line::Or(links))?,
        };
        self.lines.push(line);
        self.sets.push(set);
        Ok(())
    }

    /// A link with its option and what is below it; of the options below its node the others are not taken.
    fn link(&mut self, link: Link, all: &Set) -> io::Result<usize> {
        let mut taken = self.sets[link.node as usize].clone();
        let option = self.diagram.number(link);
        if let Some(option) = option {
            taken[option / 64] |= 1 << (option % 64);
        }
        let mut children = self.left_out(all, &taken);
        children.extend(option.map(|option| 2 * option));
        if link.node != SOLVED {
            children.push(self.lines[link.node as usize]);
        }
        self.put(Line::And(&children))
    }

    /// The negative literals of the options of one set that are not in the other.
    fn left_out(&self, all: &Set, taken: &Set) -> Vec<usize> {
        let is_in = |set: &Set, option: usize| set[option / 64] >> (option % 64) & 1 == 1;
        let options = 0..self.diagram.option_count;
        options
            .filter(|&option| is_in(all, option) && !is_in(taken, option))
            .map(|option| 2 * option + 1)
            .collect()
    }
}
