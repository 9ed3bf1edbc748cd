//! What an adapter tells of the methods behind its callins.

#![cfg(unix)]

use typestar_model::guarded::GuardedMethod;
use typestar_query::{Copies, System, SystemError};
use typestar_system::{Process, ProcessOptions};

const READY: &str = r#"{"type":"ready","protocol":2,"inputs":["pop","push"],"methods":[
    {"name":"pop","parameters":[],"returns":"java.lang.Object"},
    {"name":"push","parameters":["java.lang.Object"],"returns":"java.lang.Object"}],"left_out":["take(Process)"]}"#;

/// An adapter that greets and says nothing else.
fn greeting(ready: &str, plain_arguments: bool) -> Process {
    let command = ["sh", "-c", r#"read hello; echo "$0"; read rest"#, &ready.replace('\n', "")];
    Process::start(ProcessOptions { plain_arguments, wait: false, ..ProcessOptions::new(command) }).expect("it greets")
}

fn names(methods: &[GuardedMethod]) -> Vec<&str> {
    methods.iter().map(|method| method.name.as_str()).collect()
}

#[test]
fn a_process_and_its_copies_know_the_methods_of_the_handshake() {
    let process = greeting(READY, false);
    assert_eq!(names(process.methods()), ["pop", "push"]);
    assert_eq!(process.methods()[1].parameters, ["java.lang.Object"]);
    assert_eq!(process.handshake().left_out, ["take(Process)"]);
    let none = |_| Err(SystemError::Failed("nobody asks".to_owned()));
    assert_eq!(names(Copies::new(Box::new(process), 2, none).methods()), ["pop", "push"]);
}

#[test]
fn methods_are_inputs_by_their_names_or_with_plain_arguments() {
    assert_eq!(greeting(READY, false).inputs().texts(), ["pop", "push"]);
    assert_eq!(greeting(READY, true).inputs().texts(), ["pop", "push(0)"]);
}

#[test]
fn an_adapter_that_tells_no_methods_has_none() {
    let process = greeting(r#"{"type":"ready","protocol":2,"inputs":["go"]}"#, true);
    assert_eq!((process.methods(), process.inputs().texts()), (&[][..], &["go".to_owned()][..]));
}
