//! Votes: what to believe when the system gives different answers to the same word.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use typestar_learn::{Halt, Oracle};
use typestar_model::{Id, InputId, NodeId, OutputId, Plan, Random, SeenTrace, Symbol, Word};

use crate::case::{Case, Noise};
use crate::executor::{Executed, StopReason};
use crate::run::findings::{self, Findings};
use crate::session::Session;
use crate::session::alternatives::Variant;
use crate::system::Answer;
use typestar_model::Event;

/// How often a word is run again when an answer contradicts the tree, unless the case asks for more.
const RECOUNT: usize = 5;
/// How many observed words are run once more where no model explains what was seen.
const DOUBTED: usize = 20;
/// After this many contradictions the system is taken for non-deterministic.
const MOST_CONFLICTS: u64 = 50;
/// After so many if copies are asked at once, each of which answers alike when it is asked alone: they share something.
const MOST_CONFLICTS_OF_COPIES: u64 = 5;
/// Where noise is expected, one word in this many may be a contradiction besides.
const EXPECTED_SHARE: u64 = 10;
/// How often a vote without a majority is widened,
const WIDENINGS: usize = 2;
/// and where noise is expected, which may hit several votes at once.
const EXPECTED_WIDENINGS: usize = 6;

/// How answers are voted on, and what came of it.
pub(crate) struct Votes {
    /// How often every word is run.
    pub(crate) repeat: usize,
    /// How often a word is run before something is built on it.
    pub(crate) confirm: usize,
    noise: Noise,
    /// How many answers contradicted the tree.
    pub(crate) conflicts: u64,
    /// Entries of the journal that votes decided against.
    pub(crate) overturned: HashSet<i64>,
    /// Disagreements that votes settled, where noise is expected.
    pub(crate) settled: Findings,
}

impl Votes {
    pub(crate) fn new(case: &Case) -> Self {
        Self {
            repeat: case.learning.repeat as usize,
            confirm: case.learning.confirm as usize,
            noise: case.learning.noise,
            conflicts: 0,
            overturned: HashSet::new(),
            settled: Findings::default(),
        }
    }
}

impl Session<'_> {
    /// The answers to a wave of plans; with `repeat`, what the majority says.
    pub(crate) fn voted(&mut self, wave: &[Plan]) -> Result<Vec<Executed>, Halt> {
        if self.votes.repeat <= 1 {
            return self.execute(wave);
        }
        let mut ballots: Vec<Vec<Executed>> = vec![Vec::new(); wave.len()];
        for _ in 0..self.votes.repeat {
            ballots.iter_mut().zip(self.execute(wave)?).for_each(|(ballot, vote)| ballot.push(vote));
        }
        wave.iter().zip(ballots).map(|(plan, ballot)| self.elect(plan, ballot)).collect()
    }

    /// The answer that more than half of the ballot gave.
    fn elect(&mut self, plan: &Plan, mut ballot: Vec<Executed>) -> Result<Executed, Halt> {
        let widenings = if self.votes.noise == Noise::Expected { EXPECTED_WIDENINGS } else { WIDENINGS };
        for _ in 0..=widenings * self.votes.repeat {
            let winner = majority(&ballot, (1, 2), |answer| (answer.word.clone(), answer.outputs.clone()));
            if let Some((word, outputs)) = winner {
                return self.announce(ballot, &word, &outputs);
            }
            ballot.extend(self.execute(std::slice::from_ref(plan))?);
        }
        self.report_disputes(&ballot[0].answer.outputs, &ballot, false)?;
        Err(self.stop(StopReason::Unsettled))
    }

    /// Overturns the losing votes and returns a winning one.
    fn announce(&mut self, ballot: Vec<Executed>, word: &[InputId], outputs: &[OutputId]) -> Result<Executed, Halt> {
        let (mut winners, losers): (Vec<_>, Vec<_>) =
            ballot.into_iter().partition(|vote| vote.answer.word == word && vote.answer.outputs == outputs);
        self.report_disputes(outputs, &losers, true)?;
        self.overturn(losers.iter().map(|loser| loser.seq).collect())?;
        Ok(winners.swap_remove(0))
    }

    /// Puts an answer into the tree; an answer that contradicts the tree is settled by running its word again.
    pub(crate) fn absorb(&mut self, recorded: Executed) -> Result<(), Halt> {
        let Some(conflict) = self.tree().conflict(&recorded.answer.word, &recorded.answer.outputs) else {
            self.insert(&recorded);
            return Ok(());
        };
        let word = recorded.answer.word[..conflict.position].to_vec();
        if self.alternatives_differ(&word)? {
            return Err(self.stop(StopReason::Unsettled));
        }
        self.settle(&word, vec![recorded])
    }

    /// Runs words again, if the case asks for confirmation, before something is built on them.
    pub(crate) fn confirm(&mut self, words: &[Word]) -> Result<(), Halt> {
        self.run_again(words, self.votes.confirm.saturating_sub(1))
    }

    /// Runs words again before they are held against a theory. A system that answers one of them in two ways is not
    /// deterministic, and that is what the user has to know.
    pub(crate) fn doubt(&mut self, words: &[Word]) -> Result<(), Halt> {
        self.run_again(words, RECOUNT)
    }

    /// Runs some observed words once more: a system that is not deterministic may show that in any of them.
    pub(crate) fn doubt_some(&mut self) -> Result<(), Halt> {
        let (mut random, nodes) = (Random::new(0), self.tree().len());
        for _ in 0..DOUBTED {
            let word = self.tree().access_word(NodeId::new(random.below(nodes)));
            self.run_again(&[word], 1)?;
        }
        Ok(())
    }

    /// Runs words that are known so often. What differs is settled by votes.
    fn run_again(&mut self, words: &[Word], times: usize) -> Result<(), Halt> {
        for word in words.iter().filter(|_| times > 0) {
            let Some(known) = self.tree().outputs_of(word) else { continue };
            let again = self.execute_times(word, times)?;
            if again.iter().any(|vote| first_difference(&vote.answer.outputs, &known).is_some()) {
                self.settle(word, again)?;
            }
        }
        Ok(())
    }

    /// Runs the part of a word that is inside the purpose; no part of it, if its first input is outside.
    fn execute_times(&mut self, word: &[InputId], times: usize) -> Result<Vec<Executed>, Halt> {
        let plan = self.inside(&Plan::word(word));
        if plan.longest() == 0 {
            return Ok(Vec::new());
        }
        let mut answers = Vec::with_capacity(times);
        for _ in 0..times {
            answers.extend(self.execute(std::slice::from_ref(&plan))?);
        }
        Ok(answers)
    }

    /// Runs a disputed word again and again, and believes what the clear majority says.
    fn settle(&mut self, word: &[InputId], disputed: Vec<Executed>) -> Result<(), Halt> {
        self.votes.conflicts += 1;
        let known = self.tree().outputs_of(word).expect("only known words are disputed");
        let (recount, winner) = self.recount(word)?;
        let is_unanimous = recount.iter().all(|vote| Some(&vote.answer.outputs) == winner.as_ref());
        let is_settled = winner.is_some() && self.votes.conflicts <= self.most_conflicts();
        let votes = [disputed, recount].concat();
        let reference = winner.as_ref().unwrap_or(&known);
        self.report_disputes(reference, &votes, is_settled)?;
        if let Some(at) = first_difference(reference, &known) {
            self.report_disagreement(&word[..=at], is_unanimous, is_settled)?;
        }
        let Some(winner) = winner.filter(|_| is_settled) else {
            return Err(self.stop(StopReason::Unsettled));
        };
        let words = self.believe(&word[..winner.len()], &winner, &votes)?;
        if first_difference(&known, &winner).is_none() {
            return Ok(());
        }
        self.tell(&Event::AnswersOverturned { words });
        self.rebuild_tree()?;
        Err(Halt::Changed)
    }

    /// Runs a word several times, and names the answer that more than two thirds gave. A system that is not expected to
    /// be noisy is not asked until it seems to agree.
    fn recount(&mut self, word: &[InputId]) -> Result<(Vec<Executed>, Option<Vec<OutputId>>), Halt> {
        let times = RECOUNT.max(self.votes.repeat).max(self.votes.confirm);
        let widenings = if self.votes.noise == Noise::Expected { EXPECTED_WIDENINGS } else { 0 };
        let mut votes = Vec::new();
        for _ in 0..=widenings {
            votes.extend(self.execute_times(word, times)?);
            let winner = majority(&votes, (2, 3), |answer| answer.outputs.clone());
            if winner.is_some() {
                return Ok((votes, winner));
            }
        }
        Ok((votes, None))
    }

    fn most_conflicts(&self) -> u64 {
        match self.votes.noise {
            Noise::Unexpected if self.executor.system().copies() > 1 => MOST_CONFLICTS_OF_COPIES,
            Noise::Unexpected => MOST_CONFLICTS,
            Noise::Expected => MOST_CONFLICTS + self.executed() / EXPECTED_SHARE,
        }
    }

    /// Overturns everything that contradicts the winner; how many words that is.
    fn believe(&mut self, word: &[InputId], winner: &[OutputId], votes: &[Executed]) -> Result<usize, Halt> {
        let contradicts = |outputs: &[OutputId]| first_difference(outputs, winner).is_some();
        let mut losers: BTreeSet<i64> =
            votes.iter().filter(|vote| contradicts(&vote.answer.outputs)).map(|vote| vote.seq).collect();
        let earlier = self.executor.seen_beginning(word)?;
        losers.extend(earlier.iter().filter(|earlier| contradicts(&earlier.answer.outputs)).map(|earlier| earlier.seq));
        losers.retain(|seq| !self.votes.overturned.contains(seq));
        let words = losers.len();
        self.overturn(losers.into_iter().collect())?;
        Ok(words)
    }

    fn overturn(&mut self, entries: Vec<i64>) -> Result<(), Halt> {
        self.executor.overturn(&entries)?;
        self.votes.overturned.extend(entries);
        Ok(())
    }

    /// The inputs of a word, by names.
    pub(crate) fn names(&self, word: &[InputId]) -> Vec<String> {
        word.iter().map(|&input| self.inputs().text(input).to_owned()).collect()
    }

    /// Reports for each vote the first step in which it differs from `reference`.
    fn report_disputes(&mut self, reference: &[OutputId], votes: &[Executed], is_settled: bool) -> Result<(), Halt> {
        let differing = |vote: &Executed| first_difference(reference, &vote.answer.outputs);
        let words = votes.iter().filter_map(|vote| Some(&vote.answer.word[..=differing(vote)?]));
        let words: BTreeSet<&[InputId]> = words.collect();
        words.into_iter().try_for_each(|word| self.report_disagreement(word, false, is_settled))
    }

    /// Reports how often each answer to `word` was seen, whether or not it is believed. The system has changed for good
    /// if it now always answers otherwise than before. What votes settled is no finding where noise is expected.
    fn report_disagreement(&mut self, word: &[InputId], has_changed: bool, is_settled: bool) -> Result<(), Halt> {
        let names = self.names(word);
        let mut seen: BTreeMap<Vec<Symbol>, SeenTrace> = BTreeMap::new();
        for executed in self.executor.seen_beginning(word)? {
            let steps = self.executor.steps(&executed.answer, word.len());
            let outputs = steps.iter().map(|step| step.output.clone()).collect();
            let trace = seen.entry(outputs).or_insert(SeenTrace::new(steps, 0));
            trace.count += 1;
            trace.copies.extend(Some(executed.answer.copy).filter(|&copy| copy > 0));
        }
        let mut traces: Vec<SeenTrace> = seen.into_values().collect();
        traces.sort_by_key(|trace| std::cmp::Reverse(trace.count));
        let mut finding = findings::disagreement(names, traces, has_changed);
        if self.executor.quiescence.is_some_and(|quiescence| quiescence.timed == 0) {
            finding.advice.retain(|advice| advice != findings::LENGTHEN);
        }
        match is_settled && self.votes.noise == Noise::Expected {
            true => drop(self.votes.settled.add(finding)),
            false => self.find(finding),
        }
        Ok(())
    }

    /// Stops with the finding that alternatives differ, if they do on one of these words. What looks as if values were
    /// compared in another way may have been another snippet.
    pub(crate) fn blame_alternatives(&mut self, words: &[&[InputId]]) -> Result<(), Halt> {
        for word in words {
            if self.alternatives_differ(word)? {
                return Err(self.stop(StopReason::Unsettled));
            }
        }
        Ok(())
    }

    /// Whether the alternatives of the inputs in `word` answer it differently, each of them always alike.
    fn alternatives_differ(&mut self, word: &[InputId]) -> Result<bool, Halt> {
        let names = self.names(word);
        let alternatives = self.executor.alternatives();
        let snippets = word.iter().filter_map(|input| alternatives.get(input)).max();
        let Some(&snippets) = snippets else { return Ok(false) };
        let mut traces = Vec::new();
        let plan = self.inside(&Plan::word(word));
        for position in 0..snippets {
            let twice = [plan.clone(), plan.clone()];
            let always = Some(Variant::Always(position));
            let answers = self.execute_variant(&twice, always)?;
            let [one, two] = &answers[..] else { return Ok(false) };
            if one.answer.outputs != two.answer.outputs {
                return Ok(false);
            }
            let used: Vec<String> = one.answer.evidence.iter().filter_map(|step| step.used.clone()).collect();
            let steps = self.executor.steps(&one.answer, one.answer.word.len());
            traces.push((used.join(" "), SeenTrace::new(steps, 2)));
        }
        let outputs = |trace: &SeenTrace| trace.steps.iter().map(|step| step.output.clone()).collect::<Vec<_>>();
        let differ = traces.iter().any(|(_, trace)| outputs(trace) != outputs(&traces[0].1));
        if differ {
            self.find(findings::alternatives_differ(names, traces));
        }
        Ok(differ)
    }
}

/// What more than this share of the votes said.
fn majority<K: Ord>(votes: &[Executed], (part, of): (usize, usize), said: impl Fn(&Answer) -> K) -> Option<K> {
    let mut tally: BTreeMap<K, usize> = BTreeMap::new();
    for vote in votes {
        *tally.entry(said(&vote.answer)).or_default() += 1;
    }
    tally.into_iter().find(|(_, count)| count * of > votes.len() * part).map(|(winner, _)| winner)
}

/// The first position in which two answers to the same inputs differ. An answer is shorter only where it is final.
fn first_difference(one: &[OutputId], other: &[OutputId]) -> Option<usize> {
    one.iter().zip(other).position(|(one, other)| one != other)
}
