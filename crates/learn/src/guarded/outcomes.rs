//! Outcomes: what a call answered, beyond that it passed or failed.
//!
//! ```text
//!   output   returned   reason                           outcome
//!   ok       false                                       false
//!   ok       Door.OPEN                                   OPEN
//!   ok       "text"                                      not null
//!   error               IOException: the pipe is closed  IOException
//! ```
//!
//! Only what has few values is an outcome: booleans, members of enumerations, null or not, the classes of errors. What
//! the user wants to see of returned values is in the output already.

use std::rc::Rc;

use typestar_model::guarded::{Returned, ValueKind};
use typestar_model::{Evidence, OK, OutputKind, Symbol};

/// The name of an outcome.
pub(super) type Label = Rc<str>;

/// What a call answered; none if nobody told. A method that may return null needs to be told of.
pub(super) fn outcome(output: &Symbol, told: &Evidence, returns: &Returned) -> Option<Label> {
    match OutputKind::of(output.name()) {
        OutputKind::Outside => None,
        OutputKind::Error => Some(told.reason.as_deref().map_or(output.text(), class_of).into()),
        _ if output.text() != OK => Some(output.text().into()),
        _ => returned(told.returned.as_deref(), returns),
    }
}

fn returned(told: Option<&str>, returns: &Returned) -> Option<Label> {
    let is_null = |text: &str| returns.nullable && text == "null";
    let has_few_values = matches!(returns.kind, ValueKind::Boolean | ValueKind::Enumeration);
    if !has_few_values && !returns.nullable {
        return Some(OK.into());
    }
    let label = match told? {
        text if is_null(text) => text,
        text if has_few_values => text.rsplit('.').next().unwrap_or(text),
        _ => "not null",
    };
    Some(label.into())
}

/// The class of an error that is told as `Class: message`.
fn class_of(reason: &str) -> &str {
    let class = reason.split_once(':').map_or(reason, |(class, _)| class).trim();
    if class.is_empty() || class.contains(char::is_whitespace) { "error" } else { class }
}

/// Whether a call of which this was told ended by an error, and the object lives on: nothing was returned, and there is a
/// reason.
pub(super) fn is_recovered(output: &Symbol, told: &Evidence) -> bool {
    let is_named = output.text() != OK && OutputKind::of(output.name()) == OutputKind::Callback;
    is_named && told.returned.is_none() && told.reason.is_some()
}

/// Outcomes in the order in which people read them: `true` before `false`, `not null` before `null`.
pub(super) fn in_order(labels: &mut Vec<Label>) {
    labels.sort_by(|one, other| order(one).cmp(&order(other)));
    labels.dedup();
}

fn order(label: &Label) -> (bool, &str) {
    (matches!(&**label, "false" | "null"), label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn returns(kind: ValueKind, nullable: bool) -> Returned {
        Returned { kind, nullable, ..Returned::default() }
    }

    fn of(output: &str, returned: Option<&str>, reason: Option<&str>, returns: &Returned) -> Option<String> {
        let [returned, reason] = [returned, reason].map(|text| text.map(str::to_owned));
        let told = Evidence { returned, reason, ..Evidence::default() };
        outcome(&Symbol::read(output), &told, returns).map(|label| label.to_string())
    }

    #[test]
    fn values_of_few_are_outcomes_and_others_are_null_or_not() {
        let is = |kind, nullable, text, wanted: &str| {
            assert_eq!(of("ok", Some(text), None, &returns(kind, nullable)).as_deref(), Some(wanted), "{text}");
        };
        is(ValueKind::Boolean, false, "true", "true");
        is(ValueKind::Boolean, true, "null", "null");
        is(ValueKind::Enumeration, true, "Door.OPEN", "OPEN");
        is(ValueKind::Text, true, "\"null\"", "not null");
        is(ValueKind::Text, true, "null", "null");
        is(ValueKind::Nothing, false, "null", "ok");
        is(ValueKind::Integer { min: 0, max: 9 }, false, "3", "ok");
    }

    #[test]
    fn what_nobody_told_is_not_guessed() {
        assert_eq!(of("ok", None, None, &returns(ValueKind::Boolean, false)), None);
        assert_eq!(of("outside", None, None, &Returned::default()), None);
        assert_eq!(of("ok", None, None, &Returned::default()).as_deref(), Some("ok"));
    }

    #[test]
    fn errors_are_told_apart_by_their_class() {
        let error = |reason| of("error", None, reason, &Returned::default()).unwrap();
        assert_eq!(error(Some("IOException: Pipe closed")), "IOException");
        assert_eq!(error(Some("EmptyStackException")), "EmptyStackException");
        assert_eq!(error(Some("it does not run")), "error");
        assert_eq!(error(None), "error");
        assert_eq!(of("hang", None, Some("`take` waits"), &Returned::default()).as_deref(), Some("hang"));
    }

    #[test]
    fn the_output_that_the_user_asked_for_is_the_outcome() {
        let shown = of("accepted", Some("\"CONNACK 0\""), None, &returns(ValueKind::Text, true));
        assert_eq!(shown.as_deref(), Some("accepted"));
    }
}
