//! What the tests of several crates share. It is a dependency of tests alone, and of the measurements.

mod counts;
mod files;
mod needs;
mod register_teacher;
#[cfg(feature = "systems")]
mod systems;
mod teacher;

pub use counts::{cases, seeds, share};
pub use files::{dot_files, files_ending, load, models, repository, zoo, zoo_names};
pub use needs::{has, skip};
pub use register_teacher::RegisterTeacher;
#[cfg(feature = "systems")]
pub use systems::{Execution, Slowing, Talking, WordClock, plan, run, run_until};
pub use teacher::Teacher;
