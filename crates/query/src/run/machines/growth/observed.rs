//! Ladders in what was observed: a learner may come to no hypothesis for long, because its states count.

use std::collections::BTreeSet;

use typestar_learn::Oracle;
use typestar_model::{InputId, NodeId, ObservationTree, Word};

use super::climb::Cycle;
use crate::run::growth::gauges::{Gauge, grown};
use crate::session::Session;

/// The most inputs of a cycle, and of what leads to it.
const LONGEST_CYCLE: usize = 2;
const LONGEST_ACCESS: usize = 2;

/// So many inputs are tried.
const MOST_INPUTS: usize = 40;

/// The most cycles that are looked at, from all places together.
const MOST_CYCLES: usize = 20_000;

/// The fewest rungs that are worth a look, and the most that are counted.
const FEWEST_RUNGS: usize = 4;
const MOST_RUNGS: usize = 8;

/// A cycle whose rounds were told apart in what was observed.
pub(super) struct SeenLadder {
    pub(super) cycle: Cycle,
    /// How many rungs were told apart, at least,
    pub(super) rungs: usize,
    /// with words of at most so many inputs.
    pub(super) bound: usize,
}

/// The ladders in what was observed, those with the most rungs first.
pub(super) fn ladders_in_tree(session: &Session) -> Vec<SeenLadder> {
    let offered: Word = session.inputs().ids().take(session.offered().min(MOST_INPUTS)).collect();
    let cycles = words(&offered, LONGEST_CYCLE);
    let places = std::iter::once(Word::new()).chain(words(&offered, LONGEST_ACCESS));
    let tried = places.flat_map(|access| cycles.iter().map(move |unit| (access.clone(), unit.clone())));
    let mut found = Vec::new();
    for (access, unit) in tried.take(MOST_CYCLES) {
        let told = told_apart(session.tree(), &access, &unit);
        let (rungs, bound) = (told.len() + 1, told.iter().map(Vec::len).max().unwrap_or(0));
        if rungs >= FEWEST_RUNGS {
            found.push(SeenLadder { cycle: Cycle::new(session, access, unit, gauges(told)), rungs, bound });
        }
    }
    found.sort_by_key(|ladder| std::cmp::Reverse(ladder.rungs));
    found
}

/// All words of one input to this many, none of which is the same input or cycle twice.
fn words(inputs: &[InputId], longest: usize) -> Vec<Word> {
    let mut words: Vec<Word> = inputs.iter().map(|&input| vec![input]).collect();
    if longest > 1 {
        let pairs = inputs.iter().flat_map(|&one| inputs.iter().map(move |&other| vec![one, other]));
        words.extend(pairs.filter(|pair| pair[0] != pair[1]));
    }
    words
}

/// For each rung but the first the word that tells it from the one before. It ends at the first that was not told from all
/// before it.
fn told_apart(tree: &ObservationTree, access: &[InputId], unit: &[InputId]) -> Vec<Word> {
    let mut told = Vec::new();
    let Some(start) = live(tree, tree.root(), access) else { return told };
    let mut rungs = vec![start];
    while rungs.len() < MOST_RUNGS {
        let Some(next) = live(tree, rungs[rungs.len() - 1], unit) else { break };
        if !rungs.iter().all(|&rung| tree.apart(rung, next).is_some()) {
            break;
        }
        told.extend(tree.apart(rungs[rungs.len() - 1], next));
        rungs.push(next);
    }
    told
}

/// The node behind a word, if nothing on the way was final.
fn live(tree: &ObservationTree, from: NodeId, word: &[InputId]) -> Option<NodeId> {
    tree.follow(from, word).filter(|&node| tree.final_output(node).is_none())
}

/// Gauges that go on as the words do that told the rungs apart.
fn gauges(told: Vec<Word>) -> Vec<Gauge> {
    let mut words = BTreeSet::new();
    let grown = (1..told.len()).rev().filter_map(|top| grown(&told[top - 1], &told[top], top + 1));
    grown.filter(|gauge| words.insert(gauge.word(MOST_RUNGS))).collect()
}
