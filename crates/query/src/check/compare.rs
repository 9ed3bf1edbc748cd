//! Comparing two models of one kind, whichever it is: what came of it, as text and as JSON.

use serde_json::{Value, json};
use typestar_learn::register::{RegisterComparison, compare_registers};
use typestar_model::guarded::{GuardedDifference, GuardedModel, compare_guarded, features_text};
use typestar_model::register::RegisterAutomaton;
use typestar_model::{Comparison, Learned, Model, compare, overlap, with_outside_as_error};

use crate::case::locator::{LocatorError, check_errors};

/// How long the words are that are tried with register automata that add values, unless the options say it.
const DEPTH: usize = 6;

/// What a comparison is told. What is for another kind of model means nothing: [`Given::check_kind`](crate::Given::check_kind)
/// refuses it.
#[derive(Clone, Debug, Default)]
pub struct CompareOptions {
    /// The outputs of machines that count as errors.
    pub errors: Vec<String>,
    /// Whether what lies outside the learning purpose of a machine counts as an error.
    pub outside_is_error: bool,
    /// The length of the words that are tried for register automata that add values; all others are compared exactly.
    pub depth: Option<usize>,
    /// Whether it is enough if models agree in what is known so far.
    pub partial_is_enough: bool,
}

/// Why two models were not compared.
#[derive(Debug, thiserror::Error)]
pub enum CompareError {
    /// The names of two models with their kinds, which differ.
    #[error("{} is {} but {} is {}: only models of the same kind can be compared", .0.0, .0.1, .1.0, .1.1)]
    TwoKinds((String, &'static str), (String, &'static str)),
    /// A name that should mean error is not an output of either machine.
    #[error(transparent)]
    Output(#[from] LocatorError),
}

/// What came of comparing two models.
#[derive(Clone, Debug)]
pub struct ModelComparison {
    /// The difference that was found, in lines.
    pub difference: Option<String>,
    /// Why nothing follows from a difference that was not found.
    pub doubt: Option<String>,
    found: Found,
    /// The models whose runs are not finished.
    partial: Vec<String>,
    /// The models that a stand-in for the real code decided, each with its mark.
    imitations: Vec<(String, String)>,
}

/// What the comparison of one kind has to tell, beside the difference.
#[derive(Clone, Debug)]
struct Found {
    /// How far the search for a difference went, if it did not cover everything.
    limit: Option<String>,
    /// What the models should have in common, if they do not.
    missing: Option<&'static str>,
    /// What was compared.
    extent: String,
    /// All of it, for scripts.
    data: Value,
}

/// What two models are called.
type Names<'a> = [&'a str; 2];

/// Compares two models of one kind, each with the name that it is called by.
///
/// ```
/// use typestar_model::read_any_model;
/// use typestar_query::{CompareOptions, compare_models};
/// let door = |output: &str| read_any_model(&format!("digraph {{ a -> a [label=\"push/{output}\"] }}"), "").unwrap();
/// let (left, right) = (door("ok"), door("creak"));
/// let comparison = compare_models(("new", &left), ("old", &right), &CompareOptions::default()).unwrap();
/// assert_eq!(comparison.is_same(), Some(false));
/// let text = "different behaviour\n  word: push\n  new: ok\n  old: creak\n  compared: 1 of 1 transitions\n";
/// assert_eq!(comparison.to_text(), text);
/// ```
pub fn compare_models(
    left: (&str, &Model),
    right: (&str, &Model),
    options: &CompareOptions,
) -> Result<ModelComparison, CompareError> {
    let names = [left.0, right.0];
    let (difference, found) = match (left.1, right.1) {
        (Model::Machine(left), Model::Machine(right)) => machines(left, right, names, options)?,
        (Model::Registers(left), Model::Registers(right)) => registers(left, right, names, options),
        (Model::Guarded(left), Model::Guarded(right)) => guarded(left, right, names),
        (Model::Machine(_) | Model::Registers(_) | Model::Guarded(_), _) => {
            let [left, right] = [left, right].map(|(name, model)| (name.to_owned(), model.kind()));
            return Err(CompareError::TwoKinds(left, right));
        }
    };
    let models = || [left, right].into_iter();
    let partial = models().filter(|(_, model)| !model.is_finished()).map(|(name, _)| name.to_owned()).collect();
    let imitations = models().filter_map(|(name, model)| Some((name.to_owned(), model.imitation()?))).collect();
    let mut comparison = ModelComparison { difference, doubt: None, found, partial, imitations };
    comparison.doubt = comparison.doubt(options.partial_is_enough);
    Ok(comparison)
}

impl ModelComparison {
    /// Whether the models are the same. None if no difference was found where that does not mean the same.
    pub fn is_same(&self) -> Option<bool> {
        match &self.difference {
            Some(_) => Some(false),
            None => (self.doubt.is_none() && self.found.limit.is_none()).then_some(true),
        }
    }

    /// What was found, for scripts.
    pub fn to_json(&self) -> Value {
        let mut data = self.found.data.clone();
        data["same"] = self.is_same().into();
        data["partial"] = self.partial.clone().into();
        if !self.imitations.is_empty() {
            data["imitation"] = self.imitations.iter().map(|(name, _)| name.as_str()).collect();
        }
        data
    }

    /// What was found, for people: the difference, if there is one, and what was compared.
    pub fn to_text(&self) -> String {
        let found = match (&self.difference, &self.found.limit) {
            (Some(difference), _) => difference.clone(),
            (None, Some(limit)) => format!("no difference {limit}\n"),
            (None, None) if self.doubt.is_some() => "no difference found\n".to_owned(),
            (None, None) => "same behaviour\n".to_owned(),
        };
        let marks: String = self.imitations.iter().map(|(name, mark)| format!("  {name}: {mark}\n")).collect();
        format!("{found}  compared: {}\n{marks}", self.found.extent)
    }

    fn doubt(&self, partial_is_enough: bool) -> Option<String> {
        match self.found.missing {
            _ if self.difference.is_some() => None,
            Some(what) => Some(format!("nothing was compared: no {what} is known to both models")),
            None if partial_is_enough || self.partial.is_empty() => None,
            None => Some(format!(
                "no difference found, but this is a draft: {}; finish its run first, or pass --partial",
                self.partial.join(", ")
            )),
        }
    }
}

fn machines(
    left: &Learned,
    right: &Learned,
    names: Names,
    options: &CompareOptions,
) -> Result<(Option<String>, Found), LocatorError> {
    check_errors(&options.errors, &[&left.machine, &right.machine])?;
    let [left, right] = [left, right].map(|learned| {
        let machine = learned.clone().machine_with_errors(&options.errors);
        if options.outside_is_error { with_outside_as_error(&machine) } else { machine }
    });
    let (comparison, overlap) = (compare(&left, &right), overlap(&left, &right));
    let mut data = as_json(&comparison);
    data["compared"] = overlap.both.into();
    data["transitions"] = overlap.either.into();
    let missing = (overlap.both == 0).then_some("transition");
    let extent = format!("{} of {} transitions", overlap.both, overlap.either);
    Ok((as_text(&comparison, names), Found { limit: None, missing, extent, data }))
}

fn registers(
    left: &RegisterAutomaton,
    right: &RegisterAutomaton,
    names: Names,
    options: &CompareOptions,
) -> (Option<String>, Found) {
    let depth = options.depth.unwrap_or(DEPTH);
    let RegisterComparison { comparison, depth, theories } = compare_registers(left, right, depth);
    let words = depth.map_or_else(|| "all words".to_owned(), |depth| format!("words of at most {depth} inputs"));
    let each: String = theories.iter().map(|(data_type, theory)| format!(", {data_type} by {theory}")).collect();
    let mut data = as_json(&comparison);
    data["depth"] = depth.into();
    data["theories"] = theories.into_iter().collect();
    let limit = depth.map(|depth| format!("to depth {depth}"));
    (as_text(&comparison, names), Found { limit, missing: None, extent: words + &each, data })
}

fn guarded(left: &GuardedModel, right: &GuardedModel, names: Names) -> (Option<String>, Found) {
    let found = compare_guarded(left, right);
    let rules = found.compared + found.not_compared;
    let doubt =
        if found.uncertain.is_empty() { "" } else { &format!("\n  not certain: {}", found.uncertain.join(", ")) };
    let what = match found.differences.iter().all(|difference| difference.outcomes.is_some()) {
        _ if found.differences.is_empty() => "methods",
        true => "outcomes",
        false => "guards",
    };
    let has_all = found.only_left.is_empty() && found.only_right.is_empty();
    let only = if has_all { String::new() } else { only(names, &found.only_left, &found.only_right) };
    let each: String = found.differences.iter().map(|difference| guard_text(difference, names)).collect();
    let differences: Vec<Value> = found.differences.iter().map(guard_json).collect();
    let told = Found {
        limit: (found.samples > 0).then(|| format!("among {} sampled calls", found.samples)),
        missing: (found.compared == 0).then_some("rule"),
        extent: format!("{} of {rules} rules{doubt}", found.compared),
        data: json!({
            "only_left": found.only_left, "only_right": found.only_right, "differences": differences,
            "compared": found.compared, "rules": rules, "samples": found.samples, "uncertain": found.uncertain,
        }),
    };
    ((!found.is_same()).then(|| format!("different {what}\n{only}{each}")), told)
}

fn guard_json(difference: &GuardedDifference) -> Value {
    let mut data = json!({
        "after": difference.path, "method": difference.method, "left": difference.left.to_string(),
        "right": difference.right.to_string(), "features": difference.features,
    });
    match &difference.outcomes {
        Some([left, right]) => (data["outcome_left"], data["outcome_right"]) = (json!(left), json!(right)),
        None => data["succeeds_left"] = difference.succeeds_left().into(),
    }
    data
}

fn guard_text(difference: &GuardedDifference, [left, right]: Names) -> String {
    let after = match difference.path.as_slice() {
        [] => String::new(),
        path => format!(" after {}", path.join(" ")),
    };
    let [left_does, right_does] = match &difference.outcomes {
        Some([left, right]) => [left.clone(), right.clone()],
        None if difference.succeeds_left() => ["passes", "fails"].map(str::to_owned),
        None => ["fails", "passes"].map(str::to_owned),
    };
    let width = left_does.chars().count().max(right_does.chars().count());
    format!(
        "  {}{after}, with {}\n    {left}: {left_does:<width$}  [{}]\n    {right}: {right_does:<width$}  [{}]\n",
        difference.method,
        features_text(&difference.features),
        difference.left,
        difference.right,
    )
}

fn as_json(comparison: &Comparison) -> Value {
    match comparison {
        Comparison::Same => json!({}),
        Comparison::DifferentInputs { only_left, only_right } => {
            json!({"only_left": only_left, "only_right": only_right})
        }
        Comparison::Different(difference) => {
            json!({"word": difference.word, "left": difference.left, "right": difference.right})
        }
    }
}

fn as_text(comparison: &Comparison, names: Names) -> Option<String> {
    let [left, right] = names;
    match comparison {
        Comparison::Same => None,
        Comparison::DifferentInputs { only_left, only_right } => {
            Some(format!("different inputs\n{}", only(names, only_left, only_right)))
        }
        Comparison::Different(difference) => {
            let [word, by_left, by_right] =
                [&difference.word, &difference.left, &difference.right].map(|names| names.join(" "));
            Some(format!("different behaviour\n  word: {word}\n  {left}: {by_left}\n  {right}: {by_right}\n"))
        }
    }
}

/// The inputs or methods that only one of the models has.
fn only([left, right]: Names, only_left: &[String], only_right: &[String]) -> String {
    let list = |names: &[String]| if names.is_empty() { "-".to_owned() } else { names.join(", ") };
    format!("  only {left}: {}\n  only {right}: {}\n", list(only_left), list(only_right))
}
