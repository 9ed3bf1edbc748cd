//! The table of versions in the docs says what is learned on each API level, and the pictures show it.

#![cfg(unix)]

use std::sync::Mutex;

use crate::common::{Desk, android_desk, repository};
use serde_json::Value;

/// The API levels of the table, in the order of its columns.
const LEVELS: [&str; 3] = ["23", "28", "34"];

/// What stands for the states of a class that has no finite machine. It is not learned: that has no end.
const ENDLESS: &str = "no end";

/// With this variable set, the pictures are drawn anew.
const DRAW: &str = "TYPESTAR_DRAW";

/// How many virtual machines run at once.
const AT_ONCE: usize = 2;

#[test]
#[ignore = "takes minutes: .ci/run runs it"]
fn every_case_has_the_states_and_differences_that_the_docs_say() {
    let desks = [23, 28, 34].map(android_desk);
    if desks.iter().any(Option::is_none) {
        return;
    }
    let page = std::fs::read_to_string(repository("docs/gallery/android.md")).expect("the page");
    let rows: Vec<Row> = page.lines().filter_map(Row::read).collect();
    assert!(rows.len() >= 20, "{} rows", rows.len());
    let (next, faults) = (Mutex::new(rows.iter()), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        for _ in 0..AT_ONCE {
            scope.spawn(|| {
                while let Some(row) = { next.lock().expect("no panic").next() } {
                    faults.lock().expect("no panic").extend(row.fault());
                }
            });
        }
    });
    let faults = faults.into_inner().expect("no panic");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A row of the table: a case, its states on each level, and the shortest words that tell levels from the last one.
struct Row<'a> {
    case: &'a str,
    states: [&'a str; 3],
    differences: &'a str,
}

impl<'a> Row<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [case, one, two, three, differences] = cells[..] else { return None };
        let case = case.split("](../../").nth(1)?.trim_end_matches(')');
        case.ends_with(".toml").then_some(Self { case, states: [one, two, three], differences })
    }

    /// The file of its picture.
    fn picture(&self) -> String {
        let name = self.case.trim_start_matches("cases/android/").trim_end_matches(".toml").trim_end_matches("/case");
        repository(&format!("docs/gallery/android/{}.svg", name.replace(['/', '_'], "-")))
    }

    /// What is not as the row says.
    fn fault(&self) -> Option<String> {
        let desk = android_desk(34).expect("it was there before");
        let learned = [0, 1, 2].map(|at| match self.states[at] {
            ENDLESS => (ENDLESS.to_owned(), String::new()),
            _ => learn(&desk, self.case, LEVELS[at]),
        });
        let differences: Vec<String> = (0..2).filter_map(|at| difference(&desk, &learned, at, 2)).collect();
        let written = match differences.is_empty() {
            true => "none".to_owned(),
            false => differences.join("; "),
        };
        // Our own layout: Graphviz draws otherwise, and each version of it in its own way.
        let picture = desk.run_without_path(&["show", "34.run", "--format", "svg"]).exits(0).stdout;
        if std::env::var_os(DRAW).is_some() {
            std::fs::write(self.picture(), &picture).expect("the picture");
        }
        if std::fs::read_to_string(self.picture()).ok() != Some(picture) {
            let path = self.picture();
            return Some(format!("{path} should show what is learned of {}: {DRAW}=1 draws all pictures", self.case));
        }
        let is_right = learned.iter().map(|(states, _)| states).eq(&self.states) && written == self.differences;
        let states: Vec<&str> = learned.iter().map(|(states, _)| states.as_str()).collect();
        (!is_right).then(|| format!("{} should be | {} | {written} |", self.case, states.join(" | ")))
    }
}

/// What is learned of a case on a level: its states, or why there are none, and the run.
fn learn(desk: &Desk, case: &str, api: &str) -> (String, String) {
    let (file, run) = (repository(case), format!("{api}.run"));
    let learned = desk.run(&["learn", &file, "--api", api, "-o", &run, "--json", "-q"]);
    let summary: Value = serde_json::from_str(&learned.stdout).unwrap_or_default();
    let is_whole = summary["finished"] == true && learned.code == Some(0);
    (if is_whole { summary["states"].to_string() } else { "not learned".to_owned() }, run)
}

/// The shortest word that tells two levels apart, with its outputs.
fn difference(desk: &Desk, learned: &[(String, String); 3], one: usize, other: usize) -> Option<String> {
    let [(left, left_run), (right, right_run)] = [&learned[one], &learned[other]];
    if left == ENDLESS || right == ENDLESS {
        return None;
    }
    let compared = desk.run(&["compare", left_run, right_run, "--json"]).json();
    let list = |key: &str| -> String {
        let texts = compared[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        texts.collect::<Vec<_>>().join(" ")
    };
    (compared["same"] != true).then(|| {
        let [one, other] = [one, other].map(|at| LEVELS[at]);
        format!("`{}`: {one} `{}`, {other} `{}`", list("word"), list("left"), list("right"))
    })
}
