//! The tests of register automata that need more than an oracle.

use std::cell::Cell;
use std::rc::Rc;

use typestar_learn::register::{Explored, RegisterExplore, RegisterHypothesis, Theories};
use typestar_learn::{Halt, Hypothesis, Oracle, Outcome, Tester};
use typestar_model::register::TypeId;
use typestar_model::{Id, InputId, NodeId, Phase, Plan, Random, SeenTrace, Symbol, Word};

use super::super::chain::Link;
use super::explained::{Tried, explained};
use super::growth::{FIRST_LOOK, climb, climb_with_few_values, run_loops};
use super::random_words::RandomWords;
use super::same_class::{difference, other};
use super::special_values::Special;
use super::trials::{Trial, specials_of, trials, trials_of};
use crate::executor::StopReason;
use crate::run::findings;
use crate::run::registers::data::Data;
use crate::run::registers::other_values::{OtherValues, Others};
use crate::run::registers::typed::typed;
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

/// Looks for counts of a few values in a new hypothesis, whenever it has half as many locations more: that stops the run. Learners
/// take very many words where one value is counted, so this cannot wait until the testers agree.
pub(super) struct CountsAtFirst {
    data: Data,
    next_look: usize,
}

impl CountsAtFirst {
    pub(super) fn new(data: Data) -> Self {
        Self { data, next_look: FIRST_LOOK }
    }
}

impl Link<RegisterHypothesis> for CountsAtFirst {
    fn phase(&self) -> Phase {
        Phase::Growth
    }

    fn test(&mut self, session: &mut Session, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        if hypothesis.size() >= self.next_look {
            self.next_look = hypothesis.size() + hypothesis.size() / 2;
            climb_with_few_values(session, hypothesis, &self.data, false)?;
        }
        Ok(Outcome::Agreed)
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
            None => climb_with_few_values(session, hypothesis, &self.data, true)?,
            found => found,
        };
        let word = match word {
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
    pub checked: Rc<Cell<Checked>>,
}

/// How many words were run again with other values.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Checked {
    /// With any other values.
    pub others: u64,
    /// With special values,
    pub special: u64,
    /// and how many there are of these in all.
    pub possible: u64,
}

/// For each word that is run again with any other values, so many are run with special ones, if there are so many.
const SPECIAL: usize = 5;

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
            self.try_calls(session, &first, others.into_iter().map(|call| (call, None)).collect())?;
            self.try_calls(session, &first, self.special_calls(&first))?;
        }
        Ok(())
    }

    /// Tries an input with other values.
    fn try_calls(&self, session: &mut Session, first: &Symbol, others: Vec<Call>) -> Result<(), Halt> {
        let Some(usual) = session.input(first).map(|input| vec![input]).filter(|_| !others.is_empty()) else {
            return Ok(());
        };
        let words = others.iter().filter_map(|(call, _)| Some(vec![session.input(call)?]));
        let words: Vec<Word> = words.collect();
        let plans = std::iter::once(&usual).chain(&words).map(|word| Plan::word(word.clone()));
        session.ask(plans.collect())?;
        let name = |word: &Word| said(session, word).map(|said| said.name().to_owned());
        let (usual_name, names) = (name(&usual), words.iter().map(name).collect::<Vec<_>>());
        let Some(other) = names.iter().position(|name| *name != usual_name) else { return Ok(()) };
        let tried = others.into_iter().zip(names).filter_map(|((_, special), name)| {
            let (data_type, special) = special?;
            Some(Tried { data_type, special, differs: name != usual_name })
        });
        let tried: Vec<Tried> = tried.collect();
        Err(self.refute(session, (&usual, &words[other]), tried))
    }

    /// An input with each special value in the place of each of its values.
    fn special_calls(&self, first: &Symbol) -> Vec<Call> {
        let word = std::slice::from_ref(first);
        let others = OtherValues::new(&self.data, &[]);
        let mut calls = Vec::new();
        for (of, value) in typed(&self.data.signature.inputs, first) {
            calls.extend(specials_of(&self.data, of, false).into_iter().filter_map(|special| {
                let Special::One(new) = &special else { return None };
                let way = Others::from([((of, value.clone()), new.clone())]);
                Some((others.with(word, &way)?.pop()?, Some((of, special))))
            }));
        }
        calls
    }

    /// Stops with the finding that the answers to these words do not correspond, if each of them is answered alike when it
    /// is asked again.
    ///
    /// What else was tried may say which theory or declaration would explain it.
    fn refute(&self, session: &mut Session, (word, other): (&[InputId], &[InputId]), tried: Vec<Tried>) -> Halt {
        let same = session.blame_alternatives(&[word, other]);
        if let Err(halt) = same.and_then(|()| session.doubt(&[word.to_vec(), other.to_vec()])) {
            return halt;
        }
        let tried = match tried.is_empty() {
            true => match self.diagnosis(session, word) {
                Ok(tried) => tried,
                Err(halt) => return halt,
            },
            false => tried,
        };
        let traces = [word, other].map(|word| SeenTrace::new(session.observed_trace(word), 1));
        let symbols = |word: &[InputId]| word.iter().map(|&input| session.inputs().symbol(input).clone()).collect();
        let [word, other]: [Vec<Symbol>; 2] = [symbols(word), symbols(other)];
        let explained = explained(&self.data, (&word, &other), &tried);
        session.find(findings::theory_refuted(traces.to_vec(), &self.data.theories_text(), explained));
        session.stop(StopReason::TheoryRefuted)
    }

    /// Which special values and pairs are answered in another way in a word. It is asked once, when other values were.
    fn diagnosis(&self, session: &mut Session, word: &[InputId]) -> Result<Vec<Tried>, Halt> {
        let trials = trials_of(session, &self.data, word);
        session.ask(trials.iter().map(|trial| Plan::word(trial.other.clone())).collect())?;
        let tried = |trial: Trial| {
            let differs = difference(session, word, &trial.other).is_some();
            Tried { data_type: trial.data_type, special: trial.special, differs }
        };
        Ok(trials.into_iter().map(tried).collect())
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
        Err(self.refute(session, (&word[..length], &other), Vec::new()))
    }

    /// Runs words with special values where values matter, as the hypothesis tells.
    fn try_specials(&self, session: &mut Session, hypothesis: &RegisterHypothesis) -> Result<(), Halt> {
        let (trials, possible) = trials(session, hypothesis, &self.data, self.words * SPECIAL);
        session.ask(trials.iter().map(|trial| Plan::word(trial.other.clone())).collect())?;
        let (special, possible) = (trials.len() as u64, possible as u64);
        self.checked.set(Checked { special, possible, ..Checked::default() });
        let shortest = |trial: &Trial| hypothesis.disagreement_on(session.observed(), &trial.other);
        let differing: Vec<Option<Word>> = trials.iter().map(shortest).collect();
        let found = trials.iter().zip(&differing).filter_map(|(trial, word)| Some((trial, word.clone()?)));
        let Some((trial, other)) =
            found.min_by_key(|(trial, word)| (word.len(), matches!(trial.special, Special::One(_))))
        else {
            return Ok(());
        };
        // Other words have other values beside the one that is special, which may matter, too.
        let is_alike = |tried: &Trial| tried.data_type == trial.data_type && tried.word == trial.word;
        let of_word = trials.iter().zip(&differing).filter(|(tried, _)| is_alike(tried));
        let tried = |(trial, word): (&Trial, &Option<Word>)| Tried {
            data_type: trial.data_type,
            special: trial.special.clone(),
            differs: word.is_some(),
        };
        let mut results = vec![Tried { data_type: trial.data_type, special: trial.special.clone(), differs: true }];
        results.extend(of_word.map(tried));
        Err(self.refute(session, (&trial.word[..other.len()], &other), results))
    }
}

/// An input, and which special value it has.
type Call = (Symbol, Option<(TypeId, Special)>);

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
        self.try_specials(session, hypothesis)?;
        let pairs = self.pairs(session);
        session.ask(pairs.iter().map(|(_, other)| Plan::word(other.clone())).collect())?;
        self.checked.set(Checked { others: pairs.len() as u64, ..self.checked.get() });
        let differs = |(word, other): &(Word, Word)| {
            let shortest = hypothesis.disagreement_on(session.observed(), other)?;
            Some((word[..shortest.len()].to_vec(), shortest))
        };
        let shortest = pairs.iter().filter_map(differs).min_by_key(|(_, other)| other.len());
        let Some((word, other)) = shortest else { return Ok(Outcome::Agreed) };
        Err(self.refute(session, (&word, &other), Vec::new()))
    }
}
