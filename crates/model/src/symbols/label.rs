//! Labels: the input and output of a step in 32 bits, so that the nodes of a tree stay small.
//!
//! A node of the observation tree is 16 bytes, and trees have millions of them. Input and output as two
//! numbers would take 8 of these bytes. A label takes 4:
//!
//! ```text
//! bit 31 = 0   bits 30..16 input   bits 15..0 output     the pair itself, nothing to look up
//! bit 31 = 1   bits 30..0  place in a list               pairs with larger numbers
//! ```
//!
//! So 32,768 inputs and 65,536 outputs cost nothing. What is larger still works, and is looked up.

use std::collections::HashMap;

use crate::symbols::symbol::{Id, InputId, OutputId};

/// The input and output of a step, as one number. It means something only to the [`Labels`] that it comes from.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Label(u32);

impl Label {
    /// The number itself, to keep it among others.
    ///
    /// Equal labels of one [`Labels`] have equal numbers, so tables can be indexed or sorted by them.
    #[inline]
    pub fn number(self) -> u32 {
        self.0
    }

    /// The label that has this number.
    #[inline]
    pub fn of_number(number: u32) -> Self {
        Self(number)
    }
}

/// The numbers of pairs of inputs and outputs.
///
/// While both are small, which is so in all but huge alphabets, the number is the pair itself and costs nothing; other
/// pairs are numbered as they come.
///
/// ```
/// use typestar_model::{Id, InputId, Labels, OutputId};
/// let mut labels = Labels::default();
/// for pair in [(3, 4), (70_000, 4), (3, 70_000)] {
///     let (input, output) = (InputId::new(pair.0), OutputId::new(pair.1));
///     let label = labels.intern(input, output);
///     assert_eq!(labels.pair(label), (input, output));
///     assert_eq!(labels.intern(input, output), label);
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Labels {
    /// The pairs that are too large to be a number.
    large: Vec<(InputId, OutputId)>,
    /// Where each large pair stands in the list, so that equal pairs get equal labels.
    numbers: HashMap<(InputId, OutputId), u32>,
}

/// Marks a number that is the place of a large pair.
const LARGE: u32 = 1 << 31;

impl Labels {
    /// The label of a pair.
    #[inline]
    pub fn intern(&mut self, input: InputId, output: OutputId) -> Label {
        match (input.index(), output.index()) {
            (left @ ..0x8000, right @ ..0x1_0000) => Label((left << 16 | right) as u32),
            _ => self.intern_large(input, output),
        }
    }

    /// The slow way, kept out of the inlined one.
    fn intern_large(&mut self, input: InputId, output: OutputId) -> Label {
        let next = self.large.len() as u32;
        assert!(next < LARGE, "too many different steps");
        let number = *self.numbers.entry((input, output)).or_insert_with(|| {
            self.large.push((input, output));
            next
        });
        Label(LARGE | number)
    }

    /// The pair of a label.
    #[inline]
    pub fn pair(&self, Label(number): Label) -> (InputId, OutputId) {
        if number & LARGE != 0 {
            return self.large[(number & !LARGE) as usize];
        }
        (InputId::new((number >> 16) as usize), OutputId::new((number & 0xffff) as usize))
    }
}
