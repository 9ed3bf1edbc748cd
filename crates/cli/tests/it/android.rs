//! Android classes as systems, through the command: what it finds, what it says, and that no virtual machine is left.

#![cfg(unix)]

use crate::common;
use std::path::Path;
use std::process::Command;

use crate::common::{Desk, Running, android_desk, repository, wait_until};

/// A folder with one of the sources beside this test; none where there is no framework.
fn desk(source: &str) -> Option<Desk> {
    let desk = android_desk(34)?;
    let text = std::fs::read_to_string(repository(&format!("crates/cli/tests/android/{source}.java")));
    desk.write(&format!("{source}.java"), &text.expect("a source beside this test"));
    Some(desk)
}

/// Writes the case of a driver in one of the sources.
fn write_case(desk: &Desk, (driver, source): (&str, &str), callins: &[&str], timing: &str) {
    let text = format!(
        "[system.android]\ndriver = \"{driver}\"\nsources = [\"{source}.java\"]\n[inputs]\ncallins = {callins:?}\n\
         [timing]\n{timing}"
    );
    desk.write("case.toml", &text);
}

/// A folder with the case of the unruly driver.
fn unruly(timing: &str) -> Option<Desk> {
    let desk = desk("Unruly")?;
    write_case(&desk, ("Unruly", "Unruly"), &["open", "exit", "loop", "hoard", "print", "post"], timing);
    Some(desk)
}

/// A folder with the case of a lift.
fn lift(driver: &str) -> Option<Desk> {
    let desk = desk("Lift")?;
    write_case(&desk, (driver, "Lift"), &["up", "down"], "reset_deadline_ms = 600000\n");
    Some(desk)
}

/// Runs a command that learns to its end; how many words were executed, and how many of them were known.
fn learned(desk: &Desk, arguments: &[&str]) -> (u64, u64) {
    let summary = desk.run(&[arguments, &["--json"]].concat()).exits(0).json();
    // There are no counts of a challenge that the user does not want.
    let executed = |part: &str| summary[part]["executed"].as_u64().unwrap_or(0);
    let all = ["learning", "testing", "challenge"].map(executed).iter().sum();
    (all, summary["replayed"].as_u64().expect("a count"))
}

#[test]
fn a_driver_that_ends_the_process_or_never_returns_is_learned_and_no_answer_is_lost() {
    let Some(desk) = desk("Unruly") else { return };
    write_case(&desk, ("Unruly", "Unruly"), &["open", "exit", "loop", "strand"], "step_deadline_ms = 1000\n");
    let learn = ["learn", "case.toml", "--tester", "hsi(0)", "--challenge", "none"];
    desk.run(&learn).exits(0).prints(&["hangs: loop, strand", "crashes: exit", "illegal: open"]);
    assert!(desk.read("case.run/report.html").contains("called System.exit"), "the report shows who ended the process");
    let model = desk.read("case.run/model.json");
    let (executed, replayed) = learned(&desk, &learn);
    assert_eq!(replayed, executed);
    assert_eq!(desk.read("case.run/model.json"), model);
    desk.wait_for_silence();
}

#[test]
fn what_a_driver_prints_disturbs_nothing_and_what_a_callback_throws_is_an_error() {
    let Some(desk) = unruly("") else { return };
    let tried = desk.run(&["try", "case.toml", "open print post wait"]).exits(0);
    let tried = tried.prints(&["2  print  ok", "3  post   ok", "4  wait   error", "thrown by a callback"]);
    assert!(!tried.stdout.contains("disturb"), "{}", tried.stdout);
}

#[test]
fn memory_that_runs_out_in_a_call_is_an_error() {
    let Some(desk) = unruly("step_deadline_ms = 600000\n") else { return };
    let desk = desk.with("JAVA_TOOL_OPTIONS", "-Xmx256m");
    let tried = desk.run(&["try", "case.toml", "hoard open hoard"]).exits(0);
    tried.prints(&["1  hoard  ok", "2  open   ok", "3  hoard  error  (OutOfMemoryError: Java heap space)"]);
    desk.wait_for_silence();
}

#[test]
fn memory_that_leaks_away_costs_a_new_virtual_machine_and_no_answer() {
    let Some(desk) = lift("Lift$Leaking") else { return };
    let desk = desk.with("JAVA_TOOL_OPTIONS", "-Xmx256m");
    let told = desk.run(&["learn", "case.toml", "--challenge", "none"]).exits(0);
    let told = told.prints(&["4 states and the error sink", "adapter troubles"]);
    told.prints(&["the driver failed in reset: OutOfMemoryError"]);
    desk.wait_for_silence();
}

/// What is learned if nothing happens.
fn undisturbed(desk: &Desk) -> ((u64, u64), String) {
    desk.write("middle", "it was there\n");
    let counts = learned(desk, &["learn", "case.toml", "-o", "undisturbed.run"]);
    std::fs::remove_file(desk.path("middle")).expect("a file of our own");
    (counts, desk.read("undisturbed.run/model.json"))
}

/// A run that rests in its middle, and the process of its virtual machine.
fn resting(desk: &Desk) -> (Running, String) {
    let mut running = desk.start(&["learn", "case.toml", "-o", "case.run"]);
    let process = || std::fs::read_to_string(desk.path("middle")).unwrap_or_default();
    wait_until("the run rests", || process().ends_with('\n') || running.has_ended());
    assert!(!running.has_ended());
    let process = process().trim().to_owned();
    (running, process)
}

#[cfg(target_os = "linux")]
#[test]
fn kill_of_the_virtual_machine_or_of_the_command_loses_no_answer_and_leaves_no_process() {
    let Some(desk) = lift("Lift$Resting") else { return };
    let ((executed, replayed), model) = undisturbed(&desk);
    assert!(executed > 20 && replayed == 0, "{executed} words, {replayed} of them known");

    let (running, process) = resting(&desk);
    let killed = Command::new("kill").args(["-9", &process]).status();
    assert!(killed.expect("kill is there").success());
    running.wait().exits(0).prints(&["adapter troubles 1", "signal: 9"]);
    assert_eq!(desk.read("case.run/model.json"), model);

    std::fs::remove_dir_all(desk.path("case.run")).expect("a folder of our own");
    std::fs::remove_file(desk.path("middle")).expect("a file of our own");
    resting(&desk).0.kill();
    desk.wait_for_silence();
    let known = desk.run(&["log", "case.run", "--json"]).exits(0).json_lines().len() as u64;
    assert!(known > 0);
    assert_eq!(learned(&desk, &["learn", "case.toml", "-o", "case.run"]), (executed, known));
    assert_eq!(desk.read("case.run/model.json"), model);
    desk.wait_for_silence();
}

#[test]
fn an_interrupt_in_a_call_that_blocks_leaves_no_virtual_machine() {
    let Some(desk) = unruly("step_deadline_ms = 600000\n") else { return };
    let mut running = desk.start(&["try", "case.toml", "open loop"]);
    wait_until("the call blocks", || desk.path("looping").exists() || running.has_ended());
    running.interrupt();
    wait_until("it is heard", || running.says("press Ctrl-C again") || running.has_ended());
    running.interrupt();
    running.wait().exits(130);
    desk.wait_for_silence();
}

/// Without a second try, which changes nothing of what is said.
const ONCE: &str = "step_deadline_ms = 500\nreset_deadline_ms = 500\nrestarts = 0\n";

#[test]
fn a_driver_that_cannot_begin_ends_the_run_with_the_reason_and_the_line() {
    let Some(desk) = desk("Faulty") else { return };
    let try_word = ["try", "case.toml", "call"];
    for (class, part) in [("InConstructor", "its constructor"), ("InSetUp", "setUp"), ("InReset", "reset")] {
        write_case(&desk, (&format!("Faulty${class}"), "Faulty"), &["call"], ONCE);
        let reason =
            format!("the driver failed in {part}: IllegalStateException: there is no display, at Faulty${class}");
        desk.run(&try_word).exits(3).complains(&[&reason, "(Faulty.java:", "what helps"]);
    }
    write_case(&desk, ("Faulty$EndlessReset", "Faulty"), &["call"], ONCE);
    desk.run(&try_word).exits(3).complains(&["not ended and created within 1000 ms", "`reset_deadline_ms`"]);
    desk.wait_for_silence();
}

#[test]
fn a_driver_that_cannot_be_ended_ends_the_run_with_the_reason() {
    let Some(desk) = desk("Faulty") else { return };
    let learn = ["learn", "case.toml", "--fresh"];
    write_case(&desk, ("Faulty$InDispose", "Faulty"), &["call"], ONCE);
    let failed = desk.run(&learn).exits(3);
    failed.complains(&["the driver failed in dispose: IllegalStateException: there is no display", "Faulty.java:"]);
    write_case(&desk, ("Faulty$EndlessDispose", "Faulty"), &["call"], ONCE);
    // Whoever is first tells it: the host, or the command that waits for the host.
    desk.run(&learn).exits(3).complains(&["00 ms", "what helps"]);
    desk.wait_for_silence();
}

#[test]
fn a_class_that_is_not_a_driver_is_told_what_it_lacks() {
    let Some(desk) = desk("Faulty") else { return };
    let expected = [
        ("Faulty$Missing", "there is no class Faulty$Missing: write it with its package, and its file in `sources`"),
        ("Faulty$Other", "Faulty$Other is not a driver: it must extend typestar.android.Driver"),
        ("Faulty$Incomplete", "Faulty$Incomplete is abstract: name a class that extends it"),
        ("Faulty$Hidden", "Faulty$Hidden is not public"),
        ("Faulty$Numbered", "Faulty$Numbered has no public constructor without parameters: give it one"),
        ("Faulty$Idle", "Faulty$Idle has no inputs: add a public method"),
    ];
    for (driver, said) in expected {
        write_case(&desk, (driver, "Faulty"), &["call"], "");
        desk.run(&["try", "case.toml", "call"]).exits(3).complains(&[said]);
    }
    desk.wait_for_silence();
}

#[test]
fn what_the_compiler_says_is_shown_with_file_and_line() {
    let Some(desk) = android_desk(34) else { return };
    desk.write(
        "Wrong.java",
        "public class Wrong extends typestar.android.Driver {\n    int call() { return \"no\"; }\n}\n",
    );
    write_case(&desk, ("Wrong", "Wrong"), &["call"], "");
    let wrong = desk.run(&["learn", "case.toml"]).exits(2);
    wrong.complains(&["do not compile", "Wrong.java:2: error: incompatible types", "Wrong is not abstract"]);
    assert!(!desk.path("case.run").exists());
}

#[test]
fn a_case_is_told_where_its_file_is_wrong() {
    let desk = Desk::new();
    let mistakes = [
        ("[system.android]\napi = 34\n", "[system.android] has no `driver`", "case.toml:1:1"),
        ("[system.android]\ndriver = \"A\"\napi = 99\n", "`99`", "case.toml:3:7"),
        ("[system.android]\ndriver = \"A.java\"\n", "is not a class name", "case.toml:2:10"),
        ("[system.android]\ndriver = \"A\"\nsources = [\"A.java\"]\n", "cannot find `A.java`", "case.toml:3:12"),
        ("[system.android]\ndriver = \"A\"\nsource = [\"A.java\"]\n", "`source`", "case.toml:3:1"),
    ];
    for (text, said, place) in mistakes {
        desk.write("case.toml", text);
        desk.run(&["learn", "case.toml"]).exits(2).complains(&[said, place]);
    }
    desk.write("case.toml", "[system.android]\ndriver = \"A\"\n[inputs]\ncallins = [\"call\"]\n");
    desk.run(&["learn", "case.toml", "--api", "99"]).exits(2).complains(&["99", "use 23, 28 or 34"]);
    desk.run(&["learn", "java:A", "--api", "34"]).exits(2).complains(&["--api is for Android", "[system.android]"]);
    desk.run(&["learn", "case.toml", "--inherited"]).exits(2).complains(&["are for Java"]);
}

/// Makes a jar of the framework unreadable, in a cache of its own whose other files are links.
fn break_framework(desk: &Desk, cache: &str) {
    let (whole, broken) = (Path::new(cache).join("android"), desk.path("cache/android"));
    std::fs::create_dir_all(&broken).expect("a folder");
    // The host is compiled for all tests once.
    let host = Path::new(cache).join("android-host");
    std::fs::create_dir_all(&host).expect("a folder");
    std::os::unix::fs::symlink(host, desk.path("cache/android-host")).expect("a link");
    for entry in std::fs::read_dir(&whole).expect("the cache").flatten() {
        let name = entry.file_name();
        match name.to_string_lossy().starts_with("framework-34") {
            false => std::os::unix::fs::symlink(entry.path(), broken.join(&name)).expect("a link"),
            true => {
                std::fs::create_dir(broken.join(&name)).expect("a folder");
                let jars = std::fs::read_dir(entry.path()).expect("jars").flatten();
                jars.for_each(|jar| std::fs::write(broken.join(&name).join(jar.file_name()), "half").expect("a file"));
            }
        }
    }
}

#[test]
fn a_broken_jar_is_told_with_what_helps() {
    let Some(cache) = common::android_cache(34) else { return };
    let desk = Desk::new().with("TYPESTAR_CACHE", "cache");
    break_framework(&desk, cache);
    desk.run(&["init", "--lang", "android"]).exits(0);
    let failed = desk.run(&["try", "timer.toml", "start"]).exits(3);
    failed.complains(&["Robolectric did not start", "remove", "cache/android/framework-34", "typestar setup android"]);
    desk.wait_for_silence();
}
