//! How much faster many copies of a slow system are.

mod floor;

use std::path::Path;

use anyhow::Result;
use typestar_query::{Case, LearningSpec, TesterKind};

/// The numbers of copies beside one.
const COUNTS: [usize; 4] = [2, 4, 8, 16];

/// Prints what copies can save, and what they do save.
pub fn copies() -> Result<bool> {
    println!("The least share of one copy's time that the batches allow\n");
    floor::table();
    Ok(true)
}

/// How the published tables count: every transition is tested up to the bound 2, and there is no challenge.
fn usual() -> LearningSpec {
    LearningSpec { tester: Some(TesterKind::DistinguisherBound(2)), ..LearningSpec::default() }
}

/// The case of a class of the zoo, whose errors end a word.
fn class_case(learning: LearningSpec) -> Case {
    let mut case = Case::of_model(Path::new("machine"));
    case.outputs.errors = vec!["error".to_owned()];
    case.learning = learning;
    case
}
