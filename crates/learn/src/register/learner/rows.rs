//! Prefixes with their decision trees: what a learner has found out.
//!
//! It is a table with holes: a tree for some pairs of a prefix and a suffix. Prefixes and suffixes are
//! kept once and known by numbers, so that comparing and storing them is cheap.
//!
//! A tree is *real* if it was asked in full, and *assumed* if only what a similar prefix suggests was
//! asked. [`Rows::doubt`] turns the second into nothing.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use typestar_model::register::{ACCEPT, TypeId};
use typestar_model::{NodeId, Value};

use super::super::tree::Tree;
use super::super::tree::language::{Call, Known, Language};
use super::super::tree::query::{Answers, Builder, Numbers, Observations, Said, ask, shown};
use super::super::tree::renaming::{Renaming, Row};
use super::super::tree::suffix::Suffix;
use super::guided::{Guess, Pair, guess};
use crate::oracle::{Halt, Oracle};

/// A word whose trees are of interest.
///
/// Before it was asked, its values are those of its inputs; what the system invents joins them
/// afterwards.
#[derive(Default)]
pub(crate) struct Prefix {
    pub calls: Vec<Call>,
    /// What came back at its end; none for the empty word, or as long as nobody has asked.
    pub last: Option<Said>,
    /// Where it leads in the observation tree; none if nothing can follow, or as long as nobody has asked.
    pub node: Option<NodeId>,
    /// Whether the system has answered it.
    pub is_known: bool,
    /// The different values that it has shown, without constants.
    pub known: Vec<Known>,
    /// The same values and their types, by position.
    pub values: Vec<Option<Value>>,
    pub types: Vec<TypeId>,
    trees: HashMap<SuffixId, Rc<Tree>>,
    /// The suffixes whose trees are assumed: only what a similar prefix suggests was asked.
    pub assumed: HashSet<SuffixId>,
    /// Whether nothing is assumed of it any more.
    pub is_doubted: bool,
}

/// A prefix by its number.
pub(crate) type PrefixId = usize;
/// A suffix by its number.
pub(crate) type SuffixId = usize;

/// All prefixes, all suffixes, and the trees that are known.
pub(crate) struct Rows {
    pub language: Language,
    pub prefixes: Vec<Prefix>,
    pub suffixes: Vec<Suffix>,
    pub numbers: Numbers,
    /// Whether the empty word is accepted; of interest for acceptors alone.
    pub accepts_empty: bool,
    /// How many times a prefix was evaluated with a set of suffixes.
    pub tree_queries: u64,
    by_calls: HashMap<Vec<Call>, PrefixId>,
    by_suffix: HashMap<Suffix, SuffixId>,
}

impl Rows {
    pub(crate) fn new(language: Language) -> Self {
        Self {
            language,
            prefixes: Vec::new(),
            suffixes: Vec::new(),
            numbers: Numbers::default(),
            accepts_empty: true,
            tree_queries: 0,
            by_calls: HashMap::new(),
            by_suffix: HashMap::new(),
        }
    }

    pub(crate) fn suffix(&mut self, suffix: Suffix) -> SuffixId {
        let next = self.suffixes.len();
        let id = *self.by_suffix.entry(suffix.clone()).or_insert(next);
        if id == next {
            self.suffixes.push(suffix);
        }
        id
    }

    /// The prefix of a word.
    pub(crate) fn prefix(&mut self, calls: Vec<Call>) -> PrefixId {
        if let Some(&known) = self.by_calls.get(&calls) {
            return known;
        }
        let id = self.prefixes.len();
        self.by_calls.insert(calls.clone(), id);
        let mut prefix = Prefix { calls, ..Prefix::default() };
        for call in &prefix.calls {
            let types: Vec<TypeId> = self.language.input_types(call.action).collect();
            shown(&self.language, &mut prefix.known, &types, &call.values);
        }
        prefix.note_values();
        self.prefixes.push(prefix);
        id
    }

    /// Makes sure that prefixes are answered.
    pub(crate) fn answer(&mut self, oracle: &mut dyn Oracle, prefixes: &[PrefixId]) -> Result<(), Halt> {
        let mut words = Vec::new();
        for &id in prefixes {
            if !self.look_up(oracle, id) {
                words.push(self.prefixes[id].calls.clone());
            }
        }
        self.ask(oracle, &words)?;
        match prefixes.iter().all(|&id| self.look_up(oracle, id)) {
            true => Ok(()),
            false => Err(oracle.unexplained(&[])),
        }
    }

    /// Takes from the observation tree what the system answered to a prefix. Whether it is there.
    fn look_up(&mut self, oracle: &mut dyn Oracle, id: PrefixId) -> bool {
        let prefix = &mut self.prefixes[id];
        if prefix.is_known {
            return true;
        }
        let mut observations = Observations { oracle, language: &self.language, numbers: &mut self.numbers };
        let (mut place, mut known, mut last) = (Some(observations.start()), Vec::new(), None);
        for call in &prefix.calls {
            let Some((said, next)) = place.and_then(|node| observations.answer(&node, call)) else { return false };
            let types: Vec<TypeId> = self.language.input_types(call.action).collect();
            shown(&self.language, &mut known, &types, &call.values);
            shown(&self.language, &mut known, &said.output.types, &said.values);
            (place, last) = (next, Some(said));
        }
        (prefix.known, prefix.node, prefix.last, prefix.is_known) = (known, place, last, true);
        prefix.note_values();
        true
    }

    /// Asks words.
    pub(crate) fn ask(&mut self, oracle: &mut dyn Oracle, words: &[Vec<Call>]) -> Result<(), Halt> {
        if words.is_empty() { Ok(()) } else { ask(oracle, &self.language, &mut self.numbers, words) }
    }

    /// Finds out one tree, which counts as a tree query unless it is known.
    pub(crate) fn evaluate(&mut self, oracle: &mut dyn Oracle, prefix: PrefixId, suffix: SuffixId) -> Result<(), Halt> {
        if !self.has_tree(prefix, suffix) {
            self.tree_queries += 1;
        }
        self.query(oracle, &[(prefix, suffix)])
    }

    /// Finds out trees, all in as few batches as possible.
    ///
    /// It asks in rounds. If a round brings nothing new, the system does not answer what it was asked,
    /// and the learner cannot go on.
    pub(crate) fn query(&mut self, oracle: &mut dyn Oracle, wanted: &[(PrefixId, SuffixId)]) -> Result<(), Halt> {
        let mut asked = Vec::new();
        loop {
            let mut missing = Vec::new();
            for &(prefix, suffix) in wanted {
                self.try_tree(oracle, prefix, suffix, &mut missing);
            }
            if missing.is_empty() {
                return Ok(());
            }
            if missing == asked {
                let word = self.numbers.word(oracle, &self.language, &missing[0]).unwrap_or_default();
                return Err(oracle.unexplained(&word));
            }
            ask(oracle, &self.language, &mut self.numbers, &missing)?;
            asked = missing;
        }
    }

    fn try_tree(&mut self, oracle: &mut dyn Oracle, id: PrefixId, suffix: SuffixId, missing: &mut Vec<Vec<Call>>) {
        let is_known = self.look_up(oracle, id);
        let prefix = &self.prefixes[id];
        if prefix.trees.contains_key(&suffix) && !prefix.assumed.contains(&suffix) {
            return;
        }
        let symbolic = &self.suffixes[suffix];
        let tree = match (symbolic.actions.is_empty(), is_known && prefix.node.is_none()) {
            (true, _) if is_known && self.language.signature.is_acceptor => {
                Some(Tree::accepts(self.is_accepted(oracle, id)))
            }
            (true, _) if is_known => Some(Tree::end()),
            (_, true) => Some(Tree::end()),
            _ => {
                let place = prefix.node.filter(|_| is_known);
                let mut observations = Observations { oracle, language: &self.language, numbers: &mut self.numbers };
                let length = prefix.calls.len();
                let mut builder = Builder::new(&self.language, &mut observations, symbolic, &prefix.known, length);
                let tree = builder.tree(place.as_ref());
                missing.extend(builder.missing.iter().map(|calls| [&prefix.calls[..], calls].concat()));
                tree
            }
        };
        if let Some(tree) = tree {
            self.prefixes[id].trees.insert(suffix, tree);
            self.prefixes[id].assumed.remove(&suffix);
        }
    }

    /// What is known of the question whether a prefix is like a model for one more suffix, after those of a path. If it is
    /// alike, its tree is assumed from now on.
    pub(crate) fn guess(
        &mut self,
        oracle: &mut dyn Oracle,
        id: PrefixId,
        model: PrefixId,
        suffix: SuffixId,
        renaming: &Renaming,
    ) -> Guess {
        self.look_up(oracle, id);
        let pair = Pair {
            prefix: &self.prefixes[id],
            model: &self.prefixes[model],
            tree: &self.prefixes[model].trees[&suffix],
            suffix: &self.suffixes[suffix],
            renaming,
        };
        let guess = guess(oracle, &self.language, &mut self.numbers, &pair);
        if let Guess::Alike(tree) = &guess {
            let prefix = &mut self.prefixes[id];
            prefix.trees.insert(suffix, Rc::clone(tree));
            prefix.assumed.insert(suffix);
        }
        guess
    }

    /// Whether a tree is assumed.
    pub(crate) fn assumes(&self, prefix: PrefixId, suffix: SuffixId) -> bool {
        self.prefixes[prefix].assumed.contains(&suffix)
    }

    /// Forgets what was assumed of a prefix; nothing will be any more. Whether there was something.
    ///
    /// The answers stay in the observation tree; only the conclusion is dropped.
    pub(crate) fn doubt(&mut self, prefix: PrefixId) -> bool {
        let prefix = &mut self.prefixes[prefix];
        prefix.is_doubted = true;
        let assumed = std::mem::take(&mut prefix.assumed);
        prefix.trees.retain(|suffix, _| !assumed.contains(suffix));
        !assumed.is_empty()
    }

    /// Whether the word of a prefix is accepted.
    pub(crate) fn is_accepted(&self, oracle: &dyn Oracle, id: PrefixId) -> bool {
        let last = self.prefixes[id].last.as_ref();
        last.map_or(self.accepts_empty, |said| oracle.outputs().bare_name(said.output.name) == ACCEPT)
    }

    /// A tree that was found out.
    pub(crate) fn tree(&self, prefix: PrefixId, suffix: SuffixId) -> &Rc<Tree> {
        &self.prefixes[prefix].trees[&suffix]
    }

    pub(crate) fn has_tree(&self, prefix: PrefixId, suffix: SuffixId) -> bool {
        self.prefixes[prefix].trees.contains_key(&suffix)
    }

    /// What is compared of a prefix.
    pub(crate) fn row(&self, prefix: PrefixId, suffixes: &[SuffixId]) -> Row<'_> {
        let Prefix { values, types, .. } = &self.prefixes[prefix];
        Row { values, types, trees: suffixes.iter().map(|&suffix| self.tree(prefix, suffix)).collect() }
    }
}

impl Prefix {
    fn note_values(&mut self) {
        self.values = self.known.iter().map(|entry| Some(entry.value.clone())).collect();
        self.types = self.known.iter().map(|entry| entry.data_type).collect();
    }
}
