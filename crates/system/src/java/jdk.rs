//! The user's Java: where it is, and which one.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::JavaError;
use crate::cache::variable;

/// A Java that is recent enough.
#[derive(Clone, Debug)]
pub(crate) struct Jdk {
    /// Where its programs are.
    bin: PathBuf,
    /// Its version, as it says it.
    pub(crate) version: String,
    /// What it is compared with.
    oldest: u32,
}

impl Jdk {
    /// The one that JAVA_HOME names, or else the one on PATH, if it is not too old for what is wanted of it.
    pub(crate) fn find(oldest: u32) -> Result<Self, JavaError> {
        Self::among(variable("JAVA_HOME").map(PathBuf::from), variable("PATH"), oldest)
    }

    fn among(home: Option<PathBuf>, path: Option<OsString>, oldest: u32) -> Result<Self, JavaError> {
        let bin = match home {
            Some(home) if program(&home.join("bin"), "java").is_file() => home.join("bin"),
            Some(home) => return Err(JavaError::WrongHome(home)),
            None => on_path(path).ok_or(JavaError::Missing { oldest })?,
        };
        // The virtual machine starts in another folder than this one.
        let bin = std::path::absolute(&bin).unwrap_or(bin);
        let java = program(&bin, "java");
        let version = match released(&bin) {
            Some(version) => version,
            None => said(&java)?,
        };
        match feature(&version) {
            None => Err(JavaError::Broken { java, why: format!("it reports Java {version}") }),
            Some(feature) if feature < oldest => Err(JavaError::TooOld { java, version, oldest }),
            Some(_) => Ok(Self { bin, version, oldest }),
        }
    }

    pub(crate) fn java(&self) -> PathBuf {
        program(&self.bin, "java")
    }

    /// A program that comes with it, unless it is a runtime alone.
    pub(crate) fn tool(&self, name: &'static str) -> Result<PathBuf, JavaError> {
        let tool = program(&self.bin, name);
        match tool.is_file() {
            true => Ok(tool),
            false => Err(JavaError::NoTools { java: self.java(), tool: name, oldest: self.oldest }),
        }
    }
}

fn program(bin: &Path, name: &str) -> PathBuf {
    bin.join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// The folder of the java on PATH; if that is a runtime alone and a javac is there, too, then of that one.
fn on_path(path: Option<OsString>) -> Option<PathBuf> {
    let folders: Vec<PathBuf> = path.iter().flat_map(std::env::split_paths).collect();
    let home_of = |name: &str| {
        let found = folders.iter().map(|folder| program(folder, name)).find(|file| file.is_file())?;
        // Links are followed: what they name has its other programs and the file with its version beside it.
        found.canonicalize().unwrap_or(found).parent().map(Path::to_owned)
    };
    let java = home_of("java")?;
    let is_whole = |bin: &PathBuf| program(bin, "java").is_file() && program(bin, "javac").is_file();
    match is_whole(&java) {
        true => Some(java),
        false => home_of("javac").filter(is_whole).or(Some(java)),
    }
}

/// The version in the file `release` beside its programs, which takes no time.
fn released(bin: &Path) -> Option<String> {
    let text = std::fs::read_to_string(bin.parent()?.join("release")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("JAVA_VERSION="))?;
    Some(line.trim().trim_matches('"').to_owned())
}

/// The version that it says when it is asked.
fn said(java: &Path) -> Result<String, JavaError> {
    let broken = |why: String| JavaError::Broken { java: java.to_owned(), why };
    let output = Command::new(java).arg("-version").output().map_err(|error| broken(error.to_string()))?;
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    let quoted = text.lines().find_map(|line| line.split_once("version \"")?.1.split('"').next());
    quoted.map(str::to_owned).ok_or_else(|| broken(text.lines().next().unwrap_or("it says nothing").to_owned()))
}

/// The number that people call a Java by: 8 of `1.8.0_292`, 17 of `17.0.15`.
fn feature(version: &str) -> Option<u32> {
    let version = version.strip_prefix("1.").unwrap_or(version);
    let digits = version.find(|c: char| !c.is_ascii_digit()).unwrap_or(version.len());
    version[..digits].parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::java::OLDEST;

    /// A folder like that of a JDK, with these programs and this version.
    fn home(programs: &[&str], version: &str) -> tempfile::TempDir {
        let home = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(home.path().join("bin")).expect("a folder");
        for name in programs {
            std::fs::write(program(&home.path().join("bin"), name), "").expect("a file");
        }
        std::fs::write(home.path().join("release"), format!("IMAGE_TYPE=\"JDK\"\nJAVA_VERSION=\"{version}\"\n"))
            .expect("a file");
        home
    }

    fn path(homes: &[&tempfile::TempDir]) -> Option<OsString> {
        Some(std::env::join_paths(homes.iter().map(|home| home.path().join("bin"))).expect("a path"))
    }

    #[test]
    fn versions_are_called_by_one_number() {
        let versions = ["1.8.0_292", "9", "11.0.2", "17.0.15+6-Debian", "25-ea", "", "x"].map(feature);
        assert_eq!(versions, [Some(8), Some(9), Some(11), Some(17), Some(25), None, None]);
    }

    #[test]
    fn java_home_counts_before_path_and_has_to_be_right() {
        let (old, new) = (home(&["java", "javac"], "11.0.2"), home(&["java", "javac"], "21"));
        let found = Jdk::among(Some(old.path().to_owned()), path(&[&new]), OLDEST).expect("a JDK");
        assert_eq!(found.version, "11.0.2");
        assert_eq!(Jdk::among(None, path(&[&new]), OLDEST).expect("a JDK").version, "21");
        let wrong = Jdk::among(Some(old.path().join("bin")), path(&[&new]), OLDEST).unwrap_err();
        assert!(wrong.to_string().contains("it has no bin/java"), "{wrong}");
    }

    #[test]
    fn what_cannot_be_used_is_said_with_what_helps() {
        assert!(Jdk::among(None, None, OLDEST).unwrap_err().to_string().contains("install a JDK, 11 or later"));
        let eight = home(&["java", "javac"], "1.8.0_292");
        let old = Jdk::among(None, path(&[&eight]), OLDEST).unwrap_err().to_string();
        assert!(old.contains("is Java 1.8.0_292, which is too old"), "{old}");
    }

    #[test]
    fn a_runtime_gives_way_to_a_whole_jdk_on_path() {
        let (runtime, whole) = (home(&["java"], "21"), home(&["java", "javac"], "17.0.1"));
        assert_eq!(Jdk::among(None, path(&[&runtime, &whole]), OLDEST).expect("a JDK").version, "17.0.1");
        let alone = Jdk::among(None, path(&[&runtime]), OLDEST).expect("a Java");
        assert!(alone.tool("javac").unwrap_err().to_string().contains("javac"));
    }
}
