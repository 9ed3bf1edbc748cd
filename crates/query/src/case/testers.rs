//! Testers as users write them, in case files and in options: those of machines and those of register automata.

use std::fmt;
use std::str::FromStr;

use typestar_learn::{KnownWords, SuiteKind};
use typestar_model::{Inputs, WAIT};

use super::kinds::KindError;

/// The algorithm that looks for counterexamples, as it is written before it is known what the system is.
///
/// ```
/// use typestar_query::{MachineTester, TesterKind};
/// let tester: TesterKind = "distinguisher-bound(2)".parse().unwrap();
/// assert_eq!(tester, MachineTester::DistinguisherBound(2).into());
/// assert_eq!(tester.to_string(), "distinguisher-bound(2)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TesterKind {
    /// Compares with the model itself, of whichever kind it is; only simulated systems have one.
    Exact,
    /// Testers of models of every kind, tried one after the other; at least one has known words.
    Shared(Vec<SharedTester>),
    /// Testers of machines, tried one after the other. No two `Suites` are neighbours.
    Machine(Vec<MachineTester>),
    /// Testers of register automata, tried one after the other.
    Registers(Vec<RegisterTester>),
}

/// A tester of models of every kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SharedTester {
    /// Compares with the model itself; only simulated systems have one.
    Exact,
    /// Words that the user knows.
    Words(KnownWords),
}

/// A tester of machines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MachineTester {
    /// Complete if any two states differ within this many inputs.
    DistinguisherBound(usize),
    /// Complete for systems of at most this many states.
    StateBound(usize),
    /// Compares with the machine itself; only simulated systems have one.
    Exact,
    /// A portfolio that aims at this many extra states.
    Auto(usize),
    /// Test suites, tried one after the other. Only the last one may go on without end.
    Suites(Vec<SuiteKind>),
}

/// A tester of register automata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RegisterTester {
    /// Compares with the automaton itself; only simulated systems have one.
    Exact,
    /// Every class of data words of at most this many inputs; none for ever longer ones, without end.
    Explore(Option<usize>),
    /// Random data words, this many of them; none for no end.
    Random(Option<u64>),
    /// Words that the user knows.
    Words(KnownWords),
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
                       hybrid-ads(K), random-walk(WORDS), random-wp(WORDS); for systems with data exact, \
                       explore(K), random(WORDS); for all of them words(FILE); all can be joined by `+`";

impl TesterKind {
    /// What machines are tested with; none if it is for register automata.
    pub fn of_machines(&self) -> Option<Vec<MachineTester>> {
        match self {
            Self::Exact => Some(vec![MachineTester::Exact]),
            Self::Shared(parts) => Some(joined(parts.iter().map(SharedTester::of_machines).collect())),
            Self::Machine(parts) => Some(parts.clone()),
            Self::Registers(_) => None,
        }
    }

    /// What register automata are tested with; none if it is for machines.
    pub fn of_registers(&self) -> Option<Vec<RegisterTester>> {
        match self {
            Self::Exact => Some(vec![RegisterTester::Exact]),
            Self::Shared(parts) => Some(parts.iter().map(SharedTester::of_registers).collect()),
            Self::Registers(parts) => Some(parts.clone()),
            Self::Machine(_) => None,
        }
    }

    /// What guarded models are tested with before their guards are; none if it is for others.
    pub fn of_guarded(&self) -> Option<Vec<KnownWords>> {
        let Self::Shared(parts) = self else { return None };
        let known =
            |part: &SharedTester| if let SharedTester::Words(known) = part { Some(known.clone()) } else { None };
        parts.iter().map(known).collect()
    }

    /// Whether it compares with the model itself, or a part of it does.
    pub fn needs_model(&self) -> bool {
        match self {
            Self::Exact => true,
            Self::Shared(parts) => parts.contains(&SharedTester::Exact),
            Self::Machine(parts) => parts.contains(&MachineTester::Exact),
            Self::Registers(parts) => parts.contains(&RegisterTester::Exact),
        }
    }

    /// All known words among its parts, which are read when it is known what the system takes.
    pub fn known_words_mut(&mut self) -> Vec<&mut KnownWords> {
        match self {
            Self::Exact => Vec::new(),
            Self::Shared(parts) => parts.iter_mut().filter_map(SharedTester::known_words_mut).collect(),
            Self::Machine(parts) => parts.iter_mut().flat_map(MachineTester::known_words_mut).collect(),
            Self::Registers(parts) => parts.iter_mut().filter_map(RegisterTester::known_words_mut).collect(),
        }
    }

    /// Why nothing may follow it; none if it comes to an end.
    fn refuse_more(&self) -> Option<KindError> {
        let is_endless =
            |part: &MachineTester| matches!(part, MachineTester::Suites(suites) if !suites.iter().all(SuiteKind::ends));
        let limited = match self {
            Self::Machine(parts) if parts.iter().any(is_endless) => format!("{self}(10000)"),
            Self::Registers(parts) if parts.contains(&RegisterTester::Explore(None)) => "explore(4)".to_owned(),
            Self::Registers(parts) if parts.contains(&RegisterTester::Random(None)) => "random(10000)".to_owned(),
            _ => return None,
        };
        let advice = format!("it never ends: put it last, or limit it, such as {limited}");
        Some(KindError { message: format!("nothing after `{self}` is ever tried"), advice })
    }
}

impl SharedTester {
    fn of_machines(&self) -> MachineTester {
        match self {
            Self::Exact => MachineTester::Exact,
            Self::Words(known) => MachineTester::Suites(vec![SuiteKind::Words(known.clone())]),
        }
    }

    fn of_registers(&self) -> RegisterTester {
        match self {
            Self::Exact => RegisterTester::Exact,
            Self::Words(known) => RegisterTester::Words(known.clone()),
        }
    }

    fn known_words_mut(&mut self) -> Option<&mut KnownWords> {
        if let Self::Words(known) = self { Some(known) } else { None }
    }
}

impl RegisterTester {
    /// Whether it comes to an end, and its words do not depend on the system.
    pub(crate) fn is_suite(&self) -> bool {
        matches!(self, Self::Explore(Some(_)) | Self::Random(Some(_)) | Self::Words(_))
    }

    fn known_words_mut(&mut self) -> Option<&mut KnownWords> {
        if let Self::Words(known) = self { Some(known) } else { None }
    }
}

impl MachineTester {
    fn known_words_mut(&mut self) -> impl Iterator<Item = &mut KnownWords> {
        let suites = if let Self::Suites(suites) = self { suites.as_mut_slice() } else { &mut [] };
        suites.iter_mut().filter_map(|suite| if let SuiteKind::Words(known) = suite { Some(known) } else { None })
    }

    /// The tester that fits a system with these inputs. Systems with callbacks have states that differ soon;
    /// of others nothing is known.
    pub fn usual(inputs: &Inputs) -> Self {
        match inputs.get(WAIT) {
            Some(_) => Self::DistinguisherBound(2),
            None => Self::Auto(2),
        }
    }
}

impl From<MachineTester> for TesterKind {
    fn from(tester: MachineTester) -> Self {
        if tester == MachineTester::Exact { Self::Exact } else { Self::Machine(vec![tester]) }
    }
}

impl From<RegisterTester> for TesterKind {
    fn from(tester: RegisterTester) -> Self {
        if tester == RegisterTester::Exact { Self::Exact } else { Self::Registers(vec![tester]) }
    }
}

impl fmt::Display for TesterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str(EXACT),
            Self::Shared(parts) => f.write_str(&listed(parts)),
            Self::Machine(parts) => f.write_str(&listed(parts)),
            Self::Registers(parts) => f.write_str(&listed(parts)),
        }
    }
}

impl fmt::Display for SharedTester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str(EXACT),
            Self::Words(known) => known.fmt(f),
        }
    }
}

impl fmt::Display for MachineTester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DistinguisherBound(bound) => write!(f, "distinguisher-bound({bound})"),
            Self::StateBound(bound) => write!(f, "state-bound({bound})"),
            Self::Exact => f.write_str(EXACT),
            Self::Auto(USUAL_EXTRA_STATES) => f.write_str("auto"),
            Self::Auto(extra) => write!(f, "auto({extra})"),
            Self::Suites(suites) => f.write_str(&listed(suites)),
        }
    }
}

impl fmt::Display for RegisterTester {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str(EXACT),
            Self::Explore(None) => f.write_str("explore"),
            Self::Explore(Some(depth)) => write!(f, "explore({depth})"),
            Self::Random(None) => f.write_str("random"),
            Self::Random(Some(words)) => write!(f, "random({words})"),
            Self::Words(known) => known.fmt(f),
        }
    }
}

const EXACT: &str = "exact";

/// Testers as one text, joined as users join them.
pub(crate) fn listed<T: fmt::Display>(parts: &[T]) -> String {
    parts.iter().map(T::to_string).collect::<Vec<_>>().join(" + ")
}

impl FromStr for TesterKind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let parts = parts(text).map(|part| one_tester(part.trim())).collect::<Result<Vec<_>, _>>()?;
        if let Some(refused) = parts.iter().rev().skip(1).find_map(Self::refuse_more) {
            return Err(refused);
        }
        let of_machines: Option<Vec<_>> = parts.iter().map(Self::of_machines).collect();
        let of_registers: Option<Vec<_>> = parts.iter().map(Self::of_registers).collect();
        match (of_machines, of_registers) {
            (Some(_), Some(_)) => Ok(shared(parts)),
            (Some(parts), None) => Ok(Self::Machine(joined(parts.concat()))),
            (None, Some(parts)) => Ok(Self::Registers(parts.concat())),
            (None, None) => {
                let message = format!("`{text}` joins testers of machines with testers of systems with data");
                Err(KindError { message, advice: TESTERS.to_owned() })
            }
        }
    }
}

/// Testers of models of every kind as one.
fn shared(parts: Vec<TesterKind>) -> TesterKind {
    let of_part = |part| if let TesterKind::Shared(parts) = part { parts } else { vec![SharedTester::Exact] };
    let parts: Vec<SharedTester> = parts.into_iter().flat_map(of_part).collect();
    if parts.iter().all(|part| *part == SharedTester::Exact) { TesterKind::Exact } else { TesterKind::Shared(parts) }
}

/// The same testers, but that neighbouring suites are one, which skips what it has asked already.
fn joined(parts: Vec<MachineTester>) -> Vec<MachineTester> {
    let mut joined: Vec<MachineTester> = Vec::new();
    for part in parts {
        match (joined.last_mut(), part) {
            (Some(MachineTester::Suites(suites)), MachineTester::Suites(more)) => suites.extend(more),
            (_, part) => joined.push(part),
        }
    }
    joined
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
        ("auto", None) => Ok(MachineTester::Auto(USUAL_EXTRA_STATES).into()),
        ("auto", Some(_)) => {
            let advice = "give auto a number of extra states, such as auto(2)";
            let extra = at_most_largest(name, number.ok_or_else(|| unknown(advice))?)?;
            Ok(MachineTester::Auto(extra).into())
        }
        ("distinguisher-bound", _) => Ok(MachineTester::DistinguisherBound(at_most_largest(name, bound()?)?).into()),
        ("state-bound", _) => {
            let why = "each extra state multiplies the words, so allow only a few more than you expect";
            Ok(MachineTester::StateBound(at_most(MOST_STATES, name, bound()?, why)?).into())
        }
        ("explore", None) => Ok(RegisterTester::Explore(None).into()),
        ("explore", Some(_)) => match number.filter(|depth| (1..=DEEPEST).contains(depth)) {
            Some(depth) => Ok(RegisterTester::Explore(Some(depth)).into()),
            None => {
                let advice = "give explore a number of inputs, at least 1 and at most";
                Err(unknown(&format!("{advice} {DEEPEST}, such as explore(4)")))
            }
        },
        ("random", None) => Ok(RegisterTester::Random(None).into()),
        ("random", Some(_)) => match number.filter(|&words| words > 0) {
            Some(words) => Ok(RegisterTester::Random(Some(words as u64)).into()),
            None => Err(unknown("give random a number of words, such as random(1000), or leave the number out")),
        },
        ("words", Some(file)) if !file.is_empty() => {
            let known = KnownWords { name: file.to_owned(), ..KnownWords::default() };
            Ok(TesterKind::Shared(vec![SharedTester::Words(known)]))
        }
        ("words", _) => Err(unknown("give words a file, such as words(known.txt)")),
        _ => suite(text).map(|suite| MachineTester::Suites(vec![suite]).into()),
    }
}

fn at_most_largest(name: &str, number: usize) -> Result<usize, KindError> {
    at_most(LARGEST, name, number, "each step multiplies the words, so 1, 2 or 3 is usual")
}

fn at_most(most: usize, name: &str, number: usize, why: &str) -> Result<usize, KindError> {
    let message = || format!("`{name}({number})` is too large");
    let advice = || format!("use at most {name}({most}); {why}");
    if number <= most { Ok(number) } else { Err(KindError { message: message(), advice: advice() }) }
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
