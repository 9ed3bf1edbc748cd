//! Whatever an adapter or an engine writes, reading the line ends with a message or a complaint; a plan that was read can
//! be followed, and comes back as it was when it is written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use typestar_model::{Cursor, Id, Inputs, OutputId, Outputs};
use typestar_protocol::{PlanMessage, Request, read_reply, read_request};

fuzz_target!(|line: &[u8]| {
    let _ = read_reply(line);
    if let Ok(Request::Run { plans, .. }) = read_request(line) {
        plans.iter().for_each(follow);
    }
});

/// Follows a plan with the outputs that it names, one after the other.
fn follow(message: &PlanMessage) {
    let (mut inputs, mut outputs) = (Inputs::default(), Outputs::default());
    let plan = message.plan(&mut inputs, &mut outputs);
    let again = PlanMessage::new(&plan, &|input| inputs.symbol(input).clone(), &outputs);
    assert_eq!(&again.plan(&mut inputs, &mut outputs), &plan);
    let mut cursor = Cursor::naming(&plan, &outputs);
    let mut given = 0;
    while cursor.next().is_some() {
        cursor.take((!outputs.is_empty()).then(|| OutputId::new(given % outputs.len())));
        given += 1;
    }
    assert!(given <= plan.longest());
    plan.take_apart();
}
