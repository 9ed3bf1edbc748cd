//! Guided questions: is a prefix like another one whose tree is known?
//!
//! A tree query tries every atom; most of them turn out to be joined. Where the tree of a similar prefix is known, one value
//! of each of its regions is enough to see whether the new prefix is like it. If all answers are as expected, its tree is
//! *assumed* to be the same, up to a renaming. A counterexample may show later that it is not: then it is asked in full.
//!
//! ```text
//!   model   offer(101)             tree of `offer poll`: one region, answer out(Prefix(0))
//!   new     offer(101) poll offer(102)     asked: one word, offer(103) poll behind it
//!           full query: three words, for 101, 102 and a fresh value
//! ```
//!
//! A wrong assumption is found by the tester alone, so four rules limit them: not for `slstar`; not for
//! representatives; not for doubles; and never again for a prefix that was doubted once.

use std::rc::Rc;

use typestar_model::register::{ActionId, TypeId};
use typestar_model::{NodeId, Value};

use super::super::tree::language::{Call, Known, Language};
use super::super::tree::query::{Answers, Numbers, Observations, Said};
use super::super::tree::renaming::Renaming;
use super::super::tree::suffix::{Restriction, Suffix};
use super::super::tree::{Answered, Element, ElementTerm, Kind, Label, Output, Region, Side, Tree, World};
use super::rows::Prefix;
use crate::oracle::Oracle;

/// What is known of the question whether a prefix is like another one.
///
/// `Unlike` is safe: a full query follows, which finds out.
pub(crate) enum Guess {
    /// Everything that was asked is as expected: this is its tree.
    Alike(Rc<Tree>),
    /// These words, without the prefix, have to be asked.
    Ask(Vec<Vec<Call>>),
    /// It is not alike, or nobody can tell.
    Unlike,
}

/// Where a word stands.
#[derive(Clone, Copy)]
enum Place {
    At(NodeId),
    /// Nothing can follow.
    Ended,
    /// Nobody has asked yet.
    Unknown,
}

/// Walks along the tree of one prefix with another one.
///
/// Parts that no value plays yet are filled in on the way, by the values that come back in answers.
pub(crate) struct Guide<'a> {
    observations: Observations<'a>,
    suffix: &'a Suffix,
    prefix: &'a Prefix,
    /// The positions of the prefix's values, by the positions of those whose parts they play.
    parts: Vec<Option<usize>>,
    known: Vec<Known>,
    calls: Vec<Call>,
    values: Vec<Value>,
    answered: Vec<Answered>,
    missing: Vec<Vec<Call>>,
    /// A position whose part nobody plays yet.
    without_part: Option<usize>,
}

/// A prefix that may be like a model, whose tree for the suffix is known.
pub(crate) struct Pair<'a> {
    pub prefix: &'a Prefix,
    pub model: &'a Prefix,
    pub tree: &'a Rc<Tree>,
    pub suffix: &'a Suffix,
    /// How the prefix plays the part of the model so far.
    pub renaming: &'a Renaming,
}

/// What is known of the question whether a prefix is like its model.
pub(crate) fn guess(oracle: &mut dyn Oracle, language: &Language, numbers: &mut Numbers, pair: &Pair) -> Guess {
    let mut parts = vec![None; pair.model.known.len()];
    for &(own, of) in pair.renaming {
        parts[of] = Some(own);
    }
    let mut guide = Guide {
        observations: Observations { oracle, language, numbers },
        suffix: pair.suffix,
        prefix: pair.prefix,
        parts,
        known: pair.prefix.known.clone(),
        calls: Vec::new(),
        values: Vec::new(),
        answered: Vec::new(),
        missing: Vec::new(),
        without_part: None,
    };
    let start = match (pair.prefix.is_known, pair.prefix.node) {
        (false, _) => Place::Unknown,
        (true, Some(node)) => Place::At(node),
        (true, None) => Place::Ended,
    };
    loop {
        guide.without_part = None;
        guide.missing.clear();
        if !guide.walk(pair.tree, start, &[]) {
            return Guess::Unlike;
        }
        if !guide.missing.is_empty() {
            return Guess::Ask(guide.missing);
        }
        let Some(position) = guide.without_part else {
            return pair.tree.renamed(&|of| guide.parts[of]).map_or(Guess::Unlike, Guess::Alike);
        };
        // If no answer shows who plays a part, the same value is the best guess: most prefixes of a leaf share the
        // beginning of their words.
        let of = &pair.model.known[position];
        if !guide.take_part(position, Some(of.data_type), &of.value) {
            return Guess::Unlike;
        }
    }
}

impl Guide<'_> {
    fn language(&self) -> &Language {
        self.observations.language
    }

    fn world<'w>(&'w self, mapped: &'w [Option<Value>]) -> World<'w> {
        World { answered: self.answered.clone(), ..World::of(self.language(), mapped, &self.values) }
    }

    /// The values that play the parts of the model's.
    fn mapped(&self) -> Vec<Option<Value>> {
        let value = |own: &Option<usize>| own.map(|own| self.prefix.known[own].value.clone());
        self.parts.iter().map(value).collect()
    }

    /// Whether nothing that is known differs from the tree.
    fn walk(&mut self, tree: &Tree, place: Place, chosen: &[Value]) -> bool {
        match &tree.kind {
            Kind::End | Kind::Accepts(_) => {
                if let Place::Unknown = place {
                    self.missing.push(self.calls.clone());
                }
                true
            }
            Kind::Choice(branches) => self.choose(branches, place, chosen),
            Kind::Answer(output, labels, next) => {
                let action = self.suffix.actions[self.calls.len()];
                self.act(action, place, chosen.to_vec(), (output, labels, next))
            }
        }
    }

    fn choose(&mut self, branches: &[(Region, Rc<Tree>)], place: Place, chosen: &[Value]) -> bool {
        for (region, tree) in branches.iter().rev() {
            let Some(value) = self.value_in(region) else { continue };
            let (known, parameter) = (self.known.len(), self.values.len());
            let (data_type, language) = (self.suffix.types[parameter], self.observations.language);
            language.note(&mut self.known, data_type, &value, Element::Suffix(parameter));
            self.values.push(value.clone());
            let is_alike = self.walk(tree, place, &[chosen, &[value]].concat());
            self.values.pop();
            self.known.truncate(known);
            if !is_alike {
                return false;
            }
            if let Place::Unknown = place {
                break;
            }
        }
        true
    }

    /// A value of a region, if there is one.
    fn value_in(&mut self, region: &Region) -> Option<Value> {
        let parameter = self.values.len();
        if let Some((value, _)) = self.suffix.restrictions[parameter].only(self.language(), &self.values) {
            return Some(value);
        }
        let mut positions = region.terms().flat_map(ElementTerm::elements).filter_map(Element::position);
        if let Some(position) = positions.find(|&position| self.parts[position].is_none()) {
            self.without_part = Some(position);
            return None;
        }
        let mapped = self.mapped();
        let world = self.world(&mapped);
        if let Region::Point(term) = region {
            return world.value_of(term, Side::Left);
        }
        let data_type = self.suffix.types[parameter];
        let atoms = self.language().atoms(data_type, &self.known, self.suffix.remaining(parameter));
        if self.suffix.restrictions[parameter] == Restriction::Fresh {
            return atoms.fresh_value().cloned();
        }
        let lies_in = |value: &&Value| region.contains(value, &world, Side::Left);
        let gaps = atoms.atoms.iter().filter(|atom| atom.point.is_none()).map(|atom| &atom.witness);
        let points = atoms.atoms.iter().filter(|atom| atom.point.is_some()).map(|atom| &atom.witness);
        gaps.rev().find(lies_in).or_else(|| points.rev().find(lies_in)).cloned()
    }

    fn act(
        &mut self,
        action: ActionId,
        place: Place,
        values: Vec<Value>,
        (output, labels, next): (&Rc<Output>, &[Label], &Rc<Tree>),
    ) -> bool {
        let call = Call { action, values };
        let (known, answers) = (self.known.len(), self.answered.len());
        let answer = match place {
            Place::At(node) => self.observations.answer(&node, &call),
            Place::Unknown => None,
            Place::Ended => return false,
        };
        self.calls.push(call);
        let is_alike = match answer {
            None => {
                self.answered.push(Vec::new());
                self.walk(next, Place::Unknown, &[])
            }
            Some((said, after)) => {
                let is_same = said.output == *output && said.values.len() == labels.len();
                is_same && self.heeds(&said, labels) && {
                    let place = after.map_or(Place::Ended, Place::At);
                    self.walk(next, place, &[])
                }
            }
        };
        self.calls.pop();
        self.answered.truncate(answers);
        self.known.truncate(known);
        is_alike
    }

    /// Whether an answer is as its labels say. A value whose part nobody plays yet may take it.
    fn heeds(&mut self, said: &Said, labels: &[Label]) -> bool {
        let step = self.prefix.calls.len() + self.calls.len();
        let place = self.answered.len();
        let mut answered = Vec::new();
        for (index, (value, label)) in said.values.iter().zip(labels).enumerate() {
            let data_type = said.output.types.get(index).copied();
            let is_invented = matches!(value, Value::Returned { step: of, .. } if *of as usize == step);
            let is_as_said = match label {
                Label::Fresh => is_invented,
                Label::Literal(expected) => value == expected,
                Label::Term(term) => self.plays(term, data_type, value),
            };
            if !is_as_said {
                return false;
            }
            let (language, element) = (self.observations.language, Element::Answered(place, index));
            answered.push(language.note_answer(&mut self.known, (label, data_type), value, element));
        }
        self.answered.push(answered);
        true
    }

    fn plays(&mut self, term: &ElementTerm, data_type: Option<TypeId>, value: &Value) -> bool {
        if let (Element::Prefix(position), None) = (term.element, &term.plus)
            && self.parts[position].is_none()
        {
            return self.take_part(position, data_type, value);
        }
        self.world(&self.mapped()).value_of(term, Side::Left).as_ref() == Some(value)
    }

    /// Lets a value of the prefix play a part, unless it plays another one. Whether there is such a value.
    fn take_part(&mut self, position: usize, data_type: Option<TypeId>, value: &Value) -> bool {
        let is_it = |own: &Known| Some(own.data_type) == data_type && own.value == *value;
        let own = self.prefix.known.iter().position(is_it).filter(|own| !self.parts.contains(&Some(*own)));
        self.parts[position] = own;
        own.is_some()
    }
}
