//! What is printed: a row for each component, and the totals.

use std::fmt::Write as _;

use super::component::{Component, Nature};
use super::run::{Outcome, Run};
use crate::tables::grouped;

/// A component with all its runs.
pub struct Row {
    /// The component.
    pub component: Component,
    /// One run for each seed.
    pub runs: Vec<Run>,
    /// How many words model and truth were compared on.
    pub compared: usize,
}

/// The head of the table.
pub const HEAD: &str = "\
| component | kind | truth | results | states | words | seconds | compared words | well | remarks |
| --- | --- | --- | --- | --: | --: | --: | --: | --- | --- |";

impl Row {
    /// Whether all runs gave what they had to.
    pub fn is_well(&self) -> bool {
        self.runs.iter().all(|run| run.outcome.is_expected(self.component.nature))
    }

    /// The row of the table.
    pub fn line(&self) -> String {
        let Component { name, kind, nature, .. } = &self.component;
        format!(
            "| {name} | {kind} | {} | {} | {} | {} | {} | {} | {} | {} |",
            nature.name(),
            self.results(),
            range(self.runs.iter().map(|run| run.states)),
            range(self.runs.iter().map(|run| run.words)),
            seconds(&self.runs),
            grouped(self.compared as u64),
            if self.is_well() { "yes" } else { "NO" },
            self.remarks(),
        )
    }

    /// The results in the order of the seeds; once, if all are the same.
    fn results(&self) -> String {
        let names: Vec<&str> = self.runs.iter().map(|run| run.outcome.name()).collect();
        match names.split_first() {
            Some((first, rest)) if rest.iter().all(|name| name == first) => match names.len() {
                1 => (*first).to_owned(),
                count => format!("{count}*{first}"),
            },
            _ => names.join(" "),
        }
    }

    /// What there is to say of the runs, each text once, with the first seed that it was said of.
    fn remarks(&self) -> String {
        let mut said: Vec<String> = Vec::new();
        let mut text = Vec::new();
        for run in &self.runs {
            let details = run.outcome.details();
            if details.is_empty() || said.contains(&details) {
                continue;
            }
            let code = match (&run.outcome, run.code) {
                (Outcome::Wrong(_), Some(code)) => format!(", exit code {code}"),
                _ => String::new(),
            };
            text.push(format!("seed {}{code}: {}", run.seed, details.replace('|', "\\|")));
            said.push(details);
        }
        text.join("; ")
    }

    /// One line for each run, for other programs.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for run in &self.runs {
            let code = run.code.map_or_else(String::new, |code| code.to_string());
            let _ = writeln!(
                text,
                "{},{},{},{},{},{code},{},{},{:.3},\"{}\"",
                self.component.name,
                self.component.kind,
                self.component.nature.name(),
                run.seed,
                run.outcome.name(),
                run.states,
                run.words,
                run.seconds,
                run.outcome.details().replace('"', "\"\"")
            );
        }
        text
    }
}

/// The head of the lines of [`Row::csv`].
pub const CSV_HEAD: &str = "component,kind,truth,seed,result,exit_code,states,words,seconds,details\n";

/// A number, or the least and the greatest of several.
fn range(numbers: impl Iterator<Item = u64> + Clone) -> String {
    let (least, most) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
    if least == most { grouped(least) } else { format!("{} to {}", grouped(least), grouped(most)) }
}

fn seconds(runs: &[Run]) -> String {
    let all = || runs.iter().map(|run| run.seconds);
    let (least, most) = (all().fold(f64::INFINITY, f64::min), all().fold(0.0, f64::max));
    if runs.len() == 1 { format!("{most:.1}") } else { format!("{least:.1} to {most:.1}") }
}

/// What all runs together gave.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Totals {
    runs: usize,
    components: usize,
    well: usize,
    /// By the names of results, in the order in which they are printed.
    results: Vec<(&'static str, usize)>,
    wrong_with_code_0: usize,
    findings_for_finite: usize,
}

impl Totals {
    /// Counts.
    pub fn of(rows: &[Row]) -> Self {
        let runs = || rows.iter().flat_map(|row| row.runs.iter().map(move |run| (row.component.nature, run)));
        let count = |is_it: &dyn Fn(Nature, &Run) -> bool| runs().filter(|(nature, run)| is_it(*nature, run)).count();
        let named = |name: &'static str| (name, count(&|_, run| run.outcome.name() == name));
        let is_finding = |run: &Run| matches!(run.outcome, Outcome::Finding(_));
        Self {
            runs: runs().count(),
            components: rows.len(),
            well: rows.iter().filter(|row| row.is_well()).count(),
            results: ["right", "finding", "limit", "wrong", "timeout", "failed"].map(named).to_vec(),
            wrong_with_code_0: count(&|_, run| matches!(run.outcome, Outcome::Wrong(_)) && run.code == Some(0)),
            findings_for_finite: count(&|nature, run| nature == Nature::Finite && is_finding(run)),
        }
    }

    /// Whether every component gave what it had to.
    pub fn is_well(&self) -> bool {
        self.well == self.components
    }

    /// The lines below the table.
    pub fn text(&self) -> String {
        let results: Vec<String> = self.results.iter().map(|(name, count)| format!("{name} {count}")).collect();
        format!(
            "{} runs: {}\nwrong with exit code 0: {}\nfinding for a finite component: {}\ncomponents that are well: {} of {}",
            self.runs,
            results.join(", "),
            self.wrong_with_code_0,
            self.findings_for_finite,
            self.well,
            self.components
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::agreement::Difference;
    use super::super::component::components;
    use super::*;

    fn row(name: &str, outcomes: &[(Outcome, i32)]) -> Row {
        let component = components(&[name.to_owned()]).unwrap().remove(0);
        let run = |(seed, (outcome, code)): (u64, &(Outcome, i32))| Run {
            seed,
            outcome: outcome.clone(),
            code: Some(*code),
            states: 30 + seed,
            words: 1_000,
            seconds: 0.5,
        };
        Row { component, runs: (1..).zip(outcomes).map(run).collect(), compared: 9_000 }
    }

    fn wrong() -> Outcome {
        Outcome::Wrong(Some(Difference { word: "33*put".to_owned(), model: "ok".to_owned(), truth: "Full".to_owned() }))
    }

    #[test]
    fn a_row_has_the_results_of_all_seeds_and_what_is_wrong() {
        let row = row("queue_32", &[(Outcome::Right, 0), (wrong(), 0), (wrong(), 0)]);
        assert_eq!(
            row.line(),
            "| queue_32 | machine | finite | right wrong wrong | 31 to 33 | 1,000 | 0.5 to 0.5 | 9,000 | NO | \
             seed 2, exit code 0: `33*put`: model ok, truth Full |"
        );
    }

    #[test]
    fn totals_count_what_must_not_be() {
        let finding = || Outcome::Finding(vec!["count-grows".to_owned()]);
        let rows = [
            row("queue_32", &[(Outcome::Right, 0), (wrong(), 0), (wrong(), 1), (finding(), 1)]),
            row("rlock", &[(finding(), 1), (Outcome::Limit, 4)]),
        ];
        let totals = Totals::of(&rows);
        assert_eq!((totals.wrong_with_code_0, totals.findings_for_finite, totals.well), (1, 1, 1));
        assert!(!totals.is_well());
        assert!(totals.text().starts_with("6 runs: right 1, finding 2, limit 1, wrong 2, timeout 0, failed 0\n"));
    }
}
