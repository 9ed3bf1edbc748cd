//! The host for any class, asked without anything of typestar in between: there are many words, and of each only the last
//! call matters.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde::Deserialize;
use typestar_model::OK;
use typestar_model::guarded::Features;

/// A host that was greeted.
pub struct Host {
    process: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
}

/// What the host says of a word.
#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    steps: Vec<Call>,
    /// Why there are no steps.
    message: Option<String>,
}

/// What the host says of a call.
#[derive(Deserialize)]
pub struct Call {
    output: String,
    /// What was known before it, the arguments included.
    #[serde(default)]
    pub before: Features,
    /// What is known after it.
    #[serde(default)]
    pub values: Features,
}

impl Call {
    /// Whether it threw nothing.
    pub fn passed(&self) -> bool {
        self.output == OK
    }
}

impl Host {
    /// Starts a host by its command.
    pub fn start(mut command: Command) -> Self {
        let mut process = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it starts");
        let output = BufReader::new(process.stdout.take().expect("was piped"));
        let mut host = Self { input: process.stdin.take(), process, output };
        host.say(r#"{"type":"hello","protocol":3,"typestar":"0","steps":false,"settings":{}}"#);
        let ready = host.line();
        assert!(ready.starts_with(r#"{"type":"ready""#), "{ready}");
        host
    }

    /// The last call of each word, and how many calls came before it. A word is a list of inputs in JSON.
    pub fn last_calls(&mut self, words: &[String]) -> Vec<(Call, usize)> {
        let plans: Vec<String> = words.iter().map(|word| format!(r#"{{"word":[{word}]}}"#)).collect();
        self.say(&format!(r#"{{"type":"run","id":1,"plans":[{}]}}"#, plans.join(",")));
        words.iter().map(|word| self.last_call(word)).collect()
    }

    fn last_call(&mut self, word: &str) -> (Call, usize) {
        let mut answer: Answer = serde_json::from_str(&self.line()).expect("an answer");
        let last = answer.steps.pop();
        let last = last.unwrap_or_else(|| panic!("{word} was not run: {:?}", answer.message));
        (last, answer.steps.len())
    }

    fn say(&mut self, line: &str) {
        let input = self.input.as_mut().expect("it is open");
        writeln!(input, "{line}").and_then(|()| input.flush()).expect("the host listens");
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("the host talks");
        line
    }
}

/// The host ends with its input.
impl Drop for Host {
    fn drop(&mut self) {
        self.input = None;
        let _ = self.process.wait();
    }
}
