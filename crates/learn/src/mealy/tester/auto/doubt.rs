//! How much a step of the hypothesis is doubted: which test words are likely to find something.
//!
//! ```text
//!   trust   step                                           timer: example
//!     0     to another state                               Idle -start-> Running
//!     1     stays; the input moves elsewhere               Ended -cancel-> Ended
//!     2     stays; the input never moves                   (none)
//!     3     into a state that is never left                Running -start-> sink
//!     5     inside such a state                            sink -wait-> sink
//! ```
//!
//! The numbers are added along the middle of a word. A word with the sum 0 moves at every step; such
//! words find most, and are asked first.

use typestar_model::{Id, InputId, StateId};

use crate::mealy::hypothesis::MealyHypothesis;

/// Trust in each step of a hypothesis, as a small number: 0 where a hidden state is most likely to show.
///
/// Systems hide states behind what they do, not behind what they refuse: a word that moves through the hypothesis
/// finds more than one that turns in circles, and hardly anything is found behind a state that is never left.
pub(super) struct Doubt {
    trust: Vec<u8>,
    inputs: usize,
}

/// A step to another state.
const MOVES: u8 = 0;
/// A step that stays, of an input that moves elsewhere.
const STAYS: u8 = 1;
/// A step that stays, of an input that never moves.
const NEVER_MOVES: u8 = 2;
/// A step into a state that is never left.
const ENTERS_TRAP: u8 = 3;
/// A step in a state that is never left.
const TRAPPED: u8 = 5;

impl Doubt {
    /// An input *moves* if in some state it leads to another one that can be left again. An input that
    /// only ever leads into errors does not count as moving.
    pub(super) fn new(hypothesis: &MealyHypothesis) -> Self {
        let machine = &hypothesis.machine;
        let inputs = machine.inputs().len();
        let stays = |state, input| hypothesis.target(state, input) == state;
        let traps: Vec<bool> =
            machine.states().map(|state| machine.inputs().ids().all(|input| stays(state, input))).collect();
        let moves_somewhere = |&input: &InputId| {
            hypothesis.live().any(|state| !stays(state, input) && !traps[hypothesis.target(state, input).index()])
        };
        let moving: Vec<bool> = machine.inputs().ids().map(|input| moves_somewhere(&input)).collect();
        let trust = |state: StateId, input: InputId| match hypothesis.target(state, input) {
            _ if traps[state.index()] => TRAPPED,
            target if traps[target.index()] => ENTERS_TRAP,
            target if target != state => MOVES,
            _ if moving[input.index()] => STAYS,
            _ => NEVER_MOVES,
        };
        let steps = machine.states().flat_map(|state| machine.inputs().ids().map(move |input| (state, input)));
        Self { trust: steps.map(|(state, input)| trust(state, input)).collect(), inputs }
    }

    /// How much this step is trusted.
    pub(super) fn trust(&self, state: StateId, input: InputId) -> usize {
        self.trust[state.index() * self.inputs + input.index()].into()
    }

    /// The most that a step can be trusted.
    pub(super) fn most_of_a_step(&self) -> usize {
        TRAPPED.into()
    }
}
