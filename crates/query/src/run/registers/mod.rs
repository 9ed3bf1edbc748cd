//! Register automata as a kind of model: their learners, their testers, and what follows from these.

mod again;
pub(crate) mod data;
mod explained;
mod growth;
mod links;
pub(crate) mod misfits;
mod model;
pub(crate) mod other_values;
mod random_words;
mod same_class;
mod special_values;
mod trials;
pub(crate) mod typed;
pub(crate) mod watched;

use std::cell::Cell;
use std::rc::Rc;

use typestar_learn::register::{
    ExploreLimits, Explored, RegisterExact, RegisterExplore, RegisterHypothesis, RegisterKnown, RegisterLearner,
    RegisterLearnerKind, RegisterRandom, Shares,
};
use typestar_learn::{Halt, Learner, Tester};
use typestar_model::register::{Domain, RegisterAutomaton, Size};
use typestar_model::{Model, Phase, RegisterNumbers};

use self::again::RegistersAgain;
use self::links::{Checked, CheckedLink, Climbing, CountsAtFirst, ExploreLink, RandomLink, Repeating, TheoryCheck};
use self::special_values::tried_text;
use self::watched::Watched;
use super::chain::{Chain, Link, Milestone, TesterLink, WholeTree};
use super::kind::{Kind, Numbers};
use super::{Finished, RunError, RunOptions, learn_kind};
use crate::case::{Case, LearnerKind, RegisterTester, listed};
use crate::executor::Observer;
use crate::journal::Journal;
use crate::run::growth::{Growth, look_in_overtime};
use crate::run::registers::data::{Data, initial_constants};
use crate::run::registers::misfits::Misfits;
use crate::run::registers::typed::Typed;
use crate::run::verdict::{Established, explored_text, joined, known_verdict, random_text, words_text};
use crate::run::witness::{SecondLearner, Witness};
use crate::session::Session;
use crate::system::System;

/// Random words have this many inputs.
pub(crate) const RANDOM_LENGTH: usize = 20;

/// How the values of random words are drawn.
pub(crate) const SHARES: Shares = Shares { fresh: 3, repeated: 5, related: 2 };

/// Learns a system with data as a register automaton.
pub fn learn_registers(
    case: &Case,
    data: &Data,
    system: &mut dyn System,
    journal: Journal,
    options: &RunOptions,
    observer: Observer,
) -> Result<Finished<RegisterAutomaton>, RunError> {
    let kind = Registers::new(case, data, options)?;
    learn_kind(kind, case, &mut Typed::new(system, data, case), journal, options, observer)
}

/// Register automata, learned and tested as the case says.
pub(crate) struct Registers<'a> {
    case: &'a Case,
    data: &'a Data,
    options: &'a RunOptions,
    learner: (LearnerKind, RegisterLearnerKind),
    /// Tried one after the other.
    tester: Vec<RegisterTester>,
    /// How far the last hypothesis was explored.
    explored: Rc<Cell<Explored>>,
    /// How many random words the last hypothesis was tried with, if nobody said how many.
    random: Rc<Cell<u64>>,
    /// How many words the theories were checked with.
    checked: Rc<Cell<Checked>>,
    /// What a second learner said of the last hypothesis, if there was one.
    witness: Rc<Cell<Option<Witness>>>,
}

impl<'a> Registers<'a> {
    /// What the case wants of a system with these data.
    pub(crate) fn new(case: &'a Case, data: &'a Data, options: &'a RunOptions) -> Result<Self, RunError> {
        let learning = &case.learning;
        let named = learning.learner.unwrap_or(LearnerKind::OF_REGISTERS[0]);
        let learner = match named {
            LearnerKind::Slstar => RegisterLearnerKind::Slstar,
            LearnerKind::Sllambda => RegisterLearnerKind::Sllambda,
            LearnerKind::Slct => RegisterLearnerKind::Slct,
            other => return Err(RunError::LearnerOfMachines(other)),
        };
        let tester = match &learning.tester {
            None => data.usual_tester(options.truth.is_some()),
            Some(tester) => tester.of_registers().ok_or_else(|| RunError::TesterOfMachines(tester.clone()))?,
        };
        if tester.contains(&RegisterTester::Exact) && options.automaton().is_none() {
            return Err(RunError::NothingToCompareWith);
        }
        let learner = (named, learner);
        let (explored, random, checked, witness) = Default::default();
        Ok(Self { case, data, options, learner, tester, explored, random, checked, witness })
    }

    fn link_of(&self, part: &RegisterTester) -> RegisterLink {
        let theories = self.data.theories.clone();
        let tester: Box<dyn Tester<RegisterHypothesis>> = match *part {
            RegisterTester::Words(ref known) => Box::new(RegisterKnown::new(known.clone(), theories)),
            RegisterTester::Explore(depth) => {
                return Box::new(ExploreLink { explorer: self.explorer(depth), reached: Rc::clone(&self.explored) });
            }
            RegisterTester::Random(Some(fewest)) if self.case.learning.tester.is_none() => {
                let (learning, tried) = (&self.case.learning, Rc::clone(&self.random));
                let (seed, rounds) = (learning.seed, learning.growth_rounds);
                return Box::new(RandomLink { theories, fewest, seed, rounds, tried });
            }
            RegisterTester::Random(words) => {
                let (words, seed) = (words.unwrap_or(u64::MAX), self.case.learning.seed);
                Box::new(RegisterRandom::new(theories, words, RANDOM_LENGTH, SHARES, seed))
            }
            RegisterTester::Exact => {
                let truth = self.options.automaton().cloned().expect("the exact tester is offered for models only");
                Box::new(RegisterExact::new(truth, theories))
            }
        };
        Box::new(TesterLink::new(tester, Phase::Testing))
    }

    /// Explores to a depth, or until the limits of the run end it. Walking through a known truth executes nothing, so the
    /// limit on words is looked at here.
    fn explorer(&self, depth: Option<usize>) -> RegisterExplore {
        let limits = ExploreLimits { depth: depth.unwrap_or(usize::MAX), words: u64::MAX };
        let Some(truth) = self.options.automaton() else {
            return RegisterExplore::new(self.data.theories.clone(), limits);
        };
        let limits = ExploreLimits { words: self.case.limits.max_words, ..limits };
        RegisterExplore::new(self.data.theories.clone(), limits).knowing(truth.clone())
    }

    /// The check of the theories, where there is something to check.
    fn theory_check(&self) -> Option<TheoryCheck> {
        let (words, seed) = (self.case.learning.theory_check, self.case.learning.seed);
        let is_wanted = self.options.truth.is_none() && words > 0 && !self.data.signature.types.is_empty();
        is_wanted.then(|| TheoryCheck { data: self.data.clone(), words, seed, checked: Rc::clone(&self.checked) })
    }

    /// Whether a model that withstood everything is learned once more: where nobody named a tester, and the truth is not
    /// known.
    fn is_learned_again(&self) -> bool {
        self.case.learning.tester.is_none() && self.options.truth.is_none()
    }

    /// Learns once more what withstood the usual random words: another seed is another witness.
    fn second_learner(&self) -> Option<RegisterLink> {
        let again = RegistersAgain { kind: self.learner.1, data: self.data.clone() };
        let seed = self.case.learning.seed;
        let second = SecondLearner::new(again, seed, Phase::Challenge, &self.random, &self.witness);
        self.is_learned_again().then(|| Box::new(second) as RegisterLink)
    }

    /// Where words end because the user says so: what is behind it was never looked at.
    fn finals_text(&self) -> String {
        let errors = &self.case.outputs.errors;
        if errors.is_empty() {
            return String::new();
        }
        format!("; words end at {}, which was declared final", typestar_model::some_names(errors))
    }

    /// What was tried with other values.
    fn checked_text(&self) -> String {
        let Checked { others, special, possible } = self.checked.get();
        let mut text = String::new();
        if others > 0 {
            text.push_str(&format!("; {} run again with other values", words_text(others)));
        }
        if special > 0 {
            let of = if possible > special { format!(" of {possible}") } else { String::new() };
            let mut domains: Vec<Domain> = self.data.signature.types.iter().map(|data_type| data_type.domain).collect();
            domains.sort_unstable();
            domains.dedup();
            let tried: Vec<&str> = domains.into_iter().map(tried_text).collect();
            text.push_str(&format!("; {special}{of} with special values ({})", tried.join("; ")));
        }
        text
    }

    fn established_by(&self, part: &RegisterTester) -> Established {
        match part {
            RegisterTester::Explore(_) => explored_text(self.explored.get(), self.data),
            RegisterTester::Random(words) => {
                let tried = Some(self.random.get()).filter(|&tried| tried > 0);
                random_text(tried.or(*words), self.case.learning.seed)
            }
            RegisterTester::Words(known) => known_verdict(known),
            RegisterTester::Exact if self.data.has_sums() => (
                "no difference from the simulated automaton; with sums the comparison may be incomplete".to_owned(),
                None,
            ),
            RegisterTester::Exact => ("equivalent to the simulated automaton, compared exactly".to_owned(), None),
        }
    }
}

type RegisterLink = Box<dyn Link<RegisterHypothesis>>;

impl Kind for Registers<'_> {
    type Hypothesis = RegisterHypothesis;
    type Model = RegisterAutomaton;

    fn learner_name(&self) -> String {
        self.learner.0.to_string()
    }

    fn tester_name(&self) -> String {
        listed(&self.tester)
    }

    fn learner(&self) -> Box<dyn Learner<Hypothesis = RegisterHypothesis>> {
        let accepts = self.options.automaton().is_some_and(|truth| truth.locations[0].accepting);
        let (signature, theories) = (self.data.signature.clone(), self.data.theories.clone());
        Box::new(RegisterLearner::new(self.learner.1, signature, theories).with_empty_word(accepts))
    }

    fn has_challenge(&self) -> bool {
        self.theory_check().is_some() || self.is_learned_again()
    }

    /// Answers have to fit what is declared, and locations without end are a sign that a theory does not fit. What grows is
    /// no automaton.
    fn prepare(&self, session: &mut Session) {
        session.growth = Growth::new(self.case, self.case.learning.tester.is_none());
        session.misfits = Some(Misfits::new(self.data.clone()));
        session.watched = self.theory_check().map(|_| Watched::new(self.data.clone(), self.case.learning.seed));
    }

    fn ask_first(&mut self, session: &mut Session) -> Result<(), Halt> {
        self.theory_check().map_or(Ok(()), |check| check.try_inputs(session))
    }

    /// The testers, and what grows before random words; the whole tree; what grows, more closely; words with other
    /// values of the same classes, where a model is known to compare as its guards say; and at last a second learner.
    fn links(&self, _session: &Session) -> Vec<RegisterLink> {
        self.explored.set(Explored::default());
        let checked = |link: RegisterLink| match self.theory_check() {
            Some(check) => Box::new(CheckedLink { link, check }),
            None => link,
        };
        let mut links: Vec<RegisterLink> = vec![Box::new(CountsAtFirst::new(self.data.clone()))];
        for part in &self.tester {
            let is_random = matches!(part, RegisterTester::Random(_));
            links.extend(is_random.then(|| checked(Box::new(Climbing { data: self.data.clone() }))));
            links.push(checked(self.link_of(part)));
        }
        links.push(Box::new(WholeTree::after_tester()));
        links.push(checked(Box::new(Repeating { data: self.data.clone() })));
        links.push(Box::new(WholeTree::again(Phase::Growth)));
        links.extend(self.theory_check().map(|check| Box::new(check) as RegisterLink));
        links.extend(self.second_learner().map(checked));
        links
    }

    fn look_last(&self, session: &mut Session, hypothesis: Option<&RegisterHypothesis>) {
        let Some(hypothesis) = hypothesis else { return };
        look_in_overtime(session, |session| {
            session.in_phase(Phase::Growth, |session| {
                growth::climb(session, hypothesis, self.data)?;
                growth::climb_with_few_values(session, hypothesis, self.data, false)
            })
        });
    }

    fn drafted(session: &Session, system: &str, hypothesis: Option<&RegisterHypothesis>) -> Option<Model> {
        Some(Model::Registers(model::automaton(session, hypothesis?, system, false)))
    }

    fn model(&self, session: &Session, hypothesis: Option<&RegisterHypothesis>, finished: bool) -> RegisterAutomaton {
        let name = &self.case.system.name;
        match hypothesis {
            Some(hypothesis) => model::automaton(session, hypothesis, name, finished),
            None => model::unknown(self.data, name),
        }
    }

    fn register_numbers(
        &self,
        hypothesis: Option<&RegisterHypothesis>,
        model: &RegisterAutomaton,
    ) -> Option<RegisterNumbers> {
        let Size { locations, registers, transitions } = model.size();
        let tree_queries = hypothesis.map_or(0, |hypothesis| hypothesis.tree_queries);
        let theories = self.data.theories_text();
        Some(RegisterNumbers {
            locations,
            registers,
            transitions,
            theories,
            tree_queries,
            ..RegisterNumbers::default()
        })
    }

    fn established(&self, tests: &Chain<RegisterHypothesis>, _numbers: &Numbers) -> Established {
        let (mut text, assumption) = joined(self.tester.iter().map(|part| self.established_by(part)).collect());
        if tests.milestone() == Some(Milestone::Tested) {
            text.push_str(&self.checked_text());
        }
        text.extend(self.witness.get().map(Witness::text));
        text.push_str(&self.finals_text());
        let theories = self.data.theories_text();
        let compares = format!("the system compares values only as its theories do ({theories})");
        let assumed = assumption.into_iter().chain((!theories.is_empty()).then_some(compares));
        let assumed = assumed.collect::<Vec<_>>().join("; ");
        let is_exact = self.tester.contains(&RegisterTester::Exact);
        (text, Some(assumed).filter(|assumed| !assumed.is_empty() && !is_exact))
    }

    /// Words that were walked through a model and not executed are told here, and constants that nobody declared.
    fn notes(&self, _tests: &Chain<RegisterHypothesis>, _numbers: &Numbers) -> Vec<(&'static str, String)> {
        let Some(truth) = self.options.automaton() else { return Vec::new() };
        let Explored { words, depth, .. } = self.explored.get();
        let explored = format!("{} compared without executing them, complete to depth {depth}", words_text(words));
        let initial = initial_constants(truth);
        let initial: Vec<String> = initial.iter().map(|known| format!("{} = {}", known.name, known.value)).collect();
        let constants = format!("{}: the initial values of registers are known", initial.join(", "));
        let explored = (words > 0).then_some(("explored", explored));
        explored.into_iter().chain((!initial.is_empty()).then_some(("constants", constants))).collect()
    }

    fn partly_established(&self, tests: &Chain<RegisterHypothesis>, numbers: &Numbers) -> Option<String> {
        if tests.milestone().is_some() {
            return Some(self.established(tests, numbers).0);
        }
        let explored = self.explored.get();
        (explored.depth > 0).then(|| explored_text(explored, self.data).0)
    }
}
