//! A large machine with the shape of an industrial controller, the same for the same seed.
//!
//! It has modes in layers, and in each mode a clock of several phases. A command moves at most one layer further, so
//! that some states lie deep. Modes come in families that accept the same commands and differ only in where these
//! lead, and the phases of one mode differ only in when the alarm rings: such states are told apart by long words only.

use typestar_model::{Id, Mealy, StateId};

use crate::random::Random;

const LAYERS: usize = 20;
const WIDTH: usize = 17;
const MODES: usize = LAYERS * WIDTH;
const PHASES: usize = 10;
const FAMILIES: usize = 34;
const COMMANDS: usize = 77;

/// The command that leads to the next layer in every mode.
const FORWARD: usize = 0;

/// What a command does in all modes of a family.
#[derive(Clone, Copy)]
enum Effect {
    /// Nothing.
    Refused,
    /// It changes the mode and starts the clock again.
    Restarted,
    /// It changes the mode while the clock goes on.
    Accepted,
}

/// The machine: 3,400 states, 78 inputs, 4 outputs.
pub fn large_machine(seed: u64) -> Mealy {
    let mut random = Random::new(seed);
    let effects: Vec<Vec<Effect>> =
        (0..FAMILIES).map(|_| (0..COMMANDS).map(|command| effect(&mut random, command)).collect()).collect();
    let inputs = (0..COMMANDS).map(|command| format!("command{command}"));
    let mut machine = Mealy::new(inputs.chain(["tick".to_owned()]).collect());
    for mode in 0..MODES {
        for phase in 0..PHASES {
            machine.add_state(&format!("mode{mode}phase{phase}"));
        }
    }
    for mode in 0..MODES {
        add_ticks(&mut machine, mode);
        for (command, &effect) in effects[mode % FAMILIES].iter().enumerate() {
            let to = target(&mut random, mode, command);
            add_command(&mut machine, mode, command, effect, to);
        }
    }
    machine
}

fn effect(random: &mut Random, command: usize) -> Effect {
    match random.below(20) {
        _ if command == FORWARD => Effect::Accepted,
        0..12 => Effect::Refused,
        12..16 => Effect::Restarted,
        _ => Effect::Accepted,
    }
}

/// The mode that a command leads to: at most one layer further.
fn target(random: &mut Random, mode: usize, command: usize) -> usize {
    let reachable = MODES.min((mode / WIDTH + 2) * WIDTH);
    if command == FORWARD { (mode + WIDTH) % MODES } else { random.below(reachable) }
}

/// The clock: it rings when it starts again.
fn add_ticks(machine: &mut Mealy, mode: usize) {
    for phase in 0..PHASES {
        let next = (phase + 1) % PHASES;
        machine.add_edge(state(mode, phase), "tick", if next == 0 { "alarm" } else { "ok" }, state(mode, next));
    }
}

fn add_command(machine: &mut Mealy, mode: usize, command: usize, effect: Effect, to: usize) {
    let input = format!("command{command}");
    for phase in 0..PHASES {
        let (output, target) = match effect {
            Effect::Refused => ("refused", state(mode, phase)),
            Effect::Restarted => ("restarted", state(to, 0)),
            Effect::Accepted => ("ok", state(to, phase)),
        };
        machine.add_edge(state(mode, phase), &input, output, target);
    }
}

fn state(mode: usize, phase: usize) -> StateId {
    StateId::new(mode * PHASES + phase)
}

#[cfg(test)]
mod tests {
    use typestar_model::{access_words, distinguisher_bound, minimise};

    use super::*;

    #[test]
    fn the_large_machine_is_minimal_deep_and_hard_to_tell_apart() {
        let machine = large_machine(1);
        assert_eq!((machine.len(), machine.inputs().len(), machine.outputs().len()), (3_400, 78, 4));
        assert!(machine.is_complete());
        assert_eq!(minimise(&machine).len(), 3_400);
        assert!(access_words(&machine).iter().flatten().map(Vec::len).max() >= Some(20));
        assert!(distinguisher_bound(&machine) >= 6);
    }
}
