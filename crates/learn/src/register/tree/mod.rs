//! Decision trees: what a system answers to a symbolic suffix, by the values of its parameters.
//!
//! # What a tree looks like
//!
//! A set with room for two, after the prefix `offer(101)`, and the suffix `offer(p1)` of one action:
//!
//! ```text
//!   by p1
//!   ├── p1 = 101          answer refused        101 is memorable: element Prefix(0)
//!   └── p1 all but 101    answer ok
//! ```
//!
//! If both answers were the same, the branches would be joined, and nothing would be memorable.
//!
//! A queue of capacity two, after the same prefix and with the suffix `offer(p1) poll poll`:
//!
//! ```text
//!   by p1 ── any value ── answer ok ── answer out(Prefix(0)) ── answer out(Suffix(0)) ── end
//! ```
//!
//! The value of an answer is not a number but a *label*: where it comes from. That makes trees of
//! different prefixes comparable.
//!
//! # Comparing
//!
//! Trees are compared without a solver. At each choice, a witness of every region that either tree can
//! tell apart is tried in both, and the sub-trees are compared for it. That is exact, because within a
//! region neither tree cares.
//!
//! # Sharing
//!
//! Trees are immutable and shared by reference counts: joined branches are one tree, and a tree that is
//! taken over from another prefix is the same tree if nothing has to be renamed.

pub(crate) mod language;
pub(crate) mod merge;
pub(crate) mod query;
pub(crate) mod renaming;
pub(crate) mod suffix;

use std::rc::Rc;

use typestar_model::register::{ConstantId, TypeId};
use typestar_model::{Id, NameId, Value};

use self::language::{Known, Language};
use self::suffix::{Restriction, Suffix};
use super::theory::{KnownAddend, KnownTerm};

/// Where a value of a decision tree comes from.
///
/// A tree speaks of roles, not of values. The same tree is right for every prefix whose values play the
/// same roles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Element {
    Constant(ConstantId),
    /// The value with this position among those that the prefix has shown.
    Prefix(usize),
    /// A parameter of the suffix.
    Suffix(usize),
    /// A value that an action of the suffix answered and nobody had seen: the action's place, and the value's.
    Answered(usize, usize),
}

impl Element {
    /// The position of a value of the prefix.
    pub(crate) fn position(self) -> Option<usize> {
        match self {
            Self::Prefix(position) => Some(position),
            _ => None,
        }
    }
}

/// Which position of another prefix a position of one stands for.
pub(crate) type Positions<'a> = dyn Fn(usize) -> Option<usize> + 'a;

/// A sum of elements and numbers, or one element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct ElementTerm {
    pub element: Element,
    pub plus: Option<Plus>,
}

/// What is added to an element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Plus {
    Number(Value),
    Element(Element),
    Both(Element, Value),
}

/// Values of a parameter that lead to the same sub-tree.
///
/// They are what `merge.rs` makes of atoms, and each becomes one part of a guard.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Region {
    /// One value.
    Point(ElementTerm),
    /// All values between two ends, each with whether it belongs to it.
    Interval(Option<(ElementTerm, bool)>, Option<(ElementTerm, bool)>),
    /// All values but these.
    Except(Vec<ElementTerm>),
}

/// One value of an answer.
///
/// `Literal` is the last resort: a value that neither a parameter nor a register nor a constant
/// explains, such as a counter that the system returns.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Label {
    Term(ElementTerm),
    /// The system invented it.
    Fresh,
    /// Nothing that was seen before explains it.
    Literal(Value),
}

/// What a system answers to a symbolic suffix after a prefix.
///
/// `mentions` is computed when a tree is made, because it is asked for far more often than trees are
/// made.
#[derive(Debug)]
pub(crate) struct Tree {
    pub kind: Kind,
    /// The elements that guards and answers speak of, in order.
    pub mentions: Vec<Element>,
}

/// An output action.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Output {
    pub name: NameId,
    /// The types of its values; none if it is not declared.
    pub types: Vec<TypeId>,
}

/// Choices and answers alternate: one choice for each parameter of an action, then its answer.
#[derive(Debug)]
pub(crate) enum Kind {
    /// Nothing more is asked, or nothing more can be.
    End,
    /// Whether the word so far is accepted.
    Accepts(bool),
    /// The answer to an action, and what comes then.
    Answer(Rc<Output>, Vec<Label>, Rc<Tree>),
    /// By the value of the next parameter.
    Choice(Vec<(Region, Rc<Tree>)>),
}

impl ElementTerm {
    pub(crate) fn of(element: Element) -> Self {
        Self { element, plus: None }
    }

    /// A theory's term, in which positions stand for these elements.
    pub(crate) fn named(term: &KnownTerm, elements: &[Element]) -> Self {
        let plus = term.plus.as_ref().map(|plus| match plus {
            KnownAddend::Number(number) => Plus::Number(number.clone()),
            KnownAddend::Known(known) => Plus::Element(elements[*known]),
            KnownAddend::Both(known, number) => Plus::Both(elements[*known], number.clone()),
        });
        Self { element: elements[term.known], plus }
    }

    /// The same term with prefix values at other positions; none if one of them has no such position.
    pub(crate) fn renamed(&self, position: &Positions) -> Option<Self> {
        let element = |element: Element| match element {
            Element::Prefix(own) => position(own).map(Element::Prefix),
            other => Some(other),
        };
        let plus = match &self.plus {
            Some(Plus::Element(other)) => Some(Plus::Element(element(*other)?)),
            Some(Plus::Both(other, number)) => Some(Plus::Both(element(*other)?, number.clone())),
            other => other.clone(),
        };
        Some(Self { element: element(self.element)?, plus })
    }

    pub(crate) fn elements(&self) -> impl Iterator<Item = Element> {
        let other = match self.plus {
            Some(Plus::Element(other) | Plus::Both(other, _)) => Some(other),
            _ => None,
        };
        [self.element].into_iter().chain(other)
    }
}

impl Region {
    pub(crate) fn terms(&self) -> impl Iterator<Item = &ElementTerm> {
        let (point, ends, exceptions) = match self {
            Self::Point(point) => (Some(point), None, &[][..]),
            Self::Interval(low, high) => (None, Some((low, high)), &[][..]),
            Self::Except(terms) => (None, None, &terms[..]),
        };
        let ends = ends.into_iter().flat_map(|(low, high)| low.iter().chain(high.iter()).map(|(term, _)| term));
        point.into_iter().chain(ends).chain(exceptions)
    }

    /// The same region with prefix values at other positions; none if one of them has no such position.
    pub(crate) fn renamed(&self, position: &Positions) -> Option<Self> {
        let end = |end: &Option<(ElementTerm, bool)>| match end {
            None => Some(None),
            Some((term, closed)) => term.renamed(position).map(|term| Some((term, *closed))),
        };
        match self {
            Self::Point(term) => term.renamed(position).map(Self::Point),
            Self::Except(terms) => {
                terms.iter().map(|term| term.renamed(position)).collect::<Option<_>>().map(Self::Except)
            }
            Self::Interval(low, high) => Some(Self::Interval(end(low)?, end(high)?)),
        }
    }

    /// Whether a value lies in it.
    ///
    /// A region whose ends cannot be computed (a sum that overflows, a value that does not matter)
    /// contains nothing.
    pub(crate) fn contains(&self, value: &Value, world: &World, side: Side) -> bool {
        let is = |term: &ElementTerm| world.value_of(term, side);
        match self {
            Self::Point(term) => is(term).as_ref() == Some(value),
            Self::Except(terms) => terms.iter().all(|term| is(term).as_ref() != Some(value)),
            Self::Interval(low, high) => {
                let fits = |end: &Option<(ElementTerm, bool)>, is_low: bool| match end {
                    None => true,
                    Some((term, closed)) => is(term).and_then(|end| value.order(&end)).is_some_and(|order| {
                        let order = if is_low { order } else { order.reverse() };
                        order.is_gt() || *closed && order.is_eq()
                    }),
                };
                fits(low, true) && fits(high, false)
            }
        }
    }
}

impl Tree {
    pub(crate) fn end() -> Rc<Self> {
        Rc::new(Self { kind: Kind::End, mentions: Vec::new() })
    }

    pub(crate) fn accepts(is_accepted: bool) -> Rc<Self> {
        Rc::new(Self { kind: Kind::Accepts(is_accepted), mentions: Vec::new() })
    }

    pub(crate) fn answer(output: Rc<Output>, values: Vec<Label>, next: Rc<Self>) -> Rc<Self> {
        let terms = values.iter().filter_map(|label| match label {
            Label::Term(term) => Some(term),
            Label::Fresh | Label::Literal(_) => None,
        });
        let mentions = sorted(terms.flat_map(ElementTerm::elements).chain(next.mentions.iter().copied()));
        Rc::new(Self { kind: Kind::Answer(output, values, next), mentions })
    }

    pub(crate) fn choice(branches: Vec<(Region, Rc<Self>)>) -> Rc<Self> {
        let of_branch = |(region, tree): &(Region, Rc<Self>)| {
            let terms = region.terms().flat_map(ElementTerm::elements);
            terms.chain(tree.mentions.iter().copied()).collect::<Vec<_>>()
        };
        let mentions = sorted(branches.iter().flat_map(of_branch));
        Rc::new(Self { kind: Kind::Choice(branches), mentions })
    }

    /// The same tree with prefix values at other positions; none if one of them has no such position.
    ///
    /// None means that the tree depends on a value which the other prefix does not have.
    pub(crate) fn renamed(self: &Rc<Self>, position: &Positions) -> Option<Rc<Self>> {
        match &self.kind {
            Kind::End | Kind::Accepts(_) => Some(Rc::clone(self)),
            Kind::Answer(output, labels, next) => {
                let label = |label: &Label| match label {
                    Label::Term(term) => term.renamed(position).map(Label::Term),
                    other => Some(other.clone()),
                };
                let labels = labels.iter().map(label).collect::<Option<_>>()?;
                Some(Self::answer(Rc::clone(output), labels, next.renamed(position)?))
            }
            Kind::Choice(branches) => {
                let branch =
                    |(region, tree): &(Region, Rc<Self>)| Some((region.renamed(position)?, tree.renamed(position)?));
                Some(Self::choice(branches.iter().map(branch).collect::<Option<_>>()?))
            }
        }
    }

    /// The positions of the prefix's values that matter to the tree.
    pub(crate) fn memorable(&self) -> impl Iterator<Item = usize> + '_ {
        self.mentions.iter().filter_map(|element| element.position())
    }

    /// The sub-trees for the next value.
    pub(crate) fn follow<'t>(&'t self, value: &Value, world: &World, side: Side) -> impl Iterator<Item = &'t Rc<Self>> {
        let branches = match &self.kind {
            Kind::Choice(branches) => &branches[..],
            Kind::End | Kind::Accepts(_) | Kind::Answer(..) => &[],
        };
        branches.iter().filter(move |(region, _)| region.contains(value, world, side)).map(|(_, tree)| tree)
    }
}

fn sorted(elements: impl Iterator<Item = Element>) -> Vec<Element> {
    let mut elements: Vec<Element> = elements.filter(|element| !matches!(element, Element::Constant(_))).collect();
    elements.sort_unstable();
    elements.dedup();
    elements
}

/// Which of two trees is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

/// Concrete values of everything that two trees speak of: both walk through the same suffix values.
///
/// Both trees see the same suffix values, and each its own prefix values. That is the whole difference
/// between the sides.
pub(crate) struct World<'a> {
    pub language: &'a Language,
    /// The values of the prefix of the left tree, by position; none where it does not matter,
    pub left: &'a [Option<Value>],
    /// and those of the right one.
    pub right: &'a [Option<Value>],
    pub suffix: Vec<Value>,
    /// What the suffix's actions have answered that nobody had seen.
    pub answered: Vec<Answered>,
}

/// The values of an answer that nobody had seen, by their places.
pub(crate) type Answered = Vec<Option<(TypeId, Value)>>;

impl<'a> World<'a> {
    pub(crate) fn new(language: &'a Language, left: &'a [Option<Value>], right: &'a [Option<Value>]) -> Self {
        Self { language, left, right, suffix: Vec::new(), answered: Vec::new() }
    }

    /// The world of one prefix, behind these values of a suffix.
    pub(crate) fn of(language: &'a Language, prefix: &'a [Option<Value>], suffix: &[Value]) -> Self {
        Self { suffix: suffix.to_vec(), ..Self::new(language, prefix, prefix) }
    }

    /// Whether the values of the suffix lie in these regions, as far as both go.
    pub(crate) fn lies_in(&self, regions: &[Region]) -> bool {
        regions.iter().zip(&self.suffix).all(|(region, value)| region.contains(value, self, Side::Left))
    }

    fn value(&self, element: Element, side: Side) -> Option<&Value> {
        match element {
            Element::Constant(constant) => Some(&self.language.signature.constants[constant.index()].value),
            Element::Prefix(position) => match side {
                Side::Left => self.left.get(position)?.as_ref(),
                Side::Right => self.right.get(position)?.as_ref(),
            },
            Element::Suffix(parameter) => self.suffix.get(parameter),
            Element::Answered(place, index) => self.answered.get(place)?.get(index)?.as_ref().map(|(_, value)| value),
        }
    }

    pub(crate) fn value_of(&self, term: &ElementTerm, side: Side) -> Option<Value> {
        let value = self.value(term.element, side)?;
        match &term.plus {
            None => Some(value.clone()),
            Some(Plus::Number(number)) => value.plus(number),
            Some(Plus::Element(other)) => value.plus(self.value(*other, side)?),
            Some(Plus::Both(other, number)) => value.plus(self.value(*other, side)?)?.plus(number),
        }
    }
}

/// Compares two trees of the same suffix on a witness of each region that either of them knows: exact, without a solver.
///
/// The types are needed because a parameter is compared only with values of the same type.
pub(crate) struct Comparison<'a> {
    pub suffix: &'a Suffix,
    /// The types of the prefixes' values, by position: those of the left tree and those of the right one.
    pub types: (&'a [TypeId], &'a [TypeId]),
}

impl Comparison<'_> {
    /// Whether both say the same, from the parameter and action on that come next.
    ///
    /// Equal trees over equal values need no walk; joined branches are the usual case of that.
    pub(crate) fn agree(&self, left: &Rc<Tree>, right: &Rc<Tree>, world: &mut World) -> bool {
        if Rc::ptr_eq(left, right) && std::ptr::eq(world.left, world.right) {
            return true;
        }
        match (&left.kind, &right.kind) {
            (Kind::End, Kind::End) => true,
            (Kind::Accepts(left), Kind::Accepts(right)) => left == right,
            (Kind::Answer(left_output, left_values, left_next), Kind::Answer(output, values, next)) => {
                if left_output != output || left_values.len() != values.len() {
                    return false;
                }
                let Some(answered) = answers(output, (left_values, values), world) else { return false };
                world.answered.push(answered);
                let agree = self.agree(left_next, next, world);
                world.answered.pop();
                agree
            }
            (Kind::Choice(_), Kind::Choice(_)) => self.choices_agree(left, right, world),
            _ => false,
        }
    }

    fn choices_agree(&self, left: &Rc<Tree>, right: &Rc<Tree>, world: &mut World) -> bool {
        let parameter = world.suffix.len();
        for value in self.witnesses(left, right, parameter, world) {
            world.suffix.push(value.clone());
            let lefts: Vec<&Rc<Tree>> = left.follow(&value, world, Side::Left).collect();
            let rights: Vec<&Rc<Tree>> = right.follow(&value, world, Side::Right).collect();
            let agree = lefts.iter().all(|left| rights.iter().all(|right| self.agree(left, right, world)));
            world.suffix.pop();
            if !agree {
                return false;
            }
        }
        true
    }

    fn type_of(&self, element: Element, prefix: &[TypeId], world: &World) -> Option<TypeId> {
        match element {
            Element::Constant(constant) => Some(world.language.signature.constants[constant.index()].data_type),
            Element::Prefix(position) => prefix.get(position).copied(),
            Element::Suffix(parameter) => self.suffix.types.get(parameter).copied(),
            Element::Answered(place, index) => Some(world.answered.get(place)?.get(index)?.as_ref()?.0),
        }
    }

    /// A value of the next parameter for each region that either tree can tell apart.
    ///
    /// Only what the trees mention is noted, not all that the prefixes have shown: regions that neither
    /// tree knows cannot make a difference.
    fn witnesses(&self, left: &Tree, right: &Tree, parameter: usize, world: &World) -> Vec<Value> {
        let data_type = self.suffix.types[parameter];
        let restriction = self.suffix.restrictions[parameter];
        if let Some((value, _)) = restriction.only(world.language, &world.suffix) {
            return vec![value];
        }
        let mut known: Vec<Known> = Vec::new();
        let mut note = |value: &Value, element| world.language.note(&mut known, data_type, value, element);
        for (tree, side, types) in [(left, Side::Left, self.types.0), (right, Side::Right, self.types.1)] {
            for &element in &tree.mentions {
                let is_of_type = self.type_of(element, types, world) == Some(data_type);
                if let Some(value) = world.value(element, side).filter(|_| is_of_type) {
                    note(value, element);
                }
            }
        }
        // A fresh value is none of those before it, whether or not the trees speak of them.
        if restriction == Restriction::Fresh {
            let of_prefixes = [(world.left, self.types.0), (world.right, self.types.1)].into_iter();
            let of_prefixes = of_prefixes.flat_map(|(values, types)| values.iter().zip(types));
            let of_suffix = world.suffix.iter().zip(&self.suffix.types);
            let values = of_prefixes.filter_map(|(value, of)| Some((value.as_ref()?, of))).chain(of_suffix);
            values.filter(|(_, of)| **of == data_type).for_each(|(value, _)| note(value, Element::Suffix(parameter)));
        }
        let atoms = world.language.atoms(data_type, &known, self.suffix.remaining(parameter));
        match restriction {
            Restriction::Fresh => atoms.fresh_value().into_iter().cloned().collect(),
            _ => atoms.atoms.into_iter().map(|atom| atom.witness).collect(),
        }
    }
}

/// The values of an answer that nobody had seen, if both trees answer the same.
fn answers(output: &Output, (left, right): (&[Label], &[Label]), world: &World) -> Option<Answered> {
    let place = world.answered.len();
    let mut answered = Vec::with_capacity(left.len());
    for (index, (left, right)) in left.iter().zip(right).enumerate() {
        let value = match (left, right) {
            (Label::Fresh, Label::Fresh) => Some(invented(place, index)),
            (Label::Fresh, _) | (_, Label::Fresh) => return None,
            _ => {
                let value = literal(left, world, Side::Left)?;
                if literal(right, world, Side::Right)? != value {
                    return None;
                }
                matches!(left, Label::Literal(_)).then_some(value)
            }
        };
        answered.push(output.types.get(index).copied().zip(value));
    }
    Some(answered)
}

fn literal(label: &Label, world: &World, side: Side) -> Option<Value> {
    match label {
        Label::Term(term) => world.value_of(term, side),
        Label::Literal(value) => Some(value.clone()),
        Label::Fresh => None,
    }
}

/// Stands for a value that the system invents.
fn invented(place: usize, index: usize) -> Value {
    Value::Returned { step: u32::MAX - place as u32, value: Some(index as u32 + 1) }
}
