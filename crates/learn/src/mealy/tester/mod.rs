//! Testers of machines, and the suites of words behind them.
//!
//! Two families. Testers with a *promise* try a set of words that is complete under an assumption: at
//! most N states (`state_bound`), at most k extra states (`auto`, `streamed`) , or states that differ
//! within K inputs (`distinguisher_bound`). Testers without one look where something is likely to be
//! found.
//!
//! ```text
//!   word of a suite  =  access word     ·  middle            ·  identifier
//!                       to a state         at most k+1 inputs    of the state reached
//! ```
//!
//! All of them skip what the observation tree knows, and count what they skip.

mod auto;
mod certified;
mod distinguisher_bound;
mod exact;
mod joined;
mod state_bound;
mod streamed;
mod suite;

pub use auto::Auto;
pub use distinguisher_bound::DistinguisherBound;
pub use exact::Exact;
pub use joined::Joined;
pub use state_bound::StateBound;
pub use streamed::Streamed;
pub use suite::{Identifiers, Suite, SuiteKind, suite};
