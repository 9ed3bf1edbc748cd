//! Learners, testers and assumptions as users write them, in case files and in options.

use std::fmt;
use std::str::FromStr;

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
    fn new(what: &str, text: &str, advice: &str) -> Self {
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
}

impl LearnerKind {
    /// All learners, the default first.
    pub const ALL: [Self; 5] = [Self::Lsharp, Self::Lstar, Self::Kv, Self::Ttt, Self::Adt];
}

impl fmt::Display for LearnerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Lsharp => "lsharp",
            Self::Lstar => "lstar",
            Self::Kv => "kv",
            Self::Ttt => "ttt",
            Self::Adt => "adt",
        })
    }
}

impl FromStr for LearnerKind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let named = Self::ALL.into_iter().find(|kind| kind.to_string() == text);
        named.ok_or_else(|| KindError::new("learner", text, "use lsharp, lstar, kv, ttt or adt"))
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TesterKind {
    /// Complete if any two states differ within this many inputs.
    DistinguisherBound(usize),
    /// Complete for systems of at most this many states.
    StateBound(usize),
    /// Compares with the machine itself; only simulated systems have one.
    Exact,
}

impl fmt::Display for TesterKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DistinguisherBound(bound) => write!(f, "distinguisher-bound({bound})"),
            Self::StateBound(bound) => write!(f, "state-bound({bound})"),
            Self::Exact => f.write_str("exact"),
        }
    }
}

impl FromStr for TesterKind {
    type Err = KindError;

    fn from_str(text: &str) -> Result<Self, KindError> {
        let bound = |name: &str| -> Option<usize> {
            let digits = text.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')')?.trim();
            digits.parse().ok().filter(|&bound| bound > 0)
        };
        (text == "exact")
            .then_some(Self::Exact)
            .or_else(|| bound("distinguisher-bound").map(Self::DistinguisherBound))
            .or_else(|| bound("state-bound").map(Self::StateBound))
            .ok_or_else(|| {
                let forms = "use distinguisher-bound(B), state-bound(N) or exact, with B and N at least 1";
                KindError::new("tester", text, forms)
            })
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
