//! What typestar can ask: simulated machines, components in the same process, processes that speak the adapter
//! protocol.

mod closure;
mod connection;
mod group;
mod guard;
mod process;
pub mod protocol;
mod returned;
mod serve;
mod settings;
mod simulated;
mod sink;
mod troubles;
mod way;
mod wording;

pub use closure::{Closed, Component};
pub use connection::end_adapters;
pub use group::{end_command, own_group};
pub use guard::{guard, guard_adapters_with};
pub use process::{Handshake, Process, ProcessOptions};
pub use returned::{Returned, fits};
pub use serve::serve;
pub use settings::Settings;
pub use simulated::Simulated;
pub use sink::Sink;
