//! What each rule allows, and that restricted plans are exact.

use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

use typestar_model::{Choice, Cursor, ERROR, Id, NameId, OK, OutputId, Outputs, Plan, QUIET};

use super::restrict::{Ahead, MOST_WAYS};
use super::*;

const CALLINS: [&str; 3] = ["load", "play", "stop"];
const CALLBACKS: [&str; 3] = ["onLoaded", "onEnded", "onOther"];

fn closure_inputs() -> Inputs {
    CALLINS.iter().chain(&[WAIT]).collect()
}

fn names(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

fn word(text: &str, inputs: &Inputs) -> Vec<InputId> {
    text.split_whitespace().map(|name| inputs.get(name).expect("an input")).collect()
}

/// Whether a trace such as `load/ok wait/onLoaded` is inside the purpose.
fn is_inside(spec: &PurposeSpec, trace: &str) -> bool {
    let inputs = closure_inputs();
    let purpose = Purpose::new(spec, &inputs);
    let mut state = purpose.start();
    trace.split_whitespace().all(|step| {
        let (input, output) = step.split_once('/').expect("input/output");
        let input = inputs.get(input).expect("an input");
        let allowed = purpose.allows(&state, input);
        state = purpose.step(&state, input, output);
        allowed
    })
}

#[test]
fn a_rule_holds_for_a_name_with_any_values_also_if_it_appears_later() {
    let mut inputs: Inputs = ["load(1)", "play", WAIT].iter().collect();
    let spec = PurposeSpec {
        at_most_once: names(&["load"]),
        must_be_followed_by: [("play".to_owned(), names(&["load", "wait"]))].into(),
        ..one_pending_load()
    };
    let mut purpose = Purpose::new(&spec, &inputs);
    let start = purpose.start();
    let late = [inputs.intern("load(2)"), inputs.intern("play(\"a\")"), inputs.intern("stop")];
    let loaded = purpose.step(&start, inputs.get("load(1)").unwrap(), OK);
    assert!(late.iter().all(|&input| purpose.allows(&loaded, input)), "nothing is known of them");
    purpose.extend(&inputs);
    assert_eq!(late.map(|input| purpose.allows(&loaded, input)), [false, true, true]);
    let played = purpose.step(&start, late[1], OK);
    assert_eq!(late.map(|input| purpose.allows(&played, input)), [true, false, false]);
}

#[test]
fn a_callback_ends_a_request_whatever_its_values() {
    let limit = PendingLimit { count: 1, ..one_pending_load().at_most_pending.remove(0) };
    let spec = PurposeSpec { at_most_pending: vec![limit], refusals: names(&["busy"]), ..PurposeSpec::default() };
    assert!(!is_inside(&spec, "load/ok load/ok"));
    assert!(is_inside(&spec, "load/ok wait/onLoaded(3) load/ok"));
    assert!(is_inside(&spec, "load/busy(\"a\") load/ok"));
    assert!(!is_inside(&spec, "load/ok wait/onLoadedNot(3) load/ok"));
    assert!(!is_inside(&spec, "load/ok wait/onLoaded(a) load/ok"), "that is another name");
}

fn one_pending_load() -> PurposeSpec {
    let limit = PendingLimit {
        count: 1,
        requests: names(&["load"]),
        callbacks: names(&["onLoaded", "onEnded"]),
        ..PendingLimit::default()
    };
    PurposeSpec { at_most_pending: vec![limit], ..PurposeSpec::default() }
}

fn restricted(spec: &PurposeSpec, text: &str) -> (Plan, Inputs, Outputs) {
    let (inputs, mut outputs) = (closure_inputs(), Outputs::default());
    let purpose = Purpose::new(spec, &inputs);
    let plan = purpose.restrict(&purpose.start(), &Plan::word(word(text, &inputs)), &mut outputs);
    (plan, inputs, outputs)
}

#[test]
fn an_empty_purpose_allows_everything() {
    assert!(Purpose::default().is_everything());
    assert!(is_inside(&PurposeSpec::default(), "load/ok load/ok wait/quiet stop/error load/error"));
    let (plan, inputs, _) = restricted(&PurposeSpec::default(), "load load wait");
    assert_eq!(plan, Plan::word(word("load load wait", &inputs)));
}

#[test]
fn at_most_once_forbids_the_second_time() {
    let spec = PurposeSpec { at_most_once: names(&["load", "stop"]), ..PurposeSpec::default() };
    assert!(is_inside(&spec, "load/ok stop/ok play/ok play/ok"));
    assert!(!is_inside(&spec, "load/ok play/ok load/ok"));
}

#[test]
fn at_most_one_of_forbids_a_second_member() {
    let spec = PurposeSpec { at_most_one_of: vec![names(&["load", "stop"])], ..PurposeSpec::default() };
    assert!(is_inside(&spec, "play/ok load/ok play/ok"));
    assert!(!is_inside(&spec, "load/ok stop/ok"));
    assert!(!is_inside(&spec, "stop/ok stop/ok"));
}

#[test]
fn must_come_first_binds_only_the_first_input() {
    let spec = PurposeSpec { must_come_first: names(&["load", "play"]), ..PurposeSpec::default() };
    assert!(is_inside(&spec, "play/ok stop/ok load/ok"));
    assert!(!is_inside(&spec, "stop/ok"));
    assert!(!is_inside(&spec, "wait/quiet"));
}

#[test]
fn must_be_followed_by_binds_only_the_next_input() {
    let must_be_followed_by = BTreeMap::from([("load".to_owned(), names(&[WAIT]))]);
    let spec = PurposeSpec { must_be_followed_by, ..PurposeSpec::default() };
    assert!(is_inside(&spec, "load/ok"));
    assert!(is_inside(&spec, "play/ok load/ok wait/quiet play/ok"));
    assert!(!is_inside(&spec, "load/ok play/ok"));
}

#[test]
fn a_request_is_pending_until_a_callback_comes() {
    let spec = one_pending_load();
    assert!(!is_inside(&spec, "load/ok load/ok"));
    assert!(!is_inside(&spec, "load/ok wait/quiet load/ok"));
    assert!(!is_inside(&spec, "load/ok wait/onOther load/ok"));
    assert!(is_inside(&spec, "load/ok wait/onEnded load/ok"));
    assert!(!is_inside(&spec, "wait/onLoaded load/ok load/ok"), "the count never falls below zero");
    assert!(is_inside(&spec, "load/error load/error"), "a refused request is not pending");
    assert!(!is_inside(&spec, "load/true load/true"), "what a request returned does not matter");
    assert!(!is_inside(&spec, "load/ok play/onLoaded load/ok"), "a callin delivers no callback");
}

#[test]
fn a_request_that_answers_a_refusal_is_not_pending() {
    let spec = PurposeSpec { refusals: names(&["busy"]), ..one_pending_load() };
    assert!(is_inside(&spec, "load/busy load/busy load/ok"));
    assert!(!is_inside(&spec, "load/busy load/ok load/busy"));
}

#[test]
fn so_many_callins_come_between_two_quiet_waits() {
    let between_quiets = |most| PurposeSpec { at_most_between_quiets: Some(most), ..PurposeSpec::default() };
    assert!(is_inside(&between_quiets(1), "wait/quiet wait/quiet load/ok wait/onLoaded wait/quiet play/ok"));
    assert!(!is_inside(&between_quiets(1), "load/ok play/ok"));
    assert!(!is_inside(&between_quiets(1), "load/ok wait/onLoaded play/ok"));
    assert!(is_inside(&between_quiets(2), "load/ok play/ok wait/quiet stop/ok load/ok"), "quiet ends all of them");
    assert!(!is_inside(&between_quiets(2), "load/ok wait/onLoaded play/ok wait/onOther stop/ok"));
}

#[test]
fn a_callin_may_end_a_pending_request() {
    let limit = PendingLimit { ended_by: names(&["stop"]), ..one_pending_load().at_most_pending.remove(0) };
    let spec = PurposeSpec { at_most_pending: vec![limit], refusals: names(&["busy"]), ..PurposeSpec::default() };
    assert!(is_inside(&spec, "load/ok stop/ok load/ok"));
    assert!(!is_inside(&spec, "load/ok stop/ok load/ok load/ok"), "it ends one request");
    assert!(!is_inside(&spec, "stop/ok load/ok load/ok"), "the count never falls below zero");
    assert!(!is_inside(&spec, "load/ok stop/busy load/ok"), "it was refused");
    assert!(!is_inside(&spec, "load/ok stop/error load/ok"), "it failed");
    assert!(is_inside(&spec, "load/ok stop/true load/ok"), "what it returned does not matter");
}

#[test]
fn so_many_callins_come_between_two_others() {
    let limit = BetweenLimit { count: 2, of: names(&["load"]), between: names(&["stop"]) };
    let spec = PurposeSpec { at_most_between: vec![limit], refusals: names(&["busy"]), ..PurposeSpec::default() };
    assert!(is_inside(&spec, "load/ok play/ok load/ok play/ok stop/ok load/ok load/ok"));
    assert!(!is_inside(&spec, "load/ok load/ok load/ok"), "counting begins at the start");
    assert!(!is_inside(&spec, "load/ok load/ok wait/onLoaded load/ok"), "no callback ends it");
    assert!(!is_inside(&spec, "load/ok stop/ok load/ok load/ok load/ok"));
    assert!(!is_inside(&spec, "load/ok load/ok stop/busy load/ok"), "it was refused");
    assert!(is_inside(&spec, "load/busy load/ok load/ok"), "what was refused does not count");
}

/// After `load`, only `wait` may come until it answers onLoaded.
fn loading() -> PurposeSpec {
    let text = "digraph { idle -> busy [label=load]; idle -> idle [label=play]; idle -> idle [label=stop]\n\
                idle -> idle [label=wait]; busy -> outside [label=load]; busy -> outside [label=play]\n\
                busy -> outside [label=stop]; busy -> idle [label=\"wait / onLoaded\"]; busy -> busy [label=wait] }";
    PurposeSpec { automaton: Some(TraceRule::read(text).expect("a rule")), ..PurposeSpec::default() }
}

#[test]
fn an_automaton_says_what_may_come() {
    assert!(is_inside(&loading(), "play/ok load/ok wait/quiet wait/onLoaded(3) load/ok"));
    assert!(!is_inside(&loading(), "load/ok play/ok"));
    assert!(!is_inside(&loading(), "load/ok wait/onOther play/ok"));
}

#[test]
fn a_restricted_word_goes_on_where_the_automaton_is_told_what_it_looks_for() {
    let (plan, inputs, mut outputs) = restricted(&loading(), "load wait play");
    let loaded = Choice::Name(outputs.intern_name("onLoaded"));
    assert_eq!(plan, Plan { only: vec![(1, loaded)], ..Plan::word(word("load wait play", &inputs)) });
}

#[test]
fn a_restricted_word_branches_where_the_end_of_requests_may_be_refused() {
    let limit = BetweenLimit { count: 1, of: names(&["load"]), between: names(&["stop"]) };
    let spec = PurposeSpec { at_most_between: vec![limit], refusals: names(&["busy"]), ..PurposeSpec::default() };
    let (plan, inputs, outputs) = restricted(&spec, "load stop play load");
    let busy = Choice::Name(outputs.get_name("busy").expect("it decides"));
    let [counted, not_counted, rest] = ["play", "stop play load", "play load"].map(|text| word(text, &inputs));
    let branching = |first: &str, then: Plan, otherwise: Plan| Plan {
        then: [(busy, then)].into(),
        otherwise: Some(Box::new(otherwise)),
        ..Plan::word(word(first, &inputs))
    };
    let accepted = branching("stop", Plan::word(counted), Plan::word(rest));
    assert_eq!(plan, branching("load", Plan::word(not_counted), accepted));
}

#[test]
fn an_input_outside_leads_outside_for_good() {
    let spec = PurposeSpec { must_come_first: names(&["load"]), ..PurposeSpec::default() };
    let inputs = closure_inputs();
    let purpose = Purpose::new(&spec, &inputs);
    let state = purpose.step(&purpose.start(), inputs.get("stop").unwrap(), OK);
    assert!(inputs.ids().all(|input| !purpose.allows(&state, input)));
}

#[test]
fn a_restricted_word_ends_before_the_first_input_outside() {
    let spec = PurposeSpec { at_most_once: names(&["load"]), ..PurposeSpec::default() };
    let (plan, inputs, outputs) = restricted(&spec, "play load wait load stop");
    assert_eq!(plan, Plan::word(word("play load wait", &inputs)));
    assert!(outputs.is_empty());
}

#[test]
fn a_restricted_word_branches_only_where_outputs_decide() {
    let (plan, inputs, outputs) = restricted(&one_pending_load(), "load play wait load stop");
    let [loaded, ended] = ["onLoaded", "onEnded"].map(|name| Choice::Name(outputs.get_name(name).unwrap()));
    let rest = Plan::word(word("load stop", &inputs));
    let then = vec![(loaded, rest.clone()), (ended, rest)];
    assert_eq!(plan, Plan { then: then.into(), ..Plan::word(word("load play wait", &inputs)) });
}

#[test]
fn a_restricted_word_branches_where_a_request_may_be_refused() {
    let spec = PurposeSpec { refusals: names(&["busy"]), ..one_pending_load() };
    let (plan, inputs, outputs) = restricted(&spec, "load play load");
    let refused = Plan::word(word("play load", &inputs));
    let otherwise = Some(Box::new(Plan::word(word("play", &inputs))));
    let then = vec![(Choice::Name(outputs.get_name("busy").unwrap()), refused)];
    assert_eq!(plan, Plan { then: then.into(), otherwise, ..Plan::word(word("load", &inputs)) });
}

#[test]
fn a_word_with_too_few_requests_to_matter_stays_a_word() {
    let (plan, inputs, outputs) = restricted(&one_pending_load(), "wait load wait play wait");
    assert_eq!(plan, Plan::word(word("wait load wait play wait", &inputs)));
    assert!(outputs.is_empty());
}

#[test]
fn a_long_word_is_restricted_without_deep_recursion() {
    let limit = PendingLimit {
        count: 1,
        requests: names(&["load"]),
        callbacks: names(&["onLoaded"]),
        ..PendingLimit::default()
    };
    let spec = PurposeSpec { at_most_pending: vec![limit], ..PurposeSpec::default() };
    let text = "load ".to_owned() + &"play wait ".repeat(2_000);
    let (plan, inputs, _) = restricted(&spec, &text);
    assert_eq!(plan, Plan::word(word(&text, &inputs)));
}

#[test]
fn a_word_with_many_waits_that_decide_stays_a_small_plan() {
    fn ways(plan: &Plan) -> usize {
        let below = plan.then.iter().map(|(_, plan)| plan).chain(plan.otherwise.as_deref());
        below.map(ways).sum::<usize>().max(1)
    }
    let spec = PurposeSpec { at_most_between_quiets: Some(1), ..PurposeSpec::default() };
    let (plan, ..) = restricted(&spec, &"load wait wait ".repeat(40));
    assert!((MOST_WAYS / 2..=3 * MOST_WAYS).contains(&ways(&plan)), "{} ways", ways(&plan));
    let (plan, ..) = restricted(&spec, &"load wait ".repeat(40));
    assert_eq!((ways(&plan), plan.longest()), (1, 80), "one way is left, and it is not cut");
}

/// Everything that `input` may answer. In the closure, callins answer `ok`, `error`, or what they like.
fn possible_outputs(purpose: &Purpose, input: InputId) -> Vec<&'static str> {
    match purpose.wait {
        Some(wait) if wait == input => [&[QUIET, ERROR, "ok(1)"], CALLBACKS.as_slice()].concat(),
        Some(_) => vec![OK, ERROR, "busy", "onLoaded", "ok(1)"],
        None => [&[OK, ERROR, "busy", "ok(1)"], CALLBACKS.as_slice()].concat(),
    }
}

/// Checks, for all outputs, that the restricted plan gives exactly the inputs of the plan up to the first outside.
fn assert_exact(
    purpose: &Purpose,
    state: &PurposeState,
    plan: Cursor<'_>,
    restricted: Cursor<'_>,
    outputs: &mut Outputs,
) {
    let wanted = plan.next().filter(|&input| purpose.allows(state, input));
    assert_eq!(restricted.next(), wanted);
    let Some(input) = wanted else { return };
    for name in possible_outputs(purpose, input) {
        if name == ERROR && purpose.wait.is_some() {
            continue; // an error ends the execution
        }
        let output = outputs.intern(name);
        let state = purpose.step(state, input, name);
        let (output, called) = (Some(output), Some(outputs.name_of(output)));
        let (plan, restricted) = (plan.after_named(output, called), restricted.after_named(output, called));
        assert_exact(purpose, &state, plan, restricted, outputs);
    }
}

fn some_inputs() -> impl Strategy<Value = Vec<String>> {
    subsequence(names(&CALLINS), 1..=3)
}

fn specs() -> impl Strategy<Value = PurposeSpec> {
    let enders = prop_oneof![2 => Just(Vec::new()), 1 => some_inputs()];
    let limit = (1..3_usize, some_inputs(), subsequence(names(&CALLBACKS), 1..=2), enders)
        .prop_map(|(count, requests, callbacks, ended_by)| PendingLimit { count, requests, callbacks, ended_by });
    let between =
        (1..3_usize, some_inputs(), some_inputs()).prop_map(|(count, of, between)| BetweenLimit { count, of, between });
    let rarely = |rule: BoxedStrategy<Vec<String>>| prop_oneof![4 => Just(Vec::new()), 1 => rule];
    let followers = btree_map(select(names(&CALLINS)), subsequence(names(&["load", "play", WAIT]), 1..=3), 0..2);
    (
        rarely(some_inputs().boxed()),
        prop_oneof![4 => Just(Vec::new()), 1 => vec(some_inputs(), 1..3)],
        rarely(some_inputs().boxed()),
        prop_oneof![3 => Just(BTreeMap::new()), 1 => followers],
        vec(limit, 0..3),
        any::<bool>(),
        prop_oneof![3 => Just(None), 1 => (1..3_usize).prop_map(Some)],
        vec(between, 0..2),
        prop_oneof![2 => Just(None), 1 => automata().prop_map(Some)],
    )
        .prop_map(|rules| PurposeSpec {
            at_most_once: rules.0,
            at_most_one_of: rules.1,
            must_come_first: rules.2,
            must_be_followed_by: rules.3,
            at_most_pending: rules.4,
            refusals: if rules.5 { names(&["busy"]) } else { Vec::new() },
            at_most_between_quiets: rules.6,
            at_most_between: rules.7,
            automaton: rules.8,
            drain: false,
        })
}

/// Automata of two states, some of whose inputs are outside, and some of which look at what came.
fn automata() -> impl Strategy<Value = TraceRule> {
    let outputs = select(vec!["onLoaded", "onEnded", "quiet", "busy", "error"]);
    let inputs = ["load", "play", "stop", WAIT];
    vec((0..5_usize, outputs, 0..2_usize), 8).prop_map(move |edges| {
        let mut text = String::from("digraph {\n");
        for (place, (usual, output, other)) in edges.into_iter().enumerate() {
            let (from, input) = (place / 4, inputs[place % 4]);
            match usual {
                0 => text += &format!("s{from} -> outside [label=\"{input}\"]\n"),
                usual => text += &format!("s{from} -> s{} [label=\"{input}\"]\n", usual % 2),
            }
            if usual > 2 {
                text += &format!("s{from} -> s{other} [label=\"{input} / {output}\"]\n");
            }
        }
        TraceRule::read(&(text + "}")).expect("a rule")
    })
}

fn alphabets() -> impl Strategy<Value = Inputs> {
    prop_oneof![Just(closure_inputs()), Just(CALLINS.iter().collect())]
}

/// Plans over three callins and perhaps `wait`, at most six inputs long; `wait` is input 3 where it exists.
fn plans(inputs: usize) -> impl Strategy<Value = Plan> {
    let words = move |length| vec((0..inputs).prop_map(InputId::new), 0..=length);
    let tree = words(2).prop_map(Plan::word).prop_recursive(2, 12, 4, move |inner| {
        let choice = prop_oneof![
            4 => (0..6_usize).prop_map(|output| Choice::Output(OutputId::new(output))),
            1 => (0..6_usize).prop_map(|name| Choice::Name(NameId::new(name))),
        ];
        let then = vec((choice, inner.clone()), 0..3);
        (words(2), then, proptest::option::of(inner)).prop_map(|(word, then, otherwise)| Plan {
            then: then.into(),
            otherwise: otherwise.map(Box::new),
            ..Plan::word(word)
        })
    });
    prop_oneof![words(6).prop_map(Plan::word), tree]
}

fn known_outputs() -> Outputs {
    [OK, QUIET, ERROR].iter().chain(&CALLBACKS).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(256)))]

    #[test]
    fn purposes_are_closed_under_prefixes(
        spec in specs(),
        inputs in alphabets(),
        trace in vec((0..4_usize, 0..6_usize), 0..10),
    ) {
        let (purpose, outputs) = (Purpose::new(&spec, &inputs), known_outputs());
        let (mut state, mut was_outside) = (purpose.start(), false);
        for (input, output) in trace {
            let input = InputId::new(input % inputs.len());
            let allowed = purpose.allows(&state, input);
            prop_assert!(!(was_outside && allowed));
            was_outside |= !allowed;
            state = purpose.step(&state, input, outputs.text(OutputId::new(output)));
        }
    }

    #[test]
    fn a_restricted_plan_gives_every_input_inside_and_none_outside(
        spec in specs(),
        (inputs, plan) in alphabets().prop_flat_map(|inputs| (Just(inputs.clone()), plans(inputs.len()))),
    ) {
        let (purpose, mut outputs) = (Purpose::new(&spec, &inputs), known_outputs());
        let ahead = Ahead::of(Cursor::new(&plan), &purpose.limits);
        let restricted = purpose.restrict_from(purpose.start(), ahead, &mut outputs, usize::MAX);
        let executions = (Cursor::new(&plan), Cursor::new(&restricted));
        assert_exact(&purpose, &purpose.start(), executions.0, executions.1, &mut outputs);
    }

    #[test]
    fn a_restricted_plan_is_already_restricted(
        spec in specs(),
        (inputs, plan) in alphabets().prop_flat_map(|inputs| (Just(inputs.clone()), plans(inputs.len()))),
    ) {
        let (purpose, mut outputs) = (Purpose::new(&spec, &inputs), known_outputs());
        let once = purpose.restrict(&purpose.start(), &plan, &mut outputs);
        let twice = purpose.restrict(&purpose.start(), &once, &mut outputs);
        prop_assert_eq!(twice, once);
    }
}
