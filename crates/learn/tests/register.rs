//! Register automata are learned.

mod common;

use common::{RegisterTeacher, models};
use typestar_learn::register::theory::{Equality, Order, Theory};
use typestar_learn::register::{RegisterLearner, RegisterLearnerKind, Theories};
use typestar_learn::{Learner, Oracle};
use typestar_model::register::{ActionId, Domain, RegisterAutomaton, RegisterRun, Signature, read_register_xml};
use typestar_model::{Id, Symbol, Value};

fn theories(signature: &Signature) -> Theories {
    let theory = |domain: Domain| -> Box<dyn Theory> {
        match domain {
            Domain::Decimal => Box::new(Order::new(domain)),
            _ => Box::new(Equality::new(domain)),
        }
    };
    Theories::new(signature, signature.types.iter().map(|of| theory(of.domain)).collect())
}

fn next_words(
    automaton: &RegisterAutomaton,
    theories: &Theories,
    word: &[(ActionId, Vec<Value>)],
) -> Vec<Vec<(ActionId, Vec<Value>)>> {
    let mut words = Vec::new();
    for (index, action) in automaton.signature.inputs.iter().enumerate() {
        let mut partial = vec![Vec::new()];
        for parameter in &action.parameters {
            let mut longer = Vec::new();
            for values in partial {
                let constants = theories.constants(parameter.data_type);
                let mut known = constants.to_vec();
                for (a, vs) in word.iter().map(|(a, v)| (*a, v)).chain([(ActionId::new(index), &values)]) {
                    for (p, v) in automaton.signature.inputs[a.index()].parameters.iter().zip(vs) {
                        if p.data_type == parameter.data_type && !known.contains(v) {
                            known.push(v.clone());
                        }
                    }
                }
                let mut atoms = theories.of(parameter.data_type).atoms(&known, constants.len(), 1);
                atoms.reverse();
                for atom in atoms {
                    longer.push([&values[..], &[atom.witness]].concat());
                }
            }
            partial = longer;
        }
        for values in partial {
            words.push([word, &[(ActionId::new(index), values)]].concat());
        }
    }
    words
}

fn counterexample(
    truth: &RegisterAutomaton,
    hypothesis: &RegisterAutomaton,
    theories: &Theories,
) -> Option<Vec<Symbol>> {
    let mut level = vec![vec![]];
    let mut count = 0;
    while count < 60_000 {
        let mut next = Vec::new();
        for word in &level {
            for word in next_words(truth, theories, word) {
                count += 1;
                let (mut a, mut b) = (RegisterRun::new(truth), RegisterRun::new(hypothesis));
                let mut same = true;
                for (action, values) in &word {
                    let (x, y) = (a.step(*action, values).map(|s| s.output), b.step(*action, values).map(|s| s.output));
                    same = x == y;
                    if x.is_none() {
                        break;
                    }
                }
                if !same {
                    let symbol = |(a, v): &(ActionId, Vec<Value>)| {
                        Symbol::new(&truth.signature.inputs[a.index()].name, v.clone()).unwrap()
                    };
                    return Some(word.iter().map(symbol).collect());
                }
                next.push(word);
            }
        }
        level = next;
    }
    None
}

#[test]
fn the_models_are_learned() {
    for name in ["login", "channel_frame", "abp_receiver", "mixed", "pq3", "palindrome", "abp.output", "sip"] {
        for kind in [RegisterLearnerKind::Slstar, RegisterLearnerKind::Slct] {
            let text =
                std::fs::read_to_string(models("register").unwrap().join(format!("register/{name}.xml"))).unwrap();
            let truth = read_register_xml(&text, name).unwrap();
            let theories = theories(&truth.signature);
            let mut learner = RegisterLearner::new(kind, truth.signature.clone(), theories.clone());
            let mut teacher = RegisterTeacher::new(truth.clone(), &[]);
            let start = std::time::Instant::now();
            for round in 0.. {
                assert!(round < 100, "{name}");
                let hypothesis = learner.hypothesis(&mut teacher).unwrap();
                let found = counterexample(&truth, &hypothesis.automaton, &theories);
                let Some(word) = found else {
                    let a = hypothesis.automaton;
                    println!(
                        "{name} {kind:?}: {}/{} regs {} rounds {round} counts {:?} tq {} time {:?}",
                        a.locations.len(),
                        a.transitions.len(),
                        a.registers.len(),
                        teacher.counts(),
                        learner.tree_queries(),
                        start.elapsed()
                    );
                    break;
                };
                if std::env::var("SHOW").is_ok() {
                    println!(
                        "  ce {:?} now {:?} locs {} trans {}",
                        word.iter().map(|s| s.text().to_owned()).collect::<Vec<_>>(),
                        teacher.counts(),
                        hypothesis.automaton.locations.len(),
                        hypothesis.automaton.transitions.len()
                    );
                }
                let ids = word.iter().map(|symbol| teacher.input(symbol).unwrap()).collect::<Vec<_>>();
                teacher.ask(vec![typestar_model::Plan::word(ids)]).unwrap();
            }
        }
    }
}
