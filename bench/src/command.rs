//! The command `typestar learn`, measured from the outside with everything that it does.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use typestar_model::{Comparison, Mealy, compare, read_json};

use crate::measure::{Cost, Ended, run};

/// The command, built in release mode.
pub struct Typestar {
    program: PathBuf,
}

/// What a run of the command handed over.
pub struct Learned {
    /// What `--json` printed.
    pub summary: Value,
    /// What the process took, its start and the writing of the report included.
    pub ended: Ended,
    machine: Mealy,
}

impl Typestar {
    /// Builds the command; it lies beside this program.
    pub fn build() -> Result<Self> {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml");
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut build = Command::new(cargo);
        build.args(["build", "--release", "--quiet", "-p", "typestar", "--manifest-path"]).arg(workspace);
        if !build.status().context("cargo could not be started")?.success() {
            bail!("the command typestar could not be built");
        }
        let program = std::env::current_exe()?.with_file_name("typestar");
        match program.exists() {
            true => Ok(Self { program }),
            false => bail!("there is no {}: run this with `cargo run --release`", program.display()),
        }
    }

    /// The command without arguments.
    pub fn command(&self) -> Command {
        Command::new(&self.program)
    }

    /// Learns the machine of a DOT file in a fresh run folder; none at the time limit.
    pub fn learn(&self, file: &Path, arguments: &[&str], limit: Duration) -> Result<Option<Learned>> {
        let folder = tempfile::tempdir()?;
        let mut command = self.command();
        command.arg("learn").arg(format!("sim:{}", file.display())).args(arguments).args(["--json", "--quiet", "-o"]);
        let Some(ended) = run(command.arg(folder.path()), limit)? else { return Ok(None) };
        let summary = serde_json::from_str(&ended.output)
            .with_context(|| format!("typestar printed no JSON: {}", ended.output.lines().next().unwrap_or("")))?;
        let model = std::fs::read_to_string(folder.path().join("model.json")).context("the run wrote no model")?;
        Ok(Some(Learned { summary, ended, machine: read_json(&model)?.machine }))
    }
}

impl Learned {
    /// What it took, in the words of the comparison with the peers.
    pub fn cost(&self) -> Cost {
        Cost {
            states: self.machine.len(),
            queries: self.count("learning", "executed"),
            symbols: self.count("learning", "symbols"),
            counterexamples: self.count("testing", "executed"),
            counterexample_symbols: self.count("testing", "symbols"),
            wall: self.ended.wall,
            cpu: self.ended.cpu,
            memory_kb: self.ended.memory_kb,
        }
    }

    /// Whether the learned machine is the true one.
    pub fn is_right(&self, truth: &Mealy) -> bool {
        compare(&self.machine, truth) == Comparison::Same
    }

    /// A number of the summary, such as `symbols` of `learning`.
    pub fn count(&self, phase: &str, what: &str) -> u64 {
        self.summary[phase][what].as_u64().unwrap_or(0)
    }

    /// What was established.
    pub fn verdict(&self) -> &str {
        verdict(&self.summary)
    }
}

fn verdict(summary: &Value) -> &str {
    summary["verdict"].as_str().unwrap_or("no verdict")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use typestar_model::read_dot;
    use typestar_query::{Case, Journal, RunOptions, learn};
    use typestar_system::Simulated;

    use super::verdict;

    #[test]
    fn the_verdict_is_the_sentence_that_the_command_prints() {
        let machine = read_dot("digraph g { s0 -> s0 [label=\"a / x\"]; }").unwrap();
        let mut system = Simulated::new("one", &machine, &[]);
        let (case, options) = (Case::of_model(Path::new("one.dot")), RunOptions::default());
        let summary = learn(&case, &mut system, Journal::in_memory(), &options, &mut |_, _| {}).unwrap().summary;
        let printed = summary.to_json();
        assert!(verdict(&printed).starts_with("no counterexample"), "{printed}");
    }
}
