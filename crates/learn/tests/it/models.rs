//! Published models of real systems are learned correctly.

use std::path::Path;

use crate::common::{LEARNERS, dot_files, finals, learned_correctly, learner, models};
use typestar_learn::Exact;
use typestar_model::{Mealy, read_dot};

/// The largest machines that are learned in every test run.
const STATES: usize = 66;

fn load(path: &Path) -> Mealy {
    let text = std::fs::read_to_string(path).unwrap();
    read_dot(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn learn_with_all_learners(path: &Path, machine: &Mealy) {
    for name in LEARNERS {
        let what = format!("{} with {name}", path.display());
        let mut exact = Exact::new(machine.clone());
        let teacher = learned_correctly(&what, machine, finals(machine), &mut *learner(name, 6), &mut exact);
        eprintln!("{what}: {} words, {} symbols", teacher.executed(), teacher.symbols());
    }
}

#[test]
fn smaller_models_are_learned_by_every_learner() {
    let Some(folder) = models("learning of published models") else { return };
    let mut learned = 0;
    for path in dot_files(&folder) {
        let machine = load(&path);
        if machine.len() > STATES || !machine.is_complete() {
            continue;
        }
        learn_with_all_learners(&path, &machine);
        learned += 1;
    }
    assert!(learned > 0, "{} has no machines of up to {STATES} states", folder.display());
}

#[test]
#[ignore = "for release builds: cargo test --release -p typestar-learn --test it models:: -- --ignored --nocapture"]
fn large_models_are_learned_by_lsharp() {
    let Some(folder) = models("learning of large models") else { return };
    for path in dot_files(&folder) {
        let machine = load(&path);
        if machine.len() <= STATES || !machine.is_complete() {
            continue;
        }
        let started = std::time::Instant::now();
        let mut exact = Exact::new(machine.clone());
        let teacher = learned_correctly("large", &machine, finals(&machine), &mut *learner("lsharp", 0), &mut exact);
        let figures = (machine.len(), machine.inputs().len(), teacher.executed(), teacher.symbols());
        eprintln!("{}: {figures:?} in {:?}", path.display(), started.elapsed());
    }
}

/// Words, symbols and seconds of one learner on one machine.
fn figures(name: &str, machine: &Mealy) -> (usize, usize, f64) {
    let started = std::time::Instant::now();
    let mut exact = Exact::new(machine.clone());
    let teacher = learned_correctly(name, machine, &[], &mut *learner(name, 0), &mut exact);
    (teacher.executed(), teacher.symbols(), started.elapsed().as_secs_f64())
}

#[test]
#[ignore = "for release builds: cargo test --release -p typestar-learn --test it models::table -- --ignored --nocapture"]
fn table_of_what_each_learner_takes() {
    let Some(folder) = models("a table of what each learner takes") else { return };
    let most: usize = std::env::var("TYPESTAR_STATES").map_or(STATES, |text| text.parse().unwrap());
    let mut totals = LEARNERS.map(|_| (0, 0, 0.0));
    eprintln!("symbols (words) with the exact tester: {}", LEARNERS.join(", "));
    for path in dot_files(&folder.join("mealy")) {
        let machine = load(&path);
        if machine.len() > most || !machine.is_complete() {
            continue;
        }
        let row = LEARNERS.map(|name| figures(name, &machine));
        let cells = row.map(|(words, symbols, _)| format!("{symbols} ({words})")).join(" | ");
        let name = path.file_stem().unwrap().display();
        eprintln!("| {name} | {}/{} | {cells} |", machine.len(), machine.inputs().len());
        for (total, figures) in totals.iter_mut().zip(row) {
            *total = (total.0 + figures.0, total.1 + figures.1, total.2 + figures.2);
        }
    }
    let cells = totals.map(|(words, symbols, seconds)| format!("{symbols} ({words}) {seconds:.1} s")).join(" | ");
    eprintln!("| total | | {cells} |");
}
