//! Symbolic suffixes: actions to come, with parameters that are not fixed yet.
//!
//! ```text
//!   word        offer(101) | offer(102) offer(102) poll       cut at |
//!   suffix      offer(p1) offer(p2) poll      p1 Fresh, p2 Equal(0)
//! ```
//!
//! With both parameters free, p1 would be tried as 101 and as fresh, and p2 as 101, p1 and fresh: five
//! words. With the restrictions there is one. If that one does not explain a counterexample, the
//! restrictions are dropped.

use typestar_model::Value;
use typestar_model::register::{ActionId, ConstantId, TypeId};

use super::Element;
use super::language::Language;

/// What a parameter of a symbolic suffix may be. The fewer values it may have, the fewer words a tree query takes.
///
/// A restricted suffix says less: its tree holds only for admitted values. Whoever uses the tree asks
/// [`Restriction::admits`] first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Restriction {
    /// Anything.
    Free,
    /// A value that was never seen.
    Fresh,
    /// The same as an earlier parameter of the suffix, which is fresh.
    Equal(usize),
    /// A constant.
    Constant(ConstantId),
}

impl Restriction {
    /// Whether a value is admitted after the parameters before it. Of the value is known whether it is fresh.
    pub(crate) fn admits(self, language: &Language, before: &[Value], value: &Value, is_fresh: bool) -> bool {
        match self {
            Self::Free => true,
            Self::Fresh => is_fresh,
            Self::Equal(to) => before.get(to) == Some(value),
            Self::Constant(of) => language.value(of) == value,
        }
    }

    /// The only value that it admits after the parameters before it, and what it is called, if there is just one.
    pub(crate) fn only(self, language: &Language, before: &[Value]) -> Option<(Value, Element)> {
        match self {
            Self::Equal(to) => Some((before[to].clone(), Element::Suffix(to))),
            Self::Constant(of) => Some((language.value(of).clone(), Element::Constant(of))),
            Self::Free | Self::Fresh => None,
        }
    }
}

/// Actions to come.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Suffix {
    pub actions: Vec<ActionId>,
    /// One for each parameter, over all actions.
    pub restrictions: Vec<Restriction>,
    /// The types of the parameters.
    pub types: Vec<TypeId>,
}

impl Suffix {
    pub(crate) fn new(language: &Language, actions: Vec<ActionId>, restrictions: Vec<Restriction>) -> Self {
        let types: Vec<TypeId> = actions.iter().flat_map(|&action| language.input_types(action)).collect();
        debug_assert_eq!(types.len(), restrictions.len());
        Self { actions, restrictions, types }
    }

    /// Actions whose parameters may be anything.
    pub(crate) fn free(language: &Language, actions: Vec<ActionId>) -> Self {
        let count = actions.iter().map(|&action| language.input_types(action).len()).sum();
        Self::new(language, actions, vec![Restriction::Free; count])
    }

    /// The same actions without restrictions.
    pub(crate) fn freed(&self) -> Self {
        Self { restrictions: vec![Restriction::Free; self.restrictions.len()], ..self.clone() }
    }

    /// The same suffix, whose first action may have any constants: where it leads on from a prefix is seen then.
    ///
    /// Otherwise a branch for a constant would be known without what it has to be told from.
    pub(crate) fn opened(&self, language: &Language) -> Self {
        let mut opened = self.clone();
        for restriction in &mut opened.restrictions[..self.arity(language)] {
            if let Restriction::Constant(_) = restriction {
                *restriction = Restriction::Free;
            }
        }
        opened
    }

    /// How many parameters the first action has.
    fn arity(&self, language: &Language) -> usize {
        self.actions.first().map_or(0, |&action| language.input_types(action).len())
    }

    /// How many parameters of the type of this one are still to come, itself included.
    pub(crate) fn remaining(&self, parameter: usize) -> usize {
        self.types[parameter..].iter().filter(|data_type| **data_type == self.types[parameter]).count()
    }

    /// What comes after the first action, which is fixed now.
    ///
    /// A parameter that had to equal one of the first action's may be anything now: that value belongs
    /// to the prefix.
    pub(crate) fn rest(&self, language: &Language) -> Self {
        let arity = self.arity(language);
        let shift = |restriction: &Restriction| match *restriction {
            Restriction::Equal(to) if to < arity => Restriction::Free,
            Restriction::Equal(to) => Restriction::Equal(to - arity),
            other => other,
        };
        Self {
            actions: self.actions[1..].to_vec(),
            restrictions: self.restrictions[arity..].iter().map(shift).collect(),
            types: self.types[arity..].to_vec(),
        }
    }

    /// The suffix with an action before it.
    pub(crate) fn after(&self, language: &Language, action: ActionId, restrictions: &[Restriction]) -> Self {
        let shift = |restriction: &Restriction| match *restriction {
            Restriction::Equal(to) => Restriction::Equal(to + restrictions.len()),
            other => other,
        };
        let actions = [&[action], &self.actions[..]].concat();
        let restrictions = restrictions.iter().copied().chain(self.restrictions.iter().map(shift)).collect();
        Self::new(language, actions, restrictions)
    }
}
