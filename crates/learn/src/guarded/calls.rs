//! The calls that were observed: each node of the observation tree with what was known before and after its call.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use typestar_model::guarded::{Features, Parameter};
use typestar_model::{Evidence, Id, NodeId, OutputKind, Plan, Symbol, Value, Word};

use super::infer::{Row, is_argument};
use super::pool::{Callable, is_earlier};
use crate::oracle::{Observed, Oracle};

/// So often a method may block.
const MOST_HANGS: usize = 2;

/// Calls with more before them are no place to begin other words at: these would take long.
const MOST_BEFORE: usize = 64;
/// Of longer words not every step is kept with what was known of it: thousands of steps with hundreds of features each
/// would fill the memory.
const MOST_KEPT: usize = 128;
/// The last steps of a long word are kept: it ended there for a reason.
const LAST_KEPT: usize = 3;

/// The one record of calls. Whoever fills the observation tree fills it; learner, testers and hypotheses read it.
pub type SharedCalls = Rc<RefCell<Calls>>;

/// Everything that was observed of an object, node by node, with what was known before each call.
///
/// The observation tree has numbers only, and guards speak of fields. Keeping both in step is for the one who inserts
/// answers: [`Calls::see`] after each answer, [`Calls::clear`] when the tree is built again.
#[derive(Debug, Default)]
pub struct Calls {
    /// What can be called.
    callables: Vec<Callable>,
    calls: Vec<Call>,
    /// The numbers of what was known after calls: nodes with the same number look alike.
    looks: HashMap<Rc<Features>, usize>,
    /// What was known before calls, each once: most calls begin like others.
    befores: HashSet<Rc<Features>>,
    /// How often each method blocked.
    hangs: HashMap<usize, usize>,
    /// What is known of arguments by their values, by type.
    arguments: HashMap<(String, Value), Features>,
}

/// A call, and the node behind it.
#[derive(Clone, Debug, Default)]
pub(super) struct Call {
    pub(super) parent: Option<NodeId>,
    /// The method; none at the root, and where something else than a method was called.
    pub(super) method: Option<usize>,
    /// What was known before the call, arguments included.
    pub(super) before: Rc<Features>,
    /// How the call ended.
    pub(super) end: End,
    /// How many calls lead here.
    pub(super) depth: usize,
    /// What the object looks like after the call, by number; none if it is not known.
    pub(super) look: Option<usize>,
    pub(super) after: Rc<Features>,
    /// Whether it is a step of a long word that passed, of which nothing else was kept.
    pub(super) is_sketch: bool,
}

/// How a call ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum End {
    /// It passed: the object can be used further.
    #[default]
    Passed,
    /// It failed, and the object ended with it.
    Failed,
    /// It did not come back.
    Hung,
    /// The word is outside the purpose: nothing is known.
    Unknown,
}

impl Calls {
    /// Nothing was observed yet of an object with these methods.
    pub fn new(callables: Vec<Callable>) -> Self {
        Self { callables, calls: vec![Call::default()], ..Self::default() }
    }

    /// The same, for all who read it.
    pub fn shared(callables: Vec<Callable>) -> SharedCalls {
        Rc::new(RefCell::new(Self::new(callables)))
    }

    /// What can be called.
    pub fn callables(&self) -> &[Callable] {
        &self.callables
    }

    /// Forgets all calls: the observation tree is built again.
    pub fn clear(&mut self) {
        *self = Self::new(std::mem::take(&mut self.callables));
    }

    /// Takes note of the nodes that are new in the tree. Those from `known` on were made by an answer that told this of
    /// its steps; of the others nothing is told.
    pub fn see(&mut self, observed: Observed, known: usize, told: &[Evidence]) {
        for index in self.calls.len()..observed.tree.len() {
            let told = if index < known { &[] } else { told };
            let call = self.read(observed, NodeId::new(index), told);
            self.calls.push(call);
        }
    }

    fn read(&mut self, observed: Observed, node: NodeId, told: &[Evidence]) -> Call {
        let (parent, input, output) = observed.tree.edge_to(node).expect("only the root has no parent");
        let depth = self.calls[parent.index()].depth + 1;
        let Evidence { before, values, .. } = told.get(depth - 1).cloned().unwrap_or_default();
        if depth == 1 && !before.is_empty() {
            self.look_at_root(&before);
        }
        let is_sketch = is_sketched(depth, told.len());
        let symbol = observed.inputs.symbol(input);
        let method = self.callables.iter().position(|callable| callable.method.name == symbol.name());
        let end = end_of(observed.outputs.symbol(output).name());
        if is_sketch && end == End::Passed {
            return Call { parent: Some(parent), method, depth, is_sketch, ..Call::default() };
        }
        let before = self.known_before(parent, method, symbol, before);
        if let Some(method) = method.filter(|_| end == End::Hung) {
            *self.hangs.entry(method).or_default() += 1;
        }
        // What is full after hundreds of calls and then blocks is told by no guard: each test of it would cost a process.
        let end = if end == End::Hung && depth > MOST_KEPT { End::Unknown } else { end };
        let mut call = Call { parent: Some(parent), method, before, end, depth, ..Call::default() };
        if end == End::Passed {
            (call.look, call.after) = self.look_of(Rc::new(fields_of(&values)));
        }
        call
    }

    /// What was known before a call. A call that did not come back told nothing: then it is what is known of the object.
    fn known_before(
        &mut self,
        parent: NodeId,
        method: Option<usize>,
        symbol: &Symbol,
        mut told: Features,
    ) -> Rc<Features> {
        if let Some(method) = method {
            match told.is_empty() {
                true => told = self.foretold(parent, method, symbol.values(), |_| true),
                false => self.note_arguments(method, symbol, &told),
            }
        }
        self.shared_before(told)
    }

    fn shared_before(&mut self, features: Features) -> Rc<Features> {
        if let Some(known) = self.befores.get(&features) {
            return Rc::clone(known);
        }
        let features = Rc::new(features);
        self.befores.insert(Rc::clone(&features));
        features
    }

    /// What an object looks like before its first call is known once a first call came back. First calls that did not
    /// come back before it saw the same object.
    fn look_at_root(&mut self, before: &Features) {
        if self.calls[0].look.is_some() {
            return;
        }
        let fields = Rc::new(fields_of(before));
        (self.calls[0].look, self.calls[0].after) = self.look_of(Rc::clone(&fields));
        for index in 1..self.calls.len() {
            let call = &self.calls[index];
            if call.depth == 1 && call.method.is_some() && fields_of(&call.before).is_empty() {
                let both = fields.iter().chain(call.before.iter()).map(cloned).collect();
                self.calls[index].before = self.shared_before(both);
            }
        }
    }

    /// The number of a look, and the features that all who look so share.
    fn look_of(&mut self, features: Rc<Features>) -> (Option<usize>, Rc<Features>) {
        let next = self.looks.len();
        let entry = self.looks.entry(features);
        let shared = Rc::clone(entry.key());
        (Some(*entry.or_insert(next)), shared)
    }

    /// What is known of a value that was passed: it is the same wherever it is passed, unless it is an earlier object.
    fn note_arguments(&mut self, method: usize, symbol: &Symbol, before: &Features) {
        let parameters = &self.callables[method].method.parameters;
        for (place, (value, kind)) in symbol.values().iter().zip(parameters).enumerate() {
            if is_earlier(value) {
                continue;
            }
            let known = (kind.type_name.clone(), value.clone());
            let prefix = argument(place);
            let of_argument = |(name, value): (&String, &Value)| {
                let rest = name.strip_prefix(&prefix)?;
                let ends = !rest.starts_with(|letter: char| letter.is_ascii_digit());
                ends.then(|| (rest.to_owned(), value.clone()))
            };
            self.arguments.entry(known).or_insert_with(|| before.iter().filter_map(of_argument).collect());
        }
    }

    /// What will be known before a call: of the fields that are wanted, and of the arguments, as far as that is known
    /// already. What an earlier object looks like is not.
    pub(super) fn foretold(
        &self,
        node: NodeId,
        method: usize,
        arguments: &[Value],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Features {
        let parameters = &self.callables[method].method.parameters;
        let known = self.calls[node.index()].after.iter().filter(|(name, _)| is_wanted(name));
        let mut features: Features = known.map(cloned).collect();
        for (place, (value, kind)) in arguments.iter().zip(parameters).enumerate() {
            let name = argument(place);
            let known = (kind.type_name.clone(), value.clone());
            match (self.arguments.get(&known), value) {
                (Some(known), _) => {
                    let named = known.iter().map(|(rest, value)| (format!("{name}{rest}"), value.clone()));
                    features.extend(named);
                }
                (None, Value::Null) => drop(features.insert(format!("{name} == null"), Value::Boolean(true))),
                (None, value) if is_earlier(value) => {}
                (None, value) => drop(features.insert(name, value.clone())),
            }
        }
        features
    }

    /// All nodes with their calls; a node comes after the one that it follows.
    pub(super) fn all(&self) -> impl Iterator<Item = (NodeId, &Call)> {
        self.calls.iter().enumerate().map(|(index, call)| (NodeId::new(index), call))
    }

    /// The call that leads to a node.
    pub(super) fn of(&self, node: NodeId) -> &Call {
        &self.calls[node.index()]
    }

    /// The nodes at which the object can be used, the root included, but for those that take many calls.
    pub(super) fn alive(&self) -> impl Iterator<Item = (NodeId, &Call)> {
        self.all().filter(|(_, call)| call.end == End::Passed && call.depth <= MOST_BEFORE)
    }

    /// The calls of a method, as examples for its guard.
    pub(super) fn rows(&self, method: usize) -> Vec<Row<'_>> {
        self.examples(method).map(|(_, call)| call.row()).collect()
    }

    /// Numbers for a feature of an argument between those with which the method passed and those with which it failed: halfway, and
    /// twice as far from 0. They find a border that is far away in few steps.
    pub(super) fn between(&self, method: usize, feature: &str) -> BTreeSet<i64> {
        let number = |call: &Call| Some((call.before.get(feature)?.whole()?, call.passes()));
        let seen: BTreeSet<(i64, bool)> = self.examples(method).filter_map(|(_, call)| number(call)).collect();
        let neighbours = seen.iter().zip(seen.iter().skip(1));
        let gaps = neighbours.filter(|(one, other)| one.1 != other.1 && other.0.saturating_sub(one.0) > 1);
        let halfway = |one: i64, other: i64| ((i128::from(one) + i128::from(other)) / 2) as i64;
        let probes = |(one, other): (&(i64, bool), &(i64, bool))| {
            let doubled = [one.0, other.0].map(|number| number.saturating_mul(2));
            let inside = doubled.into_iter().find(|doubled| (one.0..other.0).contains(doubled) && *doubled != one.0);
            [Some(halfway(one.0, other.0)), inside]
        };
        gaps.flat_map(probes).flatten().collect()
    }

    /// What is known of a value that was passed for a parameter: its features, without the name of the argument.
    pub(super) fn known_of(&self, parameter: &Parameter, value: &Value) -> Option<&Features> {
        self.arguments.get(&(parameter.type_name.clone(), value.clone()))
    }

    /// The methods that do not block and that were seen to change a field.
    pub(super) fn changing(&self) -> Vec<usize> {
        let changes = |(_, call): (NodeId, &Call)| {
            let before = call.parent.and_then(|parent| self.of(parent).look);
            call.method.filter(|_| call.look.is_some() && before.is_some() && call.look != before)
        };
        let changing: BTreeSet<usize> = self.alive().filter_map(changes).collect();
        changing.into_iter().filter(|method| !self.blocks(*method)).collect()
    }

    /// Whether a method blocked so often that it is called only where it is expected to pass: each time costs a process.
    pub(super) fn blocks(&self, method: usize) -> bool {
        self.hangs.get(&method).is_some_and(|&hangs| hangs >= MOST_HANGS)
    }

    /// How many steps were kept with what was known of them.
    #[cfg(test)]
    pub(super) fn kept(&self) -> usize {
        self.calls.iter().filter(|call| !call.is_sketch).count()
    }

    /// Whether a method ever blocked.
    pub(super) fn has_blocked(&self, method: usize) -> bool {
        self.hangs.contains_key(&method)
    }

    /// The methods that do not block, as far as is known.
    pub(super) fn returning(&self) -> impl Iterator<Item = (usize, &Callable)> {
        self.callables.iter().enumerate().filter(|(method, _)| !self.blocks(*method))
    }

    /// The calls of a method whose outcome is known.
    pub(super) fn examples(&self, method: usize) -> impl Iterator<Item = (NodeId, &Call)> {
        let is_known = |call: &Call| call.end != End::Unknown && !call.is_sketch;
        self.all().filter(move |(_, call)| call.method == Some(method) && is_known(call))
    }
}

impl Call {
    pub(super) fn passes(&self) -> bool {
        self.end == End::Passed
    }

    fn row(&self) -> Row<'_> {
        Row { features: &self.before, passes: self.passes() }
    }
}

/// Whether the step at this depth of a word with so many steps is one of many that are alike: not among the first or the
/// last ones, and not beside a power of two, where things are full.
fn is_sketched(depth: usize, steps: usize) -> bool {
    let is_beside_power = [depth - 1, depth, depth + 1].into_iter().any(usize::is_power_of_two);
    depth > MOST_KEPT && depth + LAST_KEPT <= steps && !is_beside_power && !depth.is_multiple_of(100)
}

/// What is known of the object itself, and not of the arguments of a call.
fn fields_of(features: &Features) -> Features {
    features.iter().filter(|(name, _)| !is_argument(name)).map(cloned).collect()
}

fn cloned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

/// What the features of an argument begin with.
pub(super) fn argument(place: usize) -> String {
    format!("arg{}", place + 1)
}

/// Every outcome but a failure passes: what a call returned does not matter.
fn end_of(output: &str) -> End {
    match OutputKind::of(output) {
        OutputKind::Outside => End::Unknown,
        OutputKind::Hang => End::Hung,
        kind if kind.is_failure() => End::Failed,
        _ => End::Passed,
    }
}

/// The calls of the word that leads to a node.
pub(super) fn symbols_to(oracle: &dyn Oracle, node: NodeId) -> Vec<Symbol> {
    oracle.tree().access_word(node).iter().map(|&input| oracle.inputs().symbol(input).clone()).collect()
}

/// The word of a node, followed by these calls; none if the system does not have one of them.
pub(super) fn word_after(oracle: &mut dyn Oracle, node: NodeId, calls: &[Symbol]) -> Option<Word> {
    let mut word = oracle.tree().access_word(node);
    for call in calls {
        word.push(oracle.input(call)?);
    }
    Some(word)
}

/// The word of a node, followed by a call of a method.
pub(super) fn plan_after(oracle: &mut dyn Oracle, node: NodeId, method: &Callable, with: Vec<Value>) -> Option<Plan> {
    word_after(oracle, node, &[method.call(with)?]).map(Plan::word)
}
