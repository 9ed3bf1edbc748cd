//! Fetching with the user's Maven. What came before an interruption is not fetched again.

use std::fs::{File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use typestar_query::ApiLevel;

use super::AndroidError;
use super::packages::{self, Package};
use crate::cache::{self, kept, unwritable, variable};
use crate::group::end_command;
use crate::java::compile::{is_full, run};
use crate::java::jdk::Jdk;
use crate::reaper;

/// Copies all artifacts of a package into a folder.
const COPY: &str = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies";

/// Between two looks at how much has come.
const PAUSE: Duration = Duration::from_millis(100);

/// What happens while things are fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fetching {
    /// Another typestar fetches: this one waits for it.
    Waiting,
    /// This was fetched before.
    AlreadyThere(&'static str),
    /// How many bytes have come of something of about this size.
    Coming {
        /// What it is.
        title: &'static str,
        /// How much has come.
        bytes: u64,
        /// How much it is, about.
        about: u64,
    },
    /// This has come.
    Fetched {
        /// What it is.
        title: &'static str,
        /// How large it is.
        bytes: u64,
    },
}

/// Fetches what the host needs for these API levels, unless it is there, into the user's cache; its folder there.
/// When the flag is set, the user wants the end.
pub fn fetch_android(
    apis: &[ApiLevel],
    with_native_runtime: bool,
    interrupt: &Arc<AtomicBool>,
    observer: &mut dyn FnMut(Fetching),
) -> Result<PathBuf, AndroidError> {
    let folder = cache::place("android")?;
    let mut wanted = vec![packages::ROBOLECTRIC, packages::DECLARATIONS];
    wanted.extend(apis.iter().map(|&api| packages::framework(api)));
    wanted.extend(with_native_runtime.then_some(packages::NATIVE_RUNTIME));
    wanted.push(packages::LIBRARIES);
    let _lock = lock(&folder, interrupt, observer)?;
    remove_drafts(&folder);
    let repository = folder.join("maven");
    let mut maven = None;
    for package in &wanted {
        if package.is_whole()? {
            observer(Fetching::AlreadyThere(package.title));
            continue;
        }
        let maven = match &maven {
            Some(maven) => maven,
            None => maven.insert(Maven::find(&repository, interrupt)?),
        };
        maven.fetch(package, observer)?;
    }
    // What Maven keeps for itself is a second copy of all this.
    let _ = std::fs::remove_dir_all(&repository);
    Ok(folder)
}

/// One fetches at a time.
fn lock(folder: &Path, interrupt: &AtomicBool, observer: &mut dyn FnMut(Fetching)) -> Result<File, AndroidError> {
    let path = folder.join("lock");
    std::fs::create_dir_all(folder).map_err(unwritable(&path))?;
    let lock = File::create(&path).map_err(unwritable(&path))?;
    let mut is_told = false;
    loop {
        match lock.try_lock() {
            Ok(()) => return Ok(lock),
            Err(TryLockError::Error(error)) => return Err(unwritable(&path)(error).into()),
            Err(TryLockError::WouldBlock) if interrupt.load(Ordering::Relaxed) => {
                return Err(AndroidError::Interrupted);
            }
            Err(TryLockError::WouldBlock) => std::thread::sleep(PAUSE),
        }
        if !std::mem::replace(&mut is_told, true) {
            observer(Fetching::Waiting);
        }
    }
}

/// Removes what a set-up has left that was ended without a word. As one fetches at a time, nobody works at it any more.
fn remove_drafts(folder: &Path) {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    for draft in entries.filter(|path| cache::is_draft(path)) {
        let _ = std::fs::remove_dir_all(draft);
    }
}

/// The Maven on PATH.
fn find_maven() -> Result<PathBuf, AndroidError> {
    let path = variable("PATH");
    let name = if cfg!(windows) { "mvn.cmd" } else { "mvn" };
    let mut places = path.iter().flat_map(std::env::split_paths).map(|folder| folder.join(name));
    places.find(|file| file.is_file()).ok_or(AndroidError::NoMaven)
}

struct Maven<'a> {
    program: PathBuf,
    jdk: Jdk,
    repository: &'a Path,
    interrupt: &'a AtomicBool,
}

impl<'a> Maven<'a> {
    fn find(repository: &'a Path, interrupt: &'a AtomicBool) -> Result<Self, AndroidError> {
        let jdk = Jdk::find(super::OLDEST_JAVA)?;
        Ok(Self { program: find_maven()?, jdk, repository, interrupt })
    }

    fn fetch(&self, package: &Package, observer: &mut dyn FnMut(Fetching)) -> Result<(), AndroidError> {
        let main = package.files().next().unwrap_or_default();
        if let Some(half) = package.place()? {
            // Somebody has removed a part of it.
            std::fs::remove_dir_all(&half).map_err(unwritable(&half))?;
        }
        let folder = kept(package.folder, &main, |draft| {
            self.copy(package, draft, observer)?;
            self.unpack_libraries(draft)?;
            self.check(package, draft)
        })?;
        observer(Fetching::Fetched { title: package.title, bytes: size_of(&folder) });
        Ok(())
    }

    /// Maven may be content with less than was asked for.
    fn check(&self, package: &Package, folder: &Path) -> Result<(), AndroidError> {
        match package.files().find(|file| !folder.join(file).is_file()) {
            None => Ok(()),
            Some(file) => Err(AndroidError::MavenFailed { log: self.log(), said: format!("it did not fetch {file}") }),
        }
    }

    /// Where all that Maven says is written.
    fn log(&self) -> PathBuf {
        self.repository.with_extension("log")
    }

    /// Lets Maven put the jars of a package into a folder.
    fn copy(&self, package: &Package, folder: &Path, observer: &mut dyn FnMut(Fetching)) -> Result<(), AndroidError> {
        let log = self.log();
        let mut command = self.command(package, folder)?;
        let broken = |error| AndroidError::MavenFailed { log: log.clone(), said: format!("{error}") };
        let mut child = reaper::spawn(&mut command).map_err(broken)?;
        let ended = self.watch(&mut child, package, observer);
        reaper::forget(child.id());
        if ended?.success() {
            return Ok(());
        }
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        match is_full(&text) {
            true => Err(unwritable(folder)(io::ErrorKind::StorageFull.into()).into()),
            false => Err(AndroidError::MavenFailed { said: said(&text), log }),
        }
    }

    /// What starts Maven.
    fn command(&self, package: &Package, folder: &Path) -> Result<Command, AndroidError> {
        let (log, pom) = (self.log(), self.repository.with_extension("xml"));
        std::fs::write(&pom, package.pom()).map_err(unwritable(&pom))?;
        let output = File::create(&log).map_err(unwritable(&log))?;
        let errors = output.try_clone().map_err(unwritable(&log))?;
        let mut command = Command::new(&self.program);
        command.args(["-B", "-ntp", "-f"]).arg(&pom).arg(COPY).arg("-DincludeScope=runtime");
        command.arg(format!("-Dmaven.repo.local={}", self.repository.display()));
        command.arg(format!("-DoutputDirectory={}", folder.display()));
        command.stdin(Stdio::null()).stdout(output).stderr(errors);
        Ok(command)
    }

    /// Waits until Maven has ended, and tells how much has come.
    fn watch(
        &self,
        child: &mut Child,
        package: &Package,
        observer: &mut dyn FnMut(Fetching),
    ) -> Result<ExitStatus, AndroidError> {
        let before = size_of(self.repository);
        loop {
            if let Some(status) = child.try_wait().map_err(unwritable(self.repository))? {
                return Ok(status);
            }
            if self.interrupt.load(Ordering::Relaxed) {
                let _ = end_command(child);
                return Err(AndroidError::Interrupted);
            }
            let bytes = size_of(self.repository).saturating_sub(before);
            observer(Fetching::Coming { title: package.title, bytes, about: package.megabytes * 1_000_000 });
            std::thread::sleep(PAUSE);
        }
    }

    /// A library for Android is an archive with a jar in it.
    fn unpack_libraries(&self, folder: &Path) -> Result<(), AndroidError> {
        let entries = std::fs::read_dir(folder).map_err(unwritable(folder))?.flatten();
        let is_library = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "aar");
        for library in entries.map(|entry| entry.path()).filter(is_library) {
            let mut unpack = Command::new(self.jdk.tool("jar")?);
            unpack.args(["--extract", "--file"]).arg(&library).arg("classes.jar").current_dir(folder);
            run(&mut unpack, folder)?.map_err(|said| AndroidError::MavenFailed { log: library.clone(), said })?;
            std::fs::rename(folder.join("classes.jar"), library.with_extension("jar")).map_err(unwritable(folder))?;
            std::fs::remove_file(&library).map_err(unwritable(folder))?;
        }
        Ok(())
    }
}

/// The first lines of what Maven calls errors.
fn said(text: &str) -> String {
    let errors: Vec<&str> = text.lines().filter(|line| line.starts_with("[ERROR]")).take(3).collect();
    if errors.is_empty() { text.lines().last().unwrap_or("it says nothing").to_owned() } else { errors.join("\n") }
}

/// How many bytes are in all files of a folder. Files come and go meanwhile.
fn size_of(folder: &Path) -> u64 {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let size = |entry: std::fs::DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => size_of(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.map(size).sum()
}
