//! The results as text: for the terminal and as comma-separated values.

use std::fmt::Write as _;

use crate::contestants::Contestant;
use crate::measure::Cost;
use crate::peers::{Outcome, Row};

/// How many times the symbols of the best peer are no longer called about the same.
const ABOVE: f64 = 1.15;

/// All tables: queries and symbols, time and memory, and the totals with ratios.
pub fn all(rows: &[Row], all: &[Contestant]) -> String {
    let symbols = |cost: &Cost| format!("{} ({})", grouped(cost.symbols), grouped(cost.queries));
    let time = |cost: &Cost| format!("{:.3} s, {} MB", cost.wall, cost.memory_kb / 1024);
    let mut text = format!("\nSymbols (queries), counterexamples free of charge\n\n{}", table(rows, all, symbols));
    let _ = write!(text, "\nWall time of learning, and peak memory of the process\n\n{}", table(rows, all, time));
    let _ = write!(text, "\nTotals over the models that {} and the peer both finished\n\n", all[0].name());
    text + &totals(rows, all) + "\n" + &above_best(rows, all)
}

/// The models on which the first contestant takes clearly more symbols than the best of the other tools.
fn above_best(rows: &[Row], all: &[Contestant]) -> String {
    let ratios = rows.iter().filter_map(|row| {
        let others = row.outcomes.iter().zip(all).filter(|(_, contestant)| contestant.tool != all[0].tool);
        let (best, by) = others
            .filter_map(|(outcome, by)| Some((outcome.cost()?.symbols, by)))
            .min_by_key(|&(symbols, _)| symbols)?;
        Some((row, row.outcomes[0].cost()?.symbols as f64 / best as f64, by))
    });
    let above: Vec<String> = ratios
        .filter(|(_, ratio, _)| *ratio > ABOVE)
        .map(|(row, ratio, by)| format!("{} {ratio:.2} ({})", row.model, by.name()))
        .collect();
    let listed = if above.is_empty() { "none".to_owned() } else { above.join(", ") };
    format!("Models on which {} takes more than {ABOVE} times the symbols of the best peer: {listed}\n", all[0].name())
}

/// One measured model in one line.
pub fn row(row: &Row, all: &[Contestant]) -> String {
    let cells = all.iter().zip(&row.outcomes);
    let cells = cells.map(|(contestant, outcome)| {
        format!("{}: {}", contestant.name(), cell(outcome, |cost| format!("{} in {:.2} s", cost.symbols, cost.wall)))
    });
    format!("{} {}x{} | {}", row.model, row.states, row.inputs, cells.collect::<Vec<_>>().join(" | "))
}

fn table(rows: &[Row], all: &[Contestant], shown: impl Fn(&Cost) -> String) -> String {
    let names: Vec<String> = all.iter().map(Contestant::name).collect();
    let mut text = format!("| model | n/k | {} |\n| --- | --- |{}\n", names.join(" | "), " --: |".repeat(all.len()));
    for row in rows {
        let cells: Vec<String> = row.outcomes.iter().map(|outcome| cell(outcome, &shown)).collect();
        let _ = writeln!(text, "| {} | {}/{} | {} |", row.model, row.states, row.inputs, cells.join(" | "));
    }
    text
}

fn cell(outcome: &Outcome, shown: impl Fn(&Cost) -> String) -> String {
    match outcome {
        Outcome::Learned(cost) => shown(cost),
        Outcome::TimedOut => "t/o".to_owned(),
        Outcome::NotTried => "-".to_owned(),
        Outcome::Failed(_) => "FAILED".to_owned(),
    }
}

/// What two contestants took on the models that both of them finished.
#[derive(Default)]
pub struct Total {
    /// How many models those are.
    pub models: usize,
    /// Queries of the first and of the second.
    pub queries: [u64; 2],
    /// Symbols.
    pub symbols: [u64; 2],
    /// Symbols with those of the counterexamples.
    pub with_counterexamples: [u64; 2],
    /// Processor time in seconds.
    pub cpu: [f64; 2],
    /// The largest memory.
    pub memory_kb: [u64; 2],
}

impl Total {
    /// The totals of the contestants with these positions.
    pub fn of(rows: &[Row], first: usize, second: usize) -> Self {
        let mut total = Self::default();
        for row in rows {
            let costs = [first, second].map(|index| row.outcomes[index].cost());
            let [Some(left), Some(right)] = costs else { continue };
            total.models += 1;
            for (side, cost) in [left, right].into_iter().enumerate() {
                total.queries[side] += cost.queries;
                total.symbols[side] += cost.symbols;
                total.with_counterexamples[side] += cost.symbols + cost.counterexample_symbols;
                total.cpu[side] += cost.cpu;
                total.memory_kb[side] = total.memory_kb[side].max(cost.memory_kb);
            }
        }
        total
    }

    /// The symbols of the first for each one of the second.
    pub fn ratio(&self) -> f64 {
        ratio(self.symbols[0] as f64, self.symbols[1] as f64)
    }
}

fn ratio(left: f64, right: f64) -> f64 {
    if right == 0.0 { f64::NAN } else { left / right }
}

/// The totals of the first contestant beside those of each other one.
pub fn totals(rows: &[Row], all: &[Contestant]) -> String {
    let mut text =
        "| peer | models | symbols (queries) | peer's | ratio | ratio with counterexamples | CPU | peer's | \
                    ratio | most memory | peer's |\n| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: \
                    |\n"
        .to_owned();
    for (index, peer) in all.iter().enumerate().skip(1) {
        let total = Total::of(rows, 0, index);
        let [ours, theirs] =
            [0, 1].map(|side| format!("{} ({})", grouped(total.symbols[side]), grouped(total.queries[side])));
        let [counted, theirs_counted] = total.with_counterexamples.map(|symbols| symbols as f64);
        let _ = writeln!(
            text,
            "| {} {} {} | {} | {ours} | {theirs} | {:.3} | {:.3} | {:.2} s | {:.2} s | {:.3} | {} MB | {} MB |",
            peer.tool,
            peer.version,
            peer.learner,
            total.models,
            total.ratio(),
            ratio(counted, theirs_counted),
            total.cpu[0],
            total.cpu[1],
            ratio(total.cpu[0], total.cpu[1]),
            total.memory_kb[0] / 1024,
            total.memory_kb[1] / 1024,
        );
    }
    text
}

/// One line for each model and contestant.
pub fn csv(rows: &[Row], all: &[Contestant]) -> String {
    let mut text = "model,tool,version,learner,states,inputs,outcome,queries,symbols,counterexamples,\
                    counterexample_symbols,wall_s,cpu_s,rss_mb\n"
        .to_owned();
    for row in rows {
        for (contestant, outcome) in all.iter().zip(&row.outcomes) {
            let Contestant { tool, version, learner, .. } = contestant;
            let costs = outcome.cost().map_or(",,,,,,".to_owned(), |cost| {
                format!(
                    "{},{},{},{},{:.6},{:.6},{:.1}",
                    cost.queries,
                    cost.symbols,
                    cost.counterexamples,
                    cost.counterexample_symbols,
                    cost.wall,
                    cost.cpu,
                    cost.memory_kb as f64 / 1024.0
                )
            });
            let ended = cell(outcome, |_| "learned".to_owned());
            let _ = writeln!(
                text,
                "{},{tool},{version},{learner},{},{},{ended},{costs}",
                row.model, row.states, row.inputs
            );
        }
    }
    text
}

/// A number with commas between its thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(symbols: u64) -> Outcome {
        Outcome::Learned(Cost { states: 2, symbols, ..Cost::default() })
    }

    #[test]
    fn totals_count_only_models_that_both_finished() {
        let row = |outcomes| Row { model: "m".to_owned(), states: 2, inputs: 1, outcomes };
        let rows = [
            row(vec![learned(10), learned(20)]),
            row(vec![learned(500), Outcome::TimedOut]),
            row(vec![Outcome::NotTried, learned(900)]),
        ];
        let total = Total::of(&rows, 0, 1);
        assert_eq!((total.models, total.symbols, total.ratio()), (1, [10, 20], 0.5));
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
