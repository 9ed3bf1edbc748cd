//! The classes: what the table says of them, and whether they are here.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};

/// A class that is learned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its full name.
    pub name: String,
    /// What its guards are about; `jdk` and `maven` for classes of others.
    pub about: String,
    /// The jar that it is in, without its ending; empty for classes that are in none.
    pub jar: String,
    /// How many guards there are to know, where a truth says so.
    pub known: Option<u64>,
}

/// The folder of the classes of this repository, of the check and of the jars.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("guards")
}

/// The classes of a folder with these names, with or without their package; all if there are none.
pub fn classes(folder: &Path, only: &[String]) -> Result<Vec<Class>> {
    let path = folder.join("classes.csv");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    let mut all = text.lines().skip(1).map(Class::read).collect::<Result<Vec<Class>>>()?;
    if let Some(unknown) = only.iter().find(|name| !all.iter().any(|class| class.is_called(name))) {
        bail!("there is no class {unknown}: {} lists all", path.display());
    }
    all.retain(|class| only.is_empty() || only.iter().any(|name| class.is_called(name)));
    Ok(all)
}

impl Class {
    fn read(line: &str) -> Result<Self> {
        let [name, about, jar, known] = line.split(',').collect::<Vec<_>>()[..] else {
            bail!("four columns are needed: {line}");
        };
        let known = if known.is_empty() { None } else { Some(known.parse().context("known is a number")?) };
        let [name, about, jar] = [name, about, jar].map(str::to_owned);
        Ok(Self { name, about, jar, known })
    }

    fn is_called(&self, name: &str) -> bool {
        self.name == name || self.name.rsplit('.').next() == Some(name) || self.about == name
    }

    /// Whether it is one of those that have a truth beside them.
    pub fn has_truth(&self) -> bool {
        self.known.is_some()
    }

    /// The folder of its source: its package.
    pub fn package(&self) -> &str {
        self.name.rsplit_once('.').map_or("", |(package, _)| package)
    }

    /// Whether its jar is here, if it needs one.
    pub fn is_here(&self) -> bool {
        self.jar.is_empty() || jars().join(format!("{}.jar", self.jar)).exists()
    }
}

/// Where the install script puts jars.
pub fn jars() -> PathBuf {
    folder().join("jars")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn every_class_of_ours_has_a_truth_beside_it_and_is_in_the_table() {
        let ours: Vec<Class> = classes(&folder(), &[]).unwrap().into_iter().filter(Class::has_truth).collect();
        assert_eq!(ours.len(), 100);
        for class in &ours {
            let name = class.name.trim_start_matches("known.");
            let is_there = |file: String| folder().join("known").join(file).exists();
            assert!(is_there(format!("{name}.java")) && is_there(format!("{name}Truth.java")), "{name}");
            assert!(class.known.is_some_and(|known| known > 0), "{name}");
        }
        assert_eq!(std::fs::read_dir(folder().join("known")).unwrap().count(), 2 * ours.len());
    }

    #[test]
    fn every_subject_has_three_classes_at_least() {
        let mut counts = BTreeMap::new();
        classes(&folder(), &[]).unwrap().into_iter().for_each(|class| *counts.entry(class.about).or_insert(0) += 1);
        assert_eq!((counts["jdk"], counts["maven"]), (20, 10));
        assert!(counts.values().all(|count| *count >= 3), "{counts:?}");
    }

    #[test]
    fn an_unknown_name_is_refused() {
        assert!(classes(&folder(), &["NoSuchClass".to_owned()]).is_err());
        assert_eq!(classes(&folder(), &["Valve".to_owned()]).unwrap()[0].name, "known.Valve");
    }
}
