//! What a kind of model brings to a run.

use typestar_learn::{Completeness, Halt, Hypothesis, Learner};
use typestar_model::{Finding, GuardedNumbers, Model, RegisterNumbers};

use super::chain::{Chain, Link};
use crate::run::verdict::{Established, auto_verdict};
use crate::session::Session;

/// A kind of model: who learns it, who tests it, and what is said of it.
///
/// The run itself (rounds, journal, replay, votes, limits, findings, history, summary) is the same for all kinds.
/// `docs/decisions/0013-one-run-for-all-kinds.md` says why, and what has to be brought.
pub trait Kind {
    /// What the learner believes.
    type Hypothesis: Hypothesis + Clone + 'static;
    /// What the run hands over.
    type Model;

    /// The name of the learner in the summary.
    fn learner_name(&self) -> String;

    /// The name of the tester in the summary.
    fn tester_name(&self) -> String;

    /// Whether a hypothesis is challenged after the tester agreed.
    fn has_challenge(&self) -> bool {
        false
    }

    /// Whether words may begin with what makes the object.
    fn calls_makers(&self) -> bool {
        false
    }

    /// Tells the session what to look for in every answer, before the first word.
    fn prepare(&self, _session: &mut Session) {}

    /// Asks what is worth asking before the first hypothesis. Called again if the observations change meanwhile.
    fn ask_first(&mut self, _session: &mut Session) -> Result<(), Halt> {
        Ok(())
    }

    /// A learner that knows nothing but the observation tree.
    fn learner(&self) -> Box<dyn Learner<Hypothesis = Self::Hypothesis>>;

    /// Everything that may refute a hypothesis, in this order.
    fn links(&self, session: &Session) -> Vec<Box<dyn Link<Self::Hypothesis>>>;

    /// Looks at the system once more when the run ended before its time.
    fn look_last(&self, _session: &mut Session, _hypothesis: Option<&Self::Hypothesis>) {}

    /// The model of a system so far, for those who watch the run; none if there is nothing to show. Before the first
    /// hypothesis there is only what was observed.
    fn drafted(_session: &Session, _system: &str, _hypothesis: Option<&Self::Hypothesis>) -> Option<Model> {
        None
    }

    /// The model to hand over. There is no hypothesis if the run was stopped early.
    fn model(&self, session: &Session, hypothesis: Option<&Self::Hypothesis>, finished: bool) -> Self::Model;

    /// The numbers of the summary. Without a hypothesis, the states are those that the learner has told apart so far.
    fn numbers(&self, session: &Session, hypothesis: Option<&Self::Hypothesis>, _model: &Self::Model) -> Numbers {
        let states = hypothesis.map_or_else(|| session.states_so_far(), Hypothesis::states);
        Numbers { states, states_total: states, bound_needed: 0 }
    }

    /// How large a model with registers is, and what its learner did; none for other kinds.
    fn register_numbers(
        &self,
        _hypothesis: Option<&Self::Hypothesis>,
        _model: &Self::Model,
    ) -> Option<RegisterNumbers> {
        None
    }

    /// How large a model with guards is; none for other kinds.
    fn guarded_numbers(&self, _model: &Self::Model) -> Option<GuardedNumbers> {
        None
    }

    /// What the user should know of a model that was not refuted: assumptions that it contradicts.
    fn doubts(&self, _numbers: &Numbers) -> Vec<Finding> {
        Vec::new()
    }

    /// What follows from the links that agreed on the last hypothesis, in a sentence, and on which assumption.
    fn established(&self, tests: &Chain<Self::Hypothesis>, numbers: &Numbers) -> Established;

    /// What follows from the tests so far of a run that was stopped; none if that is nothing.
    fn partly_established(&self, tests: &Chain<Self::Hypothesis>, numbers: &Numbers) -> Option<String> {
        if tests.milestone().is_some() {
            return Some(self.established(tests, numbers).0);
        }
        let evidence = tests.completeness().filter(|evidence| *evidence != Completeness::default());
        evidence.map(|evidence| auto_verdict(&evidence).0)
    }

    /// Settings that are not the usual ones, and what happened on the way.
    fn notes(&self, _tests: &Chain<Self::Hypothesis>, _numbers: &Numbers) -> Vec<(&'static str, String)> {
        Vec::new()
    }
}

/// How large a model is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// How many states it has, a sink of errors not counted.
    pub states: usize,
    /// How many it has with such a sink.
    pub states_total: usize,
    /// Any two of its states differ within this many inputs; 0 if nobody can tell.
    pub bound_needed: usize,
}
