//! What can be typed.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use typestar_learn::register::theory::theory_forms;
use typestar_query::{
    AndroidSpec, ApiLevel, Assumption, Case, ChallengeKind, ClassSpec, Clock, GivenArgument, LearnerKind, MOST_COPIES,
    MOST_DEPTH, ModelKind, Target, TesterKind, TypeTheory, case_at,
};

use crate::exit::Failure;

/// Learns the real protocol of anything that can be called.
///
/// Point it at a class, a program or a server. It tests the system and returns its typestate: which calls are legal
/// when, which callbacks follow, and the traces behind every step.
#[derive(Parser)]
#[command(
    version,
    propagate_version = true,
    after_help = "\
Examples:
  typestar demo                                  the whole idea in seconds
  typestar init && typestar learn player.toml    your own class, step by step
  typestar learn java:java.util.Stack            a Java class as it is
  typestar learn sim:machine.dot --errors error  learn a machine from a file

Exit codes: 0 done, 1 a finding or a difference, 2 wrong usage or file, 3 the system failed, 4 a budget ran out,
130 interrupted."
)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

/// The commands of typestar.
#[derive(Subcommand)]
pub enum Command {
    /// Learn a built-in media player and show the result.
    ///
    /// Example: typestar demo -o first.run
    Demo(DemoArguments),
    /// Write a case file and an example adapter that you can learn at once.
    ///
    /// Example: typestar init --lang javascript player
    Init(InitArguments),
    /// Fetch what Android classes need, once: the Android framework.
    ///
    /// Example: typestar setup android --api 23 --api 34
    Setup(SetupArguments),
    /// Run one word and show each step with its output, reason and time.
    ///
    /// Example: typestar try player.toml "load wait play wait"
    Try(TryArguments),
    /// Check for problems that make learning fail: names, reset, determinism, delays.
    ///
    /// Example: typestar doctor player.toml
    Doctor(DoctorArguments),
    /// Learn a system; run the same command again to continue.
    #[command(after_help = "\
Examples:
  typestar learn player.toml
  typestar learn player.toml --tester 'distinguisher-bound(3)' --max-time 10m
  typestar learn player.toml -o new.run --from old.run
  typestar learn java:java.util.Stack
  typestar learn sim:machine.dot --errors error --json")]
    Learn(LearnArguments),
    /// Show a learned model as text, picture or file.
    ///
    /// Example: typestar show player.run --format svg > player.svg
    Show(ShowArguments),
    /// Compare two models: the same behaviour, or the shortest word on which they differ.
    ///
    /// Example: typestar compare player.run older.run
    Compare(CompareArguments),
    /// Write a conformance suite: words with the outputs that a model expects.
    ///
    /// Example: typestar tests player.run --tester 'hsi(1)' -o player.tests
    Tests(TestsArguments),
    /// Run the conformance suite of a model against a system.
    #[command(after_help = "\
Examples:
  typestar conform player.run player.toml
  typestar conform player.run player.toml --tester 'hsi(2)' --keep-going --junit player.xml
  typestar conform player.toml --suite player.tests")]
    Conform(ConformArguments),
    /// List the words a run executed, or its events; --follow shows them live.
    #[command(after_help = "\
Examples:
  typestar log player.run
  typestar log player.run --events
  typestar log player.run --follow --json")]
    Log(LogArguments),
    /// End the adapters of a typestar process that is gone. typestar starts this automatically.
    #[command(hide = true)]
    Reaper,
    /// Print a completion script for a shell.
    ///
    /// Example: typestar completions bash > ~/.local/share/bash-completion/completions/typestar
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
}

/// `typestar demo`
#[derive(Args)]
pub struct DemoArguments {
    /// The run folder.
    #[arg(short, long, default_value = "demo.run")]
    pub output: PathBuf,
}

/// `typestar init`
#[derive(Args)]
pub struct InitArguments {
    /// The language of the example adapter.
    #[arg(long, value_enum, default_value_t = Language::Python)]
    pub lang: Language,
    /// Write an example for Python's asyncio.
    #[arg(long)]
    pub asyncio: bool,
    /// Write the host library alone, for an adapter of your own.
    #[arg(long)]
    pub library: bool,
    /// The folder to write to.
    #[arg(default_value = ".")]
    pub folder: PathBuf,
}

/// A language with a host library.
#[derive(Clone, Copy, ValueEnum)]
pub enum Language {
    /// Python 3.8 or newer.
    Python,
    /// Node 18 or newer.
    Javascript,
    /// A JDK, 11 or newer.
    Java,
    /// A JDK, 17 or newer, and what `typestar setup android` fetches.
    Android,
}

impl Language {
    /// What it is called in options and names of files.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// `typestar setup`
#[derive(Args)]
pub struct SetupArguments {
    /// What to set up.
    #[arg(value_enum)]
    pub what: SetUp,
    /// The API level, 23, 28 or 34; may be repeated [default: 34].
    #[arg(long, value_name = "LEVEL")]
    pub api: Vec<ApiLevel>,
    /// Leave out the native runtime (159 MB), which has the framework's SQLite; an older SQLite is used instead.
    #[arg(long)]
    pub no_native: bool,
}

/// What can be set up.
#[derive(Clone, Copy, ValueEnum)]
pub enum SetUp {
    /// Robolectric and the Android framework, with Maven.
    Android,
}

/// `typestar try`
#[derive(Args)]
pub struct TryArguments {
    /// A case file, a Java class (java:CLASS), or a model to simulate (sim:FILE.dot, sim:FILE.xml).
    pub system: String,
    /// The inputs, separated by spaces; put -- before them if the first one begins with a dash.
    pub word: String,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub setting: SettingArguments,
}

/// `typestar doctor`
#[derive(Args)]
pub struct DoctorArguments {
    /// A case file, a Java class (java:CLASS), or a model to simulate (sim:FILE.dot, sim:FILE.xml).
    pub system: String,
    /// Ask N copies of the system at once.
    #[arg(long, value_name = "N", value_parser = copies)]
    pub copies: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
    #[command(flatten)]
    pub setting: SettingArguments,
}

/// Settings of a case file, whatever is done with its system.
#[derive(Args)]
pub struct SettingArguments {
    #[command(flatten)]
    pub machine: MachineArguments,
    #[command(flatten)]
    pub java: JavaArguments,
    #[command(flatten)]
    pub time: ClockArguments,
}

impl SettingArguments {
    /// The case that is named so, with what was typed.
    pub fn case(&self, system: &str) -> Result<Case, Failure> {
        let mut case = self.java.apply(case_at(system, &self.machine.errors)?)?;
        case.timing.clock = self.time.clock.unwrap_or(case.timing.clock);
        case.timing.step_deadline_ms = self.time.step_deadline.unwrap_or(case.timing.step_deadline_ms);
        Ok(case)
    }
}

/// Settings of a case file for a simulated machine.
#[derive(Args)]
pub struct MachineArguments {
    /// Outputs that are final errors, separated by commas.
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    pub errors: Vec<String>,
}

/// Settings of a case file for a Java or Android class.
#[derive(Args, Default)]
#[command(next_help_heading = "Java and Android classes")]
pub struct JavaArguments {
    /// Where the class and its dependencies are: folders and jars.
    #[arg(long, value_name = "PATH")]
    pub classpath: Option<OsString>,
    /// Call these methods, including inherited or static ones: write means all methods of that name, write(int) one of
    /// them.
    #[arg(long, value_name = "NAME,...")]
    pub methods: Option<String>,
    /// A Java expression that makes an object [default: the public constructor with the fewest parameters].
    #[arg(long, value_name = "EXPRESSION")]
    pub construct: Option<String>,
    /// What parameters are given first, by type, method or parameter: a.Mail=@new a.Mail(3), send.arg1=null; may be given
    /// several times.
    #[arg(long, value_name = "TYPE=VALUE,...")]
    pub argument: Vec<String>,
    /// Also call the methods of its superclasses, but never those of Object.
    #[arg(long)]
    pub inherited: bool,
    /// How many objects deep fields are followed [default: 2, and up to 5 where that explains more].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=MOST_DEPTH as i64))]
    pub field_depth: Option<u32>,
    /// The version of the Android framework: 23, 28 or 34.
    #[arg(long, value_name = "LEVEL")]
    pub api: Option<ApiLevel>,
}

impl JavaArguments {
    /// The case with what was typed.
    pub fn apply(&self, mut case: Case) -> Result<Case, Failure> {
        let of_classes = self.methods.is_some()
            || self.construct.is_some()
            || self.inherited
            || self.field_depth.is_some()
            || !self.argument.is_empty();
        for text in &self.argument {
            case.arguments.push(GivenArgument::typed(text).map_err(|error| Failure::usage(error.to_string()))?);
        }
        let name = &mut case.system.name;
        let refused = match &mut case.system.target {
            Target::Java(_) | Target::Command(_) | Target::Model(_) if self.api.is_some() => {
                Some("--api is for Android classes: name a case file with [system.android]")
            }
            Target::Java(java) => {
                java.classpath.extend(self.classpath.iter().flat_map(std::env::split_paths));
                let is_adapter = java.class_mut().map(|class| self.apply_to(class)).is_none();
                let message = "--methods, --construct, --argument, --inherited and --field-depth are for a class, but the case \
                     file names an adapter: leave them out";
                (is_adapter && of_classes).then_some(message)
            }
            Target::Android(android) if !of_classes => {
                self.apply_to_android(android, name);
                None
            }
            _ => {
                let message = "--classpath, --methods, --construct, --argument, --inherited and --field-depth are for Java \
                     classes: name a class as java:CLASS";
                (of_classes || self.classpath.is_some()).then_some(message)
            }
        };
        refused.map_or(Ok(case), |message| Err(Failure::usage(message)))
    }

    /// What is typed tells runs on several levels apart: each gets a folder of its own.
    fn apply_to_android(&self, android: &mut AndroidSpec, name: &mut String) {
        android.classpath.extend(self.classpath.iter().flat_map(std::env::split_paths));
        if let Some(api) = self.api {
            android.api = api;
            name.push_str(&format!("-api{api}"));
        }
    }

    /// The words that say the same when they are typed.
    pub fn typed(&self) -> Vec<String> {
        let classpath = self.classpath.as_ref().map(|path| path.to_string_lossy().into_owned());
        let api = self.api.map(|api| api.to_string());
        let depth = self.field_depth.map(|depth| depth.to_string());
        let options = [
            ("--classpath", &classpath),
            ("--methods", &self.methods),
            ("--construct", &self.construct),
            ("--field-depth", &depth),
            ("--api", &api),
        ];
        let given = options.into_iter().filter_map(|(name, value)| Some([name.to_owned(), value.clone()?]));
        let arguments = self.argument.iter().flat_map(|text| ["--argument".to_owned(), text.clone()]);
        given.flatten().chain(arguments).chain(self.inherited.then(|| "--inherited".to_owned())).collect()
    }

    fn apply_to(&self, class: &mut ClassSpec) {
        if let Some(methods) = &self.methods {
            class.methods = vec![methods.clone()];
        }
        class.construct = self.construct.clone().or(class.construct.take());
        class.inherited |= self.inherited;
        class.depth = self.field_depth.or(class.depth);
    }
}

/// What overrides the case file about time.
#[derive(Args)]
pub struct ClockArguments {
    /// The clock of a system that supports a virtual clock: virtual, or real to use real time.
    #[arg(long, value_name = "real|virtual")]
    pub clock: Option<Clock>,
    /// How many milliseconds one call may take before it counts as a hang [default: 5000].
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=86_400_000))]
    pub step_deadline: Option<u64>,
}

/// `typestar learn`
#[derive(Args)]
pub struct LearnArguments {
    /// A case file, a Java class (java:CLASS), or a model to simulate (sim:FILE.dot, sim:FILE.xml).
    pub system: String,
    /// The run folder [default: the system's name with .run].
    #[arg(short, long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub setting: SettingArguments,
    /// Start from an earlier version: a model, a run folder, or a folder of models. May be repeated.
    #[arg(long, value_name = "MODEL|RUN|DIR")]
    pub from: Vec<PathBuf>,
    #[arg(long, value_name = "TYPE=THEORY", help = theory_help())]
    pub theory: Vec<TypeTheory>,
    /// What to learn: guarded (conditions over the fields of an object, such as that of a Java class) or machine (the
    /// order of calls).
    #[arg(long, value_name = "guarded|machine")]
    pub model: Option<ModelKind>,
    /// The learner: lsharp, lstar, kv, ttt or adt; for systems with data slct, sllambda or slstar.
    #[arg(long)]
    pub learner: Option<LearnerKind>,
    /// The tester: auto, distinguisher-bound(B), state-bound(N), exact, or suites such as hsi(1); for systems with data
    /// exact, explore(K) or random(WORDS); for all of them, and for guarded models, words(FILE); joined by +.
    #[arg(long)]
    pub tester: Option<TesterKind>,
    /// What follows when the tester agrees: none, or hsi(1) and this number of random words.
    #[arg(long, value_name = "none|WORDS")]
    pub challenge: Option<ChallengeKind>,
    /// The seed of all random choices.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Make an assumption (quiet-is-stable); the verdict will mention it.
    #[arg(long)]
    pub assume: Vec<Assumption>,
    /// How to treat words outside the learning purpose.
    #[arg(long, value_enum, default_value_t = Outside::Unknown)]
    pub outside: Outside,
    /// Run each new word N times and trust the majority.
    #[arg(long, value_name = "N", value_parser = odd)]
    pub repeat: Option<u32>,
    /// Re-run words that lead to a new state or a counterexample N times. For rare noise; otherwise use --repeat.
    #[arg(long, value_name = "N", value_parser = odd)]
    pub confirm: Option<u32>,
    /// How many words try to break each guard of a guarded model [default: 500].
    #[arg(long, value_name = "N")]
    pub guard_tests: Option<u64>,
    /// Whether a guarded model tells what calls return and throw, or only when they pass [default: on].
    #[arg(long, value_enum, value_name = "on|off")]
    pub outcomes: Option<Outcomes>,
    /// How many inputs a word may continue beyond what was asked (distinguisher-bound only).
    #[arg(long)]
    pub run_on: Option<usize>,
    /// Stop at more than N states.
    #[arg(long, value_name = "N")]
    pub max_states: Option<u64>,
    /// Stop after N words.
    #[arg(long, value_name = "N")]
    pub max_words: Option<u64>,
    /// Stop after N symbols.
    #[arg(long, value_name = "N")]
    pub max_symbols: Option<u64>,
    /// Stop after this time: seconds, or a number with a unit, such as 90s, 5m or 2h.
    #[arg(long, value_name = "TIME", value_parser = seconds)]
    pub max_time: Option<u64>,
    /// Ask N copies of the system at once.
    #[arg(long, value_name = "N", value_parser = copies)]
    pub copies: Option<usize>,
    /// Delete the answers of an earlier run and start again.
    #[arg(long, conflicts_with = "keep_answers")]
    pub fresh: bool,
    /// Trust the answers of an earlier run although the case or the system has changed.
    #[arg(long)]
    pub keep_answers: bool,
    /// Print exactly one JSON object on standard output.
    #[arg(long)]
    pub json: bool,
    /// Do not show the progress line.
    #[arg(short, long)]
    pub quiet: bool,
}

fn theory_help() -> String {
    format!("How the system compares values of a type (systems with data): {}. May be repeated", theory_forms())
}

fn odd(text: &str) -> Result<u32, String> {
    match text.parse::<u32>() {
        Ok(number) if number % 2 == 1 => Ok(number),
        _ => Err("use an odd number, so that a vote cannot end in a tie".to_owned()),
    }
}

/// As many copies as a case file may want.
fn copies(text: &str) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST_COPIES).contains(number));
    number.map(|number: u64| number as usize).ok_or_else(|| format!("give a number from 1 to {MOST_COPIES}"))
}

/// The seconds of a time with or without a unit.
fn seconds(text: &str) -> Result<u64, String> {
    let (number, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let unit = [("", 1), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)].into_iter().find(|(name, _)| *name == unit);
    let seconds = unit.and_then(|(_, seconds)| number.parse::<u64>().ok()?.checked_mul(seconds));
    seconds.ok_or_else(|| "give seconds, or a whole number with a unit: 90s, 5m, 2h or 1d".to_owned())
}

/// How to treat words outside the learning purpose.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Outside {
    /// They are unknown.
    Unknown,
    /// They are errors, as in the published tables.
    Error,
}

/// `typestar show`
#[derive(Args)]
pub struct ShowArguments {
    /// A run folder, or a model file (JSON, DOT, or the XML of RALib).
    pub model: String,
    /// The format.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    pub format: Format,
    /// The view: of a machine mealy or interface [default: interface if it has callbacks or calls that answer ok, but
    /// mealy for dot]; of a guarded model outcomes (default) or guards; not for json.
    #[arg(long = "as", value_enum, value_name = "VIEW")]
    pub view: Option<View>,
}

/// The formats of `show`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For terminals.
    Text,
    /// Graphviz DOT, readable by LearnLib and AALpy.
    Dot,
    /// A picture.
    Svg,
    /// A page with a picture and a table.
    Html,
    /// A Mermaid state diagram.
    Mermaid,
    /// The model with its evidence.
    Json,
    /// The XML of RALib, for register automata.
    Xml,
    /// Comments for the source, for guarded models.
    Javadoc,
}

/// Whether outcomes are learned.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Outcomes {
    /// What calls return and throw is told.
    On,
    /// Only when they pass.
    Off,
}

/// The views of machines and of guarded models.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum View {
    /// Inputs with their outputs.
    Mealy,
    /// Callins and callbacks as edges.
    Interface,
    /// Which outcome each method has when.
    Outcomes,
    /// When each method passes.
    Guards,
}

/// `typestar compare`
#[derive(Args)]
pub struct CompareArguments {
    /// A run folder, or a model file (JSON, DOT, or the XML of RALib).
    pub left: String,
    /// The other model.
    pub right: String,
    #[command(flatten)]
    pub machine: MachineArguments,
    /// How words outside a learning purpose count.
    #[arg(long, value_enum, default_value_t = Outside::Unknown)]
    pub outside: Outside,
    /// Accept a draft: a model whose run has not finished.
    #[arg(long)]
    pub partial: bool,
    /// How long the words are that are tried with register automata that add values [default: 6]; all others are compared
    /// exactly.
    #[arg(long, value_name = "INPUTS")]
    pub depth: Option<usize>,
    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// `typestar tests`
#[derive(Args)]
pub struct TestsArguments {
    /// A run folder, or a model file (JSON or DOT).
    pub model: String,
    /// The suites: w(K), wp(K), hsi(K), h(K), hybrid-ads(K), random-walk(WORDS), random-wp(WORDS), words(FILE), joined
    /// by + [default: hsi(1)]. For a register automaton: explore(K), random(WORDS), words(FILE) [default: explore(3) +
    /// random(400)].
    #[arg(long)]
    pub tester: Option<TesterKind>,
    /// The seed of all random choices.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Where to write [default: standard output].
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub machine: MachineArguments,
}

/// `typestar conform`
#[derive(Args)]
#[command(allow_missing_positional = true)]
pub struct ConformArguments {
    /// A run folder, or a model file (JSON or DOT). With --suite it may be left out.
    pub model: Option<String>,
    /// A case file, a Java class (java:CLASS), or a model to simulate (sim:FILE.dot, sim:FILE.xml).
    pub system: String,
    /// The suites: w(K), wp(K), hsi(K), h(K), hybrid-ads(K), random-walk(WORDS), random-wp(WORDS), words(FILE), joined
    /// by + [default: hsi(1), then as many random words, at least 400]. For a register automaton: explore(K),
    /// random(WORDS), words(FILE) [default: explore(3) + random(400)]. For a guarded model: words(FILE).
    #[arg(long)]
    pub tester: Option<TesterKind>,
    /// Run the words of this file, as written by `typestar tests`; the file says which outputs are expected.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["tester", "seed"])]
    pub suite: Option<PathBuf>,
    /// How many words are made to break each guard of a guarded model [default: as many as it was learned with].
    #[arg(long, value_name = "N", conflicts_with = "suite")]
    pub guard_tests: Option<u64>,
    /// Write the result of each word as JUnit XML, for build servers.
    #[arg(long, value_name = "FILE")]
    pub junit: Option<PathBuf>,
    /// The seed of all random choices [default: a different one than the model was learned with].
    #[arg(long)]
    pub seed: Option<u64>,
    /// Run at most N words.
    #[arg(long, value_name = "N")]
    pub max_words: Option<u64>,
    /// Continue with the rest of the suite after a word has failed.
    #[arg(long)]
    pub keep_going: bool,
    /// Ask N copies of the system at once.
    #[arg(long, value_name = "N", value_parser = copies)]
    pub copies: Option<usize>,
    /// Print exactly one JSON object on standard output.
    #[arg(long)]
    pub json: bool,
    /// Do not show the progress line.
    #[arg(short, long)]
    pub quiet: bool,
    #[command(flatten)]
    pub setting: SettingArguments,
}

/// `typestar log`
#[derive(Args)]
pub struct LogArguments {
    /// A run folder.
    pub run: PathBuf,
    /// Print the events of the run instead of its words: hypotheses, counterexamples, findings, the end.
    #[arg(long)]
    pub events: bool,
    /// Print events live until the run ends; wait if it has not started yet.
    #[arg(short, long)]
    pub follow: bool,
    /// Print one JSON object for each word, or each event.
    #[arg(long)]
    pub json: bool,
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;
    use typestar_query::OPTIONS;

    use super::{Arguments, seconds};

    #[test]
    fn a_time_is_seconds_or_has_a_unit() {
        let times = ["0", "90", "90s", "5m", "2h", "1d"].map(|text| seconds(text).unwrap());
        assert_eq!(times, [0, 90, 90, 300, 7200, 86_400]);
    }

    #[test]
    fn what_is_no_time_is_answered_with_examples() {
        for text in ["", "s", "-5", "1.5h", "5 m", "5min", "5M", "٣s", "99999999999999999d", "18446744073709551616"] {
            assert!(seconds(text).unwrap_err().contains("90s, 5m, 2h"), "{text}");
        }
    }

    /// Commands that take neither a system nor a model. `log` takes any run.
    const WITHOUT_KINDS: [&str; 6] = ["demo", "init", "setup", "log", "guard", "completions"];

    #[test]
    fn every_option_has_a_row_in_the_table_of_kinds() {
        let command = Arguments::command();
        let commands = command.get_subcommands().filter(|command| !WITHOUT_KINDS.contains(&command.get_name()));
        let of_clap: BTreeSet<(String, String)> = commands
            .flat_map(|command| {
                let options = command.get_arguments().filter_map(|argument| argument.get_long());
                options.map(|option| (command.get_name().to_owned(), option.to_owned()))
            })
            .collect();
        let rows = OPTIONS.iter().flat_map(|(command, groups)| {
            let names = groups.iter().flat_map(|(_, _, names)| names.iter());
            names.map(|name| (command.to_string(), name.to_string()))
        });
        assert_eq!(of_clap, rows.collect());
    }
}
