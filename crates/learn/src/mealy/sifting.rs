//! Learning with a discrimination tree: every transition is sifted down to a leaf, which names its target.
//!
//! Three learners share this: [`crate::Kv`], [`crate::Ttt`] and [`crate::Adt`]. They differ in one
//! function, [`Refine`], which says what question splits a leaf.
//!
//! ```text
//!   1. settle     every open transition goes down the tree of questions; what it was not asked is asked
//!   2. build      each transition stands at a leaf: the leaf names its target
//!   3. compare    with the observation tree; agreement is the end
//!   4. analyse    a disagreement by halves: which transition does not lead where it stands?
//!   5. refine     the leaf becomes a question with two leaves; its transitions are open again
//! ```
//!
//! # Invariants
//!
//! - `stands` and `nodes` belong together: transition `t` is that of state `t / inputs` under input `t
//!   % inputs`.
//! - `open` lists every transition whose stand is open. It may list others, which `sift` skips.
//! - A state's access word is the access word of another state and one input, because a state is born
//!   at the end of a transition.
//!
//! # Cost
//!
//! A transition is asked as many questions as its leaf is deep: log n in a balanced tree and n in the
//! worst one. When a leaf is split, only its own transitions go on from there; all others stay.

use typestar_model::{Id, InputId, NodeId, ObservationTree, OutputId, Plan, Seen, Word};

use crate::hypothesis::Hypothesis;
use crate::mealy::discrimination::{Arrival, DiscriminationTree, Place, first_difference};
use crate::mealy::hypothesis::{Destination, MealyHypothesis, build, plan_behind, widened};
use crate::oracle::{Halt, Oracle};

/// The most executions in one batch; their plans are in memory together.
///
/// What does not fit stays open and comes with the next batch.
const BATCH: usize = 512;

/// Where a transition stands.
///
/// An open transition remembers how far it came, so that no question is asked twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stand {
    /// It has to be sifted on from this place.
    Open(Place),
    /// It leads to this state.
    State(usize),
    /// It ends in the sink of a final output.
    Sink(OutputId),
}

/// Two words that the hypothesis took for one state, and what tells them apart.
///
/// It is what a counterexample is worth: one transition, the state that it was taken for, and a word on
/// which the two differ.
#[derive(Clone, Debug)]
pub(crate) struct Split {
    /// The state that is there already.
    pub(crate) old: usize,
    /// The transition that does not lead to it.
    pub(crate) transition: usize,
    /// What they answer differently.
    pub(crate) suffix: Word,
}

/// What a learner does about a split, which the hypothesis does not know.
pub(crate) type Refine<'a> = dyn FnMut(&mut Sifting, &mut dyn Oracle, &MealyHypothesis, Split) -> Result<(), Halt> + 'a;

/// States, transitions, and the discrimination tree that connects them: what the learners `kv`, `ttt` and `adt` share.
#[derive(Default)]
pub(crate) struct Sifting {
    pub(crate) discrimination: DiscriminationTree,
    /// The node of each state's access word.
    nodes: Vec<NodeId>,
    /// `stands[state * inputs + input]`
    stands: Vec<Stand>,
    /// The transitions that are open.
    open: Vec<usize>,
    inputs: usize,
}

impl Sifting {
    /// The node of a state's access word.
    pub(crate) fn node(&self, state: usize) -> NodeId {
        self.nodes[state]
    }

    /// How many states there are.
    pub(crate) fn states(&self) -> usize {
        self.nodes.len()
    }

    /// Where the transition of a state under an input stands.
    pub(crate) fn stand(&self, state: usize, input: InputId) -> Stand {
        match input.index() < self.inputs {
            true => self.stands[self.transition(state, input)],
            false => Stand::Open(self.discrimination.root()),
        }
    }

    /// The transition of a state under an input.
    pub(crate) fn transition(&self, state: usize, input: InputId) -> usize {
        state * self.inputs + input.index()
    }

    /// The node behind a transition, if it was observed.
    pub(crate) fn end(&self, tree: &ObservationTree, transition: usize) -> Option<NodeId> {
        tree.child(self.nodes[transition / self.inputs], InputId::new(transition % self.inputs))
    }

    /// Asks until there is a hypothesis that agrees with the tree. `refine` makes use of what tells two words of one
    /// state apart.
    ///
    /// The last counterexample is tried first. Often it still is one, and then no tree has to be
    /// walked.
    pub(crate) fn hypothesis(&mut self, oracle: &mut dyn Oracle, refine: &mut Refine) -> Result<MealyHypothesis, Halt> {
        if self.nodes.is_empty() {
            self.inputs = oracle.offered();
            self.add_state(oracle.tree().root());
        }
        let mut last = Word::new();
        loop {
            self.widen(oracle.offered());
            self.settle(oracle)?;
            let hypothesis = self.build(oracle);
            let observed = oracle.observed();
            match hypothesis.disagreement_on(observed, &last).or_else(|| hypothesis.disagreement(observed)) {
                None => return Ok(hypothesis),
                Some(word) => {
                    let split = self.analyse(oracle, &hypothesis, word.clone())?;
                    refine(self, oracle, &hypothesis, split)?;
                    last = word;
                }
            }
        }
    }

    /// Takes note of new inputs: in every state they have to be sifted.
    fn widen(&mut self, inputs: usize) {
        if inputs <= self.inputs {
            return;
        }
        let open = Stand::Open(self.discrimination.root());
        self.stands = widened(&self.stands, (self.inputs, inputs), self.states(), open);
        self.inputs = inputs;
        self.open = self.transitions(|stand| matches!(stand, Stand::Open(_)));
    }

    /// Makes the end of a word a state. Its leaf is there already.
    fn add_state(&mut self, node: NodeId) {
        self.nodes.push(node);
        self.open.extend(self.stands.len()..self.stands.len() + self.inputs);
        self.stands.resize(self.stands.len() + self.inputs, Stand::Open(self.discrimination.root()));
    }

    /// Lets a transition start again from `place`.
    pub(crate) fn reopen(&mut self, transition: usize, place: Place) {
        if !matches!(self.stands[transition], Stand::Open(_)) {
            self.open.push(transition);
        }
        self.stands[transition] = Stand::Open(place);
    }

    /// The transitions for which `is_wanted` holds.
    pub(crate) fn transitions(&self, is_wanted: impl Fn(Stand) -> bool) -> Vec<usize> {
        (0..self.stands.len()).filter(|&transition| is_wanted(self.stands[transition])).collect()
    }

    /// Sifts all open transitions until each is at a leaf, or at a place that is held.
    ///
    /// All open transitions advance together, one question at a time, so that the oracle gets large
    /// batches.
    pub(crate) fn settle(&mut self, oracle: &mut dyn Oracle) -> Result<(), Halt> {
        self.open.sort_unstable();
        loop {
            let plans = self.sift_open(oracle.tree());
            if plans.is_empty() {
                return Ok(());
            }
            oracle.note_states(self.states())?;
            oracle.ask(plans)?;
        }
    }

    /// Sifts open transitions as far as the tree knows; what to ask next.
    ///
    /// New states may appear on the way, and their transitions are appended to the list that is being
    /// read.
    fn sift_open(&mut self, tree: &ObservationTree) -> Vec<Plan> {
        let (mut plans, mut next, mut still_open) = (Vec::new(), 0, Vec::new());
        while let Some(&transition) = self.open.get(next) {
            next += 1;
            if plans.len() == BATCH {
                still_open.push(transition);
                continue;
            }
            plans.extend(self.sift(tree, transition));
            if matches!(self.stands[transition], Stand::Open(_)) {
                still_open.push(transition);
            }
        }
        self.open = still_open;
        plans
    }

    /// Sifts one transition as far as the tree knows; what to ask next.
    ///
    /// A transition that arrives where no leaf is for its answers has found a new state: no
    /// counterexample was needed.
    fn sift(&mut self, tree: &ObservationTree, transition: usize) -> Option<Plan> {
        let Stand::Open(place) = self.stands[transition] else { return None };
        let (state, input) = (self.nodes[transition / self.inputs], InputId::new(transition % self.inputs));
        let node = match tree.seen(state, input) {
            Seen::Unknown => return Some(self.plan(tree, state, input, place)),
            Seen::Step(output, _) | Seen::Final(output) if tree.is_final(output) => {
                self.stands[transition] = Stand::Sink(output);
                return None;
            }
            Seen::Step(_, node) => node,
            Seen::Final(_) => unreachable!("a state is not behind a final output"),
        };
        let root = self.discrimination.root();
        let (stand, plan) = match self.discrimination.sift(tree, node, place) {
            // It was brought to its place by another tree, and this one may know it. Only the root knows who is new.
            Arrival::Lost | Arrival::Vacant(..) if place != root => {
                self.stands[transition] = Stand::Open(root);
                return self.sift(tree, transition);
            }
            Arrival::Lost => unreachable!("only places aside lose words"),
            Arrival::State(state) => (Stand::State(state), None),
            Arrival::Held(place) => (Stand::Open(place), None),
            Arrival::Asks(place) => (Stand::Open(place), Some(self.plan(tree, state, input, place))),
            Arrival::Vacant(place, outputs) => {
                let fresh = self.nodes.len();
                self.discrimination.add_leaf(Some((place, outputs)), fresh);
                self.add_state(node);
                (Stand::State(fresh), None)
            }
        };
        self.stands[transition] = stand;
        plan
    }

    fn plan(&self, tree: &ObservationTree, state: NodeId, input: InputId, place: Place) -> Plan {
        plan_behind(tree, state, &[input], self.discrimination.plan(place))
    }

    fn build(&self, oracle: &dyn Oracle) -> MealyHypothesis {
        let tree = oracle.tree();
        build(oracle, self.inputs, &self.nodes, |state, input| {
            match (self.stand(state, input), tree.seen(self.nodes[state], input)) {
                (Stand::Sink(output), _) => (output, Destination::Sink(output)),
                (Stand::State(target), Seen::Step(output, _)) => (output, Destination::State(target)),
                _ => unreachable!("every transition was sifted"),
            }
        })
    }

    /// Finds by halves where a counterexample leaves the states that the hypothesis names (Rivest and Schapire).
    ///
    /// Each trial may also shorten the word: what lies behind the first wrong output is not needed.
    fn analyse(&self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis, mut word: Word) -> Result<Split, Halt> {
        // Behind the access word of the state after `low` inputs the rest is answered differently from what the
        // hypothesis says; behind that after `high` inputs it is answered as it says.
        let (mut low, mut high) = (0, word.len() - 1);
        while high - low > 1 {
            let middle = (low + high) / 2;
            match self.refuted(oracle, hypothesis, &word, middle)? {
                Some(length) => {
                    word.truncate(length);
                    (low, high) = (middle, high.min(length - 1));
                }
                None => high = middle,
            }
        }
        let (state, input) = (hypothesis.state_after(&word[..low]), word[low]);
        let old = hypothesis.target(state, input).index();
        Ok(Split { old, transition: self.transition(state.index(), input), suffix: word[high..].to_vec() })
    }

    /// Whether the system contradicts the hypothesis when the first `length` inputs are replaced by the access word of
    /// their state: the shortest prefix that shows it.
    fn refuted(
        &self,
        oracle: &mut dyn Oracle,
        hypothesis: &MealyHypothesis,
        word: &[InputId],
        length: usize,
    ) -> Result<Option<usize>, Halt> {
        let state = hypothesis.state_after(&word[..length]);
        let (node, rest) = (self.nodes[state.index()], &word[length..]);
        self.ask_behind(oracle, &[node], rest)?;
        let observed = oracle.tree().outputs_from(node, rest).expect("the word was just asked");
        let expected = hypothesis.machine.run_from(state, rest);
        Ok(observed.iter().zip(&expected).position(|(seen, expected)| seen != expected).map(|at| length + at + 1))
    }

    /// Asks what `word` answers behind these nodes.
    pub(crate) fn ask_behind(&self, oracle: &mut dyn Oracle, nodes: &[NodeId], word: &[InputId]) -> Result<(), Halt> {
        let tree = oracle.tree();
        let plans = nodes.iter().map(|&node| Plan::word([&tree.access_word(node)[..], word].concat())).collect();
        oracle.ask(plans)
    }

    /// Sifts the transition of a split anew. It still leads to the old state, unless the tree of questions has changed
    /// since it was sifted; only then may it be made a state of its own.
    ///
    /// Between the analysis and the split, the tree of questions may have been exchanged or made finer.
    /// Then the transition may stand elsewhere by now, and there is nothing left to split.
    pub(crate) fn is_split(&mut self, oracle: &mut dyn Oracle, split: &Split) -> Result<bool, Halt> {
        self.reopen(split.transition, self.discrimination.root());
        self.settle(oracle)?;
        Ok(self.stands[split.transition] == Stand::State(split.old))
    }

    /// Makes the end of the split's transition a state, told from the old one by a word of the suffix's beginning.
    /// Returns the new state and the place of the question.
    pub(crate) fn split(&mut self, tree: &ObservationTree, split: &Split) -> (usize, Place) {
        let node = self.end(tree, split.transition).expect("the transition was asked");
        let old_node = self.nodes[split.old];
        let length = first_difference(tree, old_node, node, &split.suffix).expect("the suffix tells them apart");
        let place = self.discrimination.leaf(split.old);
        let fresh = self.nodes.len();
        self.question(tree, place, split.suffix[..length].to_vec(), [(split.old, old_node), (fresh, node)]);
        self.add_state(node);
        for transition in self.transitions(|stand| stand == Stand::State(split.old)) {
            self.reopen(transition, place);
        }
        (fresh, place)
    }

    /// Takes another discrimination tree of the same states, unless the system answers differently from what the tree
    /// says of them. Transitions stay where they are.
    ///
    /// Transitions keep their targets: sifting them again would cost a word for each. If one of them
    /// would arrive elsewhere in the new tree, a counterexample will show it.
    pub(crate) fn exchange(&mut self, oracle: &mut dyn Oracle, other: DiscriminationTree) -> Result<(), Halt> {
        loop {
            let mut plans = Vec::new();
            for (state, &node) in self.nodes.iter().enumerate() {
                match other.sift(oracle.tree(), node, other.root()) {
                    Arrival::State(arrived) if arrived == state => {}
                    Arrival::Asks(place) => plans.push(plan_behind(oracle.tree(), node, &[], other.plan(place))),
                    _ => return Ok(()),
                }
            }
            if plans.is_empty() {
                self.discrimination = other;
                return Ok(());
            }
            oracle.ask(plans)?;
        }
    }

    /// Puts a fresh question at `place` that tells two states apart, which were observed behind these nodes.
    pub(crate) fn question(&mut self, tree: &ObservationTree, place: Place, word: Word, states: [(usize, NodeId); 2]) {
        self.discrimination.replace(place, true, word.clone());
        for (state, node) in states {
            let outputs = tree.outputs_from(node, &word).expect("the word was observed behind both");
            self.discrimination.add_leaf(Some((place, outputs)), state);
        }
    }
}
