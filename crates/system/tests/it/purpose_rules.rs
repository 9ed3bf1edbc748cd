//! Rules of the learning purpose, as a case file states them, for machines and for systems with data.

use std::path::Path;

use crate::common::{has, plan, repository, run, talking};
use crate::learning::{Class, Stepped, guarded, learned};
use typestar_model::register::RegisterAutomaton;
use typestar_model::{Comparison, InputId, Mealy, Outputs, TraceRule, compare, read_dot};
use typestar_protocol::{Clock, Component, Returned, Sink, Value};
use typestar_query::{
    Case, Data, Journal, LearnerKind, MachineTester, Purpose, PurposeSpec, RunOptions, System, SystemError, TesterKind,
    learn, learn_registers,
};
use typestar_system::{Closed, OpenOptions, Process, ProcessOptions, open};

/// Every start brings one onFinish; cancel takes one of them back.
fn timers() -> Class<()> {
    Class::new(&["start", "cancel"], |_, pending, input| match input {
        "start" => pending.push_back("onFinish"),
        _ => drop(pending.pop_back()),
    })
}

/// What was pushed is written when it is flushed, all at once.
fn writer() -> Class<usize> {
    Class::new(&["push", "flush"], |pushed, pending, input| match input {
        "push" => *pushed += 1,
        _ => {
            pending.clear();
            pending.extend(vec!["onWritten"; std::mem::take(pushed)]);
        }
    })
}

/// The case of a class with these rules.
fn case(callins: &[&str], rules: &str, learner: LearnerKind) -> Case {
    let text = format!("[system]\ncommand = [\"x\"]\n[inputs]\ncallins = {callins:?}\n[purpose]\n{rules}\n");
    let mut case = Case::parse(&text, Path::new("class.toml")).unwrap_or_else(|error| panic!("{error}"));
    case.learning.learner = Some(learner);
    case.learning.tester = Some(TesterKind::Machine(vec![MachineTester::DistinguisherBound(4)]));
    case
}

/// The case of a class whose purpose is an automaton with these edges.
fn case_with_automaton(callins: &[&str], edges: &str, learner: LearnerKind) -> Case {
    let rule = TraceRule::read(&format!("digraph {{\n{edges}}}")).unwrap_or_else(|error| panic!("{error}"));
    let mut case = case(callins, "", learner);
    rule.check(case.inputs.alphabet().texts()).unwrap_or_else(|error| panic!("{error}"));
    case.purpose.automaton = Some(rule);
    case
}

/// Learns a class within rules, by every learner; nothing outside is given, and what is inside is known.
fn check<S: Default + Send>(callins: &[&str], class: fn() -> Class<S>, rules: &str, states: usize) {
    for learner in LearnerKind::ALL {
        check_case(&case(callins, rules, learner), class, states);
    }
}

fn check_case<S: Default + Send>(case: &Case, class: fn() -> Class<S>, states: usize) {
    let finished = learned(case, &mut guarded(class(), &case.purpose));
    assert_eq!((finished.stop, finished.summary.findings), (None, Vec::new()), "{:?}", case.learning.learner);
    assert_eq!(finished.summary.states, states, "{:?}", case.learning.learner);
    assert_same_inside(&finished.learned.machine, &mut class(), &case.purpose, 7);
}

/// The machine answers every word of at most `length` inputs as the class does, and knows those of the purpose only.
fn assert_same_inside<S: Default + Send>(machine: &Mealy, class: &mut Class<S>, spec: &PurposeSpec, length: usize) {
    let purpose = Purpose::new(spec, &class.inputs);
    let mut words: Vec<Vec<InputId>> = vec![Vec::new()];
    while let Some(word) = words.pop() {
        class.reset();
        let mut state = purpose.start();
        for (&input, output) in word.iter().zip(machine.run(&word)) {
            let answer = class.step(machine.inputs().text(input));
            assert_eq!(machine.outputs().text(output), answer, "{}", machine.inputs().show(&word));
            state = purpose.step(&state, input, &answer);
        }
        for input in machine.inputs().ids() {
            let next = [&word[..], &[input]].concat();
            let is_known = machine.run(&next).len() == next.len();
            assert_eq!(is_known, purpose.allows(&state, input), "{}", machine.inputs().show(&next));
            if is_known && next.len() <= length {
                words.push(next);
            }
        }
    }
}

#[test]
fn a_timer_that_can_be_cancelled_is_learned_with_what_is_really_pending() {
    let limit = |end: &str| {
        format!("at_most_pending = [{{ count = 2, requests = [\"start\"], callbacks = [\"onFinish\"]{end} }}]")
    };
    check(&["start", "cancel"], timers, &limit(", ended_by = [\"cancel\"]"), 3);
    check(&["start", "cancel"], timers, &limit(""), 6);
}

#[test]
fn a_writer_is_flushed_after_two_pushes() {
    let rule = "at_most_between = [{ count = 2, of = [\"push\"], between = [\"flush\"] }]";
    check(&["push", "flush"], writer, rule, 9);
}

/// At most two timers at a time, of which the automaton counts those that run.
const TWO_TIMERS: &str = "none -> one [label=start]; none -> none [label=cancel]; none -> none [label=wait]\n\
                          one -> two [label=start]; one -> none [label=cancel]\n\
                          one -> none [label=\"wait / onFinish\"]; one -> one [label=\"wait / *\"]\n\
                          two -> outside [label=start]; two -> one [label=cancel]\n\
                          two -> one [label=\"wait / onFinish\"]; two -> two [label=\"wait / *\"]\n";

#[test]
fn a_timer_is_learned_within_an_automaton_that_counts_along() {
    for learner in LearnerKind::ALL {
        check_case(&case_with_automaton(&["start", "cancel"], TWO_TIMERS, learner), timers, 3);
    }
}

#[test]
fn a_writer_is_learned_within_an_automaton_that_looks_at_inputs_alone() {
    let edges = "a -> b [label=push]; a -> outside [label=flush]; a -> a [label=wait]\n\
                 b -> outside [label=push]; b -> a [label=flush]; b -> b [label=wait]\n";
    for learner in LearnerKind::ALL {
        check_case(&case_with_automaton(&["push", "flush"], edges, learner), writer, 4);
    }
}

/// Learns a queue that any number of items fit into, within rules, and perhaps an automaton.
fn queue(rules: &str, automaton: Option<TraceRule>) -> RegisterAutomaton {
    let data = format!(
        "[types]\nitem = \"equality\"\n[inputs.actions]\noffer = [\"item\"]\npoll = []\nclear = []\n\
         [outputs.actions]\nhead = [\"item\"]\nempty = []\n[purpose]\n{rules}\n[learning]\ntester = \"explore(3) + random(300)\"\n"
    );
    let mut case = talking::case(&data);
    case.purpose.automaton = automaton;
    let finished = talking::learn(&case, Journal::in_memory(), || {
        let mut items = std::collections::VecDeque::new();
        Box::new(move |input, values| match input {
            "offer" => {
                items.push_back(values[0].clone());
                "ok".to_owned()
            }
            "clear" => {
                items.clear();
                "ok".to_owned()
            }
            _ => items.pop_front().map_or("empty".to_owned(), |item| format!("head({item})")),
        })
    });
    assert!(finished.stop.is_none() && finished.summary.findings.is_empty(), "{:?}", finished.summary.findings);
    finished.learned
}

#[test]
fn an_endless_queue_is_learned_with_as_many_items_as_the_rules_allow() {
    let pending = "at_most_pending = [{ count = 2, requests = [\"offer\"], ended_by = [\"poll\", \"clear\"] }]";
    let size = queue(pending, None).size();
    assert_eq!((size.locations, size.registers), (5, 2));
    let between = "at_most_between = [{ count = 2, of = [\"offer\"], between = [\"clear\"] }]";
    let size = queue(between, None).size();
    assert_eq!((size.locations, size.registers), (6, 2));
}

#[test]
fn an_endless_queue_is_learned_within_an_automaton() {
    let edges = |from: &str, offer: &str, poll: &str| {
        format!(
            "{from} -> {offer} [label=offer]; {from} -> {from} [label=poll]; {from} -> {poll} [label=\"poll / head\"]\n\
             {from} -> none [label=clear]\n"
        )
    };
    let states = [edges("none", "one", "none"), edges("one", "two", "none"), edges("two", "outside", "one")].concat();
    let rule = TraceRule::read(&format!("digraph {{\n{states}}}")).unwrap();
    let size = queue("", Some(rule)).size();
    assert_eq!((size.locations, size.registers), (3, 2));
}

/// A door bell: `press` rings twice unless it is off; `toggle` tells what it did; `jam` rings for ever.
#[derive(Default)]
struct Bell {
    is_off: bool,
    sink: Option<Sink>,
}

impl Component for Bell {
    fn inputs(&self) -> Vec<String> {
        ["press", "toggle", "jam", "echo"].map(str::to_owned).to_vec()
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        *self = Self { is_off: false, sink: Some(sink) };
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        let sink = self.sink.as_ref().expect("reset comes first");
        match input {
            "press" if !self.is_off => ["onRing", "onRing"].iter().for_each(|name| sink.emit(name)),
            "toggle" => {
                self.is_off = !self.is_off;
                sink.emit(if self.is_off { "onOff" } else { "onOn" });
            }
            "jam" => (0..101).for_each(|_| sink.emit("onRing")),
            _ => {}
        }
        Ok(Returned::NOTHING)
    }

    fn call_with(&mut self, input: &str, values: &[Value]) -> Result<Returned, String> {
        self.sink.as_ref().expect("reset comes first").emit_values("onEcho", values, &[]);
        self.call(input)
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }
}

#[test]
fn a_drained_class_has_no_wait_and_its_callbacks_are_joined() {
    let case = case(&["press", "toggle"], "drain = true", LearnerKind::Lsharp);
    let mut bell = Closed::new(Bell::default(), case.settings());
    assert_eq!(bell.inputs().texts(), ["press", "toggle", "jam", "echo"], "`wait` is no input");
    let inputs = bell.inputs().clone();
    let mut outputs = Outputs::default();
    let answers = run(&mut bell, &[plan(&inputs, "press toggle press toggle")], &mut outputs).expect("an answer");
    let texts: Vec<&str> = answers[0].outputs.iter().map(|&output| outputs.text(output)).collect();
    assert_eq!(texts, ["ok+onRing+onRing", "ok+onOff", "ok", "ok+onOn"]);
    let error = run(&mut bell, &[plan(&inputs, "jam")], &mut outputs).expect_err("it never ends").to_string();
    assert!(error.contains("drain: more than 100 callbacks came after `jam`, the last one onRing"), "{error}");
}

/// A machine with `wait` that is learned drained is the machine that one gets by draining it.
#[test]
fn a_simulated_machine_is_learned_drained() {
    let folder = tempfile::tempdir().unwrap();
    let (file, model) = (folder.path().join("case.toml"), folder.path().join("bell.dot"));
    let edges = "on -> one [label=\"press/ok\"]; one -> on [label=\"wait/onRing\"]; one -> one [label=\"press/ok\"]\n\
                 on -> on [label=\"wait/quiet\"]; on -> off [label=\"toggle/ok\"]; one -> off [label=\"toggle/ok\"]\n\
                 off -> off [label=\"wait/quiet\"]; off -> off [label=\"press/ok\"]; off -> on [label=\"toggle/ok\"]\n";
    std::fs::write(&model, format!("digraph {{\n{edges}}}\n")).unwrap();
    std::fs::write(&file, "[system]\nmodel = \"bell.dot\"\n[purpose]\ndrain = true\n").unwrap();
    let case = Case::load(&file).unwrap();
    let mut opened = open(&case, &OpenOptions::default()).unwrap();
    let finished =
        learn(&case, &mut *opened.system, Journal::in_memory(), &RunOptions::default(), &mut |_, _| {}).unwrap();
    let drained = "on -> on [label=\"press/ok+onRing\"]; on -> off [label=\"toggle/ok\"]\n\
                   off -> off [label=\"press/ok\"]; off -> on [label=\"toggle/ok\"]\n";
    let drained = read_dot(&format!("digraph {{\n{drained}}}\n")).unwrap();
    assert_eq!(compare(&finished.learned.machine, &drained), Comparison::Same);
}

#[test]
fn a_drained_system_with_data_has_the_values_of_its_callbacks() {
    let data = "[types]\nitem = \"equality\"\n[inputs.actions]\necho = [\"item\"]\ntoggle = []\n[outputs.actions]\n\
                \"ok+onEcho\" = [\"item\"]\n\"ok+onOff\" = []\n\"ok+onOn\" = []\n[purpose]\ndrain = true\n";
    let case = talking::case(data);
    let data = Data::of_case(&case).expect("data").expect("actions");
    let mut bell = Closed::new(Bell::default(), case.settings());
    let options = RunOptions::default();
    let finished = learn_registers(&case, &data, &mut bell, Journal::in_memory(), &options, &mut |_, _| {}).unwrap();
    assert!(finished.stop.is_none() && finished.summary.findings.is_empty(), "{:?}", finished.summary.findings);
    let size = finished.learned.size();
    assert_eq!((size.locations, size.registers), (2, 0));
}

/// An adapter without a host library, which knows nothing of draining.
const RAW: &str = "import sys\nsys.stdin.readline()\n\
                   print('{\"type\":\"ready\",\"protocol\":3,\"inputs\":[\"a\"]}', flush=True)\nsys.stdin.read()\n";

#[test]
fn an_adapter_that_does_not_drain_is_refused() {
    if !has("python3") {
        return;
    }
    let mut options = ProcessOptions::new(["python3".to_owned(), "-c".to_owned(), RAW.to_owned()]);
    assert!(Process::start(options.clone()).is_ok());
    options.settings.drain = true;
    let error = Process::start(options).err().expect("it does not drain").to_string();
    assert!(error.contains("does not drain calls") && error.contains("at_most_between_quiets = 1"), "{error}");
}

#[test]
fn an_adapter_that_does_not_rest_after_calls_is_refused() {
    if !has("python3") {
        return;
    }
    let mut options = ProcessOptions::new(["python3".to_owned(), "-c".to_owned(), RAW.to_owned()]);
    options.settings.settle_after_ms = [("a".to_owned(), 5)].into();
    let error = Process::start(options).err().expect("it does not rest").to_string();
    assert!(error.contains("does not rest after calls, which `settle_ms` of [inputs] needs"), "{error}");
}

/// An adapter with the host library for Python whose callbacks never end.
const TICKING: &str = "import sys\nsys.path.insert(0, sys.argv[1])\nfrom typestar_adapter import serve\n\
                       class Clock:\n    def __init__(self, emit, clock):\n        self.emit, self.clock = emit, clock\n\
                       \x20   def start(self):\n        self.emit('onTick')\n        self.clock.call_later(1, self.start)\n\
                       serve(name='clock', version='1', create=Clock, inputs=['start'], clock='virtual')\n";

#[test]
fn callbacks_without_end_stop_a_drained_call_with_a_message() {
    if !has("python3") {
        return;
    }
    let library = repository("hosts/python").display().to_string();
    let mut options = ProcessOptions::new(["python3".to_owned(), "-c".to_owned(), TICKING.to_owned(), library]);
    options.settings.drain = true;
    let mut process = Process::start(options).expect("it starts");
    let inputs = process.inputs().clone();
    let error: SystemError = run(&mut process, &[plan(&inputs, "start")], &mut Outputs::default()).expect_err("no end");
    let error = error.to_string();
    assert!(error.contains("drain: more than 100 callbacks came after `start`, the last one onTick"), "{error}");
    assert!(error.contains("`ignore` or `drop_repeated` of [outputs]"), "{error}");
}
