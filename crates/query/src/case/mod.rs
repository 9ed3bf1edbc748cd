//! The case file: what to learn and how, in TOML. `docs/reference/case-file.md` describes every key.

mod android;
mod arguments;
mod data;
mod drained;
pub(crate) mod earlier;
mod error;
mod java;
mod kinds;
pub(crate) mod locator;
mod read;
mod read_data;
mod settings;
mod source;
mod table;
mod testers;
mod theories;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use typestar_model::{CRASH, ERROR, HANG, Inputs, OutputId, OutputKind, Outputs, Symbol, WAIT};
use typestar_protocol::{Clock, Recoverable, Returns};

pub use self::android::{AndroidSpec, ApiLevel};
pub use self::arguments::{ArgumentError, GivenArgument};
pub use self::data::{ActionSpec, DataSpec, TypeSpec};
pub use self::error::{CaseError, Problem};
pub(crate) use self::java::EXAMPLE_CLASS;
pub use self::java::{ClassSpec, JavaProgram, JavaSpec, MOST_DEPTH, USUAL_DEPTH, is_class_name};
pub use self::kinds::{Assumption, ChallengeKind, KindError, LearnerKind, ModelKind, Noise, OnHang};
pub(crate) use self::read_data::NO_LIST_OF_SUMS;
pub use self::source::Source;
pub(crate) use self::testers::listed;
pub use self::testers::{MachineTester, RegisterTester, SharedTester, TesterKind};
pub use self::theories::TypeTheory;

use crate::session::purpose::PurposeSpec;

/// Everything that a case file says. The fields are free to be changed, for example by options of a command.
///
/// ```
/// use std::path::Path;
/// use typestar_query::{Case, Target};
/// let text = r#"
///     [system]
///     command = ["python3", "adapter.py"]
///     [inputs]
///     callins = ["load", "play"]
/// "#;
/// let case = Case::parse(text, Path::new("player.toml")).unwrap();
/// assert_eq!(case.system.name, "player");
/// assert_eq!(case.inputs.alphabet().texts(), ["load", "play", "wait"]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// Where the case file is; empty if there is none.
    pub path: PathBuf,
    /// The text of the case file, to show where it is wrong; empty if there is none.
    pub text: String,
    /// What else is kept of the text.
    pub source: Source,
    /// What is learned.
    pub system: SystemSpec,
    /// What can be given to it.
    pub inputs: InputsSpec,
    /// What can come back.
    pub outputs: OutputsSpec,
    /// The values of inputs and outputs, where they have some.
    pub data: DataSpec,
    /// What parameters of methods are given first.
    pub arguments: Vec<GivenArgument>,
    /// How long things take.
    pub timing: Timing,
    /// Which words are worth asking.
    pub purpose: PurposeSpec,
    /// How it is learned.
    pub learning: LearningSpec,
    /// When to give up.
    pub limits: Limits,
    /// The keys of `[learning]` that the case file has, with their places in its text.
    pub learning_keys: Vec<(String, Range<usize>)>,
}

/// How long a class is learned that is only named, in seconds.
pub const TIME_OF_CLASS_S: u64 = 100;

impl Case {
    /// Reads a case file, and checks that the files which it names exist.
    pub fn load(path: &Path) -> Result<Self, CaseError> {
        let text =
            std::fs::read_to_string(path).map_err(|source| CaseError::Unreadable { path: path.to_owned(), source })?;
        read::case(&text, path, read::Depth::WithFiles)
    }

    /// Reads the text of a case file. `path` is used in messages and to find other files, but nothing is opened.
    pub fn parse(text: &str, path: &Path) -> Result<Self, CaseError> {
        read::case(text, path, read::Depth::TextOnly)
    }

    /// The case of a machine in a file, with defaults for everything else.
    pub fn of_model(model: &Path) -> Self {
        let name = model.file_stem().map_or_else(|| "model".into(), |stem| stem.to_string_lossy().into_owned());
        Self::of_target(name, Target::Model(model.to_owned()))
    }

    /// The case of a Java class, with defaults for everything else. It has no callbacks to wait for.
    pub fn of_class(name: &str) -> Self {
        let mut case = Self::of_target(name.to_owned(), Target::Java(JavaSpec::of_class(name)));
        case.inputs.wait = false;
        case
    }

    fn of_target(name: String, target: Target) -> Self {
        Self {
            path: PathBuf::new(),
            text: String::new(),
            source: Source::default(),
            system: SystemSpec::new(name, target),
            inputs: InputsSpec::default(),
            outputs: OutputsSpec::default(),
            data: DataSpec::default(),
            arguments: Vec::new(),
            timing: Timing::default(),
            purpose: PurposeSpec::default(),
            learning: LearningSpec::default(),
            limits: Limits::default(),
            learning_keys: Vec::new(),
        }
    }

    /// How long a run may take if nobody says it. A class that is only named, and whose guards are wanted, has as long as
    /// people wait: then they get the guards that withstood their tests so far.
    pub fn usual_time_s(&self) -> u64 {
        let is_named = matches!(self.system.target, Target::Java(_)) && self.text.is_empty();
        match is_named && self.model_kind() == ModelKind::Guarded {
            true => self.limits.max_time_s.min(TIME_OF_CLASS_S),
            false => self.limits.max_time_s,
        }
    }

    /// What of the case file answers depend on: all of it but `[learning]`, `[limits]` and comments.
    ///
    /// While this stays the same, answers of an earlier run still hold.
    pub fn identity(&self) -> &str {
        &self.source.identity
    }

    /// Whether `error` is final: always for adapters, and for machines whose user names the outputs that mean error.
    pub fn errors_are_final(&self) -> bool {
        !self.system.target.is_model() || !self.outputs.errors.is_empty()
    }

    /// The kind of model that is learned of a system without data: what the user wants, or else guards for a class, whose
    /// fields can be seen, and a machine for all others. Whether a system can have guards at all, it says itself when it
    /// is opened.
    pub fn model_kind(&self) -> ModelKind {
        let is_class = self.system.target.is_class() && !self.data.has_actions();
        self.learning.model.unwrap_or(if is_class { ModelKind::Guarded } else { ModelKind::Machine })
    }

    /// The outputs that end a word, but for `outside`: `hang`, `crash`, unless a machine has it otherwise `error`, and of a
    /// system with data those that the user calls errors.
    pub fn finals(&self, outputs: &mut Outputs) -> Vec<OutputId> {
        let error = self.errors_are_final().then_some(ERROR);
        let declared = self.outputs.errors.iter().filter(|name| self.data.can_end(name)).map(String::as_str);
        error.into_iter().chain([HANG, CRASH]).chain(declared).map(|name| outputs.intern(name)).collect()
    }

    /// Whether an input of these may answer with callbacks: `wait`, and without it every callin of which the case does not
    /// say what else it answers.
    pub(crate) fn delivers(&self, input: &Symbol, inputs: &Inputs) -> bool {
        let is_called = |name: &str| name == input.text() || name == input.name();
        if inputs.get(WAIT).is_some() {
            return is_called(WAIT);
        }
        let mut recoverable = self.outputs.recoverable.iter().map(|rule| rule.input.as_deref());
        let returns = [input.text(), input.name()].iter().any(|&name| self.inputs.returns.contains_key(name));
        !returns && !recoverable.any(|only| only.is_none_or(is_called))
    }

    /// Checks the inputs that the case file names against those that the system really has.
    ///
    /// [`Case::parse`] cannot do so where the alphabet comes from a model.
    pub fn check_inputs(&self, inputs: &Inputs) -> Result<(), CaseError> {
        self.refuse(self.source.named.problems(inputs))
    }

    /// Refuses the case if there are problems with its text.
    pub(crate) fn refuse(&self, problems: Vec<Problem>) -> Result<(), CaseError> {
        match problems.is_empty() {
            true => Ok(()),
            false => Err(CaseError::Wrong { path: self.path.clone(), text: self.text.clone(), problems }),
        }
    }
}

/// `[system]`: what is learned, and how to start it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SystemSpec {
    /// The name in reports; the stem of the case file's name if it is not given.
    pub name: String,
    /// An adapter or a simulated machine.
    pub target: Target,
    /// Where commands run.
    pub directory: PathBuf,
    /// Files whose change makes earlier answers doubtful. Empty: the words of the command that are files.
    pub files: Vec<PathBuf>,
    /// A command to run once, before the first word.
    pub set_up: Option<Vec<String>>,
    /// A command to run once, after the last word.
    pub tear_down: Option<Vec<String>>,
    /// How many copies of an adapter are asked at once.
    pub copies: usize,
}

impl SystemSpec {
    fn new(name: String, target: Target) -> Self {
        let directory = PathBuf::from(".");
        Self { name, target, directory, files: Vec::new(), set_up: None, tear_down: None, copies: 1 }
    }
}

/// A system has at most this many copies.
pub const MOST_COPIES: u64 = 256;

/// What answers the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A program that speaks the adapter protocol.
    Command(Vec<String>),
    /// A simulated machine, read from a file.
    Model(PathBuf),
    /// A class on a virtual machine, or an adapter in Java.
    Java(JavaSpec),
    /// A purpose that drives an Android class.
    Android(AndroidSpec),
}

impl Target {
    /// Whether it is simulated.
    pub fn is_model(&self) -> bool {
        matches!(self, Self::Model(_))
    }

    /// Whether it is a class that is called by reflection.
    pub fn is_class(&self) -> bool {
        matches!(self, Self::Java(java) if java.class().is_some())
    }
}

/// `[inputs]`: what can be given to the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputsSpec {
    /// The callins, in the order in which states are numbered. Empty: all inputs of the model.
    pub callins: Vec<String>,
    /// Whether `wait`, which waits for the next callback, is an input too. Of a model: if it has this input.
    pub wait: bool,
    /// For some callins, several snippets of the adapter that should behave alike.
    pub alternatives: BTreeMap<String, Vec<String>>,
    /// The callins whose return values are outputs, and how.
    pub returns: BTreeMap<String, Returns>,
    /// How long to rest after some callins, in milliseconds, because their effects come a little later.
    pub settle_ms: BTreeMap<String, u64>,
}

impl Default for InputsSpec {
    fn default() -> Self {
        Self {
            callins: Vec::new(),
            wait: true,
            alternatives: BTreeMap::new(),
            returns: BTreeMap::new(),
            settle_ms: BTreeMap::new(),
        }
    }
}

impl InputsSpec {
    /// The callins and then `wait`, if it is an input.
    pub fn alphabet(&self) -> Inputs {
        self.callins.iter().map(String::as_str).chain(self.wait.then_some(WAIT)).collect()
    }

    /// The names that the adapter has for a callin: its alternatives, or its own.
    pub fn snippets<'a>(&'a self, callin: &'a String) -> &'a [String] {
        self.alternatives.get(callin).map_or(std::slice::from_ref(callin), Vec::as_slice)
    }
}

/// `[outputs]`: what can come back. Each callback is split, ignored, merged, dropped as repeated, turned into an
/// error: in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputsSpec {
    /// The declared callbacks; without them, nothing is checked.
    pub callbacks: Option<Vec<String>>,
    /// Callbacks that mean error.
    pub errors: Vec<String>,
    /// Callbacks that are not looked at.
    pub ignore: Vec<String>,
    /// Callbacks of which only the first since the last callin counts.
    pub drop_repeated: Vec<String>,
    /// One name for several callbacks.
    pub merge: BTreeMap<String, Vec<String>>,
    /// Callbacks that become several outputs, by the value of the parameter with this name.
    pub split: BTreeMap<String, String>,
    /// Errors of callins that do not end the word.
    pub recoverable: Vec<Recoverable>,
}

impl OutputsSpec {
    /// Whether the case file knows this output, whatever its values are. Everything is declared if nothing is.
    ///
    /// Naming a callback as an error or as ignored declares it; a callback that is split declares all its parts.
    pub fn is_declared(&self, output: &str) -> bool {
        let Some(callbacks) = &self.callbacks else { return true };
        let symbol = Symbol::read(output);
        let lists = || callbacks.iter().chain(&self.errors).chain(&self.ignore);
        if lists().any(|name| name == output) {
            return true;
        }
        let output = symbol.name();
        if output.contains('+') && joined_parts(output).all(|part| self.is_declared(part)) {
            return true;
        }
        let whole = output.split_once(':').map_or(output, |(whole, _)| whole);
        OutputKind::of(output) != OutputKind::Callback
            || lists().any(|name| name == output)
            || self.split.contains_key(whole) && lists().any(|name| name == whole)
    }

    /// Whether a name is in a list other than `callbacks`, so that a model need not show it.
    pub(crate) fn treats(&self, output: &str) -> bool {
        let lists =
            self.errors.iter().chain(&self.ignore).chain(self.merge.values().flatten()).chain(self.split.keys());
        lists.chain(&self.drop_repeated).any(|name| name == output)
    }

    /// The declared callbacks that a model can show under their own names: a run that never sees one has a finding.
    pub fn expected(&self) -> Vec<String> {
        let is_merged = |name: &String| self.merge.values().flatten().any(|merged| merged == name);
        let is_visible = |name: &&String| {
            let goes = self.ignore.contains(name) || self.split.contains_key(*name) || is_merged(name);
            !self.errors.contains(name) && (self.merge.contains_key(*name) || !goes)
        };
        self.callbacks.iter().flatten().filter(is_visible).cloned().collect()
    }
}

/// The outputs that are joined in one, because callbacks came during a call.
pub(crate) fn joined_parts(output: &str) -> impl Iterator<Item = &str> {
    output.split('+')
}

/// Whether an output, with whatever values, shows that this callback came. Where calls are drained it may be a part of one.
pub(crate) fn shows(output: &Symbol, callback: &str, drains: bool) -> bool {
    let is_it = |text: &str| text == callback || drains && joined_parts(text).any(|part| part == callback);
    is_it(output.text()) || is_it(output.name())
}

/// `[timing]`: how long things take, in milliseconds, and how much patience there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The clock of an adapter that has both.
    pub clock: Clock,
    /// How long `wait` waits before it answers `quiet`, in real time.
    pub quiescence_ms: u64,
    /// How much virtual time `wait` lets pass before it answers `quiet`.
    pub horizon_ms: u64,
    /// How long to rest after a reset.
    pub settle_ms: u64,
    /// An output that must come before a reset is complete.
    pub reset_waits_for: Option<String>,
    /// How long a reset may take.
    pub reset_deadline_ms: u64,
    /// How long the adapter may take to start.
    pub start_deadline_ms: u64,
    /// How long one step may take, beyond the quiescence time of a wait.
    pub step_deadline_ms: u64,
    /// How many times in a row the adapter may be restarted for one word.
    pub restarts: u32,
    /// What becomes of a step that hangs or ends the adapter, each time that it is tried.
    pub on_hang: OnHang,
}

impl Timing {
    /// The usual times of a system: an Android framework is large, and takes longer to start.
    fn of(target: &Target) -> Self {
        let usual = Self::default();
        match target {
            Target::Android(_) => Self { start_deadline_ms: 60_000, ..usual },
            _ => usual,
        }
    }
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            clock: Clock::Virtual,
            quiescence_ms: 200,
            horizon_ms: 3_600_000,
            settle_ms: 0,
            reset_waits_for: None,
            reset_deadline_ms: 5_000,
            start_deadline_ms: 10_000,
            step_deadline_ms: 5_000,
            restarts: 2,
            on_hang: OnHang::default(),
        }
    }
}

/// `[learning]`: how the system is learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LearningSpec {
    /// The kind of model; none for the one that fits the system.
    pub model: Option<ModelKind>,
    /// The algorithm that builds hypotheses; none for the one that fits the kind of model.
    pub learner: Option<LearnerKind>,
    /// The algorithm that looks for counterexamples; none for the one that fits the system.
    pub tester: Option<TesterKind>,
    /// What follows when the tester agrees; none for what suits the tester.
    pub challenge: Option<ChallengeKind>,
    /// What may be taken for granted; the verdict names it.
    pub assume: Vec<Assumption>,
    /// How many times each new word is run; the majority counts.
    pub repeat: u32,
    /// How many times words are run that contradict something or make a new state; the majority counts.
    pub confirm: u32,
    /// Whether answers that vary are a finding even where votes settle them.
    pub noise: Noise,
    /// The seed of everything random.
    pub seed: u64,
    /// How many inputs a word may run on past what was asked.
    pub run_on: usize,
    /// How many observed words are run again with other values of the same classes, to check the theories.
    pub theory_check: usize,
    /// How many words are made to break each guard of a guarded model.
    pub guard_tests: u64,
    /// Whether guarded models tell the outcomes of calls, and not only when they pass.
    pub outcomes: bool,
    /// How many rounds of a cycle are run at most to see whether something grows without end; 0 to look for no growth.
    pub growth_rounds: usize,
}

impl Default for LearningSpec {
    fn default() -> Self {
        Self {
            model: None,
            learner: None,
            tester: None,
            challenge: None,
            assume: Vec::new(),
            repeat: 1,
            confirm: 1,
            noise: Noise::Unexpected,
            seed: 1,
            run_on: 6,
            theory_check: 100,
            guard_tests: 500,
            outcomes: true,
            growth_rounds: 48,
        }
    }
}

impl LearningSpec {
    /// Whether the tester compares with the machine itself, which only simulated systems have.
    pub fn needs_model(&self) -> bool {
        self.tester.as_ref().is_some_and(TesterKind::needs_model)
    }

    /// The challenge of a system with these inputs. Who names a tester gets what it establishes and no more; the tester
    /// that is used otherwise for systems with callbacks rests on a bound that nobody has checked.
    pub fn challenge_for(&self, inputs: &Inputs) -> ChallengeKind {
        let is_bounded = self.tester.is_none() && inputs.get(WAIT).is_some();
        self.challenge.unwrap_or(if is_bounded { ChallengeKind::Usual } else { ChallengeKind::None })
    }
}

/// `[limits]`: when to give up. The partial model is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// States of a hypothesis.
    pub max_states: u64,
    /// Words executed.
    pub max_words: u64,
    /// Symbols executed.
    pub max_symbols: u64,
    /// Seconds, over all processes of the run.
    pub max_time_s: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { max_states: 1_000, max_words: 10_000_000, max_symbols: 20_000_000, max_time_s: 86_400 }
    }
}
