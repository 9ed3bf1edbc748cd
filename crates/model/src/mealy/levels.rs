//! How many inputs it takes to tell states apart.
//!
//! At level 0 all states are in one block. At level k two states are in one block if no word of k inputs tells
//! them apart. Each level divides blocks of the one before:
//!
//! ```text
//! level 0   {off, on, broken}       nothing was given
//! level 1   {off, on} {broken}      some input is answered differently at once
//! level 2   {off} {on} {broken}     some input leads to different blocks of level 1
//! ```
//!
//! It ends when a level divides nothing: then no longer word will. There are at most as many levels as states,
//! and each one takes a look at every transition. All levels are kept, because the first level at which two
//! states differ is the length of the shortest word that tells them apart.

use std::collections::HashMap;

use crate::mealy::machine::Mealy;
use crate::symbols::symbol::{Id, InputId, StateId};

/// Partitions of the states of a machine into blocks that words of at most this many inputs do not tell apart, for each
/// number of inputs. A missing transition is an answer of its own.
///
/// ```
/// use typestar_model::{Levels, Mealy};
/// let mut light = Mealy::new(["press", "look"].iter().collect());
/// let (off, on) = (light.add_state("off"), light.add_state("on"));
/// for (from, to, seen) in [(off, on, "dark"), (on, off, "bright")] {
///     light.add_edge(from, "press", "ok", to);
///     light.add_edge(from, "look", seen, from);
/// }
/// let levels = Levels::of(&light);
/// assert_eq!((levels.block(0, on), levels.block(1, on)), (0, 1));
/// assert_eq!(levels.first_difference([off, on]), Some(1));
/// let look = light.inputs().get("look").unwrap();
/// assert_eq!(levels.separating_word(&light, off, on), Some(vec![look]));
/// ```
pub struct Levels {
    /// The block of each state, by the length of words; longer words than the last tell nothing more.
    blocks: Vec<Vec<u32>>,
    /// How many blocks the last partition has.
    count: usize,
}

impl Levels {
    /// The partitions of a machine.
    pub fn of(machine: &Mealy) -> Self {
        let mut levels = Self { blocks: vec![vec![0; machine.len()]], count: machine.len().min(1) };
        while levels.count < machine.len() {
            let (finer, count) = refine(machine, &levels.blocks[levels.longest()]);
            if count == levels.count {
                break;
            }
            levels.blocks.push(finer);
            levels.count = count;
        }
        levels
    }

    /// How many inputs tell any two states apart that are not equivalent.
    pub fn longest(&self) -> usize {
        self.blocks.len() - 1
    }

    /// Whether any two states can be told apart.
    pub fn are_all_different(&self) -> bool {
        self.count == self.blocks[0].len()
    }

    /// The block of a state among those that words of `length` inputs tell apart; `length` is at most
    /// [`longest`](Self::longest). Blocks are numbered by the first of their states.
    pub fn block(&self, length: usize, state: StateId) -> usize {
        self.blocks[length][state.index()] as usize
    }

    /// The block of a state among those that some word tells apart.
    ///
    /// States of one class are equivalent: minimisation makes one state of them.
    pub fn class(&self, state: StateId) -> usize {
        self.block(self.longest(), state)
    }

    /// The length of the shortest word that tells some of these states apart; none if they are equivalent.
    pub fn first_difference(&self, states: impl IntoIterator<Item = StateId, IntoIter: Clone>) -> Option<usize> {
        let mut others = states.into_iter();
        let first = others.next()?;
        (0..self.blocks.len()).find(|&length| {
            let blocks = &self.blocks[length];
            others.clone().any(|state| blocks[state.index()] != blocks[first.index()])
        })
    }

    /// A shortest word that tells two states of the machine apart, the first one in alphabet order.
    pub fn separating_word(&self, machine: &Mealy, mut p: StateId, mut q: StateId) -> Option<Vec<InputId>> {
        let mut word = Vec::new();
        for length in (0..self.first_difference([p, q])?).rev() {
            let (input, next) = self.separating_step(machine, p, q, length);
            word.push(input);
            let Some((next_p, next_q)) = next else { break };
            (p, q) = (next_p, next_q);
        }
        Some(word)
    }

    /// An input after which `length` more inputs tell the states apart, and where it leads if its outputs do not.
    fn separating_step(
        &self,
        machine: &Mealy,
        p: StateId,
        q: StateId,
        length: usize,
    ) -> (InputId, Option<(StateId, StateId)>) {
        let steps = machine.inputs().ids().map(|input| (input, machine.step(p, input), machine.step(q, input)));
        let mut open = steps.filter_map(|(input, left, right)| match (left, right) {
            (Some((a, p)), Some((b, q))) if a == b => {
                (self.block(length, p) != self.block(length, q)).then_some((input, Some((p, q))))
            }
            (None, None) => None,
            _ => Some((input, None)),
        });
        open.next().expect("states in different blocks differ in a step")
    }
}

/// The next finer partition, and how many blocks it has.
///
/// Two states stay together if all their steps have the same output and lead to the same block.
fn refine(machine: &Mealy, blocks: &[u32]) -> (Vec<u32>, usize) {
    // Each step is one number, because long rows of plain numbers are hashed and compared fast.
    let number = |state, input| match machine.step(state, input) {
        Some((output, to)) => (output.index() as u64 + 1) << 32 | u64::from(blocks[to.index()]),
        None => 0,
    };
    let mut numbers: HashMap<Vec<u64>, u32> = HashMap::new();
    let block = |state| {
        let row = machine.inputs().ids().map(|input| number(state, input)).collect();
        let fresh = numbers.len() as u32;
        *numbers.entry(row).or_insert(fresh)
    };
    let finer = machine.states().map(block).collect();
    (finer, numbers.len())
}
