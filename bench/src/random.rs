//! Random machines with absorbing errors, the same for the same seed.

use typestar_model::{ERROR, Id, Mealy, StateId, distinguisher_bound, minimise};

/// The generator of the machines whose figures are published (xorshift). It stays as it is, and apart from the one that
/// all else draws from, so that the figures can be compared from version to version.
pub struct Random(u64);

impl Random {
    /// The generator with this seed.
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

/// The next machine with a sink of errors and a distinguisher bound of 1 or 2.
pub fn machine(random: &mut Random) -> Mealy {
    loop {
        let machine = minimise(&any_machine(random));
        if machine.error_sink().is_some() && machine.len() > 2 && (1..=2).contains(&distinguisher_bound(&machine)) {
            return machine;
        }
    }
}

fn any_machine(random: &mut Random) -> Mealy {
    let (states, inputs, callbacks) = (2 + random.below(12), 2 + random.below(5), 1 + random.below(3));
    let errors = 10 + random.below(50);
    let mut machine = Mealy::new((0..inputs).map(|input| format!("i{input}")).collect());
    for state in 0..=states {
        machine.add_state(&format!("s{state}"));
    }
    let sink = StateId::new(states);
    for state in 0..=states {
        for input in 0..inputs {
            let is_error = state == states || random.below(100) < errors;
            let to = if is_error { sink } else { StateId::new(random.below(states)) };
            let output = match is_error {
                true => ERROR.to_owned(),
                false => format!("o{}", random.below(callbacks + 1)),
            };
            machine.add_edge(StateId::new(state), &format!("i{input}"), &output, to);
        }
    }
    machine
}
