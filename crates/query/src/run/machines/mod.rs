//! Machines as a kind of model: their learners, their testers, and what follows from these.

mod again;
pub(crate) mod growth;
mod links;

use std::cell::Cell;
use std::rc::Rc;

use typestar_learn::{
    Adt, Auto, DistinguisherBound, Exact, Halt, Joined, Kv, Learner, Lsharp, Lstar, MealyHypothesis, OldBehaviour,
    Recognised, StateBound, Streamed, SuiteKind, Tester, Ttt, warm_start,
};
use typestar_model::{Finding, Inputs, Learned, Model, Phase, distinguisher_bound};

pub(super) use self::again::MachinesAgain;
use self::links::{GrowthAtFirst, GrowthAtLast, PurposeCheck, RandomWords, Repeating};
use super::chain::{Chain, Link, Milestone, TesterLink, WholeTree};
use super::kind::{Kind, Numbers};
use super::{Finished, RunError, RunOptions, learn_kind};
use crate::case::{Assumption, Case, ChallengeKind, LearnerKind, LearningSpec, MachineTester, listed};
use crate::check::try_word::inputs_of;
use crate::executor::Observer;
use crate::journal::Journal;
use crate::run::findings;
use crate::run::growth::Growth;
use crate::run::machines::growth::last_look;
use crate::run::verdict::{
    Established, auto_verdict, bound_verdict, challenged, counted, inputs_text, joined, state_bound_verdict,
    suites_verdict, words_text,
};
use crate::run::witness::{SecondLearner, Witness};
use crate::session::Session;
use crate::session::drafts::hypothesised;
use crate::session::within::within;
use crate::system::System;

/// A challenge has at least so many random words: fewer find little, and they take no longer than learning a small class.
pub const FEWEST_RANDOM_WORDS: u64 = 400;

/// Learns a system as a machine.
pub fn learn(
    case: &Case,
    system: &mut dyn System,
    journal: Journal,
    options: &RunOptions,
    observer: Observer,
) -> Result<Finished, RunError> {
    let kind = Machines::new(case, options, &inputs_of(case, system))?;
    learn_kind(kind, case, system, journal, options, observer)
}

/// Makes a learner. Words run on so far past what it asks, where it can use that.
pub(super) type Maker = fn(usize) -> Box<dyn Learner<Hypothesis = MealyHypothesis>>;

fn maker(learner: LearnerKind) -> Result<Maker, RunError> {
    Ok(match learner {
        LearnerKind::Lsharp => |run_on| Box::new(Lsharp::new(run_on)),
        LearnerKind::Lstar => |_| Box::new(Lstar::new()),
        LearnerKind::Kv => |_| Box::new(Kv::new()),
        LearnerKind::Ttt => |_| Box::new(Ttt::new()),
        LearnerKind::Adt => |_| Box::new(Adt::new()),
        LearnerKind::Slstar | LearnerKind::Sllambda | LearnerKind::Slct => {
            return Err(RunError::LearnerOfRegisters(learner));
        }
    })
}

/// Mealy machines, learned and tested as the case says.
pub(crate) struct Machines<'a> {
    case: &'a Case,
    options: &'a RunOptions,
    learner: (LearnerKind, Maker),
    /// Tried one after the other.
    tester: Vec<MachineTester>,
    challenge: ChallengeKind,
    /// What came of earlier versions, and how many words that took.
    warm: Option<(Recognised, u64)>,
    /// What a second learner said of the last hypothesis, if there was one.
    witness: Rc<Cell<Option<Witness>>>,
}

impl<'a> Machines<'a> {
    /// What the case wants of a system with these inputs.
    pub(crate) fn new(case: &'a Case, options: &'a RunOptions, inputs: &Inputs) -> Result<Self, RunError> {
        let learning = &case.learning;
        if learning.needs_model() && options.machine().is_none() {
            return Err(RunError::NothingToCompareWith);
        }
        let learner = learning.learner.unwrap_or(LearnerKind::ALL[0]);
        let learner = (learner, maker(learner)?);
        let tester = match &learning.tester {
            None => vec![MachineTester::usual(inputs)],
            Some(tester) => tester.of_machines().ok_or_else(|| RunError::TesterOfRegisters(tester.clone()))?,
        };
        let (challenge, witness) = (learning.challenge_for(inputs), Rc::default());
        Ok(Self { case, options, learner, tester, challenge, warm: None, witness })
    }
}

type MealyLink = Box<dyn Link<MealyHypothesis>>;

impl Kind for Machines<'_> {
    type Hypothesis = MealyHypothesis;
    type Model = Learned;

    fn learner_name(&self) -> String {
        self.learner.0.to_string()
    }

    fn tester_name(&self) -> String {
        listed(&self.tester)
    }

    fn has_challenge(&self) -> bool {
        self.challenge.is_some()
    }

    /// What grows is no machine.
    fn prepare(&self, session: &mut Session) {
        let is_free = self.case.learning.tester.is_none() || self.challenge.is_some();
        session.growth = Growth::new(self.case, is_free).watching();
    }

    /// Asks what earlier versions suggest.
    fn ask_first(&mut self, session: &mut Session) -> Result<(), Halt> {
        let found = warm_start(session, &self.options.earlier)?;
        self.warm = found.map(|found| (found, session.executor.status.progress.learning.executed));
        Ok(())
    }

    fn learner(&self) -> Box<dyn Learner<Hypothesis = MealyHypothesis>> {
        (self.learner.1)(self.run_on())
    }

    /// First what may end the run, then where the purpose alone tells, then where an earlier version may live on; then
    /// the tester, the challenge, a last look for what grows, and a second learner.
    fn links(&self, session: &Session) -> Vec<MealyLink> {
        let tester = TesterLink::new(self.tester(session), Phase::Testing);
        let last_phase = if self.challenge.is_some() { Phase::Challenge } else { Phase::Testing };
        let mut links: Vec<MealyLink> = vec![Box::new(GrowthAtFirst), Box::new(PurposeCheck)];
        links.extend(self.old_behaviour());
        links.extend([Box::new(tester) as MealyLink, Box::new(WholeTree::after_tester())]);
        let random_words = Rc::default();
        links.extend(self.challenge_links(&random_words));
        links.push(Box::new(Repeating));
        links.extend([Box::new(GrowthAtLast(last_phase)) as MealyLink, Box::new(WholeTree::again(last_phase))]);
        links.extend(self.second_learner(&random_words, last_phase));
        links
    }

    fn look_last(&self, session: &mut Session, hypothesis: Option<&MealyHypothesis>) {
        last_look(session, hypothesis);
    }

    fn drafted(session: &Session, system: &str, hypothesis: Option<&MealyHypothesis>) -> Option<Model> {
        Some(Model::Machine(session.learned(system, hypothesis.map(hypothesised), false)))
    }

    fn model(&self, session: &Session, hypothesis: Option<&MealyHypothesis>, finished: bool) -> Learned {
        session.learned(&self.case.system.name, hypothesis.map(hypothesised), finished)
    }

    fn numbers(&self, session: &Session, hypothesis: Option<&MealyHypothesis>, model: &Learned) -> Numbers {
        let (machine, states) = (&model.machine, session.states_so_far());
        match hypothesis {
            Some(_) => Numbers {
                states: machine.live_states(),
                states_total: machine.len(),
                bound_needed: distinguisher_bound(machine),
            },
            None => Numbers { states, states_total: states, bound_needed: 0 },
        }
    }

    fn doubts(&self, numbers: &Numbers) -> Vec<Finding> {
        let doubt = |part: &MachineTester| match *part {
            MachineTester::DistinguisherBound(bound) if numbers.bound_needed > bound && !self.challenge.is_some() => {
                Some(findings::bound_refuted(bound, numbers.bound_needed))
            }
            MachineTester::StateBound(states) if numbers.states > states => {
                Some(findings::state_bound_refuted(states, numbers.states))
            }
            _ => None,
        };
        self.tester.iter().filter_map(doubt).collect()
    }

    fn established(&self, tests: &Chain<MealyHypothesis>, numbers: &Numbers) -> Established {
        let parts = &self.tester;
        let by = |part| self.established_by(part, tests, numbers);
        let (text, assumption) = match tests.milestone() {
            // What withstood the challenge does not need a bound that the learned machine refutes.
            Some(Milestone::Challenged(words)) => {
                let sound = parts.iter().filter(|part| refuted_bound(part, numbers).is_none());
                challenged(sound.map(by).collect(), words, self.case.learning.seed)
            }
            _ => joined(parts.iter().map(by).collect()),
        };
        let text = text + &self.witness.get().map(Witness::text).unwrap_or_default();
        // Nothing has to be assumed of a system that was compared as a whole.
        (text, assumption.filter(|_| !parts.contains(&MachineTester::Exact)))
    }

    fn notes(&self, tests: &Chain<MealyHypothesis>, numbers: &Numbers) -> Vec<(&'static str, String)> {
        let run_on = self.case.learning.run_on;
        let notes = [
            ("bound dropped", self.note_of_bound(tests, numbers)),
            ("learned from", self.learned_from()),
            ("run_on", Some(run_on.to_string()).filter(|_| run_on != LearningSpec::default().run_on)),
        ];
        notes.into_iter().filter_map(|(name, note)| Some((name, note?))).collect()
    }
}

impl Machines<'_> {
    /// How far words run on: only where a tester wants to see what that shows.
    fn run_on(&self) -> usize {
        let wants = |part: &MachineTester| matches!(part, MachineTester::DistinguisherBound(_));
        if self.tester.iter().any(wants) { self.case.learning.run_on } else { 0 }
    }

    /// All testers as one.
    fn tester(&self, session: &Session) -> Box<dyn Tester<MealyHypothesis>> {
        let mut testers: Vec<_> = self.tester.iter().map(|part| self.tester_of(part, session)).collect();
        if testers.len() == 1 { testers.remove(0) } else { Box::new(Joined::new(testers)) }
    }

    fn tester_of(&self, kind: &MachineTester, session: &Session) -> Box<dyn Tester<MealyHypothesis>> {
        let seed = self.case.learning.seed;
        match kind {
            &MachineTester::DistinguisherBound(bound) => self.bound_tester(bound),
            &MachineTester::StateBound(states) => Box::new(StateBound::new(states)),
            MachineTester::Suites(suites) => Box::new(Streamed::new(suites.clone(), seed)),
            &MachineTester::Auto(extra) => Box::new(Auto::new(extra, seed)),
            MachineTester::Exact => {
                let truth = self.options.machine().expect("the exact tester is offered for simulated systems only");
                Box::new(Exact::new(within(truth, &session.purpose, self.options.outside_is_error)))
            }
        }
    }

    fn bound_tester(&self, bound: usize) -> Box<dyn Tester<MealyHypothesis>> {
        let tester = DistinguisherBound::new(bound, self.run_on());
        match self.is_quiet_stable() {
            true => Box::new(tester.assume_quiet_is_stable()),
            false => Box::new(tester),
        }
    }

    fn is_quiet_stable(&self) -> bool {
        self.case.learning.assume.contains(&Assumption::QuietIsStable)
    }

    /// Looks where an earlier version may live on, if the system is like one.
    fn old_behaviour(&self) -> Option<MealyLink> {
        let (found, _) = self.warm.filter(|(found, _)| found.is_related())?;
        let earlier = self.options.earlier[found.version].machine.clone();
        Some(Box::new(TesterLink::new(OldBehaviour::new(earlier), Phase::Testing)))
    }

    /// Tries to refute by other means what the tester could not refute: by all of `hsi(1)`, then by random words, whose
    /// number is told.
    fn challenge_links(&self, random_words: &Rc<Cell<u64>>) -> Vec<MealyLink> {
        let asked_for = match self.challenge {
            ChallengeKind::None => return Vec::new(),
            ChallengeKind::Words(words) => Some(words),
            ChallengeKind::Usual => None,
        };
        let (seed, rounds) = (self.case.learning.seed, self.case.learning.growth_rounds);
        let suite = Streamed::new(vec![SuiteKind::Hsi(1)], seed);
        vec![
            Box::new(TesterLink::new(suite, Phase::Challenge)),
            Box::new(RandomWords { asked_for, seed, rounds, tried: Rc::clone(random_words) }),
        ]
    }

    /// Learns once more what withstood a challenge with random words, or what is tested as usual without one: another seed
    /// is another witness. Nobody doubts what was compared with the machine itself.
    fn second_learner(&self, random_words: &Rc<Cell<u64>>, phase: Phase) -> Option<MealyLink> {
        let learning = &self.case.learning;
        let is_usual = learning.tester.is_none() && learning.challenge.is_none() && self.options.truth.is_none();
        let has_words = match self.challenge {
            ChallengeKind::None => is_usual,
            challenge => challenge != ChallengeKind::Words(0),
        };
        if self.challenge == ChallengeKind::None {
            random_words.set(FEWEST_RANDOM_WORDS);
        }
        let is_wanted = has_words && !self.tester.contains(&MachineTester::Exact);
        let again = MachinesAgain { maker: self.learner.1, run_on: self.run_on() };
        let second = SecondLearner::new(again, learning.seed, phase, random_words, &self.witness);
        is_wanted.then(|| Box::new(second) as MealyLink)
    }

    fn established_by(&self, kind: &MachineTester, tests: &Chain<MealyHypothesis>, numbers: &Numbers) -> Established {
        match *kind {
            MachineTester::Suites(ref suites) => suites_verdict(suites, self.case.learning.seed, "the learned machine"),
            MachineTester::Auto(_) => auto_verdict(&tests.completeness().unwrap_or_default()),
            MachineTester::Exact => ("equivalent to the simulated machine, compared exactly".to_owned(), None),
            MachineTester::StateBound(states) => state_bound_verdict(states, numbers.states),
            MachineTester::DistinguisherBound(bound) => {
                bound_verdict(bound, numbers.bound_needed, self.is_quiet_stable())
            }
        }
    }

    /// The assumed bound that the learned machine refutes, if something else is tried in its place. It is dropped where
    /// it would have been believed.
    fn note_of_bound(&self, tests: &Chain<MealyHypothesis>, numbers: &Numbers) -> Option<String> {
        let mut refuted = self.tester.iter().filter_map(|part| refuted_bound(part, numbers));
        let bound = refuted.next().filter(|_| self.challenge.is_some() && tests.milestone().is_some())?;
        Some(format!(
            "the bound was dropped: any two states were assumed to differ within {}, but the learned machine needs {}",
            inputs_text(bound),
            numbers.bound_needed
        ))
    }

    /// What came of earlier versions.
    fn learned_from(&self) -> Option<String> {
        let (Recognised { version, states, recognised, .. }, words) = self.warm?;
        let name = &self.options.earlier[version].name;
        let (states, words) = (counted(states as u64, "state"), words_text(words));
        Some(format!("{name}: {recognised} of {states} recognised, {words}"))
    }
}

/// The bound that a tester assumes and the learned machine refutes.
fn refuted_bound(tester: &MachineTester, numbers: &Numbers) -> Option<usize> {
    match *tester {
        MachineTester::DistinguisherBound(bound) => Some(bound).filter(|&bound| numbers.bound_needed > bound),
        _ => None,
    }
}
