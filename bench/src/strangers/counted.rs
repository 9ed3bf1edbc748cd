//! The truth of a finite machine in all its states. Words alone miss what only few of them show: two states of a hundred,
//! say, that differ after thirty inputs.

use std::process::Command;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use typestar_model::{Mealy, Model, Symbol, separating_word};

use super::agreement::{Difference, difference};
use super::component::{Component, folder};
use super::truth::Truth;
use crate::measure::run;

/// Counting the states of a truth may take so long.
const LIMIT: Duration = Duration::from_secs(60);

/// All states of the truth of a finite machine, as `states.py` counts them.
pub fn counted(component: &Component) -> Result<Mealy> {
    let place = tempfile::tempdir()?;
    let mut command = Command::new("python3");
    command.arg(folder().join("states.py")).arg("--dot").arg(place.path()).arg(&component.name);
    let ended = run(&mut command, LIMIT)?.context("states.py took too long")?;
    let text = std::fs::read_to_string(place.path().join(format!("{}.dot", component.name)))
        .with_context(|| format!("states.py wrote no machine: {}", ended.output.lines().last().unwrap_or("")))?;
    Ok(typestar_model::read_dot(&text)?)
}

/// A shortest word on which a machine differs from all states of the truth; none if there is no such word. The truth itself
/// is asked the word, so that a mistake in counting shows.
pub fn difference_of_states(component: &Component, model: &Model, states: &Mealy) -> Result<Option<Difference>> {
    let Model::Machine(learned) = model else { bail!("only machines can be counted") };
    let Some(word) = separating_word(states, &learned.machine) else { return Ok(None) };
    let symbols: Vec<Symbol> = word.iter().map(|&input| states.inputs().symbol(input).clone()).collect();
    let found = difference(model, &Truth::of_word(&component.truth()?, symbols)?)?;
    match found {
        None => bail!("states.py does not count the states of the truth: {}", states.inputs().show(&word)),
        found => Ok(found),
    }
}
