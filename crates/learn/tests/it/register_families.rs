//! Queues, stacks and sets of any capacity, and the published models: what learning them costs, to the word.

use crate::common::{RegisterTeacher, models};
use typestar_learn::register::theory::{Equality, Order, Theory};
use typestar_learn::register::{RegisterExact, RegisterLearner, RegisterLearnerKind, Theories};
use typestar_learn::{Learner as _, Outcome, Tester as _};
use typestar_model::register::families::{fifo, fifo_set, lifo};
use typestar_model::register::{Domain, RegisterAutomaton, Signature, read_register_json, read_register_xml};

const KINDS: [RegisterLearnerKind; 3] =
    [RegisterLearnerKind::Slstar, RegisterLearnerKind::Sllambda, RegisterLearnerKind::Slct];

/// Order for decimals, and equality for all else.
fn theories(signature: &Signature) -> Theories {
    let theory = |domain: Domain| -> Box<dyn Theory> {
        match domain {
            Domain::Decimal => Box::new(Order::new(domain)),
            _ => Box::new(Equality::new(domain)),
        }
    };
    Theories::new(signature, signature.types.iter().map(|of| theory(of.domain)).collect())
}

/// Learns with the exact tester: the size of the result, and how many words and symbols the learner asked.
fn learned(truth: &RegisterAutomaton, kind: RegisterLearnerKind) -> ((usize, usize), (usize, usize)) {
    let theories = theories(&truth.signature);
    let mut learner = RegisterLearner::new(kind, truth.signature.clone(), theories.clone())
        .with_empty_word(truth.locations[0].accepting);
    let mut tester = RegisterExact::new(truth.clone(), theories);
    let mut teacher = RegisterTeacher::new(truth.clone(), []);
    let mut asked = (0, 0);
    for _ in 0..200 {
        let before = teacher.counts();
        let hypothesis = learner.hypothesis(&mut teacher).unwrap();
        let after = teacher.counts();
        asked = (asked.0 + after.0 - before.0, asked.1 + after.1 - before.1);
        if tester.test(&mut teacher, &hypothesis).unwrap() == Outcome::Agreed {
            let automaton = hypothesis.automaton;
            return ((automaton.locations.len(), automaton.transitions.len()), asked);
        }
    }
    panic!("no end of learning in sight");
}

/// Learns a family with capacities from 1 on, and compares sizes and words.
fn assert_family(
    family: fn(usize) -> RegisterAutomaton,
    size: fn(usize) -> (usize, usize),
    expected: [[usize; 12]; 3],
) {
    let words = |kind: RegisterLearnerKind| -> [usize; 12] {
        let words = |capacity: usize| {
            let (found, asked) = learned(&family(capacity), kind);
            assert_eq!(found, size(capacity), "{kind:?} {capacity}");
            asked.0
        };
        std::array::from_fn(|index| words(index + 1))
    };
    assert_eq!(KINDS.map(words), expected);
}

#[test]
fn queues_cost_exactly_so_many_words() {
    assert_family(
        fifo,
        |n| (n + 1, 2 * n + 2),
        [
            [14, 27, 48, 69, 95, 124, 158, 195, 237, 282, 332, 385],
            [6, 10, 15, 20, 27, 34, 43, 52, 63, 74, 87, 100],
            [6, 10, 16, 21, 29, 36, 46, 55, 67, 78, 92, 105],
        ],
    );
}

#[test]
fn stacks_cost_exactly_so_many_words() {
    assert_family(
        lifo,
        |n| (n + 1, 2 * n + 2),
        [
            [14, 27, 48, 69, 95, 124, 158, 195, 237, 282, 332, 385],
            [6, 10, 15, 20, 27, 34, 43, 52, 63, 74, 87, 100],
            [6, 10, 16, 21, 29, 36, 46, 55, 67, 78, 92, 105],
        ],
    );
}

#[test]
fn sets_cost_exactly_so_many_words() {
    assert_family(
        fifo_set,
        |n| (n + 1, (n * n + 3 * n + 4) / 2),
        [
            [14, 38, 68, 114, 180, 270, 388, 538, 724, 950, 1220, 1538],
            [6, 15, 26, 44, 71, 109, 160, 226, 309, 411, 534, 680],
            [6, 15, 26, 44, 71, 109, 160, 226, 309, 411, 534, 680],
        ],
    );
}

/// A published model: its size, and the words and symbols that slstar, sllambda and slct ask.
type Published = (&'static str, (usize, usize), [(usize, usize); 3]);

const PUBLISHED: [Published; 9] = [
    ("login", (3, 11), [(515, 1818), (63, 202), (63, 202)]),
    ("channel_frame", (2, 6), [(172, 440), (8, 16), (8, 16)]),
    ("abp_receiver", (4, 10), [(284, 1013), (50, 172), (50, 172)]),
    ("mixed", (3, 5), [(63, 202), (18, 49), (18, 49)]),
    ("pq3", (4, 11), [(200, 972), (52, 247), (59, 279)]),
    ("palindrome", (1, 14), [(9861, 19680), (233, 429), (233, 429)]),
    ("abp.output", (7, 27), [(410, 1994), (111, 516), (111, 516)]),
    ("sip", (9, 43), [(550, 2355), (177, 792), (185, 839)]),
    ("dtls-server", (24, 164), [(10882, 97225), (4060, 39877), (2482, 23666)]),
];

#[test]
fn published_models_cost_exactly_so_many_words() {
    let Some(models) = models("register automata of RALib") else { return };
    for (name, size, asked) in PUBLISHED {
        let text = std::fs::read_to_string(models.join(format!("register/{name}.xml"))).unwrap();
        let truth = read_register_xml(&text, name).unwrap();
        assert_eq!(KINDS.map(|kind| learned(&truth, kind)), asked.map(|asked| (size, asked)), "{name}");
    }
}

const SAFE: &str = r#"{"format": "typestar-register-automaton", "version": 1, "name": "safe", "types": {"v": "integer"},
    "registers": [{"name": "x", "type": "v"}],
    "locations": [{"name": "open"}, {"name": "standing"}, {"name": "left"}, {"name": "right"}],
    "inputs": [{"name": "look"}, {"name": "left"}, {"name": "right"},
      {"name": "open", "parameters": [{"name": "p", "type": "v"}]},
      {"name": "close", "parameters": [{"name": "p", "type": "v"}]}],
    "outputs": [{"name": "ok"}, {"name": "no"}, {"name": "standing"}, {"name": "left"}, {"name": "right"}],
    "transitions": [
      {"from": "open", "input": "close", "output": "ok", "assign": {"x": "p"}, "to": "standing"},
      TRANSITIONS]}"#;

/// A safe that stands, or is turned to the left or to the right: in each position its number opens it.
fn safe() -> RegisterAutomaton {
    let transition = |from: &str, input: &str, guard: &str, output: &str, to: &str| {
        format!(r#"{{"from": "{from}", "input": "{input}", "guard": "{guard}", "output": "{output}", "to": "{to}"}}"#)
    };
    let mut transitions: Vec<String> =
        ["look", "left", "right", "open"].map(|input| transition("open", input, "true", "no", "open")).into();
    for at in ["standing", "left", "right"] {
        transitions.extend([
            transition(at, "look", "true", at, at),
            transition(at, "left", "true", "ok", "left"),
            transition(at, "right", "true", "ok", "right"),
            transition(at, "open", "p = x", "ok", "open"),
            transition(at, "open", "p != x", "no", at),
            transition(at, "close", "true", "no", at),
        ]);
    }
    read_register_json(&SAFE.replace("TRANSITIONS", &transitions.join(",\n"))).unwrap()
}

#[test]
fn a_value_that_is_needed_behind_a_branch_is_shown_by_a_short_suffix() {
    let asked = [(172, 569), (54, 180), (54, 180)];
    assert_eq!(KINDS.map(|kind| learned(&safe(), kind)), asked.map(|asked| ((4, 23), asked)));
}
