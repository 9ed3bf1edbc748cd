//! The small form of a learned automaton: what its guards, registers and transitions say twice is said once.
//!
//! Learners only ever refine guards, and keep each value that a decision tree has named. So a learned automaton may tell
//! apart what makes no difference in the end, and keep two values of which one follows from the other:
//!
//! ```text
//!   l3 (x1, x2)                                      l3 (x1)
//!     ack(p) [p = x1]              x1 := x2 → l1       ack(p) [p = x1 - 1]   → l1
//!     ack(p) [p = x2]                       → l2       ack(p) [p != x1 - 1]  → l2
//!     ack(p) [p != x1 and p != x2]          → l2
//! ```
//!
//! Four steps are repeated until nothing changes. Each of them makes the automaton smaller, and none changes what it
//! answers:
//!
//! - what nothing reads is dropped ([`canonical`](super::canonical), by liveness);
//! - a register that always differs from another one by the same number is read from that one (`relations.rs`,
//!   `follow.rs`);
//! - two transitions that do the same become one, where one guard without *or* says both (`merge.rs`, `facts.rs`);
//! - registers that are never needed at the same time share a place (`allot.rs`).
//!
//! This is not minimisation: locations that behave the same stay apart.

mod allot;
mod facts;
mod follow;
mod merge;
mod relations;

use super::{RegisterAutomaton, canonical};

/// The canonical form of an automaton, with fewer transitions and registers where that is the same automaton.
///
/// The answers stay the same for all words whose sums are numbers: where `x1 + 1` is too large to be one, `p = x1 + 1` and
/// `p != x1 + 1` are both false, and the one guard that replaces them may be true.
///
/// ```
/// use typestar_model::register::{canonical, families::priority_queue, small};
/// let queue = priority_queue(2);
/// assert_eq!(small(&queue), canonical(&queue), "nothing is said twice");
/// ```
pub fn small(automaton: &RegisterAutomaton) -> RegisterAutomaton {
    let mut known = canonical(automaton);
    loop {
        let merged = merge::merged(&follow::followed(&known));
        let next = canonical(&allot::allotted(&canonical(&merged)));
        if next == known {
            return known;
        }
        known = next;
    }
}
