//! Register automata that are built by hand.

use typestar_model::register::{
    Action, ActionId, Comparison, DataType, Domain, Guard, Location, LocationId, Operand, Parameter, Register,
    RegisterAutomaton, RegisterId, Signature, Source, Term, Transition, TypeId,
};
use typestar_model::{Id, Step};

const VALUE: usize = 0;

/// An automaton without locations, whose actions are written `offer(p)` and whose registers are `x1`, `x2`, ...
pub fn automaton(name: &str, inputs: &[&str], outputs: &[&str], registers: usize) -> RegisterAutomaton {
    let data_type = TypeId::new(VALUE);
    let register = |number| Register { name: format!("x{}", number + 1), data_type, initial: None };
    RegisterAutomaton {
        name: name.to_owned(),
        signature: Signature {
            types: vec![DataType { name: "value".to_owned(), domain: Domain::Integer }],
            inputs: inputs.iter().map(|text| action(text)).collect(),
            outputs: outputs.iter().map(|text| action(text)).collect(),
            ..Signature::default()
        },
        registers: (0..registers).map(register).collect(),
        locations: Vec::new(),
        transitions: Vec::new(),
        finished: true,
    }
}

fn action(text: &str) -> Action {
    let (name, parameters) = text.split_once('(').unwrap_or((text, ")"));
    let parameters = parameters.trim_end_matches(')').split(", ").filter(|name| !name.is_empty());
    let parameter = |name: &str| Parameter { name: name.to_owned(), data_type: TypeId::new(VALUE) };
    Action { name: name.to_owned(), parameters: parameters.map(parameter).collect() }
}

/// Adds a location that keeps the first this many registers.
pub fn location(automaton: &mut RegisterAutomaton, name: &str, registers: usize) -> LocationId {
    let registers = (0..registers).map(RegisterId::new).collect();
    automaton.locations.push(Location { name: name.to_owned(), accepting: false, registers });
    LocationId::new(automaton.locations.len() - 1)
}

/// The register `x1`, `x2`, ...
pub fn x(number: usize) -> Term {
    Term::of(Operand::Register(RegisterId::new(number - 1)))
}

/// The first parameter, the second one, ...
pub fn p(number: usize) -> Term {
    Term::of(Operand::Parameter(number - 1))
}

/// The guard that compares two terms.
pub fn compare(left: Term, comparison: Comparison, right: Term) -> Guard {
    Guard::Compare(left, comparison, right)
}

/// Adds a transition; registers are set to `set` by their numbers.
pub fn transition(
    automaton: &mut RegisterAutomaton,
    (from, to): (LocationId, LocationId),
    (input, guard): (&str, Guard),
    (output, values): (&str, Vec<Term>),
    set: &[(usize, Term)],
) {
    let id = |actions: &[Action], name: &str| {
        ActionId::new(actions.iter().position(|action| action.name == name).expect("the action is declared"))
    };
    automaton.transitions.push(Transition {
        from,
        input: id(&automaton.signature.inputs, input),
        guard,
        output: id(&automaton.signature.outputs, output),
        values: values.into_iter().map(Source::Term).collect(),
        assignments: set.iter().map(|(to, term)| (RegisterId::new(to - 1), Source::Term(term.clone()))).collect(),
        to,
        witness: Vec::new(),
    });
}

/// A queue of a capacity: the first value that was offered is the first that is polled.
pub fn fifo(capacity: usize) -> RegisterAutomaton {
    let mut queue = automaton("FIFO", &["offer(p)", "poll"], &["ok", "no", "value(v)", "empty"], capacity);
    let at: Vec<LocationId> = (0..=capacity).map(|held| location(&mut queue, &format!("l{held}"), held)).collect();
    for held in 0..=capacity {
        match held == capacity {
            true => transition(&mut queue, (at[held], at[held]), ("offer", Guard::ALWAYS), ("no", vec![]), &[]),
            false => {
                let (ends, set) = ((at[held], at[held + 1]), [(held + 1, p(1))]);
                transition(&mut queue, ends, ("offer", Guard::ALWAYS), ("ok", vec![]), &set);
            }
        }
        let moved: Vec<(usize, Term)> = (1..held).map(|number| (number, x(number + 1))).collect();
        match held {
            0 => transition(&mut queue, (at[0], at[0]), ("poll", Guard::ALWAYS), ("empty", vec![]), &[]),
            _ => {
                let ends = (at[held], at[held - 1]);
                transition(&mut queue, ends, ("poll", Guard::ALWAYS), ("value", vec![x(1)]), &moved);
            }
        }
    }
    queue.transitions[0].witness = vec![Step::new("offer(101)", "ok")];
    queue
}

/// A service that knows one user: who has registered can log in with the same password, and out again.
pub fn login() -> RegisterAutomaton {
    use Comparison::{Equal, NotEqual};
    let inputs = ["register(user, password)", "login(user, password)", "logout"];
    let mut service = automaton("Login", &inputs, &["ok", "refused", "error"], 2);
    let [nobody, known, inside] =
        [("nobody", 0), ("known", 2), ("inside", 2)].map(|(name, held)| location(&mut service, name, held));
    let failed = location(&mut service, "failed", 0);
    let same = || Guard::All(vec![compare(p(1), Equal, x(1)), compare(p(2), Equal, x(2))]);
    let other = || Guard::Any(vec![compare(p(1), NotEqual, x(1)), compare(p(2), NotEqual, x(2))]);
    let both = [(1, p(1)), (2, p(2))];
    transition(&mut service, (nobody, known), ("register", Guard::ALWAYS), ("ok", vec![]), &both);
    transition(&mut service, (nobody, nobody), ("login", Guard::ALWAYS), ("refused", vec![]), &[]);
    transition(&mut service, (nobody, failed), ("logout", Guard::ALWAYS), ("error", vec![]), &[]);
    transition(&mut service, (known, known), ("register", Guard::ALWAYS), ("refused", vec![]), &[]);
    transition(&mut service, (known, inside), ("login", same()), ("ok", vec![]), &[]);
    transition(&mut service, (known, known), ("login", other()), ("refused", vec![]), &[]);
    transition(&mut service, (known, failed), ("logout", Guard::ALWAYS), ("error", vec![]), &[]);
    transition(&mut service, (inside, inside), ("register", Guard::ALWAYS), ("refused", vec![]), &[]);
    transition(&mut service, (inside, failed), ("login", same()), ("error", vec![]), &[]);
    transition(&mut service, (inside, inside), ("login", other()), ("refused", vec![]), &[]);
    transition(&mut service, (inside, known), ("logout", Guard::ALWAYS), ("ok", vec![]), &[]);
    for input in ["register", "login", "logout"] {
        transition(&mut service, (failed, failed), (input, Guard::ALWAYS), ("error", vec![]), &[]);
    }
    service
}

/// A queue of a capacity that gives the smallest value first: `x1` holds the smallest.
pub fn priority_queue(capacity: usize) -> RegisterAutomaton {
    use Comparison::{AtLeast, AtMost, More};
    let mut queue = automaton("PriorityQueue", &["offer(p)", "poll"], &["ok", "no", "value(v)", "empty"], capacity);
    let at: Vec<LocationId> = (0..=capacity).map(|held| location(&mut queue, &format!("l{held}"), held)).collect();
    transition(&mut queue, (at[0], at[0]), ("poll", Guard::ALWAYS), ("empty", vec![]), &[]);
    for held in 0..capacity {
        for place in 1..=held + 1 {
            let above = (place > 1).then(|| compare(p(1), if place > held { AtLeast } else { More }, x(place - 1)));
            let below = (place <= held).then(|| compare(p(1), AtMost, x(place)));
            let mut set: Vec<(usize, Term)> = (place..=held).map(|number| (number + 1, x(number))).collect();
            set.push((place, p(1)));
            let guard = Guard::All(above.into_iter().chain(below).collect());
            transition(&mut queue, (at[held], at[held + 1]), ("offer", guard), ("ok", vec![]), &set);
        }
        let moved: Vec<(usize, Term)> = (1..=held).map(|number| (number, x(number + 1))).collect();
        transition(&mut queue, (at[held + 1], at[held]), ("poll", Guard::ALWAYS), ("value", vec![x(1)]), &moved);
    }
    transition(&mut queue, (at[capacity], at[capacity]), ("offer", Guard::ALWAYS), ("no", vec![]), &[]);
    queue
}
