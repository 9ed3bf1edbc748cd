//! Collecting findings: the same thing seen twice is one finding, and a flood of them stays readable.

use typestar_model::OutputKind;

use crate::report::{Finding, FindingKind, SeenTrace, TraceStep};
use crate::system::LateCallback;

/// The most findings of one kind that are kept.
const MOST: usize = 25;

/// What was found so far.
#[derive(Default)]
pub(crate) struct Findings {
    list: Vec<Finding>,
}

impl Findings {
    /// Adds a finding, or renews the one of the same kind and word. Whether it is news.
    pub(crate) fn add(&mut self, finding: Finding) -> bool {
        let same = |old: &&mut Finding| old.kind == finding.kind && old.word == finding.word;
        if let Some(old) = self.list.iter_mut().find(same) {
            *old = finding;
            return false;
        }
        if self.list.iter().filter(|old| old.kind == finding.kind).count() >= MOST {
            return false;
        }
        self.list.push(finding);
        true
    }

    pub(crate) fn list(&self) -> &[Finding] {
        &self.list
    }
}

/// The same word was answered differently.
pub(crate) fn disagreement(word: Vec<String>, traces: Vec<SeenTrace>) -> Finding {
    let answers: Vec<&str> = traces.iter().filter_map(|trace| Some(trace.steps.last()?.output.as_str())).collect();
    Finding {
        kind: FindingKind::Disagreement,
        message: format!("`{}` was answered differently: {}", word.join(" "), answers.join(", ")),
        advice: advice(&word, &answers),
        word,
        traces,
    }
}

fn advice(word: &[String], answers: &[&str]) -> Vec<String> {
    let last = word.last().map_or("", String::as_str);
    let kinds: Vec<OutputKind> = answers.iter().map(|answer| OutputKind::of(answer)).collect();
    let mut advice = Vec::new();
    if kinds.contains(&OutputKind::Quiet) && kinds.contains(&OutputKind::Callback) {
        advice.push("lengthen the quiescence time ([timing] quiescence_ms): the callback may come later".to_owned());
    }
    if kinds.iter().filter(|&&kind| kind == OutputKind::Callback).count() > 1 {
        advice.push(format!("merge these outputs ([outputs.merge]): {}", answers.join(", ")));
    }
    if kinds.contains(&OutputKind::Error) || advice.is_empty() {
        advice.push(format!("split the input `{last}` if it does different things in different situations"));
    }
    advice.push("make sure that reset gives a fresh system (typestar doctor checks it)".to_owned());
    advice.push("if the system is noisy by nature, let every word be voted on ([learning] repeat = 3)".to_owned());
    advice
}

/// A callback came after `quiet`.
pub(crate) fn too_late(late: &LateCallback) -> Finding {
    Finding {
        kind: FindingKind::QuiescenceTooShort,
        message: format!(
            "`{}` came after `{}` was answered with quiet: the quiescence time is too short",
            late.output,
            late.word.join(" ")
        ),
        word: late.word.clone(),
        traces: Vec::new(),
        advice: vec!["lengthen [timing] quiescence_ms (typestar doctor measures the delays)".to_owned()],
    }
}

/// The system gave an output that the case file does not declare.
pub(crate) fn undeclared(output: &str, steps: Vec<TraceStep>) -> Finding {
    let word = steps.iter().map(|step| step.input.clone()).collect();
    Finding {
        kind: FindingKind::UndeclaredOutput,
        message: format!("the output `{output}` is not declared"),
        word,
        traces: vec![SeenTrace { steps, count: 1 }],
        advice: vec![format!("add `{output}` to [outputs] callbacks, errors or ignore, or correct its name")],
    }
}

/// A declared callback never came.
pub(crate) fn unseen(output: &str) -> Finding {
    Finding {
        kind: FindingKind::UnseenOutput,
        message: format!("the declared callback `{output}` never came"),
        word: vec![output.to_owned()],
        traces: Vec::new(),
        advice: vec!["correct its name, widen the purpose, or remove it from [outputs] callbacks".to_owned()],
    }
}

/// Alternatives of an input behave differently.
pub(crate) fn alternatives_differ(word: Vec<String>, traces: Vec<(String, SeenTrace)>) -> Finding {
    let told: Vec<String> = (traces.iter())
        .map(|(used, trace)| format!("{used}: {}", trace.steps.last().map_or("", |step| step.output.as_str())))
        .collect();
    Finding {
        kind: FindingKind::AlternativesDiffer,
        message: format!("alternatives differ on `{}`: {}", word.join(" "), told.join(", ")),
        word,
        traces: traces.into_iter().map(|(_, trace)| trace).collect(),
        advice: vec![
            "split the input: list the snippets as callins of their own instead of as alternatives".to_owned(),
        ],
    }
}
