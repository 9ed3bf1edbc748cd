//! A slow system without a host library: a program that speaks the protocol, sleeps once for each word, and answers
//! from a machine.

use std::io::{BufRead, Write, stdin, stdout};
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

use anyhow::{Result, bail};
use typestar_model::{Cursor, ERROR, Inputs, Mealy, Outputs, Plan, Step, WAIT};
use typestar_protocol::{Handshake, PlanMessage, Reply, Request, Told, VERSION, read_request, write_line};

use crate::models::Model;

/// Answers as the machine of a file until the input ends; each word takes so long.
pub fn sleepy_adapter(file: &Path, pause: Duration) -> Result<()> {
    let mut adapter = Adapter::new(Model::read(file)?, pause);
    let mut output = stdout().lock();
    for line in stdin().lock().split(b'\n') {
        match read_request(&line?) {
            Ok(Request::Hello { .. }) => output.write_all(&write_line(&adapter.ready()))?,
            Ok(Request::Run { id, plans }) => {
                for (index, plan) in plans.iter().enumerate() {
                    let reply = adapter.answer(id, index, plan);
                    output.write_all(&write_line(&reply))?;
                    output.flush()?;
                }
            }
            Err(message) => bail!("{message}"),
        }
        output.flush()?;
    }
    Ok(())
}

/// A machine that takes its time.
struct Adapter {
    name: String,
    machine: Mealy,
    pause: Duration,
    /// The symbols of the machine, and behind them those that plans named besides.
    inputs: Inputs,
    outputs: Outputs,
}

impl Adapter {
    fn new(model: Model, pause: Duration) -> Self {
        let Model { name, machine, .. } = model;
        let (inputs, outputs) = (machine.inputs().clone(), machine.outputs().clone());
        Self { name, machine, pause, inputs, outputs }
    }

    fn ready(&self) -> Reply {
        let inputs = self.machine.inputs().texts().iter().filter(|name| *name != WAIT).cloned().collect();
        Reply::Ready(Handshake { protocol: VERSION, name: self.name.clone(), inputs, ..Handshake::default() })
    }

    fn answer(&mut self, id: u64, index: usize, plan: &PlanMessage) -> Reply {
        sleep(self.pause);
        let plan = plan.plan(&mut self.inputs, &mut self.outputs);
        match self.steps(&plan) {
            Some(steps) => {
                let steps = Told::Here(steps);
                Reply::Answer { id, index, steps, late: Vec::new(), notes: Vec::new(), last: false, memo: None }
            }
            None => Reply::Failed { id, index, message: "the machine has no such input".to_owned(), memo: None },
        }
    }

    /// The steps until the plan or the machine ends; none if the machine has no such input.
    fn steps(&self, plan: &Plan) -> Option<Vec<Step>> {
        let (mut state, mut cursor) = (self.machine.initial(), Cursor::naming(plan, &self.outputs));
        let mut steps = Vec::new();
        while let Some(input) = cursor.next() {
            let input = self.machine.inputs().get(self.inputs.text(input))?;
            let (output, target) = self.machine.step(state, input)?;
            let (input, name) = (self.machine.inputs().symbol(input), self.machine.outputs().symbol(output));
            steps.push(Step::of(input, name));
            if name.text() == ERROR {
                break;
            }
            state = target;
            cursor.take(Some(output));
        }
        Some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::callback::zoo;

    fn adapter() -> Adapter {
        let model = Model { name: "player".to_owned(), file: "player.dot".into(), machine: zoo("MediaPlayer") };
        Adapter::new(model, Duration::ZERO)
    }

    /// What the adapter answers to a plan, as the protocol has it.
    fn answered(plan: &str) -> String {
        match adapter().answer(1, 0, &serde_json::from_str(plan).expect("a plan")) {
            Reply::Answer { steps: Told::Here(steps), .. } => {
                steps.iter().map(|step| step.output.text()).collect::<Vec<_>>().join(" ")
            }
            reply => format!("{reply:?}"),
        }
    }

    #[test]
    fn a_word_ends_at_its_first_error() {
        assert_eq!(answered(r#"{"word":["setDataSource","prepareAsync","wait","start"]}"#), "ok ok onPrepared ok");
        assert_eq!(answered(r#"{"word":["setDataSource","start","wait","reset"]}"#), "ok error");
    }

    #[test]
    fn a_tree_goes_on_by_what_was_answered() {
        let tree = |first| {
            format!(r#"{{"nodes":[{{"word":["{first}","wait"],"then":[["quiet",1]]}},{{"word":["release","wait"]}}]}}"#)
        };
        assert_eq!(answered(&tree("reset")), "ok quiet ok quiet");
        assert_eq!(answered(&tree("prepare")), "error");
    }

    #[test]
    fn an_input_that_the_machine_lacks_fails() {
        assert!(answered(r#"{"word":["reset","fly"]}"#).contains("no such input"));
    }

    #[test]
    fn wait_is_none_of_the_callins() {
        let Reply::Ready(Handshake { inputs, .. }) = adapter().ready() else { panic!("it is ready") };
        assert_eq!((inputs.len(), inputs.contains(&WAIT.to_owned())), (8, false));
    }
}
