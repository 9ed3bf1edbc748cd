//! Learning noisy systems: which votes help how much, and what they cost.

use std::path::Path;

use typestar_model::{Comparison, ERROR, Inputs, Mealy, OutputId, Outputs, Plan, StateId, compare, read_dot};
use typestar_query::{
    Answer, Case, Finished, Journal, MachineTester, Noise, RunOptions, Symbols, System, SystemError, learn,
};

use crate::random::Random;

/// Classes of 5, 7 and 7 states, with 3, 4 and 8 inputs.
const CLASSES: [&str; 3] = ["AsyncTask", "SpeechRecognizer", "MediaRecorder"];
/// With this many seeds for each class, a cell of the table has 60 runs.
const SEEDS: u64 = 20;
/// One step in this many has a wrong output; 0 for none.
const NOISE: [u64; 4] = [0, 1000, 200, 50];
/// `repeat` and `confirm`.
const VOTES: [(u32, u32); 6] = [(1, 1), (1, 3), (1, 5), (3, 1), (5, 1), (7, 1)];
/// A run that needs more words than this has lost its way.
const MOST_WORDS: u64 = 10_000;

/// Prints the table; false if a class is learned wrong where there is no noise.
pub fn noise() -> bool {
    println!("| wrong outputs | `repeat` | `confirm` | right | gave up | wrong | words |");
    println!("| --- | --: | --: | --: | --: | --: | --: |");
    let mut is_well = true;
    for one_in in NOISE {
        for votes in VOTES {
            let cell = Cell::measure(one_in, votes);
            println!("{}", cell.row(one_in, votes));
            is_well &= one_in > 0 || cell.right == cell.runs;
        }
    }
    is_well
}

/// What came of all runs with the same noise and the same votes.
#[derive(Default)]
struct Cell {
    runs: u64,
    right: u64,
    /// Runs that came to no end and said so.
    gave_up: u64,
    words: u64,
}

impl Cell {
    fn measure(one_in: u64, votes: (u32, u32)) -> Self {
        let mut cell = Self::default();
        for name in CLASSES {
            let truth = zoo(name);
            for seed in 0..SEEDS {
                cell.add(&learned(&truth, one_in, votes, seed), &truth);
            }
        }
        cell
    }

    fn add(&mut self, finished: &Finished, truth: &Mealy) {
        let is_right = || compare(&finished.learned.machine, truth) == Comparison::Same;
        self.runs += 1;
        self.words += finished.summary.learning.executed + finished.summary.testing.executed;
        match &finished.stop {
            Some(_) => self.gave_up += 1,
            None => self.right += u64::from(is_right()),
        }
    }

    fn row(&self, one_in: u64, (repeat, confirm): (u32, u32)) -> String {
        let percent = |runs: u64| format!("{:.0} %", 100.0 * runs as f64 / self.runs as f64);
        let noise = if one_in == 0 { "none".to_owned() } else { format!("1 in {one_in}") };
        let wrong = self.runs - self.right - self.gave_up;
        let [right, gave_up, wrong] = [self.right, self.gave_up, wrong].map(percent);
        format!("| {noise} | {repeat} | {confirm} | {right} | {gave_up} | {wrong} | {} |", self.words / self.runs)
    }
}

fn zoo(name: &str) -> Mealy {
    let zoo = Path::new(env!("CARGO_MANIFEST_DIR")).join("../zoo");
    let text = std::fs::read_to_string(zoo.join(format!("{name}.dot"))).expect("the zoo is beside the bench");
    read_dot(&text).expect("the zoo is well formed")
}

fn learned(truth: &Mealy, one_in: u64, (repeat, confirm): (u32, u32), seed: u64) -> Finished {
    let mut case = Case::of_model(Path::new("noisy"));
    case.outputs.errors = vec![ERROR.to_owned()];
    case.learning.tester = Some(MachineTester::DistinguisherBound(2).into());
    (case.learning.repeat, case.learning.confirm, case.learning.noise) = (repeat, confirm, Noise::Expected);
    case.limits.max_words = MOST_WORDS;
    let mut system = Noisy { truth, outputs: Outputs::default(), one_in, random: Random::new(seed + 1) };
    let journal = Journal::in_memory();
    let finished = learn(&case, &mut system, journal, &RunOptions::default(), &mut |_, _| {});
    finished.expect("a journal in memory does not fail")
}

/// A machine that now and then says another of its outputs than it should, and goes on as if it had not.
struct Noisy<'a> {
    truth: &'a Mealy,
    outputs: Outputs,
    one_in: u64,
    random: Random,
}

impl Noisy<'_> {
    /// The output of a step, or another one.
    fn spoken(&mut self, output: OutputId) -> OutputId {
        if self.one_in == 0 || self.random.below(self.one_in as usize) > 0 {
            return output;
        }
        let others: Vec<OutputId> = self.truth.outputs().ids().filter(|&other| other != output).collect();
        others[self.random.below(others.len())]
    }

    fn execute(&mut self, plan: &Plan, symbols: &Symbols) -> Answer {
        let mut outputs = std::mem::take(&mut self.outputs);
        let mut state = self.truth.initial();
        let answer = Answer::stepped(plan, symbols, &mut outputs, |input| {
            let input = self.truth.inputs().get(input).expect("an input of the machine");
            let (output, next): (OutputId, StateId) = self.truth.step(state, input).expect("the zoo is complete");
            state = next;
            let spoken = self.spoken(output);
            self.truth.outputs().text(spoken).to_owned()
        });
        self.outputs = outputs;
        answer
    }
}

impl System for Noisy<'_> {
    fn inputs(&self) -> &Inputs {
        self.truth.inputs()
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        answers.extend(plans.iter().map(|plan| self.execute(plan, symbols)));
        Ok(())
    }
}
