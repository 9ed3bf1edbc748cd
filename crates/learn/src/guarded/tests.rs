//! Guards of small objects in Rust, learned and tested as those of a class are.

use typestar_model::guarded::{Features, Hole, Making, OfferedMethod, Parameter, ValueKind};
use typestar_model::{Decimal, Evidence, InputId, Inputs, ObservationTree, Outputs, Plan, Symbol, Value};

use super::*;
use crate::Learner;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

const INT: ValueKind = ValueKind::Integer { min: i32::MIN as i64, max: i32::MAX as i64 };
const MAIL: &str = "@new Mail(";
const BYTES: &str = "@new byte[";
/// The name of a field that no host tells.
const HIDDEN: &str = "hidden";

/// A call of an object with numbers for fields: what is known of its arguments, and the fields after it if it passes.
type Behaviour = fn(&Fields, &Symbol) -> Option<Fields>;
type Fields = Vec<(&'static str, Value)>;

/// An object that is asked as an oracle is, and reports its fields.
struct Object {
    inputs: Inputs,
    outputs: Outputs,
    tree: ObservationTree,
    calls: SharedCalls,
    begin: Fields,
    behaviour: Behaviour,
    longest: usize,
}

impl Object {
    fn new(methods: &[OfferedMethod], pools: &[Vec<Vec<Value>>], begin: Fields, behaviour: Behaviour) -> Self {
        let callable = |(method, pools): (&OfferedMethod, &Vec<Vec<Value>>)| Callable {
            method: method.clone(),
            pools: pools.clone(),
        };
        let calls = Calls::shared(methods.iter().zip(pools).map(callable).collect());
        let (mut outputs, mut tree) = (Outputs::default(), ObservationTree::new());
        outputs.intern("ok");
        tree.declare_final(outputs.intern("error"));
        Self { inputs: Inputs::default(), outputs, tree, calls, begin, behaviour, longest: 0 }
    }

    fn run(&mut self, word: &[InputId]) {
        let (mut fields, mut outputs, mut told) = (self.begin.clone(), Vec::new(), Vec::new());
        let symbols: Vec<Symbol> = word.iter().map(|input| self.inputs.symbol(*input).clone()).collect();
        for call in &symbols {
            let call = &resolved(call, &symbols);
            let mut before = named(&fields);
            before.extend(call.values().iter().enumerate().flat_map(|(place, value)| argument_features(place, value)));
            let after = (self.behaviour)(&fields, call);
            outputs.push(self.outputs.get(if after.is_some() { "ok" } else { "error" }).unwrap());
            let values = after.as_ref().map(named).unwrap_or_default();
            told.push(Evidence { before, values, ..Evidence::default() });
            match after {
                Some(after) => fields = after,
                None => break,
            }
        }
        self.longest = self.longest.max(outputs.len());
        let known = self.tree.len();
        self.tree.insert(&word[..outputs.len()], &outputs).unwrap();
        self.calls.borrow_mut().see(self.observed(), known, &told);
    }

    /// The guard of each method in the first state after all tests agreed.
    fn guards(&mut self, words: u64, seed: u64) -> Vec<String> {
        self.guards_of_states(words, seed).remove(0)
    }

    /// The guard of each method in each state after all tests agreed.
    fn guards_of_states(&mut self, words: u64, seed: u64) -> Vec<Vec<String>> {
        let mut learner = GuardedLearner::new(&self.calls);
        let tests = GuardTests::default();
        let mut explore = Explore::new(&self.calls, 40, seed);
        let mut breaking = Breaking::new(&self.calls, words, seed, &tests);
        let (mut ladders, mut long) = (Ladders::new(&self.calls), Long::new(&self.calls));
        let mut explore_late = Explore::after_tests(&self.calls, 120, seed);
        loop {
            let hypothesis = learner.hypothesis(self).unwrap();
            let testers: [&mut dyn Tester<GuardedHypothesis>; 5] =
                [&mut explore, &mut ladders, &mut breaking, &mut explore_late, &mut long];
            let agrees = testers.into_iter().all(|tester| tester.test(self, &hypothesis) == Ok(Outcome::Agreed));
            if agrees {
                let shown = |belief: &Belief| match belief.is_certain {
                    true => belief.guard.to_string(),
                    false => "unknown".to_owned(),
                };
                return hypothesis.rules.iter().map(|rules| rules.iter().map(shown).collect()).collect();
            }
        }
    }
}

impl Oracle for Object {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        Some(self.inputs.intern_symbol(symbol.clone()))
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn tree(&self) -> &ObservationTree {
        &self.tree
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        for plan in plans {
            if plan.first_unknown(&self.tree, self.tree.root()).is_some() {
                self.run(&plan.word);
            }
        }
        Ok(())
    }

    fn count_known(&mut self, _questions: u64) {}
}

/// The call with the values of earlier steps for the places that stand for them.
fn resolved(call: &Symbol, word: &[Symbol]) -> Symbol {
    let value = |value: &Value| match value {
        Value::Text(text) if text.starts_with('@') && !text.starts_with("@new") => {
            let place = numbers(text);
            word[place[0] as usize - 1].values()[place[1] as usize - 1].clone()
        }
        value => value.clone(),
    };
    Symbol::new(call.name(), call.values().iter().map(value).collect()).unwrap()
}

/// What a host says of the fields: nothing of those that are hidden.
fn named(fields: &Fields) -> Features {
    let shown = fields.iter().filter(|(name, _)| *name != HIDDEN);
    shown.map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

/// The numbers in the text of something that is made.
fn numbers(text: &str) -> Vec<i64> {
    let words = text.split(|letter: char| !letter.is_ascii_digit() && letter != '-');
    words.filter_map(|word| word.parse().ok()).collect()
}

/// What a host says of an argument: numbers, texts with their length, arrays, and mails with a priority.
fn argument_features(place: usize, value: &Value) -> Vec<(String, Value)> {
    let name = |suffix: &str| format!("arg{}{suffix}", place + 1);
    let part = |suffix: &str, number: usize, text: &str| (name(suffix), Value::Integer(numbers(text)[number]));
    match value {
        Value::Null => vec![(name(" == null"), Value::Boolean(true))],
        Value::Text(text) => {
            let mut known = vec![(name(" == null"), Value::Boolean(false))];
            match text {
                text if text.starts_with(BYTES) => known.push(part(".length", 0, text)),
                text if text.starts_with(MAIL) => {
                    known.push(part(".weight", 0, text));
                    known.push(part(".priority", 1, text));
                }
                text => {
                    known.push((name(".length"), Value::Integer(text.chars().count() as i64)));
                    known.push((name(""), value.clone()));
                }
            }
            known
        }
        value => vec![(name(""), value.clone())],
    }
}

fn method(name: &str, parameters: &[Parameter]) -> OfferedMethod {
    OfferedMethod { name: name.to_owned(), parameters: parameters.to_vec(), ..OfferedMethod::default() }
}

fn text(text: &str) -> Value {
    Value::Text(text.to_owned())
}

fn making(text: &str, holes: usize) -> Making {
    Making { text: text.to_owned(), holes: vec![Hole { kind: INT, values: Vec::new() }; holes] }
}

/// The length of what is passed to a method that takes so many of something.
fn length_of(call: &Symbol) -> Option<i64> {
    match &call.values()[0] {
        Value::Text(text) if text.starts_with(BYTES) => Some(numbers(text)[0]),
        Value::Text(text) => Some(text.chars().count() as i64),
        _ => None,
    }
}

#[test]
fn lengths_of_texts_are_found_that_no_value_of_the_pool_has() {
    let behaviour: Behaviour =
        |fields, call| length_of(call).filter(|length| (4..=1_000).contains(length)).map(|_| fields.clone());
    let parameter = Parameter { nullable: true, ..Parameter::new("Text", ValueKind::Text) };
    let pool = vec![vec![text("a"), text(""), Value::Null]];
    for seed in 1..=3 {
        let mut object = Object::new(
            &[method("set", std::slice::from_ref(&parameter))],
            std::slice::from_ref(&pool),
            Vec::new(),
            behaviour,
        );
        assert_eq!(object.guards(400, seed), ["arg1 != null && arg1.length >= 4 && arg1.length <= 1000"], "{seed}");
    }
}

#[test]
fn lengths_of_arrays_are_found_through_the_hole_that_makes_them() {
    let behaviour: Behaviour =
        |fields, call| length_of(call).filter(|length| (1..=40).contains(length)).map(|_| fields.clone());
    let mut parameter = Parameter::new("bytes", ValueKind::Array);
    parameter.makings = vec![making("@new byte[#1]", 1)];
    let pool = vec![vec![text("@new byte[0]"), text("@new byte[2]")]];
    for seed in 1..=3 {
        let mut object = Object::new(
            &[method("send", std::slice::from_ref(&parameter))],
            std::slice::from_ref(&pool),
            Vec::new(),
            behaviour,
        );
        assert_eq!(object.guards(400, seed), ["arg1.length >= 1 && arg1.length <= 40"], "{seed}");
    }
}

#[test]
fn the_hole_that_drives_a_field_of_an_argument_is_found_among_several() {
    let behaviour: Behaviour = |fields, call| match &call.values()[0] {
        Value::Text(text) => (0..=5).contains(&numbers(text)[1]).then(|| fields.clone()),
        _ => None,
    };
    let mut parameter = Parameter::new("Mail", ValueKind::Object);
    parameter.makings = vec![making("@new Mail(#1, #2)", 2)];
    let pool = vec![vec![text("@new Mail(0, 0)")]];
    for seed in 1..=3 {
        let mut object = Object::new(
            &[method("send", std::slice::from_ref(&parameter))],
            std::slice::from_ref(&pool),
            Vec::new(),
            behaviour,
        );
        assert_eq!(object.guards(400, seed), ["arg1.priority >= 0 && arg1.priority <= 5"], "{seed}");
    }
}

#[test]
fn two_numbers_of_one_argument_are_moved_against_each_other() {
    let behaviour: Behaviour = |fields, call| match &call.values()[0] {
        Value::Text(text) => (numbers(text)[0] > numbers(text)[1]).then(|| fields.clone()),
        _ => None,
    };
    let mut parameter = Parameter::new("Mail", ValueKind::Object);
    parameter.makings = vec![making("@new Mail(#1, #2)", 2)];
    let pool = vec![vec![text("@new Mail(0, 0)"), text("@new Mail(1, 0)"), text("@new Mail(2, 1)")]];
    for seed in 1..=3 {
        let mut object = Object::new(
            &[method("send", std::slice::from_ref(&parameter))],
            std::slice::from_ref(&pool),
            Vec::new(),
            behaviour,
        );
        assert_eq!(object.guards(400, seed), ["arg1.weight - arg1.priority >= 1"], "{seed}");
    }
}

#[test]
fn a_set_of_texts_is_believed_only_if_nothing_beside_them_passes() {
    let parameter = Parameter::new("text", ValueKind::Text);
    let pool = vec![["", "get", "put", "quit", "unknown"].map(text).to_vec()];
    let guard = |behaviour: Behaviour, seed: u64| {
        let methods = [method("send", std::slice::from_ref(&parameter))];
        Object::new(&methods, std::slice::from_ref(&pool), Vec::new(), behaviour).guards(500, seed).remove(0)
    };
    let is_one_of: Behaviour = |fields, call| {
        let known = ["get", "put", "quit"].map(text);
        known.contains(&call.values()[0]).then(|| fields.clone())
    };
    let begins: Behaviour = |fields, call| match &call.values()[0] {
        Value::Text(text) => ["get", "put", "quit"].iter().any(|known| text.starts_with(known)).then(|| fields.clone()),
        _ => None,
    };
    for seed in 1..=3 {
        assert_eq!(guard(is_one_of, seed), "arg1 == \"get\" || arg1 == \"put\" || arg1 == \"quit\"", "{seed}");
        assert_eq!(guard(begins, seed), "unknown", "{seed}");
    }
}

fn decimal(value: &Value) -> f64 {
    match value {
        Value::Integer(number) => *number as f64,
        Value::Decimal(number) => number.number(),
        _ => f64::INFINITY,
    }
}

/// As adapters give a number that JSON has no form for.
fn field(number: f64) -> Value {
    Decimal::new(number).map_or_else(|| text("Infinity"), Value::Decimal)
}

fn number_pool(kind: ValueKind) -> Vec<Value> {
    let texts = if kind == ValueKind::Decimal { ["1.0", "0.0", "-1.0"] } else { ["1", "0", "-1"] };
    texts.map(|text| Value::read(text).unwrap()).to_vec()
}

#[test]
fn borders_with_fractions_are_found_to_the_last_digit() {
    let behaviour: Behaviour = |fields, call| {
        let (given, balance) = (decimal(&call.values()[0]), decimal(&fields[0].1));
        let balance = match call.name() {
            "deposit" => (given > 0.0).then_some(balance + given),
            "take" => (given <= balance).then_some(balance - given),
            _ => ((0.3..0.75).contains(&given)).then_some(balance),
        };
        Some(vec![("balance", field(balance?))])
    };
    let methods = ["deposit", "take", "rate"].map(|name| method(name, &[Parameter::new("D", ValueKind::Decimal)]));
    let pools = [(); 3].map(|()| vec![number_pool(ValueKind::Decimal)]);
    for seed in 1..=3 {
        let begin = vec![("balance", Value::read("0.0").unwrap())];
        let mut object = Object::new(&methods, &pools, begin, behaviour);
        let guards = ["arg1 > 0", "balance >= arg1", "arg1 >= 0.3 && arg1 < 0.75"];
        assert_eq!(object.guards(400, seed), guards, "{seed}");
    }
}

fn integer(value: &Value) -> i64 {
    value.whole().unwrap_or(0)
}

#[test]
fn two_fields_that_small_numbers_do_not_tell_apart_are_moved_far() {
    let behaviour: Behaviour = |fields, call| {
        let [one, other] = [0, 1].map(|place| integer(&fields[place].1));
        let given = call.values().first().map_or(0, integer);
        let [one, other] = match call.name() {
            "fill" => (0..1_000).contains(&given).then_some([given, other]),
            "limit" => (0..1_000).contains(&given).then_some([one, given]),
            _ => (2 * one > other).then_some([one, other]),
        }?;
        Some(vec![("balance", Value::Integer(one)), ("limit", Value::Integer(other))])
    };
    let methods =
        [method("fill", &[Parameter::new("I", INT)]), method("limit", &[Parameter::new("I", INT)]), method("pay", &[])];
    let pools = [vec![number_pool(INT)], vec![number_pool(INT)], Vec::new()];
    for seed in 1..=3 {
        let begin = vec![("balance", Value::Integer(0)), ("limit", Value::Integer(0))];
        let mut object = Object::new(&methods, &pools, begin, behaviour);
        let range = "arg1 >= 0 && arg1 <= 999";
        assert_eq!(object.guards(400, seed), [range, range, "2 * balance - limit >= 1"], "{seed}");
    }
}

#[test]
fn a_capacity_is_found_by_repeating_a_call() {
    let behaviour: Behaviour = |fields, call| {
        let count = integer(&fields[0].1);
        let count = match call.name() {
            "add" => (count < 1_024).then_some(count + 1),
            _ => (count > 0).then_some(count - 1),
        };
        Some(vec![("count", Value::Integer(count?))])
    };
    let begin = vec![("count", Value::Integer(0))];
    let mut object = Object::new(&[method("add", &[]), method("drop", &[])], &[vec![], vec![]], begin, behaviour);
    assert_eq!(object.guards(200, 1), ["count <= 1023", "count >= 1"]);
    assert!(object.longest >= 1_025);
    let kept = object.calls.borrow().kept();
    assert!(kept < 3_000, "{kept} steps with features of words that have thousands");
}

/// What counts the calls of one method and passes others from some count on, or below one.
fn counter(fields: &Fields, call: &Symbol) -> Option<Fields> {
    let count = integer(&fields[0].1);
    let given = call.values().first().map_or(0, integer);
    let count = match call.name() {
        "step" => (count + 1).min(1_500),
        "leap" => count + 7,
        "early" => (count < 41).then_some(count)?,
        "late" => (count >= 500).then_some(count)?,
        "full" => (count >= 1_500).then_some(count)?,
        _ => (count >= 64 && given < 9).then_some(count)?,
    };
    Some(vec![("count", Value::Integer(count))])
}

#[test]
fn borders_that_many_calls_of_another_method_reach_are_exact() {
    let plain = ["step", "leap", "early", "late", "full"].map(|name| method(name, &[]));
    let methods = [&plain[..], &[method("mixed", &[Parameter::new("I", INT)])]].concat();
    let pools = [vec![Vec::new(); 5], vec![vec![number_pool(INT)]]].concat();
    let begin = || vec![("count", Value::Integer(0))];
    for seed in 1..=3 {
        let guards = Object::new(&methods, &pools, begin(), counter).guards(200, seed);
        let mixed = &guards[5];
        assert_eq!(guards[2..5], ["count <= 40", "count >= 500", "count >= 1500"], "{seed}");
        assert!(["count >= 64 && arg1 <= 8", "arg1 <= 8 && count >= 64"].contains(&mixed.as_str()), "{seed}: {mixed}");
    }
}

#[test]
fn a_value_that_fails_with_small_numbers_is_put_into_calls_that_pass_with_large_ones() {
    let behaviour: Behaviour = |fields, call| {
        let number = integer(&call.values()[1]);
        let range = match &call.values()[0] {
            Value::Text(key) if key == "timeout" => 0..=30_000,
            Value::Text(key) if key == "port" => 1_024..=65_535,
            _ => return None,
        };
        range.contains(&number).then(|| fields.clone())
    };
    let key = Parameter::new("Text", ValueKind::Text);
    let pools = vec![["", "timeout", "port"].map(text).to_vec(), number_pool(INT)];
    for seed in 1..=3 {
        let set = method("set", &[key.clone(), Parameter::new("I", INT)]);
        let mut object = Object::new(&[set], std::slice::from_ref(&pools), Vec::new(), behaviour);
        object.guards(300, seed);
        let calls = object.calls.borrow();
        let passed = calls.examples(0).filter(|(_, call)| call.passes());
        let keys: std::collections::BTreeSet<String> =
            passed.map(|(_, call)| call.before.get("arg1").map_or("null".to_owned(), ToString::to_string)).collect();
        assert!(keys.contains("\"port\"") && keys.contains("\"timeout\""), "{seed}: {keys:?}");
    }
}

#[test]
fn numbers_far_away_are_found_to_the_last_digit_whatever_the_border_is() {
    let behaviour: Behaviour = |fields, call| {
        let given = integer(&call.values()[0]);
        let passes = match call.name() {
            "point" => (0..=1_114_111).contains(&given),
            _ => given >= -70_003,
        };
        passes.then(|| fields.clone())
    };
    let methods = ["point", "low"].map(|name| method(name, &[Parameter::new("I", INT)]));
    let pools = [(); 2].map(|()| vec![number_pool(INT)]);
    for seed in 1..=3 {
        let mut object = Object::new(&methods, &pools, Vec::new(), behaviour);
        assert_eq!(object.guards(100, seed), ["arg1 >= 0 && arg1 <= 1114111", "arg1 >= -70003"], "{seed}");
    }
}

#[test]
fn a_text_of_the_pool_is_no_guard_where_others_pass_as_well() {
    let behaviour: Behaviour = |fields, call| length_of(call).filter(|length| *length > 0).map(|_| fields.clone());
    let pool = vec![vec![text("a"), text("")]];
    let mut object =
        Object::new(&[method("name", &[Parameter::new("T", ValueKind::Text)])], &[pool], Vec::new(), behaviour);
    let guard = object.guards(200, 1).remove(0);
    assert!(["arg1.length >= 1", "arg1 != \"\""].contains(&guard.as_str()), "{guard}");
}

/// A dial that turns to at most so many where it is unlocked, which nobody sees.
fn dial(fields: &Fields, call: &Symbol) -> Option<Fields> {
    let [hidden, most] = [0, 1].map(|place| integer(&fields[place].1));
    let given = call.values().first().map_or(0, integer);
    let [hidden, most] = match call.name() {
        "unlock" => [1, most],
        "lock" => [0, most],
        "widen" => [hidden, 9],
        _ => (hidden == 1 && (0..=most).contains(&given)).then_some([hidden, most])?,
    };
    Some(vec![(HIDDEN, Value::Integer(hidden)), ("most", Value::Integer(most))])
}

#[test]
fn a_hidden_flag_and_a_range_of_an_argument_are_two_states_and_a_guard() {
    let turn = method("turn", &[Parameter::new("I", INT)]);
    let methods = [method("unlock", &[]), method("lock", &[]), method("widen", &[]), turn];
    let pools = [vec![], vec![], vec![], vec![number_pool(INT)]];
    for seed in 1..=5 {
        let begin = vec![(HIDDEN, Value::Integer(0)), ("most", Value::Integer(3))];
        let states = Object::new(&methods, &pools, begin, dial).guards_of_states(300, seed);
        let turns: Vec<&str> = states.iter().map(|guards| guards[3].as_str()).collect();
        assert_eq!(turns, ["false", "arg1 >= 0 && arg1 <= most"], "{seed}");
    }
}

#[test]
fn what_an_earlier_argument_decides_has_no_guard_in_any_state() {
    let behaviour: Behaviour = |fields, call| {
        let (hidden, given) = (integer(&fields[0].1), call.values().first().map_or(0, integer));
        let hidden = if call.name() == "set" { given } else { (given == hidden).then_some(hidden)? };
        Some(vec![(HIDDEN, Value::Integer(hidden))])
    };
    let methods = ["set", "open"].map(|name| method(name, &[Parameter::new("I", INT)]));
    let pools = [(); 2].map(|()| vec![number_pool(INT)]);
    for seed in 1..=3 {
        let begin = vec![(HIDDEN, Value::Integer(0))];
        let states = Object::new(&methods, &pools, begin, behaviour).guards_of_states(300, seed);
        assert!(states.iter().all(|guards| guards[1] == "unknown"), "{seed}: {states:?}");
    }
}

/// What counts calls of its first method up to a limit, where nobody sees it.
fn hidden_count<const LIMIT: i64>(fields: &Fields, call: &Symbol) -> Option<Fields> {
    let count = integer(&fields[0].1);
    let count = match call.name() {
        "enter" => (count < LIMIT).then_some(count + 1),
        _ => (count > 0).then_some(count - 1),
    };
    Some(vec![(HIDDEN, Value::Integer(count?))])
}

fn counting(behaviour: Behaviour) -> Object {
    let begin = vec![(HIDDEN, Value::Integer(0))];
    Object::new(&[method("enter", &[]), method("leave", &[])], &[vec![], vec![]], begin, behaviour)
}

#[test]
fn a_hidden_count_without_a_limit_is_told_instead_of_a_chain_of_states() {
    for seed in 1..=3 {
        let mut object = counting(hidden_count::<{ i64::MAX }>);
        assert_eq!(object.guards(200, seed), ["true", "unknown"], "{seed}");
        let calls = object.calls.borrow();
        let counts: Vec<(usize, usize)> = calls.counts.iter().map(|(shows, by)| (*shows, by.counted)).collect();
        assert_eq!(counts, [(1, 0)], "leave shows how often enter was called");
    }
}

#[test]
fn a_hidden_count_with_a_limit_is_states() {
    for seed in 1..=3 {
        let mut object = counting(hidden_count::<5>);
        assert_eq!(object.guards(200, seed), ["true", "false"], "{seed}");
        assert!(object.calls.borrow().counts.is_empty());
    }
}

#[test]
fn the_search_for_a_guard_asks_before_each_step_whether_there_is_time() {
    let number = |number: i64| (number * 7_919) % 1_009;
    let features = |row: i64| {
        let numbers = (0..12).map(|place| (format!("n{place}"), Value::Integer(number(row + 31 * place))));
        numbers.collect::<Features>()
    };
    let known: Vec<Features> = (0..300).map(features).collect();
    let rows: Vec<Row> =
        known.iter().enumerate().map(|(row, features)| Row { features, passes: number(row as i64) % 3 == 0 }).collect();
    let mut asked = 0;
    let mut until = |most: usize| {
        asked = 0;
        let found = infer::guards_in_time(&rows, 8, &mut || {
            asked += 1;
            if asked > most { Err(Halt::Stopped) } else { Ok(()) }
        });
        (found.is_err(), asked)
    };
    let (_, all) = until(usize::MAX);
    assert!(all > 10, "asked {all} times");
    for most in [0, 1, all / 2, all - 1] {
        assert_eq!(until(most), (true, most + 1), "it ends as soon as it is told to");
    }
}

/// Two locks have to be released. How many are left can be seen, and not which.
fn locked_twice(fields: &Fields, call: &Symbol) -> Option<Fields> {
    let locks = integer(&fields[0].1);
    let released = match call.values().first() {
        Some(Value::Text(name)) if name == "gate" => locks & 2,
        Some(Value::Text(name)) if name == "pump" => locks & 1,
        _ => locks,
    };
    let is_allowed = call.name() == "release" || locks == 0;
    let left = Value::Integer(i64::from(released.count_ones()));
    is_allowed.then(|| vec![(HIDDEN, Value::Integer(released)), ("left", left)])
}

#[test]
fn objects_that_look_alike_are_changed_after_each_way_to_them() {
    let methods = [method("release", &[Parameter::new("T", ValueKind::Text)]), method("lift", &[])];
    let others = (0..30).map(|number| text(&format!("t{number}")));
    let pools = [vec![others.chain(["gate", "pump"].map(text)).collect()], vec![]];
    for seed in 1..=3 {
        let begin = vec![(HIDDEN, Value::Integer(3)), ("left", Value::Integer(2))];
        let mut object = Object::new(&methods, &pools, begin, locked_twice);
        assert_eq!(object.guards(100, seed)[1], "left <= 0", "{seed}");
    }
}
