//! Discrimination trees: they say which state a word leads to, by asking what comes after it.
//!
//! A leaf is a state. An inner place gives a word and goes on by the outputs. A *fresh* place gives its word right
//! after the word in question, which takes an execution of its own; any other place goes on where the execution
//! stands, so that a whole path of such places is one adaptive execution.
//!
//! # An example
//!
//! The same three states told apart by a tree of two fresh questions (left), and by one adaptive
//! execution (right). A word w is asked `w start` and, if that is not enough, `w wait`; on the right it
//! is asked `w wait` or `w wait start`, in one execution.
//!
//! ```text
//!   start   (fresh)                      wait   (fresh)
//!   ├─ ok ────▶ Idle                     ├─ onFinish ─▶ Running
//!   └─ error ─▶ wait   (fresh)           └─ quiet ────▶ start   (goes on)
//!               ├─ onFinish ─▶ Running                  ├─ ok ────▶ Idle
//!               └─ quiet ────▶ Ended                    └─ error ─▶ Ended
//! ```
//!
//! Places are never removed from the list, only cut off, so that a number stays valid for those who
//! hold it.

use std::collections::VecDeque;

use typestar_model::{InputId, NodeId, ObservationTree, OutputId, Plan, Word};

/// A place in a discrimination tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place(usize);

/// The place above another one, and the outputs that lead from it to the other.
pub(crate) type Parent = (Place, Vec<OutputId>);

#[derive(Clone, Debug)]
enum Content {
    Leaf(usize),
    Inner(Inner),
}

/// A word of several inputs is one question with one answer, whose branches are whole sequences of
/// outputs. To go on adaptively, it has to be taken apart into single inputs
/// ([`DiscriminationTree::replace_by_inputs`]).
#[derive(Clone, Debug)]
struct Inner {
    fresh: bool,
    /// Whether nothing goes on from here for now, because the place may still change.
    held: bool,
    /// Whether the place is outside the tree: it decides between two states for words that were in one leaf.
    aside: bool,
    /// The inputs to give. Only a single input may be followed by places that are not fresh.
    word: Word,
    branches: Vec<(Vec<OutputId>, Place)>,
}

impl Inner {
    fn new(fresh: bool, word: Word) -> Self {
        Self { fresh, held: false, aside: false, word, branches: Vec::new() }
    }
}

/// How far a word comes in a discrimination tree with what has been observed.
///
/// `Lost` and `Held` are exceptions that only `adt` and `ttt` meet; the other three are what sifting
/// is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// It leads to this state.
    State(usize),
    /// Something was not observed: ask the plan of this place.
    Asks(Place),
    /// It was asked aside, and is none of the two states: it has to start again.
    Lost,
    /// It waits at a place that is held.
    Held(Place),
    /// No state under this place answered like that: it is a new one.
    Vacant(Place, Vec<OutputId>),
}

/// Which state a word leads to, as a tree of questions.
#[derive(Clone, Debug)]
pub(crate) struct DiscriminationTree {
    /// The first place is the root.
    places: Vec<Content>,
    parents: Vec<Option<Place>>,
    /// The leaf of each state.
    leaves: Vec<Place>,
}

impl Default for DiscriminationTree {
    /// The tree that takes every word for state 0.
    fn default() -> Self {
        Self { places: vec![Content::Leaf(0)], parents: vec![None], leaves: vec![Place(0)] }
    }
}

impl DiscriminationTree {
    /// A tree of `states` states that is grown from its root by [`Self::add_leaf`] and [`Self::add_inner`].
    pub(crate) fn empty(states: usize) -> Self {
        Self { places: Vec::new(), parents: Vec::new(), leaves: vec![Place(0); states] }
    }

    /// Where every word starts.
    pub(crate) fn root(&self) -> Place {
        Place(0)
    }

    /// How many states it tells apart.
    pub(crate) fn states(&self) -> usize {
        self.leaves.len()
    }

    /// The leaf of a state.
    pub(crate) fn leaf(&self, state: usize) -> Place {
        self.leaves[state]
    }

    /// Adds a place; below `parent` after `outputs`, if there is a parent.
    fn add(&mut self, parent: Option<Parent>, content: Content) -> Place {
        let place = Place(self.places.len());
        self.places.push(content);
        self.parents.push(parent.as_ref().map(|(parent, _)| *parent));
        if let Some((parent, outputs)) = parent {
            self.inner(parent).branches.push((outputs, place));
        }
        place
    }

    fn inner(&mut self, place: Place) -> &mut Inner {
        let Content::Inner(inner) = &mut self.places[place.0] else {
            unreachable!("only inner places branch and hold")
        };
        inner
    }

    /// Adds the leaf of a state; below `parent` after `outputs`, if there is a parent.
    pub(crate) fn add_leaf(&mut self, parent: Option<Parent>, state: usize) -> Place {
        let leaf = self.add(parent, Content::Leaf(state));
        if state == self.leaves.len() {
            self.leaves.push(leaf);
        }
        self.leaves[state] = leaf;
        leaf
    }

    /// Adds a place that gives `word`; below `parent` after `outputs`, if there is a parent.
    pub(crate) fn add_inner(&mut self, parent: Option<Parent>, fresh: bool, word: Word) -> Place {
        self.add(parent, Content::Inner(Inner::new(fresh, word)))
    }

    /// Puts a question where a leaf or another question stood; what was below is gone.
    pub(crate) fn replace(&mut self, place: Place, fresh: bool, word: Word) {
        self.places[place.0] = Content::Inner(Inner::new(fresh, word));
    }

    /// Adds a question outside the tree that tells two states apart.
    ///
    /// Words that stood in a leaf when it was split are known to be one of two states. A question
    /// outside the tree tells which, shorter than the path through the tree would be. A word that fits
    /// neither is `Lost` and starts again from the root.
    pub(crate) fn add_aside(&mut self, word: &[InputId], answers: [(usize, Vec<OutputId>); 2]) -> Place {
        let branches = answers.map(|(state, outputs)| (outputs, self.add(None, Content::Leaf(state))));
        let aside = Inner { aside: true, branches: branches.into(), ..Inner::new(true, word.to_vec()) };
        self.add(None, Content::Inner(aside))
    }

    /// Puts a word where a leaf or another question stood, input by input, so that it can go on adaptively. It tells
    /// two states apart, whose answers differ in the last output only.
    pub(crate) fn replace_by_inputs(
        &mut self,
        place: Place,
        fresh: bool,
        word: &[InputId],
        answers: [(usize, Vec<OutputId>); 2],
    ) {
        self.replace(place, fresh, vec![word[0]]);
        let mut last = place;
        for (&input, &output) in word[1..].iter().zip(&answers[0].1) {
            last = self.add_inner(Some((last, vec![output])), false, vec![input]);
        }
        for (state, outputs) in answers {
            self.add_leaf(Some((last, vec![outputs[word.len() - 1]])), state);
        }
    }

    /// Holds words at this place, or lets them go on.
    pub(crate) fn hold(&mut self, place: Place, held: bool) {
        self.inner(place).held = held;
    }

    /// The inputs given on the way to `place` since the execution started.
    ///
    /// What was given since the last fresh place. A question that goes on must take it into account: it
    /// is asked in the states that the run leads to.
    pub(crate) fn run_to(&self, place: Place) -> Word {
        let mut words = Vec::new();
        for inner in self.above(place) {
            words.push(&inner.word);
            if inner.fresh {
                break;
            }
        }
        words.into_iter().rev().flatten().copied().collect()
    }

    /// The questions on the way from `place` up to the root.
    fn above(&self, mut place: Place) -> impl Iterator<Item = &Inner> {
        std::iter::from_fn(move || {
            place = self.parents[place.0]?;
            let Content::Inner(inner) = &self.places[place.0] else { unreachable!("only inner places branch") };
            Some(inner)
        })
    }

    /// How many executions, and how many inputs in them, it takes to come to the leaf of a state.
    ///
    /// What `adaptive_tree.rs` compares trees by: executions are dear, inputs are cheap.
    pub(crate) fn cost(&self, state: usize) -> (usize, usize) {
        let questions = self.above(self.leaves[state]);
        questions.fold((0, 0), |(executions, inputs), inner| {
            (executions + usize::from(inner.fresh), inputs + inner.word.len())
        })
    }

    /// Follows what was observed after `node`, from a place where an execution starts.
    ///
    /// It follows only what the tree knows and asks nothing. At a fresh place it goes back to the node
    /// in question, because a new execution starts there.
    pub(crate) fn sift(&self, tree: &ObservationTree, node: NodeId, start: Place) -> Arrival {
        let (mut place, mut run, mut current) = (start, start, node);
        loop {
            let inner = match &self.places[place.0] {
                Content::Leaf(state) => return Arrival::State(*state),
                Content::Inner(inner) if inner.held => return Arrival::Held(place),
                Content::Inner(inner) => inner,
            };
            if inner.fresh {
                (run, current) = (place, node);
            }
            let Some(outputs) = tree.outputs_from(current, &inner.word) else { return Arrival::Asks(run) };
            let Some((_, next)) = inner.branches.iter().find(|(answer, _)| *answer == outputs) else {
                return if inner.aside { Arrival::Lost } else { Arrival::Vacant(place, outputs) };
            };
            current = tree.follow(current, &inner.word).expect("the outputs are known");
            place = *next;
        }
    }

    /// What to give after a word that starts at `place`: one execution.
    ///
    /// It stops at fresh places, because these need another execution, and at held ones, because what
    /// they ask may change.
    pub(crate) fn plan(&self, place: Place) -> Plan {
        match &self.places[place.0] {
            Content::Inner(inner) if !inner.held => {
                let next = inner.branches.iter().filter(|(_, next)| self.goes_on(*next));
                let then = next.map(|(outputs, next)| (outputs[outputs.len() - 1].into(), self.plan(*next))).collect();
                Plan { then, ..Plan::word(&inner.word[..]) }
            }
            _ => Plan::default(),
        }
    }

    /// Whether the execution that comes to this place gives another input.
    fn goes_on(&self, place: Place) -> bool {
        matches!(&self.places[place.0], Content::Inner(inner) if !inner.fresh && !inner.held)
    }
}

/// The shortest word that was observed from both nodes with different last outputs, the first in alphabet order.
///
/// Both children lists are sorted by input, so one pass over both finds the common inputs. Breadth
/// first gives the shortest word.
pub(crate) fn shortest_separation(tree: &ObservationTree, p: NodeId, q: NodeId) -> Option<Word> {
    let mut queue = VecDeque::from([(p, q)]);
    while let Some((left, right)) = queue.pop_front() {
        let mut others = tree.children(right).peekable();
        for (input, output, child) in tree.children(left) {
            while others.next_if(|&(other, ..)| other < input).is_some() {}
            match others.next_if(|&(other, ..)| other == input) {
                Some((_, seen, _)) if seen != output => {
                    return Some(tree.access_word(child).split_off(tree.access_word(p).len()));
                }
                Some((_, _, other)) => queue.push_back((child, other)),
                None => {}
            }
        }
    }
    None
}

/// How many inputs of `word` it takes until the outputs after the two nodes differ; all of it was observed.
pub(crate) fn first_difference(tree: &ObservationTree, p: NodeId, q: NodeId, word: &[InputId]) -> Option<usize> {
    let (left, right) = (tree.outputs_from(p, word)?, tree.outputs_from(q, word)?);
    left.iter().zip(&right).position(|(left, right)| left != right).map(|at| at + 1)
}
