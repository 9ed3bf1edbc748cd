//! The second toy of the transcripts in Rust; hosts/transcripts/README.md describes it.

use std::time::Duration;

use serde_json::json;
use typestar_protocol::{Clock, Component, Returned, Sink};

const INPUTS: [&str; 29] = [
    "add",
    "yes",
    "no",
    "nothing",
    "small",
    "large",
    "fraction",
    "empty",
    "text",
    "word",
    "marks",
    "forty",
    "long",
    "list",
    "object",
    "thing",
    "shop",
    "color",
    "self",
    "named",
    "reserved",
    "unnamed",
    "overlong",
    "invisible",
    "bang",
    "strange",
    "untold",
    "beyond",
    "silent",
];

/// Counts, and refuses to count further than two.
#[derive(Default)]
pub struct Values {
    count: u32,
}

impl Values {
    fn add(&mut self) -> Result<Returned, String> {
        if self.count == 2 {
            return Err("IllegalState: full: 2".into());
        }
        self.count += 1;
        Ok(self.count.into())
    }
}

impl Component for Values {
    fn inputs(&self) -> Vec<String> {
        INPUTS.map(String::from).to_vec()
    }

    fn outputs(&self) -> Option<Vec<String>> {
        Some(Vec::new())
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn reset(&mut self, _sink: Sink) -> Result<(), String> {
        *self = Self::default();
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        Ok(match input {
            "add" => self.add()?,
            "yes" => true.into(),
            "no" => false.into(),
            "small" => (-999_999).into(),
            "large" => 1_000_000.into(),
            "fraction" => json!(0.5).into(),
            "empty" => "".into(),
            "text" => "low battery".into(),
            "word" => "error".into(),
            "marks" => "a\"b\\c\n\x7f\u{200e}\u{e0001}é☕".into(),
            "forty" => "x".repeat(38).into(),
            "long" => "x".repeat(39).into(),
            "list" => json!([1, 2]).into(),
            "object" => json!({ "code": 5 }).into(),
            "thing" => Returned::Object("Thing".into()),
            "shop" => Returned::Object("ok".into()),
            "self" => Returned::Object("Values".into()),
            "named" => Returned::output("CONNACK 0"),
            "reserved" => Returned::output("hang"),
            "unnamed" => Returned::output(""),
            "overlong" => Returned::output(&"x".repeat(41)),
            "invisible" => Returned::output("a\u{200e}b"),
            "bang" => return Err("IllegalState: bang".into()),
            "strange" => return Err("error: bad data".into()),
            "untold" => return Err("Untold".into()),
            "beyond" => u64::MAX.into(),
            "silent" => Returned::NoReply(Duration::from_millis(50)),
            _ => Returned::NOTHING,
        })
    }
}
