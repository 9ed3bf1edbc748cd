//! Guarded models as a kind of model: what is called with what, who tests it, and what follows.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use typestar_learn::guarded::{
    Breaking, Callable, Explore, GuardTests, GuardedHypothesis, GuardedLearner, Survey, survey,
};
use typestar_learn::{Halt, Learner};
use typestar_model::guarded::{Guard, GuardedMethod, GuardedModel};
use typestar_model::{Finding, GuardedNumbers, Model, Phase};

use super::chain::{Chain, Link, Milestone, TesterLink, WholeTree};
use super::kind::{Kind, Numbers};
use super::{Finished, RunError, RunOptions, run, session};
use crate::arguments::Objects;
use crate::case::Case;
use crate::executor::{Executor, Observer};
use crate::findings;
use crate::journal::Journal;
use crate::session::Session;
use crate::system::System;
use crate::verdict::{Established, words_text};

/// So many words explore the object for each hypothesis, before its guards are tested.
const EXPLORING_WORDS: usize = 40;

/// Learns when the methods of an object can be called, with guards over its fields and its arguments.
pub fn learn_guarded(
    case: &Case,
    system: &mut dyn System,
    journal: Journal,
    options: &RunOptions,
    observer: Observer,
) -> Result<Finished<GuardedModel>, RunError> {
    // What grows is what guards are for.
    let mut case = case.clone();
    case.learning.growth_rounds = 0;
    let kind = Guarded::new(&case, system.methods(), &Objects(system.objects()));
    let executor = Executor::open(&case, system, Some(journal), Arc::clone(&options.interrupt))?;
    let session = session(&case, executor.observed(observer), options);
    Ok(run(kind, &case, session, options))
}

/// Guarded models, learned and tested as the case says.
struct Guarded<'a> {
    case: &'a Case,
    callables: Vec<Callable>,
    /// How many words were made to break each guard.
    tests: GuardTests,
    /// What is known at the end.
    survey: RefCell<Survey>,
    history: History,
    /// How many methods nothing explains.
    unexplained: Cell<usize>,
}

/// The guards of each hypothesis that was tested, with the words that had been executed when it was built.
type History = Rc<RefCell<Vec<(u64, Vec<Guard>)>>>;

impl<'a> Guarded<'a> {
    fn new(case: &'a Case, methods: &[GuardedMethod], objects: &Objects) -> Self {
        let callables = methods.iter().filter_map(|method| objects.callable(method)).collect();
        let (tests, history) = (GuardTests::default(), Rc::default());
        Self { case, callables, tests, survey: RefCell::default(), history, unexplained: Cell::new(0) }
    }

    /// How many words had been executed when the guards that the run ends with were believed first.
    fn words_until(&self, last: &[Guard]) -> u64 {
        let history = self.history.borrow();
        let same = history.iter().rev().take_while(|(_, guards)| guards == last);
        same.last().map_or(0, |(words, _)| *words)
    }

    /// How many words tried to break the guards. A guard may have fewer than the user wants: of a method that blocks, or if
    /// there is nothing else to call.
    fn tests_text(&self) -> String {
        let survey = self.survey.borrow();
        let tests = || survey.model.rules.iter().filter(|rule| rule.is_certain).map(|rule| rule.tests);
        let (least, most) = (tests().min().unwrap_or(0), tests().max().unwrap_or(0));
        let each = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let words = words_text(tests().sum());
        format!("{words} made to break them, {each} for each guard, seed {}", self.case.learning.seed)
    }
}

type GuardedLink = Box<dyn Link<GuardedHypothesis>>;

impl Kind for Guarded<'_> {
    type Hypothesis = GuardedHypothesis;
    type Model = GuardedModel;

    fn learner_name(&self) -> String {
        "guarded".to_owned()
    }

    fn tester_name(&self) -> String {
        format!("guards({})", self.case.learning.guard_tests)
    }

    fn learner(&self) -> Box<dyn Learner<Hypothesis = GuardedHypothesis>> {
        Box::new(GuardedLearner::new(self.callables.clone()))
    }

    /// Exploring is cheap and finds most of what is missing; then each guard has to withstand tests of its own.
    fn links(&self, _session: &Session) -> Vec<GuardedLink> {
        self.tests.borrow_mut().clear();
        let (learning, callables) = (&self.case.learning, || self.callables.clone());
        let explore = Explore::new(callables(), EXPLORING_WORDS, learning.seed);
        let breaking = Breaking::new(callables(), learning.guard_tests, learning.seed, &self.tests);
        vec![
            Box::new(Noted(Rc::clone(&self.history))),
            Box::new(TesterLink::new(explore, Phase::Testing)),
            Box::new(TesterLink::new(breaking, Phase::Testing)),
            Box::new(WholeTree::after_tester()),
        ]
    }

    fn drafted(_session: &Session, system: &str, hypothesis: &GuardedHypothesis) -> Option<Model> {
        Some(Model::Guarded(GuardedModel { system: system.to_owned(), ..hypothesis.model() }))
    }

    fn look_last(&self, session: &mut Session, hypothesis: Option<&GuardedHypothesis>) {
        let Some(hypothesis) = hypothesis else { return };
        if let Ok(survey) = survey(session, &self.callables, hypothesis, &self.tests) {
            self.unexplained.set(survey.unexplained.len());
            self.survey.replace(survey);
        }
    }

    fn model(&self, _session: &Session, _hypothesis: Option<&GuardedHypothesis>, finished: bool) -> GuardedModel {
        let model = self.survey.borrow().model.clone();
        GuardedModel { system: self.case.system.name.clone(), finished, ..model }
    }

    fn numbers(&self, session: &Session, _: Option<&GuardedHypothesis>, model: &GuardedModel) -> Numbers {
        let states = if model.states == 0 { session.states_so_far() } else { model.states };
        Numbers { states, states_total: states + model.states_total() - model.states, bound_needed: 0 }
    }

    fn guarded_numbers(&self, model: &GuardedModel) -> Option<GuardedNumbers> {
        let guards: Vec<Guard> = model.rules.iter().map(|rule| rule.guard.clone()).collect();
        let is_said = |guard: &&Guard| **guard != Guard::ALWAYS && **guard != Guard::NEVER;
        Some(GuardedNumbers {
            methods: model.methods.len(),
            guards: guards.iter().filter(is_said).count(),
            words_until_guards: self.words_until(&guards),
            tests_per_guard: self.case.learning.guard_tests,
        })
    }

    /// What no guard explains is told, with two executions that show it.
    fn doubts(&self, _numbers: &Numbers) -> Vec<Finding> {
        self.survey.borrow().unexplained.iter().map(findings::no_guard).collect()
    }

    fn established(&self, tests: &Chain<GuardedHypothesis>, _numbers: &Numbers) -> Established {
        let text = match tests.milestone() {
            Some(Milestone::Tested) => format!("no counterexample to the guards in {}", self.tests_text()),
            _ => "nothing".to_owned(),
        };
        let partly = match self.unexplained.get() {
            0 => String::new(),
            1 => "; the model is partial: 1 method has no guard (see the findings)".to_owned(),
            methods => format!("; the model is partial: {methods} methods have no guard (see the findings)"),
        };
        let assumed =
            "calls whose fields and arguments compare with the guards as those that were tried end as they did";
        (text + &partly, Some(assumed.to_owned()))
    }

    fn partly_established(&self, tests: &Chain<GuardedHypothesis>, numbers: &Numbers) -> Option<String> {
        tests.milestone().map(|_| self.established(tests, numbers).0)
    }

    fn notes(&self, _tests: &Chain<GuardedHypothesis>, _numbers: &Numbers) -> Vec<(&'static str, String)> {
        let names = |callable: &Callable| callable.method.name.clone();
        let called: Vec<String> = self.callables.iter().map(names).collect();
        vec![("methods", typestar_model::some_names(&called))]
    }
}

/// Takes note of the guards of each hypothesis, and finds nothing.
struct Noted(History);

impl Link<GuardedHypothesis> for Noted {
    fn test(&mut self, session: &mut Session, hypothesis: &GuardedHypothesis) -> Result<typestar_learn::Outcome, Halt> {
        let guards = hypothesis.rules.iter().flatten().map(|belief| belief.guard.clone()).collect();
        self.0.borrow_mut().push((session.executed(), guards));
        Ok(typestar_learn::Outcome::Agreed)
    }
}
