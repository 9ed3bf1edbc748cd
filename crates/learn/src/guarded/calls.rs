//! The calls that were observed: each node of the observation tree with what was known before and after its call.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use typestar_model::guarded::{Features, Parameter};
use typestar_model::{Evidence, Id, InputId, MachineLimit, NodeId, OutputKind, Plan, Symbol, Value, Word};

use super::infer::{Row, is_argument};
use super::limits::Limits;
use super::outcomes::{Label, is_recovered, outcome};
use super::pool::{Callable, is_earlier};
use crate::oracle::{Observed, Oracle};

/// So often a method may block where each time costs a process.
const MOST_HANGS: usize = 2;

/// Calls with more before them are no place to begin other words at: these would take long.
const MOST_BEFORE: usize = 64;
/// Of longer words not every step is kept with what was known of it: thousands of steps with hundreds of features each
/// would fill the memory.
const MOST_KEPT: usize = 128;
/// The last steps of a long word are kept: it ended there for a reason.
const LAST_KEPT: usize = 3;
/// A long word has at least so many nodes of its own: others only call something behind one that is there.
const FEWEST_OWN: usize = 32;

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
    /// The calls of each method whose outcome is known.
    examples: Vec<Vec<NodeId>>,
    /// How often each method blocked and cost a process.
    hangs: HashMap<usize, usize>,
    /// The calls that a limit of the machine ended.
    pub(super) limits: Limits,
    /// What is known of arguments by their values, by type.
    arguments: HashMap<(String, Value), Features>,
    /// Whether outcomes are looked at, beyond passing and failing.
    has_outcomes: bool,
    /// The methods of which the same word had two outcomes, by whether they passed: the node, and its other outcome.
    varying: BTreeMap<(usize, bool), (NodeId, Label)>,
    /// The methods that did not come back.
    hung: BTreeSet<usize>,
    /// The methods that show a count which no field shows.
    pub(super) counts: BTreeMap<usize, Counting>,
    /// How often something changed that was known already.
    version: u64,
    /// The methods that were seen to change a field of an object that was there before.
    changing: BTreeSet<usize>,
    /// For each look the first node with it of the shortest word, with its depth: it may be behind many calls.
    first_with: Vec<(usize, NodeId)>,
    /// The last nodes of long words, with how many nodes in a row were new.
    ends: Vec<(usize, NodeId)>,
}

/// What is counted, without a limit as far as that was tried, and shown by another method alone.
#[derive(Clone, Debug)]
pub(super) struct Counting {
    /// The method whose calls are counted.
    pub(super) counted: usize,
    /// How many calls were counted.
    pub(super) times: usize,
    /// A word that shows it.
    pub(super) word: Word,
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
    /// What it answered; none if nobody told, or if nobody wants to know.
    pub(super) outcome: Option<Label>,
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
    /// It failed, and the object can be used further.
    Recovered,
    /// It did not come back.
    Hung,
    /// The word is outside the purpose: nothing is known.
    Unknown,
}

impl Calls {
    /// Nothing was observed yet of an object with these methods. Only passing and failing are looked at.
    pub fn new(callables: Vec<Callable>) -> Self {
        let examples = vec![Vec::new(); callables.len()];
        Self { callables, calls: vec![Call::default()], examples, ..Self::default() }
    }

    /// The same, for all who read it.
    pub fn shared(callables: Vec<Callable>) -> SharedCalls {
        Rc::new(RefCell::new(Self::new(callables)))
    }

    /// Whether outcomes are looked at.
    pub(super) fn has_outcomes(&self) -> bool {
        self.has_outcomes
    }

    /// Whether objects live on after a failing call of a method that had one of these outcomes.
    pub(super) fn recovers(&self, method: usize, outcomes: &[Label]) -> bool {
        let is_of = |call: &Call| call.outcome.as_ref().is_some_and(|outcome| outcomes.contains(outcome));
        self.examples(method).any(|(_, call)| call.end == End::Recovered && is_of(call))
    }

    /// What can be called.
    pub fn callables(&self) -> &[Callable] {
        &self.callables
    }

    /// Looks at what calls answer, too, and not only at whether they pass.
    #[must_use]
    pub fn with_outcomes(self, has_outcomes: bool) -> Self {
        Self { has_outcomes, ..self }
    }

    /// The same methods, of which nothing was observed.
    #[must_use]
    pub fn unseen(&self) -> Self {
        Self::new(self.callables.clone()).with_outcomes(self.has_outcomes)
    }

    /// Forgets all calls: the observation tree is built again.
    pub fn clear(&mut self) {
        let counts = std::mem::take(&mut self.counts);
        *self = Self { version: self.version + 1, counts, ..self.unseen() };
    }

    /// Compares an answer to this word with what was told of its first steps before: the tree has only whether a call
    /// passed.
    pub fn compare(&mut self, observed: Observed, word: &[InputId], told: &[Evidence]) {
        let mut node = observed.tree.root();
        for (&input, told) in word.iter().zip(told).take_while(|_| self.has_outcomes) {
            let Some(next) = observed.tree.child(node, input).filter(|next| next.index() < self.calls.len()) else {
                return;
            };
            node = next;
            let call = &self.calls[node.index()];
            let (Some(method), Some(known)) = (call.method, &call.outcome) else { continue };
            let output = observed.tree.edge_to(node).map(|(_, _, output)| observed.outputs.symbol(output));
            let now = output.and_then(|output| outcome(output, told, &self.callables[method].method.returns));
            if let Some(other) = now.filter(|now| now != known) {
                self.varying.entry((method, call.passes())).or_insert((node, other));
            }
        }
    }

    /// Takes note of the nodes that are new in the tree. Those from `known` on were made by an answer that told this of
    /// its steps; of the others nothing is told.
    pub fn see(&mut self, observed: Observed, known: usize, told: &[Evidence]) {
        self.see_each(observed, |node, depth| match node.index() < known {
            true => (Evidence::default(), 0),
            false => (told.get(depth - 1).cloned().unwrap_or_default(), told.len()),
        });
    }

    /// Takes note of the nodes that are new in the tree. What is known of the step to each of them, at its depth, is told,
    /// with the number of steps of that execution.
    pub fn see_each(&mut self, observed: Observed, mut told: impl FnMut(NodeId, usize) -> (Evidence, usize)) {
        for index in self.calls.len()..observed.tree.len() {
            let node = NodeId::new(index);
            let parent = observed.tree.edge_to(node).expect("only the root has no parent").0;
            let told = told(node, self.calls[parent.index()].depth + 1);
            let call = self.read(observed, node, told);
            if let Some(method) = call.method.filter(|_| call.end != End::Unknown && !call.is_sketch) {
                self.examples[method].push(node);
            }
            let (depth, look) = (call.depth, call.look);
            self.calls.push(call);
            self.note_change(index);
            self.note_look(node, depth, look);
            if depth > MOST_BEFORE {
                self.note_end(parent, node);
            }
        }
    }

    fn note_look(&mut self, node: NodeId, depth: usize, look: Option<usize>) {
        let Some(look) = look else { return };
        let known = self.first_with.get(look).copied().unwrap_or((usize::MAX, node));
        if look >= self.first_with.len() {
            self.first_with.resize(look + 1, (usize::MAX, node));
        }
        self.first_with[look] = known.min((depth, node));
    }

    /// Takes note of how far a long word goes.
    fn note_end(&mut self, parent: NodeId, node: NodeId) {
        match self.ends.last_mut() {
            Some((own, end)) if *end == parent => (*own, *end) = (*own + 1, node),
            Some((own, end)) if *own < FEWEST_OWN => (*own, *end) = (1, node),
            _ => self.ends.push((1, node)),
        }
    }

    /// For each look of an object that can be used further a node with it, that of the shortest word. Other words should
    /// begin there only if it matters: the word may be long.
    pub(super) fn looks(&self) -> impl Iterator<Item = (NodeId, &Call)> {
        let known = self.first_with.iter().filter(|(depth, _)| *depth < usize::MAX);
        known.map(|(_, node)| (*node, self.of(*node))).filter(|(_, call)| call.lives())
    }

    /// The nodes of each long word, in the order of its calls, as far as the object can be used there.
    pub(super) fn long_words(&self) -> Vec<Vec<NodeId>> {
        let long = self.ends.iter().filter(|(own, _)| *own >= FEWEST_OWN);
        let path = |end: NodeId| {
            let mut path: Vec<NodeId> = std::iter::successors(Some(end), |node| self.of(*node).parent)
                .filter(|node| self.of(*node).lives())
                .collect();
            path.reverse();
            path
        };
        long.map(|(_, end)| path(*end)).collect()
    }

    fn note_change(&mut self, index: usize) {
        let call = &self.calls[index];
        let before = call.parent.and_then(|parent| self.calls[parent.index()].look);
        let changes = call.is_place() && call.look.is_some() && before.is_some() && call.look != before;
        let method = call.method.filter(|method| changes && !self.callables[*method].makes());
        self.changing.extend(method);
    }

    fn read(&mut self, observed: Observed, node: NodeId, (told, steps): (Evidence, usize)) -> Call {
        let (parent, input, output) = observed.tree.edge_to(node).expect("only the root has no parent");
        let depth = self.calls[parent.index()].depth + 1;
        let output = observed.outputs.symbol(output);
        let end = match is_recovered(output, &told) {
            true if self.has_outcomes => End::Recovered,
            true => End::Failed,
            false => end_of(output.name(), told.limit),
        };
        let method = self.method_of(observed.inputs.symbol(input));
        // What else is called behind many calls is no longer one of these.
        let is_sketch = is_sketched(depth, steps) && self.calls[parent.index()].method == method;
        let returns = method.filter(|_| self.has_outcomes).map(|method| &self.callables[method].method.returns);
        let outcome = returns.and_then(|returns| outcome(output, &told, returns));
        let Evidence { before, values, limit, more_words, .. } = told;
        let makes = method.is_some_and(|method| self.callables[method].makes());
        if depth == 1 && !before.is_empty() && !makes {
            self.look_at_root(&before);
        }
        let symbol = observed.inputs.symbol(input);
        if is_sketch && end == End::Passed {
            return Call { parent: Some(parent), method, depth, is_sketch, ..Call::default() };
        }
        self.complete(parent, &before);
        let before = self.known_before(parent, method, symbol, before);
        if let Some(method) = method {
            self.limits.note(method, symbol, limit);
            self.hung.extend((end == End::Hung).then_some(method));
            // A hang that the system told by itself was not asked again.
            if end == End::Hung && more_words > 0 {
                *self.hangs.entry(method).or_default() += 1;
            }
        }
        // What is full after hundreds of calls and then blocks is told by no guard where each test of it costs a process: the
        // summary tells it.
        let is_costly = end == End::Hung && depth > MOST_KEPT && more_words > 0;
        let end = if is_costly { End::Unknown } else { end };
        if let Some(method) = method.filter(|_| is_costly) {
            self.limits.note(method, symbol, Some(MachineLimit::Time));
        }
        let mut call = Call { parent: Some(parent), method, before, end, outcome, depth, ..Call::default() };
        if call.lives() {
            (call.look, call.after) = self.look_of(Rc::new(fields_of(&values)));
        }
        call
    }

    /// What was known before a call is what was not kept after the one before it, if that is a step of a long word.
    fn complete(&mut self, sketch: NodeId, before: &Features) {
        let call = &self.calls[sketch.index()];
        if !call.is_sketch || call.look.is_some() || before.is_empty() {
            return;
        }
        let depth = call.depth;
        let (look, after) = self.look_of(Rc::new(fields_of(before)));
        (self.calls[sketch.index()].look, self.calls[sketch.index()].after) = (look, after);
        self.note_look(sketch, depth, look);
    }

    fn method_of(&self, symbol: &Symbol) -> Option<usize> {
        self.callables.iter().position(|callable| callable.method.name == symbol.name())
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
                true => {
                    let makes = self.callables[method].makes();
                    let fields =
                        if makes { Features::new() } else { Features::clone(&self.calls[parent.index()].after) };
                    told = self.foretold(method, symbol.values(), fields);
                }
                false => self.note_arguments(method, symbol, &told),
            }
        }
        let after = Rc::clone(&self.calls[parent.index()].after);
        self.shared_before(told, Some(after))
    }

    /// What was known before a call, once for all calls that look so: without arguments it is often what was known after
    /// the call before.
    fn shared_before(&mut self, features: Features, after: Option<Rc<Features>>) -> Rc<Features> {
        if let Some(known) = self.befores.get(&features) {
            return Rc::clone(known);
        }
        let features = after.filter(|after| **after == features).unwrap_or_else(|| Rc::new(features));
        self.befores.insert(Rc::clone(&features));
        features
    }

    /// What an object looks like before its first call is known once a first call came back. First calls that did not
    /// come back before it saw the same object.
    fn look_at_root(&mut self, before: &Features) {
        if self.calls[0].look.is_some() {
            return;
        }
        self.version += 1;
        let fields = Rc::new(fields_of(before));
        (self.calls[0].look, self.calls[0].after) = self.look_of(Rc::clone(&fields));
        self.note_look(NodeId::new(0), 0, self.calls[0].look);
        for index in 1..self.calls.len() {
            let call = &self.calls[index];
            let is_on_root = call.depth == 1 && call.method.is_some_and(|method| !self.callables[method].makes());
            if is_on_root && fields_of(&call.before).is_empty() {
                let both = fields.iter().chain(call.before.iter()).map(cloned).collect();
                self.calls[index].before = self.shared_before(both, None);
            }
            if self.calls[index].depth == 1 {
                self.note_change(index);
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
                let ends = !rest.starts_with(|letter: char| letter.is_ascii_digit()) && !is_relation(rest);
                ends.then(|| (rest.to_owned(), value.clone()))
            };
            self.arguments.entry(known).or_insert_with(|| before.iter().filter_map(of_argument).collect());
        }
    }

    /// What is known of these fields of the object at a node.
    pub(super) fn fields(&self, node: NodeId, names: &BTreeSet<&str>) -> Features {
        let after = &self.calls[node.index()].after;
        names.iter().filter_map(|&name| Some((name.to_owned(), after.get(name)?.clone()))).collect()
    }

    /// What will be known before a call: these fields, and the arguments as far as they are known already. What an earlier
    /// object looks like is not.
    pub(super) fn foretold(&self, method: usize, arguments: &[Value], fields: Features) -> Features {
        let parameters = &self.callables[method].method.parameters;
        let mut features = fields;
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

    /// What was looked at stays as it is as long as this does: then calls only become more.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// How many nodes there are.
    pub(super) fn len(&self) -> usize {
        self.calls.len()
    }

    /// A method shows a count that no field shows: states do not explain it.
    pub(super) fn count(&mut self, shows: usize, counting: Counting) {
        self.counts.entry(shows).or_insert(counting);
    }

    /// The names of all features that were told.
    pub fn names(&self) -> BTreeSet<String> {
        let told = self.befores.iter().chain(self.looks.keys());
        let names: HashSet<&str> = told.flat_map(|features| features.keys()).map(String::as_str).collect();
        names.into_iter().map(str::to_owned).collect()
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
        self.all().filter(|(_, call)| call.is_place())
    }

    /// The depth and the look of a node at which other words can begin.
    pub(super) fn place(&self, node: NodeId) -> Option<(usize, usize)> {
        let call = self.of(node);
        Some((call.depth, call.look?)).filter(|_| call.is_place())
    }

    /// These calls of a method, as examples for its guard.
    pub(super) fn rows(&self, method: usize, is_meant: impl Fn(&Call) -> bool) -> Vec<Row<'_>> {
        self.examples(method).filter(|(_, call)| is_meant(call)).map(|(_, call)| call.row()).collect()
    }

    /// The outcomes of these calls of a method that passed, or of those that failed, with what was known before each.
    pub(super) fn outcomes(
        &self,
        method: usize,
        passes: bool,
        is_meant: impl Fn(&Call) -> bool,
    ) -> Vec<(&Features, &Label)> {
        let of_side = self.examples(method).filter(|(_, call)| call.passes() == passes && is_meant(call));
        of_side.filter_map(|(_, call)| Some((&*call.before, call.outcome.as_ref()?))).collect()
    }

    /// The calls of a method that ended otherwise than an earlier one of which the same was known.
    pub(super) fn contradicted(&self, method: usize) -> Vec<NodeId> {
        let mut seen: HashMap<&Features, bool> = HashMap::new();
        // A call without arguments tells what the usual one tells.
        let has_arguments = !self.callables[method].pools.is_empty();
        let mut differing = Vec::new();
        for (node, call) in self.examples(method).filter(|_| has_arguments) {
            if *seen.entry(&*call.before).or_insert(call.passes()) != call.passes() {
                differing.push(node);
            }
        }
        differing
    }

    /// Whether the same word had several outcomes of this method, on this side, and one with another one.
    pub(super) fn varying(&self, method: usize, passes: bool) -> Option<&(NodeId, Label)> {
        self.varying.get(&(method, passes))
    }

    /// The other outcome of the word that leads to a node, if it had one, and whether its last call passed.
    pub(super) fn varying_at(&self, node: NodeId) -> Option<(bool, &Label)> {
        let varying = self.varying.iter().find(|(_, (at, _))| *at == node);
        varying.map(|((_, passes), (_, label))| (*passes, label))
    }

    /// When a feature was no whole number before calls of a method that came back: the flags of which one held then, that it
    /// or its owner is null. None if it was none in another call, too.
    pub(super) fn absence(&self, method: usize, feature: &str) -> Option<Vec<String>> {
        let ends = feature.match_indices('.').map(|(dot, _)| dot).chain([feature.len()]);
        let owners: Vec<String> = ends.map(|end| format!("{} == null", &feature[..end])).collect();
        let mut flags = BTreeSet::new();
        let mut came_back = self.examples(method).filter(|(_, call)| call.end != End::Hung).peekable();
        came_back.peek()?;
        for (_, call) in came_back {
            if !matches!(call.before.get(feature), Some(Value::Integer(_))) {
                let is_null = |owner: &&String| call.before.get(*owner) == Some(&Value::Boolean(true));
                flags.insert(owners.iter().position(|owner| is_null(&owner))?);
            }
        }
        Some(flags.into_iter().map(|place| owners[place].clone()).collect())
    }

    /// Numbers for a feature of an argument between those with calls on the one side of a border and those with calls on the other
    /// side: halfway, and twice as far from 0. They find a border that is far away in few steps.
    pub(super) fn between(&self, method: usize, feature: &str, side: impl Fn(&Call) -> Option<bool>) -> BTreeSet<i64> {
        let number = |call: &Call| Some((call.before.get(feature)?.whole()?, side(call)?));
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

    /// The methods that do not block and that were seen to change a field of an object that was there before.
    pub(super) fn changing(&self) -> Vec<usize> {
        self.changing.iter().copied().filter(|method| !self.blocks(*method)).collect()
    }

    /// Whether a method blocked so often, each time at the cost of a process, that it is called only where it is expected
    /// to pass.
    pub(super) fn blocks(&self, method: usize) -> bool {
        self.hangs.get(&method).is_some_and(|&hangs| hangs >= MOST_HANGS)
    }

    /// How many steps were kept with what was known of them.
    #[cfg(test)]
    pub(super) fn kept(&self) -> usize {
        self.calls.iter().filter(|call| !call.is_sketch).count()
    }

    /// Whether a method did not come back, at whatever cost.
    pub(super) fn hangs(&self, method: usize) -> bool {
        self.hung.contains(&method)
    }

    /// Whether a method ever blocked.
    pub(super) fn has_blocked(&self, method: usize) -> bool {
        self.hangs.contains_key(&method)
    }

    /// What can be called behind so many calls and does not block, as far as is known: what makes the object comes first or
    /// not at all.
    pub(super) fn returning(&self, behind: usize) -> impl Iterator<Item = (usize, &Callable)> {
        let all = self.callables.iter().enumerate();
        all.filter(move |(method, callable)| (behind == 0 || !callable.makes()) && !self.blocks(*method))
    }

    /// Whether a method can be called at a node.
    pub(super) fn can_call(&self, node: NodeId, method: usize) -> bool {
        self.of(node).depth == 0 || !self.callables[method].makes()
    }

    /// What makes the object.
    pub(super) fn makers(&self) -> Vec<usize> {
        self.returning(0).filter(|(_, callable)| callable.makes()).map(|(maker, _)| maker).collect()
    }

    /// What a method was called with where its outcome is known, each once, in the order of its calls.
    pub(super) fn arguments_of(&self, observed: Observed, method: usize) -> Vec<Vec<Value>> {
        let mut seen: HashSet<&[Value]> = HashSet::new();
        let inputs = self.examples(method).filter_map(|(node, _)| observed.tree.edge_to(node));
        let given = inputs.map(|(_, input, _)| observed.inputs.symbol(input).values());
        given.filter(|values| seen.insert(values)).map(<[Value]>::to_vec).collect()
    }

    /// The calls of a method whose outcome is known.
    pub(super) fn examples(&self, method: usize) -> impl ExactSizeIterator<Item = (NodeId, &Call)> {
        self.examples[method].iter().map(|&node| (node, self.of(node)))
    }
}

impl Call {
    pub(super) fn passes(&self) -> bool {
        self.end == End::Passed
    }

    /// Whether this is its outcome.
    pub(super) fn has(&self, outcome: &str) -> bool {
        self.outcome.as_deref() == Some(outcome)
    }

    /// Whether the object can be used further.
    pub(super) fn lives(&self) -> bool {
        matches!(self.end, End::Passed | End::Recovered)
    }

    /// Whether the object can be used further, and other words can begin here.
    fn is_place(&self) -> bool {
        self.lives() && self.depth <= MOST_BEFORE
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

/// Whether a feature says what an argument has to do with the object (`arg1 == sink`, `arg1 in names`): it is another one
/// for the same value at another time.
fn is_relation(feature: &str) -> bool {
    feature.contains(' ') && !feature.ends_with(" == null")
}

/// What the features of an argument begin with.
pub(super) fn argument(place: usize) -> String {
    format!("arg{}", place + 1)
}

/// Every output but a failure passes.
///
/// Of a call that a limit of the machine ended nothing is known: with more memory, or more time, it might have passed.
fn end_of(output: &str, limit: Option<MachineLimit>) -> End {
    match OutputKind::of(output) {
        _ if limit.is_some() => End::Unknown,
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

/// The call that leads to a node, and the node before it.
pub(super) fn call_at(oracle: &dyn Oracle, node: NodeId) -> Option<(NodeId, Symbol)> {
    let (parent, input, _) = oracle.tree().edge_to(node)?;
    Some((parent, oracle.inputs().symbol(input).clone()))
}

/// Whether nobody knows what a call does at a node.
pub(super) fn is_untried(oracle: &dyn Oracle, node: NodeId, call: &Symbol) -> bool {
    oracle.inputs().get(call.text()).is_none_or(|input| oracle.tree().child(node, input).is_none())
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
