//! Sessions whose ids the system invents: words that were planned for other answers end where a value did not come.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use crate::common::talking::{Execution, Talking, case, learn};
use typestar_model::register::{RegisterAutomaton, RegisterRun, write_register_json};
use typestar_model::{ERROR, FindingKind, InputId, Inputs, Outputs, Plan, Random, Symbol, TraceRule, Value};
use typestar_query::{
    Answer, Case, Copies, Data, Finished, Journal, LearnerKind, Purpose, RunOptions, StopReason, Symbols, System,
    SystemError, learn_registers,
};
use typestar_system::SimulatedAutomaton;

const IDS: &str = "[types]\nid = \"equality\"\n[inputs.actions]\nopen = []\nclose = [\"id\"]\n\
                   [outputs.actions]\nopened = [\"id\"]\nbusy = []\nclosed = []\nunknown = []\n";

const CALLBACKS: &str = "[types]\nid = \"equality\"\n[inputs]\nwait = true\n[inputs.actions]\nopen = []\nclose = [\"id\"]\n\
                         [outputs.actions]\nopening = []\nonOpened = [\"id\"]\nbusy = []\nclosed = []\nunknown = []\n";

const TOKENS: &str = "[types]\nid = \"equality\"\ntoken = \"equality\"\n[inputs.actions]\nlogin = []\n\
                      open = [\"token\"]\nclose = [\"id\"]\n[outputs.actions]\nwelcome = [\"token\"]\n\
                      opened = [\"id\"]\nbusy = []\nclosed = []\nunknown = []\n";

/// The first id that is ever handed out; no test gives a value like it.
const FIRST_ID: i64 = 1_000_000_000;

/// Hands out ids, none of them twice, in whatever execution.
#[derive(Clone)]
struct Ids(Arc<AtomicI64>);

impl Ids {
    fn new() -> Self {
        Self(Arc::new(AtomicI64::new(FIRST_ID)))
    }

    fn next(&self) -> Value {
        Value::Integer(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// A system of this file: its data, and what begins one of its executions.
type Begin = fn(Ids) -> Execution;

/// Removes a value; what that is answered.
fn removed(open: &mut Vec<Value>, id: &Value) -> String {
    match open.iter().position(|known| known == id) {
        Some(place) => {
            open.remove(place);
            "closed".to_owned()
        }
        None => "unknown".to_owned(),
    }
}

/// Up to three sessions; `open` returns the id.
fn by_return(ids: Ids) -> Execution {
    let mut open: Vec<Value> = Vec::new();
    Box::new(move |input, values| match input {
        "open" if open.len() == 3 => "busy".to_owned(),
        "open" => {
            open.push(ids.next());
            format!("opened({})", open[open.len() - 1])
        }
        _ => removed(&mut open, &values[0]),
    })
}

/// One session; a callback brings the id.
fn by_callback(ids: Ids) -> Execution {
    let (mut open, mut pending): (Vec<Value>, Vec<Value>) = (Vec::new(), Vec::new());
    Box::new(move |input, values| match input {
        "open" if !open.is_empty() => "busy".to_owned(),
        "open" => {
            open.push(ids.next());
            pending.clone_from(&open);
            "opening".to_owned()
        }
        "wait" => pending.pop().map_or("quiet".to_owned(), |id| format!("onOpened({id})")),
        _ => removed(&mut open, &values[0]),
    })
}

/// A login hands out a token, which opens up to two sessions with ids of their own.
fn two_kinds(ids: Ids) -> Execution {
    let (mut token, mut open): (Option<Value>, Vec<Value>) = (None, Vec::new());
    Box::new(move |input, values| match input {
        "login" if token.is_some() => "busy".to_owned(),
        "login" => format!("welcome({})", token.insert(ids.next())),
        "open" if token.as_ref() != Some(&values[0]) => "unknown".to_owned(),
        "open" if open.len() == 2 => "busy".to_owned(),
        "open" => {
            open.push(ids.next());
            format!("opened({})", open[open.len() - 1])
        }
        _ => removed(&mut open, &values[0]),
    })
}

/// One session after the other. To close one again is an error.
fn closed_once(ids: Ids) -> Execution {
    let (mut open, mut closed): (Vec<Value>, Option<Value>) = (Vec::new(), None);
    Box::new(move |input, values| match input {
        "open" if !open.is_empty() => "busy".to_owned(),
        "open" => {
            open.push(ids.next());
            format!("opened({})", open[0])
        }
        _ if closed.as_ref() == Some(&values[0]) => ERROR.to_owned(),
        _ => {
            let answer = removed(&mut open, &values[0]);
            if answer == "closed" {
                closed = Some(values[0].clone());
            }
            answer
        }
    })
}

/// The second session has the id of the first one again, and a third one there is not.
fn given_again(ids: Ids) -> Execution {
    let (mut open, mut id, mut opened): (Vec<Value>, Option<Value>, usize) = (Vec::new(), None, 0);
    Box::new(move |input, values| match input {
        "open" if !open.is_empty() || opened == 2 => "busy".to_owned(),
        "open" => {
            opened += 1;
            open.push(id.get_or_insert_with(|| ids.next()).clone());
            format!("opened({})", open[0])
        }
        _ => removed(&mut open, &values[0]),
    })
}

const SYSTEMS: [(&str, &str, Begin); 5] = [
    ("by return", IDS, by_return),
    ("by callback", CALLBACKS, by_callback),
    ("two kinds", TOKENS, two_kinds),
    ("closed once", IDS, closed_once),
    ("given again", IDS, given_again),
];

fn case_of(data: &str, learner: LearnerKind, seed: u64) -> Case {
    let mut case = case(data);
    (case.learning.learner, case.learning.seed) = (Some(learner), seed);
    case
}

fn learned(case: &Case, journal: Journal, begin: Begin) -> Finished<RegisterAutomaton> {
    let ids = Ids::new();
    learn(case, journal, move || begin(ids.clone()))
}

/// A random word, and what the system answers to it, in which ids are called by their places.
fn random_trace(
    signature: &typestar_model::register::Signature,
    begin: Begin,
    random: &mut Random,
) -> Vec<(Symbol, Symbol)> {
    let (mut execution, mut ids, mut trace) = (begin(Ids::new()), Vec::<(Value, Value)>::new(), Vec::new());
    for step in 1..=12 {
        let action = random.pick(&signature.inputs);
        let draw = |_: &typestar_model::register::Parameter| match random.below(ids.len() + 1) {
            0 => (Value::Integer(101), Value::Integer(101)),
            known => ids[known - 1].clone(),
        };
        let (values, places): (Vec<Value>, Vec<Value>) = action.parameters.iter().map(draw).unzip();
        let said = Symbol::read(&execution(&action.name, &values));
        let place = |(at, value): (usize, &Value)| {
            let new = Value::Returned { step, value: Some(at as u32 + 1) };
            let known = ids.iter().find(|(id, _)| id == value).map(|(_, place)| place.clone());
            known.unwrap_or_else(|| {
                ids.push((value.clone(), new.clone()));
                new
            })
        };
        let named = said.values().iter().enumerate().map(place).collect();
        trace.push((Symbol::new(&action.name, places).unwrap(), Symbol::new(said.name(), named).unwrap()));
        if said.text() == ERROR {
            break;
        }
    }
    trace
}

/// Checks a model with random words.
fn assert_is(model: &RegisterAutomaton, begin: Begin, about: &str) {
    let mut random = Random::new(7);
    for _ in 0..200 {
        assert_trace(model, &random_trace(&model.signature, begin, &mut random), about);
    }
}

fn assert_trace(model: &RegisterAutomaton, trace: &[(Symbol, Symbol)], about: &str) {
    let mut run = RegisterRun::new(model);
    for (index, (input, output)) in trace.iter().enumerate() {
        let action = model.signature.input_of(input).expect("an input");
        let said = run.step(action, input.values()).map(|stepped| stepped.output);
        assert_eq!(said.as_ref(), Some(output), "{about}: {:?}", &trace[..=index]);
    }
}

#[test]
fn every_learner_learns_systems_that_invent_ids_with_every_seed() {
    for (name, data, begin) in SYSTEMS {
        for learner in LearnerKind::OF_REGISTERS {
            for seed in 1..=5 {
                let about = format!("{name}, {learner}, seed {seed}");
                let finished = learned(&case_of(data, learner, seed), Journal::in_memory(), begin);
                assert_eq!((&finished.stop, &finished.summary.findings), (&None, &Vec::new()), "{about}");
                assert_is(&finished.learned, begin, &about);
            }
        }
    }
}

#[test]
fn every_tester_takes_a_value_that_does_not_come_for_the_end_of_its_word() {
    for tester in ["random(400)", "explore(4)"] {
        for (name, data, begin) in SYSTEMS {
            let data = format!("{data}[learning]\ntester = \"{tester}\"\n");
            for seed in 1..=5 {
                let case = case_of(&data, LearnerKind::OF_REGISTERS[0], seed);
                let finished = learned(&case, Journal::in_memory(), begin);
                assert_eq!(
                    (&finished.stop, &finished.summary.findings),
                    (&None, &Vec::new()),
                    "{name}, {tester}, {seed}"
                );
            }
        }
    }
}

/// Every word of a journal with its outputs, in order.
fn words(path: &Path) -> Vec<(Vec<String>, Vec<String>)> {
    let mut words = Vec::new();
    let journal = Journal::open_to_read(path).expect("a journal");
    journal.for_each(|entry| words.push((entry.inputs, entry.outputs))).expect("entries");
    words
}

#[test]
fn what_was_answered_before_a_value_that_did_not_come_is_in_the_journal() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("journal.sqlite");
    let data = format!("{IDS}[learning]\ntester = \"random(400)\"\n");
    let finished = learned(&case_of(&data, LearnerKind::OF_REGISTERS[0], 1), Journal::open(&file).unwrap(), by_return);
    assert_eq!(finished.stop, None);
    let words = words(&file);
    assert_eq!(words.len() as u64, finished.summary.total().executed);
    let reuses_what_came = |(inputs, outputs): &(Vec<String>, Vec<String>)| {
        let outputs: Vec<Symbol> = outputs.iter().map(|output| Symbol::read(output)).collect();
        inputs.iter().all(|input| Symbol::read(input).finds_values(|step| outputs.get(step - 1)))
    };
    assert!(words.iter().all(reuses_what_came), "nothing was given that is not there");
    let lengths = |length: usize| words.iter().filter(|(inputs, _)| inputs.len() == length).count();
    assert!(lengths(20) > 100, "random words have 20 inputs, unless something ends them");
}

#[test]
fn a_run_that_was_stopped_goes_on_byte_for_byte() {
    for (name, data, begin) in SYSTEMS {
        let folder = tempfile::tempdir().expect("a folder");
        let file = |name: &str| folder.path().join(name);
        // At the end of a budget nobody looks for growth, which would cost words that the whole run does not need there.
        let data = format!("{data}[learning]\ngrowth_rounds = 0\n");
        let case = case_of(&data, LearnerKind::OF_REGISTERS[0], 2);
        let whole = learned(&case, Journal::open(&file("whole")).unwrap(), begin);
        for limit in [10, 40, 90, 150] {
            let mut stopped = case.clone();
            stopped.limits.max_words = limit;
            assert!(learned(&stopped, Journal::open(&file("parts")).unwrap(), begin).stop.is_some(), "{name}, {limit}");
        }
        let parts = learned(&case, Journal::open(&file("parts")).unwrap(), begin);
        assert_eq!(parts.stop, None, "{name}");
        assert_eq!(write_register_json(&parts.learned), write_register_json(&whole.learned), "{name}");
        assert!(words(&file("parts")) == words(&file("whole")), "{name}: every word is kept once, in the same order");
        assert_eq!(parts.summary.total(), whole.summary.total(), "{name}");
        let again = learned(&case, Journal::open(&file("parts")).unwrap(), begin);
        assert_eq!(
            (again.summary.replayed, again.stop),
            (whole.summary.total().executed, None),
            "{name}: nothing is asked"
        );
    }
}

#[test]
fn copies_change_nothing() {
    for (name, data, begin) in SYSTEMS {
        let case = case_of(data, LearnerKind::OF_REGISTERS[0], 3);
        let one = learned(&case, Journal::in_memory(), begin);
        let inputs = case.inputs.alphabet();
        let start = move |_: usize| -> Result<Box<dyn System>, SystemError> {
            let ids = Ids::new();
            Ok(Box::new(Talking::new(inputs.clone(), move || begin(ids.clone()))))
        };
        let mut copies = Copies::new(start(1).expect("the first"), 3, start);
        let data = Data::of_case(&case).expect("data").expect("actions");
        let journal = Journal::in_memory();
        let options = RunOptions::default();
        let three = learn_registers(&case, &data, &mut copies, journal, &options, &mut |_, _| {}).expect("a run");
        assert_eq!(three.stop, None, "{name}");
        assert_eq!(write_register_json(&three.learned), write_register_json(&one.learned), "{name}");
        assert_eq!(three.summary.total(), one.summary.total(), "{name}");
    }
}

#[test]
fn a_simulated_automaton_that_invents_ids_is_learned_from_random_words() {
    for (name, data, begin) in SYSTEMS {
        let case = case_of(data, LearnerKind::OF_REGISTERS[0], 1);
        let truth = learned(&case, Journal::in_memory(), begin).learned;
        for learner in LearnerKind::OF_REGISTERS {
            for seed in 1..=2 {
                let case = case_of(&format!("{data}[learning]\ntester = \"random(300)\"\n"), learner, seed);
                let data = Data::of_case(&case).expect("data").expect("actions");
                let mut system = SimulatedAutomaton::ending_with(truth.clone(), &[ERROR.to_owned()]);
                let (journal, options) = (Journal::in_memory(), RunOptions::default());
                let finished = learn_registers(&case, &data, &mut system, journal, &options, &mut |_, _| {});
                let finished = finished.expect("a run");
                assert_eq!(
                    (&finished.stop, &finished.summary.findings),
                    (&None, &Vec::new()),
                    "{name}, {learner}, {seed}"
                );
            }
        }
    }
}

/// A drawer that answers by the toss of a coin: always the same sequence of tosses, over all executions.
fn tossed(of: usize) -> impl FnMut() -> Execution + Send {
    let random = Arc::new(std::sync::Mutex::new(Random::new(5)));
    move || {
        let random = Arc::clone(&random);
        Box::new(move |input, _| match input {
            "put" if random.lock().unwrap().below(of) == 0 => "large".to_owned(),
            "put" => "small".to_owned(),
            _ => "ok".to_owned(),
        })
    }
}

const TOSSED: &str = "[types]\nn = \"equality\"\n[inputs.actions]\nput = [\"n\"]\nrest = []\n\
                      [outputs.actions]\nsmall = []\nlarge = []\n";

#[test]
fn a_coin_toss_is_a_disagreement_and_no_refuted_theory() {
    for of in [2, 3, 10] {
        for learner in LearnerKind::OF_REGISTERS {
            for seed in 1..=5 {
                let finished = learn(&case_of(TOSSED, learner, seed), Journal::in_memory(), tossed(of));
                let about = format!("one of {of}, {learner}, seed {seed}: {:?}", finished.summary.findings);
                let findings = &finished.summary.findings;
                assert!(findings.iter().all(|finding| finding.kind == FindingKind::Disagreement), "{about}");
                assert!(findings.iter().any(|finding| finding.traces.len() >= 2), "both traces: {about}");
                assert_ne!(finished.stop, Some(StopReason::TheoryRefuted), "{about}");
            }
        }
    }
}

const CLIENT: &str = "[types]\nid = \"equality\"\n[inputs]\nwait = true\n\
                      [inputs.actions]\nrequest = []\nreceive = [\"id\"]\ncancel = []\n\
                      [outputs.actions]\nonSend = [\"id\"]\nonResult = [\"id\"]\nfull = [\"id\"]\nearly = [\"id\"]\n\
                      cancelled = []\n";

/// One request at a time, whose number a callback tells; when it is received, another callback tells it again. Refusals
/// tell it, too: of a second request, and of a cancel that comes before the number.
fn client(ids: Ids) -> Execution {
    let (mut open, mut pending): (Option<Value>, Vec<String>) = (None, Vec::new());
    Box::new(move |input, values| match (input, &open) {
        ("wait", _) if pending.is_empty() => "quiet".to_owned(),
        ("wait", _) => pending.remove(0),
        ("request", Some(id)) => format!("full({id})"),
        ("request", None) => {
            let id = ids.next();
            pending.push(format!("onSend({id})"));
            open = Some(id);
            "ok".to_owned()
        }
        ("cancel", Some(id)) if !pending.is_empty() => format!("early({id})"),
        ("cancel", _) => {
            (open, pending) = (None, Vec::new());
            "cancelled".to_owned()
        }
        (_, Some(id)) if *id == values[0] => {
            pending.push(format!("onResult({id})"));
            open = None;
            "ok".to_owned()
        }
        _ => "ok".to_owned(),
    })
}

/// The automaton of at most one request at a time, which looks at callbacks and refusals with values.
const ONE_REQUEST: &str = "none -> one [label=request]; none -> none [label=receive]; none -> none [label=cancel]\n\
                           none -> none [label=wait]; one -> outside [label=request]; one -> one [label=receive]\n\
                           one -> none [label=cancel]; one -> one [label=\"cancel / early\"]; one -> one [label=wait]\n\
                           one -> none [label=\"wait / onResult\"]\n";

/// A rule of each kind, and what refuses calls.
const RULES: [(&str, &[&str]); 9] = [
    ("at_most_pending = [{ count = 1, requests = [\"request\"], callbacks = [\"onResult\"] }]", &[]),
    ("at_most_pending = [{ count = 1, requests = [\"request\"], callbacks = [\"onResult\"] }]", &["full"]),
    ("at_most_pending = [{ count = 1, requests = [\"request\"], ended_by = [\"cancel\"] }]", &["full", "early"]),
    (
        "at_most_pending = [{ count = 2, requests = [\"request\"], callbacks = [\"onSend\", \"onResult\"], \
         ended_by = [\"cancel\"] }]",
        &["full", "early"],
    ),
    ("at_most_between = [{ count = 1, of = [\"request\"], between = [\"cancel\"] }]", &["full", "early"]),
    ("at_most_between_quiets = 1", &[]),
    ("at_most_once = [\"cancel\"]\nat_most_one_of = [[\"request\", \"cancel\"]]", &[]),
    ("must_come_first = [\"request\"]\nmust_be_followed_by = { request = [\"wait\"] }", &[]),
    ("", &[]),
];

/// The case of a client within a rule; without one it is the automaton.
fn client_within((rule, refusals): (&str, &[&str]), learner: LearnerKind, seed: u64) -> Case {
    let mut case = case_of(&format!("{CLIENT}[purpose]\n{rule}\n"), learner, seed);
    case.purpose.refusals = refusals.iter().map(|name| (*name).to_owned()).collect();
    if rule.is_empty() {
        case.purpose.automaton = Some(TraceRule::read(&format!("digraph {{\n{ONE_REQUEST}}}")).expect("a rule"));
    }
    case
}

/// How many steps of a trace are inside the purpose of a case.
fn length_inside<'t>(case: &Case, trace: impl IntoIterator<Item = (&'t str, &'t str)>) -> usize {
    let mut inputs = case.inputs.alphabet();
    let trace: Vec<_> = trace.into_iter().map(|(input, output)| (inputs.intern(input), output)).collect();
    let purpose = Purpose::new(&case.purpose, &inputs);
    let mut state = purpose.start();
    let is_inside = |&&(input, output): &&(InputId, &str)| {
        let is_allowed = purpose.allows(&state, input);
        state = purpose.step(&state, input, output);
        is_allowed
    };
    trace.iter().take_while(is_inside).count()
}

#[test]
fn every_rule_of_a_purpose_judges_outputs_with_invented_values_by_their_names() {
    for (number, rule) in RULES.into_iter().enumerate() {
        let about = format!("{rule:?}");
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("journal.sqlite");
        let case = client_within(rule, LearnerKind::OF_REGISTERS[number % 3], number as u64);
        let finished = learned(&case, Journal::open(&file).unwrap(), client);
        assert_eq!((&finished.stop, &finished.summary.findings), (&None, &Vec::new()), "{about}");
        assert_is_within(&finished.learned, &case, client, &about);
        for (inputs, outputs) in words(&file) {
            let trace = inputs.iter().zip(&outputs).map(|(input, output)| (&input[..], &output[..]));
            assert_eq!(length_inside(&case, trace), inputs.len(), "{about}: {inputs:?} {outputs:?}");
        }
    }
}

/// Checks a model with the parts of random words that are inside its purpose.
fn assert_is_within(model: &RegisterAutomaton, case: &Case, begin: Begin, about: &str) {
    let mut random = Random::new(7);
    for _ in 0..300 {
        let mut trace = random_trace(&model.signature, begin, &mut random);
        trace.truncate(length_inside(case, trace.iter().map(|(input, output)| (input.text(), output.text()))));
        assert_trace(model, &trace, about);
    }
}

/// Gives up every word after three inputs.
struct GivingUp<S>(S);

impl<S: System> System for GivingUp<S> {
    fn inputs(&self) -> &Inputs {
        self.0.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.0.outputs()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        let begun: Vec<Plan> = plans.iter().map(|plan| plan.cut(3)).collect();
        self.0.run(&begun, symbols, answers)
    }
}

#[test]
fn a_plan_that_brings_nothing_new_twice_ends_the_run_and_is_no_loop() {
    let case = case_of(IDS, LearnerKind::OF_REGISTERS[0], 1);
    let ids = Ids::new();
    let mut system = GivingUp(Talking::new(case.inputs.alphabet(), move || by_return(ids.clone())));
    let data = Data::of_case(&case).expect("data").expect("actions");
    let (journal, options) = (Journal::in_memory(), RunOptions::default());
    let finished = learn_registers(&case, &data, &mut system, journal, &options, &mut |_, _| {}).expect("a run");
    let Some(StopReason::SystemFailed(why)) = finished.stop else { panic!("{:?}", finished.stop) };
    assert!(why.starts_with("twice it ended the word `"), "{why}");
}
