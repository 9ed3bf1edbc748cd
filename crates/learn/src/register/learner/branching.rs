//! Branching: which values of an action's parameters lead on from a prefix to different places.
//!
//! Each tree of a location whose suffix begins with an action says which values of its parameters
//! matter. The guards of the action are the coarsest division that respects all of these trees:
//!
//! ```text
//!   tree of offer poll        p = x | all others
//!   tree of offer offer       p = y | all others
//!   branches                  p = x | p = y | all others
//! ```
//!
//! Branches are only refined, never merged again: earlier representatives stay what they are, so that
//! the prefixes behind them stay where they were sorted.

use std::rc::Rc;

use typestar_model::Value;
use typestar_model::register::ActionId;

use super::super::tree::language::{Atoms, Known, Language};
use super::super::tree::merge::{Joined, join};
use super::super::tree::query::after;
use super::super::tree::suffix::Suffix;
use super::super::tree::{Comparison, Element, Region, Side, Tree, World};
use super::rows::Prefix;

/// One way on from a prefix: values that need not be told apart, and those that stand for them.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Branch {
    pub regions: Vec<Region>,
    pub values: Vec<Value>,
}

/// Finds the branches of an action after a prefix: the coarsest that all trees allow, and that refine the earlier ones.
///
/// A tree with restrictions says nothing of values that these do not admit, and has no vote there.
pub(crate) struct Branching<'a> {
    pub language: &'a Language,
    pub prefix: &'a Prefix,
    pub action: ActionId,
    /// The trees whose suffixes begin with the action.
    pub trees: Vec<(&'a Suffix, &'a Rc<Tree>)>,
    pub earlier: &'a [Branch],
}

impl Branching<'_> {
    pub(crate) fn branches(&self) -> Vec<Branch> {
        let mut branches = Vec::new();
        let mut known = self.prefix.known.clone();
        let open: Vec<usize> = (0..self.trees.len()).collect();
        self.extend(&mut known, Branch { regions: Vec::new(), values: Vec::new() }, &open, &mut branches);
        branches
    }

    /// Goes on with the next parameter. `open` are the trees that say something of the values so far.
    ///
    /// Parameter by parameter: how the second one is divided may depend on the first.
    fn extend(&self, known: &mut Vec<Known>, branch: Branch, open: &[usize], branches: &mut Vec<Branch>) {
        let parameter = branch.values.len();
        let Some(data_type) = self.language.input_types(self.action).nth(parameter) else {
            branches.push(branch);
            return;
        };
        let remaining = self.trees.iter().map(|(suffix, _)| suffix.remaining(parameter)).max().unwrap_or(1);
        let relevant: Vec<Known> = known.iter().filter(|entry| self.is_relevant(entry)).cloned().collect();
        let atoms = self.language.atoms(data_type, &relevant, remaining);
        let witness = |at: usize| &atoms.atoms[at].witness;
        let fresh = atoms.fresh_value();
        let admitting = |open: &[usize], value: &Value| self.admitting(open, &branch.values, fresh, value);
        let admitted = |a: usize, b: usize| admitting(&admitting(open, witness(a)), witness(b));
        let is_clear = |of: usize, at: usize| {
            of == at || self.is_clear(known, &branch, &admitting(open, witness(of)), (witness(of), witness(at)))
        };
        let agrees = |a: usize, b: usize, at: usize| {
            self.agree(&branch.values, &admitted(a, b), (witness(a), witness(b)), witness(at))
                && is_clear(a, at)
                && is_clear(b, at)
        };
        let fits: Vec<Vec<bool>> = (0..atoms.atoms.len()).map(|at| self.fits(&branch.values, witness(at))).collect();
        let shape = self.language.theory(data_type).shape();
        for joined in join(shape, &atoms, agrees, |a, b| fits[a] == fits[b]) {
            let value = self.representative(&branch.values, &joined, &self.language.atoms(data_type, known, remaining));
            let is_fresh = atoms.fresh().is_some_and(|fresh| joined.atoms.contains(&fresh));
            let open = admitting(open, fresh.filter(|_| is_fresh).unwrap_or(&value));
            let length = known.len();
            self.language.note(known, data_type, &value, Element::Suffix(parameter));
            let regions = [&branch.regions[..], &[joined.region]].concat();
            self.extend(known, Branch { regions, values: [&branch.values[..], &[value]].concat() }, &open, branches);
            known.truncate(length);
        }
    }

    /// Whether something depends on a value: a tree speaks of it, or an earlier branch does, or it belongs to the action.
    fn is_relevant(&self, known: &Known) -> bool {
        let Element::Prefix(_) = known.element else { return true };
        let mut earlier = self.earlier.iter().flat_map(|branch| &branch.regions).flat_map(Region::terms);
        self.trees.iter().any(|(_, tree)| tree.mentions.contains(&known.element))
            || earlier.any(|term| term.elements().any(|element| element == known.element))
    }

    /// The value that stands for a region: one that did so earlier if it still lies in it, or else a witness that is as
    /// fresh as can be, among all values that are known.
    ///
    /// Earlier values first, because the words behind them were asked already.
    fn representative(&self, chosen: &[Value], joined: &Joined, atoms: &Atoms) -> Value {
        let world = World::of(self.language, &self.prefix.values, chosen);
        let lies_in = |value: &&Value| joined.region.contains(value, &world, Side::Left);
        let at = chosen.len();
        let earlier =
            self.earlier.iter().filter(|branch| branch.values[..at] == *chosen).map(|branch| &branch.values[at]);
        let gaps = atoms.atoms.iter().rev().filter(|atom| atom.point.is_none()).map(|atom| &atom.witness);
        let points = atoms.atoms.iter().filter(|atom| atom.point.is_some()).map(|atom| &atom.witness);
        let mut values = earlier.chain(gaps).chain(points);
        values.find(lies_in).cloned().expect("a region has a value")
    }

    /// Whether the branches of one value tell clearly what to do when the value is `at`: each tree may agree, and yet two
    /// branches, one of each tree, may hold at once.
    ///
    /// Regions of a later parameter may refer to an earlier one. If values of the earlier one are
    /// joined, the branches made with one value must still be exact for the other: exactly one holds.
    fn is_clear(&self, known: &[Known], branch: &Branch, open: &[usize], (value, at): (&Value, &Value)) -> bool {
        let parameter = branch.values.len();
        let mut types = self.language.input_types(self.action).skip(parameter);
        let Some(data_type) = types.next().filter(|_| types.next().is_some()) else { return true };
        let noted = |value: &Value| {
            let mut known = known.to_vec();
            self.language.note(&mut known, data_type, value, Element::Suffix(parameter));
            known
        };
        let mut branches = Vec::new();
        let regions = [&branch.regions[..], &[Region::Except(Vec::new())]].concat();
        let begun = Branch { regions, values: [&branch.values[..], std::slice::from_ref(value)].concat() };
        self.extend(&mut noted(value), begun, open, &mut branches);
        self.is_covered(&mut noted(at), &mut [&branch.values[..], std::slice::from_ref(at)].concat(), &branches)
    }

    /// Whether exactly one branch holds for all values of the parameters that are not chosen yet. All hold for the others.
    fn is_covered(&self, known: &mut Vec<Known>, chosen: &mut Vec<Value>, branches: &[Branch]) -> bool {
        let parameter = chosen.len();
        let Some(data_type) = self.language.input_types(self.action).nth(parameter) else {
            let world = World::of(self.language, &self.prefix.values, chosen);
            return branches.iter().filter(|branch| world.lies_in(&branch.regions)).count() == 1;
        };
        let atoms = self.language.atoms(data_type, known, 1);
        atoms.atoms.iter().all(|atom| {
            let length = known.len();
            self.language.note(known, data_type, &atom.witness, Element::Suffix(parameter));
            chosen.push(atom.witness.clone());
            let is_covered = self.is_covered(known, chosen, branches);
            chosen.pop();
            known.truncate(length);
            is_covered
        })
    }

    /// Those trees whose suffixes admit a value of the next parameter. Others say nothing of it.
    fn admitting(&self, open: &[usize], chosen: &[Value], fresh: Option<&Value>, value: &Value) -> Vec<usize> {
        let admits = |tree: &&usize| {
            let restriction = self.trees[**tree].0.restrictions[chosen.len()];
            restriction.admits(self.language, chosen, value, fresh == Some(value))
        };
        open.iter().filter(admits).copied().collect()
    }

    /// Whether these trees say the same of two values when the value is `at`.
    fn agree(&self, chosen: &[Value], open: &[usize], (a, b): (&Value, &Value), at: &Value) -> bool {
        let Prefix { values, types, .. } = self.prefix;
        open.iter().map(|&tree| &self.trees[tree]).all(|(suffix, tree)| {
            let mut world = World::new(self.language, values, values);
            let trees = after(tree, chosen, &mut world);
            let comparison = Comparison { suffix, types: (types, types) };
            trees.into_iter().all(|tree| {
                let lefts: Vec<&Rc<Tree>> = tree.follow(a, &world, Side::Left).collect();
                let rights: Vec<&Rc<Tree>> = tree.follow(b, &world, Side::Right).collect();
                world.suffix.push(at.clone());
                let agree = lefts.iter().all(|l| rights.iter().all(|r| comparison.agree(l, r, &mut world)));
                world.suffix.pop();
                agree
            })
        })
    }

    /// Which of the earlier branches a value fits.
    fn fits(&self, chosen: &[Value], value: &Value) -> Vec<bool> {
        let suffix = [chosen, std::slice::from_ref(value)].concat();
        let world = World::of(self.language, &self.prefix.values, &suffix);
        self.earlier.iter().map(|branch| world.lies_in(&branch.regions)).collect()
    }
}
