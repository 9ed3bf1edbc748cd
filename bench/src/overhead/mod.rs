//! What a word costs us: the whole way from a question to its answer in the tree, with systems that do nothing.

mod asking;
mod nothing;

use anyhow::Result;
use typestar_query::{Folder, Journal, Resume, System};

use self::asking::{PerWord, ask};
use self::nothing::nothings;

/// How many words are asked, none of which begins like another one.
const WORDS: usize = 4_000;

/// The lengths of the words.
const LENGTHS: [usize; 3] = [1, 5, 20];

/// Each figure is the least of this many.
const TIMES: usize = 3;

/// Prints processor time of this process and wall time for each word.
pub fn overhead() -> Result<()> {
    println!("Microseconds for each of {WORDS} words, the least of {TIMES} times: our CPU / wall time\n");
    println!("| system | journal |{}", LENGTHS.map(|length| format!(" words of {length} |")).concat());
    println!("| --- | --- |{}", " --: |".repeat(LENGTHS.len()));
    let folder = tempfile::tempdir()?;
    for (name, start) in nothings(&std::env::current_exe()?, WORDS, folder.path())? {
        match start() {
            Ok(mut system) => rows(name, &mut *system)?,
            Err(error) => println!("| {name} | not measured: {} |", error.to_string().lines().next().unwrap_or("")),
        }
    }
    Ok(())
}

fn rows(name: &str, system: &mut dyn System) -> Result<()> {
    for (journal, in_folder) in [("run folder", true), ("memory", false)] {
        let cells = LENGTHS.map(|length| least(system, length, in_folder));
        let cells: Vec<String> = cells.into_iter().collect::<Result<_>>()?;
        println!("| {name} | {journal} | {} |", cells.join(" | "));
    }
    Ok(())
}

/// Processor and wall time of a word, each the least that was seen.
fn least(system: &mut dyn System, length: usize, in_folder: bool) -> Result<String> {
    let mut least = PerWord { cpu: f64::INFINITY, wall: f64::INFINITY };
    for _ in 0..TIMES {
        let folder = tempfile::tempdir()?;
        let journal = match in_folder {
            true => Folder::open(folder.path(), &[])?.journal(Resume::Continue)?,
            false => Journal::in_memory(),
        };
        let PerWord { cpu, wall } = ask(system, journal, length);
        least = PerWord { cpu: least.cpu.min(cpu), wall: least.wall.min(wall) };
    }
    Ok(format!("{:.1} / {:.1}", least.cpu, least.wall))
}
