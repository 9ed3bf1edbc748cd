//! The commands of a case file that prepare the ground and clean up.

use std::process::{Command, Stdio};

use typestar_query::Case;

use crate::exit::Failure;

/// Does something between the `set_up` and the `tear_down` command of the case file, if it has them.
/// What was set up is torn down, however the work ended.
pub fn with_hooks<T>(case: &Case, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    run(case, case.system.set_up.as_deref(), "set_up")?;
    let done = work();
    let torn_down = run(case, case.system.tear_down.as_deref(), "tear_down");
    let done = done?;
    torn_down.map(|()| done)
}

fn run(case: &Case, command: Option<&[String]>, name: &str) -> Result<(), Failure> {
    let Some((program, arguments)) = command.and_then(<[String]>::split_first) else { return Ok(()) };
    let status =
        Command::new(program).args(arguments).current_dir(&case.system.directory).stdout(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::failed(format!("the {name} command `{program}` ended with {status}"))),
        Err(error) => Err(Failure::failed(format!("the {name} command `{program}` cannot be run: {error}"))),
    }
}
