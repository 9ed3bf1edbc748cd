//! Simulated machines whose calls are drained: each call is followed by waits until one is quiet, in one step.

use std::collections::{BTreeSet, VecDeque};

use typestar_model::{Id, InputId, Inputs, Mealy, OutputKind, QUIET, StateId, Symbol, WAIT};
use typestar_protocol::MOST_DRAINED;

/// The machine without `wait`, in which each output has the callbacks that come until it is quiet: `ok+onA+onB`. An error
/// is all of an output. None of a callin whose callbacks never end, but its name.
pub(super) fn drained(machine: &Mealy, errors: &[String]) -> Result<Mealy, String> {
    let callins: Inputs = machine.inputs().texts().iter().filter(|name| *name != WAIT).collect();
    let mut drained = Mealy::new(callins);
    for state in machine.states() {
        drained.add_state(machine.name(state));
    }
    drained.set_initial(machine.initial());
    let mut seen = BTreeSet::from([machine.initial().index()]);
    let mut queue = VecDeque::from([machine.initial()]);
    while let Some(state) = queue.pop_front() {
        for input in machine.inputs().ids().filter(|&input| machine.inputs().text(input) != WAIT) {
            let Some((output, to)) = answer(machine, errors, state, input)? else { continue };
            drained.add_edge(state, machine.inputs().text(input), &output, to);
            if seen.insert(to.index()) {
                queue.push_back(to);
            }
        }
    }
    Ok(drained)
}

/// What a drained call answers, and where it leads; none if the machine does not say.
fn answer(
    machine: &Mealy,
    errors: &[String],
    state: StateId,
    input: InputId,
) -> Result<Option<(String, StateId)>, String> {
    let Some((output, mut state)) = machine.step(state, input) else { return Ok(None) };
    let mut output = machine.outputs().text(output).to_owned();
    let is_error = |text: &str| OutputKind::of(text).is_failure() || errors.iter().any(|error| error == text);
    let Some(wait) = machine.inputs().get(WAIT).filter(|_| !is_error(&output)) else {
        return Ok(Some((output, state)));
    };
    for _ in 0..=MOST_DRAINED {
        let Some((callback, next)) = machine.step(state, wait) else { return Ok(None) };
        state = next;
        match machine.outputs().text(callback) {
            QUIET => return Ok(Some((output, state))),
            error if is_error(error) => return Ok(Some((error.to_owned(), state))),
            callback => output = joined(&output, callback),
        }
    }
    Err(machine.inputs().text(input).to_owned())
}

/// One output of two: the names with a plus between them, and the values of both.
fn joined(first: &str, second: &str) -> String {
    let [first, second] = [first, second].map(Symbol::read);
    let name = format!("{}+{}", first.name(), second.name());
    let values = [first.values(), second.values()].concat();
    Symbol::new(&name, values).map_or(name, |symbol| symbol.text().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use typestar_model::{ERROR, read_dot};

    fn machine(edges: &str) -> Mealy {
        read_dot(&format!("digraph {{\n{edges}\n}}")).expect("a machine")
    }

    const PLAYER: &str = "a -> b [label=\"load/ok\"]; b -> c [label=\"wait/onLoaded\"]; c -> d [label=\"wait/onReady(3)\"]\n\
                          d -> d [label=\"wait/quiet\"]; a -> a [label=\"wait/quiet\"]; d -> e [label=\"load/error\"]\n\
                          e -> e [label=\"wait/error\"]; e -> e [label=\"load/error\"]; b -> b [label=\"load/ok\"]\n";

    #[test]
    fn the_callbacks_of_a_call_are_part_of_its_output() {
        let drained = drained(&machine(PLAYER), &[]).expect("it comes to rest");
        assert_eq!(drained.inputs().texts(), ["load"]);
        let load = drained.inputs().get("load").expect("an input");
        let outputs: Vec<&str> =
            drained.run(&[load, load]).iter().map(|&output| drained.outputs().text(output)).collect();
        assert_eq!(outputs, ["ok+onLoaded+onReady(3)", ERROR]);
    }

    #[test]
    fn callbacks_without_end_are_refused() {
        let endless = "a -> b [label=\"load/ok\"]; a -> a [label=\"wait/quiet\"]; b -> b [label=\"wait/onTick\"]\n\
                       b -> b [label=\"load/ok\"]\n";
        assert_eq!(drained(&machine(endless), &[]).unwrap_err(), "load");
        let as_error = drained(&machine(endless), &["onTick".to_owned()]).expect("an error ends it");
        let load = as_error.inputs().get("load").expect("an input");
        assert_eq!(as_error.outputs().text(as_error.run(&[load])[0]), "onTick");
    }
}
