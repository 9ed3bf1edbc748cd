//! Register automata in the XML of RALib: a writer.
//!
//! Every transition becomes two, with a location of its own between them. The first one takes the input and sets
//! registers; the second one answers. RALib answers what registers hold, so other values go through helper registers.
//!
//! ```text
//! ours        l2 ── poll / out(x1), x1 := x2 ──▶ l1
//! RALib       l2 ── poll, out1 := x1, x1 := x2 ──▶ o5 ── out(out1) ──▶ l1
//! ```
//!
//! Here `out1` is such a helper: `x1` itself has another value when the answer is given.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::super::show::RALIB;
use super::super::{Action, Domain, Operand, RegisterAutomaton, RegisterId, Source, Term, Transition, TypeId};
use super::xml::{FRESH, domain_of};
use crate::format::{FormatError, each};
use crate::symbols::symbol::Id;
use crate::symbols::value::Value;

/// Writes a register automaton as RALib reads it. Guards that mix `and` and `or` keep their parentheses, which RALib
/// itself does not read, and neither does it read sums.
///
/// It fails where XML cannot say it: names with control characters, or two registers that keep one fresh value.
///
/// ```
/// use typestar_model::register::{families::fifo, read_register_xml, write_register_xml};
/// let text = write_register_xml(&fifo(2)).unwrap();
/// let read = read_register_xml(&text, "queue").unwrap();
/// assert_eq!((read.name.as_str(), read.locations.len()), ("queue", 3));
/// ```
pub fn write_register_xml(automaton: &RegisterAutomaton) -> Result<String, FormatError> {
    let mut writer = Writer::new(automaton);
    let entries = automaton.transitions.iter().enumerate();
    let transitions: String = each("transitions", entries, |(index, entry)| writer.transition(index, entry))?;
    let sections = [
        writer.alphabet(),
        writer.constants(),
        writer.globals(),
        writer.locations(),
        section(1, "transitions", &transitions),
    ];
    let text = format!("<register-automaton>\n{}</register-automaton>\n", sections.concat());
    match text
        .chars()
        .find(|&letter| letter.is_control() && letter != '\n' || matches!(letter, '\u{fffe}' | '\u{ffff}'))
    {
        Some(letter) => {
            Err(FormatError::general(format!("XML cannot contain {letter:?}: rename what has it in its name")))
        }
        None => Ok(format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{text}")),
    }
}

struct Writer<'a> {
    automaton: &'a RegisterAutomaton,
    /// The names of the types: they tell what the values are.
    types: Vec<String>,
    /// Registers that only carry output values, by name and type.
    helpers: Vec<(String, TypeId)>,
    /// What a location between input and output must not be called.
    locations: BTreeSet<&'a str>,
}

/// One of the two transitions that a transition becomes.
#[derive(Default)]
struct Arrow {
    from: String,
    to: String,
    symbol: String,
    parameters: Vec<String>,
    guard: Option<String>,
    assignments: Vec<(String, String)>,
}

/// Where the values of registers and outputs come from, once outputs are registers.
#[derive(Default)]
struct Plan {
    /// What is set with the input.
    stored: Vec<(String, Term)>,
    /// The registers that take fresh values, with the output.
    fresh: Vec<String>,
    /// The names of the output values.
    given: Vec<String>,
}

impl<'a> Writer<'a> {
    fn new(automaton: &'a RegisterAutomaton) -> Self {
        let locations = automaton.locations.iter().map(|location| location.name.as_str()).collect();
        Self { automaton, types: type_names(automaton), helpers: Vec::new(), locations }
    }

    fn alphabet(&self) -> String {
        let actions = |name, actions: &[Action]| {
            let symbols: String = actions.iter().map(|action| self.symbol(action)).collect();
            section(2, name, &symbols)
        };
        let signature = &self.automaton.signature;
        let parts = [actions("inputs", &signature.inputs), actions("outputs", &signature.outputs)];
        section(1, "alphabet", &parts.concat())
    }

    fn symbol(&self, action: &Action) -> String {
        let name = escaped(&action.name);
        if action.parameters.is_empty() {
            return format!("      <symbol name=\"{name}\"/>\n");
        }
        let parameters = action.parameters.iter().map(|parameter| {
            let data_type = self.type_name(parameter.data_type);
            format!("        <param type=\"{data_type}\" name=\"{}\"/>\n", escaped(&parameter.name))
        });
        format!("      <symbol name=\"{name}\">\n{}      </symbol>\n", parameters.collect::<String>())
    }

    fn type_name(&self, data_type: TypeId) -> String {
        escaped(&self.types[data_type.index()])
    }

    fn constants(&self) -> String {
        let constants = self.automaton.signature.constants.iter().map(|constant| {
            let (data_type, value) = (self.type_name(constant.data_type), escaped(&constant.value.to_string()));
            format!("    <constant type=\"{data_type}\" name=\"{}\">{value}</constant>\n", constant.name)
        });
        section(1, "constants", &constants.collect::<String>())
    }

    /// The registers. Those without a value before the first step get one, which nothing reads.
    fn globals(&self) -> String {
        let registers = self.automaton.registers.iter();
        let registers = registers.map(|register| (&register.name, register.data_type, register.initial.clone()));
        let helpers = self.helpers.iter().map(|(name, data_type)| (name, *data_type, None));
        let variables = registers.chain(helpers).map(|(name, data_type, value)| {
            let value = value.unwrap_or_else(|| match self.automaton.signature.types[data_type.index()].domain {
                Domain::Integer | Domain::Decimal => Value::Integer(0),
                Domain::Text => Value::Text(String::new()),
            });
            let (data_type, value) = (self.type_name(data_type), escaped(&value.to_string()));
            format!("    <variable type=\"{data_type}\" name=\"{name}\">{value}</variable>\n")
        });
        section(1, "globals", &variables.collect::<String>())
    }

    fn locations(&self) -> String {
        let names = self.automaton.locations.iter().map(|location| location.name.clone());
        let between = (0..self.automaton.transitions.len()).map(|index| self.between(index));
        let locations = names.chain(between).enumerate().map(|(index, name)| {
            let initial = if index == 0 { " initial=\"true\"" } else { "" };
            format!("    <location name=\"{}\"{initial}/>\n", escaped(&name))
        });
        section(1, "locations", &locations.collect::<String>())
    }

    /// The location between the input and the output of a transition.
    fn between(&self, index: usize) -> String {
        let mut name = format!("o{index}");
        while self.locations.contains(name.as_str()) {
            name.insert(0, '_');
        }
        name
    }

    fn transition(&mut self, index: usize, transition: &Transition) -> Result<String, String> {
        let plan = self.plan(transition)?;
        let automaton = self.automaton;
        let names = automaton.names(transition.input);
        let guard = names.spelt(&transition.guard, RALIB);
        let input = Arrow {
            from: automaton.locations[transition.from.index()].name.clone(),
            to: self.between(index),
            symbol: automaton.signature.inputs[transition.input.index()].name.clone(),
            guard: Some(guard).filter(|guard| guard != "true"),
            assignments: plan.stored.into_iter().map(|(name, term)| (name, names.show_term(&term))).collect(),
            ..Arrow::default()
        };
        let output = Arrow {
            from: self.between(index),
            to: automaton.locations[transition.to.index()].name.clone(),
            symbol: automaton.signature.outputs[transition.output.index()].name.clone(),
            parameters: plan.given,
            assignments: plan.fresh.into_iter().map(|name| (name, FRESH.to_owned())).collect(),
            ..Arrow::default()
        };
        Ok(input.text() + &output.text())
    }

    fn plan(&mut self, transition: &Transition) -> Result<Plan, String> {
        let mut plan = Plan::default();
        let mut takers: Vec<Vec<RegisterId>> = vec![Vec::new(); transition.values.len()];
        for (register, source) in &transition.assignments {
            let value = match source {
                Source::Output(index) => &transition.values[*index],
                other => other,
            };
            match (value, source) {
                (Source::Term(term), _) => plan.stored.push((self.name(*register), term.clone())),
                (_, Source::Output(index)) => takers[*index].push(*register),
                _ => return Err("only values of outputs are fresh".to_owned()),
            }
        }
        let types = &self.automaton.signature.outputs[transition.output.index()].parameters;
        for (index, value) in transition.values.iter().enumerate() {
            let name = match value {
                Source::Term(term) => self.carrier(transition, &mut plan, term, types[index].data_type),
                _ => match takers[index].as_slice() {
                    [] => self.helper(&plan, types[index].data_type),
                    [register] => self.name(*register),
                    _ => return Err("two registers store one fresh value, which this format cannot express".to_owned()),
                },
            };
            if *value == Source::Fresh {
                plan.fresh.push(name.clone());
            }
            plan.given.push(name);
        }
        Ok(plan)
    }

    fn name(&self, register: RegisterId) -> String {
        self.automaton.registers[register.index()].name.clone()
    }

    /// The register or constant that is a term after the input was taken; a helper if there is none yet.
    fn carrier(&mut self, transition: &Transition, plan: &mut Plan, term: &Term, data_type: TypeId) -> String {
        let is_set = |register| transition.assignments.iter().any(|(set, _)| *set == register);
        match (&term.operand, &term.plus) {
            (Operand::Register(register), None) if !is_set(*register) => return self.name(*register),
            (Operand::Constant(_), None) => {
                return self.automaton.names(transition.input).name(&term.operand).into_owned();
            }
            _ => {}
        }
        if let Some((name, _)) = plan.stored.iter().find(|(_, stored)| stored == term) {
            return name.clone();
        }
        let name = self.helper(plan, data_type);
        plan.stored.push((name.clone(), term.clone()));
        name
    }

    /// A helper register that this transition does not use yet.
    fn helper(&mut self, plan: &Plan, data_type: TypeId) -> String {
        let mut known = self.helpers.iter().filter(|(_, known)| *known == data_type);
        if let Some((name, _)) = known.find(|(name, _)| !plan.uses(name)) {
            return name.clone();
        }
        let mut name = format!("out{}", self.helpers.len() + 1);
        while self.is_taken(&name) {
            name.push('_');
        }
        self.helpers.push((name.clone(), data_type));
        name
    }

    fn is_taken(&self, name: &str) -> bool {
        let signature = &self.automaton.signature;
        let parameters = signature.inputs.iter().flat_map(|action| &action.parameters);
        self.automaton.registers.iter().any(|register| register.name == name)
            || signature.constants.iter().any(|constant| constant.name == name)
            || parameters.into_iter().any(|parameter| parameter.name == name)
    }
}

impl Plan {
    fn uses(&self, name: &str) -> bool {
        self.stored.iter().any(|(stored, _)| stored == name) || self.fresh.iter().any(|fresh| fresh == name)
    }
}

impl Arrow {
    fn text(&self) -> String {
        let (from, to, symbol) = (escaped(&self.from), escaped(&self.to), escaped(&self.symbol));
        let mut text = format!("    <transition from=\"{from}\" to=\"{to}\" symbol=\"{symbol}\"");
        if !self.parameters.is_empty() {
            let _ = write!(text, " params=\"{}\"", self.parameters.join(","));
        }
        if self.guard.is_none() && self.assignments.is_empty() {
            return text + "/>\n";
        }
        text.push_str(">\n");
        if let Some(guard) = &self.guard {
            let _ = writeln!(text, "      <guard>{}</guard>", escaped(guard));
        }
        if !self.assignments.is_empty() {
            let assign =
                |(to, source): &(String, String)| format!("        <assign to=\"{to}\">{}</assign>\n", escaped(source));
            text.push_str(&section(3, "assignments", &self.assignments.iter().map(assign).collect::<String>()));
        }
        text + "    </transition>\n"
    }
}

/// The names of the types, changed where they would tell the wrong domain.
///
/// RALib's types have names only, and a reader guesses the values from them. A name that would be guessed wrong is changed.
fn type_names(automaton: &RegisterAutomaton) -> Vec<String> {
    let types = &automaton.signature.types;
    let named = types.iter().enumerate().map(|(index, data_type)| {
        let mut name = data_type.name.clone();
        if domain_of(&name) != data_type.domain {
            name = match data_type.domain {
                Domain::Integer => format!("int{index}"),
                Domain::Decimal => format!("double{index}"),
                Domain::Text => format!("text{index}"),
            };
            while types.iter().any(|known| known.name == name) {
                name.push('_');
            }
        }
        name
    });
    named.collect()
}

fn section(depth: usize, name: &str, content: &str) -> String {
    let indent = "  ".repeat(depth);
    match content {
        "" => format!("{indent}<{name}/>\n"),
        _ => format!("{indent}<{name}>\n{content}{indent}</{name}>\n"),
    }
}

/// A text as part of an attribute or an element.
fn escaped(text: &str) -> String {
    let named = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;");
    named.replace('\n', "&#10;").replace('\r', "&#13;").replace('\t', "&#9;")
}
