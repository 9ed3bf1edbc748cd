//! Published models of real systems are learned correctly.

mod common;

use std::path::Path;

use common::{LEARNERS, dot_files, finals, learned_correctly, learner, models, say};
use typestar_learn::Exact;
use typestar_model::{Mealy, read_dot};

/// The largest machines that are learned in every test run.
const STATES: usize = 60;

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
fn smaller_models_are_learned_by_both_learners() {
    let Some(folder) = models("learning of published models") else { return };
    let mut learned = 0;
    for path in dot_files(&folder) {
        let machine = load(&path);
        if machine.len() > STATES || !machine.is_complete() {
            say(&format!("SKIPPED: {}, {} states", path.display(), machine.len()));
            continue;
        }
        learn_with_all_learners(&path, &machine);
        learned += 1;
    }
    assert!(learned > 0, "{} has no machines of up to {STATES} states", folder.display());
}

#[test]
#[ignore = "for release builds: cargo test --release -p typestar-learn --test models -- --ignored --nocapture"]
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
