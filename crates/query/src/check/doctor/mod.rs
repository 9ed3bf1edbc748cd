//! The doctor: looks, before learning, for what makes learning fail.

mod checks;
mod copies;
mod origins;
mod returns;
mod trials;

use serde::Serialize;
use strum::IntoStaticStr;
use typestar_model::{OutputId, SeenTrace, Word};

use self::checks::Judge;
use self::trials::{Contradiction, Trials};
use crate::case::Case;
use crate::run::registers::data::Data;
use crate::system::{System, SystemError};

/// How many times each chosen word is run in the same order.
const REPEAT: usize = 3;
/// The fewest words that an examination makes sense with.
const FEWEST: usize = 30;
/// A probe gives at least this many waits,
const FEWEST_WAITS: usize = 2;
/// and at most this many.
const MOST_WAITS: u64 = 50;

/// How much an examination may cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DoctorOptions {
    /// How many words are executed at most; fewer than 30 count as 30. Two fifths explore, the others are repeated
    /// in the same order and in other orders. Up to 120 more words explain it when two answers differ.
    pub max_words: usize,
    /// How long a random word is at most.
    pub max_length: usize,
    /// How long to listen for late callbacks after each callin, once. More finds slower callbacks.
    pub patience_ms: u64,
}

impl Default for DoctorOptions {
    fn default() -> Self {
        Self { max_words: 150, max_length: 8, patience_ms: 1_000 }
    }
}

/// What is checked, in the order in which it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, IntoStaticStr)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "lowercase")]
pub enum CheckKind {
    /// Every input is accepted somewhere.
    Inputs,
    /// The same word after the same word has the same answer.
    Determinism,
    /// A word after other words answers as it does alone.
    #[strum(serialize = "reset isolation")]
    ResetIsolation,
    /// The snippets of one input behave alike; only where an input has several.
    Alternatives,
    /// What comes back is declared, and what is declared comes back.
    Outputs,
    /// Real code makes callbacks and errors; only where the system tells who made them.
    Origins,
    /// What callins return without an output that shows it; only where that varies.
    Returns,
    /// Callbacks come well within the quiescence time.
    #[strum(serialize = "callback delays")]
    CallbackDelays,
    /// What words cost.
    Time,
    /// Copies that are asked at once answer as one that is asked alone; only where there are several.
    Copies,
    /// Nothing had to be mended to get the answers; only where something had to be.
    Adapter,
}

impl CheckKind {
    /// The name for people.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// How a check ended, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CheckOutcome {
    /// Nothing stands against learning.
    Passed,
    /// Learning may work; the user should have a look.
    Warned,
    /// Learning will fail or learn something wrong.
    Failed,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Check {
    /// What was checked.
    pub kind: CheckKind,
    /// How it ended.
    pub outcome: CheckOutcome,
    /// What was found, with the word that shows it.
    pub message: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// The traces that prove it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub traces: Vec<SeenTrace>,
}

/// Everything that the doctor found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Examination {
    /// The checks, in the order of [`CheckKind`].
    pub checks: Vec<Check>,
    /// The quiescence time that the measured delays call for; none if no callback was timed, or if it is a shorter one
    /// although callbacks may be missing.
    pub suggested_quiescence_ms: Option<u64>,
    /// How many words were executed.
    pub executed: u64,
    /// How many symbols were executed.
    pub symbols: u64,
}

impl Examination {
    /// The worst outcome of all checks.
    pub fn outcome(&self) -> CheckOutcome {
        self.checks.iter().map(|check| check.outcome).max().unwrap_or(CheckOutcome::Passed)
    }
}

/// Examines a system with random words inside the purpose, and tells `observer` each check as soon as it is done. The
/// answers of a system with data have to fit what is declared.
pub(crate) fn examine(
    case: &Case,
    declared: Option<&Data>,
    system: &mut dyn System,
    options: &DoctorOptions,
    observer: &mut dyn FnMut(&Check),
) -> Result<Examination, SystemError> {
    let trials = Trials::new(case, declared, system);
    Doctor { case, declared, options, trials, observer, checks: Vec::new() }.examine()
}

struct Doctor<'a> {
    case: &'a Case,
    /// What is declared of a system with data.
    declared: Option<&'a Data>,
    options: &'a DoctorOptions,
    trials: Trials<'a>,
    observer: &'a mut dyn FnMut(&Check),
    checks: Vec<Check>,
}

impl<'a> Doctor<'a> {
    fn examine(mut self) -> Result<Examination, SystemError> {
        // Exploring takes 4 shares, probing 2/3, repeating 8/5, mixing 12/5 and 4 words: together less than the limit.
        let limit = self.options.max_words.max(FEWEST);
        let share = limit / 10;
        self.trials.explore(4 * share, self.options.max_length)?;
        self.trials.probe(share * 2 / 3, self.patient_waits())?;
        self.tell(|judge| judge.inputs());
        let words = self.trials.choose(share * 4 / 5);
        // What comes before each of them is always the same.
        (1..REPEAT).try_for_each(|_| self.trials.attempt_all(&words))?;
        self.mix(&words)?;
        let explained = self.trials.explain()?;
        self.tell(|judge| judge.determinism(&explained, words.len(), REPEAT));
        self.tell(|judge| judge.isolation(&explained, words.len()));
        let left = limit.saturating_sub(self.trials.answers.len());
        if explained.is_empty() {
            self.compare_alternatives(&words, left)?;
        }
        self.tell(|judge| judge.outputs());
        self.tell(|judge| judge.origins());
        self.tell(|judge| judge.returns());
        self.tell(|judge| judge.delays());
        self.tell(|judge| judge.time());
        self.ask_at_once(&words)?;
        self.tell(|judge| judge.adapter());
        Ok(self.finish())
    }

    /// How many waits listen for a callback. With a virtual clock patience is of no use.
    fn patient_waits(&self) -> usize {
        if self.trials.executor.quiescence.is_some() {
            return FEWEST_WAITS;
        }
        let waits = self.options.patience_ms.div_ceil(self.case.timing.quiescence_ms.max(1));
        waits.clamp(FEWEST_WAITS as u64, MOST_WAITS) as usize
    }

    /// Runs the words after others than before, above all after those that leave the most behind.
    fn mix(&mut self, words: &[Word]) -> Result<(), SystemError> {
        let reversed: Vec<Word> = words.iter().rev().cloned().collect();
        self.trials.attempt_all(&reversed)?;
        let rough = self.trials.rough_words();
        for (word, before) in words.iter().zip(rough.iter().cycle()) {
            self.trials.attempt_all(&[before.clone(), word.clone()])?;
        }
        let wait: Word = self.trials.wait.into_iter().collect();
        for before in self.trials.pending_words() {
            self.trials.attempt_all(&[before, wait.clone()])?;
        }
        Ok(())
    }

    /// Runs words with the other snippets of their inputs. Only a deterministic system can be judged by this.
    fn compare_alternatives(&mut self, words: &[Word], limit: usize) -> Result<(), SystemError> {
        let alternatives = self.trials.executor.alternatives();
        let Some(&most) = alternatives.values().max() else { return Ok(()) };
        let concerned = words.iter().filter(|word| word.iter().any(|input| alternatives.contains_key(input)));
        let runs = (1..most).flat_map(|position| concerned.clone().map(move |word| (position, word))).take(limit);
        let mut count = 0;
        for (position, word) in runs {
            self.trials.alternative = position;
            self.trials.attempt(word)?;
            count += 1;
        }
        let contradiction = self.trials.shortest_contradictions(1).pop();
        self.tell(|judge| judge.alternatives(contradiction.as_ref(), count));
        Ok(())
    }

    /// Tells a check, if there is something to tell.
    fn tell<T: Into<Option<Check>>>(&mut self, check: impl FnOnce(&Judge<'_, '_>) -> T) {
        let check = check(&self.judge());
        if let Some(check) = check.into() {
            (self.observer)(&check);
            self.checks.push(check);
        }
    }

    fn judge(&self) -> Judge<'_, 'a> {
        let is_unsteady = |check: &Check| check.kind == CheckKind::Determinism && !check.traces.is_empty();
        let listened_ms = self.patient_waits() as u64 * self.case.timing.quiescence_ms;
        let is_unsteady = self.checks.iter().any(is_unsteady);
        Judge { case: self.case, declared: self.declared, trials: &self.trials, is_unsteady, listened_ms }
    }

    fn finish(self) -> Examination {
        let answers = &self.trials.answers;
        Examination {
            suggested_quiescence_ms: self.judge().suggested_quiescence_ms(),
            executed: answers.iter().map(|answer| answer.cost(0).0).sum(),
            symbols: answers.iter().map(|answer| answer.cost(0).1).sum(),
            checks: self.checks,
        }
    }
}

/// What a word answers every time right after another word.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Habit {
    before: Word,
    outputs: Vec<OutputId>,
}

/// Why a word was answered in two ways.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Cause {
    /// Nothing that could be found: the same word after the same word has different answers.
    Unsteady,
    /// The word that ran right before it.
    WordBefore(Habit, Habit),
    /// Something that an earlier word left behind for good.
    EarlierWord,
}

/// A contradiction with its cause.
struct Explained {
    contradiction: Contradiction,
    cause: Cause,
}
