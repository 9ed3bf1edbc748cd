//! The `typestar` command: thin, it only connects what the user typed with the crates that do the work.

mod args;
mod begin;
mod compare;
mod conform;
mod events;
mod exit;
mod hooks;
mod junit;
mod learn;
mod look;
mod open;
mod setup;
mod signals;
mod terminal;
mod tests;

use std::process::ExitCode;

use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory, FromArgMatches};
use typestar_query::Given;
use typestar_system::{reap, reap_adapters_with};

use args::{Arguments, Command};
use exit::{Exit, Failure};

fn main() -> ExitCode {
    if let Ok(own) = std::env::current_exe() {
        reap_adapters_with(vec![own.display().to_string(), "reaper".to_owned()]);
    }
    let matches = Arguments::command().get_matches();
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(arguments.command, &given(&matches)) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            let prefix = if failure.message.starts_with("error") { "" } else { "error: " };
            terminal::say(&format!("{prefix}{}", failure.message.trim_end()));
            failure.exit.into()
        }
    }
}

/// The options that were typed, so that each of them is used or refused.
fn given(matches: &ArgMatches) -> Given {
    let command = Arguments::command();
    let Some((name, matches)) = matches.subcommand() else { return Given::default() };
    let arguments = command.find_subcommand(name).into_iter().flat_map(|command| command.get_arguments());
    let is_typed = |argument: &&clap::Arg| {
        matches.try_contains_id(argument.get_id().as_str()).is_ok()
            && matches.value_source(argument.get_id().as_str()) == Some(ValueSource::CommandLine)
    };
    let names = arguments.filter(is_typed).filter_map(|argument| argument.get_long());
    Given::new(name, names.map(str::to_owned).collect())
}

fn run(command: Command, given: &Given) -> Result<Exit, Failure> {
    match command {
        Command::Demo(arguments) => learn::demo(&arguments),
        Command::Init(arguments) => begin::init(&arguments),
        Command::Setup(arguments) => setup::run(&arguments),
        Command::Try(arguments) => begin::try_word(&arguments, given),
        Command::Doctor(arguments) => begin::doctor(&arguments, given),
        Command::Learn(arguments) => learn::run(&arguments, given),
        Command::Show(arguments) => look::show(&arguments, given),
        Command::Compare(arguments) => compare::run(&arguments, given),
        Command::Tests(arguments) => tests::write(&arguments, given),
        Command::Conform(arguments) => conform::run(&arguments, given),
        Command::Log(arguments) => look::log(&arguments),
        Command::Reaper => {
            reap(std::io::stdin().lock());
            Ok(Exit::Done)
        }
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Arguments::command(), "typestar", &mut script);
            terminal::print(&String::from_utf8_lossy(&script));
            Ok(Exit::Done)
        }
    }
}
