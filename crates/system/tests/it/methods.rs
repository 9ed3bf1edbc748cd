//! What an adapter tells of the methods behind its callins.

#![cfg(unix)]

use std::path::Path;

use typestar_model::guarded::{OfferedMethod, ValueKind};
use typestar_query::{Case, Copies, Journal, RunError, RunOptions, System, SystemError, learn_guarded};
use typestar_system::{Process, ProcessOptions};

use crate::common;

const READY: &str = r#"{"type":"ready","protocol":3,"inputs":["pop","push"],"methods":[
    {"name":"pop","returns":{"type":"Item","kind":"object","nullable":true}},
    {"name":"push","parameters":[{"type":"Item","kind":"object","nullable":true,"values":[1,null],"plain":0}]}],
    "left_out":["take(Process)",{"method":"give(Process)","type":"java.lang.Process"}]}"#;

/// An adapter that greets and says nothing else.
fn greeting(ready: &str, plain_arguments: bool) -> Process {
    let command = ["sh", "-c", r#"read hello; echo "$0"; read rest"#, &ready.replace('\n', "")];
    Process::start(ProcessOptions { plain_arguments, wait: false, ..ProcessOptions::new(command) }).expect("it greets")
}

fn names(methods: &[OfferedMethod]) -> Vec<&str> {
    methods.iter().map(|method| method.name.as_str()).collect()
}

#[test]
fn a_process_and_its_copies_know_the_methods_of_the_handshake() {
    let process = greeting(READY, false);
    assert_eq!(names(&process.about().methods), ["pop", "push"]);
    let [item] = &process.about().methods[1].parameters[..] else { panic!("one parameter") };
    assert_eq!((item.type_name.as_str(), item.kind, item.nullable), ("Item", ValueKind::Object, true));
    let left_out: Vec<&str> = process.about().left_out.iter().map(|one| one.method.as_str()).collect();
    assert_eq!(left_out, ["take(Process)", "give(Process)"]);
    assert_eq!(process.about().left_out[1].type_name.as_deref(), Some("java.lang.Process"));
    let none = |_| Err(SystemError::Failed("nobody asks".to_owned()));
    assert_eq!(names(&Copies::new(Box::new(process), 2, none).about().methods), ["pop", "push"]);
}

#[test]
fn methods_are_inputs_by_their_names_or_with_plain_arguments() {
    assert_eq!(greeting(READY, false).inputs().texts(), ["pop", "push"]);
    assert_eq!(greeting(READY, true).inputs().texts(), ["pop", "push(0)"]);
}

#[test]
fn an_adapter_that_tells_no_methods_has_none() {
    let process = greeting(r#"{"type":"ready","protocol":3,"inputs":["go"]}"#, true);
    assert_eq!((&process.about().methods[..], process.inputs().texts()), (&[][..], &["go".to_owned()][..]));
}

#[test]
fn an_adapter_that_tells_its_methods_and_fields_is_learned_with_guards() {
    if !common::has("python3") {
        return;
    }
    let adapter = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/adapters/bounded_stack.py");
    let text =
        format!("[system]\ncommand = [\"python3\", {adapter:?}]\n[learning]\nmodel = \"guarded\"\nguard_tests = 60\n");
    let case = Case::parse(&text, Path::new("stack.toml")).expect("a case of any language");
    let options = ProcessOptions::of_case(&case).expect("a command");
    let mut process = Process::start(options).expect("it greets");
    let finished =
        learn_guarded(&case, &mut process, Journal::in_memory(), &RunOptions::default(), &mut |_, _| {}).unwrap();
    let guards: Vec<String> = finished.learned.rules.iter().map(|rule| rule.guard.to_string()).collect();
    assert_eq!(guards, ["size >= 1", "size <= 2"]);
    assert_eq!(finished.learned.methods[1].parameters, ["u8"], "the type is shown as the system calls it");
}

#[test]
fn a_system_that_tells_no_methods_is_refused_guards() {
    let mut process = greeting(r#"{"type":"ready","protocol":3,"inputs":["go"]}"#, false);
    let case =
        Case::parse("[system]\ncommand = [\"x\"]\n[learning]\nmodel = \"guarded\"\n", Path::new("x.toml")).unwrap();
    let refused = learn_guarded(&case, &mut process, Journal::in_memory(), &RunOptions::default(), &mut |_, _| {});
    assert!(matches!(refused, Err(RunError::NoMethods)));
}
