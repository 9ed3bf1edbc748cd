//! What the check says of a model.

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

/// The line of JSON that the check prints.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Checked(pub Value);

impl Checked {
    /// Reads what was printed.
    pub fn read(output: &str) -> Result<Self> {
        let line = output.lines().last().context("the check printed nothing")?;
        let value: Value = serde_json::from_str(line).with_context(|| format!("the check printed {line}"))?;
        if !value["right"].is_array() {
            bail!("the check printed {line}");
        }
        Ok(Self(value))
    }

    fn list(&self, name: &str) -> impl Iterator<Item = &Value> {
        self.0[name].as_array().into_iter().flatten()
    }

    /// How many rules are of this kind: `right`, `wrong`, `weaker` or `untried`.
    pub fn count(&self, kind: &str) -> u64 {
        self.list(kind).count() as u64
    }

    /// A number: `known`, `words` or `calls`.
    pub fn number(&self, name: &str) -> u64 {
        self.0[name].as_u64().unwrap_or(0)
    }

    /// How many known guards no rule says.
    pub fn missing(&self) -> u64 {
        self.list("missing").map(|one| one["guards"].as_u64().unwrap_or(0)).sum()
    }

    /// Where truth and class differ: then nothing else here means anything.
    pub fn faults(&self) -> Vec<String> {
        self.list("faults").map(|fault| text(fault).to_owned()).collect()
    }

    /// The rules that a word refutes, with the word, and why others are weaker.
    pub fn remarks(&self) -> Vec<String> {
        let wrong = self.list("wrong").map(|one| {
            let [method, guard, word, said, real] =
                ["method", "guard", "word", "said", "real"].map(|name| text(&one[name]));
            format!("wrong: `{method}` [`{guard}`]: `{word}` {said}? {real}")
        });
        let weaker = self.list("weaker").map(|one| {
            let [method, guard, why] = ["method", "guard", "why"].map(|name| text(&one[name]));
            format!("weaker: `{method}` [`{guard}`]: {why}")
        });
        let faults = self.list("faults").map(|fault| format!("FAULT: {}", text(fault)));
        faults.chain(wrong).chain(weaker).collect()
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refuted_rule_is_told_with_its_word() {
        let line = r#"{"right":[],"wrong":[{"method":"pop","state":0,"guard":"true","word":"pop","said":"passes","real":"E"}],
            "weaker":[],"missing":[{"method":"new(int)","outcomes":["ok","E"],"guards":1}],"known":2,"faults":[]}"#;
        let checked = Checked::read(&line.replace('\n', "")).unwrap();
        assert_eq!((checked.count("wrong"), checked.missing(), checked.number("known")), (1, 1, 2));
        assert_eq!(checked.remarks(), ["wrong: `pop` [`true`]: `pop` passes? E"]);
    }

    #[test]
    fn anything_else_is_no_result() {
        assert!(Checked::read("").is_err() && Checked::read("{}").is_err() && Checked::read("Exception").is_err());
    }
}
