//! Systems with data, seen through their types: what they invent is called by its place.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_learn::Observed;
use typestar_learn::register::theory::Shape;
use typestar_model::register::{Action, TypeId};
use typestar_model::{Evidence, Id, InputId, Inputs, OutputId, Outputs, Plan, Symbol, Value};

use crate::case::Case;
use crate::run::registers::data::{Data, in_domain};
use crate::session::alternatives::Callins;
use crate::system::{About, Answer, Symbols, System, SystemError, Taker, run_in_order};

/// A system whose outputs have the values of their types.
///
/// A value of a type that is only compared by equality, which the execution has not shown before and which is no
/// constant, is invented: an id, a token. It may be another one in each execution, so it is kept by its place, `$2.1`,
/// here and wherever it comes back; the value itself is evidence. Plans are words: no choice depends on such a value.
pub(crate) struct Typed<'a> {
    system: &'a mut dyn System,
    data: Data,
    callins: Callins,
    inputs: Inputs,
    outputs: Outputs,
}

impl<'a> Typed<'a> {
    /// Those who ask choose the values of inputs. The case says which of them stand for several snippets.
    pub(crate) fn new(system: &'a mut dyn System, data: &Data, case: &Case) -> Self {
        let (inputs, callins) = (system.inputs().clone(), Callins::of_case(&case.inputs));
        Self { system, data: data.clone(), callins, inputs, outputs: Outputs::default() }
    }

    /// The inputs have values: each has some that were never seen, and once more others.
    pub(crate) fn sampled(system: &'a mut dyn System, data: &Data, case: &Case) -> Self {
        let mut inputs = Inputs::default();
        for action in &data.signature.inputs {
            for name in case.inputs.snippets(&action.name) {
                let snippet = Action { name: name.clone(), parameters: action.parameters.clone() };
                for call in data.fresh_calls(&snippet, 2) {
                    inputs.intern_symbol(call);
                }
            }
        }
        Self { inputs, ..Self::new(system, data, case) }
    }
}

/// Gives the outputs of an answer, which are numbers of `said`, the values of their types; then they are numbers of
/// `outputs`.
fn translate(
    answer: &mut Answer,
    (symbols, said): (&Symbols, &Outputs),
    (data, callins): (&Data, &Callins),
    outputs: &mut Outputs,
) {
    let mut shown = Shown::new(data);
    for place in 0..answer.outputs.len() {
        let snippet = symbols.inputs.symbol(answer.word[place]);
        shown.give(&callins.input(snippet));
        let said = callins.output(snippet.name(), said.symbol(answer.outputs[place]));
        let (output, invented) = shown.take(&said, place + 1);
        answer.outputs[place] = outputs.intern_symbol(output);
        if !invented.is_empty() {
            answer.evidence.resize(answer.word.len(), Evidence::default());
            answer.evidence[place].values.extend(invented);
        }
    }
}

/// The values that an execution has shown so far.
struct Shown<'a> {
    data: &'a Data,
    /// Those of each type that are no news.
    known: Vec<Vec<Value>>,
    /// What was invented of each type, and what it is called.
    invented: Vec<Vec<(Value, Value)>>,
}

impl<'a> Shown<'a> {
    fn new(data: &'a Data) -> Self {
        Self { data, known: data.constants(), invented: vec![Vec::new(); data.signature.types.len()] }
    }

    /// Takes note of an input. What it gives back by its place is known already.
    fn give(&mut self, input: &Symbol) {
        for (data_type, value) in typed(&self.data.signature.inputs, input) {
            if !matches!(value, Value::Returned { .. }) {
                self.known[data_type.index()].push(value.clone());
            }
        }
    }

    /// The output of a step, and what is invented in it.
    fn take(&mut self, said: &Symbol, step: usize) -> (Symbol, Vec<(String, Value)>) {
        let mut invented = Vec::new();
        let types = typed(&self.data.signature.outputs, said);
        if types.is_empty() {
            return (said.clone(), invented);
        }
        let mut values = Vec::with_capacity(types.len());
        for (index, (data_type, value)) in types.into_iter().enumerate() {
            let value = in_domain(value, self.data.signature.types[data_type.index()].domain);
            let place = Value::Returned { step: step as u32, value: Some(index as u32 + 1) };
            let name = self.name(data_type, &value, &place);
            if name == place && value != place {
                invented.push((place.to_string(), value));
            }
            values.push(name);
        }
        (Symbol::new(said.name(), values).unwrap_or_else(|_| said.clone()), invented)
    }

    /// What a value of an output is called: itself, or the place where it was invented, which may be this one.
    fn name(&mut self, data_type: TypeId, value: &Value, place: &Value) -> Value {
        let index = data_type.index();
        let is_compared = self.data.theory(data_type).shape() == Shape::Flat;
        let fits = self.data.signature.types[index].domain.holds(value);
        let is_named = matches!(value, Value::Returned { .. });
        if is_named || !is_compared || !fits || self.known[index].contains(value) {
            return value.clone();
        }
        if let Some((_, name)) = self.invented[index].iter().find(|(invented, _)| invented == value) {
            return name.clone();
        }
        self.invented[index].push((value.clone(), place.clone()));
        place.clone()
    }
}

/// The values of a symbol with their types; none if it is not declared like this.
pub(crate) fn typed<'s>(actions: &[Action], symbol: &'s Symbol) -> Vec<(TypeId, &'s Value)> {
    let is_it = |action: &&Action| action.name == symbol.name() && action.parameters.len() == symbol.values().len();
    let parameters = actions.iter().find(is_it).map_or(&[][..], |action| &action.parameters);
    parameters.iter().map(|parameter| parameter.data_type).zip(symbol.values()).collect()
}

/// What the system invents in each step of an observed word, counted from 1.
pub(crate) fn invented(data: &Data, observed: Observed, word: &[InputId]) -> Vec<Vec<(TypeId, Value)>> {
    let outputs = observed.tree.outputs_of(word).unwrap_or_default();
    let of_step = |(step, output): (u32, OutputId)| {
        let values = typed(&data.signature.outputs, observed.outputs.symbol(output)).into_iter();
        let is_new = |value: &Value| matches!(value, Value::Returned { step: of, .. } if *of == step);
        values.filter(|(_, value)| is_new(value)).map(|(of, value)| (of, value.clone())).collect()
    };
    (1..).zip(outputs).map(of_step).collect()
}

impl System for Typed<'_> {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        run_in_order(self, plans, symbols, answers)
    }

    fn run_at_once(&mut self, plans: &[Plan], symbols: &Symbols, taker: Taker) -> Result<(), SystemError> {
        let (names, outputs) = ((&self.data, &self.callins), &mut self.outputs);
        self.system.run_at_once(plans, symbols, &mut |mut answers, said| {
            answers.iter_mut().for_each(|(_, answer)| translate(answer, (symbols, said), names, outputs));
            taker(answers, outputs)
        })
    }

    fn copies(&self) -> usize {
        self.system.copies()
    }

    fn begin(&mut self, interrupt: &Arc<AtomicBool>) {
        self.system.begin(interrupt);
    }

    fn about(&self) -> &About {
        self.system.about()
    }

    fn troubles(&self) -> &[String] {
        self.system.troubles()
    }
}
