//! What can be asked: the trait that every system implements.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_model::{Evidence, Inputs, LateCallback, OutputId, Outputs, Plan, Step, Word};

/// The answer to one plan: what was given and what came back, step by step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The inputs that were given. Shorter than planned only if the last output is final.
    pub word: Word,
    /// One output for each input.
    pub outputs: Vec<OutputId>,
    /// What is known of each step beyond its output; empty when the system has nothing to say.
    pub evidence: Vec<Evidence>,
    /// Callbacks that came when none should come any more: the quiescence time is too short.
    pub late: Vec<LateCallback>,
}

impl Answer {
    /// How many words and symbols it took to find out the steps from this one on: the word itself, and those that were
    /// executed beside it. Words of which the beginning was counted before are not counted again.
    pub(crate) fn cost(&self, counted: usize) -> (u64, u64) {
        let word = (u64::from(counted == 0), (self.word.len() - counted) as u64);
        let beside = self.evidence.iter().skip(counted);
        beside.fold(word, |(words, symbols), step| (words + step.more_words, symbols + step.more_symbols))
    }

    /// The first steps, by names.
    pub(crate) fn steps(&self, length: usize, inputs: &Inputs, outputs: &Outputs) -> Vec<Step> {
        (0..length)
            .map(|index| Step {
                input: inputs.name(self.word[index]).to_owned(),
                output: outputs.name(self.outputs[index]).to_owned(),
                evidence: self.evidence.get(index).cloned().unwrap_or_default(),
            })
            .collect()
    }
}

/// Why a system could not answer. An illegal call is not a failure but the output `error`.
#[derive(Debug, thiserror::Error)]
pub enum SystemError {
    /// The adapter or its environment is broken; the text says what to do.
    #[error("{0}")]
    Failed(String),
    /// The case names inputs that the system does not have.
    #[error("{message}")]
    UnknownInputs {
        /// Which, and what to do.
        message: String,
        /// The inputs that it has.
        known: Vec<String>,
    },
    /// The system produced more different outputs than can be told apart.
    #[error("the system gave more than {0} different outputs: merge or ignore some of them in the case file")]
    TooManyOutputs(usize),
}

/// Something that can be asked. Each plan starts from a fresh system and ends with it: one plan, one reset.
pub trait System {
    /// The inputs that can be given, in order.
    fn inputs(&self) -> &Inputs;

    /// Runs each plan from a fresh start, in order, and adds its answer to `answers` as soon as it is there, so that
    /// a failure loses nothing that came before it.
    ///
    /// Outputs are interned in `outputs`. An execution ends at the first output in `finals`.
    fn run(
        &mut self,
        plans: &[Plan],
        outputs: &mut Outputs,
        finals: &[OutputId],
        answers: &mut Vec<Answer>,
    ) -> Result<(), SystemError>;

    /// The inputs that stand for several snippets which should behave alike, with the snippets' names.
    fn alternatives(&self) -> BTreeMap<String, Vec<String>> {
        BTreeMap::new()
    }

    /// Uses always the snippet with this position (modulo their number) for every input with alternatives, to find
    /// out whether they differ; `None` takes turns.
    fn fix_alternative(&mut self, _position: Option<usize>) {}

    /// From now on, when this flag is set, the user wants the end: an answer that is missing is not worth another start.
    fn heed(&mut self, _interrupt: &Arc<AtomicBool>) {}

    /// What went wrong and was mended without losing an answer, such as restarts of an adapter; one text for each time.
    fn troubles(&self) -> &[String] {
        &[]
    }

    /// What identifies this system: when it changes between two runs, earlier answers may no longer hold.
    /// Pairs of a name ("adapter file player.py") and a text or digest.
    fn identity(&self) -> Vec<(String, String)> {
        Vec::new()
    }
}
