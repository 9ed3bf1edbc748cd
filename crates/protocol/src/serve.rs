//! The host library for Rust: a component as an adapter.

use std::io::{self, BufRead, Write};

use typestar_model::{Inputs, Outputs, Plan, Step};

use crate::message::{Handshake, Reply, Request, Told, VERSION, read_request, write_line};
use crate::sink::Remarks;
use crate::{Component, Host, Settings};

/// Answers typestar's questions on these two streams until the input ends.
///
/// The result is false when the conversation had to be broken off; `output` then says why, and a process should exit
/// with a failure.
pub fn serve(
    name: &str,
    version: &str,
    component: impl Component,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<bool> {
    let Some(line) = next_line(&mut input)? else { return Ok(true) };
    let (settings, steps) = match greeting(&line) {
        Ok(wanted) => wanted,
        Err(message) => return break_off(&mut output, message),
    };
    let (inputs, outputs) = (component.inputs(), component.outputs());
    let (drains, settles) = (settings.drain, !settings.settle_after_ms.is_empty());
    let mut host = Host::new(component, settings);
    let (name, version, clock) = (name.to_owned(), version.to_owned(), host.clock());
    let does = Handshake { steps, clock, drains, settles, ..Handshake::default() };
    let known = Handshake { protocol: VERSION, name, version, inputs, outputs, ..does };
    send(&mut output, &Reply::Ready(known))?;
    let (mut inputs, mut outputs) = (Inputs::default(), Outputs::default());
    while let Some(line) = next_line(&mut input)? {
        match read_request(&line) {
            Ok(Request::Run { id, plans }) => {
                for (index, plan) in plans.iter().enumerate() {
                    let plan = plan.plan(&mut inputs, &mut outputs);
                    let mut told = if steps { Told::Before(0) } else { Told::Here(Vec::new()) };
                    let mut tell = |step| tell(step, (id, index), &mut told, &mut output);
                    let executed = execute(&mut host, &plan, (&inputs, &outputs), &mut tell)?;
                    plan.take_apart();
                    send(&mut output, &reply(executed, (id, index), told))?;
                }
            }
            Ok(Request::Hello { .. }) => return break_off(&mut output, "unknown request type 'hello'".into()),
            Err(message) => return break_off(&mut output, describe(&line, message)),
        }
    }
    Ok(true)
}

/// Executes a plan. When nobody listens any more to whom its steps are told, that is the error; otherwise what is said
/// beside them, or why it failed.
fn execute<C: Component>(
    host: &mut Host<C>,
    plan: &Plan,
    (inputs, outputs): (&Inputs, &Outputs),
    tell: &mut dyn FnMut(Step) -> io::Result<()>,
) -> io::Result<Result<Remarks, String>> {
    let mut told = Ok(());
    let executed = host.execute(plan, inputs, outputs, &mut |step| {
        if told.is_ok() {
            told = tell(step);
        }
    });
    told.map(|()| executed.map(|()| host.take_remarks()))
}

/// Sends a step at once, or keeps it for the answer.
fn tell(step: Step, (id, index): (u64, usize), told: &mut Told, output: &mut impl Write) -> io::Result<()> {
    match told {
        Told::Here(steps) => steps.push(step),
        Told::Before(count) => {
            *count += 1;
            send(output, &Reply::Step { id, index, step })?;
        }
    }
    Ok(())
}

/// The reply that ends a plan.
fn reply(executed: Result<Remarks, String>, (id, index): (u64, usize), steps: Told) -> Reply {
    match executed {
        Ok(Remarks { late, notes }) => Reply::Answer { id, index, steps, late, notes, last: false, memo: None },
        Err(message) => Reply::Failed { id, index, message, memo: None },
    }
}

/// The settings that come with the greeting and whether each step is wanted at once, or why there is no talking.
fn greeting(line: &[u8]) -> Result<(Settings, bool), String> {
    match read_request(line).map_err(|message| describe(line, message))? {
        Request::Hello { protocol: VERSION, settings, steps, .. } => Ok((settings, steps)),
        Request::Hello { protocol, .. } => Err(format!(
            "typestar speaks protocol {protocol}, but this host library speaks {VERSION}: use the library of your \
             typestar version"
        )),
        Request::Run { .. } => Err("expected a 'hello' first, got 'run'".into()),
    }
}

/// Why a line cannot be read: an unknown type, or no message at all.
fn describe(line: &[u8], message: String) -> String {
    let value: Option<serde_json::Value> = serde_json::from_slice(line).ok();
    match value.as_ref().and_then(|value| value.get("type")?.as_str()) {
        Some(kind) if kind != "hello" && kind != "run" => format!("unknown request type '{kind}'"),
        _ => message,
    }
}

fn break_off(output: &mut impl Write, message: String) -> io::Result<bool> {
    send(output, &Reply::Fatal { message })?;
    Ok(false)
}

fn send(output: &mut impl Write, reply: &Reply) -> io::Result<()> {
    output.write_all(&write_line(reply))?;
    output.flush()
}

fn next_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let length = input.read_until(b'\n', &mut line)?;
    Ok((length > 0).then_some(line))
}
