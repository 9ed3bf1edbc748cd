//! `cargo run --release -p typestar-bench -- MEASUREMENT`: measures typestar, alone and beside its peers. Exit code 1
//! if a limit is passed or a machine is learned wrong.

#![expect(clippy::print_stdout, reason = "the tables are what this program is for")]

mod android;
mod asyncio;
mod callback;
mod command;
mod contestants;
mod copies;
mod end_to_end;
mod guarded;
mod large;
mod large_machine;
mod learn_one;
mod measure;
mod models;
mod noise;
mod options;
mod overhead;
mod peers;
mod plot;
mod random;
mod register;
mod sleepy_adapter;
mod strangers;
mod tables;
#[path = "../../zoo/word_counts.rs"]
mod word_counts;

use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;

use crate::options::Options;

const USAGE: &str = "\
usage: typestar-bench callback
       typestar-bench asyncio
       typestar-bench noise
       typestar-bench peers [OPTION VALUE]...
       typestar-bench end-to-end [OPTION VALUE]...
       typestar-bench large [OPTION VALUE]...
       typestar-bench overhead
       typestar-bench copies [OPTION VALUE]...
       typestar-bench register [OPTION VALUE]...
       typestar-bench register depth [OPTION VALUE]...
       typestar-bench guarded [--outcomes]
       typestar-bench guarded --strangers [OPTION VALUE]...
       typestar-bench android [OPTION VALUE]...
       typestar-bench strangers [OPTION VALUE]...

  --models DIR          the folder of DOT files [default: mealy of TYPESTAR_MODELS if that is set, or the zoo]; of register
                        automata: XML or JSON files [default: register of TYPESTAR_MODELS, or the zoo]; of Java
                        classes: a folder like bench/guards, with classes.csv and the sources by package
  --only NAME,...       these models, strangers or Java classes only
  --most-states N       models of at most so many states only
  --learners NAME,...   these contestants only: a tool (LearnLib) or a learner of one ('LearnLib KV')
  --timeout SECONDS     the limit of each run [default: 90; of strangers 300, of Java classes 120]
  --out DIR             where results go [default: bench-results]
  --from NAME           end-to-end runs start from this model of the folder, an earlier version
  --words N             so many random words of each Android class [default: 20000], stranger [default: 5000] or Java class
                        [default: 30000]
  --seeds N             each Android class is learned with so many seeds, which have to give one model [default: 1]; each
                        stranger with the seeds 1 to N [default: 5], and so each Java class [default: 1]
  --jobs N              so many strangers at once [default: 2]";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match measure(&arguments) {
        Ok(Some(true)) => ExitCode::SUCCESS,
        Ok(Some(false)) => ExitCode::FAILURE,
        Ok(None) => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether all is well; none if nobody knows what was asked for.
fn measure(arguments: &[String]) -> Result<Option<bool>> {
    let (Some(what), rest) = (arguments.first(), arguments.get(1..).unwrap_or_default()) else { return Ok(None) };
    Ok(Some(match (what.as_str(), rest) {
        ("callback", []) => {
            let classes = callback::classes();
            let machines = callback::random_machines(500);
            classes && machines
        }
        ("android", _) => android::android(&Options::parse(rest)?)?,
        ("asyncio", []) => asyncio::asyncio()?,
        ("copies", _) => copies::copies(&Options::parse(rest)?)?,
        ("copies-one", [job, file, copies]) => {
            println!("{}", copies::copies_one(job, file, copies)?);
            true
        }
        ("guarded", []) => guarded::guarded(false)?,
        ("guarded", [outcomes]) if outcomes == "--outcomes" => guarded::guarded(true)?,
        ("guarded", [strangers, rest @ ..]) if strangers == "--strangers" => {
            guarded::strangers(&Options::of_guards(rest)?)?
        }
        ("noise", []) => noise::noise(),
        ("peers", _) => peers::peers(&Options::parse(rest)?)?,
        ("end-to-end", _) => end_to_end::end_to_end(&Options::parse(rest)?)?,
        ("large", _) => large::large(&Options::parse(rest)?)?,
        ("register", [depth, rest @ ..]) if depth == "depth" => register::depth(&Options::of_registers(rest)?)?,
        ("register", _) => register::register(&Options::of_registers(rest)?)?,
        ("strangers", _) => strangers::strangers(&Options::of_strangers(rest)?)?,
        ("overhead", []) => overhead::overhead().map(|()| true)?,
        ("sleepy-adapter", [file, milliseconds]) => {
            let pause = Duration::from_millis(milliseconds.parse()?);
            sleepy_adapter::sleepy_adapter(Path::new(file), pause).map(|()| true)?
        }
        ("register-one", [learner, model, folder]) => {
            println!("{}", register::register_one(learner, model, Path::new(folder))?);
            true
        }
        ("learn-one", [learner, file]) => {
            println!("{}", learn_one::learn_one(learner, Path::new(file))?.line());
            true
        }
        _ => return Ok(None),
    }))
}
