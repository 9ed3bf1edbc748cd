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
use typestar_model::{Id, Value};

impl RegisterLearner {
    /// Adds a suffix that refutes the hypothesis, which a word contradicts. `seen` has the prefix of each transition.
    ///
    /// The word is followed from its end: the first place from which the rest of it still contradicts is to blame.
    ///
    /// Places at the end come first, so that the suffixes that are asked first are the shortest.
    pub(super) fn refine(
        &mut self,
        oracle: &mut dyn Oracle,
        hypothesis: &RegisterHypothesis,
        seen: &[Option<PrefixId>],
        word: &[Call],
    ) -> Result<(), Halt> {
        let mains = self.mains();
        let steps = steps_on(hypothesis, seen, word);
        for (from, &(location, way)) in steps.iter().enumerate().rev() {
            if let Some(way) = way.filter(|&way| from + 1 < word.len() && self.rows.prefixes[way].node.is_some()) {
                let rest = self.suffix_of(word, from + 1);
                let rest = self.rows.suffix(rest);
                let was_assumed = self.rows.assumes(way, rest);
                let contradicts = self.contradicts(oracle, hypothesis, way, rest)?;
                if was_assumed || contradicts {
                    return self.learn_behind(oracle, hypothesis, way, rest, was_assumed);
                }
            }
            let access = self.locations[mains[location]].access;
            let suffix = self.suffix_of(word, from);
            let suffix = self.rows.suffix(suffix);
            if self.contradicts(oracle, hypothesis, access, suffix)? {
                return self.learn_from(oracle, hypothesis, access, suffix);
            }
        }
        // The word itself contradicts the hypothesis, from the beginning and without any restriction.
        let actions = word.iter().map(|call| call.action).collect();
        let suffix = Suffix::free(&self.rows.language, actions);
        let (empty, suffix) = (self.locations[0].access, self.rows.suffix(suffix));
        match self.contradicts(oracle, hypothesis, empty, suffix)? {
            true => self.learn_from(oracle, hypothesis, empty, suffix),
            false => self.give_up(oracle, word),
        }
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
    fn suffix_of(&self, word: &[Call], from: usize) -> Suffix {
        let language = &self.rows.language;
        let (mut known, mut restrictions, mut parameter) = (Vec::new(), Vec::<Restriction>::new(), 0);
        for (place, call) in word.iter().enumerate() {
            for (data_type, value) in language.input_types(call.action).zip(&call.values) {
                let element = if place < from { Element::Prefix(0) } else { Element::Suffix(parameter) };
                if place >= from {
                    let restriction = restriction(language, &known, data_type, value, &restrictions);
                    restrictions.push(restriction);
                    parameter += 1;
                }
                language.note(&mut known, data_type, value, element);
            }
        }
        let arity = word[from].values.len();
        Suffix::new(language, word[from..].iter().map(|call| call.action).collect(), restrictions).opened(arity)
    }

    /// Whether the system and the hypothesis differ on a suffix after a prefix.
    fn contradicts(
        &mut self,
        oracle: &mut dyn Oracle,
        hypothesis: &RegisterHypothesis,
        prefix: PrefixId,
        suffix: SuffixId,
    ) -> Result<bool, Halt> {
        self.rows.evaluate(oracle, prefix, suffix)?;
        let Some(predicted) = self.predicted(oracle, hypothesis, prefix, suffix) else { return Ok(true) };
        let of = &self.rows.prefixes[prefix];
        let comparison = Comparison { suffix: &self.rows.suffixes[suffix], types: (&of.types, &of.types) };
        let mut world = World::new(&self.rows.language, &of.values, &of.values);
        Ok(!comparison.agree(self.rows.tree(prefix, suffix), &predicted, &mut world))
    }

    /// The tree that the hypothesis expects; none if it says nothing of some words.
    ///
    /// The hypothesis answers the same words as the system, by the same builder.
    fn predicted(
        &self,
        oracle: &dyn Oracle,
        hypothesis: &RegisterHypothesis,
        prefix: PrefixId,
        suffix: SuffixId,
    ) -> Option<Rc<Tree>> {
        let of = &self.rows.prefixes[prefix];
        let mut predictions = Predictions { automaton: &hypothesis.automaton, language: &self.rows.language, oracle };
        let mut place = Some(predictions.start());
        for call in &of.calls {
            place = predictions.answer(&place?, call)?.1;
        }
        let Some(place) = place else { return Some(Tree::end()) };
        let length = of.calls.len();
        let suffix = &self.rows.suffixes[suffix];
        Builder::new(&self.rows.language, &mut predictions, suffix, &of.known, length).tree(Some(&place))
    }

    /// Finds out whether the suffix shows something of the prefix itself, or of what comes one step later.
    fn learn_from(
        &mut self,
        oracle: &mut dyn Oracle,
        hypothesis: &RegisterHypothesis,
        prefix: PrefixId,
        suffix: SuffixId,
    ) -> Result<(), Halt> {
        if self.shows_more(prefix, suffix) {
            return self.add(oracle, prefix, self.rows.suffixes[suffix].clone());
        }
        let action = self.rows.suffixes[suffix].actions[0];
        let rest = self.rows.suffixes[suffix].rest(self.rows.language.input_types(action).len());
        let rest = self.rows.suffix(rest);
        let Some(way) = self.contradicted_way(oracle, hypothesis, prefix, suffix) else {
            return self.learn_from_targets(oracle, prefix, suffix);
        };
        if self.rows.suffixes[rest].actions.is_empty() {
            // Its own answer is not what the hypothesis says: another branch takes its values. All values tell them apart.
            return self.add(oracle, prefix, self.rows.suffixes[suffix].freed());
        }
        let was_assumed = self.rows.assumes(way, rest);
        self.rows.query(oracle, &[(way, rest)])?;
        self.learn_behind(oracle, hypothesis, way, rest, was_assumed)
    }

    /// The system differs from the hypothesis behind a branch: what the branch leads to is not what it was taken for.
    ///
    /// Which of two is wrong: what the branch leads to, or what its target does?
    fn learn_behind(
        &mut self,
        oracle: &mut dyn Oracle,
        hypothesis: &RegisterHypothesis,
        way: PrefixId,
        rest: SuffixId,
        was_assumed: bool,
    ) -> Result<(), Halt> {
        if was_assumed {
            return self.classes.sift_again(&mut self.rows, oracle, way);
        }
        let target = self.locations[self.location_of(way)].access;
        if target != way && self.contradicts(oracle, hypothesis, target, rest)? {
            return self.learn_from_opened(oracle, hypothesis, target, rest);
        }
        if self.grows_suffixes() && self.rows.suffixes[rest].actions.len() > 1 {
            return self.learn_from_double(oracle, hypothesis, way, rest);
        }
        if target == way {
            // Its own branches are to be refined: where constants lead has to be seen beside where other values do.
            let rest = &self.rows.suffixes[rest];
            let arity = rest.actions.first().map_or(0, |&action| self.rows.language.input_types(action).len());
            return self.add(oracle, way, rest.opened(arity));
        }
        if self.classes.refutes(&self.rows, way, target, rest) {
            return self.add(oracle, way, self.rows.suffixes[rest].clone());
        }
        self.learn_from_doubt(oracle, way, rest)
    }

    /// What a double of the target leads to will show where they differ, or the next step of the suffix will.
    ///
    /// `sllambda` does not take the long suffix. It looks at the prefix like at a location: its
    /// branches will lead elsewhere than those of its location, and that is shown by a suffix of one
    /// action more.
    fn learn_from_double(
        &mut self,
        oracle: &mut dyn Oracle,
        hypothesis: &RegisterHypothesis,
        way: PrefixId,
        rest: SuffixId,
    ) -> Result<(), Halt> {
        if !self.add_double(way) {
            return self.learn_from_opened(oracle, hypothesis, way, rest);
        }
        self.rows.doubt(way);
        self.classes.sift_again(&mut self.rows, oracle, way)
    }

    /// A suffix contradicts the hypothesis, but it does not tell a way from its target: then what was assumed of the way is
    /// wrong, or the suffix is too narrow to show the difference.
    fn learn_from_doubt(&mut self, oracle: &mut dyn Oracle, way: PrefixId, suffix: SuffixId) -> Result<(), Halt> {
        if self.rows.doubt(way) {
            return self.classes.sift_again(&mut self.rows, oracle, way);
        }
        self.add(oracle, way, self.rows.suffixes[suffix].freed())
    }

    /// The hypothesis is right for the values that stand for the ways on, and wrong for others: a way leads to a location
    /// whose suffixes tell its values apart.
    fn learn_from_targets(&mut self, oracle: &mut dyn Oracle, prefix: PrefixId, suffix: SuffixId) -> Result<(), Halt> {
        let freed = self.rows.suffixes[suffix].freed();
        let action = freed.actions[0];
        let free = vec![Restriction::Free; self.rows.language.input_types(action).len()];
        if !self.is_used(prefix, &freed) {
            return self.add(oracle, prefix, freed);
        }
        let ways = self.locations[self.location_of(prefix)].prefixes[action.index()].clone();
        let mut behind: Vec<SuffixId> = ways.iter().flat_map(|&way| self.classes.suffixes(way)).collect();
        behind.sort_by_key(|&of| (self.rows.suffixes[of].types.len(), of));
        behind.dedup();
        for of in behind {
            let longer = self.rows.suffixes[of].after(&self.rows.language, action, &free);
            let longer = self.rows.suffix(longer);
            self.rows.query(oracle, &[(prefix, longer)])?;
            if self.shows_more(prefix, longer) {
                return self.add(oracle, prefix, self.rows.suffixes[longer].clone());
            }
        }
        let word = self.rows.prefixes[prefix].calls.clone();
        self.give_up(oracle, &word)
    }

    /// A way on from a location on which the system and the hypothesis differ: its tree tells, nothing is asked.
    ///
    /// The trees were asked already; only those of the branches' own values are compared.
    fn contradicted_way(
        &self,
        oracle: &dyn Oracle,
        hypothesis: &RegisterHypothesis,
        prefix: PrefixId,
        suffix: SuffixId,
    ) -> Option<PrefixId> {
        let (language, of) = (&self.rows.language, &self.rows.prefixes[prefix]);
        let predicted = self.predicted(oracle, hypothesis, prefix, suffix);
        let (seen, suffix) = (self.rows.tree(prefix, suffix), &self.rows.suffixes[suffix]);
        let comparison = Comparison { suffix, types: (&of.types, &of.types) };
        let place = self.place_of(prefix).expect("only locations and doubles are looked at");
        let ways = &self.locations[place].prefixes[suffix.actions[0].index()];
        let mut ways = ways.iter().filter(|way| self.rows.prefixes[**way].node.is_some());
        let differs = |way: &&PrefixId| {
            let call = &self.rows.prefixes[**way].calls[of.calls.len()];
            let values = &call.values;
            let is_fresh = self.restrictions(prefix, call).into_iter().map(|is| is == Restriction::Fresh);
            let mut admitted = suffix.restrictions.iter().zip(is_fresh).enumerate();
            if !admitted.all(|(at, (wanted, is_fresh))| wanted.admits(language, &values[..at], &values[at], is_fresh)) {
                return false;
            }
            let mut world = World::new(language, &of.values, &of.values);
            let lefts = after(seen, values, &mut world);
            world.suffix.clear();
            let rights = predicted.as_ref().map_or_else(Vec::new, |tree| after(tree, values, &mut world));
            !lefts.iter().all(|left| rights.iter().all(|right| comparison.agree(left, right, &mut world)))
                || predicted.is_none() && !lefts.is_empty()
        };
        ways.find(differs).copied()
    }

    /// The same one step later, where the first action may have other constants.
    fn learn_from_opened(
        &mut self,
        oracle: &mut dyn Oracle,
        hypothesis: &RegisterHypothesis,
        prefix: PrefixId,
        suffix: SuffixId,
    ) -> Result<(), Halt> {
        let suffix = &self.rows.suffixes[suffix];
        let opened = suffix.opened(self.rows.language.input_types(suffix.actions[0]).len());
        let opened = self.rows.suffix(opened);
        self.rows.query(oracle, &[(prefix, opened)])?;
        self.learn_from(oracle, hypothesis, prefix, opened)
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
    let atoms = language.atoms(data_type, known, 1);
    match atoms.atoms[atoms.fresh()].witness == *value {
        true => Restriction::Fresh,
        false => Restriction::Free,
    }
}
