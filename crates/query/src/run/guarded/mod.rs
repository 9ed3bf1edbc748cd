//! Guarded models as a kind of model: what is called with what, who tests it, and what follows.

pub(crate) mod arguments;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;

use typestar_learn::guarded::{
    Breaking, Callable, Calls, Explore, GuardTests, GuardedHypothesis, GuardedLearner, Ladders, Long, SharedCalls,
    Survey, Untold, survey,
};
use typestar_learn::{Halt, KnownWords, Learner};
use typestar_model::guarded::{Guard, GuardedModel};
use typestar_model::{Finding, GuardedNumbers, Model, Phase, Step};

use super::chain::{Chain, Link, Milestone, TesterLink, WholeTree};
use super::kind::{Kind, Numbers};
use super::{Finished, RunError, RunOptions, learn_kind};
use crate::case::{Case, GivenArgument};
use crate::executor::Observer;
use crate::journal::Journal;
use crate::run::findings;
use crate::run::guarded::arguments::callable;
use crate::run::verdict::{Established, known_text, words_text};
use crate::session::Session;
use crate::system::System;

/// How many words explore the object for each hypothesis, before its guards are tested.
const EXPLORING_WORDS: usize = 40;

/// Learns when the methods of an object can be called, with guards over its fields and its arguments.
pub fn learn_guarded(
    case: &Case,
    system: &mut dyn System,
    journal: Journal,
    options: &RunOptions,
    observer: Observer,
) -> Result<Finished<GuardedModel>, RunError> {
    let kind = Guarded::new(case, system)?;
    learn_kind(kind, case, system, journal, options, observer)
}

/// What can be called of a class, with what; what the user gives comes first.
pub(crate) fn callables(system: &dyn System, given: &[GivenArgument]) -> Vec<Callable> {
    system.about().methods.iter().filter_map(|method| callable(method, given)).collect()
}

/// Guarded models, learned and tested as the case says.
pub(crate) struct Guarded<'a> {
    case: &'a Case,
    /// Words that the user knows, which are tried first.
    known: Vec<KnownWords>,
    /// What was observed of calls. The session fills it; learner, testers and hypotheses read it.
    calls: SharedCalls,
    /// How many words were made to break each guard.
    tests: GuardTests,
    /// What is known at the end.
    survey: RefCell<Survey>,
    history: History,
}

/// The guards of each hypothesis that was tested, with the words that had been executed when it was built.
type History = Rc<RefCell<Vec<(u64, Vec<Guard>)>>>;

impl<'a> Guarded<'a> {
    /// What can be called of this class, with what.
    pub(crate) fn new(case: &'a Case, system: &dyn System) -> Result<Self, RunError> {
        if system.about().methods.is_empty() {
            return Err(RunError::NoMethods);
        }
        let known = match &case.learning.tester {
            None => Vec::new(),
            Some(tester) => tester.of_guarded().ok_or_else(|| RunError::NotForGuards(tester.clone()))?,
        };
        let calls = Calls::new(callables(system, &case.arguments)).with_outcomes(case.learning.outcomes);
        let calls = Rc::new(RefCell::new(calls));
        let (tests, history) = (GuardTests::default(), Rc::default());
        Ok(Self { case, known, calls, tests, survey: RefCell::default(), history })
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
        let certain = || survey.model.rules.iter().filter(|rule| rule.is_certain);
        let tests = || certain().flat_map(|rule| rule.tests_of_guards());
        let (least, most) = (tests().min().unwrap_or(0), tests().max().unwrap_or(0));
        let each = if least == most { most.to_string() } else { format!("{least} to {most}") };
        let words = words_text(tests().sum());
        let known: String = self.known.iter().map(|known| format!("{} and in ", known_text(known))).collect();
        format!("{known}{words} that tried to break them, {each} for each guard, seed {}", self.case.learning.seed)
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
        let known: String = self.known.iter().map(|known| format!("{known} + ")).collect();
        format!("{known}guards({})", self.case.learning.guard_tests)
    }

    fn learner(&self) -> Box<dyn Learner<Hypothesis = GuardedHypothesis>> {
        Box::new(GuardedLearner::new(&self.calls))
    }

    /// Guards speak of what was known before each call.
    fn prepare(&self, session: &mut Session) {
        session.share_calls(&self.calls);
    }

    /// Known words come first; exploring is cheap and finds most of what is missing; then each guard has to withstand tests of
    /// its own. There is no second learner as for other kinds: guards are inferred from all that was observed, in no order that
    /// a seed could change, and each of them has hundreds of tests already.
    fn links(&self, _session: &Session) -> Vec<GuardedLink> {
        self.tests.borrow_mut().clear();
        let learning = &self.case.learning;
        let explore = Explore::new(&self.calls, EXPLORING_WORDS, learning.seed);
        let breaking = Breaking::new(&self.calls, learning.guard_tests, learning.seed, &self.tests);
        let mut links: Vec<GuardedLink> = vec![Box::new(Noted(Rc::clone(&self.history)))];
        for known in &self.known {
            links.push(Box::new(TesterLink::new(known.clone(), Phase::Testing)));
        }
        links.push(Box::new(TesterLink::new(explore, Phase::Testing)));
        links.push(Box::new(TesterLink::new(Ladders::new(&self.calls), Phase::Growth)));
        links.push(Box::new(TesterLink::new(breaking, Phase::Testing)));
        links.push(Box::new(TesterLink::new(Long::new(&self.calls), Phase::Growth)));
        links.push(Box::new(WholeTree::after_tester()));
        links
    }

    fn drafted(_session: &Session, system: &str, hypothesis: Option<&GuardedHypothesis>) -> Option<Model> {
        Some(Model::Guarded(GuardedModel { system: system.to_owned(), ..hypothesis?.model() }))
    }

    fn look_last(&self, session: &mut Session, hypothesis: Option<&GuardedHypothesis>) {
        let Some(hypothesis) = hypothesis else { return };
        if let Ok(survey) = survey(session, hypothesis, &self.tests) {
            self.survey.replace(survey);
        }
        // Who wants the end at once does not wait until all that was observed is given back: the process ends anyway.
        if session.executor.status.is_interrupted() {
            std::mem::forget(Rc::clone(&self.calls));
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

    /// What no guard explains is told, with executions that show it.
    fn doubts(&self, _numbers: &Numbers) -> Vec<Finding> {
        let survey = self.survey.borrow();
        let is_counted = |method: &String| survey.counted.iter().any(|counted| counted.method == *method);
        let unexplained = survey.unexplained.iter().filter(|unexplained| !is_counted(&unexplained.method));
        let counted = survey.counted.iter().map(findings::hidden_count);
        unexplained.map(findings::no_guard).chain(counted).collect()
    }

    fn established(&self, tests: &Chain<GuardedHypothesis>, _numbers: &Numbers) -> Established {
        let text = match tests.milestone() {
            Some(Milestone::Tested) => format!("no counterexample to the guards in {}", self.tests_text()),
            _ => "nothing".to_owned(),
        };
        let partly = match self.survey.borrow().unexplained.len() {
            0 => String::new(),
            1 => "; the model is incomplete: 1 method has no guard (see the findings)".to_owned(),
            methods => format!("; the model is incomplete: {methods} methods have no guard (see the findings)"),
        };
        let assumed = "calls on the same side of each guard as the tested calls have the same outcome";
        (text + &partly, Some(assumed.to_owned()))
    }

    fn notes(&self, _tests: &Chain<GuardedHypothesis>, _numbers: &Numbers) -> Vec<(&'static str, String)> {
        let names = |callable: &Callable| callable.method.name.clone();
        let called: Vec<String> = self.calls.borrow().callables().iter().map(names).collect();
        let survey = self.survey.borrow();
        let untold = survey.untold.iter().map(untold).collect::<Vec<_>>().join("; ");
        let untold = (!untold.is_empty()).then_some(("untold", untold));
        let limited = survey.limited.iter().map(|(call, limit)| format!("{call}: {}", limit.name()));
        let limited: Vec<String> = limited.collect();
        let of_machine = (!limited.is_empty()).then(|| ("limits of the machine", typestar_model::some_names(&limited)));
        [("methods", typestar_model::some_names(&called))].into_iter().chain(untold).chain(of_machine).collect()
    }
}

/// Outcomes that nothing tells apart, each with the calls that lead to it: `add: true (add(1)), false (add(1) add(1))`.
fn untold(untold: &Untold) -> String {
    let outcome = |(name, steps): &(String, Vec<Step>)| {
        let calls: Vec<&str> = steps.iter().map(|step| step.input.text()).collect();
        format!("{name} ({})", calls.join(" "))
    };
    let outcomes: Vec<String> = untold.outcomes.iter().map(outcome).collect();
    format!("{}: {}", untold.method, outcomes.join(", "))
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
