//! `typestar compare`: same behaviour, or the shortest word that tells two models apart.

mod guarded;

use serde_json::{Value, json};
use typestar_learn::register::{RegisterComparison, compare_registers};
use typestar_model::register::RegisterAutomaton;
use typestar_model::{Comparison, Learned, Mealy, Model, Overlap, compare, overlap, with_outside_as_error};
use typestar_query::check_errors;

use crate::args::{CompareArguments, Outside};
use crate::exit::{Exit, Failure};
use crate::open;
use crate::terminal::{print, print_text, say};

/// What came of comparing two models.
struct Outcome {
    comparison: Comparison,
    extent: Extent,
    /// The models whose runs did not come to their end.
    partial: Vec<String>,
    /// The models that a stand-in for the real code decided, each with its mark.
    imitations: Vec<(String, String)>,
    /// Why nothing follows from a difference that was not found.
    doubt: Option<String>,
}

/// What a comparison covers.
enum Extent {
    /// Of machines: the transitions that both know.
    Transitions(Overlap),
    /// Of register automata: words up to a length or all words, with the theory of each type.
    Data { depth: Option<usize>, theories: Vec<(String, String)> },
}

/// Compares two models.
pub fn run(arguments: &CompareArguments) -> Result<Exit, Failure> {
    let (left, right) = (open::any_model(&arguments.left)?, open::any_model(&arguments.right)?);
    let mut partial = Vec::new();
    for (name, model) in [(&arguments.left, &left), (&arguments.right, &right)] {
        partial.extend((!model.is_finished()).then(|| name.clone()));
    }
    let imitations = imitations([(&arguments.left, &left), (&arguments.right, &right)]);
    let (comparison, extent) = match (left, right) {
        (Model::Machine(left), Model::Machine(right)) => machines(left, right, arguments)?,
        (Model::Registers(left), Model::Registers(right)) => registers(&left, &right, arguments)?,
        (Model::Guarded(left), Model::Guarded(right)) => return guarded::run(&left, &right, &partial, arguments),
        (left, right) => return Err(of_two_kinds(arguments, left.kind(), right.kind())),
    };
    let outcome = Outcome { imitations, ..Outcome::of(comparison, extent, partial, arguments.partial) };
    match arguments.json {
        true => print(&format!("{}\n", outcome.to_json())),
        false => print_text(&outcome.to_text(arguments)),
    }
    if let Some(doubt) = &outcome.doubt {
        say(&format!("error: {doubt}"));
    }
    Ok(outcome.exit())
}

/// Those of the models that a stand-in decided, with what their marks say.
fn imitations(models: [(&String, &Model); 2]) -> Vec<(String, String)> {
    let mark = |model: &Model| match model {
        Model::Machine(learned) => learned.origins.imitation(),
        Model::Registers(_) | Model::Guarded(_) => None,
    };
    models.into_iter().filter_map(|(name, model)| Some((name.clone(), mark(model)?))).collect()
}

fn of_two_kinds(CompareArguments { left, right, .. }: &CompareArguments, is_left: &str, is_right: &str) -> Failure {
    Failure::usage(format!("{left} is {is_left} and {right} is {is_right}: only models of one kind can be compared"))
}

fn machines(left: Learned, right: Learned, arguments: &CompareArguments) -> Result<(Comparison, Extent), Failure> {
    check_errors(&arguments.machine.errors, &[&left.machine, &right.machine])?;
    let (left, right) = (prepared(left, arguments), prepared(right, arguments));
    Ok((compare(&left, &right), Extent::Transitions(overlap(&left, &right))))
}

fn registers(
    left: &RegisterAutomaton,
    right: &RegisterAutomaton,
    arguments: &CompareArguments,
) -> Result<(Comparison, Extent), Failure> {
    if !arguments.machine.errors.is_empty() || arguments.outside != Outside::Unknown {
        return Err(Failure::usage("--errors and --outside are for machines: leave them out with register automata"));
    }
    let RegisterComparison { comparison, depth, theories } = compare_registers(left, right, arguments.depth);
    Ok((comparison, Extent::Data { depth, theories }))
}

fn means_little(partial: &[String]) -> String {
    format!(
        "no difference was found, but that means little for a partial model ({}): let its run come to its end, or compare \
         what is known so far with --partial",
        partial.join(", ")
    )
}

impl Outcome {
    fn of(comparison: Comparison, extent: Extent, partial: Vec<String>, partial_is_enough: bool) -> Self {
        let nothing_compared = matches!(extent, Extent::Transitions(Overlap { both: 0, .. }));
        let doubt = match comparison {
            Comparison::Same if nothing_compared => {
                Some("nothing was compared: the models know no transition in common".to_owned())
            }
            Comparison::Same if !partial.is_empty() && !partial_is_enough => Some(means_little(&partial)),
            _ => None,
        };
        Self { comparison, extent, partial, imitations: Vec::new(), doubt }
    }

    /// How long the words were that showed no difference, if not all were covered.
    fn depth(&self) -> Option<usize> {
        match self.extent {
            Extent::Data { depth, .. } => depth,
            Extent::Transitions(_) => None,
        }
    }

    fn exit(&self) -> Exit {
        match (&self.comparison, &self.doubt) {
            (_, Some(_)) => Exit::Usage,
            (Comparison::Same, None) => Exit::Done,
            _ => Exit::Finding,
        }
    }

    fn to_json(&self) -> Value {
        let mut data = match &self.comparison {
            Comparison::Same if self.doubt.is_some() || self.depth().is_some() => json!({"same": null}),
            Comparison::Same => json!({"same": true}),
            Comparison::DifferentInputs { only_left, only_right } => {
                json!({"same": false, "only_left": only_left, "only_right": only_right})
            }
            Comparison::Different(difference) => {
                json!({"same": false, "word": difference.word, "left": difference.left, "right": difference.right})
            }
        };
        match &self.extent {
            Extent::Transitions(overlap) => {
                data["compared"] = overlap.both.into();
                data["transitions"] = overlap.either.into();
            }
            Extent::Data { depth, theories } => {
                data["depth"] = (*depth).into();
                data["theories"] = theories.iter().cloned().collect::<Value>();
            }
        }
        data["partial"] = self.partial.clone().into();
        if !self.imitations.is_empty() {
            data["imitation"] = self.imitations.iter().map(|(name, _)| name.as_str()).collect();
        }
        data
    }

    fn to_text(&self, CompareArguments { left, right, .. }: &CompareArguments) -> String {
        let told = match &self.comparison {
            Comparison::Same if self.depth().is_some() => {
                format!("no difference to depth {}\n", self.depth().unwrap_or_default())
            }
            Comparison::Same if self.doubt.is_some() => "no difference found\n".to_owned(),
            Comparison::Same => "same behaviour\n".to_owned(),
            Comparison::DifferentInputs { only_left, only_right } => {
                format!("different inputs\n  only {left}: {}\n  only {right}: {}\n", list(only_left), list(only_right))
            }
            Comparison::Different(difference) => format!(
                "different behaviour\n  word: {}\n  {left}: {}\n  {right}: {}\n",
                difference.word.join(" "),
                difference.left.join(" "),
                difference.right.join(" ")
            ),
        };
        let marks: String = self.imitations.iter().map(|(name, mark)| format!("  {name}: {mark}\n")).collect();
        match &self.extent {
            Extent::Transitions(Overlap { both, either }) => {
                format!("{told}  compared: {both} of {either} transitions\n{marks}")
            }
            Extent::Data { depth, theories } => {
                let words = match depth {
                    Some(depth) => format!("words of at most {depth} inputs"),
                    None => "all words".to_owned(),
                };
                let each = theories.iter().map(|(data_type, theory)| format!(", {data_type} by {theory}"));
                format!("{told}  compared: {words}{}\n", each.collect::<String>())
            }
        }
    }
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "-".to_owned() } else { names.join(", ") }
}

/// The machine of a model, as the user wants errors and what is outside to count.
fn prepared(learned: Learned, arguments: &CompareArguments) -> Mealy {
    let machine = learned.machine_with_errors(&arguments.machine.errors);
    if arguments.outside == Outside::Error { with_outside_as_error(&machine) } else { machine }
}
