//! Executing plans: in portions that become durable one after the other, without looking up names for each step.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use typestar_learn::Halt;
use typestar_model::{Id, OUTSIDE, OutputId, Outputs, Plan};

use crate::event::Event;
use crate::findings;
use crate::journal::Numbering;
use crate::recorded::RecordedAnswer;
use crate::session::{Session, StopReason};
use crate::system::Answer;

/// How many words are given to the system at once; they become durable together.
///
/// The clock decides, so that fast systems need not wait for the disk after every few words, and slow ones lose little
/// when all ends. That changes nothing else: answers are used when all words that were asked together are answered.
pub(crate) struct Pace {
    words: usize,
}

/// With so many words it begins: nobody knows yet what a word costs, and the first one may take minutes.
const FIRST_PORTION: usize = 1;
/// More words are never given at once.
const LARGEST_PORTION: usize = 4096;
/// A portion that takes less time may be larger,
const SHORT: Duration = Duration::from_millis(75);
/// and one that takes more should be smaller.
const LONG: Duration = Duration::from_secs(1);

impl Default for Pace {
    fn default() -> Self {
        Self { words: FIRST_PORTION }
    }
}

impl Pace {
    /// Takes note of how long a portion took.
    fn note(&mut self, words: usize, took: Duration) {
        if took > LONG {
            self.words = (self.words / 2).max(1);
        } else if words == self.words && took < SHORT {
            self.words = (self.words * 2).min(LARGEST_PORTION);
        }
    }
}

/// The outputs that session and system talk about, with what they are to the others.
#[derive(Default)]
pub(crate) struct Vocabulary {
    /// The session's outputs, and then those that only the system has named yet.
    names: Outputs,
    /// How many of them the session had.
    from_session: usize,
    /// The session's numbers of them, where they were wanted.
    known: Vec<Option<OutputId>>,
    numbering: Numbering,
}

impl Vocabulary {
    /// Begins anew if the session has met more outputs since.
    fn renew(&mut self, outputs: &Outputs) {
        if self.from_session != outputs.len() {
            *self = Self { names: outputs.clone(), from_session: outputs.len(), ..Self::default() };
        }
    }

    /// Gives the outputs of an answer their numbers in the session's `outputs`.
    fn renumber(&mut self, answer: &mut Answer, outputs: &mut Outputs, outside: OutputId) {
        self.known.resize(self.names.len(), None);
        for output in &mut answer.outputs {
            let name = self.names.name(*output);
            let known = &mut self.known[output.index()];
            *output = *known.get_or_insert_with(|| if name == OUTSIDE { outside } else { outputs.intern(name) });
        }
    }
}

impl Session<'_> {
    /// Executes plans, or finds their answers in the journal; afterwards all of them are durable.
    ///
    /// Outputs are numbered in the order in which answers are used, so that a continued run numbers them as an
    /// undisturbed one does.
    pub(crate) fn execute(&mut self, plans: &[Plan]) -> Result<Vec<RecordedAnswer>, Halt> {
        self.check_limits()?;
        let taken = self.take_recorded(plans)?;
        let fresh = without_answer(plans, &taken);
        let mut ran = Vec::with_capacity(fresh.len());
        let outcome = self.run_fresh(&fresh, &mut ran);
        self.answered = 0;
        self.done += (plans.len() - fresh.len()) as u64;
        let executed = words(&ran);
        let mut ran = ran.into_iter();
        let mut answers = Vec::with_capacity(plans.len());
        for taken in taken {
            let Some(recorded) = self.renumbered(taken, &mut ran) else { break };
            self.note(&recorded);
            answers.push(recorded);
        }
        let replayed = words(&answers) - executed;
        self.replayed += replayed as u64;
        self.tell(&Event::WordsExecuted { executed, replayed });
        outcome.map(|()| answers)
    }

    /// What the journal has for each plan.
    fn take_recorded(&mut self, plans: &[Plan]) -> Result<Vec<Option<RecordedAnswer>>, Halt> {
        let mut answers = Vec::with_capacity(plans.len());
        for plan in plans {
            let Some(mut taken) = self.recorded.take(plan, &self.finals, &self.outputs) else {
                answers.push(None);
                continue;
            };
            let answer = &mut taken.recorded.answer;
            if taken.has_details {
                let details = self.journal.details(taken.recorded.seq);
                (answer.evidence, answer.late) = details.map_err(|error| self.journal_failed(error))?;
                answer.evidence.truncate(answer.word.len());
            }
            answers.push(Some(taken.recorded));
        }
        Ok(answers)
    }

    /// A recorded answer, or else the next that the system gave, in the session's numbers.
    fn renumbered(
        &mut self,
        taken: Option<RecordedAnswer>,
        ran: &mut impl Iterator<Item = RecordedAnswer>,
    ) -> Option<RecordedAnswer> {
        if let Some(mut recorded) = taken {
            for output in &mut recorded.answer.outputs {
                *output = self.outputs.intern(self.recorded.outputs.name(*output));
            }
            return Some(recorded);
        }
        let mut recorded = ran.next()?;
        self.vocabulary.renumber(&mut recorded.answer, &mut self.outputs, self.outside);
        Some(recorded)
    }

    /// Runs plans on the system, portion by portion. What was answered before it stops is in `ran`, and durable.
    fn run_fresh(&mut self, plans: &[Plan], ran: &mut Vec<RecordedAnswer>) -> Result<(), Halt> {
        self.vocabulary.renew(&self.outputs);
        let mut rest = plans;
        while !rest.is_empty() {
            self.check_interrupt()?;
            self.check_time()?;
            let (portion, later) = rest.split_at(self.pace.words.min(rest.len()));
            let started = Instant::now();
            self.run_portion(portion, ran)?;
            self.pace.note(portion.len(), started.elapsed());
            self.answered += portion.len() as u64;
            self.done += portion.len() as u64;
            rest = later;
            if !rest.is_empty() {
                self.tell(&Event::WordsAnswered);
            }
        }
        Ok(())
    }

    fn run_portion(&mut self, plans: &[Plan], ran: &mut Vec<RecordedAnswer>) -> Result<(), Halt> {
        let Vocabulary { names, numbering, .. } = &mut self.vocabulary;
        let mut answers = Vec::with_capacity(plans.len());
        let outcome = self.system.run(plans, names, &self.finals, &mut answers);
        let wall_ms = self.earlier_ms + self.started.elapsed().as_millis() as u64;
        let kept = self.journal.append_answers(self.phase, &answers, (&self.inputs, names), numbering, wall_ms);
        let first = kept.map_err(|error| self.journal_failed(error))?;
        let failure = match outcome {
            Ok(()) if answers.len() == plans.len() => None,
            Ok(()) => Some(format!("it answered {} of {} words", answers.len(), plans.len())),
            Err(error) => Some(error.to_string()),
        };
        let recorded = answers.into_iter().zip(first..);
        ran.extend(recorded.map(|(answer, seq)| RecordedAnswer { seq, served: 0, answer }));
        match failure {
            None => Ok(()),
            // A system that was interrupted does not try all it could.
            Some(failure) => self.check_interrupt().and_then(|()| Err(self.stop(StopReason::SystemFailed(failure)))),
        }
    }

    /// Counts an executed word and looks for findings that it shows by itself.
    fn note(&mut self, recorded: &RecordedAnswer) {
        let RecordedAnswer { served, answer, .. } = recorded;
        // An entry of the journal may serve twice, first in part: it is one word all the same.
        let (words, symbols) = answer.cost(*served);
        let counts = self.counts();
        counts.executed += words;
        counts.symbols += symbols;
        for late in &answer.late {
            self.find(findings::too_late(late));
        }
        self.met.resize(self.outputs.len(), false);
        for (place, &output) in answer.outputs.iter().enumerate() {
            let input = answer.word[place];
            if !self.finals.contains(&output) && self.values.add(input, output) {
                self.find(findings::too_many_values(self.inputs.name(input), self.steps(answer, place + 1)));
            }
            // What a callin answers is no callback, whatever its name is.
            if self.delivers.get(input.index()) == Some(&true)
                && !std::mem::replace(&mut self.met[output.index()], true)
            {
                self.note_output(output, answer, place + 1);
            }
        }
    }

    /// Looks at an output that comes for the first time.
    fn note_output(&mut self, output: OutputId, answer: &Answer, length: usize) {
        let name = self.outputs.name(output);
        if !self.declared.is_declared(name) {
            let finding = findings::undeclared(name, self.steps(answer, length));
            self.find(finding);
        }
    }

    /// Whether some answer had this output, at a `wait` if there is one.
    pub(crate) fn is_met(&self, output: OutputId) -> bool {
        self.met.get(output.index()).is_some_and(|&met| met)
    }
}

/// How many words the answers took. An entry of the journal that serves twice, first in part, is one word.
fn words(answers: &[RecordedAnswer]) -> usize {
    answers.iter().map(|recorded| recorded.answer.cost(recorded.served).0 as usize).sum()
}

/// The plans that have no answer yet.
fn without_answer<'a>(plans: &'a [Plan], answers: &[Option<RecordedAnswer>]) -> Cow<'a, [Plan]> {
    if answers.iter().all(Option::is_none) {
        return plans.into();
    }
    plans.iter().zip(answers).filter(|(_, answer)| answer.is_none()).map(|(plan, _)| plan.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many words a portion has after these took so long each.
    fn portion(milliseconds: &[u64]) -> usize {
        let mut pace = Pace::default();
        for &each in milliseconds {
            pace.note(pace.words, Duration::from_micros(1000 * each) * pace.words as u32);
        }
        pace.words
    }

    #[test]
    fn a_fast_system_gets_many_words_at_once_and_a_slow_one_few() {
        assert_eq!(portion(&[0; 20]), LARGEST_PORTION);
        assert_eq!(portion(&[20; 20]), 4);
        assert_eq!(portion(&[500; 20]), 1);
        assert_eq!(portion(&[60_000; 20]), 1);
    }

    #[test]
    fn a_portion_that_was_not_full_says_nothing_of_a_larger_one() {
        let mut pace = Pace { words: 2 };
        pace.note(1, Duration::from_millis(1));
        assert_eq!(pace.words, 2);
    }
}
