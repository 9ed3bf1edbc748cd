//! Systems in this process that are closures from inputs to outputs.

use std::path::Path;

use typestar_model::register::RegisterAutomaton;
use typestar_query::{Case, Data, Finished, Journal, RunOptions, learn_registers};
pub use typestar_testing::{Execution, Talking};

/// A case of such a system with this data.
pub fn case(data: &str) -> Case {
    let text = format!("[system]\ncommand = [\"x\"]\n{data}");
    Case::parse(&text, Path::new("talking.toml")).unwrap_or_else(|error| panic!("{error}"))
}

/// Learns a system with this case in a journal, which is opened by its path so that a later run continues.
pub fn learn(case: &Case, journal: Journal, begin: impl FnMut() -> Execution + Send) -> Finished<RegisterAutomaton> {
    let data = Data::of_case(case).expect("data").expect("actions");
    let inputs = case.inputs.alphabet();
    let mut system = Talking::new(inputs, begin);
    learn_registers(case, &data, &mut system, journal, &RunOptions::default(), &mut |_, _| {}).expect("a run")
}
