//! Compiling: the host, once for each Java, and the sources of a case, once for each content.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use typestar_query::{JavaSpec, digest};

use super::cache::{kept, unwritable};
use super::identity::{content, contents_of};
use super::jdk::Jdk;
use super::sources::{MANIFEST, SOURCES};
use super::{JavaError, joined};

/// The name of the host in its folder.
const JAR: &str = "typestar-host.jar";

/// What stands for the host: when it changes, the host is another one.
pub(super) fn host_digest() -> String {
    let texts = SOURCES.iter().flat_map(|(name, text)| [*name, *text]).chain([MANIFEST]);
    key(texts.map(str::as_bytes))
}

/// The host as a jar. It is compiled when it is needed for the first time.
pub(super) fn host(jdk: &Jdk) -> Result<PathBuf, JavaError> {
    let name = key([host_digest().as_bytes(), jdk.version.as_bytes()]);
    let folder = kept(&format!("java-host/{name}"), JAR, |draft| make_host(jdk, draft))?;
    Ok(folder.join(JAR))
}

fn make_host(jdk: &Jdk, folder: &Path) -> Result<(), JavaError> {
    let (sources, classes) = (folder.join("src"), folder.join("classes"));
    let manifest = sources.join("manifest");
    std::fs::create_dir(&sources).map_err(unwritable(folder))?;
    let mut files = Vec::new();
    for (name, text) in SOURCES {
        let file = sources.join(name);
        std::fs::write(&file, text).map_err(unwritable(folder))?;
        files.push(file);
    }
    std::fs::write(&manifest, MANIFEST).map_err(unwritable(folder))?;
    // Texts are put together without the machinery that Java builds when a program starts: that takes a tenth of the time.
    let mut compiler = Command::new(jdk.tool("javac")?);
    compiler.args(["--release", "11", "-encoding", "UTF-8", "-nowarn", "-XDstringConcat=inline", "-d"]);
    run(compiler.arg(&classes).args(&files), folder)?.map_err(host_not_made(&compiler))?;
    let mut packer = Command::new(jdk.tool("jar")?);
    packer.arg("--create").arg("--file").arg(folder.join(JAR)).arg("--manifest").arg(&manifest);
    run(packer.arg("-C").arg(&classes).arg("."), folder)?.map_err(host_not_made(&packer))?;
    for rest in [sources, classes] {
        std::fs::remove_dir_all(rest).map_err(unwritable(folder))?;
    }
    Ok(())
}

fn host_not_made(command: &Command) -> impl FnOnce(String) -> JavaError {
    let tool = PathBuf::from(command.get_program());
    move |messages| JavaError::HostNotMade { tool, messages }
}

/// The folder with the compiled sources of a case; none if it has no sources.
pub(super) fn sources(java: &JavaSpec, jdk: &Jdk, host: &Path) -> Result<Option<PathBuf>, JavaError> {
    if java.sources.is_empty() {
        return Ok(None);
    }
    let mut known = vec![host_digest(), jdk.version.clone()];
    for file in &java.sources {
        known.push(file.file_name().unwrap_or_default().to_string_lossy().into_owned());
        known.push(content(file)?);
    }
    for place in &java.classpath {
        known.push(contents_of(place)?);
    }
    let name = key(known.iter().map(String::as_bytes));
    let classes = |folder: &Path| {
        let mut compiler = Command::new(jdk.tool("javac")?);
        let places = std::iter::once(host.to_owned()).chain(java.classpath.iter().cloned());
        compiler.args(["-encoding", "UTF-8", "-g", "-nowarn", "-cp", &joined(places), "-d"]);
        run(compiler.arg(folder).args(&java.sources), folder)?.map_err(JavaError::WrongSources)
    };
    kept(&format!("java-classes/{name}"), "", classes).map(Some)
}

/// What the tools of Java say of a disk that is full.
const FULL: [&str; 2] = ["No space left on device", "not enough space on the disk"];

/// Runs a tool that writes into this folder to its end; what it said if that is not a good one.
fn run(command: &mut Command, folder: &Path) -> Result<Result<(), String>, JavaError> {
    let output = command.output();
    let broken = |error: io::Error| JavaError::Broken { java: command.get_program().into(), why: error.to_string() };
    let output = output.map_err(broken)?;
    if output.status.success() {
        return Ok(Ok(()));
    }
    let said = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text).into_owned()).concat();
    match FULL.iter().any(|full| said.contains(full)) {
        true => Err(unwritable(folder)(io::ErrorKind::StorageFull.into())),
        false => Ok(Err(said.trim_end().to_owned())),
    }
}

/// A short text that is another one if one of the parts is.
fn key<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let digests: Vec<String> = parts.into_iter().map(digest).collect();
    let whole = digest(digests.join("\n").as_bytes());
    whole.rsplit(' ').next().unwrap_or_default().to_owned()
}
