//! Whatever an adapter sends, reading it never panics; whatever typestar sends, hosts can read.

use proptest::prelude::*;
use typestar_model::guarded::{Hole, LeftOut, Making, OfferedMethod, Parameter, Returned, ValueKind};
use typestar_model::{
    Choice, Cursor, Decimal, Evidence, Id, InputId, Inputs, LateCallback, NameId, OutputId, Outputs, Plan, Step,
    Symbol, Value,
};
use typestar_protocol::{
    Clock, Handshake, Integers, PlanMessage, Recoverable, Reply, Request, Returns, Settings, Shown, Told, read_reply,
    read_request, write_line,
};

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{0,5}", any::<String>()]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Boolean),
        any::<i64>().prop_map(Value::Integer),
        any::<f64>().prop_filter_map("finite", Decimal::new).prop_map(Value::Decimal),
        text().prop_map(Value::Text),
    ]
}

fn reused() -> impl Strategy<Value = Value> {
    (1..9u32, proptest::option::of(1..9u32)).prop_map(|(step, value)| Value::Returned { step, value })
}

fn symbol() -> impl Strategy<Value = Symbol> {
    let with_values = ("[a-z]{1,3}", proptest::collection::vec(prop_oneof![4 => value(), 1 => reused()], 1..3))
        .prop_map(|(name, values)| Symbol::new(&name, values).expect("a plain name"));
    prop_oneof![text().prop_map(|text| Symbol::read(&text)), with_values]
}

fn step() -> impl Strategy<Value = Step> {
    let symbols = (symbol(), symbol());
    let texts = (proptest::option::of(text()), proptest::option::of(text()));
    let values = || proptest::collection::btree_map(text(), value(), 0..3);
    (symbols, texts, (values(), values()), any::<u32>()).prop_map(
        |((input, output), (reason, returned), (before, values), eighths)| Step {
            input,
            output,
            evidence: Evidence {
                reason,
                ms: f64::from(eighths) / 8.0,
                returned,
                before,
                values,
                ..Evidence::default()
            },
        },
    )
}

/// Settings with any rules for what calls return and throw.
fn settings() -> impl Strategy<Value = Settings> {
    let returns = prop_oneof![
        Just(Returns::Shown(Shown::Value)),
        Just(Returns::Shown(Shown::Type)),
        proptest::collection::vec((text(), text()), 0..3).prop_map(Returns::Mapped),
    ];
    let recoverable = (proptest::option::of(text()), text(), proptest::option::of(text()))
        .prop_map(|(input, exception, output)| Recoverable { input, exception, output });
    let returns = proptest::collection::btree_map(text(), returns, 0..3);
    (returns, proptest::collection::vec(recoverable, 0..3), any::<bool>(), clock()).prop_map(
        |(returns, recoverable, tell_returned, clock)| Settings {
            returns,
            recoverable,
            tell_returned,
            clock,
            ..Settings::default()
        },
    )
}

fn clock() -> impl Strategy<Value = Clock> {
    prop_oneof![Just(Clock::Real), Just(Clock::Virtual)]
}

fn kind() -> impl Strategy<Value = ValueKind> {
    let integer = (any::<i64>(), any::<i64>()).prop_map(|(min, max)| ValueKind::Integer { min, max });
    let others = vec![ValueKind::Nothing, ValueKind::Decimal, ValueKind::Text, ValueKind::Enumeration];
    prop_oneof![integer, proptest::sample::select(others)]
}

fn parameter() -> impl Strategy<Value = Parameter> {
    let values = proptest::collection::vec(value(), 0..3);
    let plain = proptest::option::of(value().prop_filter("null is the same as none", |value| *value != Value::Null));
    let makings = proptest::collection::vec(making(), 0..2);
    let parts = (text(), kind(), any::<bool>(), values, plain, makings);
    parts.prop_map(|(type_name, kind, nullable, values, plain, makings)| Parameter {
        type_name,
        kind,
        nullable,
        values,
        plain,
        makings,
    })
}

fn making() -> impl Strategy<Value = Making> {
    let values = proptest::collection::vec(value(), 0..3);
    let hole = (kind(), values).prop_map(|(kind, values)| Hole { kind, values });
    (text(), proptest::collection::vec(hole, 0..3)).prop_map(|(text, holes)| Making { text, holes })
}

fn returned() -> impl Strategy<Value = Returned> {
    (text(), kind(), any::<bool>(), any::<bool>()).prop_map(|(type_name, kind, nullable, again)| Returned {
        type_name,
        kind,
        nullable,
        again,
    })
}

/// Callins, the methods behind them, and those that are left out.
fn callins() -> impl Strategy<Value = (Vec<String>, Vec<OfferedMethod>, Vec<LeftOut>)> {
    let texts = || proptest::collection::vec(text(), 0..4);
    let parameters = proptest::collection::vec(parameter(), 0..3);
    let method = (text(), parameters, returned(), any::<bool>())
        .prop_map(|(name, parameters, returns, makes)| OfferedMethod { name, parameters, returns, makes });
    let left_out = (text(), proptest::option::of(text()), any::<bool>(), any::<bool>())
        .prop_map(|(method, type_name, mangled, aside)| LeftOut { method, type_name, mangled, aside });
    (texts(), proptest::collection::vec(method, 0..3), proptest::collection::vec(left_out, 0..3))
}

/// The number of a request: integers beyond 63 bits are refused anywhere in a reply.
fn number() -> impl Strategy<Value = u64> {
    0..=i64::MAX as u64
}

/// The place of a step or a plan.
fn place() -> impl Strategy<Value = usize> {
    0..=i64::MAX as usize
}

fn reply() -> impl Strategy<Value = Reply> {
    let late =
        (proptest::collection::vec(text(), 0..3), text()).prop_map(|(word, output)| LateCallback { word, output });
    let texts = || proptest::collection::vec(text(), 0..4);
    let steps = proptest::collection::vec(step(), 0..5);
    let told = prop_oneof![steps.prop_map(Told::Here), place().prop_map(Told::Before)];
    prop_oneof![
        (
            any::<u32>(),
            (text(), text(), text(), text()),
            callins(),
            proptest::option::of(texts()),
            any::<(bool, bool, bool)>(),
            (clock(), any::<Option<(i64, i64)>>())
        )
            .prop_map(
                |(
                    protocol,
                    (name, version, environment, object),
                    (inputs, methods, left_out),
                    outputs,
                    (steps, drains, settles),
                    (clock, integers),
                )| {
                    Reply::Ready(Handshake {
                        protocol,
                        name,
                        version,
                        inputs,
                        outputs,
                        steps,
                        clock,
                        drains,
                        settles,
                        methods,
                        left_out,
                        environment,
                        object,
                        integers: integers.map(|(min, max)| Integers { min, max }),
                    })
                }
            ),
        (number(), place(), step()).prop_map(|(id, index, step)| Reply::Step { id, index, step }),
        text().prop_map(|message| Reply::Fatal { message }),
        (number(), place(), told, proptest::collection::vec(late, 0..3), texts()).prop_map(
            |(id, index, steps, late, notes)| {
                let last = notes.is_empty();
                let memo = last.then(|| serde_json::json!({"take": [0.5, ["WAITS"]]}));
                Reply::Answer { id, index, steps, late, notes, last, memo }
            }
        ),
        (number(), place(), text()).prop_map(|(id, index, message)| Reply::Failed { id, index, message, memo: None }),
    ]
}

/// The outputs by which plans choose here: some of one name, with and without values.
const OUTPUTS: [&str; 6] = ["ok", "got", "got(1)", "got(\"1\")", "ACK(V,V)", "quiet"];
const INPUTS: [&str; 4] = ["go", "put(1, null)", "put($1.2)", "wait"];

fn alphabets() -> (Inputs, Outputs) {
    (INPUTS.into_iter().collect(), OUTPUTS.into_iter().collect())
}

fn choice() -> impl Strategy<Value = Choice> {
    let names = alphabets().1.ids().map(|output| alphabets().1.name_of(output).index()).max().expect("some") + 1;
    prop_oneof![
        (0..OUTPUTS.len()).prop_map(|index| Choice::Output(OutputId::new(index))),
        (0..names).prop_map(|index| Choice::Name(NameId::new(index))),
    ]
}

/// A word with conditions before its last input.
fn part() -> impl Strategy<Value = Plan> {
    let step = ((0..INPUTS.len()).prop_map(InputId::new), proptest::option::weighted(0.3, choice()));
    proptest::collection::vec(step, 0..5).prop_map(|steps| {
        let places = steps.iter().enumerate().take(steps.len().saturating_sub(1));
        let only = places.filter_map(|(place, (_, choice))| Some((place, (*choice)?))).collect();
        Plan { only, ..Plan::word(steps.iter().map(|&(input, _)| input).collect::<Vec<_>>()) }
    })
}

fn plan() -> impl Strategy<Value = Plan> {
    part().prop_recursive(4, 20, 3, |inner| {
        let then = proptest::collection::vec((choice(), inner.clone()), 0..3);
        let otherwise = proptest::option::of(inner.prop_map(Box::new));
        (part(), then, otherwise).prop_map(|(part, then, otherwise)| Plan { then: then.into(), otherwise, ..part })
    })
}

fn message(plan: &Plan) -> PlanMessage {
    let (inputs, outputs) = alphabets();
    PlanMessage::new(plan, &|input| inputs.symbol(input).clone(), &outputs)
}

/// The inputs that a plan gives, by their texts, if these are the answers.
fn given(plan: &Plan, inputs: &Inputs, outputs: &Outputs, answers: &[usize]) -> Vec<String> {
    let mut cursor = Cursor::naming(plan, outputs);
    let mut given = Vec::new();
    let mut answers = answers.iter().map(|&index| OUTPUTS[index]);
    while let (Some(input), Some(answer)) = (cursor.next(), answers.next()) {
        given.push(inputs.text(input).to_owned());
        cursor.take_text(answer);
    }
    given
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(256)))]

    #[test]
    fn random_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_reply(&bytes);
        let _ = read_request(&bytes);
    }

    #[test]
    fn damaged_replies_are_read_or_refused(reply in reply(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut line = write_line(&reply);
        let place = at.index(line.len() - 1);
        line[place] = byte;
        let _ = read_reply(&line);
        line.truncate(place);
        prop_assert!(read_reply(&line).is_err(), "half a line is no message");
    }

    #[test]
    fn replies_come_back_as_they_were_sent(reply in reply()) {
        let line = write_line(&reply);
        prop_assert_eq!(line.iter().filter(|&&byte| byte == b'\n').count(), 1);
        prop_assert_eq!(read_reply(&line).expect("it was just written"), reply);
    }

    #[test]
    fn settings_come_back_as_they_were_sent(settings in settings()) {
        let request = Request::Hello { protocol: 2, typestar: "1".into(), settings, steps: true, lazy: false, leave: false, memo: None };
        prop_assert_eq!(read_request(&write_line(&request)).expect("it was just written"), request);
    }

    #[test]
    fn requests_come_back_as_they_were_sent(plans in proptest::collection::vec(plan(), 0..3), id in any::<u64>()) {
        let request = Request::Run { id, plans: plans.iter().map(message).collect() };
        prop_assert_eq!(read_request(&write_line(&request)).expect("it was just written"), request);
    }

    #[test]
    fn a_plan_that_travelled_gives_the_same_inputs(
        plan in plan(),
        answers in proptest::collection::vec(proptest::collection::vec(0..OUTPUTS.len(), 12), 8),
    ) {
        let line = write_line(&Request::Run { id: 1, plans: vec![message(&plan)] });
        let Request::Run { plans, .. } = read_request(&line).expect("it was just written") else { unreachable!() };
        let (mut inputs, mut outputs) = (Inputs::default(), Outputs::default());
        let read = plans[0].plan(&mut inputs, &mut outputs);
        let (own_inputs, own_outputs) = alphabets();
        for answers in &answers {
            let expected = given(&plan, &own_inputs, &own_outputs, answers);
            prop_assert_eq!(given(&read, &inputs, &outputs, answers), expected);
        }
    }

    #[test]
    fn damaged_requests_are_read_or_refused(plan in plan(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut line = write_line(&Request::Run { id: 1, plans: vec![message(&plan)] });
        let place = at.index(line.len() - 1);
        line[place] = byte;
        if let Ok(Request::Run { plans, .. }) = read_request(&line) {
            for plan in plans {
                plan.plan(&mut Inputs::default(), &mut Outputs::default()).take_apart();
            }
        }
    }
}

/// A plan of this many words, each of which follows the one before it.
fn deep_plan(depth: usize) -> Plan {
    let (go, ok) = (InputId::new(0), OutputId::new(0));
    (1..depth).fold(Plan::word([go]), |plan, _| Plan::step_and_then(go, ok, plan))
}

#[test]
fn deep_plans_and_long_words_are_written_and_read() {
    const LENGTH: usize = 100_000;
    for plan in [deep_plan(LENGTH), Plan::word(vec![InputId::new(0); LENGTH])] {
        let line = write_line(&Request::Run { id: 1, plans: vec![message(&plan)] });
        let Ok(Request::Run { plans, .. }) = read_request(&line) else { panic!("it was just written") };
        let (mut inputs, mut outputs) = (Inputs::default(), Outputs::default());
        let read = plans[0].plan(&mut inputs, &mut outputs);
        assert_eq!(read.longest(), LENGTH);
        assert_eq!(read.all_parts().count(), plan.all_parts().count());
        assert_eq!(given(&read, &inputs, &outputs, &vec![0; LENGTH + 1]).len(), LENGTH);
        assert_eq!(
            given(&read, &inputs, &outputs, &[0, 1, 1, 1])[..],
            ["go"; 4][..if read.then.is_empty() { 4 } else { 2 }]
        );
        plan.take_apart();
        read.take_apart();
    }
}

#[test]
fn a_plain_word_costs_as_many_bytes_as_its_names() {
    let line = write_line(&message(&Plan::word([0, 3, 0].map(InputId::new))));
    assert_eq!(String::from_utf8(line).expect("text"), "{\"word\":[\"go\",\"wait\",\"go\"]}\n");
}

#[test]
fn bad_plans_are_refused_with_the_node() {
    let complaint = |plan: &str| {
        let line = format!(r#"{{"type":"run","id":1,"plans":[{plan}]}}"#);
        read_request(line.as_bytes()).expect_err(plan)
    };
    let bad = [
        (r#"{}"#, "either a word or nodes"),
        (r#"{"word":["a"],"nodes":[{"word":[]}]}"#, "either a word or nodes"),
        (r#"{"nodes":[{"word":["a"],"otherwise":2},{"word":[]}]}"#, "node 0 names node 2"),
        (r#"{"nodes":[{"word":["a"],"otherwise":1},{"word":[]},{"word":[]}]}"#, "node 2 is not named"),
        (r#"{"word":["a","b"],"only":[[0,"ok"],[0,"ok"]]}"#, "node 0 has a condition at place 0"),
        (r#"{"word":[],"only":[[0,"ok"]]}"#, "node 0 has a condition at place 0"),
        (r#"{"word":["a"],"otherwise":1}"#, "node 0 names node 1"),
        (r#"{"word":["a"],"then":{"ok":{"word":["b"]}}}"#, "expected a sequence"),
        (r#"{"word":[3]}"#, "a name, or a list of a name and its values"),
        (r#"{"word":[["offer",[1]]]}"#, "a number, a text"),
        (r#"{"nodes":[{"word":["a"],"then":[[{"kind":"ok"},1]]},{"word":[]}]}"#, "for all outputs of a name"),
    ];
    for (plan, expected) in bad {
        assert!(complaint(plan).contains(expected), "{plan}: {}", complaint(plan));
    }
}

#[test]
fn unknown_fields_are_ignored_and_unknown_types_refused() {
    let reply = read_reply(br#"{"type":"answer","id":1,"index":0,"steps":[],"mood":"good"}"#).expect("readable");
    assert_eq!(
        reply,
        Reply::Answer {
            id: 1,
            index: 0,
            steps: Told::Here(Vec::new()),
            late: Vec::new(),
            notes: Vec::new(),
            last: false,
            memo: None
        }
    );
    assert!(read_reply(br#"{"type":"song"}"#).is_err());
}

#[test]
fn the_examples_of_the_reference_can_be_read() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/adapter-protocol.md");
    let page = std::fs::read_to_string(path).expect("the reference");
    let examples: Vec<&str> = page.lines().filter(|line| line.starts_with("{\"type\"")).collect();
    assert!(examples.len() >= 8, "examples are missing");
    for example in examples {
        let line = example.as_bytes();
        assert!(read_reply(line).is_ok() || read_request(line).is_ok(), "{example}");
    }
}

#[test]
fn settings_that_the_greeting_leaves_out_have_their_defaults() {
    let request = read_request(br#"{"type":"hello","protocol":3}"#).expect("readable");
    let Request::Hello { settings, .. } = request else { panic!("a greeting") };
    assert_eq!(settings, typestar_protocol::Settings::default());
}

#[test]
fn numbers_that_no_value_can_be_are_named_and_not_rounded() {
    let read = |number: &str| {
        let steps = format!(r#"[{{"input":"get","output":["got",{number}],"ms":0.1}}]"#);
        typestar_protocol::read_reply(format!(r#"{{"type":"answer","id":1,"index":0,"steps":{steps}}}"#).as_bytes())
    };
    for beyond in ["9223372036854775808", "-9223372036854775809", "99999999999999999999"] {
        assert!(read(beyond).is_err_and(|error| error.starts_with(&format!("{beyond} is beyond 64 bits"))), "{beyond}");
    }
    for odd in ["NaN", "-Infinity"] {
        assert!(read(odd).is_err_and(|error| error.starts_with(&format!("{odd} is not a finite number"))), "{odd}");
    }
    for fine in ["9223372036854775807", "0.12345678901234567890", "1e300", "\"NaN 99999999999999999999\""] {
        assert!(read(fine).is_ok(), "{fine}");
    }
}
