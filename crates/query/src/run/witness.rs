//! Another seed is another witness: what was learned with few words is learned once more, with other random words.
//!
//! The second learner knows nothing but the observation tree, so it executes little: what it asks beyond that, and the
//! random words of its own seed. If the two models are the same, the verdict says so. If not, a shortest word that tells
//! them apart is asked, and its answer refutes one of them, or both.
//!
//! This is the same for machines and for register automata; what differs is in [`Relearning`].

use std::cell::Cell;
use std::rc::Rc;

use typestar_learn::{Halt, Hypothesis, Learner, Oracle, Outcome, Tester};
use typestar_model::{InputId, Phase, Plan, Step, Word};

use super::chain::Link;
use super::findings;
use crate::session::Session;

/// How far the second seed is from the first. The one between is that of `conform`, whose words shall be new to the
/// model.
const NEXT_SEED: u64 = 2;

/// Beyond this many words nobody learns again: then the first learner had many random words, too.
const MOST_WORDS: u64 = 1_000;

/// The second learner has one random word for this many of the first.
const SHARE: u64 = 4;

/// How often a second model is refuted by a comparison before it is given up.
const MOST_COMPARISONS: usize = 3;

/// What it takes to learn a model of some kind once more.
pub(super) trait Relearning {
    /// What the learner believes.
    type Hypothesis: Hypothesis;

    /// A learner that knows nothing but the observation tree.
    fn learner(&self) -> Box<dyn Learner<Hypothesis = Self::Hypothesis>>;

    /// Of all words that were executed, some of them random: how many count towards the most with which somebody learns
    /// again.
    fn counted(&self, executed: u64, _random: u64) -> u64 {
        executed
    }

    /// So many random words of this seed.
    fn random_words(&self, words: u64, seed: u64) -> Box<dyn Tester<Self::Hypothesis>>;

    /// Looks for a word that tells two models apart. It asks nothing.
    fn compare(
        &self,
        session: &mut Session,
        first: &Self::Hypothesis,
        second: &Self::Hypothesis,
    ) -> Result<Compared, Halt>;

    /// What a model says to a word.
    fn trace(&self, session: &Session, model: &Self::Hypothesis, word: &[InputId]) -> Vec<Step>;

    /// The option that tries more random words.
    fn more_words(&self) -> &'static str;
}

/// What came of comparing two models.
pub(super) enum Compared {
    /// They answer all words alike.
    Same,
    /// No difference was found, but there are words that nobody looked at.
    Alike,
    /// They answer this word differently.
    Differ(Word),
}

/// What a second learner said of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Witness {
    /// With this seed it came to the same model.
    Same(u64),
    /// With this seed it came to a model in which no difference was found.
    Alike(u64),
    /// With this seed it came to other models again and again.
    Another(u64),
}

impl Witness {
    /// What the verdict says of it.
    pub(super) fn text(self) -> String {
        match self {
            Self::Same(seed) => format!("; learned again with seed {seed}: the same model"),
            Self::Alike(seed) => format!("; learned again with seed {seed}: no difference found"),
            Self::Another(seed) => format!("; learned again with seed {seed}: another model (see the findings)"),
        }
    }
}

/// Learns what all other links could not refute once more, on the same tree.
pub(super) struct SecondLearner<R> {
    kind: R,
    seed: u64,
    /// What its words count for.
    phase: Phase,
    /// How many random words the first learner had.
    random_words: Rc<Cell<u64>>,
    said: Rc<Cell<Option<Witness>>>,
}

impl<R> SecondLearner<R> {
    /// Learns after a run with this seed, which had so many random words of its own.
    pub(super) fn new(
        kind: R,
        first_seed: u64,
        phase: Phase,
        random_words: &Rc<Cell<u64>>,
        said: &Rc<Cell<Option<Witness>>>,
    ) -> Self {
        said.set(None);
        let (random_words, said) = (Rc::clone(random_words), Rc::clone(said));
        Self { kind, seed: first_seed.wrapping_add(NEXT_SEED), phase, random_words, said }
    }
}

impl<R: Relearning> Link<R::Hypothesis> for SecondLearner<R> {
    fn phase(&self) -> Phase {
        self.phase
    }

    fn test(&mut self, session: &mut Session, first: &R::Hypothesis) -> Result<Outcome, Halt> {
        self.said.set(None);
        if self.kind.counted(session.executed(), self.random_words.get()) > MOST_WORDS {
            return Ok(Outcome::Agreed);
        }
        let outcome = self.compare(session, first)?;
        session.limit_states(first.size())?;
        Ok(outcome)
    }
}

impl<R: Relearning> SecondLearner<R> {
    /// Lets the second learner go on until its model is the same, or the first one is refuted.
    fn compare(&self, session: &mut Session, first: &R::Hypothesis) -> Result<Outcome, Halt> {
        let (mut learner, seed) = (self.kind.learner(), self.seed);
        for compared in 1.. {
            let second = match self.learn(session, first, &mut *learner)? {
                Second::RefutesFirst(word) => return Ok(Outcome::Counterexample(word)),
                Second::Learned(second) => second,
            };
            let word = match self.kind.compare(session, first, &second)? {
                Compared::Differ(word) => word,
                Compared::Same => return Ok(self.say(Witness::Same(seed))),
                Compared::Alike => return Ok(self.say(Witness::Alike(seed))),
            };
            session.ask(vec![Plan::word(word.clone())])?;
            if let Some(word) = first.disagreement(session.observed()) {
                return Ok(Outcome::Counterexample(word));
            }
            if compared == MOST_COMPARISONS {
                let (answered, said) = (session.observed_trace(&word), self.kind.trace(session, &second, &word));
                session.find(findings::models_differ(seed, answered, said, self.kind.more_words()));
                break;
            }
        }
        Ok(self.say(Witness::Another(seed)))
    }

    /// Nothing refutes the first model, and this is said of it.
    fn say(&self, witness: Witness) -> Outcome {
        self.said.set(Some(witness));
        Outcome::Agreed
    }

    /// Learns until the random words of the second seed agree. What they find may refute the first model already: then
    /// its own learner goes on, with all that watches over it.
    fn learn(
        &self,
        session: &mut Session,
        first: &R::Hypothesis,
        learner: &mut dyn Learner<Hypothesis = R::Hypothesis>,
    ) -> Result<Second<R::Hypothesis>, Halt> {
        let words = self.random_words.get().div_ceil(SHARE);
        loop {
            let second = learner.hypothesis(session)?;
            let random = self.kind.random_words(words, self.seed).test(session, &second)?;
            if let Some(word) = first.disagreement(session.observed()) {
                return Ok(Second::RefutesFirst(word));
            }
            if random == Outcome::Agreed && second.disagreement(session.observed()).is_none() {
                return Ok(Second::Learned(second));
            }
        }
    }
}

/// What came of the second learner.
enum Second<H> {
    /// A model that it cannot refute by itself.
    Learned(H),
    /// On the way it asked this word, which refutes the first model.
    RefutesFirst(Word),
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use typestar_learn::MealyHypothesis;
    use typestar_model::{FindingKind, Inputs, Mealy, Outputs};

    use super::*;
    use crate::case::Case;
    use crate::executor::Executor;
    use crate::run::machines::{MachinesAgain, Maker};
    use crate::system::{Answer, Symbols, System, SystemError};

    /// Answers `x` until it has been asked this often, and then `y`.
    struct Patient {
        patience: usize,
        inputs: Inputs,
        outputs: Outputs,
    }

    impl System for Patient {
        fn inputs(&self) -> &Inputs {
            &self.inputs
        }

        fn outputs(&self) -> &Outputs {
            &self.outputs
        }

        fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
            for plan in plans {
                let mut left = self.patience;
                answers.push(Answer::stepped(plan, symbols, &mut self.outputs, |_| {
                    left = left.saturating_sub(1);
                    if left > 0 { "x" } else { "y" }.to_owned()
                }));
            }
            Ok(())
        }
    }

    /// The machine of such a system, in the numbers of somebody who asks it.
    fn patient(patience: usize, oracle: &dyn Oracle) -> MealyHypothesis {
        let mut machine = Mealy::with_outputs(oracle.inputs().clone(), oracle.outputs().clone());
        let states: Vec<_> = (0..patience).map(|at| machine.add_state(&at.to_string())).collect();
        for (at, &state) in states.iter().enumerate() {
            let is_last = at + 1 == patience;
            machine.add_edge(state, "ask", if is_last { "y" } else { "x" }, states[(at + 1).min(patience - 1)]);
        }
        MealyHypothesis::of_machine(&machine, &[])
    }

    /// Believes each time that the system is ten questions more patient.
    struct Stubborn(usize);

    impl Learner for Stubborn {
        type Hypothesis = MealyHypothesis;

        fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<MealyHypothesis, Halt> {
            self.0 += 10;
            Ok(patient(self.0, oracle))
        }
    }

    type Compared = (Outcome, Option<Witness>, Vec<FindingKind>);

    /// What comes of the belief that a system is this patient, with a second learner that has no random words; what that
    /// one said, and the findings.
    fn compared(patience: usize, believed: usize, maker: Maker) -> Compared {
        let inputs = ["ask"].iter().collect();
        let mut system = Patient { patience, inputs, outputs: Outputs::default() };
        let case = Case::of_model(Path::new("patient"));
        let executor = Executor::open(&case, &mut system, None, Default::default()).unwrap();
        let mut session = Session::new(&case, executor);
        let (said, random_words): (Rc<Cell<Option<Witness>>>, _) = (Rc::default(), Rc::default());
        let mut link =
            SecondLearner::new(MachinesAgain { maker, run_on: 0 }, 1, Phase::Challenge, &random_words, &said);
        let first = patient(believed, &session);
        let outcome = link.test(&mut session, &first).unwrap();
        (outcome, said.get(), session.findings.list.iter().map(|finding| finding.kind).collect())
    }

    #[test]
    fn a_second_learner_that_comes_to_other_models_three_times_is_a_finding() {
        let (outcome, said, findings) = compared(1000, 1000, |_| Box::new(Stubborn(0)));
        assert_eq!((outcome, said), (Outcome::Agreed, Some(Witness::Another(3))));
        assert_eq!(findings, [FindingKind::ModelsDiffer]);
    }

    #[test]
    fn a_word_that_tells_the_models_apart_may_refute_the_first() {
        let (outcome, said, findings) = compared(10, 20, |_| Box::new(Stubborn(0)));
        let Outcome::Counterexample(word) = outcome else { panic!("the system is less patient") };
        assert_eq!((word.len(), said, findings), (10, None, Vec::new()));
    }

    #[test]
    fn a_second_learner_that_is_refuted_goes_on_to_the_same_model() {
        let (outcome, said, findings) = compared(30, 30, |_| Box::new(Stubborn(0)));
        assert_eq!((outcome, said, findings), (Outcome::Agreed, Some(Witness::Same(3)), Vec::new()));
    }
}
