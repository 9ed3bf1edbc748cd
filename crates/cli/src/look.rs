//! Looking at what was learned: `show`, `log`.

use std::path::Path;

use serde_json::json;
use typestar_model::guarded::{GuardedModel, write_guarded_dot, write_guarded_json, write_guarded_mermaid};
use typestar_model::register::{
    RegisterAutomaton, write_register_dot, write_register_json, write_register_mermaid, write_register_xml,
};
use typestar_model::{
    Learned, Model, interface_automaton, write_dot, write_interface_dot, write_interface_mermaid, write_json,
    write_mermaid,
};
use typestar_query::{Entry, Folder, Journal};
use typestar_view::{
    DRAWABLE_STATES, Drawing, Form, guarded_page, guarded_text, javadoc, model_page, origins_text, registers_page,
    registers_text, svg, svg_with_graphviz, text,
};

use crate::args::{Format, LogArguments, ShowArguments, View};
use crate::events;
use crate::exit::{Exit, Failure};
use crate::open;
use crate::terminal::{has_colour, print, print_text};

/// Shows a model in one of the formats.
pub fn show(arguments: &ShowArguments) -> Result<Exit, Failure> {
    let shown = match open::any_model(&arguments.model)? {
        Model::Machine(learned) => machine(&learned, arguments)?,
        Model::Registers(automaton) => registers(&automaton, arguments)?,
        Model::Guarded(model) => guarded(&model, arguments)?,
    };
    match arguments.format {
        Format::Text => print_text(&shown),
        _ => print(&shown),
    }
    Ok(Exit::Done)
}

fn machine(learned: &Learned, arguments: &ShowArguments) -> Result<String, Failure> {
    let machine = &learned.machine;
    let form = match arguments.view {
        Some(View::Mealy) => Form::Mealy,
        Some(View::Interface) => Form::Interface,
        None => Form::suiting(machine),
    };
    Ok(match arguments.format {
        Format::Text => text(machine, form, has_colour()) + &origins_text(&learned.origins, has_colour()),
        Format::Svg => picture(machine.len(), "states", || Drawing::new(&learned.system, machine, form))?,
        Format::Html => model_page(learned, try_command(&arguments.model).as_deref()),
        Format::Json => write_json(learned),
        Format::Xml => return Err(Failure::usage("xml holds register automata: show a machine as dot or json")),
        Format::Javadoc => return Err(javadoc_is_for_guards("a machine")),
        Format::Mermaid if form == Form::Interface => {
            write_interface_mermaid(&interface_automaton(machine)).map_err(Failure::usage)?
        }
        Format::Mermaid => write_mermaid(machine).map_err(Failure::usage)?,
        Format::Dot if arguments.view == Some(View::Interface) => {
            write_interface_dot(&interface_automaton(machine), &learned.system)
        }
        Format::Dot => write_dot(machine, &learned.system),
    })
}

fn registers(automaton: &RegisterAutomaton, arguments: &ShowArguments) -> Result<String, Failure> {
    if arguments.view.is_some() {
        return Err(Failure::usage("--as chooses a view of a machine, and this is a register automaton: leave it out"));
    }
    let drawing = || Drawing::of_registers(&automaton.name, automaton);
    Ok(match arguments.format {
        Format::Text => registers_text(automaton, has_colour()),
        Format::Svg => picture(automaton.locations.len(), "locations", drawing)?,
        Format::Html => registers_page(automaton, None, try_command(&arguments.model).as_deref()),
        Format::Json => write_register_json(automaton),
        Format::Xml => write_register_xml(automaton).map_err(Failure::usage)?,
        Format::Javadoc => return Err(javadoc_is_for_guards("a register automaton")),
        Format::Mermaid => write_register_mermaid(automaton).map_err(Failure::usage)?,
        Format::Dot => write_register_dot(automaton),
    })
}

fn guarded(model: &GuardedModel, arguments: &ShowArguments) -> Result<String, Failure> {
    if arguments.view.is_some() {
        return Err(Failure::usage("--as chooses a view of a machine, and this is a guarded model: leave it out"));
    }
    let drawing = || Drawing::of_guarded(&model.system, model);
    Ok(match arguments.format {
        Format::Text => guarded_text(model, has_colour()),
        Format::Svg => picture(model.states, "states", drawing)?,
        Format::Html => guarded_page(model, None, None),
        Format::Json => write_guarded_json(model),
        Format::Xml => return Err(Failure::usage("xml holds register automata: show a guarded model as dot or json")),
        Format::Mermaid => write_guarded_mermaid(model).map_err(Failure::usage)?,
        Format::Dot => write_guarded_dot(model),
        Format::Javadoc => javadoc(model),
    })
}

fn javadoc_is_for_guards(kind: &str) -> Failure {
    Failure::usage(format!("javadoc is made from the guards of a guarded model, and this is {kind}: use text or html"))
}

/// The command that repeats a trace of a model which stands in a file. A run folder does not tell its case file.
fn try_command(model: &str) -> Option<String> {
    let file = model.strip_prefix("sim:").unwrap_or(model);
    Path::new(file).is_file().then(|| format!("typestar try sim:{file}"))
}

fn picture(nodes: usize, what: &str, drawing: impl FnOnce() -> Drawing) -> Result<String, Failure> {
    if nodes > DRAWABLE_STATES {
        return Err(Failure::usage(format!(
            "a picture of {nodes} {what} shows nothing, and {DRAWABLE_STATES} are the most that are drawn: use --format dot or text"
        )));
    }
    let drawing = drawing();
    Ok(svg_with_graphviz(&drawing).unwrap_or_else(|| svg(&drawing)))
}

/// Lists the words of a run, or what happened in it.
pub fn log(arguments: &LogArguments) -> Result<Exit, Failure> {
    let file = arguments.run.join(Folder::JOURNAL);
    if arguments.run.is_file() {
        return Err(Failure::usage(format!("{} is a file: name its run folder", arguments.run.display())));
    }
    if arguments.events || arguments.follow {
        return events::log(arguments);
    }
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
    let read = Journal::open_to_read(&file).and_then(|journal| {
        journal.for_each(&mut add)?;
        Ok(journal.damage().cloned())
    });
    let damage = read.map_err(|error| {
        let (file, fault) = (file.display(), error.fault());
        let advice = "check that the file is whole and that you may read it";
        Failure::failed(format!("cannot read the journal {file}: {fault}; {advice}"))
    })?;
    show(&part);
    match damage {
        None => Ok(Exit::Done),
        Some(damage) => Err(Failure::failed(format!("{damage}; typestar learn repairs it"))),
    }
}

/// So many bytes of a log are printed at once: a log may be larger than the memory.
const PART: usize = 1 << 16;

/// One line of the log.
fn entry_text(entry: &Entry, as_json: bool) -> String {
    if as_json {
        let data = json!({
            "seq": entry.seq, "phase": entry.phase.name(), "inputs": entry.inputs, "outputs": entry.outputs,
            "evidence": entry.evidence, "late": entry.late, "overturned": entry.overturned, "copy": entry.copy,
        });
        return format!("{data}\n");
    }
    let steps: Vec<String> = (entry.inputs.iter().zip(&entry.outputs)).map(|(i, o)| format!("{i}/{o}")).collect();
    let mark = if entry.overturned { "  (overturned)" } else { "" };
    let copy = if entry.copy > 0 { format!("  (copy {})", entry.copy) } else { String::new() };
    format!("{:>6} {:<8} {}{copy}{mark}\n", entry.seq, entry.phase.name(), steps.join(" "))
}
