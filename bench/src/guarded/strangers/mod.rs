//! Java classes that nobody prepared for typestar, learned with the command and its defaults. Every guard is checked by brute
//! force with a program in Java that shares no code with the learner.

mod checked;
mod class;
mod ended;
mod java;
mod run;
mod table;

use std::sync::Mutex;

use anyhow::{Context as _, Result};

use self::class::{Class, classes};
use self::java::Java;
use self::run::{Run, Subject};
use self::table::{CSV_HEAD, HEAD, Row, Totals};
use crate::command::Typestar;
use crate::options::Options;

/// Learns all classes that are here and checks their guards; whether all is as it has to be.
pub fn strangers(options: &Options) -> Result<bool> {
    let typestar = Typestar::build()?;
    let classes = classes(&options.models, &options.only)?;
    let java = Java::compile(&options.models, &classes)?;
    let (ready, skipped): (Vec<_>, Vec<_>) = classes.into_iter().partition(Class::is_here);
    println!("{HEAD}");
    let rows = measure_all(&typestar, &java, &ready, options);
    write_results(&rows, options)?;
    let totals = Totals::of(&rows);
    println!("\n{}", totals.text(&rows));
    skipped
        .iter()
        .for_each(|class| println!("skipped: {} needs {}: bench/guards/install fetches it", class.name, class.jar));
    Ok(totals.is_well() && !rows.is_empty())
}

/// Measures some classes at once; each row is printed as soon as it is there. Rows are in the order of the classes.
fn measure_all(typestar: &Typestar, java: &Java, classes: &[Class], options: &Options) -> Vec<Row> {
    let (rest, rows) = (Mutex::new(classes.iter().enumerate()), Mutex::new(Vec::new()));
    let work = || {
        while let Some((place, class)) = next(&rest) {
            let row = measure(&Subject { typestar, java, class, options });
            println!("{}", row.line());
            rows.lock().expect("nobody panics with rows in hand").push((place, row));
        }
    };
    std::thread::scope(|scope| (0..options.jobs.max(1)).for_each(|_| drop(scope.spawn(work))));
    let mut rows = rows.into_inner().expect("nobody panics with rows in hand");
    rows.sort_by_key(|(place, _)| *place);
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The lock is held no longer than it takes to draw the next one.
fn next<T>(rest: &Mutex<impl Iterator<Item = T>>) -> Option<T> {
    rest.lock().expect("drawing the next one does not panic").next()
}

/// All seeds of a class.
fn measure(subject: &Subject<'_>) -> Row {
    let run = |seed| subject.run(seed).unwrap_or_else(|error| Run::broken(seed, &error));
    Row { class: subject.class.clone(), runs: (1..=subject.options.seeds).map(run).collect() }
}

/// A line for each run, and all that the checks said.
fn write_results(rows: &[Row], options: &Options) -> Result<()> {
    let table: String = rows.iter().map(Row::csv).collect();
    let checks: String = rows.iter().map(Row::checks).collect();
    std::fs::create_dir_all(&options.out)
        .and_then(|()| std::fs::write(options.out.join("guards.csv"), CSV_HEAD.to_owned() + &table))
        .and_then(|()| std::fs::write(options.out.join("guards.jsonl"), checks))
        .with_context(|| format!("cannot write to {}", options.out.display()))
}
