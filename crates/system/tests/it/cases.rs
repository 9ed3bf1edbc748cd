//! The cases and templates that come with typestar behave as their zoo machine or their comments say.

use std::path::Path;

use crate::common::{has, plan, repository, run};
use typestar_model::{InputId, Mealy, Outputs, Plan, WAIT, access_words, read_dot};
use typestar_query::{Answer, Case, System};
use typestar_system::{Process, ProcessOptions};

fn start(case: &Path) -> Process {
    let case = Case::load(case).unwrap_or_else(|error| panic!("{error}"));
    let options = ProcessOptions::of_case(&case).expect("a command");
    Process::start(options).unwrap_or_else(|error| panic!("{error}"))
}

/// Every transition of the machine, with two waits behind it to see where it leads.
fn transition_words(machine: &Mealy) -> Vec<Vec<InputId>> {
    let wait = machine.inputs().get(WAIT).expect("a callback machine");
    let mut words = Vec::new();
    for access in access_words(machine).into_iter().flatten() {
        for input in machine.inputs().ids() {
            words.push(access.iter().copied().chain([input, wait, wait]).collect::<Vec<_>>());
        }
    }
    words
}

/// The machine's trace of a word, by names, up to its first error.
fn expected(machine: &Mealy, word: &[InputId]) -> Vec<String> {
    let outputs = machine.run(word).into_iter().map(|output| machine.outputs().text(output).to_owned());
    let mut trace: Vec<String> = outputs.collect();
    let end = trace.iter().position(|output| output == "error").map_or(trace.len(), |place| place + 1);
    trace.truncate(end);
    trace
}

/// What the process answers, by names.
fn ask(process: &mut Process, words: &[String]) -> Vec<Vec<String>> {
    let inputs = process.inputs().clone();
    let plans: Vec<Plan> = words.iter().map(|word| plan(&inputs, word)).collect();
    let mut outputs = Outputs::default();
    let answers = run(process, &plans, &mut outputs).unwrap_or_else(|error| panic!("{error}"));
    let names = |answer: Answer| answer.outputs.iter().map(|&output| outputs.text(output).to_owned()).collect();
    answers.into_iter().map(names).collect()
}

/// Asks for the words and compares.
fn assert_answers(process: &mut Process, words: &[String], wanted: &[Vec<String>]) {
    for ((word, wanted), seen) in words.iter().zip(wanted).zip(ask(process, words)) {
        assert_eq!(seen, *wanted, "{word}");
    }
}

/// Compares a case with a machine, on the words that are kept.
fn assert_behaves_like(case: &str, zoo: &str, keep: impl Fn(&str) -> bool) {
    if !has("python3") {
        return;
    }
    let text = std::fs::read_to_string(repository("zoo").join(zoo)).expect("a zoo file");
    let machine = read_dot(&text).expect("a machine");
    let mut words = transition_words(&machine);
    words.retain(|word| keep(&machine.inputs().show(word)));
    let wanted: Vec<Vec<String>> = words.iter().map(|word| expected(&machine, word)).collect();
    let words: Vec<String> = words.iter().map(|word| machine.inputs().show(word)).collect();
    assert_answers(&mut start(&repository("cases").join(case).join("case.toml")), &words, &wanted);
}

#[test]
fn the_media_player_behaves_like_its_zoo_machine() {
    assert_behaves_like("media_player", "MediaPlayer.dot", |_| true);
}

#[test]
fn the_asynchronous_task_behaves_like_its_zoo_machine() {
    assert_behaves_like("async_task", "AsyncTask.dot", |_| true);
}

#[test]
fn the_spell_checker_session_behaves_like_its_zoo_machine_inside_its_purpose() {
    let once = |word: &str| word.matches("getSentenceSuggestions").count() <= 1;
    assert_behaves_like("spell_checker_session", "SpellCheckerSession.dot", once);
}

/// Puts the template beside its host library, as `typestar init` does, and compares it with what it should do.
fn assert_template_works(files: [(&str, &str); 3], interpreter: &str) {
    if !has(interpreter) {
        return;
    }
    let folder = tempfile::TempDir::new().expect("a folder");
    for (from, name) in files {
        std::fs::copy(repository(from), folder.path().join(name)).expect("a file of the template");
    }
    let facts = [
        ("load wait play wait wait", "ok onLoaded ok onFinished quiet"),
        ("load play wait wait wait", "ok ok onLoaded onFinished quiet"),
        ("load play wait stop wait play", "ok ok onLoaded ok quiet ok"),
        ("load stop wait load wait", "ok ok quiet ok onLoaded"),
        ("load play stop play", "ok ok ok error"),
        ("load play play", "ok ok error"),
        ("load wait play play", "ok onLoaded ok error"),
        ("load load", "ok error"),
        ("stop wait play", "ok quiet error"),
    ];
    let words: Vec<String> = facts.iter().map(|(word, _)| (*word).to_owned()).collect();
    let split = |outputs: &str| outputs.split(' ').map(str::to_owned).collect();
    let wanted: Vec<Vec<String>> = facts.iter().map(|(_, outputs)| split(outputs)).collect();
    assert_answers(&mut start(&folder.path().join("player.toml")), &words, &wanted);
}

/// A player in Python beside what it needs.
fn python_template(player: &str) -> [(&str, &str); 3] {
    let case = ("crates/cli/templates/python/player.toml", "player.toml");
    [case, (player, "player.py"), ("hosts/python/typestar_adapter.py", "typestar_adapter.py")]
}

#[test]
fn the_python_template_works_at_once() {
    assert_template_works(python_template("crates/cli/templates/python/player.py"), "python3");
}

#[test]
fn the_asyncio_template_works_at_once() {
    assert_template_works(python_template("crates/cli/templates/python/asyncio_player.py"), "python3");
}

#[test]
fn the_javascript_template_works_at_once() {
    let case = ("crates/cli/templates/javascript/player.toml", "player.toml");
    let player = ("crates/cli/templates/javascript/player.js", "player.js");
    let library = ("hosts/javascript/typestar_adapter.js", "typestar_adapter.js");
    assert_template_works([case, player, library], "node");
}
