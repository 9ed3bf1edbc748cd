//! The views of a model of whichever kind. What each kind looks like is in the room of that kind.

use typestar_model::{Form, FormatError, Model, Summary};

use crate::merge::Drawing;
use crate::text::origins_text;
use crate::{guarded, html, machine, register};

/// The model for terminals, state by state: where each call leads, when it is answered how, and who made the outputs, as
/// far as that is known.
///
/// A machine is shown in the form that suits it, if no other is wanted. `color` adds terminal colours: callins blue,
/// callbacks magenta, illegal calls red.
///
/// ```
/// use typestar_model::{Form, read_any_model};
/// let door = read_any_model("digraph { shut -> ajar [label=\"open/ok\"] ajar -> shut [label=\"close/ok\"] }", "").unwrap();
/// let text = typestar_view::text(&door, Some(Form::Mealy), false);
/// assert!(text.starts_with("▸ shut\n    open / ok   → ajar\n    unknown: close\n"));
/// ```
pub fn text(model: &Model, form: Option<Form>, color: bool) -> String {
    let (text, _) = text_of_first(model, form, color, usize::MAX);
    match model {
        Model::Machine(learned) => text + &origins_text(&learned.origins, color),
        Model::Registers(_) | Model::Guarded(_) => text,
    }
}

/// At most `most` states or locations for terminals, and how many more there are: a longer text is not read.
pub fn text_of_first(model: &Model, form: Option<Form>, color: bool, most: usize) -> (String, usize) {
    match model {
        Model::Machine(learned) => {
            let form = form.unwrap_or_else(|| Form::suiting(&learned.machine));
            machine::text_of_first(&learned.machine, form, color, most)
        }
        Model::Registers(automaton) => register::text_of_first(automaton, color, most),
        Model::Guarded(model) => guarded::text_of_first(model, color, most),
    }
}

/// What is drawn of a model. A machine is drawn in the form that suits it, if no other is wanted.
///
/// ```
/// use typestar_model::{Form, read_any_model};
/// let door = read_any_model("digraph { shut -> ajar [label=\"open/ok\"] ajar -> shut [label=\"close/ok\"] }", "").unwrap();
/// let drawing = typestar_view::drawing(&door, Some(Form::Mealy));
/// assert_eq!(drawing.edges[0].label.lines[0].text, "open / ok");
/// ```
pub fn drawing(model: &Model, form: Option<Form>) -> Drawing {
    match model {
        Model::Machine(learned) => {
            let form = form.unwrap_or_else(|| Form::suiting(&learned.machine));
            machine::drawing(&learned.system, &learned.machine, form)
        }
        Model::Registers(automaton) => register::drawing(&automaton.name, automaton),
        Model::Guarded(model) => guarded::drawing(&model.system, model),
    }
}

/// The page about a model: what a run found out, if there was one, drawings, and each transition with the trace that
/// proves it. `command_for_try` is what stands before the quoted word in a command that repeats a trace, for example
/// `typestar try player.toml`; without it nothing offers to repeat one.
///
/// ```
/// let echo = typestar_model::read_any_model("digraph { start -> start [label=\"ping/pong\"] }", "echo.dot").unwrap();
/// let page = typestar_view::page(&echo, None, Some("typestar try echo.toml"));
/// assert!(page.contains("typestar try echo.toml &quot;ping&quot;"));
/// ```
pub fn page(model: &Model, summary: Option<&Summary>, command_for_try: Option<&str>) -> String {
    let content = match model {
        Model::Machine(learned) => machine::content(learned, summary),
        Model::Registers(automaton) => register::content(automaton, summary),
        Model::Guarded(model) => guarded::content(model, summary, command_for_try),
    };
    html::page(&content, summary, command_for_try)
}

/// A Javadoc comment for each method of a guarded model, above its declaration. Other kinds have no guards to tell of.
///
/// ```
/// let text = r#"{"format": "typestar-guarded-model", "version": 2, "system": "Stack", "states": 1,
///   "methods": [{"name": "pop", "returns": "java.lang.Object"}],
///   "rules": [{"state": 0, "method": "pop", "to": 0, "passing": 61, "failing": 40, "tests": 500,
///              "guard": {"sum": {"terms": [[1, "size"]], "comparison": ">=", "bound": 1}}}]}"#;
/// let stack = typestar_model::read_any_model(text, "stack.json").unwrap();
/// let comments = typestar_view::javadoc(&stack).unwrap();
/// assert!(comments.starts_with("/**\n * Fails unless {@code size >= 1}.\n"));
/// assert!(comments.ends_with(" */\nObject pop();\n"));
/// ```
pub fn javadoc(model: &Model) -> Result<String, FormatError> {
    match model {
        Model::Guarded(model) => Ok(guarded::javadoc(model)),
        Model::Machine(_) | Model::Registers(_) => {
            Err(model.refusal("--format javadoc is for guarded models", "use text or html"))
        }
    }
}
