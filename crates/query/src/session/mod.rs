//! The session: the oracle that stands between algorithms and the executor.
//!
//! The way of a question: purpose, tree (known?), executor, votes, consistency with the tree, tree. Nothing is used before
//! it is durable, and nothing is executed twice.

pub(crate) mod alternatives;
pub(crate) mod deeper;
pub(crate) mod drafts;
pub(crate) mod observations;
pub(crate) mod purpose;
pub(crate) mod values;
pub(crate) mod view;
pub(crate) mod votes;
pub(crate) mod within;

use std::borrow::Cow;
use std::collections::HashSet;
use std::rc::Rc;

use typestar_learn::guarded::SharedCalls;
use typestar_learn::{Halt, Oracle};
use typestar_model::{
    Counts, Cursor, Evidence, Finding, Id, InputId, Inputs, NodeId, ObservationTree, OutputId, Outputs, Phase, Plan,
    SeenTrace, Symbol, Value, Word, some_names,
};

use crate::case::{Case, shows};
use crate::executor::{Executed, Executor, StopReason, wave_after};
use crate::run::findings::{self, Findings};
use crate::run::growth::{Growth, Suspicion};
use crate::run::machines::growth::look_if_due;
use crate::run::registers::misfits::Misfits;
use crate::run::registers::watched::{Watched, look_if_doubled};
use crate::session::alternatives::Variant;
use crate::session::deeper::Depth;
use crate::session::drafts::Partials;
use crate::session::observations::Observations;
use crate::session::purpose::{Purpose, PurposeState};
use crate::session::values::SeenValues;
use crate::session::votes::Votes;
use crate::session::within::restricted;
use crate::system::Answer;
use typestar_model::Event;

/// So many inputs of a word are shown that is too costly to learn from.
const SHOWN_INPUTS: usize = 16;

/// The oracle of a learning run.
pub struct Session<'a> {
    pub(crate) executor: Executor<'a>,
    pub(crate) observations: Observations,
    pub(crate) purpose: Purpose,
    pub(crate) votes: Votes,
    pub(crate) growth: Growth,
    pub(crate) findings: Findings,
    watch: Watch,
    /// What is wrong with the answers of a system with data; none if it has none.
    pub(crate) misfits: Option<Misfits>,
    /// When somebody looks whether the theories of a system with data fit; none if nobody does.
    pub(crate) watched: Option<Watched>,
    pub(crate) partials: Partials,
    /// What was observed of the calls of an object, in step with the tree; none if no guards are learned.
    calls: Option<SharedCalls>,
    /// How deep fields are followed where calls are seen.
    pub(crate) depth: Depth,
    /// How many words the tester has, at most, behind those that it asked last.
    left: Option<u64>,
    case: Case,
}

/// What is looked for in every answer.
#[derive(Default)]
struct Watch {
    /// For each input whether it may answer with callbacks.
    delivers: Vec<bool>,
    values: SeenValues,
    /// For each output whether some answer had it where callbacks come, believed or not. The alphabet knows those of the
    /// purpose and of callins, too.
    met: Vec<bool>,
    /// The same wherever it came.
    came: Vec<bool>,
}

impl Watch {
    /// Hears of inputs that are new in the alphabet.
    fn extend(&mut self, case: &Case, inputs: &Inputs) {
        let new = inputs.ids().skip(self.delivers.len());
        self.delivers.extend(new.map(|input| case.delivers(inputs.symbol(input), inputs)));
        self.values.extend(inputs);
    }
}

impl<'a> Session<'a> {
    /// A session over an executor, which may know answers already.
    pub(crate) fn new(case: &Case, executor: Executor<'a>) -> Self {
        let mut session = Self {
            purpose: Purpose::new(&case.purpose, executor.inputs()),
            watch: Watch { values: SeenValues::new(&case.inputs), ..Watch::default() },
            observations: Observations::default(),
            executor,
            votes: Votes::new(case),
            growth: Growth::none(),
            findings: Findings::default(),
            misfits: None,
            watched: None,
            partials: Partials::default(),
            calls: None,
            depth: Depth::default(),
            left: None,
            case: case.clone(),
        };
        session.hear_of_inputs();
        session.clear_tree();
        session
    }

    /// Lets these calls see every answer that enters the tree.
    pub(crate) fn share_calls(&mut self, calls: &SharedCalls) {
        self.calls = Some(Rc::clone(calls));
        self.clear_tree();
    }

    /// Shows the nodes that are new in the tree to those who keep calls: from `known` on an answer told this of its steps.
    fn show_calls(&self, known: usize, told: &[Evidence]) {
        if let Some(calls) = &self.calls {
            calls.borrow_mut().see(self.observed(), known, told);
        }
    }

    fn clear_tree(&mut self) {
        if let Some(calls) = &self.calls {
            calls.borrow_mut().clear();
        }
        let mut finals = self.executor.finals().to_vec();
        finals.push(self.executor.outside());
        self.observations = Observations::new(self.executor.outputs(), &finals);
        self.mark_outside(&[], &[], 0);
    }

    /// Builds the tree again from all answers that are still believed. That executes nothing. What contradicts others is
    /// left out.
    pub(crate) fn rebuild_tree(&mut self) -> Result<(), Halt> {
        self.clear_tree();
        self.watched.iter_mut().for_each(Watched::begin);
        let mut next = 1;
        while let Some(page) = self.executor.seen_from(&mut next)? {
            for executed in page {
                if !self.votes.overturned.contains(&executed.seq) {
                    self.insert(&executed);
                }
            }
        }
        self.see_calls_again()
    }

    /// Looks at answers, and judges them, by the inputs that are new, too.
    fn hear_of_inputs(&mut self) {
        let inputs = self.executor.inputs();
        self.purpose.extend(inputs);
        self.watch.extend(&self.case, inputs);
    }

    /// Puts `outside` into the tree where the purpose forbids the next step of a plan. For inputs that are offered it is
    /// there already; there may be too many others to put it everywhere.
    fn mark_late_inputs(&mut self, plans: &[Plan]) {
        if self.purpose.is_everything() || self.inputs().len() == self.offered() {
            return;
        }
        for plan in plans {
            let Some((node, input)) = self.first_unknown(plan) else { continue };
            let (word, outputs): (Vec<_>, Vec<_>) = self.tree().trace(node).into_iter().unzip();
            if !self.purpose.allows(&self.purpose.after(self.named(&word, &outputs)), input) {
                self.mark_as_outside(node, input);
            }
        }
    }

    /// Plans none of which can answer another, the longest first, and those that have to wait for them.
    ///
    /// What begins like a longer word is known without being run once that word was run. Every plan that waits knows
    /// more of its way when the others are answered, so there are no more rounds than a plan has inputs.
    fn round(&self, mut open: Vec<Plan>) -> (Vec<Plan>, Vec<Plan>) {
        open.sort_by_cached_key(|plan| std::cmp::Reverse(plan.longest()));
        let (mut round, mut later) = (Vec::with_capacity(open.len()), Vec::new());
        let mut places = HashSet::with_capacity(open.len());
        for plan in open {
            match self.first_unknown(&plan) {
                None => {}
                Some(place) if places.insert(place) => round.push(plan),
                Some(_) => later.push(plan),
            }
        }
        (round, later)
    }

    /// The first step of a plan that the tree does not know. What nobody can give is no such step.
    pub(crate) fn first_unknown(&self, plan: &Plan) -> Option<(NodeId, InputId)> {
        let unknown = Cursor::naming(plan, self.executor.outputs()).first_unknown(self.tree(), self.tree().root());
        unknown.filter(|&(node, input)| self.can_be_given(node, input))
    }

    /// Whether the values are there that an input reuses after a node.
    fn can_be_given(&self, node: NodeId, input: InputId) -> bool {
        let symbol = self.inputs().symbol(input);
        if !symbol.values().iter().any(|value| matches!(value, Value::Returned { .. })) {
            return true;
        }
        let trace = self.tree().trace(node);
        let answered = |step: usize| trace.get(step - 1).map(|&(_, output)| self.outputs().symbol(output));
        symbol.finds_values(answered) && !self.observations.ends.contains(&(node, input))
    }

    /// The next plans of a round that are executed together: as many as the limits have room for.
    fn wave(&self, round: &mut impl Iterator<Item = Plan>) -> Vec<Plan> {
        let (total, limits) = (self.total(), &self.executor.status.limits);
        let (executed, votes) = (total.executed, self.votes.repeat.max(1) as u64);
        let left = limits.max_words.saturating_sub(executed) / votes;
        let is_learning = self.phase() == Phase::Learning;
        let due = if is_learning { self.growth.due.saturating_sub(executed) } else { u64::MAX };
        let words = wave_after(executed).min(left).min(due).max(1);
        let mut symbols = limits.max_symbols.saturating_sub(total.symbols).div_ceil(votes);
        let mut wave = Vec::new();
        while wave.is_empty() || ((wave.len() as u64) < words && symbols > 0) {
            let Some(plan) = round.next() else { break };
            symbols = symbols.saturating_sub(plan.longest() as u64);
            wave.push(plan);
        }
        wave
    }

    /// Executes a wave, and returns the plans that are open still: an answer that lost a vote is no answer, and one that
    /// is shorter than its plan may be a part of it.
    ///
    /// A plan whose answer brought nothing has another chance, because the purpose may have to hear of its inputs first.
    /// After a second one like this the run ends: it would ask for ever.
    fn answered(&mut self, wave: Vec<Plan>, fruitless: &mut HashSet<(NodeId, InputId)>) -> Result<Vec<Plan>, Halt> {
        let places: Vec<_> = wave.iter().map(|plan| self.first_unknown(plan)).collect();
        let conflicts = self.votes.conflicts;
        self.answer(&wave)?;
        let mut open = Vec::new();
        for (plan, before) in wave.into_iter().zip(places) {
            let Some(place) = self.first_unknown(&plan) else { continue };
            if Some(place) == before && self.votes.conflicts == conflicts && !fruitless.insert(place) {
                return Err(self.stop_at(place));
            }
            open.push(plan);
        }
        Ok(open)
    }

    /// Stops because the system does not answer an input, and nothing says why.
    fn stop_at(&mut self, (node, input): (NodeId, InputId)) -> Halt {
        let word = some_names(&self.names(&self.tree().access_word(node)));
        let failure = format!(
            "twice it ended the word `{word}` without an answer to `{}`, which it was asked next; an adapter that \
             follows plans by itself may take a choice for another one, and otherwise the fault is in typestar",
            self.inputs().text(input)
        );
        self.stop(StopReason::SystemFailed(failure))
    }

    /// Executes a wave and puts its answers into the tree.
    pub(crate) fn answer(&mut self, wave: &[Plan]) -> Result<(), Halt> {
        let inside: Cow<[Plan]> = match self.purpose.is_everything() {
            true => wave.into(),
            false => wave.iter().map(|plan| self.inside(plan)).collect(),
        };
        let mut outcome = Ok(());
        for (plan, executed) in inside.iter().zip(self.voted(&inside)?) {
            let end = self.end_before(plan, &executed.answer);
            // What was answered together with a disputed answer is not lost when the tree is built again.
            outcome = self.absorb(executed).and(outcome);
            self.observations
                .ends
                .extend(end.and_then(|(word, input)| Some((self.tree().follow(self.tree().root(), &word)?, input))));
            if self.executor.status.stop.is_some() {
                return outcome;
            }
        }
        outcome
    }

    /// The input before which an answer ended because a call returned nothing that it could reuse, and the word before
    /// it. The tree cannot tell that: what a call returned is no part of its output.
    fn end_before(&self, plan: &Plan, answer: &Answer) -> Option<(Word, InputId)> {
        if answer.word.len() >= plan.word.len() && !plan.is_adaptive() {
            return None;
        }
        let mut cursor = Cursor::naming(plan, self.outputs());
        answer.outputs.iter().for_each(|&output| cursor.take(Some(output)));
        let input = cursor.next().filter(|_| !answer.outputs.last().is_some_and(|&last| self.is_final(last)))?;
        self.inputs().symbol(input).reuses_whole().then(|| (answer.word.clone(), input))
    }

    /// The part of a plan that stays inside the purpose, also if the system answers otherwise now.
    pub(crate) fn inside(&mut self, plan: &Plan) -> Plan {
        let (purpose, tree) = (&self.purpose, &self.observations.tree);
        restricted(purpose, tree, plan, self.executor.outputs_mut())
    }

    /// Executes plans, and looks for findings that the answers show by themselves.
    pub(crate) fn execute(&mut self, plans: &[Plan]) -> Result<Vec<Executed>, Halt> {
        self.execute_variant(plans, None)
    }

    /// The same with one of the alternatives.
    pub(crate) fn execute_variant(&mut self, plans: &[Plan], variant: Option<Variant>) -> Result<Vec<Executed>, Halt> {
        let mut answers = Vec::with_capacity(plans.len());
        let outcome = self.executor.execute(plans, variant, &mut answers);
        for executed in &answers {
            self.note(&executed.answer);
            self.note_misfit(&executed.answer);
        }
        match &self.executor.status.stop {
            Some(StopReason::Misfit) => Err(Halt::Stopped),
            _ => outcome.map(|()| answers),
        }
    }

    /// An answer that does not fit its declaration is kept, and ends the run: nothing can be learned from it.
    fn note_misfit(&mut self, answer: &Answer) {
        let Some(misfits) = &mut self.misfits else { return };
        let found = misfits.first(answer, self.executor.inputs(), self.executor.outputs());
        if let Some((place, misfit)) = found {
            let steps = self.executor.steps(answer, place + 1);
            self.find(findings::wrong_values(&misfit, steps));
            self.stop(StopReason::Misfit);
        }
    }

    /// Looks for findings that an answer shows by itself.
    fn note(&mut self, answer: &Answer) {
        for late in &answer.late {
            self.find(findings::too_late(late));
        }
        self.watch.met.resize(self.executor.outputs().len(), false);
        self.watch.came.resize(self.executor.outputs().len(), false);
        for (place, &output) in answer.outputs.iter().enumerate() {
            let input = answer.word[place];
            self.watch.came[output.index()] = true;
            if !self.is_final(output) && self.watch.values.add(input, output) {
                let steps = self.executor.steps(answer, place + 1);
                self.find(findings::too_many_values(self.inputs().text(input), steps));
            }
            // What a callin answers is no callback, whatever its name is.
            let delivers = self.watch.delivers.get(input.index()).is_some_and(|&delivers| delivers);
            if delivers && !std::mem::replace(&mut self.watch.met[output.index()], true) {
                self.note_output(output, answer, place + 1);
            }
        }
    }

    fn is_final(&self, output: OutputId) -> bool {
        self.executor.finals().contains(&output) || output == self.executor.outside()
    }

    /// Looks at an output that comes for the first time.
    fn note_output(&mut self, output: OutputId, answer: &Answer, length: usize) {
        let symbol = self.executor.outputs().symbol(output);
        if !self.case.outputs.is_declared(symbol.text()) && !self.case.data.declares(symbol.name()) {
            let finding = findings::undeclared(symbol.text(), self.executor.steps(answer, length));
            self.find(finding);
        }
    }

    /// Whether some answer had this output, at a `wait` if there is one.
    pub(crate) fn has_met(&self, output: &str) -> bool {
        let is_met = |id: &OutputId| self.watch.met.get(id.index()).is_some_and(|&met| met);
        self.outputs().ids().filter(is_met).any(|id| shows(self.outputs().symbol(id), output, self.case.purpose.drain))
    }

    /// Whether some answer had an output of this name, to whatever input.
    pub(crate) fn has_come(&self, name: &str) -> bool {
        let came = self.outputs().ids().zip(&self.watch.came).filter(|&(_, &came)| came);
        came.map(|(id, _)| self.outputs().symbol(id)).any(|symbol| symbol.name() == name)
    }

    /// Adds an answer to the tree; false if it contradicts the tree.
    pub(crate) fn insert(&mut self, executed: &Executed) -> bool {
        let answer = &executed.answer;
        let length = self.length_inside(&answer.word, &answer.outputs);
        let (word, outputs) = (&answer.word[..length], &answer.outputs[..length]);
        let source = Some(executed.seq).filter(|_| !answer.evidence.is_empty());
        let known = self.tree().len();
        if !self.observations.insert(word, outputs, source) {
            return false;
        }
        if let Some(calls) = &self.calls {
            calls.borrow_mut().compare(self.observed(), word, &answer.evidence);
        }
        self.show_calls(known, &answer.evidence);
        self.mark_outside(word, outputs, known);
        true
    }

    /// How many steps of an answer are inside the purpose: one of an earlier run, or one that surprised, may go on.
    pub(crate) fn length_inside(&self, word: &[InputId], outputs: &[OutputId]) -> usize {
        match self.purpose.is_everything() {
            true => word.len(),
            false => self.purpose.length_inside(self.named(word, outputs)),
        }
    }

    /// The steps of a trace, with the names of their outputs.
    pub(crate) fn named(&self, word: &[InputId], outputs: &[OutputId]) -> impl Iterator<Item = (InputId, &str)> {
        word.iter().zip(outputs).map(|(&input, &output)| (input, self.executor.outputs().text(output)))
    }

    /// Puts `outside` into the tree wherever the purpose forbids the next input: known at no cost. That was done for the
    /// nodes on this way that were `known` before.
    fn mark_outside(&mut self, word: &[InputId], outputs: &[OutputId], known: usize) {
        if self.purpose.is_everything() {
            return;
        }
        let (mut node, mut state) = (self.tree().root(), self.purpose.start());
        for length in 0..=word.len() {
            if node.index() >= known {
                self.mark_outside_after(node, &state);
            }
            if length == word.len() || self.is_final(outputs[length]) {
                break;
            }
            let Some(next) = self.tree().child(node, word[length]) else { break };
            state = self.purpose.step(&state, word[length], self.executor.outputs().text(outputs[length]));
            node = next;
        }
    }

    fn mark_outside_after(&mut self, node: NodeId, state: &PurposeState) {
        for input in (0..self.offered()).map(InputId::new) {
            if !self.purpose.allows(state, input) {
                self.mark_as_outside(node, input);
            }
        }
    }

    pub(crate) fn mark_as_outside(&mut self, node: NodeId, input: InputId) {
        let outside = self.executor.outside();
        let is_added = self.observations.tree.insert_step(node, input, outside);
        debug_assert!(is_added, "inputs outside the purpose are never given");
        self.show_calls(self.tree().len(), &[]);
    }

    /// What is known of the steps on a way through the tree, beyond their outputs. The way begins behind the root.
    pub(crate) fn evidence_along(&self, way: &[NodeId]) -> Vec<Evidence> {
        let mut read: (Option<i64>, Vec<Evidence>) = (None, Vec::new());
        let mut known = Vec::with_capacity(way.len());
        for (place, &node) in way.iter().enumerate() {
            let source = self.observations.source(node);
            if source != read.0 {
                let evidence = source.and_then(|seq| self.executor.evidence(seq).ok());
                read = (source, evidence.unwrap_or_default());
            }
            known.push(read.1.get(place).cloned().unwrap_or_default());
        }
        known
    }

    pub(crate) fn find(&mut self, finding: Finding) {
        if self.findings.add(finding.clone()) {
            self.tell(&Event::FindingMade(finding));
        }
    }

    /// Takes note of what seems to be counted, and lets the progress line tell it. What the last look saw counts, unless it
    /// saw less of the same run.
    pub(crate) fn suspect(&mut self, suspicion: Option<Suspicion>) {
        let rungs = |suspicion: &Option<Suspicion>| suspicion.as_ref().map_or(0, |suspicion| suspicion.rungs);
        if self.executor.status.is_overtime && rungs(&suspicion) < rungs(&self.growth.suspicion) {
            return;
        }
        self.executor.status.progress.rungs = suspicion.as_ref().map_or(0, |suspicion| suspicion.rungs);
        self.growth.suspicion = suspicion;
    }

    pub(crate) fn tell(&mut self, event: &Event) {
        self.executor.status.tell(event);
    }

    pub(crate) fn stop(&mut self, reason: StopReason) -> Halt {
        self.executor.status.stop(reason)
    }

    /// What words are executed for at present.
    pub(crate) fn phase(&self) -> Phase {
        self.executor.status.progress.phase
    }

    /// Whether a quiet wait takes real time.
    pub(crate) fn has_real_clock(&self) -> bool {
        self.executor.quiescence.is_none()
    }

    /// Does something whose words count for another phase.
    pub(crate) fn in_phase<T>(&mut self, phase: Phase, act: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.phase();
        self.set_phase(phase);
        let done = act(self);
        self.set_phase(before);
        done
    }

    pub(crate) fn set_phase(&mut self, phase: Phase) {
        self.executor.status.enter(phase);
    }

    /// What all phases cost so far.
    pub(crate) fn total(&self) -> Counts {
        self.executor.status.progress.total()
    }

    pub(crate) fn executed(&self) -> u64 {
        self.total().executed
    }

    /// Notes that there is a hypothesis.
    pub(crate) fn note_hypothesis(&mut self, states: usize, registers: Option<usize>) {
        self.executor.status.progress.round += 1;
        (self.executor.status.progress.states, self.left) = (states, None);
        self.expect(0);
        self.growth.postpone(self.executed());
        self.tell(&Event::HypothesisBuilt { states, registers });
    }

    /// Takes note of how many states there are; there may be too many.
    pub(crate) fn limit_states(&mut self, states: usize) -> Result<(), Halt> {
        self.executor.status.progress.states = states;
        let limit = self.executor.status.limits.max_states;
        match states as u64 <= limit {
            true => Ok(()),
            false => Err(self.stop(StopReason::Budget(format!("{limit} states")))),
        }
    }

    /// So many plans are open of those that were asked last, as a wave begins. With votes each of them counts as often as
    /// it is run.
    fn expect(&mut self, open: usize) {
        let plans = self.left.filter(|_| self.phase() != Phase::Learning).map(|left| left.saturating_add(open as u64));
        self.executor.status.ahead = plans.map(|plans| plans.saturating_mul(self.votes.repeat.max(1) as u64));
        self.executor.status.done = 0;
    }
}

impl Oracle for Session<'_> {
    fn inputs(&self) -> &Inputs {
        self.executor.inputs()
    }

    fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        let known = self.inputs().len();
        let input = self.executor.input(symbol);
        if self.inputs().len() > known {
            self.hear_of_inputs();
        }
        input
    }

    fn offered(&self) -> usize {
        self.executor.offered()
    }

    fn outputs(&self) -> &Outputs {
        self.executor.outputs()
    }

    fn tree(&self) -> &ObservationTree {
        &self.observations.tree
    }

    /// What is known of the step that leads to a node of the tree, beyond its output: what the first execution told that
    /// showed it. It is read from the journal, so a run that is continued reads the same.
    ///
    /// At the root, and where nobody told anything, that is nothing.
    fn evidence(&mut self, node: NodeId) -> Result<Evidence, Halt> {
        let Some(seq) = self.observations.source(node) else { return Ok(Evidence::default()) };
        let place = self.tree().access_word(node).len() - 1;
        let told = self.executor.evidence(seq).map_err(|error| self.executor.status.journal_failed(error))?;
        Ok(told.into_iter().nth(place).unwrap_or_default())
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        self.executor.status.counts().asked += plans.len() as u64;
        let (mut open, mut fruitless) = (plans, HashSet::new());
        while !open.is_empty() {
            self.mark_late_inputs(&open);
            let (round, mut later) = self.round(open);
            let mut round = round.into_iter();
            while round.len() > 0 {
                self.expect(round.len() + later.len());
                let wave = self.wave(&mut round);
                later.extend(self.answered(wave, &mut fruitless)?);
                self.tell_partial();
                if self.phase() == Phase::Learning && look_if_due(self, self.executed())? {
                    break;
                }
            }
            open = round.chain(later).collect();
        }
        self.expect(0);
        // Those who ask for ever what is known execute nothing.
        self.check()
    }

    fn count_known(&mut self, questions: u64) {
        self.executor.status.counts().asked += questions;
    }

    fn note_left(&mut self, words: Option<u64>) {
        self.left = words;
        self.expect(0);
    }

    fn look_deeper(&mut self) -> Result<bool, Halt> {
        self.see_deeper()
    }

    /// What contradicts itself cannot be explained either: that is looked for first.
    fn unexplained(&mut self, word: &[InputId]) -> Halt {
        let same = self.blame_alternatives(&[word]).and_then(|()| self.doubt(&[word.to_vec()]));
        if let Err(halt) = same.and_then(|()| self.doubt_some()) {
            return halt;
        }
        let trace = SeenTrace::new(self.observed_trace(word), 1);
        self.find(findings::unexplained(trace));
        self.stop(StopReason::TheoryRefuted)
    }

    fn too_costly(&mut self, word: &[InputId]) -> Halt {
        let begin = self.inputs().show(&word[..word.len().min(SHOWN_INPUTS)]);
        let more = word.len().saturating_sub(SHOWN_INPUTS);
        let more = if more > 0 { format!(" ... and {more} inputs more") } else { String::new() };
        self.stop(StopReason::TooCostly(format!("`{begin}`{more}")))
    }

    fn check(&mut self) -> Result<(), Halt> {
        self.executor.status.check()
    }

    fn note_states(&mut self, states: usize) -> Result<(), Halt> {
        self.limit_states(states)?;
        look_if_doubled(self, states)
    }
}
