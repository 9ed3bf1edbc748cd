//! The transitions of a register automaton in words.

use typestar_model::Id;
use typestar_model::register::{
    ACCEPT, Guard, LocationId, Operand, REJECT, RegisterAutomaton, RegisterId, Source, Term, Transition,
};

/// One transition in words.
pub(crate) struct Words {
    /// The input with the names of its parameters: `offer(p)`.
    pub input: String,
    /// When it is enabled: `p <= x1`; nothing if always.
    pub guard: String,
    /// The output with where its values come from: `ok(x1)`. None if the target says it, as in acceptors.
    pub output: Option<String>,
    /// What registers are set to: `x1 := p`. Registers that do not matter at the target are left out.
    pub assignments: Vec<String>,
}

impl Words {
    pub fn of(automaton: &RegisterAutomaton, transition: &Transition) -> Self {
        let names = automaton.names(transition.input);
        let guard = &transition.guard;
        let target = &automaton.locations[transition.to.index()];
        let matters = |(register, source): &&(RegisterId, Source)| {
            target.registers.contains(register) && *source != Source::Term(Term::of(Operand::Register(*register)))
        };
        let assignments = transition.assignments.iter().filter(matters).map(|(register, source)| {
            format!("{} := {}", automaton.registers[register.index()].name, names.show_source(source))
        });
        let output = automaton.show_output(transition);
        let verdict = if target.accepting { ACCEPT } else { REJECT };
        Self {
            input: automaton.show_input(transition),
            guard: if *guard == Guard::ALWAYS { String::new() } else { names.show_guard(guard) },
            output: Some(output).filter(|output| !automaton.signature.is_acceptor || output != verdict),
            assignments: assignments.collect(),
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
        let mut line = self.event().join(" ");
        if let Some(output) = &self.output {
            line += &format!(" / {output}");
        }
        if !self.assignments.is_empty() {
            line += &format!("  {}", self.assignments.join(", "));
        }
        line
    }
}

/// A guard in pieces, each with the conjunction that follows it.
pub(crate) fn broken(guard: &str) -> Vec<String> {
    let mut pieces = vec![String::new()];
    for word in guard.split(' ') {
        let piece = pieces.last_mut().expect("there is always a piece");
        if !piece.is_empty() {
            piece.push(' ');
        }
        *piece += word;
        if matches!(word, "and" | "or" | "&&" | "||") {
            pieces.push(String::new());
        }
    }
    pieces
}

/// The name of a location with its registers: `l1 (x1, x2)`.
pub(crate) fn location_name(automaton: &RegisterAutomaton, location: LocationId) -> String {
    automaton.show_location(&automaton.locations[location.index()])
}
