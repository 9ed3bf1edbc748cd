//! Watching a learner: where a theory does not fit, or something grows, it may find locations without end.

use typestar_learn::{Halt, Oracle};
use typestar_model::{Id, NodeId, Phase, Plan, Random, Word};

use super::growth::look_without_hypothesis;
use super::same_class::{difference, other};
use crate::run::registers::data::Data;
use crate::session::Session;

/// How many locations are no reason to look, and each time that there are twice as many there is one.
const FIRST_LOOK: usize = 16;

/// How many words are run again with other values then.
const WORDS: usize = 20;

/// What the values of a system are, and when somebody looks whether it treats them so.
pub(crate) struct Watched {
    data: Data,
    seed: u64,
    next_look: usize,
}

impl Watched {
    pub(super) fn new(data: Data, seed: u64) -> Self {
        Self { data, seed, next_look: FIRST_LOOK }
    }

    /// A learner begins again.
    pub(crate) fn begin(&mut self) {
        self.next_look = FIRST_LOOK;
    }
}

/// Runs some observed words again with other values of the same classes, whenever the locations have doubled. If the
/// answers do not correspond, no automaton explains them. If they do, something may grow.
pub(crate) fn look_if_doubled(session: &mut Session, locations: usize) -> Result<(), Halt> {
    let is_due = |watched: &&mut Watched| locations >= watched.next_look;
    let Some(watched) = session.watched.as_mut().filter(is_due) else { return Ok(()) };
    watched.next_look = locations * 2;
    let (data, mut random) = (watched.data.clone(), Random::new(watched.seed));
    let nodes = session.tree().len();
    let words = (0..WORDS).map(|_| session.tree().access_word(NodeId::new(random.below(nodes))));
    let words: Vec<Word> = words.collect();
    let mut pairs = Vec::new();
    for word in words {
        pairs.extend(other(session, &data, &word, &mut random).map(|other| (word, other)));
    }
    session.ask(pairs.iter().map(|(_, other)| Plan::word(other.clone())).collect())?;
    let differs = |(word, other): &(Word, Word)| {
        difference(session, word, other).map(|at| [word, other].map(|word| word[..at].to_vec()))
    };
    match pairs.iter().filter_map(differs).min_by_key(|[_, other]| other.len()) {
        Some(words) => Err(session.doubt(&words).map_or_else(|halt| halt, |()| session.unexplained(&words[1]))),
        None => session.in_phase(Phase::Growth, |session| look_without_hypothesis(session, &data)),
    }
}
