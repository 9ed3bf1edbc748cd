//! The executor: the one way to a system. Every word that reaches one passes here, for whatever purpose.
//!
//! It owns limits, journal, replay, counting, failures and events. A word goes: abstract plan, concrete plan, replay
//! (recorded?), system, translation into the one numbering, journal, and back as an abstract answer.

mod pace;
pub(crate) mod quiescence;
mod record;
mod replay;
mod status;

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use strum::IntoStaticStr;
use typestar_learn::Halt;
use typestar_model::{ERROR, Evidence, InputId, Inputs, OUTSIDE, Origins, OutputId, Outputs, Plan, Step, Symbol};

use self::pace::SHORT;
pub(crate) use self::pace::{Pace, wave_after};
use self::record::Record;
pub(crate) use self::replay::Executed;
use self::replay::Replay;
use self::status::Reached;
pub(crate) use self::status::Status;
pub use self::status::Stopwatch;
use crate::case::{Case, Limits};
use crate::executor::quiescence::Quiescence;
use crate::journal::{ALL, Journal, JournalError};
use crate::session::alternatives::{Alternatives, Variant};
use crate::system::{Answer, Symbols, System};
use typestar_model::{Event, Progress};

/// How many entries of the journal are read at once when they are seen again.
const PAGE: i64 = 4096;

const NO_LIMITS: Limits =
    Limits { max_words: u64::MAX, max_symbols: u64::MAX, max_states: u64::MAX, max_time_s: u64::MAX };

/// Why words are no longer executed, before their own end.
#[derive(Clone, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum StopReason {
    /// The user interrupted it.
    Interrupted,
    /// A limit was reached; the text says which.
    Budget(String),
    /// What refutes the last hypothesis would take too many words to learn from: this word.
    TooCostly(String),
    /// The system or its adapter failed.
    SystemFailed(String),
    /// The journal cannot be written.
    JournalFailed(String),
    /// Two answers disagree and no vote can settle it; the finding says more.
    Unsettled,
    /// Pending callbacks grow without end; the finding says more.
    PendingCallbacksGrow,
    /// Something else is counted without end; the finding says more.
    CountGrows,
    /// An answer of a system with data does not fit its declaration; the finding says more.
    Misfit,
    /// A system with data compares values in a way that its theories lack; the finding says more.
    TheoryRefuted,
}

impl StopReason {
    /// The name in events.
    pub fn name(&self) -> &'static str {
        self.into()
    }
}

/// Who is told what happens.
pub type Observer<'a> = &'a mut dyn FnMut(&Event, &Progress);

/// The one way to a system.
pub(crate) struct Executor<'a> {
    system: &'a mut dyn System,
    /// None if what is asked is what the system is told.
    alternatives: Option<Alternatives>,
    symbols: Symbols,
    /// What a word counts as that is `outside` to the system itself: `outside`, or `error` if the user wants it so.
    outside: (OutputId, OutputId),
    replay: Replay,
    record: Record,
    /// How sure silence is; none if the clock is real.
    pub(crate) quiescence: Option<Quiescence>,
    /// Who made each output, where the system tells it.
    pub(crate) origins: Origins,
    pace: Pace,
    /// Where the run stands.
    pub(crate) status: Status<'a>,
    /// How many troubles of the system were told.
    troubles_told: usize,
}

impl<'a> Executor<'a> {
    /// The way to a system, with the answers that the journal already holds. Without a journal nothing is kept.
    pub(crate) fn open(
        case: &Case,
        system: &'a mut dyn System,
        journal: Option<Journal>,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Self, JournalError> {
        system.begin(&interrupt);
        let mut symbols = Symbols { offered: system.inputs().len(), ..Symbols::default() };
        let (mut journal, mut earlier_ms) = (journal, 0);
        symbols.inputs = match &mut journal {
            None => system.inputs().clone(),
            Some(journal) => {
                earlier_ms = journal.meta("wall_ms")?.and_then(|text| text.parse().ok()).unwrap_or(0);
                journal.number_like(system.inputs())?
            }
        };
        let outside = name_finals(case, system, &mut symbols);
        let record = Record::open(journal)?;
        Ok(Self {
            alternatives: Alternatives::of_case(case, system.inputs()),
            outside: (outside, outside),
            replay: record.replay(system.inputs())?,
            quiescence: Quiescence::of(case, system),
            origins: Origins::default(),
            pace: Pace::of(SHORT),
            status: Status::new(case.limits.clone(), (earlier_ms, record.reached()?), interrupt),
            troubles_told: 0,
            system,
            symbols,
            record,
        })
    }

    /// The system, for what it says of itself. Only the executor runs words on it.
    pub(crate) fn system(&self) -> &dyn System {
        self.system
    }

    /// The way to a system for those who keep nothing and have limits of their own: the journal never answers.
    pub(crate) fn unrecorded(case: &Case, system: &'a mut dyn System, interrupt: Arc<AtomicBool>) -> Self {
        let mut opened = Self::open(case, system, None, interrupt).expect("without a journal nothing can fail");
        opened.status.limits = NO_LIMITS;
        opened
    }

    /// From now on the system tells of the objects in fields so deep, if it can.
    pub(crate) fn look(&mut self, depth: u32) -> bool {
        self.system.look(depth)
    }

    /// The same way, on which somebody is told what happens.
    pub(crate) fn observed(mut self, observer: Observer<'a>) -> Self {
        self.status.observer = Some(observer);
        self
    }

    /// From now on what is outside to the system itself is an error.
    pub(crate) fn take_outside_for_error(&mut self) {
        self.outside.1 = self.symbols.outputs.intern(ERROR);
    }

    /// What stands for what is outside the purpose.
    pub(crate) fn outside(&self) -> OutputId {
        self.outside.1
    }

    /// The inputs that can be asked.
    pub(crate) fn inputs(&self) -> &Inputs {
        self.alternatives.as_ref().map_or(&self.symbols.inputs, |alternatives| &alternatives.inputs)
    }

    /// The number of an input, which may be new: the system has one of this name, without values.
    pub(crate) fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        if let Some(known) = self.inputs().get(symbol.text()) {
            return Some(known);
        }
        let (of_system, concrete) = (self.system.inputs(), &mut self.symbols.inputs);
        match &mut self.alternatives {
            Some(alternatives) => alternatives.add(symbol, of_system, concrete),
            None => of_system.get(symbol.name()).map(|_| concrete.intern_symbol(symbol.clone())),
        }
    }

    /// Takes note of inputs that came since: those that the alphabet has beyond the known ones.
    pub(crate) fn know_inputs(&mut self, inputs: &Inputs) {
        for input in inputs.ids().skip(self.inputs().len()) {
            self.input(inputs.symbol(input));
        }
    }

    /// How many of them learners ask.
    pub(crate) fn offered(&self) -> usize {
        self.alternatives.as_ref().map_or(self.symbols.offered, |alternatives| alternatives.offered)
    }

    /// The outputs that are known so far.
    pub(crate) fn outputs(&self) -> &Outputs {
        &self.symbols.outputs
    }

    /// The outputs, to name more of them.
    pub(crate) fn outputs_mut(&mut self) -> &mut Outputs {
        &mut self.symbols.outputs
    }

    /// The outputs that end an execution.
    pub(crate) fn finals(&self) -> &[OutputId] {
        &self.symbols.finals
    }

    /// The inputs that stand for several snippets, with the number of these.
    pub(crate) fn alternatives(&self) -> BTreeMap<InputId, usize> {
        self.alternatives.as_ref().map(Alternatives::several).unwrap_or_default()
    }

    /// How far the run has come by now.
    pub(crate) fn reached(&self) -> Reached {
        self.status.reached()
    }

    /// Keeps how far the run had come when it ended, unless it did not even come as far as before. No harm is done if that
    /// fails: all words are in the journal already.
    pub(crate) fn note_reached(&self, reached: Reached) {
        if self.status.is_beyond_earlier() {
            let _ = self.record.note_reached(reached);
        }
    }

    /// What was wrong with the journal.
    pub(crate) fn damage(&self) -> Option<String> {
        self.record.journal.as_ref()?.damage().map(ToString::to_string)
    }

    /// Executes plans, or finds their answers in the journal; afterwards all of them are durable.
    ///
    /// There is an answer for each plan, in their order. What was answered before it stops is among them.
    pub(crate) fn execute(
        &mut self,
        plans: &[Plan],
        variant: Option<Variant>,
        answers: &mut Vec<Executed>,
    ) -> Result<(), Halt> {
        self.status.check_limits()?;
        let Some(alternatives) = &self.alternatives else { return self.execute_concrete(plans, answers) };
        // Whose turn it is at the next plan but this many.
        let first = self.status.progress.total().executed as usize;
        let variant = |index: usize| variant.unwrap_or(Variant::Turn(first + index));
        let execution = |(index, plan)| alternatives.concrete(plan, variant(index), 0);
        let concrete: Vec<Plan> = plans.iter().enumerate().map(execution).collect();
        let mut executed = Vec::with_capacity(plans.len());
        let outcome = self.execute_concrete(&concrete, &mut executed);
        answers.extend(executed.into_iter().map(|executed| self.seen(executed)));
        outcome
    }

    /// What an execution shows.
    fn seen(&self, executed: Executed) -> Executed {
        match &self.alternatives {
            None => executed,
            Some(alternatives) => Executed { answer: alternatives.seen(&executed.answer, &self.symbols), ..executed },
        }
    }

    fn execute_concrete(&mut self, plans: &[Plan], answers: &mut Vec<Executed>) -> Result<(), Halt> {
        let taken = self.take_recorded(plans)?;
        let fresh: Vec<usize> = (0..plans.len()).filter(|&index| taken[index].is_none()).collect();
        let (ran, outcome) = match fresh.len() == plans.len() {
            true => self.run_fresh(plans),
            false => self.run_fresh(&fresh.iter().map(|&index| plans[index].clone()).collect::<Vec<_>>()),
        };
        self.status.progress.answered = 0;
        self.status.done += (plans.len() - fresh.len()) as u64;
        let mut ran = ran.into_iter();
        let (mut executed, mut replayed) = (0, 0);
        for taken in taken {
            let words = if taken.is_some() { &mut replayed } else { &mut executed };
            let Some(mut used) = taken.or_else(|| ran.next()) else { break };
            self.record.take_into_use(&mut used.answer, &mut self.symbols);
            self.read_outside(&mut used.answer);
            // An entry of the journal that serves twice, first in part, is one word.
            *words += used.answer.cost(used.served).0;
            self.count(&used);
            answers.push(used);
        }
        self.status.progress.replayed += replayed;
        self.status.tell(&Event::WordsExecuted { executed: executed as usize, replayed: replayed as usize });
        outcome
    }

    /// What the journal has for each plan.
    fn take_recorded(&mut self, plans: &[Plan]) -> Result<Vec<Option<Executed>>, Halt> {
        let mut answers = Vec::with_capacity(plans.len());
        for plan in plans {
            let Some((mut taken, has_details)) = self.replay.take(plan, &self.symbols, &self.record) else {
                answers.push(None);
                continue;
            };
            if has_details {
                let entry = self.record.entry(taken.seq).map_err(|error| self.status.journal_failed(error))?;
                let answer = &mut taken.answer;
                (answer.evidence, answer.late) = entry.map(|entry| (entry.evidence, entry.late)).unwrap_or_default();
                answer.evidence.truncate(answer.word.len());
            }
            answers.push(Some(taken));
        }
        Ok(answers)
    }

    /// Runs plans on the system, portion by portion, and returns what was answered, which is durable.
    fn run_fresh(&mut self, plans: &[Plan]) -> (Vec<Executed>, Result<(), Halt>) {
        let numbers = self.record.plan(plans.len());
        let mut ran = vec![None; plans.len()];
        let outcome = self.run_portions(plans, &numbers, &mut ran);
        let is_open = |&(_, ran): &(&i64, &Option<Executed>)| ran.is_none();
        self.record.give_back(numbers.iter().zip(&ran).filter(is_open).map(|(&number, _)| number));
        let used: Vec<Executed> = ran.iter_mut().map_while(Option::take).collect();
        // What was answered behind a plan that was not is kept, and used by whoever asks for it again.
        ran.into_iter().flatten().for_each(|unused| self.record.set_aside(&unused, &mut self.replay));
        (used, outcome)
    }

    /// Several copies get all plans at once; of one copy, a portion becomes durable together.
    fn run_portions(&mut self, plans: &[Plan], numbers: &[i64], ran: &mut [Option<Executed>]) -> Result<(), Halt> {
        let mut start = 0;
        while start < plans.len() {
            self.status.check_interrupt()?;
            self.status.check_time()?;
            let words = if self.system.copies() > 1 { plans.len() } else { self.pace.words };
            let portion = start..plans.len().min(start + words);
            let started = self.status.elapsed();
            let outcome =
                self.run_portion(&plans[portion.clone()], &numbers[portion.clone()], &mut ran[portion.clone()]);
            self.tell_troubles();
            outcome?;
            self.pace.note(portion.len(), self.status.elapsed().saturating_sub(started));
            start = portion.end;
        }
        Ok(())
    }

    fn run_portion(&mut self, plans: &[Plan], numbers: &[i64], ran: &mut [Option<Executed>]) -> Result<(), Halt> {
        let Self { system, symbols, record, status, .. } = self;
        // Copies hand over all that is there: whatever ends the process, only the words in flight are lost.
        let delay = if system.copies() > 1 { Duration::ZERO } else { SHORT };
        let mut portion = Portion::new(numbers, ran, (status.elapsed(), delay));
        let outcome = system.run_at_once(plans, symbols, &mut |answers, outputs| {
            portion.take(answers, (symbols, outputs), record, status)
        });
        portion.keep((symbols, system.outputs()), record, status);
        portion.kept?;
        let failure = match outcome {
            Ok(()) if portion.open == 0 => return Ok(()),
            _ if status.stop.is_some() => return Err(Halt::Stopped),
            Ok(()) => format!("it answered {} of {} words", plans.len() - portion.open, plans.len()),
            Err(error) => error.to_string(),
        };
        // A system that was interrupted does not try all it could.
        status.check_interrupt().and_then(|()| Err(status.stop(StopReason::SystemFailed(failure))))
    }

    /// Tells what went wrong with the system, and was mended, since this was told last.
    fn tell_troubles(&mut self) {
        while let Some(trouble) = self.system.troubles().get(self.troubles_told) {
            let text = trouble.clone();
            self.troubles_told += 1;
            self.status.tell(&Event::TroubleMended { text });
        }
    }

    /// Takes what is outside to the system itself for what the user wants it to be. The journal has it as it came.
    fn read_outside(&self, answer: &mut Answer) {
        let (outside, wanted) = self.outside;
        if outside != wanted
            && let Some(last) = answer.outputs.last_mut().filter(|last| **last == outside)
        {
            *last = wanted;
        }
    }

    fn count(&mut self, executed: &Executed) {
        let (words, symbols) = executed.answer.cost(executed.served);
        let counts = self.status.counts();
        counts.executed += words;
        counts.symbols += symbols;
        if let Some(quiescence) = &mut self.quiescence {
            quiescence.add(executed.answer.evidence.get(executed.served..).unwrap_or_default());
        }
        let steps = executed.answer.outputs.iter().zip(&executed.answer.evidence).skip(executed.served);
        for (&output, evidence) in steps {
            if let Some(origin) = &evidence.origin {
                self.origins.add(self.symbols.outputs.text(output), origin);
            }
        }
    }

    /// The evidence of all steps of an entry of the journal, as they are seen.
    pub(crate) fn evidence(&self, seq: i64) -> Result<Vec<Evidence>, JournalError> {
        let entry = self.record.entry(seq)?.map(|entry| self.seen(self.record.executed(entry)));
        Ok(entry.map(|executed| executed.answer.evidence).unwrap_or_default())
    }

    /// How many words the journal had when it was opened.
    pub(crate) fn known_words(&self) -> u64 {
        self.record.known_words
    }

    /// Whether the entry of the journal with this number was executed or taken in this run.
    pub(crate) fn is_used(&self, seq: i64) -> bool {
        self.record.is_fresh(seq) || self.replay.was_taken(seq)
    }

    /// What the next executions show, from this number on, in their order; none when there are no more. Nothing is
    /// executed.
    pub(crate) fn seen_from(&mut self, next: &mut i64) -> Result<Option<Vec<Executed>>, Halt> {
        let end = self.record.journal.as_ref().map_or(0, Journal::next_seq);
        if *next >= end {
            return Ok(None);
        }
        let page = *next..*next + PAGE;
        *next = page.end;
        self.seen_of(page, &[]).map(Some)
    }

    /// What all executions show whose words begin with this one.
    pub(crate) fn seen_beginning(&mut self, word: &[InputId]) -> Result<Vec<Executed>, Halt> {
        let prefix = if self.alternatives.is_none() { word } else { &[] };
        let mut seen = self.seen_of(ALL, prefix)?;
        seen.retain(|executed| executed.answer.word.starts_with(word));
        Ok(seen)
    }

    /// What those executions of this run show that have these numbers, and begin with this word.
    fn seen_of(&mut self, seqs: Range<i64>, beginning: &[InputId]) -> Result<Vec<Executed>, Halt> {
        let Some(journal) = &self.record.journal else { return Ok(Vec::new()) };
        let mut seen = Vec::new();
        let outcome = journal.for_each_numbered(seqs, beginning, |entry| {
            if self.is_used(entry.seq) {
                let mut executed = self.record.executed(entry);
                self.read_outside(&mut executed.answer);
                seen.push(self.seen(executed));
            }
        });
        outcome.map_err(|error| self.status.journal_failed(error))?;
        Ok(seen)
    }

    /// Marks entries of the journal whose answers a vote decided against.
    pub(crate) fn overturn(&mut self, entries: &[i64]) -> Result<(), Halt> {
        let Some(journal) = &mut self.record.journal else { return Ok(()) };
        journal.overturn(entries).map_err(|error| self.status.journal_failed(error))
    }

    /// The first steps of an answer, by names.
    pub(crate) fn steps(&self, answer: &Answer, length: usize) -> Vec<Step> {
        answer.steps(length, self.inputs(), self.outputs())
    }
}

/// Plans that are run together.
struct Portion<'p> {
    numbers: &'p [i64],
    ran: &'p mut [Option<Executed>],
    /// How many of them are not answered yet.
    open: usize,
    /// Answers that are not durable yet: the disk is slow, so a fast system does not wait for it after each of them.
    waiting: Vec<(usize, Answer)>,
    /// When those that wait are to become durable, in time of this process,
    due: Duration,
    /// and how long others may wait then.
    delay: Duration,
    /// Whether all answers so far are durable.
    kept: Result<(), Halt>,
}

impl<'p> Portion<'p> {
    /// Plans with these numbers, none of which is answered.
    fn new(numbers: &'p [i64], ran: &'p mut [Option<Executed>], (now, delay): (Duration, Duration)) -> Self {
        Self { numbers, open: ran.len(), ran, waiting: Vec::new(), due: now + delay, delay, kept: Ok(()) }
    }

    /// Takes answers as they come. Whether more are wanted is asked at each of them: the next one may take long.
    fn take(
        &mut self,
        answers: Vec<(usize, Answer)>,
        names: (&Symbols, &Outputs),
        record: &mut Record,
        status: &mut Status,
    ) -> ControlFlow<()> {
        self.open -= answers.len();
        self.waiting.extend(answers);
        if status.elapsed() >= self.due {
            self.keep(names, record, status);
        }
        let may_go_on = self.open == 0 || status.check_interrupt().and_then(|()| status.check_time()).is_ok();
        if may_go_on && self.kept.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// Makes the answers durable that wait for it.
    fn keep(&mut self, names: (&Symbols, &Outputs), record: &mut Record, status: &mut Status) {
        let (places, answers): (Vec<usize>, Vec<Answer>) = self.waiting.drain(..).unzip();
        let mut answers: Vec<_> = places.iter().map(|&place| self.numbers[place]).zip(answers).collect();
        if answers.is_empty() || self.kept.is_err() {
            return;
        }
        let kept = record.keep(status.progress.phase, &mut answers, names, status.elapsed_ms());
        if let Err(error) = kept {
            self.kept = Err(status.journal_failed(error));
            return;
        }
        status.note_answered(answers.len());
        for (place, (seq, answer)) in places.into_iter().zip(answers) {
            self.ran[place] = Some(Executed { seq, served: 0, answer });
        }
        self.due = status.elapsed() + self.delay;
    }
}

/// Names the outputs that end an execution, and returns the one that stands for what is outside.
fn name_finals(case: &Case, system: &dyn System, symbols: &mut Symbols) -> OutputId {
    symbols.outputs.intern(ERROR);
    let outside = symbols.outputs.intern(OUTSIDE);
    symbols.finals = case.finals(&mut symbols.outputs);
    symbols.finals.push(outside);
    symbols.finals.extend(system.about().finals.iter().map(|name| symbols.outputs.intern(name)));
    outside
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::system::SystemError;
    use crate::system::copies::Copies;

    /// Says which copy it is. The second one fails.
    struct Numbered(usize, Inputs, Outputs);

    impl Numbered {
        fn start(number: usize) -> Result<Box<dyn System>, SystemError> {
            Ok(Box::new(Self(number, ["call"].iter().collect(), Outputs::default())))
        }
    }

    impl System for Numbered {
        fn inputs(&self) -> &Inputs {
            &self.1
        }

        fn outputs(&self) -> &Outputs {
            &self.2
        }

        fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
            if self.0 == 2 {
                return Err(SystemError::Failed("it broke".to_owned()));
            }
            let Self(number, _, outputs) = self;
            answers.extend(plans.iter().map(|plan| Answer::stepped(plan, symbols, outputs, |_| number.to_string())));
            Ok(())
        }
    }

    #[test]
    fn what_is_answered_behind_a_failure_is_kept_under_its_number_and_not_used() {
        let case = Case::of_model(Path::new("numbered"));
        let mut copies = Copies::new(Numbered::start(1).unwrap(), 3, Numbered::start);
        let journal = Some(Journal::in_memory());
        let mut executor = Executor::open(&case, &mut copies, journal, Arc::default()).unwrap();
        let plans = vec![Plan::word(executor.inputs().ids().collect::<Vec<_>>()); 3];
        let mut answers = Vec::new();
        assert!(executor.execute(&plans, None, &mut answers).is_err());
        assert!(matches!(&executor.status.stop, Some(StopReason::SystemFailed(text)) if text == "it broke"));
        assert_eq!(answers.iter().map(|executed| executed.seq).collect::<Vec<_>>(), [1]);
        assert_eq!(executor.status.progress.total().executed, 1);
        let mut kept = Vec::new();
        executor.record.journal.as_ref().unwrap().for_each(|entry| kept.push((entry.seq, entry.outputs))).unwrap();
        assert_eq!(kept, [(1, vec!["1".to_owned()]), (3, vec!["3".to_owned()])]);
        assert_eq!(executor.record.plan(2), [2, 4]);
        assert!(executor.is_used(1) && !executor.is_used(3));
        executor.status.stop = None;
        executor.execute(&plans[..1], None, &mut answers).unwrap();
        assert_eq!(answers.iter().map(|executed| executed.seq).collect::<Vec<_>>(), [1, 3]);
        assert!(executor.is_used(3), "it is not executed again");
    }
}
