//! Every option with every kind of model, through the command: it is used, or refused by a message that says what it is for.
//! What comes of it is the table of `docs/reference/options.md`.

use crate::common::{Desk, repository};
use typestar_query::ModelKind::{self, Guarded, Machine, Registers};
use typestar_query::{OPTIONS, OptionGroup, Systems};

const KINDS: [ModelKind; 3] = [Machine, Registers, Guarded];

/// A lamp that breaks when it is hit.
const LAMP: &str = "digraph { off -> on [label=\"press / ok\"] on -> off [label=\"press / ok\"] off -> broken \
                    [label=\"hit / error\"] on -> on [label=\"hit / ok\"] broken -> broken [label=\"press / error\"] \
                    broken -> broken [label=\"hit / error\"] }";

/// A cell that keeps a value.
const CELL: &str = r#"{
  "format": "typestar-register-automaton", "version": 1, "name": "cell", "finished": true,
  "types": {"item": "integer"},
  "inputs": [{"name": "put", "parameters": [{"name": "p", "type": "item"}]}, {"name": "take"}],
  "outputs": [{"name": "ok"}, {"name": "no"}, {"name": "value", "parameters": [{"name": "v", "type": "item"}]}],
  "registers": [{"name": "x", "type": "item"}],
  "locations": [{"name": "l0", "registers": []}, {"name": "l1", "registers": ["x"]}],
  "transitions": [
    {"from": "l0", "input": "put", "output": "ok", "assign": {"x": "p"}, "to": "l1"},
    {"from": "l0", "input": "take", "output": "no", "to": "l0"},
    {"from": "l1", "input": "put", "output": "no", "to": "l1"},
    {"from": "l1", "input": "take", "output": "value(x)", "to": "l0"}
  ]
}
"#;

/// The inputs of a case without data and with data.
const CALLINS: &str = "[inputs]\ncallins = [\"press\"]\n";
const ACTIONS: &str = "[types]\nitem = {}\n[inputs]\nwait = false\n[inputs.actions]\nput = [\"item\"]\n\
                       [outputs.actions]\nok = []\n";

/// What starts the systems of the cases. None of them starts: by then every option is used or refused.
const STARTS: [(&str, &str); 3] = [
    ("command", "[system]\ncommand = [\"./missing\"]\n"),
    ("class", "[system.java]\nclass = \"java.util.Stack\"\n"),
    ("android", "[system.android]\ndriver = \"Missing\"\n"),
];

/// A folder with a model of each kind, and cases for each way to start a system. There is no Java.
fn desk() -> Desk {
    let desk = Desk::new().with("JAVA_HOME", "missing");
    desk.write("lamp.dot", LAMP);
    desk.write("cell.json", CELL);
    std::fs::copy(repository("crates/view/tests/models/stack.json"), desk.path("stack.json")).expect("a guarded model");
    desk.write("words.tests", "");
    for (name, start) in STARTS {
        desk.write(&format!("{name}-machine.toml"), &format!("{start}{CALLINS}[learning]\nmodel = \"machine\"\n"));
        desk.write(&format!("{name}-data.toml"), &format!("{start}{ACTIONS}"));
    }
    desk
}

/// The model of a kind.
fn model(kind: ModelKind) -> &'static str {
    match kind {
        Machine => "lamp.dot",
        Registers => "cell.json",
        Guarded => "stack.json",
    }
}

/// A system of a kind that an option for these systems is for.
fn system(kind: ModelKind, systems: Systems) -> &'static str {
    match (kind, systems) {
        (Guarded, _) => "java:java.util.Stack",
        (Machine, Systems::Any) => "sim:lamp.dot",
        (Machine, Systems::Processes) => "command-machine.toml",
        (Machine, Systems::Java | Systems::Classes) => "class-machine.toml",
        (Machine, Systems::Android) => "android-machine.toml",
        (Registers, Systems::Any) => "sim:cell.json",
        (Registers, Systems::Processes) => "command-data.toml",
        (Registers, Systems::Java | Systems::Classes) => "class-data.toml",
        (Registers, Systems::Android) => "android-data.toml",
    }
}

/// What a command takes besides options.
fn positionals(command: &str, kind: ModelKind, system: &'static str) -> Vec<&'static str> {
    let word = if kind == Registers { "take" } else { "press" };
    match command {
        "learn" | "doctor" => vec![system],
        "try" => vec![system, word],
        "conform" => vec![model(kind), system],
        "compare" => vec![model(kind); 2],
        _ => vec![model(kind)],
    }
}

/// A value of an option; none for those that take none. A new option that takes a value needs a line here.
fn value(option: &str, kind: ModelKind) -> Option<&'static str> {
    Some(match option {
        "output" => "out",
        "errors" => {
            if kind == Registers {
                "no"
            } else {
                "error"
            }
        }
        "classpath" | "from" => ".",
        "methods" => "push",
        "construct" => "new java.util.Stack()",
        "api" => "34",
        "clock" => "real",
        "theory" => "item=equality",
        "model" => {
            if kind == Guarded {
                "guarded"
            } else {
                "machine"
            }
        }
        "learner" => {
            if kind == Registers {
                "slstar"
            } else {
                "lstar"
            }
        }
        "tester" => match kind {
            Machine => "hsi(1)",
            Registers => "explore(2)",
            Guarded => "words(words.tests)",
        },
        "challenge" | "seed" | "guard-tests" | "run-on" | "depth" | "field-depth" => "3",
        "assume" => "quiet-is-stable",
        "outside" => "error",
        "repeat" | "confirm" => "3",
        "max-states" | "max-words" | "max-symbols" | "max-time" | "step-deadline" => "1000",
        "copies" => "2",
        "suite" => "words.tests",
        "junit" => "junit.xml",
        "format" => "json",
        "as" if kind == Guarded => "guards",
        "as" => "mealy",
        "outcomes" => "off",
        "argument" => "int=3",
        _ => return None,
    })
}

/// Tries an option: whether it is refused because of what it is for.
fn is_refused(desk: &Desk, command: &str, option: &str, kind: ModelKind, system: &'static str) -> bool {
    let typed = format!("--{option}");
    let mut arguments = vec![command];
    arguments.extend(positionals(command, kind, system));
    arguments.push(&typed);
    arguments.extend(value(option, kind));
    let ran = desk.run(&arguments);
    let what = arguments.join(" ");
    assert!(!ran.stderr.contains("try '--help'"), "{what} cannot be typed:\n{}", ran.stderr);
    let names_it = ran
        .stderr
        .lines()
        .any(|line| line.contains(&typed) && [" is for ", " are for "].iter().any(|purpose| line.contains(purpose)));
    assert!(!names_it || ran.code == Some(2), "{what} is refused with {:?}", ran.code);
    names_it
}

/// The kinds of model that an option of a command can be used with.
fn kinds_of(desk: &Desk, command: &str, option: &str, systems: Systems) -> Vec<ModelKind> {
    let is_used = |kind: &ModelKind| !is_refused(desk, command, option, *kind, system(*kind, systems));
    KINDS.into_iter().filter(is_used).collect()
}

fn systems_text(systems: Systems) -> &'static str {
    match systems {
        Systems::Any => "",
        Systems::Processes => "adapters and classes",
        Systems::Java => "Java and Android",
        Systems::Classes => "Java classes",
        Systems::Android => "Android classes",
    }
}

/// The table of a command, made by trying all of its options.
fn table(desk: &Desk, command: &str, groups: &[OptionGroup]) -> String {
    let mut table = format!(
        "## {command}\n\n| option | machine | register automaton | guarded model | only for |\n\
         | --- | --- | --- | --- | --- |\n"
    );
    for &(of_code, systems, names) in groups {
        for option in names {
            let kinds = kinds_of(desk, command, option, systems);
            assert_eq!(kinds, of_code, "{command} --{option} does not do what the table in the code says");
            let cells = KINDS.map(|kind| if kinds.contains(&kind) { "yes" } else { "no" });
            table.push_str(&format!("| `--{option}` | {} | {} |\n", cells.join(" | "), systems_text(systems)));
        }
    }
    table
}

#[test]
fn the_page_of_options_says_what_the_command_does() {
    let tables: Vec<String> = std::thread::scope(|scope| {
        let tried: Vec<_> =
            OPTIONS.iter().map(|(command, groups)| scope.spawn(|| table(&desk(), command, groups))).collect();
        tried.into_iter().map(|table| table.join().expect("all options of a command")).collect()
    });
    let page = std::fs::read_to_string(repository("docs/reference/options.md")).expect("the page");
    for table in tables {
        assert!(page.contains(&table), "docs/reference/options.md should have this table:\n\n{table}");
    }
}

#[test]
fn what_is_for_other_systems_is_refused_of_a_simulated_model() {
    let desk = desk();
    for (command, groups) in OPTIONS {
        for (_, systems, names) in groups.iter().filter(|group| group.1 != Systems::Any) {
            for option in *names {
                let refused = is_refused(&desk, command, option, Machine, "sim:lamp.dot");
                assert!(refused, "{command} --{option} is for {}", systems_text(*systems));
            }
        }
    }
}

#[test]
fn keys_of_the_case_file_are_refused_where_they_stand() {
    let desk = desk();
    let refused = |text: &str, complaints: &[&str]| {
        desk.write("case.toml", text);
        desk.run(&["learn", "case.toml"]).exits(2).complains(complaints);
    };
    let class = STARTS[1].1;
    let guarded = |keys: &str| format!("{class}[learning]\n{keys}\n");
    refused(&guarded("learner = \"lstar\""), &["`learner` is for machines and systems with data", "case.toml:4:1"]);
    refused(
        &guarded("tester = \"hsi(1)\""),
        &["the tester `hsi(1)` is not for guarded models", "words(FILE)", "case.toml:4:1"],
    );
    refused(&guarded("challenge = 10\nrun_on = 3"), &["`challenge` is for machines", "`run_on` is for machines"]);
    refused(&guarded("theory_check = 3"), &["`theory_check` is for systems with data"]);
    refused(&guarded("growth_rounds = 24"), &["`growth_rounds` is for machines and systems with data"]);
    let data = format!("{}{ACTIONS}[learning]\nassume = [\"quiet-is-stable\"]\nguard_tests = 3\n", STARTS[0].1);
    refused(&data, &["`assume` is for machines, but this system has data", "`guard_tests` is for guarded models"]);
    let machine = format!("{}{CALLINS}[learning]\nguard_tests = 3\n", STARTS[0].1);
    refused(&machine, &["`guard_tests` is for guarded models, but a machine is learned here", "case.toml:6:1"]);
}

#[test]
fn what_is_said_of_the_order_of_calls_is_refused_of_guards() {
    let desk = desk();
    let cases = [
        ("[inputs]\ncallins = [\"push\", \"pop\"]\n", ["[inputs] callins is for machines", "methods"]),
        ("[inputs]\nwait = true\n", ["[inputs] wait is for machines", "--model machine"]),
    ];
    for (inputs, complaints) in cases {
        desk.write("case.toml", &format!("{}{inputs}", STARTS[1].1));
        desk.run(&["learn", "case.toml"]).exits(2).complains(&complaints);
    }
}
