//! The session: the oracle that stands between algorithms and a real system.
//!
//! The way of a question: purpose, tree (known?), journal (recorded?), system, votes, journal, consistency with the
//! tree, tree. Nothing is used before it is durable, and nothing is executed twice.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use typestar_learn::{Oracle, Plan, Stopped};
use typestar_model::{ERROR, InputId, Inputs, NodeId, OUTSIDE, ObservationTree, OutputId, Outputs, Seen};

use crate::case::{Case, OutputsSpec, Target};
use crate::event::{Event, Progress};
use crate::findings::{self, Findings};
use crate::growth::growth_near_start;
use crate::journal::{Entry, Journal, JournalError};
use crate::purpose::Purpose;
use crate::recorded::{Recorded, RecordedAnswer, answer_of};
use crate::report::{Counts, Finding, Phase, TraceStep};
use crate::system::{Answer, System};
use crate::within::restricted;

/// The most words that are given to the system at once; they become durable together.
const BATCH: usize = 16;

/// A learner that has no hypothesis after so many words may be chasing pending callbacks that grow without end.
const PATIENCE: u64 = 1000;

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
}

/// Who is told what happens.
pub type Observer<'a> = &'a mut dyn FnMut(&Event, &Progress);

/// The oracle of a learning run.
pub(crate) struct Session<'a> {
    pub(crate) system: &'a mut dyn System,
    pub(crate) journal: Journal,
    pub(crate) inputs: Inputs,
    pub(crate) outputs: Outputs,
    pub(crate) tree: ObservationTree,
    pub(crate) finals: Vec<OutputId>,
    /// What a word outside the purpose answers: `outside`, or `error` if the user wants it so.
    pub(crate) outside: OutputId,
    pub(crate) purpose: Purpose,
    /// Whether the system is a machine, which is finite by nature.
    pub(crate) is_machine: bool,
    declared: OutputsSpec,
    pub(crate) repeat: usize,
    pub(crate) confirm: usize,
    limits: crate::case::Limits,
    recorded: Recorded,
    /// Entries of the journal that the tree rests on, and those that votes decided against.
    pub(crate) used: HashMap<i64, usize>,
    pub(crate) overturned: HashSet<i64>,
    reasons: HashMap<NodeId, String>,
    /// The outputs that some answer had, whether or not it is believed. `outputs` knows those of the purpose, too.
    pub(crate) met: HashSet<OutputId>,
    pub(crate) phase: Phase,
    pub(crate) learning: Counts,
    pub(crate) testing: Counts,
    pub(crate) replayed: u64,
    pub(crate) round: u64,
    pub(crate) states: usize,
    pub(crate) findings: Findings,
    pub(crate) conflicts: u64,
    pub(crate) stop: Option<StopReason>,
    /// How many words may be executed before somebody looks for growth.
    growth_due: u64,
    /// Whether the tree was rebuilt, so that the learner has to start again.
    pub(crate) rebuilt: bool,
    started: Instant,
    earlier_ms: u64,
    interrupt: Arc<AtomicBool>,
    observer: Observer<'a>,
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
        let inputs = system.inputs().clone();
        let mut outputs = Outputs::default();
        let error = outputs.intern(ERROR);
        let outside = if outside_is_error { error } else { outputs.intern(OUTSIDE) };
        let finals = if case.errors_are_final() { vec![error, outside] } else { vec![outside] };
        let mut session = Self {
            purpose: Purpose::new(&case.purpose, &inputs),
            is_machine: matches!(case.system.target, Target::Model(_)),
            earlier_ms: journal.meta("wall_ms")?.and_then(|text| text.parse().ok()).unwrap_or(0),
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
            used: HashMap::new(),
            overturned: HashSet::new(),
            reasons: HashMap::new(),
            met: HashSet::new(),
            phase: Phase::Learning,
            learning: Counts::default(),
            testing: Counts::default(),
            replayed: 0,
            round: 0,
            states: 0,
            findings: Findings::default(),
            conflicts: 0,
            stop: None,
            growth_due: PATIENCE,
            rebuilt: false,
            started: Instant::now(),
            interrupt,
            observer,
        };
        session.clear_tree();
        session.load()?;
        Ok(session)
    }

    /// Reads the recorded answers of earlier processes.
    fn load(&mut self) -> Result<(), JournalError> {
        let mut recorded = Recorded::default();
        let outside = self.outputs.name(self.outside);
        self.journal.for_each(|mut entry| {
            entry.outputs.iter_mut().filter(|name| *name == OUTSIDE).for_each(|name| *name = outside.to_owned());
            recorded.add(entry, &self.inputs);
        })?;
        self.recorded = recorded;
        Ok(())
    }

    fn clear_tree(&mut self) {
        self.tree = ObservationTree::new();
        self.reasons.clear();
        for &output in &self.finals {
            self.tree.declare_final(output);
        }
        self.mark_outside(&[], &[]);
    }

    /// Builds the tree again from all answers that are still believed.
    pub(crate) fn rebuild_tree(&mut self) -> Result<(), JournalError> {
        self.clear_tree();
        let (mut answers, mut names) = (Vec::new(), Outputs::default());
        self.journal.for_each(|entry| {
            if self.used.contains_key(&entry.seq) && !self.overturned.contains(&entry.seq) {
                answers.extend(answer_of(entry, &self.inputs, &mut names));
            }
        })?;
        for mut recorded in answers {
            renumber(&mut recorded.answer, &names, &mut self.outputs, self.outside);
            // An answer that came together with the disputed one may contradict the tree: it is disputed next.
            self.insert(&recorded.answer);
        }
        self.rebuilt = true;
        Ok(())
    }

    /// The first step of `plan` that the tree does not know.
    fn first_unknown(&self, plan: &Plan) -> Option<(NodeId, InputId)> {
        let (mut node, mut last, mut part) = (self.tree.root(), None, Some(plan));
        while let Some(plan) = part {
            for &input in &plan.word {
                match self.tree.seen(node, input) {
                    Seen::Unknown => return Some((node, input)),
                    Seen::Final(_) => return None,
                    Seen::Step(output, next) => (node, last) = (next, Some(output)),
                }
            }
            part = plan.next(last);
        }
        None
    }

    /// Plans that can be executed together: none of them can answer another, and the budget has room for them.
    fn wave(&mut self, open: &[Plan]) -> Vec<Plan> {
        let left = self.limits.max_words.saturating_sub(self.executed());
        let most = left.div_ceil(self.repeat.max(1) as u64).clamp(1, BATCH as u64);
        let mut places = HashSet::new();
        let is_new = |plan: &&Plan| self.first_unknown(plan).is_some_and(|place| places.insert(place));
        let wave: Vec<&Plan> = open.iter().filter(is_new).take(most as usize).collect();
        wave.into_iter().map(|plan| restricted(&self.purpose, &self.tree, plan, &mut self.outputs)).collect()
    }

    /// Executes plans, or finds their answers in the journal; afterwards all of them are durable.
    pub(crate) fn execute(&mut self, plans: &[Plan]) -> Result<Vec<RecordedAnswer>, Stopped> {
        self.check_limits()?;
        let taken: Vec<Option<RecordedAnswer>> =
            plans.iter().map(|plan| self.recorded.take(plan, &self.finals, &self.outputs)).collect();
        let fresh: Vec<Plan> =
            plans.iter().zip(&taken).filter(|(_, taken)| taken.is_none()).map(|(plan, _)| plan.clone()).collect();
        if !fresh.is_empty() {
            self.check_time()?;
        }
        let mut names = self.outputs.clone();
        let mut ran = self.run_fresh(&fresh, &mut names)?.into_iter();
        let mut answers = Vec::with_capacity(plans.len());
        for taken in taken {
            let names = if taken.is_some() { &self.recorded.outputs } else { &names };
            let mut recorded = taken.or_else(|| ran.next()).expect("each plan has its answer");
            renumber(&mut recorded.answer, names, &mut self.outputs, self.outside);
            self.note(&recorded);
            answers.push(recorded);
        }
        let executed = fresh.len();
        let replayed = plans.len() - executed;
        self.replayed += replayed as u64;
        self.tell(&Event::WordsExecuted { executed, replayed });
        Ok(answers)
    }

    /// Runs plans on the system, which adds the outputs that it meets to `names`.
    fn run_fresh(&mut self, plans: &[Plan], names: &mut Outputs) -> Result<Vec<RecordedAnswer>, Stopped> {
        if plans.is_empty() {
            return Ok(Vec::new());
        }
        let mut answers = Vec::with_capacity(plans.len());
        let outcome = self.system.run(plans, names, &self.finals, &mut answers);
        let mut entries: Vec<Entry> = answers.iter().map(|answer| self.entry(answer, names)).collect();
        let wall_ms = self.elapsed_ms();
        if let Err(error) = self.journal.append(&mut entries, wall_ms) {
            return Err(self.stop(StopReason::JournalFailed(error.to_string())));
        }
        let failure = match outcome {
            Ok(()) if answers.len() == plans.len() => None,
            Ok(()) => Some(format!("it answered {} of {} words", answers.len(), plans.len())),
            Err(error) => Some(error.to_string()),
        };
        if let Some(failure) = failure {
            return Err(self.stop(StopReason::SystemFailed(failure)));
        }
        Ok(answers.into_iter().zip(entries).map(|(answer, entry)| RecordedAnswer { seq: entry.seq, answer }).collect())
    }

    fn entry(&self, answer: &Answer, names: &Outputs) -> Entry {
        Entry {
            seq: 0,
            phase: self.phase,
            inputs: answer.word.iter().map(|&input| self.inputs.name(input).to_owned()).collect(),
            outputs: answer.outputs.iter().map(|&output| names.name(output).to_owned()).collect(),
            evidence: answer.evidence.clone(),
            late: answer.late.clone(),
            overturned: false,
        }
    }

    /// Counts an executed word and looks for findings that it shows by itself.
    fn note(&mut self, recorded: &RecordedAnswer) {
        let answer = &recorded.answer;
        self.met.extend(&answer.outputs);
        // An entry of the journal may serve twice, first in part: it is one word all the same.
        let served = self.used.insert(recorded.seq, answer.word.len());
        let counts = self.counts();
        counts.executed += u64::from(served.is_none());
        counts.symbols += answer.word.len().saturating_sub(served.unwrap_or(0)) as u64;
        for late in &answer.late {
            self.find(findings::too_late(late));
        }
        for (length, &output) in answer.outputs.iter().enumerate() {
            let name = self.outputs.name(output);
            if !self.declared.is_declared(name) {
                let finding = findings::undeclared(name, self.steps(answer, length + 1));
                if !self.findings.list().iter().any(|old| old.message == finding.message) {
                    self.find(finding);
                }
            }
        }
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
        (self.observer)(event, &progress);
    }

    fn progress(&self) -> Progress {
        Progress {
            phase: self.phase,
            round: self.round,
            states: self.states,
            learning: self.learning,
            testing: self.testing,
            replayed: self.replayed,
            elapsed_ms: self.elapsed_ms(),
        }
    }

    pub(crate) fn elapsed_ms(&self) -> u64 {
        self.earlier_ms + self.started.elapsed().as_millis() as u64
    }

    pub(crate) fn stop(&mut self, reason: StopReason) -> Stopped {
        self.stop.get_or_insert(reason);
        Stopped
    }

    fn counts(&mut self) -> &mut Counts {
        match self.phase {
            Phase::Learning => &mut self.learning,
            Phase::Testing => &mut self.testing,
        }
    }

    fn executed(&self) -> u64 {
        self.learning.executed + self.testing.executed
    }

    /// Notes that there is a hypothesis.
    pub(crate) fn note_hypothesis(&mut self, states: usize) {
        self.round += 1;
        self.states = states;
        self.growth_due = self.executed() + PATIENCE;
        self.tell(&Event::HypothesisBuilt { states });
    }

    fn check_limits(&mut self) -> Result<(), Stopped> {
        if self.interrupt.load(Ordering::Relaxed) {
            return Err(self.stop(StopReason::Interrupted));
        }
        let words = self.executed();
        let symbols = self.learning.symbols + self.testing.symbols;
        let reached = [(words, self.limits.max_words, "words"), (symbols, self.limits.max_symbols, "symbols")];
        match reached.into_iter().find(|(used, limit, _)| used >= limit) {
            None => Ok(()),
            Some((_, limit, unit)) => Err(self.stop(StopReason::Budget(format!("{limit} {unit}")))),
        }
    }

    /// Only executions take time: a run that is continued replays what it has, however long that took at first.
    fn check_time(&mut self) -> Result<(), Stopped> {
        match self.elapsed_ms() / 1000 >= self.limits.max_time_s {
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

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Stopped> {
        self.counts().asked += plans.len() as u64;
        let mut open = plans;
        open.retain(|plan| self.first_unknown(plan).is_some());
        // The longest first: what begins like a longer word is then known without being run.
        open.sort_by_key(|plan| std::cmp::Reverse(plan.longest()));
        loop {
            let wave = self.wave(&open);
            if wave.is_empty() {
                return Ok(());
            }
            let mut outcome = Ok(());
            for recorded in self.voted(&wave)? {
                // What was answered together with a disputed answer is not lost when the tree is built again.
                outcome = self.absorb(recorded).and(outcome);
                if self.stop.is_some() {
                    break;
                }
            }
            outcome?;
            if self.phase == Phase::Learning && self.executed() >= self.growth_due {
                self.growth_due = u64::MAX;
                growth_near_start(self)?;
            }
            open.retain(|plan| self.first_unknown(plan).is_some());
        }
    }

    fn count_known(&mut self, questions: u64) {
        self.counts().asked += questions;
    }
}

/// Gives the outputs of an answer, which are numbered by `names`, their numbers in the session's `outputs`.
///
/// These are numbered in the order in which answers are used, so that a continued run numbers them as an undisturbed
/// one does.
fn renumber(answer: &mut Answer, names: &Outputs, outputs: &mut Outputs, outside: OutputId) {
    for output in &mut answer.outputs {
        let name = names.name(*output);
        *output = if name == OUTSIDE { outside } else { outputs.intern(name) };
    }
}
