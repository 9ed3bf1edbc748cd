//! `typestar compare`: same behaviour, or the shortest word that tells two models apart.

use serde_json::{Value, json};
use typestar_model::{Comparison, Learned, Mealy, Overlap, compare, overlap, with_outside_as_error};
use typestar_query::check_errors;

use crate::args::{CompareArguments, Outside};
use crate::exit::{Exit, Failure};
use crate::open;
use crate::terminal::{print, print_text, say};

/// What came of comparing two models.
struct Outcome {
    comparison: Comparison,
    overlap: Overlap,
    /// The models whose runs did not come to their end.
    partial: Vec<String>,
    /// Why nothing follows from a difference that was not found.
    doubt: Option<String>,
}

/// Compares two models.
pub fn run(arguments: &CompareArguments) -> Result<Exit, Failure> {
    let (left, right) = (open::model(&arguments.left)?, open::model(&arguments.right)?);
    check_errors(&arguments.machine.errors, &[&left.machine, &right.machine])?;
    let mut partial = Vec::new();
    for (name, learned) in [(&arguments.left, &left), (&arguments.right, &right)] {
        partial.extend((!learned.finished).then(|| name.clone()));
    }
    let outcome = Outcome::of(&prepared(left, arguments), &prepared(right, arguments), partial, arguments.partial);
    match arguments.json {
        true => print(&format!("{}\n", outcome.to_json())),
        false => print_text(&outcome.to_text(arguments)),
    }
    if let Some(doubt) = &outcome.doubt {
        say(&format!("error: {doubt}"));
    }
    Ok(outcome.exit())
}

impl Outcome {
    fn of(left: &Mealy, right: &Mealy, partial: Vec<String>, partial_is_enough: bool) -> Self {
        let (comparison, overlap) = (compare(left, right), overlap(left, right));
        let doubt = match comparison {
            Comparison::Same if overlap.both == 0 => {
                Some("nothing was compared: the models know no transition in common".to_owned())
            }
            Comparison::Same if !partial.is_empty() && !partial_is_enough => Some(format!(
                "no difference was found, but that means little for a partial model ({}): let its run come to its end, \
                 or compare what is known so far with --partial",
                partial.join(", ")
            )),
            _ => None,
        };
        Self { comparison, overlap, partial, doubt }
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
            Comparison::Same if self.doubt.is_some() => json!({"same": null}),
            Comparison::Same => json!({"same": true}),
            Comparison::DifferentInputs { only_left, only_right } => {
                json!({"same": false, "only_left": only_left, "only_right": only_right})
            }
            Comparison::Different(difference) => {
                json!({"same": false, "word": difference.word, "left": difference.left, "right": difference.right})
            }
        };
        data["compared"] = self.overlap.both.into();
        data["transitions"] = self.overlap.either.into();
        data["partial"] = self.partial.clone().into();
        data
    }

    fn to_text(&self, CompareArguments { left, right, .. }: &CompareArguments) -> String {
        let told = match &self.comparison {
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
        let Overlap { both, either } = self.overlap;
        format!("{told}  compared: {both} of {either} transitions\n")
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
