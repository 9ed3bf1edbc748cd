//! What every hypothesis can do, whatever kind of model it is.

use std::collections::VecDeque;

use typestar_model::{InputId, OutputId, Word};

use crate::oracle::Observed;

/// A guess about the system that says what the system answers to every word.
///
/// A learner that looks at new observations only may have one that an old observation contradicts:
/// [`Hypothesis::disagreement`] tells.
///
/// ```
/// use typestar_learn::{Hypothesis, Observed};
/// use typestar_model::{InputId, Inputs, ObservationTree, OutputId, Outputs};
///
/// /// The system answers everything alike.
/// struct Constant(&'static str);
///
/// impl Hypothesis for Constant {
///     fn predict(&self, observed: Observed, word: &[InputId]) -> Vec<Option<OutputId>> {
///         vec![observed.outputs.get(self.0); word.len()]
///     }
///
///     fn size(&self) -> usize {
///         1
///     }
/// }
///
/// let (mut inputs, mut outputs, mut tree) = (Inputs::default(), Outputs::default(), ObservationTree::new());
/// let (input, ok, error) = (inputs.intern("start"), outputs.intern("ok"), outputs.intern("error"));
/// tree.insert(&[input, input, input], &[ok, error, ok]).unwrap();
/// let observed = Observed { tree: &tree, inputs: &inputs, outputs: &outputs };
/// assert_eq!(Constant("ok").disagreement(observed), Some(vec![input, input]));
/// assert_eq!(Constant("never seen").disagreement(observed), Some(vec![input]));
/// ```
pub trait Hypothesis {
    /// The outputs that it expects for a word, one for each input. They end where it says nothing: at an input that
    /// appeared later. None stands for an output that nobody has seen yet: it differs from all that were seen.
    fn predict(&self, observed: Observed, word: &[InputId]) -> Vec<Option<OutputId>>;

    /// How many states it has that can be asked about, or locations: what a limit of states counts.
    fn size(&self) -> usize;

    /// How many states people count in it.
    fn states(&self) -> usize {
        self.size()
    }

    /// How many registers it has; none if it is of a kind without registers.
    fn registers(&self) -> Option<usize> {
        None
    }

    /// The shortest prefix of `word` whose observed outputs it contradicts. Not all of `word` need have been observed.
    fn disagreement_on(&self, observed: Observed, word: &[InputId]) -> Option<Word> {
        let seen = observed.tree.known_outputs_from(observed.tree.root(), word);
        let expected = self.predict(observed, word);
        let at = seen.iter().zip(&expected).position(|(&seen, &expected)| expected != Some(seen))?;
        Some(word[..=at].to_vec())
    }

    /// The shortest observed word whose outputs it contradicts.
    ///
    /// This asks for a prediction at every node of the tree. A kind of model that can be walked along the tree does so
    /// instead.
    fn disagreement(&self, observed: Observed) -> Option<Word> {
        let tree = observed.tree;
        let mut queue = VecDeque::from([tree.root()]);
        while let Some(node) = queue.pop_front() {
            for (_, output, child) in tree.children(node) {
                let word = tree.access_word(child);
                let expected = self.predict(observed, &word);
                if expected.get(word.len() - 1).is_some_and(|&expected| expected != Some(output)) {
                    return Some(word);
                }
                queue.push_back(child);
            }
        }
        None
    }

    /// Observed words that carry what is new since the `earlier` hypothesis. Where the case asks for it they are run
    /// again, before something is built on them.
    fn news(&self, _earlier: Option<&Self>, _observed: Observed) -> Vec<Word>
    where
        Self: Sized,
    {
        Vec::new()
    }
}
