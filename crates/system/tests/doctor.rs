//! The doctor on machines whose truth is known, and on a real adapter.

mod common;

use std::path::PathBuf;

use typestar_model::read_model;
use typestar_query::{Case, Check, CheckOutcome, DoctorOptions, examine};
use typestar_system::{Process, ProcessOptions, Simulated};

fn zoo() -> Vec<PathBuf> {
    let files = std::fs::read_dir(common::repository("zoo")).expect("the zoo is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "dot"));
    paths.sort();
    paths
}

#[test]
fn nothing_fails_on_the_machines_of_the_zoo() {
    assert!(zoo().len() >= 16);
    for path in zoo() {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let machine = read_model(&text, "machine.dot").expect("a machine").machine;
        let mut case = Case::of_model(&path);
        case.outputs.errors = vec!["error".to_owned()];
        let mut system = Simulated::new("machine", &machine, &case.outputs.errors);
        let examination = examine(&case, &mut system, &DoctorOptions::default(), &mut |_| {}).expect("answers");
        let failed = |check: &&Check| check.outcome == CheckOutcome::Failed;
        assert_eq!(examination.checks.iter().find(failed), None, "{}", path.display());
    }
}

/// On a busy machine an examination may go wrong once, but not three times.
#[test]
fn a_real_adapter_passes_and_its_delays_are_measured() {
    if !common::has("python3") {
        return;
    }
    let case = Case::load(&common::repository("cases/async_task/case.toml")).unwrap_or_else(|error| panic!("{error}"));
    let options = DoctorOptions { max_words: 30, patience_ms: 300, ..DoctorOptions::default() };
    let mut found = Vec::new();
    for _ in 0..3 {
        let options_of_process = ProcessOptions::of_case(&case).expect("a command");
        let mut process = Process::start(options_of_process).unwrap_or_else(|error| panic!("{error}"));
        let examination = examine(&case, &mut process, &options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
        // The slowest callback takes 45 ms.
        let suggested = examination.suggested_quiescence_ms.expect("delays were measured");
        if examination.outcome() == CheckOutcome::Passed && suggested >= 135 {
            return;
        }
        found.push(examination);
    }
    panic!("{found:?}");
}
