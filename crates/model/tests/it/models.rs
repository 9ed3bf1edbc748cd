//! Other people's machines: every file of the models folder loads, with the right size.

use std::collections::BTreeSet;
use std::path::Path;

use crate::common::{dot_files, load, models};
use typestar_model::{Comparison, compare, minimise, read_dot, write_dot};

/// States and inputs as others have published them.
const KNOWN_SIZES: [(&str, usize, usize); 15] = [
    ("OpenSSH", 31, 22),
    ("BitVise", 66, 13),
    ("TCP_Linux_Server", 57, 12),
    ("GnuTLS_3.3.8_client_full", 15, 12),
    ("model4", 34, 14),
    ("NSS_3.17.4_client_full", 11, 12),
    ("DropBear", 17, 13),
    ("model1", 35, 15),
    ("TCP_Linux_Client", 15, 10),
    ("asml_m164", 43, 102),
    ("asml_m190", 456, 52),
    ("coffee", 2, 2),
    ("car_alarm", 6, 2),
    ("mqtt_mosquitto", 18, 9),
    ("GnuTLS_3.3.12_server_full", 9, 12),
];

/// The names of states and inputs, by looking at the lines that have an arrow: these files have one edge a line.
fn names_by_line(text: &str) -> (BTreeSet<&str>, BTreeSet<&str>) {
    let (mut states, mut inputs) = (BTreeSet::new(), BTreeSet::new());
    for line in text.lines() {
        let Some((from, rest)) = line.split_once("->") else { continue };
        if from.trim() == "__start0" {
            continue;
        }
        let (to, label) = rest.split_once('[').unwrap();
        states.extend([from.trim(), to.trim()]);
        let label = label.split('"').nth(1).unwrap();
        inputs.insert(label.split('/').next().unwrap().trim());
    }
    (states, inputs)
}

/// The start by the rules of the files: the marker's target, or else the source of the first edge.
fn start_by_line(text: &str) -> &str {
    let edges = || text.lines().filter_map(|line| line.split_once("->"));
    match edges().find(|(from, _)| from.trim() == "__start0") {
        Some((_, to)) => to.split(['[', ';']).next().unwrap().trim(),
        None => edges().next().unwrap().0.trim(),
    }
}

/// The inputs and outputs of the edges that leave a state of a Mealy machine.
fn steps_by_line<'t>(text: &'t str, state: &str) -> Vec<(&'t str, &'t str)> {
    let edges = text.lines().filter(|line| line.split_once("->").is_some_and(|(from, _)| from.trim() == state));
    let labels = edges.filter_map(|line| line.split('"').nth(1)?.split_once('/'));
    labels.map(|(input, output)| (input.trim(), output.trim())).collect()
}

fn check(path: &Path) {
    let text = std::fs::read_to_string(path).unwrap();
    let machine = load(path);
    let (states, inputs) = names_by_line(&text);
    let name = path.display();
    assert_eq!((machine.len(), machine.inputs().len()), (states.len(), inputs.len()), "{name}");
    assert!(machine.inputs().texts().iter().all(|input| inputs.contains(input.as_str())), "{name}");
    assert!(machine.is_complete(), "{name} is complete");
    assert!(machine.outputs().texts().iter().all(|output| !output.is_empty() && output.trim() == output), "{name}");
    for (input, output) in steps_by_line(&text, start_by_line(&text)) {
        let input = machine.inputs().get(input).unwrap();
        assert_eq!(machine.outputs().show(&machine.run(&[input])), output, "{name}");
    }
    let again = read_dot(&write_dot(&machine, "again")).unwrap();
    assert_eq!(again, machine, "{name} survives writing and reading");
}

#[test]
fn every_file_loads_with_the_states_and_inputs_it_has() {
    let Some(folder) = models("loading of other people's machines") else { return };
    let files = ["mealy", "callback"].map(|part| dot_files(&folder.join(part))).concat();
    assert!(!files.is_empty(), "{} has files", folder.display());
    files.iter().for_each(|path| check(path));
}

#[test]
fn known_machines_have_their_published_sizes() {
    let Some(folder) = models("sizes of other people's machines") else { return };
    for (name, states, inputs) in KNOWN_SIZES {
        let machine = load(&folder.join("mealy").join(format!("{name}.dot")));
        assert_eq!((machine.len(), machine.inputs().len()), (states, inputs), "{name}");
    }
}

#[test]
fn a_moore_machine_answers_with_the_label_of_the_target() {
    let Some(folder) = models("the Moore machine") else { return };
    let alarm = load(&folder.join("mealy/car_alarm.dot"));
    let door = alarm.inputs().get("d").unwrap();
    let lock = alarm.inputs().get("l").unwrap();
    assert_eq!(alarm.name(alarm.initial()), "q1_locked_closed");
    assert_eq!(alarm.outputs().show(&alarm.run(&[door, door, lock, lock])), "A A N N");
    assert_eq!(minimise(&alarm).len(), 5, "as a Mealy machine, two of the locked and closed states are one");
}

#[test]
fn files_of_the_same_system_compare() {
    let Some(folder) = models("comparison of two versions") else { return };
    let [old, new] =
        ["2.0.2", "2.0.9"].map(|version| load(&folder.join(format!("mealy/dtls_pion_{version}_server.dot"))));
    assert_eq!(compare(&old, &new), Comparison::Same);
}
