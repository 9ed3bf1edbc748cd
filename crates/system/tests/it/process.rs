//! A process that behaves is asked; one that hangs, dies or talks nonsense is ended, started again, and reported.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use crate::common::{has, plan, repository, run, run_until};
use tempfile::TempDir;
use typestar_model::{Inputs, Outputs, Plan};
use typestar_query::{Answer, OnHang, Symbols, System, SystemError};
use typestar_system::{Process, ProcessOptions};

struct Adapter {
    options: ProcessOptions,
    memory: TempDir,
}

/// The misbehaving adapter in one of its modes; none without Python.
fn adapter(mode: &str) -> Option<Adapter> {
    if !has("python3") {
        return None;
    }
    let memory = TempDir::new().expect("a folder");
    let script = repository("crates/system/tests/adapters/misbehave.py");
    let words =
        ["python3".into(), script.display().to_string(), mode.into(), memory.path().join("m").display().to_string()];
    let mut options = ProcessOptions::new(words);
    options.settings.quiescence_ms = 10;
    options.settings.reset_deadline_ms = 100;
    Some(Adapter { options, memory })
}

impl Adapter {
    fn starts(&self) -> usize {
        std::fs::read_to_string(self.memory.path().join("m")).map_or(0, |dots| dots.len())
    }

    fn start(&self) -> Process {
        Process::start(self.options.clone()).expect("it starts")
    }

    fn start_error(&self) -> String {
        match Process::start(self.options.clone()) {
            Ok(_) => panic!("it should not start"),
            Err(error) => error.to_string(),
        }
    }
}

fn ask(process: &mut Process, words: &[&str]) -> Result<Vec<Answer>, SystemError> {
    let inputs: Inputs = process.inputs().clone();
    let plans: Vec<Plan> = words.iter().map(|word| plan(&inputs, word)).collect();
    run(process, &plans, &mut Outputs::default())
}

/// The error for a word with `b` in it, which is where the adapter misbehaves. Words with only `a` are fine.
fn run_error(mode: &str) -> Option<String> {
    let mut adapter = adapter(mode)?;
    adapter.options.on_hang = OnHang::Fail;
    let mut process = adapter.start();
    assert_eq!(ask(&mut process, &["a", "a a"]).expect("fine words").len(), 2);
    let error = ask(&mut process, &["a", "a b", "a"]).expect_err("it misbehaves").to_string();
    assert_eq!(adapter.starts(), 3, "it is started again twice: {error}");
    assert!(error.contains("\"a b\", 3 times in a row"), "{error}");
    assert!(error.contains("what helps: "), "{error}");
    assert!(error.contains("misbehave.py"), "the command is named: {error}");
    Some(error)
}

fn assert_says(error: Option<String>, parts: &[&str]) {
    let Some(error) = error else { return };
    for part in parts {
        assert!(error.contains(part), "'{part}' is not in: {error}");
    }
}

#[test]
fn a_good_adapter_answers_in_order() {
    let Some(adapter) = adapter("is good") else { return };
    let mut process = adapter.start();
    assert_eq!(process.inputs().texts(), ["a", "b", "wait"]);
    assert_eq!(process.handshake().outputs, Some(vec!["onX".to_owned()]));
    assert_eq!((process.handshake().name.as_str(), process.handshake().version.as_str()), ("is good", "7"));
    let answers = ask(&mut process, &["a b", "", "b"]).expect("answers");
    let lengths: Vec<usize> = answers.iter().map(|answer| answer.word.len()).collect();
    assert_eq!(lengths, [2, 0, 1]);
    assert_eq!(answers[0].evidence[0].ms, 0.5);
    assert_eq!(answers[0].evidence[0].used, None);
}

#[test]
fn many_plans_go_in_small_batches() {
    let Some(mut adapter) = adapter("is good") else { return };
    adapter.options.batch = 3;
    let answers = ask(&mut adapter.start(), &["a"; 10]).expect("answers");
    assert_eq!(answers.len(), 10);
}

#[test]
fn an_adapter_that_exits_at_once_shows_its_last_words() {
    let Some(adapter) = adapter("exits at once") else { return };
    let error = adapter.start_error();
    assert_says(Some(error), &["the adapter exited (exit status: 3)", "no such display", "what helps"]);
}

#[test]
fn a_missing_program_is_named() {
    let error = Process::start(ProcessOptions::new(["no-such-program-at-all"])).err().expect("it cannot start");
    assert_says(Some(error.to_string()), &["did not start", "no-such-program-at-all", "`command`"]);
}

#[test]
fn an_adapter_that_never_greets_is_ended() {
    let Some(mut adapter) = adapter("never greets") else { return };
    adapter.options.start_deadline = Duration::from_millis(200);
    assert_says(Some(adapter.start_error()), &["did not answer within 200 ms", "`start_deadline_ms`"]);
}

#[test]
fn a_greeting_that_is_no_message_is_shown() {
    let Some(adapter) = adapter("greets with text") else { return };
    assert_says(Some(adapter.start_error()), &["Hello, world!", "standard output is reserved for the protocol"]);
}

#[test]
fn a_fatal_adapter_says_why() {
    let Some(adapter) = adapter("is fatal") else { return };
    assert_says(Some(adapter.start_error()), &["the license has expired"]);
}

#[test]
fn another_version_is_refused_and_both_are_named() {
    for version in ["version 2", "version 99"] {
        let Some(adapter) = adapter(version) else { return };
        assert_says(Some(adapter.start_error()), &[version, "version 3", "host library"]);
    }
}

#[test]
fn unknown_inputs_are_named_with_both_lists() {
    let Some(mut adapter) = adapter("is good") else { return };
    adapter.options.inputs = Some(vec!["b".into(), "fly".into()]);
    let parts = ["has no input fly", "the case file names b, fly", "the adapter offers a, b"];
    assert_says(Some(adapter.start_error()), &parts);
}

#[test]
fn an_adapter_that_dies_once_is_asked_again() {
    let Some(adapter) = adapter("dies once") else { return };
    let mut process = adapter.start();
    assert_eq!(ask(&mut process, &["a", "a b", "a"]).expect("answers").len(), 3);
    assert_eq!(adapter.starts(), 2);
}

#[test]
fn an_adapter_that_hangs_once_is_asked_again() {
    let Some(mut adapter) = adapter("hangs once") else { return };
    adapter.options.settings.step_deadline_ms = 300;
    let mut process = adapter.start();
    assert_eq!(ask(&mut process, &["a", "a b"]).expect("answers").len(), 2);
    assert_eq!(adapter.starts(), 2);
}

#[test]
fn an_adapter_that_hangs_is_given_up_if_the_case_says_so() {
    let Some(mut adapter) = adapter("hangs") else { return };
    adapter.options.settings.step_deadline_ms = 300;
    (adapter.options.restarts, adapter.options.on_hang) = (0, OnHang::Fail);
    let error = ask(&mut adapter.start(), &["a b"]).expect_err("it hangs").to_string();
    // Two steps, the reset before them (its own deadline and one step's).
    assert_says(Some(error), &["did not answer within 1000 ms", "\"a b\"", "`step_deadline_ms`"]);
}

#[test]
fn an_adapter_that_hangs_is_not_started_again_after_an_interrupt() {
    let Some(mut adapter) = adapter("hangs") else { return };
    adapter.options.settings.step_deadline_ms = 100;
    let mut process = adapter.start();
    process.begin(&Arc::new(AtomicBool::new(true)));
    let error = ask(&mut process, &["a b"]).expect_err("it hangs").to_string();
    assert_says(Some(error), &["did not answer", "asked for the word \"a b\"\n"]);
    assert_eq!(adapter.starts(), 1);
}

#[test]
fn an_adapter_that_dies_always_is_given_up() {
    assert_says(run_error("dies always"), &["the adapter exited (exit status: 5)", "about to die"]);
}

/// The outputs of words, each with the reason of its last step.
fn outputs_of(process: &mut Process, plans: &[Plan]) -> Vec<(String, String)> {
    let mut outputs = Outputs::default();
    let answers = run(process, plans, &mut outputs).expect("answers");
    let told = |answer: &Answer| {
        let names: Vec<&str> = answer.outputs.iter().map(|&output| outputs.text(output)).collect();
        let reason = answer.evidence.last().and_then(|step| step.reason.clone());
        (names.join(" "), reason.unwrap_or_default())
    };
    answers.iter().map(told).collect()
}

#[test]
fn a_crash_that_repeats_is_an_output_and_its_step_is_found_by_shorter_words() {
    let Some(adapter) = adapter("dies always") else { return };
    let mut process = adapter.start();
    let inputs = process.inputs().clone();
    let plans = ["a", "a a b a a", "a a"].map(|word| plan(&inputs, word));
    let mut outputs = Outputs::default();
    let answers = run(&mut process, &plans, &mut outputs).expect("answers");
    assert_eq!(answers[1].word, plan(&inputs, "a a b").word);
    assert_eq!(outputs.text(answers[1].outputs[2]), "crash");
    let last = &answers[1].evidence[2];
    let reason = last.reason.as_deref().expect("a reason");
    assert_eq!(reason, "the adapter exited (exit status: 5)\nabout to die");
    // The empty word, `a`, `a a`, and `a a b` twice more, the last time alone.
    assert_eq!((last.more_words, last.more_symbols), (5, 9));
    assert_eq!((answers[0].word.len(), answers[2].word.len()), (1, 2), "the others are answered as ever");
    assert_eq!(process.troubles(), [""; 0], "what the component does is no trouble");
}

#[test]
fn a_hang_that_repeats_is_an_output_even_without_restarts() {
    let Some(mut adapter) = adapter("hangs") else { return };
    adapter.options.settings.step_deadline_ms = 200;
    adapter.options.restarts = 0;
    let mut process = adapter.start();
    let plans = [plan(&process.inputs().clone(), "a b a")];
    let told = outputs_of(&mut process, &plans);
    assert_eq!(told[0].0, "ok hang");
    assert!(told[0].1.starts_with("the adapter did not answer within"), "{told:?}");
}

#[test]
fn a_hang_that_does_not_repeat_ends_the_run_without_restarts() {
    let Some(mut adapter) = adapter("hangs once") else { return };
    adapter.options.settings.step_deadline_ms = 200;
    adapter.options.restarts = 0;
    let error = ask(&mut adapter.start(), &["a b"]).expect_err("an accident").to_string();
    assert_says(Some(error), &["did not answer", "asked for the word \"a b\"\n"]);
}

#[test]
fn an_adaptive_plan_is_followed_to_the_step_that_fails() {
    let Some(adapter) = adapter("dies always") else { return };
    let mut process = adapter.start();
    let inputs = process.inputs().clone();
    let (ok, error) = (Outputs::default().intern("error"), Plan::word([]));
    let otherwise = Some(Box::new(plan(&inputs, "a b a")));
    let adaptive = Plan { then: [(ok.into(), error)].into(), otherwise, ..plan(&inputs, "a") };
    let mut outputs = Outputs::default();
    let answers = run(&mut process, &[adaptive], &mut outputs).expect("an answer");
    assert_eq!(answers[0].word, plan(&inputs, "a a b").word);
    assert_eq!(outputs.text(answers[0].outputs[2]), "crash");
}

#[test]
fn what_fails_in_another_way_each_time_is_no_answer() {
    let Some(mut adapter) = adapter("hangs in turns") else { return };
    adapter.options.settings.step_deadline_ms = 200;
    let mut process = adapter.start();
    let error = ask(&mut process, &["a b"]).expect_err("no two tries agree").to_string();
    assert_says(Some(error), &["\"a b\", 3 times in a row"]);
    let troubles: Vec<bool> = process.troubles().iter().map(|line| line.contains("exited")).collect();
    assert_eq!(troubles, [false, true], "a hang, then a crash, then a hang");
}

#[test]
fn a_component_that_cannot_be_made_again_is_no_answer() {
    let Some(mut adapter) = adapter("hangs at the reset") else { return };
    adapter.options.settings.step_deadline_ms = 100;
    let mut process = adapter.start();
    let inputs = process.inputs().clone();
    run(&mut process, &[plan(&inputs, "a")], &mut Outputs::default()).expect("the first start is fine");
    adapter.start();
    drop(process);
    let error = ask(&mut adapter.start(), &["a"]).expect_err("the empty word hangs, too").to_string();
    assert_says(Some(error), &["did not answer", "times in a row"]);
}

#[test]
fn an_adapter_that_dies_at_the_end_of_a_component_is_no_answer_of_the_next_word() {
    let Some(adapter) = adapter("dies at the end of `a`") else { return };
    let mut process = adapter.start();
    let inputs = process.inputs().clone();
    let plans = ["a", "a b", "b b"].map(|word| plan(&inputs, word));
    let told: Vec<String> = outputs_of(&mut process, &plans).into_iter().map(|(outputs, _)| outputs).collect();
    assert_eq!(told, ["ok", "ok ok", "ok ok"]);
    assert_eq!(process.troubles(), ["restarted at `a b`: the adapter exited (exit status: 6)"]);
}

#[test]
fn a_component_that_crashes_when_it_ends_does_not_crash_in_the_next_word() {
    let Some(adapter) = adapter("dies when a component ends") else { return };
    let mut process = adapter.start();
    let inputs = process.inputs().clone();
    let told = outputs_of(&mut process, &["a", "a a", "b"].map(|word| plan(&inputs, word)));
    let outputs: Vec<&str> = told.iter().map(|(outputs, _)| outputs.as_str()).collect();
    assert_eq!(outputs, ["ok", "ok ok", "ok"]);
    assert_eq!(process.troubles().len(), 2, "{:?}", process.troubles());
}

#[test]
fn answers_before_a_failure_are_kept() {
    let Some(mut adapter) = adapter("dies always") else { return };
    adapter.options.on_hang = OnHang::Fail;
    let mut process = adapter.start();
    let inputs: Inputs = process.inputs().clone();
    let plans = ["a", "a a", "b", "a"].map(|word| plan(&inputs, word));
    let mut answers = vec![Answer::default()];
    let symbols = Symbols { inputs, offered: 3, ..Symbols::default() };
    process.run(&plans, &symbols, &mut answers).expect_err("it dies");
    let lengths: Vec<usize> = answers.iter().map(|answer| answer.word.len()).collect();
    assert_eq!(lengths, [0, 1, 2], "what was there before, and two answers");
    assert_eq!(ask(&mut process, &["a"]).expect("it is started again").len(), 1);
}

#[test]
fn nobody_waits_for_a_batch_when_no_more_answers_are_wanted() {
    let Some(mut adapter) = adapter("hangs") else { return };
    adapter.options.settings.step_deadline_ms = 300;
    let mut process = adapter.start();
    let inputs: Inputs = process.inputs().clone();
    let plans = ["a a", "b", "a"].map(|word| plan(&inputs, word));
    let symbols = Symbols { inputs, offered: 3, ..Symbols::default() };
    let mut taken = Vec::new();
    let outcome = process.run_at_once(&plans, &symbols, &mut |answers, _| {
        taken.extend(answers.into_iter().map(|(place, answer)| (place, answer.word.len())));
        ControlFlow::Break(())
    });
    outcome.expect("that is no failure");
    assert_eq!(taken, [(0, 2)], "neither the word that hangs nor those behind it");
    assert_eq!((adapter.starts(), process.troubles()), (1, &[][..]), "the hang is not looked at again");
    assert_eq!(ask(&mut process, &["a"]).expect("it is started again").len(), 1);
}

#[test]
fn a_hang_is_not_asked_again_when_no_more_answers_are_wanted() {
    let Some(mut adapter) = adapter("hangs") else { return };
    adapter.options.settings.step_deadline_ms = 300;
    let mut process = adapter.start();
    let inputs: Inputs = process.inputs().clone();
    let plans = ["b", "a"].map(|word| plan(&inputs, word));
    let symbols = Symbols { inputs, offered: 3, ..Symbols::default() };
    let outcome = process.run_at_once(&plans, &symbols, &mut |answers, _| {
        assert!(answers.is_empty(), "there is no answer yet");
        ControlFlow::Break(())
    });
    assert!(outcome.unwrap_err().to_string().contains("did not answer within"));
    assert_eq!(adapter.starts(), 1);
}

#[test]
fn an_adapter_that_prints_is_given_up() {
    assert_says(run_error("prints"), &["Loading the library...", "standard output is reserved for the protocol"]);
}

#[test]
fn answers_to_other_questions_are_refused() {
    for mode in ["wrong id", "wrong index"] {
        let words = ["an unexpected message: the answer to plan ", " instead of the answer to plan 0 of request "];
        assert_says(run_error(mode), &words);
    }
}

#[test]
fn answers_that_leave_the_plan_are_refused() {
    assert_says(run_error("wrong input"), &["step 1 is 'z' instead of 'a'"]);
    assert_says(run_error("too short"), &["ends before step 2"]);
    assert_says(run_error("too long"), &["a step that was not planned: 'a'"]);
    assert_says(run_error("goes on after an error"), &["continues after an error"]);
    assert_says(run_error("says outside"), &["'outside' is not an output"]);
}

#[test]
fn an_answer_counts_the_steps_that_were_told_and_does_not_repeat_them() {
    assert_says(run_error("streams and miscounts"), &["that it has 3 steps, but 2 were sent before"]);
    assert_says(run_error("streams twice"), &["the steps again, which were sent one by one, instead of their number"]);
}

#[test]
fn a_line_without_end_is_refused() {
    assert_says(run_error("long line"), &["a line of more than 16777216 bytes"]);
}

#[test]
fn a_reset_that_fails_is_reported() {
    let error = run_error("fails: reset: no battery");
    assert_says(error, &["could not run the word: reset: no battery", "`reset_deadline_ms`"]);
}

#[test]
fn the_advice_fits_the_part_that_failed() {
    assert_says(run_error("fails: call: `b` did not return"), &["`b` did not return", "`step_deadline_ms`"]);
    assert_says(run_error("fails: emit: 'quiet' is reserved"), &["emit: 'quiet'", "under another name"]);
    assert_says(run_error("fails: the moon is full"), &["the moon is full", "what helps: follow the message"]);
}

#[test]
fn restarts_that_mended_something_are_told() {
    let Some(adapter) = adapter("dies once") else { return };
    let mut process = adapter.start();
    ask(&mut process, &["a"]).expect("an answer");
    assert_eq!(process.troubles(), [""; 0]);
    ask(&mut process, &["a a", "a b", "a"]).expect("answers");
    assert_eq!(process.troubles(), ["restarted at `a b`: the adapter exited (exit status: 9)"]);
}

#[test]
fn notes_of_answers_are_told_once_each() {
    let Some(adapter) = adapter("makes notes") else { return };
    let mut process = adapter.start();
    ask(&mut process, &["a", "a b", "a"]).expect("answers");
    let notes = ["a`: in the background: Oops", "a`: note of a", "a b`: note of a b"];
    assert_eq!(process.troubles(), notes.map(|note| format!("note at `{note}")));
}

#[test]
fn other_inputs_after_a_restart_are_refused() {
    let Some(adapter) = adapter("changes its inputs") else { return };
    let error = ask(&mut adapter.start(), &["b"]).expect_err("it changes").to_string();
    assert_says(Some(error), &["different inputs after a restart: a, b, c instead of a, b"]);
}

#[test]
fn a_virtual_clock_is_part_of_the_identity_and_a_real_one_is_not_mentioned() {
    let (Some(plain), Some(adapter)) = (adapter("is good"), adapter("is virtual")) else { return };
    let speaks_of_clocks = |process: &Process| process.about().identity.iter().any(|(name, _)| name == "adapter clock");
    assert_eq!([plain.start().about().clock.is_virtual(), speaks_of_clocks(&plain.start())], [false, false]);
    assert_eq!([adapter.start().about().clock.is_virtual(), speaks_of_clocks(&adapter.start())], [true, true]);
}

#[test]
fn another_clock_after_a_restart_is_refused() {
    let Some(adapter) = adapter("changes its clock") else { return };
    let error = ask(&mut adapter.start(), &["b"]).expect_err("it changes").to_string();
    assert_says(Some(error), &["different clock after a restart: real instead of virtual"]);
}

#[test]
fn noise_on_standard_error_does_not_block() {
    let Some(adapter) = adapter("is noisy") else { return };
    assert_eq!(ask(&mut adapter.start(), &["a", "b"]).expect("answers").len(), 2);
}

#[test]
fn a_process_that_is_dropped_may_end_by_itself() {
    let Some(adapter) = adapter("is good") else { return };
    drop(adapter.start());
    assert!(adapter.memory.path().join("m.ended").exists());
}

#[test]
fn children_of_a_broken_adapter_are_ended_with_it() {
    let Some(adapter) = adapter("leaves a child") else { return };
    let mut process = adapter.start();
    let child = || std::fs::read_to_string(adapter.memory.path().join("m.child")).expect("a child");
    ask(&mut process, &["a"]).expect("the child is there");
    let first = child();
    ask(&mut process, &["b"]).expect("asked again");
    // A killed process may stay a zombie until its new parent looks after it.
    let deadline = Instant::now() + Duration::from_secs(20);
    while is_running(&first) {
        assert!(Instant::now() < deadline, "the child still runs");
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn is_running(pid: &str) -> bool {
    let status = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
    !status.is_empty() && !status.contains(") Z ")
}

#[test]
fn a_changed_adapter_file_changes_the_identity() {
    let Some(mut adapter) = adapter("is good") else { return };
    let file = adapter.memory.path().join("extra.txt");
    adapter.options.files = vec![file.clone()];
    std::fs::write(&file, "one").expect("written");
    let identity = || adapter.start().about().identity.clone();
    let before = identity();
    assert_eq!(before, identity());
    std::fs::write(&file, "two").expect("written");
    assert_ne!(before, identity());
}

#[test]
fn the_script_in_the_command_is_part_of_the_identity() {
    let Some(adapter) = adapter("is good") else { return };
    let identity = adapter.start().about().identity.clone();
    assert!(identity.iter().any(|(name, digest)| name.contains("misbehave.py") && digest.contains("fnv1a")));
}

#[test]
fn answers_are_cut_at_any_final_output() {
    let Some(adapter) = adapter("is good") else { return };
    let mut process = adapter.start();
    let mut outputs = Outputs::default();
    let ok = outputs.intern("ok");
    let inputs = process.inputs().clone();
    let answers = run_until(&mut process, &[plan(&inputs, "a b a")], &mut outputs, vec![ok]).expect("an answer");
    assert_eq!(answers[0].word.len(), 1);
}
