//! A whole adapter in Rust: a drawer that must be opened and then keeps one value. It needs this crate alone.

use std::collections::BTreeMap;
use std::io;
use std::process::ExitCode;

use typestar_protocol::{Clock, Component, Returned, Sink, Value, serve};

/// Keeps one value, once it is open.
#[derive(Default)]
struct Drawer {
    is_open: bool,
    kept: Option<Value>,
    sink: Option<Sink>,
}

impl Drawer {
    fn open(&mut self) {
        if !self.is_open {
            self.is_open = true;
            self.sink.iter().for_each(|sink| sink.emit("onOpened"));
        }
    }

    fn take(&mut self) -> Returned {
        self.kept.take().map_or(Returned::output("empty"), |value| Returned::output_with("took", [value]))
    }
}

impl Component for Drawer {
    fn inputs(&self) -> Vec<String> {
        ["open", "put", "take"].map(String::from).to_vec()
    }

    fn outputs(&self) -> Option<Vec<String>> {
        Some(vec!["onOpened".to_owned()])
    }

    /// It waits for nothing, so that silence is exact.
    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        *self = Self { sink: Some(sink), ..Self::default() };
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        match input {
            "open" => self.open(),
            _ if !self.is_open => return Err("IllegalState: the drawer is closed".into()),
            "take" => return Ok(self.take()),
            _ => return Err("ArgumentError: put what?".into()),
        }
        Ok(Returned::NOTHING)
    }

    fn call_with(&mut self, input: &str, values: &[Value]) -> Result<Returned, String> {
        match (input, values, &self.kept) {
            ("put", [value], None) if self.is_open => self.kept = Some(value.clone()),
            ("put", [_], _) => return Err("IllegalState: the drawer is closed or full".into()),
            _ => return Err(format!("ArgumentError: {input} does not take {} values", values.len())),
        }
        Ok(Returned::NOTHING)
    }

    fn snapshot(&self) -> BTreeMap<String, Value> {
        [("open".to_owned(), Value::Boolean(self.is_open))].into()
    }
}

fn main() -> io::Result<ExitCode> {
    let is_well = serve("drawer", "1", Drawer::default(), io::stdin().lock(), io::stdout().lock())?;
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
