//! Renamings: which memorable value of one prefix plays the part of which of another.
//!
//! # An example
//!
//! A queue after `offer(101) offer(102)` and after `offer(101) offer(102) poll offer(103)`. With the
//! suffix `poll poll`, the tree of the first answers `out(101)`, `out(102)` and that of the second
//! `out(102)`, `out(103)`. They agree if 101 of the first is 102 of the second, and 102 is 103: the
//! same location, with other values in its registers.
//!
//! # The search
//!
//! All renamings of n values are n!, so values are given *signatures* first: a hash of the part that
//! each plays in the trees, with the others known by their signatures (two rounds, as in graph
//! isomorphism). Only values of equal signature are tried for each other. In most cases one renaming is
//! left.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use typestar_model::Value;
use typestar_model::register::TypeId;

use super::super::theory::Shape;
use super::language::Language;
use super::suffix::Suffix;
use super::{Comparison, Element, ElementTerm, Kind, Label, Plus, Region, Tree, World};

/// More renamings than these are not tried: prefixes whose values look all alike and are not are told apart.
///
/// That is 7!, all renamings of seven values that look the same.
const MOST_TRIALS: usize = 5040;

/// What is compared of a prefix: its values, and its trees for some suffixes.
pub(crate) struct Row<'a> {
    pub values: &'a [Option<Value>],
    pub types: &'a [TypeId],
    pub trees: Vec<&'a Rc<Tree>>,
}

/// Pairs of positions: a value of the left prefix, and the one of the right prefix that plays its part.
pub(crate) type Renaming = Vec<(usize, usize)>;

/// A renaming of memorable values under which two prefixes agree on all suffixes, if there is one.
///
/// Signatures only rule out. A renaming counts if the trees agree under it.
pub(crate) fn renaming(language: &Language, suffixes: &[&Suffix], left: &Row, right: &Row) -> Option<Renaming> {
    let (left_values, right_values) = (left.memorable(), right.memorable());
    if left_values.len() != right_values.len() {
        return None;
    }
    let (lefts, rights) = (left.signatures(&left_values), right.signatures(&right_values));
    let (mut sorted_left, mut sorted_right) = (lefts.clone(), rights.clone());
    sorted_left.sort_unstable();
    sorted_right.sort_unstable();
    if sorted_left != sorted_right {
        return None;
    }
    let mut search = Search { language, suffixes, left, right, left_values, right_values, lefts, rights, trials: 0 };
    search.extend(&mut Vec::new())
}

impl Row<'_> {
    /// The positions of the values that matter.
    pub(crate) fn memorable(&self) -> Vec<usize> {
        let mut positions: Vec<usize> = self.trees.iter().flat_map(|tree| tree.memorable()).collect();
        positions.sort_unstable();
        positions.dedup();
        positions
    }

    /// For each value a number that is the same for values which play the same part.
    fn signatures(&self, memorable: &[usize]) -> Vec<u64> {
        let mut colours: Vec<u64> = self.types.iter().map(number).collect();
        for _ in 0..2 {
            let refined: Vec<(usize, u64)> = memorable
                .iter()
                .map(|&own| {
                    let trees: Vec<u64> = self.trees.iter().map(|tree| part(tree, own, &colours)).collect();
                    (own, number(&(colours[own], trees)))
                })
                .collect();
            for (own, colour) in refined {
                colours[own] = colour;
            }
        }
        memorable.iter().map(|&own| colours[own]).collect()
    }
}

fn number<T: Hash>(of: &T) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

/// What part a value plays in a tree in which all others are known by their colours. The order of branches is forgotten.
///
/// Hashes forget the order of branches, because it depends on the prefix.
fn part(tree: &Tree, own: usize, colours: &[u64]) -> u64 {
    let element = |element: &Element| match element {
        Element::Prefix(position) if *position == own => number(&"own"),
        Element::Prefix(position) => colours[*position],
        other => number(other),
    };
    let term = |term: &ElementTerm| {
        let plus = term.plus.as_ref().map(|plus| match plus {
            Plus::Number(value) => number(value),
            Plus::Element(other) => element(other),
            Plus::Both(other, value) => number(&(element(other), value)),
        });
        number(&(element(&term.element), plus))
    };
    match &tree.kind {
        Kind::End => 0,
        Kind::Accepts(is_accepted) => number(is_accepted),
        Kind::Answer(output, labels, next) => {
            let labels: Vec<u64> = labels
                .iter()
                .map(|label| match label {
                    Label::Term(of) => term(of),
                    Label::Fresh => 1,
                    Label::Literal(value) => number(value),
                })
                .collect();
            number(&(output.name, labels, part(next, own, colours)))
        }
        Kind::Choice(branches) => {
            let branch = |(region, tree): &(Region, Rc<Tree>)| {
                let mut terms: Vec<u64> = region.terms().map(term).collect();
                if let Region::Except(_) = region {
                    terms.sort_unstable();
                }
                number(&(std::mem::discriminant(region), terms, part(tree, own, colours)))
            };
            let mut parts: Vec<u64> = branches.iter().map(branch).collect();
            parts.sort_unstable();
            number(&parts)
        }
    }
}

/// Tries renamings within equal signatures.
struct Search<'a> {
    language: &'a Language,
    suffixes: &'a [&'a Suffix],
    left: &'a Row<'a>,
    right: &'a Row<'a>,
    left_values: Vec<usize>,
    right_values: Vec<usize>,
    lefts: Vec<u64>,
    rights: Vec<u64>,
    trials: usize,
}

impl Search<'_> {
    fn extend(&mut self, chosen: &mut Vec<usize>) -> Option<Renaming> {
        let next = chosen.len();
        if next == self.left_values.len() {
            self.trials += 1;
            let renaming = self.left_values.iter().zip(chosen.iter()).map(|(&left, &at)| (left, self.right_values[at]));
            let renaming: Renaming = renaming.collect();
            return self.agree(&renaming).then_some(renaming);
        }
        for at in 0..self.right_values.len() {
            if self.trials >= MOST_TRIALS {
                return None;
            }
            if self.rights[at] == self.lefts[next] && !chosen.contains(&at) {
                chosen.push(at);
                let found = self.extend(chosen);
                chosen.pop();
                if found.is_some() {
                    return found;
                }
            }
        }
        None
    }

    /// Whether all trees agree, with the values of the right prefix; where there is an order, with those of the left, too.
    ///
    /// Under an order, trees may agree at the values of one prefix and not at those of the other, since
    /// intervals that are empty there are not looked at. So both are tried.
    fn agree(&self, renaming: &Renaming) -> bool {
        agree_at_right(self.language, self.suffixes, self.left, self.right, renaming) && {
            let is_line = |data_type: &TypeId| self.language.theory(*data_type).shape() == Shape::Line;
            let back: Renaming = renaming.iter().map(|&(left, right)| (right, left)).collect();
            !self.left.types.iter().any(is_line)
                || agree_at_right(self.language, self.suffixes, self.right, self.left, &back)
        }
    }
}

fn agree_at_right(language: &Language, suffixes: &[&Suffix], left: &Row, right: &Row, renaming: &Renaming) -> bool {
    let mut values = vec![None; left.values.len()];
    for &(of, by) in renaming {
        values[of] = right.values[by].clone();
    }
    let trees = left.trees.iter().zip(&right.trees).zip(suffixes);
    trees.into_iter().all(|((left_tree, right_tree), suffix)| {
        let comparison = Comparison { suffix, types: (left.types, right.types) };
        comparison.agree(left_tree, right_tree, &mut World::new(language, &values, right.values))
    })
}
