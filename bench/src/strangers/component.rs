//! The components: what the tables say of them, what they need, and whether that is there.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use typestar_query::{Case, Target};

/// A real component with its case file and its truth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// The name of its folder.
    pub name: String,
    /// `machine` or `data`.
    pub kind: String,
    /// Where it comes from: `stdlib`, `pypi`, `npm` or `debian`.
    origin: String,
    /// Whether some finite model is right, under the theories of its case file.
    pub nature: Nature,
    /// The package that it needs, with its version unless Debian has it; empty if it needs none.
    package: String,
}

/// What kind of truth a component has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nature {
    /// A finite model is right.
    Finite,
    /// It counts without limit: every finite model is wrong.
    Endless,
    /// It compares values in a way that the theories of its case file do not have: every model under them is wrong.
    Refuted,
}

impl Nature {
    /// As the tables have it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Finite => "finite",
            Self::Endless => "endless",
            Self::Refuted => "refuted",
        }
    }

    /// The nature of this name.
    fn named(name: &str) -> Option<Self> {
        [Self::Finite, Self::Endless, Self::Refuted].into_iter().find(|nature| nature.name() == name)
    }
}

/// The folder of all components.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("strangers")
}

/// The components with these names, all if there are none, in the order of their names.
pub fn components(only: &[String]) -> Result<Vec<Component>> {
    let mut all = Vec::new();
    for file in ["python.csv", "node.csv"] {
        let path = folder().join(file);
        let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        all.extend(read_table(&text).with_context(|| format!("cannot read {}", path.display()))?);
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    if let Some(unknown) = only.iter().find(|name| all.iter().all(|component| component.name != **name)) {
        bail!("there is no component {unknown}: python.csv and node.csv in bench/strangers list all");
    }
    all.retain(|component| only.is_empty() || only.contains(&component.name));
    Ok(all)
}

fn read_table(text: &str) -> Result<Vec<Component>> {
    text.lines().skip(1).filter(|line| !line.is_empty()).map(Component::read).collect()
}

impl Component {
    fn read(line: &str) -> Result<Self> {
        let [name, kind, origin, truth, package] = line.split(',').collect::<Vec<_>>()[..] else {
            bail!("five columns are needed: {line}");
        };
        let nature =
            Nature::named(truth).with_context(|| format!("the truth is finite, endless or refuted: {line}"))?;
        let [name, kind, origin, package] = [name, kind, origin, package].map(str::to_owned);
        Ok(Self { name, kind, origin, nature, package })
    }

    /// Where its files are.
    fn folder(&self) -> PathBuf {
        folder().join(&self.name)
    }

    /// Its case file.
    pub fn case_file(&self) -> PathBuf {
        self.folder().join("case.toml")
    }

    /// Its case, with the truth in the place of the real component.
    pub fn truth(&self) -> Result<Case> {
        let mut case = Case::load(&self.case_file())?;
        let programs = [("truth.py", "python3"), ("truth.mjs", "node")];
        let found = programs.into_iter().find(|(file, _)| self.folder().join(file).exists());
        let (file, interpreter) = found.with_context(|| format!("{} has no truth", self.name))?;
        case.system.target = Target::Command(vec![interpreter.to_owned(), file.to_owned()]);
        case.system.files = Vec::new();
        Ok(case)
    }

    /// Whether the states of its truth can be counted.
    pub fn can_be_counted(&self) -> bool {
        self.nature == Nature::Finite && self.kind == "machine"
    }

    /// What it needs and does not find here; none if all is there.
    pub fn lacks(&self) -> Option<String> {
        let interpreter = if self.folder().join("adapter.mjs").exists() { "node" } else { "python3" };
        let has_package = || match self.origin.as_str() {
            _ if self.package.is_empty() => true,
            "pypi" => has_python_package(&self.package),
            "npm" => has_node_package(&self.package),
            _ => has_program(&self.package),
        };
        match has_program(interpreter) {
            false => Some(interpreter.to_owned()),
            true => (!has_package()).then(|| self.package.clone()),
        }
    }
}

/// Where Python looks for packages: first where the script of the project installs them.
pub fn python_path() -> OsString {
    let mut path = folder().join("packages").into_os_string();
    if let Some(more) = std::env::var_os("PYTHONPATH").filter(|more| !more.is_empty()) {
        path.push(":");
        path.push(more);
    }
    path
}

/// Whether Python finds a package in this version: `cachetools==8.0.0`.
fn has_python_package(package: &str) -> bool {
    let Some((name, version)) = package.split_once("==") else { return false };
    let program = "import importlib.metadata, sys; sys.exit(importlib.metadata.version(sys.argv[1]) != sys.argv[2])";
    let mut python = Command::new("python3");
    python.args(["-c", program, name, version]).env("PYTHONPATH", python_path());
    python.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// Whether a package of npm is installed in this version: `rxjs@7.8.2`.
fn has_node_package(package: &str) -> bool {
    let Some((name, version)) = package.rsplit_once('@') else { return false };
    let text = std::fs::read_to_string(folder().join("node_modules").join(name).join("package.json"));
    let about: Option<Value> = text.ok().and_then(|text| serde_json::from_str(&text).ok());
    about.is_some_and(|about| about["version"] == version)
}

fn has_program(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(name).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_component_of_the_tables_has_a_case_and_a_truth() {
        let all = components(&[]).unwrap();
        assert!(all.len() >= 40, "{}", all.len());
        for component in &all {
            let case = component.truth().unwrap_or_else(|error| panic!("{}: {error:#}", component.name));
            assert_eq!(case.data.has_actions(), component.kind == "data", "{}", component.name);
        }
    }

    #[test]
    fn every_folder_with_a_case_is_in_a_table() {
        let names: Vec<String> = components(&[]).unwrap().into_iter().map(|component| component.name).collect();
        for entry in
            std::fs::read_dir(folder()).unwrap().flatten().filter(|entry| entry.path().join("case.toml").exists())
        {
            let name = entry.file_name().into_string().unwrap();
            assert!(names.contains(&name), "{name}");
        }
    }

    #[test]
    fn only_components_with_data_have_theories_that_can_be_refuted() {
        let refuted = components(&[]).unwrap().into_iter().filter(|component| component.nature == Nature::Refuted);
        let kinds: Vec<String> = refuted.map(|component| component.kind).collect();
        assert!(!kinds.is_empty() && kinds.iter().all(|kind| kind == "data"), "{kinds:?}");
        assert!(Component::read("one,data,stdlib,infinite,").is_err());
    }

    #[test]
    fn an_unknown_name_is_refused() {
        assert!(components(&["no_such_component".to_owned()]).is_err());
    }
}
