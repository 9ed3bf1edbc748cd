//! Which of several earlier models a system is most like.
//!
//! Of several earlier versions, the nearest one is used. They are told apart like states: by words on
//! which they differ. After each answer only the models stay that foresaw it longest.
//!
//! A system that differs from all of them before they differ from each other tells nothing; after three
//! such words the search ends with what is left.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use typestar_model::{InputId, Plan, Word, separating_word};

use super::reference::{Agreement, Reference};
use crate::oracle::{Halt, Oracle};

/// How many words in a row may tell nothing, because the system differs from all models before these differ.
const PATIENCE: usize = 3;

/// The index of the model that agrees with the system longest. Each word is one that splits the models that are left
/// best, so that the number of words grows with the logarithm of the number of models. Of models that no word tells
/// apart, the one that knows most inputs is taken.
pub(super) fn nearest(oracle: &mut dyn Oracle, references: &[Reference]) -> Result<usize, Halt> {
    let mut left: Vec<usize> = (0..references.len()).collect();
    left.sort_by_key(|&index| Reverse(references[index].known_inputs()));
    let mut asked = BTreeSet::new();
    let mut in_vain = 0;
    while in_vain < PATIENCE
        && let Some(word) = best_word(references, &left, &asked)
    {
        oracle.ask(vec![Plan::word(word.clone())])?;
        let foreseen = |index: usize| foreseen(oracle, &references[index], &word);
        let longest = left.iter().map(|&index| foreseen(index)).max();
        let before = left.len();
        left.retain(|&index| Some(foreseen(index)) == longest);
        in_vain = if left.len() < before { 0 } else { in_vain + 1 };
        asked.insert(word);
    }
    Ok(left[0])
}

/// How many inputs of a word a model foresees the answers to.
fn foreseen(oracle: &dyn Oracle, reference: &Reference, word: &[InputId]) -> usize {
    let machine = &reference.machine;
    match reference.agreement(oracle, oracle.tree().root(), machine.initial(), word) {
        Agreement::Until(length) => length,
        Agreement::Full => machine.run(word).len(),
    }
}

/// The word that leaves the fewest models on average, of those that separate two neighbours or one from the first.
///
/// Only some pairs are separated: neighbours, and the first with each. All pairs would be quadratic in
/// the number of models.
fn best_word(references: &[Reference], left: &[usize], asked: &BTreeSet<Word>) -> Option<Word> {
    let neighbours = left.windows(2).map(|pair| (pair[0], pair[1]));
    let with_first = left.iter().skip(2).map(|&other| (left[0], other));
    let separate = |(one, other): (usize, usize)| {
        separating_word(&references[one].machine, &references[other].machine).filter(|word| !asked.contains(word))
    };
    let words: BTreeSet<Word> = neighbours.chain(with_first).filter_map(separate).collect();
    words.into_iter().min_by_key(|word| (pairs_left(references, left, word), word.len()))
}

/// How many pairs of models a word does not tell apart.
///
/// Two groups of five leave twenty pairs, one of nine and one alone leave thirty-six: the smaller
/// number is the better word.
fn pairs_left(references: &[Reference], left: &[usize], word: &Word) -> usize {
    let mut sizes: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for &index in left {
        let machine = &references[index].machine;
        let answer = machine.run(word).into_iter().map(|output| machine.outputs().text(output)).collect();
        *sizes.entry(answer).or_default() += 1;
    }
    sizes.values().map(|size| size * (size - 1) / 2).sum()
}
