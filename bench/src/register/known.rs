//! What is known of the models: `bench/register-known.csv`.

use anyhow::{Context as _, Result};

const TABLE: &str = include_str!("../../register-known.csv");

/// One row. What nobody knows is none.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Known {
    /// The name of the model.
    pub model: String,
    /// How types compare, those that do not compare by equality alone.
    pub theories: Vec<(String, String)>,
    /// Of the smallest automaton.
    pub locations: Option<usize>,
    /// Of the smallest automaton; at most.
    pub transitions: Option<usize>,
    /// Of the smallest automaton.
    pub registers: Option<usize>,
    /// What one of our learners takes at most.
    pub tests: Option<u64>,
    /// What one of our learners takes at most.
    pub inputs: Option<u64>,
    /// The processor time that one of our learners takes at most.
    pub seconds: Option<f64>,
    /// What `slstar` takes at most.
    pub tree_queries: Option<u64>,
    /// How deep an exploration of ten minutes comes at least; 0 for all words.
    pub depth: Option<usize>,
    /// What RALib's three learners take, and how long.
    pub ralib: [String; 4],
}

/// All rows.
pub fn known() -> Result<Vec<Known>> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#'));
    lines.skip(1).map(|line| row(line).with_context(|| format!("register-known.csv: {line}"))).collect()
}

fn row(line: &str) -> Result<Known> {
    let cells = cells(line);
    let cell = |index: usize| cells.get(index).cloned().with_context(|| format!("column {} is missing", index + 1));
    let theories = cell(1)?;
    let pairs = theories.split_once('=').map(|(name, theory)| (name.to_owned(), theory.to_owned()));
    Ok(Known {
        model: cell(0)?,
        theories: pairs.into_iter().collect(),
        locations: number(&cell(2)?)?,
        transitions: number(&cell(3)?)?,
        registers: number(&cell(4)?)?,
        tests: number(&cell(5)?)?,
        inputs: number(&cell(6)?)?,
        seconds: number(&cell(7)?)?,
        tree_queries: number(&cell(8)?)?,
        depth: number(&cell(9)?)?,
        ralib: [cell(10)?, cell(11)?, cell(12)?, cell(13)?],
    })
}

fn number<N: std::str::FromStr<Err: std::error::Error + Send + Sync + 'static>>(cell: &str) -> Result<Option<N>> {
    let parsed = (!cell.is_empty()).then(|| cell.parse()).transpose();
    parsed.with_context(|| format!("{cell} is no number"))
}

/// The cells of a line; one in quotes may have commas.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut cell, mut is_quoted) = (Vec::new(), String::new(), false);
    for character in line.chars() {
        match character {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(std::mem::take(&mut cell)),
            _ => cell.push(character),
        }
    }
    cells.push(cell);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_read() {
        let known = known().expect("a table");
        let atm = known.iter().find(|row| row.model == "atm").expect("a row");
        assert_eq!(atm.theories, [("amount".to_owned(), "sums(20, 300, 1000)".to_owned())]);
        assert_eq!((atm.locations, atm.tree_queries, atm.depth), (Some(3), Some(16), Some(5)));
        let login = known.iter().find(|row| row.model == "login").expect("a row");
        assert_eq!((login.tests, login.inputs, login.seconds), (Some(228), Some(832), Some(0.1)));
        assert_eq!(login.ralib[2], "100/228/832");
    }

    #[test]
    fn a_cell_that_should_be_a_number_is_refused() {
        assert!(row("login,,three,11,2,228,832,0.1,,,,,,").is_err());
        assert!(row("login,,3").is_err());
    }
}
