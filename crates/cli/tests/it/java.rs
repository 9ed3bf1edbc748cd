//! Java classes as systems, through the command: what it finds, what it says, and that no virtual machine is left.

#![cfg(unix)]

use crate::common;
use std::path::Path;
use std::process::Command;

use crate::common::{Desk, Running, has, repository, wait_until};
use serde_json::Value;

/// Words of a class are made of plain calls.
const MACHINE: &str = "[learning]\nmodel = \"machine\"\n";

/// Kept from test to test, so that the host is compiled once; never the cache of the user.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// A folder with some of the sources beside this test; none where there is no JDK.
fn desk(sources: &[&str]) -> Option<Desk> {
    if !has("java") || !has("javac") {
        return None;
    }
    // A class that takes all memory there is shall find little.
    let desk = Desk::new().with("TYPESTAR_CACHE", CACHE).with("JAVA_TOOL_OPTIONS", "-Xmx64m");
    for name in sources {
        let text = std::fs::read_to_string(repository(&format!("crates/cli/tests/java/{name}.java")));
        desk.write(&format!("{name}.java"), &text.expect("a source beside this test"));
    }
    Some(desk)
}

/// Writes the case of a class whose source is in the folder.
fn write_case(desk: &Desk, class: &str, callins: &[&str], more: &str) {
    let text = format!(
        "[system.java]\nclass = \"{class}\"\nsources = [\"{class}.java\"]\n[inputs]\ncallins = {callins:?}\n\
         [timing]\nstep_deadline_ms = 500\n{MACHINE}{more}"
    );
    desk.write("case.toml", &text);
}

/// A folder with the case of the unruly class.
fn unruly(callins: &[&str]) -> Option<Desk> {
    let desk = desk(&["Unruly"])?;
    write_case(&desk, "Unruly", callins, "");
    Some(desk)
}

/// Compiles a source of the folder into it.
fn compile(desk: &Desk, source: &str) {
    let status = Command::new("javac").arg(source).current_dir(desk.path("")).status();
    assert!(status.expect("javac starts").success());
}

/// The outputs of a word.
fn outputs(desk: &Desk, system: &str, word: &str) -> Vec<String> {
    let tried = desk.run(&["try", system, word, "--json"]).exits(0).json();
    let steps = tried["steps"].as_array().expect("steps").clone();
    steps.iter().map(|step| step["output"].as_str().expect("an output").to_owned()).collect()
}

#[test]
fn a_class_is_tried_by_its_name_alone_and_shows_its_fields() {
    let Some(desk) = desk(&[]) else { return };
    let tried = desk.run(&["try", "java:java.util.Stack", "push(1) peek pop pop", "--json"]).exits(0).json();
    let step = |number: usize, key: &str| tried["steps"][number][key].clone();
    assert_eq!((step(0, "output"), step(0, "values")["elementCount"].clone()), ("ok".into(), 1.into()));
    assert_eq!(step(1, "returned"), Value::from("1"));
    assert_eq!((step(3, "output"), step(3, "reason")), ("error".into(), "EmptyStackException".into()));
    let beyond = desk.run(&["try", "java:java.util.Stack", "push(9223372036854775808)"]).exits(2);
    beyond.complains(&["cannot be given", "9223372036854775808 is beyond 64 bits"]);
    desk.run(&["try", "java:java.util.Stack", "push(1) swap"]).exits(2).complains(&["unknown input `swap`", "search"]);
}

#[test]
fn the_order_of_calls_of_a_class_is_learned_with_plain_arguments() {
    let Some(desk) = desk(&[]) else { return };
    let learn =
        ["learn", "java:java.io.PipedOutputStream", "--model", "machine", "--methods", "connect,write(int),close"];
    let learned = desk.run(&learn).exits(0);
    learned.prints(&["3 states and the error sink", "write(0)", "connect(\"@new java.io.PipedInputStream\")"]);
    let again = desk.run(&[&learn[..], &["--json"]].concat()).exits(0).json();
    let executed = |part: &str| again[part]["executed"].as_u64().expect("a count");
    let all = ["learning", "testing", "growth"].map(executed).iter().sum();
    assert_eq!(again["replayed"].as_u64(), Some(all));
    let report = desk.read("java.io.PipedOutputStream.run/report.html");
    let try_command = "typestar try --methods &#39;connect,write(int),close&#39; java:java.io.PipedOutputStream";
    assert!(report.replace('\'', "&#39;").contains(try_command), "what to type is in the report");
    desk.run(&["conform", "java.io.PipedOutputStream.run", learn[1], learn[4], learn[5]]).exits(0);
    desk.run(&["doctor", learn[1], learn[4], learn[5]]).exits(0).prints(&["ok    determinism"]);
}

#[test]
fn what_misbehaves_is_an_output_and_the_word_goes_on_where_it_can() {
    let callins = ["open", "exit", "halt", "loop", "overflow", "hoard", "print", "leave"];
    let Some(desk) = unruly(&callins) else { return };
    let expected = [
        ("exit", vec!["ok", "crash"]),
        ("halt", vec!["ok", "crash"]),
        ("loop", vec!["ok", "hang"]),
        ("overflow", vec!["ok", "error"]),
        ("hoard", vec!["ok", "error"]),
        ("print", vec!["ok", "ok", "error"]),
        ("leave", vec!["ok", "ok", "error"]),
    ];
    for (call, expected) in expected {
        assert_eq!(outputs(&desk, "case.toml", &format!("open {call} open")), expected, "{call}");
    }
    let said = desk.run(&["try", "case.toml", "open overflow"]).exits(0).prints(&["StackOverflowError"]);
    assert!(!said.stdout.contains("disturb"), "{}", said.stdout);
    desk.run(&["try", "case.toml", "open hoard"]).exits(0).prints(&["OutOfMemoryError"]);
    desk.run(&["try", "case.toml", "open exit"]).exits(0).prints(&["Unruly.exit(Unruly.java:", "called System.exit"]);
    desk.wait_for_silence();
}

#[test]
fn a_class_that_misbehaves_is_learned_and_no_answer_is_lost() {
    let Some(desk) = unruly(&["open", "exit", "loop", "overflow", "print", "leave"]) else { return };
    let learn = ["learn", "case.toml", "--tester", "hsi(0)"];
    desk.run(&learn).exits(0).prints(&["hangs: loop", "crashes: exit", "illegal: open, overflow"]);
    let model = desk.read("case.run/model.json");
    let again = desk.run(&[&learn[..], &["--json"]].concat()).exits(0).json();
    let executed = |part: &str| again[part]["executed"].as_u64().expect("a count");
    assert_eq!(again["replayed"].as_u64(), Some(executed("learning") + executed("testing")));
    assert_eq!(desk.read("case.run/model.json"), model);
    desk.wait_for_silence();
}

#[test]
fn methods_whose_parameters_cannot_be_made_are_a_note() {
    let Some(desk) = desk(&["Unruly"]) else { return };
    desk.write("case.toml", "[system.java]\nclass = \"Unruly\"\nsources = [\"Unruly.java\"]\n");
    desk.run(&["try", "case.toml", "open"]).exits(0).complains(&["skipped", "take(Process)", "--methods"]);
}

#[test]
fn static_state_shows_as_answers_that_disagree() {
    let Some(desk) = desk(&["Counted"]) else { return };
    write_case(&desk, "Counted", &["call", "rest"], "");
    let learned = desk.run(&["learn", "case.toml"]).exits(1);
    assert!(learned.stdout.contains("finding") && learned.stdout.contains("call/error"), "{}", learned.stdout);
    desk.run(&["doctor", "case.toml"]).exits(1).prints(&["FAIL"]);
}

#[test]
fn an_object_that_cannot_be_made_ends_the_run_with_the_reason() {
    let Some(desk) = desk(&["Unmade"]) else { return };
    write_case(&desk, "Unmade", &["show"], "");
    let reason = "reset: IllegalStateException: there is no display";
    desk.run(&["learn", "case.toml"]).exits(3).complains(&[reason, "what helps"]);
    desk.run(&["try", "case.toml", "show"]).exits(3).complains(&[reason]);
}

#[test]
fn the_guards_of_a_class_are_in_all_that_a_run_leaves() {
    let Some(desk) = desk(&[]) else { return };
    let learn = ["learn", "java:java.util.Stack", "--methods", "push,pop", "--guard-tests", "50", "-o", "stack.run"];
    desk.run(&learn).exits(0).prints(&["2 methods", "elementCount >= 1", "closest: elementCount = 1"]);
    let drawing = desk.read("stack.run/model.svg");
    assert!(["pop / not null or null", "[elementCount &gt;= 1]"].iter().all(|text| drawing.contains(text)));
    assert!(desk.read("stack.run/javadoc.txt").contains(" * Fails unless {@code elementCount >= 1}.\n"));
    desk.run(&["compare", "stack.run", "stack.run/model.json"]).exits(0).prints(&["same behaviour"]);
}

#[test]
fn a_missing_class_says_how_to_name_it() {
    let Some(desk) = desk(&[]) else { return };
    let missing = desk.run(&["try", "java:java.util.Stak", "pop"]).exits(3);
    missing.complains(&["there is no class java.util.Stak", "--classpath"]);
    desk.run(&["try", "java:Stack.java", "pop"]).exits(3).complains(&["there is no class"]);
    desk.run(&["try", "java:", "pop"]).exits(2).complains(&["is not a class name", "java:java.util.Stack"]);
    desk.run(&["try", "java:src/Stack", "pop"]).exits(2).complains(&["is not a class name"]);
    let unknown = ["try", "java:java.util.Stack", "pop", "--methods", "pop,swap"];
    desk.run(&unknown).exits(3).complains(&["has no public method `swap`", "search(Object)"]);
}

#[test]
fn a_class_on_the_class_path_is_found_and_one_for_a_newer_java_is_told() {
    let Some(desk) = desk(&["Counted"]) else { return };
    compile(&desk, "Counted.java");
    desk.run(&["try", "java:Counted", "call", "--classpath", "."]).exits(0).prints(&["1  call  ok"]);
    // The version of a class file is in its seventh and eighth byte; Java 255 is far away.
    let mut class = std::fs::read(desk.path("Counted.class")).expect("a class file");
    class[6..8].copy_from_slice(&299u16.to_be_bytes());
    std::fs::write(desk.path("Counted.class"), class).expect("a class file");
    let newer = desk.run(&["try", "java:Counted", "call", "--classpath", "."]).exits(3);
    newer.complains(&["is compiled for Java 255", "use a newer java", "JAVA_HOME"]);
}

#[test]
fn what_the_compiler_says_is_shown_with_file_and_line() {
    let Some(desk) = desk(&[]) else { return };
    desk.write("Wrong.java", "public class Wrong {\n    public int call() { return \"no\"; }\n}\n");
    write_case(&desk, "Wrong", &["call"], "");
    let wrong = desk.run(&["learn", "case.toml"]).exits(2);
    wrong.complains(&["do not compile", "Wrong.java:2: error: incompatible types"]);
    desk.write("case.toml", "[system.java]\nclass = \"Wrong\"\nsources = [\"Missing.java\"]\n");
    desk.run(&["learn", "case.toml"]).exits(2).complains(&["cannot find `Missing.java`", "case.toml:3:12"]);
}

#[test]
fn without_a_jdk_the_user_is_told_what_to_install() {
    let desk = Desk::new().with("TYPESTAR_CACHE", CACHE).with("JAVA_HOME", "");
    let stack = ["try", "java:java.util.Stack", "pop"];
    desk.run_without_path(&stack).exits(3).complains(&[
        "java was not found",
        "install a JDK, 11 or later",
        "JAVA_HOME",
    ]);
    let desk = desk.with("JAVA_HOME", "nowhere");
    desk.run(&stack).exits(3).complains(&["JAVA_HOME is nowhere", "no bin/java"]);
    std::fs::create_dir_all(desk.path("nowhere/bin")).expect("a folder");
    desk.write("nowhere/bin/java", "");
    desk.write("nowhere/release", "JAVA_VERSION=\"1.8.0_292\"\n");
    desk.run(&stack).exits(3).complains(&["Java 1.8.0_292, which is too old"]);
    desk.write("nowhere/release", "JAVA_VERSION=\"21.0.99\"\n");
    desk.run(&stack).exits(3).complains(&["has no javac", "install a full JDK"]);
}

#[test]
fn options_of_java_are_refused_for_other_systems() {
    let desk = Desk::new();
    let lamp = common::sim("MediaPlayer");
    desk.run(&["learn", &lamp, "--inherited"]).exits(2).complains(&["are for Java", "java:CLASS"]);
    desk.run(&["learn", &lamp, "--model", "guarded"]).exits(2).complains(&["is for Java classes"]);
    desk.run(&["learn", &lamp, "--model", "mealy"]).exits(2).complains(&["use machine or guarded"]);
}

#[test]
fn a_cache_that_cannot_be_written_is_named() {
    let Some(desk) = desk(&[]) else { return };
    desk.write("file", "");
    let desk = desk.with("TYPESTAR_CACHE", "file/cache");
    let failed = desk.run(&["try", "java:java.util.Stack", "pop"]).exits(3);
    failed.complains(&["cannot write to the cache folder", "file/cache", "TYPESTAR_CACHE"]);
}

/// A JDK whose compiler only says this.
fn write_jdk(desk: &Desk, said: &str) {
    use std::os::unix::fs::PermissionsExt;
    std::fs::create_dir_all(desk.path("jdk/bin")).expect("a folder");
    desk.write("jdk/bin/java", "");
    desk.write("jdk/release", "JAVA_VERSION=\"17.0.99\"\n");
    desk.write("jdk/bin/javac", &format!("#!/bin/sh\necho '{said}' >&2\nexit 1\n"));
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(desk.path("jdk/bin/javac"), executable).expect("a file of our own");
}

#[test]
fn a_full_disk_and_a_compiler_that_fails_are_told_apart_and_leave_nothing() {
    let desk = Desk::new().with("TYPESTAR_CACHE", "cache").with("JAVA_HOME", "jdk");
    let stack = ["try", "java:java.util.Stack", "pop"];
    write_jdk(&desk, "error: error while writing Json: No space left on device");
    desk.run(&stack).exits(3).complains(&["cannot write to the cache folder", "cache/java-host", "free some space"]);
    write_jdk(&desk, "Json.java:1: error: who am I?");
    desk.run(&stack).exits(3).complains(&["javac cannot compile the host program", "who am I?", "another JDK"]);
    let left = std::fs::read_dir(desk.path("cache/java-host")).expect("the cache").count();
    assert_eq!(left, 0);
}

#[test]
fn what_somebody_has_removed_from_the_cache_is_made_again() {
    let Some(desk) = desk(&[]) else { return };
    let desk = desk.with("TYPESTAR_CACHE", "cache");
    let stack = ["try", "java:java.util.Stack", "push(1)"];
    desk.run(&stack).exits(0);
    let host = std::fs::read_dir(desk.path("cache/java-host")).expect("the cache").flatten().next();
    std::fs::remove_file(host.expect("the host").path().join("typestar-host.jar")).expect("the jar");
    desk.run(&stack).exits(0);
}

#[test]
fn two_runs_that_fill_the_cache_at_once_do_not_disturb_each_other() {
    let Some(desk) = desk(&[]) else { return };
    let desk = desk.with("TYPESTAR_CACHE", "cache");
    let runs = [(); 2].map(|()| desk.start(&["try", "java:java.util.Stack", "push(1)"]));
    for run in runs {
        run.wait().exits(0).prints(&["1  push(1)  ok"]);
    }
    let kept = |folder: &Path| -> Vec<String> {
        let entries = std::fs::read_dir(folder).expect("the cache").flatten();
        entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
    };
    let hosts = kept(&desk.path("cache/java-host"));
    assert_eq!(hosts.len(), 1, "{hosts:?}");
    assert_eq!(kept(&desk.path("cache/java-host").join(&hosts[0])), ["typestar-host.jar"]);
}

#[test]
fn answers_are_doubtful_once_the_source_or_the_class_path_changes() {
    let Some(desk) = desk(&["Unruly", "Counted"]) else { return };
    write_case(&desk, "Unruly", &["open", "print"], "");
    let source = desk.read("Unruly.java");
    desk.run(&["learn", "case.toml"]).exits(0);
    desk.write("Unruly.java", &source.replace("it is open", "it is open already"));
    desk.run(&["learn", "case.toml"]).exits(2).complains(&["may be out of date", "Java source Unruly.java"]);
    desk.run(&["learn", "case.toml", "--fresh"]).exits(0);

    compile(&desk, "Unruly.java");
    let learn = ["learn", "java:Unruly", "--model", "machine", "--methods", "open,print", "--classpath", "."];
    desk.run(&learn).exits(0);
    compile(&desk, "Counted.java");
    desk.run(&learn).exits(2).complains(&["may be out of date", "class path ."]);
    let other = ["learn", "java:Unruly", "--model", "machine", "--methods", "open", "--classpath", "."];
    desk.run(&other).exits(2).complains(&["may be out of date", "Java class"]);
}

#[test]
fn an_adapter_in_java_is_compiled_and_learned_in_virtual_time() {
    let Some(desk) = desk(&[]) else { return };
    let kettle = std::fs::read_to_string(repository("hosts/java/examples/Kettle.java")).expect("the example");
    desk.write("Kettle.java", &kettle);
    let case = "[system.java]\nadapter = \"Kettle\"\nsources = [\"Kettle.java\"]\n\
                [inputs]\ncallins = [\"fill(1)\", \"switchOn\", \"switchOff\"]\n[purpose]\nat_most_once = [\"fill(1)\"]\n";
    desk.write("kettle.toml", case);
    desk.run(&["learn", "kettle.toml"]).exits(0).prints(&["onBoiled", "quiescence is exact"]);
}

#[test]
fn a_pipe_that_is_full_hangs_within_the_deadline() {
    let Some(desk) = desk(&[]) else { return };
    desk.write(
        "pipe.toml",
        "[system.java]\nclass = \"java.io.PipedOutputStream\"\nmethods = [\"connect\", \"write(int)\"]\n\
         [timing]\nstep_deadline_ms = 500\n",
    );
    let word = format!("connect(\"@new java.io.PipedInputStream\"){}", " write(1)".repeat(1025));
    let mut outputs = outputs(&desk, "pipe.toml", &word);
    assert_eq!(outputs.pop().as_deref(), Some("hang"));
    assert_eq!(outputs, vec!["ok"; 1025]);
    desk.wait_for_silence();
}

/// A run that is inside a call which never returns.
fn looping(desk: &Desk, arguments: &[&str]) -> Running {
    let case = desk.read("case.toml").replace("step_deadline_ms = 500", "step_deadline_ms = 600000");
    desk.write("case.toml", &case);
    let mut running = desk.start(arguments);
    wait_until("the call blocks", || desk.path("looping").exists() || running.has_ended());
    assert!(!running.has_ended());
    running
}

#[test]
fn an_interrupt_in_a_call_that_blocks_leaves_no_virtual_machine() {
    let Some(desk) = unruly(&["open", "loop"]) else { return };
    let mut running = looping(&desk, &["try", "case.toml", "open loop"]);
    running.interrupt();
    wait_until("it is heard", || running.says("press Ctrl-C again") || running.has_ended());
    running.interrupt();
    running.wait().exits(130);
    desk.wait_for_silence();
}

#[cfg(target_os = "linux")]
#[test]
fn kill_in_a_call_that_blocks_leaves_no_virtual_machine_and_no_answer_is_lost() {
    let Some(desk) = unruly(&["print", "open", "loop"]) else { return };
    looping(&desk, &["learn", "case.toml", "--tester", "hsi(1)", "--copies", "2"]).kill();
    desk.wait_for_silence();
    let known = desk.run(&["log", "case.run", "--json"]).exits(0).json_lines().len() as u64;
    assert!(known > 0);
    let case = desk.read("case.toml").replace("step_deadline_ms = 600000", "step_deadline_ms = 500");
    desk.write("case.toml", &case);
    let learn = ["learn", "case.toml", "--tester", "hsi(1)", "--keep-answers", "--json"];
    assert_eq!(desk.run(&learn).exits(0).json()["replayed"].as_u64(), Some(known));
}

#[cfg(target_os = "linux")]
#[test]
fn kill_between_words_leaves_no_virtual_machine() {
    let Some(desk) = desk(&[]) else { return };
    let learn = ["learn", "java:java.util.ArrayDeque", "--model", "machine", "--copies", "2", "-o", "run"];
    let mut running = desk.start(&learn);
    wait_until("words are answered", || desk.path("run/journal.db").exists() || running.has_ended());
    running.kill();
    desk.wait_for_silence();
}

#[test]
fn a_machine_is_tried_with_a_class_whose_case_learns_guards() {
    let Some(desk) = desk(&[]) else { return };
    let methods = "connect,write(int),close";
    let learn =
        ["learn", "java:java.io.PipedOutputStream", "--model", "machine", "--methods", methods, "-o", "run", "-q"];
    desk.run(&learn).exits(0);
    let case = "[system.java]\nclass = \"java.io.PipedOutputStream\"\nmethods = [\"connect\", \"write(int)\", \"close\"]\n\
                [learning]\nmodel = \"guarded\"\n";
    desk.write("case.toml", case);
    let tried = desk.run(&["conform", "run", "case.toml", "-q", "--tester", "hsi(1)"]).exits(0);
    tried.prints(&[" agreed", "verdict: no counterexample"]);
}

/// What a latch does depends on the number that it is made with.
#[test]
fn the_object_that_was_learned_is_named_among_the_assumptions() {
    let Some(desk) = desk(&[]) else { return };
    let class = "java:java.util.concurrent.CountDownLatch";
    let learn = ["learn", class, "--model", "machine", "--methods", "countDown", "-o", "latch.run"];
    let usual = "the object is made by `new java.util.concurrent.CountDownLatch(0)`";
    desk.run(&learn).exits(0).prints(&[usual]);
    assert!(desk.read("latch.run/report.html").contains(usual));
    let summary = desk.run(&[&learn[..], &["--json", "-q"]].concat()).exits(0).json();
    let assumes = |text: &str| summary["assumptions"].as_array().is_some_and(|all| all.iter().any(|one| one == text));
    assert!(assumes(usual), "{summary}");
    let construct = "new java.util.concurrent.CountDownLatch(1)";
    let other = ["learn", class, "--model", "machine", "--methods", "countDown", "--construct", construct];
    desk.run(&other).exits(0).prints(&[&format!("the object is made by `{construct}`")]);
    let conform = ["conform", "latch.run", class];
    desk.run(&conform).exits(0).prints(&["no counterexample", usual]);
    let summary = desk.run(&[&conform[..], &["--json", "-q"]].concat()).exits(0).json();
    assert!(summary["verdict"].as_str().is_some_and(|verdict| verdict.contains(usual)), "{summary}");
    let changed = [&conform[..], &["--construct", construct]].concat();
    desk.run(&changed).exits(0).prints(&["no counterexample", &format!("the object is made by `{construct}`")]);
}

#[test]
fn a_letter_and_a_text_that_look_like_an_object_are_themselves() {
    let Some(desk) = desk(&["Signs"]) else { return };
    compile(&desk, "Signs.java");
    let learned = desk.run(&["learn", "java:Signs", "--classpath", ".", "--guard-tests", "100"]).exits(0);
    learned.prints(&["arg1 >= 65", "arg1 == \"@home\""]);
    let tried = ["try", "java:Signs", "--classpath", ".", "mark(\"@\")"];
    desk.run(&tried).exits(0).prints(&["IllegalArgumentException: no letter"]);
}

#[test]
fn calls_that_block_have_guards_and_cost_no_process() {
    let Some(desk) = desk(&["Waits"]) else { return };
    compile(&desk, "Waits.java");
    let learn = ["learn", "java:Waits", "--classpath", ".", "--methods", "put,take,stay", "--guard-tests", "60"];
    let learned = desk.run(&[&learn[..], &["--step-deadline", "1000"]].concat()).exits(0);
    let learned = learned.prints(&["count >= 1", "count >= 2", "take(): void / hang", "stay(): void / hang"]);
    assert!(!learned.stdout.contains("surprises"), "guards tell when calls return: {}", learned.stdout);
    assert!(!learned.stdout.contains("adapter troubles"), "{}", learned.stdout);
    let again = desk.run(&[&learn[..], &["--step-deadline", "1000", "--json"]].concat()).exits(0).json();
    let executed = |part: &str| again[part]["executed"].as_u64().expect("a count");
    assert_eq!(again["replayed"].as_u64(), Some(executed("learning") + executed("testing") + executed("growth")));
    desk.wait_for_silence();
}

#[test]
fn a_lock_that_a_blocked_call_keeps_is_noticed_and_the_word_is_asked_again() {
    let Some(desk) = desk(&["Waits"]) else { return };
    compile(&desk, "Waits.java");
    let learn = ["learn", "java:Waits", "--classpath", ".", "--methods", "hold,touch", "--model", "machine"];
    let learned = desk.run(&[&learn[..], &["--step-deadline", "500"]].concat()).exits(0);
    learned.prints(&["hangs: hold\n"]);
}

#[test]
fn a_call_that_needs_more_memory_than_there_is_has_no_part_in_guards() {
    let Some(desk) = desk(&[]) else { return };
    let learn = ["learn", "java:java.util.ArrayList", "--methods", "ensureCapacity,get", "--guard-tests", "60"];
    desk.run(&learn).exits(0).prints(&["ensureCapacity(int): void", "limits of the machine", "memory"]);
}
