//! How many inputs it takes to tell states apart.

use std::collections::HashMap;

use typestar_model::{Id, InputId, Mealy, OutputId, StateId, Word};

/// Partitions of the states of a machine by what words of growing length tell apart; a missing transition is an
/// answer of its own.
pub(super) struct Levels {
    /// The block of each state after words of this length; the last partition is stable.
    blocks: Vec<Vec<usize>>,
}

impl Levels {
    /// The partitions of a machine.
    pub(super) fn of(machine: &Mealy) -> Self {
        let mut blocks = vec![vec![0; machine.len()]];
        let mut count = 1;
        loop {
            let (next, more) = refine(machine, &blocks[blocks.len() - 1]);
            if more == count {
                return Self { blocks };
            }
            count = more;
            blocks.push(next);
        }
    }

    /// The block of a state among those that words of this length tell apart.
    pub(super) fn block(&self, level: usize, state: StateId) -> usize {
        self.blocks[level][state.index()]
    }

    /// The length of the shortest word that tells some of these states apart.
    pub(super) fn first_difference(&self, states: &[StateId]) -> Option<usize> {
        let differ =
            |blocks: &Vec<usize>| states.iter().any(|state| blocks[state.index()] != blocks[states[0].index()]);
        self.blocks.iter().position(differ)
    }

    /// A shortest word that tells two states of the machine apart.
    pub(super) fn separating_word(&self, machine: &Mealy, mut p: StateId, mut q: StateId) -> Option<Word> {
        let mut word = Word::new();
        for level in (0..self.first_difference(&[p, q])?).rev() {
            let (input, next) = self.separating_step(machine, p, q, level);
            word.push(input);
            let Some((next_p, next_q)) = next else { break };
            (p, q) = (next_p, next_q);
        }
        Some(word)
    }

    /// An input after which `level` more inputs tell the states apart, and where it leads if its outputs do not.
    fn separating_step(
        &self,
        machine: &Mealy,
        p: StateId,
        q: StateId,
        level: usize,
    ) -> (InputId, Option<(StateId, StateId)>) {
        let steps = machine.inputs().ids().map(|input| (input, machine.step(p, input), machine.step(q, input)));
        let mut open = steps.filter_map(|(input, left, right)| match (left, right) {
            (Some((a, p)), Some((b, q))) if a == b => {
                (self.block(level, p) != self.block(level, q)).then_some((input, Some((p, q))))
            }
            (None, None) => None,
            _ => Some((input, None)),
        });
        open.next().expect("states in different blocks differ in a step")
    }
}

/// The next finer partition, and how many blocks it has.
fn refine(machine: &Mealy, blocks: &[usize]) -> (Vec<usize>, usize) {
    let mut numbers: HashMap<Vec<Option<(OutputId, usize)>>, usize> = HashMap::new();
    let row = |state| -> Vec<Option<(OutputId, usize)>> {
        let steps = machine.inputs().ids().map(|input| machine.step(state, input));
        steps.map(|step| step.map(|(output, to)| (output, blocks[to.index()]))).collect()
    };
    let next = machine.states().map(|state| {
        let fresh = numbers.len();
        *numbers.entry(row(state)).or_insert(fresh)
    });
    (next.collect(), numbers.len())
}
