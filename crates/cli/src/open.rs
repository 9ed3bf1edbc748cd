//! From what the user typed to a system, a model.

use typestar_model::Model;
use typestar_query::{Case, Given, Note, any_model_at};
use typestar_system::{OpenOptions, Opened};

use crate::exit::Failure;
use crate::signals;
use crate::terminal::tell;

/// Opens the system of a case. What was typed and is not for it is refused; what the user should know is told.
pub fn system(case: &Case, given: &Given, tell_returned: bool) -> Result<Opened, Failure> {
    let options = OpenOptions { given: given.clone(), tell_returned, interrupt: signals::interrupt() };
    let mut opened = typestar_system::open(case, &options)?;
    tell(opened.notes.drain(..));
    Ok(opened)
}

/// The model in a run folder, in a file, or behind a `sim:` locator. If it is only a part of the truth, the user is told.
pub fn any_model(name: &str) -> Result<Model, Failure> {
    let model = any_model_at(name)?;
    tell(Note::if_partial(name, model.is_finished()));
    Ok(model)
}
