//! Machines in files: the zoo, and the folder of models that others published.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use typestar_model::{Mealy, read_dot};

/// Writes a line that is seen even where the output of tests is not.
pub fn say(text: &str) {
    std::io::stderr().write_all(format!("{text}\n").as_bytes()).unwrap();
}

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The folder of published models; none, and a word about it, if it is not there.
pub fn models(what: &str) -> Option<PathBuf> {
    let named = std::env::var_os("TYPESTAR_MODELS").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| repository().join("../shared/models"));
    if !folder.is_dir() {
        say(&format!("SKIPPED: {what}; {} is missing, set TYPESTAR_MODELS", folder.display()));
        return None;
    }
    Some(folder)
}

/// All DOT files in a folder and below, in order.
pub fn dot_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(dot_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "dot") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The names of the machines in the zoo, in order.
pub fn zoo_names() -> Vec<String> {
    let files = dot_files(&repository().join("zoo"));
    files.iter().map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect()
}

/// A machine of the zoo.
pub fn zoo(name: &str) -> Mealy {
    let path = repository().join("zoo").join(format!("{name}.dot"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read_dot(&text).unwrap_or_else(|error| panic!("{name}: {error}"))
}
