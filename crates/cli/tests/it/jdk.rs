//! The cases for classes of the JDK are learned, with the sizes that are known of them. Counted on Java 17 and 25.

use std::collections::BTreeSet;

use crate::common::{Desk, has, repository};
use serde_json::Value;

/// Which suite finds all states of the order of calls, and how many there are. A user's tests are larger.
const MACHINES: [(&str, &str, u64); 18] = [
    ("array_blocking_queue", "hsi(1)", 3),
    ("array_deque", "hsi(1)", 3),
    ("byte_buffer", "hsi(1)", 16),
    ("cipher_cbc", "hsi(1)", 2),
    ("cipher_gcm", "hsi(1)", 3),
    ("completable_future", "hsi(1)", 4),
    ("deflater", "hsi(1)", 2),
    ("list_iterator", "hsi(1)", 10),
    ("matcher", "hsi(1)", 5),
    ("piped_output_stream", "hsi(1)", 3),
    ("scanner", "hsi(1)", 4),
    ("server_socket_channel", "hsi(1)", 3),
    ("signature", "hsi(1)", 3),
    ("stack", "hsi(1)", 3),
    ("thread_pool_executor", "hsi(1)", 2),
    ("timer", "hsi(1)", 2),
    ("xml_stream_writer", "hsi(1)", 11),
    ("zip_output_stream", "hsi(2)", 5),
];
/// The states of classes with callbacks in virtual time.
const CALLBACKS: [(&str, u64); 3] =
    [("future_callbacks", 13), ("submission_publisher", 28), ("thread_pool_callbacks", 5)];
/// The case in real time, and its states.
const TIMED: (&str, u64) = ("timer_callbacks", 7);
/// The sizes of classes with data: locations, registers and transitions.
const DATA: [(&str, [u64; 3]); 3] =
    [("array_blocking_queue_data", [3, 2, 6]), ("hash_map", [5, 4, 22]), ("priority_queue", [3, 2, 6])];

/// Words and their outputs: what surprises, in any version.
const SURPRISES: [(&str, &str, &str); 12] = [
    ("byte_buffer", "put(1) flip flip put(1)", "ok ok ok BufferOverflowException"),
    ("cipher_cbc", "init doFinal update", "ok ok ok"),
    ("cipher_gcm", "init doFinal update", "ok ok IllegalStateException"),
    ("deflater", "end setInput finish deflate", "ok ok ok NullPointerException"),
    ("future_callbacks", "whenComplete complete cancelStage wait", "ok true true quiet"),
    ("matcher", "find matches group find group", "ok ok IllegalStateException ok ok"),
    ("piped_output_stream", "close connect write(1)", "ok ok ok"),
    ("submission_publisher", "subscribe wait cancel closeExceptionally wait", "ok onSubscribe ok ok onError"),
    ("thread_pool_callbacks", "execute execute", "ok RejectedExecutionException"),
    ("xml_stream_writer", "endElement startElement", "XMLStreamException ArrayIndexOutOfBoundsException"),
    (
        "xml_stream_writer",
        "startElement startDocument attribute attribute endDocument startElement",
        "ok ok ok ok ok ok",
    ),
    ("zip_output_stream", "putNextEntry finish putNextEntry write close", "ok ok ok ok ok"),
];

/// Where a case is.
fn file(case: &str) -> String {
    repository(&format!("cases/jdk/{case}.toml"))
}

/// The summary of a case that is learned.
fn learned(case: &str, more: &[&str]) -> Value {
    let file = file(case);
    let arguments = [&["learn", &file, "-o", "run", "--json", "--max-time", "360"], more].concat();
    let summary = Desk::new().run(&arguments).exits(0).json();
    eprintln!("{case}: {} ms, {} and {}", summary["wall_ms"], summary["learning"], summary["testing"]);
    summary
}

#[test]
fn the_order_of_calls_has_as_many_states_as_counted_by_hand() {
    if has("javac") {
        for (case, tester, states) in MACHINES {
            assert_eq!(learned(case, &["--tester", tester])["states"], states, "{case}");
        }
    }
}

#[test]
fn callbacks_in_an_executor_of_typestar_are_learned_exactly() {
    if has("javac") {
        for (case, states) in CALLBACKS {
            let summary = learned(case, &["--tester", "hsi(1)"]);
            assert_eq!(summary["states"], states, "{case}");
            let verdict = summary["verdict"].as_str().expect("a verdict");
            assert!(verdict.contains("quiescence is exact"), "{case}: {verdict}");
        }
    }
}

/// It takes its time, because a timer cannot be told what time it is.
#[test]
#[ignore = "waits in real time for about half a minute"]
fn a_timer_is_learned_in_real_time() {
    let (case, states) = TIMED;
    if has("javac") {
        assert_eq!(learned(case, &[])["states"], states);
    }
}

#[test]
fn collections_are_learned_with_their_elements() {
    if has("javac") {
        for (case, sizes) in DATA {
            let found = &learned(case, &["--tester", "explore(3) + random(100)"])["registers"];
            let found = ["locations", "registers", "transitions"].map(|size| found[size].as_u64());
            assert_eq!(found, sizes.map(Some), "{case}");
        }
    }
}

#[test]
fn what_surprises_in_the_jdk_is_so() {
    if !has("javac") {
        return;
    }
    for (case, word, outputs) in SURPRISES {
        let tried = Desk::new().run(&["try", &file(case), word, "--json"]).exits(0).json();
        let steps = tried["steps"].as_array().expect("steps").iter();
        let found: Vec<&str> = steps.map(|step| step["output"].as_str().expect("an output")).collect();
        assert_eq!(found.join(" "), outputs, "{case}: {word}");
    }
}

/// The adapter signs what was updated, so that `verify` has something to accept.
#[test]
fn verify_gets_a_valid_signature() {
    if has("javac") {
        let word = "initVerify update update verify";
        let tried = Desk::new().run(&["try", &file("signature"), word, "--json"]).exits(0).json();
        assert_eq!(tried["steps"][3]["returned"], "true");
    }
}

/// A guarded model chooses arguments by itself.
#[test]
fn callins_are_refused_where_guards_are_learned() {
    let ran = Desk::new().run(&["learn", &file("stack"), "--model", "guarded"]).exits(2);
    ran.complains(&["[inputs] callins is for machines", "--model machine"]);
}

#[test]
fn no_case_of_the_jdk_is_forgotten() {
    let folder = std::fs::read_dir(repository("cases/jdk")).expect("the cases").flatten();
    let names = folder.filter_map(|entry| Some(entry.file_name().to_str()?.strip_suffix(".toml")?.to_owned()));
    let machines = MACHINES.iter().map(|&(case, ..)| case);
    let others = CALLBACKS.iter().chain([&TIMED]).map(|&(case, _)| case).chain(DATA.iter().map(|&(case, _)| case));
    let known: BTreeSet<String> = machines.chain(others).map(str::to_owned).collect();
    assert_eq!(names.collect::<BTreeSet<String>>(), known);
}
