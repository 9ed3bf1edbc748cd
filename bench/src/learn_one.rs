//! Typestar's learners on one model, in this process, for the comparison with the learners of the peers.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context as _, Result};
use typestar_learn::{Adt, Kv, Learner, Lsharp, Lstar, MealyHypothesis, Ttt};
use typestar_testing::Teacher;

use crate::measure::{Cost, own_cpu, peak_memory};
use crate::models::Model;

/// The names of the learners, the default first.
pub const LEARNERS: [&str; 5] = ["lsharp", "lstar", "kv", "ttt", "adt"];

fn learner_named(name: &str) -> Option<Box<dyn Learner<Hypothesis = MealyHypothesis>>> {
    match name {
        "lsharp" => Some(Box::new(Lsharp::new(0))),
        "lstar" => Some(Box::new(Lstar::new())),
        "kv" => Some(Box::new(Kv::new())),
        "ttt" => Some(Box::new(Ttt::new())),
        "adt" => Some(Box::new(Adt::new())),
        _ => None,
    }
}

/// Learns the machine of a file from a teacher that knows it.
pub fn learn_one(name: &str, file: &Path) -> Result<Cost> {
    let mut learner = learner_named(name).with_context(|| format!("there is no learner {name}"))?;
    let model = Model::read(file)?;
    let mut teacher = Teacher::new(&model.machine, &[]).without_words();
    let (wall, cpu) = (Instant::now(), own_cpu());
    let hypothesis = loop {
        let hypothesis = learner.hypothesis(&mut teacher).expect("a teacher does not stop");
        if !teacher.refute(&hypothesis) {
            break hypothesis;
        }
    };
    Ok(Cost {
        wall: wall.elapsed().as_secs_f64(),
        cpu: own_cpu() - cpu,
        memory_kb: peak_memory("/proc/self"),
        states: hypothesis.machine.len(),
        queries: teacher.executed() as u64,
        symbols: teacher.symbols() as u64,
        counterexamples: teacher.counterexamples.len() as u64,
        counterexample_symbols: teacher.counterexamples.iter().map(|word| word.len() as u64).sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_learner_can_be_made_and_typestar_knows_its_name() {
        for name in LEARNERS {
            assert!(learner_named(name).is_some(), "{name}");
            assert!(name.parse::<typestar_query::LearnerKind>().is_ok(), "{name}");
        }
    }
}
