//! Android classes as systems, through the command: what it finds, what it says, and that no virtual machine is left.

#![cfg(unix)]

mod common;

use common::{Desk, android_desk};

/// A case of a timer, as `init` writes it.
fn timer() -> Option<Desk> {
    let desk = android_desk(34)?;
    desk.run(&["init", "--lang", "android"]).exits(0);
    Some(desk)
}

#[test]
fn trial() {
    let Some(desk) = timer() else { return };
    desk.run(&["try", "timer.toml", "start wait"]).exits(0).prints(&["onTick"]);
}
