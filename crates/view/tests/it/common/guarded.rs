//! Guarded models of two classes of the JDK, and one with several states.

use typestar_model::guarded::{GuardedModel, read_guarded_json};

/// `java.util.Stack`, with a call on each side of the border.
pub fn stack() -> GuardedModel {
    read(include_str!("../../models/stack.json"))
}

/// `java.io.PipedOutputStream` with its surprises.
pub fn pipe() -> GuardedModel {
    read(include_str!("../../models/pipe.json"))
}

/// Something with three states, of which not all is certain.
pub fn player() -> GuardedModel {
    read(include_str!("../../models/player.json"))
}

/// A queue for two, with the outcomes of its calls.
pub fn queue() -> GuardedModel {
    read(include_str!("../../models/queue.json"))
}

fn read(text: &str) -> GuardedModel {
    read_guarded_json(text).expect("a model that makes sense")
}
