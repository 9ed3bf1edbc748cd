//! Looking at what was learned: `show`, `log`.

use std::path::Path;

use serde_json::json;
use typestar_model::{Form, Model};
use typestar_query::{Entry, Folder, Given, Journal, ModelKind};
use typestar_view::{DRAWABLE_STATES, drawing, javadoc, page, svg, svg_with_graphviz, text};

use crate::args::{Format, LogArguments, ShowArguments, View};
use crate::events;
use crate::exit::{Exit, Failure};
use crate::open;
use crate::terminal::{has_colour, print, print_text};

/// Shows a model in one of the formats.
pub fn show(arguments: &ShowArguments, given: &Given) -> Result<Exit, Failure> {
    let model = open::any_model(&arguments.model)?;
    given.check_kind(ModelKind::of(&model))?;
    let (model, form) = viewed(model, arguments.view)?;
    match arguments.format {
        Format::Text => print_text(&text(&model, form, has_colour())),
        Format::Svg => print(&picture(&model, form)?),
        Format::Html => print(&page(&model, None, try_command(&model, &arguments.model).as_deref())),
        Format::Json => print(&model.to_json()),
        Format::Xml => print(&model.to_xml().map_err(Failure::usage)?),
        Format::Javadoc => print(&javadoc(&model).map_err(Failure::usage)?),
        Format::Mermaid => print(&model.to_mermaid(form).map_err(Failure::usage)?),
        Format::Dot => print(&model.to_dot(form)),
    }
    Ok(Exit::Done)
}

/// What is shown of a model: a machine in a form, a guarded model with or without outcomes.
fn viewed(model: Model, view: Option<View>) -> Result<(Model, Option<Form>), Failure> {
    let refused = |view: &str, of: &str, this: &str| {
        Failure::usage(format!("--as {view} is for {of}, but this is a {this}: leave it out"))
    };
    Ok(match (model, view) {
        (model, None) => (model, None),
        (Model::Guarded(model), Some(View::Guards)) => (Model::Guarded(model.without_outcomes()), None),
        (Model::Guarded(model), Some(View::Outcomes)) => (Model::Guarded(model), None),
        (Model::Guarded(_), Some(View::Mealy)) => return Err(refused("mealy", "machines", "guarded model")),
        (Model::Guarded(_), Some(View::Interface)) => return Err(refused("interface", "machines", "guarded model")),
        (_, Some(View::Guards)) => return Err(refused("guards", "guarded models", "machine")),
        (_, Some(View::Outcomes)) => return Err(refused("outcomes", "guarded models", "machine")),
        (model, Some(View::Mealy)) => (model, Some(Form::Mealy)),
        (model, Some(View::Interface)) => (model, Some(Form::Interface)),
    })
}

/// The command that repeats a trace of a model which stands in a file. A run folder does not tell its case file.
fn try_command(model: &Model, name: &str) -> Option<String> {
    let file = name.strip_prefix("sim:").unwrap_or(name);
    (model.can_be_simulated() && Path::new(file).is_file()).then(|| format!("typestar try sim:{file}"))
}

fn picture(model: &Model, form: Option<Form>) -> Result<String, Failure> {
    let (size, what) = model.size();
    if size > DRAWABLE_STATES {
        return Err(Failure::usage(format!(
            "too large to draw: {size} {what}s (the limit is {DRAWABLE_STATES}); use --format dot or text"
        )));
    }
    let drawing = drawing(model, form);
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
        return Err(Failure::usage(format!("{} is not a run folder: it has no journal.db", arguments.run.display())));
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
        let advice = "check that the file is complete and readable";
        Failure::failed(format!("cannot read the journal {file}: {fault}; {advice}"))
    })?;
    show(&part);
    match damage {
        None => Ok(Exit::Done),
        Some(damage) => Err(Failure::failed(format!("{damage}; typestar learn repairs it"))),
    }
}

/// How many bytes of a log are printed at once: a log may be larger than the memory.
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
