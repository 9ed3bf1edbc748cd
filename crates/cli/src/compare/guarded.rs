//! Two guarded models: the same methods, and guards that hold for the same calls?

use std::fmt::Write;

use serde_json::{Value, json};
use typestar_model::guarded::{
    Guard, GuardedComparison, GuardedDifference, GuardedModel, compare_guarded, features_text,
};

use super::{list, means_little};
use crate::args::{CompareArguments, Outside};
use crate::exit::{Exit, Failure};
use crate::terminal::{print, print_text, say};

/// Compares two guarded models, of which those named in `partial` are not finished.
pub fn run(
    left: &GuardedModel,
    right: &GuardedModel,
    partial: &[String],
    arguments: &CompareArguments,
) -> Result<Exit, Failure> {
    if !arguments.machine.errors.is_empty() || arguments.outside != Outside::Unknown {
        return Err(Failure::usage("--errors and --outside are for machines: leave them out with guarded models"));
    }
    let comparison = compare_guarded(left, right);
    let doubt = doubt(&comparison, partial, arguments.partial);
    match arguments.json {
        true => print(&format!("{}\n", to_json(&comparison, partial, doubt.is_some()))),
        false => print_text(&to_text(&comparison, doubt.is_some(), arguments)),
    }
    if let Some(doubt) = &doubt {
        say(&format!("error: {doubt}"));
    }
    Ok(match doubt {
        Some(_) => Exit::Usage,
        None if comparison.is_same() => Exit::Done,
        None => Exit::Finding,
    })
}

/// Why nothing follows from a difference that was not found.
fn doubt(comparison: &GuardedComparison, partial: &[String], partial_is_enough: bool) -> Option<String> {
    match comparison.is_same() {
        true if comparison.compared == 0 => Some("nothing was compared: the models know no rule in common".to_owned()),
        true if !partial.is_empty() && !partial_is_enough => Some(means_little(partial)),
        _ => None,
    }
}

fn to_json(comparison: &GuardedComparison, partial: &[String], is_doubtful: bool) -> Value {
    let is_unknown = is_doubtful || comparison.samples > 0;
    let same = if comparison.is_same() && is_unknown { Value::Null } else { comparison.is_same().into() };
    let difference = |difference: &GuardedDifference| {
        json!({
            "after": difference.path, "method": difference.method, "left": difference.left.to_string(),
            "right": difference.right.to_string(), "features": difference.features,
            "succeeds_left": difference.succeeds_left(),
        })
    };
    json!({
        "same": same, "only_left": comparison.only_left, "only_right": comparison.only_right,
        "differences": comparison.differences.iter().map(difference).collect::<Vec<_>>(),
        "compared": comparison.compared, "rules": comparison.compared + comparison.not_compared,
        "samples": comparison.samples, "uncertain": comparison.uncertain, "partial": partial,
    })
}

fn to_text(comparison: &GuardedComparison, is_doubtful: bool, arguments: &CompareArguments) -> String {
    let (left, right) = (&arguments.left, &arguments.right);
    let GuardedComparison { only_left, only_right, compared, not_compared, samples, .. } = comparison;
    let mut text = match comparison.is_same() {
        true if *samples > 0 => format!("no difference among {samples} sampled calls\n"),
        true if is_doubtful => "no difference found\n".to_owned(),
        true => "same behaviour\n".to_owned(),
        false if comparison.differences.is_empty() => "different methods\n".to_owned(),
        false => "different guards\n".to_owned(),
    };
    if !only_left.is_empty() || !only_right.is_empty() {
        let _ = writeln!(text, "  only {left}: {}\n  only {right}: {}", list(only_left), list(only_right));
    }
    comparison.differences.iter().for_each(|difference| text += &difference_text(difference, arguments));
    let _ = writeln!(text, "  compared: {compared} of {} rules", compared + not_compared);
    if !comparison.uncertain.is_empty() {
        let _ = writeln!(text, "  not certain: {}", comparison.uncertain.join(", "));
    }
    text
}

fn difference_text(difference: &GuardedDifference, arguments: &CompareArguments) -> String {
    let after = match difference.path.as_slice() {
        [] => String::new(),
        path => format!(" after {}", path.join(" ")),
    };
    let told = |name: &str, succeeds: bool, guard: &Guard| {
        format!("    {name}: {:<8}  [{guard}]\n", if succeeds { "succeeds" } else { "fails" })
    };
    let is_left = difference.succeeds_left();
    format!(
        "  {}{after}, with {}\n{}{}",
        difference.method,
        features_text(&difference.features),
        told(&arguments.left, is_left, &difference.left),
        told(&arguments.right, !is_left, &difference.right),
    )
}
