//! The cases of Android classes are learned from running code, and agree with what is known of them.

#![cfg(unix)]

use crate::common::{Desk, android_desk, repository, zoo};
use serde_json::Value;

/// The tester of the published table, which calls words outside the purpose errors.
const PUBLISHED: [&str; 4] = ["--tester", "distinguisher-bound(2)", "--outside", "error"];

/// Learns a case; the summary.
fn learn(desk: &Desk, case: &str, options: &[&str]) -> Value {
    let file = repository(&format!("cases/android/{case}.toml"));
    let learn = ["learn", &file, "-o", "case.run", "--fresh", "--json", "-q"];
    desk.run(&[&learn[..], options].concat()).exits(0).json()
}

fn words(summary: &Value) -> u64 {
    let executed = |phase: &str| summary[phase]["executed"].as_u64().unwrap_or(0);
    ["learning", "testing", "challenge"].map(executed).iter().sum()
}

/// The class behaves like its machine in the zoo, and that takes no more words than with the machine itself.
fn agrees(case: &str, machine: &str, most: u64) {
    let Some(desk) = android_desk(34) else { return };
    let summary = learn(&desk, case, &PUBLISHED);
    desk.run(&["compare", "case.run", &zoo(machine), "--outside", "error"]).exits(0).prints(&["same behaviour"]);
    assert!(words(&summary) <= most, "{} words", words(&summary));
    assert!(summary["verdict"].as_str().is_some_and(|text| text.contains("quiescence is exact")), "{summary}");
    desk.wait_for_silence();
}

macro_rules! agree {
    ($($name:ident: $case:literal, $machine:literal, $most:literal;)*) => {
        $(#[test]
        fn $name() {
            agrees($case, $machine, $most);
        })*
    };
}

agree! {
    async_task: "async_task/case", "AsyncTask", 46;
    count_down_timer: "count_down_timer/case", "CountDownTimer", 25;
    file_observer: "file_observer/case", "FileObserver", 114;
    file_observer_that_keeps_callbacks: "file_observer/kept", "FileObserver-kept", 114;
    image_loader: "image_loader/case", "ImageLoader", 67;
    ok_http_call: "ok_http_call/case", "OkHttpCall", 105;
    request_queue: "request_queue/case", "RequestQueue", 64;
    speech_recognizer: "speech_recognizer/case", "SpeechRecognizer", 138;
    spell_checker_session: "spell_checker_session/case", "SpellCheckerSession", 92;
    sqlite_open_helper: "sqlite_open_helper/case", "SQLiteOpenHelper", 181;
    sqlite_open_helper_that_keeps_callbacks: "sqlite_open_helper/kept", "SQLiteOpenHelper-kept", 181;
    velocity_tracker: "velocity_tracker/case", "VelocityTracker", 171;
}

/// A class without a machine in the zoo: its case file alone learns it whole, and it does what surprises.
fn surprises(case: &str, states: u64, surprise: &str) {
    let Some(desk) = android_desk(34) else { return };
    let summary = learn(&desk, case, &[]);
    assert_eq!((&summary["states"], &summary["findings"]), (&states.into(), &Value::Array(Vec::new())));
    assert!(summary["verdict"].as_str().is_some_and(|text| !text.contains("not exact")), "{summary}");
    assert_eq!(tried(&desk, case, surprise, 34), surprise);
    desk.wait_for_silence();
}

/// The trace of the inputs of this trace on an API level.
fn tried(desk: &Desk, case: &str, trace: &str, api: u32) -> String {
    let inputs: Vec<&str> = trace.split(' ').map(|step| step.split('/').next().unwrap_or(step)).collect();
    let file = repository(&format!("cases/android/{case}.toml"));
    let arguments = ["try", &file, &inputs.join(" "), "--api", &api.to_string(), "--json"];
    let tried = desk.run(&arguments).exits(0).json();
    let text = |step: &Value, field: &str| step[field].as_str().expect("a text").to_owned();
    let steps = tried["steps"].as_array().expect("steps").iter();
    steps.map(|step| text(step, "input") + "/" + &text(step, "output")).collect::<Vec<_>>().join(" ")
}

macro_rules! surprise {
    ($($name:ident: $case:literal, $states:literal, $surprise:literal;)*) => {
        $(#[test]
        fn $name() {
            surprises($case, $states, $surprise);
        })*
    };
}

surprise! {
    a_cancelled_second_load_answers_that_nothing_was_cancelled: "async_task_loader/case", 8,
        "forceLoad/ok forceLoad/ok cancelLoad/false wait/onCanceled wait/onLoadCanceled wait/quiet";
    a_fragment_that_was_never_added_is_detached_into_life: "fragment/case", 9,
        "detach/ok+onAttach+onCreate add/ok remove/ok+onDestroy+onDetach";
    a_second_tap_is_no_scroll_and_no_long_press_ends_it: "gesture_detector/case", 9,
        "down/ok+onDown up/ok+onSingleTapUp down/ok+onDoubleTap+onDoubleTapEvent+onDown move/ok+onDoubleTapEvent \
         wait/onShowPress wait/onLongPress move/ok up/ok+onDoubleTapEvent";
    a_thread_that_quits_safely_drops_what_is_delayed: "handler_thread/case", 11,
        "start/ok post/true postDelayed/true quitSafely/true post/false wait/onPosted wait/quiet";
    an_animation_that_ends_before_it_began_starts_first: "value_animator/case", 3,
        "end/ok+onStart+onEnd start/ok+onStart reverse/ok+onEnd wait/quiet";
}

#[test]
fn versions_of_the_framework_differ_in_what_the_cases_say() {
    let differ = [
        ("fragment/case", "detach/ok+onAttach+onCreate add/ok", "detach/ok add/ok+onAttach+onCreate"),
        (
            "value_animator/case",
            "start/ok+onStart start/ok cancel/ok+onCancel+onEnd end/ok+onStart+onEnd",
            "start/ok+onStart start/ok cancel/ok+onCancel+onEnd end/ok",
        ),
    ];
    let (Some(desk), Some(_)) = (android_desk(34), android_desk(23)) else { return };
    for (case, newest, oldest) in differ {
        assert_eq!(tried(&desk, case, newest, 34), newest);
        assert_eq!(tried(&desk, case, newest, 23), oldest);
    }
}

/// What the class answers to a word on this API level; none where the framework is missing.
fn answers(case: &str, api: u32, word: &str) -> Option<Vec<String>> {
    let desk = android_desk(api)?;
    let file = repository(&format!("cases/android/{case}.toml"));
    let tried = desk.run(&["try", &file, word, "--api", &api.to_string(), "--json"]).exits(0).json();
    let output = |step: &Value| step["output"].as_str().unwrap_or_default().to_owned();
    Some(tried["steps"].as_array().expect("steps").iter().map(output).collect())
}

/// On each of these API levels the class answers a word so.
fn assert_answers(case: &str, word: &str, expected: &[(u32, &[&str])]) {
    for (api, outputs) in expected {
        if let Some(answers) = answers(case, *api, word) {
            assert_eq!(answers, *outputs, "API {api}: {word}");
        }
    }
}

#[test]
fn a_second_start_finds_the_recognizer_busy_and_is_a_mistake_of_the_client_on_api_34() {
    let (busy, mistake): (&[&str], &[&str]) = (&["ok", "onError:8"], &["ok", "onError:5"]);
    let expected = [(23, busy), (28, busy), (34, mistake)];
    assert_answers("speech_recognizer/errors", "startListening startListening", &expected);
}

#[test]
fn who_unbinds_the_media_scanner_is_not_told_of_the_connection_and_api_34_connects_at_once() {
    let (quiet, told): (&[&str], &[&str]) = (&["ok", "ok", "quiet"], &["ok", "ok", "onMediaScannerConnected"]);
    let expected = [(23, quiet), (28, quiet), (34, told)];
    assert_answers("media_scanner_connection/case", "connect disconnect wait", &expected);
}

#[test]
fn spell_checker_sessions_of_all_api_levels_deliver_what_was_cancelled() {
    let delivered: &[&str] = &["ok", "ok", "onGetSentenceSuggestions"];
    let expected = [(23, delivered), (28, delivered), (34, delivered)];
    assert_answers("spell_checker_session/case", "getSentenceSuggestions cancel wait", &expected);
}
