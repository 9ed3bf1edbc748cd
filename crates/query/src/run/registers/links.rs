//! The tests of register automata that need more than an oracle.

use std::cell::Cell;
use std::rc::Rc;

use typestar_learn::register::{Explored, RegisterExplore, RegisterHypothesis, Theories};
use typestar_learn::{Halt, Hypothesis, Oracle, Outcome, Tester};
use typestar_model::{Id, InputId, NodeId, Phase, Plan, Random, SeenTrace, Symbol, Word};

use super::super::chain::Link;
use super::growth::{climb, run_loops};
use super::random_words::RandomWords;
use super::same_class::{difference, other};
use crate::executor::StopReason;
use crate::run::findings;
use crate::run::registers::data::Data;
use crate::run::registers::other_values::OtherValues;
use crate::session::Session;

/// Exploration, whose depth the verdict tells.
pub(super) struct ExploreLink {
    pub explorer: RegisterExplore,
    pub reached: Rc<Cell<Explored>>,
}

impl Link<RegisterHypothesis> for ExploreLink {
    fn test(&mut self, session: &mut Session, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        self.reached.set(Explored::default());
        let outcome = self.explorer.test(session, hypothesis);
        self.reached.set(self.explorer.explored());
        outcome
    }
}

/// Random words, and at least as many as learning took: a component that is hard to learn has hidden corners.
pub(super) struct RandomLink {
    pub theories: Theories,
    pub fewest: u64,
    pub seed: u64,
    /// How often words repeat calls at most; 0 if none does.
    pub rounds: usize,
    /// How many were tried with the last hypothesis.
    pub tried: Rc<Cell<u64>>,
}

impl Link<RegisterHypothesis> for RandomLink {
    fn test(&mut self, session: &mut Session, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        let words = self.fewest.max(session.executor.status.progress.learning.executed);
        self.tried.set(words);
        let (theories, rounds, seed) = (self.theories.clone(), self.rounds, self.seed);
        RandomWords { theories, words, rounds, seed }.test(session, hypothesis)
    }
}

/// Climbs the ladders of a hypothesis before it meets random words. That takes few words, and what refutes it there is more
/// generic than a random word, so it is cheaper to learn from.
pub(super) struct Climbing {
    pub data: Data,
}

impl Link<RegisterHypothesis> for Climbing {
    fn phase(&self) -> Phase {
        Phase::Growth
    }

    fn test(&mut self, session: &mut Session, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        Ok(climb(session, hypothesis, &self.data)?.map_or(Outcome::Agreed, Outcome::Counterexample))
    }
}

/// Climbs the ladders of a hypothesis, and runs its loops again and again, when the testers agree.
pub(super) struct Repeating {
    pub data: Data,
}

impl Link<RegisterHypothesis> for Repeating {
    fn phase(&self) -> Phase {
        Phase::Growth
    }

    fn test(&mut self, session: &mut Session, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        let word = match climb(session, hypothesis, &self.data)? {
            None => run_loops(session, hypothesis, &self.data)?,
            found => found,
        };
        Ok(word.map_or(Outcome::Agreed, Outcome::Counterexample))
    }
}

/// Each input is tried with this many other values before anything is learned.
const FIRST_TRIES: usize = 4;

/// Each counterexample is run again with this many other values.
const COUNTEREXAMPLE_TRIES: usize = 3;

/// What the system said to the last input of a word.
fn said(session: &Session, word: &[InputId]) -> Option<Symbol> {
    let output = *session.tree().outputs_of(word)?.last()?;
    Some(session.outputs().symbol(output).clone())
}

/// Runs observed words again with other values of the same classes: a system that the theories fit answers alike.
///
/// What differs refutes the theories and not the hypothesis, so it is a finding and no counterexample: no learner could
/// do anything with it.
pub(super) struct TheoryCheck {
    pub data: Data,
    pub words: usize,
    pub seed: u64,
    /// How many words were run again.
    pub checked: Rc<Cell<u64>>,
}

impl TheoryCheck {
    /// Tries every input alone, before anything is learned: a system that treats values in a way which the theories lack
    /// often shows it there, and a learner would look for states behind it for long.
    pub(super) fn try_inputs(&self, session: &mut Session) -> Result<(), Halt> {
        let mut random = Random::new(self.seed);
        for action in &self.data.signature.inputs {
            let Some(first) = self.data.fresh_calls(action, 1).pop() else { continue };
            let others = (0..FIRST_TRIES)
                .filter_map(|_| OtherValues::new(&self.data, &[]).of(std::slice::from_ref(&first), &mut random)?.pop());
            let others: Vec<Symbol> = others.collect();
            let words: Vec<Word> =
                std::iter::once(&first).chain(&others).filter_map(|s| Some(vec![session.input(s)?])).collect();
            if words.len() < 2 {
                continue;
            }
            session.ask(words.iter().map(|word| Plan::word(word.clone())).collect())?;
            let answers: Vec<Symbol> = words.iter().filter_map(|word| said(session, word)).collect();
            let differs = |answer: &Symbol| answer.name() != answers[0].name();
            if let Some(other) = answers.iter().position(differs) {
                return Err(self.refute(session, &words[0], &words[other]));
            }
        }
        Ok(())
    }

    /// Stops with the finding that the answers to these words do not correspond, if each of them is answered alike when it
    /// is asked again.
    fn refute(&self, session: &mut Session, word: &[InputId], other: &[InputId]) -> Halt {
        let same = session.blame_alternatives(&[word, other]);
        if let Err(halt) = same.and_then(|()| session.doubt(&[word.to_vec(), other.to_vec()])) {
            return halt;
        }
        let traces = [word, other].map(|word| SeenTrace::new(session.observed_trace(word), 1));
        session.find(findings::theory_refuted(traces.to_vec(), &self.data.theories_text()));
        session.stop(StopReason::TheoryRefuted)
    }

    /// Some observed words, and for each one of its class with other values.
    fn pairs(&self, session: &mut Session) -> Vec<(Word, Word)> {
        let mut random = Random::new(self.seed);
        let nodes = session.tree().len();
        let mut pairs: Vec<(Word, Word)> = Vec::new();
        for _ in 0..self.words * 2 {
            let word = session.tree().access_word(NodeId::new(random.below(nodes)));
            let Some(other) = other(session, &self.data, &word, &mut random) else { continue };
            if pairs.len() < self.words && !pairs.iter().any(|(_, known)| *known == other) {
                pairs.push((word, other));
            }
        }
        pairs
    }

    /// Runs a counterexample again with other values, before a learner looks for states behind it. Where a theory does not
    /// fit there may be no end of counterexamples, and the check at the end would never come.
    fn try_counterexample(&self, session: &mut Session, word: &[InputId]) -> Result<(), Halt> {
        let mut random = Random::new(self.seed);
        let others = (0..COUNTEREXAMPLE_TRIES).filter_map(|_| other(session, &self.data, word, &mut random));
        let others: Vec<Word> = others.collect();
        session.ask(others.iter().map(|other| Plan::word(other.clone())).collect())?;
        let shortest = |other: &Word| difference(session, word, other).map(|length| (length, other[..length].to_vec()));
        let Some((length, other)) = others.iter().find_map(shortest) else { return Ok(()) };
        Err(self.refute(session, &word[..length], &other))
    }
}

/// A test whose counterexamples are run again with other values: they may refute a theory instead of the hypothesis.
pub(super) struct CheckedLink {
    pub link: Box<dyn Link<RegisterHypothesis>>,
    pub check: TheoryCheck,
}

impl Link<RegisterHypothesis> for CheckedLink {
    fn phase(&self) -> Phase {
        self.link.phase()
    }

    fn test(&mut self, session: &mut Session, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        let outcome = self.link.test(session, hypothesis)?;
        if let Outcome::Counterexample(word) = &outcome {
            self.check.try_counterexample(session, word)?;
        }
        Ok(outcome)
    }
}

impl Link<RegisterHypothesis> for TheoryCheck {
    fn phase(&self) -> Phase {
        Phase::Challenge
    }

    fn test(&mut self, session: &mut Session, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        let pairs = self.pairs(session);
        session.ask(pairs.iter().map(|(_, other)| Plan::word(other.clone())).collect())?;
        self.checked.set(pairs.len() as u64);
        let differs = |(word, other): &(Word, Word)| {
            let shortest = hypothesis.disagreement_on(session.observed(), other)?;
            Some((word[..shortest.len()].to_vec(), shortest))
        };
        let shortest = pairs.iter().filter_map(differs).min_by_key(|(_, other)| other.len());
        let Some((word, other)) = shortest else { return Ok(Outcome::Agreed) };
        Err(self.refute(session, &word, &other))
    }
}
