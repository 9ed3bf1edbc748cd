//! `typestar compare`: same behaviour, or the shortest word that tells two models apart.

use typestar_query::{CompareOptions, Given, ModelKind, compare_models};

use crate::args::{CompareArguments, Outside};
use crate::exit::{Exit, Failure};
use crate::open;
use crate::terminal::{print, print_text, say};

/// Compares two models.
pub fn run(arguments: &CompareArguments, given: &Given) -> Result<Exit, Failure> {
    let (left, right) = (open::any_model(&arguments.left)?, open::any_model(&arguments.right)?);
    if left.kind() == right.kind() {
        given.check_kind(ModelKind::of(&left))?;
    }
    let options = CompareOptions {
        errors: arguments.machine.errors.clone(),
        outside_is_error: arguments.outside == Outside::Error,
        depth: arguments.depth,
        partial_is_enough: arguments.partial,
    };
    let comparison = compare_models((&arguments.left, &left), (&arguments.right, &right), &options)?;
    match arguments.json {
        true => print(&format!("{}\n", comparison.to_json())),
        false => print_text(&comparison.to_text()),
    }
    if let Some(doubt) = &comparison.doubt {
        say(&format!("error: {doubt}"));
        return Ok(Exit::Usage);
    }
    Ok(if comparison.difference.is_some() { Exit::Finding } else { Exit::Done })
}
