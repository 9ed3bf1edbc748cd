//! An adapter in Rust whose component waits by its clock: an egg timer that rings after ten seconds. With a virtual clock
//! nobody waits for them.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use typestar_protocol::{Clock, Component, Returned, Scheduled, Sink, serve};

const TIME: Duration = Duration::from_secs(10);

/// Rings once, ten seconds after it was started, unless it is stopped.
#[derive(Default)]
struct EggTimer {
    sink: Option<Sink>,
    bell: Option<Scheduled>,
}

impl EggTimer {
    fn start(&mut self) -> Result<Returned, String> {
        if self.bell.is_some() {
            return Err("IllegalState: it was started already".into());
        }
        let sink = self.sink.clone().ok_or("reset comes first")?;
        let clock = sink.clock().clone();
        self.bell = Some(clock.call_later(TIME, move || sink.emit("onRing")));
        Ok(Returned::NOTHING)
    }

    fn stop(&mut self) -> Result<Returned, String> {
        let bell = self.bell.take().ok_or("IllegalState: it was not started")?;
        bell.cancel();
        Ok(Returned::NOTHING)
    }
}

impl Component for EggTimer {
    fn inputs(&self) -> Vec<String> {
        ["start", "stop"].map(String::from).to_vec()
    }

    fn outputs(&self) -> Option<Vec<String>> {
        Some(vec!["onRing".to_owned()])
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        *self = Self { sink: Some(sink), bell: None };
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        match input {
            "start" => self.start(),
            _ => self.stop(),
        }
    }
}

fn main() -> io::Result<ExitCode> {
    let is_well = serve("egg timer", "1", EggTimer::default(), io::stdin().lock(), io::stdout().lock())?;
    Ok(if is_well { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
