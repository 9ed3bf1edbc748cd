//! The models that all tools learn, and the neutral table from which the peers read them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use typestar_model::{Id, Mealy, minimise, read_dot};

/// A machine from a file.
pub struct Model {
    /// The name of the file without its ending.
    pub name: String,
    /// Where it is.
    pub file: PathBuf,
    /// The machine, minimal and complete.
    pub machine: Mealy,
}

impl Model {
    /// The model in one file.
    pub fn read(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let machine = minimise(&read_dot(&text).with_context(|| format!("cannot read {}", file.display()))?);
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(Self { name, file: file.to_owned(), machine })
    }

    /// The machine as numbers: "states inputs initial", then for each state and input the output and the target.
    pub fn table(&self) -> String {
        let machine = &self.machine;
        let mut text = format!("{} {} {}\n", machine.len(), machine.inputs().len(), machine.initial().index());
        for state in machine.states() {
            for input in machine.inputs().ids() {
                let (output, target) = machine.step(state, input).expect("only complete machines are measured");
                let _ = write!(text, "{} {} ", output.index(), target.index());
            }
            text.push('\n');
        }
        text
    }
}

/// All complete models of a folder, the small ones first; the files that are left out are named with the reason.
pub fn models_in(folder: &Path, only: &[String]) -> Result<(Vec<Model>, Vec<String>)> {
    let (mut models, mut left_out) = (Vec::new(), Vec::new());
    for entry in std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let file = entry?.path();
        let stem = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if file.extension().is_none_or(|ending| ending != "dot") || (!only.is_empty() && !only.contains(&stem)) {
            continue;
        }
        match Model::read(&file) {
            Ok(model) if model.machine.is_complete() => models.push(model),
            Ok(model) => left_out.push(format!("{}: some transitions are missing", model.name)),
            Err(error) => left_out.push(format!("{error:#}")),
        }
    }
    if models.is_empty() {
        bail!("there are no models in {}: give a folder of DOT files with --models", folder.display());
    }
    models.sort_by_key(|model| (model.machine.len() * model.machine.inputs().len(), model.name.clone()));
    left_out.sort();
    Ok((models, left_out))
}
