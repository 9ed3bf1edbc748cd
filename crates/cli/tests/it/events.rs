//! What happened in a run, as a file and as a log: told once, as it happens, whatever ends the process.

#![cfg(unix)]

use crate::common::{Desk, Ran, SlowMachine, has, sim, wait_until};
use serde_json::Value;

fn timer() -> SlowMachine {
    SlowMachine::new("CountDownTimer", &["start", "cancel"])
}

fn lines(desk: &Desk) -> Vec<Value> {
    let text = desk.read("run/events.jsonl");
    assert!(text.is_empty() || text.ends_with('\n'), "every line is whole");
    text.lines().map(|line| serde_json::from_str(line).expect("a JSON object in each line")).collect()
}

/// The names of the events, but for the counts that come when time has passed.
fn names(lines: &[Value]) -> Vec<&str> {
    let names = lines.iter().map(|line| line["event"].as_str().expect("a name"));
    names.filter(|name| *name != "WordsExecuted").collect()
}

/// What follows from the answers alone, without the time. Costs follow, too, where no finding stops a wave.
fn made_again(lines: &[Value]) -> Vec<Value> {
    let kinds = ["HypothesisBuilt", "CounterexampleFound", "FindingMade", "AnswersOverturned"];
    let mut made: Vec<Value> =
        lines.iter().filter(|line| kinds.iter().any(|kind| line["event"] == *kind)).cloned().collect();
    made.iter_mut().for_each(|line| drop(line.as_object_mut().expect("an object").remove("elapsed_ms")));
    made
}

fn count(lines: &[Value], name: &str) -> usize {
    lines.iter().filter(|line| line["event"] == name).count()
}

fn learn(desk: &Desk, machine: &str, more: &[&str]) -> Ran {
    desk.run(&[&["learn", &sim(machine), "--errors", "error", "-o", "run", "-q"], more].concat())
}

#[test]
fn kills_leave_the_events_of_an_undisturbed_run_with_lines_that_say_so() {
    if !has("python3") {
        return;
    }
    let undisturbed = timer();
    undisturbed.learn(&["-q"]).exits(0);
    let words = undisturbed.executed().len();
    let expected = lines(undisturbed.desk());
    assert_eq!(names(&expected).first(), Some(&"RunStarted"));
    assert_eq!((names(&expected).last(), &expected[0]["format"]), (Some(&"RunFinished"), &1.into()));

    let disturbed = timer();
    for moment in [words / 5, words / 2, words * 4 / 5] {
        let mut running = disturbed.start(&["-q"]);
        disturbed.wait_for_words(&mut running, moment);
        assert!(!running.has_ended(), "it is killed before its end");
        running.kill();
        disturbed.wait_for_adapter_to_end();
        // What was being written when the process ended.
        let told = disturbed.desk().read("run/events.jsonl");
        disturbed.desk().write("run/events.jsonl", &format!("{told}{{\"event\":\"Hypo"));
    }
    disturbed.learn(&["-q"]).exits(0);
    let told = lines(disturbed.desk());
    assert_eq!(made_again(&told), made_again(&expected));
    assert_eq!(["RunStarted", "RunResumed", "RunFinished"].map(|name| count(&told, name)), [1, 3, 1]);
    assert_eq!(names(&told).last(), Some(&"RunFinished"));
}

#[test]
fn a_run_without_news_adds_two_lines_and_a_fresh_one_begins_anew() {
    let desk = Desk::new();
    learn(&desk, "AsyncTask", &[]).exits(0);
    let first = lines(&desk);
    assert!(count(&first, "HypothesisBuilt") > 1 && count(&first, "CounterexampleFound") > 0);
    learn(&desk, "AsyncTask", &[]).exits(0);
    let again = lines(&desk);
    assert_eq!(again[..first.len()], first);
    assert_eq!(names(&again[first.len()..]), ["RunResumed", "RunFinished"]);
    let end = again.last().expect("an end");
    let executed = ["learning", "testing", "challenge"].map(|phase| end[phase]["executed"].as_u64().expect("a number"));
    assert_eq!(again[first.len()]["words"], executed.iter().sum::<u64>());
    learn(&desk, "AsyncTask", &["--fresh"]).exits(0);
    assert_eq!(names(&lines(&desk)), names(&first));
}

#[test]
fn another_tester_goes_another_way_and_a_budget_does_not() {
    let desk = Desk::new();
    learn(&desk, "AsyncTask", &["--max-words", "30"]).exits(4);
    let stopped = lines(&desk);
    let end = stopped.last().expect("an end");
    assert_eq!(
        (&end["event"], &end["finished"], &end["stop"]),
        (&"RunFinished".into(), &false.into(), &"budget".into())
    );
    learn(&desk, "AsyncTask", &[]).exits(0);
    let whole = lines(&desk);
    assert_eq!(count(&whole, "RunDiverged"), 0);
    learn(&desk, "AsyncTask", &["--learner", "lstar"]).exits(0);
    let other = lines(&desk);
    assert_eq!(other[..whole.len()], whole);
    assert_eq!(names(&other[whole.len()..])[..2], ["RunResumed", "RunDiverged"]);
    learn(&desk, "AsyncTask", &["--learner", "lstar"]).exits(0);
    assert_eq!(names(&lines(&desk)[other.len()..]), ["RunResumed", "RunFinished"], "that way is known now");
}

#[test]
fn a_run_is_followed_from_before_its_beginning_to_its_end() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    let followers =
        [&["log", "run", "--follow"][..], &["log", "run", "-f", "--json"]].map(|log| slow.desk().start(log));
    for follower in &followers {
        wait_until("somebody waits", || follower.says("waiting for run/events.jsonl"));
    }
    let mut running = slow.start(&["-q"]);
    wait_until("a hypothesis is told", || followers[0].prints("hypothesis 1: ") || running.has_ended());
    assert!(!running.has_ended(), "it is told while the run goes on");
    running.wait().exits(0);
    let [text, raw] = followers.map(|follower| follower.wait().exits(0));
    assert_eq!(text.stdout, slow.desk().run(&["log", "run", "--events"]).exits(0).stdout);
    assert_eq!(raw.stdout, slow.desk().read("run/events.jsonl"));
    text.prints(&["started: CountDownTimer, 3 inputs, learner lsharp", "counterexample: ", "finished: "]);
}

#[test]
fn a_follower_of_a_killed_run_ends_with_it_and_one_of_the_next_process_goes_on() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    let mut running = slow.start(&["-q"]);
    slow.wait_for_words(&mut running, 20);
    let follower = slow.desk().start(&["log", "run", "--follow"]);
    wait_until("the start is told", || follower.prints("started: "));
    running.kill();
    let told = follower.wait().exits(0).complains(&["the process of the run has ended"]);
    assert!(!told.stdout.contains("finished: "));
    slow.wait_for_adapter_to_end();

    slow.learn(&["-q", "--max-words", "40"]).exits(4);
    let words = slow.executed().len();
    let mut running = slow.start(&["-q"]);
    slow.wait_for_words(&mut running, words + 10);
    let follower = slow.desk().start(&["log", "run", "--follow"]);
    running.wait().exits(0);
    let told = follower.wait().exits(0);
    assert_eq!(told.stderr, "");
    assert_eq!(told.stdout.matches("  continued with ").count(), 2);
    assert_eq!(["stopped: ", "finished: "].map(|end| told.stdout.matches(end).count()), [1, 1], "{}", told.stdout);
    assert!(told.stdout.trim_end().lines().last().unwrap().contains("finished: "), "an earlier end is no end");
}

#[test]
fn a_restart_of_the_adapter_is_told() {
    if !has("python3") {
        return;
    }
    let slow = timer();
    let adapter = slow.desk().read("slow_machine.py");
    let answer = "            steps = execute(plan, edges, start)\n";
    let once = "            if notes.tell() and not os.path.exists(\"died\"):\n                open(\"died\", \"w\").close()\n                sys.exit(5)\n";
    assert!(adapter.contains(answer));
    slow.desk().write("slow_machine.py", &adapter.replace(answer, &format!("{once}{answer}")));
    slow.learn(&["-q"]).exits(0);
    let told = lines(slow.desk());
    let troubles: Vec<&Value> = told.iter().filter(|line| line["event"] == "TroubleMended").collect();
    assert_eq!(troubles.len(), 1, "{troubles:?}");
    assert!(troubles[0]["text"].as_str().is_some_and(|text| text.starts_with("restarted at `")), "{troubles:?}");
    slow.desk().run(&["log", "run", "--events"]).exits(0).prints(&["repaired: restarted at `"]);
    slow.learn(&["-q"]).exits(0);
    assert_eq!(count(&lines(slow.desk()), "TroubleMended"), 1, "what the journal answers needs no restart");
}

#[test]
fn hypotheses_with_data_have_registers() {
    let desk = Desk::new();
    let automaton = typestar_model::register::families::fifo(2);
    desk.write("fifo.json", &typestar_model::register::write_register_json(&automaton));
    desk.run(&["learn", "sim:fifo.json", "-o", "run", "-q"]).exits(0);
    let told = lines(&desk);
    let is_sized = |line: &&Value| line["states"].is_u64() && line["registers"].is_u64();
    assert_eq!(told.iter().filter(is_sized).count(), count(&told, "HypothesisBuilt") + 1, "hypotheses and the end");
    desk.run(&["log", "run", "--events"]).exits(0).prints(&[" locations, ", " register"]);
    desk.run(&["learn", "sim:fifo.json", "-o", "run", "-q"]).exits(0);
    assert_eq!(names(&lines(&desk)[told.len()..]), ["RunResumed", "RunFinished"]);
}

#[test]
fn events_that_cannot_be_written_are_a_note_and_the_run_goes_on() {
    let desk = Desk::new();
    std::fs::create_dir_all(desk.path("run/events.jsonl")).expect("a folder in the place of the file");
    let ran = learn(&desk, "AsyncTask", &[]).exits(0).complains(&["run/events.jsonl", "the run continues"]);
    assert_eq!(ran.stderr.matches("note: ").count(), 1, "{}", ran.stderr);
    learn(&desk, "AsyncTask", &["--fresh"]).exits(2).complains(&["run/events.jsonl", "cannot be deleted"]);
}

#[test]
fn a_log_of_events_needs_events_and_shows_all_that_can_be_read() {
    let desk = Desk::new();
    desk.run(&["log", "run", "--events"]).exits(2).complains(&["run/events.jsonl does not exist", "--follow"]);
    learn(&desk, "AsyncTask", &[]).exits(0);
    desk.run(&["log", "run/events.jsonl", "--follow"]).exits(2).complains(&["is a file: name its run folder"]);
    let told = desk.read("run/events.jsonl");
    let shown = desk.run(&["log", "run", "--events"]).exits(0).stdout;
    assert_eq!(desk.run(&["log", "run", "--follow"]).exits(0).stdout, shown, "a run that has ended is not waited for");
    desk.write("run/events.jsonl", &told.replacen('\n', "\nscribble\n", 1));
    let damaged =
        desk.run(&["log", "run", "--events"]).exits(3).complains(&["line 2: this is not an event", "events.jsonl"]);
    assert_eq!(damaged.stdout, shown);
}
