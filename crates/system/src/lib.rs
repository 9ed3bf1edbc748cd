//! What typestar can ask: simulated machines and register automata, components in the same process, processes that speak
//! the adapter protocol, classes on a virtual machine.

mod android;
mod cache;
mod closed;
mod connection;
mod group;
mod guard;
mod java;
mod process;
mod simulated;
mod simulated_automaton;
mod troubles;
mod wording;

pub use android::{AndroidError, Fetching, fetch_android};
pub use cache::CacheError;
pub use closed::Closed;
pub use connection::end_adapters;
pub use group::{end_command, own_group};
pub use guard::{guard, guard_adapters_with};
pub use java::JavaError;
pub use process::{Handshake, Process, ProcessOptions};
pub use simulated::Simulated;
pub use simulated_automaton::SimulatedAutomaton;
