//! Random register automata, and what they answer.

use typestar_model::register::{
    Action, ActionId, Addend, Comparison, Constant, ConstantId, DataType, Domain, Guard, Location, LocationId, Operand,
    Parameter, Register, RegisterAutomaton, RegisterId, RegisterRun, Signature, Source, Term, Transition, TypeId,
    live_registers,
};
use typestar_model::{Decimal, Id, Random, Step, Symbol, Value};

const DOMAINS: [Domain; 3] = [Domain::Integer, Domain::Decimal, Domain::Text];

/// A value of a type: few of them, so that equal ones meet.
pub fn value(random: &mut Random, data_type: TypeId) -> Value {
    let number = random.below(9) as i64 - 3;
    match DOMAINS[data_type.index()] {
        Domain::Integer => Value::Integer(number),
        Domain::Decimal => Value::Decimal(Decimal::new(number as f64 / 2.0).unwrap()),
        Domain::Text => Value::Text(["a", "b", "a \"b\", (c)", "ä"][number.unsigned_abs() as usize % 4].to_owned()),
    }
}

fn parameters(random: &mut Random, name: &str) -> Vec<Parameter> {
    let count = random.geometric(1).min(3);
    let parameter = |index| Parameter { name: format!("{name}{index}"), data_type: TypeId::new(random.below(3)) };
    (0..count).map(parameter).collect()
}

fn actions(random: &mut Random, names: &[&str], parameter: &str) -> Vec<Action> {
    let action = |name: &&str| Action { name: (*name).to_owned(), parameters: parameters(random, parameter) };
    names.iter().map(action).collect()
}

/// The automaton of a seed.
pub fn random_automaton(seed: u64) -> RegisterAutomaton {
    let random = &mut Random::new(seed);
    let types = ["id", "double", "text"].iter().zip(DOMAINS);
    let types = types.map(|(name, domain)| DataType { name: (*name).to_owned(), domain }).collect();
    let values = [Value::Integer(20), Value::Decimal(Decimal::new(20.5).unwrap()), Value::Text("constant".to_owned())];
    let constants = values.into_iter().enumerate().map(|(index, value)| Constant {
        name: format!("c{index}"),
        data_type: TypeId::new(index),
        value,
    });
    let is_acceptor = random.once_in(4);
    let inputs = actions(random, &["offer", "poll", "a-b(c"], "p");
    let outputs = match is_acceptor {
        true => Signature::outputs_of_acceptor(),
        false => actions(random, &["ok", "out", "poll"], "q"),
    };
    let signature = Signature { types, constants: constants.collect(), inputs, outputs, is_acceptor };
    let register = |index: usize| Register {
        name: format!("x{index}"),
        data_type: TypeId::new(index % 3),
        initial: Some(value(random, TypeId::new(index % 3))),
    };
    let registers: Vec<Register> = (0..6).map(register).collect();
    let location = |index| Location {
        name: format!("l{index}"),
        accepting: !is_acceptor || random.once_in(2),
        registers: Vec::new(),
    };
    let locations: Vec<Location> = (0..4).map(location).collect();
    let name = format!("random {seed}");
    let mut automaton =
        RegisterAutomaton { name, signature, registers, locations, transitions: Vec::new(), finished: true };
    let transitions = (0..random.between(5, 40)).map(|_| transition(random, &automaton)).collect();
    automaton.transitions = transitions;
    let live = live_registers(&automaton);
    automaton.locations.iter_mut().zip(live).for_each(|(location, live)| location.registers = live);
    automaton
}

fn transition(random: &mut Random, automaton: &RegisterAutomaton) -> Transition {
    let signature = &automaton.signature;
    let input = ActionId::new(random.below(signature.inputs.len()));
    let to = LocationId::new(random.below(4));
    let output = match (signature.is_acceptor, automaton.locations[to.index()].accepting) {
        (true, accepting) => usize::from(!accepting),
        (false, _) => random.below(signature.outputs.len()),
    };
    let given = &signature.outputs[output].parameters;
    let term = |random: &mut Random, data_type| Source::Term(term(random, automaton, input, data_type));
    let values = given.iter().map(|parameter| match random.once_in(5) {
        true => Source::Fresh,
        false => term(random, parameter.data_type),
    });
    let values: Vec<Source> = values.collect();
    let mut assignments = Vec::new();
    for (index, register) in automaton.registers.iter().enumerate().filter(|(index, _)| index % 2 == 0) {
        let of_output = given.iter().position(|parameter| parameter.data_type == register.data_type);
        match (random.below(4), of_output) {
            (0, Some(output)) => assignments.push((RegisterId::new(index), Source::Output(output))),
            (0 | 1, _) => assignments.push((RegisterId::new(index), term(random, register.data_type))),
            _ => {}
        }
    }
    let guard = if random.once_in(3) { Guard::ALWAYS } else { guard(random, automaton, input, 2) };
    let witness = if random.once_in(9) { vec![Step::new("poll", "ok")] } else { Vec::new() };
    Transition {
        from: LocationId::new(random.below(4)),
        input,
        guard,
        output: ActionId::new(output),
        values,
        assignments,
        to,
        witness,
    }
}

/// A guard for an input, with alternatives and conjunctions nested this deep.
pub fn guard(random: &mut Random, automaton: &RegisterAutomaton, input: ActionId, depth: usize) -> Guard {
    let kind = if depth == 0 { 2 } else { random.below(4) };
    let parts = |random: &mut Random| {
        let count = random.below(4);
        (0..count).map(|_| guard(random, automaton, input, depth - 1)).collect()
    };
    match kind {
        0 => Guard::All(parts(random)),
        1 => Guard::Any(parts(random)),
        _ => comparison(random, automaton, input),
    }
}

fn comparison(random: &mut Random, automaton: &RegisterAutomaton, input: ActionId) -> Guard {
    use Comparison::{AtLeast, AtMost, Equal, Less, More, NotEqual};
    let data_type = TypeId::new(random.below(3));
    let signs = [Equal, NotEqual, Less, AtMost, More, AtLeast];
    let sign = signs[random.below(if DOMAINS[data_type.index()] == Domain::Text { 2 } else { 6 })];
    let [left, right] = [(); 2].map(|()| term(random, automaton, input, data_type));
    Guard::Compare(left, sign, right)
}

fn operand(random: &mut Random, automaton: &RegisterAutomaton, input: ActionId, data_type: TypeId) -> Operand {
    let parameters = &automaton.signature.inputs[input.index()].parameters;
    let parameter = parameters.iter().position(|parameter| parameter.data_type == data_type);
    match (random.below(6), parameter) {
        (0..=2, Some(parameter)) => Operand::Parameter(parameter),
        (3, _) => Operand::Constant(ConstantId::new(data_type.index())),
        _ => Operand::Register(RegisterId::new(data_type.index() + 3 * random.below(2))),
    }
}

fn term(random: &mut Random, automaton: &RegisterAutomaton, input: ActionId, data_type: TypeId) -> Term {
    if random.once_in(6) {
        return Term::of(Operand::Literal(value(random, data_type)));
    }
    let first = operand(random, automaton, input, data_type);
    let is_text = DOMAINS[data_type.index()] == Domain::Text;
    let number = value(random, data_type);
    let plus = match random.below(6) {
        2 if !is_text && !matches!(number.to_string().as_str(), "0" | "0.0") => {
            Some(Addend::Both(operand(random, automaton, input, data_type), number))
        }
        0 if !is_text && !matches!(number.to_string().as_str(), "0" | "0.0") => Some(Addend::Number(number)),
        1 if !is_text => Some(Addend::Operand(operand(random, automaton, input, data_type))),
        _ => None,
    };
    Term { operand: first, plus }
}

/// A word for the inputs of an automaton.
pub fn random_word(random: &mut Random, automaton: &RegisterAutomaton, length: usize) -> Vec<(ActionId, Vec<Value>)> {
    let inputs = &automaton.signature.inputs;
    let mut step = |_| {
        let input = random.below(inputs.len());
        let values = inputs[input].parameters.iter().map(|parameter| {
            let domain = automaton.signature.types[parameter.data_type.index()].domain;
            value(random, TypeId::new(DOMAINS.iter().position(|known| *known == domain).unwrap()))
        });
        (ActionId::new(input), values.collect())
    };
    (0..length).map(&mut step).collect()
}

/// What an automaton answers to a word; nothing from the first input on that it does not take.
pub fn answers(automaton: &RegisterAutomaton, word: &[(ActionId, Vec<Value>)]) -> Vec<Option<Symbol>> {
    let mut run = RegisterRun::new(automaton);
    word.iter().map(|(input, values)| run.step(*input, values).map(|stepped| stepped.output)).collect()
}

/// Whether two automata answer alike to random words.
pub fn assert_alike(left: &RegisterAutomaton, right: &RegisterAutomaton, seed: u64) {
    let random = &mut Random::new(seed);
    for _ in 0..40 {
        let word = random_word(random, left, 12);
        assert_eq!(answers(left, &word), answers(right, &word), "{word:?}");
    }
}
