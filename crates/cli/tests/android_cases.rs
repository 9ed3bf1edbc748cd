//! The cases of Android classes are learned from running code, and agree with what is known of them.

#![cfg(unix)]

mod common;

use common::{Desk, android_desk, repository, zoo};
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
