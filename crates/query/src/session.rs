//! The session: the oracle that stands between algorithms and a real system.
//!
//! The way of a question: purpose, tree (known?), journal (recorded?), system, votes, journal, consistency with the
//! tree, tree. Nothing is used before it is durable, and nothing is executed twice.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use typestar_learn::{Halt, Oracle};
use typestar_model::{
    Counts, ERROR, Finding, InputId, Inputs, NodeId, OUTSIDE, ObservationTree, OutputId, Outputs, Phase, Plan,
    TraceStep, repeated_after,
};

use crate::case::{Case, Noise, OutputsSpec};
use crate::event::{Event, Progress};
use crate::execution::{Pace, Vocabulary};
use crate::findings::Findings;
use crate::growth::{Growth, look_if_due};
use crate::journal::{Journal, JournalError, NumberedEntry};
use crate::partial::Partials;
use crate::purpose::Purpose;
use crate::recorded::{Added, Recorded};
use crate::system::{Answer, System};
use crate::values::SeenValues;
use crate::within::restricted;

/// The most words that are executed before their answers are used.
const LARGEST_WAVE: u64 = 4096;

/// Of all executed words, the share that a wave may have: what stands in it behind an answer that contradicts the tree
/// may be asked in vain.
const SHARE: u64 = 16;

/// A wave may always have so many words.
const SMALL_WAVE: u64 = 16;

/// How many entries of the journal are read at once when the tree is built again.
const PAGE: i64 = 4096;

/// How often the observer is told that time passes, while nothing is asked.
const TELL_EVERY: Duration = Duration::from_millis(100);

/// Why a run ended before its own end.
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
}

/// Who is told what happens.
pub type Observer<'a> = &'a mut dyn FnMut(&Event, &Progress);

/// The oracle of a learning run.
pub struct Session<'a> {
    pub(crate) system: &'a mut dyn System,
    pub(crate) journal: Journal,
    pub(crate) inputs: Inputs,
    pub(crate) outputs: Outputs,
    pub(crate) tree: ObservationTree,
    pub(crate) finals: Vec<OutputId>,
    /// What a word outside the purpose answers: `outside`, or `error` if the user wants it so.
    pub(crate) outside: OutputId,
    pub(crate) purpose: Purpose,
    pub(crate) growth: Growth,
    pub(crate) declared: OutputsSpec,
    pub(crate) repeat: usize,
    pub(crate) confirm: usize,
    limits: crate::case::Limits,
    pub(crate) recorded: Recorded,
    pub(crate) vocabulary: Vocabulary,
    pub(crate) pace: Pace,
    /// The number of the first entry of the journal that this process writes.
    first_fresh: i64,
    /// Entries of the journal that votes decided against.
    pub(crate) overturned: HashSet<i64>,
    reasons: HashMap<NodeId, String>,
    /// For each input whether it may answer with callbacks.
    pub(crate) delivers: Vec<bool>,
    pub(crate) values: SeenValues,
    /// For each output whether some answer had it where callbacks come, believed or not. `outputs` knows those of the
    /// purpose and of callins, too.
    pub(crate) met: Vec<bool>,
    pub(crate) phase: Phase,
    pub(crate) learning: Counts,
    pub(crate) testing: Counts,
    pub(crate) challenge: Counts,
    pub(crate) replayed: u64,
    pub(crate) round: u64,
    pub(crate) states: usize,
    /// Words that were answered and do not count yet.
    pub(crate) answered: u64,
    /// How many words the tester has, at most, behind those that it asked last.
    left: Option<u64>,
    /// How many plans were open of those that were asked last, when the present wave began.
    open: u64,
    /// How many words were executed since the present wave began, or taken from the journal.
    pub(crate) done: u64,
    pub(crate) findings: Findings,
    /// Disagreements that votes settled, where noise is expected.
    pub(crate) settled: Findings,
    pub(crate) noise: Noise,
    pub(crate) conflicts: u64,
    pub(crate) stop: Option<StopReason>,
    pub(crate) partials: Partials,
    pub(crate) started: Instant,
    pub(crate) earlier_ms: u64,
    interrupt: Arc<AtomicBool>,
    observer: Observer<'a>,
    /// When the observer was told something last.
    last_told: Instant,
}

impl<'a> Session<'a> {
    /// A session over a system, with the answers that the journal already holds.
    pub(crate) fn open(
        case: &Case,
        outside_is_error: bool,
        system: &'a mut dyn System,
        journal: Journal,
        interrupt: Arc<AtomicBool>,
        observer: Observer<'a>,
    ) -> Result<Self, JournalError> {
        system.heed(&interrupt);
        let inputs = system.inputs().clone();
        let mut outputs = Outputs::default();
        let error = outputs.intern(ERROR);
        let outside = if outside_is_error { error } else { outputs.intern(OUTSIDE) };
        let mut finals = case.finals(&mut outputs);
        if !finals.contains(&outside) {
            finals.push(outside);
        }
        let mut session = Self {
            purpose: Purpose::new(&case.purpose, &inputs),
            delivers: inputs.ids().map(|input| case.delivers(inputs.symbol(input), &inputs)).collect(),
            values: SeenValues::new(&case.inputs, &inputs),
            growth: Growth::new(case),
            earlier_ms: journal.meta("wall_ms")?.and_then(|text| text.parse().ok()).unwrap_or(0),
            first_fresh: journal.next_seq(),
            system,
            journal,
            inputs,
            outputs,
            tree: ObservationTree::new(),
            finals,
            outside,
            declared: case.outputs.clone(),
            repeat: case.learning.repeat as usize,
            confirm: case.learning.confirm as usize,
            limits: case.limits.clone(),
            recorded: Recorded::default(),
            vocabulary: Vocabulary::default(),
            pace: Pace::default(),
            overturned: HashSet::new(),
            reasons: HashMap::new(),
            met: Vec::new(),
            phase: Phase::Learning,
            learning: Counts::default(),
            testing: Counts::default(),
            challenge: Counts::default(),
            replayed: 0,
            round: 0,
            states: 0,
            answered: 0,
            left: None,
            open: 0,
            done: 0,
            findings: Findings::default(),
            settled: Findings::default(),
            noise: case.learning.noise,
            conflicts: 0,
            stop: None,
            partials: Partials::new("", None),
            started: Instant::now(),
            interrupt,
            observer,
            last_told: Instant::now(),
        };
        session.clear_tree();
        session.load()?;
        Ok(session)
    }

    /// Reads the recorded answers of earlier processes.
    fn load(&mut self) -> Result<(), JournalError> {
        let mut recorded = Recorded::default();
        let outside = self.outputs.name(self.outside);
        let name = |name| if name == OUTSIDE { outside } else { name };
        let outputs: Vec<OutputId> =
            self.journal.output_names().iter().map(|known| recorded.outputs.intern(name(known))).collect();
        let inputs = self.recorded_inputs();
        self.journal.for_each_numbered(0..i64::MAX, |entry| {
            let Some(word) = word_of(&entry, &inputs) else { return };
            let outputs: Vec<OutputId> = entry.outputs.iter().map(|&number| outputs[number]).collect();
            let (is_overturned, has_details) = (entry.overturned, entry.has_details());
            recorded.add(&Added { seq: entry.seq, word: &word, outputs: &outputs, is_overturned, has_details });
        })?;
        self.recorded = recorded;
        Ok(())
    }

    /// The inputs by the journal's numbers; none where an input no longer exists.
    fn recorded_inputs(&self) -> Vec<Option<InputId>> {
        self.journal.input_names().iter().map(|name| self.inputs.get(name)).collect()
    }

    fn clear_tree(&mut self) {
        self.tree = ObservationTree::new();
        self.reasons.clear();
        for &output in &self.finals {
            let repeated = self.outputs.get(repeated_after(self.outputs.name(output))).unwrap_or(output);
            self.tree.declare_final_with(output, repeated);
        }
        self.mark_outside(&[], &[]);
    }

    /// Builds the tree again from all answers that are still believed.
    pub(crate) fn rebuild_tree(&mut self) -> Result<(), JournalError> {
        self.clear_tree();
        let inputs = self.recorded_inputs();
        for start in (1..self.journal.next_seq()).step_by(PAGE as usize) {
            let mut page = Vec::new();
            self.journal.for_each_numbered(start..start + PAGE, |entry| page.push(entry))?;
            page.retain(|entry| self.is_used(entry.seq) && !self.overturned.contains(&entry.seq));
            for entry in page {
                if let Some(word) = word_of(&entry, &inputs) {
                    let outputs = entry.outputs.iter().map(|&number| self.recorded_output(number)).collect();
                    // An answer that came together with the disputed one may contradict the tree: it is disputed next.
                    self.insert(&Answer { word, outputs, evidence: entry.evidence, late: Vec::new() });
                }
            }
        }
        Ok(())
    }

    /// The output with this number in the journal.
    fn recorded_output(&mut self, number: usize) -> OutputId {
        match self.journal.output_names()[number].as_str() {
            OUTSIDE => self.outside,
            name => self.outputs.intern(name),
        }
    }

    /// Whether the tree rests on the entry of the journal with this number, or did so before a vote.
    pub(crate) fn is_used(&self, seq: i64) -> bool {
        seq >= self.first_fresh || self.recorded.was_taken(seq)
    }

    /// Plans none of which can answer another, the longest first, and those that have to wait for them.
    ///
    /// What begins like a longer word is known without being run once that word was run. Every plan that waits knows
    /// more of its way when the others are answered, so there are no more rounds than a plan has inputs.
    fn round(&self, mut open: Vec<Plan>) -> (Vec<Plan>, Vec<Plan>) {
        open.sort_by_key(|plan| std::cmp::Reverse(plan.longest()));
        let (mut round, mut later) = (Vec::with_capacity(open.len()), Vec::new());
        let mut places = HashSet::with_capacity(open.len());
        for plan in open {
            match plan.first_unknown(&self.tree, self.tree.root()) {
                None => {}
                Some(place) if places.insert(place) => round.push(plan),
                Some(_) => later.push(plan),
            }
        }
        (round, later)
    }

    /// The next plans of a round that are executed together: as many as the limits have room for.
    fn wave(&self, round: &mut impl Iterator<Item = Plan>) -> Vec<Plan> {
        let (executed, votes) = (self.executed(), self.repeat.max(1) as u64);
        let left = self.limits.max_words.saturating_sub(executed) / votes;
        let due = if self.phase == Phase::Learning { self.growth.due.saturating_sub(executed) } else { u64::MAX };
        let words = (executed / SHARE).clamp(SMALL_WAVE, LARGEST_WAVE).min(left).min(due).max(1);
        let mut symbols = self.limits.max_symbols.saturating_sub(self.symbols()).div_ceil(votes);
        let mut wave = Vec::new();
        while wave.is_empty() || ((wave.len() as u64) < words && symbols > 0) {
            let Some(plan) = round.next() else { break };
            symbols = symbols.saturating_sub(plan.longest() as u64);
            wave.push(plan);
        }
        wave
    }

    /// Executes a wave and puts its answers into the tree.
    fn answer(&mut self, wave: &[Plan]) -> Result<(), Halt> {
        let inside: Cow<[Plan]> = match self.purpose.is_everything() {
            true => wave.into(),
            false => {
                let (purpose, tree, outputs) = (&self.purpose, &self.tree, &mut self.outputs);
                wave.iter().map(|plan| restricted(purpose, tree, plan, outputs)).collect()
            }
        };
        let mut outcome = Ok(());
        for recorded in self.voted(&inside)? {
            // What was answered together with a disputed answer is not lost when the tree is built again.
            outcome = self.absorb(recorded).and(outcome);
            if self.stop.is_some() {
                break;
            }
        }
        outcome
    }

    /// The first steps of an answer, by names.
    pub(crate) fn steps(&self, answer: &Answer, length: usize) -> Vec<TraceStep> {
        answer.steps(length, &self.inputs, &self.outputs)
    }

    /// Adds an answer to the tree; false if it contradicts the tree.
    pub(crate) fn insert(&mut self, answer: &Answer) -> bool {
        let length = self.length_inside(&answer.word, &answer.outputs);
        let (word, outputs) = (&answer.word[..length], &answer.outputs[..length]);
        let Ok(mut node) = self.tree.insert(word, outputs) else { return false };
        for evidence in answer.evidence.iter().take(length).rev() {
            if let Some(reason) = &evidence.reason {
                self.reasons.entry(node).or_insert_with(|| reason.clone());
            }
            node = self.tree.edge_to(node).map_or(node, |(parent, ..)| parent);
        }
        self.mark_outside(word, outputs);
        true
    }

    /// How many steps of an answer are inside the purpose: one of an earlier run, or one that surprised, may go on.
    fn length_inside(&self, word: &[InputId], outputs: &[OutputId]) -> usize {
        if self.purpose.is_everything() {
            return word.len();
        }
        let mut state = self.purpose.start();
        for (at, (&input, &output)) in word.iter().zip(outputs).enumerate() {
            if !self.purpose.allows(&state, input) {
                return at;
            }
            state = self.purpose.step(&state, input, self.outputs.name(output));
        }
        word.len()
    }

    /// Puts `outside` into the tree wherever the purpose forbids the next input: known at no cost.
    fn mark_outside(&mut self, word: &[InputId], outputs: &[OutputId]) {
        if self.purpose.is_everything() {
            return;
        }
        let mut state = self.purpose.start();
        for length in 0..=word.len() {
            for input in self.inputs.ids() {
                if !self.purpose.allows(&state, input) {
                    let word = [&word[..length], &[input]].concat();
                    let outputs = [&outputs[..length], &[self.outside]].concat();
                    self.tree.insert(&word, &outputs).expect("inputs outside the purpose are never given");
                }
            }
            if length == word.len() || self.finals.contains(&outputs[length]) {
                break;
            }
            state = self.purpose.step(&state, word[length], self.outputs.name(outputs[length]));
        }
    }

    /// Why the system answered with the step that leads to `node`.
    pub(crate) fn reason(&self, node: NodeId) -> Option<&String> {
        self.reasons.get(&node)
    }

    pub(crate) fn find(&mut self, finding: Finding) {
        if self.findings.add(finding.clone()) {
            self.tell(&Event::FindingMade(finding));
        }
    }

    pub(crate) fn tell(&mut self, event: &Event) {
        let progress = self.progress();
        self.last_told = Instant::now();
        (self.observer)(event, &progress);
    }

    pub(crate) fn progress(&self) -> Progress {
        Progress {
            phase: self.phase,
            round: self.round,
            states: self.states,
            learning: self.learning,
            testing: self.testing,
            challenge: self.challenge,
            replayed: self.replayed,
            answered: self.answered,
            left: self.words_left(),
            elapsed_ms: self.elapsed_ms(),
        }
    }

    /// How many words of the present suite are still to be executed, at most. With votes each of them counts as often
    /// as it is run.
    fn words_left(&self) -> Option<u64> {
        let plans = self.left.filter(|_| self.phase != Phase::Learning)?.saturating_add(self.open);
        Some(plans.saturating_mul(self.repeat.max(1) as u64).saturating_sub(self.done))
    }

    pub(crate) fn elapsed_ms(&self) -> u64 {
        self.earlier_ms + self.started.elapsed().as_millis() as u64
    }

    pub(crate) fn stop(&mut self, reason: StopReason) -> Halt {
        self.stop.get_or_insert(reason);
        Halt::Stopped
    }

    pub(crate) fn counts(&mut self) -> &mut Counts {
        match self.phase {
            Phase::Learning => &mut self.learning,
            Phase::Testing => &mut self.testing,
            Phase::Challenge => &mut self.challenge,
        }
    }

    /// What all phases cost so far.
    pub(crate) fn total(&self) -> Counts {
        self.learning + self.testing + self.challenge
    }

    pub(crate) fn executed(&self) -> u64 {
        self.total().executed
    }

    fn symbols(&self) -> u64 {
        self.total().symbols
    }

    /// Notes that there is a hypothesis.
    pub(crate) fn note_hypothesis(&mut self, states: usize) {
        self.round += 1;
        (self.states, self.left) = (states, None);
        self.growth.postpone(self.executed());
        self.tell(&Event::HypothesisBuilt { states });
    }

    pub(crate) fn check_limits(&mut self) -> Result<(), Halt> {
        self.check_interrupt()?;
        let used =
            [(self.executed(), self.limits.max_words, "words"), (self.symbols(), self.limits.max_symbols, "symbols")];
        match used.into_iter().find(|(used, limit, _)| used >= limit && !self.growth.is_last_look) {
            None => Ok(()),
            Some((_, limit, unit)) => Err(self.stop(StopReason::Budget(format!("{limit} {unit}")))),
        }
    }

    pub(crate) fn check_interrupt(&mut self) -> Result<(), Halt> {
        match self.interrupt.load(Ordering::Relaxed) {
            true => Err(self.stop(StopReason::Interrupted)),
            false => Ok(()),
        }
    }

    /// Only executions take time: a run that is continued replays what it has, however long that took at first.
    pub(crate) fn check_time(&mut self) -> Result<(), Halt> {
        match self.elapsed_ms() / 1000 >= self.limits.max_time_s && !self.growth.is_last_look {
            true => Err(self.stop(StopReason::Budget(format!("{} seconds", self.limits.max_time_s)))),
            false => Ok(()),
        }
    }
}

impl Oracle for Session<'_> {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn tree(&self) -> &ObservationTree {
        &self.tree
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        self.counts().asked += plans.len() as u64;
        let mut open = plans;
        while !open.is_empty() {
            let (round, mut later) = self.round(open);
            let mut round = round.into_iter();
            while round.len() > 0 {
                (self.open, self.done) = ((round.len() + later.len()) as u64, 0);
                let wave = self.wave(&mut round);
                self.answer(&wave)?;
                // An answer that lost a vote is no answer.
                later
                    .extend(wave.into_iter().filter(|plan| plan.first_unknown(&self.tree, self.tree.root()).is_some()));
                self.tell_partial();
                if self.phase == Phase::Learning && look_if_due(self, self.executed())? {
                    break;
                }
            }
            open = round.chain(later).collect();
        }
        (self.open, self.done) = (0, 0);
        Ok(())
    }

    fn count_known(&mut self, questions: u64) {
        self.counts().asked += questions;
    }

    fn note_left(&mut self, words: Option<u64>) {
        self.left = words;
    }

    fn check(&mut self) -> Result<(), Halt> {
        if self.last_told.elapsed() >= TELL_EVERY {
            self.tell(&Event::TimePassed);
        }
        self.check_interrupt()
    }

    fn note_states(&mut self, states: usize) -> Result<(), Halt> {
        self.states = states;
        let limit = self.limits.max_states;
        match states as u64 <= limit {
            true => Ok(()),
            false => Err(self.stop(StopReason::Budget(format!("{limit} states")))),
        }
    }
}

/// The inputs of an entry of the journal, unless some of them no longer exist.
fn word_of(entry: &NumberedEntry, inputs: &[Option<InputId>]) -> Option<Vec<InputId>> {
    entry.inputs.iter().map(|&number| inputs[number]).collect()
}
