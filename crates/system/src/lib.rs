//! What typestar can ask: simulated machines and register automata, components in the same process, processes that speak
//! the adapter protocol, classes on a virtual machine. [`open`] opens what a case names, and [`learn()`] learns it.

mod android;
mod cache;
mod closed;
mod connection;
mod group;
mod java;
mod learn;
mod open;
mod process;
mod reaper;
mod simulated;
mod simulated_automaton;
mod subject;
mod troubles;
mod wording;

pub use android::{AndroidError, Fetching, fetch_android};
pub use cache::CacheError;
pub use closed::Closed;
pub use connection::end_adapters;
pub use group::{end_command, own_group};
pub use java::JavaError;
pub use learn::{Audience, LearnError, LearnOptions, learn};
pub use open::{OpenError, OpenOptions, Opened, open};
pub use process::{Process, ProcessOptions};
pub use reaper::{reap, reap_adapters_with};
pub use simulated::Simulated;
pub use simulated_automaton::SimulatedAutomaton;
pub use subject::Subject;
