//! Machines as a kind of model: their learners, their testers, and what follows from these.

mod links;

use std::sync::Arc;

use typestar_learn::{
    Adt, Auto, DistinguisherBound, Exact, Halt, Joined, Kv, Learner, Lsharp, Lstar, MealyHypothesis, OldBehaviour,
    Oracle, Recognised, StateBound, Streamed, SuiteKind, Tester, Ttt, warm_start,
};
use typestar_model::{Finding, Inputs, Learned, Model, Phase, distinguisher_bound};

use self::links::{GrowthAtFirst, GrowthAtLast, PurposeCheck, RandomWords};
use super::chain::{Chain, Link, Milestone, TesterLink, WholeTree};
use super::kind::{Kind, Numbers};
use super::{Finished, RunError, RunOptions, run, session};
use crate::abstraction::Abstraction;
use crate::case::{Assumption, Case, ChallengeKind, LearnerKind, LearningSpec, TesterKind};
use crate::executor::{Executor, Observer};
use crate::findings;
use crate::growth::last_look;
use crate::journal::Journal;
use crate::partial::hypothesised;
use crate::session::Session;
use crate::system::System;
use crate::verdict::{
    Established, auto_verdict, bound_verdict, challenged, inputs_text, joined, state_bound_verdict, suites_verdict,
};
use crate::within::within;

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
    let executor = Executor::open(case, system, Some(journal), Arc::clone(&options.interrupt))?;
    learn_by(case, executor.observed(observer), options)
}

/// Learns a system as a machine, as an abstraction sees it.
pub fn learn_abstracted(
    case: &Case,
    system: &mut dyn System,
    journal: Journal,
    options: &RunOptions,
    abstraction: Box<dyn Abstraction + '_>,
    observer: Observer,
) -> Result<Finished, RunError> {
    let executor = Executor::open(case, system, Some(journal), Arc::clone(&options.interrupt))?;
    learn_by(case, executor.abstracted(abstraction).observed(observer), options)
}

fn learn_by(case: &Case, executor: Executor, options: &RunOptions) -> Result<Finished, RunError> {
    if case.learning.needs_model() && options.truth.is_none() {
        return Err(RunError::NothingToCompareWith);
    }
    let learner = LearnerKind::among(case.learning.learner, &LearnerKind::ALL).map_err(RunError::LearnerOfRegisters)?;
    if let Some(tester) = case.learning.tester.as_ref().filter(|tester| !tester.is_of_machines()) {
        return Err(RunError::TesterOfRegisters(tester.clone()));
    }
    let session = session(case, executor, options);
    Ok(run(Machines::new(case, learner, options, session.inputs()), case, session, options))
}

/// Mealy machines, learned and tested as the case says.
struct Machines<'a> {
    case: &'a Case,
    options: &'a RunOptions,
    learner: LearnerKind,
    tester: TesterKind,
    challenge: ChallengeKind,
    /// What came of earlier versions, and how many words that took.
    warm: Option<(Recognised, u64)>,
}

impl<'a> Machines<'a> {
    fn new(case: &'a Case, learner: LearnerKind, options: &'a RunOptions, inputs: &Inputs) -> Self {
        let tester = case.learning.tester.clone().unwrap_or_else(|| TesterKind::usual(inputs));
        Self { case, options, learner, tester, challenge: case.learning.challenge_for(inputs), warm: None }
    }
}

type MealyLink = Box<dyn Link<MealyHypothesis>>;

impl Kind for Machines<'_> {
    type Hypothesis = MealyHypothesis;
    type Model = Learned;

    fn learner_name(&self) -> String {
        self.learner.to_string()
    }

    fn tester_name(&self) -> String {
        self.tester.to_string()
    }

    /// Asks what earlier versions suggest.
    fn ask_first(&mut self, session: &mut Session) -> Result<(), Halt> {
        let found = warm_start(session, &self.options.earlier)?;
        self.warm = found.map(|found| (found, session.executor.status.progress.learning.executed));
        Ok(())
    }

    fn learner(&self) -> Box<dyn Learner<Hypothesis = MealyHypothesis>> {
        match self.learner {
            LearnerKind::Lsharp => Box::new(Lsharp::new(self.run_on())),
            LearnerKind::Lstar => Box::new(Lstar::new()),
            LearnerKind::Kv => Box::new(Kv::new()),
            LearnerKind::Ttt => Box::new(Ttt::new()),
            LearnerKind::Adt => Box::new(Adt::new()),
            other => unreachable!("{other} is refused before the run"),
        }
    }

    /// First what may end the run, then where the purpose alone tells, then where an earlier version may live on; then
    /// the tester, the challenge, and a last look for what grows.
    fn links(&self, session: &Session) -> Vec<MealyLink> {
        let tester = TesterLink::new(self.tester_of(&self.tester, session), Phase::Testing);
        let last_phase = if self.challenge.is_some() { Phase::Challenge } else { Phase::Testing };
        let mut links: Vec<MealyLink> = vec![Box::new(GrowthAtFirst), Box::new(PurposeCheck)];
        links.extend(self.old_behaviour());
        links.extend([Box::new(tester) as MealyLink, Box::new(WholeTree::after_tester())]);
        links.extend(self.challenge_links());
        links.extend([Box::new(GrowthAtLast(last_phase)) as MealyLink, Box::new(WholeTree::again(last_phase))]);
        links
    }

    fn look_last(&self, session: &mut Session, hypothesis: Option<&MealyHypothesis>) {
        last_look(session, hypothesis);
    }

    fn drafted(session: &Session, system: &str, hypothesis: &MealyHypothesis) -> Option<Model> {
        Some(Model::Machine(session.learned(system, Some(hypothesised(hypothesis)), false)))
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
        let doubt = |part: &TesterKind| match *part {
            TesterKind::DistinguisherBound(bound) if numbers.bound_needed > bound && !self.challenge.is_some() => {
                Some(findings::bound_refuted(bound, numbers.bound_needed))
            }
            TesterKind::StateBound(states) if numbers.states > states => {
                Some(findings::state_bound_refuted(states, numbers.states))
            }
            _ => None,
        };
        self.tester.parts().iter().filter_map(doubt).collect()
    }

    fn established(&self, tests: &Chain<MealyHypothesis>, numbers: &Numbers) -> Established {
        let parts = self.tester.parts();
        let by = |part| self.established_by(part, tests, numbers);
        let (text, assumption) = match tests.milestone() {
            // What withstood the challenge does not need a bound that the learned machine refutes.
            Some(Milestone::Challenged(words)) => {
                let sound = parts.iter().filter(|part| refuted_bound(part, numbers).is_none());
                challenged(sound.map(by).collect(), words, self.case.learning.seed)
            }
            _ => joined(parts.iter().map(by).collect()),
        };
        // Nothing has to be assumed of a system that was compared as a whole.
        (text, assumption.filter(|_| !parts.contains(&TesterKind::Exact)))
    }

    fn notes(&self, tests: &Chain<MealyHypothesis>, numbers: &Numbers) -> Vec<(&'static str, String)> {
        let notes = [
            ("bound dropped", self.note_of_bound(tests, numbers)),
            ("learned from", self.learned_from()),
            ("run_on", self.note_of_run_on()),
        ];
        notes.into_iter().filter_map(|(name, note)| Some((name, note?))).collect()
    }
}

impl Machines<'_> {
    /// How far words run on: only where a tester wants to see what that shows.
    fn run_on(&self) -> usize {
        let wants = |part: &TesterKind| matches!(part, TesterKind::DistinguisherBound(_));
        if self.tester.parts().iter().any(wants) { self.case.learning.run_on } else { 0 }
    }

    fn tester_of(&self, kind: &TesterKind, session: &Session) -> Box<dyn Tester<MealyHypothesis>> {
        let seed = self.case.learning.seed;
        match kind {
            TesterKind::Joined(parts) => {
                Box::new(Joined::new(parts.iter().map(|part| self.tester_of(part, session)).collect()))
            }
            &TesterKind::DistinguisherBound(bound) => self.bound_tester(bound),
            &TesterKind::StateBound(states) => Box::new(StateBound::new(states)),
            TesterKind::Suites(suites) => Box::new(Streamed::new(suites.clone(), seed)),
            &TesterKind::Auto(extra) => Box::new(Auto::new(extra, seed)),
            TesterKind::Exact => {
                let truth =
                    self.options.truth.as_ref().expect("the exact tester is offered for simulated systems only");
                Box::new(Exact::new(within(truth, &session.purpose, self.options.outside_is_error)))
            }
            other => unreachable!("{other} is refused before the run"),
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

    /// Tries to refute by other means what the tester could not refute: by all of `hsi(1)`, then by random words.
    fn challenge_links(&self) -> Vec<MealyLink> {
        let (seed, words) = match (self.case.learning.seed, self.challenge) {
            (_, ChallengeKind::None) => return Vec::new(),
            (seed, ChallengeKind::Words(words)) => (seed, Some(words)),
            (seed, _) => (seed, None),
        };
        let suite = Streamed::new(vec![SuiteKind::Hsi(1)], seed);
        vec![Box::new(TesterLink::new(suite, Phase::Challenge)), Box::new(RandomWords::new(words, seed))]
    }

    fn established_by(&self, kind: &TesterKind, tests: &Chain<MealyHypothesis>, numbers: &Numbers) -> Established {
        match *kind {
            TesterKind::Joined(ref parts) => {
                joined(parts.iter().map(|part| self.established_by(part, tests, numbers)).collect())
            }
            TesterKind::Suites(ref suites) => suites_verdict(suites, self.case.learning.seed, "the learned machine"),
            TesterKind::Auto(_) => auto_verdict(&tests.completeness().unwrap_or_default()),
            TesterKind::Exact => ("equivalent to the simulated machine, compared exactly".to_owned(), None),
            TesterKind::StateBound(states) => state_bound_verdict(states, numbers.states),
            TesterKind::DistinguisherBound(bound) => bound_verdict(bound, numbers.bound_needed, self.is_quiet_stable()),
            ref other => unreachable!("{other} is refused before the run"),
        }
    }

    /// The assumed bound that the learned machine refutes, if something else is tried in its place. It is dropped where
    /// it would have been believed.
    fn note_of_bound(&self, tests: &Chain<MealyHypothesis>, numbers: &Numbers) -> Option<String> {
        let mut refuted = self.tester.parts().iter().filter_map(|part| refuted_bound(part, numbers));
        let bound = refuted.next().filter(|_| self.challenge.is_some() && tests.milestone().is_some())?;
        Some(format!(
            "any two states were assumed to differ within {}, but the learned machine needs {}, so nothing rests on that",
            inputs_text(bound),
            numbers.bound_needed
        ))
    }

    /// What came of earlier versions.
    fn learned_from(&self) -> Option<String> {
        let (Recognised { version, states, recognised, .. }, words) = self.warm?;
        let name = &self.options.earlier[version].name;
        let states = if states == 1 { "1 state".to_owned() } else { format!("{states} states") };
        let words = if words == 1 { "1 word".to_owned() } else { format!("{words} words") };
        Some(format!("{name}: {recognised} of {states} recognised, {words}"))
    }

    fn note_of_run_on(&self) -> Option<String> {
        let run_on = self.case.learning.run_on;
        (run_on != LearningSpec::default().run_on).then(|| run_on.to_string())
    }
}

/// The bound that a tester assumes and the learned machine refutes.
fn refuted_bound(tester: &TesterKind, numbers: &Numbers) -> Option<usize> {
    match *tester {
        TesterKind::DistinguisherBound(bound) => Some(bound).filter(|&bound| numbers.bound_needed > bound),
        _ => None,
    }
}
