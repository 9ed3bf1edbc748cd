//! What people look at: the terminal summary, drawings and the report page.
//!
//! A [`Drawing`] is what is drawn of a machine, without places. [`svg`] gives it places and writes it; [`text`] writes the
//! same for terminals; [`report`] is the page about a whole run. Everything is deterministic: the same model gives the same bytes.

mod font;
mod geometry;
mod graphviz;
mod html;
mod layout;
mod markup;
mod merge;
mod svg;
mod text;

pub use geometry::{Align, Arrow, Geometry, Labelled, Rect};
pub use graphviz::svg_with_graphviz;
pub use html::report;
pub use markup::{escape, rearranges};
pub use merge::{Drawing, DrawnState, Edge, Entry, Form, Label, Line, Voice};
pub use svg::{DRAWABLE_STATES, svg};
pub use text::{duration, summary_text, text, text_of_first};
