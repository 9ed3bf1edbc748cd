//! Evidence: what is known of a step beyond its input and its output.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::Value;

/// One step of an execution, by names.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The input that was given, as it was planned: a value that it reuses is written as such.
    #[serde(with = "crate::symbol::as_symbol")]
    pub input: String,
    /// The output that came back.
    #[serde(with = "crate::symbol::as_symbol")]
    pub output: String,
    /// What else is known.
    #[serde(flatten)]
    pub evidence: Evidence,
}

/// What is known of one step beyond its output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Why the step answered as it did: the text of an exception, the arguments of a callback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How long the step took, in milliseconds.
    #[serde(default)]
    pub ms: f64,
    /// The alternative snippet that was run for this input, if it has several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<String>,
    /// What the call returned, if the system was asked to tell it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub returned: Option<String>,
    /// What is known by name, such as the fields of an object after the step.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, Value>,
    /// How many words were executed beside this one to find out what the step does, such as the repetition of a hang.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_words: u64,
    /// How many symbols these words had.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_symbols: u64,
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A callback that arrived after `quiet` was answered and before the next callin.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LateCallback {
    /// The word (by names) after whose last answer, `quiet`, the callback came.
    pub word: Vec<String>,
    /// The callback.
    pub output: String,
}
