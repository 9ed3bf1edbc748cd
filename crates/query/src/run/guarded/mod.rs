//! Guarded models as a kind of model: what is called with what, who tests it, and what follows.

pub(crate) mod arguments;
mod evidence;
#[cfg(test)]
mod tests;

use std::cell::RefCell;
use std::rc::Rc;

use typestar_learn::guarded::{
    Breaking, Callable, Calls, Explore, GuardTests, GuardedHypothesis, GuardedLearner, Ladders, Long, SharedCalls,
    Survey, Untold, survey,
};
use typestar_learn::{Halt, KnownWords, Learner};
use typestar_model::guarded::{Guard, GuardedModel, LeftOut, Rule};
use typestar_model::{Finding, GuardedNumbers, Model, Phase, Step, counted};

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

/// How many words explore the object for each hypothesis, before its guards are tested,
const EXPLORING_WORDS: usize = 40;
/// and how many afterwards.
const LATE_EXPLORING_WORDS: usize = 120;

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
    /// What cannot be called, and why.
    left_out: Vec<LeftOut>,
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
        let left_out = system.about().left_out.clone();
        Ok(Self { case, known, calls, tests, survey: RefCell::default(), history, left_out })
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
        let wanted = self.case.learning.guard_tests;
        let fewer = match &survey.exhausted[..] {
            [] => String::new(),
            names => format!(
                "; {} had fewer than {wanted}: there is nothing else to call",
                typestar_model::some_names(names)
            ),
        };
        let known: String = self.known.iter().map(|known| format!("{} and in ", known_text(known))).collect();
        let seed = self.case.learning.seed;
        format!("{known}{words} that tried to break them, {each} for each guard, seed {seed}{fewer}")
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

    fn calls_makers(&self) -> bool {
        true
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
        let explore = Explore::after_tests(&self.calls, LATE_EXPLORING_WORDS, learning.seed);
        links.push(Box::new(TesterLink::new(explore, Phase::Testing)));
        links.push(Box::new(TesterLink::new(Long::new(&self.calls), Phase::Growth)));
        links.push(Box::new(WholeTree::after_tester()));
        links
    }

    fn drafted(_session: &Session, system: &str, hypothesis: Option<&GuardedHypothesis>) -> Option<Model> {
        Some(Model::Guarded(GuardedModel { system: system.to_owned(), ..hypothesis?.model() }))
    }

    fn look_last(&self, session: &mut Session, hypothesis: Option<&GuardedHypothesis>) {
        let Some(hypothesis) = hypothesis else { return };
        if let Ok(survey) = survey(session, hypothesis, (&self.tests, self.case.learning.guard_tests)) {
            self.survey.replace(survey);
        }
        // Who wants the end at once does not wait until all that was observed is given back: the process ends anyway.
        if session.executor.status.is_interrupted() {
            std::mem::forget(Rc::clone(&self.calls));
        }
    }

    fn model(&self, _session: &Session, _hypothesis: Option<&GuardedHypothesis>, finished: bool) -> GuardedModel {
        let mut model = self.survey.borrow().model.clone();
        // Of a run that was ended early only what withstood its tests is certain.
        let is_tested =
            |rule: &Rule| rule.tests_of_guards().iter().all(|tests| *tests >= self.case.learning.guard_tests);
        for rule in model.rules.iter_mut().filter(|rule| !finished && !is_tested(rule)) {
            rule.is_certain = false;
        }
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
            methods: model.methods_and_makers().0,
            guards: guards.iter().filter(is_said).count(),
            words_until_guards: self.words_until(&guards),
            tests_per_guard: self.case.learning.guard_tests,
        })
    }

    /// What no guard explains is told, with executions that show it; and what rests on too little.
    fn doubts(&self, _numbers: &Numbers) -> Vec<Finding> {
        let survey = self.survey.borrow();
        let wanted = self.case.learning.guard_tests;
        let is_counted = |method: &String| survey.counted.iter().any(|counted| counted.method == *method);
        let unexplained = survey.unexplained.iter().filter(|unexplained| !is_counted(&unexplained.method));
        let counted = survey.counted.iter().map(findings::hidden_count);
        let left_out = self.left_out.iter().filter(|left_out| !left_out.mangled && !left_out.aside);
        let lacks = survey.lacks.iter().map(|lack| evidence::little(lack, wanted));
        unexplained.map(findings::no_guard).chain(counted).chain(evidence::not_called(left_out)).chain(lacks).collect()
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
        let calls = self.calls.borrow();
        let names = |makes: bool| {
            let chosen = calls.callables().iter().filter(move |callable| callable.makes() == makes);
            chosen.map(|callable: &Callable| callable.method.name.clone()).collect::<Vec<String>>()
        };
        let (called, makers) = (names(false), names(true));
        let makers = (!makers.is_empty()).then(|| ("makers", typestar_model::some_names(&makers)));
        let survey = self.survey.borrow();
        let untold = survey.untold.iter().map(untold).collect::<Vec<_>>().join("; ");
        let untold = (!untold.is_empty()).then_some(("untold", untold));
        let limited = survey.limited.iter().map(|(call, limit)| format!("{call}: {}", limit.name()));
        let limited: Vec<String> = limited.collect();
        let of_machine = (!limited.is_empty()).then(|| ("limits of the machine", typestar_model::some_names(&limited)));
        let never = never_succeeded(&survey.model);
        let methods = ("methods", typestar_model::some_names(&called));
        [methods].into_iter().chain(makers).chain(never).chain(untold).chain(of_machine).collect()
    }
}

/// The methods that never succeeded, with what was tried.
fn never_succeeded(model: &GuardedModel) -> Option<(&'static str, String)> {
    let is_never = |rule: &&Rule| rule.never_succeeded().is_some();
    let of = |method: usize| model.rules.iter().filter(move |rule| rule.method == method);
    let never = |method: usize| of(method).next().is_some() && of(method).all(|rule| is_never(&rule));
    let told = (0..model.methods.len()).filter(|method| never(*method)).map(|method| {
        let calls: u64 = of(method).filter_map(Rule::never_succeeded).sum();
        let tried = of(method).next().map(|rule| &rule.tried[..]).unwrap_or_default();
        let tried: Vec<String> = tried.iter().map(|call| call.text().to_owned()).collect();
        let name = &model.methods[method].name;
        match model.methods[method].parameters.is_empty() {
            true => format!("{name} in {}", counted(calls, "call")),
            false => format!("{name} in {}, such as {}", counted(calls, "call"), tried.join(", ")),
        }
    });
    let told: Vec<String> = told.collect();
    (!told.is_empty()).then(|| ("never succeeded", told.join("; ")))
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
