//! What is done beside learning: comparing models, conformance, suites of tests, the doctor, and single words.

pub(crate) mod compare;
pub(crate) mod conform;
pub(crate) mod doctor;
pub(crate) mod suite;
pub(crate) mod traces;
pub(crate) mod try_word;
