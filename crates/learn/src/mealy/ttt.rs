//! TTT: learning with a discrimination tree whose questions stay short, however long the counterexamples are.
//!
//! # How a question becomes short
//!
//! A counterexample of forty inputs may split a leaf by a suffix of twenty. But if two states differ,
//! they differ in an output at once, or under some input they lead to two states that differ. So there
//! is a question of one input and a question that the tree has already, sooner or later:
//!
//! 1. Take the shortest word that was *observed* to tell the two states apart. It is never longer than
//!    the suffix.
//! 2. If its first input seems to lead both states to one state, then one of these transitions is
//!    wrong: the rest of the word tells it from its target. That is a split with a shorter suffix.
//! 3. Do that one first. When it is done, a shorter word tells the first pair apart.
//!
//! While a question may still become shorter its place is *held*: words stop there, so that none of
//! them pays for the long form.
//!
//! # Cost
//!
//! One more word here and there while a question is shortened, and a short question for ever after. The
//! published algorithm keeps such questions in blocks and shortens them later; here that is done at
//! once, before anything else is sifted through them.

use typestar_model::{InputId, NodeId};

use crate::Learner;
use crate::mealy::discrimination::{Place, shortest_separation};
use crate::mealy::hypothesis::MealyHypothesis;
use crate::mealy::sifting::{Sifting, Split, Stand};
use crate::oracle::{Halt, Oracle};

/// The TTT learner: [`crate::Kv`] with short questions.
///
/// Use it where counterexamples are long, as those of random testers are. The suffix of a counterexample tells two
/// states apart but would make every later word long; here it is replaced by the shortest observed word that does the
/// same before anything else is sifted through it. (As published, but at once instead of in blocks.)
///
/// ```
/// use typestar_learn::{Learner as _, Streamed, SuiteKind, Tester as _, Ttt, Outcome};
/// use typestar_testing::{Teacher, zoo};
///
/// // Random words make long counterexamples: what this learner is made for.
/// let mut oracle = Teacher::new(zoo("CountDownTimer"), &["error"]);
/// let mut tester = Streamed::new(vec![SuiteKind::RandomWalk(Some(500))], 1);
/// let mut learner = Ttt::new();
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while tester.test(&mut oracle, &hypothesis)? != Outcome::Agreed {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(hypothesis.access.len(), 3);
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
#[derive(Default)]
pub struct Ttt {
    sifting: Sifting,
}

impl Ttt {
    /// A learner that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Learner for Ttt {
    type Hypothesis = MealyHypothesis;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<MealyHypothesis, Halt> {
        self.sifting.hypothesis(oracle, &mut |sifting, oracle, _, split| refine(sifting, oracle, &split))
    }
}

/// Splits a leaf, and finds a short question for it. On the way other leaves may have to be split first; there can be as
/// many of them as the question has inputs, so they are kept in a list.
///
/// The list is a stack: the last split is the shortest and is settled first.
fn refine(sifting: &mut Sifting, oracle: &mut dyn Oracle, split: &Split) -> Result<(), Halt> {
    let mut held = Vec::from_iter(split_leaf(sifting, oracle, split)?);
    while let Some(&(place, pair)) = held.last() {
        sifting.settle(oracle)?;
        match shorten(sifting, oracle, place, pair)? {
            Some(deeper) => held.extend(split_leaf(sifting, oracle, &deeper)?),
            None => {
                sifting.discrimination.hold(place, false);
                held.pop();
            }
        }
    }
    Ok(())
}

/// Splits a leaf. If its question may become shorter, its place is held and returned, with the pair it tells apart.
///
/// A question of one input cannot become shorter, so its place need not be held.
fn split_leaf(
    sifting: &mut Sifting,
    oracle: &mut dyn Oracle,
    split: &Split,
) -> Result<Option<(Place, [usize; 2])>, Halt> {
    if !sifting.is_split(oracle, split)? {
        return Ok(None);
    }
    let (new, place) = sifting.split(oracle.tree(), split);
    if split.suffix.len() == 1 {
        return Ok(None);
    }
    sifting.discrimination.hold(place, true);
    Ok(Some((place, [split.old, new])))
}

/// Asks the shortest word that was observed to tell the pair apart. If both still seem to lead to one state under its
/// first input, then one of them does not: that is a split which promises a shorter word.
fn shorten(
    sifting: &mut Sifting,
    oracle: &mut dyn Oracle,
    place: Place,
    pair: [usize; 2],
) -> Result<Option<Split>, Halt> {
    let nodes = pair.map(|state| sifting.node(state));
    let word = shortest_separation(oracle.tree(), nodes[0], nodes[1]).expect("the suffix was observed");
    sifting.question(oracle.tree(), place, word.clone(), [(pair[0], nodes[0]), (pair[1], nodes[1])]);
    sifting.discrimination.hold(place, true);
    let (first, rest) = (word[0], &word[1..]);
    match pair.map(|state| sifting.stand(state, first)) {
        [Stand::State(left), Stand::State(right)] if left == right && !rest.is_empty() => {
            misled(sifting, oracle, pair, first, left, rest)
        }
        _ => Ok(None),
    }
}

/// The transition of the pair under `first` that answers `rest` differently from the state it is taken for.
///
/// The ends of the two transitions answer `rest` differently, so at least one of them differs from the
/// target.
fn misled(
    sifting: &Sifting,
    oracle: &mut dyn Oracle,
    pair: [usize; 2],
    first: InputId,
    target: usize,
    rest: &[InputId],
) -> Result<Option<Split>, Halt> {
    let node = sifting.node(target);
    sifting.ask_behind(oracle, &[node], rest)?;
    let tree = oracle.tree();
    let expected = tree.outputs_from(node, rest);
    let differs = |end: NodeId| tree.outputs_from(end, rest) != expected;
    let transitions = pair.map(|state| sifting.transition(state, first));
    let misled = transitions.into_iter().find(|&transition| sifting.end(tree, transition).is_some_and(differs));
    Ok(misled.map(|transition| Split { old: target, transition, suffix: rest.to_vec() }))
}
