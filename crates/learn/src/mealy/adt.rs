//! ADT: learning with an adaptive discrimination tree.
//!
//! A path of the tree is one execution that chooses each input by the outputs before it; only where no input helps
//! any more does the execution end and another start.
//!
//! ```text
//!   wait                                  the timer of the zoo:
//!   ├─ onFinish ─▶ Running                one execution `... wait` or `... wait start`
//!   └─ quiet ────▶ start                  tells all three states apart
//!                  ├─ ok ────▶ Idle
//!                  └─ error ─▶ Ended
//! ```
//!
//! With the tree of [`crate::Kv`] the state `Ended` takes two executions, one for each question. Here
//! the second question goes on where the first one ended.
//!
//! That is not always possible. If two states lead to one state under the inputs given so far, nothing
//! that follows can tell them apart: the execution has to end, and another one starts afresh. Which
//! order of inputs avoids that is what `adaptive_tree.rs` computes.

use typestar_model::{InputId, ObservationTree, OutputId, Word};

use crate::Learner;
use crate::mealy::adaptive_tree::cheaper_tree;
use crate::mealy::discrimination::{first_difference, shortest_separation};
use crate::mealy::hypothesis::MealyHypothesis;
use crate::mealy::sifting::{Sifting, Split, Stand};
use crate::oracle::{Halt, Oracle};

/// The ADT learner (adaptive discrimination tree).
///
/// Use it where a reset costs more than an input: most transitions take one execution. It needs a system that lets
/// the next input be chosen by the last output.
///
/// When the number of states has grown by a fifth, the tree is computed anew from the hypothesis. Only the states
/// themselves are asked to confirm it; transitions stay where the old tree brought them, as long as no counterexample
/// has something against it.
///
/// ```
/// use typestar_learn::{Adt, Learner as _};
/// use typestar_testing::{Teacher, zoo};
///
/// let mut oracle = Teacher::new(zoo("CountDownTimer"), &["error"]);
/// let mut learner = Adt::new();
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while oracle.refute(&hypothesis) {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(hypothesis.access.len(), 3);
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
#[derive(Default)]
pub struct Adt {
    sifting: Sifting,
    /// How many states there were when the tree was last computed; that of two states needs no computing.
    computed_for: usize,
}

impl Adt {
    /// A learner that knows nothing yet.
    pub fn new() -> Self {
        Self::default()
    }
}

impl Learner for Adt {
    type Hypothesis = MealyHypothesis;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<MealyHypothesis, Halt> {
        let computed_for = &mut self.computed_for;
        self.sifting.hypothesis(oracle, &mut |sifting, oracle, hypothesis, split| {
            // A right hypothesis needs no better tree: it is computed when a counterexample has come.
            if 5 * sifting.states() >= 6 * (*computed_for).max(2) {
                *computed_for = sifting.states();
                if let Some(tree) = cheaper_tree(hypothesis, &sifting.discrimination) {
                    sifting.exchange(oracle, tree)?;
                }
            }
            refine(sifting, oracle, &split)
        })
    }
}

/// Splits a leaf. Where it can, the question goes on in the execution that leads to the leaf.
///
/// The new question has two forms. The *extension* goes on in the execution that leads to the leaf, so
/// that words to come need no execution more. The *short word* starts afresh after the word in
/// question, and decides at less cost what was in the leaf already: for these words the execution is
/// over.
fn refine(sifting: &mut Sifting, oracle: &mut dyn Oracle, split: &Split) -> Result<(), Halt> {
    if !sifting.is_split(oracle, split)? {
        return Ok(());
    }
    let run = sifting.discrimination.run_to(sifting.discrimination.leaf(split.old));
    let (new, place) = sifting.split(oracle.tree(), split);
    let pair = [split.old, new];
    let mut extension = None;
    if !run.is_empty() {
        sifting.discrimination.hold(place, true);
        sifting.settle(oracle)?;
        extension = find_extension(sifting, oracle, pair, &run)?;
    }
    let tree = oracle.tree();
    let word = shortest_separation(tree, sifting.node(pair[0]), sifting.node(pair[1])).expect("they were split");
    let short = answers(sifting, tree, pair, &[], &word);
    let Some(extension) = extension else {
        sifting.discrimination.replace_by_inputs(place, true, &word, short);
        return Ok(());
    };
    let long = answers(sifting, tree, pair, &run, &extension);
    sifting.discrimination.replace_by_inputs(place, false, &extension, long);
    // What was in the leaf already is one of the two: the short word decides at less cost.
    let aside = sifting.discrimination.add_aside(&word, short);
    for transition in sifting.transitions(|stand| stand == Stand::Open(place)) {
        sifting.reopen(transition, aside);
    }
    Ok(())
}

/// What two states answer to `word` after `run`; all of it was observed.
fn answers(
    sifting: &Sifting,
    tree: &ObservationTree,
    pair: [usize; 2],
    run: &[InputId],
    word: &[InputId],
) -> [(usize, Vec<OutputId>); 2] {
    pair.map(|state| {
        let node = tree.follow(sifting.node(state), run).expect("the run was observed");
        (state, tree.outputs_from(node, word).expect("the word was observed"))
    })
}

/// A word that tells two states of one leaf apart after the inputs that led to the leaf.
///
/// First it looks for what was observed. If there is nothing, it guesses by the states that the two
/// executions are believed to end in, and asks one word for each to find out.
fn find_extension(
    sifting: &Sifting,
    oracle: &mut dyn Oracle,
    pair: [usize; 2],
    run: &[InputId],
) -> Result<Option<Word>, Halt> {
    let tree = oracle.tree();
    let ends = pair.map(|state| tree.follow(sifting.node(state), run).expect("the leaf was reached"));
    if tree.final_output(ends[0]).is_some() {
        return Ok(None);
    }
    if let Some(word) = shortest_separation(tree, ends[0], ends[1]) {
        return Ok(Some(word));
    }
    let [Some(left), Some(right)] = pair.map(|state| believed(sifting, state, run)) else { return Ok(None) };
    let Some(word) = shortest_separation(tree, sifting.node(left), sifting.node(right)) else { return Ok(None) };
    sifting.ask_behind(oracle, &ends, &word)?;
    let length = first_difference(oracle.tree(), ends[0], ends[1], &word);
    Ok(length.map(|length| word[..length].to_vec()))
}

/// The state that a word leads to, as far as transitions were sifted.
fn believed(sifting: &Sifting, state: usize, word: &[InputId]) -> Option<usize> {
    word.iter().try_fold(state, |state, &input| match sifting.stand(state, input) {
        Stand::State(next) => Some(next),
        Stand::Open(_) | Stand::Sink(_) => None,
    })
}
