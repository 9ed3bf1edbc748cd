//! The executor: the one way to a system. Every word that reaches one passes here, for whatever purpose.
//!
//! It owns limits, journal, replay, counting, failures and events. A word goes: abstract plan, concrete plan, replay
//! (recorded?), system, translation into the one numbering, journal, and back as an abstract answer.

mod pace;
mod replay;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use typestar_learn::Halt;
use typestar_model::{
    Counts, ERROR, Evidence, Id, InputId, Inputs, OUTSIDE, OutputId, Outputs, Phase, Plan, Step, Symbol,
};

use self::pace::Pace;
pub(crate) use self::replay::Executed;
use self::replay::{Added, Replay};
use crate::abstraction::{Abstraction, Alternatives, Variant};
use crate::case::{Case, Limits};
use crate::event::{Event, Progress};
use crate::journal::{Journal, JournalError, NumberedEntry, rounded};
use crate::system::{Answer, Symbols, System};

/// How many entries of the journal are read at once when they are seen again.
const PAGE: i64 = 4096;

/// How often the observer is told that time passes, while nothing is asked.
const TELL_EVERY: Duration = Duration::from_millis(100);

const NO_LIMITS: Limits =
    Limits { max_words: u64::MAX, max_symbols: u64::MAX, max_states: u64::MAX, max_time_s: u64::MAX };

/// Why words are no longer executed, before their own end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The user interrupted it.
    Interrupted,
    /// A limit was reached; the text says which.
    Budget(String),
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
        match self {
            Self::Interrupted => "interrupted",
            Self::Budget(_) => "budget",
            Self::SystemFailed(_) => "system-failed",
            Self::JournalFailed(_) => "journal-failed",
            Self::Unsettled => "unsettled",
            Self::PendingCallbacksGrow => "pending-callbacks-grow",
            Self::CountGrows => "count-grows",
            Self::Misfit => "misfit",
            Self::TheoryRefuted => "theory-refuted",
        }
    }
}

/// Who is told what happens.
pub type Observer<'a> = &'a mut dyn FnMut(&Event, &Progress);

/// The one way to a system.
pub(crate) struct Executor<'a> {
    system: &'a mut dyn System,
    /// What is executed is kept here, if anywhere.
    journal: Option<Journal>,
    /// None if what is asked is what the system is told.
    abstraction: Option<Box<dyn Abstraction + 'a>>,
    symbols: Symbols,
    /// What a word counts as that is `outside` to the system itself: `outside`, or `error` if the user wants it so.
    outside: (OutputId, OutputId),
    /// The numbers here of the outputs that the system gave, by its own numbers.
    heard: Vec<Option<OutputId>>,
    replay: Replay,
    /// The number of the first entry of the journal that this process writes.
    first_fresh: i64,
    pace: Pace,
    limits: Limits,
    /// Whether a budget has run out, and a few words may go beyond it.
    pub(crate) is_overtime: bool,
    /// Where the run stands.
    pub(crate) progress: Progress,
    /// How many words were executed since the present wave began, or taken from the journal,
    pub(crate) done: u64,
    /// and how many there were to be executed when it began, at most; none if nobody can tell.
    pub(crate) ahead: Option<u64>,
    pub(crate) stop: Option<StopReason>,
    started: Instant,
    earlier_ms: u64,
    interrupt: Arc<AtomicBool>,
    observer: Option<Observer<'a>>,
    /// When the observer was told something last.
    last_told: Instant,
    /// How many troubles of the system it was told.
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
        let abstraction = Alternatives::of_case(case, system.inputs());
        let abstraction = abstraction.map(|made| Box::new(made) as Box<dyn Abstraction + 'a>);
        let mut symbols = Symbols { offered: system.inputs().len(), ..Symbols::default() };
        let (mut replay, mut earlier_ms, mut first_fresh) = (Replay::default(), 0, 1);
        let mut journal = journal;
        match &mut journal {
            None => symbols.inputs = system.inputs().clone(),
            Some(journal) => {
                (symbols.inputs, symbols.outputs) = journal.number_like(system.inputs())?;
                replay = read(journal, system.inputs())?;
                earlier_ms = journal.meta("wall_ms")?.and_then(|text| text.parse().ok()).unwrap_or(0);
                first_fresh = journal.next_seq();
            }
        }
        let outside = name_finals(case, system, &mut symbols);
        Ok(Self {
            system,
            journal,
            abstraction,
            symbols,
            outside: (outside, outside),
            heard: Vec::new(),
            replay,
            first_fresh,
            pace: Pace::default(),
            limits: case.limits.clone(),
            is_overtime: false,
            progress: Progress::default(),
            done: 0,
            ahead: None,
            stop: None,
            started: Instant::now(),
            earlier_ms,
            interrupt,
            observer: None,
            last_told: Instant::now(),
            troubles_told: 0,
        })
    }

    /// The way to a system for those who keep nothing and have limits of their own: the journal never answers.
    pub(crate) fn unrecorded(case: &Case, system: &'a mut dyn System, interrupt: Arc<AtomicBool>) -> Self {
        let opened = Self::open(case, system, None, interrupt).expect("without a journal nothing can fail");
        Self { limits: NO_LIMITS, ..opened }
    }

    /// The same way, seen otherwise.
    pub(crate) fn abstracted(mut self, abstraction: Box<dyn Abstraction + 'a>) -> Self {
        self.abstraction = Some(abstraction);
        self
    }

    /// The same way, on which somebody is told what happens.
    pub(crate) fn observed(mut self, observer: Observer<'a>) -> Self {
        self.observer = Some(observer);
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
        self.abstraction.as_ref().map_or(&self.symbols.inputs, |abstraction| abstraction.inputs())
    }

    /// The number of an input, which may be new: the system has one of this name, without values. An abstraction knows
    /// all inputs that can be asked.
    pub(crate) fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        let known = self.inputs().get(symbol.text());
        let is_new = known.is_none() && self.abstraction.is_none() && self.system.inputs().get(symbol.name()).is_some();
        known.or_else(|| is_new.then(|| self.symbols.inputs.intern_symbol(symbol.clone())))
    }

    /// Takes note of inputs that came since: those that the alphabet has beyond the known ones.
    pub(crate) fn know_inputs(&mut self, inputs: &Inputs) {
        for input in inputs.ids().skip(self.inputs().len()) {
            self.input(inputs.symbol(input));
        }
    }

    /// How many of them learners ask.
    pub(crate) fn offered(&self) -> usize {
        self.abstraction.as_ref().map_or(self.symbols.offered, |abstraction| abstraction.inputs().len())
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

    /// The abstraction, if there is one.
    pub(crate) fn abstraction(&self) -> Option<&dyn Abstraction> {
        self.abstraction.as_deref().map(|abstraction| abstraction as &dyn Abstraction)
    }

    /// What was wrong with the journal.
    pub(crate) fn damage(&self) -> Option<String> {
        self.journal.as_ref()?.damage().map(ToString::to_string)
    }

    /// What went wrong with the system and was mended.
    pub(crate) fn troubles(&self) -> &[String] {
        self.system.troubles()
    }

    pub(crate) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Executes plans, or finds their answers in the journal; afterwards all of them are durable.
    ///
    /// For each plan there are as many answers as it has executions, in their order. What was answered before it stops
    /// is among them.
    pub(crate) fn execute(
        &mut self,
        plans: &[Plan],
        variant: Option<Variant>,
        answers: &mut Vec<Vec<Executed>>,
    ) -> Result<(), Halt> {
        self.check_limits()?;
        let Some(abstraction) = &self.abstraction else {
            let mut executed = Vec::with_capacity(plans.len());
            let outcome = self.execute_concrete(plans, &mut executed);
            answers.extend(executed.into_iter().map(|executed| vec![executed]));
            return outcome;
        };
        let variant = |index: usize| variant.unwrap_or(self.turn(index));
        let executions = |(index, plan)| abstraction.executions(plan, variant(index), &self.symbols);
        let concrete: Vec<Vec<Plan>> = plans.iter().enumerate().map(executions).collect();
        let mut executed = Vec::new();
        let outcome = self.execute_concrete(&concrete.concat(), &mut executed);
        let mut executed = executed.into_iter().map(|executed| self.seen(executed));
        answers.extend(concrete.iter().map(|executions| executed.by_ref().take(executions.len()).collect()));
        outcome
    }

    /// Whose turn it is at the next plan but so many.
    fn turn(&self, index: usize) -> Variant {
        Variant::Turn(self.progress.total().executed as usize + index)
    }

    /// The executions that the abstraction has for the next plan.
    pub(crate) fn executions(&self, plan: &Plan) -> Vec<Plan> {
        let abstraction = self.abstraction.iter();
        abstraction.flat_map(|abstraction| abstraction.executions(plan, self.turn(0), &self.symbols)).collect()
    }

    /// What an execution shows.
    fn seen(&self, executed: Executed) -> Executed {
        match &self.abstraction {
            None => executed,
            Some(abstraction) => {
                let seen = abstraction.seen(&executed.answer, &self.symbols);
                let Answer { word, outputs, .. } = executed.answer;
                Executed { answer: seen, concrete: Some((word, outputs)), ..executed }
            }
        }
    }

    fn execute_concrete(&mut self, plans: &[Plan], answers: &mut Vec<Executed>) -> Result<(), Halt> {
        let taken = self.take_recorded(plans)?;
        let fresh: Vec<usize> = (0..plans.len()).filter(|&index| taken[index].is_none()).collect();
        let mut ran = Vec::with_capacity(fresh.len());
        let outcome = match fresh.len() == plans.len() {
            true => self.run_fresh(plans, &mut ran),
            false => {
                let rest: Vec<Plan> = fresh.iter().map(|&index| plans[index].clone()).collect();
                self.run_fresh(&rest, &mut ran)
            }
        };
        self.progress.answered = 0;
        self.done += (plans.len() - fresh.len()) as u64;
        let executed = words(&ran);
        let mut ran = ran.into_iter();
        let first = answers.len();
        for taken in taken {
            let Some(executed) = taken.or_else(|| ran.next()) else { break };
            self.count(&executed);
            answers.push(executed);
        }
        let replayed = words(&answers[first..]) - executed;
        self.progress.replayed += replayed as u64;
        self.tell(&Event::WordsExecuted { executed, replayed });
        outcome
    }

    /// What the journal has for each plan.
    fn take_recorded(&mut self, plans: &[Plan]) -> Result<Vec<Option<Executed>>, Halt> {
        let mut answers = Vec::with_capacity(plans.len());
        for plan in plans {
            let Some(mut taken) = self.replay.take(plan, &self.symbols) else {
                answers.push(None);
                continue;
            };
            if let (true, Some(journal)) = (taken.has_details, &self.journal) {
                let answer = &mut taken.recorded.answer;
                let details = journal.details(taken.recorded.seq);
                (answer.evidence, answer.late) = details.map_err(|error| self.journal_failed(error))?;
                answer.evidence.truncate(answer.word.len());
            }
            self.read_outside(&mut taken.recorded.answer);
            answers.push(Some(taken.recorded));
        }
        Ok(answers)
    }

    /// Runs plans on the system, portion by portion. What was answered before it stops is in `ran`, and durable.
    fn run_fresh(&mut self, plans: &[Plan], ran: &mut Vec<Executed>) -> Result<(), Halt> {
        let mut rest = plans;
        while !rest.is_empty() {
            self.check_interrupt()?;
            self.check_time()?;
            let (portion, later) = rest.split_at(self.pace.words().min(rest.len()));
            let started = Instant::now();
            let outcome = self.run_portion(portion, ran);
            self.tell_troubles();
            outcome?;
            self.pace.note(portion.len(), started.elapsed());
            self.progress.answered += portion.len() as u64;
            self.done += portion.len() as u64;
            rest = later;
            if !rest.is_empty() {
                self.tell(&Event::WordsAnswered);
            }
        }
        Ok(())
    }

    fn run_portion(&mut self, plans: &[Plan], ran: &mut Vec<Executed>) -> Result<(), Halt> {
        let mut answers = Vec::with_capacity(plans.len());
        let outcome = self.system.run(plans, &self.symbols, &mut answers);
        answers.iter_mut().for_each(|answer| self.translate(answer));
        let first = self.keep(&answers)?;
        let failure = match outcome {
            Ok(()) if answers.len() == plans.len() => None,
            Ok(()) => Some(format!("it answered {} of {} words", answers.len(), plans.len())),
            Err(error) => Some(error.to_string()),
        };
        let numbers = (0..answers.len() as i64).map(|index| first.map_or(0, |first| first + index));
        for (mut answer, seq) in answers.into_iter().zip(numbers) {
            self.read_outside(&mut answer);
            ran.push(Executed { seq, served: 0, answer, concrete: None });
        }
        match failure {
            None => Ok(()),
            // A system that was interrupted does not try all it could.
            Some(failure) => self.check_interrupt().and_then(|()| Err(self.stop(StopReason::SystemFailed(failure)))),
        }
    }

    /// Gives the outputs of an answer their numbers here, and cuts it behind a final one. Times are what the journal
    /// keeps of them.
    fn translate(&mut self, answer: &mut Answer) {
        answer.evidence.iter_mut().for_each(|step| step.ms = rounded(step.ms));
        for number in 0..answer.outputs.len() {
            let output = self.heard(answer.outputs[number]);
            answer.outputs[number] = output;
            if self.symbols.finals.contains(&output) {
                return answer.cut(number + 1);
            }
        }
    }

    /// The number here of an output of the system.
    fn heard(&mut self, output: OutputId) -> OutputId {
        if self.heard.len() <= output.index() {
            self.heard.resize(output.index() + 1, None);
        }
        let (system, outputs) = (&self.system, &mut self.symbols.outputs);
        let intern = || outputs.intern_symbol(system.outputs().symbol(output).clone());
        *self.heard[output.index()].get_or_insert_with(intern)
    }

    /// Makes answers durable, and returns the number of the first.
    fn keep(&mut self, answers: &[Answer]) -> Result<Option<i64>, Halt> {
        let wall_ms = self.elapsed_ms();
        let Some(journal) = &mut self.journal else { return Ok(None) };
        let kept = journal.append_answers(self.progress.phase, answers, &self.symbols, wall_ms);
        kept.map(Some).map_err(|error| self.journal_failed(error))
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
        // An entry of the journal may serve twice, first in part: it is one word all the same.
        let (words, symbols) = executed.answer.cost(executed.served);
        let counts = self.counts();
        counts.executed += words;
        counts.symbols += symbols;
    }

    /// What the present phase has cost so far.
    pub(crate) fn counts(&mut self) -> &mut Counts {
        match self.progress.phase {
            Phase::Learning => &mut self.progress.learning,
            Phase::Testing => &mut self.progress.testing,
            Phase::Challenge => &mut self.progress.challenge,
        }
    }

    /// Lets the abstraction see two executions that contradict each other; whether it has changed.
    pub(crate) fn refine(&mut self, known: i64, new: i64) -> Result<bool, Halt> {
        let (Some(known), Some(new)) = (self.concrete(known)?, self.concrete(new)?) else { return Ok(false) };
        let symbols = &self.symbols;
        Ok(self.abstraction.as_mut().is_some_and(|abstraction| abstraction.refine(&known, &new, symbols)))
    }

    /// An execution as the journal has it.
    fn concrete(&mut self, seq: i64) -> Result<Option<Answer>, Halt> {
        self.entry(seq).map_err(|error| self.journal_failed(error))
    }

    fn entry(&self, seq: i64) -> Result<Option<Answer>, JournalError> {
        let Some(journal) = &self.journal else { return Ok(None) };
        let mut found = None;
        journal.for_each_numbered(seq..seq + 1, |entry| found = Some(entry))?;
        Ok(found.map(answer_of))
    }

    /// The evidence of all steps of an entry of the journal, as they are seen.
    pub(crate) fn evidence(&self, seq: i64) -> Result<Vec<Evidence>, JournalError> {
        let entry = self.entry(seq)?.map(|answer| self.seen(Executed { seq, served: 0, answer, concrete: None }));
        Ok(entry.map(|executed| executed.answer.evidence).unwrap_or_default())
    }

    /// How many words the journal had when it was opened.
    pub(crate) fn known_words(&self) -> u64 {
        (self.first_fresh - 1).unsigned_abs()
    }

    /// Whether the entry of the journal with this number was executed or taken in this run.
    pub(crate) fn is_used(&self, seq: i64) -> bool {
        seq >= self.first_fresh || self.replay.was_taken(seq)
    }

    /// What the next executions show, from this number on, in their order; none when there are no more. Nothing is
    /// executed.
    pub(crate) fn seen_from(&mut self, next: &mut i64) -> Result<Option<Vec<Executed>>, Halt> {
        let end = self.journal.as_ref().map_or(0, Journal::next_seq);
        if *next >= end {
            return Ok(None);
        }
        let page = *next..*next + PAGE;
        *next = page.end;
        self.seen_of(|journal, visit| journal.for_each_numbered(page, visit)).map(Some)
    }

    /// What all executions show whose words begin with this one.
    pub(crate) fn seen_beginning(&mut self, word: &[InputId]) -> Result<Vec<Executed>, Halt> {
        let prefix = if self.abstraction.is_none() { word } else { &[] };
        let mut seen = self.seen_of(|journal, visit| journal.for_each_beginning_with(prefix, visit))?;
        seen.retain(|executed| executed.answer.word.starts_with(word));
        Ok(seen)
    }

    /// What those executions of this run show that are read from the journal.
    fn seen_of(
        &mut self,
        read: impl FnOnce(&Journal, &mut dyn FnMut(NumberedEntry)) -> Result<(), JournalError>,
    ) -> Result<Vec<Executed>, Halt> {
        let Some(journal) = &self.journal else { return Ok(Vec::new()) };
        let mut seen = Vec::new();
        let outcome = read(journal, &mut |entry| {
            if self.is_used(entry.seq) {
                let (seq, mut answer) = (entry.seq, answer_of(entry));
                self.read_outside(&mut answer);
                seen.push(self.seen(Executed { seq, served: 0, answer, concrete: None }));
            }
        });
        outcome.map_err(|error| self.journal_failed(error))?;
        Ok(seen)
    }

    /// Marks entries of the journal whose answers a vote decided against.
    pub(crate) fn overturn(&mut self, entries: &[i64]) -> Result<(), Halt> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.overturn(entries).map_err(|error| self.journal_failed(error))
    }

    /// The first steps of an answer, by names.
    pub(crate) fn steps(&self, answer: &Answer, length: usize) -> Vec<Step> {
        answer.steps(length, self.inputs(), self.outputs())
    }

    pub(crate) fn tell(&mut self, event: &Event) {
        self.progress.elapsed_ms = self.elapsed_ms();
        self.progress.left = self.ahead.map(|words| words.saturating_sub(self.done));
        self.last_told = Instant::now();
        if let Some(observer) = &mut self.observer {
            observer(event, &self.progress);
        }
    }

    /// Tells what went wrong with the system, and was mended, since this was told last.
    fn tell_troubles(&mut self) {
        while let Some(trouble) = self.system.troubles().get(self.troubles_told) {
            let text = trouble.clone();
            self.troubles_told += 1;
            self.tell(&Event::TroubleMended { text });
        }
    }

    /// Tells the observer that time passes, if nothing else was told for a while; stops if the user wants that.
    pub(crate) fn check(&mut self) -> Result<(), Halt> {
        if self.last_told.elapsed() >= TELL_EVERY {
            self.tell(&Event::TimePassed);
        }
        self.check_interrupt()
    }

    /// Time since this process began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Milliseconds since the run began, over all its processes.
    pub(crate) fn elapsed_ms(&self) -> u64 {
        self.earlier_ms + self.started.elapsed().as_millis() as u64
    }

    pub(crate) fn stop(&mut self, reason: StopReason) -> Halt {
        self.stop.get_or_insert(reason);
        Halt::Stopped
    }

    /// Why the last words were not answered.
    pub(crate) fn failure(&mut self) -> String {
        match self.stop.take() {
            Some(StopReason::SystemFailed(message) | StopReason::JournalFailed(message)) => message,
            _ => "the system was interrupted".to_owned(),
        }
    }

    pub(crate) fn journal_failed(&mut self, error: JournalError) -> Halt {
        self.stop(StopReason::JournalFailed(error.to_string()))
    }

    fn check_limits(&mut self) -> Result<(), Halt> {
        self.check_interrupt()?;
        let total = self.progress.total();
        let used =
            [(total.executed, self.limits.max_words, "words"), (total.symbols, self.limits.max_symbols, "symbols")];
        match used.into_iter().find(|(used, limit, _)| used >= limit && !self.is_overtime) {
            None => Ok(()),
            Some((_, limit, unit)) => Err(self.stop(StopReason::Budget(format!("{limit} {unit}")))),
        }
    }

    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    fn check_interrupt(&mut self) -> Result<(), Halt> {
        match self.is_interrupted() {
            true => Err(self.stop(StopReason::Interrupted)),
            false => Ok(()),
        }
    }

    /// Only executions take time: a run that is continued replays what it has, however long that took at first.
    fn check_time(&mut self) -> Result<(), Halt> {
        match self.elapsed_ms() / 1000 >= self.limits.max_time_s && !self.is_overtime {
            true => Err(self.stop(StopReason::Budget(format!("{} seconds", self.limits.max_time_s)))),
            false => Ok(()),
        }
    }
}

/// Names the outputs that end an execution, and returns the one that stands for what is outside.
fn name_finals(case: &Case, system: &dyn System, symbols: &mut Symbols) -> OutputId {
    symbols.outputs.intern(ERROR);
    let outside = symbols.outputs.intern(OUTSIDE);
    symbols.finals = case.finals(&mut symbols.outputs);
    symbols.finals.push(outside);
    symbols.finals.extend(system.finals().iter().map(|name| symbols.outputs.intern(name)));
    outside
}

/// The recorded answers of earlier processes, but for those that use inputs which no longer exist.
fn read(journal: &Journal, inputs: &Inputs) -> Result<Replay, JournalError> {
    let is_left = |input: InputId| inputs.get_name(journal.inputs().symbol(input).name()).is_some();
    let left: Vec<bool> = journal.inputs().ids().map(is_left).collect();
    let mut replay = Replay::default();
    journal.for_each_numbered(0..i64::MAX, |entry| {
        if !entry.inputs.iter().all(|input| left[input.index()]) {
            return;
        }
        let (seq, is_overturned, has_details) = (entry.seq, entry.overturned, entry.has_details());
        let Answer { word, outputs, .. } = answer_of(entry);
        replay.add(&Added { seq, word: &word, outputs: &outputs, is_overturned, has_details });
    })?;
    Ok(replay)
}

/// An entry of the journal as an answer.
fn answer_of(entry: NumberedEntry) -> Answer {
    Answer { word: entry.inputs, outputs: entry.outputs, evidence: entry.evidence, late: Vec::new() }
}

/// How many words the answers took. An entry of the journal that serves twice, first in part, is one word.
fn words(answers: &[Executed]) -> usize {
    answers.iter().map(|executed| executed.answer.cost(executed.served).0 as usize).sum()
}
