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

use clap::{CommandFactory, Parser};
use typestar_system::{guard, guard_adapters_with};

use args::{Arguments, Command};
use exit::{Exit, Failure};

fn main() -> ExitCode {
    if let Ok(own) = std::env::current_exe() {
        guard_adapters_with(vec![own.display().to_string(), "guard".to_owned()]);
    }
    match run(Arguments::parse().command) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            let prefix = if failure.message.starts_with("error") { "" } else { "error: " };
            terminal::say(&format!("{prefix}{}", failure.message.trim_end()));
            failure.exit.into()
        }
    }
}

fn run(command: Command) -> Result<Exit, Failure> {
    match command {
        Command::Demo(arguments) => learn::demo(&arguments),
        Command::Init(arguments) => begin::init(&arguments),
        Command::Setup(arguments) => setup::run(&arguments),
        Command::Try(arguments) => begin::try_word(&arguments),
        Command::Doctor(arguments) => begin::doctor(&arguments),
        Command::Learn(arguments) => learn::run(&arguments),
        Command::Show(arguments) => look::show(&arguments),
        Command::Compare(arguments) => compare::run(&arguments),
        Command::Tests(arguments) => tests::write(&arguments),
        Command::Conform(arguments) => conform::run(&arguments),
        Command::Log(arguments) => look::log(&arguments),
        Command::Guard => {
            guard(std::io::stdin().lock());
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
