//! Real components that nobody prepared for typestar, each with its truth as a small program: learned with the command and
//! its defaults, and compared with the truth. A wrong model must never come with exit code 0.

mod agreement;
mod component;
mod counted;
mod run;
mod table;
mod truth;
mod words;

use std::sync::Mutex;

use anyhow::{Context as _, Result};

use self::component::{Component, components};
use self::run::{Outcome, Run, Subject};
use self::table::{CSV_HEAD, HEAD, Row, Totals};
use crate::command::Typestar;
use crate::options::Options;

/// Learns all components whose packages are there and compares each model with its truth; whether all is as it has to be.
pub fn strangers(options: &Options) -> Result<bool> {
    let typestar = Typestar::build()?;
    let (ready, skipped) = ready(components(&options.only)?);
    println!("{HEAD}");
    let rows = measure_all(&typestar, &ready, options);
    write_csv(&rows, options)?;
    let totals = Totals::of(&rows);
    println!("\n{}", totals.text());
    skipped.iter().for_each(|reason| println!("skipped: {reason}"));
    Ok(totals.is_well() && !rows.is_empty())
}

/// The components that can be measured here, and why the others cannot.
fn ready(all: Vec<Component>) -> (Vec<Component>, Vec<String>) {
    let (mut ready, mut skipped) = (Vec::new(), Vec::new());
    for component in all {
        match component.lacks() {
            None => ready.push(component),
            Some(missing) => {
                skipped.push(format!("{} needs {missing}: bench/strangers/install installs it", component.name));
            }
        }
    }
    (ready, skipped)
}

/// Measures some components at once; each row is printed as soon as it is there. Rows are in the order of the components.
fn measure_all(typestar: &Typestar, components: &[Component], options: &Options) -> Vec<Row> {
    let (rest, rows) = (Mutex::new(components.iter().enumerate()), Mutex::new(Vec::new()));
    let work = || {
        while let Some((place, component)) = next(&rest) {
            let row = measure(typestar, component, options);
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

/// All seeds of a component.
fn measure(typestar: &Typestar, component: &Component, options: &Options) -> Row {
    let mut subject = Subject::new(component, options.words);
    let failed = |seed, error: anyhow::Error| {
        let outcome = Outcome::Failed(format!("{error:#}"));
        Run { seed, outcome, code: None, states: 0, words: 0, seconds: 0.0 }
    };
    let mut run = |seed| subject.run(typestar, seed, options.timeout).unwrap_or_else(|error| failed(seed, error));
    let runs = (1..=options.seeds).map(&mut run).collect();
    Row { component: component.clone(), runs, compared: subject.compared() }
}

fn write_csv(rows: &[Row], options: &Options) -> Result<()> {
    let text: String = rows.iter().map(Row::csv).collect();
    let file = options.out.join("strangers.csv");
    std::fs::create_dir_all(&options.out)
        .and_then(|()| std::fs::write(&file, CSV_HEAD.to_owned() + &text))
        .with_context(|| format!("cannot write {}", file.display()))
}
