//! Whole learning runs over the machines of the zoo: model, evidence and costs.

#[path = "../../../../zoo/word_counts.rs"]
mod word_counts;

use crate::learning::{
    Walked, Watched, assert_learned, case, case_with, knowing, learned, learned_with, simulated, watched, zoo,
    zoo_names,
};
use typestar_model::{InputId, Learned, Mealy, distinguisher_bound};
use typestar_query::{Assumption, Finished, LearnerKind, LearningSpec, MachineTester, Target};
use word_counts::WORD_COUNTS;

const TESTERS: [MachineTester; 2] = [MachineTester::DistinguisherBound(2), MachineTester::Exact];

/// Every transition, except those behind an error, has an observed trace, and the truth answers it like that.
fn assert_witnessed(what: &str, learned: &Learned, truth: &Mealy) {
    let machine = &learned.machine;
    let sink = machine.error_sink();
    for (from, input, output, _) in machine.edges().filter(|&(from, ..)| Some(from) != sink) {
        let name = machine.inputs().text(input);
        let witness = learned.witness(from, input).unwrap_or_else(|| panic!("{what}: {name} has no witness"));
        let word: Vec<InputId> =
            witness.steps.iter().map(|step| truth.inputs().get(step.input.text()).unwrap()).collect();
        let answers: Vec<&str> = truth.run(&word).iter().map(|&output| truth.outputs().text(output)).collect();
        let seen: Vec<&str> = witness.steps.iter().map(|step| step.output.text()).collect();
        assert_eq!(seen, answers, "{what}");
        assert_eq!(machine.state_after(&word[..word.len() - 1]), Some(from), "{what}");
        let last = witness.steps.last().unwrap();
        assert_eq!((last.input.text(), last.output.text()), (name, machine.outputs().text(output)), "{what}");
    }
}

/// The summary counts what the system saw.
fn assert_counted(what: &str, finished: &Finished, system: &Watched<Walked>) {
    let (learning, testing) = (finished.summary.learning, finished.summary.testing);
    let log = system.log.lock().unwrap();
    assert_eq!((learning.executed + testing.executed) as usize, log.len(), "{what}");
    let symbols: usize = log.iter().map(|executed| executed.inputs.len()).sum();
    assert_eq!((learning.symbols + testing.symbols) as usize, symbols, "{what}");
    assert!(
        learning.executed <= learning.asked && testing.executed <= testing.asked,
        "{what}: {learning:?} {testing:?}"
    );
    assert_eq!(finished.summary.replayed, 0);
}

#[test]
fn every_machine_of_the_zoo_is_learned_by_every_learner_with_every_tester() {
    for name in zoo_names() {
        let truth = zoo(&name);
        for (learner, tester) in
            LearnerKind::ALL.into_iter().flat_map(|learner| TESTERS.map(|tester| (learner, tester)))
        {
            let what = format!("{name} {learner} {tester}");
            let mut system = watched(&truth);
            let finished = learned_with(&case_with(&name, learner, tester), &mut system, &knowing(&truth));
            assert_learned(&what, &finished, &truth);
            assert_witnessed(&what, &finished.learned, &truth);
            assert_counted(&what, &finished, &system);
            assert_eq!(finished.summary.states, truth.live_states(), "{what}");
            assert_eq!(finished.summary.bound_needed, distinguisher_bound(&truth), "{what}");
            assert_eq!(finished.summary.findings, [], "{what}");
        }
    }
}

#[test]
fn no_word_is_executed_whose_answer_an_earlier_one_gave() {
    for name in zoo_names() {
        let mut system = watched(&zoo(&name));
        learned(&case(&name), &mut system);
        let log = system.log.lock().unwrap();
        for (position, executed) in log.iter().enumerate() {
            let known = log[..position].iter().any(|earlier| earlier.covers(&executed.inputs));
            assert!(!known, "{name}: {executed:?} was known");
        }
    }
}

/// What learning a class costs in all, with these settings.
fn words_of(name: &str, change: impl FnOnce(&mut LearningSpec)) -> u64 {
    let mut case = case_with(name, LearnerKind::Lsharp, MachineTester::DistinguisherBound(2));
    change(&mut case.learning);
    let finished = learned(&case, &mut simulated(name));
    assert_learned(name, &finished, &zoo(name));
    finished.summary.total().executed
}

#[test]
fn the_callback_classes_cost_exactly_the_words_of_the_table() {
    for (name, _, words, words_if_stable, ..) in WORD_COUNTS {
        let stable = words_of(name, |learning| learning.assume = vec![Assumption::QuietIsStable]);
        assert_eq!((words_of(name, |_| {}), stable), (words, words_if_stable), "{name}");
    }
}

#[test]
fn the_callback_classes_cost_exactly_the_words_of_the_table_with_the_challenge() {
    for (name, .., words, _) in WORD_COUNTS {
        assert_eq!(words_of(name, |learning| *learning = LearningSpec::default()), words, "{name}");
    }
}

#[test]
fn the_callback_classes_cost_exactly_the_words_of_the_table_as_components() {
    for (name, .., words) in WORD_COUNTS {
        let mut case = case(name);
        case.system.target = Target::Command(vec![name.to_owned()]);
        let finished = learned(&case, &mut simulated(name));
        assert_learned(name, &finished, &zoo(name));
        assert_eq!((finished.summary.total().executed, &finished.summary.findings[..]), (words, &[][..]), "{name}");
    }
}

#[test]
fn the_readme_has_these_counts() {
    let readme = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md")).unwrap();
    let (mut all, mut all_challenged, mut all_components) = (0, 0, 0);
    for (name, droidstar, words, words_if_stable, challenged, component) in WORD_COUNTS {
        let row = readme.lines().find(|line| line.starts_with(&format!("| {name} |"))).expect(name);
        let row = row.replace(" (*)", "");
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let counts = [droidstar, words, words_if_stable, challenged, component].map(|count| count.to_string());
        assert_eq!(cells[2], zoo(name).live_states().to_string(), "{name}");
        assert_eq!(cells[3..8], counts, "{name}");
        (all, all_challenged) = (all + words, all_challenged + challenged);
        all_components += component;
    }
    let grouped = |count: u64| format!("{},{:03}", count / 1000, count % 1000);
    let sentence = format!("take {} words with the challenge and {} without it", grouped(all_challenged), grouped(all));
    assert!(readme.contains(&sentence), "{sentence}");
    let sentence = format!("which makes {} words in all", grouped(all_components));
    assert!(readme.contains(&sentence), "{sentence}");
}
