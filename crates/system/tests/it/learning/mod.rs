//! What the tests of learning runs share: the zoo, systems that watch, fail or lie, and runs of them.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

pub use typestar_model::Random;
use typestar_model::{Comparison, ERROR, Inputs, Learned, Mealy, Model, Outputs, Plan, QUIET, WAIT, compare, read_dot};
use typestar_query::{
    Answer, Case, Event, Finished, Journal, LearnerKind, Purpose, PurposeSpec, RunOptions, Symbols, System,
    SystemError, TesterKind, learn,
};
use typestar_system::Simulated;

/// The folder of the zoo.
fn zoo_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../zoo")
}

/// The names of all machines of the zoo, in order.
pub fn zoo_names() -> Vec<String> {
    let files = std::fs::read_dir(zoo_folder()).unwrap().map(|entry| entry.unwrap().path());
    let dot = files.filter(|path| path.extension().is_some_and(|extension| extension == "dot"));
    let mut names: Vec<String> = dot.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    assert!(names.len() >= 16, "the zoo is not complete: {names:?}");
    names
}

/// A machine of the zoo.
pub fn zoo(name: &str) -> Mealy {
    let text = std::fs::read_to_string(zoo_folder().join(format!("{name}.dot"))).unwrap();
    read_dot(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A case whose errors are final.
pub fn case(name: &str) -> Case {
    let mut case = Case::of_model(Path::new(name));
    case.outputs.errors = vec![ERROR.to_owned()];
    case
}

/// A case with another learner and tester.
pub fn case_with(name: &str, learner: LearnerKind, tester: impl Into<TesterKind>) -> Case {
    let mut case = case(name);
    (case.learning.learner, case.learning.tester) = (Some(learner), Some(tester.into()));
    case
}

/// Learns with a journal in memory.
pub fn learned(case: &Case, system: &mut dyn System) -> Finished {
    learned_with(case, system, &RunOptions::default())
}

/// Learns with a journal in memory and options.
pub fn learned_with(case: &Case, system: &mut dyn System, options: &RunOptions) -> Finished {
    learn(case, system, Journal::in_memory(), options, &mut |_, _| {}).unwrap()
}

/// Options that tell the exact tester the truth.
pub fn knowing(truth: &Mealy) -> RunOptions {
    RunOptions { truth: Some(Model::Machine(Learned::imported("", truth.clone()))), ..RunOptions::default() }
}

/// Asserts that a run came to its end and gave this machine.
pub fn assert_learned(what: &str, finished: &Finished, truth: &Mealy) {
    assert_eq!(finished.stop, None, "{what}");
    assert!(finished.learned.finished && finished.summary.verdict.finished, "{what}");
    assert_eq!(compare(&finished.learned.machine, truth), Comparison::Same, "{what}");
}

/// One executed word, by names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Executed {
    pub inputs: Vec<String>,
    pub outputs: Vec<String>,
}

impl Executed {
    /// Whether this answers `inputs`, perhaps with an error before their end.
    pub fn covers(&self, inputs: &[String]) -> bool {
        let shorter = self.outputs.last().is_some_and(|output| output == ERROR) && inputs.starts_with(&self.inputs);
        self.inputs.starts_with(inputs) || shorter
    }
}

/// All executed words in order, over all processes of a run.
pub type Log = Arc<Mutex<Vec<Executed>>>;

/// A system that runs single steps, so that tests can decide each of them.
pub trait Stepped: Send {
    /// The inputs.
    fn inputs(&self) -> &Inputs;
    /// Starts afresh.
    fn reset(&mut self);
    /// The output of the next input.
    fn step(&mut self, input: &str) -> String;
    /// After a word of this length: whether it has to be run again, because it shall be spoiled.
    fn spoils(&mut self, _length: usize) -> bool {
        false
    }
}

/// A machine that is walked step by step.
pub struct Walked {
    pub machine: Mealy,
    state: typestar_model::StateId,
}

impl Walked {
    pub fn new(machine: &Mealy) -> Self {
        Self { machine: machine.clone(), state: machine.initial() }
    }
}

impl Stepped for Walked {
    fn inputs(&self) -> &Inputs {
        self.machine.inputs()
    }

    fn reset(&mut self) {
        self.state = self.machine.initial();
    }

    fn step(&mut self, input: &str) -> String {
        let input = self.machine.inputs().get(input).unwrap();
        let (output, next) = self.machine.step(self.state, input).expect("machines of these tests are complete");
        self.state = next;
        self.machine.outputs().text(output).to_owned()
    }
}

/// What a call does to the state of a class and to the callbacks that are pending.
type Call<S> = fn(&mut S, &mut VecDeque<&'static str>, &str);

/// A class in a test, whose calls never fail.
pub struct Class<S> {
    pub inputs: Inputs,
    state: S,
    pending: VecDeque<&'static str>,
    call: Call<S>,
}

impl<S: Default + Send> Class<S> {
    pub fn new(callins: &[&str], call: Call<S>) -> Self {
        let inputs = callins.iter().copied().chain([WAIT]).collect();
        Self { inputs, state: S::default(), pending: VecDeque::new(), call }
    }
}

impl<S: Default + Send> Stepped for Class<S> {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn reset(&mut self) {
        self.state = S::default();
        self.pending.clear();
    }

    fn step(&mut self, input: &str) -> String {
        if input == WAIT {
            return self.pending.pop_front().unwrap_or(QUIET).to_owned();
        }
        (self.call)(&mut self.state, &mut self.pending, input);
        "ok".to_owned()
    }
}

/// What a watched system does besides answering.
pub type Hook<'a> = Box<dyn FnMut(&Executed) -> Result<(), SystemError> + Send + 'a>;

/// A system that logs every executed word, and may fail.
pub struct Watched<'a, S> {
    pub system: S,
    pub outputs: Outputs,
    pub log: Log,
    /// Called with each word after its execution; a failure loses its answer, and the log forgets it.
    pub hook: Hook<'a>,
}

impl<S: Stepped> Watched<'_, S> {
    pub fn new(system: S) -> Self {
        Self { system, outputs: Outputs::default(), log: Log::default(), hook: Box::new(|_| Ok(())) }
    }

    fn execute(&mut self, plan: &Plan, symbols: &Symbols) -> Answer {
        self.system.reset();
        Answer::stepped(plan, symbols, &mut self.outputs, |input| self.system.step(input))
    }
}

impl<S: Stepped> System for Watched<'_, S> {
    fn inputs(&self) -> &Inputs {
        self.system.inputs()
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            let mut answer = self.execute(plan, symbols);
            if self.system.spoils(answer.word.len()) {
                answer = self.execute(plan, symbols);
            }
            let executed = Executed {
                inputs: answer.word.iter().map(|&input| self.inputs().text(input).to_owned()).collect(),
                outputs: answer.outputs.iter().map(|&output| self.outputs.text(output).to_owned()).collect(),
            };
            (self.hook)(&executed)?;
            self.log.lock().unwrap().push(executed);
            answers.push(answer);
        }
        Ok(())
    }
}

/// A machine whose every word is logged.
pub fn watched(machine: &Mealy) -> Watched<'static, Walked> {
    Watched::new(Walked::new(machine))
}

/// A machine of the zoo as users simulate it.
pub fn simulated(name: &str) -> Simulated {
    Simulated::new(name, &zoo(name), &[ERROR.to_owned()])
}

/// A machine that sometimes gives a wrong output, at most one in a word.
pub struct Noisy {
    walked: Walked,
    random: Random,
    /// One word in this many is spoiled.
    one_in: usize,
    /// Where the present word is spoiled, and how many steps it has made.
    spoiled_at: Option<usize>,
    steps: usize,
}

impl Noisy {
    pub fn new(machine: &Mealy, seed: u64, one_in: usize) -> Self {
        let walked = Walked::new(machine);
        Self { walked, random: Random::new(seed), one_in, spoiled_at: None, steps: 0 }
    }

    /// Another output that occurs in the machine.
    fn another(&mut self, output: &str) -> String {
        let outputs = self.walked.machine.outputs();
        let others: Vec<&String> = outputs.texts().iter().filter(|name| *name != output).collect();
        others[self.random.below(others.len())].clone()
    }
}

impl Stepped for Noisy {
    fn inputs(&self) -> &Inputs {
        self.walked.inputs()
    }

    fn reset(&mut self) {
        self.walked.reset();
        self.steps = 0;
    }

    fn step(&mut self, input: &str) -> String {
        let output = self.walked.step(input);
        self.steps += 1;
        match self.spoiled_at.take_if(|at| *at == self.steps - 1) {
            Some(_) => self.another(&output),
            None => output,
        }
    }

    fn spoils(&mut self, length: usize) -> bool {
        let spoils = self.random.once_in(self.one_in);
        self.spoiled_at = spoils.then(|| self.random.below(length));
        spoils
    }
}

/// What of a run must not depend on interruptions.
#[derive(Clone, Debug, PartialEq)]
pub struct Trail {
    pub json: String,
    pub rounds: u64,
    pub learning: typestar_model::Counts,
    pub testing: typestar_model::Counts,
    pub findings: Vec<typestar_model::Finding>,
    /// States, and words executed so far, of each hypothesis.
    pub hypotheses: Vec<(usize, u64)>,
}

/// Learns with a journal, and tells the outcome with the trail; the observer may do more.
pub fn trail(
    case: &Case,
    system: &mut dyn System,
    journal: Journal,
    options: &RunOptions,
    observer: &mut dyn FnMut(&Event),
) -> (Finished, Trail) {
    let mut hypotheses = Vec::new();
    let finished = learn(case, system, journal, options, &mut |event, progress| {
        if let Event::HypothesisBuilt { states, .. } = event {
            hypotheses.push((*states, progress.learning.executed + progress.testing.executed));
        }
        observer(event);
    });
    let finished = finished.unwrap();
    let summary = &finished.summary;
    let trail = Trail {
        json: typestar_model::write_json(&finished.learned),
        rounds: summary.rounds,
        learning: summary.learning,
        testing: summary.testing,
        findings: summary.findings.clone(),
        hypotheses,
    };
    (finished, trail)
}

/// A machine in which what is missing answers `beyond` for ever, so that comparing sees it.
pub fn completed(machine: &Mealy) -> Mealy {
    let mut complete = machine.clone();
    let beyond = complete.add_state("beyond");
    for state in complete.states() {
        for input in machine.inputs().ids() {
            let is_missing = state == beyond || machine.step(state, input).is_none();
            if is_missing {
                complete.add_edge(state, machine.inputs().text(input), "beyond", beyond);
            }
        }
    }
    complete
}

/// A system that fails at the first word outside the purpose.
pub fn guarded<S: Stepped>(system: S, spec: &PurposeSpec) -> Watched<'static, S> {
    let (purpose, inputs) = (Purpose::new(spec, system.inputs()), system.inputs().clone());
    let mut watched = Watched::new(system);
    watched.hook = Box::new(move |executed| {
        let mut state = purpose.start();
        for (input, output) in executed.inputs.iter().zip(&executed.outputs) {
            let input = inputs.get(input).unwrap();
            if !purpose.allows(&state, input) {
                return Err(SystemError::Failed(format!("{executed:?} is outside the purpose")));
            }
            state = purpose.step(&state, input, output);
        }
        Ok(())
    });
    watched
}
