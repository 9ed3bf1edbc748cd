//! What the tests of this crate share.
#![allow(dead_code)]

use std::path::PathBuf;
use std::process::{Command, Stdio};

use typestar_model::{ERROR, Inputs, OutputId, Outputs, Plan, Symbol};
use typestar_query::{Answer, Symbols, System, SystemError};

/// A path of the repository.
pub fn repository(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Whether the interpreter is there; says what is skipped if not.
pub fn has(interpreter: &str) -> bool {
    let mut command = Command::new(interpreter);
    command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
    let found = command.status().is_ok_and(|status| status.success());
    if !found {
        eprintln!("skipped: {interpreter} is not on PATH");
    }
    found
}

/// A word as a plan.
pub fn plan(inputs: &Inputs, word: &str) -> Plan {
    let ids: Vec<_> = word.split_whitespace().map(|name| inputs.get(name).expect("a known input")).collect();
    Plan::word(ids)
}

/// The answers to all plans, or the failure.
pub fn run(system: &mut impl System, plans: &[Plan], outputs: &mut Outputs) -> Result<Vec<Answer>, SystemError> {
    let error = outputs.intern(ERROR);
    run_until(system, plans, outputs, vec![error])
}

/// The same with other final outputs.
pub fn run_until(
    system: &mut impl System,
    plans: &[Plan],
    outputs: &mut Outputs,
    finals: Vec<OutputId>,
) -> Result<Vec<Answer>, SystemError> {
    let inputs = system.inputs().clone();
    let symbols = Symbols { offered: inputs.len(), inputs, outputs: outputs.clone(), finals };
    let mut answers = Vec::new();
    system.run(plans, &symbols, &mut answers)?;
    for output in answers.iter_mut().flat_map(|answer| &mut answer.outputs) {
        *output = outputs.intern(system.outputs().text(*output));
    }
    Ok(answers)
}

/// A word with values as people type it, as a plan; its inputs are added to the alphabet.
pub fn typed_plan(inputs: &mut Inputs, mut text: &str) -> Plan {
    let mut word = Vec::new();
    while !text.trim_start().is_empty() {
        let (first, rest) = Symbol::split_typed(text.trim_start(), char::is_whitespace);
        word.push(inputs.intern_symbol(Symbol::typed(first)));
        text = rest;
    }
    Plan::word(word)
}
