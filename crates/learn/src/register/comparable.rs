//! Which values an automaton may ever compare with each other.
//!
//! A parameter that is never compared with a value may as well be fresh: the automaton takes the same transitions, and its
//! outputs are the same but for the value. Without this a queue of twelve would have millions of patterns of equal values.
//!
//! What is compared goes in groups: if a later parameter may be compared with two values, it matters whether these two are
//! equal, and how they are ordered. So they are in one group before that parameter comes.
//!
//! # An example
//!
//! A queue never compares a parameter with anything: `offer(p)` stores p, and `poll` returns it. So one
//! fresh value for each `offer` is enough. A set compares p with every register, so all of these are in
//! one group with p, and equal and different values have to be tried.
//!
//! The groups are computed backwards, until nothing changes: what is compared after a step is traced to
//! where it came from before the step.

use typestar_model::register::{
    ActionId, Guard, LocationId, Operand, RegisterId, RegisterMachine, Source, Term, Transition,
};
use typestar_model::{Id, Value};

use super::shown::distinct;

/// What the parameters of each input may be compared with, by location.
pub(crate) struct Comparable {
    /// All constants and literals of the automaton.
    constants: Vec<Value>,
    cells: Vec<Vec<With>>,
    inputs: usize,
}

/// What a parameter may be compared with, directly or by way of others, now or later.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct With {
    pub(crate) registers: Vec<RegisterId>,
    /// Positions among the constants.
    constants: Vec<usize>,
    /// Earlier parameters of the same input.
    pub(crate) parameters: Vec<usize>,
}

/// Things that are compared, in groups: registers, then constants, then parameters.
///
/// A number for each thing; equal numbers are one group. There are few things, so joining may be slow.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Groups(Vec<usize>);

impl Groups {
    fn join(&mut self, one: usize, other: usize) {
        let (low, high) = (self.0[one].min(self.0[other]), self.0[one].max(self.0[other]));
        if low != high {
            self.0.iter_mut().filter(|group| **group == high).for_each(|group| *group = low);
        }
    }

    fn join_all(&mut self, members: &[usize]) {
        members.windows(2).for_each(|pair| self.join(pair[0], pair[1]));
    }

    /// The members of all groups of more than one.
    fn members(&self) -> impl Iterator<Item = Vec<usize>> + '_ {
        let of = |group| (0..self.0.len()).filter(|&member| self.0[member] == group).collect::<Vec<usize>>();
        (0..self.0.len()).filter(|&first| self.0[first] == first).map(of).filter(|members| members.len() > 1)
    }
}

impl Comparable {
    pub(crate) fn new(machine: &RegisterMachine) -> Self {
        let constants = constants_of(machine);
        let analysis = Analysis { machine, constants: &constants };
        let groups = analysis.groups();
        let inputs = machine.automaton.signature.inputs.len();
        let locations = (0..machine.automaton.locations.len()).map(LocationId::new);
        let cell = |location, input| analysis.parameters(&groups, location, input);
        let cells = locations.flat_map(|location| (0..inputs).map(move |input| (location, ActionId::new(input))));
        let cells = cells.map(|(location, input)| cell(location, input)).collect();
        Self { constants, cells, inputs }
    }

    /// What the parameters of an input may be compared with in a location.
    pub(crate) fn with(&self, location: LocationId, input: ActionId) -> &[With] {
        &self.cells[location.index() * self.inputs + input.index()]
    }

    /// The constants that a parameter may be compared with.
    pub(crate) fn constants<'a>(&'a self, with: &'a With) -> impl Iterator<Item = &'a Value> {
        with.constants.iter().map(|&constant| &self.constants[constant])
    }
}

struct Analysis<'a> {
    machine: &'a RegisterMachine<'a>,
    constants: &'a [Value],
}

impl Analysis<'_> {
    /// Registers and constants that may be compared from each location on.
    fn groups(&self) -> Vec<Groups> {
        let automaton = self.machine.automaton;
        let mut groups = vec![Groups((0..self.kept()).collect()); automaton.locations.len()];
        let mut changed = true;
        while changed {
            changed = false;
            for location in (0..automaton.locations.len()).map(LocationId::new) {
                for input in (0..automaton.signature.inputs.len()).map(ActionId::new) {
                    let mut joined = self.joined(&groups, location, input);
                    joined.0.truncate(self.kept());
                    changed |= joined != groups[location.index()];
                    groups[location.index()] = joined;
                }
            }
        }
        groups
    }

    /// How many things are there before and after a step.
    fn kept(&self) -> usize {
        self.machine.automaton.registers.len() + self.constants.len()
    }

    /// The groups before a step with an input, its parameters included.
    ///
    /// A transition compares what its guard compares, and what is compared behind it.
    fn joined(&self, groups: &[Groups], location: LocationId, input: ActionId) -> Groups {
        let mut joined = groups[location.index()].clone();
        let arity = self.machine.automaton.signature.inputs[input.index()].parameters.len();
        joined.0.extend(self.kept()..self.kept() + arity);
        for transition in self.machine.transitions(location, input) {
            self.join_guard(&transition.guard, &mut joined);
            for members in groups[transition.to.index()].members() {
                let sources: Vec<usize> =
                    members.into_iter().flat_map(|member| self.sources(transition, member)).collect();
                joined.join_all(&sources);
            }
        }
        joined
    }

    fn join_guard(&self, guard: &Guard, joined: &mut Groups) {
        match guard {
            Guard::All(parts) | Guard::Any(parts) => parts.iter().for_each(|part| self.join_guard(part, joined)),
            Guard::Compare(left, _, right) => {
                let members: Vec<usize> = left.operands().chain(right.operands()).map(|one| self.index(one)).collect();
                joined.join_all(&members);
            }
        }
    }

    /// What a register or constant after a transition was before it.
    fn sources(&self, transition: &Transition, member: usize) -> Vec<usize> {
        let mut assignments = transition.assignments.iter();
        let source = assignments.find(|(register, _)| register.index() == member).map(|(_, source)| source);
        let source = match source {
            Some(Source::Output(index)) => transition.values.get(*index),
            other => other,
        };
        match source {
            None => vec![member],
            Some(Source::Term(term)) => term.operands().map(|operand| self.index(operand)).collect(),
            Some(Source::Fresh | Source::Output(_)) => Vec::new(),
        }
    }

    fn index(&self, operand: &Operand) -> usize {
        let constant = |value: &Value| {
            let known = self.constants.iter().position(|constant| constant == value);
            self.machine.automaton.registers.len() + known.expect("all constants were collected")
        };
        match operand {
            Operand::Register(register) => register.index(),
            Operand::Constant(id) => constant(&self.machine.automaton.signature.constants[id.index()].value),
            Operand::Literal(value) => constant(value),
            Operand::Parameter(index) => self.kept() + index,
        }
    }

    fn parameters(&self, groups: &[Groups], location: LocationId, input: ActionId) -> Vec<With> {
        let joined = self.joined(groups, location, input);
        let registers = self.machine.automaton.registers.len();
        let with = |parameter: usize| {
            let same = (0..parameter).filter(|&other| joined.0[other] == joined.0[parameter]);
            let mut with = With::default();
            for other in same {
                match other {
                    _ if other < registers => with.registers.push(RegisterId::new(other)),
                    _ if other < self.kept() => with.constants.push(other - registers),
                    _ => with.parameters.push(other - self.kept()),
                }
            }
            with
        };
        (self.kept()..joined.0.len()).map(with).collect()
    }
}

/// All different constants and literals of an automaton.
fn constants_of(machine: &RegisterMachine) -> Vec<Value> {
    let declared = machine.automaton.signature.constants.iter().map(|constant| constant.value.clone());
    distinct(declared.chain(machine.automaton.transitions.iter().flat_map(literals)))
}

/// The terms that a transition answers, or keeps.
pub(crate) fn terms_of(transition: &Transition) -> impl Iterator<Item = &Term> {
    let sources = transition.values.iter().chain(transition.assignments.iter().map(|(_, source)| source));
    sources.filter_map(|source| match source {
        Source::Term(term) => Some(term),
        Source::Fresh | Source::Output(_) => None,
    })
}

/// The values that a transition names as they are.
pub(crate) fn literals(transition: &Transition) -> Vec<Value> {
    let literal = |operand: &Operand| match operand {
        Operand::Literal(value) => Some(value.clone()),
        _ => None,
    };
    terms_of(transition).chain(transition.guard.terms()).flat_map(Term::operands).filter_map(literal).collect()
}
