//! What a counterexample teaches: the suffix that is missing, and where.
//!
//! # How the place is found
//!
//! Let the word be `a b c d`, and let the hypothesis pass the locations l0 l1 l2 l3 with it. From the
//! end on, take the access word of each location and the rest of the word as a symbolic suffix:
//! `access(l3) d`, then `access(l2) c d`, and so on. The first of them on which the system and the
//! hypothesis differ is to blame, because the next step behind it is still right.
//!
//! What differs there is one of four things:
//!
//! 1. the suffix shows a value that the location does not keep, or a branch that it does not have: the
//!    suffix is added to the leaf;
//! 2. a branch leads to a location that it should not: the rest of the suffix tells them apart, and is
//!    added to the leaf of the target;
//! 3. what was believed of a branch was only assumed: its tree is asked in full;
//! 4. the restrictions of the suffix hide the difference: they are dropped.
//!
//! If none of them holds, `sllambda` tries the suffix of the counterexample as `slct` does; otherwise
//! no automaton of this kind explains the word, and the learner says so to the oracle.
//!
//! # Why from the end
//!
//! Short suffixes have few parameters, and the words of a tree query grow quickly with these.
//!
//! # What is not asked
//!
//! A word that would cost much is made shorter before it is looked at (`shorten.rs`). It then begins with
//! an access word, and was asked from all later locations, too, where the hypothesis was right. So the
//! suffix of that access word is to blame, and later places are looked at only where that is cheap.

use std::rc::Rc;

use super::super::hypothesis::RegisterHypothesis;
use super::super::tree::language::{Call, Known, Language};
use super::super::tree::query::{Answers, Builder, Predictions, after};
use super::super::tree::suffix::{Restriction, Suffix};
use super::super::tree::{Comparison, Element, Tree, World};
use super::RegisterLearner;
use super::rows::{PrefixId, SuffixId};
use crate::oracle::{Halt, Oracle};

use typestar_model::register::{RegisterRun, TypeId};
use typestar_model::{Id, Value, Word};

/// A tree query that may not be needed is asked if it takes no more words than this.
const CHEAP: usize = 150;

/// A counterexample that is looked at: who learns from it, who is asked, and what it contradicts.
struct Analysis<'a> {
    learner: &'a mut RegisterLearner,
    oracle: &'a mut dyn Oracle,
    hypothesis: &'a RegisterHypothesis,
}

impl RegisterLearner {
    /// Adds a suffix that refutes the hypothesis, which a word contradicts. `seen` has the prefix of each transition.
    pub(super) fn refine(
        &mut self,
        oracle: &mut dyn Oracle,
        hypothesis: &RegisterHypothesis,
        seen: &[Option<PrefixId>],
        word: &[Call],
    ) -> Result<(), Halt> {
        Analysis { learner: self, oracle, hypothesis }.follow(seen, word)
    }

    /// Whether the ends of a word as suffixes take many words to be asked.
    pub(super) fn is_costly(&self, word: &[Call]) -> bool {
        let values = |from: usize| word[..from].iter().map(|call| call.values.len()).sum();
        (0..word.len()).any(|from| !self.is_cheap(values(from), &self.end_of(word, from)))
    }

    /// How many words the tree query takes that is asked first to learn from a word, at most.
    ///
    /// Places behind the last access word that the word begins with are looked at only where that is cheap.
    pub(super) fn words_to_learn_from(&self, oracle: &dyn Oracle, word: &Word) -> usize {
        let calls = self.calls(oracle, word);
        let accesses = self.locations.iter().map(|place| &self.rows.prefixes[place.access].calls);
        let begun = accesses.filter(|access| calls.starts_with(access) && access.len() < calls.len());
        let from = begun.map(|access| access.len()).max().unwrap_or(0);
        let known = calls[..from].iter().map(|call| call.values.len()).sum();
        self.words_of(known, &self.end_of(&calls, from))
    }

    /// Whether few words ask for all values of a suffix behind so many values.
    fn is_cheap(&self, known: usize, suffix: &Suffix) -> bool {
        self.words_of(known, suffix) <= CHEAP
    }

    /// How many words ask for all values of a suffix behind so many values, at most.
    fn words_of(&self, known: usize, suffix: &Suffix) -> usize {
        let known = known + self.rows.language.signature.constants.len();
        let free = suffix.restrictions.iter().enumerate().filter(|(_, restriction)| **restriction == Restriction::Free);
        free.map(|(place, _)| known + place + 1).fold(1, usize::saturating_mul)
    }

    /// Says that nothing explains a word, unless the suffix of a counterexample may help where short ones did not.
    pub(super) fn give_up(&mut self, oracle: &mut dyn Oracle, word: &[Call]) -> Result<(), Halt> {
        if self.grows_suffixes() {
            self.is_stuck = true;
            return Ok(());
        }
        let word = self.rows.numbers.word(oracle, &self.rows.language, word).unwrap_or_default();
        Err(oracle.unexplained(&word))
    }

    /// The end of a word as a symbolic suffix: values that appear there first stay fresh.
    ///
    /// The values of the word decide the restrictions; see `suffix.rs`.
    fn suffix_of(&mut self, word: &[Call], from: usize) -> SuffixId {
        let suffix = self.end_of(word, from);
        self.rows.suffix(suffix)
    }

    fn end_of(&self, word: &[Call], from: usize) -> Suffix {
        let language = &self.rows.language;
        let (mut known, mut restrictions) = (Vec::new(), Vec::<Restriction>::new());
        for (place, call) in word.iter().enumerate() {
            for (data_type, value) in language.input_types(call.action).zip(&call.values) {
                let mut element = Element::Prefix(0);
                if place >= from {
                    element = Element::Suffix(restrictions.len());
                    restrictions.push(restriction(language, &known, data_type, value, &restrictions));
                }
                language.note(&mut known, data_type, value, element);
            }
        }
        let actions = word[from..].iter().map(|call| call.action).collect();
        Suffix::new(language, actions, restrictions).opened(language)
    }

    /// Whether a suffix shows a value of a location's access word that is not kept, or a branch that is not known.
    fn shows_more(&self, prefix: PrefixId, suffix: SuffixId) -> bool {
        let kept = self.memorable(prefix);
        if self.rows.tree(prefix, suffix).memorable().any(|position| !kept.contains(&position)) {
            return true;
        }
        let location = self.place_of(prefix).expect("only locations and doubles are looked at");
        let action = self.rows.suffixes[suffix].actions[0];
        let mut suffixes = self.classes.suffixes(prefix);
        suffixes.push(suffix);
        let known = &self.locations[location].branches[action.index()];
        self.branches(location, &suffixes, action).len() > known.len()
    }
}

impl Analysis<'_> {
    /// The word is followed from its end: the first place from which the rest of it still contradicts is to blame.
    ///
    /// Places at the end come first, so that the suffixes that are asked first are the shortest.
    fn follow(&mut self, seen: &[Option<PrefixId>], word: &[Call]) -> Result<(), Halt> {
        let mains = self.learner.mains();
        let steps = steps_on(self.hypothesis, seen, word);
        let blamed = self.blamed(&mains, &steps, word);
        for (from, &(location, way)) in steps.iter().enumerate().rev() {
            let access = self.learner.locations[mains[location]].access;
            if from > blamed && !self.learner.is_cheap(self.values(access), &self.learner.end_of(word, from)) {
                continue;
            }
            let goes_on = |way: &PrefixId| from + 1 < word.len() && self.learner.rows.prefixes[*way].node.is_some();
            if let Some(way) = way.filter(goes_on) {
                let rest = self.learner.suffix_of(word, from + 1);
                let was_assumed = self.learner.rows.assumes(way, rest);
                if self.contradicts(way, rest)? || was_assumed {
                    return self.learn_behind(way, rest, was_assumed);
                }
            }
            let suffix = self.learner.suffix_of(word, from);
            if self.contradicts(access, suffix)? {
                return self.learn_from(access, suffix);
            }
        }
        // The word itself contradicts the hypothesis, from the beginning and without any restriction.
        let actions = word.iter().map(|call| call.action).collect();
        let suffix = Suffix::free(&self.learner.rows.language, actions);
        let (empty, suffix) = (self.learner.locations[0].access, self.learner.rows.suffix(suffix));
        match self.contradicts(empty, suffix)? {
            true => self.learn_from(empty, suffix),
            false => self.learner.give_up(self.oracle, word),
        }
    }

    /// The last place where the word began with the access word of its location: from there on it contradicts.
    fn blamed(&self, mains: &[usize], steps: &[(usize, Option<PrefixId>)], word: &[Call]) -> usize {
        let access =
            |location: usize| &self.learner.rows.prefixes[self.learner.locations[mains[location]].access].calls;
        let begins = |from: &usize| word[..*from] == access(steps[*from].0)[..];
        (0..steps.len()).rev().find(begins).unwrap_or(0)
    }

    /// How many values a prefix has.
    fn values(&self, prefix: PrefixId) -> usize {
        self.learner.rows.prefixes[prefix].values.len()
    }

    fn add(&mut self, prefix: PrefixId, suffix: Suffix) -> Result<(), Halt> {
        self.learner.add(self.oracle, prefix, suffix)
    }

    fn sift_again(&mut self, prefix: PrefixId) -> Result<(), Halt> {
        self.learner.classes.sift_again(&mut self.learner.rows, self.oracle, prefix)
    }

    fn suffix(&self, suffix: SuffixId) -> &Suffix {
        &self.learner.rows.suffixes[suffix]
    }

    /// Whether the system and the hypothesis differ on a suffix after a prefix.
    fn contradicts(&mut self, prefix: PrefixId, suffix: SuffixId) -> Result<bool, Halt> {
        self.learner.rows.evaluate(self.oracle, prefix, suffix)?;
        let Some(predicted) = self.predicted(prefix, suffix) else { return Ok(true) };
        let (rows, of) = (&self.learner.rows, &self.learner.rows.prefixes[prefix]);
        let comparison = Comparison { suffix: self.suffix(suffix), types: (&of.types, &of.types) };
        let mut world = World::of(&rows.language, &of.values, &[]);
        Ok(!comparison.agree(rows.tree(prefix, suffix), &predicted, &mut world))
    }

    /// The tree that the hypothesis expects; none if it says nothing of some words.
    ///
    /// The hypothesis answers the same words as the system, by the same builder.
    fn predicted(&self, prefix: PrefixId, suffix: SuffixId) -> Option<Rc<Tree>> {
        let (language, of) = (&self.learner.rows.language, &self.learner.rows.prefixes[prefix]);
        let mut predictions = Predictions { automaton: &self.hypothesis.automaton, language, oracle: &*self.oracle };
        let mut place = Some(predictions.start());
        for call in &of.calls {
            place = predictions.answer(&place?, call)?.1;
        }
        let Some(place) = place else { return Some(Tree::end()) };
        let suffix = self.suffix(suffix);
        Builder::new(language, &mut predictions, suffix, &of.known, of.calls.len()).tree(Some(&place))
    }

    /// Finds out whether the suffix shows something of the prefix itself, or of what comes one step later.
    fn learn_from(&mut self, prefix: PrefixId, suffix: SuffixId) -> Result<(), Halt> {
        if self.learner.shows_more(prefix, suffix) {
            return self.add(prefix, self.suffix(suffix).clone());
        }
        let rest = self.suffix(suffix).rest(&self.learner.rows.language);
        let rest = self.learner.rows.suffix(rest);
        let Some(way) = self.contradicted_way(prefix, suffix) else {
            return self.learn_from_targets(prefix, suffix);
        };
        if self.suffix(rest).actions.is_empty() {
            // Its own answer is not what the hypothesis says: another branch takes its values. All values tell them apart.
            return self.add(prefix, self.suffix(suffix).freed());
        }
        let was_assumed = self.learner.rows.assumes(way, rest);
        self.learner.rows.query(self.oracle, &[(way, rest)])?;
        self.learn_behind(way, rest, was_assumed)
    }

    /// The system differs from the hypothesis behind a branch: what the branch leads to is not what it was taken for.
    ///
    /// Which of two is wrong: what the branch leads to, or what its target does?
    fn learn_behind(&mut self, way: PrefixId, rest: SuffixId, was_assumed: bool) -> Result<(), Halt> {
        if was_assumed {
            return self.sift_again(way);
        }
        let target = self.learner.locations[self.learner.location_of(way)].access;
        if target != way && self.contradicts(target, rest)? {
            return self.learn_from_opened(target, rest);
        }
        if self.learner.grows_suffixes() && self.suffix(rest).actions.len() > 1 {
            return self.learn_from_double(way, rest);
        }
        if target == way {
            // Its own branches are to be refined: where constants lead has to be seen beside where other values do.
            return self.add(way, self.suffix(rest).opened(&self.learner.rows.language));
        }
        if self.learner.classes.refutes(&self.learner.rows, way, target, rest) {
            return self.add(way, self.suffix(rest).clone());
        }
        // What was assumed of the way is wrong, or the suffix is too narrow to show the difference.
        match self.learner.rows.doubt(way) {
            true => self.sift_again(way),
            false => self.add(way, self.suffix(rest).freed()),
        }
    }

    /// What a double of the target leads to will show where they differ, or the next step of the suffix will.
    ///
    /// `sllambda` does not take the long suffix. It looks at the prefix like at a location: its
    /// branches will lead elsewhere than those of its location, and that is shown by a suffix of one
    /// action more.
    fn learn_from_double(&mut self, way: PrefixId, rest: SuffixId) -> Result<(), Halt> {
        if !self.learner.add_double(way) {
            return self.learn_from_opened(way, rest);
        }
        self.learner.rows.doubt(way);
        self.sift_again(way)
    }

    /// The hypothesis is right for the values that stand for the ways on, and wrong for others: a way leads to a location
    /// whose suffixes tell its values apart.
    fn learn_from_targets(&mut self, prefix: PrefixId, suffix: SuffixId) -> Result<(), Halt> {
        let freed = self.suffix(suffix).freed();
        let action = freed.actions[0];
        let free = vec![Restriction::Free; self.learner.rows.language.input_types(action).len()];
        if !self.learner.is_used(prefix, &freed) {
            return self.add(prefix, freed);
        }
        let ways = &self.learner.locations[self.learner.location_of(prefix)].prefixes[action.index()];
        let mut behind: Vec<SuffixId> = ways.iter().flat_map(|&way| self.learner.classes.suffixes(way)).collect();
        behind.sort_by_key(|&of| (self.suffix(of).types.len(), of));
        behind.dedup();
        for of in behind {
            let longer = self.suffix(of).after(&self.learner.rows.language, action, &free);
            let longer = self.learner.rows.suffix(longer);
            self.learner.rows.query(self.oracle, &[(prefix, longer)])?;
            if self.learner.shows_more(prefix, longer) {
                return self.add(prefix, self.suffix(longer).clone());
            }
        }
        let word = self.learner.rows.prefixes[prefix].calls.clone();
        self.learner.give_up(self.oracle, &word)
    }

    /// A way on from a location on which the system and the hypothesis differ: its tree tells, nothing is asked.
    ///
    /// The trees were asked already; only those of the branches' own values are compared.
    fn contradicted_way(&self, prefix: PrefixId, suffix: SuffixId) -> Option<PrefixId> {
        let (learner, rows) = (&*self.learner, &self.learner.rows);
        let (language, of) = (&rows.language, &rows.prefixes[prefix]);
        let predicted = self.predicted(prefix, suffix);
        let (seen, suffix) = (rows.tree(prefix, suffix), self.suffix(suffix));
        let comparison = Comparison { suffix, types: (&of.types, &of.types) };
        let place = learner.place_of(prefix).expect("only locations and doubles are looked at");
        let ways = &learner.locations[place].prefixes[suffix.actions[0].index()];
        let mut ways = ways.iter().copied().filter(|&way| rows.prefixes[way].node.is_some());
        ways.find(|&way| {
            let call = &rows.prefixes[way].calls[of.calls.len()];
            let values = &call.values;
            let is_fresh = learner.restrictions(prefix, call).into_iter().map(|is| is == Restriction::Fresh);
            let mut admitted = suffix.restrictions.iter().zip(is_fresh).enumerate();
            if !admitted.all(|(at, (wanted, is_fresh))| wanted.admits(language, &values[..at], &values[at], is_fresh)) {
                return false;
            }
            let mut world = World::of(language, &of.values, &[]);
            let lefts = after(seen, values, &mut world);
            world.suffix.clear();
            let rights = predicted.as_ref().map_or_else(Vec::new, |tree| after(tree, values, &mut world));
            !lefts.iter().all(|left| rights.iter().all(|right| comparison.agree(left, right, &mut world)))
                || predicted.is_none() && !lefts.is_empty()
        })
    }

    /// The same one step later, where the first action may have other constants.
    fn learn_from_opened(&mut self, prefix: PrefixId, suffix: SuffixId) -> Result<(), Halt> {
        let opened = self.suffix(suffix).opened(&self.learner.rows.language);
        let opened = self.learner.rows.suffix(opened);
        self.learner.rows.query(self.oracle, &[(prefix, opened)])?;
        self.learn_from(prefix, opened)
    }
}

/// The locations that a hypothesis passes with a word, and the prefix that each step was seen with.
fn steps_on(
    hypothesis: &RegisterHypothesis,
    seen: &[Option<PrefixId>],
    word: &[Call],
) -> Vec<(usize, Option<PrefixId>)> {
    let mut run = RegisterRun::new(&hypothesis.automaton);
    let mut steps = Vec::new();
    for call in word {
        let location = run.location().index();
        let Some(stepped) = run.step(call.action, &call.values) else {
            steps.push((location, None));
            break;
        };
        let mut transitions = hypothesis.automaton.transitions.iter();
        let taken = transitions.position(|transition| std::ptr::eq(transition, stepped.transition));
        steps.push((location, taken.and_then(|taken| seen[taken])));
    }
    steps
}

/// What a value of a suffix is to what came before it in the word.
fn restriction(
    language: &Language,
    known: &[Known],
    data_type: TypeId,
    value: &Value,
    earlier: &[Restriction],
) -> Restriction {
    let entry = known.iter().find(|entry| entry.data_type == data_type && entry.value == *value);
    if let Some(Element::Suffix(first)) = entry.map(|entry| entry.element) {
        return if earlier[first] == Restriction::Fresh { Restriction::Equal(first) } else { Restriction::Free };
    }
    if let Some(constant) = language.constant(data_type, value) {
        return Restriction::Constant(constant);
    }
    match language.atoms(data_type, known, 1).fresh_value() == Some(value) {
        true => Restriction::Fresh,
        false => Restriction::Free,
    }
}
