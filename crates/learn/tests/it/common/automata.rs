//! Random register automata, and what can be changed in one.

use typestar_learn::register::theory::{Order, Sums, Theory};
use typestar_learn::register::{RegisterHypothesis, Theories};
use typestar_model::register::{
    Action, ActionId, Addend, Comparison, Constant, ConstantId, DataType, Domain, Guard, Location, LocationId, Operand,
    Parameter, Register, RegisterAutomaton, RegisterId, RegisterRun, Signature, Source, Term, Transition, TypeId,
};
use typestar_model::{Decimal, Id, Random, Symbol, Value};

/// A random automaton as a hypothesis. Access words have at most three inputs; a location that needs more has none.
pub fn hypothesis(automaton: &RegisterAutomaton) -> RegisterHypothesis {
    let mut access = vec![Vec::new(); automaton.locations.len()];
    let mut level = vec![(RegisterRun::new(automaton), Vec::new())];
    for _ in 0..3 {
        let steps = level.iter().flat_map(|start| (0..4).map(move |kind| (start, kind)));
        let next: Vec<_> = steps.filter_map(|(start, kind)| longer(automaton, start, kind)).collect();
        for (run, word) in &next {
            let known: &mut Vec<Symbol> = &mut access[run.location().index()];
            if known.is_empty() && run.location().index() > 0 {
                known.clone_from(word);
            }
        }
        level = next;
    }
    RegisterHypothesis { automaton: automaton.clone(), access, tree_queries: 0 }
}

/// A run and its word with one input more: `get`, or `put` with a new value, the last one, or 3.
fn longer<'a>(
    automaton: &RegisterAutomaton,
    (run, word): &(RegisterRun<'a>, Vec<Symbol>),
    kind: usize,
) -> Option<(RegisterRun<'a>, Vec<Symbol>)> {
    let (mut run, arity) = (run.clone(), automaton.signature.inputs[usize::from(kind == 0)].parameters.len());
    let is_decimal = run.register(RegisterId::new(0)).is_some_and(|value| matches!(value, Value::Decimal(_)));
    let data = if is_decimal { Data::Decimals } else { Data::Equal };
    let value = match kind {
        1 => 1_000_001 + word.len() as i64,
        2 => 1_000_000 + word.len() as i64,
        _ => 3,
    };
    let values = vec![number(data, value); arity];
    let input = usize::from(kind == 0);
    run.step(ActionId::new(input), &values)?;
    let symbol = Symbol::new(["put", "get"][input], values).unwrap();
    Some((run, [&word[..], &[symbol]].concat()))
}

/// What the values of a random automaton are, and how they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    /// Equality of integers.
    Equal,
    /// The order of decimals.
    Decimals,
    /// The order of integers.
    Integers,
    /// Sums of integers with 1.
    Sums,
}

/// The theories of a random automaton with such values.
pub fn theories(data: Data, signature: &Signature) -> Theories {
    let theory: Box<dyn Theory> = match data {
        Data::Equal => return Theories::equality(signature),
        Data::Decimals => Box::new(Order::new(Domain::Decimal)),
        Data::Integers => Box::new(Order::new(Domain::Integer)),
        Data::Sums => Box::new(Sums::new(Domain::Integer, vec![Value::Integer(1)])),
    };
    Theories::new(signature, vec![theory])
}

fn number(data: Data, number: i64) -> Value {
    match data {
        Data::Decimals => Value::Decimal(Decimal::new(number as f64).unwrap()),
        _ => Value::Integer(number),
    }
}

/// A random automaton: inputs `put(p)` or `put(p, q)`, and `get`, outputs `yes`, `no` and `out(p)`, the constants 3 and 5.
pub fn random_automaton(random: &mut Random, data: Data) -> RegisterAutomaton {
    let domain = if data == Data::Decimals { Domain::Decimal } else { Domain::Integer };
    let (registers, arity) = (2, if random.chance(30) { 2 } else { 1 });
    let parameter = |name: &&str| Parameter { name: (*name).to_owned(), data_type: TypeId::new(0) };
    let action = |name: &str, arity: usize| Action {
        name: name.to_owned(),
        parameters: ["p", "q"][..arity].iter().map(parameter).collect(),
    };
    let constant =
        |name: &str, value| Constant { name: name.to_owned(), data_type: TypeId::new(0), value: number(data, value) };
    let signature = Signature {
        types: vec![DataType { name: "value".to_owned(), domain }],
        constants: vec![constant("three", 3), constant("five", 5)],
        inputs: vec![action("put", arity), action("get", 0)],
        outputs: vec![action("yes", 0), action("no", 0), action("out", 1)],
        is_acceptor: false,
    };
    let locations = random.between(2, 3);
    let location = |index: usize| Location { name: format!("q{index}"), accepting: true, registers: Vec::new() };
    let register = |index: usize| Register {
        name: format!("x{index}"),
        data_type: TypeId::new(0),
        initial: Some(number(data, 3)),
    };
    let mut automaton = RegisterAutomaton {
        name: "random".to_owned(),
        signature,
        registers: (0..registers).map(register).collect(),
        locations: (0..locations).map(location).collect(),
        transitions: Vec::new(),
        finished: true,
    };
    for from in 0..locations {
        let guard = random_guard(random, data, (registers, arity));
        let guards = if random.chance(70) { vec![guard.clone(), guard.negated()] } else { vec![Guard::ALWAYS] };
        for guard in guards {
            let transition = random_transition(random, (from, locations), (0, arity), guard);
            automaton.transitions.push(transition);
        }
        automaton.transitions.push(random_transition(random, (from, locations), (1, 0), Guard::ALWAYS));
    }
    automaton
}

/// A comparison of a parameter with a register, a constant or the parameter before it, or with a sum.
fn random_guard(random: &mut Random, data: Data, (registers, arity): (usize, usize)) -> Guard {
    let parameter = random.below(arity);
    let mut term = Term::of(match random.below(8) {
        0 | 1 => Operand::Constant(ConstantId::new(random.below(2))),
        2 | 3 if parameter > 0 => Operand::Parameter(parameter - 1),
        _ => Operand::Register(RegisterId::new(random.below(registers))),
    });
    if data == Data::Sums && matches!(term.operand, Operand::Register(_)) {
        term.plus = Some(Addend::Number(Value::Integer(if random.chance(70) { 1 } else { -1 })));
    }
    let comparison = match data {
        Data::Equal => Comparison::Equal,
        _ => *random.pick(&[Comparison::Equal, Comparison::Less, Comparison::AtMost]),
    };
    Guard::Compare(Term::of(Operand::Parameter(parameter)), comparison, term)
}

fn random_transition(
    random: &mut Random,
    (from, locations): (usize, usize),
    (input, arity): (usize, usize),
    guard: Guard,
) -> Transition {
    let source = |random: &mut Random| {
        let operand = match arity > 0 && random.chance(50) {
            true => Operand::Parameter(random.below(arity)),
            false => Operand::Register(RegisterId::new(random.below(2))),
        };
        Source::Term(Term::of(operand))
    };
    let output = random.below(3);
    let values = if output == 2 { vec![source(random)] } else { Vec::new() };
    let mut assignments = Vec::new();
    for register in 0..2 {
        if random.chance(40) {
            assignments.push((RegisterId::new(register), source(random)));
        }
    }
    Transition {
        from: LocationId::new(from),
        input: ActionId::new(input),
        guard,
        output: ActionId::new(output),
        values,
        assignments,
        to: LocationId::new(random.below(locations)),
        witness: Vec::new(),
    }
}

/// The same automaton but for one thing: a guard, an output, an assignment or a target.
pub fn mutated(random: &mut Random, automaton: &RegisterAutomaton) -> RegisterAutomaton {
    let mut mutant = automaton.clone();
    let locations = mutant.locations.len();
    let index = random.below(mutant.transitions.len());
    let transition = &mut mutant.transitions[index];
    match random.below(4) {
        0 => transition.guard = Guard::Any(Vec::new()),
        1 => (transition.output, transition.values) = (ActionId::new(random.below(2)), Vec::new()),
        2 => {
            let source = Source::Term(Term::of(Operand::Register(RegisterId::new(random.below(2)))));
            transition.assignments = vec![(RegisterId::new(random.below(2)), source)];
        }
        _ => transition.to = LocationId::new(random.below(locations)),
    }
    mutant
}

/// The same automaton with locations and registers in another order, and other names.
pub fn renamed(automaton: &RegisterAutomaton) -> RegisterAutomaton {
    let mut other = automaton.clone();
    let (locations, registers) = (other.locations.len(), other.registers.len());
    let turned = |location: LocationId| match location.index() {
        0 => location,
        index => LocationId::new(locations - index),
    };
    let swapped = |register: RegisterId| RegisterId::new(registers - 1 - register.index());
    let operand = |operand: &Operand| match operand {
        Operand::Register(register) => Operand::Register(swapped(*register)),
        other => other.clone(),
    };
    let term = |term: &Term| Term { operand: operand(&term.operand), plus: term.plus.clone() };
    let source = |source: &Source| match source {
        Source::Term(one) => Source::Term(term(one)),
        other => other.clone(),
    };
    other.registers.reverse();
    for transition in &mut other.transitions {
        (transition.from, transition.to) = (turned(transition.from), turned(transition.to));
        transition.guard = transition.guard.map_terms(&|one| Ok::<_, ()>(term(one))).unwrap();
        transition.values = transition.values.iter().map(source).collect();
        transition.assignments =
            transition.assignments.iter().map(|(register, from)| (swapped(*register), source(from))).collect();
    }
    other
}
