//! Shows a model file: `cargo run -p typestar-view --example draw -- model.dot model.svg`.
//!
//! The ending of the target decides what is written: `.svg`, `.html` or text.

use typestar_model::{Form, read_any_model};
use typestar_view::{drawing, page, svg, text};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (file, target, form) = match arguments.as_slice() {
        [file, target] => (file, target, None),
        [file, target, form] if form == "mealy" => (file, target, Some(Form::Mealy)),
        _ => return Err("usage: draw MODEL TARGET [mealy]".into()),
    };
    let model = read_any_model(&std::fs::read_to_string(file)?, file)?;
    let shown = match target.rsplit('.').next() {
        Some("svg") => svg(&drawing(&model, form)),
        Some("html") => page(&model, None, Some(&format!("typestar try sim:{file}"))),
        _ => text(&model, form, false),
    };
    Ok(std::fs::write(target, shown)?)
}
