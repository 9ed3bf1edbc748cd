//! What the tests of this crate share.

pub mod store;
pub mod talking;
pub mod ticker;
pub mod toy;
pub mod values;

pub use typestar_testing::{has, plan, run, run_until};

use std::path::PathBuf;

use typestar_model::{Inputs, Plan, Symbol};

/// A path of the repository.
pub fn repository(path: &str) -> PathBuf {
    typestar_testing::repository().join(path)
}

/// A word with values as people type it, as a plan; its inputs are added to the alphabet.
pub fn typed_plan(inputs: &mut Inputs, mut text: &str) -> Plan {
    let mut word = Vec::new();
    while !text.trim_start().is_empty() {
        let (first, rest) = Symbol::split_typed(text.trim_start(), char::is_whitespace);
        word.push(inputs.intern_symbol(Symbol::typed(first)));
        text = rest;
    }
    Plan::word(word)
}
