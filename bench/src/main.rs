//! `cargo run --release -p typestar-bench -- callback`: the words that typestar executes on the sixteen published
//! callback typestates and on random machines, beside what the paper's algorithm needs. Exit code 1 if a limit is
//! passed or a machine is learned wrong.

#![expect(clippy::print_stdout, reason = "the tables are what this program is for")]

mod callback;
mod random;
#[path = "../../zoo/word_limits.rs"]
mod word_limits;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let within = match arguments.first().map(String::as_str) {
        Some("callback") => {
            let classes = callback::classes();
            let machines = callback::random_machines(500);
            classes && machines
        }
        _ => {
            eprintln!("usage: typestar-bench callback");
            return ExitCode::from(2);
        }
    };
    if within { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
