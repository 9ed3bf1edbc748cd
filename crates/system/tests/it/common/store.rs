//! The third toy of the transcripts in Rust; hosts/transcripts/README.md describes it.

use std::collections::BTreeMap;

use serde_json::json;
use typestar_model::Value;
use typestar_protocol::{Clock, Component, Returned, Sink};

/// Keeps values in the order in which they came.
#[derive(Default)]
pub struct Store {
    values: Vec<Value>,
    sink: Option<Sink>,
}

impl Store {
    fn get(&mut self) -> Returned {
        match self.values.is_empty() {
            true => Returned::output("empty"),
            false => Returned::output_with("got", [self.values.remove(0)]),
        }
    }

    fn find(&self, value: Option<&Value>) -> Result<Returned, String> {
        match value.is_some_and(|value| self.values.contains(value)) {
            true => Ok(Returned::NOTHING),
            false => Err("IllegalState: not found".into()),
        }
    }

    fn put(&mut self, values: &[Value]) -> Returned {
        self.values.extend_from_slice(values);
        self.values.len().into()
    }
}

impl Component for Store {
    fn inputs(&self) -> Vec<String> {
        ["put", "get", "find", "tell", "warn"].map(String::from).to_vec()
    }

    fn outputs(&self) -> Option<Vec<String>> {
        Some(["onTold", "onWarning"].map(String::from).to_vec())
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        *self = Self { values: Vec::new(), sink: Some(sink) };
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        self.call_with(input, &[])
    }

    fn call_with(&mut self, input: &str, values: &[Value]) -> Result<Returned, String> {
        let sink = self.sink.as_ref().expect("it was reset");
        match input {
            "put" => return Ok(self.put(values)),
            "get" => return Ok(self.get()),
            "find" => return self.find(values.first()),
            "tell" => sink.emit_values("onTold", values, &[]),
            _ => sink.emit_values("onWarning", values, &[("code", json!(values[0]))]),
        }
        Ok(Returned::NOTHING)
    }

    fn snapshot(&self) -> BTreeMap<String, Value> {
        let size = Value::Integer(self.values.len() as i64);
        let last = self.values.last().cloned().unwrap_or(Value::Null);
        [("size".to_owned(), size), ("last".to_owned(), last)].into()
    }
}
