//! What tests of Android classes share: the framework that the user has fetched, in a cache of their own.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::{Desk, skip};

/// Where tests keep what they compile. The framework is a link there: it is large, and nobody writes to it.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/android-cache");

/// The oldest Java that the framework runs on.
const OLDEST_JAVA: &str = "17";

/// Numbers the links of this process.
static LINKS: AtomicU32 = AtomicU32::new(0);

/// A folder whose commands find the framework of this API level and never write to the cache of the user; none, and what
/// is skipped is said, where the framework or a JDK for it is missing.
pub fn android_desk(api: u32) -> Option<Desk> {
    android_cache(api).map(|cache| Desk::new().with("TYPESTAR_CACHE", cache))
}

/// The cache of such a folder.
pub fn android_cache(api: u32) -> Option<&'static str> {
    if !*HAS_JDK {
        skip(&format!("needs a JDK of Java {OLDEST_JAVA} or later, which is not on PATH"));
        return None;
    }
    let fetched = user_cache().map(|cache| cache.join("android")).filter(|folder| is_whole(folder, api));
    let Some(fetched) = fetched else {
        skip("needs the Android framework: `typestar setup android --api 23 --api 28 --api 34` fetches it");
        return None;
    };
    link(&fetched);
    Some(CACHE)
}

/// The user's own cache.
fn user_cache() -> Option<PathBuf> {
    let folder = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let system = || folder("XDG_CACHE_HOME").or_else(|| Some(folder("HOME")?.join(".cache")));
    folder("TYPESTAR_CACHE").or_else(|| Some(system()?.join("typestar")))?.canonicalize().ok()
}

/// Whether all is there that a run needs. Versions are part of the names, so that we look at how these begin.
fn is_whole(folder: &Path, api: u32) -> bool {
    let names: Vec<String> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| !name.ends_with(".new"))
        .collect();
    let has = |start: &str| names.iter().any(|name| name.starts_with(start));
    ["robolectric-", "android-all-", "libraries-", &format!("framework-{api}")].into_iter().all(has)
}

/// Whether there is a JDK for the framework.
static HAS_JDK: LazyLock<bool> = LazyLock::new(|| {
    let mut compiler = Command::new("javac");
    compiler.args(["--release", OLDEST_JAVA, "--version"]).stdin(Stdio::null());
    compiler.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
});

/// Makes the link in the cache, which always points to somewhere, whoever else makes it meanwhile.
fn link(fetched: &Path) {
    std::fs::create_dir_all(CACHE).expect("a folder for tests");
    let number = LINKS.fetch_add(1, Ordering::Relaxed);
    let draft = Path::new(CACHE).join(format!("android.{}-{number}.new", std::process::id()));
    std::os::unix::fs::symlink(fetched, &draft).expect("a link in a folder for tests");
    std::fs::rename(&draft, Path::new(CACHE).join("android")).expect("a link in a folder for tests");
}
