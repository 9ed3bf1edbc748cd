//! The learners of register automata: one loop, three ways to add suffixes.
//!
//! # The loop
//!
//! ```text
//!   branch out   the guards of each location, from its trees; a prefix for each branch
//!   sift         new prefixes go down the classification tree to a leaf: their location
//!   keep         a value needed behind a branch must be kept before it: add a suffix that shows it
//!   consistent   (sllambda) a double and its location lead to the same leaves, or a suffix is added
//!   build        locations, registers and guards become an automaton
//!   compare      with the observation tree; a disagreement teaches a suffix (`analysis.rs`)
//! ```
//!
//! # The three kinds
//!
//! `slstar` uses every suffix for every prefix and assumes nothing: simple, and many words. `slct` uses
//! a suffix only in the leaf where a counterexample showed that it is needed. `sllambda` prefers
//! suffixes of one action and a suffix in use, so that words stay short. For queues of capacity 1 to 4
//! they ask 14, 27, 48, 69 words (`slstar`), 6, 10, 15, 20 (`sllambda`) and 6, 10, 16, 21 (`slct`).

mod analysis;
mod branching;
mod classes;
mod construct;
mod doubles;
mod guided;
mod rows;

use typestar_model::register::{ActionId, Signature};
use typestar_model::{Id, Symbol, Word};

use self::branching::{Branch, Branching};
use self::classes::Classes;
use self::construct::{Construction, Found, Way, known_before};
use self::rows::{PrefixId, Rows, SuffixId};
use super::hypothesis::RegisterHypothesis;
use super::shorten::shorten;
use super::theories::Theories;
use super::tree::language::{Call, Language};
use super::tree::query::label;
use super::tree::suffix::{Restriction, Suffix};
use super::tree::{Element, ElementTerm, Label, Region};
use crate::Learner;
use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};

/// What refutes a hypothesis and takes more words to learn from waits until nothing else refutes it,
const MANY_WORDS: usize = 5_000;

/// and is not learned from at all if it takes more than these.
const MOST_WORDS: usize = 100_000;

/// Among so many words that refute a hypothesis one is sought that is easier to learn from.
const MOST_DISAGREEMENTS: usize = 100;

/// How suffixes are found and where they are used.
///
/// All three learn the same automaton. They are one engine, so that a difference in words comes from
/// the suffixes alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterLearnerKind {
    /// A table: every suffix is used for every prefix, and all actions are among the first (SL*).
    Slstar,
    /// A classification tree, with suffixes that grow by one action at a time.
    Sllambda,
    /// A classification tree, with suffixes of counterexamples.
    Slct,
}

/// Learns register automata from tree queries.
///
/// There is an example on the page of the [module](crate::register).
pub struct RegisterLearner {
    kind: RegisterLearnerKind,
    pub(super) rows: Rows,
    pub(super) classes: Classes,
    pub(super) locations: Vec<Place>,
    has_begun: bool,
    /// Whether suffixes that grow did not explain the present counterexample.
    pub(super) is_stuck: bool,
    /// Whether the last hypothesis was handed over although it was refuted, by a word that is hard to learn from.
    is_pressed: bool,
}

/// A location and its ways on, as far as they are known.
///
/// Branches are found again only when the suffixes of the location have changed.
pub(super) struct Place {
    pub access: PrefixId,
    /// The branches of each action.
    pub branches: Vec<Vec<Branch>>,
    /// The prefix behind each branch.
    pub prefixes: Vec<Vec<PrefixId>>,
    /// The suffixes that the branches were made with.
    made_with: Option<Vec<SuffixId>>,
}

/// A value that a location does not keep and that is needed behind one of its branches.
struct Missing {
    location: usize,
    /// The prefix behind the branch.
    prefix: PrefixId,
    /// What shows the value at the location.
    suffix: Suffix,
}

impl RegisterLearner {
    /// A learner that knows nothing.
    pub fn new(kind: RegisterLearnerKind, signature: Signature, theories: Theories) -> Self {
        let rows = Rows::new(Language { signature, theories });
        Self {
            kind,
            rows,
            classes: Classes::new(kind == RegisterLearnerKind::Slstar),
            locations: Vec::new(),
            has_begun: false,
            is_stuck: false,
            is_pressed: false,
        }
    }

    /// The same learner of an acceptor that accepts the empty word or does not: nobody can ask that.
    #[must_use]
    pub fn with_empty_word(mut self, is_accepted: bool) -> Self {
        self.rows.accepts_empty = is_accepted;
        self
    }

    /// How many times a prefix was evaluated with a set of suffixes.
    ///
    /// Publications count these. One query is many words, so compare words, too.
    pub fn tree_queries(&self) -> u64 {
        self.rows.tree_queries
    }

    /// Begins with the empty word, and with the suffixes that the kind of learner begins with.
    fn begin(&mut self, oracle: &mut dyn Oracle) -> Result<(), Halt> {
        let mut first = Vec::new();
        if self.rows.language.signature.is_acceptor {
            first.push(Suffix::free(&self.rows.language, Vec::new()));
        }
        if self.kind == RegisterLearnerKind::Slstar {
            first.extend(self.rows.language.inputs().map(|action| Suffix::free(&self.rows.language, vec![action])));
        }
        for suffix in first {
            let suffix = self.rows.suffix(suffix);
            self.classes.add_everywhere(suffix);
        }
        let empty = self.rows.prefix(Vec::new());
        self.classes.sift(&mut self.rows, oracle, &[empty])?;
        self.has_begun = true;
        self.note_locations();
        Ok(())
    }

    /// Makes a location of every leaf that has none.
    fn note_locations(&mut self) {
        let leaves = self.classes.leaves();
        for leaf in leaves {
            let members = self.classes.members(leaf);
            let has_location = members.iter().any(|&member| self.place_of(member).is_some());
            if let (false, Some(&access)) = (has_location, members.first()) {
                self.locations.push(Place { access, branches: Vec::new(), prefixes: Vec::new(), made_with: None });
            }
        }
    }

    /// Asks until every branch leads to a location, and every value that is needed is kept.
    ///
    /// Each step may undo what an earlier one established, so it begins again after each.
    fn stabilise(&mut self, oracle: &mut dyn Oracle) -> Result<(), Halt> {
        loop {
            let fresh = self.branch_out();
            self.classes.sift(&mut self.rows, oracle, &fresh)?;
            let known = self.locations.len();
            self.note_locations();
            oracle.note_states(self.mains().len())?;
            if !fresh.is_empty() || self.locations.len() > known {
                continue;
            }
            if let Some(missing) = self.missing_value() {
                self.keep(oracle, missing)?;
            } else if let Some((prefix, suffix)) = self.inconsistency() {
                self.add(oracle, prefix, suffix)?;
            } else {
                return Ok(());
            }
        }
    }

    /// Lets a location keep a value. If it would keep it already, the value is only assumed to be needed.
    ///
    /// A value that is needed behind a branch only according to an *assumed* tree does not justify more
    /// questions to the location: the assumption is checked first.
    fn keep(&mut self, oracle: &mut dyn Oracle, missing: Missing) -> Result<(), Halt> {
        let Missing { location, prefix, suffix } = missing;
        let access = self.locations[location].access;
        if self.is_used(access, &suffix) && self.rows.doubt(prefix) {
            self.classes.sift_again(&mut self.rows, oracle, prefix)?;
            self.note_locations();
            return Ok(());
        }
        let shorter = self.shorter(oracle, location, &suffix)?;
        self.add(oracle, access, shorter.unwrap_or(suffix))
    }

    /// A suffix without its first action, if that is new to a location and shows a value which it does not keep.
    ///
    /// What is needed behind a branch is often needed before it for the same reason. The shorter suffix makes shorter
    /// words, for all prefixes of the leaf, and a counterexample often brings it later anyway.
    fn shorter(&mut self, oracle: &mut dyn Oracle, location: usize, suffix: &Suffix) -> Result<Option<Suffix>, Halt> {
        let access = self.locations[location].access;
        let rest = suffix.rest(&self.rows.language);
        if rest.actions.is_empty() || self.is_used(access, &rest) {
            return Ok(None);
        }
        let shorter = self.rows.suffix(rest.clone());
        self.rows.evaluate(oracle, access, shorter)?;
        let kept = self.kept(location);
        let shows_more = self.rows.tree(access, shorter).memorable().any(|position| !kept.contains(&position));
        Ok(shows_more.then_some(rest))
    }

    /// Uses a suffix for the leaf of a prefix, or for all.
    pub(super) fn add(&mut self, oracle: &mut dyn Oracle, prefix: PrefixId, suffix: Suffix) -> Result<(), Halt> {
        if self.is_used(prefix, &suffix) {
            return self.look_closer(oracle, prefix, &suffix.freed());
        }
        let suffix = self.rows.suffix(suffix);
        match self.kind {
            RegisterLearnerKind::Slstar => {
                let first: Vec<PrefixId> = self.locations.iter().map(|place| place.access).collect();
                self.classes.split_all(&mut self.rows, oracle, suffix, &first)?;
            }
            RegisterLearnerKind::Sllambda | RegisterLearnerKind::Slct => {
                let leaf = self.classes.leaf(prefix).expect("a prefix that is looked at has a leaf");
                let first = self.locations[self.location_of(prefix)].access;
                self.classes.split(&mut self.rows, oracle, leaf, suffix, first)?;
            }
        }
        self.note_locations();
        Ok(())
    }

    /// A suffix that is in use showed nothing new: it is freed of restrictions, or what was assumed is asked.
    ///
    /// A suffix that is in use and still explains nothing has restrictions that hide the difference, or
    /// is based on assumptions. If neither, no register automaton over these theories explains the
    /// word.
    fn look_closer(&mut self, oracle: &mut dyn Oracle, prefix: PrefixId, freed: &Suffix) -> Result<(), Halt> {
        if !self.is_used(prefix, freed) {
            return self.add(oracle, prefix, freed.clone());
        }
        let members = self.classes.leaf(prefix).map(|leaf| self.classes.members(leaf).to_vec()).unwrap_or_default();
        let assumed: Vec<PrefixId> =
            members.into_iter().filter(|&member| !self.rows.prefixes[member].assumed.is_empty()).collect();
        if assumed.is_empty() {
            let word = self.rows.prefixes[prefix].calls.clone();
            return self.give_up(oracle, &word);
        }
        for member in assumed {
            self.rows.doubt(member);
            self.classes.sift_again(&mut self.rows, oracle, member)?;
        }
        self.note_locations();
        Ok(())
    }

    /// Whether a suffix is used for a prefix.
    pub(super) fn is_used(&self, prefix: PrefixId, suffix: &Suffix) -> bool {
        self.classes.suffixes(prefix).iter().any(|&used| self.rows.suffixes[used] == *suffix)
    }

    /// Looks at a prefix like at a location of its own: a double of the one that it leads to. Whether that is new.
    pub(super) fn add_double(&mut self, prefix: PrefixId) -> bool {
        let is_new = self.place_of(prefix).is_none();
        if is_new {
            self.locations.push(Place { access: prefix, branches: Vec::new(), prefixes: Vec::new(), made_with: None });
        }
        is_new
    }

    /// The location or double with this access word.
    pub(super) fn place_of(&self, prefix: PrefixId) -> Option<usize> {
        self.locations.iter().position(|place| place.access == prefix)
    }

    /// The location that a prefix leads to.
    ///
    /// Several places share a leaf if there are doubles; the first one is the location.
    pub(super) fn location_of(&self, prefix: PrefixId) -> usize {
        let leaf = self.classes.leaf(prefix);
        let mut places = self.locations.iter();
        places.position(|place| self.classes.leaf(place.access) == leaf).expect("every leaf has a location")
    }

    /// Finds the branches of all locations. The prefixes behind new ones are handed over.
    fn branch_out(&mut self) -> Vec<PrefixId> {
        let mut fresh = Vec::new();
        for location in 0..self.locations.len() {
            let access = self.locations[location].access;
            let path = self.classes.suffixes(access);
            let has_ended = self.rows.prefixes[access].node.is_none();
            if has_ended || self.locations[location].made_with.as_ref() == Some(&path) {
                continue;
            }
            let actions = || self.rows.language.inputs();
            let branches: Vec<_> = actions().map(|action| self.branches(location, &path, action)).collect();
            let prefixes = actions().zip(&branches).map(|(action, of)| self.prefixes_of(access, action, of));
            let prefixes: Vec<_> = prefixes.collect();
            for &prefix in prefixes.iter().flatten() {
                if self.classes.leaf(prefix).is_none() && !fresh.contains(&prefix) {
                    fresh.push(prefix);
                }
            }
            self.locations[location] = Place { access, branches, prefixes, made_with: Some(path) };
        }
        fresh
    }

    /// The branches of an action from a location, by the trees for these suffixes.
    pub(super) fn branches(&self, location: usize, suffixes: &[SuffixId], action: ActionId) -> Vec<Branch> {
        let place = &self.locations[location];
        let begins = |suffix: &&SuffixId| self.rows.suffixes[**suffix].actions.first() == Some(&action);
        let tree = |suffix: &SuffixId| (&self.rows.suffixes[*suffix], self.rows.tree(place.access, *suffix));
        let branching = Branching {
            language: &self.rows.language,
            prefix: &self.rows.prefixes[place.access],
            action,
            trees: suffixes.iter().filter(begins).map(tree).collect(),
            earlier: place.branches.get(action.index()).map_or(&[], |branches| branches),
        };
        branching.branches()
    }

    fn prefixes_of(&mut self, access: PrefixId, action: ActionId, branches: &[Branch]) -> Vec<PrefixId> {
        let before = self.rows.prefixes[access].calls.clone();
        let prefix = |branch: &Branch| {
            let call = Call { action, values: branch.values.clone() };
            self.rows.prefix([&before[..], &[call]].concat())
        };
        branches.iter().map(prefix).collect()
    }

    /// The positions of the values of a prefix that matter.
    pub(super) fn memorable(&self, prefix: PrefixId) -> Vec<usize> {
        self.rows.row(prefix, &self.classes.suffixes(prefix)).memorable()
    }

    /// A location that does not keep a value which is needed later, and a suffix that shows the value there.
    ///
    /// Without this, the automaton would have a transition whose assignment has no source.
    fn missing_value(&self) -> Option<Missing> {
        (0..self.locations.len()).find_map(|location| {
            let kept = self.kept(location);
            let place = &self.locations[location];
            let mut prefixes = place.prefixes.iter().flatten();
            prefixes.find_map(|&prefix| {
                let suffix = self.missing_at(place.access, &kept, prefix)?;
                Some(Missing { location, prefix, suffix })
            })
        })
    }

    /// The positions of the values that a location keeps: those that its trees and its branches speak of.
    fn kept(&self, location: usize) -> Vec<usize> {
        let place = &self.locations[location];
        let mut kept = self.memorable(place.access);
        let regions = place.branches.iter().flatten().flat_map(|branch| &branch.regions);
        let terms = regions.flat_map(Region::terms);
        kept.extend(terms.flat_map(ElementTerm::elements).filter_map(Element::position));
        kept.sort_unstable();
        kept.dedup();
        kept
    }

    fn missing_at(&self, access: PrefixId, kept: &[usize], prefix: PrefixId) -> Option<Suffix> {
        let call = self.rows.prefixes[prefix].calls.last().expect("a branch has a call");
        let before = &self.rows.prefixes[access].known;
        let types: Vec<_> = self.rows.language.input_types(call.action).collect();
        let is_missing = |position: usize| {
            let Some(entry) = before.get(position) else { return false };
            let is_given =
                types.iter().zip(&call.values).any(|(of, value)| *of == entry.data_type && *value == entry.value);
            !is_given && !kept.contains(&position)
        };
        let restrictions = self.restrictions(access, call);
        let begun = |rest: &Suffix| rest.after(&self.rows.language, call.action, &restrictions);
        let path = self.classes.suffixes(prefix);
        let needs = |suffix: &&SuffixId| self.rows.tree(prefix, **suffix).memorable().any(is_missing);
        if let Some(&suffix) = path.iter().find(needs) {
            return Some(begun(&self.rows.suffixes[suffix]));
        }
        let is_answered = self.answered_values(access, call, prefix).into_iter().any(is_missing);
        is_answered.then(|| begun(&Suffix::free(&self.rows.language, Vec::new())))
    }

    /// The positions of the values of an access word that the answer to a call speaks of.
    fn answered_values(&self, access: PrefixId, call: &Call, prefix: PrefixId) -> Vec<usize> {
        let Some(said) = &self.rows.prefixes[prefix].last else { return Vec::new() };
        let known = known_before(&self.rows, access, call);
        let step = self.rows.prefixes[prefix].calls.len();
        let mut positions = Vec::new();
        for (index, value) in said.values.iter().enumerate() {
            let data_type = said.output.types.get(index).copied();
            if let Label::Term(term) = label(&self.rows.language, &known, data_type, value, step) {
                positions.extend(term.elements().filter_map(Element::position));
            }
        }
        positions
    }

    /// What the parameters of a call are to a prefix: anything if they are known, or else fresh.
    ///
    /// A fresh value behind the location was fresh; that it stays so makes the new suffix cheap.
    pub(super) fn restrictions(&self, prefix: PrefixId, call: &Call) -> Vec<Restriction> {
        let language = &self.rows.language;
        let mut known = self.rows.prefixes[prefix].known.clone();
        let mut restrictions = Vec::new();
        for (parameter, (data_type, value)) in language.input_types(call.action).zip(&call.values).enumerate() {
            let is_fresh = language.atoms(data_type, &known, 1).fresh_value() == Some(value);
            let constant = language.constant(data_type, value).map(Restriction::Constant);
            let other = if is_fresh { Restriction::Fresh } else { Restriction::Free };
            restrictions.push(constant.unwrap_or(other));
            language.note(&mut known, data_type, value, Element::Suffix(parameter));
        }
        restrictions
    }

    /// A word as calls.
    fn calls(&self, oracle: &dyn Oracle, word: &Word) -> Vec<Call> {
        let call = |symbol: &Symbol| {
            let action = self.rows.language.signature.input_of(symbol).expect("only declared actions are asked");
            Call { action, values: symbol.values().to_vec() }
        };
        word.iter().map(|&input| call(oracle.inputs().symbol(input))).collect()
    }

    /// A word to learn from: this one, which is the shortest that refutes the hypothesis, if that does not take too many words.
    /// None if there is no better one: perhaps a tester knows one, so the hypothesis is handed over as it is.
    ///
    /// A hypothesis that nobody refutes in another way has to be learned from what there is. What no memory would hold ends
    /// the run.
    fn affordable(
        &mut self,
        oracle: &mut dyn Oracle,
        hypothesis: &RegisterHypothesis,
        word: Word,
    ) -> Result<Option<Word>, Halt> {
        if !self.is_costly(&self.calls(oracle, &word)) {
            return Ok(Some(word));
        }
        let shorter = shorten(oracle, hypothesis, &self.rows.language.theories, &word)?;
        let words = self.words_to_learn_from(oracle, &shorter);
        if words <= MANY_WORDS {
            return Ok(Some(shorter));
        }
        let others = hypothesis.disagreements(oracle.observed(), MOST_DISAGREEMENTS);
        let cheap = others.into_iter().find(|other| !self.is_costly(&self.calls(oracle, other)));
        if cheap.is_some() || !std::mem::replace(&mut self.is_pressed, true) {
            return Ok(cheap);
        }
        match words <= MOST_WORDS {
            true => Ok(Some(shorter)),
            false => Err(oracle.too_costly(&shorter)),
        }
    }

    /// The hypothesis that the locations make.
    fn built(&self, oracle: &dyn Oracle) -> (RegisterHypothesis, Vec<Option<PrefixId>>) {
        let mains = self.mains();
        let found: Vec<Found> = mains.iter().map(|&location| self.found(location, &mains)).collect();
        Construction::new(&self.rows, oracle, &found).hypothesis("")
    }

    /// The locations that are no doubles: the first one of each leaf.
    pub(super) fn mains(&self) -> Vec<usize> {
        (0..self.locations.len())
            .filter(|&location| self.location_of(self.locations[location].access) == location)
            .collect()
    }

    fn found(&self, location: usize, mains: &[usize]) -> Found {
        let place = &self.locations[location];
        let mut ways = Vec::new();
        for (index, (branches, prefixes)) in place.branches.iter().zip(&place.prefixes).enumerate() {
            for (branch, &prefix) in branches.iter().zip(prefixes) {
                let target = self.location_of(prefix);
                let renaming = self.classes.renaming(&self.rows, prefix, self.locations[target].access);
                let target = mains.iter().position(|&main| main == target).expect("targets are no doubles");
                let (action, regions) = (ActionId::new(index), branch.regions.clone());
                ways.push(Way { action, regions, prefix, target, renaming: renaming.unwrap_or_default() });
            }
        }
        Found { access: place.access, memorable: self.kept(location), ways }
    }
}

impl Learner for RegisterLearner {
    type Hypothesis = RegisterHypothesis;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<RegisterHypothesis, Halt> {
        if !self.has_begun {
            self.begin(oracle)?;
        }
        loop {
            self.stabilise(oracle)?;
            let (hypothesis, seen) = self.built(oracle);
            let Some(word) = hypothesis.disagreement(oracle.observed()) else {
                (self.is_stuck, self.is_pressed) = (false, false);
                return Ok(hypothesis);
            };
            let Some(word) = self.affordable(oracle, &hypothesis, word)? else { return Ok(hypothesis) };
            let calls = self.calls(oracle, &word);
            self.refine(oracle, &hypothesis, &seen, &calls)?;
            self.is_pressed = false;
        }
    }
}
