//! Learning systems with data: simulated automata, and systems that are asked.

use std::path::Path;

use crate::common::talking::{Execution, Talking, case, learn};
use typestar_model::register::RegisterAutomaton;
use typestar_model::register::families::{fifo, priority_queue};
use typestar_model::{FindingKind, Model, Outputs, Value};
use typestar_query::{
    Case, Data, DataError, Finished, Journal, LearnerKind, RunError, RunOptions, StopReason, TypeTheory,
    learn_registers,
};
use typestar_system::SimulatedAutomaton;

fn simulated(
    truth: &RegisterAutomaton,
    change: impl FnOnce(&mut Case),
) -> Result<Finished<RegisterAutomaton>, RunError> {
    let mut case = Case::of_model(Path::new("model.xml"));
    change(&mut case);
    let data = Data::of_automaton(&case, truth).expect("data");
    let mut system = SimulatedAutomaton::new(truth.clone());
    let options = RunOptions { truth: Some(Model::Registers(truth.clone())), ..RunOptions::default() };
    learn_registers(&case, &data, &mut system, Journal::in_memory(), &options, &mut |_, _| {})
}

const QUEUE: &str = "[types]\nitem = \"equality\"\n[inputs.actions]\noffer = [\"item\"]\npoll = []\n\
                     [outputs.actions]\nhead = [\"item\"]\nfull = []\nempty = []\n";

/// A queue of this many items.
fn queue(capacity: usize) -> Execution {
    let mut items: Vec<Value> = Vec::new();
    Box::new(move |input, values| match input {
        "offer" if items.len() == capacity => "full".to_owned(),
        "offer" => {
            items.push(values[0].clone());
            "ok".to_owned()
        }
        _ if items.is_empty() => "empty".to_owned(),
        _ => format!("head({})", items.remove(0)),
    })
}

/// Locations and registers of what was learned.
fn size(finished: &Finished<RegisterAutomaton>) -> (usize, usize) {
    let numbers = finished.summary.registers.as_ref().expect("a model with registers");
    (numbers.locations, numbers.registers)
}

fn findings(finished: &Finished<RegisterAutomaton>) -> Vec<(FindingKind, String)> {
    finished.summary.findings.iter().map(|finding| (finding.kind, finding.message.clone())).collect()
}

#[test]
fn every_learner_learns_a_queue_with_registers() {
    for learner in LearnerKind::OF_REGISTERS {
        let finished = simulated(&fifo(3), |case| case.learning.learner = Some(learner)).expect("a run");
        assert_eq!((size(&finished), &finished.stop), ((4, 3), &None), "{learner}");
        assert_eq!(finished.summary.learner, learner.to_string());
        assert_eq!(finished.summary.verdict.text, "equivalent to the simulated automaton, compared exactly");
        assert!(finished.learned.finished && finished.learned.transitions.iter().all(|t| !t.witness.is_empty()));
    }
}

#[test]
fn the_verdict_of_an_exploration_names_depth_and_theories() {
    let explored = |truth: &RegisterAutomaton| {
        let change = |case: &mut Case| case.learning.tester = Some("explore(4) + random(50)".parse().unwrap());
        simulated(truth, change).expect("a run").summary
    };
    let summary = explored(&fifo(2));
    assert!(summary.notes["explored"].ends_with("complete to depth 4"), "{:?}", summary.notes);
    let verdict = summary.verdict;
    assert!(verdict.text.contains("complete to depth 4: every class of data words of at most 4 inputs"), "{verdict:?}");
    assert!(verdict.text.contains("equality") && verdict.text.contains("50 words at random (seed 1)"), "{verdict:?}");
    assert!(explored(&priority_queue(2)).verdict.assumptions[0].contains("order"), "the theory is assumed");
}

#[test]
fn what_suits_machines_alone_is_refused() {
    let refused = |change: fn(&mut Case)| simulated(&fifo(1), change).expect_err("refused").to_string();
    let learner = refused(|case| case.learning.learner = Some(LearnerKind::Lsharp));
    assert!(learner.contains("`lsharp` is for machines") && learner.contains("slct, sllambda or slstar"), "{learner}");
    let tester = refused(|case| case.learning.tester = Some("hsi(1)".parse().unwrap()));
    assert!(tester.contains("`hsi(1)` is for machines") && tester.contains("explore(K)"), "{tester}");
    let case = case(&format!("{QUEUE}[learning]\ntester = \"explore(2)\"\n"));
    let mut asked = case.clone();
    asked.learning.tester = Some("exact".parse().unwrap());
    let data = Data::of_case(&asked).expect("data").expect("actions");
    let mut system = Talking { inputs: asked.inputs.alphabet(), outputs: Outputs::default(), begin: || queue(1) };
    let run = learn_registers(&asked, &data, &mut system, Journal::in_memory(), &RunOptions::default(), &mut |_, _| {});
    assert!(matches!(run, Err(RunError::NothingToCompareWith)));
}

#[test]
fn a_model_has_the_theories_that_its_guards_need_unless_somebody_says_otherwise() {
    let mut case = Case::of_model(Path::new("model.xml"));
    let truth = priority_queue(2);
    let theories = |case: &Case| Data::of_automaton(case, &truth).map(|data| data.theories_text());
    let usual = theories(&case).expect("theories");
    assert!(usual.ends_with(": order"), "{usual}");
    let name = truth.signature.types[0].name.clone();
    case.data.set_theory(&format!("{name}=equality").parse::<TypeTheory>().unwrap()).unwrap();
    let error = theories(&case).expect_err("the guards need an order");
    assert!(matches!(error, DataError::NotExpressible { .. }), "{error}");
    assert!(error.to_string().contains(&format!("--theory '{name}=order'")), "{error}");
    case.data.set_theory(&format!("{name}=sums(1)").parse::<TypeTheory>().unwrap()).unwrap();
    assert_eq!(theories(&case).expect("sums have an order"), format!("{name}: sums(1.0)"));
    case.data.set_theory(&"nothing=order".parse::<TypeTheory>().unwrap()).unwrap();
    let error = theories(&case).expect_err("there is no such type");
    assert!(error.to_string().contains(&format!("unknown type `nothing`: this system has {name}")), "{error}");
}

#[test]
fn a_queue_that_is_asked_is_learned_and_its_theory_checked() {
    let finished = learn(&case(QUEUE), Journal::in_memory(), || queue(2));
    assert_eq!((size(&finished), findings(&finished)), ((3, 2), Vec::new()));
    let challenge = finished.summary.challenge.expect("the check is a challenge");
    assert!(challenge.counts.executed > 10, "{challenge:?}");
    let verdict = &finished.summary.verdict;
    assert!(verdict.text.contains("run again with other values"), "{verdict:?}");
    assert!(verdict.assumptions[0].contains("item: equality"), "{verdict:?}");
}

#[test]
fn a_theory_that_lacks_a_comparison_is_found_out() {
    let parity = || -> Execution {
        Box::new(|_, values| match values {
            [Value::Integer(number)] if number % 2 == 0 => "even".to_owned(),
            _ => "odd".to_owned(),
        })
    };
    let text = "[types]\nn = \"equality\"\n[inputs.actions]\nput = [\"n\"]\n[outputs.actions]\neven = []\nodd = []\n";
    let finished = learn(&case(text), Journal::in_memory(), parity);
    let found = findings(&finished);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].0, FindingKind::TheoryRefuted);
    assert!(found[0].1.contains("n: equality") && found[0].1.contains("even"), "{found:?}");
    let finding = &finished.summary.findings[0];
    assert_eq!(finding.traces.len(), 2, "both traces are shown");
    assert_ne!(finding.traces[0].steps[0].output, finding.traces[1].steps[0].output);
    assert_eq!(finished.stop, Some(StopReason::TheoryRefuted), "a learner would look for states behind it");
    // Some inputs alone, and the two that differ five times more each: it may be chance.
    assert!(finished.summary.total().executed <= 45, "{:?}", finished.summary.total());
}

/// Keeps a number, and says of the next one whether it is larger.
fn larger() -> Execution {
    let mut kept = None;
    Box::new(move |_, values| match &kept {
        None => {
            kept = Some(values[0].clone());
            "kept".to_owned()
        }
        Some(kept) if values[0].order(kept).is_some_and(|order| order.is_gt()) => "larger".to_owned(),
        Some(_) => "other".to_owned(),
    })
}

#[test]
fn a_comparison_with_an_earlier_value_is_found_out_when_all_else_agrees() {
    let text = |theory: &str| {
        format!(
            "[types]\nn = \"{theory}\"\n[inputs.actions]\nput = [\"n\"]\n[outputs.actions]\nkept = []\nlarger = []\nother = []\n"
        )
    };
    let finished = learn(&case(&text("equality")), Journal::in_memory(), larger);
    let found = findings(&finished);
    assert_eq!((found.len(), finished.stop), (1, Some(StopReason::TheoryRefuted)), "{found:?}");
    assert_eq!(found[0].0, FindingKind::TheoryRefuted);
    assert!(
        finished.summary.verdict.text.starts_with("stopped: the theories do not fit"),
        "{:?}",
        finished.summary.verdict
    );
    let ordered = learn(&case(&text("order")), Journal::in_memory(), larger);
    assert_eq!((findings(&ordered), size(&ordered)), (Vec::new(), (2, 1)));
}

/// Says whether a number is an even distance away from the first one.
fn distance() -> Execution {
    let mut kept = None;
    Box::new(move |_, values| {
        let Value::Integer(value) = values[0] else { return "other".to_owned() };
        let even = value.wrapping_sub(*kept.get_or_insert(value)) % 2 == 0;
        kept = Some(value);
        if even { "even" } else { "odd" }.to_owned()
    })
}

#[test]
fn a_learner_that_finds_locations_without_end_is_stopped_with_a_finding() {
    let text = "[types]\nn = \"equality\"\n[inputs.actions]\nput = [\"n\"]\n[outputs.actions]\neven = []\nodd = []\n";
    let finished = learn(&case(text), Journal::in_memory(), distance);
    let found = findings(&finished);
    assert_eq!((found.len(), finished.stop), (1, Some(StopReason::TheoryRefuted)), "{found:?}");
    assert_eq!(found[0].0, FindingKind::TheoryRefuted);
}

/// What becomes of a run whose system gives this output for `poll`.
fn polled(types: &str, output: &'static str) -> Finished<RegisterAutomaton> {
    let text = QUEUE.replace("item = \"equality\"", types);
    learn(&case(&text), Journal::in_memory(), move || {
        Box::new(move |input, _| if input == "poll" { output.to_owned() } else { "ok".to_owned() })
    })
}

#[test]
fn answers_that_do_not_fit_their_declaration_end_the_run_with_a_finding() {
    let cases = [
        ("item = \"equality\"", "tail(1)", "undeclared output `tail(1)`", "add `tail`"),
        ("item = \"equality\"", "head", "`head` has no values instead of 1", "[outputs.actions]"),
        ("item = \"equality\"", "head(1, 2)", "has 2 values instead of 1", "[outputs.actions]"),
        ("item = \"equality\"", "head(\"a\")", "\"a\", which is not of type `item`", "\"integer\""),
        ("item = { domain = \"text\" }", "head(1)", "which is not of type `item`", "\"text\""),
        (
            "item = \"order\"",
            "head(7)",
            "which the theory `order` cannot explain from earlier values",
            "equality for `item`",
        ),
        ("item = \"sums(1)\"", "head(7)", "which the theory `sums(1)` cannot explain from earlier values", "constant"),
    ];
    for (types, output, message, advice) in cases {
        let finished = polled(types, output);
        assert_eq!(finished.stop, Some(StopReason::Misfit), "{output}");
        let [finding] = &finished.summary.findings[..] else { panic!("{:?}", finished.summary.findings) };
        assert!(finding.message.contains(message), "{finding:?}");
        assert!(finding.advice[0].contains(advice), "{finding:?}");
        assert_eq!(finding.traces[0].steps.last().map(|step| step.output.text()), Some(output));
        assert!(!finished.learned.finished && finished.summary.verdict.text.contains("does not fit"), "{output}");
    }
}

#[test]
fn whole_numbers_are_decimals_too() {
    let finished = polled("item = { domain = \"decimal\", constants = { zero = 0 } }", "head(0)");
    assert_eq!((findings(&finished), finished.stop), (Vec::new(), None));
}

/// Hands out an id, another one each time, and knows the last one again.
fn desk(next: &mut i64) -> Execution {
    let mut last = None;
    *next += 7919;
    let id = 1_000_000 + *next;
    let mut count = 0;
    Box::new(move |input, values| match input {
        "open" => {
            count += 1;
            last = Some(Value::Integer(id + count));
            format!("opened({})", id + count)
        }
        _ if last.as_ref() == Some(&values[0]) => format!("known({})", values[0]),
        _ => "refused".to_owned(),
    })
}

const DESK: &str = "[types]\nid = \"equality\"\n[inputs.actions]\nopen = []\nuse = [\"id\"]\n\
                    [outputs.actions]\nopened = [\"id\"]\nknown = [\"id\"]\nrefused = []\n";

#[test]
fn ids_that_the_system_invents_cause_no_conflict() {
    for learner in LearnerKind::OF_REGISTERS {
        let mut case = case(DESK);
        case.learning.learner = Some(learner);
        let mut next = 0;
        let finished = learn(&case, Journal::in_memory(), move || desk(&mut next));
        assert_eq!((findings(&finished), size(&finished)), (Vec::new(), (2, 1)), "{learner}");
        let witnesses = finished.learned.transitions.iter().flat_map(|transition| &transition.witness);
        let steps: Vec<String> = witnesses.map(|step| format!("{}/{}", step.input, step.output)).collect();
        assert!(steps.contains(&"open/opened($1.1)".to_owned()), "{steps:?}");
        assert!(steps.contains(&"use($1.1)/known($1.1)".to_owned()), "{steps:?}");
    }
}

#[test]
fn an_id_that_is_given_by_chance_is_told_and_not_learned_from() {
    let counter = || -> Execution {
        let mut next = 100;
        Box::new(move |input, _| match input {
            "open" => {
                next += 1;
                format!("opened({next})")
            }
            _ => "refused".to_owned(),
        })
    };
    let finished = learn(&case(DESK), Journal::in_memory(), counter);
    let found = findings(&finished);
    assert_eq!((found.len(), &finished.stop), (1, &Some(StopReason::Misfit)), "{found:?}");
    assert!(found[0].1.contains("the system invented 101"), "{found:?}");
}

#[test]
fn votes_and_the_journal_know_ids_by_their_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("journal.db");
    let mut case = case(DESK);
    case.learning.repeat = 3;
    let (mut next, mut again) = (0, 500_000);
    let first = learn(&case, Journal::open(&file).expect("a journal"), move || desk(&mut next));
    assert_eq!((findings(&first), size(&first)), (Vec::new(), (2, 1)));
    let second = learn(&case, Journal::open(&file).expect("a journal"), move || desk(&mut again));
    assert_eq!(second.summary.replayed, second.summary.total().executed, "nothing was asked");
    assert_eq!(second.learned, first.learned);
    let mut concrete = Vec::new();
    let journal = Journal::open_to_read(&file).expect("a journal");
    journal
        .for_each(&mut |entry: typestar_query::Entry| {
            concrete.extend(entry.evidence.iter().filter_map(|step| step.values.get("$1.1").cloned()));
        })
        .expect("entries");
    assert!(concrete.len() > 3 && concrete.iter().all(|value| *value > Value::Integer(1_000_000)), "{concrete:?}");
}
