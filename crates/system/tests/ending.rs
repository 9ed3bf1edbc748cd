//! Ending all adapters at once; alone in its process, because the adapters of other tests would be ended, too.

#![cfg(unix)]

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_model::Outputs;
use typestar_query::System;
use typestar_system::{Process, ProcessOptions, end_adapters};
use typestar_testing::{has, plan, repository, run};

#[test]
fn an_adapter_that_hangs_is_ended_with_all_others() {
    if !has("python3") {
        return;
    }
    let memory = tempfile::tempdir().unwrap();
    let script = repository().join("crates/system/tests/adapters/misbehave.py").display().to_string();
    let words = ["python3".to_owned(), script, "hangs".to_owned(), memory.path().join("m").display().to_string()];
    let mut options = ProcessOptions::new(words);
    options.settings.step_deadline_ms = 600_000;
    let mut process = Process::start(options).unwrap();
    process.begin(&Arc::new(AtomicBool::new(true)));
    let plan = plan(&process.inputs().clone(), "a b");
    let ending = std::thread::spawn(end_adapters);
    let error = run(&mut process, &[plan], &mut Outputs::default()).unwrap_err().to_string();
    assert!(error.contains("the adapter exited (signal: 15"), "{error}");
    ending.join().unwrap();
}
