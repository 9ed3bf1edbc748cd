//! Suites of guarded models: calls on both sides of each guard, judged by what was known before each call.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::rc::Rc;

use typestar_learn::guarded::{Breaking, Callable, Calls, Contradicted, GuardTests, GuardedHypothesis, SharedCalls};
use typestar_learn::{Halt, KnownWords, Oracle};
use typestar_model::guarded::{Branch, Features, Guard, GuardedModel, Rule, features_text};
use typestar_model::{
    CRASH, ERROR, HANG, InputId, Inputs, OK, ObservationTree, OutputId, Outputs, Plan, Step, Symbol, Word, some_names,
};

use super::{SuiteError, Written, names_not_in, write_words};
use crate::case::{LearningSpec, TesterKind};
use crate::check::conform::{Mismatch, Seen, TestWord};
use crate::check::traces::{Vocabulary, fill_words, write_trace};
use crate::folder::note::Note;
use crate::run::guarded::callables;
use crate::run::verdict::words_text;
use crate::session::observations::Observations;
use crate::system::System;

/// The words of a guarded model: the executions that it shows, and words that are made to break its guards.
///
/// What a call does depends on fields, which only the system tells. So a file has the executions alone, and the words
/// that go to the border of each guard are made while a system is tried.
pub struct GuardedSuite {
    model: GuardedModel,
    /// Words that the user knows, by their files. They are read when it is known what the system offers.
    known: Vec<KnownWords>,
    /// How many words each guard has to withstand.
    words: u64,
    seed: u64,
}

impl GuardedSuite {
    /// The words that a tester knows, and then so many for each guard; if nobody says how many, as many as the model was
    /// learned with.
    pub fn new(
        model: GuardedModel,
        words: Option<u64>,
        (tester, seed): (Option<&TesterKind>, u64),
    ) -> Result<Self, SuiteError> {
        let no_suite = |tester: &TesterKind| SuiteError::NoSuiteOfGuards(tester.clone());
        let known = tester.map(|tester| tester.of_guarded().ok_or_else(|| no_suite(tester))).transpose()?;
        let learned_with = || model.rules.iter().map(|rule| rule.tests).max().unwrap_or(0);
        let usual = || Some(learned_with()).filter(|&words| words > 0).unwrap_or(LearningSpec::default().guard_tests);
        Ok(Self { words: words.unwrap_or_else(usual), known: known.unwrap_or_default(), model, seed })
    }

    /// An execution for each side of each guard, and for each outcome. None of them begins another.
    fn executions(&self) -> Vec<&[Step]> {
        let certain = self.model.rules.iter().filter(|rule| rule.is_certain);
        let shown: Vec<&[Step]> = certain.flat_map(executions_of).collect();
        let begins = |one: &[Step], other: &[Step]| {
            other.len() >= one.len() && one.iter().zip(other).all(|(one, other)| one.input == other.input)
        };
        let is_new = |&place: &usize| {
            let another = |(other, steps): (usize, &&[Step])| {
                other != place && begins(shown[place], steps) && (steps.len() > shown[place].len() || other < place)
            };
            !shown[place].is_empty() && !shown.iter().enumerate().any(another)
        };
        (0..shown.len()).filter(is_new).map(|place| shown[place]).collect()
    }

    /// Writes the executions with their outputs, one line each.
    pub fn write(&self, file: impl Write) -> io::Result<Written> {
        write_words(file, self.executions().into_iter(), |steps, line| {
            write_trace(steps.iter().map(|step| (step.input.text(), step.output.text())), line);
            steps.len()
        })
    }

    /// The words as tests of a system with these inputs, which must have all methods of the model.
    pub fn tests(&self, system: &dyn System, inputs: &Inputs) -> Result<GuardedTests, SuiteError> {
        let of_system = callables(system, &[]);
        if of_system.is_empty() {
            return Err(SuiteError::NoFields);
        }
        let called = |name: &str| of_system.iter().find(|callable| callable.method.name == name).cloned();
        let found: Vec<_> = self.model.methods.iter().map(|method| called(&method.name)).collect();
        let missing = self.model.methods.iter().zip(&found).filter(|(_, found)| found.is_none());
        let missing: Vec<String> = missing.map(|(method, _)| method.name.clone()).collect();
        if !missing.is_empty() {
            return Err(SuiteError::UnknownInputs { names: missing, has: inputs.texts().to_vec() });
        }
        let knows_outcomes = self.model.rules.iter().any(|rule| !rule.branches.is_empty());
        let calls = Calls::new(found.into_iter().flatten().collect()).with_outcomes(knows_outcomes);
        let calls = Rc::new(RefCell::new(calls));
        let hypothesis = GuardedHypothesis::of_model(&self.model, &calls);
        let breaking = Breaking::new(&calls, self.words, self.seed, &GuardTests::default());
        let mut asked = Asked::new(inputs.clone());
        let mut words: VecDeque<Word> =
            self.executions().into_iter().filter_map(|steps| asked.word(inputs_of(steps))).collect();
        words.extend(self.read_words(&of_system)?.iter().filter_map(|word| asked.word(word.iter())));
        Ok(GuardedTests { model: self.model.clone(), calls, hypothesis, breaking, asked, words })
    }

    /// The known words, for a system that offers these methods.
    fn read_words(&self, offered: &[Callable]) -> Result<Vec<Vec<Symbol>>, SuiteError> {
        let vocabulary = Vocabulary::Methods(offered.iter().map(|callable| callable.method.clone()).collect());
        let mut words = Vec::new();
        for known in &self.known {
            let mut known = known.clone();
            fill_words(&mut known, &vocabulary)?;
            words.extend(known.symbols());
        }
        Ok(words)
    }

    /// Which of these inputs of a system are not tried, if there are some.
    pub fn untried(&self, inputs: &Inputs) -> Option<Note> {
        let methods: Inputs = self.model.methods.iter().map(|method| &method.name).collect();
        let untried = names_not_in(inputs, &methods);
        (!untried.is_empty()).then_some(Note::UntriedInputs(untried))
    }

    /// What follows when a system with these inputs answers all of it as expected.
    pub fn verdict(&self, inputs: &Inputs) -> String {
        let (words, seed) = (words_text(self.words), self.seed);
        let known = if self.known.is_empty() { "" } else { ", in the known words" };
        let mut text = format!(
            "no counterexample to the guards in the executions of the model{known} and in {words} made to break each \
             guard (seed {seed})"
        );
        let uncertain = self.model.rules.iter().filter(|rule| !rule.is_certain);
        let uncertain: Vec<String> = uncertain.map(|rule| self.model.methods[rule.method].name.clone()).collect();
        if !uncertain.is_empty() {
            text += &format!("; the model has no guard for {}", some_names(&uncertain));
        }
        if self.untried(inputs).is_some() {
            text += "; what the model leaves open was not tried";
        }
        text
    }
}

/// The words of a guarded model as tests of a system. What was answered decides which words come next.
pub struct GuardedTests {
    model: GuardedModel,
    calls: SharedCalls,
    hypothesis: GuardedHypothesis,
    breaking: Breaking,
    asked: Asked,
    /// Words that were made and not handed out.
    words: VecDeque<Word>,
}

impl GuardedTests {
    /// The next word. It is expected to pass as far as it goes; guards decide when it was run.
    pub(crate) fn next_word(&mut self) -> Option<TestWord> {
        if self.words.is_empty() {
            let plans = self.breaking.next_words(&mut self.asked, &self.hypothesis)?;
            self.words.extend(plans.into_iter().map(|plan| plan.word));
        }
        let word = self.words.pop_front()?;
        let expected = vec![OK.to_owned(); word.len()];
        Some(TestWord { word, expected })
    }

    /// Whether the next word depends on answers to those that were handed out.
    pub(crate) fn waits(&self) -> bool {
        self.words.is_empty()
    }

    /// The inputs of the words so far.
    pub(crate) fn inputs(&self) -> &Inputs {
        &self.asked.inputs
    }

    /// How many words are left, at most.
    pub(crate) fn left(&self) -> u64 {
        self.asked.left + self.words.len() as u64
    }

    /// How many objects are between an object and the fields that guards speak of, at most.
    pub(crate) fn depth(&self) -> u32 {
        let features = self.model.rules.iter().flat_map(|rule| rule.guard.features());
        features.map(|name| name.matches('.').count() as u32).max().unwrap_or(0)
    }

    /// Where an answer contradicts a guard, if it does. An answer that contradicts an earlier one is judged alone.
    pub(crate) fn difference(&mut self, seen: Seen) -> Option<Mismatch> {
        if self.asked.insert(seen, &self.calls) {
            return self.contradiction(&self.hypothesis, &self.asked, seen);
        }
        let calls = Rc::new(RefCell::new(self.calls.borrow().unseen()));
        let mut alone = Asked::new(self.asked.inputs.clone());
        alone.insert(seen, &calls);
        let hypothesis = self.hypothesis.with_calls(calls);
        self.contradiction(&hypothesis, &alone, seen)
    }

    fn contradiction(&self, hypothesis: &GuardedHypothesis, asked: &Asked, seen: Seen) -> Option<Mismatch> {
        let wrong = hypothesis.contradicted(asked.observed(), &seen.answer.word)?;
        let rule = self.model.rule(wrong.state, wrong.method)?;
        let expected = rule.guard.holds(&wrong.before);
        let name = &self.model.methods[wrong.method].name;
        let mut observed = seen.steps(wrong.place + 1);
        let passed: Vec<String> = observed[..wrong.place].iter().map(|step| step.output.text().to_owned()).collect();
        let (wanted, why) = match expected == wrong.passes {
            false => {
                let before = spoken_of(&rule.guard, &wrong.before);
                let why = format!("{name} passes exactly if {}; before this call: {before}", rule.guard);
                (if expected { OK.to_owned() } else { ERROR.to_owned() }, why)
            }
            true => {
                // If it only leads where the model has not been, nobody knows what follows.
                let (branch, outcome) = other_outcome(rule, &wrong)?;
                observed.last_mut()?.output = Symbol::read(outcome);
                let before = spoken_of(&branch.guard, &wrong.before);
                let why = format!(
                    "the outcome of {name} is {} if {}; before this call: {before}",
                    branch.name(),
                    branch.guard
                );
                (branch.name(), why)
            }
        };
        Some(Mismatch { expected: passed.into_iter().chain([wanted]).collect(), observed, why: Some(why) })
    }
}

/// The branch that a call should have taken, and the outcome that it had instead; none if that is one of the branch.
fn other_outcome<'a>(rule: &'a Rule, wrong: &'a Contradicted) -> Option<(&'a Branch, &'a str)> {
    let (branch, outcome) = (rule.branch(&wrong.before)?, wrong.outcome.as_deref()?);
    (!branch.has(outcome)).then_some((branch, outcome))
}

/// The values of what a guard speaks of.
fn spoken_of(guard: &Guard, before: &Features) -> String {
    let spoken = guard.features();
    let values = before.iter().filter(|(name, _)| spoken.contains(name.as_str()));
    features_text(&values.map(|(name, value)| (name.clone(), value.clone())).collect())
}

/// An execution for each side of a rule, and for each outcome.
fn executions_of(rule: &Rule) -> impl Iterator<Item = &[Step]> {
    let outcomes = rule.branches.iter().flat_map(|branch| &branch.executions).map(Vec::as_slice);
    [&rule.passes[..], &rule.fails[..]].into_iter().chain(outcomes)
}

fn inputs_of(steps: &[Step]) -> impl Iterator<Item = &Symbol> {
    steps.iter().map(|step| &step.input)
}

/// What was asked and answered so far: the oracle of those who make words.
struct Asked {
    inputs: Inputs,
    outputs: Outputs,
    observations: Observations,
    /// How many words are left behind those that were made.
    left: u64,
}

impl Asked {
    fn new(inputs: Inputs) -> Self {
        let mut outputs = Outputs::default();
        let finals = [ERROR, HANG, CRASH].map(|name| outputs.intern(name));
        Self { inputs, observations: Observations::new(&outputs, &finals), outputs, left: 0 }
    }

    /// The word of these calls; none if the system does not have one of their methods.
    fn word<'s>(&mut self, calls: impl Iterator<Item = &'s Symbol>) -> Option<Word> {
        calls.map(|call| self.input(call)).collect()
    }

    /// Takes note of an answer; false if it contradicts an earlier one.
    fn insert(&mut self, seen: Seen, calls: &SharedCalls) -> bool {
        let known = self.observations.tree.len();
        let number = |&output: &OutputId| self.outputs.intern_symbol(seen.outputs.symbol(output).clone());
        let outputs: Vec<OutputId> = seen.answer.outputs.iter().map(number).collect();
        if !self.observations.insert(&seen.answer.word, &outputs, None) {
            return false;
        }
        calls.borrow_mut().compare(self.observed(), &seen.answer.word, &seen.answer.evidence);
        calls.borrow_mut().see(self.observed(), known, &seen.answer.evidence);
        true
    }
}

impl Oracle for Asked {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        self.inputs.get_name(symbol.name())?;
        Some(self.inputs.intern_symbol(symbol.clone()))
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn tree(&self) -> &ObservationTree {
        &self.observations.tree
    }

    /// Whoever makes these words runs them.
    fn ask(&mut self, _plans: Vec<Plan>) -> Result<(), Halt> {
        Ok(())
    }

    fn count_known(&mut self, _questions: u64) {}

    fn note_left(&mut self, words: Option<u64>) {
        self.left = words.unwrap_or(0);
    }
}
