//! A new version of a system is learned from the model of an old one.

use crate::common;
use crate::common::{
    FAMILIES, LEARNERS, Random, Size, Teacher, finals, learn, learner, live_hypothesis, merged_mutant, models, seeds,
    single_edge_mutant, skip, zoo, zoo_names,
};
use typestar_learn::{
    EarlierVersion, Exact, Halt, MealyHypothesis, OldBehaviour, Oracle, Outcome, Recognised, SuiteKind, Tester, suite,
    warm_start,
};
use typestar_model::{Comparison, Id, Mealy, ObservationTree, Word, compare, minimise, read_dot, with_inputs};

/// An earlier version of which only the model is known.
fn version(machine: &Mealy) -> EarlierVersion {
    EarlierVersion { name: "earlier".to_owned(), machine: machine.clone(), words: Vec::new() }
}

/// What reached the system: resets and symbols.
fn cost(teacher: &Teacher) -> usize {
    teacher.executed() + teacher.symbols()
}

/// Looks where the old behaviour lives on, and then compares exactly.
struct OldThenExact(OldBehaviour, Exact);

impl Tester<MealyHypothesis> for OldThenExact {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        match self.0.test(oracle, hypothesis)? {
            Outcome::Agreed => self.1.test(oracle, hypothesis),
            found => Ok(found),
        }
    }
}

/// A warm start and what follows it, as a run does it; whatever the earlier model was, the system is learned.
fn learned_warm(what: &str, machine: &Mealy, earlier: &Mealy, learner_name: &str) -> (Recognised, Teacher) {
    let mut teacher = Teacher::new(machine.clone(), finals(machine));
    let found = warm_start(&mut teacher, &[version(earlier)]).unwrap().unwrap();
    let exact = Exact::new(machine.clone());
    let mut learner = learner(learner_name, 0);
    let hypothesis = match found.is_related() {
        true => learn(&mut *learner, &mut OldThenExact(OldBehaviour::new(earlier.clone()), exact), &mut teacher),
        false => learn(&mut *learner, &mut { exact }, &mut teacher),
    };
    assert_eq!(compare(&hypothesis.machine, machine), Comparison::Same, "{what}");
    (found, teacher)
}

fn learned_cold(machine: &Mealy) -> Teacher {
    let mut teacher = Teacher::new(machine.clone(), finals(machine));
    learn(&mut *learner("lsharp", 0), &mut Exact::new(machine.clone()), &mut teacher);
    teacher
}

/// Resets and symbols of the suite that tests every state and every transition.
fn transition_suite(truth: &MealyHypothesis) -> usize {
    let mut words = suite(&SuiteKind::Hsi(0), truth, 1, &mut || Ok(())).unwrap();
    let empty = ObservationTree::new();
    std::iter::from_fn(|| words.next_word(&empty)).map(|word| 1 + word.len()).sum()
}

/// The first hypothesis after a warm start from the machine itself is right; says what that took.
fn recognised_at_once(what: &str, machine: &Mealy) -> usize {
    let mut teacher = Teacher::new(machine.clone(), finals(machine));
    let found = warm_start(&mut teacher, &[version(machine)]).unwrap().unwrap();
    assert_eq!(found.recognised, found.states, "{what}");
    let hypothesis = learner("lsharp", 0).hypothesis(&mut teacher).unwrap();
    assert_eq!(compare(&hypothesis.machine, machine), Comparison::Same, "{what}");
    cost(&teacher)
}

#[test]
fn unchanged_classes_of_the_zoo_cost_no_more_than_tests_of_their_transitions() {
    let (mut all, mut suites) = (0, 0);
    for name in zoo_names() {
        let machine = minimise(&zoo(&name));
        let suite = transition_suite(&live_hypothesis(&machine, finals(&machine)));
        let cost = recognised_at_once(&name, &machine);
        // A word may be asked before one that it begins: a small machine has no room to make up for that.
        assert!(10 * cost <= 11 * suite + 150, "{name} cost {cost}, its suite is {suite}");
        all += cost;
        suites += suite;
    }
    eprintln!("the zoo: {all}, suites {suites}");
    assert!(all <= suites, "all classes cost {all}, their suites {suites}");
}

#[test]
fn an_unchanged_machine_is_recognised_at_once() {
    for (index, (name, family)) in FAMILIES.into_iter().enumerate() {
        for seed in seeds(0..50) {
            let random = &mut Random::new(seed + 1000 * index as u64);
            let machine = minimise(&family(random, Size { states: 30, inputs: 6 }));
            recognised_at_once(&format!("{name} {seed}"), &machine);
        }
    }
}

#[test]
fn changed_machines_are_learned_from_what_they_were() {
    for (index, (name, family)) in FAMILIES.into_iter().enumerate() {
        for seed in seeds(0..60) {
            let random = &mut Random::new(seed + 1000 * index as u64);
            let old = family(random, Size { states: 25, inputs: 6 });
            let mut new = old.clone();
            for _ in 0..random.between(1, 3) {
                new = match random.chance(70) {
                    true => single_edge_mutant(random, &new),
                    false => merged_mutant(random, &new),
                };
            }
            for (new, old) in [(&new, &old), (&old, &new)] {
                for learner in LEARNERS {
                    learned_warm(&format!("{name} {seed} with {learner}"), new, old, learner);
                }
            }
        }
    }
}

#[test]
fn small_changes_leave_most_states_recognised() {
    let (mut states, mut recognised) = (0, 0);
    for name in zoo_names() {
        for seed in 0..10 {
            let old = minimise(&zoo(&name));
            let new = single_edge_mutant(&mut Random::new(seed), &old);
            let mut teacher = Teacher::new(new.clone(), finals(&new));
            let found = warm_start(&mut teacher, &[version(&old)]).unwrap().unwrap();
            states += found.states;
            recognised += found.recognised;
        }
    }
    eprintln!("{recognised} of {states} states");
    assert!(10 * recognised >= 9 * states, "{recognised} of {states} states");
}

/// Machines of the same size over the same inputs that have nothing to do with each other.
fn strangers(count: u64) -> Vec<(Mealy, Mealy)> {
    let size = Size { states: 30, inputs: 6 };
    let machines = |seed: u64| {
        let machine = |seed: u64| minimise(&common::family("self-loops")(&mut Random::new(seed), size));
        (machine(2 * seed), machine(2 * seed + 1))
    };
    let alike = |(a, b): &(Mealy, Mealy)| a.inputs() == b.inputs() && a.len() >= 10 && b.len() >= 10;
    (0..).map(machines).filter(alike).take(count as usize).collect()
}

#[test]
fn unrelated_models_cost_little() {
    let (mut warm, mut cold) = (0, 0);
    for (index, (new, old)) in strangers(40).iter().enumerate() {
        let (found, teacher) = learned_warm(&format!("pair {index}"), new, old, "lsharp");
        assert!(!found.is_related(), "pair {index}: {found:?}");
        warm += cost(&teacher);
        cold += cost(&learned_cold(new));
    }
    eprintln!("{warm} warm, {cold} cold");
    assert!(10 * warm <= 11 * cold, "{warm} warm, {cold} cold");
}

#[test]
fn inputs_that_only_one_version_has_are_no_obstacle() {
    for name in zoo_names() {
        let whole = minimise(&zoo(&name));
        for left_out in whole.inputs().ids() {
            let kept = whole.inputs().ids().filter(|&input| input != left_out);
            let inputs = kept.rev().map(|input| whole.inputs().text(input)).collect();
            let part = minimise(&with_inputs(&whole, &inputs).unwrap());
            let what = format!("{name} without {}", whole.inputs().text(left_out));
            learned_warm(&what, &whole, &part, "lsharp");
            let (found, teacher) = learned_warm(&what, &part, &whole, "lsharp");
            assert_eq!(found.recognised, found.in_reach, "{what}");
            assert!(found.states >= found.in_reach, "{what}: {found:?}");
            assert!(teacher.words.iter().flatten().all(|input| input.index() < part.inputs().len()));
        }
    }
}

#[test]
fn a_machine_of_one_state_and_a_model_without_common_inputs_are_no_obstacle() {
    let timer = zoo("CountDownTimer");
    let mut other = Mealy::new(["unheard", "of"].iter().collect());
    let state = other.add_state("s");
    other.add_edge(state, "unheard", "ok", state);
    learned_warm("nothing in common", &timer, &other, "lsharp");
    other.add_edge(state, "of", "ok", state);
    recognised_at_once("one state", &other);
}

/// Versions of one system, all different.
fn versions_of(machine: &Mealy, count: usize) -> Vec<Mealy> {
    let mut versions: Vec<Mealy> = Vec::new();
    let mut random = Random::new(7);
    while versions.len() < count {
        let once = single_edge_mutant(&mut random, machine);
        let changed = minimise(&single_edge_mutant(&mut random, &once));
        if versions.iter().all(|other| compare(other, &changed) != Comparison::Same) {
            versions.push(changed);
        }
    }
    versions
}

#[test]
fn the_right_member_of_a_family_is_found_in_few_words() {
    for name in ["MediaPlayer", "BluetoothAdapter", "SpeechRecognizer"] {
        let family = versions_of(&minimise(&zoo(name)), 22);
        let earlier: Vec<EarlierVersion> = family.iter().map(version).collect();
        let mut more = Vec::new();
        for (index, member) in family.iter().enumerate() {
            let words = |earlier: &[EarlierVersion]| {
                let mut teacher = Teacher::new(member.clone(), finals(member));
                (warm_start(&mut teacher, earlier).unwrap().unwrap(), teacher.executed())
            };
            let ((found, all), (_, alone)) = (words(&earlier), words(&earlier[index..=index]));
            assert_eq!((found.version, found.recognised), (index, found.states), "{name} {index}");
            more.push(all.saturating_sub(alone));
        }
        eprintln!("{name}: words to find each of 22: {more:?}");
        assert!(more.iter().all(|&words| words <= 12), "{name}: {more:?}");
    }
}

#[test]
fn nothing_is_asked_where_no_earlier_version_is_known() {
    let mut teacher = Teacher::new(zoo("AsyncTask"), &["error"]);
    assert_eq!(warm_start(&mut teacher, &[]), Ok(None));
    assert_eq!(teacher.executed(), 0);
}

#[test]
fn words_of_an_earlier_run_are_asked_if_the_system_has_their_inputs() {
    let machine = zoo("CountDownTimer");
    let names = |text: &str| text.split(' ').map(str::to_owned).collect();
    let text = "start wait wait wait start wait";
    let word: Word = text.split(' ').map(|name| machine.inputs().get(name).unwrap()).collect();
    for (words, is_known) in [(vec![], false), (vec![names(text), names("start unheard")], true)] {
        let mut teacher = Teacher::new(machine.clone(), &["error"]);
        warm_start(&mut teacher, &[EarlierVersion { words, ..version(&machine) }]).unwrap();
        assert_eq!(teacher.tree().outputs_of(&word).is_some(), is_known);
    }
}

/// A published model; none, and a word about it, if the folder is not there.
fn published(name: &str) -> Option<Mealy> {
    let path = models(&format!("a warm start with {name}"))?.join("mealy").join(format!("{name}.dot"));
    let Ok(text) = std::fs::read_to_string(&path) else {
        skip(&format!("a warm start needs {}, which is missing", path.display()));
        return None;
    };
    Some(minimise(&read_dot(&text).unwrap()))
}

#[test]
fn an_unchanged_server_costs_no_more_than_a_test_of_its_transitions() {
    let (Some(old), Some(new)) = (published("dtls_pion_2.0.2_server"), published("dtls_pion_2.0.9_server")) else {
        return;
    };
    let mut teacher = Teacher::new(new.clone(), finals(&new));
    warm_start(&mut teacher, &[version(&old)]).unwrap();
    let hypothesis = learner("lsharp", 0).hypothesis(&mut teacher).unwrap();
    assert_eq!(compare(&hypothesis.machine, &new), Comparison::Same);
    let (warm, cold) = (cost(&teacher), cost(&learned_cold(&new)));
    let suite = transition_suite(&live_hypothesis(&old, finals(&old)));
    eprintln!("pion 2.0.9 from 2.0.2: {warm}, suite {suite}, cold {cold}");
    assert!(warm <= suite, "{warm}, suite {suite}");
}

#[test]
fn states_that_a_new_client_hides_deep_are_found_by_what_the_old_one_did() {
    let (Some(old), Some(new)) = (published("dtls_mbedtls_2.16.1_client"), published("dtls_mbedtls_2.26.0_client"))
    else {
        return;
    };
    let mut teacher = Teacher::new(new.clone(), finals(&new));
    warm_start(&mut teacher, &[version(&old)]).unwrap();
    let mut learner = learner("lsharp", 0);
    let hypothesis = loop {
        let hypothesis = learner.hypothesis(&mut teacher).unwrap();
        let before = cost(&teacher);
        if OldBehaviour::new(old.clone()).test(&mut teacher, &hypothesis) == Ok(Outcome::Agreed) {
            eprintln!("mbed TLS 2.26.0 from 2.16.1: {before}, cold {}", cost(&learned_cold(&new)));
            break hypothesis;
        }
    };
    assert_eq!(compare(&hypothesis.machine, &new), Comparison::Same, "no other tester was needed");
}
