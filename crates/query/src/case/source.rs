//! What is kept of the text of a case file beside what it says: it is parsed once.

use std::ops::Range;

use serde::Deserialize as _;
use toml::Spanned;
use toml::de::DeTable;
use typestar_model::{FormatError, Inputs, TraceRule, WAIT};

use super::error::Problem;
use super::table::{Name, Problems};

/// The parts of a case file that are needed when its system is open; empty if there is no file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    pub(super) identity: String,
    pub(super) named: Named,
}

/// The places that speak of inputs. Which inputs there are is only known when the system is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Named {
    /// The names of inputs.
    pub(super) inputs: Vec<Name>,
    /// The value of a key that makes sense only if `wait` is an input, and the key.
    pub(super) needs_wait: Option<(Range<usize>, &'static str)>,
    /// The rule that has to know all inputs.
    pub(super) rule: Option<NamedRule>,
}

/// A rule in a file that the case file names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NamedRule {
    /// The file as the case file names it.
    pub(super) path: Name,
    pub(super) rule: TraceRule,
}

impl NamedRule {
    /// Adds a problem if the rule does not fit these inputs.
    pub(super) fn check(&self, problems: &Problems, inputs: &[String]) {
        if let Err(error) = self.rule.check(inputs) {
            add_rule_problem(problems, &self.path, &error);
        }
    }
}

/// The rule in this text, or none and a problem.
pub(super) fn read_rule(problems: &Problems, path: &Name, text: &str) -> Option<TraceRule> {
    TraceRule::read(text).map_err(|error| add_rule_problem(problems, path, &error)).ok()
}

/// What is wrong with the file is said at its line, and shown where the case file names it.
fn add_rule_problem(problems: &Problems, path: &Name, error: &FormatError) {
    let message = format!("{}:{}:{}: {}", path.get_ref(), error.line, error.column, error.message);
    problems.add(path.span(), message, format!("correct line {} of this file", error.line));
}

impl Named {
    /// What is wrong if these are the inputs.
    pub(super) fn problems(&self, inputs: &Inputs) -> Vec<Problem> {
        let problems = Problems::default();
        self.inputs.iter().for_each(|name| problems.check_listed(name, inputs.texts(), "input"));
        self.needs_wait.iter().for_each(|place| check_wait(&problems, place, inputs.texts()));
        self.rule.iter().for_each(|rule| rule.check(&problems, inputs.texts()));
        problems.sorted()
    }
}

/// Without `wait` no system is ever seen quiet.
pub(super) fn check_wait(problems: &Problems, (span, key): &(Range<usize>, &str), inputs: &[String]) {
    if !inputs.iter().any(|input| input == WAIT) {
        let advice = "remove it, or make `wait` an input: `wait = true` in [inputs]";
        problems.add(span.clone(), format!("`{key}` needs the input `wait`"), advice);
    }
}

/// What of a case file answers depend on, as text: all of it but `[learning]`, `[limits]`, `[arguments]` and comments,
/// and the digests of the files that it names to say what is asked. Which methods there are because of arguments, the system
/// says.
pub(super) fn identity(mut document: Spanned<DeTable>, digests: &[String]) -> String {
    document.get_mut().remove("learning");
    document.get_mut().remove("limits");
    document.get_mut().remove("arguments");
    let text = toml::Table::deserialize(toml::Deserializer::from(document)).unwrap_or_default().to_string();
    digests.iter().fold(text, |text, digest| format!("{text}# {digest}\n"))
}
