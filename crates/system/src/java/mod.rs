//! Classes on a virtual machine: any class by reflection, or an adapter that is written in Java.
//!
//! The host program is compiled once with the user's own compiler and kept in the user's cache.

pub(crate) mod compile;
pub(crate) mod identity;
pub(crate) mod jdk;
pub(crate) mod sources;

use std::io;
use std::path::{Path, PathBuf};

use typestar_query::{Blame, Case, ClassSpec, GivenArgument, JavaProgram, JavaSpec, ModelKind, Target, USUAL_DEPTH};

use self::compile::{Host, Sources};
use self::jdk::Jdk;
use self::sources::{MANIFEST, SOURCES};
use crate::cache::{CacheError, variable};
use crate::process::ProcessOptions;

/// The host for Java is written for this Java.
pub(crate) const OLDEST: u32 = 11;

/// Why nothing could be started on a virtual machine.
#[derive(Debug, thiserror::Error)]
pub enum JavaError {
    /// There is no Java at all.
    #[error("java was not found: install a JDK, {oldest} or later, and put it on PATH, or set JAVA_HOME to its folder")]
    Missing {
        /// The version that is needed.
        oldest: u32,
    },
    /// The user names a folder that is no JDK.
    #[error("JAVA_HOME is {}, but it has no bin/java: correct it, or unset it to use the java on PATH", .0.display())]
    WrongHome(PathBuf),
    /// It does not say which Java it is.
    #[error("{} does not work: {why}; repair it, or name the folder of another JDK in JAVA_HOME", java.display())]
    Broken {
        /// The program.
        java: PathBuf,
        /// What it says instead.
        why: String,
    },
    /// The host needs a later one.
    #[error(
        "{} is Java {version}, which is too old: install a JDK, {oldest} or later, and put it on PATH, or set \
         JAVA_HOME to its folder",
        java.display()
    )]
    TooOld {
        /// The program.
        java: PathBuf,
        /// Its version.
        version: String,
        /// The version that is needed.
        oldest: u32,
    },
    /// It only runs what others have compiled.
    #[error(
        "{} has no {tool}: install a full JDK, {oldest} or later, and put it on PATH, or set JAVA_HOME to its folder",
        java.display()
    )]
    NoTools {
        /// The program.
        java: PathBuf,
        /// What is missing.
        tool: &'static str,
        /// The version that is needed.
        oldest: u32,
    },
    /// Compiled classes cannot be kept.
    #[error(transparent)]
    Cache(#[from] CacheError),
    /// The user's sources are wrong.
    #[error("the sources of the case do not compile:\n{0}")]
    WrongSources(String),
    /// A part of the class path is empty.
    #[error(
        "the class path has an empty part: remove the separator at its beginning, at its end, or the second of two"
    )]
    EmptyPlace,
    /// A part of the class path is not there.
    #[error("the class path names {}, which does not exist", .0.display())]
    MissingPlace(PathBuf),
    /// A source or class file cannot be read.
    #[error("cannot read {}: {error}", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// Our own sources do not compile.
    #[error("{} cannot compile the host program; set JAVA_HOME to the folder of another JDK\n{messages}", tool.display())]
    HostNotMade {
        /// The compiler, or what packs its classes.
        tool: PathBuf,
        /// What it says.
        messages: String,
    },
}

impl Blame for JavaError {
    fn is_mistake(&self) -> bool {
        matches!(self, Self::WrongSources(_) | Self::Unreadable { .. } | Self::EmptyPlace | Self::MissingPlace(_))
    }
}

/// The host for classes and adapters.
fn java_host() -> Host {
    Host { name: "java-host", sources: SOURCES.to_vec(), manifest: MANIFEST, libraries: Vec::new() }
}

/// How the virtual machine is started: it begins soon, needs little, and keeps standard output for the protocol.
const FLAGS: [&str; 6] = [
    "-XX:TieredStopAtLevel=1",
    "-XX:+UseSerialGC",
    "-XX:-UsePerfData",
    "-Xshare:auto",
    "-Xlog:disable",
    "-Xlog:all=warning:stderr",
];

impl ProcessOptions {
    /// What the case of a Java class or adapter says: compiles what has to be compiled. None if it is no such case.
    ///
    /// Snapshots of the fields take time, so that only those get them who look at them.
    pub fn of_java(case: &Case, with_snapshots: bool) -> Result<Option<Self>, JavaError> {
        let Target::Java(java) = &case.system.target else { return Ok(None) };
        let jdk = Jdk::find(OLDEST)?;
        let host = java_host().jar(&jdk)?;
        let places = places(java, &jdk, &host)?;
        let mut command = command(java, &jdk, (&host, &places), with_snapshots);
        if java.class().is_some() {
            command.extend(given(&case.arguments));
        }
        let mut options = Self::with_command(case, command);
        let follows = java.class().is_some_and(|class| class.depth.is_none()) && with_snapshots;
        options.lazy = java.class().is_some();
        options.settings.field_depth = follows.then_some(USUAL_DEPTH);
        options.plain_arguments = case.model_kind() != ModelKind::Guarded;
        options.identity = identity::of(java, &jdk, &case.system.directory, with_snapshots)?;
        options.identity.extend(identity::of_arguments(&case.arguments));
        Ok(Some(options))
    }
}

/// Where the classes of the user are, wherever the process runs.
fn places(java: &JavaSpec, jdk: &Jdk, host: &Path) -> Result<Vec<PathBuf>, JavaError> {
    java.classpath.iter().try_for_each(|place| check_place(place))?;
    let sources = Sources { files: &java.sources, classpath: &java.classpath, libraries: &[] };
    let compiled = sources.compiled(jdk, host, &java_host().digest())?;
    let absolute =
        |path: &PathBuf| std::path::absolute(path).map_err(|error| JavaError::Unreadable { file: path.clone(), error });
    compiled.iter().chain(&java.classpath).map(absolute).collect()
}

fn check_place(place: &Path) -> Result<(), JavaError> {
    match place.as_os_str().is_empty() {
        true => Err(JavaError::EmptyPlace),
        false if place.exists() => Ok(()),
        false => Err(JavaError::MissingPlace(place.to_owned())),
    }
}

fn command(java: &JavaSpec, jdk: &Jdk, (host, places): (&Path, &[PathBuf]), with_snapshots: bool) -> Vec<String> {
    let mut command = virtual_machine(jdk);
    match &java.program {
        JavaProgram::Class(class) => {
            command.extend(["-jar".to_owned(), host.display().to_string()]);
            if !places.is_empty() {
                command.extend(["--classpath".to_owned(), joined(places.iter().cloned())]);
            }
            command.extend(arguments(class, with_snapshots));
        }
        JavaProgram::Adapter(main) => {
            let all = std::iter::once(host.to_owned()).chain(places.iter().cloned());
            command.extend(["-ea".to_owned(), "-cp".to_owned(), joined(all), main.clone()]);
        }
    }
    command
}

/// A class that is called with very large numbers shall not take the memory of the machine, nor the time to fill it.
const HEAP: &str = "-Xmx256m";

/// The program with its flags. The user may say how much memory a virtual machine gets.
pub(crate) fn virtual_machine(jdk: &Jdk) -> Vec<String> {
    let says_so = |name| variable(name).is_some_and(|options| options.to_string_lossy().contains("-Xmx"));
    let has_own_heap = ["JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS"].into_iter().any(says_so);
    let flags = FLAGS.into_iter().chain((!has_own_heap).then_some(HEAP));
    std::iter::once(jdk.java().display().to_string()).chain(flags.map(str::to_owned)).collect()
}

/// What the host is told of a class.
fn arguments(class: &ClassSpec, with_snapshots: bool) -> Vec<String> {
    let mut arguments = vec![class.name.clone(), "--depth".to_owned(), class.depth.unwrap_or(USUAL_DEPTH).to_string()];
    if !class.methods.is_empty() {
        arguments.extend(["--methods".to_owned(), class.methods.join(",")]);
    }
    arguments.extend(class.construct.iter().flat_map(|text| ["--construct".to_owned(), text.clone()]));
    arguments.extend(class.lets.iter().flat_map(|(name, text)| ["--let".to_owned(), format!("{name}={text}")]));
    arguments.extend(class.inherited.then(|| "--inherited".to_owned()));
    arguments.extend((!with_snapshots).then(|| "--no-snapshots".to_owned()));
    arguments
}

/// What the user gives for parameters: it brings in methods, and is tried before the first word.
fn given(arguments: &[GivenArgument]) -> impl Iterator<Item = String> {
    let text = |key: &str, value| format!("{key}={}", serde_json::to_string(value).expect("values can be written"));
    let texts = arguments.iter().flat_map(move |given| given.values.iter().map(move |value| text(&given.key, value)));
    texts.flat_map(|text| ["--argument".to_owned(), text])
}

/// Paths as Java takes them. One that has the separator in it cannot be named.
pub(crate) fn joined(paths: impl Iterator<Item = PathBuf>) -> String {
    let separator = if cfg!(windows) { ";" } else { ":" };
    let paths: Vec<String> = paths.map(|path| path.display().to_string()).collect();
    paths.join(separator)
}
