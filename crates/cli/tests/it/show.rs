//! `typestar show`, `log`, `completions` and the help texts: everything that people look at.

use crate::common;
use std::fs::OpenOptions;
use std::process::{Child, Command, Stdio};

use crate::common::{Desk, SlowMachine, has, sim, wait_until, zoo};

const FORMATS: [&str; 5] = ["text", "dot", "svg", "mermaid", "json"];

/// A desk with a run of a class.
fn desk_with_run() -> Desk {
    let desk = Desk::new();
    desk.run(&["learn", &sim("AsyncTask"), "--errors", "error", "-o", "run", "-q"]).exits(0);
    desk
}

/// Checks that every element of an XML text is closed where it must be.
fn assert_well_formed(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    for part in text.split('<').skip(1) {
        let (tag, _) = part.split_once('>').unwrap_or_else(|| panic!("an open tag: {part}"));
        let name = tag.split_whitespace().next().expect("a name");
        match name {
            _ if tag.starts_with(['?', '!']) => {}
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(&name[1..])),
            _ if tag.ends_with('/') => {}
            _ => open.push(name),
        }
    }
    assert!(open.is_empty(), "never closed: {open:?}");
    assert!(text.trim_end().ends_with("</svg>"));
}

#[test]
fn every_format_and_view_is_there_for_runs_and_files() {
    let desk = desk_with_run();
    for model in ["run", "run/model.json", &zoo("MediaPlayer"), &sim("MediaPlayer")] {
        for format in FORMATS {
            for view in ["mealy", "interface"] {
                let ran = desk.run(&["show", model, "--format", format, "--as", view]).exits(0);
                assert!(ran.stdout.len() > 100 && ran.stderr.is_empty(), "{model} {format} {view}: {}", ran.stderr);
            }
            desk.run(&["show", model, "--format", format]).exits(0);
        }
    }
}

#[test]
fn text_shows_where_each_call_leads_and_what_is_illegal() {
    let desk = desk_with_run();
    desk.run(&["show", "run"]).exits(0).prints(&["▸ Start", "← onPostExecute", "illegal: exec", "stays"]);
    desk.run(&["show", "run", "--as", "mealy"]).exits(0).prints(&["exec / ok", "wait / onPostExecute", "wait / quiet"]);
}

#[test]
fn dot_can_be_read_again() {
    let desk = desk_with_run();
    desk.write("again.dot", &desk.run(&["show", "run", "--format", "dot"]).exits(0).stdout);
    desk.run(&["compare", "again.dot", &zoo("AsyncTask")]).exits(0);
    let automaton = desk.run(&["show", "run", "--format", "dot", "--as", "interface"]).exits(0).stdout;
    assert!(automaton.contains("label=\"onCancelled\", style=dashed") && !automaton.contains("quiet"));
    desk.write("drawing.dot", &automaton);
    desk.run(&["learn", "sim:drawing.dot"])
        .exits(2)
        .complains(&["this is a drawing (interface automaton)", "--as mealy"]);
}

#[test]
fn json_is_the_model_of_the_run_byte_for_byte() {
    let desk = desk_with_run();
    let shown = desk.run(&["show", "run", "--format", "json"]).exits(0).stdout;
    assert_eq!(shown, desk.read("run/model.json"));
    assert!(shown.contains("\"witness\":["), "with the trace behind each transition");
}

#[test]
fn a_picture_is_well_formed_with_graphviz_and_without() {
    let desk = desk_with_run();
    for view in ["mealy", "interface"] {
        let arguments = ["show", "run", "--format", "svg", "--as", view];
        for ran in [desk.run(&arguments), desk.run_without_path(&arguments)] {
            let ran = ran.exits(0).prints(&["<svg", "onPostExecute", "cancel"]);
            assert_well_formed(&ran.stdout);
        }
    }
    assert_well_formed(&desk.read("run/model.svg"));
}

#[test]
fn names_with_special_characters_do_not_break_a_picture() {
    let desk = Desk::new();
    desk.write(
        "odd.dot",
        "digraph {\n  __start0 -> a;\n  a -> b [label=\"x<y> & 'z' / \\\"ok\\\"\"];\n  b -> a [label=\"x<y> & 'z' / ]]>\"];\n}\n",
    );
    let arguments = ["show", "odd.dot", "--format", "svg"];
    for ran in [desk.run(&arguments), desk.run_without_path(&arguments)] {
        assert_well_formed(&ran.exits(0).prints(&["x&lt;y"]).stdout);
    }
    desk.run(&["learn", "sim:odd.dot", "-q"]).exits(0);
    assert!(!desk.read("odd.run/report.html").contains("x<y>"), "names are escaped in the report");
}

#[test]
fn a_case_file_is_no_model_and_a_misspelt_error_no_output() {
    let desk = Desk::new();
    desk.write("player.toml", "");
    desk.run(&["show", "player.toml"]).exits(2).complains(&["is a case file", "its run folder"]);
    let ran = desk.run(&["learn", &common::sim("AsyncTask"), "--errors", "eror"]).exits(2);
    ran.complains(&["has no output `eror`", "onCancelled"]);
}

#[test]
fn a_partial_model_is_marked() {
    let desk = Desk::new();
    let arguments = ["learn", &common::sim("MediaPlayer"), "--errors", "error", "--max-words", "50", "-o", "part.run"];
    desk.run(&arguments).exits(4);
    desk.run(&["show", "part.run"]).exits(0).complains(&["holds a draft"]);
}

#[test]
fn a_run_that_goes_on_or_was_killed_shows_its_model_so_far() {
    if !has("python3") {
        return;
    }
    let slow = SlowMachine::new("MediaPlayer", &["start", "pause", "stop", "reset", "release"]);
    let desk = slow.desk();
    // What an earlier model looked like says nothing of this run.
    std::fs::create_dir(desk.path("run")).expect("a folder");
    desk.write("run/summary.json", "{\"finished\": true}");
    let mut running = slow.start(&["-q"]);
    wait_until("there is a model", || running.has_ended() || desk.path("run/model.json").exists());
    assert!(!running.has_ended());
    let shown = desk.run(&["show", "run"]).exits(0).complains(&["note: run holds a draft: its run is still going"]);
    assert!(shown.stdout.contains("▸ Start\n    ") && !desk.path("run/summary.json").exists(), "{}", shown.stdout);
    running.kill();
    desk.run(&["show", "run"]).exits(0).prints(&["▸ Start"]).complains(&["holds a draft"]);
    assert_eq!(desk.run(&["show", "run", "--format", "json"]).exits(0).json()["finished"], false);
}

#[test]
fn a_run_that_is_stopped_before_its_first_hypothesis_shows_what_was_observed() {
    let desk = Desk::new();
    let arguments = ["learn", &common::sim("MediaPlayer"), "--errors", "error", "--max-words", "3", "-o", "part.run"];
    let ran = desk.run(&arguments).exits(4);
    let ran = ran.prints(&["no hypothesis yet", "distinguished", "this is what was observed first"]);
    assert!(ran.stdout.contains(" → ") && !ran.stdout.contains("differ within"), "{}", ran.stdout);
    desk.run(&["show", "part.run"]).exits(0).prints(&["▸ Start", " → "]).complains(&["holds a draft"]);
    assert!(desk.read("part.run/report.html").contains("what was observed first"));
}

#[test]
fn a_large_machine_is_told_in_part_and_shown_in_full() {
    let desk = Desk::new();
    let edges = (0..30).map(|state| format!("  s{state} -> s{} [label=\"a / o{state}\"];\n", (state + 1) % 30));
    desk.write("ring.dot", &format!("digraph {{\n{}}}\n", edges.collect::<String>()));
    let states = |text: &str| text.lines().filter(|line| line.contains("a / o")).count();
    let told = desk.run(&["learn", "sim:ring.dot", "-o", "a ring"]).exits(0);
    assert_eq!(states(&told.stdout), 20);
    let told = told.prints(&["... and 10 more states: typestar show 'a ring'\n", "30 states"]);
    assert!(!told.stdout.contains("not shown"));
    assert_eq!(states(&desk.run(&["show", "a ring"]).exits(0).stdout), 30);
}

#[test]
fn mermaid_draws_what_is_small_and_refuses_what_is_not() {
    let desk = desk_with_run();
    desk.run(&["show", "run", "--format", "mermaid"]).exits(0).prints(&[
        "stateDiagram-v2",
        "[*] --> s0",
        "onCancelled",
    ]);
    let mut machine = String::from("digraph {\n");
    for (state, input) in (0..30).flat_map(|state| (0..20).map(move |input| (state, input))) {
        machine += &format!("  s{state} -> s{} [label=\"i{input} / o\"];\n", (state + input + 1) % 30);
    }
    desk.write("large.dot", &(machine + "}\n"));
    let ran = desk.run(&["show", "large.dot", "--format", "mermaid"]).exits(2);
    ran.complains(&["601 edges", "mermaid draws at most 500", "use dot or svg instead"]);
}

#[test]
fn the_log_has_every_word_in_the_order_of_execution() {
    let desk = desk_with_run();
    let words = desk.run(&["log", "run", "--json"]).exits(0).json_lines();
    let text = desk.run(&["log", "run"]).exits(0).stdout;
    assert_eq!(text.lines().count(), words.len());
    for (line, (entry, number)) in text.lines().zip(words.iter().zip(1..)) {
        assert_eq!(entry["seq"], number);
        let lists = [&entry["inputs"], &entry["outputs"]].map(|list| list.as_array().expect("a list"));
        assert!(!lists[0].is_empty() && lists[0].len() == lists[1].len());
        let steps =
            lists[0].iter().zip(lists[1]).map(|(i, o)| format!("{}/{}", i.as_str().unwrap(), o.as_str().unwrap()));
        assert!(line.ends_with(&steps.collect::<Vec<_>>().join(" ")), "{line}");
        assert!(line.contains(entry["phase"].as_str().expect("a phase")), "{line}");
    }
}

#[test]
fn shells_can_complete_the_commands() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        Desk::new().run(&["completions", shell]).exits(0).prints(&["typestar", "learn", "compare", "doctor"]);
    }
}

#[test]
fn every_help_text_has_an_example() {
    let desk = Desk::new();
    let help = desk.run(&["--help"]).exits(0).prints(&["Examples:", "Exit codes: 0 done", "typestar demo"]);
    let commands: Vec<&str> = (help.stdout.lines())
        .skip_while(|line| !line.starts_with("Commands:"))
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .filter(|&command| command != "help")
        .collect();
    assert!(commands.len() >= 9, "{commands:?}");
    for command in commands {
        desk.run(&[command, "--help"]).exits(0).prints(&["Example", &format!("  typestar {command}")[1..], "Usage:"]);
        desk.run(&[command, "-h"]).exits(0).prints(&["Usage:"]);
    }
    desk.run(&["--version"]).exits(0).prints(&["typestar "]);
}

/// How `typestar` ends when its stdout is this.
fn end_with_stdout(arguments: &[&str], stdout: impl Into<Stdio>) -> (Option<i32>, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_typestar"));
    let output = command.args(arguments).stdin(Stdio::null()).stdout(stdout).stderr(Stdio::piped()).spawn();
    let output = output.and_then(Child::wait_with_output).expect("the command ends");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error_but_a_full_disk_is() {
    let machine = zoo("MediaPlayer");
    for arguments in [&["show", &machine][..], &["completions", "bash"], &["compare", &machine, &machine]] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        assert_eq!(end_with_stdout(arguments, writer), (Some(0), String::new()), "{arguments:?}");
        let Ok(full) = OpenOptions::new().write(true).open("/dev/full") else { continue };
        let (code, told) = end_with_stdout(arguments, full);
        assert_eq!(code, Some(3), "{arguments:?}: {told}");
        assert!(told.contains("cannot write to standard output"), "{told}");
    }
}
