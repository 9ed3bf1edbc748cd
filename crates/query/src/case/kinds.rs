//! Learners, testers and assumptions as users write them, in case files and in options.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use typestar_learn::SuiteKind;
use typestar_model::{Inputs, WAIT};

/// A learner, tester or assumption that does not exist; the text lists those that do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}: {advice}")]
pub struct KindError {
    /// What is wrong.
    pub message: String,
    /// Which forms are valid.
    pub advice: String,
}

impl KindError {
    pub(super) fn new(what: &str, text: &str, advice: &str) -> Self {
        Self { message: format!("unknown {what} `{text}`"), advice: advice.to_owned() }
    }
}

/// The algorithm that builds hypotheses.
///
/// ```
/// use typestar_query::LearnerKind;
/// let learner: LearnerKind = "adt".parse().unwrap();
/// assert_eq!(learner, LearnerKind::Adt);
/// assert_eq!(learner.to_string(), "adt");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnerKind {
    /// Observation tree and apartness, with adaptive distinguishing sequences: the fewest queries.
    Lsharp,
    /// The observation table, with Rivest-Schapire counterexample analysis.
    Lstar,
    /// The discrimination tree, with Rivest-Schapire counterexample analysis.
    Kv,
    /// The discrimination tree with questions that stay short where counterexamples are long.
    Ttt,
    /// The adaptive discrimination tree: most transitions take one execution.
    Adt,
    /// Register automata: a table of decision trees.
    Slstar,
    /// Register automata: a classification tree whose suffixes are built symbol by symbol.
    Sllambda,
    /// Register automata: a classification tree with the suffixes of counterexamples.
    Slct,
}

impl LearnerKind {
    /// All learners of machines, the default first.
    pub const ALL: [Self; 5] = [Self::Lsharp, Self::Lstar, Self::Kv, Self::Ttt, Self::Adt];
    /// All learners of register automata, the default first.
    pub const OF_REGISTERS: [Self; 3] = [Self::Slct, Self::Sllambda, Self::Slstar];

    /// The learner of these that the case wants, or the default: the first. An error names it if it is another.
    pub(crate) fn among(wanted: Option<Self>, of_kind: &[Self]) -> Result<Self, Self> {
        match wanted {
            Some(learner) if !of_kind.contains(&learner) => Err(learner),
            Some(learner) => Ok(learner),
            None => Ok(of_kind[0]),
        }
    }
}

impl fmt::Display for LearnerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lsharp => "lsharp",
            Self::Lstar => "lstar",
            Self::Kv => "kv",
            Self::Ttt => "ttt",
            Self::Adt => "adt",
            Self::Slstar => "slstar",
            Self::Sllambda => "sllambda",
            Self::Slct => "slct",
        })
    }
}

impl FromStr for LearnerKind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let mut all = Self::ALL.into_iter().chain(Self::OF_REGISTERS);
        let advice = "use lsharp, lstar, kv, ttt or adt; for systems with data slct, sllambda or slstar";
        all.find(|kind| kind.to_string() == text).ok_or_else(|| KindError::new("learner", text, advice))
    }
}

/// What is learned of a system.
///
/// ```
/// use typestar_query::ModelKind;
/// assert_eq!("guarded".parse(), Ok(ModelKind::Guarded));
/// assert_eq!(ModelKind::Machine.to_string(), "machine");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelKind {
    /// A Mealy machine: the order of calls.
    Machine,
    /// States with guards over fields and arguments.
    Guarded,
}

impl fmt::Display for ModelKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Machine => "machine",
            Self::Guarded => "guarded",
        })
    }
}

impl FromStr for ModelKind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        match text {
            "machine" => Ok(Self::Machine),
            "guarded" => Ok(Self::Guarded),
            _ => Err(KindError::new("kind of model", text, "use machine or guarded")),
        }
    }
}

/// What a case says of answers that vary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Noise {
    /// They are a mistake somewhere, which the user should know.
    #[default]
    Unexpected,
    /// They are the system's nature: where votes settle them, a note is enough.
    Expected,
}

impl FromStr for Noise {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        match text {
            "unexpected" => Ok(Self::Unexpected),
            "expected" => Ok(Self::Expected),
            _ => Err(KindError::new("noise", text, "use expected or unexpected")),
        }
    }
}

/// The algorithm that looks for counterexamples.
///
/// ```
/// use typestar_query::TesterKind;
/// let tester: TesterKind = "distinguisher-bound(2)".parse().unwrap();
/// assert_eq!(tester, TesterKind::DistinguisherBound(2));
/// assert_eq!(tester.to_string(), "distinguisher-bound(2)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TesterKind {
    /// Complete if any two states differ within this many inputs.
    DistinguisherBound(usize),
    /// Complete for systems of at most this many states.
    StateBound(usize),
    /// Compares with the machine itself; only simulated systems have one.
    Exact,
    /// A portfolio that aims at so many extra states.
    Auto(usize),
    /// Every class of data words of at most so many inputs; none for ever longer ones, without end.
    Explore(Option<usize>),
    /// Random data words, so many of them; none for no end.
    Random(Option<u64>),
    /// Test suites, tried one after the other. Only the last one may go on without end.
    Suites(Vec<SuiteKind>),
    /// Several testers, tried one after the other: none of them is `Joined`, and no two `Suites` are neighbours.
    Joined(Vec<TesterKind>),
}

/// How many extra states `auto` aims at if it is not told.
const USUAL_EXTRA_STATES: usize = 2;

/// The most extra states, and the largest distinguisher bound, that can be meant: each further one multiplies the words
/// by the number of inputs.
const LARGEST: usize = 100;

/// The largest number of states that `state-bound` takes: far more than can be tested for, so more is a slip.
const MOST_STATES: usize = 10_000;

/// The deepest exploration that can be meant: each further input multiplies the words.
const DEEPEST: usize = 100;

/// What can be written for a tester.
const TESTERS: &str = "use auto, distinguisher-bound(B), state-bound(N), exact, or suites: w(K), wp(K), hsi(K), h(K), \
                       hybrid-ads(K), random-walk(WORDS), random-wp(WORDS), words(FILE); for systems with \
                       data exact, explore(K), random(WORDS); all can be joined by `+`";

impl TesterKind {
    /// The tester that fits a system with these inputs. Systems with callbacks have states that differ soon;
    /// of others nothing is known.
    pub fn usual(inputs: &Inputs) -> Self {
        match inputs.get(WAIT) {
            Some(_) => Self::DistinguisherBound(2),
            None => Self::Auto(2),
        }
    }

    /// Whether register automata can be tested like this.
    pub fn is_of_registers(&self) -> bool {
        self.parts().iter().all(|part| matches!(part, Self::Exact | Self::Explore(_) | Self::Random(_)))
    }

    /// Whether machines can be tested like this.
    pub fn is_of_machines(&self) -> bool {
        !self.parts().iter().any(|part| matches!(part, Self::Explore(_) | Self::Random(_)))
    }

    /// The testers that it consists of, in order.
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::Joined(parts) => parts,
            one => std::slice::from_ref(one),
        }
    }

    /// Whether it compares with the machine itself, or a part of it does.
    pub fn needs_model(&self) -> bool {
        match self {
            Self::Joined(parts) => parts.iter().any(Self::needs_model),
            one => *one == Self::Exact,
        }
    }

    /// All suites among its parts.
    pub fn suites_mut(&mut self) -> impl Iterator<Item = &mut SuiteKind> {
        let parts = match self {
            Self::Joined(parts) => parts.as_mut_slice(),
            one => std::slice::from_mut(one),
        };
        parts.iter_mut().filter_map(|part| if let Self::Suites(suites) = part { Some(suites) } else { None }).flatten()
    }

    /// These testers as one: neighbouring suites are one tester, which skips what it has asked already.
    fn joined(parts: Vec<Self>) -> Self {
        let mut joined: Vec<Self> = Vec::new();
        for part in parts {
            match (joined.last_mut(), part) {
                (Some(Self::Suites(suites)), Self::Suites(more)) => suites.extend(more),
                (_, part) => joined.push(part),
            }
        }
        match joined.len() {
            1 => joined.remove(0),
            _ => Self::Joined(joined),
        }
    }

    /// Whether it comes to an end.
    fn ends(&self) -> bool {
        match self {
            Self::Suites(suites) => suites.iter().all(SuiteKind::ends),
            Self::Explore(depth) => depth.is_some(),
            Self::Random(words) => words.is_some(),
            _ => true,
        }
    }
}

impl fmt::Display for TesterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DistinguisherBound(bound) => write!(f, "distinguisher-bound({bound})"),
            Self::StateBound(bound) => write!(f, "state-bound({bound})"),
            Self::Exact => f.write_str("exact"),
            Self::Auto(USUAL_EXTRA_STATES) => f.write_str("auto"),
            Self::Auto(extra) => write!(f, "auto({extra})"),
            Self::Explore(None) => f.write_str("explore"),
            Self::Explore(Some(depth)) => write!(f, "explore({depth})"),
            Self::Random(None) => f.write_str("random"),
            Self::Random(Some(words)) => write!(f, "random({words})"),
            Self::Suites(suites) => f.write_str(&listed(suites)),
            Self::Joined(parts) => f.write_str(&listed(parts)),
        }
    }
}

fn listed<T: fmt::Display>(parts: &[T]) -> String {
    parts.iter().map(T::to_string).collect::<Vec<_>>().join(" + ")
}

impl FromStr for TesterKind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let parts = parts(text).map(|part| one_tester(part.trim())).collect::<Result<Vec<_>, _>>()?;
        if let Some(endless) = parts.iter().rev().skip(1).find(|part| !part.ends()) {
            let limited =
                if *endless == Self::Explore(None) { "explore(4)".to_owned() } else { format!("{endless}(10000)") };
            let advice = format!("it goes on without end: put it last, or limit it, such as {limited}");
            return Err(KindError { message: format!("nothing is tried after `{endless}`"), advice });
        }
        Ok(Self::joined(parts))
    }
}

fn one_tester(text: &str) -> Result<TesterKind, KindError> {
    let unknown = |advice: &str| KindError::new("tester", text, advice);
    let (name, argument) = call(text).ok_or_else(|| unknown(TESTERS))?;
    let number: Option<usize> = argument.and_then(|digits| digits.parse().ok());
    let bound = || {
        let advice = "give distinguisher-bound and state-bound a number, at least 1";
        number.filter(|&bound| bound > 0).ok_or_else(|| unknown(advice))
    };
    match (name, argument) {
        ("exact", None) => Ok(TesterKind::Exact),
        ("auto", None) => Ok(TesterKind::Auto(USUAL_EXTRA_STATES)),
        ("auto", Some(_)) => {
            let advice = "give auto the number of extra states to aim at, such as auto(2)";
            at_most_largest(name, number.ok_or_else(|| unknown(advice))?).map(TesterKind::Auto)
        }
        ("distinguisher-bound", _) => at_most_largest(name, bound()?).map(TesterKind::DistinguisherBound),
        ("state-bound", _) => at_most_states(bound()?).map(TesterKind::StateBound),
        ("explore", _) => explore(argument, number).ok_or_else(|| {
            unknown(&format!("give explore a number of inputs, at least 1 and at most {DEEPEST}, such as explore(4)"))
        }),
        ("random", None) => Ok(TesterKind::Random(None)),
        ("random", Some(_)) => match number.filter(|&words| words > 0) {
            Some(words) => Ok(TesterKind::Random(Some(words as u64))),
            None => Err(unknown("give random a number of words, such as random(1000), or none")),
        },
        _ => suite(text).map(|suite| TesterKind::Suites(vec![suite])),
    }
}

fn explore(argument: Option<&str>, number: Option<usize>) -> Option<TesterKind> {
    match (argument, number) {
        (None, _) => Some(TesterKind::Explore(None)),
        (_, Some(depth)) if (1..=DEEPEST).contains(&depth) => Some(TesterKind::Explore(Some(depth))),
        _ => None,
    }
}

fn at_most_largest(name: &str, number: usize) -> Result<usize, KindError> {
    match number <= LARGEST {
        true => Ok(number),
        false => {
            let advice =
                format!("use {name}({LARGEST}) at most; each further one multiplies the words, so 1, 2 or 3 are usual");
            Err(KindError { message: format!("`{name}({number})` is too large"), advice })
        }
    }
}

fn at_most_states(number: usize) -> Result<usize, KindError> {
    match number <= MOST_STATES {
        true => Ok(number),
        false => {
            let advice = format!(
                "use state-bound({MOST_STATES}) at most; each state beyond those that are found multiplies the words, \
                 so give a few more than you expect"
            );
            Err(KindError { message: format!("`state-bound({number})` is too large"), advice })
        }
    }
}

/// What stands between the `+` that are in no parentheses.
fn parts(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    text.split(move |c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == '+' && depth == 0
    })
}

fn suite(text: &str) -> Result<SuiteKind, KindError> {
    let unknown = |advice: &str| KindError::new("tester", text, advice);
    let (name, argument) = call(text).ok_or_else(|| unknown(TESTERS))?;
    let number = argument.and_then(|digits| digits.parse::<u64>().ok());
    let extra = || {
        let number = number.and_then(|number| usize::try_from(number).ok());
        let advice = || unknown(&format!("give {name} the number of extra states, such as {name}(1)"));
        number.ok_or_else(advice).and_then(|number| at_most_largest(name, number))
    };
    let words = || match (argument, number) {
        (None, _) => Ok(None),
        (_, Some(words)) if words > 0 => Ok(Some(words)),
        _ => Err(unknown(&format!("give {name} a number of words, such as {name}(10000), or none"))),
    };
    match (name, argument) {
        ("w", _) => extra().map(SuiteKind::W),
        ("wp", _) => extra().map(SuiteKind::Wp),
        ("hsi", _) => extra().map(SuiteKind::Hsi),
        ("h", _) => extra().map(SuiteKind::H),
        ("hybrid-ads", _) => extra().map(SuiteKind::HybridAds),
        ("random-walk", _) => words().map(SuiteKind::RandomWalk),
        ("random-wp", _) => words().map(SuiteKind::RandomWp),
        ("words", Some(file)) if !file.is_empty() => {
            Ok(SuiteKind::Words { name: file.to_owned(), words: Arc::default() })
        }
        ("words", _) => Err(unknown("give words a file, such as words(known.txt)")),
        _ => Err(unknown(TESTERS)),
    }
}

/// The parts of `name` or `name(argument)`.
fn call(text: &str) -> Option<(&str, Option<&str>)> {
    match text.split_once('(') {
        Some((name, rest)) => Some((name.trim(), Some(rest.strip_suffix(')')?.trim()))),
        None => Some((text, None)),
    }
}

/// What follows when the tester agrees: the rest of `hsi(1)`, and then random words.
///
/// ```
/// use typestar_query::ChallengeKind;
/// assert_eq!("none".parse(), Ok(ChallengeKind::None));
/// assert_eq!("500".parse(), Ok(ChallengeKind::Words(500)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChallengeKind {
    /// Nothing follows.
    None,
    /// As many random words as were executed before them, but never few.
    Usual,
    /// So many random words.
    Words(u64),
}

impl ChallengeKind {
    /// Whether there is one.
    pub fn is_some(self) -> bool {
        self != Self::None
    }
}

impl FromStr for ChallengeKind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        match text {
            "none" => Ok(Self::None),
            _ => text.parse().map(Self::Words).map_err(|_| {
                KindError::new("challenge", text, "use none, or the number of random words, such as 1000")
            }),
        }
    }
}

/// Something that a tester may take for granted. It saves words; the verdict names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assumption {
    /// A `wait` that answers `quiet` and stays in its state in the hypothesis does so in the system.
    QuietIsStable,
}

impl fmt::Display for Assumption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::QuietIsStable => f.write_str("quiet-is-stable"),
        }
    }
}

impl FromStr for Assumption {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        match text {
            "quiet-is-stable" => Ok(Self::QuietIsStable),
            _ => Err(KindError::new("assumption", text, "use quiet-is-stable")),
        }
    }
}
