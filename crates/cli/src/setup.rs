//! `typestar setup`: fetching what systems of a kind need, once.

use typestar_query::ApiLevel;
use typestar_system::{AndroidError, Fetching, fetch_android};

use crate::args::{SetUp, SetupArguments};
use crate::exit::{Exit, Failure};
use crate::signals;
use crate::terminal::{ProgressLine, say};

/// Fetches what is missing, and tells how far it is.
pub fn run(arguments: &SetupArguments) -> Result<Exit, Failure> {
    let SetUp::Android = arguments.what;
    let apis = if arguments.api.is_empty() { &[ApiLevel::USUAL][..] } else { &arguments.api };
    let mut line = ProgressLine::new(true);
    let fetched =
        fetch_android(apis, !arguments.no_native, &signals::interrupt(), &mut |event| tell(&mut line, &event));
    line.clear();
    let folder = fetched.map_err(|error| match error {
        AndroidError::Interrupted => Failure { exit: Exit::Interrupted, message: error.to_string() },
        other => other.into(),
    })?;
    let levels: Vec<String> = apis.iter().map(ToString::to_string).collect();
    say(&format!("ready: API {} in {}", levels.join(", "), folder.display()));
    Ok(Exit::Done)
}

fn tell(line: &mut ProgressLine, event: &Fetching) {
    match event {
        Fetching::Coming { title, bytes, about } => {
            line.renew(|| format!("fetching {title}: {} of about {}", megabytes(*bytes), megabytes(*about)));
        }
        Fetching::Waiting => settled(line, "another setup is running: waiting for it to finish"),
        Fetching::AlreadyThere(title) => settled(line, &format!("{title}: there already")),
        Fetching::Fetched { title, bytes } => settled(line, &format!("{title}: fetched, {}", megabytes(*bytes))),
    }
}

/// Tells something that stays.
fn settled(line: &ProgressLine, text: &str) {
    line.clear();
    say(text);
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
