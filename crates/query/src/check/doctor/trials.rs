//! The words of an examination: how they are made, run and compared.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use typestar_model::{
    Finding, Id, InputId, Inputs, NodeId, OK, ObservationTree, OutputId, OutputKind, Outputs, Plan, QUIET, Random,
    Seen, SeenTrace, Step, WAIT, Word,
};

use super::{Cause, Explained, Habit};
use crate::case::Case;
use crate::executor::Executor;
use crate::run::findings;
use crate::run::registers::data::Data;
use crate::run::registers::misfits::Misfits;
use crate::session::alternatives::Variant;
use crate::session::purpose::{Purpose, PurposeState};
use crate::system::{Answer, System, SystemError};

/// How many contradictions are explained.
const MOST_EXPLAINED: usize = 2;
/// How many words that ran before are tried for each of the two answers.
const MOST_SUSPECTS: usize = 3;
/// How often a word is run after a suspect; the first time only brings the system into the habit.
const RECOUNT: usize = 5;

/// A word that was answered in two ways, cut after the first output that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Contradiction {
    pub(super) word: Word,
    /// What it was answered at first.
    pub(super) first: Vec<OutputId>,
    /// What it was answered later.
    pub(super) later: Vec<OutputId>,
    /// The place of the later answer among all answers.
    pub(super) at: usize,
}

/// A word that a copy answered otherwise beside others than it is answered alone, cut after the first output that
/// differs.
pub(super) struct Disturbance {
    pub(super) word: String,
    pub(super) alone: SeenTrace,
    pub(super) beside: SeenTrace,
    pub(super) copy: u32,
}

/// The system under examination, and everything that it ever answered.
pub(super) struct Trials<'a> {
    pub(super) executor: Executor<'a>,
    /// The one that is used of several. Alternatives that take turns would look like a system that changes its mind.
    pub(super) alternative: usize,
    purpose: Purpose,
    pub(super) inputs: Inputs,
    pub(super) wait: Option<InputId>,
    /// What was answered first to every word and beginning of a word.
    tree: ObservationTree,
    /// All answers, in order.
    pub(super) answers: Vec<Answer>,
    /// What is wrong with the answers of a system with data.
    misfits: Option<Misfits>,
    /// The first answer that does not fit what is declared.
    pub(super) misfit: Option<Finding>,
    /// Answers that contradict the tree.
    contradictions: Vec<Contradiction>,
    /// How long all words took.
    pub(super) took: Duration,
    random: Random,
}

impl<'a> Trials<'a> {
    pub(super) fn new(case: &Case, declared: Option<&Data>, system: &'a mut dyn System) -> Self {
        let executor = Executor::unrecorded(case, system, Arc::default());
        let inputs = executor.inputs().clone();
        let mut tree = ObservationTree::new();
        executor.finals().iter().for_each(|&output| tree.declare_final(output));
        Self {
            purpose: Purpose::new(&case.purpose, &inputs),
            wait: inputs.get(WAIT),
            executor,
            alternative: 0,
            inputs,
            tree,
            answers: Vec::new(),
            misfits: declared.map(|data| Misfits::new(data.clone())),
            misfit: None,
            contradictions: Vec::new(),
            took: Duration::ZERO,
            random: Random::new(case.learning.seed),
        }
    }

    /// The outputs that were named so far.
    pub(super) fn outputs(&self) -> &Outputs {
        self.executor.outputs()
    }

    /// Runs the part of a word that is inside the purpose, and returns the answer; none if no input is inside.
    fn run(&mut self, word: &[InputId]) -> Result<Option<&Answer>, SystemError> {
        let plan = self.purpose.restrict(&self.purpose.start(), &Plan::word(word), self.executor.outputs_mut());
        if plan.word.is_empty() {
            return Ok(None);
        }
        self.execute(&[plan])?;
        Ok(self.answers.last())
    }

    /// Runs plans, and keeps their answers.
    fn execute(&mut self, plans: &[Plan]) -> Result<(), SystemError> {
        let (started, mut executed) = (Instant::now(), Vec::new());
        let outcome = self.executor.execute(plans, Some(Variant::Always(self.alternative)), &mut executed);
        self.took += started.elapsed();
        for executed in executed {
            self.note_misfit(&executed.answer);
            self.answers.push(executed.answer);
        }
        outcome.map_err(|_| SystemError::Failed(self.executor.status.failure()))
    }

    fn note_misfit(&mut self, answer: &Answer) {
        let Some(misfits) = self.misfits.as_mut().filter(|_| self.misfit.is_none()) else { return };
        let found = misfits.first(answer, self.executor.inputs(), self.executor.outputs());
        self.misfit =
            found.map(|(place, misfit)| findings::wrong_values(&misfit, self.executor.steps(answer, place + 1)));
    }

    /// Runs words that were run before on all copies at once, and returns the first answer that is not what one copy
    /// answers alone.
    pub(super) fn run_at_once(&mut self, words: &[&Word]) -> Result<Option<Disturbance>, SystemError> {
        let (start, outputs) = (self.purpose.start(), self.executor.outputs_mut());
        let plans: Vec<Plan> =
            words.iter().map(|word| self.purpose.restrict(&start, &Plan::word(&word[..]), outputs)).collect();
        let known = self.answers.len();
        self.execute(&plans)?;
        Ok(self.answers[known..].iter().find_map(|answer| self.disturbance(answer)))
    }

    /// How an answer that was given beside others differs from the one that was given alone, if it does.
    fn disturbance(&self, answer: &Answer) -> Option<Disturbance> {
        let length = self.tree.conflict(&answer.word, &answer.outputs)?.position;
        let word = &answer.word[..length];
        let alone = self.tree.outputs_of(word).expect("the tree knows the word");
        let alone = Answer { word: word.to_vec(), outputs: alone, ..Answer::default() };
        let [alone, beside] = [&alone, answer].map(|answer| SeenTrace::new(self.executor.steps(answer, length), 1));
        Some(Disturbance { word: self.inputs.show(word), alone, beside, copy: answer.copy })
    }

    /// Runs a word and compares it with what is known. False if no input of it is inside the purpose.
    pub(super) fn attempt(&mut self, word: &[InputId]) -> Result<bool, SystemError> {
        let Some(answer) = self.run(word)?.cloned() else { return Ok(false) };
        if let Err(conflict) = self.tree.insert(&answer.word, &answer.outputs) {
            let word = answer.word[..conflict.position].to_vec();
            let first = self.tree.outputs_of(&word).expect("the tree contradicts the answer, so it knows the word");
            let later = answer.outputs[..word.len()].to_vec();
            self.contradictions.push(Contradiction { word, first, later, at: self.answers.len() - 1 });
        }
        Ok(true)
    }

    pub(super) fn attempt_all(&mut self, words: &[Word]) -> Result<(), SystemError> {
        words.iter().try_for_each(|word| self.attempt(word).map(|_| ()))
    }

    /// Tries every input alone, as far as that takes no more than half of the words, and then random words. Every other
    /// one looks for a place where an input is accepted that never was.
    pub(super) fn explore(&mut self, words: usize, length: usize) -> Result<(), SystemError> {
        let callins = self.inputs.ids().filter(|&input| Some(input) != self.wait);
        let alone: Vec<InputId> = self.wait.into_iter().chain(callins).take(words / 2).collect();
        for input in alone {
            self.attempt(&[input])?;
        }
        while self.answers.len() < words {
            let promising = if self.answers.len().is_multiple_of(2) { self.promising_word() } else { None };
            let word = self.random_word(&promising.unwrap_or_default(), length);
            if !self.attempt(&word)? {
                break;
            }
        }
        Ok(())
    }

    /// Listens long after each callin that was accepted: at most `words` of them, the shortest words that end so.
    pub(super) fn probe(&mut self, words: usize, waits: usize) -> Result<(), SystemError> {
        let Some(wait) = self.wait else { return Ok(()) };
        let callins = self.inputs.ids().filter(|&input| input != wait);
        let accepted: Vec<Word> = callins.filter_map(|callin| self.shortest_accepted(callin)).take(words).collect();
        for mut word in accepted {
            word.extend(std::iter::repeat_n(wait, waits));
            self.attempt(&word)?;
        }
        Ok(())
    }

    /// The shortest word that ends with `input` and was accepted there.
    fn shortest_accepted(&self, input: InputId) -> Option<Word> {
        let beginnings = self.answers.iter().flat_map(|answer| {
            let accepted = move |&at: &usize| answer.word[at] == input && self.is_accepted(answer.outputs[at]);
            (0..answer.word.len()).filter(accepted).map(|at| &answer.word[..=at])
        });
        beginnings.min_by_key(|word| word.len()).map(<[InputId]>::to_vec)
    }

    /// A word that goes on at random after `start`: through what is known and then beyond it.
    fn random_word(&mut self, start: &[InputId], length: usize) -> Word {
        let (mut word, mut place, mut state) = (Word::new(), Some(self.tree.root()), self.purpose.start());
        while word.len() < length {
            let drawn = start.get(word.len()).copied().or_else(|| self.draw(place, &state, &word));
            let Some(input) = drawn else { break };
            let (output, next) = match place.map(|node| self.tree.seen(node, input)) {
                Some(Seen::Step(output, next)) => (self.outputs().text(output), Some(next)),
                _ => (OK, None),
            };
            state = self.purpose.step(&state, input, output);
            place = next;
            word.push(input);
        }
        word
    }

    /// The next input of a random word; none if the purpose or errors allow nothing more.
    fn draw(&mut self, place: Option<NodeId>, state: &PurposeState, word: &[InputId]) -> Option<InputId> {
        let tries = self.tries();
        let mut weights = vec![0; self.inputs.len()];
        for input in self.inputs.ids().filter(|&input| self.purpose.allows(state, input)) {
            weights[input.index()] = self.weight(place, input, word.contains(&input), tries[input.index()].1 > 0);
        }
        self.weigh_wait(&mut weights, word.last().copied());
        self.random.weighted(&weights).map(InputId::new)
    }

    /// An input that was never accepted, in a new place: behind as many different accepted inputs as possible.
    fn promising_word(&self) -> Option<Word> {
        let tries = self.tries();
        let never: Vec<InputId> = self.inputs.ids().filter(|input| tries[input.index()].1 == 0).collect();
        let mut best: Option<(usize, Word)> = None;
        for node in (0..self.tree.len()).map(NodeId::new) {
            let trace = self.tree.trace(node);
            let is_new =
                |&&input: &&InputId| self.tree.seen(node, input) == Seen::Unknown && self.is_inside(&trace, input);
            let Some(&input) = never.iter().find(is_new) else { continue };
            let accepted = trace.iter().filter(|(_, output)| self.outputs().text(*output) != QUIET);
            let different = accepted.map(|(input, _)| input).collect::<BTreeSet<_>>().len();
            if best.as_ref().is_none_or(|(most, word)| (different, word.len()) > (*most, trace.len() + 1)) {
                best = Some((different, trace.iter().map(|&(input, _)| input).chain([input]).collect()));
            }
        }
        best.map(|(_, word)| word)
    }

    /// Whether the purpose allows `input` after a trace.
    fn is_inside(&self, trace: &[(InputId, OutputId)], input: InputId) -> bool {
        let steps = trace.iter().map(|&(input, output)| (input, self.outputs().text(output)));
        self.purpose.allows(&self.purpose.after(steps), input)
    }

    /// How much an input is wanted next. Errors end words, so the way leads through what was accepted before, best
    /// through something new in this word, to a place where something is unknown that was never accepted anywhere.
    fn weight(&self, place: Option<NodeId>, input: InputId, is_in_word: bool, is_welcome: bool) -> usize {
        match place.map(|node| self.tree.seen(node, input)) {
            Some(Seen::Final(_)) => 0,
            Some(Seen::Step(output, _)) if self.executor.finals().contains(&output) => 0,
            Some(Seen::Step(..)) if is_in_word => 1,
            Some(Seen::Step(..)) => 8,
            Some(Seen::Unknown) if is_welcome => 2,
            Some(Seen::Unknown) => 4,
            None if is_in_word || !is_welcome => 1,
            None => 3,
        }
    }

    /// A quarter of all inputs is `wait`, but few waits follow another one, because most of these are long and quiet.
    fn weigh_wait(&self, weights: &mut [usize], last: Option<InputId>) {
        if let Some(wait) = self.wait.filter(|wait| weights[wait.index()] > 0) {
            let others = weights.iter().sum::<usize>() - weights[wait.index()];
            let part = if last == Some(wait) { 8 } else { 3 };
            weights[wait.index()] = (others / part).max(1);
        }
    }

    /// How often each input was given, and how often it was accepted.
    pub(super) fn tries(&self) -> Vec<(usize, usize)> {
        let mut tries = vec![(0, 0); self.inputs.len()];
        for (input, output) in self.answers.iter().flat_map(|answer| answer.word.iter().zip(&answer.outputs)) {
            let (given, accepted) = &mut tries[input.index()];
            *given += 1;
            *accepted += usize::from(self.is_accepted(*output));
        }
        tries
    }

    fn is_accepted(&self, output: OutputId) -> bool {
        let kind = OutputKind::of(self.outputs().text(output));
        !kind.is_failure() && kind != OutputKind::Outside
    }

    fn ends_in_error(&self, answer: &Answer) -> bool {
        answer.outputs.last().is_some_and(|&output| OutputKind::of(self.outputs().text(output)).is_failure())
    }

    /// Words to run again, in random order: half of them long, the others short ones that end in an error.
    pub(super) fn choose(&mut self, count: usize) -> Vec<Word> {
        let (mut errors, mut others): (Vec<&Answer>, Vec<&Answer>) =
            self.answers.iter().partition(|answer| self.ends_in_error(answer));
        errors.sort_by_key(|answer| answer.word.len());
        others.sort_by_key(|answer| Reverse(answer.word.len()));
        let mut chosen: Vec<Word> = Vec::new();
        let mut take = |answers: &[&Answer], most: usize| {
            for answer in answers {
                let is_covered = chosen.iter().any(|word| word.starts_with(&answer.word));
                if chosen.len() < most && !is_covered {
                    chosen.push(answer.word.clone());
                }
            }
        };
        take(&others, count.div_ceil(2));
        take(&errors, count);
        take(&others, count);
        self.random.shuffle(&mut chosen);
        chosen
    }

    /// Words that leave much behind: the shortest with an error, those with pending callbacks, the longest.
    pub(super) fn rough_words(&self) -> Vec<Word> {
        let errors = self.answers.iter().filter(|answer| self.ends_in_error(answer));
        let error = errors.min_by_key(|answer| answer.word.len());
        let longest = self.answers.iter().max_by_key(|answer| answer.word.len());
        let words = error.into_iter().chain(longest).map(|answer| answer.word.clone());
        words.chain(self.pending_words()).collect()
    }

    /// The shortest and the longest word that is known to leave a callback pending: a wait would have delivered it.
    pub(super) fn pending_words(&self) -> Vec<Word> {
        let mut words: BTreeSet<(usize, &[InputId])> = BTreeSet::new();
        for answer in &self.answers {
            for (at, &output) in answer.outputs.iter().enumerate().skip(1) {
                if Some(answer.word[at]) == self.wait && self.is_callback(output) {
                    words.insert((at, &answer.word[..at]));
                }
            }
        }
        let ends: BTreeSet<_> = words.first().into_iter().chain(words.last()).collect();
        ends.into_iter().map(|(_, word)| word.to_vec()).collect()
    }

    pub(super) fn is_callback(&self, output: OutputId) -> bool {
        OutputKind::of(self.outputs().text(output)) == OutputKind::Callback
    }

    /// Takes all contradictions and returns the shortest ones with different words.
    pub(super) fn shortest_contradictions(&mut self, most: usize) -> Vec<Contradiction> {
        let mut contradictions = std::mem::take(&mut self.contradictions);
        contradictions.sort_by_key(|contradiction| (contradiction.word.len(), contradiction.at));
        let mut words = BTreeSet::new();
        contradictions.retain(|contradiction| words.insert(contradiction.word.clone()));
        contradictions.truncate(most);
        contradictions
    }

    /// Finds out why words were answered in two ways.
    pub(super) fn explain(&mut self) -> Result<Vec<Explained>, SystemError> {
        let contradictions = self.shortest_contradictions(MOST_EXPLAINED);
        let explain =
            |contradiction: Contradiction| self.cause(&contradiction).map(|cause| Explained { contradiction, cause });
        contradictions.into_iter().map(explain).collect()
    }

    /// If the word that runs before decides about the answer, or if the answer changed for good, the reset is to blame.
    fn cause(&mut self, contradiction: &Contradiction) -> Result<Cause, SystemError> {
        let word = &contradiction.word;
        let mut known: Option<Habit> = None;
        for before in self.suspects(contradiction) {
            let Some(outputs) = self.common_answer(&before, word)? else { return Ok(Cause::Unsteady) };
            let habit = Habit { before, outputs };
            match known {
                Some(known) if known.outputs != habit.outputs => return Ok(Cause::WordBefore(known, habit)),
                _ => known = Some(habit),
            }
        }
        let answers = self.answers.iter().filter(|answer| answer.word.starts_with(word));
        let mut later = answers.skip_while(|answer| answer.outputs.starts_with(&contradiction.first));
        let for_good = later.all(|answer| answer.outputs.starts_with(&contradiction.later));
        Ok(if for_good { Cause::EarlierWord } else { Cause::Unsteady })
    }

    /// Words that ran right before the word: in turns, those that most likely bring its first and its later answer.
    fn suspects(&self, contradiction: &Contradiction) -> Vec<Word> {
        let mut seen: BTreeMap<&Word, [usize; 2]> = BTreeMap::new();
        for pair in self.answers.windows(2).filter(|pair| pair[1].word.starts_with(&contradiction.word)) {
            let counts = seen.entry(&pair[0].word).or_default();
            counts[0] += usize::from(pair[1].outputs.starts_with(&contradiction.first));
            counts[1] += usize::from(pair[1].outputs.starts_with(&contradiction.later));
        }
        let ranked = [0, 1].map(|answer| {
            let mut words: Vec<_> = seen.iter().filter(|(_, counts)| counts[answer] > 0).collect();
            words.sort_by_key(|(word, counts)| (counts[1 - answer], Reverse(counts[answer]), word.len()));
            words.into_iter().map(|(word, _)| (*word).clone()).take(MOST_SUSPECTS).collect::<Vec<Word>>()
        });
        let turns = (0..MOST_SUSPECTS).flat_map(|turn| ranked.iter().filter_map(move |words| words.get(turn)));
        let mut seen = BTreeSet::new();
        turns.filter(|word| seen.insert(*word)).cloned().collect()
    }

    /// What `word` answers every time right after `before`; none if that varies.
    fn common_answer(&mut self, before: &[InputId], word: &[InputId]) -> Result<Option<Vec<OutputId>>, SystemError> {
        let mut answers = BTreeSet::new();
        for round in 0..RECOUNT {
            self.run(before)?;
            let answer = self.run(word)?.filter(|_| round > 0);
            answers.extend(answer.map(|answer| answer.outputs.clone()));
        }
        Ok(if answers.len() == 1 { answers.pop_first() } else { None })
    }

    /// All ways in which a word was answered, with how often: in the order in which they were first seen.
    pub(super) fn seen_traces(&self, word: &[InputId]) -> Vec<SeenTrace> {
        let answers = self.answers.iter().filter(|answer| answer.word.starts_with(word));
        grouped(answers.map(|answer| (&answer.outputs[..word.len()], self.executor.steps(answer, word.len()))))
    }
}

/// One trace for each key, with how often it was seen: in the order in which they were first seen.
pub(super) fn grouped<K: PartialEq>(seen: impl Iterator<Item = (K, Vec<Step>)>) -> Vec<SeenTrace> {
    let mut groups: Vec<(K, SeenTrace)> = Vec::new();
    for (key, steps) in seen {
        match groups.iter_mut().find(|(known, _)| *known == key) {
            Some((_, trace)) => trace.count += 1,
            None => groups.push((key, SeenTrace::new(steps, 1))),
        }
    }
    groups.into_iter().map(|(_, trace)| trace).collect()
}
