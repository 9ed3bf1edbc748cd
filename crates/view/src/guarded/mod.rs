//! What people see of guarded models: which calls pass when, how often that was seen, and where the borders are.

mod content;
mod drawing;
mod english;
mod javadoc;
mod table;
mod words;

pub(crate) use content::content;
pub(crate) use drawing::drawing;
pub(crate) use javadoc::javadoc;
pub(crate) use table::text_of_first;
