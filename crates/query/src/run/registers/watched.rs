//! A learner that is watched: where a theory does not fit, it may find locations without end.

use typestar_learn::register::{RegisterHypothesis, RegisterLearner};
use typestar_learn::{Halt, Learner, Oracle};
use typestar_model::{Id, InputId, Inputs, NodeId, ObservationTree, Outputs, Plan, Random, Symbol, Word};

use super::same_class::{difference, other};
use crate::run::registers::data::Data;

/// How many locations are no reason to look, and each time that there are twice as many there is one.
const FIRST_LOOK: usize = 16;

/// How many words are run again with other values then.
const WORDS: usize = 20;

/// A learner, and what its system's values are.
pub(super) struct Watched {
    learner: RegisterLearner,
    data: Data,
    seed: u64,
    next_look: usize,
}

impl Watched {
    pub(super) fn new(learner: RegisterLearner, data: Data, seed: u64) -> Self {
        Self { learner, data, seed, next_look: FIRST_LOOK }
    }
}

impl Learner for Watched {
    type Hypothesis = RegisterHypothesis;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<RegisterHypothesis, Halt> {
        let Self { learner, data, seed, next_look } = self;
        learner.hypothesis(&mut Watching { oracle, data, seed: *seed, next_look })
    }
}

/// The oracle, which looks whenever the locations have doubled.
struct Watching<'a> {
    oracle: &'a mut dyn Oracle,
    data: &'a Data,
    seed: u64,
    next_look: &'a mut usize,
}

impl Watching<'_> {
    /// Runs some observed words again with other values of the same classes. If the answers do not correspond, no automaton
    /// explains them.
    fn look(&mut self) -> Result<(), Halt> {
        let mut random = Random::new(self.seed);
        let nodes = self.oracle.tree().len();
        let words = (0..WORDS).map(|_| self.oracle.tree().access_word(NodeId::new(random.below(nodes))));
        let words: Vec<Word> = words.collect();
        let mut pairs = Vec::new();
        for word in words {
            pairs.extend(other(self.oracle, self.data, &word, &mut random).map(|other| (word, other)));
        }
        self.oracle.ask(pairs.iter().map(|(_, other)| Plan::word(other.clone())).collect())?;
        let differs =
            |(word, other): &(Word, Word)| difference(self.oracle, word, other).map(|at| other[..at].to_vec());
        match pairs.iter().filter_map(differs).min_by_key(Vec::len) {
            Some(word) => Err(self.oracle.unexplained(&word)),
            None => Ok(()),
        }
    }
}

impl Oracle for Watching<'_> {
    fn inputs(&self) -> &Inputs {
        self.oracle.inputs()
    }

    fn offered(&self) -> usize {
        self.oracle.offered()
    }

    fn input(&mut self, symbol: &Symbol) -> Option<InputId> {
        self.oracle.input(symbol)
    }

    fn outputs(&self) -> &Outputs {
        self.oracle.outputs()
    }

    fn tree(&self) -> &ObservationTree {
        self.oracle.tree()
    }

    fn ask(&mut self, plans: Vec<Plan>) -> Result<(), Halt> {
        self.oracle.ask(plans)
    }

    fn count_known(&mut self, questions: u64) {
        self.oracle.count_known(questions);
    }

    fn note_states(&mut self, states: usize) -> Result<(), Halt> {
        self.oracle.note_states(states)?;
        if states < *self.next_look {
            return Ok(());
        }
        *self.next_look = states * 2;
        self.look()
    }

    fn note_left(&mut self, words: Option<u64>) {
        self.oracle.note_left(words);
    }

    fn check(&mut self) -> Result<(), Halt> {
        self.oracle.check()
    }

    fn unexplained(&mut self, word: &[InputId]) -> Halt {
        self.oracle.unexplained(word)
    }
}
