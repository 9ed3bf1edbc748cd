//! A slow system that notes every word that it executes.

use std::fs::File;

use super::{Desk, Ran, Running, repository, wait_until, zoo};

/// The adapter.
const ADAPTER: &str = "slow_machine.py";

/// The file with the notes of a copy.
fn notes(copy: impl std::fmt::Display) -> String {
    format!("executed-{copy}.txt")
}

/// A desk with a case whose adapter simulates a machine, slowly, and notes what it executes.
pub struct SlowMachine {
    desk: Desk,
}

impl SlowMachine {
    /// A case for a machine of the zoo.
    pub fn new(machine: &str, callins: &[&str]) -> Self {
        let slow = Self { desk: Desk::new() };
        let adapter = std::fs::read_to_string(repository("crates/cli/tests/adapters/slow_machine.py"));
        slow.desk.write(ADAPTER, &adapter.expect("the adapter"));
        slow.desk.write(&notes(1), "");
        slow.desk.write(
            "case.toml",
            &format!(
                "[system]\nname = \"{machine}\"\ncommand = [\"python3\", \"{ADAPTER}\", {:?}, {:?}]\n\
                 files = [\"{ADAPTER}\"]\n[inputs]\ncallins = {callins:?}\n[timing]\nquiescence_ms = 1\n",
                zoo(machine),
                notes("COPY")
            ),
        );
        slow
    }

    /// The folder.
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Learns, with further arguments.
    pub fn learn(&self, arguments: &[&str]) -> Ran {
        self.start(arguments).wait()
    }

    /// Starts to learn.
    pub fn start(&self, arguments: &[&str]) -> Running {
        self.desk.start(&[&["learn", "case.toml", "-o", "run"], arguments].concat())
    }

    /// The words that the adapter executed so far, those of the first copy first.
    pub fn executed(&self) -> Vec<String> {
        self.executed_by_copies().concat()
    }

    /// The words that each copy executed so far.
    pub fn executed_by_copies(&self) -> Vec<Vec<String>> {
        let words = |text: String| text.lines().map(str::to_owned).collect();
        self.all_notes().map(|name| words(self.desk.read(&name))).collect()
    }

    /// The notes of all copies that were ever started.
    fn all_notes(&self) -> impl Iterator<Item = String> {
        (1..).map(notes).take_while(|name| self.desk.path(name).exists())
    }

    /// The words in the journal.
    pub fn journal(&self) -> Vec<String> {
        let words = self.desk.run(&["log", "run", "--json"]).exits(0).json_lines();
        let names = |entry: &serde_json::Value| -> Vec<String> {
            let inputs = entry["inputs"].as_array().expect("a list of inputs");
            inputs.iter().map(|name| name.as_str().expect("a name").to_owned()).collect()
        };
        words.iter().map(|entry| names(entry).join(" ")).collect()
    }

    /// Waits until this many words were executed, or the command has ended.
    pub fn wait_for_words(&self, running: &mut Running, count: usize) {
        wait_until("words are executed", || self.executed().len() >= count || running.has_ended());
    }

    /// Waits until no adapter is left that could execute a word.
    pub fn wait_for_adapter_to_end(&self) {
        for name in self.all_notes() {
            let notes = File::open(self.desk.path(&name)).expect("the adapter's notes");
            notes.lock().expect("the lock that the adapter holds while it lives");
        }
    }

    /// The learned model, byte for byte.
    pub fn model(&self) -> String {
        self.desk.read("run/model.json")
    }
}
