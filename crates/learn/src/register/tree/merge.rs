//! From atoms to regions: values of a parameter that need not be told apart are joined.
//!
//! ```text
//!   atoms on a line     (-∞,5)   5   (5,9)   9   (9,∞)
//!   sub-trees             A      A     B     B     B
//!   regions             (-∞,5]         (5,∞)              guards  p <= 5   p > 5
//! ```
//!
//! Joining makes guards short, and decides what is memorable: a value at which nothing changes is in no
//! guard.
//!
//! Agreement is not transitive: gap 1 and gap 2 may agree as far as both say something, and 2 and 3,
//! but not 1 and 3. So an atom joins a stretch only if it agrees with every gap in it.

use std::rc::Rc;

use super::super::theory::Shape;
use super::language::Atoms;
use super::{ElementTerm, Region};

/// Atoms that were joined.
///
/// A gap speaks for a region rather than a point, because its sub-tree knows a value that is equal to
/// no other; a point's tree cannot tell its value from the known one.
#[derive(Debug)]
pub(crate) struct Joined {
    pub region: Region,
    /// The positions of its atoms, in order.
    pub atoms: Vec<usize>,
    /// The atom whose sub-tree holds for all of it: one that is no point, if there is one.
    pub speaker: usize,
}

/// A run of neighbours on a line.
struct Stretch {
    from: usize,
    to: usize,
    /// Those of its atoms that are no points, in order.
    gaps: Vec<usize>,
}

/// Joins atoms. `agrees(a, b, at)` says whether the sub-trees of two atoms say the same when the value is the witness of
/// the atom `at`; `may_join(a, b)` whether they may be joined at all.
///
/// Two points are not joined with each other directly: each is a value by a different name. Only where few values are allowed,
/// and all of them are points, there is nothing else to join them with.
pub(crate) fn join(
    shape: Shape,
    atoms: &Atoms,
    mut agrees: impl FnMut(usize, usize, usize) -> bool,
    may_join: impl Fn(usize, usize) -> bool,
) -> Vec<Joined> {
    let has_gaps = shape == Shape::Line || atoms.fresh().is_some();
    let mut same = |a: usize, b: usize| {
        may_join(a, b)
            && match (is_point(atoms, a), is_point(atoms, b)) {
                (true, true) if has_gaps => false,
                (true, false) => agrees(b, a, a),
                (false, true) => agrees(a, b, b),
                _ => agrees(a, b, a) && agrees(a, b, b),
            }
    };
    match shape {
        Shape::Flat => join_flat(atoms, &mut same),
        Shape::Line => join_line(atoms, &mut same),
    }
}

fn is_point(atoms: &Atoms, at: usize) -> bool {
    atoms.atoms[at].point.is_some()
}

fn point(atoms: &Atoms, at: usize) -> Option<ElementTerm> {
    atoms.atoms[at].point.as_ref().map(|term| ElementTerm::named(term, &atoms.elements))
}

/// Points are told apart from all other values, or join them. Where all allowed values are points, the last one stands for
/// the others.
fn join_flat(atoms: &Atoms, same: &mut dyn FnMut(usize, usize) -> bool) -> Vec<Joined> {
    let Some(rest) = atoms.fresh().or_else(|| atoms.atoms.len().checked_sub(1)) else { return Vec::new() };
    let (mut joined, mut exceptions, mut members) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..atoms.atoms.len() {
        match point(atoms, at) {
            Some(term) if at != rest && !same(at, rest) => {
                exceptions.push(term.clone());
                joined.push(Joined { region: Region::Point(term), atoms: vec![at], speaker: at });
            }
            _ => members.push(at),
        }
    }
    joined.push(Joined { region: Region::Except(exceptions), atoms: members, speaker: rest });
    joined
}

/// Joins neighbours from the left. A point between two gaps that differ goes to the left one, if it agrees with it.
///
/// If all gaps agree, what is left are exceptions: `p != 5` reads better than two intervals.
fn join_line(atoms: &Atoms, same: &mut dyn FnMut(usize, usize) -> bool) -> Vec<Joined> {
    let mut stretches: Vec<Stretch> = Vec::new();
    for at in 0..atoms.atoms.len() {
        let gap = (!is_point(atoms, at)).then_some(at);
        match stretches.last_mut() {
            Some(last) if last.joins(at, same) => {
                last.to = at;
                last.gaps.extend(gap);
            }
            _ => stretches.push(Stretch { from: at, to: at, gaps: gap.into_iter().collect() }),
        }
    }
    let gaps: Vec<usize> = stretches.iter().flat_map(|stretch| &stretch.gaps).copied().collect();
    let mut all_same = true;
    for (index, &gap) in gaps.iter().enumerate() {
        all_same = all_same && gaps[..index].iter().all(|&earlier| same(earlier, gap));
    }
    match all_same {
        true => exceptions(atoms, &stretches),
        false => stretches.iter().map(|stretch| interval(atoms, stretch)).collect(),
    }
}

impl Stretch {
    /// Whether an atom joins it: it agrees with every gap, since agreeing with one after the other is not enough.
    fn joins(&self, at: usize, same: &mut dyn FnMut(usize, usize) -> bool) -> bool {
        match self.gaps.is_empty() {
            true => same(self.to, at),
            false => self.gaps.iter().all(|&gap| same(gap, at)),
        }
    }
}

/// All gaps agree: what is left are single values, and all others.
fn exceptions(atoms: &Atoms, stretches: &[Stretch]) -> Vec<Joined> {
    let (mut joined, mut terms, mut members) = (Vec::new(), Vec::new(), Vec::new());
    for stretch in stretches {
        match stretch.gaps.is_empty() {
            false => members.extend(stretch.from..=stretch.to),
            true => {
                let term = point(atoms, stretch.from).expect("a stretch without gaps is a point");
                terms.push(term.clone());
                joined.push(Joined { region: Region::Point(term), atoms: vec![stretch.from], speaker: stretch.from });
            }
        }
    }
    let speaker = atoms.fresh();
    joined.extend(speaker.map(|speaker| Joined { region: Region::Except(terms), atoms: members, speaker }));
    joined
}

fn interval(atoms: &Atoms, stretch: &Stretch) -> Joined {
    let Stretch { from, to, gaps } = stretch;
    let (from, to, gap) = (*from, *to, gaps.last().copied());
    let region = match (gap, point(atoms, from)) {
        (None, Some(term)) => Region::Point(term),
        (_, first) => {
            let below = || point(atoms, from.checked_sub(1)?).map(|term| (term, false));
            let above =
                || point(atoms, Some(to + 1).filter(|next| *next < atoms.atoms.len())?).map(|term| (term, false));
            let low = first.map(|term| (term, true)).or_else(below);
            Region::Interval(low, point(atoms, to).map(|term| (term, true)).or_else(above))
        }
    };
    Joined { region, atoms: (from..=to).collect(), speaker: gap.unwrap_or(from) }
}

/// One sub-tree for each region.
pub(crate) fn spoken<T>(joined: Vec<Joined>, trees: &[Rc<T>]) -> Vec<(Region, Rc<T>)> {
    joined.into_iter().map(|joined| (joined.region, Rc::clone(&trees[joined.speaker]))).collect()
}
