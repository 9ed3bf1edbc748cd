//! The learning run: learner and testers take turns until the testers have nothing left to try.
//!
//! The loop is the same for every kind of model. What is special to a kind is described by [`Kind`]; [`learn`] runs the
//! one for machines.

mod chain;
pub(crate) mod findings;
mod finish;
pub(crate) mod growth;
pub(crate) mod guarded;
mod kind;
pub(crate) mod machines;
pub(crate) mod registers;
pub(crate) mod so_far;
pub(crate) mod verdict;
mod witness;

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use typestar_learn::{EarlierVersion, Halt, Hypothesis, Learner, Oracle, Outcome};
use typestar_model::register::RegisterAutomaton;
use typestar_model::{HistoryEntry, Learned, Mealy, Model, Phase, Summary};

pub use self::chain::{Chain, Link, Milestone, TesterLink, WholeTree};
pub use self::guarded::learn_guarded;
pub use self::kind::{Kind, Numbers};
pub(crate) use self::machines::FEWEST_RANDOM_WORDS;
pub use self::machines::learn;
pub use self::registers::learn_registers;
pub(crate) use self::registers::{RANDOM_LENGTH, SHARES};
use crate::case::{Case, LearnerKind, TesterKind};
use crate::executor::{Executor, Observer, StopReason, Stopwatch};
use crate::journal::{Journal, JournalError};
use crate::session::Session;
use crate::session::drafts::Partials;
use crate::system::System;
use typestar_model::{EVENT_FORMAT, Event, RunStart};

/// What a run needs to know beyond the case.
#[derive(Clone, Default)]
pub struct RunOptions {
    /// The model that is simulated, for testers that compare with it; none if the system is a real one.
    pub truth: Option<Model>,
    /// Whether words outside the purpose count as errors, as in the published tables.
    pub outside_is_error: bool,
    /// What is known of earlier versions of the system, as machines. It decides what is asked first; none of it is
    /// believed.
    pub earlier: Vec<EarlierVersion>,
    /// Set from elsewhere to end the run cleanly.
    pub interrupt: Arc<AtomicBool>,
    /// How often the model so far is told ([`Event::ModelDrafted`]) while the run goes on; none for never.
    pub drafts_every: Option<Duration>,
    /// The run folder, for the summary.
    pub folder: String,
    /// Tells how long the run has been at work; without it, the clock of the machine does.
    pub stopwatch: Option<Stopwatch>,
}

impl RunOptions {
    /// The true machine, if there is one.
    pub(crate) fn machine(&self) -> Option<&Mealy> {
        if let Some(Model::Machine(learned)) = &self.truth { Some(&learned.machine) } else { None }
    }

    /// The true register automaton, if there is one.
    pub(crate) fn automaton(&self) -> Option<&RegisterAutomaton> {
        if let Some(Model::Registers(automaton)) = &self.truth { Some(automaton) } else { None }
    }
}

/// Why a run cannot begin.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// The exact tester has no machine to compare with.
    #[error("the tester `exact` needs a simulated system (sim:FILE.dot)")]
    NothingToCompareWith,
    /// A learner of machines for a system with data.
    #[error("the learner `{0}` is for machines, but this system has data: use slct, sllambda or slstar")]
    LearnerOfMachines(LearnerKind),
    /// A learner of register automata for a system without data.
    #[error(
        "the learner `{0}` is for systems with data: use lsharp, lstar, kv, ttt or adt, or declare the parameters of \
         the inputs ([inputs.actions])"
    )]
    LearnerOfRegisters(LearnerKind),
    /// A tester of machines for a system with data.
    #[error(
        "the tester `{0}` is for machines, but this system has data: use explore(K), random(WORDS), words(FILE), some \
         joined by `+`, or exact for a simulated model"
    )]
    TesterOfMachines(TesterKind),
    /// A tester of register automata for a system without data.
    #[error(
        "the tester `{0}` is for systems with data: use auto, distinguisher-bound(B), state-bound(N) or a suite, or \
         declare the parameters of the inputs ([inputs.actions])"
    )]
    TesterOfRegisters(TesterKind),
    /// A tester of other models for a guarded one.
    #[error(
        "the tester `{0}` is not for guarded models: use words(FILE), or leave it out (each guard has tests of its own), \
         or learn the order of calls (--model machine, or `model = \"machine\"` in [learning])"
    )]
    NotForGuards(TesterKind),
    /// Guards for a system that does not say what can be called.
    #[error(
        "a guarded model needs a system that tells its methods and their fields, as a Java class does (java:CLASS), and \
         this one tells no methods: learn a machine (--model machine, or `model = \"machine\"` in [learning])"
    )]
    NoMethods,
    /// The journal cannot be read.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// What a run hands over.
#[derive(Clone, Debug)]
pub struct Finished<M = Learned> {
    /// The model with its evidence; the best guess so far if the run was stopped.
    pub learned: M,
    /// Counts, findings, verdict.
    pub summary: Summary,
    /// Why it stopped before its own end, if it did.
    pub stop: Option<StopReason>,
}

impl<M> Finished<M> {
    /// The same with a model that was made of this one.
    pub fn map<N>(self, change: impl FnOnce(M) -> N) -> Finished<N> {
        Finished { learned: change(self.learned), summary: self.summary, stop: self.stop }
    }
}

/// Learns a system as a model of this kind: the loop that everything else serves.
///
/// Answers that the journal already holds are replayed in the order of execution, so that a run which was stopped
/// continues exactly where it was.
pub fn learn_kind<K: Kind>(
    kind: K,
    case: &Case,
    system: &mut dyn System,
    journal: Journal,
    options: &RunOptions,
    observer: Observer,
) -> Result<Finished<K::Model>, RunError> {
    let executor = Executor::open(case, system, Some(journal), Arc::clone(&options.interrupt))?;
    let mut executor = executor.observed(observer);
    if options.outside_is_error {
        executor.take_outside_for_error();
    }
    options.stopwatch.iter().for_each(|stopwatch| executor.status.time_by(Arc::clone(stopwatch)));
    let mut session = Session::new(case, executor);
    session.partials = Partials::new::<K>(&case.system.name, options.drafts_every);
    kind.prepare(&mut session);
    let tests = Chain::new(Vec::new());
    let mut run =
        Run { case, options, session, kind, tests, last: None, last_counterexample: None, history: Vec::new() };
    run.tell_start();
    let agreed = run.take_turns();
    let reached = run.session.executor.reached();
    run.kind.look_last(&mut run.session, run.last.as_deref());
    run.session.executor.note_reached(reached);
    Ok(run.finish(agreed))
}

struct Run<'a, 's, K: Kind> {
    case: &'a Case,
    options: &'a RunOptions,
    session: Session<'s>,
    kind: K,
    /// Everything that may refute a hypothesis, and how far that has come with the last one.
    tests: Chain<K::Hypothesis>,
    /// The last hypothesis. It may be large, so nobody has a copy of it.
    last: Option<Rc<K::Hypothesis>>,
    /// How many inputs the last counterexample had.
    last_counterexample: Option<usize>,
    /// What each hypothesis had cost.
    history: Vec<HistoryEntry>,
}

impl<K: Kind> Run<'_, '_, K> {
    fn tell_start(&mut self) {
        let start = RunStart {
            format: EVENT_FORMAT,
            typestar: env!("CARGO_PKG_VERSION").to_owned(),
            system: self.case.system.name.clone(),
            inputs: self.session.offered(),
            learner: self.kind.learner_name(),
            tester: self.kind.tester_name(),
            words: self.session.executor.known_words(),
        };
        self.session.tell(&match start.words {
            0 => Event::RunStarted(start),
            _ => Event::RunResumed(start),
        });
    }

    /// Takes turns until every test agrees (true) or the oracle stops (false).
    fn take_turns(&mut self) -> bool {
        let asked_first = self.ask_first();
        let mut learner = self.start();
        if asked_first == Err(Halt::Stopped) {
            return false;
        }
        loop {
            match self.one_round(&mut *learner) {
                Ok(Outcome::Agreed) => return true,
                Ok(Outcome::Counterexample(_)) => {}
                Err(Halt::Changed) => learner = self.start(),
                Err(Halt::Stopped) => return false,
            }
        }
    }

    /// Asks what is worth asking before the first hypothesis.
    fn ask_first(&mut self) -> Result<(), Halt> {
        loop {
            match self.kind.ask_first(&mut self.session) {
                Err(Halt::Changed) => {}
                asked => return asked,
            }
        }
    }

    /// Learner and tests that know nothing but what was observed.
    fn start(&mut self) -> Box<dyn Learner<Hypothesis = K::Hypothesis>> {
        self.tests = Chain::new(self.kind.links(&self.session));
        self.kind.learner()
    }

    fn one_round(&mut self, learner: &mut dyn Learner<Hypothesis = K::Hypothesis>) -> Result<Outcome, Halt> {
        self.session.set_phase(Phase::Learning);
        self.tests.begin();
        let hypothesis = Rc::new(learner.hypothesis(&mut self.session)?);
        self.accept(&hypothesis)?;
        let outcome = self.tests.test(&mut self.session, &hypothesis)?;
        if let Outcome::Counterexample(word) = &outcome {
            self.session.confirm(std::slice::from_ref(word))?;
            self.last_counterexample = Some(word.len());
            let word = self.session.names(word);
            self.session.tell(&Event::CounterexampleFound { word });
        }
        Ok(outcome)
    }

    /// Takes note of a hypothesis; confirms what is new in it, if the case asks for that.
    fn accept(&mut self, hypothesis: &Rc<K::Hypothesis>) -> Result<(), Halt> {
        let total = self.session.total();
        let entry = HistoryEntry { states: hypothesis.states(), executed: total.executed, symbols: total.symbols };
        if self.session.votes.confirm > 1 {
            let words = hypothesis.news(self.last.as_deref(), self.session.observed());
            self.session.confirm(&words)?;
        }
        self.last = Some(Rc::clone(hypothesis));
        self.session.partials.note::<K>(hypothesis);
        self.history.push(entry);
        self.session.note_hypothesis(hypothesis.size(), hypothesis.registers());
        self.session.limit_states(hypothesis.size())
    }
}
