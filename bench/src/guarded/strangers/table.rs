//! What is printed: a row for each class, and the totals by what their guards are about.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::json;
use typestar_model::guarded::compare_guarded;

use super::class::Class;
use super::run::{Outcome, Run};
use crate::tables::grouped;

/// The most memory that a run may take.
const MOST_MEMORY_MB: u64 = 2048;
/// How many guards in a hundred may be missing, of the classes whose truth is known.
const MOST_MISSING: u64 = 5;

/// A class with all its runs.
pub struct Row {
    /// The class.
    pub class: Class,
    /// One run for each seed.
    pub runs: Vec<Run>,
}

/// The head of the table.
pub const HEAD: &str = "\
| class | about | results | right | wrong | weaker | untried | known | missing | words | seconds | MB | remarks |
| --- | --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --- |";

/// The head of the lines of [`Row::csv`].
pub const CSV_HEAD: &str =
    "class,about,seed,result,right,wrong,weaker,untried,known,missing,words,seconds,memory_mb,late,details\n";

impl Row {
    /// The row of the table.
    pub fn line(&self) -> String {
        let rules = ["right", "wrong", "weaker", "untried"].map(|kind| self.range(|run| run.checked.count(kind)));
        format!(
            "| {} | {} | {} | {} | {} | {} | {} | {:.1} | {} | {} |",
            self.class.name,
            self.class.about,
            self.results(),
            rules.join(" | "),
            self.range(|run| run.checked.number("known")),
            self.range(|run| run.checked.missing()),
            self.range(|run| run.words),
            self.runs.iter().map(|run| run.seconds).fold(0.0, f64::max),
            self.range(|run| run.memory_mb),
            self.remarks().join("; ").replace('|', "\\|"),
        )
    }

    fn results(&self) -> String {
        let names: Vec<&str> = self.runs.iter().map(|run| run.outcome.name()).collect();
        if names.windows(2).all(|two| two[0] == two[1]) { names[0].to_owned() } else { names.join(" ") }
    }

    /// A number, or the least and the greatest of several.
    fn range(&self, number: impl Fn(&Run) -> u64) -> String {
        let numbers = || self.runs.iter().map(&number);
        let (least, most) = (numbers().min().unwrap_or(0), numbers().max().unwrap_or(0));
        if least == most { grouped(least) } else { format!("{} to {}", grouped(least), grouped(most)) }
    }

    /// Each text once, with the first seed that it was said of if there are several.
    fn remarks(&self) -> Vec<String> {
        let mut texts: Vec<String> = Vec::new();
        for run in &self.runs {
            let failed = if let Outcome::Failed(message) = &run.outcome { Some(message.clone()) } else { None };
            let late = run.late.map(|late| format!("stopped {late:.1} s after it was asked to"));
            for text in failed.into_iter().chain(late).chain(run.checked.remarks()) {
                if !texts.iter().any(|said| said.ends_with(&text)) {
                    texts.push(if self.runs.len() > 1 { format!("seed {}: {text}", run.seed) } else { text });
                }
            }
        }
        texts.extend(self.others());
        texts.extend(self.uncounted());
        texts
    }

    /// The seeds whose guards do not mean the same as those of the first, where both finished.
    fn others(&self) -> Option<String> {
        let finished = || self.runs.iter().filter(|run| matches!(run.outcome, Outcome::Finished(0 | 1)));
        let first = finished().next()?.model.as_ref()?;
        let differs = |run: &&Run| run.model.as_ref().is_some_and(|model| !compare_guarded(first, model).is_same());
        let seeds: Vec<String> = finished().filter(differs).map(|run| run.seed.to_string()).collect();
        (!seeds.is_empty()).then(|| format!("other guards with seed {}", seeds.join(", ")))
    }

    /// A check that did not meet all outcomes that its truth has.
    fn uncounted(&self) -> Option<String> {
        let known = self.class.known?;
        let found = self.runs.iter().map(|run| run.checked.number("known")).min()?;
        (found != known).then(|| format!("FAULT: the check met {found} of {known} known guards"))
    }

    /// Whether the table itself is at fault.
    fn is_faulty(&self) -> bool {
        self.uncounted().is_some() || self.runs.iter().any(|run| !run.checked.faults().is_empty())
    }

    /// Whether each run ended by itself, with little memory.
    fn is_within_limits(&self) -> bool {
        let is_within = |run: &Run| run.outcome != Outcome::TimedOut && run.memory_mb <= MOST_MEMORY_MB;
        self.runs.iter().all(is_within)
    }

    /// How many known guards are missing in runs that tell nobody.
    fn missing_in_silence(&self) -> u64 {
        let is_silent = |run: &&Run| self.class.has_truth() && run.outcome == Outcome::Finished(0);
        self.runs.iter().filter(is_silent).map(|run| run.checked.missing()).sum()
    }

    fn sum(&self, number: impl Fn(&Run) -> u64) -> u64 {
        self.runs.iter().map(number).sum()
    }

    /// One line for each run, for other programs.
    pub fn csv(&self) -> String {
        let mut text = String::new();
        for run in &self.runs {
            let counts = ["right", "wrong", "weaker", "untried"].map(|kind| run.checked.count(kind).to_string());
            let mut details = run.checked.remarks();
            if let Outcome::Failed(message) = &run.outcome {
                details.insert(0, message.clone());
            }
            let _ = writeln!(
                text,
                "{},{},{},{},{},{},{},{},{:.3},{},{},\"{}\"",
                self.class.name,
                self.class.about,
                run.seed,
                run.outcome.name(),
                counts.join(","),
                run.checked.number("known"),
                run.checked.missing(),
                run.words,
                run.seconds,
                run.memory_mb,
                run.late.map_or_else(String::new, |late| format!("{late:.3}")),
                details.join("; ").replace('"', "\"\""),
            );
        }
        text
    }

    /// All that the checks said, one line of JSON for each run.
    pub fn checks(&self) -> String {
        let line = |run: &Run| json!({"class": self.class.name, "seed": run.seed, "result": run.outcome.name(), "check": run.checked.0});
        self.runs.iter().map(|run| format!("{}\n", line(run))).collect()
    }
}

/// What all runs together gave.
pub struct Totals {
    wrong: u64,
    /// Of the classes whose truth is beside them, and of the others.
    known: [Missing; 2],
    silent: u64,
    faulty: usize,
    beyond: usize,
    /// The classes whose seeds gave different guards.
    seeds: usize,
}

/// How many of the guards to know are missing.
#[derive(Default)]
struct Missing {
    known: u64,
    missing: u64,
}

impl Missing {
    fn of<'r>(rows: impl Iterator<Item = &'r Row>) -> Self {
        rows.fold(Self::default(), |sum, row| Self {
            known: sum.known + row.sum(|run| run.checked.number("known")),
            missing: sum.missing + row.sum(|run| run.checked.missing()),
        })
    }

    fn text(&self) -> String {
        let share = (self.missing * 100).checked_div(self.known).unwrap_or(0);
        format!("{} of {} ({share} %)", self.missing, self.known)
    }
}

impl Totals {
    /// Counts.
    pub fn of(rows: &[Row]) -> Self {
        let of = |has_truth: bool| Missing::of(rows.iter().filter(move |row| row.class.has_truth() == has_truth));
        Self {
            wrong: rows.iter().map(|row| row.sum(|run| run.checked.count("wrong"))).sum(),
            known: [of(true), of(false)],
            silent: rows.iter().map(Row::missing_in_silence).sum(),
            faulty: rows.iter().filter(|row| row.is_faulty()).count(),
            beyond: rows.iter().filter(|row| !row.is_within_limits()).count(),
            seeds: rows.iter().filter(|row| row.others().is_some()).count(),
        }
    }

    /// Whether no guard is wrong, few are missing, all runs were within their limits, and seeds agree.
    pub fn is_well(&self) -> bool {
        let has_most = self.known[0].missing * 100 <= self.known[0].known * MOST_MISSING;
        self.wrong == 0 && has_most && self.faulty == 0 && self.beyond == 0 && self.seeds == 0
    }

    /// The lines below the table.
    pub fn text(&self, rows: &[Row]) -> String {
        let [known, others] = self.known.each_ref().map(Missing::text);
        let lines = [
            by_subject(rows),
            String::new(),
            format!("wrong: {}", self.wrong),
            format!(
                "missing: {known} of the classes with a truth, at most {MOST_MISSING} % may be; {others} of the others"
            ),
            format!("missing without a finding, of the classes with a truth: {}", self.silent),
            format!("beyond the time limit or 2 GB: {}", self.beyond),
            format!("classes whose seeds give other guards: {}", self.seeds),
            format!("classes whose truth or check is at fault: {}", self.faulty),
            format!("All targets met: {}", if self.is_well() { "yes" } else { "NO" }),
        ];
        lines.join("\n")
    }
}

/// The sums of all classes that are about the same.
fn by_subject(rows: &[Row]) -> String {
    let mut subjects: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    rows.iter().for_each(|row| subjects.entry(row.class.about.as_str()).or_default().push(row));
    let mut text = "| about | classes | right | wrong | weaker | untried | known | missing | timeout or failed |\n\
                    | --- | --: | --: | --: | --: | --: | --: | --: | --: |"
        .to_owned();
    for (about, rows) in subjects {
        let sum = |number: &dyn Fn(&Run) -> u64| rows.iter().map(|row| row.sum(number)).sum::<u64>().to_string();
        let rules = ["right", "wrong", "weaker", "untried"].map(|kind| sum(&|run: &Run| run.checked.count(kind)));
        let _ = write!(
            text,
            "\n| {about} | {} | {} | {} | {} | {} |",
            rows.len(),
            rules.join(" | "),
            sum(&|run| run.checked.number("known")),
            sum(&|run| run.checked.missing()),
            sum(&|run| u64::from(!matches!(run.outcome, Outcome::Finished(_)))),
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::super::checked::Checked;
    use super::super::class::{classes, folder};
    use super::*;

    fn run(seed: u64, check: Value) -> Run {
        Run {
            seed,
            outcome: Outcome::Finished(0),
            checked: Checked(check),
            model: None,
            words: 900,
            seconds: 0.5,
            memory_mb: 99,
            late: None,
        }
    }

    fn row(check: Value) -> Row {
        Row { class: classes(&folder(), &["Valve".to_owned()]).unwrap().remove(0), runs: vec![run(1, check)] }
    }

    fn wrong() -> Value {
        let refuted = json!({"method": "offer", "guard": "true", "word": "4*offer", "said": "passes", "real": "false"});
        json!({"right": [1], "wrong": [refuted], "known": 2, "words": 30000})
    }

    #[test]
    fn a_row_has_the_word_that_refutes_a_guard() {
        assert_eq!(
            row(wrong()).line(),
            "| known.Valve | outcomes | finished | 1 | 1 | 0 | 0 | 2 | 0 | 900 | 0.5 | 99 | \
             wrong: `offer` [`true`]: `4*offer` passes? false |"
        );
    }

    #[test]
    fn one_wrong_guard_is_not_well() {
        assert!(!Totals::of(&[row(wrong())]).is_well());
        assert!(Totals::of(&[row(json!({"right": [1, 1], "known": 2}))]).is_well());
    }

    #[test]
    fn a_check_that_met_fewer_outcomes_than_there_are_is_at_fault() {
        let totals = Totals::of(&[row(json!({"right": [1, 1], "known": 1}))]);
        assert!(!totals.is_well());
        assert_eq!(totals.faulty, 1);
    }

    #[test]
    fn one_in_twenty_known_guards_may_be_missing() {
        let missing = |guards: u64| json!({"missing": [{"guards": guards}], "known": 40});
        let totals = |guards| {
            let mut row = row(missing(guards));
            row.class.known = Some(40);
            Totals::of(&[row])
        };
        assert!(totals(2).is_well() && !totals(3).is_well());
    }
}
