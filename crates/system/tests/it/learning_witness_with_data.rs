//! Another seed is another witness, for systems with data: a second learner finds what random words of one seed miss.

use typestar_model::register::RegisterAutomaton;
use typestar_model::register::families::fifo;
use typestar_model::{Model, Value};
use typestar_query::{Case, Finished, Journal, RunOptions, StopReason};
use typestar_query::{Data, learn_registers};
use typestar_system::SimulatedAutomaton;

use crate::common::talking::{Execution, case, learn};

const QUEUE: &str = "[types]\nitem = \"equality\"\n[inputs.actions]\nput = [\"item\"]\ntake = []\n\
                     [outputs.actions]\ntook = [\"item\"]\nfull = []\nempty = []\n";

/// What the verdict says when a second learner agrees.
const SAME: &str = "learned again with seed 3: the same model";

/// A queue of this many items.
fn queue(limit: usize) -> Execution {
    let mut items: Vec<Value> = Vec::new();
    Box::new(move |input, values| match input {
        "put" if items.len() == limit => "full".to_owned(),
        "put" => {
            items.push(values[0].clone());
            "ok".to_owned()
        }
        _ if items.is_empty() => "empty".to_owned(),
        _ => format!("took({})", items.remove(0)),
    })
}

const LOCK: &str = "[types]\nkey = \"equality\"\n[inputs.actions]\nturn = [\"key\"]\npress = []\npull = []\n\
                    [outputs.actions]\nopen = []\nshut = []\n";

/// After these calls in a row, a `turn` with the same key as the first opens the lock.
const CODE: [&str; 6] = ["turn", "press", "press", "pull", "press", "pull"];

/// A lock that does not show how far one has come.
fn lock() -> Execution {
    let (mut come, mut key): (usize, Option<Value>) = (0, None);
    Box::new(move |input, values| {
        let opens = come == CODE.len() && input == "turn" && key.as_ref() == values.first();
        let is_next = CODE.get(come) == Some(&input);
        come = if is_next { come + 1 } else { usize::from(input == CODE[0]) };
        if come == 1 {
            key = values.first().cloned();
        }
        if opens { "open" } else { "shut" }.to_owned()
    })
}

fn run(text: &str, begin: impl FnMut() -> Execution + Send) -> Finished<RegisterAutomaton> {
    learn(&case(text), Journal::in_memory(), begin)
}

/// What a verdict says of a second learner.
fn witness<M>(finished: &Finished<M>) -> Option<&str> {
    finished.summary.verdict.text.split("; ").find(|part| part.starts_with("learned again"))
}

#[test]
fn the_verdict_names_the_seed_of_a_second_learner_that_found_the_same() {
    let finished = run(QUEUE, || queue(2));
    assert_eq!((witness(&finished), &finished.summary.findings), (Some(SAME), &Vec::new()));
    let finished = run(&format!("{QUEUE}[learning]\nseed = 7\n"), || queue(2));
    assert_eq!(witness(&finished), Some("learned again with seed 9: the same model"));
}

#[test]
fn where_values_are_added_the_verdict_claims_no_more_than_that_no_difference_was_found() {
    let sums = QUEUE.replace("equality", "sums(1)");
    assert_eq!(witness(&run(&sums, || queue(1))), Some("learned again with seed 3: no difference found"));
}

#[test]
fn what_the_random_words_of_one_seed_miss_a_second_learner_finds() {
    let finished = run(&format!("{LOCK}[learning]\nseed = 22\n"), lock);
    assert_eq!((&finished.stop, &finished.summary.findings), (&None, &Vec::new()));
    let [first, last] = &finished.summary.history[..] else { panic!("{:?}", finished.summary.history) };
    assert_eq!((first.states, last.states), (1, CODE.len() + 1));
    // The first model withstood everything else: a thousand random words, loops, and a hundred words with other values.
    assert!(last.executed > 1_100, "{last:?}");
}

#[test]
fn who_names_a_tester_or_knows_the_truth_has_one_learner() {
    let named = run(&format!("{QUEUE}[learning]\ntester = \"explore(3) + random(1000)\"\n"), || queue(2));
    assert_eq!((witness(&named), &named.stop), (None, &None));
    let truth = fifo(2);
    let case = Case::of_model(std::path::Path::new("model.xml"));
    let data = Data::of_automaton(&case, &truth).expect("data");
    let options = RunOptions { truth: Some(Model::Registers(truth.clone())), ..RunOptions::default() };
    let mut system = SimulatedAutomaton::new(truth);
    let known = learn_registers(&case, &data, &mut system, Journal::in_memory(), &options, &mut |_, _| {});
    assert_eq!(witness(&known.expect("a run")), None);
}

#[test]
fn what_took_more_than_a_thousand_words_beside_random_ones_is_learned_once() {
    let wide = LOCK.replace("press = []", "press = [\"key\", \"key\", \"key\"]");
    let finished = run(&wide, || Box::new(|_, _| "shut".to_owned()));
    assert!(finished.summary.total().executed > 2_000, "{}", finished.summary.total().executed);
    assert_eq!((witness(&finished), &finished.stop), (None, &None));
}

/// Learns a queue with at most so many words.
fn limited(journal: Journal, most: u64) -> Finished<RegisterAutomaton> {
    let mut case = case(QUEUE);
    case.limits.max_words = most.min(case.limits.max_words);
    learn(&case, journal, || queue(2))
}

#[test]
fn a_run_that_is_stopped_while_it_learns_again_continues_to_the_same_model() {
    let whole = limited(Journal::in_memory(), u64::MAX);
    let total = whole.summary.total().executed;
    for words in [1, 7, 60, 200] {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || Journal::open(&folder.path().join("journal.db")).expect("a journal");
        let stopped = limited(open(), total - words);
        assert!(matches!(stopped.stop, Some(StopReason::Budget(_))), "{words}: {:?}", stopped.stop);
        assert_eq!(witness(&stopped), None, "{words}");
        let continued = limited(open(), u64::MAX);
        assert_eq!(continued.summary.total(), whole.summary.total(), "{words}");
        assert_eq!(continued.summary.verdict, whole.summary.verdict, "{words}");
        assert_eq!(Model::Registers(continued.learned), Model::Registers(whole.learned.clone()), "{words}");
    }
}
