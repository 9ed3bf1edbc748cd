//! Register automata are learned.

mod common;

use common::{RegisterTeacher, models};
use typestar_learn::register::theory::{Equality, Order, Theory};
use typestar_learn::register::{RegisterExact, RegisterHypothesis, RegisterLearner, RegisterLearnerKind, Theories};
use typestar_learn::{Learner, Oracle, Outcome, Tester};
use typestar_model::register::{Domain, RegisterAutomaton, Signature, read_register_xml};

const KINDS: [RegisterLearnerKind; 3] =
    [RegisterLearnerKind::Slstar, RegisterLearnerKind::Sllambda, RegisterLearnerKind::Slct];

fn theories(signature: &Signature) -> Theories {
    let theory = |domain: Domain| -> Box<dyn Theory> {
        match domain {
            Domain::Decimal => Box::new(Order::new(domain)),
            _ => Box::new(Equality::new(domain)),
        }
    };
    Theories::new(signature, signature.types.iter().map(|of| theory(of.domain)).collect())
}

/// What it took to learn an automaton.
struct Taken {
    hypothesis: RegisterHypothesis,
    words: usize,
    symbols: usize,
    rounds: usize,
    tree_queries: u64,
}

/// Learns an automaton with the exact tester.
fn learned(what: &str, truth: &RegisterAutomaton, theories: &Theories, kind: RegisterLearnerKind) -> Taken {
    let mut learner = RegisterLearner::new(kind, truth.signature.clone(), theories.clone())
        .with_empty_word(truth.locations[0].accepting);
    let mut tester = RegisterExact::new(truth.clone(), theories.clone());
    let mut teacher = RegisterTeacher::new(truth.clone(), &[]);
    let (mut words, mut symbols) = (0, 0);
    for rounds in 1..1_000 {
        let before = teacher.counts();
        let hypothesis = learner.hypothesis(&mut teacher).unwrap();
        let after = teacher.counts();
        if std::env::var("WORDS").is_ok() {
            for word in &teacher.words[before.0..] {
                eprintln!("      {}", teacher.inputs().show(word));
            }
        }
        (words, symbols) = (words + after.0 - before.0, symbols + after.1 - before.1);
        match tester.test(&mut teacher, &hypothesis).unwrap() {
            Outcome::Agreed => {
                return Taken { hypothesis, words, symbols, rounds, tree_queries: learner.tree_queries() };
            }
            Outcome::Counterexample(word) => {
                if std::env::var("SHOW").is_ok() {
                    eprintln!("  ce {} now {words}/{symbols}", teacher.inputs().show(&word));
                }
            }
        }
    }
    panic!("{what}: no end in sight");
}

#[test]
fn the_models_are_learned() {
    let Some(models) = models("register automata of RALib") else { return };
    for name in
        ["login", "channel_frame", "abp_receiver", "mixed", "pq3", "palindrome", "abp.output", "sip", "dtls-server"]
    {
        for kind in KINDS {
            if std::env::var("KIND").is_ok_and(|only| format!("{kind:?}") != only) {
                continue;
            }
            if std::env::var("ONLY").is_ok_and(|only| only != name) {
                continue;
            }
            let text = std::fs::read_to_string(models.join(format!("register/{name}.xml"))).unwrap();
            let truth = read_register_xml(&text, name).unwrap();
            let theories = theories(&truth.signature);
            let start = std::time::Instant::now();
            let taken = learned(name, &truth, &theories, kind);
            let a = taken.hypothesis.automaton;
            eprintln!(
                "{name} {kind:?}: {}/{} regs {} rounds {} {}/{} tq {} time {:?}",
                a.locations.len(),
                a.transitions.len(),
                a.registers.len(),
                taken.rounds,
                taken.words,
                taken.symbols,
                taken.tree_queries,
                start.elapsed()
            );
        }
    }
}
