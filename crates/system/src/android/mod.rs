//! Android classes: the framework's own code on a virtual machine, driven by a driver that is written in Java.
//!
//! Robolectric runs the framework; its jars are fetched once into the user's cache, and nothing goes out afterwards.

mod maven;
mod packages;
mod sources;

use std::path::{Path, PathBuf};

use typestar_query::{AndroidSpec, ApiLevel, Blame, Case, Target};

pub use self::maven::{Fetching, fetch_android};
use self::packages::{DECLARATIONS, LIBRARIES, NATIVE_RUNTIME, ROBOLECTRIC, framework};
use crate::cache::{self, CacheError};
use crate::java::compile::{Host, Sources};
use crate::java::jdk::Jdk;
use crate::java::{JavaError, identity, joined, virtual_machine};
use crate::process::ProcessOptions;

/// Robolectric needs this Java.
const OLDEST_JAVA: u32 = 17;

/// Where the host unpacks the library of the native runtime, once, in the cache.
const UNPACKED: &str = "android-native-1.0.18";

/// The host's main class.
const MAIN: &str = "typestar.AndroidHost";

/// Why no Android class could be started.
#[derive(Debug, thiserror::Error)]
pub enum AndroidError {
    /// There is no Java for it.
    #[error(transparent)]
    Java(#[from] JavaError),
    /// It has to be fetched first.
    #[error("{title} is missing: fetch it once with `typestar setup android --api {api}`")]
    NotFetched {
        /// What is missing.
        title: &'static str,
        /// The API level that is wanted.
        api: ApiLevel,
    },
    /// Maven fetches all that is needed.
    #[error("there is no mvn on PATH: install Maven (Debian: apt install maven), then run this again")]
    NoMaven,
    /// Maven could not do it.
    #[error("Maven failed; its full output is in {}. Run this command again: it continues where it stopped\n{said}", log.display())]
    MavenFailed {
        /// Where all that it said is.
        log: PathBuf,
        /// What it calls errors.
        said: String,
    },
    /// The user wants the end.
    #[error("interrupted; finished downloads are kept: run this command again to continue")]
    Interrupted,
}

impl From<CacheError> for AndroidError {
    fn from(error: CacheError) -> Self {
        Self::Java(error.into())
    }
}

impl Blame for AndroidError {
    fn is_mistake(&self) -> bool {
        matches!(self, Self::Java(error) if error.is_mistake())
    }
}

impl ProcessOptions {
    /// What the case of an Android class says: compiles what has to be compiled. None if it is no such case.
    pub fn of_android(case: &Case) -> Result<Option<Self>, AndroidError> {
        let Target::Android(android) = &case.system.target else { return Ok(None) };
        let jdk = Jdk::find(OLDEST_JAVA)?;
        let libraries = libraries(android.api)?;
        let host = Host { name: "android-host", sources: sources::all(), manifest: "", libraries };
        let command = command(android, &jdk, &host)?;
        let mut options = Self::with_command(case, command);
        options.identity = identity(android, &jdk, &host, &case.system.directory)?;
        Ok(Some(options))
    }
}

/// All jars but the framework itself, in the order in which classes are looked for.
fn libraries(api: ApiLevel) -> Result<Vec<PathBuf>, AndroidError> {
    for needed in [&ROBOLECTRIC, &DECLARATIONS, &framework(api)] {
        if !needed.is_whole()? {
            return Err(AndroidError::NotFetched { title: needed.title, api });
        }
    }
    let mut jars = ROBOLECTRIC.jars()?;
    for package in [LIBRARIES, NATIVE_RUNTIME, DECLARATIONS] {
        jars.extend(package.jars()?);
    }
    Ok(jars)
}

fn command(android: &AndroidSpec, jdk: &Jdk, host: &Host) -> Result<Vec<String>, AndroidError> {
    let jar = host.jar(jdk)?;
    let sources = Sources { files: &android.sources, classpath: &android.classpath, libraries: &host.libraries };
    let classes = sources.compiled(jdk, &jar, &host.digest())?;
    let own = classes.into_iter().chain(android.classpath.iter().map(|path| absolute(path)));
    let places = own.chain([jar]).chain(host.libraries.iter().cloned());
    let mut command = virtual_machine(jdk);
    command.extend(properties(android.api)?);
    command.extend(["-cp".to_owned(), joined(places), MAIN.to_owned(), android.driver.clone()]);
    command.extend(android.full_reset_every.map(|words| words.to_string()));
    Ok(command)
}

/// What Robolectric is told: which framework, and that nothing is to be fetched.
fn properties(api: ApiLevel) -> Result<Vec<String>, AndroidError> {
    let folder = framework(api).place()?.unwrap_or_default();
    let mut properties = vec![
        "-Drobolectric.offline=true".to_owned(),
        format!("-Drobolectric.dependency.dir={}", folder.display()),
        format!("-Drobolectric.enabledSdks={api}"),
    ];
    properties.push(match NATIVE_RUNTIME.place()? {
        Some(_) => format!("-Dtypestar.android.native={}", cache::place(UNPACKED)?.display()),
        None => "-Drobolectric.sqliteMode=LEGACY".to_owned(),
    });
    Ok(properties)
}

/// The same place wherever the process runs.
fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

/// What the answers depend on.
fn identity(
    android: &AndroidSpec,
    jdk: &Jdk,
    host: &Host,
    directory: &Path,
) -> Result<Vec<(String, String)>, AndroidError> {
    let folder = |package: &packages::Package| package.folder.trim_start_matches("android/").to_owned();
    let mut known = vec![
        ("version of Java".to_owned(), jdk.version.clone()),
        ("host for Android".to_owned(), host.digest()),
        ("Robolectric".to_owned(), folder(&ROBOLECTRIC)),
        ("API level".to_owned(), android.api.to_string()),
        ("driver".to_owned(), android.driver.clone()),
    ];
    if NATIVE_RUNTIME.place()?.is_none() {
        known.push(("native runtime".to_owned(), "none".to_owned()));
    }
    known.extend(identity::of_files(&android.sources, &android.classpath, directory)?);
    Ok(known)
}
