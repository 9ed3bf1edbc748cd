//! Values in symbols travel to systems and back: plans choose by names, reuse values, and steps bring snapshots.

use crate::common::store::Store;
use crate::common::{has, repository};
use typestar_model::{Choice, Evidence, Inputs, Outputs, Plan, Value};
use typestar_protocol::Settings;
use typestar_query::{Symbols, System, SystemError};
use typestar_system::{Closed, Process, ProcessOptions};

fn word(inputs: &mut Inputs, word: &[&str]) -> Plan {
    Plan::word(word.iter().map(|input| inputs.intern(input)).collect::<Vec<_>>())
}

/// The outputs and the evidence of a plan that makes something of the inputs and outputs of the store.
fn ask(
    system: &mut impl System,
    make: fn(&mut Inputs, &mut Outputs) -> Plan,
) -> Result<(Vec<String>, Vec<Evidence>), SystemError> {
    let (mut inputs, mut outputs) = (system.inputs().clone(), Outputs::default());
    let plan = make(&mut inputs, &mut outputs);
    let symbols = Symbols { offered: system.inputs().len(), inputs, outputs, finals: Vec::new() };
    let mut answers = Vec::new();
    system.run(&[plan], &symbols, &mut answers)?;
    let answer = answers.pop().expect("an answer");
    Ok((answer.outputs.iter().map(|&output| system.outputs().text(output).to_owned()).collect(), answer.evidence))
}

/// What was got is put in again, whatever it is.
fn put_again(inputs: &mut Inputs, outputs: &mut Outputs) -> Plan {
    let again = word(inputs, &["put($2.1)", "get", "get"]);
    let got = Choice::Name(outputs.intern_name("got"));
    Plan { then: [(got, again)].into(), ..word(inputs, &["put(5, \"b\", 1.0)", "get"]) }
}

/// The condition is met by the name of the second output, and not by that of the fourth.
fn while_there_is_something(inputs: &mut Inputs, outputs: &mut Outputs) -> Plan {
    let got = Choice::Name(outputs.intern_name("got"));
    Plan { only: vec![(1, got), (2, got)], ..word(inputs, &["put(1)", "get", "get", "get"]) }
}

fn assert_speaks_symbols(system: &mut impl System) {
    let (outputs, evidence) = ask(system, put_again).expect("an answer");
    assert_eq!(outputs, ["ok", "got(5)", "ok", "got(\"b\")", outputs[4].as_str()]);
    assert!(["got(1.0)", "got(1)"].contains(&outputs[4].as_str()), "{outputs:?}");
    assert_eq!(evidence[1].values["size"], Value::Integer(2));
    assert_eq!(evidence[2].values["last"], Value::Integer(5));
    let (outputs, _) = ask(system, while_there_is_something).expect("an answer");
    assert_eq!(outputs, ["ok", "got(1)", "empty"]);
    let (outputs, _) = ask(system, |inputs, _| word(inputs, &["get", "put($1.1)", "get"])).expect("an answer");
    assert_eq!(outputs, ["empty"], "there is nothing to reuse");
    let (outputs, _) = ask(system, |inputs, _| word(inputs, &["get", "put($1)", "get"])).expect("an answer");
    assert_eq!(outputs, ["empty"], "it returned nothing that can be reused");
}

fn process(interpreter: &str, toy: &str) -> Process {
    let script = repository("hosts/transcripts/toys").join(toy);
    Process::start(ProcessOptions::new([interpreter.to_owned(), script.display().to_string()])).expect("it starts")
}

#[test]
fn components_in_the_same_process_speak_symbols() {
    assert_speaks_symbols(&mut Closed::new(Store::default(), Settings::default()));
}

#[test]
fn adapters_in_python_speak_symbols() {
    if has("python3") {
        assert_speaks_symbols(&mut process("python3", "store.py"));
    }
}

#[test]
fn adapters_in_javascript_speak_symbols() {
    if has("node") {
        assert_speaks_symbols(&mut process("node", "store.js"));
    }
}
