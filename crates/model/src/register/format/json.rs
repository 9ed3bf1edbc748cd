//! Register automata in our own JSON, which people can write by hand.
//!
//! The queue of one place:
//!
//! ```text
//! {"format": "typestar-register-automaton", "version": 1, "name": "queue", "types": {"id": "integer"},
//!  "inputs": [{"name": "offer", "parameters": [{"name": "p", "type": "id"}]}, {"name": "poll"}],
//!  "outputs": [{"name": "ok"}, {"name": "refused"}, {"name": "empty"},
//!              {"name": "out", "parameters": [{"name": "x", "type": "id"}]}],
//!  "registers": [{"name": "x1", "type": "id"}],
//!  "locations": [{"name": "l0"}, {"name": "l1"}],
//!  "transitions": [
//!   {"from": "l0", "input": "offer", "output": "ok", "assign": {"x1": "p"}, "to": "l1"},
//!   {"from": "l0", "input": "poll", "output": "empty", "to": "l0"},
//!   {"from": "l1", "input": "offer", "output": "refused", "to": "l1"},
//!   {"from": "l1", "input": "poll", "output": "out(x1)", "to": "l0"}]}
//! ```
//!
//! Guards and terms are texts, since people write these files. Everything refers to other parts by name. An acceptor has
//! `"acceptor": true` and no outputs: its locations say whether they accept.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::super::names::in_domain;
use super::super::{
    ACCEPT, Action, ActionId, Constant, DataType, Domain, Guard, Location, LocationId, Names, Parameter, REJECT,
    Register, RegisterAutomaton, RegisterId, Signature, Source, Transition, TypeId, live_registers,
};
use crate::evidence::{Step, entries};
use crate::format::json::{Written, read};
use crate::format::{FormatError, each};
use crate::symbols::symbol::Id;
use crate::symbols::value::Value;

/// What a file of this format calls itself.
pub(crate) const FORMAT: &str = "typestar-register-automaton";
const VERSION: u32 = 1;

/// The entries of a JSON object in their order.
///
/// A map would sort them or forget which came first, and the order of types is part of the automaton.
#[derive(Default)]
struct Entries<V>(Vec<(String, V)>);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "format")]
    _format: String,
    #[serde(rename = "version")]
    _version: u32,
    name: String,
    #[serde(rename = "comment")]
    _comment: Option<Comment>,
    types: Entries<Domain>,
    #[serde(default)]
    constants: Vec<ConstantEntry>,
    #[serde(default)]
    acceptor: bool,
    inputs: Vec<ActionEntry>,
    outputs: Option<Vec<ActionEntry>>,
    #[serde(default)]
    registers: Vec<RegisterEntry>,
    locations: Vec<LocationEntry>,
    transitions: Vec<TransitionEntry>,
    #[serde(default = "yes")]
    finished: bool,
}

fn yes() -> bool {
    true
}

/// Read, and forgotten.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a comment is a text or a list of texts")]
enum Comment {
    Text(#[expect(dead_code, reason = "comments are for people")] String),
    Lines(#[expect(dead_code, reason = "comments are for people")] Vec<String>),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ConstantEntry {
    name: String,
    #[serde(rename = "type")]
    data_type: String,
    value: Value,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ActionEntry {
    name: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    parameters: Vec<ParameterEntry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct ParameterEntry {
    name: String,
    #[serde(rename = "type")]
    data_type: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct RegisterEntry {
    name: String,
    #[serde(rename = "type")]
    data_type: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    initial: Option<Value>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LocationEntry {
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    accepting: Option<bool>,
    /// If they are left out, they are those that matter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    registers: Option<Vec<String>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TransitionEntry {
    from: String,
    input: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    guard: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    output: Option<String>,
    #[serde(default, skip_serializing_if = "Entries::is_empty")]
    assign: Entries<String>,
    to: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty", with = "entries")]
    witness: Vec<Step>,
}

/// Reads a register automaton in JSON, and checks that it makes sense.
///
/// ```
/// use typestar_model::register::{read_register_json, write_register_json};
/// let text = r#"{"format": "typestar-register-automaton", "version": 1, "name": "echo", "types": {"id": "integer"},
///   "inputs": [{"name": "put", "parameters": [{"name": "p", "type": "id"}]}],
///   "outputs": [{"name": "got", "parameters": [{"name": "q", "type": "id"}]}],
///   "locations": [{"name": "l0"}],
///   "transitions": [{"from": "l0", "input": "put", "output": "got(p)", "to": "l0"}]}"#;
/// let echo = read_register_json(text).unwrap();
/// assert_eq!(read_register_json(&write_register_json(&echo)).unwrap(), echo);
/// ```
pub fn read_register_json(text: &str) -> Result<RegisterAutomaton, FormatError> {
    let automaton = automaton_of(read(text, FORMAT, VERSION)?)?;
    automaton.check()?;
    Ok(automaton)
}

/// Part by part, in the order in which they refer to each other: types, actions, registers, locations, transitions.
fn automaton_of(document: Document) -> Result<RegisterAutomaton, String> {
    let types = document.types.0.into_iter().map(|(name, domain)| DataType { name, domain }).collect();
    let signature = Signature { types, is_acceptor: document.acceptor, ..Signature::default() };
    let (name, finished) = (document.name, document.finished);
    let mut automaton = RegisterAutomaton { name, signature, finished, ..RegisterAutomaton::default() };
    automaton.read_signature(document.constants, document.inputs, document.outputs)?;
    automaton.registers = each("registers", document.registers, |entry| automaton.read_register(entry))?;
    let listed: Vec<bool> = document.locations.iter().map(|location| location.registers.is_some()).collect();
    automaton.locations = each("locations", document.locations, |entry| automaton.read_location(entry))?;
    automaton.check_declarations()?;
    automaton.transitions = each("transitions", document.transitions, |entry| automaton.read_transition(entry))?;
    for (index, live) in live_registers(&automaton).into_iter().enumerate().filter(|(index, _)| !listed[*index]) {
        automaton.locations[index].registers = live;
    }
    Ok(automaton)
}

impl RegisterAutomaton {
    fn read_signature(
        &mut self,
        constants: Vec<ConstantEntry>,
        inputs: Vec<ActionEntry>,
        outputs: Option<Vec<ActionEntry>>,
    ) -> Result<(), String> {
        let constants = each("constants", constants, |entry| {
            let data_type = self.read_type(&entry.data_type)?;
            Ok(Constant { name: entry.name, data_type, value: self.read_value(entry.value, data_type) })
        })?;
        let inputs = each("inputs", inputs, |entry| self.read_action(entry))?;
        let outputs = match outputs {
            Some(_) if self.signature.is_acceptor => {
                Err("outputs: an acceptor answers accept and reject: leave outputs out".to_owned())
            }
            Some(outputs) => each("outputs", outputs, |entry| self.read_action(entry)),
            None if self.signature.is_acceptor => Ok(Signature::outputs_of_acceptor()),
            None => Err("outputs are missing: list them, or write \"acceptor\": true".to_owned()),
        }?;
        (self.signature.constants, self.signature.inputs, self.signature.outputs) = (constants, inputs, outputs);
        Ok(())
    }

    fn read_type(&self, name: &str) -> Result<TypeId, String> {
        let found = self.signature.types.iter().position(|data_type| data_type.name == name).map(TypeId::new);
        found.ok_or_else(|| format!("there is no type {name:?}: add it to types"))
    }

    /// Whole numbers are written without a fraction also where decimals are meant.
    fn read_value(&self, value: Value, data_type: TypeId) -> Value {
        in_domain(value, self.signature.types[data_type.index()].domain)
    }

    /// Parameters name their types, so types are read before.
    fn read_action(&self, entry: ActionEntry) -> Result<Action, String> {
        let parameters = each("parameters", entry.parameters, |parameter| {
            Ok(Parameter { data_type: self.read_type(&parameter.data_type)?, name: parameter.name })
        })?;
        Ok(Action { name: entry.name, parameters })
    }

    fn read_register(&self, entry: RegisterEntry) -> Result<Register, String> {
        let data_type = self.read_type(&entry.data_type)?;
        let initial = entry.initial.map(|value| self.read_value(value, data_type));
        Ok(Register { name: entry.name, data_type, initial })
    }

    /// The same message wherever a register is named.
    fn find_register(&self, name: &str) -> Result<RegisterId, String> {
        let found = self.registers.iter().position(|register| register.name == name).map(RegisterId::new);
        found.ok_or_else(|| format!("there is no register {name:?}: add it to registers"))
    }

    fn read_location(&self, entry: LocationEntry) -> Result<Location, String> {
        let registers = entry.registers.unwrap_or_default();
        let registers = registers.iter().map(|name| self.find_register(name)).collect::<Result<_, _>>()?;
        let accepting = match (entry.accepting, self.signature.is_acceptor) {
            (Some(accepting), true) => accepting,
            (None, is_acceptor) => !is_acceptor,
            (Some(_), false) => {
                return Err("only locations of acceptors are accepting: write \"acceptor\": true".to_owned());
            }
        };
        Ok(Location { name: entry.name, accepting, registers })
    }

    fn find_location(&self, name: &str) -> Result<LocationId, String> {
        let found = self.locations.iter().position(|location| location.name == name).map(LocationId::new);
        found.ok_or_else(|| format!("there is no location {name:?}: add it to locations"))
    }

    fn read_transition(&self, entry: TransitionEntry) -> Result<Transition, String> {
        let (from, to) = (self.find_location(&entry.from)?, self.find_location(&entry.to)?);
        let input = self.signature.inputs.iter().position(|action| action.name == entry.input).map(ActionId::new);
        let input = input.ok_or_else(|| format!("there is no input {:?}: add it to inputs", entry.input))?;
        let names = self.names(input);
        let guard = entry.guard.map_or(Ok(Guard::ALWAYS), |text| names.read_guard(&text));
        let guard = guard.map_err(|error| format!("guard, {error}"))?;
        let (output, values) = self.read_output(&names, entry.output.as_deref(), to)?;
        let assign = |(name, text): (String, String)| {
            let register = self.find_register(&name)?;
            let source = names.read_source(&text, self.registers[register.index()].data_type);
            Ok((register, source.map_err(|error| format!("assign to {name}, {error}"))?))
        };
        let assignments = entry.assign.0.into_iter().map(assign).collect::<Result<_, String>>()?;
        Ok(Transition { from, input, guard, output, values, assignments, to, witness: entry.witness })
    }

    /// The output of a transition with its values, such as `out(x1, fresh)`; that of an acceptor follows from the target.
    fn read_output(
        &self,
        names: &Names,
        text: Option<&str>,
        to: LocationId,
    ) -> Result<(ActionId, Vec<Source>), String> {
        let text = match (text, self.signature.is_acceptor) {
            (Some(text), false) => text.trim(),
            (None, true) if self.locations[to.index()].accepting => ACCEPT,
            (None, true) => REJECT,
            (Some(_), true) => {
                return Err("in an acceptor the target location decides the output: leave the output \
                                           out"
                .to_owned());
            }
            (None, false) => return Err("its output is missing".to_owned()),
        };
        let outputs = &self.signature.outputs;
        if let Some(plain) = outputs.iter().position(|action| action.name == text && action.parameters.is_empty()) {
            return Ok((ActionId::new(plain), Vec::new()));
        }
        let named = outputs.iter().position(|action| {
            let rest = text.strip_prefix(action.name.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.trim_start().starts_with('('))
        });
        let index = named.ok_or_else(|| format!("there is no output {text:?}: add it to outputs"))?;
        let Action { name, parameters } = &outputs[index];
        let expected = || format!("output {name:?} has {} values: write them in parentheses", parameters.len());
        let list = &text[name.len()..];
        match parameters.is_empty() || list.is_empty() {
            true => Err(expected()),
            false => match names.read_values(list, parameters) {
                Ok(values) => Ok((ActionId::new(index), values)),
                Err(error) => Err(format!("output {name:?}, values, {error}")),
            },
        }
    }
}

/// Writes a register automaton as JSON. The same automaton gives the same bytes, one line for each location and each
/// transition.
pub fn write_register_json(automaton: &RegisterAutomaton) -> String {
    let signature = &automaton.signature;
    let types = signature.types.iter().map(|data_type| (data_type.name.clone(), data_type.domain)).collect();
    let mut file = Written::new(FORMAT, VERSION);
    file.field("name", &automaton.name);
    file.field("finished", &automaton.finished);
    file.field("types", &Entries(types));
    file.lines("constants", signature.constants.iter().map(|constant| automaton.constant_entry(constant)));
    file.lines("inputs", signature.inputs.iter().map(|action| automaton.action_entry(action)));
    match signature.is_acceptor {
        true => file.field("acceptor", &true),
        false => file.lines("outputs", signature.outputs.iter().map(|action| automaton.action_entry(action))),
    }
    file.lines("registers", automaton.registers.iter().map(|register| automaton.register_entry(register)));
    file.lines("locations", automaton.locations.iter().map(|location| automaton.location_entry(location)));
    file.lines("transitions", automaton.transitions.iter().map(|transition| automaton.transition_entry(transition)));
    file.end()
}

impl RegisterAutomaton {
    fn type_name(&self, data_type: TypeId) -> String {
        self.signature.types[data_type.index()].name.clone()
    }

    fn constant_entry(&self, constant: &Constant) -> ConstantEntry {
        let Constant { name, data_type, value } = constant.clone();
        ConstantEntry { name, data_type: self.type_name(data_type), value }
    }

    fn action_entry(&self, action: &Action) -> ActionEntry {
        let parameter = |parameter: &Parameter| ParameterEntry {
            name: parameter.name.clone(),
            data_type: self.type_name(parameter.data_type),
        };
        ActionEntry { name: action.name.clone(), parameters: action.parameters.iter().map(parameter).collect() }
    }

    fn register_entry(&self, register: &Register) -> RegisterEntry {
        let Register { name, data_type, initial } = register.clone();
        RegisterEntry { name, data_type: self.type_name(data_type), initial }
    }

    fn location_entry(&self, location: &Location) -> LocationEntry {
        let name = |register: &RegisterId| self.registers[register.index()].name.clone();
        LocationEntry {
            name: location.name.clone(),
            accepting: self.signature.is_acceptor.then_some(location.accepting),
            registers: Some(location.registers.iter().map(name).collect()),
        }
    }

    /// A guard that always holds is left out, and so is the output of an acceptor.
    fn transition_entry(&self, transition: &Transition) -> TransitionEntry {
        let names = self.names(transition.input);
        let assign = transition
            .assignments
            .iter()
            .map(|(register, source)| (self.registers[register.index()].name.clone(), names.show_source(source)));
        TransitionEntry {
            from: self.locations[transition.from.index()].name.clone(),
            input: self.signature.inputs[transition.input.index()].name.clone(),
            guard: Some(names.show_guard(&transition.guard)).filter(|text| text != "true"),
            output: (!self.signature.is_acceptor).then(|| self.show_output(transition)),
            assign: Entries(assign.collect()),
            to: self.locations[transition.to.index()].name.clone(),
            witness: transition.witness.clone(),
        }
    }
}

impl<V> Entries<V> {
    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<V: Serialize> Serialize for Entries<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

impl<'de, V: Deserialize<'de>> Deserialize<'de> for Entries<V> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(EntriesVisitor(PhantomData))
    }
}

struct EntriesVisitor<V>(PhantomData<V>);

impl<'de, V: Deserialize<'de>> Visitor<'de> for EntriesVisitor<V> {
    type Value = Entries<V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object of names with their entries")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<V>, A::Error> {
        std::iter::from_fn(|| map.next_entry().transpose()).collect::<Result<_, _>>().map(Entries)
    }
}
