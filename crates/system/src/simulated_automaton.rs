//! Simulated systems with data: a register automaton that answers as if it were real.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_model::register::{
    Action, ActionId, Domain, RegisterAutomaton, RegisterRun, Signature, Transition, with_final_outputs,
};
use typestar_model::{Cursor, ERROR, Id, InputId, Inputs, OUTSIDE, OutputId, Outputs, Plan, Symbol, Value};
use typestar_query::{About, Answer, Symbols, System, SystemError, digest};

/// A register automaton that can be asked. Its inputs are the names of its actions; what is given are symbols with values.
///
/// An input without an enabled transition answers `outside`. A value that the automaton invents is told by its place, as
/// `$2.1`; a later input may use any value that came back by its place. A word ends before one that did not come.
pub struct SimulatedAutomaton {
    automaton: RegisterAutomaton,
    inputs: Inputs,
    /// The transitions by location and input action, in order.
    transitions: Vec<Vec<usize>>,
    outputs: Answered,
    given: Vec<Result<Given, String>>,
    about: About,
}

/// What an input symbol says.
struct Given {
    action: ActionId,
    values: Vec<Value>,
    /// Whether some value is that of an earlier output.
    has_places: bool,
}

/// The outputs so far: values are many, so each symbol is made once.
#[derive(Default)]
struct Answered {
    outputs: Outputs,
    /// For each output action: the outputs by their values.
    known: Vec<HashMap<Vec<Value>, OutputId>>,
    /// What those who ask call each output, and how many outputs they knew when they did not know it.
    theirs: Vec<(Option<OutputId>, usize)>,
}

impl SimulatedAutomaton {
    /// A system that behaves like `automaton`.
    pub fn new(automaton: RegisterAutomaton) -> Self {
        Self::ending_with(automaton, &[])
    }

    /// A system that behaves like `automaton` until one of these outputs ends a word; if there are some, `error` does, too.
    pub fn ending_with(automaton: RegisterAutomaton, errors: &[String]) -> Self {
        let finals: Vec<String> =
            errors.iter().cloned().chain((!errors.is_empty()).then(|| ERROR.to_owned())).collect();
        let automaton = with_final_outputs(&automaton, &finals);
        let signature = &automaton.signature;
        let mut transitions = vec![Vec::new(); automaton.locations.len() * signature.inputs.len()];
        for (index, transition) in automaton.transitions.iter().enumerate() {
            transitions[place(signature, transition.from.index(), transition.input)].push(index);
        }
        let inputs = signature.inputs.iter().map(|action| &action.name).collect();
        let mut outputs = Answered { known: vec![HashMap::new(); signature.outputs.len()], ..Answered::default() };
        outputs.outputs.intern(OUTSIDE);
        let identity = vec![(format!("automaton {}", automaton.name), digest(format!("{automaton:?}").as_bytes()))];
        let about = About { identity, finals: errors.to_vec(), ..About::default() };
        Self { automaton, inputs, transitions, outputs, given: Vec::new(), about }
    }

    /// The automaton itself: the truth for the exact tester.
    pub fn automaton(&self) -> &RegisterAutomaton {
        &self.automaton
    }

    fn learn_symbols(&mut self, symbols: &Symbols) {
        for input in symbols.inputs.ids().skip(self.given.len()) {
            self.given.push(Given::read(symbols.inputs.symbol(input), &self.automaton.signature));
        }
    }

    fn execute(&mut self, plan: &Plan, symbols: &Symbols) -> Result<Answer, String> {
        let mut answer = Answer::default();
        let mut run = RegisterRun::new(&self.automaton);
        let (mut cursor, mut told) = (Cursor::naming(plan, &symbols.outputs), Vec::new());
        while let Some(input) = cursor.next() {
            let given = given(&self.given, input)?;
            let Some(resolved) = given.resolved(&told, &self.automaton.signature)? else { break };
            let among = &self.transitions[place(&self.automaton.signature, run.location().index(), given.action)];
            let among = among.iter().map(|&index| &self.automaton.transitions[index]);
            let stepped = run.step_among(among, &resolved);
            let output = self.outputs.number(&self.automaton.signature, stepped.as_ref())?;
            answer.word.push(input);
            answer.outputs.push(output);
            let known = self.outputs.theirs(output, symbols);
            let Some((_, values)) = stepped.filter(|_| !known.is_some_and(|known| symbols.finals.contains(&known)))
            else {
                break;
            };
            told.push(values);
            match known {
                None if plan.is_adaptive() => cursor.take_text(self.outputs.outputs.text(output)),
                _ => cursor.take(known),
            }
        }
        Ok(answer)
    }
}

/// Where the transitions of a location with an input are.
fn place(signature: &Signature, location: usize, input: ActionId) -> usize {
    location * signature.inputs.len() + input.index()
}

fn given(all: &[Result<Given, String>], input: InputId) -> Result<&Given, String> {
    all[input.index()].as_ref().map_err(String::clone)
}

impl Given {
    fn read(symbol: &Symbol, signature: &Signature) -> Result<Self, String> {
        let found = signature.inputs.iter().position(|action| action.name == symbol.name());
        let Some(index) = found else { return Err(format!("the automaton has no input {symbol}")) };
        let (action, values) = (&signature.inputs[index], symbol.values());
        let (given, wanted) = (values.len(), action.parameters.len());
        if given != wanted {
            return Err(format!("{symbol}: {} takes {wanted} values, not {given}", action.name));
        }
        check_types(values, action, signature)?;
        let has_places = values.iter().any(|value| matches!(value, Value::Returned { .. }));
        Ok(Self { action: ActionId::new(index), values: values.to_vec(), has_places })
    }

    /// The values with those that came back in their places; none if one of them did not come.
    fn resolved(&self, told: &[Vec<Value>], signature: &Signature) -> Result<Option<Cow<'_, [Value]>>, String> {
        if !self.has_places {
            return Ok(Some(Cow::Borrowed(&self.values)));
        }
        let of = |value: &Value| match value {
            Value::Returned { step, value: at } => came_back(told, *step, *at).cloned(),
            _ => Some(value.clone()),
        };
        let Some(values) = self.values.iter().map(of).collect::<Option<Vec<_>>>() else { return Ok(None) };
        check_types(&values, &signature.inputs[self.action.index()], signature)?;
        Ok(Some(Cow::Owned(values)))
    }
}

/// A value of an earlier output; without a position it is the only one.
fn came_back(told: &[Vec<Value>], step: u32, at: Option<u32>) -> Option<&Value> {
    let values = told.get(step as usize - 1)?;
    match at {
        Some(at) => values.get(at as usize - 1),
        None => values.first().filter(|_| values.len() == 1),
    }
}

fn check_types(values: &[Value], action: &Action, signature: &Signature) -> Result<(), String> {
    for (value, parameter) in values.iter().zip(&action.parameters) {
        let data_type = &signature.types[parameter.data_type.index()];
        if !data_type.domain.holds(value) {
            let (action, name, kind) = (&action.name, &parameter.name, kind(data_type.domain));
            return Err(format!("{action}: {value} is not valid for {name}: type {} has {kind}", data_type.name));
        }
    }
    Ok(())
}

fn kind(domain: Domain) -> &'static str {
    match domain {
        Domain::Integer => "integers, like 3",
        Domain::Decimal => "decimals, like 3.0",
        Domain::Text => "texts, like \"a\"",
    }
}

impl Answered {
    /// Our number of the output of a step; without a step it is `outside`.
    fn number(&mut self, signature: &Signature, step: Option<&(&Transition, Vec<Value>)>) -> Result<OutputId, String> {
        let Some((transition, values)) = step else { return Ok(OutputId::new(0)) };
        let known = &mut self.known[transition.output.index()];
        if let Some(output) = known.get(values.as_slice()) {
            return Ok(*output);
        }
        let name = &signature.outputs[transition.output.index()].name;
        let symbol = Symbol::new(name, values.clone()).map_err(|error| error.to_string())?;
        let output = self.outputs.intern_symbol(symbol);
        known.insert(values.clone(), output);
        Ok(output)
    }

    /// What those who ask call an output, if they know it.
    fn theirs(&mut self, output: OutputId, symbols: &Symbols) -> Option<OutputId> {
        self.theirs.resize(self.outputs.len(), (None, 0));
        let (known, of) = &mut self.theirs[output.index()];
        if known.is_none() && *of != symbols.outputs.len() {
            (*known, *of) = (symbols.outputs.get(self.outputs.text(output)), symbols.outputs.len());
        }
        *known
    }
}

impl System for SimulatedAutomaton {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs.outputs
    }

    fn begin(&mut self, _: &Arc<AtomicBool>) {
        self.given.clear();
        self.outputs.theirs.clear();
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        self.learn_symbols(symbols);
        for plan in plans {
            answers.push(self.execute(plan, symbols).map_err(SystemError::Failed)?);
        }
        Ok(())
    }

    fn about(&self) -> &About {
        &self.about
    }
}
