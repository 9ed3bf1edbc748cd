//! What words of Android classes leave behind: memory, and files of virtual machines that were killed.

#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{Desk, android_desk, wait_until};

/// A driver that keeps 2 MB of each word in this field.
fn leaking(field: &str) -> Option<Desk> {
    let desk = android_desk(34)?.with("JAVA_TOOL_OPTIONS", "-Xmx256m");
    let driver = format!(
        "public final class Leak extends typestar.android.Driver {{\n\
         {field} java.util.List<byte[]> left = new java.util.ArrayList<>();\n\
         public void reset(typestar.android.Env env) {{ left.add(new byte[2 << 20]); }}\n\
         public void a() {{}}\npublic void b() {{}}\npublic void c() {{}}\n}}\n"
    );
    desk.write("Leak.java", &driver);
    let case = "[system]\nname = \"leak\"\n[system.android]\ndriver = \"Leak\"\nsources = [\"Leak.java\"]\n\
                [inputs]\ncallins = [\"a\", \"b\", \"c\"]\n[outputs]\ncallbacks = []\n";
    desk.write("leak.toml", case);
    Some(desk)
}

const LEARN: [&str; 6] = ["learn", "leak.toml", "--tester", "random-walk(400)", "--json", "-q"];

#[test]
fn a_full_reset_comes_when_memory_grows() {
    let Some(desk) = leaking("private final") else { return };
    let summary = desk.run(&LEARN).exits(0).json();
    assert!(summary["testing"]["executed"].as_u64() > Some(150), "{summary}");
    assert!(summary["notes"]["adapter troubles"].is_null(), "{summary}");
}

#[test]
fn a_machine_out_of_memory_is_told_and_started_again() {
    let Some(desk) = leaking("private static final") else { return };
    let summary = desk.run(&LEARN).exits(0).json();
    assert!(summary["testing"]["executed"].as_u64() > Some(150), "{summary}");
    let troubles = summary["notes"]["adapter troubles"].to_string();
    assert!(troubles.contains("reset: OutOfMemoryError: Java heap space"), "{summary}");
    desk.wait_for_silence();
}

/// The folders of virtual machines in a folder.
fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let is_ours = |path: &PathBuf| path.to_string_lossy().contains("typestar-android-");
    entries.filter(is_ours).collect()
}

/// Kills the virtual machine that runs in the folder of a desk.
fn kill_machine(desk: &Desk) {
    let folder = desk.path("").canonicalize().expect("the folder");
    for process in std::fs::read_dir("/proc").expect("the list of processes").flatten().map(|entry| entry.path()) {
        let is_here = std::fs::read_link(process.join("cwd")).is_ok_and(|place| place == folder);
        let is_host =
            || std::fs::read_to_string(process.join("cmdline")).is_ok_and(|text| text.contains("AndroidHost"));
        if is_here && is_host() {
            let id = process.file_name().unwrap_or_default();
            Command::new("kill").arg("-9").arg(id).status().expect("kill");
        }
    }
}

#[test]
fn files_of_a_killed_machine_go_with_the_next_one() {
    let Some(desk) = android_desk(34) else { return };
    let temporary = desk.path("temporary");
    std::fs::create_dir(&temporary).expect("a folder");
    let desk = desk.with("JAVA_TOOL_OPTIONS", &format!("-Djava.io.tmpdir={}", temporary.display()));
    desk.run(&["init", "--lang", "android"]).exits(0);
    let events = desk.path("timer.run/events.jsonl");
    let running = desk.start(&["learn", "timer.toml", "-o", "timer.run", "--tester", "random-walk(1000000)", "-q"]);
    let has_begun = |events: String| events.contains("HypothesisBuilt");
    wait_until("words are executed", || std::fs::read_to_string(&events).is_ok_and(has_begun));
    let left = folders(&temporary);
    assert_eq!(left.len(), 1, "{left:?}");
    kill_machine(&desk);
    wait_until("the next machine has removed the folder", || !left[0].exists());
    running.kill();
    wait_until("the last machine has removed its own", || folders(&temporary).is_empty());
    desk.wait_for_silence();
}
