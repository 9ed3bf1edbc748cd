//! Words that identify the states of a hypothesis.
//!
//! # The four kinds
//!
//! For the timer (`Idle`, `Running`, `Ended`): `start` tells `Idle` from the others, `wait` tells
//! `Running` from the others.
//!
//! ```text
//!                     Idle            Running         Ended
//!   characterising    start, wait     start, wait     start, wait      the same for all
//!   single            start           wait            start, wait      only what a state needs
//!   harmonised        start           start, wait     start, wait      any two share a word
//!   adaptive          wait start      wait            wait start       one execution
//! ```
//!
//! This is a sketch: which words are taken depends on prices. *Harmonised* means that for any two
//! states there is a word, or the beginning of one, that both are asked and that tells them apart. With
//! single identifiers that need not be so: `Idle` is asked `start` and `Running` is asked `wait`. That
//! tells each from the others *if the system is what the hypothesis says*, which is just what is to be
//! tested.
//!
//! # How they are found
//!
//! A splitting tree (`splitting.rs`) has a word for each set of states. Greedily the word is taken that
//! tells the most pairs apart for its price, where a new word costs a reset and an access word, and an
//! extension of a word costs only its inputs. That is done three times, with states weighted in
//! different ways, and the cheapest result is used.

use typestar_model::{Id, InputId, Mealy, StateId, Word};

use super::splitting::{Aim, SplittingTree, after, groups, step};
use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::{Check, Halt};

/// For each state of a hypothesis, words whose answers tell it from every other state.
///
/// Nothing is asked behind a final output, so the words of a state end there, and a sink has only the empty word.
/// Every other state has at least one input, which tells it from a sink that the hypothesis does not know.
///
/// With many states or inputs they take long to find; `check` may stop that.
///
/// ```
/// use typestar_learn::{Identifiers, MealyHypothesis};
/// use typestar_testing::zoo;
///
/// let timer = zoo("CountDownTimer");
/// let error = timer.outputs().get("error").unwrap();
/// let hypothesis = MealyHypothesis::of_machine(&timer, &[error]);
/// let identifiers = Identifiers::harmonised(&hypothesis, &mut || Ok(())).unwrap();
/// let states: Vec<_> = hypothesis.live().collect();
/// for &p in &states {
///     for &q in states.iter().filter(|&&q| q != p) {
///         let answers = |state, word: &[_]| hypothesis.machine.run_from(state, word);
///         assert!(identifiers.of(p).iter().any(|word| answers(p, word) != answers(q, word)));
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Identifiers {
    words: Vec<Vec<Word>>,
}

impl Identifiers {
    /// Harmonised state identifiers: any two states share the beginning of a word that tells them apart.
    ///
    /// They are chosen to be cheap: few words, because each costs a reset and an access word, and short ones.
    ///
    /// They are what `hsi`, `auto` and the warm start use.
    pub fn harmonised(hypothesis: &MealyHypothesis, check: Check<'_>) -> Result<Self, Halt> {
        let tree = SplittingTree::new(&hypothesis.machine, Aim::Short, check)?;
        let whole = vec![(hypothesis.machine.states().collect(), Vec::new())];
        Ok(Self { words: cheapest(hypothesis, &tree, &whole, check)? })
    }

    /// An adaptive distinguishing sequence, as far as the hypothesis has one, completed by harmonised words for the
    /// states that it leaves together.
    ///
    /// The hypothesis says which outputs come, so in each state the sequence is a plain word.
    ///
    /// Not every machine has such a sequence: two states may lead to one state under every input that
    /// does not tell them apart. Then it is adaptive as far as that goes.
    pub fn adaptive(hypothesis: &MealyHypothesis, check: Check<'_>) -> Result<Self, Halt> {
        let machine = &hypothesis.machine;
        let lossless = SplittingTree::new(machine, Aim::Lossless, check)?;
        let short = SplittingTree::new(machine, Aim::Short, check)?;
        let sequence = adaptive_sequence(machine, &lossless);
        let blocks: Vec<_> = sequence.into_iter().map(|(block, word)| (block, vec![word])).collect();
        Ok(Self { words: cheapest(hypothesis, &short, &blocks, check)? })
    }

    /// One set of words for all states, any two of which it tells apart.
    ///
    /// It is what W and Wp ask. Long and redundant, but nothing depends on the state that is expected.
    pub fn characterising(hypothesis: &MealyHypothesis, check: Check<'_>) -> Result<Self, Halt> {
        let set = characterising_set(hypothesis, check)?;
        let mut words = Vec::new();
        for state in hypothesis.machine.states() {
            check()?;
            words.push(usable(hypothesis, state, set.clone()));
        }
        Ok(Self { words })
    }

    /// For each state only this many words of a characterising set as tell it from all others.
    /// Two states need not share a word.
    ///
    /// Wp uses it where the middle is longest. Fewest words for one state, and no comparison with
    /// others.
    pub fn single(hypothesis: &MealyHypothesis, check: Check<'_>) -> Result<Self, Halt> {
        let machine = &hypothesis.machine;
        let set = characterising_set(hypothesis, check)?;
        let classes: Vec<Vec<usize>> = set.iter().map(|word| answer_classes(machine, word)).collect();
        let mut words = Vec::new();
        for state in machine.states() {
            check()?;
            let chosen = telling(&classes, state.index()).into_iter().map(|word| set[word].clone()).collect();
            words.push(usable(hypothesis, state, chosen));
        }
        Ok(Self { words })
    }

    /// The words of a state; none is the beginning of another one.
    pub fn of(&self, state: StateId) -> &[Word] {
        &self.words[state.index()]
    }
}

/// The blocks that an adaptive sequence tells apart, each with the word that its states are asked.
///
/// Each block carries the word that was given so far and the states where its members are now. A block
/// whose members have met in one state stays together.
fn adaptive_sequence(machine: &Mealy, tree: &SplittingTree<'_>) -> Vec<(Vec<StateId>, Word)> {
    let mut done = Vec::new();
    let mut open = vec![(machine.states().collect::<Vec<_>>(), Word::new())];
    while let Some((block, word)) = open.pop() {
        let images: Vec<StateId> = block.iter().map(|&state| after(machine, state, &word)).collect();
        match tree.word_for(&images) {
            None => done.push((block, word)),
            Some(next) => {
                let longer = [&word[..], next].concat();
                open.extend(groups(machine, &block, &images, next).into_iter().map(|part| (part, longer.clone())));
            }
        }
    }
    done
}

/// Splits blocks of states by words that are worth their cost, until each state is alone.
///
/// Weights say how often a state is identified in a suite: states that many ways lead to count more.
struct Refinement<'a> {
    hypothesis: &'a MealyHypothesis,
    tree: &'a SplittingTree<'a>,
    /// What a further word costs beyond its inputs: a reset, an access word and a transition.
    overhead: u64,
    /// How much each state counts.
    weights: Vec<u64>,
    words: Vec<Vec<Word>>,
}

/// A way to split a block: by a new word, or by one of its words with something added.
struct Choice {
    extended: Option<usize>,
    suffix: Word,
    parts: Vec<Vec<StateId>>,
    separated: u64,
    cost: u64,
}

impl<'a> Refinement<'a> {
    fn new(hypothesis: &'a MealyHypothesis, tree: &'a SplittingTree<'a>, weights: Vec<u64>) -> Self {
        let length: usize = hypothesis.access.iter().map(Vec::len).sum();
        let overhead = 2 + (length / hypothesis.access.len().max(1)) as u64;
        let words = vec![Vec::new(); hypothesis.machine.len()];
        Self { hypothesis, tree, overhead, weights, words }
    }

    /// Finds words for the states of a block, which the words given do not tell apart.
    fn refine(&mut self, block: Vec<StateId>, words: Vec<Word>, check: Check<'_>) -> Result<(), Halt> {
        let mut open = vec![(block, words)];
        while let Some((block, words)) = open.pop() {
            let Some(choice) = self.best_choice(&block, &words, check)? else {
                for state in block {
                    self.words[state.index()] = usable(self.hypothesis, state, words.clone());
                }
                continue;
            };
            let words = with_choice(words, &choice);
            open.extend(choice.parts.into_iter().map(|part| (part, words.clone())));
        }
        Ok(())
    }

    /// The choice that tells the most pairs of states apart for its cost, each pair by the weights of its states.
    fn best_choice(&self, block: &[StateId], words: &[Word], check: Check<'_>) -> Result<Option<Choice>, Halt> {
        if block.len() < 2 {
            return Ok(None);
        }
        let starts = std::iter::once((None, &[][..])).chain((0..).map(Some).zip(words.iter().map(Vec::as_slice)));
        let mut best: Option<Choice> = None;
        for (extended, start) in starts {
            let images: Vec<StateId> =
                block.iter().map(|&state| after(&self.hypothesis.machine, state, start)).collect();
            for suffix in self.suffixes(&images) {
                check()?;
                let choice = self.choice(block, &images, extended, suffix);
                let is_better = |best: &Choice| choice.separated * best.cost > best.separated * choice.cost;
                if choice.separated > 0 && best.as_ref().is_none_or(is_better) {
                    best = Some(choice);
                }
            }
        }
        Ok(best)
    }

    fn choice(&self, block: &[StateId], images: &[StateId], extended: Option<usize>, suffix: Word) -> Choice {
        let parts = groups(&self.hypothesis.machine, block, images, &suffix);
        let squared = |part: &[StateId]| part.iter().map(|state| self.weights[state.index()]).sum::<u64>().pow(2);
        let separated = squared(block) - parts.iter().map(|part| squared(part)).sum::<u64>();
        let cost = suffix.len() as u64 + if extended.is_none() { self.overhead } else { 0 };
        Choice { extended, suffix, parts, separated, cost }
    }

    /// Words that may tell these states apart: the one that surely does, and the best one after each input.
    ///
    /// Three sources: the word of the splitting tree, each single input, and each input followed by the
    /// word that splits best what comes behind it.
    fn suffixes(&self, images: &[StateId]) -> Vec<Word> {
        let Some(surely) = self.tree.word_for(images) else { return Vec::new() };
        let machine = &self.hypothesis.machine;
        let after_input = |input: InputId| {
            let next: Vec<StateId> = images.iter().map(|&state| step(machine, state, input).1).collect();
            [&[input], self.tree.word_for(&next).unwrap_or_default()].concat()
        };
        let single = machine.inputs().ids().map(|input| vec![input]);
        let inputs = machine.inputs().ids();
        std::iter::once(surely.to_vec()).chain(single).chain(inputs.map(after_input)).collect()
    }
}

/// Splits the blocks on and on, with states that count alike or by how many ways lead to them, and takes the words
/// that cost least in a suite, where the states with many ways to them are identified most.
fn cheapest(
    hypothesis: &MealyHypothesis,
    tree: &SplittingTree<'_>,
    blocks: &[(Vec<StateId>, Vec<Word>)],
    check: Check<'_>,
) -> Result<Vec<Vec<Word>>, Halt> {
    let often = ways_to(hypothesis, 2);
    let mut best: Option<(u64, Vec<Vec<Word>>)> = None;
    for inputs in 0..=2 {
        let mut refinement = Refinement::new(hypothesis, tree, ways_to(hypothesis, inputs));
        for (block, words) in blocks {
            refinement.refine(block.clone(), words.clone(), check)?;
        }
        let price = |words: &Vec<Word>| words.iter().map(|word| word.len() as u64 + refinement.overhead).sum::<u64>();
        let cost: u64 = refinement.words.iter().zip(&often).map(|(words, ways)| ways * price(words)).sum();
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, refinement.words));
        }
    }
    Ok(best.map(|(_, words)| words).unwrap_or_default())
}

/// For each state how many ways of this many inputs, or a few less, lead to it from anywhere.
///
/// A suite for k extra states meets a state once for each way of k + 1 inputs that leads to it.
fn ways_to(hypothesis: &MealyHypothesis, inputs: usize) -> Vec<u64> {
    let machine = &hypothesis.machine;
    let mut ways = vec![1; machine.len()];
    for _ in 0..inputs {
        let mut longer = vec![1; machine.len()];
        for (from, _, _, to) in machine.edges().filter(|&(from, ..)| !hypothesis.is_sink(from)) {
            longer[to.index()] += ways[from.index()];
        }
        ways = longer;
    }
    // A sink is known when it is reached.
    ways[hypothesis.access.len()..].fill(1);
    ways
}

fn with_choice(mut words: Vec<Word>, choice: &Choice) -> Vec<Word> {
    match choice.extended {
        Some(index) => words[index].extend(&choice.suffix),
        None => words.push(choice.suffix.clone()),
    }
    words
}

/// The words as `state` can be asked them: up to a final output, without those that begin others.
///
/// A word that ends early at a final output may become the beginning of another one, and is dropped.
fn usable(hypothesis: &MealyHypothesis, state: StateId, words: Vec<Word>) -> Vec<Word> {
    if hypothesis.is_sink(state) {
        return vec![Word::new()];
    }
    let mut words: Vec<Word> = words.iter().map(|word| until_final(hypothesis, state, word)).collect();
    words.push(hypothesis.machine.inputs().ids().take(usize::from(words.iter().all(Vec::is_empty))).collect());
    without_prefixes(words)
}

/// The words that are not the beginning of another one, each once.
fn without_prefixes(words: Vec<Word>) -> Vec<Word> {
    let is_needed = |index: usize| {
        let word = &words[index];
        let covers = |other: &Word| other.starts_with(word) && other.len() > word.len();
        !words.iter().any(covers) && !words[..index].contains(word)
    };
    (0..words.len()).filter(|&index| is_needed(index)).map(|index| words[index].clone()).collect()
}

/// The word up to the first final output that `state` answers.
pub(super) fn until_final(hypothesis: &MealyHypothesis, mut state: StateId, word: &[InputId]) -> Word {
    let mut asked = Word::new();
    for &input in word {
        if hypothesis.is_sink(state) {
            break;
        }
        asked.push(input);
        state = hypothesis.target(state, input);
    }
    asked
}

/// Words that tell any two states apart, those that tell most apart first.
fn characterising_set(hypothesis: &MealyHypothesis, check: Check<'_>) -> Result<Vec<Word>, Halt> {
    let machine = &hypothesis.machine;
    let harmonised = Identifiers::harmonised(hypothesis, check)?;
    let mut words: Vec<Word> = harmonised.words.into_iter().flatten().collect();
    words.sort();
    words.dedup();
    let is_prefix_of_next: Vec<bool> = words.windows(2).map(|pair| pair[1].starts_with(&pair[0])).collect();
    let needed =
        words.into_iter().zip(is_prefix_of_next.into_iter().chain([false])).filter(|(_, is_prefix)| !is_prefix);
    let mut ranked: Vec<(usize, Vec<usize>, Word)> = needed
        .map(|(word, _)| {
            let classes = answer_classes(machine, &word);
            (classes.iter().max().map_or(0, |last| last + 1), classes, word)
        })
        .collect();
    ranked.sort_by_key(|(parts, _, word)| (std::cmp::Reverse(*parts), word.len()));
    let mut partition = vec![0; machine.len()];
    let mut parts = 1;
    let mut set = Vec::new();
    for (_, classes, word) in ranked {
        check()?;
        let finer = numbered(partition.iter().copied().zip(classes).collect());
        let count = finer.iter().max().map_or(0, |last| last + 1);
        if count > parts {
            (partition, parts) = (finer, count);
            set.push(word);
        }
    }
    Ok(set)
}

/// For each state the number of its answer to `word`.
fn answer_classes(machine: &Mealy, word: &[InputId]) -> Vec<usize> {
    numbered(machine.states().map(|state| machine.run_from(state, word)).collect())
}

/// The same number for the same key.
fn numbered<K: Ord>(keys: Vec<K>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| keys[a].cmp(&keys[b]));
    let mut numbers = vec![0; keys.len()];
    for pair in order.windows(2) {
        numbers[pair[1]] = numbers[pair[0]] + usize::from(keys[pair[0]] != keys[pair[1]]);
    }
    numbers
}

/// Words, by index, that tell `state` from all states that the words can tell it from.
///
/// Greedy: the word that tells the state from most others comes first.
fn telling(classes: &[Vec<usize>], state: usize) -> Vec<usize> {
    let differs = |word: usize, other: usize| classes[word][other] != classes[word][state];
    let mut open: Vec<usize> = (0..classes.first().map_or(0, Vec::len)).collect();
    let mut chosen = Vec::new();
    loop {
        let told = |&word: &usize| open.iter().filter(|&&other| differs(word, other)).count();
        let best = (0..classes.len()).max_by_key(|word| (told(word), std::cmp::Reverse(*word)));
        let Some(word) = best.filter(|word| told(word) > 0) else { return chosen };
        open.retain(|&other| !differs(word, other));
        chosen.push(word);
    }
}
