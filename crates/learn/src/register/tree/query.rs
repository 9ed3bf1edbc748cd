//! Tree queries: the decision tree of a prefix and a symbolic suffix, from words that are asked.
//!
//! # How a tree is built
//!
//! Depth first through the suffix. For each parameter, the atoms over all values that are known there;
//! for each atom, the sub-tree that its witness leads to. Then atoms whose sub-trees say the same are
//! joined into regions (`merge.rs`).
//!
//! Answers come from the observation tree. Where one is missing, the walk goes on without it and notes
//! the word; after the words were asked, the tree is built again. That is repeated until none is
//! missing: an answer may bring values that make further atoms.
//!
//! # Cost
//!
//! After a prefix with v values, p free parameters under equality take about (v+1)(v+2)...(v+p) words.
//! That is why suffixes are restricted (`suffix.rs`) and questions are guided (`learner/guided.rs`).
//!
//! The same builder makes the tree that a *hypothesis* predicts, from [`Predictions`]. So a tree of the
//! system and one of the hypothesis are compared like any two trees.

use std::collections::HashMap;
use std::rc::Rc;

use typestar_model::register::{ActionId, RegisterAutomaton, RegisterRun, TypeId};
use typestar_model::{Id, InputId, NameId, NodeId, OUTSIDE, OutputId, Plan, Seen, Symbol, Value, Word};

use super::language::{Call, Known, Language};
use super::merge::{join, spoken};
use super::suffix::{Restriction, Suffix};
use super::{Answered, Comparison, Element, ElementTerm, Label, Output, Region, Side, Tree, World};
use crate::oracle::{Halt, Oracle};

/// What was answered, as data.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Said {
    pub output: Rc<Output>,
    pub values: Vec<Value>,
}

/// Who answers words, step by step.
///
/// Two things answer words: what was observed, and a hypothesis. Neither is asked twice for a prefix,
/// because a place remembers where a word stands.
pub(crate) trait Answers {
    /// Where a word stands.
    type Place: Clone;

    fn start(&self) -> Self::Place;

    /// The answer to a call, and where the word stands then; no place if nothing can follow. None if nobody knows it.
    fn answer(&mut self, place: &Self::Place, call: &Call) -> Option<(Said, Option<Self::Place>)>;
}

/// The numbers of calls and the meaning of outputs, looked up once each.
///
/// Texts of symbols are looked up and parsed once. A tree query visits the same call many times.
#[derive(Default)]
pub(crate) struct Numbers {
    inputs: HashMap<Call, Option<InputId>>,
    said: Vec<Option<Said>>,
}

impl Numbers {
    pub(crate) fn input(&mut self, oracle: &mut dyn Oracle, language: &Language, call: &Call) -> Option<InputId> {
        if let Some(&known) = self.inputs.get(call) {
            return known;
        }
        let name = &language.signature.inputs[call.action.index()].name;
        let input = Symbol::new(name, call.values.clone()).ok().and_then(|symbol| oracle.input(&symbol));
        self.inputs.insert(call.clone(), input);
        input
    }

    pub(crate) fn word(&mut self, oracle: &mut dyn Oracle, language: &Language, calls: &[Call]) -> Option<Word> {
        calls.iter().map(|call| self.input(oracle, language, call)).collect()
    }

    pub(crate) fn said(&mut self, oracle: &dyn Oracle, language: &Language, output: OutputId) -> Said {
        let index = output.index();
        if self.said.len() <= index {
            self.said.resize(index + 1, None);
        }
        self.said[index]
            .get_or_insert_with(|| {
                let symbol = oracle.outputs().symbol(output);
                let types = language.output_types(symbol.name(), symbol.values().len()).unwrap_or_default();
                let output = Output { name: oracle.outputs().name_of(output), types };
                Said { output: Rc::new(output), values: symbol.values().to_vec() }
            })
            .clone()
    }
}

/// The observation tree answers.
pub(crate) struct Observations<'a> {
    pub oracle: &'a mut dyn Oracle,
    pub language: &'a Language,
    pub numbers: &'a mut Numbers,
}

impl Answers for Observations<'_> {
    type Place = NodeId;

    fn start(&self) -> NodeId {
        self.oracle.tree().root()
    }

    fn answer(&mut self, place: &NodeId, call: &Call) -> Option<(Said, Option<NodeId>)> {
        let input = self.numbers.input(self.oracle, self.language, call)?;
        let Seen::Step(output, node) = self.oracle.tree().seen(*place, input) else { return None };
        let said = self.numbers.said(self.oracle, self.language, output);
        Some((said, (!self.oracle.tree().is_final(output)).then_some(node)))
    }
}

/// The number of a name that no output has.
const UNHEARD: usize = u32::MAX as usize;

/// A hypothesis answers: what has no transition is outside.
pub(crate) struct Predictions<'a> {
    pub automaton: &'a RegisterAutomaton,
    pub language: &'a Language,
    pub oracle: &'a dyn Oracle,
}

impl<'a> Answers for Predictions<'a> {
    type Place = RegisterRun<'a>;

    fn start(&self) -> RegisterRun<'a> {
        RegisterRun::new(self.automaton)
    }

    fn answer(&mut self, place: &RegisterRun<'a>, call: &Call) -> Option<(Said, Option<RegisterRun<'a>>)> {
        let mut next = place.clone();
        let Some(symbol) = next.step(call.action, &call.values).map(|stepped| stepped.output) else {
            let name = self.oracle.outputs().get_name(OUTSIDE).unwrap_or(NameId::new(UNHEARD));
            return Some((Said { output: Rc::new(Output { name, types: Vec::new() }), values: Vec::new() }, None));
        };
        let types = self.language.output_types(symbol.name(), symbol.values().len()).unwrap_or_default();
        let name = self.oracle.outputs().get_name(symbol.name())?;
        let is_final =
            self.oracle.outputs().get(symbol.text()).is_some_and(|output| self.oracle.tree().is_final(output));
        let said = Said { output: Rc::new(Output { name, types }), values: symbol.values().to_vec() };
        Some((said, (!is_final).then_some(next)))
    }
}

/// Values that a word has shown, by the place where each appeared first.
pub(crate) fn shown(language: &Language, known: &mut Vec<Known>, types: &[TypeId], values: &[Value]) {
    for (&data_type, value) in types.iter().zip(values) {
        let element = Element::Prefix(known.len());
        language.note(known, data_type, value, element);
    }
}

/// How a value of an answer comes from what is known.
///
/// Invented values are recognised by their place: `$3.1` answered at step 3 is new there, and known
/// later.
pub(crate) fn label(
    language: &Language,
    known: &[Known],
    data_type: Option<TypeId>,
    value: &Value,
    step: usize,
) -> Label {
    if let Value::Returned { step: of, .. } = value
        && *of as usize == step
    {
        return Label::Fresh;
    }
    let Some(data_type) = data_type else { return Label::Literal(value.clone()) };
    let atoms = language.atoms(data_type, known, 1);
    let point = atoms.atoms.iter().find(|atom| atom.witness == *value).and_then(|atom| atom.point.as_ref());
    point.map_or_else(|| Label::Literal(value.clone()), |term| Label::Term(ElementTerm::named(term, &atoms.elements)))
}

/// Builds one decision tree.
///
/// Its fields are the stack of the walk: whatever a step pushes, it takes away again.
pub(crate) struct Builder<'a, A: Answers> {
    language: &'a Language,
    suffix: &'a Suffix,
    answers: &'a mut A,
    types: Vec<TypeId>,
    prefix: Vec<Option<Value>>,
    prefix_length: usize,
    /// What is known at the present place,
    known: Vec<Known>,
    /// the calls of the suffix before it,
    calls: Vec<Call>,
    /// the values of its parameters,
    values: Vec<Value>,
    /// and the values that were answered and new.
    answered: Vec<Answered>,
    /// Suffixes that nobody has answered yet.
    pub missing: Vec<Vec<Call>>,
}

impl<'a, A: Answers> Builder<'a, A> {
    pub(crate) fn new(
        language: &'a Language,
        answers: &'a mut A,
        suffix: &'a Suffix,
        known: &[Known],
        prefix_length: usize,
    ) -> Self {
        Self {
            language,
            suffix,
            answers,
            types: known.iter().map(|entry| entry.data_type).collect(),
            prefix: known.iter().map(|entry| Some(entry.value.clone())).collect(),
            prefix_length,
            known: known.to_vec(),
            calls: Vec::new(),
            values: Vec::new(),
            answered: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// The tree from a place on. None if answers are missing.
    pub(crate) fn tree(&mut self, place: Option<&A::Place>) -> Option<Rc<Tree>> {
        let Some(&action) = self.suffix.actions.get(self.calls.len()) else {
            if place.is_none() {
                self.missing.push(self.calls.clone());
            }
            return place.map(|_| Tree::end());
        };
        self.parameters(place, action, Vec::new())
    }

    /// Chooses the parameters of an action that are not chosen yet.
    ///
    /// A parameter that can have only one value makes one branch, which says what the value is.
    fn parameters(&mut self, place: Option<&A::Place>, action: ActionId, chosen: Vec<Value>) -> Option<Rc<Tree>> {
        let parameter = self.values.len();
        if chosen.len() == self.language.input_types(action).len() {
            return self.act(place, Call { action, values: chosen });
        }
        if let Some((value, element)) = self.suffix.restrictions[parameter].only(self.language, &self.values) {
            let tree = self.with_value(place, action, &chosen, value)?;
            return Some(Tree::choice(vec![(Region::Point(ElementTerm::of(element)), tree)]));
        }
        let data_type = self.suffix.types[parameter];
        let mut atoms = self.language.atoms(data_type, &self.known, self.suffix.remaining(parameter));
        if self.suffix.restrictions[parameter] == Restriction::Fresh {
            let fresh = atoms.fresh().map(|fresh| atoms.atoms.swap_remove(fresh));
            atoms.atoms = fresh.into_iter().collect();
        }
        let mut trees = Vec::with_capacity(atoms.atoms.len());
        for atom in &atoms.atoms {
            trees.push(self.with_value(place, action, &chosen, atom.witness.clone()));
        }
        let trees: Vec<Rc<Tree>> = trees.into_iter().collect::<Option<_>>()?;
        let comparison = Comparison { suffix: self.suffix, types: (&self.types, &self.types) };
        let agrees = |a: usize, b: usize, at: usize| {
            let suffix = [&self.values[..], std::slice::from_ref(&atoms.atoms[at].witness)].concat();
            let world = World::of(self.language, &self.prefix, &suffix);
            comparison.agree(&trees[a], &trees[b], &mut World { answered: self.answered.clone(), ..world })
        };
        let joined = join(self.language.theory(data_type).shape(), &atoms, agrees, |_, _| true);
        Some(Tree::choice(spoken(joined, &trees)))
    }

    fn with_value(
        &mut self,
        place: Option<&A::Place>,
        action: ActionId,
        chosen: &[Value],
        value: Value,
    ) -> Option<Rc<Tree>> {
        let (known, parameter) = (self.known.len(), self.values.len());
        let data_type = self.suffix.types[parameter];
        self.language.note(&mut self.known, data_type, &value, Element::Suffix(parameter));
        self.values.push(value.clone());
        let tree = self.parameters(place, action, [chosen, &[value]].concat());
        self.values.pop();
        self.known.truncate(known);
        tree
    }

    /// Takes a step with all parameters chosen.
    fn act(&mut self, place: Option<&A::Place>, call: Call) -> Option<Rc<Tree>> {
        let answer = place.and_then(|place| self.answers.answer(place, &call));
        self.calls.push(call);
        let tree = match answer {
            None => self.go_on(None),
            Some((said, next)) => self.answer(said, next),
        };
        self.calls.pop();
        tree
    }

    /// Nothing is known of the last step: only what has to be asked is found out.
    ///
    /// The answer of a step may bring values that later parameters are compared with. As long as it is
    /// missing, only the words are found that do not depend on it.
    fn go_on(&mut self, place: Option<&A::Place>) -> Option<Rc<Tree>> {
        self.answered.push(Vec::new());
        let tree = self.tree(place);
        self.answered.pop();
        tree
    }

    fn answer(&mut self, said: Said, next: Option<A::Place>) -> Option<Rc<Tree>> {
        let (known, place) = (self.known.len(), self.answered.len());
        let step = self.prefix_length + self.calls.len();
        let (mut labels, mut answered) = (Vec::new(), Vec::new());
        for (index, value) in said.values.iter().enumerate() {
            let data_type = said.output.types.get(index).copied();
            let label = label(self.language, &self.known, data_type, value, step);
            let element = Element::Answered(place, index);
            answered.push(self.language.note_answer(&mut self.known, (&label, data_type), value, element));
            labels.push(label);
        }
        self.answered.push(answered);
        let rest = match next {
            Some(next) => self.tree(Some(&next)),
            None => Some(Tree::end()),
        };
        self.answered.pop();
        self.known.truncate(known);
        Some(Tree::answer(said.output, labels, rest?))
    }
}

/// Asks words, given as calls.
pub(crate) fn ask(
    oracle: &mut dyn Oracle,
    language: &Language,
    numbers: &mut Numbers,
    words: &[Vec<Call>],
) -> Result<(), Halt> {
    let plans: Vec<Plan> =
        words.iter().filter_map(|calls| numbers.word(oracle, language, calls)).map(Plan::word).collect();
    oracle.ask(plans)
}

/// The sub-trees that hold for the values of a first action.
pub(crate) fn after<'t>(tree: &'t Rc<Tree>, values: &[Value], world: &mut World) -> Vec<&'t Rc<Tree>> {
    let mut trees = vec![tree];
    for value in values {
        trees = trees.into_iter().flat_map(|tree| tree.follow(value, world, Side::Left)).collect();
        world.suffix.push(value.clone());
    }
    trees
}
