//! From locations with their branches to a register automaton.
//!
//! - *Registers*: as many of each type as the location with most memorable values needs. A location's
//!   values go into them in the order in which its access word showed them.
//! - *Guards*: each region becomes a comparison of its parameter; positions of the prefix become the
//!   registers that keep them.
//! - *Assignments*: a register of the target gets the value that plays its part, by the renaming of the
//!   branch: from a register before, from a parameter, or from the answer.
//! - *Sinks*: a location whose access word ends in a final answer repeats it. What is outside has no
//!   transition.

use typestar_model::register::{
    Action, ActionId, Addend, Comparison, Guard, Location, LocationId, Operand, Register, RegisterAutomaton,
    RegisterId, Source, Term, Transition, TypeId,
};
use typestar_model::{Id, Symbol, Value};

use super::super::hypothesis::RegisterHypothesis;
use super::super::tree::language::{Call, Known, Language};
use super::super::tree::query::{Said, label};
use super::super::tree::{Element, ElementTerm, Label, Plus, Region};
use super::rows::{PrefixId, Rows};
use crate::oracle::Oracle;

/// A location as a learner has found it.
///
/// What the builder gets from the learner: no suffix, no tree, only what an automaton is made of.
pub(crate) struct Found {
    pub access: PrefixId,
    /// The positions of the values of its access word that matter.
    pub memorable: Vec<usize>,
    pub ways: Vec<Way>,
}

/// A way on from a location.
pub(crate) struct Way {
    pub action: ActionId,
    pub regions: Vec<Region>,
    /// The location's access word and the call that stands for the branch.
    pub prefix: PrefixId,
    pub target: usize,
    /// For each memorable value of the way's prefix, by position: the position that plays its part in the target's access word.
    pub renaming: Vec<(usize, usize)>,
}

/// Builds the automaton.
pub(crate) struct Construction<'a> {
    rows: &'a Rows,
    oracle: &'a dyn Oracle,
    found: &'a [Found],
    registers: Vec<Register>,
    outputs: Vec<Action>,
}

impl<'a> Construction<'a> {
    pub(crate) fn new(rows: &'a Rows, oracle: &'a dyn Oracle, found: &'a [Found]) -> Self {
        let outputs = rows.language.signature.outputs.clone();
        let mut made = Self { rows, oracle, found, registers: Vec::new(), outputs };
        made.add_registers();
        made
    }

    /// As many registers of each type as any location needs.
    fn add_registers(&mut self) {
        for data_type in (0..self.rows.language.signature.types.len()).map(TypeId::new) {
            let of_type =
                |found: &Found| found.memorable.iter().filter(|&&at| self.type_of(found, at) == data_type).count();
            let most = self.found.iter().map(of_type).max().unwrap_or(0);
            for _ in 0..most {
                let name = format!("x{}", self.registers.len() + 1);
                self.registers.push(Register { name, data_type, initial: None });
            }
        }
    }

    fn type_of(&self, found: &Found, position: usize) -> TypeId {
        self.rows.prefixes[found.access].types[position]
    }

    /// The register that keeps a value of a location's access word.
    fn register(&self, location: usize, position: usize) -> Option<RegisterId> {
        let found = &self.found[location];
        let data_type = self.type_of(found, position);
        let mut of_type = found.memorable.iter().filter(|&&at| self.type_of(found, at) == data_type);
        let rank = of_type.position(|&at| at == position)?;
        let mut registers = self.registers.iter().enumerate().filter(|(_, register)| register.data_type == data_type);
        registers.nth(rank).map(|(index, _)| RegisterId::new(index))
    }

    /// The hypothesis, and the prefix that each of its transitions was seen with.
    pub(crate) fn hypothesis(mut self, name: &str) -> (RegisterHypothesis, Vec<Option<PrefixId>>) {
        let (mut transitions, mut seen) = (Vec::new(), Vec::new());
        for (index, found) in self.found.iter().enumerate() {
            for way in &found.ways {
                transitions.extend(self.transition(index, way));
                seen.resize(transitions.len(), Some(way.prefix));
            }
            if let (Some(last), true) = (self.end_of(found), found.ways.is_empty()) {
                transitions.extend(self.repeated(index, &last));
                seen.resize(transitions.len(), None);
            }
        }
        let locations = (0..self.found.len()).map(|index| self.location(index)).collect();
        let mut signature = self.rows.language.signature.clone();
        signature.outputs = self.outputs;
        let access =
            self.found.iter().map(|found| symbols(&self.rows.language, &self.rows.prefixes[found.access].calls));
        let automaton = RegisterAutomaton {
            name: name.to_owned(),
            signature,
            registers: self.registers,
            locations,
            transitions,
            finished: true,
        };
        (RegisterHypothesis { automaton, access: access.collect(), tree_queries: self.rows.tree_queries }, seen)
    }

    fn location(&self, index: usize) -> Location {
        let found = &self.found[index];
        let registers = found.memorable.iter().filter_map(|&position| self.register(index, position)).collect();
        let accepting = self.rows.is_accepted(self.oracle, found.access);
        Location { name: format!("l{index}"), accepting, registers }
    }

    /// The final answer that the access word of a location ends with.
    fn end_of(&self, found: &Found) -> Option<Symbol> {
        let prefix = &self.rows.prefixes[found.access];
        let last = prefix.last.as_ref().filter(|_| prefix.node.is_none())?;
        Symbol::new(self.oracle.outputs().bare_name(last.output.name), last.values.clone()).ok()
    }

    /// After a final answer the same comes for ever, or what the tree says; nothing is said of what is outside.
    fn repeated(&mut self, location: usize, last: &Symbol) -> Vec<Transition> {
        let repeated = typestar_model::repeated_after(last.text());
        if repeated == typestar_model::OUTSIDE {
            return Vec::new();
        }
        let output = self.output(repeated, 0);
        let transition = |input: ActionId| Transition {
            from: LocationId::new(location),
            input,
            guard: Guard::ALWAYS,
            output,
            values: Vec::new(),
            assignments: Vec::new(),
            to: LocationId::new(location),
            witness: Vec::new(),
        };
        self.rows.language.inputs().map(transition).collect()
    }

    fn output(&mut self, name: &str, arity: usize) -> ActionId {
        let known = self.outputs.iter().position(|action| action.name == name && action.parameters.len() == arity);
        ActionId::new(known.unwrap_or_else(|| {
            let parameters = Vec::new();
            self.outputs.push(Action { name: name.to_owned(), parameters });
            self.outputs.len() - 1
        }))
    }

    fn transition(&mut self, from: usize, way: &Way) -> Option<Transition> {
        let (rows, prefix) = (self.rows, &self.rows.prefixes[way.prefix]);
        let said = prefix.last.as_ref()?;
        let name = self.oracle.outputs().bare_name(said.output.name).to_owned();
        if name == typestar_model::OUTSIDE {
            return None;
        }
        let call = prefix.calls.last()?;
        let values: Vec<Source> = (0..said.values.len()).map(|index| self.value(from, way, index)).collect();
        let target = &self.found[way.target];
        let assignments = target.memorable.iter().filter_map(|&position| {
            let register = self.register(way.target, position)?;
            let (own, _) = way.renaming.iter().find(|(_, of)| *of == position)?;
            Some((register, self.source(from, call, said, &rows.prefixes[way.prefix].known[*own])?))
        });
        let assignments = assignments.collect();
        let guard = self.guard(from, &way.regions);
        let output = self.output(&name, said.values.len());
        let (from, to) = (LocationId::new(from), LocationId::new(way.target));
        Some(Transition { from, input: way.action, guard, output, values, assignments, to, witness: Vec::new() })
    }

    /// Where a value of an answer comes from.
    fn value(&self, from: usize, way: &Way, index: usize) -> Source {
        let prefix = &self.rows.prefixes[way.prefix];
        let (call, said) =
            (prefix.calls.last().expect("a way has a call"), prefix.last.as_ref().expect("it is answered"));
        let value = &said.values[index];
        let known = known_before(self.rows, self.found[from].access, call);
        let data_type = said.output.types.get(index).copied();
        match label(&self.rows.language, &known, data_type, value, prefix.calls.len()) {
            Label::Fresh => Source::Fresh,
            Label::Literal(value) => Source::Term(Term::of(Operand::Literal(value))),
            Label::Term(term) => Source::Term(self.term(from, Some(call), &term)),
        }
    }

    /// Where a value that is kept comes from: a register, a parameter, or the answer.
    ///
    /// Registers first: if a value is in one already, keeping it there is what a reader expects.
    fn source(&self, from: usize, call: &Call, said: &Said, kept: &Known) -> Option<Source> {
        let is_kept = |data_type: &TypeId, value: &Value| *data_type == kept.data_type && *value == kept.value;
        let known = &self.rows.prefixes[self.found[from].access].known;
        let position = known.iter().position(|entry| is_kept(&entry.data_type, &entry.value));
        let register = position.and_then(|position| self.register(from, position)).map(Operand::Register);
        let parameter = || {
            let mut values = self.rows.language.input_types(call.action).zip(&call.values);
            values.position(|(data_type, value)| is_kept(&data_type, value)).map(Operand::Parameter)
        };
        let operand = register.or_else(parameter).map(|operand| Source::Term(Term::of(operand)));
        let mut answered = said.output.types.iter().zip(&said.values);
        operand.or_else(|| answered.position(|(data_type, value)| is_kept(data_type, value)).map(Source::Output))
    }

    fn guard(&self, from: usize, regions: &[Region]) -> Guard {
        let mut parts = Vec::new();
        for (parameter, region) in regions.iter().enumerate() {
            let own = Term::of(Operand::Parameter(parameter));
            let mut compare = |comparison, term: &ElementTerm| {
                parts.push(Guard::Compare(own.clone(), comparison, self.term(from, None, term)));
            };
            match region {
                Region::Point(term) => compare(Comparison::Equal, term),
                Region::Except(terms) => terms.iter().for_each(|term| compare(Comparison::NotEqual, term)),
                Region::Interval(low, high) => {
                    if let Some((term, closed)) = low {
                        compare(if *closed { Comparison::AtLeast } else { Comparison::More }, term);
                    }
                    if let Some((term, closed)) = high {
                        compare(if *closed { Comparison::AtMost } else { Comparison::Less }, term);
                    }
                }
            }
        }
        if parts.len() == 1 { parts.remove(0) } else { Guard::All(parts) }
    }

    /// A term over what a location keeps. A value that no register keeps may be that of a parameter of a call.
    fn term(&self, from: usize, call: Option<&Call>, term: &ElementTerm) -> Term {
        let operand = |element: Element| match element {
            Element::Constant(constant) => Operand::Constant(constant),
            Element::Suffix(parameter) => Operand::Parameter(parameter),
            Element::Prefix(position) => {
                let value = &self.rows.prefixes[self.found[from].access].known[position].value;
                let parameter = || call?.values.iter().position(|own| own == value).map(Operand::Parameter);
                let register = self.register(from, position).map(Operand::Register);
                register.or_else(parameter).unwrap_or_else(|| Operand::Literal(value.clone()))
            }
            Element::Answered(..) => unreachable!("guards and answers speak of what was before"),
        };
        let plus = term.plus.as_ref().map(|plus| match plus {
            Plus::Number(number) => Addend::Number(number.clone()),
            Plus::Element(element) => Addend::Operand(operand(*element)),
            Plus::Both(element, number) => Addend::Both(operand(*element), number.clone()),
        });
        Term { operand: operand(term.element), plus }
    }
}

/// What is known when a call is answered: the values of the prefix, and then those of the call.
pub(crate) fn known_before(rows: &Rows, prefix: PrefixId, call: &Call) -> Vec<Known> {
    let mut known = rows.prefixes[prefix].known.clone();
    for (parameter, (data_type, value)) in rows.language.input_types(call.action).zip(&call.values).enumerate() {
        rows.language.note(&mut known, data_type, value, Element::Suffix(parameter));
    }
    known
}

/// Calls as symbols.
pub(crate) fn symbols(language: &Language, calls: &[Call]) -> Vec<Symbol> {
    let symbol = |call: &Call| {
        let name = &language.signature.inputs[call.action.index()].name;
        Symbol::new(name, call.values.clone()).expect("a call that was asked is a symbol")
    };
    calls.iter().map(symbol).collect()
}
