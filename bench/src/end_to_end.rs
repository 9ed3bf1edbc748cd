//! The command with its default tester, which is not told the truth: what it takes until the right model is there.

use anyhow::Result;
use serde_json::Value;

use crate::command::{Learned, Typestar};
use crate::models::Model;
use crate::options::Options;
use crate::tables::grouped;

/// The best figures that were published, with their source.
const BEST_KNOWN: &str = include_str!("../best-known.csv");

/// The seeds of the runs.
const SEEDS: std::ops::RangeInclusive<u64> = 1..=5;

/// All runs on one model.
struct Runs {
    model: String,
    /// Resets and symbols until the right hypothesis, of the runs that found it.
    costs: Vec<u64>,
    /// What the others said.
    wrong: Vec<String>,
    best_known: Option<u64>,
}

impl Runs {
    fn of(typestar: &Typestar, model: &Model, options: &Options) -> Self {
        let mut runs = Self { model: model.name.clone(), costs: Vec::new(), wrong: Vec::new(), best_known: None };
        runs.best_known = best_known(&model.name);
        for seed in SEEDS {
            let mut arguments = ["--tester", "auto", "--seed", &seed.to_string()].map(str::to_owned).to_vec();
            if let Some(name) = &options.from {
                let earlier = options.models.join(format!("{name}.dot"));
                arguments.extend(["--from".to_owned(), earlier.display().to_string()]);
            }
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            match typestar.learn(&model.file, &arguments, options.timeout) {
                Ok(Some(learned)) => runs.take(&learned, model, seed),
                Ok(None) => runs.wrong.push(format!("seed {seed}: not within {} s", options.timeout.as_secs())),
                Err(error) => runs.wrong.push(format!("seed {seed}: {error:#}")),
            }
        }
        runs
    }

    fn take(&mut self, learned: &Learned, model: &Model, seed: u64) {
        match until_last_hypothesis(&learned.summary) {
            Some(cost) if learned.is_right(&model.machine) => self.costs.push(cost),
            Some(_) => self.wrong.push(format!("seed {seed}: {}", learned.verdict())),
            None => self.wrong.push(format!("seed {seed}: the summary has no history")),
        }
    }

    /// The mean cost if every run was right.
    fn mean(&self) -> Option<f64> {
        let all_right = self.wrong.is_empty() && !self.costs.is_empty();
        all_right.then(|| self.costs.iter().sum::<u64>() as f64 / self.costs.len() as f64)
    }

    fn line(&self, model: &Model) -> String {
        let mean = self.mean().map_or("-".to_owned(), |mean| grouped(mean.round() as u64));
        let ratio = self.best_known.zip(self.mean()).map(|(best, mean)| format!("{:.2}", mean / best as f64));
        format!(
            "| {} | {}/{} | {} of {} | {mean} | {} | {} |",
            self.model,
            model.machine.len(),
            model.machine.inputs().len(),
            self.costs.len(),
            self.costs.len() + self.wrong.len(),
            self.best_known.map_or("-".to_owned(), grouped),
            ratio.unwrap_or("-".to_owned())
        )
    }
}

/// Runs the command on all models with several seeds; whether every run ended with the right model.
pub fn end_to_end(options: &Options) -> Result<bool> {
    let typestar = Typestar::build()?;
    let models = options.models()?;
    println!("| model | n/k | right | resets and symbols, mean | best known | ratio |");
    println!("| --- | --- | --: | --: | --: | --: |");
    let mut all = Vec::new();
    for model in &models {
        let runs = Runs::of(&typestar, model, options);
        println!("{}", runs.line(model));
        all.push(runs);
    }
    println!("\n{}", sums(&all));
    for runs in &all {
        runs.wrong.iter().for_each(|reason| println!("{}, {reason}", runs.model));
    }
    Ok(all.iter().all(|runs| runs.wrong.is_empty()))
}

/// The sums over the models with a published figure that were learned in every run.
fn sums(all: &[Runs]) -> String {
    let published = all.iter().filter(|runs| runs.best_known.is_some()).count();
    let known: Vec<(f64, u64)> = all.iter().filter_map(|runs| Some((runs.mean()?, runs.best_known?))).collect();
    if known.is_empty() {
        return format!("{published} models with a published figure, none of them right in every run");
    }
    let ours: f64 = known.iter().map(|(mean, _)| mean).sum();
    let best: u64 = known.iter().map(|(_, best)| best).sum();
    let not_above = known.iter().filter(|(mean, best)| *mean <= *best as f64).count();
    format!(
        "{published} models with a published figure, {} of them right in every run: {} resets and symbols, best known \
         {}, ratio {:.2}; at most the best known on {not_above} of them",
        known.len(),
        grouped(ours.round() as u64),
        grouped(best),
        ours / best as f64
    )
}

/// Resets and symbols until the last hypothesis was there, learning and testing together.
fn until_last_hypothesis(summary: &Value) -> Option<u64> {
    let last = summary["history"].as_array()?.last()?;
    Some(last["executed"].as_u64()? + last["symbols"].as_u64()?)
}

fn best_known(model: &str) -> Option<u64> {
    let lines = BEST_KNOWN.lines().filter(|line| !line.starts_with('#'));
    let mut fields = lines.map(|line| line.split(','));
    fields.find_map(|mut fields| (fields.next() == Some(model)).then(|| fields.next()?.parse().ok()).flatten())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn published_figures_are_found_by_the_name_of_the_model() {
        assert_eq!(best_known("BitVise"), Some(352_309));
        assert_eq!(best_known("nobody"), None);
    }

    #[test]
    fn the_last_hypothesis_says_what_it_took() {
        let entry = |states, executed, symbols| json!({"states": states, "executed": executed, "symbols": symbols});
        let summary = json!({"history": [entry(2, 10, 30), entry(3, 15, 50)]});
        assert_eq!(until_last_hypothesis(&summary), Some(65));
        assert_eq!(until_last_hypothesis(&json!({"states": 3})), None);
    }

    #[test]
    fn a_model_with_a_wrong_run_has_no_mean() {
        let mut runs = Runs { model: String::new(), costs: vec![10, 20], wrong: Vec::new(), best_known: None };
        assert_eq!(runs.mean(), Some(15.0));
        runs.wrong.push("seed 3: stopped".to_owned());
        assert_eq!(runs.mean(), None);
    }
}
