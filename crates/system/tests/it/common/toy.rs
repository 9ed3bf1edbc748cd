//! The toy component of the transcripts in Rust; hosts/transcripts/README.md describes it.

use std::time::Duration;

use typestar_protocol::{Clock, Component, Returned, Sink};

const INPUTS: [&str; 14] = [
    "nothing", "one", "two", "tick", "five", "seven", "soon", "later", "boom", "bang", "reserved", "brick", "mute",
    "stray",
];
const OUTPUTS: [&str; 7] = ["onReady", "onOne", "onTwo", "onTick", "onProblem", "onSoon", "onLater"];

#[derive(Default, PartialEq)]
enum NextReset {
    #[default]
    Works,
    Fails,
    IsMute,
}

/// Emits callbacks at once or later, and can spoil the next reset.
#[derive(Default)]
pub struct Toy {
    sink: Option<Sink>,
    next_reset: NextReset,
}

impl Toy {
    fn emit(&self, names: &[&str]) {
        let sink = self.sink.as_ref().expect("reset comes first");
        names.iter().for_each(|name| sink.emit(name));
    }

    fn problem(&self, arguments: &[(&str, serde_json::Value)]) {
        self.sink.as_ref().expect("reset comes first").emit_with("onProblem", arguments);
    }

    fn note(&self, text: &'static str) {
        let sink = self.sink.clone().expect("reset comes first");
        let clock = sink.clock().clone();
        clock.call_later(Duration::ZERO, move || sink.note(text));
    }

    fn emit_after(&self, milliseconds: u64, name: &'static str) {
        let sink = self.sink.clone().expect("reset comes first");
        let clock = sink.clock().clone();
        clock.call_later(Duration::from_millis(milliseconds), move || sink.emit(name));
    }
}

impl Component for Toy {
    fn inputs(&self) -> Vec<String> {
        INPUTS.map(String::from).to_vec()
    }

    fn outputs(&self) -> Option<Vec<String>> {
        Some(OUTPUTS.map(String::from).to_vec())
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        self.sink = Some(sink);
        match std::mem::take(&mut self.next_reset) {
            NextReset::Fails => return Err("IllegalState: bricked".into()),
            NextReset::IsMute => {}
            NextReset::Works => self.emit(&["onReady"]),
        }
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        match input {
            "one" => self.emit(&["onOne"]),
            "two" => self.emit(&["onTwo"]),
            "tick" => self.emit(&["onTick", "onTick", "onOne", "onTick"]),
            "five" => self.problem(&[("code", 5.into()), ("text", "low battery".into())]),
            "seven" => self.problem(&[("code", 7.into())]),
            "soon" => self.emit_after(5, "onSoon"),
            "later" => self.emit_after(6_000, "onLater"),
            "boom" | "bang" => return Err(format!("IllegalState: {input}")),
            "reserved" => self.emit(&["quiet"]),
            "brick" => self.next_reset = NextReset::Fails,
            "stray" => self.note("in the background: IllegalState: stray"),
            "mute" => self.next_reset = NextReset::IsMute,
            _ => {}
        }
        Ok(Returned::NOTHING)
    }
}
