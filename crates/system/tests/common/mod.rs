//! What the tests of this crate share.
#![allow(dead_code)]

use std::path::PathBuf;
use std::process::{Command, Stdio};

use typestar_model::{ERROR, Inputs, Outputs, Plan};
use typestar_query::{Answer, System, SystemError};

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
    let mut answers = Vec::new();
    system.run(plans, outputs, &[error], &mut answers)?;
    Ok(answers)
}
