//! Guarded models of small objects in the same process: guards, states, and what no guard explains.

use std::collections::BTreeMap;
use std::path::Path;

use typestar_model::guarded::{Features, GuardedMethod, GuardedModel};
use typestar_model::{Cursor, Decimal, Evidence, FindingKind, Inputs, Outputs, Plan, Symbol, Value};
use typestar_query::{Answer, Case, Finished, Journal, RunOptions, Symbols, System, SystemError, learn_guarded};

/// An object whose methods can be called.
trait Object {
    fn fields(&self) -> Features;
    /// Whether the call passes.
    fn call(&mut self, call: &Symbol) -> bool;
    /// Whether the call never comes back.
    fn blocks(&self, _call: &Symbol) -> bool {
        false
    }
}

/// A class: its methods with the types of their parameters, and how an object is made.
struct Class {
    methods: Vec<GuardedMethod>,
    inputs: Inputs,
    outputs: Outputs,
    finals: Vec<String>,
    make: fn() -> Box<dyn Object>,
}

impl Class {
    fn new(methods: &[(&str, &[&str])], make: fn() -> Box<dyn Object>) -> Self {
        let method = |&(name, kinds): &(&str, &[&str])| GuardedMethod {
            name: name.to_owned(),
            parameters: kinds.iter().map(|&kind| kind.to_owned()).collect(),
            returns: "void".to_owned(),
        };
        let inputs = methods.iter().map(|(name, _)| name).collect();
        let (methods, finals) = (methods.iter().map(method).collect(), ["error", "hang"].map(str::to_owned).to_vec());
        Self { methods, inputs, outputs: Outputs::default(), finals, make }
    }

    fn answer(&mut self, plan: &Plan, symbols: &Symbols) -> Answer {
        let (mut object, mut answer) = ((self.make)(), Answer::default());
        let mut cursor = Cursor::naming(plan, &symbols.outputs);
        while let Some(input) = cursor.next() {
            let call = symbols.inputs.symbol(input);
            if object.blocks(call) {
                answer.word.push(input);
                answer.outputs.push(self.outputs.intern("hang"));
                answer.evidence.push(Evidence::default());
                break;
            }
            let mut before = object.fields();
            before.extend(arguments(call));
            let passes = object.call(call);
            let output = if passes { "ok" } else { "error" };
            answer.word.push(input);
            answer.outputs.push(self.outputs.intern(output));
            answer.evidence.push(Evidence { before, values: object.fields(), ..Evidence::default() });
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

    fn methods(&self) -> &[GuardedMethod] {
        &self.methods
    }

    fn finals(&self) -> &[String] {
        &self.finals
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
    let class = Class::new(&[("push", &["int"]), ("pop", &[])], || Box::<Bounded>::default());
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
    let methods: [(&str, &[&str]); 5] =
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
    let class = Class::new(&[("lock", &["int"]), ("open", &["int"])], || Box::<Safe>::default());
    let finished = learned(class, |_| {});
    assert!(finished.summary.verdict.finished);
    let findings: Vec<FindingKind> = finished.summary.findings.iter().map(|finding| finding.kind).collect();
    assert_eq!(findings, [FindingKind::NoGuard]);
    assert!(finished.summary.verdict.text.contains("partial"), "{}", finished.summary.verdict.text);
    assert_eq!(guards(&finished.learned)["lock"], "!isLocked");
    assert!(!finished.learned.rule(0, 1).unwrap().is_certain);
}

/// An account with a balance in decimals.
#[derive(Default)]
struct Account(f64);

impl Object for Account {
    fn fields(&self) -> Features {
        Features::from([("balance".to_owned(), Value::Decimal(Decimal::new(self.0).unwrap()))])
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
fn guards_speak_of_decimals_that_are_whole() {
    let class = Class::new(&[("deposit", &["double"]), ("withdraw", &["double"])], || Box::<Account>::default());
    let finished = learned(class, |_| {});
    let guards = guards(&finished.learned);
    assert_eq!(guards["deposit"], "arg1 >= 1");
    assert!(
        ["arg1 <= balance && arg1 >= 1", "arg1 >= 1 && arg1 <= balance", "arg1 >= 1 && balance >= arg1"]
            .contains(&guards["withdraw"].as_str()),
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
    let finished = learned(Class::new(&[("take", &["int"])], || Box::new(Third)), |_| {});
    assert!(finished.summary.verdict.finished);
    let finding = &finished.summary.findings[0];
    assert_eq!((finding.kind, finding.traces.len()), (FindingKind::NoGuard, 2));
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
    let finished = learned(Class::new(&[("open", &["int"])], || Box::new(Port)), |_| {});
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

fn bounded() -> Class {
    Class::new(&[("push", &["int"]), ("pop", &[])], || Box::<Bounded>::default())
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
    assert!(verdict.contains("60 words made to break them, 30 for each guard"), "{verdict}");
}

#[test]
fn a_rule_shows_the_calls_at_its_border_and_a_witness_of_each_side() {
    let model = learned(bounded(), |_| {}).learned;
    let push = model.rule(0, 0).unwrap();
    let sizes: Vec<_> = push.boundary.iter().map(|near| (near.features["size"].clone(), near.passes)).collect();
    assert!(sizes.contains(&(Value::Integer(2), true)) && sizes.contains(&(Value::Integer(3), false)), "{sizes:?}");
    assert_eq!((push.passes.len(), push.fails.len()), (1, 4));
    assert_eq!(push.fails.last().unwrap().output, "error");
}
