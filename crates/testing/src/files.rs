//! Machines in files: the zoo, and the folder of models that others published.

use std::path::{Path, PathBuf};

use typestar_model::{Mealy, read_dot};

use crate::needs::skip;

/// The root of the repository.
pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// The folder of published models, which `TYPESTAR_MODELS` names; none, and a word about what is skipped, if it is missing.
pub fn models(what: &str) -> Option<PathBuf> {
    let named = std::env::var_os("TYPESTAR_MODELS").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| repository().join("../shared/models"));
    if !folder.is_dir() {
        skip(&format!("{what} needs published models; TYPESTAR_MODELS names their folder"));
        return None;
    }
    Some(folder)
}

/// All files in a folder and below whose names end like this, in order.
pub fn files_ending(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            files.extend(files_ending(&path, ending));
        } else if path.extension().is_some_and(|extension| extension == ending) {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// All DOT files in a folder and below, in order.
pub fn dot_files(folder: &Path) -> Vec<PathBuf> {
    files_ending(folder, "dot")
}

/// Reads a machine; a complaint names the file.
pub fn load(path: &Path) -> Mealy {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read_dot(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the machines in the zoo, in order.
pub fn zoo_names() -> Vec<String> {
    let files = dot_files(&repository().join("zoo"));
    files.iter().map(|path| path.file_stem().expect("a file").to_string_lossy().into_owned()).collect()
}

/// A machine of the zoo.
pub fn zoo(name: &str) -> Mealy {
    load(&repository().join("zoo").join(format!("{name}.dot")))
}
