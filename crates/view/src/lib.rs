//! What people look at: the terminal summary, drawings and the report page.
//!
//! A model of any kind becomes a [`Drawing`], which has no places yet and which [`svg`] writes; [`text`] is the same for
//! terminals, and [`page`] the page about a model and its run. Everything is deterministic: the same model gives the same
//! bytes.

mod font;
mod geometry;
mod graphviz;
mod guarded;
mod html;
mod layout;
mod machine;
mod markup;
mod merge;
mod model;
mod register;
mod svg;
mod text;

pub use geometry::{Align, Arrow, Geometry, Labelled, Rect};
pub use graphviz::svg_with_graphviz;
pub use markup::{escape, rearranges};
pub use merge::{Drawing, DrawnState, Edge, Entry, Label, Line, Voice};
pub use model::{drawing, javadoc, page, text, text_of_first};
pub use svg::{DRAWABLE_STATES, svg};
pub use text::{LONGEST_TOLD, duration, summary_text};
