//! Inputs that stand for several snippets.

use std::path::Path;
use std::sync::{Arc, Mutex};

use typestar_model::{Inputs, Learned, Outputs, Phase, Plan, write_json};
use typestar_query::{Answer, Case, Entry, Finished, Journal, RunOptions, Symbols, System, SystemError, learn};

/// All words that were executed, in order.
type Log = Arc<Mutex<Vec<String>>>;

/// The words of a journal, in order.
fn words(path: &Path) -> Vec<String> {
    let mut words = Vec::new();
    Journal::open_to_read(path).unwrap().for_each(|entry| words.push(entry.inputs.join(" "))).unwrap();
    words
}

/// A lamp with two switches that should do the same.
struct Lamp {
    inputs: Inputs,
    outputs: Outputs,
    log: Log,
}

impl System for Lamp {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            let mut is_on = false;
            let answer = Answer::stepped(plan, symbols, &mut self.outputs, |_| {
                is_on = !is_on;
                if is_on { "on" } else { "off" }.to_owned()
            });
            self.log.lock().unwrap().push(symbols.inputs.show(&answer.word));
            answers.push(answer);
        }
        Ok(())
    }
}

/// What is learned of the lamp, and the words that were executed for it.
fn lamp_learned(journal: Journal) -> (Finished<Learned>, Vec<String>) {
    let text = "[system]\ncommand = [\"lamp\"]\n[inputs]\ncallins = [\"switch\"]\nwait = false\n\
                [inputs.alternatives]\nswitch = [\"left\", \"right\"]\n";
    let case = Case::parse(text, Path::new("lamp.toml")).unwrap();
    let inputs = ["left", "right"].iter().collect();
    let mut lamp = Lamp { inputs, outputs: Outputs::default(), log: Log::default() };
    let finished = learn(&case, &mut lamp, journal, &RunOptions::default(), &mut |_, _| {}).unwrap();
    let log = lamp.log.lock().unwrap().clone();
    (finished, log)
}

#[test]
fn a_word_of_a_journal_that_does_not_name_its_snippet_answers_nothing_and_stays() {
    let (fresh, words_of_fresh) = lamp_learned(Journal::in_memory());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let mut journal = Journal::open(&path).unwrap();
    let older = Entry {
        seq: 0,
        copy: 0,
        phase: Phase::Learning,
        inputs: vec!["switch".to_owned()],
        outputs: vec!["broken".to_owned()],
        evidence: Vec::new(),
        late: Vec::new(),
        overturned: false,
    };
    journal.append(&mut [older], 1).unwrap();
    let (finished, executed) = lamp_learned(journal);
    assert_eq!(write_json(&finished.learned), write_json(&fresh.learned));
    assert_eq!(executed, words_of_fresh);
    assert!(executed.iter().any(|word| word.contains("left right")), "{executed:?}");
    assert_eq!(words(&path), [vec!["switch".to_owned()], executed].concat());
}
