//! Whether a learned model answers as the truth does.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use typestar_model::register::{Action, RegisterAutomaton, RegisterRun, TypeId};
use typestar_model::{Id as _, InputId, Learned, Mealy, Model, OutputId, Symbol, Value};

use super::truth::{Trace, Truth};

/// What a model says instead of an output where it has no transition.
const NOTHING: &str = "nothing";

/// The shortest word on which model and truth differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The word, as people read it.
    pub word: String,
    /// What the model answers to its last input.
    pub model: String,
    /// What the truth answers.
    pub truth: String,
}

/// The first step of a trace that a model gets wrong, and what the model says there.
struct Slip {
    place: usize,
    said: String,
}

/// The shortest word on which a model differs from the truth; none if it agrees on all of them.
pub fn difference(model: &Model, truth: &Truth) -> Result<Option<Difference>> {
    match model {
        Model::Machine(Learned { machine, .. }) => {
            let inputs = inputs_of(machine, truth)?;
            Ok(shortest(truth, |trace| slip_of_machine(machine, &inputs, truth, trace)))
        }
        Model::Registers(automaton) => Ok(shortest(truth, |trace| Following::new(automaton, truth).slip(trace))),
        Model::Guarded(_) => bail!("a guarded model does not say what is answered"),
    }
}

fn shortest(truth: &Truth, slip: impl Fn(&Trace) -> Option<Slip>) -> Option<Difference> {
    let slips = truth.traces.iter().filter_map(|trace| Some((trace, slip(trace)?)));
    slips.min_by_key(|(_, slip)| slip.place).map(|(trace, slip)| described(truth, trace, slip))
}

fn described(truth: &Truth, trace: &Trace, Slip { place, said }: Slip) -> Difference {
    let word: Vec<&str> = trace.word[..=place].iter().map(|&input| truth.symbols.inputs.text(input)).collect();
    Difference { word: shown(&word), model: said, truth: truth.outputs.text(trace.outputs[place]).to_owned() }
}

/// A word in which repeated inputs and pairs are counted: `33*put get`, `48*(put get)`.
fn shown(word: &[&str]) -> String {
    let mut parts = Vec::new();
    let mut rest = word;
    while !rest.is_empty() {
        let rounds =
            |width: usize| rest.chunks(width).take_while(|chunk| *chunk == &rest[..width.min(rest.len())]).count();
        let width = if rounds(1) == 1 && rest.len() >= 2 && rounds(2) > 1 { 2 } else { 1 };
        let (count, part) = (rounds(width), rest[..width].join(" "));
        parts.push(match (count, width) {
            (1, _) => part,
            (_, 1) => format!("{count}*{part}"),
            _ => format!("{count}*({part})"),
        });
        rest = &rest[count * width..];
    }
    parts.join(" ")
}

/// The inputs of the words in the numbers of the machine.
fn inputs_of(machine: &Mealy, truth: &Truth) -> Result<Vec<InputId>> {
    let texts = truth.symbols.inputs.texts().iter();
    texts.map(|text| machine.inputs().get(text).with_context(|| format!("the model has no input {text}"))).collect()
}

fn slip_of_machine(machine: &Mealy, inputs: &[InputId], truth: &Truth, trace: &Trace) -> Option<Slip> {
    let mut state = machine.initial();
    for (place, (input, output)) in trace.word.iter().zip(&trace.outputs).enumerate() {
        match machine.step(state, inputs[input.index()]) {
            Some((said, next)) if machine.outputs().text(said) == truth.outputs.text(*output) => state = next,
            other => {
                let said = other.map_or(NOTHING, |(said, _)| machine.outputs().text(said)).to_owned();
                return Some(Slip { place, said });
            }
        }
    }
    None
}

/// A register automaton that follows a trace. What it invents has no value, only a place (`$2.1`): it agrees with any value
/// that is new there, and from then on with this one.
struct Following<'a> {
    automaton: &'a RegisterAutomaton,
    truth: &'a Truth,
    run: RegisterRun<'a>,
    /// Values of each type that are no news.
    known: BTreeMap<TypeId, Vec<Value>>,
    /// The values of the places.
    invented: BTreeMap<Value, Value>,
}

impl<'a> Following<'a> {
    fn new(automaton: &'a RegisterAutomaton, truth: &'a Truth) -> Self {
        let mut known: BTreeMap<TypeId, Vec<Value>> = BTreeMap::new();
        for constant in &automaton.signature.constants {
            known.entry(constant.data_type).or_default().push(constant.value.clone());
        }
        Self { automaton, truth, run: RegisterRun::new(automaton), known, invented: BTreeMap::new() }
    }

    fn slip(mut self, trace: &Trace) -> Option<Slip> {
        let mut steps = trace.word.iter().zip(&trace.outputs).enumerate();
        steps.find_map(|(place, (&input, &output))| Some(Slip { place, said: self.step(input, output)? }))
    }

    /// What the automaton says if that is not what the truth says.
    fn step(&mut self, input: InputId, output: OutputId) -> Option<String> {
        let (input, output) = (self.truth.symbols.inputs.symbol(input), self.truth.outputs.symbol(output));
        let signature = &self.automaton.signature;
        self.note(&signature.inputs, input);
        let action = signature.input_named(input.name(), input.values().len());
        let Some(said) = action.and_then(|action| self.run.step(action, input.values())) else {
            return Some(NOTHING.to_owned());
        };
        let said = said.output;
        let is_same = self.is_same(&said, output);
        self.note(&signature.outputs, output);
        (!is_same).then(|| said.text().to_owned())
    }

    fn is_same(&mut self, said: &Symbol, output: &Symbol) -> bool {
        if said.name() != output.name() || said.values().len() != output.values().len() {
            return false;
        }
        let types = types_of(&self.automaton.signature.outputs, output);
        let mut values = said.values().iter().zip(output.values()).enumerate();
        values.all(|(index, (said, value))| match said {
            Value::Returned { .. } => self.is_invented(said, value, types.get(index).copied()),
            _ => said == value,
        })
    }

    /// Whether a value of the truth may be what the automaton calls by a place.
    fn is_invented(&mut self, place: &Value, value: &Value, of: Option<TypeId>) -> bool {
        if let Some(known) = self.invented.get(place) {
            return known == value;
        }
        let is_news = of.and_then(|of| self.known.get(&of)).is_none_or(|known| !known.contains(value));
        self.invented.insert(place.clone(), value.clone());
        is_news
    }

    /// Takes note of the values of a symbol.
    fn note(&mut self, actions: &[Action], symbol: &Symbol) {
        for (of, value) in types_of(actions, symbol).into_iter().zip(symbol.values()) {
            if !matches!(value, Value::Returned { .. }) {
                self.known.entry(of).or_default().push(value.clone());
            }
        }
    }
}

/// The types of the values of a symbol; none if it is not declared like this.
fn types_of(actions: &[Action], symbol: &Symbol) -> Vec<TypeId> {
    let is_it = |action: &&Action| action.name == symbol.name() && action.parameters.len() == symbol.values().len();
    let parameters = actions.iter().find(is_it).map_or(&[][..], |action| &action.parameters);
    parameters.iter().map(|parameter| parameter.data_type).collect()
}

#[cfg(test)]
mod tests {
    use typestar_model::register::read_register_json;
    use typestar_model::{Outputs, read_dot};
    use typestar_query::Symbols;

    use super::*;

    /// A truth that was asked these words; each step is an input and an output.
    fn truth(words: &[&[(&str, &str)]]) -> Truth {
        let (mut symbols, mut outputs) = (Symbols::default(), Outputs::default());
        let mut trace = |word: &&[(&str, &str)]| Trace {
            word: word.iter().map(|(input, _)| symbols.inputs.intern(input)).collect(),
            outputs: word.iter().map(|(_, output)| outputs.intern(output)).collect(),
        };
        let traces = words.iter().map(&mut trace).collect();
        Truth { symbols, outputs, traces }
    }

    fn machine(dot: &str) -> Model {
        Model::Machine(Learned::imported("one", read_dot(dot).unwrap()))
    }

    #[test]
    fn the_shortest_difference_of_a_machine_is_told() {
        let model = machine("digraph g { s0 -> s0 [label=\"put / ok\"]; s0 -> s0 [label=\"get / empty\"]; }");
        let (put, get) = (("put", "ok"), ("get", "empty"));
        assert_eq!(difference(&model, &truth(&[&[put, get], &[get]])).unwrap(), None);
        let found = difference(&model, &truth(&[&[put, put, put, ("put", "full")], &[put, put, ("get", "item")]]));
        let Difference { word, model, truth } = found.unwrap().unwrap();
        assert_eq!((word.as_str(), model.as_str(), truth.as_str()), ("2*put get", "empty", "item"));
    }

    #[test]
    fn a_missing_transition_inside_the_purpose_is_a_difference() {
        let model = machine("digraph g { s0 -> s1 [label=\"put / ok\"]; }");
        let found = difference(&model, &truth(&[&[("put", "ok"), ("put", "ok")]])).unwrap().unwrap();
        assert_eq!((found.word.as_str(), found.model.as_str()), ("2*put", NOTHING));
    }

    /// Gives a new identity for each `make`, and knows the last one.
    const MAKER: &str = r#"{"format": "typestar-register-automaton", "version": 1, "name": "maker",
        "types": {"id": "integer"},
        "inputs": [{"name": "make"}, {"name": "last"}],
        "outputs": [{"name": "id", "parameters": [{"name": "q", "type": "id"}]}, {"name": "none"}],
        "registers": [{"name": "x", "type": "id"}],
        "locations": [{"name": "l0"}, {"name": "l1", "registers": ["x"]}],
        "transitions": [
            {"from": "l0", "input": "last", "output": "none", "to": "l0"},
            {"from": "l0", "input": "make", "output": "id(fresh)", "assign": {"x": "output 1"}, "to": "l1"},
            {"from": "l1", "input": "last", "output": "id(x)", "to": "l1"},
            {"from": "l1", "input": "make", "output": "id(fresh)", "assign": {"x": "output 1"}, "to": "l1"}]}"#;

    #[test]
    fn invented_values_agree_by_their_places() {
        let model = Model::Registers(read_register_json(MAKER).unwrap());
        let agrees = |word: &[(&str, &str)]| difference(&model, &truth(&[word])).unwrap().is_none();
        assert!(agrees(&[("last", "none"), ("make", "id(7)"), ("make", "id(9)"), ("last", "id(9)")]));
        assert!(!agrees(&[("make", "id(7)"), ("make", "id(9)"), ("last", "id(7)")]));
        assert!(!agrees(&[("make", "id(7)"), ("make", "id(7)")]), "the second is not new");
        assert!(!agrees(&[("make", "none")]));
    }

    #[test]
    fn repeated_inputs_and_pairs_are_counted() {
        assert_eq!(shown(&["a", "a", "b"]), "2*a b");
        assert_eq!(shown(&["a", "b", "a", "b", "a"]), "2*(a b) a");
        assert_eq!(shown(&["a"]), "a");
    }
}
