//! Shows a DOT file: `cargo run -p typestar-view --example draw -- model.dot model.svg`.
//!
//! The ending of the target decides what is written: `.svg`, `.html` or text.

use typestar_model::{Counts, Learned, Summary, Verdict, read_dot};
use typestar_view::{Drawing, Form, report, svg, text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (model, target, form) = match arguments.as_slice() {
        [model, target] => (model, target, None),
        [model, target, form] if form == "mealy" => (model, target, Some(Form::Mealy)),
        _ => return Err("usage: draw MODEL.dot TARGET [mealy]".into()),
    };
    let machine = read_dot(&std::fs::read_to_string(model)?)?;
    let form = form.unwrap_or(Form::suiting(&machine));
    let shown = match target.rsplit('.').next() {
        Some("svg") => svg(&Drawing::new(model, &machine, form)),
        Some("html") => {
            let learned = Learned::imported(model, machine);
            report(&learned, &summary(&learned), &format!("typestar try sim:{model}"))
        }
        _ => text(&machine, form, false),
    };
    Ok(std::fs::write(target, shown)?)
}

/// What can be said of a machine that was not learned but read.
fn summary(learned: &Learned) -> Summary {
    Summary {
        system: learned.system.clone(),
        states: learned.machine.live_states(),
        states_total: learned.machine.len(),
        inputs: learned.machine.inputs().len(),
        learner: "none".to_owned(),
        tester: "none".to_owned(),
        rounds: 0,
        history: Vec::new(),
        learning: Counts::default(),
        testing: Counts::default(),
        challenge: None,
        replayed: 0,
        bound_needed: typestar_model::distinguisher_bound(&learned.machine),
        registers: None,
        guarded: None,
        origins: Default::default(),
        findings: Vec::new(),
        verdict: Verdict { text: "read from a file, nothing was tried".to_owned(), ..Verdict::default() },
        wall_ms: 0,
        run: String::new(),
        notes: Default::default(),
    }
}
