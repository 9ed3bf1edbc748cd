//! How typestar talks to what it learns: messages, settings, and a host for components in Rust.
//!
//! This crate needs `typestar-model` only, so that an adapter in Rust compiles little. Implement [`Component`] and call
//! [`serve`].

mod clock;
mod course;
mod host;
mod message;
mod plan;
mod returned;
mod returns;
mod serve;
mod settings;
mod sink;

pub use clock::{Clock, MOST_CALLS, Scheduled, Timekeeper};
pub use host::{Component, Host};
pub use message::{
    Handshake, Integers, LONGEST_LINE, Reply, Request, Told, VERSION, read_reply, read_request, write_line,
};
pub use plan::PlanMessage;
pub use returned::{NO_REPLY, Returned, fits};
pub use returns::{LONGEST_OUTPUT, Recoverable, Returns, Shown, is_output_name, is_printable, is_reserved};
pub use serve::serve;
pub use settings::{MOST_DRAINED, Settings};
pub use sink::{Remarks, Sink};
pub use typestar_model::Value;
