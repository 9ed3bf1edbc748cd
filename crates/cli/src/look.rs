//! Looking at what was learned: `show`, `compare`, `log`.

use serde_json::json;
use typestar_model::{
    Comparison, ERROR, Learned, Mealy, OUTSIDE, compare, interface_automaton, write_dot, write_interface_dot,
    write_interface_mermaid, write_json, write_mermaid,
};
use typestar_query::{Entry, Journal};
use typestar_view::{DRAWABLE_STATES, Drawing, Form, svg, svg_with_graphviz, text};

use crate::args::{CompareArguments, Format, LogArguments, Outside, ShowArguments, View};
use crate::exit::{Exit, Failure};
use crate::open;
use crate::terminal::{has_colour, print, print_text};

/// Shows a model in one of the formats.
pub fn show(arguments: &ShowArguments) -> Result<Exit, Failure> {
    let learned = open::model(&arguments.model)?;
    let machine = &learned.machine;
    let form = match arguments.view {
        Some(View::Mealy) => Form::Mealy,
        Some(View::Interface) => Form::Interface,
        None => Form::suiting(machine),
    };
    open::tell_if_partial(&learned);
    let shown = match arguments.format {
        Format::Text => text(machine, form, has_colour()),
        Format::Svg => picture(&learned, form)?,
        Format::Json => write_json(&learned),
        Format::Mermaid if form == Form::Interface => {
            write_interface_mermaid(&interface_automaton(machine)).map_err(Failure::usage)?
        }
        Format::Mermaid => write_mermaid(machine).map_err(Failure::usage)?,
        Format::Dot if arguments.view == Some(View::Interface) => {
            write_interface_dot(&interface_automaton(machine), &learned.system)
        }
        Format::Dot => write_dot(machine, &learned.system),
    };
    match arguments.format {
        Format::Text => print_text(&shown),
        _ => print(&shown),
    }
    Ok(Exit::Done)
}

fn picture(learned: &Learned, form: Form) -> Result<String, Failure> {
    let states = learned.machine.len();
    if states > DRAWABLE_STATES {
        return Err(Failure::usage(format!(
            "a picture of {states} states shows nothing, and {DRAWABLE_STATES} are the most that are drawn: use --format dot or text"
        )));
    }
    let drawing = Drawing::new(&learned.system, &learned.machine, form);
    Ok(svg_with_graphviz(&drawing).unwrap_or_else(|| svg(&drawing)))
}

/// Compares two models.
pub fn compare_models(arguments: &CompareArguments) -> Result<Exit, Failure> {
    let (left, right) = (open::model(&arguments.left)?, open::model(&arguments.right)?);
    open::check_errors(&arguments.machine.errors, &[&left.machine, &right.machine])?;
    let prepared = |learned: Learned| {
        let machine = open::machine_with_errors(learned, &arguments.machine.errors);
        if arguments.outside == Outside::Error { outside_as_error(&machine) } else { machine }
    };
    let comparison = compare(&prepared(left), &prepared(right));
    let (told, data) = match &comparison {
        Comparison::Same => ("same behaviour\n".to_owned(), json!({"same": true})),
        Comparison::DifferentInputs { only_left, only_right } => (
            format!(
                "different inputs\n  only {}: {}\n  only {}: {}\n",
                arguments.left,
                list(only_left),
                arguments.right,
                list(only_right)
            ),
            json!({"same": false, "only_left": only_left, "only_right": only_right}),
        ),
        Comparison::Different(difference) => (
            format!(
                "different behaviour\n  word: {}\n  {}: {}\n  {}: {}\n",
                difference.word.join(" "),
                arguments.left,
                difference.left.join(" "),
                arguments.right,
                difference.right.join(" ")
            ),
            json!({"same": false, "word": difference.word, "left": difference.left, "right": difference.right}),
        ),
    };
    match arguments.json {
        true => print(&format!("{data}\n")),
        false => print_text(&told),
    }
    Ok(if comparison == Comparison::Same { Exit::Done } else { Exit::Finding })
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "-".to_owned() } else { names.join(", ") }
}

/// The same machine in which what is outside the purpose is an error.
fn outside_as_error(machine: &Mealy) -> Mealy {
    let mut outputs = machine.outputs().clone();
    let error = outputs.intern(ERROR);
    let mut changed = Mealy::with_outputs(machine.inputs().clone(), outputs);
    for state in machine.states() {
        changed.add_state(machine.name(state));
    }
    changed.set_initial(machine.initial());
    let sink = changed.add_state("Error");
    for state in changed.states() {
        for input in machine.inputs().ids() {
            let step = if state == sink { None } else { machine.step(state, input) };
            let inside = step.filter(|&(output, _)| machine.outputs().name(output) != OUTSIDE);
            let (output, to) = inside.unwrap_or((error, sink));
            changed.set(state, input, output, to);
        }
    }
    changed
}

/// Lists the words of a run.
pub fn log(arguments: &LogArguments) -> Result<Exit, Failure> {
    let file = arguments.run.join("journal.db");
    if !file.exists() {
        return Err(Failure::usage(format!("{} is no run folder: it holds no journal.db", arguments.run.display())));
    }
    let show = if arguments.json { print } else { print_text };
    let mut part = String::new();
    let mut add = |entry: Entry| {
        part += &entry_text(&entry, arguments.json);
        if part.len() >= PART {
            show(&std::mem::take(&mut part));
        }
    };
    let read = Journal::open_to_read(&file).and_then(|journal| journal.for_each(&mut add));
    let advice = "check that the file is whole and that you may read it";
    read.map_err(|error| Failure::old_journal(&file, &error, advice))?;
    show(&part);
    Ok(Exit::Done)
}

/// So many bytes of a log are printed at once: a log may be larger than the memory.
const PART: usize = 1 << 16;

/// One line of the log.
fn entry_text(entry: &Entry, as_json: bool) -> String {
    if as_json {
        let data = json!({
            "seq": entry.seq, "phase": entry.phase.name(), "inputs": entry.inputs, "outputs": entry.outputs,
            "evidence": entry.evidence, "late": entry.late, "overturned": entry.overturned,
        });
        return format!("{data}\n");
    }
    let steps: Vec<String> = (entry.inputs.iter().zip(&entry.outputs)).map(|(i, o)| format!("{i}/{o}")).collect();
    let mark = if entry.overturned { "  (overturned)" } else { "" };
    format!("{:>6} {:<8} {}{mark}\n", entry.seq, entry.phase.name(), steps.join(" "))
}
