//! Files that have another name until they are complete.

use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// A file in the making. Nobody takes a part for the whole: whatever ends the command, the file has its name only when it
/// is complete, and the one that had the name before stays until then.
pub struct Draft {
    path: PathBuf,
    draft: PathBuf,
}

impl Draft {
    /// Begins a file beside the one that it will be.
    pub fn create(path: &Path) -> io::Result<(Self, File)> {
        let name = path.file_name().ok_or_else(|| io::Error::other("it has no name"))?;
        let draft = path.with_file_name(format!("{}.new", name.to_string_lossy()));
        let file = File::create(&draft)?;
        Ok((Self { path: path.to_owned(), draft }, file))
    }

    /// Gives the file its name, after all of it was written.
    pub fn complete(&self) -> io::Result<()> {
        std::fs::rename(&self.draft, &self.path)
    }
}

impl Drop for Draft {
    /// Half a file helps nobody. After a file is completed, its draft is gone.
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.draft);
    }
}
