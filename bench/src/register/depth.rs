//! How deep the systems of the SL* paper are explored in a given time.

use std::time::Instant;

use anyhow::Result;
use typestar_learn::register::{ExploreLimits, RegisterLearnerKind, explore};

use super::known::known;
use super::learned::learn;
use super::models::{Model, of_zoo};
use crate::options::Options;
use crate::tables::grouped;

/// Words of more inputs are tried nowhere.
const DEEPEST: usize = 100;

/// Prints how deep each learned model agrees with its system; whether that is deep enough everywhere.
pub fn depth(options: &Options) -> Result<bool> {
    println!("| model | complete to depth | words | at least | seconds | met |");
    println!("| --- | --: | --: | --: | --: | --- |");
    let mut is_well = true;
    for model in of_zoo(&known()?)? {
        if options.only.is_empty() || options.only.contains(&model.name) {
            is_well &= explored(&model, options);
        }
    }
    Ok(is_well)
}

fn explored(model: &Model, options: &Options) -> bool {
    let (_, hypothesis) = learn(model, RegisterLearnerKind::Slstar);
    let (started, wanted) = (Instant::now(), model.known.depth);
    let is_final = |name: &str| model.finals.iter().any(|known| known == name);
    let limits = ExploreLimits { depth: DEEPEST, words: u64::MAX };
    let mut go_on = || started.elapsed() < options.timeout;
    let automata = (&hypothesis.automaton, &model.automaton);
    let (explored, word) = explore(automata, &model.theories, &is_final, limits, &mut go_on);
    let reached = if explored.is_whole { "all words".to_owned() } else { explored.depth.to_string() };
    let is_deep = match wanted {
        Some(0) => explored.is_whole,
        Some(depth) => explored.is_whole || explored.depth >= depth,
        None => true,
    };
    let is_well = is_deep && word.is_none();
    let least = wanted.map_or_else(String::new, |depth| if depth == 0 { "all".to_owned() } else { depth.to_string() });
    let met = match (&word, is_well) {
        (Some(word), _) => format!("NO: {word:?} is answered differently"),
        (None, true) => "yes".to_owned(),
        (None, false) => "NO".to_owned(),
    };
    let (words, seconds) = (grouped(explored.words), started.elapsed().as_secs_f64());
    println!("| {} | {reached} | {words} | {least} | {seconds:.1} | {met} |", model.name);
    is_well
}
