//! The transitions of a register automaton in words.

use typestar_model::Id;
use typestar_model::register::{Guard, LocationId, RegisterAutomaton, RegisterId, Source, Transition};

/// One transition in words.
pub(crate) struct Words {
    /// The input with the names of its parameters: `offer(p)`.
    pub input: String,
    /// When it is enabled: `p <= x1`; nothing if always.
    pub guard: String,
    /// The output with where its values come from: `ok(x1)`.
    pub output: String,
    /// What registers are set to: `x1 := p`.
    pub assignments: Vec<String>,
}

impl Words {
    pub fn of(automaton: &RegisterAutomaton, transition: &Transition) -> Self {
        let names = automaton.names(transition.input);
        let signature = &automaton.signature;
        let (input, output) =
            (&signature.inputs[transition.input.index()], &signature.outputs[transition.output.index()]);
        // what the system invents is named, so that a register can be set to it
        let value = |(index, source): (usize, &Source)| match source {
            Source::Fresh => format!("fresh {}", output.parameters[index].name),
            other => names.show_source(other),
        };
        let assigned = |(register, source): &(RegisterId, Source)| {
            let source = match source {
                Source::Output(index) => output.parameters[*index].name.clone(),
                other => names.show_source(other),
            };
            format!("{} := {source}", automaton.registers[register.index()].name)
        };
        Self {
            input: call(&input.name, input.parameters.iter().map(|parameter| parameter.name.clone()).collect()),
            guard: if transition.guard == Guard::ALWAYS { String::new() } else { names.show_guard(&transition.guard) },
            output: call(&output.name, transition.values.iter().enumerate().map(value).collect()),
            assignments: transition.assignments.iter().map(assigned).collect(),
        }
    }

    /// The guard in brackets, in pieces between which a line may be broken: `[p > x1 and`, `p < x2]`.
    pub fn guard(&self) -> Vec<String> {
        if self.guard.is_empty() { Vec::new() } else { broken(&format!("[{}]", self.guard)) }
    }

    /// The input and its guard, in such pieces.
    pub fn event(&self) -> Vec<String> {
        [self.input.clone()].into_iter().chain(self.guard()).collect()
    }

    /// All of it on one line.
    pub fn line(&self) -> String {
        let mut line = format!("{} / {}", self.event().join(" "), self.output);
        if !self.assignments.is_empty() {
            line += &format!("  {}", self.assignments.join(", "));
        }
        line
    }
}

/// A guard in pieces, each with the conjunction that follows it.
fn broken(guard: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for word in guard.split(' ') {
        let piece = pieces.last_mut().expect("there is always a piece");
        if !piece.is_empty() {
            piece.push(' ');
        }
        *piece += word;
        if matches!(word, "and" | "or") {
            pieces.push(String::new());
        }
    }
    pieces
}

/// The name of a location with its registers: `l1 (x1, x2)`.
pub(crate) fn location_name(automaton: &RegisterAutomaton, location: LocationId) -> String {
    let location = &automaton.locations[location.index()];
    let registers: Vec<&str> =
        location.registers.iter().map(|register| automaton.registers[register.index()].name.as_str()).collect();
    match registers.is_empty() {
        true => location.name.clone(),
        false => format!("{} ({})", location.name, registers.join(", ")),
    }
}

/// A name, and in parentheses what it is called with, if anything.
fn call(name: &str, values: Vec<String>) -> String {
    if values.is_empty() { name.to_owned() } else { format!("{name}({})", values.join(", ")) }
}
