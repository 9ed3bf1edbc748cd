//! What was executed, as it arrives: it is made durable under its number, and its outputs get theirs.
//!
//! Several copies of a system answer in any order. Two things must not depend on that: the numbers of the words, which are
//! given out when the words are planned, and the numbers of the outputs, which are given out when answers are used, in
//! the order of planning. The journal cannot wait for that, so it numbers outputs as they arrive.

use std::collections::{HashSet, VecDeque};

use typestar_model::{Id, InputId, Inputs, OutputId, Outputs, Phase};

use super::replay::{Executed, Replay};
use super::status::Reached;
use crate::journal::{ALL, Journal, JournalError, NumberedEntry, rounded};
use crate::system::{Answer, Symbols};

/// Where the journal keeps how far a run has come: questions, hypotheses, and the words in the journal at that time.
const REACHED: &str = "reached";

/// What was executed, by this process and earlier ones.
#[derive(Default)]
pub(super) struct Record {
    /// What is executed is kept here, if anywhere.
    pub(super) journal: Option<Journal>,
    /// The outputs that ever arrived, in this order, which is that of the journal.
    pub(super) arrived: Outputs,
    /// Their numbers, by those of the system.
    of_system: Vec<Option<OutputId>>,
    /// Their numbers for those who ask, as far as they were used.
    used: Vec<Option<OutputId>>,
    /// The number of the next word,
    next: i64,
    /// after these: words that were planned and never answered.
    gaps: VecDeque<i64>,
    /// The number of the first word that this process plans, but for those in gaps,
    first_fresh: i64,
    /// which are these.
    filled: HashSet<i64>,
    /// Words of this process that were answered and not used.
    aside: HashSet<i64>,
    /// How many words earlier processes executed.
    pub(super) known_words: u64,
}

impl Record {
    /// What the journal has, if there is one.
    pub(super) fn open(journal: Option<Journal>) -> Result<Self, JournalError> {
        let (mut arrived, mut next, mut gaps) = (Outputs::default(), 1, VecDeque::new());
        if let Some(journal) = &journal {
            (arrived, next, gaps) = (journal.outputs().clone(), journal.next_seq(), journal.gaps()?);
        }
        let used = vec![None; arrived.len()];
        let mut record = Self { journal, arrived, used, next, gaps, first_fresh: next, ..Self::default() };
        record.known_words = record.words();
        Ok(record)
    }

    /// How many words were executed by now.
    fn words(&self) -> u64 {
        (self.next - 1).unsigned_abs() - self.gaps.len() as u64
    }

    /// How far earlier processes came. Nobody knows that if one of them was ended by force: it may have come anywhere.
    pub(super) fn reached(&self) -> Result<Reached, JournalError> {
        let text = self.journal.as_ref().map_or(Ok(None), |journal| journal.meta(REACHED))?;
        let numbers: Vec<u64> = text.iter().flat_map(|text| text.split(' ')).flat_map(str::parse).collect();
        Ok(match numbers[..] {
            _ if self.known_words == 0 => (0, 0),
            [asked, round, words] if words == self.known_words => (asked, round),
            _ => (u64::MAX, u64::MAX),
        })
    }

    /// Keeps how far this process came.
    pub(super) fn note_reached(&self, (asked, round): Reached) -> Result<(), JournalError> {
        match &self.journal {
            Some(journal) => journal.set_meta(REACHED, &format!("{asked} {round} {}", self.words())),
            None => Ok(()),
        }
    }

    /// A record without a journal in which these outputs arrived.
    #[cfg(test)]
    pub(super) fn of_arrived(outputs: Outputs) -> Self {
        Self { used: vec![None; outputs.len()], arrived: outputs, ..Self::default() }
    }

    /// The recorded answers of earlier processes, but for those that use inputs which no longer exist.
    pub(super) fn replay(&self, inputs: &Inputs) -> Result<Replay, JournalError> {
        let mut replay = Replay::default();
        let Some(journal) = &self.journal else { return Ok(replay) };
        let is_left = |input: InputId| inputs.get_name(journal.inputs().symbol(input).name()).is_some();
        let left: Vec<bool> = journal.inputs().ids().map(is_left).collect();
        journal.for_each_numbered(ALL, &[], |entry| {
            if entry.inputs.iter().all(|input| left[input.index()]) {
                replay.add(entry.seq, (&entry.inputs, &entry.outputs), entry.has_details(), entry.overturned);
            }
        })?;
        Ok(replay)
    }

    /// The numbers of this many words that are planned now. Without a journal they have none.
    pub(super) fn plan(&mut self, words: usize) -> Vec<i64> {
        if self.journal.is_none() {
            return vec![0; words];
        }
        let first = self.next;
        let mut numbers: Vec<i64> = self.gaps.drain(..words.min(self.gaps.len())).collect();
        self.filled.extend(&numbers);
        self.next += (words - numbers.len()) as i64;
        numbers.extend(first..self.next);
        numbers
    }

    /// These words were planned, and will not be answered now.
    pub(super) fn give_back(&mut self, numbers: impl DoubleEndedIterator<Item = i64>) {
        if self.journal.is_some() {
            numbers.rev().for_each(|number| self.gaps.push_front(number));
        }
    }

    /// An answer is not used now. If the word is planned again, it is taken from here.
    pub(super) fn set_aside(&mut self, executed: &Executed, replay: &mut Replay) {
        if self.journal.is_some() {
            let Answer { word, outputs, evidence, late, .. } = &executed.answer;
            replay.add(executed.seq, (word, outputs), !evidence.is_empty() || !late.is_empty(), false);
            self.aside.insert(executed.seq);
        }
    }

    /// Names the outputs of answers as they arrived, and cuts them behind a final one. Then makes them durable.
    pub(super) fn keep(
        &mut self,
        phase: Phase,
        answers: &mut [(i64, Answer)],
        (symbols, outputs): (&Symbols, &Outputs),
        wall_ms: u64,
    ) -> Result<(), JournalError> {
        answers.iter_mut().for_each(|(_, answer)| self.hear(answer, symbols, outputs));
        match &mut self.journal {
            Some(journal) => journal.keep_answers(phase, answers, (&symbols.inputs, &self.arrived), wall_ms),
            None => Ok(()),
        }
    }

    /// Takes an answer in. Times are what the journal keeps of them.
    fn hear(&mut self, answer: &mut Answer, symbols: &Symbols, outputs: &Outputs) {
        answer.evidence.iter_mut().for_each(|step| step.ms = rounded(step.ms));
        for place in 0..answer.outputs.len() {
            let output = self.heard(answer.outputs[place], outputs);
            answer.outputs[place] = output;
            // Outputs that are final are known to all from the beginning.
            if self.known(output, symbols).is_some_and(|output| symbols.finals.contains(&output)) {
                return answer.cut(place + 1);
            }
        }
    }

    /// The number of an output of the system in the order of arrival.
    fn heard(&mut self, output: OutputId, outputs: &Outputs) -> OutputId {
        if self.of_system.len() <= output.index() {
            self.of_system.resize(output.index() + 1, None);
        }
        let arrived = &mut self.arrived;
        let intern = || arrived.intern_symbol(outputs.symbol(output).clone());
        let number = *self.of_system[output.index()].get_or_insert_with(intern);
        self.used.resize(self.arrived.len(), None);
        number
    }

    /// The number for those who ask of an output that arrived, if it has one.
    pub(super) fn known(&self, output: OutputId, symbols: &Symbols) -> Option<OutputId> {
        self.used[output.index()].or_else(|| symbols.outputs.get(self.arrived.text(output)))
    }

    /// An answer is used now: its outputs get their numbers.
    pub(super) fn take_into_use(&mut self, answer: &mut Answer, symbols: &mut Symbols) {
        for output in &mut answer.outputs {
            let arrived = self.arrived.symbol(*output);
            let number = &mut self.used[output.index()];
            *output = *number.get_or_insert_with(|| symbols.outputs.intern_symbol(arrived.clone()));
        }
    }

    /// The entry of the journal with this number.
    pub(super) fn entry(&self, seq: i64) -> Result<Option<NumberedEntry>, JournalError> {
        self.journal.as_ref().map_or(Ok(None), |journal| journal.entry(seq))
    }

    /// An entry of the journal as it was executed. What nobody has used yet is left out.
    pub(super) fn executed(&self, entry: NumberedEntry) -> Executed {
        let outputs: Vec<OutputId> = entry.outputs.iter().map_while(|output| self.used[output.index()]).collect();
        let (length, late) = (outputs.len(), Vec::new());
        let mut answer = Answer { word: entry.inputs, outputs, evidence: entry.evidence, late, copy: entry.copy };
        answer.cut(length);
        Executed { seq: entry.seq, served: 0, answer }
    }

    /// Whether this process planned the word with this number, and used its answer.
    pub(super) fn is_fresh(&self, seq: i64) -> bool {
        (seq >= self.first_fresh || self.filled.contains(&seq)) && !self.aside.contains(&seq)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_planned_fill_gaps_first_and_numbers_that_come_back_are_given_again() {
        let mut journal = Journal::in_memory();
        let answers = [4, 1, 6].map(|seq| (seq, Answer::default()));
        journal.keep_answers(Phase::Learning, &answers, (&Inputs::default(), &Outputs::default()), 0).unwrap();
        let mut record = Record::open(Some(journal)).unwrap();
        assert_eq!(record.known_words, 3);
        assert_eq!(record.plan(4), [2, 3, 5, 7]);
        record.give_back([3, 7].into_iter());
        assert_eq!(record.plan(3), [3, 7, 8]);
        assert_eq!(
            [1, 2, 3, 4, 5, 6, 7].map(|seq| record.is_fresh(seq)),
            [false, true, true, false, true, false, true]
        );
    }
}
