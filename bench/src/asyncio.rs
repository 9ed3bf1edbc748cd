//! Learning a class with delays in an asyncio event loop with virtual time: how long it waits must not matter.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use typestar_model::{Comparison, Mealy, compare};
use typestar_query::{Case, Journal, RunOptions, learn};
use typestar_system::{Process, ProcessOptions};

/// The player that `typestar init --asyncio` writes, and what it needs.
const FILES: [(&str, &str); 3] = [
    ("player.toml", include_str!("../../crates/cli/templates/python/player.toml")),
    ("player.py", include_str!("../../crates/cli/templates/python/asyncio_player.py")),
    ("typestar_adapter.py", include_str!("../../hosts/python/typestar_adapter.py")),
];
/// The delay of the player as it is written.
const WRITTEN: &str = "asyncio.sleep(0.03)";
/// The delays that are compared, in seconds.
const DELAYS: [&str; 2] = ["0.01", "10"];
/// Each player is learned so often, in turn, and the shortest time counts.
const ROUNDS: usize = 20;
/// The times may differ by so much.
const TOLERANCE: f64 = 0.1;

/// A player with some delay, and the best time of learning it.
struct Player {
    delay: &'static str,
    folder: tempfile::TempDir,
    best: Duration,
    words: u64,
    machine: Option<Mealy>,
}

impl Player {
    fn new(delay: &'static str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        for (name, text) in FILES {
            let text = text.replace(WRITTEN, &format!("asyncio.sleep({delay})"));
            std::fs::write(folder.path().join(name), text)?;
        }
        Ok(Self { delay, folder, best: Duration::MAX, words: 0, machine: None })
    }

    /// Learns it once more, from the start of its process to the model.
    fn learn(&mut self) -> Result<()> {
        let case = Case::load(&self.folder.path().join("player.toml"))?;
        let started = Instant::now();
        let mut process = Process::start(ProcessOptions::of_case(&case).context("no command")?)?;
        let finished = learn(&case, &mut process, Journal::in_memory(), &RunOptions::default(), &mut |_, _| {})?;
        self.best = self.best.min(started.elapsed());
        if let Some(stop) = &finished.stop {
            bail!("the player with a delay of {} s was not learned: {stop:?}", self.delay);
        }
        let summary = &finished.summary;
        let challenge = summary.challenge.as_ref().map_or(0, |challenge| challenge.counts.executed);
        self.words = summary.learning.executed + summary.testing.executed + challenge;
        self.machine = Some(finished.learned.machine);
        Ok(())
    }
}

/// Prints the times; false if they differ too much, or the models do.
pub fn asyncio() -> Result<bool> {
    let mut players: Vec<Player> = DELAYS.into_iter().map(Player::new).collect::<Result<_>>()?;
    for _ in 0..ROUNDS {
        for player in &mut players {
            player.learn()?;
        }
    }
    println!("| delays | words | best wall time |");
    println!("| --: | --: | --: |");
    for player in &players {
        println!("| {} s | {} | {:.0} ms |", player.delay, player.words, 1000.0 * player.best.as_secs_f64());
    }
    let ratio = players[1].best.as_secs_f64() / players[0].best.as_secs_f64();
    let machines: Vec<&Mealy> = players.iter().filter_map(|player| player.machine.as_ref()).collect();
    let is_same = compare(machines[0], machines[1]) == Comparison::Same;
    println!("\nratio {ratio:.2}, {}", if is_same { "the same model" } else { "different models" });
    Ok(is_same && (ratio - 1.0).abs() < TOLERANCE)
}
