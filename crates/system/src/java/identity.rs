//! What the answers of a class depend on.

use std::path::{Path, PathBuf};

use typestar_query::{GivenArgument, JavaProgram, JavaSpec, digest};

use super::jdk::Jdk;
use super::{JavaError, arguments, java_host};

/// Pairs of a name and a text or digest: the virtual machine, the host, what runs, its sources and its class path.
pub(super) fn of(
    java: &JavaSpec,
    jdk: &Jdk,
    directory: &Path,
    with_snapshots: bool,
) -> Result<Vec<(String, String)>, JavaError> {
    let program = match &java.program {
        JavaProgram::Class(class) => arguments(class, with_snapshots).join(" "),
        JavaProgram::Adapter(main) => main.clone(),
    };
    let mut identity = vec![
        ("version of Java".to_owned(), jdk.version.clone()),
        ("host for Java".to_owned(), java_host().digest()),
        ("Java class".to_owned(), program),
    ];
    identity.extend(of_files(&java.sources, &java.classpath, directory)?);
    Ok(identity)
}

/// For what the user gives values: that decides which methods there are. With which values they are called does not
/// matter, as every word says so itself.
pub(super) fn of_arguments(arguments: &[GivenArgument]) -> Option<(String, String)> {
    let keys: Vec<&str> = arguments.iter().map(|given| given.key.as_str()).collect();
    (!keys.is_empty()).then(|| ("arguments for".to_owned(), keys.join(" ")))
}

/// The same of the user's sources and class path.
pub(crate) fn of_files(
    sources: &[PathBuf],
    classpath: &[PathBuf],
    directory: &Path,
) -> Result<Vec<(String, String)>, JavaError> {
    // The same name wherever typestar is run from.
    let name = |path: &Path| match path.strip_prefix(directory) {
        Ok(inside) if !inside.as_os_str().is_empty() => inside.display().to_string(),
        _ => path.display().to_string(),
    };
    let mut identity = Vec::new();
    for file in sources {
        identity.push((format!("Java source {}", name(file)), content(file)?));
    }
    for place in classpath {
        identity.push((format!("class path {}", name(place)), contents_of(place)?));
    }
    Ok(identity)
}

/// What is in a file.
pub(super) fn content(file: &Path) -> Result<String, JavaError> {
    std::fs::read(file)
        .map(|bytes| digest(&bytes))
        .map_err(|error| JavaError::Unreadable { file: file.to_owned(), error })
}

/// What is in a jar, or in all class files of a folder. What is not there has nothing in it, as for Java.
pub(super) fn contents_of(place: &Path) -> Result<String, JavaError> {
    if place.is_file() {
        return content(place);
    }
    let mut contents = String::new();
    for file in class_files(place) {
        let name = file.strip_prefix(place).unwrap_or(&file);
        contents.push_str(&format!("{} {}\n", name.display(), content(&file)?));
    }
    Ok(digest(contents.as_bytes()))
}

/// The class files in a folder and all folders in it, sorted.
fn class_files(folder: &Path) -> Vec<PathBuf> {
    let (mut found, mut left) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = left.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            // Links are not followed: they may lead back.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                left.push(path);
            } else if path.extension().is_some_and(|extension| extension == "class") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
