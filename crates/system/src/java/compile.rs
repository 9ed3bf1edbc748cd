//! Compiling: the host, once for each Java, and the sources of a case, once for each content.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use typestar_query::digest;

use super::identity::{content, contents_of};
use super::jdk::Jdk;
use super::{JavaError, joined};
use crate::cache::{kept, unwritable};

/// The name of a host in its folder.
const JAR: &str = "typestar-host.jar";

/// A host: a program in Java that travels as source inside the command.
pub(crate) struct Host {
    /// The folder in the cache.
    pub(crate) name: &'static str,
    /// Its files, with their names.
    pub(crate) sources: Vec<(&'static str, &'static str)>,
    /// What its jar says of itself.
    pub(crate) manifest: &'static str,
    /// The jars that it is compiled with.
    pub(crate) libraries: Vec<PathBuf>,
}

impl Host {
    /// What stands for it: when it changes, the host is another one.
    pub(crate) fn digest(&self) -> String {
        let texts = self.sources.iter().flat_map(|(name, text)| [*name, *text]).chain([self.manifest]);
        key(texts.map(str::as_bytes))
    }

    /// It as a jar. It is compiled when it is needed for the first time.
    pub(crate) fn jar(&self, jdk: &Jdk) -> Result<PathBuf, JavaError> {
        let name = key([self.digest().as_bytes(), jdk.version.as_bytes()]);
        let folder = kept(&format!("{}/{name}", self.name), JAR, |draft| self.make(jdk, draft))?;
        Ok(folder.join(JAR))
    }

    fn make(&self, jdk: &Jdk, folder: &Path) -> Result<(), JavaError> {
        let (sources, classes) = (folder.join("src"), folder.join("classes"));
        let files = self.write(&sources).map_err(unwritable(folder))?;
        let manifest = sources.join("manifest");
        std::fs::write(&manifest, self.manifest).map_err(unwritable(folder))?;
        // Texts are put together without the machinery that Java builds when a program starts: that takes a tenth of the time.
        let mut compiler = Command::new(jdk.tool("javac")?);
        compiler.args(["--release", "11", "-encoding", "UTF-8", "-nowarn", "-proc:none", "-XDstringConcat=inline"]);
        compiler.args(["-cp", &joined(self.libraries.iter().cloned()), "-d"]);
        run(compiler.arg(&classes).args(&files), folder)?.map_err(host_not_made(&compiler))?;
        let mut packer = Command::new(jdk.tool("jar")?);
        packer.arg("--create").arg("--file").arg(folder.join(JAR)).arg("--manifest").arg(&manifest);
        run(packer.arg("-C").arg(&classes).arg("."), folder)?.map_err(host_not_made(&packer))?;
        for rest in [sources, classes] {
            std::fs::remove_dir_all(rest).map_err(unwritable(folder))?;
        }
        Ok(())
    }

    /// Writes the sources into a folder; their places.
    fn write(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for (name, text) in &self.sources {
            let file = folder.join(name);
            std::fs::create_dir_all(file.parent().unwrap_or(folder))?;
            std::fs::write(&file, text)?;
            files.push(file);
        }
        Ok(files)
    }
}

fn host_not_made(command: &Command) -> impl FnOnce(String) -> JavaError {
    let tool = PathBuf::from(command.get_program());
    move |messages| JavaError::HostNotMade { tool, messages }
}

/// The sources of a case.
pub(crate) struct Sources<'a> {
    /// The files.
    pub(crate) files: &'a [PathBuf],
    /// Where else classes of the user are: folders and jars.
    pub(crate) classpath: &'a [PathBuf],
    /// Jars that come with the host.
    pub(crate) libraries: &'a [PathBuf],
}

impl Sources<'_> {
    /// The folder with the compiled classes; none if there are no sources. `host_digest` stands for the host and its jars.
    pub(crate) fn compiled(&self, jdk: &Jdk, host: &Path, host_digest: &str) -> Result<Option<PathBuf>, JavaError> {
        if self.files.is_empty() {
            return Ok(None);
        }
        let name = self.key(jdk, host_digest)?;
        let classes = |folder: &Path| {
            let mut compiler = Command::new(jdk.tool("javac")?);
            let places = std::iter::once(host.to_owned()).chain(self.classpath.iter().chain(self.libraries).cloned());
            compiler.args(["-encoding", "UTF-8", "-g", "-nowarn", "-cp", &joined(places), "-d"]);
            run(compiler.arg(folder).args(self.files), folder)?.map_err(JavaError::WrongSources)
        };
        kept(&format!("java-classes/{name}"), "", classes).map(Some)
    }

    fn key(&self, jdk: &Jdk, host_digest: &str) -> Result<String, JavaError> {
        let mut known = vec![host_digest.to_owned(), jdk.version.clone()];
        for file in self.files {
            known.push(file.file_name().unwrap_or_default().to_string_lossy().into_owned());
            known.push(content(file)?);
        }
        for place in self.classpath {
            known.push(contents_of(place)?);
        }
        Ok(key(known.iter().map(String::as_bytes)))
    }
}

/// What the tools of Java say of a disk that is full.
const FULL: [&str; 2] = ["No space left on device", "not enough space on the disk"];

/// Whether a tool failed because of a full disk, by what it said.
pub(crate) fn is_full(said: &str) -> bool {
    FULL.iter().any(|full| said.contains(full))
}

/// Runs a tool that writes into this folder to its end; what it said if that is not a good one.
pub(crate) fn run(command: &mut Command, folder: &Path) -> Result<Result<(), String>, JavaError> {
    let output = command.output();
    let broken = |error: io::Error| JavaError::Broken { java: command.get_program().into(), why: error.to_string() };
    let output = output.map_err(broken)?;
    if output.status.success() {
        return Ok(Ok(()));
    }
    let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat();
    match is_full(&said) {
        true => Err(unwritable(folder)(io::ErrorKind::StorageFull.into()).into()),
        false => Ok(Err(said.trim_end().to_owned())),
    }
}

/// A short text that is another one if one of the parts is.
fn key<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let digests: Vec<String> = parts.into_iter().map(digest).collect();
    let whole = digest(digests.join("\n").as_bytes());
    whole.rsplit(' ').next().unwrap_or_default().to_owned()
}
