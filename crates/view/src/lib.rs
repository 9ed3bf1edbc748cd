//! What people look at: the terminal summary, drawings and the report page.
//!
//! A [`Drawing`] is what is drawn of a model, without places; machines, register automata and guarded models become one. [`svg`] gives it places and writes it; [`text`] writes the
//! same for terminals; [`report`] is the page about a whole run. Everything is deterministic: the same model gives the same bytes.

mod font;
mod geometry;
mod graphviz;
mod guarded;
mod html;
mod layout;
mod machine;
mod markup;
mod merge;
mod register;
mod svg;
mod text;

pub use geometry::{Align, Arrow, Geometry, Labelled, Rect};
pub use graphviz::svg_with_graphviz;
pub use guarded::{guarded_page, guarded_text, guarded_text_of_first, javadoc};
pub use machine::{Form, model_page, report};
pub use markup::{escape, rearranges};
pub use merge::{Drawing, DrawnState, Edge, Entry, Label, Line, Voice};
pub use register::{registers_page, registers_text, registers_text_of_first};
pub use svg::{DRAWABLE_STATES, svg};
pub use text::{duration, origins_text, summary_text, text, text_of_first};
