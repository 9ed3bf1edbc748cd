//! A machine of 3,400 states and 78 inputs: the command beside LearnLib's KV.

use anyhow::Result;
use typestar_model::{Mealy, access_words, distinguisher_bound, minimise, write_dot};

use crate::command::Typestar;
use crate::contestants::contestants;
use crate::large_machine::large_machine;
use crate::models::Model;
use crate::options::Options;
use crate::peers::{Outcome, outcome, peers_folder};
use crate::tables::grouped;

/// The memory that learning the large machine may take.
const MEMORY_LIMIT_KB: u64 = 500_000;

/// Writes the machine, learns it with both and prints what that took. Whether typestar is right and stays below half a
/// gigabyte; times are printed side by side and judged by nobody, because they depend on the computer.
pub fn large(options: &Options) -> Result<bool> {
    let machine = large_machine(1);
    std::fs::create_dir_all(&options.out)?;
    let file = options.out.join("large.dot");
    std::fs::write(&file, write_dot(&machine, "large"))?;
    println!("{}: {}", file.display(), described(&machine));
    let model = Model::read(&file)?;
    let is_well = by_typestar(&model, options)?;
    by_learnlib(&model, options)?;
    Ok(is_well)
}

fn described(machine: &Mealy) -> String {
    format!(
        "{} states, {} after minimisation, {} inputs, {} outputs, access words of up to {} inputs, separating words of \
         up to {}",
        machine.len(),
        minimise(machine).len(),
        machine.inputs().len(),
        machine.outputs().len(),
        access_words(machine).iter().flatten().map(Vec::len).max().unwrap_or(0),
        distinguisher_bound(machine)
    )
}

/// Whether the whole command learned the right machine and stayed below the memory limit.
fn by_typestar(model: &Model, options: &Options) -> Result<bool> {
    let limits = ["--max-states", "10000", "--max-words", "1000000000", "--max-symbols", "10000000000"];
    let arguments: Vec<&str> = ["--tester", "exact"].into_iter().chain(limits).collect();
    let Some(learned) = Typestar::build()?.learn(&model.file, &arguments, options.timeout)? else {
        println!("typestar, the command: not within {} s", options.timeout.as_secs());
        return Ok(false);
    };
    let right = learned.is_right(&model.machine);
    println!(
        "typestar, the command: {}, {} symbols in {} words, {:.1} s ({:.1} s of CPU), {} MB",
        if right { "right" } else { learned.verdict() },
        grouped(learned.count("learning", "symbols") + learned.count("testing", "symbols")),
        grouped(learned.count("learning", "executed") + learned.count("testing", "executed")),
        learned.ended.wall,
        learned.ended.cpu,
        learned.ended.memory_kb / 1024
    );
    Ok(right && learned.ended.memory_kb < MEMORY_LIMIT_KB)
}

/// Prints what learning by LearnLib's KV took, without the start of the JVM, or why it is not known.
fn by_learnlib(model: &Model, options: &Options) -> Result<()> {
    let (all, missing) = contestants(&peers_folder())?;
    let Some(kv) = all.iter().find(|contestant| contestant.name() == "LearnLib KV") else {
        println!("not measured: {}", missing.join("; "));
        return Ok(());
    };
    let table = tempfile::NamedTempFile::new()?;
    std::fs::write(table.path(), model.table())?;
    match outcome(kv, model, table.path(), options.timeout)? {
        Outcome::Learned(cost) => {
            println!(
                "LearnLib {} KV, learning only: right, {} symbols in {} words, {:.1} s ({:.1} s of CPU), {} MB",
                kv.version,
                grouped(cost.symbols),
                grouped(cost.queries),
                cost.wall,
                cost.cpu,
                cost.memory_kb / 1024
            );
        }
        Outcome::Failed(reason) => println!("{reason}"),
        Outcome::TimedOut | Outcome::NotTried => {
            println!("LearnLib KV: not within {} s", options.timeout.as_secs());
        }
    }
    Ok(())
}
