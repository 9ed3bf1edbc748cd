//! The core knows kinds of values, and no type of any language.

use std::path::{Path, PathBuf};

/// Where the core may speak of Java: the readers of its keys in case files.
const READERS: [&str; 2] = ["query/src/case/java.rs", "query/src/case/android.rs"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        match path.is_dir() {
            true => sources(&path, found),
            false => found.push(path),
        }
    }
}

/// What the names of Java types look like in a text.
const TYPES: [&str; 10] = [
    "java.lang",
    "java.util",
    "java.io",
    "java/lang",
    "javax.",
    "\"byte\"",
    "\"short\"",
    "\"int\"",
    "\"long\"",
    "\"char\"",
];

/// Whether a line of code names a Java type.
fn names_a_type(line: &str) -> bool {
    !line.trim_start().starts_with("//") && TYPES.iter().any(|name| line.contains(name))
}

#[test]
fn no_type_of_java_is_named_in_the_core() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of crates");
    let mut files = Vec::new();
    for core in ["learn/src", "model/src", "query/src"] {
        sources(&crates.join(core), &mut files);
    }
    assert!(files.len() > 100, "{} files were read", files.len());
    let mut named = Vec::new();
    for file in files.iter().filter(|file| !READERS.iter().any(|reader| file.ends_with(reader))) {
        let text = std::fs::read_to_string(file).expect("a source file");
        named.extend(text.lines().filter(|line| names_a_type(line)).map(|line| format!("{}: {line}", file.display())));
    }
    assert!(named.is_empty(), "let the host say what kind of value it is:\n{}", named.join("\n"));
}

#[test]
fn a_type_of_java_would_be_seen() {
    assert!(names_a_type(r#"    kind != "java.lang.String""#) && names_a_type(r#""int" => 1,"#));
    assert!(!names_a_type("    /// `java.util.Stack` is a class.") && !names_a_type("\"[system.java] depth\""));
}
