//! The raw adapter of the bench speaks the protocol well enough to be learned.

use std::path::Path;

use typestar_model::{Comparison, compare, read_dot};
use typestar_query::{Case, Journal, LearningSpec, MachineTester, RunOptions, learn};
use typestar_system::{Process, ProcessOptions};

#[test]
fn the_media_player_is_learned_through_it_with_the_words_of_the_simulated_one() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../zoo/MediaPlayer.dot");
    let truth = read_dot(&std::fs::read_to_string(&file).expect("the zoo")).expect("a machine");
    let command = [env!("CARGO_BIN_EXE_typestar-bench"), "sleepy-adapter", file.to_str().expect("a path"), "0"];
    let mut system = Process::start(ProcessOptions::new(command)).unwrap_or_else(|error| panic!("{error}"));
    let mut case = Case::of_model(&file);
    case.outputs.errors = vec!["error".to_owned()];
    let tester = Some(MachineTester::DistinguisherBound(2).into());
    case.learning = LearningSpec { tester, ..LearningSpec::default() };
    let finished = learn(&case, &mut system, Journal::in_memory(), &RunOptions::default(), &mut |_, _| {});
    let finished = finished.expect("a run");
    assert_eq!((finished.stop, finished.summary.total().executed), (None, 1863));
    assert_eq!(compare(&finished.learned.machine, &truth), Comparison::Same);
}
