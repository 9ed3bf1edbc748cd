//! Testers for systems with data: what they find, and that they agree with each other.

mod common;

use common::automata::{Data, hypothesis, mutated, random_automaton, renamed, theories};
use common::{Random, RegisterTeacher, models, say};
use typestar_learn::register::theory::{Order, Theory};
use typestar_learn::register::{
    ExploreLimits, RegisterExact, RegisterExplore, RegisterRandom, Shares, Theories, explore, separating_word, shorten,
};
use typestar_learn::{Hypothesis as _, Joined, Oracle as _, Outcome, Tester};
use typestar_model::register::{Domain, RegisterAutomaton, read_register_xml};
use typestar_model::{InputId, Symbol};

const ALL: [Data; 4] = [Data::Equal, Data::Decimals, Data::Integers, Data::Sums];

fn to_depth(depth: usize) -> ExploreLimits {
    ExploreLimits { depth, words: u64::MAX }
}

/// A word as people read it.
fn text(word: Option<Vec<Symbol>>) -> Option<String> {
    word.map(|word| word.iter().map(Symbol::text).collect::<Vec<_>>().join(" "))
}

/// What exploration to a depth finds.
fn found(pair: (&RegisterAutomaton, &RegisterAutomaton), theories: &Theories, depth: usize) -> Option<Vec<Symbol>> {
    explore(pair, theories, &|_| false, to_depth(depth), &mut || true).1
}

#[test]
fn the_exact_check_agrees_with_exploration() {
    let mut differences = 0;
    for (seed, data) in (0..25).flat_map(|seed| ALL.map(|data| (seed, data))) {
        let mut random = Random::new(seed);
        let automaton = random_automaton(&mut random, data);
        let mutant = mutated(&mut random, &automaton);
        let theories = theories(data, &automaton.signature);
        let depth = if data == Data::Sums { 3 } else { 4 };
        let explored = found((&automaton, &mutant), &theories, depth);
        let exact = separating_word(&automaton, &mutant, &theories);
        let what = format!("{data:?} {seed}: {:?} {:?}", text(explored.clone()), text(exact.clone()));
        match (&explored, &exact) {
            (Some(explored), Some(exact)) => assert_eq!(explored.len(), exact.len(), "{what}"),
            (None, Some(exact)) => assert!(exact.len() > depth, "{what}"),
            (explored, None) => assert_eq!(*explored, None, "{what}"),
        }
        differences += usize::from(exact.is_some());
    }
    assert!((20..90).contains(&differences), "{differences}");
}

#[test]
fn other_names_make_no_difference() {
    for (seed, data) in (0..25).flat_map(|seed| ALL.map(|data| (seed, data))) {
        if data == Data::Sums {
            continue;
        }
        let automaton = random_automaton(&mut Random::new(seed), data);
        let theories = theories(data, &automaton.signature);
        assert_eq!(text(separating_word(&automaton, &renamed(&automaton), &theories)), None, "{data:?} {seed}");
    }
}

#[test]
fn asking_and_walking_explore_the_same_words() {
    for (seed, data) in (0..5).flat_map(|seed| ALL.map(|data| (seed, data))) {
        let automaton = random_automaton(&mut Random::new(seed), data);
        let theories = theories(data, &automaton.signature);
        let (walked, word) = explore((&automaton, &automaton), &theories, &|_| false, to_depth(3), &mut || true);
        let mut teacher = RegisterTeacher::new(automaton.clone(), &[]);
        let mut tester = RegisterExplore::new(theories, to_depth(3));
        assert_eq!(tester.test(&mut teacher, &hypothesis(&automaton)), Ok(Outcome::Agreed));
        assert_eq!((tester.explored(), word), (walked, None), "{data:?} {seed}");
        assert_eq!(teacher.words.len() as u64, walked.words);
    }
}

#[test]
fn testers_find_what_was_changed() {
    let shares = Shares { fresh: 1, repeated: 2, related: 1 };
    for (seed, data) in (0..10).flat_map(|seed| ALL.map(|data| (seed, data))) {
        let mut random = Random::new(seed);
        let truth = random_automaton(&mut random, data);
        let guess = hypothesis(&mutated(&mut random, &truth));
        let theories = theories(data, &truth.signature);
        let expected = found((&guess.automaton, &truth), &theories, 3);
        let both: Vec<Box<dyn Tester<_>>> = vec![
            Box::new(RegisterExplore::new(theories.clone(), to_depth(2))),
            Box::new(RegisterRandom::new(theories.clone(), 300, 6, shares, seed)),
        ];
        let testers: [Box<dyn Tester<_>>; 4] = [
            Box::new(RegisterExact::new(truth.clone(), theories.clone())),
            Box::new(RegisterExplore::new(theories.clone(), to_depth(3))),
            Box::new(RegisterExplore::new(theories.clone(), to_depth(3)).knowing(truth.clone())),
            Box::new(Joined::new(both)),
        ];
        for (index, mut tester) in testers.into_iter().enumerate() {
            let mut teacher = RegisterTeacher::new(truth.clone(), &[]);
            // A mutant without a guard says nothing where it has no transition.
            match tester.test(&mut teacher, &guess).unwrap() {
                Outcome::Counterexample(word) => {
                    assert_eq!(guess.disagreement_on(teacher.observed(), &word), Some(word), "{data:?} {seed}");
                }
                Outcome::Agreed if index < 3 => {
                    let asked = expected.as_ref().map(|word| word.len());
                    let silent = teacher.words.last().map(|word| guess.predict(teacher.observed(), word).len());
                    assert!(expected.is_none() || silent < asked || index == 1, "{data:?} {seed} {index}");
                }
                Outcome::Agreed => {}
            }
        }
    }
}

/// How many different values a word has, less than it could have.
fn repeated(teacher: &RegisterTeacher, word: &[InputId]) -> usize {
    let values: Vec<_> = word.iter().flat_map(|&input| teacher.inputs().symbol(input).values()).collect();
    (1..values.len()).filter(|&at| values[..at].contains(&values[at])).count()
}

#[test]
fn counterexamples_become_short_and_generic() {
    let shares = Shares { fresh: 1, repeated: 2, related: 1 };
    let (mut before, mut after) = ((0, 0), (0, 0));
    for (seed, data) in (0..15).flat_map(|seed| ALL.map(|data| (seed, data))) {
        let mut random = Random::new(seed);
        let truth = random_automaton(&mut random, data);
        let guess = hypothesis(&mutated(&mut random, &truth));
        let theories = theories(data, &truth.signature);
        let mut teacher = RegisterTeacher::new(truth.clone(), &[]);
        let mut tester = RegisterRandom::new(theories.clone(), 20, 12, shares, seed);
        let Ok(Outcome::Counterexample(word)) = tester.test(&mut teacher, &guess) else { continue };
        let short = shorten(&mut teacher, &guess, &theories, &word).unwrap();
        let what = format!("{data:?} {seed}: {} -> {}", teacher.inputs().show(&word), teacher.inputs().show(&short));
        assert_eq!(guess.disagreement_on(teacher.observed(), &short).as_ref(), Some(&short), "{what}");
        assert!(short.len() <= word.len(), "{what}");
        before = (before.0 + word.len(), before.1 + repeated(&teacher, &word));
        after = (after.0 + short.len(), after.1 + repeated(&teacher, &short));
    }
    assert!(after.0 * 2 < before.0 && after.1 * 4 < before.1, "{before:?} {after:?}");
}

/// A published model.
fn model(name: &str) -> Option<RegisterAutomaton> {
    let path = models("a register automaton")?.join("register").join(format!("{name}.xml"));
    Some(read_register_xml(&std::fs::read_to_string(path).unwrap(), name).unwrap())
}

/// Order for decimals, equality for all others.
fn usual_theories(automaton: &RegisterAutomaton) -> Theories {
    let theory = |domain| -> Box<dyn Theory> {
        match domain {
            Domain::Decimal => Box::new(Order::new(domain)),
            _ => Box::new(typestar_learn::register::theory::Equality::new(domain)),
        }
    };
    let types = automaton.signature.types.iter();
    Theories::new(&automaton.signature, types.map(|data_type| theory(data_type.domain)).collect())
}

#[test]
#[ignore = "a measurement"]
fn how_long_the_exact_check_takes() {
    for name in
        ["login", "abp.output", "abp_receiver", "sip", "palindrome", "channel_frame", "dtls-server", "pq3", "mixed"]
    {
        let Some(automaton) = model(name) else { return };
        let theories = usual_theories(&automaton);
        let started = std::time::Instant::now();
        let word = text(separating_word(&automaton, &automaton.clone(), &theories));
        say(&format!("{name}: {word:?} in {:?}", started.elapsed()));
        let started = std::time::Instant::now();
        let limits = ExploreLimits { depth: 20, words: 1_000_000 };
        let (explored, _) = explore((&automaton, &automaton), &theories, &|_| false, limits, &mut || true);
        let seconds = started.elapsed().as_secs_f64();
        say(&format!("  explored {explored:?}: {:.2} million words a second", explored.words as f64 / seconds / 1e6));
    }
}
