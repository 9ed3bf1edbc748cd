//! Classes of the JDK and small ones like them, as far as their guards matter: what their fields are, and what fails.

use std::collections::BTreeMap;

use typestar_model::Value;
use typestar_model::guarded::Features;

use super::Seen;

/// An object that can be called.
pub trait Object: Clone {
    /// Its fields.
    fn fields(&self) -> Features;
    /// What is known of the arguments.
    fn arguments(&self, _call: &Call) -> Features {
        Features::new()
    }
    /// The object after a call; none if the call fails.
    fn call(&self, call: &Call) -> Option<Self>;
}

/// A method with its arguments.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub method: &'static str,
    pub arguments: Vec<Argument>,
}

/// An argument.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Argument {
    Null,
    Number(i64),
    /// An array of this length.
    Array(i64),
    /// One of a few objects that live as long as the word.
    Object(usize),
}

/// A call without arguments.
pub fn call(method: &'static str) -> Call {
    Call { method, arguments: Vec::new() }
}

/// A call with arguments.
pub fn with(method: &'static str, arguments: &[Argument]) -> Call {
    Call { method, arguments: arguments.to_vec() }
}

/// Features by name.
pub fn features<const N: usize>(pairs: [(&str, Value); N]) -> Features {
    pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}

/// A number.
pub fn number(number: i64) -> Value {
    Value::Integer(number)
}

/// Yes or no.
pub fn flag(flag: bool) -> Value {
    Value::Boolean(flag)
}

/// All calls of all words of at most this many calls, by method.
pub fn explored<O: Object>(object: &O, calls: &[Call], longest: usize) -> BTreeMap<&'static str, Vec<Seen>> {
    let mut seen: BTreeMap<&'static str, Vec<Seen>> = BTreeMap::new();
    let mut level = vec![object.clone()];
    for _ in 0..longest {
        let mut next = Vec::new();
        for object in &level {
            for call in calls {
                let mut before = object.fields();
                before.extend(object.arguments(call));
                let after = object.call(call);
                seen.entry(call.method).or_default().push((before, after.is_some()));
                next.extend(after);
            }
        }
        level = next;
    }
    seen
}

/// `java.util.Stack`.
#[derive(Clone, Default)]
pub struct Stack {
    count: i64,
    changes: i64,
}

impl Object for Stack {
    fn fields(&self) -> Features {
        features([
            ("elementCount", number(self.count)),
            ("modCount", number(self.changes)),
            ("elementData.length", number(10)),
            ("capacityIncrement", number(0)),
        ])
    }

    fn call(&self, call: &Call) -> Option<Self> {
        match call.method {
            "push" => Some(Self { count: self.count + 1, changes: self.changes + 1 }),
            "pop" if self.count > 0 => Some(Self { count: self.count - 1, changes: self.changes + 1 }),
            "peek" if self.count > 0 => Some(self.clone()),
            "empty" => Some(self.clone()),
            _ => None,
        }
    }
}

/// A stack of at most three elements.
#[derive(Clone, Default)]
pub struct BoundedStack(i64);

impl Object for BoundedStack {
    fn fields(&self) -> Features {
        features([("size", number(self.0)), ("elements.length", number(3)), ("elements == null", flag(false))])
    }

    fn call(&self, call: &Call) -> Option<Self> {
        match call.method {
            "push" if self.0 < 3 => Some(Self(self.0 + 1)),
            "pop" if self.0 > 0 => Some(Self(self.0 - 1)),
            _ => None,
        }
    }
}

/// A signature that is not initialised, for signing, or for verifying.
#[derive(Clone, Default)]
pub struct Signature(i64);

impl Object for Signature {
    fn fields(&self) -> Features {
        features([("state", number(self.0))])
    }

    fn call(&self, call: &Call) -> Option<Self> {
        match call.method {
            "initSign" => Some(Self(1)),
            "initVerify" => Some(Self(2)),
            "sign" if self.0 == 1 => Some(self.clone()),
            "verify" if self.0 == 2 => Some(self.clone()),
            "update" if self.0 != 0 => Some(self.clone()),
            _ => None,
        }
    }
}

/// `java.io.PipedOutputStream` with sinks that may be connected to it.
#[derive(Clone, Default)]
pub struct Piped {
    sink: Option<usize>,
    sinks: [Sink; 3],
}

/// `java.io.PipedInputStream`.
#[derive(Clone, Copy, Default)]
struct Sink {
    is_connected: bool,
    is_closed: bool,
    written: i64,
}

impl Sink {
    fn fields(&self, owner: &str) -> Features {
        let pairs = features([
            ("connected", flag(self.is_connected)),
            ("closedByWriter", flag(self.is_closed)),
            ("closedByReader", flag(false)),
            ("in", number(if self.written == 0 { -1 } else { self.written })),
            ("out", number(0)),
            ("buffer.length", number(1024)),
            ("writeSide == null", flag(self.written == 0)),
        ]);
        pairs.into_iter().map(|(name, value)| (format!("{owner}.{name}"), value)).collect()
    }
}

impl Piped {
    /// One of the sinks is connected to another stream.
    pub fn with_taken_sink() -> Self {
        let taken = Sink { is_connected: true, ..Sink::default() };
        Self { sink: None, sinks: [Sink::default(), Sink::default(), taken] }
    }

    fn written(&self, count: i64) -> Option<Self> {
        let mut after = self.clone();
        let sink = &mut after.sinks[self.sink?];
        sink.written += count;
        (count == 0 || !sink.is_closed).then_some(after)
    }

    fn connected(&self, sink: usize) -> Option<Self> {
        let mut after = self.clone();
        after.sink = Some(sink);
        after.sinks[sink].is_connected = true;
        (self.sink.is_none() && !self.sinks[sink].is_connected).then_some(after)
    }
}

/// Calls of a piped stream with sinks of both kinds and null.
pub fn piped_calls() -> Vec<Call> {
    let sinks = [Argument::Null, Argument::Object(0), Argument::Object(1), Argument::Object(2)];
    let connect = sinks.map(|sink| with("connect", &[sink])).to_vec();
    [connect, ["write", "flush", "close"].map(call).to_vec()].concat()
}

impl Object for Piped {
    fn fields(&self) -> Features {
        let mut fields = features([("sink == null", flag(self.sink.is_none())), ("closed", flag(false))]);
        fields.extend(self.sink.map(|sink| self.sinks[sink].fields("sink")).unwrap_or_default());
        fields
    }

    fn arguments(&self, call: &Call) -> Features {
        let mut known = Features::new();
        for (place, argument) in call.arguments.iter().enumerate() {
            let name = format!("arg{}", place + 1);
            let is_null = (format!("{name} == null"), flag(*argument == Argument::Null));
            match argument {
                Argument::Null => known.extend([is_null]),
                Argument::Number(value) => known.extend([(name, number(*value))]),
                Argument::Array(length) => known.extend([is_null, (format!("{name}.length"), number(*length))]),
                Argument::Object(sink) => {
                    known.extend([is_null]);
                    known.extend(self.sinks[*sink].fields(&name));
                }
            }
        }
        known
    }

    fn call(&self, call: &Call) -> Option<Self> {
        match (call.method, &call.arguments[..]) {
            ("connect", [Argument::Object(sink)]) => self.connected(*sink),
            ("write", []) => self.written(1),
            ("write", [Argument::Array(length), Argument::Number(start), Argument::Number(count)]) => {
                (0 <= *start && 0 <= *count && start + count <= *length).then(|| self.written(*count)).flatten()
            }
            ("flush", _) => Some(self.clone()),
            ("close", _) => {
                let mut after = self.clone();
                self.sink.into_iter().for_each(|sink| after.sinks[sink].is_closed = true);
                Some(after)
            }
            _ => None,
        }
    }
}

/// A `ListIterator` over an `ArrayList`.
#[derive(Clone)]
pub struct ListIterator {
    cursor: i64,
    last: i64,
    size: i64,
    changes: i64,
}

impl Default for ListIterator {
    fn default() -> Self {
        Self { cursor: 0, last: -1, size: 2, changes: 0 }
    }
}

impl Object for ListIterator {
    fn fields(&self) -> Features {
        features([
            ("cursor", number(self.cursor)),
            ("lastRet", number(self.last)),
            ("expectedModCount", number(self.changes)),
            ("this$0 == null", flag(false)),
            ("this$0.size", number(self.size)),
            ("this$0.modCount", number(self.changes)),
            ("this$0.elementData.length", number(2)),
        ])
    }

    fn call(&self, call: &Call) -> Option<Self> {
        let mut after = self.clone();
        match call.method {
            "next" if self.cursor < self.size => (after.last, after.cursor) = (self.cursor, self.cursor + 1),
            "previous" if self.cursor > 0 => (after.last, after.cursor) = (self.cursor - 1, self.cursor - 1),
            "set" if self.last >= 0 => {}
            "remove" if self.last >= 0 => {
                (after.cursor, after.last) = (self.last, -1);
                (after.size, after.changes) = (self.size - 1, self.changes + 1);
            }
            "add" => {
                (after.cursor, after.last) = (self.cursor + 1, -1);
                (after.size, after.changes) = (self.size + 1, self.changes + 1);
            }
            _ => return None,
        }
        Some(after)
    }
}

/// `ByteBuffer.allocate(2)`.
#[derive(Clone)]
pub struct ByteBuffer {
    position: i64,
    limit: i64,
    mark: i64,
}

impl Default for ByteBuffer {
    fn default() -> Self {
        Self { position: 0, limit: 2, mark: -1 }
    }
}

impl Object for ByteBuffer {
    fn fields(&self) -> Features {
        features([
            ("position", number(self.position)),
            ("limit", number(self.limit)),
            ("mark", number(self.mark)),
            ("capacity", number(2)),
            ("hb.length", number(2)),
        ])
    }

    fn call(&self, call: &Call) -> Option<Self> {
        let mut after = self.clone();
        match call.method {
            "put" | "get" if self.position < self.limit => after.position += 1,
            "flip" => after = Self { position: 0, limit: self.position, mark: -1 },
            "mark" => after.mark = self.position,
            "reset" if self.mark >= 0 => after.position = self.mark,
            _ => return None,
        }
        Some(after)
    }
}

/// `java.util.ArrayDeque`, an array of 17 places that is used as a ring.
#[derive(Clone, Default)]
pub struct ArrayDeque {
    head: i64,
    tail: i64,
}

impl Object for ArrayDeque {
    fn fields(&self) -> Features {
        features([("head", number(self.head)), ("tail", number(self.tail)), ("elements.length", number(17))])
    }

    fn call(&self, call: &Call) -> Option<Self> {
        let mut after = self.clone();
        match call.method {
            "addFirst" => after.head = (self.head + 16) % 17,
            "addLast" => after.tail = (self.tail + 1) % 17,
            "removeFirst" if self.head != self.tail => after.head = (self.head + 1) % 17,
            "removeLast" if self.head != self.tail => after.tail = (self.tail + 16) % 17,
            _ => return None,
        }
        Some(after)
    }
}

/// `java.util.concurrent.ThreadPoolExecutor`: its state and the number of its threads share one number.
#[derive(Clone, Default)]
pub struct Executor {
    threads: i64,
    is_shut_down: bool,
    is_stopped: bool,
}

impl Object for Executor {
    fn fields(&self) -> Features {
        let state = i64::from(self.is_shut_down) + i64::from(self.is_stopped) - 1;
        features([
            ("ctl.value", number((state << 29) + self.threads)),
            ("largestPoolSize", number(self.threads)),
            ("workers.size", number(self.threads)),
        ])
    }

    fn call(&self, call: &Call) -> Option<Self> {
        let mut after = self.clone();
        match call.method {
            "execute" if !self.is_shut_down => after.threads = 2.min(self.threads + 1),
            "shutdown" => after.is_shut_down = true,
            "shutdownNow" => (after.is_shut_down, after.is_stopped) = (true, true),
            _ => return None,
        }
        Some(after)
    }
}
