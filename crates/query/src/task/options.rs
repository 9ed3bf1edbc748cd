//! Which options are for which kinds of model, and for which systems: one table, by which all others are refused.

use std::ops::Range;

use crate::case::{Case, CaseError, ModelKind, Problem, Target};

use ModelKind::{Guarded, Machine, Registers};

/// The systems that an option is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Systems {
    /// All of them.
    Any,
    /// Those that run in a process: no simulated models.
    Processes,
    /// Those on a virtual machine: Java classes and adapters, and Android classes.
    Java,
    /// Java classes that are called by reflection.
    Classes,
    /// Android classes.
    Android,
}

/// Options of a command: their names, and the kinds of model and the systems that they are for.
pub type OptionGroup = (&'static [ModelKind], Systems, &'static [&'static str]);

const ALL: &[ModelKind] = &[Machine, Registers, Guarded];
const ANSWERING: &[ModelKind] = &[Machine, Registers];

/// Options that are for some systems only.
const CLASSPATH: OptionGroup = (ALL, Systems::Java, &["classpath"]);
const CLASS: OptionGroup = (ALL, Systems::Classes, &["methods", "construct", "inherited", "argument", "field-depth"]);
const API: OptionGroup = (ANSWERING, Systems::Android, &["api"]);

/// The command that learns. Its options are those of the keys of `[learning]`, too.
pub const LEARN: &str = "learn";

const OF_LEARN: &[OptionGroup] = &[
    (ALL, Systems::Any, &["output", "seed", "repeat", "confirm", "max-states", "max-words", "max-symbols", "max-time"]),
    (ALL, Systems::Any, &["fresh", "keep-answers", "json", "quiet"]),
    (ALL, Systems::Any, &["tester"]),
    (ANSWERING, Systems::Any, &["learner", "errors", "outside"]),
    (&[Machine], Systems::Any, &["challenge", "assume", "run-on", "from"]),
    (&[Registers], Systems::Any, &["theory"]),
    (&[Guarded], Systems::Any, &["guard-tests", "outcomes"]),
    (&[Machine, Guarded], Systems::Any, &["model"]),
    (ALL, Systems::Processes, &["clock", "step-deadline", "copies"]),
    CLASSPATH,
    CLASS,
    API,
];

/// Keys of `[learning]` that are no options of the command.
const KEYS: &[OptionGroup] = &[
    (ALL, Systems::Any, &["noise"]),
    (&[Registers], Systems::Any, &["theory-check"]),
    (ANSWERING, Systems::Any, &["growth-rounds"]),
];

/// Every option of every command that takes a system or a model. `docs/reference/options.md` shows the same table, and a test
/// of the command makes it again by trying all of them.
pub const OPTIONS: &[(&str, &[OptionGroup])] = &[
    (LEARN, OF_LEARN),
    (
        "try",
        &[
            (ALL, Systems::Any, &["json"]),
            (ANSWERING, Systems::Any, &["errors"]),
            (ALL, Systems::Processes, &["clock", "step-deadline"]),
            CLASSPATH,
            CLASS,
            API,
        ],
    ),
    (
        "doctor",
        &[
            (ALL, Systems::Any, &["json", "errors"]),
            (ALL, Systems::Processes, &["clock", "step-deadline", "copies"]),
            CLASSPATH,
            CLASS,
            API,
        ],
    ),
    (
        "conform",
        &[
            (ALL, Systems::Any, &["suite", "junit", "seed", "max-words", "keep-going", "json", "quiet"]),
            (ALL, Systems::Any, &["tester"]),
            (ANSWERING, Systems::Any, &["errors"]),
            (&[Guarded], Systems::Any, &["guard-tests"]),
            (ALL, Systems::Processes, &["clock", "step-deadline", "copies"]),
            CLASSPATH,
            CLASS,
            API,
        ],
    ),
    ("tests", &[(ALL, Systems::Any, &["output"]), (ANSWERING, Systems::Any, &["seed", "tester", "errors"])]),
    ("show", &[(ALL, Systems::Any, &["format"]), (&[Machine, Guarded], Systems::Any, &["as"])]),
    (
        "compare",
        &[
            (ALL, Systems::Any, &["partial", "json"]),
            (&[Machine], Systems::Any, &["errors", "outside"]),
            (&[Registers], Systems::Any, &["depth"]),
        ],
    ),
];

/// What a user has typed beside the case: the options of a command, by their names without dashes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Given {
    /// The command.
    pub command: String,
    /// The options.
    pub options: Vec<String>,
}

/// An option that is not for this kind of model, or not for this system.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("--{name} is for {for_what}, but {this}: {advice}")]
pub struct OptionError {
    /// The option.
    pub name: String,
    /// What it is for.
    pub for_what: String,
    /// What there is instead.
    pub this: &'static str,
    /// What to do.
    pub advice: &'static str,
}

impl Given {
    /// These options of a command.
    pub fn new(command: &str, options: Vec<String>) -> Self {
        Self { command: command.to_owned(), options }
    }

    /// Refuses options that are not for this kind of model.
    pub fn check_kind(&self, kind: ModelKind) -> Result<(), OptionError> {
        let learns = self.command == LEARN;
        self.refuse(|kinds, _| {
            let (for_what, this) = (kinds_text(kinds, learns), this_text(kind, learns));
            (!kinds.contains(&kind)).then(|| (for_what, this, advice(kinds, kind, learns)))
        })
    }

    /// Refuses options that are not for a simulated model. Those of classes are refused where they are applied.
    pub fn check_system(&self, target: &Target) -> Result<(), OptionError> {
        self.refuse(|_, systems| {
            let for_what = "systems that run in a process".to_owned();
            let is_unfit = target.is_model() && systems == Systems::Processes;
            is_unfit.then_some((for_what, "a model from a file is simulated here", "leave it out"))
        })
    }

    /// Refuses the first option that is unfit: what it is for, what there is instead, and what to do.
    fn refuse(
        &self,
        unfit: impl Fn(&[ModelKind], Systems) -> Option<(String, &'static str, &'static str)>,
    ) -> Result<(), OptionError> {
        let groups = OPTIONS.iter().filter(|(command, _)| *command == self.command).flat_map(|(_, groups)| *groups);
        for (kinds, systems, names) in groups {
            let given = names.iter().find(|name| self.options.iter().any(|given| given == *name));
            if let Some((name, (for_what, this, advice))) = given.zip(unfit(kinds, *systems)) {
                return Err(OptionError { name: (*name).to_owned(), for_what, this, advice });
            }
        }
        Ok(())
    }
}

/// Refuses keys of `[learning]` that are not for this kind of model, at their places in the case file.
pub(super) fn check_keys(case: &Case, kind: ModelKind) -> Result<(), CaseError> {
    let problems = case.learning_keys.iter().filter_map(|(key, span)| problem(key, span, kind));
    case.refuse(problems.chain(unfit_tester(case, kind)).collect())
}

/// Of the testers that a case can name, guarded models have only known words.
fn unfit_tester(case: &Case, kind: ModelKind) -> Option<Problem> {
    let tester = case.learning.tester.as_ref().filter(|tester| kind == Guarded && tester.of_guarded().is_none())?;
    let (_, span) = case.learning_keys.iter().find(|(key, _)| key == "tester")?;
    let message = format!("the tester `{tester}` is not for guarded models");
    let advice = format!("use words(FILE), or {}", advice(&[Machine], kind, true));
    Some(Problem { span: span.clone(), message, advice })
}

fn problem(key: &str, span: &Range<usize>, kind: ModelKind) -> Option<Problem> {
    let name = key.replace('_', "-");
    let (kinds, ..) = OF_LEARN.iter().chain(KEYS).find(|(_, _, names)| names.contains(&name.as_str()))?;
    let message = format!("`{key}` is for {}, but {}", kinds_text(kinds, true), this_text(kind, true));
    let advice = advice(kinds, kind, true).to_owned();
    (!kinds.contains(&kind)).then(|| Problem { span: span.clone(), message, advice })
}

fn kinds_text(kinds: &[ModelKind], learns: bool) -> String {
    let name = |kind: &ModelKind| match kind {
        Machine => "machines",
        Registers if learns => "systems with data",
        Registers => "register automata",
        Guarded => "guarded models",
    };
    kinds.iter().map(name).collect::<Vec<_>>().join(" and ")
}

fn this_text(kind: ModelKind, learns: bool) -> &'static str {
    match (kind, learns) {
        (Machine, true) => "a machine is learned here",
        (Machine, false) => "this is a machine",
        (Registers, true) => "this system has data",
        (Registers, false) => "this is a register automaton",
        (Guarded, true) => "a guarded model is learned here",
        (Guarded, false) => "this is a guarded model",
    }
}

fn advice(kinds: &[ModelKind], kind: ModelKind, learns: bool) -> &'static str {
    match (kinds, kind) {
        ([Registers], _) if learns => "declare the parameters of the inputs ([inputs.actions]), or leave it out",
        (_, Guarded) if learns && kinds.contains(&Machine) => {
            "leave it out, or learn the order of calls (--model machine, or `model = \"machine\"` in [learning])"
        }
        _ => "leave it out",
    }
}
