//! The transitions of a register automaton in words.

use typestar_model::Id;
use typestar_model::register::{
    Action, Addend, Comparison, Guard, LocationId, Operand, RegisterAutomaton, Source, Term, Transition,
};

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
        let signature = &automaton.signature;
        let (input, output) =
            (&signature.inputs[transition.input.index()], &signature.outputs[transition.output.index()]);
        let names = Names { automaton, input, output };
        let parameters = input.parameters.iter().map(|parameter| parameter.name.clone()).collect();
        let values =
            (transition.values.iter().enumerate()).map(|(index, source)| names.output(index, source)).collect();
        let assigned = |(register, source): &(_, Source)| {
            format!("{} := {}", names.operand(&Operand::Register(*register)), names.source(source))
        };
        Self {
            input: call(&input.name, parameters),
            guard: if transition.guard == Guard::ALWAYS { String::new() } else { names.guard(&transition.guard) },
            output: call(&output.name, values),
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

struct Names<'a> {
    automaton: &'a RegisterAutomaton,
    input: &'a Action,
    output: &'a Action,
}

impl Names<'_> {
    fn operand(&self, operand: &Operand) -> String {
        match operand {
            Operand::Register(register) => self.automaton.registers[register.index()].name.clone(),
            Operand::Parameter(index) => self.input.parameters[*index].name.clone(),
            Operand::Constant(constant) => self.automaton.signature.constants[constant.index()].name.clone(),
            Operand::Literal(value) => value.to_string(),
        }
    }

    fn term(&self, term: &Term) -> String {
        let operand = self.operand(&term.operand);
        match &term.plus {
            None => operand,
            Some(Addend::Operand(other)) => format!("{operand} + {}", self.operand(other)),
            Some(Addend::Number(number)) => match number.to_string().strip_prefix('-') {
                Some(less) => format!("{operand} - {less}"),
                None => format!("{operand} + {number}"),
            },
        }
    }

    fn guard(&self, guard: &Guard) -> String {
        let joined = |parts: &[Guard], word: &str| {
            parts.iter().map(|part| self.guard(part)).collect::<Vec<_>>().join(&format!(" {word} "))
        };
        match guard {
            Guard::All(parts) => joined(parts, "and"),
            Guard::Any(parts) => joined(parts, "or"),
            Guard::Compare(left, comparison, right) => {
                let sign = match comparison {
                    Comparison::Equal => "=",
                    Comparison::NotEqual => "!=",
                    Comparison::Less => "<",
                    Comparison::AtMost => "<=",
                    Comparison::More => ">",
                    Comparison::AtLeast => ">=",
                };
                format!("{} {sign} {}", self.term(left), self.term(right))
            }
        }
    }

    /// Where a register gets its value from.
    fn source(&self, source: &Source) -> String {
        match source {
            Source::Term(term) => self.term(term),
            Source::Fresh => "fresh".to_owned(),
            Source::Output(index) => self.output.parameters[*index].name.clone(),
        }
    }

    /// A value of the output. What the system invents is named, so that a register can be set to it.
    fn output(&self, index: usize, source: &Source) -> String {
        match source {
            Source::Fresh => format!("fresh {}", self.output.parameters[index].name),
            other => self.source(other),
        }
    }
}
