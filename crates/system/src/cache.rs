//! The folder in which what was compiled or fetched is kept from run to run.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Why nothing can be kept.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// Nobody says where.
    #[error("there is no cache folder: name one in TYPESTAR_CACHE")]
    Nowhere,
    /// It cannot be written.
    #[error(
        "cannot write to the cache folder {}: {error}; free some space, make it writable, or name another folder in \
         TYPESTAR_CACHE",
        folder.display()
    )]
    Unwritable {
        /// The folder.
        folder: PathBuf,
        /// Why.
        error: io::Error,
    },
}

/// How the name of a draft ends.
const DRAFT: &str = "new";

/// Numbers the drafts of this process.
static DRAFTS: AtomicU64 = AtomicU64::new(0);

/// Where the thing of this name is kept.
pub(crate) fn place(name: &str) -> Result<PathBuf, CacheError> {
    Ok(root().ok_or(CacheError::Nowhere)?.join(name))
}

/// What is kept under this name, which says everything that it depends on. If it is not there, or `main` is missing in it,
/// it is made in a folder that gets its name when it is complete: nobody sees a half, whoever else makes the same meanwhile.
pub(crate) fn kept<E: From<CacheError>>(
    name: &str,
    main: &str,
    make: impl FnOnce(&Path) -> Result<(), E>,
) -> Result<PathBuf, E> {
    let folder = place(name)?;
    let is_whole = || folder.join(main).exists();
    if is_whole() {
        return Ok(folder);
    }
    let number = DRAFTS.fetch_add(1, Ordering::Relaxed);
    let mut draft = folder.clone().into_os_string();
    draft.push(format!(".{}-{number}.{DRAFT}", std::process::id()));
    let draft = Draft(draft.into());
    std::fs::create_dir_all(&draft.0).map_err(unwritable(&draft.0))?;
    make(&draft.0)?;
    if !is_whole() {
        // Somebody has cleaned up, but not all of it.
        let _ = std::fs::remove_dir_all(&folder);
    }
    match std::fs::rename(&draft.0, &folder) {
        // Somebody else was faster, with the same result.
        Err(_) if is_whole() => Ok(folder),
        Err(error) => Err(unwritable(&folder)(error).into()),
        Ok(()) => Ok(folder),
    }
}

/// Whether this is a folder in the making.
pub(crate) fn is_draft(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == DRAFT)
}

/// What becomes of an error when something is written in the cache.
pub(crate) fn unwritable(path: &Path) -> impl Fn(io::Error) -> CacheError {
    let folder = path.parent().unwrap_or(path).to_owned();
    move |error| CacheError::Unwritable { folder: folder.clone(), error }
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

/// A variable of the environment that says something.
pub(crate) fn variable(name: &str) -> Option<OsString> {
    std::env::var_os(name).filter(|value| !value.is_empty())
}
