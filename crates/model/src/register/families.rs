//! Families of register automata of any size, of which the smallest automaton is known: for tests and measurements.
//!
//! Each is a container with `offer(p)` and `poll`, and keeps its values in `x1`, `x2`, ... Location `l2` is the container
//! with two values. They differ in what is given back and in what is refused:
//!
//! ```text
//! fifo             gives back the oldest        no guards
//! lifo             gives back the newest        no guards
//! fifo_set         refuses what it has          guards by = and !=
//! priority_queue   gives back the smallest      guards by < and >=, decimals
//! ```
//!
//! [`cache`] has `set(p)`, `get(p)` and `has(p)` instead, and forgets what was not used for longest.

use super::{
    Action, ActionId, Comparison, DataType, Domain, Guard, Location, LocationId, Operand, Parameter, Register,
    RegisterAutomaton, RegisterId, Signature, Source, Term, Transition, TypeId,
};
use crate::symbols::symbol::Id;

const OFFER: usize = 0;
const POLL: usize = 1;

const SET: usize = 0;
const GET: usize = 1;
const HAS: usize = 2;

const HIT: usize = 1;
const MISS: usize = 2;

const OK: usize = 0;
const REFUSED: usize = 1;
const OUT: usize = 2;
const EMPTY: usize = 3;

/// A queue that gives back first what it was given first: `offer(p)` answers `ok`, or `refused` when it is full; `poll`
/// answers `out(x)`, or `empty`.
///
/// ```
/// use typestar_model::register::families::fifo;
/// let queue = fifo(3);
/// assert_eq!((queue.locations.len(), queue.transitions.len()), (4, 8));
/// ```
pub fn fifo(capacity: usize) -> RegisterAutomaton {
    container("FIFO", Domain::Integer, capacity, last, |_| 0)
}

/// A stack: it gives back first what it was given last.
pub fn lifo(capacity: usize) -> RegisterAutomaton {
    container("LIFO", Domain::Integer, capacity, last, |size| size - 1)
}

/// A queue that refuses what it has already. It has a transition for all values that it has; a learner finds one for each.
pub fn fifo_set(capacity: usize) -> RegisterAutomaton {
    let take = |size| match size {
        0 => last(0),
        _ => {
            let all = |comparison| (0..size).map(|index| offered(comparison, index)).collect();
            let known = Offer { guard: Guard::Any(all(Comparison::Equal)), at: None };
            vec![known, Offer { guard: Guard::All(all(Comparison::NotEqual)), at: Some(size) }]
        }
    };
    container("FIFO-set", Domain::Integer, capacity, take, |_| 0)
}

/// A queue that gives back the smallest value first.
///
/// The registers are kept sorted: an offered value goes to its place, and larger ones move by one.
///
/// ```
/// use typestar_model::Symbol;
/// use typestar_model::register::{RegisterRun, families::priority_queue};
/// let queue = priority_queue(3);
/// let mut run = RegisterRun::new(&queue);
/// let mut last = String::new();
/// for text in ["offer(2.5)", "offer(0.5)", "offer(1.5)", "poll"] {
///     let input = Symbol::read(text);
///     let action = queue.signature.input_of(&input).unwrap();
///     last = run.step(action, input.values()).unwrap().output.to_string();
/// }
/// assert_eq!(last, "out(0.5)");
/// ```
pub fn priority_queue(capacity: usize) -> RegisterAutomaton {
    let between = |at: usize, size: usize| {
        let above = (at > 0).then(|| offered(Comparison::AtLeast, at - 1));
        let below = (at < size).then(|| offered(Comparison::Less, at));
        Offer { guard: Guard::All(above.into_iter().chain(below).collect()), at: Some(at) }
    };
    let take = |size| (0..=size).map(|at| between(at, size)).collect();
    container("PriorityQueue", Domain::Decimal, capacity, take, |_| 0)
}

/// A cache that forgets what was not used for longest: `set(p)` answers `ok`; `get(p)` and `has(p)` answer `hit` or `miss`.
/// `get` counts as use, `has` does not.
///
/// The value that was used last is in the last register.
///
/// ```
/// use typestar_model::register::families::cache;
/// let cache = cache(3);
/// assert_eq!((cache.locations.len(), cache.transitions.len()), (4, 30));
/// ```
pub fn cache(capacity: usize) -> RegisterAutomaton {
    let of_size = |size| [SET, GET, HAS].into_iter().flat_map(move |input| cache_transitions(input, size, capacity));
    let parameter = || vec![Parameter { name: "p".to_owned(), data_type: TypeId::new(0) }];
    let action = |name: &str, parameters| Action { name: name.to_owned(), parameters };
    let signature = Signature {
        inputs: ["set", "get", "has"].map(|name| action(name, parameter())).to_vec(),
        outputs: ["ok", "hit", "miss"].map(|name| action(name, Vec::new())).to_vec(),
        ..signature(Domain::Integer)
    };
    automaton("Cache", signature, capacity, (0..=capacity).flat_map(of_size).collect())
}

/// What a call of a cache does with each value that is there, and with others.
fn cache_transitions(input: usize, size: usize, capacity: usize) -> Vec<Transition> {
    let (known, unknown) = if input == SET { (OK, OK) } else { (HIT, MISS) };
    let found = |at| {
        let kept = step((size, input), offered(Comparison::Equal, at), known, size);
        if input == HAS { kept } else { Transition { assignments: used(Some(at), size, size), ..kept } }
    };
    let others = Guard::All((0..size).map(|index| offered(Comparison::NotEqual, index)).collect());
    let other = match input {
        SET if size < capacity => {
            Transition { assignments: used(None, size, size + 1), ..step((size, SET), others, unknown, size + 1) }
        }
        SET => Transition { assignments: used(Some(0), size, size), ..step((size, SET), others, unknown, size) },
        _ => step((size, input), others, unknown, size),
    };
    (0..size).map(found).chain([other]).collect()
}

/// The parameter goes behind all others. One value may leave its place, which the later ones then move up to.
fn used(leaves: Option<usize>, size: usize, after: usize) -> Vec<(RegisterId, Source)> {
    let moved = leaves.map_or(size, |at| at + 1)..size;
    let moved = moved.map(|index| (RegisterId::new(index - 1), register(index)));
    let last = (RegisterId::new(after - 1), Source::Term(Term::of(Operand::Parameter(0))));
    moved.chain([last]).collect()
}

/// What happens to an offered value: where among the values it goes, if it is taken at all.
struct Offer {
    guard: Guard,
    at: Option<usize>,
}

/// Every value is taken, and stands behind the others.
fn last(size: usize) -> Vec<Offer> {
    vec![Offer { guard: Guard::ALWAYS, at: Some(size) }]
}

/// A container that keeps values in registers, the first `size` of them. `take` says what happens to an offered value while
/// there is room, `give` which value is given back.
fn container(
    name: &str,
    domain: Domain,
    capacity: usize,
    take: impl Fn(usize) -> Vec<Offer>,
    give: impl Fn(usize) -> usize,
) -> RegisterAutomaton {
    let mut transitions = Vec::new();
    for size in 0..=capacity {
        let full = || vec![Offer { guard: Guard::ALWAYS, at: None }];
        let offers = if size < capacity { take(size) } else { full() };
        transitions.extend(offers.into_iter().map(|offer| offer_transition(size, offer)));
        transitions.push(poll_transition(size, (size > 0).then(|| give(size))));
    }
    automaton(name, signature(domain), capacity, transitions)
}

/// An automaton that keeps its values in registers, one location for each number of them.
fn automaton(name: &str, signature: Signature, capacity: usize, transitions: Vec<Transition>) -> RegisterAutomaton {
    let register = |index| Register { name: format!("x{}", index + 1), data_type: TypeId::new(0), initial: None };
    let location = |size| Location {
        name: format!("l{size}"),
        accepting: true,
        registers: (0..size).map(RegisterId::new).collect(),
    };
    RegisterAutomaton {
        name: format!("{name} {capacity}"),
        signature,
        registers: (0..capacity).map(register).collect(),
        locations: (0..=capacity).map(location).collect(),
        transitions,
        finished: true,
    }
}

fn signature(domain: Domain) -> Signature {
    let parameter = |name: &str| vec![Parameter { name: name.to_owned(), data_type: TypeId::new(0) }];
    let action = |name: &str, parameters| Action { name: name.to_owned(), parameters };
    Signature {
        types: vec![DataType { name: "value".to_owned(), domain }],
        inputs: vec![action("offer", parameter("p")), action("poll", Vec::new())],
        outputs: vec![
            action("ok", Vec::new()),
            action("refused", Vec::new()),
            action("out", parameter("x")),
            action("empty", Vec::new()),
        ],
        ..Signature::default()
    }
}

fn offer_transition(size: usize, offer: Offer) -> Transition {
    let keep = |from: usize, to: usize| (RegisterId::new(to), register(from));
    let Some(at) = offer.at else { return step((size, OFFER), offer.guard, REFUSED, size) };
    let mut assignments = vec![(RegisterId::new(at), Source::Term(Term::of(Operand::Parameter(0))))];
    assignments.extend((at..size).map(|index| keep(index, index + 1)));
    Transition { assignments, ..step((size, OFFER), offer.guard, OK, size + 1) }
}

fn poll_transition(size: usize, given: Option<usize>) -> Transition {
    let Some(given) = given else { return step((size, POLL), Guard::ALWAYS, EMPTY, size) };
    let assignments = (given + 1..size).map(|index| (RegisterId::new(index - 1), register(index))).collect();
    Transition { values: vec![register(given)], assignments, ..step((size, POLL), Guard::ALWAYS, OUT, size - 1) }
}

/// A transition that keeps all registers.
fn step((from, input): (usize, usize), guard: Guard, output: usize, to: usize) -> Transition {
    Transition::new((LocationId::new(from), ActionId::new(input)), guard, ActionId::new(output), LocationId::new(to))
}

fn register(index: usize) -> Source {
    Source::Term(Term::of(Operand::Register(RegisterId::new(index))))
}

/// How the offered value compares with that of a register.
fn offered(comparison: Comparison, index: usize) -> Guard {
    let (offered, kept) = (Operand::Parameter(0), Operand::Register(RegisterId::new(index)));
    Guard::Compare(Term::of(offered), comparison, Term::of(kept))
}
