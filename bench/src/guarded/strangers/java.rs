//! What is compiled once: the classes of ours, and beside them the check with its truths, which the learner never sees.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use tempfile::TempDir;

use super::class::{Class, folder, jars};

/// The memory of a check: arguments may ask for much.
const HEAP: &str = "-Xmx700m";

/// Compiled classes, which are gone with this.
pub struct Java {
    classes: TempDir,
    check: TempDir,
}

impl Java {
    /// Compiles those of these classes that have a truth, from their folder. Needs a JDK of 17 or later: some of the classes
    /// are records.
    pub fn compile(from: &Path, classes: &[Class]) -> Result<Self> {
        let java = Self { classes: tempfile::tempdir()?, check: tempfile::tempdir()? };
        let is_truth = |file: &PathBuf| file.to_string_lossy().ends_with("Truth.java");
        let packages: BTreeSet<&str> = classes.iter().filter(|one| one.has_truth()).map(Class::package).collect();
        let sources = packages.into_iter().map(|package| files(&from.join(package), "java"));
        let sources: Vec<PathBuf> = sources.collect::<Result<Vec<_>>>()?.concat();
        let (truths, classes): (Vec<_>, Vec<_>) = sources.into_iter().partition(is_truth);
        let checks = files(&folder().join("check"), "java")?;
        if !classes.is_empty() {
            compile(java.classes.path(), java.classes.path(), &classes)?;
        }
        compile(java.check.path(), java.classes.path(), &[truths, checks].concat())?;
        Ok(java)
    }

    /// Where a class and what it needs are; none for those that come with Java.
    pub fn classpath(&self, class: &Class) -> Result<Option<OsString>> {
        match class.about.as_str() {
            "jdk" => Ok(None),
            "maven" => Ok(Some(joined(&all_jars()?)?)),
            _ => Ok(Some(self.classes.path().into())),
        }
    }

    /// The check of a class, without its arguments. Assertions are on, as they are where classes are learned.
    pub fn check(&self, class: &Class) -> Result<Command> {
        let mut path = vec![self.check.path().to_owned(), self.classes.path().to_owned()];
        path.extend(if class.jar.is_empty() { Vec::new() } else { all_jars()? });
        let mut command = Command::new("java");
        command.args([HEAP, "-ea"]).args(opened()?).arg("-cp").arg(joined(&path)?).arg("check.Check");
        Ok(command)
    }
}

fn joined(path: &[PathBuf]) -> Result<OsString> {
    std::env::join_paths(path).context("a path has a colon in it")
}

fn all_jars() -> Result<Vec<PathBuf>> {
    files(&jars(), "jar")
}

fn files(folder: &Path, ending: &str) -> Result<Vec<PathBuf>> {
    let entries = std::fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == ending));
    files.sort();
    Ok(files)
}

fn compile(into: &Path, classpath: &Path, sources: &[PathBuf]) -> Result<()> {
    let mut javac = Command::new("javac");
    javac.args(["--release", "17", "-Xlint:all", "-Werror", "-cp"]).arg(classpath).arg("-d").arg(into).args(sources);
    let ended = javac.output().context("javac could not be started: install a JDK, 17 or later")?;
    if !ended.status.success() {
        bail!("the classes do not compile: {}", String::from_utf8_lossy(&ended.stderr));
    }
    Ok(())
}

/// The packages of Java whose fields may be read, as the host for classes opens them.
fn opened() -> Result<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../hosts/java/manifest");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let text = text.replace("\n ", "");
    let line = text.lines().find_map(|line| line.strip_prefix("Add-Opens: ")).context("the manifest opens nothing")?;
    Ok(line.split_whitespace().map(|package| format!("--add-opens={package}=ALL-UNNAMED")).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;

    use serde_json::{Value, json};
    use typestar_testing::{has, skip};

    use super::super::checked::Checked;
    use super::super::class::classes;
    use super::*;

    /// Compiled once for all tests; none without a JDK.
    fn java() -> Option<&'static Java> {
        static JAVA: OnceLock<Java> = OnceLock::new();
        if !has("javac") {
            skip("the check of guards needs a JDK");
            return None;
        }
        let compiled = || Java::compile(&folder(), &classes(&folder(), &[])?);
        Some(JAVA.get_or_init(|| compiled().unwrap_or_else(|error| panic!("{error:#}"))))
    }

    /// A model of one state: methods with the types that they take, and their guards.
    fn model(rules: &[(&str, &[&str], Value)]) -> Value {
        let methods: Vec<Value> =
            rules.iter().map(|(name, types, _)| json!({"name": name, "parameters": types})).collect();
        let rule =
            |(name, _, guard): &(&str, &[&str], Value)| json!({"state": 0, "method": name, "guard": guard, "to": 0});
        let rules: Vec<Value> = rules.iter().map(rule).collect();
        json!({"format": "typestar-guarded-model", "version": 1, "states": 1, "methods": methods, "rules": rules})
    }

    fn checked(java: &Java, name: &str, truth: &str, model: &Value) -> Checked {
        let class = classes(&folder(), &[name.to_owned()]).expect("the table").remove(0);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("model.json");
        std::fs::write(&file, model.to_string()).expect("a file");
        let mut command = java.check(&class).expect("the manifest of the host");
        command.arg(&class.name).arg(&file).args(["--words", "1500", "--truth", &format!("known.{truth}")]);
        let output = command.args(["--made", &format!("new {}()", class.name)]).output().expect("java starts");
        let complaint = String::from_utf8_lossy(&output.stderr);
        Checked::read(&String::from_utf8_lossy(&output.stdout)).unwrap_or_else(|error| panic!("{error:#}: {complaint}"))
    }

    fn at_least(feature: &str, bound: i64) -> Value {
        json!({"sum": {"terms": [[1, feature]], "comparison": ">=", "bound": bound}})
    }

    fn pin_pad(least: i64) -> Value {
        let text: &[&str] = &["java.lang.String"];
        model(&[
            ("setPin", text, at_least("arg1.length", least)),
            ("unlock", &[], json!({"not": {"flag": "pin == null"}})),
        ])
    }

    #[test]
    fn right_guards_are_not_refuted() {
        let Some(java) = java() else { return };
        let found = checked(java, "PinPad", "PinPadTruth", &pin_pad(4));
        assert_eq!((found.count("right"), found.count("wrong"), found.faults()), (2, 0, Vec::new()), "{found:?}");
        assert_eq!(
            (found.number("known"), found.missing()),
            (3, 1),
            "two exceptions of setPin are one failure: {found:?}"
        );
    }

    #[test]
    fn a_guard_that_is_wrong_by_one_is_refuted_with_one_call() {
        let Some(java) = java() else { return };
        let found = checked(java, "PinPad", "PinPadTruth", &pin_pad(5));
        assert_eq!((found.count("right"), found.count("wrong")), (1, 1), "{found:?}");
        let word = found.0["wrong"][0]["word"].as_str().expect("a word");
        assert!(
            word.starts_with("setPin(\"") && word.ends_with("\")") && found.0["wrong"][0]["real"] == "ok",
            "{word}"
        );
    }

    #[test]
    fn a_capacity_of_64_is_reached() {
        let Some(java) = java() else { return };
        let always = json!({"all": []});
        let rules = model(&[("add", &[], always), ("remove", &[], at_least("count", 1))]);
        let found = checked(java, "Shelf", "ShelfTruth", &rules);
        assert_eq!(found.0["wrong"][0]["word"], "65*add", "{found:?}");
    }

    #[test]
    fn a_call_that_never_returns_refutes_a_guard_that_says_it_passes() {
        let Some(java) = java() else { return };
        let is_free = json!({"sum": {"terms": [[1, "count"]], "comparison": "<=", "bound": 1}});
        let found = checked(
            java,
            "Channel",
            "ChannelTruth",
            &model(&[("put", &[], is_free), ("take", &[], json!({"all": []}))]),
        );
        assert_eq!((found.count("right"), found.count("wrong")), (1, 1), "{found:?}");
        assert_eq!(found.0["wrong"][0]["real"], "hang");
    }

    #[test]
    fn a_method_without_a_rule_is_missing() {
        let Some(java) = java() else { return };
        let found = checked(java, "Shelf", "ShelfTruth", &model(&[("remove", &[], at_least("count", 1))]));
        assert_eq!((found.count("right"), found.missing()), (1, 1), "{found:?}");
    }

    #[test]
    fn a_truth_that_says_something_else_than_its_class_is_a_fault() {
        let Some(java) = java() else { return };
        let found = checked(java, "Shelf", "RingTruth", &model(&[]));
        assert!(!found.faults().is_empty(), "{found:?}");
    }
}
