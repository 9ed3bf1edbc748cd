//! `typestar conform`: a system does what a model says, or a word shows that it does not.

use crate::common::{Desk, Ran, SlowMachine, has, repository, sim, zoo};
use roxmltree::{Document, Node};

/// A lamp that is a machine: `on` and `off` in turns, everything else is an error.
const LAMP: &str = r#"digraph lamp {
  __start0 -> Off;
  Off -> On [label="on / ok"];
  Off -> Error [label="off / error"];
  On -> Off [label="off / ok"];
  On -> Error [label="on / error"];
  Off -> Off [label="wait / quiet"];
  On -> On [label="wait / quiet"];
  Error -> Error [label="on / error"];
  Error -> Error [label="off / error"];
  Error -> Error [label="wait / error"];
}
"#;

/// The same lamp as a class. `ODD` is what is odd about it.
const LAMP_ADAPTER: &str = r#"
import os
from typestar_adapter import serve

lamps = 0
moods = ["moody"]

class Lamp:
    def __init__(self, emit):
        global lamps
        lamps += 1
        self.number, self.lit = lamps, False
    def on(self):
        ODD
        self.switch(True)
    def off(self):
        self.switch(False)
    def switch(self, lit):
        if self.lit == lit:
            raise RuntimeError("already so")
        self.lit = lit

serve(name="lamp", create=Lamp, inputs=["on", "off"], outputs=[])
"#;

/// A desk with a lamp in Python, its case and its model.
fn desk_with_lamp(odd: &str) -> Desk {
    let desk = Desk::new();
    let host = repository("hosts/python/typestar_adapter.py");
    desk.write("typestar_adapter.py", &std::fs::read_to_string(host).expect("the host library"));
    desk.write("lamp.py", &LAMP_ADAPTER.replace("ODD", odd));
    desk.write("lamp.dot", LAMP);
    desk.write(
        "lamp.toml",
        "[system]\ncommand = [\"python3\", \"lamp.py\"]\n[inputs]\ncallins = [\"on\", \"off\"]\n\
         [timing]\nquiescence_ms = 1\nrestarts = 0\n",
    );
    desk
}

/// A desk with the media player, and one that is stopped, not paused, when it has completed.
fn desk_with_players() -> Desk {
    let desk = Desk::new();
    let right = std::fs::read_to_string(zoo("MediaPlayer")).expect("a machine of the zoo");
    let completed = |state: &str| format!("Started -> {state} [label=\"wait / onCompletion\"]");
    let wrong = right.replace(&completed("Paused"), &completed("Stopped"));
    assert!(right != wrong, "the media player completes");
    desk.write("right.dot", &right);
    desk.write("wrong.dot", &wrong);
    desk
}

fn conform(desk: &Desk, more: &[&str]) -> Ran {
    desk.run(&[&["conform"], more, &["--errors", "error", "-q"]].concat())
}

/// The JUnit file, whose totals are those of its test cases.
#[track_caller]
fn junit(desk: &Desk) -> Node<'static, 'static> {
    let text = desk.read("junit.xml").leak();
    assert!(text.starts_with("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"), "no declaration: {text}");
    let document: &Document = Box::leak(Box::new(Document::parse(text).expect("XML")));
    let suite = document.root_element();
    assert!(suite.has_tag_name("testsuite"));
    let with = |name: &str| suite.children().filter(|case| child(*case, name).is_some()).count();
    assert_eq!(number(suite, "tests"), cases(suite).count());
    for (total, element) in [("failures", "failure"), ("errors", "error"), ("skipped", "skipped")] {
        assert_eq!(number(suite, total), with(element), "{total}");
    }
    assert!(!desk.path("junit.xml.new").exists(), "no draft is left");
    suite
}

fn cases<'a>(suite: Node<'a, 'a>) -> impl DoubleEndedIterator<Item = Node<'a, 'a>> {
    suite.children().filter(|case| case.has_tag_name("testcase"))
}

/// The first element inside another one with this name.
fn child<'a>(element: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    element.children().find(|child| child.has_tag_name(name))
}

/// An attribute that is a number.
#[track_caller]
fn number(element: Node, name: &str) -> usize {
    element.attribute(name).expect(name).parse().expect("a number")
}

#[test]
fn a_class_does_what_its_own_model_says() {
    let desk = Desk::new();
    for class in ["AsyncTask", "MediaPlayer", "SpeechRecognizer", "VelocityTracker"] {
        let ran = conform(&desk, &[&zoo(class), &sim(class), "--junit", "junit.xml"]).exits(0);
        ran.prints(&[" agreed\n", "verdict: no counterexample; complete if the system has at most 1 state more"]);
        assert_eq!(number(junit(&desk), "failures"), 0);
    }
}

#[test]
fn a_learned_model_is_tested_against_its_own_adapter() {
    if !has("python3") {
        return;
    }
    let desk = desk_with_lamp("pass");
    desk.run(&["learn", "lamp.toml", "-q"]).exits(0);
    let ran = desk.run(&["conform", "lamp.run", "lamp.toml", "--tester", "wp(2) + random-walk(20)"]).exits(0);
    ran.prints(&["at most 2 states more than the model", "no counterexample in 20 random words (seed 2) either"]);
}

#[test]
fn by_default_as_many_random_words_follow_as_hsi_1_has_of_another_seed_than_learning() {
    let desk = Desk::new();
    let [small, large] = ["AsyncTask", "MediaPlayer"].map(|class| {
        desk.run(&["learn", &sim(class), "--errors", "error", "-q", "-o", class, "--seed", "7"]).exits(0);
        let written = desk.run(&["tests", class, "--tester", "hsi(1)", "--errors", "error"]).exits(0);
        let sum = conform(&desk, &[class, &sim(class), "--json"]).exits(0).json();
        (
            written.stdout.lines().count() as u64,
            sum["words"].as_u64().unwrap(),
            sum["verdict"].as_str().unwrap().to_owned(),
        )
    });
    assert_eq!(small.1, small.0 + 400);
    assert!(small.2.ends_with("no counterexample in 400 random words (seed 8) either"), "{}", small.2);
    assert_eq!(large.1, 2 * large.0);
}

#[test]
fn a_difference_is_marked_and_exits_with_1() {
    let desk = desk_with_players();
    let ran = conform(&desk, &["right.dot", "sim:wrong.dot", "--junit", "junit.xml"]).exits(1);
    let ran = ran.prints(&["the first failed word:", "the rest of the suite was not run (--keep-going runs it)"]);
    let marked: Vec<&str> = ran.stdout.lines().filter(|line| line.ends_with("<-- here")).collect();
    assert_eq!(marked.len(), 1);
    assert_eq!(marked[0].split_whitespace().take(4).collect::<Vec<_>>(), ["6", "prepare", "error", "ok"]);
    let hint = ran.stdout.lines().find_map(|line| line.strip_prefix("run it alone: typestar ")).expect("a hint");
    assert_eq!(hint, "try --errors error sim:wrong.dot 'setDataSource prepare start wait wait prepare'");

    let suite = junit(&desk);
    assert_eq!(suite.attribute("name"), Some("wrong"));
    let failed = cases(suite).find(|case| child(*case, "failure").is_some()).expect("a case that failed");
    let name = failed.attribute("name").expect("a name");
    assert!(name.starts_with("setDataSource prepare start wait wait prepare"), "{name}");
    let failure = child(failed, "failure").expect("a failure");
    assert_eq!(failure.attribute("message"), Some("step 6: expected error, observed ok"));
    assert_eq!(failure.attribute("type"), Some("difference"));
    assert_eq!(
        failure.text(),
        Some("expected: ok ok ok onPrepared onCompletion error\nobserved: ok ok ok onPrepared onCompletion ok")
    );
}

#[test]
fn with_keep_going_the_whole_suite_is_run() {
    let desk = desk_with_players();
    desk.run(&["tests", "right.dot", "--errors", "error", "-o", "all.tests"]).exits(0);
    let words = desk.read("all.tests").lines().count();
    let tester = ["--tester", "hsi(1)"];
    let arguments = ["right.dot", "sim:wrong.dot", "--keep-going", "--json", "--junit", "junit.xml"];
    let arguments = [&arguments[..], &tester].concat();
    let sum = conform(&desk, &arguments).exits(1).json();
    assert_eq!((&sum["words"], &sum["finished"]), (&words.into(), &true.into()));
    let suite = junit(&desk);
    assert_eq!((number(suite, "tests"), number(suite, "failures") as u64), (words, sum["failed"].as_u64().unwrap()));
    let stopped = conform(&desk, &[&["right.dot", "sim:wrong.dot", "--json"][..], &tester].concat()).exits(1).json();
    assert_eq!((&stopped["first"], &stopped["finished"]), (&sum["first"], &false.into()));
    assert!(stopped["words"].as_u64() < sum["words"].as_u64(), "without it, the suite ends where a word has failed");
}

#[test]
fn a_suite_whose_words_were_all_run_is_finished_although_one_failed() {
    let desk = Desk::new();
    desk.write("lamp.dot", LAMP);
    desk.write("three.tests", "off/ok\non/ok\non/ok off/ok\n");
    let arguments = ["sim:lamp.dot", "--suite", "three.tests"];
    conform(&desk, &arguments).exits(1).prints(&["verdict: the system does not do what the suite expects\n"]);
    let sum = conform(&desk, &[&arguments[..], &["--json"]].concat()).exits(1).json();
    assert_eq!((&sum["words"], &sum["failed"], &sum["finished"]), (&3.into(), &1.into(), &true.into()));
}

#[test]
fn what_a_system_says_does_nothing_to_the_terminal() {
    if !has("python3") {
        return;
    }
    let desk = desk_with_lamp("raise RuntimeError('\\x1b[2J' + chr(10) + 'gone')");
    let reason = "RuntimeError: \\u{1b}[2J gone";
    desk.run(&["try", "lamp.toml", "on"]).exits(0).prints(&["  1  on  error", reason]);
    desk.write("on.tests", "on/ok\n");
    let ran = desk.run(&["conform", "lamp.toml", "--suite", "on.tests"]).exits(1);
    ran.prints(&["1 word, 2 symbols: 0 agreed, 1 failed", "RuntimeError: \\u{1b}[2J gone)"]);
}

#[test]
fn a_reason_stays_on_its_line_and_changes_no_direction() {
    if !has("python3") {
        return;
    }
    let desk = desk_with_lamp("raise RuntimeError('a' + chr(10) + 'b' + chr(0x2028) + 'c' + chr(0x202e) + 'd')");
    let reason = "RuntimeError: a b c\\u{202e}d";
    desk.run(&["try", "lamp.toml", "on"]).exits(0).prints(&[&format!("({reason})")]);
    desk.write("on.tests", "on/ok\n");
    let ran = desk.run(&["conform", "lamp.toml", "--suite", "on.tests", "--junit", "conform.xml"]).exits(1);
    ran.prints(&[&format!("({reason})")]);
    assert!(desk.read("conform.xml").contains(&format!("reason:   {reason}")));
    desk.run(&["learn", "lamp.toml", "-q", "-o", "run", "--max-time", "10m"]).exits(0);
    assert!(desk.read("run/report.html").contains(&format!("<small>{reason}</small>")));
}

#[test]
fn a_word_that_begins_with_a_dash_can_be_copied_and_run() {
    let desk = Desk::new();
    let machine = |output: &str| format!("digraph {{ a -> b [label=\"-x / ok\"]; b -> b [label=\"-x / {output}\"] }}");
    desk.write("right.dot", &machine("ok"));
    desk.write("wrong.dot", &machine("no"));
    let ran = desk.run(&["conform", "right.dot", "sim:wrong.dot"]).exits(1);
    ran.prints(&["run it alone: typestar try sim:wrong.dot -- '-x -x'"]);
    desk.run(&["try", "sim:wrong.dot", "--", "-x -x"]).exits(0).prints(&["  2  -x  no"]);
    desk.run(&["try", "sim:wrong.dot", "--json", "--", "-x -x"]).exits(0);
    desk.run(&["learn", "sim:wrong.dot", "-q", "-o", "run"]).exits(0);
    assert!(desk.read("run/report.html").contains("data-copy=\"typestar try sim:wrong.dot -- &quot;-x -x&quot;\""));
}

#[test]
fn a_word_that_fails_only_once_is_flaky() {
    if !has("python3") {
        return;
    }
    let desk = desk_with_lamp("if moods and not self.lit: raise RuntimeError(moods.pop())");
    let arguments = ["conform", "lamp.dot", "lamp.toml", "--json", "--junit", "junit.xml"];
    let sum = desk.run(&arguments).exits(1).json();
    assert_eq!((&sum["failed"], &sum["flaky"]), (&0.into(), &1.into()));
    assert_eq!(sum["executed"].as_u64(), sum["words"].as_u64().map(|words| words + 1), "one word was run again");
    assert_eq!(sum["finished"], true, "a flaky word does not end the suite");
    let failure = cases(junit(&desk)).find_map(|case| child(case, "failure")).expect("a failure");
    assert_eq!(failure.attribute("type"), Some("flaky"));
    assert!(failure.text().is_some_and(|text| text.ends_with("reason:   RuntimeError: moody")), "{failure:?}");
    let ran = desk.run(&arguments[..3]).exits(1);
    ran.prints(&["1 flaky (1 run again)", "the first flaky word:", "(RuntimeError: moody)"]);
}

#[test]
fn a_written_suite_is_run_as_it_was_written() {
    let desk = desk_with_players();
    desk.run(&["tests", "right.dot", "--errors", "error", "--tester", "wp(1)", "-o", "right.tests"]).exits(0);
    for (system, code) in [("sim:right.dot", 0), ("sim:wrong.dot", 1)] {
        let made = conform(&desk, &["right.dot", system, "--tester", "wp(1)", "--json"]).exits(code).json();
        let read = conform(&desk, &[system, "--suite", "right.tests", "--json"]).exits(code).json();
        for figure in ["words", "agreed", "failed", "executed", "symbols", "first"] {
            assert_eq!(made[figure], read[figure], "{figure}");
        }
    }
    let ran = conform(&desk, &["right.dot", "sim:right.dot", "--suite", "right.tests"]).exits(0);
    ran.prints(&["no counterexample in the suite; nothing is known about other words"]);
}

#[test]
fn a_suite_may_come_through_a_pipe() {
    let desk = desk_with_players();
    let typestar = env!("CARGO_BIN_EXE_typestar");
    let line = format!(
        "cd '{}' && '{typestar}' tests right.dot --errors error 2>&- \
         | '{typestar}' conform sim:right.dot --errors error --suite /dev/stdin",
        desk.path("").display()
    );
    let ran = std::process::Command::new("sh").args(["-c", &line]).output().expect("a shell runs");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(String::from_utf8_lossy(&ran.stdout).starts_with("899 words"));
}

#[test]
fn a_wrong_suite_file_is_named_with_its_line_before_anything_is_run() {
    let desk = Desk::new();
    desk.write("lamp.dot", LAMP);
    let good = "on/ok off/ok # a comment\n\n";
    let wrong = [
        ("dim/ok\n", "unknown input `dim`: this system has on, off, wait"),
        ("on off/ok\n", "`on` has no expected output: write `on/OUTPUT`"),
        ("on/ \n", "`on` has no expected output"),
        ("\"on/ok\n", "a closing quotation mark is missing"),
        ("off/error on/ok\n", "`on/ok` is never checked, because nothing is asked after `error`: end the line"),
        ("off/error on/error on/ok\n", "`on/ok` is never checked"),
    ];
    for (line, complaint) in wrong {
        desk.write("bad.tests", &format!("{good}{line}"));
        let ran = conform(&desk, &["sim:lamp.dot", "--suite", "bad.tests", "--junit", "junit.xml"]).exits(2);
        ran.complains(&[complaint, " --> bad.tests:3"]);
        assert!(!desk.path("junit.xml").exists() && !desk.path("junit.xml.new").exists());
    }
    std::fs::write(desk.path("bad.tests"), b"on/ok\n\xff/ok\n").expect("a file");
    conform(&desk, &["sim:lamp.dot", "--suite", "bad.tests"]).exits(2).complains(&["UTF-8", "bad.tests:2"]);
    desk.write("bad.tests", "# nothing yet\n");
    conform(&desk, &["sim:lamp.dot", "--suite", "bad.tests"]).exits(2).complains(&["the suite has no words"]);
    conform(&desk, &["sim:lamp.dot", "--suite", "no.tests"]).exits(2).complains(&["cannot read no.tests"]);
}

#[test]
fn a_suite_file_may_repeat_a_final_error_and_look_behind_others() {
    let desk = Desk::new();
    desk.write("lamp.dot", LAMP);
    desk.write("error.tests", "off/error on/error wait/error\n");
    conform(&desk, &["sim:lamp.dot", "--suite", "error.tests"]).exits(0);
    desk.write("error.tests", "off/error on/ok\n");
    desk.run(&["conform", "sim:lamp.dot", "--suite", "error.tests", "-q"])
        .exits(1)
        .prints(&["ok        error  <-- here"]);
}

#[test]
fn inputs_that_only_one_of_the_two_has_are_named() {
    let desk = Desk::new();
    desk.write("lamp.dot", LAMP);
    let dimmed = "  Off -> Off [label=\"dim / ok\"];\n  On -> On [label=\"dim / ok\"];\n}";
    desk.write("dim.dot", &LAMP.replace("\n}", &format!("\n{dimmed}")));
    let ran = conform(&desk, &["dim.dot", "sim:lamp.dot"]).exits(2);
    ran.complains(&["the model has inputs that the system does not have: dim; the system has on, off, wait"]);
    let ran = conform(&desk, &["lamp.dot", "sim:dim.dot"]).exits(0);
    ran.complains(&["so they are not tried: dim"]).prints(&["what the model does not know was not tested"]);
}

#[test]
fn wrong_usage_exits_with_2() {
    let desk = Desk::new();
    desk.write("lamp.dot", LAMP);
    let wrong: [(&[&str], &str); 5] = [
        (&["sim:lamp.dot"], "name a model before the system"),
        (&["lamp.dot", "sim:lamp.dot", "--tester", "random-walk"], "never ends"),
        (&["lamp.dot", "sim:lamp.dot", "--tester", "exact"], "is not a suite"),
        (&["lamp.dot", "sim:lamp.dot", "--junit", "."], "cannot write ."),
        (&["lamp.dot", "sim:lamp.dot", "--junit", "no/junit.xml"], "cannot write no/junit.xml"),
    ];
    for (arguments, complaint) in wrong {
        conform(&desk, arguments).exits(2).complains(&[complaint]);
    }
}

#[test]
fn errors_that_are_not_final_are_looked_behind() {
    let desk = Desk::new();
    desk.write("lamp.dot", LAMP);
    desk.write("mended.dot", &LAMP.replace("Error -> Error [label=\"off", "Error -> Off [label=\"off"));
    conform(&desk, &["lamp.dot", "sim:mended.dot"]).exits(0);
    let ran = desk.run(&["conform", "lamp.dot", "sim:mended.dot", "-q"]).exits(1);
    ran.prints(&["error     quiet  <-- here"]);
    desk.run(&["conform", "lamp.dot", "sim:lamp.dot", "-q"]).exits(0);
}

#[test]
fn words_that_leave_the_purpose_are_skipped_and_counted() {
    let desk = Desk::new();
    desk.write("lamp.dot", LAMP);
    let case = "[system]\nmodel = \"lamp.dot\"\n[outputs]\nerrors = [\"error\"]\n[purpose]\nat_most_once = [\"on\"]\n";
    desk.write("case.toml", case);
    desk.write("some.tests", "on/ok off/ok\non/ok off/ok on/ok\non/ok on/error\noff/error\n");
    let arguments = ["case.toml", "--suite", "some.tests", "--json", "--junit", "junit.xml"];
    let sum = conform(&desk, &arguments).exits(0).json();
    assert_eq!((&sum["words"], &sum["skipped"], &sum["symbols"]), (&2.into(), &2.into(), &3.into()));
    assert_eq!(sum["verdict"], "no counterexample in the words that stay inside the learning purpose");
    assert_eq!(number(junit(&desk), "skipped"), 2);
    desk.write("some.tests", "on/ok on/error\n");
    let ran = conform(&desk, &["case.toml", "--suite", "some.tests"]).exits(2);
    ran.complains(&["the only word of the suite leaves the learning purpose"]);
}

#[test]
fn a_budget_that_runs_out_exits_with_4_unless_a_word_failed() {
    let desk = desk_with_players();
    let sum = conform(&desk, &["right.dot", "sim:wrong.dot", "--max-words", "20", "--json"]).exits(4).json();
    assert_eq!((&sum["words"], &sum["finished"]), (&20.into(), &false.into()));
    let limited =
        |words: &str| conform(&desk, &["right.dot", "sim:right.dot", "--tester", "hsi(1)", "--max-words", words]);
    limited("899").exits(0);
    limited("898").exits(4).prints(&["the budget of 898 words ran out: raise --max-words"]);
    conform(&desk, &["right.dot", "sim:wrong.dot", "--max-words", "400", "--keep-going"]).exits(1);
}

#[test]
fn a_system_that_dies_exits_with_3_and_its_word_is_an_error() {
    if !has("python3") {
        return;
    }
    let desk = desk_with_lamp("if self.number == 5: os._exit(7)");
    desk.write("lamp.toml", &(desk.read("lamp.toml") + "on_hang = \"fail\"\n"));
    let ran = desk.run(&["conform", "lamp.dot", "lamp.toml", "--json", "--junit", "junit.xml"]).exits(3);
    assert_eq!((&ran.json()["finished"], &ran.json()["failed"]), (&false.into(), &0.into()));
    let suite = junit(&desk);
    assert_eq!((number(suite, "errors"), number(suite, "failures")), (1, 0));
    assert_eq!(number(suite, "tests") as u64, ran.json()["words"].as_u64().unwrap() + 1);
    assert!(cases(suite).next_back().is_some_and(|case| child(case, "error").is_some()));
}

#[test]
fn an_interrupt_exits_with_130() {
    if !has("python3") {
        return;
    }
    let slow = SlowMachine::new("SpeechRecognizer", &["startListening", "stopListening", "cancel"]);
    let arguments = ["conform", &zoo("SpeechRecognizer"), "case.toml", "--json", "--junit", "junit.xml"];
    let mut running = slow.desk().start(&arguments);
    slow.wait_for_words(&mut running, 3);
    running.interrupt();
    let sum = running.wait().exits(130).json();
    assert_eq!((&sum["finished"], &sum["failed"]), (&false.into(), &0.into()));
    assert_eq!(sum["words"], slow.executed().len(), "what was run is told");
    assert_eq!(number(junit(slow.desk()), "tests"), slow.executed().len());
}

#[test]
fn names_stay_text_in_junit() {
    let desk = Desk::new();
    desk.write("odd.dot", r#"digraph { a -> a [label="x<&'y\" / ]]>"] }"#);
    desk.write("other.dot", r#"digraph { a -> a [label="x<&'y\" / <b>"] }"#);
    desk.run(&["conform", "odd.dot", "sim:other.dot", "--junit", "junit.xml"]).exits(1);
    let case = cases(junit(&desk)).next().expect("a case");
    assert!(case.attribute("name").is_some_and(|name| name.starts_with("x<&'y\"")));
    let failure = child(case, "failure").expect("a failure");
    assert_eq!(failure.text(), Some("expected: ]]>\nobserved: <b>"));
}

#[test]
fn long_words_are_run_to_their_end_under_a_purpose_that_looks_at_answers() {
    let desk = Desk::new();
    desk.write("lamp.dot", LAMP);
    desk.write(
        "case.toml",
        "[system]\nmodel = \"lamp.dot\"\n[outputs]\nerrors = [\"error\"]\n[purpose]\nat_most_between_quiets = 1\n",
    );
    let long = "on/ok wait/quiet off/ok wait/quiet ".repeat(30);
    desk.write("long.tests", &format!("{long}\n{long}on/ok wait/quiet on/ok\n"));
    let ran = desk.run(&["conform", "case.toml", "--suite", "long.tests"]).exits(1);
    ran.prints(&["2 words, 366 symbols: 1 agreed, 1 failed", "123  on     ok        error  <-- here"]);
}
