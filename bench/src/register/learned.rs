//! One learner on one model.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use typestar_learn::Learner as _;
use typestar_learn::register::{RegisterHypothesis, RegisterLearner, RegisterLearnerKind};
use typestar_model::register::small;
use typestar_testing::RegisterTeacher;

use super::models::Model;
use crate::measure::{own_cpu, run};

/// The learners, as in the paper first.
pub const LEARNERS: [(&str, RegisterLearnerKind); 3] = [
    ("slstar", RegisterLearnerKind::Slstar),
    ("sllambda", RegisterLearnerKind::Sllambda),
    ("slct", RegisterLearnerKind::Slct),
];

/// What learning one model took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Learned {
    /// The size of the learned automaton, in its small form.
    pub locations: usize,
    /// The size of the learned automaton.
    pub transitions: usize,
    /// The most registers that a location has.
    pub registers: usize,
    /// The words that reached the system; without counterexamples.
    pub tests: u64,
    /// The inputs that reached the system; without counterexamples.
    pub inputs: u64,
    /// How many times a prefix was evaluated with a set of suffixes.
    pub tree_queries: u64,
    /// The counterexamples that the perfect oracle gave.
    pub counterexamples: u64,
    /// Seconds of the processor.
    pub cpu: f64,
}

/// Learns a model from a teacher that knows it; what it took, and what came of it.
pub fn learn(model: &Model, kind: RegisterLearnerKind) -> (Learned, RegisterHypothesis) {
    let finals = model.finals.iter().map(String::as_str);
    let mut teacher = RegisterTeacher::new(model.automaton.clone(), finals).longest_first();
    let signature = model.automaton.signature.clone();
    let accepts_empty = model.automaton.locations[0].accepting;
    let mut learner = RegisterLearner::new(kind, signature, model.theories.clone()).with_empty_word(accepts_empty);
    let (mut cpu, mut counterexamples) = (0.0, 0);
    let hypothesis = loop {
        let started = own_cpu();
        let hypothesis = learner.hypothesis(&mut teacher).expect("a teacher does not stop");
        cpu += own_cpu() - started;
        if !teacher.refute(&hypothesis, &model.theories) {
            break hypothesis;
        }
        counterexamples += 1;
    };
    let (automaton, (tests, inputs)) = (small(&hypothesis.automaton), teacher.counts());
    let learned = Learned {
        locations: automaton.locations.len(),
        transitions: automaton.transitions.len(),
        registers: automaton.locations.iter().map(|location| location.registers.len()).max().unwrap_or(0),
        tests: tests as u64,
        inputs: inputs as u64,
        tree_queries: learner.tree_queries(),
        counterexamples,
        cpu,
    };
    (learned, hypothesis)
}

/// The same in a process of its own, which can be ended and may fail. An error says why there is no result.
pub fn learn_apart(model: &Model, learner: &str, folder: &std::path::Path, limit: Duration) -> Result<Learned> {
    let mut command = Command::new(std::env::current_exe()?);
    command.args(["register-one", learner, &model.name]).arg(folder);
    let Some(ended) = run(&mut command, limit)? else { bail!("t/o") };
    let reason = || ended.output.lines().next().unwrap_or("it printed nothing").to_owned();
    Learned::of_line(&ended.output).with_context(reason)
}

impl Learned {
    /// Reads the line that [`Self::line`] writes.
    fn of_line(line: &str) -> Result<Self> {
        let mut learned = Self::default();
        for (name, value) in line.split_whitespace().filter_map(|field| field.split_once('=')) {
            match name {
                "locations" => learned.locations = value.parse()?,
                "transitions" => learned.transitions = value.parse()?,
                "registers" => learned.registers = value.parse()?,
                "tests" => learned.tests = value.parse()?,
                "inputs" => learned.inputs = value.parse()?,
                "tree_queries" => learned.tree_queries = value.parse()?,
                "counterexamples" => learned.counterexamples = value.parse()?,
                "cpu" => learned.cpu = value.parse()?,
                _ => bail!("unknown field {name}"),
            }
        }
        if learned.locations == 0 {
            bail!("no result");
        }
        Ok(learned)
    }

    /// The result as names with values, separated by blanks.
    pub fn line(&self) -> String {
        format!(
            "locations={} transitions={} registers={} tests={} inputs={} tree_queries={} counterexamples={} cpu={:.6}",
            self.locations,
            self.transitions,
            self.registers,
            self.tests,
            self.inputs,
            self.tree_queries,
            self.counterexamples,
            self.cpu
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_reads_as_it_was_written() {
        let learned = Learned { locations: 2, transitions: 4, tests: 7, inputs: 14, cpu: 0.25, ..Learned::default() };
        assert_eq!(Learned::of_line(&learned.line()).unwrap(), learned);
        assert!(Learned::of_line("thread 'main' panicked").is_err());
    }
}
