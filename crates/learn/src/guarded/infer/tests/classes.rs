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

/// An object whose fields are numbers, or flags if their names say so.
#[derive(Clone)]
pub struct Plain {
    fields: BTreeMap<&'static str, i64>,
    rule: Rule,
}

/// The fields that a call changes, with what they are then; none if it fails.
type Rule = fn(&dyn Fn(&str) -> i64, &str) -> Option<Vec<(&'static str, i64)>>;

fn plain(fields: &[(&'static str, i64)], rule: Rule) -> Plain {
    Plain { fields: fields.iter().copied().collect(), rule }
}

impl Object for Plain {
    fn fields(&self) -> Features {
        let value = |name: &str, of: i64| if name.ends_with(" == null") { flag(of != 0) } else { number(of) };
        self.fields.iter().map(|(name, of)| ((*name).to_owned(), value(name, *of))).collect()
    }

    fn call(&self, call: &Call) -> Option<Self> {
        let mut after = self.clone();
        after.fields.extend((self.rule)(&|name| self.fields[name], call.method)?);
        Some(after)
    }
}

/// `java.util.Stack`.
pub fn stack() -> Plain {
    let fields = [("elementCount", 0), ("modCount", 0), ("elementData.length", 10), ("capacityIncrement", 0)];
    plain(&fields, |of, method| {
        let (count, changes) = (of("elementCount"), of("modCount"));
        match method {
            "push" => Some(vec![("elementCount", count + 1), ("modCount", changes + 1)]),
            "pop" if count > 0 => Some(vec![("elementCount", count - 1), ("modCount", changes + 1)]),
            "peek" if count > 0 => Some(Vec::new()),
            "empty" => Some(Vec::new()),
            _ => None,
        }
    })
}

/// A stack of at most three elements.
pub fn bounded_stack() -> Plain {
    plain(&[("size", 0), ("elements.length", 3), ("elements == null", 0)], |of, method| match (method, of("size")) {
        ("push", size) if size < 3 => Some(vec![("size", size + 1)]),
        ("pop", size) if size > 0 => Some(vec![("size", size - 1)]),
        _ => None,
    })
}

/// A signature that is not initialised, for signing, or for verifying.
pub fn signature() -> Plain {
    plain(&[("state", 0)], |of, method| match (method, of("state")) {
        ("initSign", _) => Some(vec![("state", 1)]),
        ("initVerify", _) => Some(vec![("state", 2)]),
        ("sign", 1) | ("verify", 2) | ("update", 1 | 2) => Some(Vec::new()),
        _ => None,
    })
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
pub fn list_iterator() -> Plain {
    let own = [("cursor", 0), ("lastRet", -1), ("expectedModCount", 0)];
    let list = [("this$0 == null", 0), ("this$0.size", 2), ("this$0.modCount", 0), ("this$0.elementData.length", 2)];
    plain(&[&own[..], &list].concat(), |of, method| {
        let (cursor, last, size, changes) = (of("cursor"), of("lastRet"), of("this$0.size"), of("this$0.modCount") + 1);
        let changed = |cursor: i64, size: i64| {
            let own = [("cursor", cursor), ("lastRet", -1), ("expectedModCount", changes)];
            Some([&own[..], &[("this$0.size", size), ("this$0.modCount", changes)]].concat())
        };
        match method {
            "next" if cursor < size => Some(vec![("lastRet", cursor), ("cursor", cursor + 1)]),
            "previous" if cursor > 0 => Some(vec![("lastRet", cursor - 1), ("cursor", cursor - 1)]),
            "set" if last >= 0 => Some(Vec::new()),
            "remove" if last >= 0 => changed(last, size - 1),
            "add" => changed(cursor + 1, size + 1),
            _ => None,
        }
    })
}

/// `ByteBuffer.allocate(2)`.
pub fn byte_buffer() -> Plain {
    plain(&[("position", 0), ("limit", 2), ("mark", -1), ("capacity", 2), ("hb.length", 2)], |of, method| {
        let (position, mark) = (of("position"), of("mark"));
        match method {
            "put" | "get" if position < of("limit") => Some(vec![("position", position + 1)]),
            "flip" => Some(vec![("position", 0), ("limit", position), ("mark", -1)]),
            "mark" => Some(vec![("mark", position)]),
            "reset" if mark >= 0 => Some(vec![("position", mark)]),
            _ => None,
        }
    })
}

/// `java.util.ArrayDeque`, an array of 17 places that is used as a ring.
pub fn array_deque() -> Plain {
    plain(&[("head", 0), ("tail", 0), ("elements.length", 17)], |of, method| {
        let (head, tail) = (of("head"), of("tail"));
        match method {
            "addFirst" => Some(vec![("head", (head + 16) % 17)]),
            "addLast" => Some(vec![("tail", (tail + 1) % 17)]),
            "removeFirst" if head != tail => Some(vec![("head", (head + 1) % 17)]),
            "removeLast" if head != tail => Some(vec![("tail", (tail + 16) % 17)]),
            _ => None,
        }
    })
}

/// `java.util.concurrent.ThreadPoolExecutor`: its state and the number of its threads share one number.
pub fn executor() -> Plain {
    plain(&[("ctl.value", -1 << 29), ("largestPoolSize", 0), ("workers.size", 0)], |of, method| {
        let (state, threads) = (of("ctl.value") >> 29, of("workers.size"));
        let (state, threads) = match method {
            "execute" if state < 0 => (state, 2.min(threads + 1)),
            "shutdown" => (state.max(0), threads),
            "shutdownNow" => (1, threads),
            _ => return None,
        };
        Some(vec![("ctl.value", (state << 29) + threads), ("largestPoolSize", threads), ("workers.size", threads)])
    })
}
