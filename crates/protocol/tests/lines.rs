//! Whatever an adapter sends, reading it never panics; whatever typestar sends, hosts can read.

use proptest::prelude::*;
use typestar_model::{Evidence, LateCallback, Step};
use typestar_protocol::{
    PlanMessage, Recoverable, Reply, Request, Returns, Settings, Shown, read_reply, read_request, write_line,
};

fn text() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{0,5}", any::<String>()]
}

fn step() -> impl Strategy<Value = Step> {
    let texts = (text(), text(), proptest::option::of(text()), proptest::option::of(text()));
    (texts, any::<u32>()).prop_map(|((input, output, reason, returned), eighths)| Step {
        input,
        output,
        evidence: Evidence { reason, ms: f64::from(eighths) / 8.0, returned, ..Evidence::default() },
    })
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
    (returns, proptest::collection::vec(recoverable, 0..3), any::<bool>()).prop_map(
        |(returns, recoverable, tell_returned)| Settings { returns, recoverable, tell_returned, ..Settings::default() },
    )
}

fn reply() -> impl Strategy<Value = Reply> {
    let late =
        (proptest::collection::vec(text(), 0..3), text()).prop_map(|(word, output)| LateCallback { word, output });
    let texts = || proptest::collection::vec(text(), 0..4);
    let steps = proptest::collection::vec(step(), 0..5);
    prop_oneof![
        (any::<u32>(), text(), text(), texts(), proptest::option::of(texts()), any::<bool>()).prop_map(
            |(protocol, name, version, inputs, outputs, steps)| Reply::Ready {
                protocol,
                name,
                version,
                inputs,
                outputs,
                steps,
            }
        ),
        (any::<u64>(), any::<usize>(), step()).prop_map(|(id, index, step)| Reply::Step { id, index, step }),
        text().prop_map(|message| Reply::Fatal { message }),
        (any::<u64>(), any::<usize>(), steps, proptest::collection::vec(late, 0..3), texts())
            .prop_map(|(id, index, steps, late, notes)| Reply::Answer { id, index, steps, late, notes }),
        (any::<u64>(), any::<usize>(), text()).prop_map(|(id, index, message)| Reply::Failed { id, index, message }),
    ]
}

fn plan() -> impl Strategy<Value = PlanMessage> {
    let leaf = proptest::collection::vec(text(), 0..4).prop_map(|word| PlanMessage { word, ..Default::default() });
    leaf.prop_recursive(4, 20, 3, |inner| {
        let then = proptest::collection::btree_map(text(), inner.clone(), 0..3);
        let otherwise = proptest::option::of(inner.prop_map(Box::new));
        (proptest::collection::vec(text(), 0..4), then, otherwise).prop_map(|(word, then, otherwise)| PlanMessage {
            word,
            then,
            otherwise,
        })
    })
}

proptest! {
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
        let request = Request::Hello { protocol: 1, typestar: "1".into(), settings, steps: true };
        prop_assert_eq!(read_request(&write_line(&request)).expect("it was just written"), request);
    }

    #[test]
    fn requests_come_back_as_they_were_sent(plans in proptest::collection::vec(plan(), 0..3), id in any::<u64>()) {
        let request = Request::Run { id, plans };
        prop_assert_eq!(read_request(&write_line(&request)).expect("it was just written"), request);
    }
}

#[test]
fn deep_plans_can_be_read() {
    let mut plan = PlanMessage { word: vec!["a".into()], ..Default::default() };
    for _ in 0..400 {
        plan = PlanMessage { word: vec!["a".into()], then: [("ok".to_owned(), plan)].into(), otherwise: None };
    }
    let request = Request::Run { id: 1, plans: vec![plan] };
    assert_eq!(read_request(&write_line(&request)).expect("deep, but readable"), request);
}

#[test]
fn unknown_fields_are_ignored_and_unknown_types_refused() {
    let reply = read_reply(br#"{"type":"answer","id":1,"index":0,"steps":[],"mood":"good"}"#).expect("readable");
    assert_eq!(reply, Reply::Answer { id: 1, index: 0, steps: Vec::new(), late: Vec::new(), notes: Vec::new() });
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
    let request = read_request(br#"{"type":"hello","protocol":1}"#).expect("readable");
    let Request::Hello { settings, .. } = request else { panic!("a greeting") };
    assert_eq!(settings, typestar_protocol::Settings::default());
}
