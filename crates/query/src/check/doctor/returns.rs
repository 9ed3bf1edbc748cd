//! What callins return although no output shows it.

use std::collections::BTreeSet;

use typestar_model::{Id, InputId, OK};

use super::checks::{Judge, passed, warned};
use super::{Check, CheckKind};
use typestar_protocol::Returns;

/// How many different values are worth an output each; more of them are better named by patterns.
const FEW: usize = 8;
/// How many values of one callin are told.
const MOST_TOLD: usize = 4;

impl Judge<'_, '_> {
    /// What is to be said about return values; none if that is nothing.
    pub(super) fn returns(&self) -> Option<Check> {
        self.unheeded_returns().or_else(|| self.varying_returns())
    }

    /// The callins that answer `ok` although their values are to be shown: an adapter that knows the rule never does so.
    fn unheeded_returns(&self) -> Option<Check> {
        let trials = self.trials;
        let is_shown =
            |input: InputId| matches!(self.case.inputs.returns.get(trials.inputs.text(input)), Some(Returns::Shown(_)));
        let steps = trials.answers.iter().flat_map(|answer| answer.word.iter().zip(&answer.outputs));
        let (input, _) =
            steps.into_iter().find(|&(&input, &output)| trials.outputs().text(output) == OK && is_shown(input))?;
        let message = format!("`{}` answered ok instead of its value", trials.inputs.text(*input));
        let advice = "the adapter does not support [inputs.returns]: use the host library of this typestar version";
        Some(warned(CheckKind::Returns, message, advice))
    }

    /// The callins whose values vary and are no outputs.
    fn varying_returns(&self) -> Option<Check> {
        let values = self.values_by_input();
        let varying: Vec<(&str, &BTreeSet<&str>)> = (self.trials.inputs.ids().zip(&values))
            .map(|(input, values)| (self.trials.inputs.text(input), values))
            .filter(|(name, values)| values.len() > 1 && !self.case.inputs.returns.contains_key(*name))
            .collect();
        if varying.is_empty() {
            return None;
        }
        let told: Vec<String> =
            varying.iter().map(|(name, values)| format!("`{name}` answered {}", listed(values))).collect();
        let keys: Vec<String> = varying.iter().map(|(name, values)| key(name, values)).collect();
        let advice = format!("to see this in the model, add to [inputs.returns]: {}", keys.join("; "));
        Some(Check { advice: Some(advice), ..passed(CheckKind::Returns, told.join("; ")) })
    }

    /// What each input returned, where the system tells it.
    fn values_by_input(&self) -> Vec<BTreeSet<&str>> {
        let mut values = vec![BTreeSet::new(); self.trials.inputs.len()];
        for answer in &self.trials.answers {
            for (input, evidence) in answer.word.iter().zip(&answer.evidence) {
                values[InputId::index(*input)].extend(evidence.returned.as_deref());
            }
        }
        values
    }
}

/// Some values as people list them.
fn listed(values: &BTreeSet<&str>) -> String {
    let values: Vec<&str> = values.iter().copied().collect();
    match values.split_last() {
        Some((last, others)) if others.len() < MOST_TOLD => format!("{} and {last}", others.join(", ")),
        _ => format!("{} and {} more", values[..MOST_TOLD].join(", "), values.len() - MOST_TOLD),
    }
}

/// The line of the case file that shows them.
fn key(name: &str, values: &BTreeSet<&str>) -> String {
    match values.len() <= FEW {
        true => format!("{name} = \"value\""),
        false => format!("{name} = [[\"PATTERN*\", \"NAME\"]]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_values_are_proposed_as_they_are_and_many_by_patterns() {
        let few: BTreeSet<&str> = ["true", "false"].into();
        assert_eq!((listed(&few), key("cancel", &few)), ("false and true".into(), "cancel = \"value\"".into()));
        let many: BTreeSet<&str> = ["1", "2", "3", "4", "5", "6", "7", "8", "9"].into();
        assert_eq!(listed(&many), "1, 2, 3, 4 and 5 more");
        assert!(key("read", &many).contains("PATTERN*"));
    }
}
