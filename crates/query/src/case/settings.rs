//! What an adapter has to know of a case.

use std::collections::BTreeMap;

use typestar_protocol::{Recoverable, Settings};

use super::{Case, InputsSpec};

impl Case {
    /// What an adapter has to know of the case.
    pub fn settings(&self) -> Settings {
        let (timing, outputs) = (self.timing.clone(), self.outputs.clone());
        Settings {
            clock: timing.clock,
            quiescence_ms: timing.quiescence_ms,
            horizon_ms: timing.horizon_ms,
            settle_ms: timing.settle_ms,
            settle_after_ms: by_snippet(&self.inputs.settle_ms, &self.inputs),
            reset_waits_for: timing.reset_waits_for,
            reset_deadline_ms: timing.reset_deadline_ms,
            step_deadline_ms: timing.step_deadline_ms,
            field_depth: None,
            errors: outputs.errors,
            merge: outputs.merge,
            split: outputs.split,
            ignore: outputs.ignore,
            drop_repeated: outputs.drop_repeated,
            returns: by_snippet(&self.inputs.returns, &self.inputs),
            recoverable: outputs.recoverable.iter().flat_map(|rule| recoverable(rule, &self.inputs)).collect(),
            tell_returned: false,
            drain: self.purpose.drain,
        }
    }
}

/// What is said of callins, by the names that the adapter has for them.
fn by_snippet<T: Clone>(said: &BTreeMap<String, T>, inputs: &InputsSpec) -> BTreeMap<String, T> {
    let of_snippets = |(callin, what)| inputs.snippets(callin).iter().map(move |name| (name.clone(), T::clone(what)));
    said.iter().flat_map(of_snippets).collect()
}

/// A rule for errors, for each name that the adapter has for its callin.
fn recoverable(rule: &Recoverable, inputs: &InputsSpec) -> Vec<Recoverable> {
    let Some(callin) = &rule.input else { return vec![rule.clone()] };
    let of_snippet = |name: &String| Recoverable { input: Some(name.clone()), ..rule.clone() };
    inputs.snippets(callin).iter().map(of_snippet).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn rules_for_a_callin_hold_for_all_its_snippets() {
        let text = "[system]\ncommand = [\"x\"]\n[inputs]\ncallins = [\"load\", \"stop\"]\n\
                    alternatives.load = [\"loadFile\", \"loadUrl\"]\nreturns = { load = \"value\", stop = \"type\" }\n\
                    settle_ms = { load = 20 }\n\
                    [[outputs.recoverable]]\ninput = \"load\"\n[[outputs.recoverable]]\n";
        let settings = Case::parse(text, Path::new("x.toml")).expect("a case").settings();
        assert_eq!(settings.returns.keys().collect::<Vec<_>>(), ["loadFile", "loadUrl", "stop"]);
        assert_eq!(settings.settle_after_ms, [("loadFile".to_owned(), 20), ("loadUrl".to_owned(), 20)].into());
        let inputs: Vec<Option<&str>> = settings.recoverable.iter().map(|rule| rule.input.as_deref()).collect();
        assert_eq!(inputs, [Some("loadFile"), Some("loadUrl"), None]);
    }
}
