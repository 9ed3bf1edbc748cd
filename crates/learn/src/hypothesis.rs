//! What every hypothesis can do, whatever kind of model it is.

use typestar_model::{InputId, ObservationTree, OutputId, Word};

/// A guess about the system that says what the system answers to every word.
///
/// A learner that looks at new observations only may have one that an old observation contradicts:
/// [`Hypothesis::disagreement`] tells.
///
/// ```
/// use typestar_learn::Hypothesis;
/// use typestar_model::{Id, InputId, ObservationTree, OutputId};
///
/// /// The system answers everything alike.
/// struct Constant(OutputId);
///
/// impl Hypothesis for Constant {
///     fn predict(&self, word: &[InputId]) -> Vec<OutputId> {
///         vec![self.0; word.len()]
///     }
///
///     fn size(&self) -> usize {
///         1
///     }
/// }
///
/// let (input, ok, error) = (InputId::new(0), OutputId::new(0), OutputId::new(1));
/// let mut tree = ObservationTree::new();
/// tree.insert(&[input, input, input], &[ok, error, ok]).unwrap();
/// assert_eq!(Constant(ok).disagreement(&tree), Some(vec![input, input]));
/// ```
pub trait Hypothesis {
    /// The outputs that it expects for a word, one for each input. They end where it says nothing: at an input that
    /// appeared later.
    fn predict(&self, word: &[InputId]) -> Vec<OutputId>;

    /// How many states it has that can be asked about, or locations: what a limit of states counts.
    fn size(&self) -> usize;

    /// How many states people count in it.
    fn states(&self) -> usize {
        self.size()
    }

    /// The shortest prefix of `word` whose observed outputs it contradicts.
    fn disagreement_on(&self, tree: &ObservationTree, word: &[InputId]) -> Option<Word> {
        let observed = tree.outputs_of(word)?;
        let expected = self.predict(word);
        let at = observed.iter().zip(&expected).position(|(seen, expected)| seen != expected)?;
        Some(word[..=at].to_vec())
    }

    /// The shortest observed word whose outputs it contradicts.
    ///
    /// This asks for a prediction at every node of the tree. A kind of model that can be walked along the tree does so
    /// instead.
    fn disagreement(&self, tree: &ObservationTree) -> Option<Word> {
        let mut level = vec![tree.root()];
        while !level.is_empty() {
            let mut next = Vec::new();
            for (_, output, child) in level.into_iter().flat_map(|node| tree.children(node)) {
                let word = tree.access_word(child);
                if self.predict(&word).get(word.len() - 1).is_some_and(|expected| *expected != output) {
                    return Some(word);
                }
                next.push(child);
            }
            level = next;
        }
        None
    }

    /// Observed words that carry what is new since the `earlier` hypothesis. Where the case asks for it they are run
    /// again, before something is built on them.
    fn news(&self, _earlier: Option<&Self>, _tree: &ObservationTree) -> Vec<Word>
    where
        Self: Sized,
    {
        Vec::new()
    }
}
