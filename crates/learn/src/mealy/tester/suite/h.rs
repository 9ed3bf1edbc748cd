//! The H suite: which words tell the states apart is decided on the way, by what was executed already.
//!
//! # The idea
//!
//! A position (an access word and a middle) must be told from every state that it is not, by a word
//! that was asked *at both*. With harmonised identifiers that is certain, but asks more than needed: if
//! the words that were executed behind the position already tell it from most states, only the others
//! are left.
//!
//! 1. Look at what was executed behind the position.
//! 2. Find the states that none of these words tells it from, as far as the same words were asked
//!    behind their access words.
//! 3. Choose few further words for these, those that tell most apart first.
//! 4. Do the same for the positions before it on its own middle, which may be the same extra state.
//!
//! # Price
//!
//! The choice depends on what was executed, so the suite cannot say how many words it has, and words
//! that were handed out and not executed yet do not count. In the end it is complete for k extra
//! states, and not for systems of any size: two positions of different middles are never compared.

use typestar_model::{Id, InputId, NodeId, ObservationTree, StateId, Word};

use super::Suite;
use super::identifiers::Identifiers;
use super::positions::Positions;
use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::{Check, Halt};

/// How many words that were executed already are looked at in one position.
///
/// A node near the root may have thousands of words below it; looking at some of them is enough, since
/// what they do not tell is asked.
const MOST_KNOWN: usize = 64;

/// Tells every position from all access words, and from those before it on its own middle.
///
/// Two states need a common word only if somebody compares them, so this takes fewer words than identifiers that suit
/// any comparison. Its memory is the observation tree.
pub(super) struct H<'a> {
    hypothesis: &'a MealyHypothesis,
    positions: Positions<'a>,
    harmonised: Identifiers,
    single: Identifiers,
    /// By state: which other states its words tell it from. The answers of access words that are not in the tree yet
    /// may be missing; they are looked for again with each length of middles.
    told: Vec<Option<(usize, Vec<Told>)>>,
    pending: Vec<Word>,
}

/// Whether a word tells the state it is for from each other state.
type Told = Vec<bool>;

impl<'a> H<'a> {
    /// The suite for systems with this many extra states.
    pub(super) fn new(hypothesis: &'a MealyHypothesis, extra: usize, check: Check<'_>) -> Result<Self, Halt> {
        Ok(Self {
            hypothesis,
            positions: Positions::new(hypothesis, extra.saturating_add(1)),
            harmonised: Identifiers::harmonised(hypothesis, check)?,
            single: Identifiers::single(hypothesis, check)?,
            told: vec![None; hypothesis.access.len()],
            pending: Vec::new(),
        })
    }

    /// Decides which words to ask at the present position.
    fn decide(&mut self, tree: &ObservationTree) {
        let state = self.positions.state();
        let position = [self.positions.access(), self.positions.middle()].concat();
        let is_identified = self.hypothesis.is_sink(state) || self.positions.middle().is_empty();
        let suffixes = match is_identified {
            true => self.harmonised.of(state).to_vec(),
            false => self.suffixes(tree, &position),
        };
        self.pending.extend(suffixes.into_iter().rev().map(|suffix| [&position[..], &suffix].concat()));
        self.pending.retain(|word| !word.is_empty());
    }

    /// The words to ask at a position, and at the positions before it on its middle, to tell it from all rivals.
    ///
    /// If nothing at all is asked at a position, at least one word is, so that its output is seen.
    fn suffixes(&mut self, tree: &ObservationTree, position: &[InputId]) -> Vec<Word> {
        let state = self.positions.state();
        self.look_at_access_words(tree, state);
        let inputs = self.hypothesis.machine.inputs().len();
        let known = known_suffixes(tree, position, inputs);
        let mut chosen = self.telling_from_access_words(tree, state, &known);
        for passed in 1..self.positions.middle().len() {
            let rival = self.positions.path()[passed];
            let before = &position[..self.positions.access().len() + passed];
            let node = tree.follow(tree.root(), before);
            let tells = |word: &&Word| self.tells(tree, state, word, rival, node);
            if rival == state || known.iter().chain(&chosen).any(|word| tells(&word)) {
                continue;
            }
            let word = self.words_of(state).find(tells).cloned();
            match word {
                Some(word) => chosen.push(word),
                None => self.tell_both(before, rival, state, &mut chosen),
            }
        }
        if known.is_empty() && chosen.is_empty() {
            chosen.extend(self.harmonised.of(state).first().cloned());
        }
        chosen
    }

    /// Asks the same word at both positions.
    ///
    /// If no word that was asked at the rival helps, a shared word is asked at both.
    fn tell_both(&mut self, before: &[InputId], rival: StateId, state: StateId, chosen: &mut Vec<Word>) {
        let shared = self.harmonised.of(state).iter().find_map(|word| {
            let length = self.difference(state, rival, word)?;
            Some(&word[..length])
        });
        if let Some(shared) = shared {
            chosen.push(shared.to_vec());
            self.pending.push([before, shared].concat());
        }
    }

    /// A few words that tell the state from all states that the known words do not tell it from.
    fn telling_from_access_words(&self, tree: &ObservationTree, state: StateId, known: &[Word]) -> Vec<Word> {
        let told = &self.told[state.index()].as_ref().expect("looked at before").1;
        let mut open: Vec<usize> = (0..self.hypothesis.machine.len())
            .filter(|&rival| told.iter().any(|told| told[rival]))
            .filter(|&rival| !known.iter().any(|word| self.tells_from_access(tree, state, word, StateId::new(rival))))
            .collect();
        let mut chosen = Vec::new();
        while !open.is_empty() {
            let gain = |word: usize| open.iter().filter(|&&rival| told[word][rival]).count();
            let best = (0..told.len()).rev().max_by_key(|&word| gain(word)).expect("some word tells them apart");
            open.retain(|&rival| !told[best][rival]);
            chosen.extend(self.words_of(state).nth(best).cloned());
        }
        chosen
    }

    /// The words that may be asked in a state.
    fn words_of(&self, state: StateId) -> impl Iterator<Item = &Word> {
        self.single.of(state).iter().chain(self.harmonised.of(state))
    }

    /// Finds out which words tell the state from which others, by what was asked behind their access words.
    fn look_at_access_words(&mut self, tree: &ObservationTree, state: StateId) {
        let depth = self.positions.middle().len();
        if self.told[state.index()].as_ref().is_some_and(|(looked_at, _)| *looked_at == depth) {
            return;
        }
        let rivals = || self.hypothesis.machine.states();
        let single = self
            .single
            .of(state)
            .iter()
            .map(|word| rivals().map(|rival| self.tells_from_access(tree, state, word, rival)).collect());
        // Any two states share their harmonised words, and each access word is asked its own.
        let harmonised = self
            .harmonised
            .of(state)
            .iter()
            .map(|word| rivals().map(|rival| self.difference(state, rival, word).is_some()).collect());
        let told = single.chain(harmonised).collect();
        self.told[state.index()] = Some((depth, told));
    }

    fn tells_from_access(&self, tree: &ObservationTree, state: StateId, word: &Word, rival: StateId) -> bool {
        if self.hypothesis.is_sink(rival) {
            return self.difference(state, rival, word).is_some();
        }
        self.tells(tree, state, word, rival, tree.follow(tree.root(), &self.hypothesis.access[rival.index()]))
    }

    /// Whether the word tells the states apart and was asked at the rival's node.
    fn tells(&self, tree: &ObservationTree, state: StateId, word: &Word, rival: StateId, node: Option<NodeId>) -> bool {
        let Some((length, node)) = self.difference(state, rival, word).zip(node) else { return false };
        tree.follow(node, &word[..length]).is_some()
    }

    /// How long the beginning of the word is that tells these states apart.
    fn difference(&self, p: StateId, q: StateId, word: &[InputId]) -> Option<usize> {
        let (mut p, mut q) = (p, q);
        for (index, &input) in word.iter().enumerate() {
            let step = |state| self.hypothesis.machine.step(state, input).expect("a hypothesis is complete");
            let ((left, next_p), (right, next_q)) = (step(p), step(q));
            if left != right {
                return Some(index + 1);
            }
            (p, q) = (next_p, next_q);
        }
        None
    }
}

impl Suite for H<'_> {
    fn next_word(&mut self, tree: &ObservationTree) -> Option<Word> {
        loop {
            while let Some(word) = self.pending.pop() {
                if tree.follow(tree.root(), &word).is_none() {
                    return Some(word);
                }
            }
            if !self.positions.advance() {
                return None;
            }
            self.decide(tree);
        }
    }
}

/// What was asked already behind a word: the longest words over the first `inputs`, or some of them.
fn known_suffixes(tree: &ObservationTree, word: &[InputId], inputs: usize) -> Vec<Word> {
    let Some(node) = tree.follow(tree.root(), word) else { return Vec::new() };
    let mut open = vec![(node, Word::new())];
    let mut known = Vec::new();
    while let Some((node, suffix)) = open.pop() {
        let before = open.len();
        let children = tree.children_within(node, inputs);
        open.extend(children.map(|(input, _, child)| (child, [&suffix[..], &[input]].concat())));
        if open.len() == before && !suffix.is_empty() {
            known.push(suffix);
        }
        if known.len() == MOST_KNOWN {
            break;
        }
    }
    known
}
