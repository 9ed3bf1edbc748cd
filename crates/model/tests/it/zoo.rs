//! The zoo is what its table says.

use std::collections::BTreeSet;

use crate::common::{dot_files, load, models, repository, zoo};
use typestar_model::register::{ActionId, Domain, RegisterAutomaton, RegisterRun, read_register_json};
use typestar_model::{
    Comparison, Id, InterfaceAutomaton, InterfaceLabel, Mealy, Value, compare, distinguisher_bound,
    interface_automaton, minimise, read_dot, write_interface_dot,
};

/// The rows of the README whose files end like this: the name, and the numbers in some columns of this many.
fn rows<const COLUMNS: usize>(ending: &str, columns: [usize; COLUMNS]) -> Vec<(String, [usize; COLUMNS])> {
    let readme = std::fs::read_to_string(repository().join("zoo/README.md")).unwrap();
    let rows = readme.lines().filter(|line| line.starts_with("| [") && line.contains(&format!("{ending})")));
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!(cells.len(), 6, "{row}");
        let name = cells[0].trim_start_matches('[').split(']').next().unwrap().to_owned();
        (name, columns.map(|column| cells[column].parse().unwrap()))
    })
    .collect()
}

/// One row of the table of machines: machine, states, inputs, bound.
fn table() -> Vec<(String, [usize; 3])> {
    rows(".dot", [1, 2, 3])
}

#[test]
fn every_register_automaton_is_listed_with_its_size_and_says_what_was_assumed() {
    let folder = repository().join("zoo/register");
    let listed = rows(".json", [1, 2, 3, 4]);
    assert_eq!(listed.len(), std::fs::read_dir(&folder).unwrap().count());
    for (name, [locations, registers, transitions, most]) in listed {
        let text = std::fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let automaton = read_register_json(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        let found = [automaton.locations.len(), automaton.registers.len(), automaton.transitions.len()];
        assert_eq!(found, [locations, registers, transitions], "{name}");
        assert!(automaton.signature.is_acceptor && transitions <= most, "{name}");
        assert!(text.contains("assume") || text.contains("Assumed"), "{name}");
    }
}

#[test]
fn register_automata_of_the_zoo_take_every_value_in_one_way() {
    for (name, _) in rows(".json", [1]) {
        let text = std::fs::read_to_string(repository().join("zoo/register").join(format!("{name}.json"))).unwrap();
        let automaton = read_register_json(&text).unwrap();
        let values = ["0", "1", "5", "6", "-300", "1005"];
        let mut places = vec![RegisterRun::new(&automaton)];
        for _ in 0..4 {
            let steps = places.iter().flat_map(|place| every_step(&automaton, place, &values));
            places = steps.collect::<Option<Vec<_>>>().unwrap_or_else(|| panic!("{name}: something is missing"));
            places.truncate(2_000);
        }
    }
}

/// All runs that follow with one more input; none in place of one in which not exactly one transition is enabled.
fn every_step<'a>(
    automaton: &'a RegisterAutomaton,
    place: &RegisterRun<'a>,
    values: &[&str],
) -> Vec<Option<RegisterRun<'a>>> {
    let mut next = Vec::new();
    for (index, action) in automaton.signature.inputs.iter().enumerate() {
        let domain = automaton.signature.types[0].domain;
        let value =
            |text: &&str| Value::read(&if domain == Domain::Decimal { format!("{text}.0") } else { text.to_string() });
        let given: Vec<Vec<Value>> = match action.parameters.is_empty() {
            true => vec![Vec::new()],
            false => values.iter().map(|text| value(text).into_iter().collect()).collect(),
        };
        for parameters in given {
            let input = ActionId::new(index);
            let enabled = automaton
                .transitions_from(place.location(), input)
                .filter(|transition| place.clone().step_among(std::iter::once(*transition), &parameters).is_some());
            let mut after = place.clone();
            next.push((enabled.count() == 1).then(|| after.step(input, &parameters)).flatten().map(|_| after));
        }
    }
    next
}

#[test]
fn every_machine_is_listed_and_every_listed_machine_exists() {
    let listed: BTreeSet<String> = table().into_iter().map(|(name, _)| name).collect();
    let files = dot_files(&repository().join("zoo"));
    let present: BTreeSet<String> =
        files.iter().map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert_eq!(listed, present);
    assert_eq!(listed.iter().filter(|name| !name.ends_with("-kept")).count(), 16);
}

#[test]
fn every_machine_is_complete_and_minimal_with_an_error_sink() {
    for (name, _) in table() {
        let machine = zoo(&name);
        assert!(machine.is_complete(), "{name}");
        assert_eq!(minimise(&machine).len(), machine.len(), "{name}");
        let sink = machine.error_sink().unwrap_or_else(|| panic!("{name} has a sink"));
        let error = machine.outputs().get("error").unwrap();
        assert!(machine.edges().all(|(_, _, output, to)| (output == error) == (to == sink)), "{name}");
        assert!(machine.inputs().get("wait").is_some(), "{name}");
    }
}

#[test]
fn states_inputs_and_bounds_are_as_listed() {
    for (name, listed) in table() {
        let machine = zoo(&name);
        let found = [machine.live_states(), machine.inputs().len(), distinguisher_bound(&machine)];
        assert_eq!(found, listed, "{name}");
    }
}

#[test]
fn every_file_says_what_it_is() {
    for (name, _) in table() {
        let text = std::fs::read_to_string(repository().join(format!("zoo/{name}.dot"))).unwrap();
        for part in ["Provenance:", "Callins:", "Callbacks:", "Surprise:", "Folded in:"] {
            assert!(text.contains(&format!("// {part}")), "{name} lacks {part}");
        }
    }
}

#[test]
fn the_classes_are_those_of_the_models_folder() {
    let Some(folder) = models("comparison of the zoo with the models folder") else { return };
    for (name, _) in table().into_iter().filter(|(name, _)| !name.ends_with("-kept")) {
        let known = load(&folder.join("callback").join(format!("{name}.dot")));
        assert_eq!(compare(&zoo(&name), &known), Comparison::Same, "{name}");
    }
}

fn word_outputs(machine: &Mealy, word: &str) -> String {
    let word: Vec<_> = word.split(' ').map(|name| machine.inputs().get(name).unwrap()).collect();
    machine.outputs().show(&machine.run(&word))
}

#[test]
fn kept_callbacks_survive_the_callins_that_discarded_them() {
    let word = "modify wait stopWatching wait wait";
    assert_eq!(word_outputs(&zoo("FileObserver"), word), "ok onModify ok quiet quiet");
    assert_eq!(word_outputs(&zoo("FileObserver-kept"), word), "ok onModify ok onModify quiet");
    let word = "openNew wait close wait wait wait";
    assert_eq!(word_outputs(&zoo("SQLiteOpenHelper"), word), "ok onConfigure ok quiet quiet quiet");
    assert_eq!(word_outputs(&zoo("SQLiteOpenHelper-kept"), word), "ok onConfigure ok onCreate onOpen quiet");
}

fn edges(automaton: &InterfaceAutomaton) -> BTreeSet<String> {
    (automaton.edges().iter())
        .map(|edge| {
            let event = match &edge.event {
                InterfaceLabel::Callin(name) => format!("call {name}"),
                InterfaceLabel::Callback(name) => format!("callback {name}"),
                InterfaceLabel::Quiet => "quiet".to_owned(),
            };
            format!("{} {event} {}", automaton.name(edge.from), automaton.name(edge.to))
        })
        .collect()
}

#[test]
fn the_interface_automaton_of_async_task_has_calls_and_callbacks_only() {
    let automaton = interface_automaton(&zoo("AsyncTask"));
    let expected = [
        "Start call exec Running",
        "Start call cancel Canceling",
        "Running call cancel CancelingRun",
        "Running callback onPostExecute Done",
        "Canceling call exec CancelingRun",
        "Canceling call cancel Canceling",
        "Canceling callback onCancelled Done",
        "CancelingRun call cancel CancelingRun",
        "CancelingRun callback onCancelled Done",
        "Done call cancel Done",
    ];
    assert_eq!(edges(&automaton), expected.map(str::to_owned).into());
    assert_eq!(automaton.states().len(), 5, "the sink is gone");
    assert_eq!(automaton.initial().index(), 0);
}

#[test]
fn a_quiet_wait_that_changes_the_state_stays_in_the_interface_automaton() {
    let automaton = interface_automaton(&zoo("MediaRecorder"));
    let quiet: Vec<String> = edges(&automaton).into_iter().filter(|edge| edge.contains(" quiet ")).collect();
    assert_eq!(quiet, ["Starting quiet Recording"]);
    assert_eq!(automaton.states().len(), 7);
}

#[test]
fn a_drawn_interface_automaton_is_not_taken_for_a_machine() {
    let dot = write_interface_dot(&interface_automaton(&zoo("MediaRecorder")), "MediaRecorder");
    assert!(dot.contains(" [label=\"quiet\", style=dotted];"), "{dot}");
    let error = read_dot(&dot).unwrap_err();
    assert!(error.message.contains("a drawing (interface automaton)"), "{error}");
}
