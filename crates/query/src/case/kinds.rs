//! Learners, kinds of models and assumptions as users write them, in case files and in options.

use std::str::FromStr;

use strum::{Display, EnumString};
use typestar_model::Model;

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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase", parse_err_ty = KindError, parse_err_fn = unknown_learner)]
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
}

fn unknown_learner(text: &str) -> KindError {
    let advice = "use lsharp, lstar, kv, ttt or adt; for systems with data slct, sllambda or slstar";
    KindError::new("learner", text, advice)
}

/// What is learned of a system.
///
/// ```
/// use typestar_query::ModelKind;
/// assert_eq!("guarded".parse(), Ok(ModelKind::Guarded));
/// assert_eq!(ModelKind::Machine.to_string(), "machine");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "lowercase", parse_err_ty = KindError, parse_err_fn = unknown_model)]
pub enum ModelKind {
    /// A Mealy machine: the order of calls.
    Machine,
    /// A register automaton. Nobody has to ask for one, because a system with data has no other model.
    #[strum(disabled)]
    Registers,
    /// States with guards over fields and arguments.
    Guarded,
}

impl ModelKind {
    /// The kind of a model.
    pub fn of(model: &Model) -> Self {
        match model {
            Model::Machine(_) => Self::Machine,
            Model::Registers(_) => Self::Registers,
            Model::Guarded(_) => Self::Guarded,
        }
    }
}

fn unknown_model(text: &str) -> KindError {
    KindError::new("kind of model", text, "use machine or guarded")
}

/// What a case says of answers that vary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "lowercase", parse_err_ty = KindError, parse_err_fn = unknown_noise)]
pub enum Noise {
    /// They are a mistake somewhere, which the user should know.
    #[default]
    Unexpected,
    /// They are the system's nature: where votes settle them, a note is enough.
    Expected,
}

fn unknown_noise(text: &str) -> KindError {
    KindError::new("noise", text, "use expected or unexpected")
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
    /// How many random words.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = KindError, parse_err_fn = unknown_assumption)]
pub enum Assumption {
    /// A `wait` that answers `quiet` and stays in its state in the hypothesis does so in the system.
    QuietIsStable,
}

fn unknown_assumption(text: &str) -> KindError {
    KindError::new("assumption", text, "use quiet-is-stable")
}

/// What becomes of a callin or `wait` that hangs or ends the adapter, twice in the same way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "lowercase", parse_err_ty = KindError, parse_err_fn = unknown_way)]
pub enum OnHang {
    /// It is what the component does: the output `hang` or `crash`.
    #[default]
    Output,
    /// The system has failed: the run ends.
    Fail,
}

fn unknown_way(text: &str) -> KindError {
    let advice = "use \"output\" (a hang is part of the model) or \"fail\" (a hang ends the run)";
    KindError { message: format!("invalid value `{text}` for `on_hang`"), advice: advice.to_owned() }
}
