//! What people see of guarded models: which calls succeed when, how often that was seen, and where the borders are.

mod content;
mod drawing;
mod english;
mod javadoc;
mod table;
mod words;

pub use content::guarded_page;
pub use javadoc::javadoc;
pub use table::{guarded_text, guarded_text_of_first};
