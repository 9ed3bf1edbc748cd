//! Doubles: prefixes that are looked at like locations, beside the one that they lead to so far.
//!
//! A suffix is short if it is one action and a suffix that is in use already. A double and its location lead on to other
//! places sooner or later, if they differ: then such a suffix tells them apart.
//!
//! ```text
//!   word seen      offer(101) poll offer(102) ...
//!   believed       offer(101) poll  leads to l0, like ε
//!   double         offer(101) poll is looked at like a location: its branches, beside those of ε
//!   inconsistent   behind the same branch the two lead to different leaves: the suffix that separates
//!                  these leaves, with the branch's action before it, separates the double from l0
//! ```
//!
//! So a suffix is always one action and a suffix in use, however long the counterexample was.

use typestar_model::Id;
use typestar_model::register::ActionId;

use super::super::tree::suffix::Suffix;
use super::super::tree::{Element, Region, Side, World};
use super::rows::PrefixId;
use super::{RegisterLearner, RegisterLearnerKind};

impl RegisterLearner {
    /// Whether suffixes grow by one action at a time.
    pub(super) fn grows_suffixes(&self) -> bool {
        self.kind == RegisterLearnerKind::Sllambda && !self.is_stuck
    }

    /// A double and its location that lead on to different places, and the suffix that shows it.
    pub(super) fn inconsistency(&self) -> Option<(PrefixId, Suffix)> {
        (0..self.locations.len()).find_map(|double| {
            let prefix = self.locations[double].access;
            let main = self.location_of(prefix);
            let differs = (main != double).then(|| self.difference(double, main));
            Some((prefix, differs.flatten()?))
        })
    }

    /// Only one difference is reported at a time: adding its suffix may change all others.
    fn difference(&self, double: usize, main: usize) -> Option<Suffix> {
        let (prefix, access) = (self.locations[double].access, self.locations[main].access);
        let renaming = self.classes.renaming(&self.rows, prefix, access)?;
        let place = &self.locations[double];
        for (index, prefixes) in place.prefixes.iter().enumerate() {
            let action = ActionId::new(index);
            for (branch, &behind) in place.branches[index].iter().zip(prefixes) {
                let Some(expected) = self.counterpart(main, action, &branch.regions, &renaming) else { continue };
                let (left, right) = (self.classes.leaf(behind)?, self.classes.leaf(expected)?);
                if left == right {
                    continue;
                }
                let call = self.rows.prefixes[behind].calls.last()?;
                let separator = &self.rows.suffixes[self.classes.separator(left, right)?];
                let suffix = separator.after(&self.rows.language, action, &self.restrictions(prefix, call));
                return Some(suffix).filter(|suffix| !self.is_used(prefix, suffix));
            }
        }
        None
    }

    /// The prefix behind the branch of a location that a branch of its double corresponds to.
    ///
    /// Branches are matched by their regions, with the values of the location in the place of the
    /// double's.
    fn counterpart(
        &self,
        main: usize,
        action: ActionId,
        regions: &[Region],
        renaming: &[(usize, usize)],
    ) -> Option<PrefixId> {
        let place = &self.locations[main];
        let of = &self.rows.prefixes[place.access];
        let mut world = World::of(&self.rows.language, &of.values, &[]);
        let position = |own: usize| renaming.iter().find(|(from, _)| *from == own).map(|&(_, to)| to);
        let mut known = of.known.clone();
        for (parameter, (region, data_type)) in regions.iter().zip(self.rows.language.input_types(action)).enumerate() {
            let region = region.renamed(&position)?;
            let atoms = self.rows.language.atoms(data_type, &known, 1);
            let mut values = atoms.atoms.iter().rev().map(|atom| &atom.witness);
            let value = match &region {
                Region::Point(term) => world.value_of(term, Side::Left)?,
                _ => values.find(|value| region.contains(value, &world, Side::Left))?.clone(),
            };
            self.rows.language.note(&mut known, data_type, &value, Element::Suffix(parameter));
            world.suffix.push(value);
        }
        let action = action.index();
        let taken = place.branches[action].iter().position(|branch| world.lies_in(&branch.regions))?;
        place.prefixes[action].get(taken).copied()
    }
}
