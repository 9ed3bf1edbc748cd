//! Register automata: the three learners side by side, beside the figures of RALib and of the SL* paper.

mod depth;
mod known;
mod learned;
mod models;

use std::path::Path;

use anyhow::{Context as _, Result};
use typestar_query::{LearnerKind, digest};

pub use depth::depth;

use self::known::known;
use self::learned::{LEARNERS, Learned, learn, learn_apart};
use self::models::{Model, of_families, of_folder, of_zoo};
use crate::options::Options;
use crate::tables::grouped;

/// How many times the target the default learner may take.
const ABOVE: f64 = 1.1;

/// Prints the table of all models; whether all targets are met.
pub fn register(options: &Options) -> Result<bool> {
    println!(
        "| model | locations/transitions/registers | slstar | sllambda | slct | RALib slstar | sllambda | slct | at \
         most | met |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --- |");
    let (mut halves, mut is_well) = ([[Total::default(); 3]; 2], true);
    for model in models(options)? {
        let results = results(&model, options);
        let faults = faults(&model, &results);
        println!("{}", row(&model, &results, &faults));
        is_well &= faults.is_empty();
        add(&mut halves, &model.name, &results);
    }
    for (half, totals) in halves.iter().enumerate() {
        println!("\nThe models of half {} that all learners learned: {}", half + 1, shown(totals));
    }
    println!("\nTree queries/tests/inputs, seconds of the processor. All targets met: {}", yes(is_well));
    Ok(is_well)
}

/// Learns one model and prints what it took: what [`register`] runs in a process of its own.
pub fn register_one(learner: &str, name: &str, folder: &Path) -> Result<String> {
    let (_, kind) = LEARNERS.into_iter().find(|(known, _)| *known == learner).context("there is no such learner")?;
    let model = all(folder)?.into_iter().find(|model| model.name == name).context("there is no such model")?;
    Ok(learn(&model, kind).0.line())
}

/// The models of a folder, those of the zoo and the families.
fn all(folder: &Path) -> Result<Vec<Model>> {
    let known = known()?;
    let mut models = of_folder(folder, &known)?;
    for model in of_zoo(&known)?.into_iter().chain(of_families(&known)?) {
        if !models.iter().any(|other| other.name == model.name) {
            models.push(model);
        }
    }
    Ok(models)
}

fn models(options: &Options) -> Result<Vec<Model>> {
    let mut models = all(&options.models)?;
    models.retain(|model| options.only.is_empty() || options.only.contains(&model.name));
    Ok(models)
}

/// What came of each learner; an error says why there is no result.
type Results = [Option<Result<Learned>>; 3];

fn results(model: &Model, options: &Options) -> Results {
    LEARNERS.map(|(name, _)| options.wants(name).then(|| learn_apart(model, name, &options.models, options.timeout)))
}

fn row(model: &Model, results: &Results, faults: &[String]) -> String {
    let ours = results.each_ref().map(|result| match result {
        None => "-".to_owned(),
        Some(Ok(learned)) => cell(learned),
        Some(Err(error)) => error.to_string(),
    });
    let size = results.iter().flatten().flatten().next().map_or_else(String::new, |learned| {
        format!("{}/{}/{}", learned.locations, learned.transitions, learned.registers)
    });
    let [slstar, sllambda, slct, seconds] = &model.known.ralib;
    let seconds = if seconds.is_empty() { String::new() } else { format!(" ({seconds} s)") };
    let met = if faults.is_empty() { "yes".to_owned() } else { format!("NO: {}", faults.join("; ")) };
    let name = &model.name;
    let most = at_most(model);
    format!("| {name} | {size} | {} | {slstar} | {sllambda} | {slct}{seconds} | {most} | {met} |", ours.join(" | "))
}

fn cell(learned: &Learned) -> String {
    format!("{}/{}/{} {:.3}", learned.tree_queries, learned.tests, learned.inputs, learned.cpu)
}

fn at_most(model: &Model) -> String {
    let known = &model.known;
    let parts = [
        known.tree_queries.map(|most| format!("{most} tree queries")),
        known.tests.map(|most| format!("{most} tests")),
        known.inputs.map(|most| format!("{most} inputs")),
        known.seconds.map(|most| format!("{most} s")),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The targets that are missed.
fn faults(model: &Model, results: &Results) -> Vec<String> {
    let mut faults = Vec::new();
    for ((name, _), result) in LEARNERS.iter().zip(results) {
        match result {
            Some(Ok(learned)) => faults.extend(wrong_size(model, learned).map(|wrong| format!("{name}: {wrong}"))),
            Some(Err(error)) => faults.push(format!("{name}: {error}")),
            None => {}
        }
    }
    let learned = |name: &str| {
        let at = LEARNERS.iter().position(|(known, _)| *known == name)?;
        results[at].as_ref()?.as_ref().ok()
    };
    if let (Some(most), Some(table)) = (model.known.tree_queries, learned("slstar"))
        && table.tree_queries > most
    {
        faults.push(format!("slstar takes {} tree queries", table.tree_queries));
    }
    if !results.iter().flatten().flatten().any(|learned| is_within(model, learned, 1.0)) {
        faults.push("no learner is within the limits".to_owned());
    }
    let usual = LearnerKind::OF_REGISTERS[0].to_string();
    if learned(&usual).is_some_and(|learned| !is_within(model, learned, ABOVE)) {
        faults.push(format!("{usual}, the default, is more than 10 % above"));
    }
    faults
}

/// How the size differs from the known one. The transitions of acceptors may be fewer: guards are merged.
fn wrong_size(model: &Model, learned: &Learned) -> Option<String> {
    let known = &model.known;
    let differs = |known: Option<usize>, learned: usize| known.is_some_and(|known| known != learned);
    let is_acceptor = model.automaton.signature.is_acceptor;
    let wrong_transitions = match is_acceptor {
        true => known.transitions.is_some_and(|most| learned.transitions > most),
        false => differs(known.transitions, learned.transitions),
    };
    let is_wrong =
        differs(known.locations, learned.locations) || differs(known.registers, learned.registers) || wrong_transitions;
    is_wrong.then(|| format!("size {}/{}/{}", learned.locations, learned.transitions, learned.registers))
}

fn is_within(model: &Model, learned: &Learned, times: f64) -> bool {
    let within = |most: Option<u64>, took: u64| most.is_none_or(|most| took as f64 <= most as f64 * times);
    let known = &model.known;
    within(known.tests, learned.tests)
        && within(known.inputs, learned.inputs)
        && known.seconds.is_none_or(|most| learned.cpu <= most)
}

/// What several models took together.
#[derive(Clone, Copy, Default)]
struct Total {
    tests: u64,
    inputs: u64,
    cpu: f64,
}

/// Adds a model to its half. The half is chosen by the name, so that nobody can choose it.
fn add(halves: &mut [[Total; 3]; 2], name: &str, results: &Results) {
    let learned: Vec<&Learned> = results.iter().flatten().flatten().collect();
    if learned.len() < LEARNERS.len() {
        return;
    }
    let half = digest(name.as_bytes()).bytes().last().unwrap_or(0) % 2;
    for (total, learned) in halves[usize::from(half)].iter_mut().zip(learned) {
        total.tests += learned.tests;
        total.inputs += learned.inputs;
        total.cpu += learned.cpu;
    }
}

fn shown(totals: &[Total; 3]) -> String {
    let shown = |((name, _), total): (&(&str, _), &Total)| {
        format!("{name} {} tests, {} inputs, {:.2} s", grouped(total.tests), grouped(total.inputs), total.cpu)
    };
    LEARNERS.iter().zip(totals).map(shown).collect::<Vec<_>>().join("; ")
}

fn yes(yes: bool) -> &'static str {
    if yes { "yes" } else { "NO" }
}

#[cfg(test)]
mod tests {
    use typestar_learn::register::RegisterLearnerKind;

    use super::*;

    #[test]
    fn queues_stacks_and_sets_are_learned_with_their_known_sizes() {
        let models = of_families(&known().unwrap()).unwrap();
        for model in models.iter().filter(|model| model.automaton.registers.len() <= 3) {
            let (learned, _) = learn(model, RegisterLearnerKind::Slstar);
            assert_eq!(wrong_size(model, &learned), None, "{}", model.name);
        }
    }

    #[test]
    fn a_target_that_is_missed_is_told() {
        let model = of_zoo(&known().unwrap()).unwrap().remove(0);
        let (learned, _) = learn(&model, RegisterLearnerKind::Slstar);
        let result = |learned: &Learned| [Some(Ok(learned.clone())), None, None];
        assert_eq!(faults(&model, &result(&learned)), Vec::<String>::new());
        let more = Learned { tree_queries: 1000, locations: 4, ..learned };
        assert_eq!(faults(&model, &result(&more)), ["slstar: size 4/5/0", "slstar takes 1000 tree queries"]);
    }
}
