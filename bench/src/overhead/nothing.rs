//! Systems that do nothing, each in another way: what is left is the cost of the way to them.

use std::path::{Path, PathBuf};

use anyhow::Result;
use typestar_model::{Mealy, read_dot};
use typestar_protocol::{Component, Returned, Settings, Sink};
use typestar_query::{Case, System, SystemError};
use typestar_system::{Closed, Process, ProcessOptions, Simulated};

/// Starts a system.
pub type Start = Box<dyn Fn() -> Result<Box<dyn System>, SystemError>>;

/// All systems with so many callins, by name. What they need is written into the folder; the raw adapter is a command of
/// the bench.
pub fn nothings(bench: &Path, callins: usize, folder: &Path) -> Result<[(&'static str, Start); 6]> {
    let machine = machine(callins);
    let file = folder.join("nothing.dot");
    std::fs::write(&file, typestar_model::write_dot(&machine, "nothing"))?;
    let raw = [bench.to_owned(), "sleepy-adapter".into(), file, "0".into()];
    let count = PathBuf::from(callins.to_string());
    Ok([
        ("adapter in Python", adapter(["python3".into(), script("nothing.py"), count.clone()].to_vec())),
        ("adapter in JavaScript", adapter(["node".into(), script("nothing.js"), count].to_vec())),
        ("Java class by reflection", Box::new(move || class(callins))),
        ("raw adapter in Rust", adapter(raw.to_vec())),
        ("component in the same process", Box::new(move || closed(callins))),
        ("simulated machine", Box::new(move || Ok(Box::new(Simulated::new("nothing", &machine, &[]))))),
    ])
}

fn script(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("adapters").join(name)
}

fn adapter(command: Vec<PathBuf>) -> Start {
    let command: Vec<String> = command.iter().map(|word| word.display().to_string()).collect();
    Box::new(move || {
        let options = ProcessOptions { wait: false, ..ProcessOptions::new(command.clone()) };
        Ok(Box::new(Process::start(options)?))
    })
}

/// A class whose method does next to nothing, with another argument in each call.
fn class(callins: usize) -> Result<Box<dyn System>, SystemError> {
    let mut case = Case::of_class("java.util.concurrent.atomic.AtomicInteger");
    case.inputs.callins = (0..callins).map(|number| format!("set({number})")).collect();
    let options = ProcessOptions::of_java(&case, false).map_err(|error| SystemError::Failed(error.to_string()))?;
    Ok(Box::new(Process::start(options.expect("a class"))?))
}

fn closed(callins: usize) -> Result<Box<dyn System>, SystemError> {
    Ok(Box::new(Closed::new(Nothing { callins }, Settings::default())))
}

/// One state in which every callin is ok.
fn machine(callins: usize) -> Mealy {
    let edges: String = (0..callins).map(|number| format!("s0 -> s0 [label=\"call{number} / ok\"];\n")).collect();
    read_dot(&format!("digraph nothing {{\n{edges}}}")).expect("a machine of one state")
}

/// A component that does nothing.
struct Nothing {
    callins: usize,
}

impl Component for Nothing {
    fn inputs(&self) -> Vec<String> {
        (0..self.callins).map(|number| format!("call{number}")).collect()
    }

    fn reset(&mut self, _: Sink) -> Result<(), String> {
        Ok(())
    }

    fn call(&mut self, _: &str) -> Result<Returned, String> {
        Ok(Returned::NOTHING)
    }
}
