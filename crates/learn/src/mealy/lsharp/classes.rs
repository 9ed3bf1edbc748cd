//! Classes of frontier nodes: nodes after which the same was observed may be the same states.
//!
//! What a node may be depends on nothing but what was observed below it. So nodes with equal observations share one
//! list of candidates, and each new observation is compared with classes, of which there are far fewer than nodes.
//!
//! ```text
//!   frontier nodes          observed below them        class   candidates
//!   n4  n9  n17  n23        wait/quiet                   0      Idle Ended
//!   n5  n12                 wait/quiet start/error       1      Ended
//!   n6                      wait/onFinish                2      Running
//! ```
//!
//! If `Ended` is seen to answer something new, three comparisons are made and not seven. In large
//! machines thousands of nodes share a class, because nodes are asked the same plans.
//!
//! # What must hold
//!
//! - A node is in the class of exactly what was observed below it (its *key*), or in a class without
//!   other members if that is more than [`SHARED`] steps.
//! - The candidates of a class with members are the states that its nodes are not apart from, and are
//!   sorted.
//! - `like[s]` has every class that may be s. It may have more: those are dropped when it is looked at.
//! - `isolated` and `unresolved` are the classes with members that have no candidate, or several.
//!
//! # Sleep
//!
//! A class whose last member moved on is not dropped, because the next node often comes to the same
//! observations. It *sleeps*: its candidates stay as they are and may go stale. When it wakes, only
//! states that answered something new since then (`answered`), or that are new, are compared again.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use typestar_model::{InputId, Label, NodeId, ObservationTree, OutputId, Plan, Seen};

use super::index::Index;

/// Nodes with more observations than this are in a class of their own: others would hardly share them.
///
/// The limit also bounds the size of a key, and the time to make one.
const SHARED: usize = 64;

/// A plan for fewer candidates is made anew each time: that is fast, and more may be known of them.
const REUSED: usize = 8;

/// A plan for at least this many candidates is good for others, too, if few came or went.
const MANY: usize = 64;

/// That is, if at most one of this many did.
pub(super) const ALMOST: usize = 4;

/// What is new after this many steps or more is not told apart by the number of steps.
///
/// A class that knows only two steps below its nodes does not care for what is new after the third.
const NEAR: usize = 8;

/// What was observed below a node, step by step: the number of the step before it, from 1, or 0, and its label. Both are
/// one number, because numbers in a row are hashed at once. A class and the list of classes share it.
///
/// It is the observed subtree, written down depth first. Equal subtrees have equal keys because
/// children come in the order of the alphabet.
type Key = Rc<[u64]>;

/// Inputs and outputs in a row.
pub(super) type Trace = [(InputId, OutputId)];

/// The frontier nodes with the same observations.
#[derive(Debug, Default)]
struct Class {
    /// Its nodes; none while all that it had became states or members of other classes: it sleeps.
    members: BTreeSet<NodeId>,
    /// Where it is in the index.
    place: usize,
    /// The states that are not apart from its nodes, in order. While it sleeps, some may be apart.
    candidates: Vec<usize>,
    /// How often it fell asleep.
    slept: u32,
    /// When it fell asleep.
    asleep_since: u64,
    /// While it sleeps, states from this one on are not among its candidates.
    compared: usize,
    /// What tells the candidates apart, and how many of them came or went since it was made. Few classes have one.
    plan: Option<Box<(Plan, usize)>>,
    /// The state that this many of its nodes are counted as.
    counted: Option<(usize, usize)>,
    /// The last state that it could only be.
    was: Option<usize>,
    /// What was observed below its nodes; nothing for a class of a single node with many observations.
    key: Option<Key>,
    /// How many steps below its nodes are known at most.
    height: u32,
}

impl Class {
    /// Whether the node of a state is apart from the nodes of the class, if it has any.
    ///
    /// A class without a key has one member, and the two subtrees are walked.
    fn is_apart(&self, tree: &ObservationTree, state: NodeId) -> bool {
        match (&self.key, self.members.first()) {
            (Some(key), Some(_)) => differs_from_key(tree, state, key),
            (None, Some(&member)) => are_apart(tree, state, member),
            (_, None) => true,
        }
    }

    fn note_changes(&mut self, count: usize) {
        if let Some(plan) = &mut self.plan {
            plan.1 += count;
        }
    }
}

/// A class that may be a state.
///
/// `slept` makes entries of an earlier life of the class recognisable. `height` lets most comparisons
/// be skipped: what is new after the fifth step says nothing to a class that knows three steps.
#[derive(Debug)]
struct Likeness {
    class: usize,
    /// How often the class had slept when that was found.
    slept: u32,
    /// How many steps below its nodes are known at most.
    height: u32,
}

/// All classes, and which states they may be.
///
/// Everything here follows from the tree and the basis. It is kept because computing it again would
/// take longer than all other work.
#[derive(Debug, Default)]
pub(super) struct Classes {
    classes: Vec<Class>,
    /// The classes that have nodes.
    index: Index,
    by_key: HashMap<Key, usize>,
    /// The classes that may be each state, and some that were ruled out or fell asleep since.
    like: Vec<Vec<Likeness>>,
    /// How many nodes can only be each state.
    known_as: Vec<usize>,
    /// Nodes that came, went, or can only be another state than before.
    changed: Vec<NodeId>,
    /// When each state was last seen to answer something new after at most this many steps.
    answered: Vec<[u64; NEAR]>,
    /// How many times something new was seen of states.
    now: u64,
    /// Classes that are no known state.
    isolated: BTreeSet<usize>,
    /// Classes that may be several states.
    unresolved: BTreeSet<usize>,
}

impl Classes {
    /// The states that the nodes of a class may be.
    pub(super) fn candidates(&self, class: usize) -> &[usize] {
        &self.classes[class].candidates
    }

    /// The nodes of a class.
    pub(super) fn members(&self, class: usize) -> impl Iterator<Item = NodeId> + '_ {
        self.classes[class].members.iter().copied()
    }

    /// The nodes that are no known state.
    pub(super) fn isolated(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.isolated.iter().flat_map(|&class| self.members(class))
    }

    /// The nodes that came, went, or can only be another state since the last time; some may be here for nothing.
    pub(super) fn take_changed(&mut self) -> Vec<NodeId> {
        std::mem::take(&mut self.changed)
    }

    /// The classes that may be several states.
    pub(super) fn unresolved(&self) -> impl Iterator<Item = usize> + '_ {
        self.unresolved.iter().copied()
    }

    /// What was found to tell the candidates of a class apart, if they are almost the same as then, and if its nodes do
    /// not know the answer.
    ///
    /// Computing a plan for many candidates is the most expensive step of the learner. If one of
    /// sixty-four candidates was ruled out, the old plan is still good, though perhaps not the best.
    pub(super) fn plan(&self, tree: &ObservationTree, class: usize) -> Option<&Plan> {
        let entry = &self.classes[class];
        let (plan, changes) = entry.plan.as_deref()?;
        let asks = entry.members.first().is_some_and(|&member| plan.first_unknown(tree, member).is_some());
        let (candidates, changes) = (entry.candidates.len(), *changes);
        let almost = changes == 0 && candidates >= REUSED || changes * ALMOST <= candidates && candidates >= MANY;
        (asks && almost).then_some(plan)
    }

    /// The plan that was kept last.
    pub(super) fn kept_plan(&self, class: usize) -> Option<&Plan> {
        self.classes[class].plan.as_deref().map(|(plan, _)| plan)
    }

    /// Keeps what tells the candidates of a class apart.
    pub(super) fn keep_plan(&mut self, class: usize, plan: Plan) {
        self.classes[class].plan = Some(Box::new((plan, 0)));
    }

    /// How many nodes can only be `state`.
    pub(super) fn known_as(&self, state: usize) -> usize {
        self.known_as[state]
    }

    /// What to ask the state of `node`: what most nodes know that may be this state, and how many do.
    pub(super) fn question(&self, tree: &ObservationTree, node: NodeId) -> Option<((NodeId, InputId), usize)> {
        self.index.question(tree, node)
    }

    /// Adds a node that was not here before, and returns its class.
    ///
    /// The first node with its observations is compared with all states; others with the same
    /// observations take over the list.
    pub(super) fn add(&mut self, tree: &ObservationTree, basis: &[NodeId], node: NodeId) -> usize {
        let key = key(tree, node);
        if let Some(class) = self.existing(tree, basis, key.as_deref(), node, 0..basis.len()) {
            return class;
        }
        let candidates = (0..basis.len()).filter(|&state| !are_apart(tree, basis[state], node)).collect();
        self.create(tree, key, node, candidates)
    }

    /// `node` of `class` was seen to answer `traces`: moves it to the class of its new observations.
    ///
    /// Candidates only become fewer here: a new observation of the node can rule states out, never in.
    pub(super) fn extend(
        &mut self,
        tree: &ObservationTree,
        basis: &[NodeId],
        (class, node): (usize, NodeId),
        traces: &[Vec<(InputId, OutputId)>],
    ) -> usize {
        let may_be = |state: &usize| traces.iter().all(|trace| agrees(tree, basis[*state], trace));
        if self.classes[class].key.is_none() {
            self.classes[class].candidates.retain(may_be);
            self.sort_in(class);
            return class;
        }
        let key = key(tree, node);
        if self.classes[class].key.as_deref() == key.as_deref() {
            return class;
        }
        let candidates = std::mem::take(&mut self.classes[class].candidates);
        let existing = self.existing(tree, basis, key.as_deref(), node, candidates.iter().copied());
        let still: Vec<usize> = match existing {
            Some(_) => Vec::new(),
            None => candidates.iter().copied().filter(may_be).collect(),
        };
        self.classes[class].candidates = candidates;
        self.remove(class, node);
        existing.unwrap_or_else(|| self.create(tree, key, node, still))
    }

    /// Takes a node out of its class.
    pub(super) fn remove(&mut self, class: usize, node: NodeId) {
        let entry = &mut self.classes[class];
        entry.members.remove(&node);
        self.changed.push(node);
        if entry.members.is_empty() {
            entry.compared = self.like.len() - 1;
            entry.slept += 1;
            entry.asleep_since = self.now;
            self.index.remove(entry.place, class);
        }
        self.index.remove_node(entry.place);
        if entry.members.is_empty() && entry.key.is_none() {
            entry.candidates = Vec::new();
        }
        self.sort_in(class);
    }

    /// A new state, the next one. Only new classes may be it until [`Self::compare_state`] looks at the others.
    pub(super) fn add_state(&mut self) {
        self.like.push(Vec::new());
        self.known_as.push(0);
        self.answered.push([self.now; NEAR]);
    }

    /// The last state, whose node is `node`, may be any class that is not apart from it.
    ///
    /// The index says which classes do not contradict what the state has answered; the others are not
    /// looked at one by one.
    pub(super) fn compare_state(&mut self, tree: &ObservationTree, node: NodeId) {
        let state = self.like.len() - 1;
        for class in self.index.perhaps(tree, node) {
            let entry = &mut self.classes[class];
            if entry.candidates.last() != Some(&state) && !entry.is_apart(tree, node) {
                entry.candidates.push(state);
                entry.note_changes(1);
                self.note_like(state, class);
                self.sort_in(class);
            }
        }
    }

    /// The state of `node` was seen to answer `traces`, of which the first `known` steps are not new: rules it out
    /// wherever it may have been and an answer differs.
    ///
    /// With one new trace, only that trace is compared; with several, all that the class knows.
    pub(super) fn state_answers(
        &mut self,
        tree: &ObservationTree,
        (state, node): (usize, NodeId),
        traces: &[&Trace],
        known: usize,
    ) {
        self.now += 1;
        self.answered[state][known.min(NEAR - 1)..].fill(self.now);
        let mut like = std::mem::take(&mut self.like[state]);
        like.retain(|&Likeness { class, slept, height }| {
            if height as usize <= known {
                return true;
            }
            let entry = &mut self.classes[class];
            let Some(&member) = entry.members.first().filter(|_| entry.slept == slept) else { return false };
            let Ok(position) = entry.candidates.binary_search(&state) else { return false };
            let agrees = match traces {
                [trace] => agrees(tree, member, trace),
                _ => !entry.is_apart(tree, node),
            };
            if !agrees {
                entry.candidates.remove(position);
                entry.note_changes(1);
                self.sort_in(class);
            }
            agrees
        });
        self.like[state] = like;
    }

    /// Puts a node into the class with this key, if there is one. The node may be no state but `among` these.
    fn existing(
        &mut self,
        tree: &ObservationTree,
        basis: &[NodeId],
        key: Option<&[u64]>,
        node: NodeId,
        among: impl Iterator<Item = usize>,
    ) -> Option<usize> {
        let &class = self.by_key.get(key?)?;
        self.changed.push(node);
        self.classes[class].members.insert(node);
        if self.classes[class].members.len() == 1 {
            self.wake(tree, basis, (class, node), among);
        } else {
            self.index.add_node(self.classes[class].place);
        }
        self.sort_in(class);
        Some(class)
    }

    /// A class has a node again: its candidates have to be compared with what is known now.
    ///
    /// A class that slept while nothing near was answered by its candidates needs no comparison at all.
    fn wake(
        &mut self,
        tree: &ObservationTree,
        basis: &[NodeId],
        (class, node): (usize, NodeId),
        among: impl Iterator<Item = usize>,
    ) {
        let entry = &mut self.classes[class];
        entry.place = self.index.insert(tree, node, class);
        let before = entry.candidates.len();
        let last_step = (entry.height as usize).clamp(1, NEAR) - 1;
        let same = |state: usize| self.answered[state][last_step] <= entry.asleep_since;
        entry.candidates.retain(|&state| same(state) || !are_apart(tree, basis[state], node));
        let kept = entry.candidates.len();
        for state in among.skip_while(|&state| state < entry.compared) {
            if entry.candidates.last().is_none_or(|&last| last < state) && !are_apart(tree, basis[state], node) {
                entry.candidates.push(state);
            }
        }
        entry.note_changes(before - kept + entry.candidates.len() - kept);
        self.note_all_like(class);
    }

    fn create(&mut self, tree: &ObservationTree, key: Option<Vec<u64>>, node: NodeId, candidates: Vec<usize>) -> usize {
        let class = self.classes.len();
        let key: Option<Key> = key.map(Rc::from);
        if let Some(key) = &key {
            self.by_key.insert(Rc::clone(key), class);
        }
        let place = self.index.insert(tree, node, class);
        self.classes.push(Class {
            members: BTreeSet::from([node]),
            place,
            candidates,
            height: key.as_deref().map_or(u32::MAX, height),
            key,
            ..Class::default()
        });
        self.note_all_like(class);
        self.sort_in(class);
        class
    }

    fn note_all_like(&mut self, class: usize) {
        let candidates = std::mem::take(&mut self.classes[class].candidates);
        candidates.iter().for_each(|&state| self.note_like(state, class));
        self.classes[class].candidates = candidates;
    }

    /// Notes that `class` may be `state`. Before the list has to grow, those are dropped that fell asleep.
    fn note_like(&mut self, state: usize, class: usize) {
        let like = &mut self.like[state];
        if like.len() == like.capacity() {
            like.retain(|like| self.classes[like.class].slept == like.slept);
        }
        let &Class { slept, height, .. } = &self.classes[class];
        like.push(Likeness { class, slept, height });
    }

    /// Notes whether the class is isolated, unresolved, or a certain state.
    ///
    /// `known_as` counts how many nodes can only be a state. The learner prefers plans that recognise
    /// frequent states early.
    fn sort_in(&mut self, class: usize) {
        let entry = &mut self.classes[class];
        let nodes = entry.members.len();
        let counted = if let [state] = entry.candidates[..] { Some((state, nodes)) } else { None };
        if let Some((state, nodes)) = std::mem::replace(&mut entry.counted, counted) {
            self.known_as[state] -= nodes;
        }
        if let Some((state, nodes)) = counted {
            self.known_as[state] += nodes;
            if entry.was.replace(state) != Some(state) {
                self.changed.extend(&entry.members);
            }
        }
        for (set, belongs) in [
            (&mut self.isolated, entry.candidates.is_empty() && nodes > 0),
            (&mut self.unresolved, entry.candidates.len() > 1 && nodes > 0),
        ] {
            match belongs {
                true => set.insert(class),
                false => set.remove(&class),
            };
        }
    }
}

/// What was observed below a node, as one list: equal lists, equal observations. None if it is long.
///
/// It gives up at [`SHARED`] steps, so that the price of a node with much below it is bounded.
fn key(tree: &ObservationTree, node: NodeId) -> Option<Vec<u64>> {
    let mut key = Vec::new();
    let mut stack = vec![(node, 0)];
    while let Some((node, place)) = stack.pop() {
        for (_, _, child) in tree.children(node) {
            if key.len() >= SHARED {
                return None;
            }
            key.push(place << 32 | u64::from(tree.label(child).number()));
            stack.push((child, key.len() as u64));
        }
    }
    Some(key)
}

/// How many steps the longest observation of this key has.
fn height(key: &[u64]) -> u32 {
    let mut depths: Vec<u32> = Vec::with_capacity(key.len());
    for &step in key {
        let above = place_before(step).map_or(0, |before| depths[before]);
        depths.push(above + 1);
    }
    depths.into_iter().max().unwrap_or(0)
}

/// The place in the key of the step before this one; none for a first step.
#[inline]
fn place_before(step: u64) -> Option<usize> {
    ((step >> 32) as usize).checked_sub(1)
}

/// Whether the node of a state answered something otherwise than this key says. That the key is one piece of memory,
/// which the nodes of a class are not, makes it much faster than to compare with one of them.
fn differs_from_key(tree: &ObservationTree, state: NodeId, key: &[u64]) -> bool {
    let mut nodes = [None; SHARED];
    for (index, &step) in key.iter().enumerate() {
        let parent = place_before(step).map_or(Some(state), |before| nodes[before]);
        let (input, expected) = tree.pair(Label::of_number(step as u32));
        let seen = parent.and_then(|parent| tree.step(parent, input));
        if seen.is_some_and(|(output, _)| output != expected) {
            return true;
        }
        nodes[index] = seen.map(|(_, child)| child);
    }
    false
}

/// Whether `node`, as far as it is known, answers `trace` as observed elsewhere.
///
/// A trace may go on behind what the node knows, and then nothing contradicts it.
fn agrees(tree: &ObservationTree, mut node: NodeId, trace: &Trace) -> bool {
    for &(input, output) in trace {
        match tree.seen(node, input) {
            Seen::Unknown => return true,
            Seen::Final(seen) => return seen == output,
            Seen::Step(seen, _) if seen != output => return false,
            Seen::Step(_, next) => node = next,
        }
    }
    true
}

/// Whether something that was observed of both nodes differs. Neither of them stands behind a final output, and so
/// neither do the nodes below them after equal outputs, unless both do and nothing is below. Give the node of which
/// less is known second: only its steps are looked at one by one.
///
/// It is the definition of apartness, without the word that shows it; for the word there is
/// `ObservationTree::apart`.
fn are_apart(tree: &ObservationTree, mut state: NodeId, mut node: NodeId) -> bool {
    // Observed words may be long, so pairs wait in a list; along a single way there is none to wait.
    let mut waiting = Vec::new();
    loop {
        let mut next = None;
        for (input, output, below) in tree.children(node) {
            match tree.step(state, input) {
                None => {}
                Some((seen, _)) if seen != output => return true,
                Some((_, child)) => waiting.extend(next.replace((child, below))),
            }
        }
        match next.or_else(|| waiting.pop()) {
            Some(pair) => (state, node) = pair,
            None => return false,
        }
    }
}
