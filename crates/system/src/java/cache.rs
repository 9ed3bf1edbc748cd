//! The folder in which compiled classes are kept from run to run.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{JavaError, variable};

/// Numbers the drafts of this process.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

/// What is kept under this name, which says everything that it depends on. If it is not there, or `main` is missing in it,
/// it is made in a folder that gets its name when it is complete: nobody sees a half, whoever else makes the same meanwhile.
pub(super) fn kept(
    name: &str,
    main: &str,
    make: impl FnOnce(&Path) -> Result<(), JavaError>,
) -> Result<PathBuf, JavaError> {
    let folder = root().ok_or(JavaError::NoCache)?.join(name);
    let is_whole = || folder.join(main).exists();
    if is_whole() {
        return Ok(folder);
    }
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    let draft = Draft(folder.with_extension(format!("{}-{number}.new", std::process::id())));
    std::fs::create_dir_all(&draft.0).map_err(unwritable(&draft.0))?;
    make(&draft.0)?;
    if !is_whole() {
        // Somebody has cleaned up, but not all of it.
        let _ = std::fs::remove_dir_all(&folder);
    }
    match std::fs::rename(&draft.0, &folder) {
        // Somebody else was faster, with the same result.
        Err(_) if is_whole() => Ok(folder),
        Err(error) => Err(unwritable(&folder)(error)),
        Ok(()) => Ok(folder),
    }
}

/// What becomes of an error when something is written in the cache.
pub(super) fn unwritable(path: &Path) -> impl Fn(io::Error) -> JavaError {
    let folder = path.parent().unwrap_or(path).to_owned();
    move |error| JavaError::Unwritable { folder: folder.clone(), error }
}

/// A folder in the making, which is removed unless it was given its name.
struct Draft(PathBuf);

impl Drop for Draft {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// The user's cache: TYPESTAR_CACHE, or a folder where the system keeps such things.
fn root() -> Option<PathBuf> {
    let folder = |name: &str| variable(name).map(PathBuf::from);
    let system = || match cfg!(windows) {
        true => folder("LOCALAPPDATA"),
        false => folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache"))),
    };
    let own = folder("TYPESTAR_CACHE").or_else(|| Some(system()?.join("typestar")))?;
    std::path::absolute(own).ok()
}
