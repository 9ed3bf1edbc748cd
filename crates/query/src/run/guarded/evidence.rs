//! Findings where a verdict would rest on too little: they name what is missing.

use std::collections::BTreeMap;

use typestar_learn::guarded::{FewTests, Lack, Missing};
use typestar_model::guarded::LeftOut;
use typestar_model::{Finding, FindingKind, counted, some_names};

use crate::run::findings::told;

/// Methods that were never called because nobody can make a value for a parameter: a finding for each type.
pub(super) fn not_called<'l>(left_out: impl Iterator<Item = &'l LeftOut>) -> Vec<Finding> {
    let mut by_type: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for one in left_out {
        by_type.entry(one.type_name.as_deref().unwrap_or_default()).or_default().push(&one.method);
    }
    let finding = |(type_name, methods): (&str, Vec<&str>)| {
        let (were, them) = if methods.len() == 1 { ("was", "it") } else { ("were", "them") };
        let what = match type_name {
            "" => "no values of the types of its parameters".to_owned(),
            type_name => format!("no value of type {type_name}"),
        };
        let message = format!("{} {were} never called: {what} could be made", quoted(&methods));
        let given = if type_name.is_empty() { "TYPE" } else { type_name };
        let advice = [give(given), format!("leave {them} out: name the methods to learn with --methods")];
        little_evidence(message, advice.to_vec())
    };
    by_type.into_iter().map(finding).collect()
}

/// What is said of a method rests on little; each guard should have had so many tests.
pub(super) fn little(lack: &Lack, wanted: u64) -> Finding {
    let method = &lack.method;
    let (message, advice) = match &lack.what {
        Missing::Calls(None) => (format!("`{method}` was never called with a known outcome"), leave_out()),
        Missing::Calls(Some(limit)) => {
            let limit = limit.name();
            let advice = "give it less to do: --argument 'TYPE=VALUE' comes first".to_owned();
            (
                format!("of `{method}` no outcome is known: each of its calls met a limit of the machine ({limit})"),
                advice,
            )
        }
        Missing::AnyValue(type_name) => (
            format!("`{method}` was only called with null: no value of type {type_name} could be made"),
            give(type_name),
        ),
        Missing::Values { type_name, tried, calls } => {
            let (values, calls) = (counted(*tried as u64, "value"), counted(*calls as u64, "call"));
            (format!("`{method}` never succeeded in {calls}, with only {values} of type {type_name}"), give(type_name))
        }
        Missing::Objects { tried, calls } => {
            let (objects, calls) = (counted(*tried as u64, "state"), counted(*calls as u64, "call"));
            let message = format!("`{method}` never succeeded in {calls}, with the object in only {objects}");
            (message, "let typestar make another object: --construct EXPRESSION".to_owned())
        }
        Missing::Tests { made, because } => few_tests(method, *made, wanted, *because),
        Missing::Texts { guard, others } => {
            let others = counted(*others as u64, "other value");
            let message = format!("`{method}`: only {others} stand against `{guard}`, so the border is not known");
            (message, format!("give more values: --argument '{method}=VALUE,...'"))
        }
    };
    little_evidence(message, vec![advice])
}

fn few_tests(method: &str, made: u64, wanted: u64, because: FewTests) -> (String, String) {
    let why = match because {
        FewTests::Blocks => "its calls block, and each of them costs a process".to_owned(),
        FewTests::Limit(limit) => format!("calls that ask for more meet a limit of the machine ({})", limit.name()),
    };
    let tests = counted(made, "test");
    let message = format!("the guards of `{method}` have only {tests} instead of {wanted}: {why}");
    (message, "take what is said of it with care, or leave it out: name the methods to learn with --methods".to_owned())
}

fn give(type_name: &str) -> String {
    format!("give one with --argument '{type_name}=VALUE'")
}

fn leave_out() -> String {
    "leave it out: name the methods to learn with --methods".to_owned()
}

fn quoted(names: &[&str]) -> String {
    some_names(&names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>())
}

fn little_evidence(message: String, advice: Vec<String>) -> Finding {
    told(FindingKind::LittleEvidence, message, advice)
}
