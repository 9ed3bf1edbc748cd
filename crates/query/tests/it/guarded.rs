//! Guarded models of small objects in the same process: guards, states, and what no guard explains.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use typestar_model::guarded::{Features, Guard, GuardedModel, LeftOut, OfferedMethod, Parameter, Returned, ValueKind};
use typestar_model::{
    Cursor, Decimal, Evidence, FindingKind, InputId, Inputs, MachineLimit, Model, OutputId, Outputs, Plan, Symbol,
    TraceRule, Value,
};
use typestar_query::{
    About, Answer, AnySuite, BetweenLimit, Case, ConformOptions, Conformance, Event, Finished, Journal, Judgement,
    PendingLimit, Purpose, PurposeSpec, RunOptions, StopReason, SuiteError, Symbols, System, SystemError, Task,
    TestWord, learn_guarded,
};
use typestar_testing::{Slowing, WordClock};

const INT: ValueKind = ValueKind::Integer { min: i32::MIN as i64, max: i32::MAX as i64 };

/// An object whose methods can be called.
trait Object {
    fn fields(&self) -> Features;
    /// Whether the call passes.
    fn call(&mut self, call: &Symbol) -> bool;
    /// What a call answers that passes.
    fn answer(&self) -> &'static str {
        "ok"
    }
    /// What the last call returned, or the class of what it threw.
    fn told(&self) -> Option<String> {
        None
    }
    /// How many words more it takes to be sure of that.
    fn costs(&self, _call: &Symbol) -> u64 {
        1
    }
    /// The limit of the machine that ends the call, if one does.
    fn limit(&self, _call: &Symbol) -> Option<MachineLimit> {
        None
    }
    /// Whether the call never comes back.
    fn blocks(&self, _call: &Symbol) -> bool {
        false
    }
}

/// A class: its methods with the kinds of their parameters, and how an object is made.
struct Class {
    about: About,
    inputs: Inputs,
    outputs: Outputs,
    make: fn() -> Box<dyn Object>,
}

impl Class {
    fn new(methods: &[(&str, &[ValueKind])], make: fn() -> Box<dyn Object>) -> Self {
        let method = |&(name, kinds): &(&str, &[ValueKind])| OfferedMethod {
            name: name.to_owned(),
            parameters: kinds.iter().map(|&kind| Parameter::new("number", kind)).collect(),
            ..OfferedMethod::default()
        };
        let inputs = methods.iter().map(|(name, _)| name).collect();
        let (methods, finals) = (methods.iter().map(method).collect(), ["error", "hang"].map(str::to_owned).to_vec());
        let about = About { methods, finals, ..About::default() };
        Self { about, inputs, outputs: Outputs::default(), make }
    }

    /// The same class, with a method that returns true or false.
    fn returning_truth(mut self, name: &str) -> Self {
        let method = self.about.methods.iter_mut().find(|method| method.name == name).expect("a method");
        method.returns = Returned { kind: ValueKind::Boolean, ..Returned::default() };
        self
    }

    fn answer(&mut self, plan: &Plan, symbols: &Symbols) -> Answer {
        let (mut object, mut answer) = ((self.make)(), Answer::default());
        let mut cursor = Cursor::naming(plan, &symbols.outputs);
        while let Some(input) = cursor.next() {
            let call = symbols.inputs.symbol(input);
            if object.blocks(call) {
                answer.word.push(input);
                answer.outputs.push(self.outputs.intern("hang"));
                answer.evidence.push(Evidence { more_words: object.costs(call), ..Evidence::default() });
                break;
            }
            let mut before = object.fields();
            before.extend(arguments(call));
            let limit = object.limit(call);
            let passes = limit.is_none() && object.call(call);
            let output = if passes { object.answer() } else { "error" };
            answer.word.push(input);
            answer.outputs.push(self.outputs.intern(output));
            let (returned, reason) = if passes { (object.told(), None) } else { (None, object.told()) };
            answer.evidence.push(Evidence {
                before,
                values: object.fields(),
                returned,
                reason,
                limit,
                ..Evidence::default()
            });
            if !passes {
                break;
            }
            cursor.take_text(output);
        }
        answer
    }
}

fn arguments(call: &Symbol) -> Features {
    let named = |(place, value): (usize, &Value)| match value {
        Value::Null | Value::Text(_) => (format!("arg{} == null", place + 1), Value::Boolean(*value == Value::Null)),
        value => (format!("arg{}", place + 1), value.clone()),
    };
    call.values().iter().enumerate().map(named).collect()
}

impl System for Class {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn about(&self) -> &About {
        &self.about
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            answers.push(self.answer(plan, symbols));
        }
        Ok(())
    }
}

fn learned(class: Class, settings: impl Fn(&mut Case)) -> Finished<GuardedModel> {
    learned_with(class, settings, Journal::in_memory())
}

fn learned_with(mut class: Class, settings: impl Fn(&mut Case), journal: Journal) -> Finished<GuardedModel> {
    let mut case = Case::of_model(Path::new("object.json"));
    case.learning.guard_tests = 200;
    settings(&mut case);
    learn_guarded(&case, &mut class, journal, &RunOptions::default(), &mut |_, _| {}).unwrap()
}

#[test]
fn guards_are_learned_until_the_word_in_flight_at_the_end_of_time() {
    for fast in [20, 40, 100, 300, 500] {
        let clock = WordClock::new(fast, std::time::Duration::from_millis(300));
        let mut case = Case::of_model(Path::new("object.json"));
        case.limits.max_time_s = 2;
        let options = RunOptions { stopwatch: clock.stopwatch(), ..RunOptions::default() };
        let mut system = Slowing { system: bounded(), clock: Arc::clone(&clock) };
        let finished = learn_guarded(&case, &mut system, Journal::in_memory(), &options, &mut |_, _| {}).unwrap();
        let budget = Some(StopReason::Budget("2 seconds".to_owned()));
        assert_eq!((finished.stop, clock.words()), (budget, fast + 7), "{fast} words");
    }
}

/// The guards of the initial state, by method.
fn guards(model: &GuardedModel) -> BTreeMap<&str, String> {
    let rules = model.rules.iter().filter(|rule| rule.state == 0);
    rules.map(|rule| (model.methods[rule.method].name.as_str(), rule.guard.to_string())).collect()
}

fn number(name: &str, value: i64) -> (String, Value) {
    (name.to_owned(), Value::Integer(value))
}

fn flag(name: &str, value: bool) -> (String, Value) {
    (name.to_owned(), Value::Boolean(value))
}

/// A stack with room for three, and a counter of changes that explains nothing.
#[derive(Default)]
struct Bounded {
    size: i64,
    changes: i64,
}

impl Object for Bounded {
    fn fields(&self) -> Features {
        Features::from([number("size", self.size), number("changes", self.changes), number("capacity", 3)])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        let is_push = call.name() == "push";
        let passes = if is_push { self.size < 3 } else { self.size > 0 };
        if passes {
            self.size += if is_push { 1 } else { -1 };
            self.changes += 1;
        }
        passes
    }
}

#[test]
fn a_bounded_stack_has_guards_over_its_size() {
    let class = Class::new(&[("push", &[INT]), ("pop", &[])], || Box::<Bounded>::default());
    let finished = learned(class, |_| {});
    let guards = guards(&finished.learned);
    assert_eq!((guards["push"].as_str(), guards["pop"].as_str()), ("size <= 2", "size >= 1"));
    let summary = finished.summary;
    assert_eq!((summary.states, summary.states_total), (1, 2));
    let numbers = summary.guarded.unwrap();
    assert!(numbers.words_until_guards <= 119 && summary.rounds <= 3, "{numbers:?}, {} rounds", summary.rounds);
    assert!(summary.learning.asked <= 16 && summary.learning.executed <= 7, "{:?}", summary.learning);
}

/// Signs, or verifies, or neither.
#[derive(Default)]
struct Signature(i64);

impl Object for Signature {
    fn fields(&self) -> Features {
        Features::from([number("state", self.0)])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        match call.name() {
            "initSign" => self.0 = 1,
            "initVerify" => self.0 = 2,
            "update" => return self.0 != 0,
            "sign" => return self.0 == 1,
            _ => return self.0 == 2,
        }
        true
    }
}

#[test]
fn a_signature_has_a_guard_with_two_sides() {
    let methods: [(&str, &[ValueKind]); 5] =
        [("initSign", &[]), ("initVerify", &[]), ("update", &[]), ("sign", &[]), ("verify", &[])];
    let finished = learned(Class::new(&methods, || Box::<Signature>::default()), |_| {});
    let guards = guards(&finished.learned);
    assert_eq!((guards["update"].as_str(), guards["verify"].as_str()), ("state >= 1", "state >= 2"));
    assert!(["state == 1", "state >= 1 && state <= 1"].contains(&guards["sign"].as_str()), "{guards:?}");
    assert_eq!(finished.learned.states_total(), 2);
}

/// A door that does not tell whether it is open.
#[derive(Default)]
struct Door(bool);

impl Object for Door {
    fn fields(&self) -> Features {
        Features::from([number("height", 2)])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        match call.name() {
            "open" if !self.0 => self.0 = true,
            "close" if self.0 => self.0 = false,
            "open" | "close" => return false,
            _ => {}
        }
        true
    }
}

#[test]
fn states_tell_apart_what_fields_do_not() {
    let class = Class::new(&[("open", &[]), ("close", &[]), ("look", &[])], || Box::<Door>::default());
    let finished = learned(class, |_| {});
    let model = finished.learned;
    assert_eq!((model.states, finished.summary.findings.len()), (2, 0));
    let target = |state, method| model.rule(state, method).unwrap().target;
    assert_eq!((target(0, 0), target(0, 1), target(0, 2)), (Some(1), None, Some(0)));
    assert_eq!((target(1, 0), target(1, 1), target(1, 2)), (None, Some(0), Some(1)));
}

/// A safe whose code is hidden: it opens with the number that it was locked with.
#[derive(Default)]
struct Safe(Option<Value>);

impl Object for Safe {
    fn fields(&self) -> Features {
        Features::from([flag("isLocked", self.0.is_some())])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        let code = call.values()[0].clone();
        match (call.name(), &self.0) {
            ("lock", None) => self.0 = Some(code),
            ("open", Some(known)) if *known == code => self.0 = None,
            _ => return false,
        }
        true
    }
}

#[test]
fn what_nothing_explains_is_a_finding_and_the_rest_is_learned() {
    let class = Class::new(&[("lock", &[INT]), ("open", &[INT])], || Box::<Safe>::default());
    let finished = learned(class, |_| {});
    assert!(finished.summary.verdict.finished);
    let findings: Vec<FindingKind> = finished.summary.findings.iter().map(|finding| finding.kind).collect();
    assert_eq!(findings, [FindingKind::NoGuard]);
    assert!(finished.summary.verdict.text.contains("incomplete"), "{}", finished.summary.verdict.text);
    assert_eq!(guards(&finished.learned)["lock"], "!isLocked");
    assert!(!finished.learned.rule(0, 1).unwrap().is_certain);
}

/// An account with a balance in decimals.
#[derive(Default)]
struct Account(f64);

impl Object for Account {
    fn fields(&self) -> Features {
        Features::from([(
            "balance".to_owned(),
            Decimal::new(self.0).map_or(Value::Text("Infinity".to_owned()), Value::Decimal),
        )])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        let Value::Decimal(amount) = &call.values()[0] else { return false };
        let amount = amount.number();
        let change = if call.name() == "deposit" { amount } else { -amount };
        let passes = amount > 0.0 && self.0 + change >= 0.0;
        self.0 += if passes { change } else { 0.0 };
        passes
    }
}

#[test]
fn guards_speak_of_decimals() {
    let class = Class::new(&[("deposit", &[ValueKind::Decimal]), ("withdraw", &[ValueKind::Decimal])], || {
        Box::<Account>::default()
    });
    let finished = learned(class, |_| {});
    let guards = guards(&finished.learned);
    assert_eq!(guards["deposit"], "arg1 > 0");
    assert!(
        ["arg1 > 0 && arg1 <= balance", "arg1 > 0 && balance >= arg1"].contains(&guards["withdraw"].as_str()),
        "{guards:?}"
    );
}

/// Takes every third number.
struct Third;

impl Object for Third {
    fn fields(&self) -> Features {
        Features::from([number("step", 3)])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        matches!(call.values()[0], Value::Integer(number) if number % 3 == 0)
    }
}

#[test]
fn a_remainder_is_no_guard_and_the_run_ends() {
    let finished = learned(Class::new(&[("take", &[INT])], || Box::new(Third)), |_| {});
    assert!(finished.summary.verdict.finished);
    let finding = &finished.summary.findings[0];
    assert_eq!((finding.kind, finding.traces.len()), (FindingKind::NoGuard, 2));
}

/// Takes nothing at all.
struct Closed;

impl Object for Closed {
    fn fields(&self) -> Features {
        Features::from([number("taken", 0)])
    }

    fn call(&mut self, _call: &Symbol) -> bool {
        false
    }
}

#[test]
fn what_never_succeeds_is_a_note_if_much_was_tried_and_else_a_finding() {
    let finished = learned(Class::new(&[("take", &[INT])], || Box::new(Closed)), |_| {});
    assert!(finished.summary.findings.is_empty(), "{:?}", finished.summary.findings);
    let note = &finished.summary.notes["never succeeded"];
    assert!(note.starts_with("take in ") && note.contains("such as take(1)"), "{note}");
    assert!(finished.learned.rules[0].tried.len() > 3);
    let mut few = Class::new(&[("take", &[ValueKind::Object])], || Box::new(Closed));
    let values = vec![Value::Text("@new Key()".to_owned())];
    few.about.methods[0].parameters[0] = Parameter { values, ..Parameter::new("Key", ValueKind::Object) };
    let finding = learned(few, |_| {}).summary.findings[0].clone();
    assert_eq!(finding.kind, FindingKind::LittleEvidence);
    assert!(finding.message.contains("with only 1 value of type Key"), "{}", finding.message);
    assert_eq!(finding.advice, ["give one with --argument 'Key=VALUE'"]);
}

#[test]
fn what_cannot_be_called_is_a_finding_unless_nobody_misses_it() {
    let left_out = |method: &str, mangled: bool, aside: bool| LeftOut {
        method: method.to_owned(),
        type_name: (!mangled).then(|| "Key".to_owned()),
        mangled,
        aside,
    };
    let mut class = Class::new(&[("take", &[INT])], || Box::new(Port));
    class.about.left_out = vec![left_out("turn(Key)", false, false), left_out("old(Key)", false, true)];
    class.about.left_out.push(left_out("get$a", true, false));
    let findings = learned(class, |_| {}).summary.findings;
    let told: Vec<&str> = findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(told, ["`turn(Key)` was never called: no value of type Key could be made"]);
}

/// A port is between 1 and 65,535.
struct Port;

impl Object for Port {
    fn fields(&self) -> Features {
        Features::new()
    }

    fn call(&mut self, call: &Symbol) -> bool {
        matches!(call.values()[0], Value::Integer(number) if (1..=65_535).contains(&number))
    }
}

#[test]
fn a_border_that_is_far_away_is_found() {
    let finished = learned(Class::new(&[("open", &[INT])], || Box::new(Port)), |_| {});
    assert!(finished.summary.findings.is_empty());
    let guard = guards(&finished.learned)["open"].clone();
    assert!(["arg1 >= 1 && arg1 <= 65535", "arg1 <= 65535 && arg1 >= 1"].contains(&guard.as_str()), "{guard}");
}

/// Gives out what was put in, and waits for it if nothing is there.
#[derive(Default)]
struct Channel(i64);

impl Object for Channel {
    fn fields(&self) -> Features {
        Features::from([number("count", self.0), number("room", 5 - self.0)])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        self.0 += if call.name() == "put" { 1 } else { -1 };
        true
    }

    fn blocks(&self, call: &Symbol) -> bool {
        call.name() == "stay" || call.name() == "take" && self.0 == 0
    }
}

#[test]
fn a_call_that_blocks_has_a_guard_over_what_was_known_before_it() {
    let class = Class::new(&[("take", &[]), ("put", &[]), ("stay", &[])], || Box::<Channel>::default());
    let finished = learned(class, |_| {});
    assert_eq!(guards(&finished.learned)["take"], "count >= 1");
    let take = finished.learned.rule(0, 0).unwrap();
    assert!((1..=8).contains(&take.failing), "{} calls that block", take.failing);
    assert_eq!(take.boundary.iter().filter(|near| !near.passes).count(), 1, "what was known is told");
    let (stay, verdict) = (finished.learned.rule(0, 2).unwrap(), &finished.summary.verdict.text);
    assert!(stay.tests < 10 && stay.failing < 10, "nobody waits 200 times for what never comes back");
    assert!(verdict.contains(&format!("{} to 200 for each guard", stay.tests)), "{verdict}");
}

/// The same, of a system that notices by itself that a call does not come back.
#[derive(Default)]
struct Noticed(Channel);

impl Object for Noticed {
    fn fields(&self) -> Features {
        self.0.fields()
    }

    fn call(&mut self, call: &Symbol) -> bool {
        self.0.call(call)
    }

    fn blocks(&self, call: &Symbol) -> bool {
        self.0.blocks(call)
    }

    fn costs(&self, _call: &Symbol) -> u64 {
        0
    }
}

#[test]
fn a_call_that_blocks_at_no_cost_is_tried_on_both_sides_as_often_as_others() {
    let class = Class::new(&[("take", &[]), ("put", &[]), ("stay", &[])], || Box::<Noticed>::default());
    let finished = learned(class, |_| {});
    assert_eq!(guards(&finished.learned)["take"], "count >= 1");
    let (take, stay) = (finished.learned.rule(0, 0).unwrap(), finished.learned.rule(0, 2).unwrap());
    assert!(take.failing > 10 && stay.failing > 50, "{} and {} calls that block", take.failing, stay.failing);
    assert_eq!(take.tests, 200);
}

/// Room that grows as it is asked for; the machine has little of it. `dig` needs more than there is.
#[derive(Default)]
struct Room(i64);

impl Object for Room {
    fn fields(&self) -> Features {
        Features::from([number("room", self.0)])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        let wanted = call.values().first().and_then(Value::whole).unwrap_or(0);
        self.0 = self.0.max(wanted);
        wanted >= 0
    }

    fn limit(&self, call: &Symbol) -> Option<MachineLimit> {
        let wanted = call.values().first().and_then(Value::whole).unwrap_or(0);
        (call.name() == "dig" || wanted > 5000).then_some(MachineLimit::Memory)
    }
}

#[test]
fn a_limit_of_the_machine_is_no_border_of_the_class() {
    let finished = learned(Class::new(&[("ensure", &[INT]), ("dig", &[])], || Box::<Room>::default()), |_| {});
    let ensure = finished.learned.rule(0, 0).unwrap();
    assert_eq!((ensure.guard.to_string().as_str(), ensure.is_certain), ("arg1 >= 0", true));
    assert!(!finished.learned.rule(0, 1).unwrap().is_certain, "nothing is known of a method that never had room");
    let note = &finished.summary.notes["limits of the machine"];
    assert!(note.contains("ensure(2147483647): memory") && note.contains("dig: memory"), "{note}");
}

/// Tells the fields of objects in fields as deep as it is asked to: `a.b.c.size`, and a count beside it.
struct Nested {
    depth: Arc<AtomicU32>,
    size: i64,
    calls: i64,
}

impl Object for Nested {
    fn fields(&self) -> Features {
        let mut fields = Features::from([number("calls", self.calls)]);
        if self.depth.load(Ordering::Relaxed) >= 3 {
            fields.extend([number("a.b.c.size", self.size)]);
        }
        fields
    }

    fn call(&mut self, call: &Symbol) -> bool {
        let passes = call.name() == "push" || self.size > 0;
        self.calls += 1;
        self.size += if call.name() == "push" { 1 } else { -1 };
        passes
    }
}

/// A class that follows fields as deep as it is asked to.
struct Followed(Class, Arc<AtomicU32>);

/// How deep the objects of this thread's class are followed.
fn followed() -> Followed {
    thread_local!(static DEPTH: Arc<AtomicU32> = Arc::default());
    let depth = DEPTH.with(Arc::clone);
    depth.store(2, Ordering::Relaxed);
    let make = || -> Box<dyn Object> { Box::new(Nested { depth: DEPTH.with(Arc::clone), size: 0, calls: 0 }) };
    let mut class = Class::new(&[("push", &[]), ("pop", &[])], make);
    class.about.depth = Some(2);
    Followed(class, depth)
}

impl System for Followed {
    fn inputs(&self) -> &Inputs {
        self.0.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.0.outputs()
    }

    fn about(&self) -> &About {
        self.0.about()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        self.0.run(plans, symbols, answers)
    }

    fn look(&mut self, depth: u32) -> bool {
        self.1.store(depth, Ordering::Relaxed);
        true
    }
}

#[test]
fn fields_are_followed_deeper_where_they_explain_too_little_and_a_continued_run_does_the_same() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("journal");
    let learn = |words: u64| {
        let mut case = Case::of_model(Path::new("object.json"));
        (case.learning.guard_tests, case.limits.max_words) = (200, words);
        let journal = Journal::open(&path).unwrap();
        learn_guarded(&case, &mut followed(), journal, &RunOptions::default(), &mut |_, _| {}).unwrap()
    };
    let stopped: Vec<_> = [30, 60, 150].into_iter().map(|words| learn(words).stop).collect();
    assert!(stopped.iter().all(Option::is_some), "{stopped:?}");
    let continued = learn(u64::MAX);
    assert_eq!(guards(&continued.learned)["pop"], "a.b.c.size >= 1");
    assert!(continued.summary.notes["fields"].starts_with("3 objects deep"), "{:?}", continued.summary.notes);
    std::fs::remove_file(&path).unwrap();
    let undisturbed = learn(u64::MAX);
    assert_eq!(continued.learned, undisturbed.learned);
    let replayed = learn(u64::MAX);
    assert_eq!((replayed.learned, replayed.summary.learning), (undisturbed.learned, undisturbed.summary.learning));
}

fn bounded() -> Class {
    Class::new(&[("push", &[INT]), ("pop", &[])], || Box::<Bounded>::default())
}

#[test]
fn a_run_that_was_stopped_goes_on_and_ends_the_same() {
    let whole = learned(bounded(), |_| {});
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("journal.sqlite");
    for most in [1, 7, 60, 150] {
        let stopped = learned_with(bounded(), |case| case.limits.max_words = most, Journal::open(&file).unwrap());
        assert!(!stopped.summary.verdict.finished && stopped.summary.total().executed <= most);
    }
    let resumed = learned_with(bounded(), |_| {}, Journal::open(&file).unwrap());
    assert_eq!(resumed.learned, whole.learned);
    assert_eq!(resumed.summary.total(), whole.summary.total());
    assert_eq!(resumed.summary.guarded, whole.summary.guarded);
}

#[test]
fn other_seeds_find_the_same_guards() {
    for seed in 1..8 {
        let finished = learned(bounded(), |case| case.learning.seed = seed);
        let guards = guards(&finished.learned);
        assert_eq!((guards["push"].as_str(), guards["pop"].as_str()), ("size <= 2", "size >= 1"), "seed {seed}");
    }
}

#[test]
fn every_guard_withstands_the_tests_that_the_verdict_names() {
    let finished = learned(bounded(), |case| case.learning.guard_tests = 30);
    let tests: Vec<u64> = finished.learned.rules.iter().map(|rule| rule.tests).collect();
    assert_eq!(tests, [30, 30]);
    let verdict = finished.summary.verdict.text;
    assert!(verdict.contains("60 words that tried to break them, 30 for each guard"), "{verdict}");
}

#[test]
fn a_rule_shows_the_calls_at_its_border_and_a_witness_of_each_side() {
    let model = learned(bounded(), |_| {}).learned;
    let push = model.rule(0, 0).unwrap();
    let sizes: Vec<_> = push.boundary.iter().map(|near| (near.features["size"].clone(), near.passes)).collect();
    assert!(sizes.contains(&(Value::Integer(2), true)) && sizes.contains(&(Value::Integer(3), false)), "{sizes:?}");
    assert_eq!((push.passes.len(), push.fails.len()), (1, 4));
    assert_eq!(push.fails.last().unwrap().output.text(), "error");
}

/// A class that keeps what was called, and whose first execution fails at once, if it is to.
struct Watched {
    class: Class,
    /// The answers, and the names of the methods that were called.
    log: Vec<(Vec<String>, Answer)>,
    has_false_start: bool,
}

impl System for Watched {
    fn inputs(&self) -> &Inputs {
        self.class.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.class.outputs()
    }

    fn about(&self) -> &About {
        self.class.about()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            let mut answer = self.class.answer(plan, symbols);
            if std::mem::take(&mut self.has_false_start) {
                answer.word.truncate(1);
                answer.evidence.truncate(1);
                answer.outputs = vec![self.class.outputs.intern("error")];
            }
            let name = |&input: &InputId| symbols.inputs.symbol(input).name().to_owned();
            self.log.push((answer.word.iter().map(name).collect(), answer.clone()));
            answers.push(answer);
        }
        Ok(())
    }
}

fn watched(settings: impl Fn(&mut Case), has_false_start: bool) -> (Finished<GuardedModel>, Watched) {
    let mut system = Watched { class: bounded(), log: Vec::new(), has_false_start };
    let mut case = Case::of_model(Path::new("object.json"));
    case.learning.guard_tests = 200;
    settings(&mut case);
    let (journal, options) = (Journal::in_memory(), RunOptions::default());
    let finished = learn_guarded(&case, &mut system, journal, &options, &mut |_, _| {}).unwrap();
    (finished, system)
}

/// Whether a call ended otherwise than the guards of a model with one state say.
fn is_refuted(model: &GuardedModel, system: &Watched) -> bool {
    let is_wrong = |(call, name): (usize, &String), answer: &Answer| {
        let passes = system.class.outputs.text(answer.outputs[call]) == "ok";
        let rule = model.rules.iter().find(|rule| model.methods[rule.method].name == *name);
        rule.is_some_and(|rule| rule.guard.holds(&answer.evidence[call].before) != passes)
    };
    system.log.iter().any(|(names, answer)| names.iter().enumerate().any(|call| is_wrong(call, answer)))
}

#[test]
fn a_stopped_run_tells_that_what_was_observed_refutes_its_model() {
    let mut told = 0;
    for max_words in 1..80 {
        let (finished, system) = watched(|case| case.limits.max_words = max_words, false);
        let text = &finished.summary.verdict.text;
        assert!(text.contains("ran out"), "{text}");
        let says_so = text.ends_with("; what was observed refutes the last draft");
        assert_eq!(says_so, is_refuted(&finished.learned, &system), "{max_words} words: {text}");
        told += usize::from(says_so);
    }
    assert!((1..79).contains(&told), "{told}");
}

#[test]
fn calls_that_decide_on_a_guard_are_confirmed() {
    let (finished, system) = watched(|case| case.learning.confirm = 3, true);
    assert_eq!(guards(&finished.learned), BTreeMap::from([("pop", "size >= 1".into()), ("push", "size <= 2".into())]));
    assert!(finished.summary.verdict.text.contains("1 contradicting answer was outvoted"));
    let is_border = |(_, answer): &&(Vec<String>, Answer)| {
        let outputs: Vec<&str> = answer.outputs.iter().map(|&output| system.class.outputs.text(output)).collect();
        outputs == ["ok", "ok", "ok", "error"]
    };
    let mut times: BTreeMap<&[InputId], usize> = BTreeMap::new();
    for (_, answer) in system.log.iter().filter(is_border) {
        *times.entry(&answer.word).or_default() += 1;
    }
    assert!(times.values().any(|&times| times >= 3), "the first push that fails is asked again: {times:?}");
    let (unconfirmed, _) = watched(|_| {}, true);
    assert_ne!(guards(&unconfirmed.learned)["push"], "size <= 2", "what nobody asks again is believed");
}

/// Tries a class with the words of a guarded model: what came of it, the verdict, and the words that were run.
fn conformed(model: GuardedModel, system: &mut Watched, keep_going: bool) -> (Conformance, String) {
    let case = Case::of_model(Path::new("object.json"));
    let options = ConformOptions { max_words: u64::MAX, keep_going, interrupt: Arc::default() };
    let suite = AnySuite::of_case(&case, Model::Guarded(model), &[], (None, Some(100), 2), Arc::default()).unwrap();
    let inputs = system.inputs().clone();
    let mut tests = suite.tests((&Task::Guarded, system), &inputs).unwrap();
    let system = (system as &mut dyn System, &inputs);
    let listener = &mut |(inputs, test): (&Inputs, &TestWord), _: &Judgement, _: &Conformance| {
        assert_eq!(inputs.show(&test.word).split(' ').count(), test.word.len(), "every input has a name");
        Ok(())
    };
    let sum = Task::Guarded.conform::<SuiteError>(&case, system, &options, &mut tests, listener).unwrap();
    let verdict = sum.verdict(&inputs, Some(&suite));
    (sum, verdict)
}

fn fresh() -> Watched {
    Watched { class: bounded(), log: Vec::new(), has_false_start: false }
}

/// The model of the bounded stack, with another guard for a method.
fn bounded_model(changed: Option<(&str, Guard)>) -> GuardedModel {
    let mut model = learned(bounded(), |_| {}).learned;
    if let Some((name, guard)) = changed {
        let method = model.methods.iter().position(|method| method.name == name).unwrap();
        model.rules.iter_mut().filter(|rule| rule.method == method).for_each(|rule| rule.guard = guard.clone());
    }
    model
}

#[test]
fn a_class_conforms_to_its_own_guards_on_both_sides_of_each_border() {
    let mut system = fresh();
    let (sum, verdict) = conformed(bounded_model(None), &mut system, false);
    assert!(sum.is_clean() && sum.finished, "{sum:?}");
    assert!((200..=220).contains(&sum.agreed), "100 for each guard, and the executions of the model: {}", sum.agreed);
    assert!(verdict.starts_with("no counterexample to the guards in"), "{verdict}");
    let sizes = |name: &str, passes: bool| {
        let calls =
            system.log.iter().flat_map(|(names, answer)| names.iter().zip(&answer.evidence).zip(&answer.outputs));
        let is_it = |((called, _), output): &((&String, &Evidence), &OutputId)| {
            called.as_str() == name && (system.class.outputs.text(**output) == "ok") == passes
        };
        calls.filter(is_it).map(|((_, evidence), _)| evidence.before["size"].to_string()).collect::<BTreeSet<_>>()
    };
    assert!(
        sizes("push", true).contains("2") && sizes("push", false).contains("3"),
        "both sides of the border of push"
    );
    assert!(sizes("pop", true).contains("1") && sizes("pop", false).contains("0"), "both sides of the border of pop");
}

#[test]
fn a_guard_that_is_off_by_one_is_contradicted_by_a_call_at_its_border() {
    for (guard, wanted, came, size) in [(3, "ok", "error", 3), (1, "error", "ok", 2)] {
        let model = bounded_model(Some(("push", Guard::at_most("size", guard))));
        let (sum, verdict) = conformed(model, &mut fresh(), false);
        assert_eq!((sum.failed, sum.flaky, sum.finished), (1, 0, false), "{sum:?}");
        assert!(verdict.starts_with("the system does not do what the model expects"), "{verdict}");
        let first = sum.first.unwrap();
        assert_eq!(first.expected.last().map(String::as_str), Some(wanted));
        assert_eq!(first.observed.last().map(|step| step.output.text()), Some(came));
        let why = format!("push passes exactly if size <= {guard}; before this call: size = {size}");
        assert_eq!(first.why, Some(why));
    }
}

#[test]
fn a_suite_goes_on_behind_a_contradiction_if_it_is_to() {
    let model = bounded_model(Some(("pop", Guard::ALWAYS)));
    let (sum, _) = conformed(model, &mut fresh(), true);
    assert!(sum.failed > 1 && sum.agreed > 100 && sum.finished, "{sum:?}");
}

#[test]
fn an_answer_that_changes_is_flaky_and_refutes_no_guard() {
    let mut system = fresh();
    system.has_false_start = true;
    let (sum, verdict) = conformed(bounded_model(None), &mut system, false);
    assert_eq!((sum.failed, sum.flaky), (0, 1), "{sum:?}");
    assert_eq!(verdict, "the system gives different answers to the same word");
}

#[test]
fn the_file_of_a_guarded_model_has_an_execution_for_each_side_of_each_guard() {
    let suite = AnySuite::of_model(("object.json", Model::Guarded(bounded_model(None))), &[], (None, 1)).unwrap();
    let mut file = Vec::new();
    suite.write(&mut file).unwrap();
    let lines = ["push(1)/ok push(2147483647)/ok push(1)/ok push(1)/error", "push(1)/ok pop/ok", "pop/error"];
    assert_eq!(String::from_utf8(file).unwrap().lines().collect::<Vec<_>>(), lines, "none begins another");
}

#[test]
fn a_model_of_another_class_is_refused() {
    let model = bounded_model(None);
    let suite = AnySuite::of_model(("object.json", Model::Guarded(model)), &[], (None, 1)).unwrap();
    let tests = |class: Class| {
        suite.tests((&Task::Guarded, &class), &class.inputs).err().map(|error| error.to_string()).unwrap_or_default()
    };
    let other = Class::new(&[("push", &[INT])], || Box::<Bounded>::default());
    assert!(tests(other).contains("the system does not have: pop"));
    let silent = Class { about: About::default(), ..bounded() };
    assert!(tests(silent).contains("the system tells no fields"));
}

#[test]
fn a_run_shows_guards_or_nothing_and_is_named_before_it_begins_as_at_its_end() {
    let mut case = Case::of_model(Path::new("object.json"));
    case.learning.guard_tests = 50;
    let options = RunOptions { drafts_every: Some(std::time::Duration::ZERO), ..RunOptions::default() };
    let (mut class, mut drafts) = (bounded(), Vec::new());
    let known = Task::Guarded.so_far(&case, &class, &options).unwrap().summary().clone();
    let mut observer = |event: &Event, _: &_| {
        if let Event::ModelDrafted(model) = event {
            drafts.push(matches!(**model, Model::Guarded(_)));
        }
    };
    let finished = Task::Guarded.learn(&case, &mut class, Journal::in_memory(), &options, &mut observer).unwrap();
    assert!(!drafts.is_empty() && drafts.iter().all(|&is_guarded| is_guarded), "{drafts:?}");
    let summary = finished.summary;
    assert_eq!((&known.learner, &known.tester), (&summary.learner, &summary.tester));
    assert_eq!((known.learner.as_str(), known.tester.as_str()), ("guarded", "guards(50)"));
    assert_eq!((&known.challenge, known.inputs), (&summary.challenge, summary.inputs));
}

/// A stack that any number of items fit into; it can be emptied.
#[derive(Default)]
struct Endless {
    size: i64,
}

impl Object for Endless {
    fn fields(&self) -> Features {
        Features::from([number("size", self.size)])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        match call.name() {
            "push" => self.size += 1,
            "clear" => self.size = 0,
            _ if self.size == 0 => return false,
            _ => self.size -= 1,
        }
        true
    }
}

/// The largest size that was seen, of a stack that is learned inside a purpose; nothing outside was called.
fn largest_inside(spec: PurposeSpec) -> i64 {
    let methods: [(&str, &[ValueKind]); 3] = [("push", &[INT]), ("pop", &[]), ("clear", &[])];
    let class = Class::new(&methods, || Box::<Endless>::default());
    let mut system = Watched { class, log: Vec::new(), has_false_start: false };
    let mut case = Case::of_model(Path::new("object.json"));
    (case.learning.guard_tests, case.purpose) = (200, spec.clone());
    let (journal, options) = (Journal::in_memory(), RunOptions::default());
    let finished = learn_guarded(&case, &mut system, journal, &options, &mut |_, _| {}).unwrap();
    let of = guards(&finished.learned);
    assert_eq!((of["push"].as_str(), of["pop"].as_str(), of["clear"].as_str()), ("true", "size >= 1", "true"));
    let inputs = system.inputs().clone();
    let purpose = Purpose::new(&spec, &inputs);
    for (names, answer) in &system.log {
        let mut state = purpose.start();
        for (name, &output) in names.iter().zip(&answer.outputs) {
            let input = inputs.get(name).unwrap();
            assert!(purpose.allows(&state, input), "{names:?}");
            state = purpose.step(&state, input, system.class.outputs.text(output));
        }
    }
    let size = |evidence: &Evidence| match evidence.values["size"] {
        Value::Integer(size) => size,
        _ => 0,
    };
    system.log.iter().flat_map(|(_, answer)| &answer.evidence).map(size).max().unwrap()
}

fn named(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn guards_are_learned_within_a_limit_that_calls_end() {
    let limit =
        PendingLimit { count: 2, requests: named(&["push"]), ended_by: named(&["pop"]), ..PendingLimit::default() };
    assert_eq!(largest_inside(PurposeSpec { at_most_pending: vec![limit], ..PurposeSpec::default() }), 2);
}

#[test]
fn guards_are_learned_within_a_limit_between_calls() {
    let limit = BetweenLimit { count: 3, of: named(&["push"]), between: named(&["clear"]) };
    assert_eq!(largest_inside(PurposeSpec { at_most_between: vec![limit], ..PurposeSpec::default() }), 3);
}

#[test]
fn guards_are_learned_within_an_automaton() {
    let edges = |from: &str, push: &str, pop: &str| {
        format!(
            "{from} -> {push} [label=push]; {from} -> {pop} [label=pop]; {from} -> {from} [label=\"pop / error\"]\n"
        )
    };
    let states = [edges("none", "one", "none"), edges("one", "two", "none"), edges("two", "outside", "one")].concat();
    let clears = ["none", "one", "two"].map(|from| format!("{from} -> none [label=clear]\n")).concat();
    let rule = TraceRule::read(&format!("digraph {{\n{states}{clears}}}")).unwrap();
    assert_eq!(largest_inside(PurposeSpec { automaton: Some(rule), ..PurposeSpec::default() }), 2);
}

/// A stack of a drained class: it calls back whenever it has changed.
#[derive(Default)]
struct Loud(Bounded);

impl Object for Loud {
    fn fields(&self) -> Features {
        self.0.fields()
    }

    fn call(&mut self, call: &Symbol) -> bool {
        self.0.call(call)
    }

    fn answer(&self) -> &'static str {
        if self.0.size == 0 { "ok+onChanged+onEmpty" } else { "ok+onChanged" }
    }
}

#[test]
fn a_drained_call_passes_whatever_called_back() {
    let class = Class::new(&[("push", &[INT]), ("pop", &[])], || Box::<Loud>::default());
    let finished = learned(class, |case| case.purpose.drain = true);
    let guards = guards(&finished.learned);
    assert_eq!((guards["push"].as_str(), guards["pop"].as_str()), ("size <= 2", "size >= 1"));
    assert!(finished.summary.findings.is_empty(), "{:?}", finished.summary.findings);
}

/// A queue for two whose `offer` answers whether there was room, and whose `remove` throws one thing or another.
#[derive(Default)]
struct Queue {
    count: i64,
    told: Option<String>,
}

impl Object for Queue {
    fn fields(&self) -> Features {
        Features::from([("count".to_owned(), Value::Integer(self.count))])
    }

    fn call(&mut self, call: &Symbol) -> bool {
        let (has_room, number) = (self.count < 2, call.values().first().and_then(Value::whole).unwrap_or(0));
        match call.name() {
            "offer" => {
                self.count += i64::from(has_room);
                self.told = Some(has_room.to_string());
                true
            }
            "remove" if self.count == 0 => {
                self.told = Some("IllegalStateException: nothing is there".to_owned());
                false
            }
            "remove" if number < 0 => {
                self.told = Some("IllegalArgumentException".to_owned());
                false
            }
            _ => {
                self.told = None;
                self.count -= 1;
                true
            }
        }
    }

    fn told(&self) -> Option<String> {
        self.told.clone()
    }
}

fn queue() -> Class {
    Class::new(&[("offer", &[]), ("remove", &[INT])], || Box::new(Queue::default())).returning_truth("offer")
}

/// The outcomes of a state with their guards, each with where it leads.
fn outcomes(model: &GuardedModel, state: usize) -> Vec<String> {
    let rules = model.rules.iter().filter(|rule| rule.state == state);
    let branches = rules.flat_map(|rule| rule.branches.iter().map(move |branch| (rule, branch)));
    let shown = branches.map(|(rule, branch)| {
        let target = branch.target.map(|target| format!(" -> {target}")).unwrap_or_default();
        format!("{} [{}]{target}", branch.call(&model.methods[rule.method].name), branch.guard)
    });
    shown.collect()
}

#[test]
fn outcomes_are_told_apart_by_guards_that_exclude_each_other() {
    let finished = learned(queue(), |_| {});
    let model = &finished.learned;
    let passing: Vec<String> = outcomes(model, 0).into_iter().filter(|text| text.contains("->")).collect();
    let wanted = ["offer / true [count <= 1] -> 0", "offer / false [count >= 2] -> 0"];
    assert_eq!((model.states, &passing[..2]), (1, &wanted.map(str::to_owned)[..]));
    let failing: Vec<_> = model.rules[1].branches.iter().filter(|branch| !branch.passes).collect();
    assert_eq!(failing.len(), 2);
    for (count, number) in (0..4).flat_map(|count| (-2..3).map(move |number| (count, number))) {
        let features = [("count", count), ("arg1", number)];
        let features = features.map(|(name, number)| (name.to_owned(), Value::Integer(number))).into_iter().collect();
        let expected = match (count, number) {
            (0, _) => "IllegalStateException",
            (_, ..0) => "IllegalArgumentException",
            _ => "ok",
        };
        let holding: Vec<_> = model.rules[1].branches.iter().filter(|branch| branch.guard.holds(&features)).collect();
        assert_eq!((holding.len(), holding[0].outcomes[0].as_str()), (1, expected), "{features:?}");
    }
    for branch in model.rules.iter().flat_map(|rule| &rule.branches) {
        assert!(branch.tests >= 100 && branch.calls > 0 && !branch.executions[0].is_empty(), "{branch:?}");
    }
}

#[test]
fn without_outcomes_the_same_guards_take_the_words_of_guards_alone() {
    let [with, without] = [true, false].map(|outcomes| learned(queue(), |case| case.learning.outcomes = outcomes));
    assert_eq!(guards(&with.learned), guards(&without.learned));
    assert!(without.learned.rules.iter().all(|rule| rule.branches.is_empty()));
    let executed =
        |finished: &Finished<GuardedModel>| finished.summary.learning.executed + finished.summary.testing.executed;
    assert!(executed(&without) < executed(&with));
}

/// A lock that no field shows: `try_lock` answers whether it was free.
#[derive(Default)]
struct Lock(bool, Option<String>);

impl Object for Lock {
    fn fields(&self) -> Features {
        Features::new()
    }

    fn call(&mut self, call: &Symbol) -> bool {
        let was_locked = std::mem::replace(&mut self.0, call.name() == "try_lock");
        self.1 = (call.name() == "try_lock").then(|| (!was_locked).to_string());
        true
    }

    fn told(&self) -> Option<String> {
        self.1.clone()
    }
}

#[test]
fn states_tell_outcomes_apart_where_no_guard_does() {
    let class = Class::new(&[("try_lock", &[]), ("unlock", &[])], || Box::new(Lock::default()));
    let model = learned(class.returning_truth("try_lock"), |_| {}).learned;
    assert_eq!(model.states, 2);
    assert_eq!(outcomes(&model, 0), ["try_lock / true [true] -> 1", "unlock [true] -> 0"]);
    assert_eq!(outcomes(&model, 1), ["try_lock / false [true] -> 1", "unlock [true] -> 0"]);
}

/// A set that shows nothing of what is in it.
#[derive(Default)]
struct Hidden(BTreeSet<i64>, bool);

impl Object for Hidden {
    fn fields(&self) -> Features {
        Features::new()
    }

    fn call(&mut self, call: &Symbol) -> bool {
        self.1 = self.0.insert(call.values()[0].whole().unwrap_or(0));
        true
    }

    fn told(&self) -> Option<String> {
        Some(self.1.to_string())
    }
}

#[test]
fn outcomes_that_nothing_tells_apart_are_one_branch_and_no_finding() {
    let class = Class::new(&[("add", &[INT])], || Box::new(Hidden::default()));
    let finished = learned(class.returning_truth("add"), |_| {});
    assert_eq!(outcomes(&finished.learned, 0), ["add / true or false [true] -> 0"]);
    let executions = &finished.learned.rules[0].branches[0].executions;
    assert_eq!((executions.len(), executions.iter().any(Vec::is_empty)), (2, false));
    assert_eq!((finished.learned.states, finished.summary.findings.len()), (1, 0));
}
