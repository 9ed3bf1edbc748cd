//! The adapter protocol, version 3: JSON lines on standard input and output.
//!
//! `docs/reference/adapter-protocol.md` specifies it; these types are that page in Rust.

use std::fmt;

use serde::de::{SeqAccess, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer, Serialize};
use typestar_model::guarded::{LeftOut, OfferedMethod};
use typestar_model::{LateCallback, Step, number_fault};

use crate::{Clock, PlanMessage, Settings};

/// The version of the protocol that this typestar speaks.
pub const VERSION: u32 = 3;

/// No line of an adapter may be longer than this many bytes.
pub const LONGEST_LINE: usize = 1 << 24;

/// What typestar sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(clippy::large_enum_variant, reason = "a process gets one greeting")]
pub enum Request {
    /// The greeting, sent once.
    Hello {
        /// The version of the protocol.
        protocol: u32,
        /// The version of typestar.
        #[serde(default)]
        typestar: String,
        /// Whether each step is wanted as soon as it is known.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        steps: bool,
        /// Whether steps may be sent a little later, several at once. Those that a process had not sent when it was ended
        /// by force are lost then.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        lazy: bool,
        /// Whether a call that does not return may be left behind: the adapter answers `hang` itself and goes on.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        leave: bool,
        /// How to wait for callbacks and what becomes of them.
        #[serde(default)]
        settings: Settings,
        /// What the process before it told to be remembered, as it told it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memo: Option<serde_json::Value>,
    },
    /// Plans to run, each from a fresh start.
    Run {
        /// Numbers the requests; answers repeat it.
        id: u64,
        /// The plans, in order.
        plans: Vec<PlanMessage>,
    },
}

/// What an adapter sends.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Reply {
    /// The answer to the greeting.
    Ready(Handshake),
    /// The adapter gives up.
    Fatal {
        /// Why.
        message: String,
    },
    /// One step of a plan, before its answer.
    Step {
        /// The request.
        id: u64,
        /// The plan, by its position in the request.
        index: usize,
        /// What was given and what came back.
        step: Step,
    },
    /// What one plan gave.
    Answer {
        /// The request.
        id: u64,
        /// The plan, by its position in the request.
        index: usize,
        /// What was given and what came back, or how much of it was told before.
        steps: Told,
        /// Callbacks that came too late, of this word or an earlier one.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        late: Vec<LateCallback>,
        /// What went wrong beside the calls, such as exceptions in threads of the component's own.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        notes: Vec<String>,
        /// Whether this process answers nothing more: another one is to be started.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        last: bool,
        /// What the next process is to be told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memo: Option<serde_json::Value>,
    },
    /// The adapter could not run one plan.
    Failed {
        /// The request.
        id: u64,
        /// The plan, by its position in the request.
        index: usize,
        /// Why. Its beginning says where it went wrong: `reset: `, `call: ` (a callin that did not return: it hangs),
        /// `emit: `, `output: `.
        message: String,
        /// What the next process is to be told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        memo: Option<serde_json::Value>,
    },
}

/// What an adapter says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Handshake {
    /// The version of the protocol.
    pub protocol: u32,
    /// The name of the adapter.
    #[serde(default)]
    pub name: String,
    /// The version of the adapter.
    #[serde(default)]
    pub version: String,
    /// The callins, without `wait`.
    pub inputs: Vec<String>,
    /// The callbacks; none if the adapter does not know them.
    #[serde(default)]
    pub outputs: Option<Vec<String>>,
    /// Whether it sends each step as soon as it is known.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub steps: bool,
    /// In whose time the component lives.
    #[serde(default, skip_serializing_if = "Clock::is_real")]
    pub clock: Clock,
    /// Whether each call is drained, as the settings want it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub drains: bool,
    /// Whether it rests after the callins that the settings name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub settles: bool,
    /// The methods behind the callins, in their order, where the adapter knows what their parameters take.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub methods: Vec<OfferedMethod>,
    /// Methods that are no callins: nobody can make their parameters, or is meant to call them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<LeftOut>,
    /// The world in which the answers hold, as the adapter declares it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub environment: String,
    /// The expression that makes the object of each word, where it is an object of a class.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub object: String,
    /// Which integers it can carry, where these are fewer than 64 bits have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub integers: Option<Integers>,
}

/// The integers from one to another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Integers {
    /// The least one.
    pub min: i64,
    /// The greatest one.
    pub max: i64,
}

/// The steps in an answer. Each step crosses the wire once: at once, or in the answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Told {
    /// They were sent one by one, this many of them.
    Before(usize),
    /// They are here.
    Here(Vec<Step>),
}

impl<'de> Deserialize<'de> for Told {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ToldVisitor)
    }
}

/// Reads a number or a list, and says of a bad step what is wrong with it, which serde does not for untagged enums.
struct ToldVisitor;

impl<'de> Visitor<'de> for ToldVisitor {
    type Value = Told;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of steps, or how many were sent before")
    }

    fn visit_u64<E>(self, count: u64) -> Result<Told, E> {
        Ok(Told::Before(usize::try_from(count).unwrap_or(usize::MAX)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<Told, A::Error> {
        Vec::deserialize(SeqAccessDeserializer::new(list)).map(Told::Here)
    }
}

/// Reads one line of an adapter.
///
/// ```
/// use typestar_protocol::{Reply, read_reply};
/// let reply = read_reply(br#"{"type":"fatal","message":"no display"}"#).unwrap();
/// assert_eq!(reply, Reply::Fatal { message: "no display".into() });
/// assert!(read_reply(b"Loading...").is_err());
/// ```
pub fn read_reply(line: &[u8]) -> Result<Reply, String> {
    if let Some(fault) = has_long_number(line).then(|| fault_in(line)).flatten() {
        return Err(fault);
    }
    match serde_json::from_slice(line).ok().and_then(FrequentLine::reply) {
        Some(reply) => Ok(reply),
        None => serde_json::from_slice(line).map_err(|error| fault_in(line).unwrap_or_else(|| error.to_string())),
    }
}

/// Whether there are so many digits that they may be an integer beyond 64 bits, which serde reads as a rounded decimal.
fn has_long_number(line: &[u8]) -> bool {
    line.split(|byte| !byte.is_ascii_digit()).any(|digits| digits.len() >= 19)
}

/// What is wrong with a number of a line, and what to do about it.
fn fault_in(line: &[u8]) -> Option<String> {
    let fault = number_fault(&String::from_utf8_lossy(line))?;
    Some(format!("{fault}: send it as a text, or leave it out"))
}

/// A line with a step or an answer, which most lines are. To read any reply, serde has to keep all of it until it knows
/// the type.
#[derive(Deserialize)]
struct FrequentLine {
    #[serde(rename = "type")]
    kind: FrequentKind,
    id: u64,
    index: usize,
    step: Option<Step>,
    steps: Option<Told>,
    #[serde(default)]
    late: Vec<LateCallback>,
    #[serde(default)]
    notes: Vec<String>,
    #[serde(default)]
    last: bool,
    memo: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum FrequentKind {
    Step,
    Answer,
}

impl FrequentLine {
    /// The reply that it is; none if something is missing.
    fn reply(self) -> Option<Reply> {
        let Self { kind, id, index, step, steps, late, notes, last, memo } = self;
        match kind {
            FrequentKind::Step => step.map(|step| Reply::Step { id, index, step }),
            FrequentKind::Answer => steps.map(|steps| Reply::Answer { id, index, steps, late, notes, last, memo }),
        }
    }
}

/// Reads one line of typestar.
///
/// ```
/// use typestar_protocol::read_request;
/// assert!(read_request(br#"{"type":"run","id":1,"plans":[{"word":["load","wait"]}]}"#).is_ok());
/// let loops = br#"{"type":"run","id":1,"plans":[{"nodes":[{"word":["load"],"otherwise":0}]}]}"#;
/// assert!(read_request(loops).unwrap_err().contains("node 0 names node 0"));
/// ```
pub fn read_request(line: &[u8]) -> Result<Request, String> {
    serde_json::from_slice(line).map_err(|error| error.to_string())
}

/// Writes one message as one line.
pub fn write_line(message: &impl Serialize) -> Vec<u8> {
    let mut line = serde_json::to_vec(message).expect("messages have only text keys and plain values");
    line.push(b'\n');
    line
}
