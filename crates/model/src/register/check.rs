//! Whether a register automaton makes sense.
//!
//! Everything that uses an automaton may then rely on it: indices are in range, names can be written in guards and read
//! back, terms have types. Reading a file checks it at once, with the place of what is wrong:
//!
//! ```
//! use typestar_model::Id;
//! use typestar_model::register::{LocationId, families::fifo};
//! let mut queue = fifo(1);
//! assert_eq!(queue.check(), Ok(()));
//! queue.transitions[2].to = LocationId::new(9);
//! let error = queue.check().unwrap_err();
//! assert_eq!(error.to_string(), "transitions[2]: it begins or ends in a location that does not exist");
//! ```

use std::collections::BTreeSet;

use super::names::is_name;
use super::parse::DEEPEST;
use super::{ACCEPT, Action, Guard, Parameter, REJECT, RegisterAutomaton, Source, Transition, TypeId};
use crate::format::{FormatError, each};
use crate::symbols::symbol::{Id, Symbol};
use crate::symbols::value::Value;

impl RegisterAutomaton {
    /// Checks that all names are different and can be written, that everything refers to something that is there, and
    /// that types fit. The message names the entry by its place in its list.
    pub fn check(&self) -> Result<(), FormatError> {
        self.check_declarations()?;
        Ok(each("transitions", &self.transitions, |transition| self.check_transition(transition))?)
    }

    /// Checks all but the transitions.
    pub(super) fn check_declarations(&self) -> Result<(), String> {
        self.check_values()?;
        self.check_actions("inputs", &self.signature.inputs)?;
        self.check_actions("outputs", &self.signature.outputs)?;
        self.check_parameters_of_inputs()?;
        different("locations", self.locations.iter().map(|location| location.name.as_str()))?;
        if self.locations.is_empty() {
            return Err("locations: there must be one, the first is the initial one".to_owned());
        }
        each("locations", &self.locations, |location| {
            match location.registers.iter().any(|register| register.index() >= self.registers.len()) {
                true => Err("it has a register that is not in registers".to_owned()),
                false => Ok(()),
            }
        })
    }

    /// Types, constants and registers.
    fn check_values(&self) -> Result<(), String> {
        different("types", self.signature.types.iter().map(|data_type| data_type.name.as_str()))?;
        different("constants and registers", self.names_of_values())?;
        each::<_, (), ()>("constants", &self.signature.constants, |constant| {
            self.check_value(&constant.name, constant.data_type, Some(&constant.value))
        })?;
        each("registers", &self.registers, |register| {
            self.check_value(&register.name, register.data_type, register.initial.as_ref())
        })
    }

    /// How constants and registers are called, which guards name in the same way.
    fn names_of_values(&self) -> impl Iterator<Item = &str> {
        let constants = self.signature.constants.iter().map(|constant| constant.name.as_str());
        constants.chain(self.registers.iter().map(|register| register.name.as_str()))
    }

    fn check_value(&self, name: &str, data_type: TypeId, value: Option<&Value>) -> Result<(), String> {
        if !is_name(name) {
            let rule = "use letters, digits and _, and no reserved word";
            return Err(format!("{name:?} cannot be a name in guards: {rule}"));
        }
        let known = self.signature.types.get(data_type.index());
        let data_type = known.ok_or_else(|| format!("the type of {name:?} is not in types"))?;
        match value {
            Some(value) if !data_type.domain.holds(value) || matches!(value, Value::Returned { .. }) => {
                Err(format!("{value} is not of type {}", data_type.name))
            }
            _ => Ok(()),
        }
    }

    /// An action's name must be one that a symbol with as many values can have, or words could not be written.
    fn check_actions(&self, kind: &str, actions: &[Action]) -> Result<(), String> {
        different(kind, actions.iter().map(|action| action.name.as_str()))?;
        each(kind, actions, |action| {
            let values = vec![Value::Null; action.parameters.len()];
            match !action.name.is_empty() && Symbol::new(&action.name, values).is_ok() {
                true => self.check_parameters(&action.parameters),
                false => Err(format!("{:?} cannot be the name of an action", action.name)),
            }
        })
    }

    fn check_parameters(&self, parameters: &[Parameter]) -> Result<(), String> {
        different("parameters", parameters.iter().map(|parameter| parameter.name.as_str()))?;
        parameters.iter().try_for_each(|parameter| self.check_value(&parameter.name, parameter.data_type, None))
    }

    /// A guard must not mean a parameter where it names a register.
    fn check_parameters_of_inputs(&self) -> Result<(), String> {
        let known: BTreeSet<&str> = self.names_of_values().collect();
        each("inputs", &self.signature.inputs, |action| {
            match action.parameters.iter().find(|parameter| known.contains(parameter.name.as_str())) {
                Some(Parameter { name, .. }) => Err(format!("{name:?} is a register or a constant too: rename one")),
                None => Ok(()),
            }
        })
    }

    fn check_transition(&self, transition: &Transition) -> Result<(), String> {
        let is_location = |index: usize| index < self.locations.len();
        if !is_location(transition.from.index()) || !is_location(transition.to.index()) {
            return Err("it begins or ends in a location that does not exist".to_owned());
        }
        if transition.input.index() >= self.signature.inputs.len() {
            return Err("its input is not in inputs".to_owned());
        }
        let output = self.signature.outputs.get(transition.output.index());
        let output = output.ok_or("its output is not in outputs")?;
        if transition.guard.depth() > 2 * DEEPEST {
            return Err("its guard is nested too deeply".to_owned());
        }
        self.check_guard(transition, &transition.guard)?;
        self.check_output(transition, output)?;
        self.check_assignments(transition, output)
    }

    fn check_guard(&self, transition: &Transition, guard: &Guard) -> Result<(), String> {
        match guard {
            Guard::All(parts) | Guard::Any(parts) => {
                parts.iter().try_for_each(|part| self.check_guard(transition, part))
            }
            Guard::Compare(left, comparison, right) => {
                self.names(transition.input).check_comparison(left, *comparison, right)
            }
        }
    }

    fn check_output(&self, transition: &Transition, output: &Action) -> Result<(), String> {
        let (expected, found) = (output.parameters.len(), transition.values.len());
        if expected != found {
            return Err(format!("output {:?} has {expected} values, not {found}", output.name));
        }
        for (parameter, value) in output.parameters.iter().zip(&transition.values) {
            match value {
                Source::Term(term) => self.names(transition.input).check_term(term, parameter.data_type)?,
                Source::Fresh => {}
                Source::Output(_) => {
                    return Err("a value of an output cannot refer to another one: write its term".to_owned());
                }
            }
        }
        self.check_acceptance(transition, output)
    }

    /// An acceptor says the same in two places, its output and its target. They must agree.
    fn check_acceptance(&self, transition: &Transition, output: &Action) -> Result<(), String> {
        let accepting = self.locations[transition.to.index()].accepting;
        let expected = if accepting { ACCEPT } else { REJECT };
        match self.signature.is_acceptor && output.name != expected {
            true => Err(format!("its output is {:?}, but its target says {expected:?}", output.name)),
            false => Ok(()),
        }
    }

    /// A register is set once in a transition, since all are set at the same moment.
    fn check_assignments(&self, transition: &Transition, output: &Action) -> Result<(), String> {
        let mut seen = BTreeSet::new();
        for (register, source) in &transition.assignments {
            let entry = self.registers.get(register.index()).ok_or("it sets a register that is not in registers")?;
            if !seen.insert(*register) {
                return Err(format!("{:?} is set twice: remove one", entry.name));
            }
            match source {
                Source::Term(term) => self.names(transition.input).check_term(term, entry.data_type)?,
                Source::Fresh => return Err("only values of outputs are fresh: write \"output 1\"".to_owned()),
                Source::Output(index) => {
                    let missing = || format!("output {:?} has no value {}", output.name, index + 1);
                    let parameter = output.parameters.get(*index).ok_or_else(missing)?;
                    if parameter.data_type != entry.data_type {
                        return Err(format!(
                            "value {} of the output and {:?} are of different types",
                            index + 1,
                            entry.name
                        ));
                    }
                }
            }
        }
        Ok(())
    }
}

/// Names are how files refer to things, so each is there once.
fn different<'n>(what: &str, names: impl Iterator<Item = &'n str>) -> Result<(), String> {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            return Err(format!("{what}: {name:?} appears twice: rename one"));
        }
    }
    Ok(())
}
