//! The commands of a case file that prepare the ground and clean up.

use std::io::IsTerminal;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use typestar_query::Case;
use typestar_system::{end_command, own_group};

use crate::exit::Failure;
use crate::signals;

/// The command that is still to be run to clean up.
static TEAR_DOWN: Mutex<Option<Hook>> = Mutex::new(None);

/// How often to look whether a command has ended, or the user wants it to.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// How long a `set_up` command may go on after an interrupt.
const LAST_MOMENT: Duration = Duration::from_millis(500);

/// A command of the case file.
struct Hook {
    name: &'static str,
    program: String,
    command: Command,
}

/// Does something between the `set_up` and the `tear_down` command of the case file, if it has them.
/// What was set up is torn down, however the work ended, and whatever signals come.
pub fn with_hooks<T>(case: &Case, work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Failure> {
    signals::interrupt();
    set_up(case)?;
    let done = if signals::is_interrupted() { Err(Failure::interrupted()) } else { work() };
    let torn_down = tear_down();
    // What fails after an interrupt fails because of it.
    let done = done.map_err(|failure| if signals::is_interrupted() { Failure::interrupted() } else { failure })?;
    torn_down.map(|()| done)
}

/// Prepares the ground. From its beginning on there is something to tear down, even if a signal breaks it off; whoever
/// wants to do that meanwhile waits until it has ended.
fn set_up(case: &Case) -> Result<(), Failure> {
    let mut left = TEAR_DOWN.lock().unwrap_or_else(PoisonError::into_inner);
    *left = Hook::new(case, case.system.tear_down.as_deref(), "tear_down");
    let Some(hook) = Hook::new(case, case.system.set_up.as_deref(), "set_up") else { return Ok(()) };
    hook.run(wait_unless_interrupted).or_else(|failure| {
        if signals::is_interrupted_soon() {
            return Ok(());
        }
        *left = None;
        Err(failure)
    })
}

/// Cleans up, unless that is done already. Whoever comes second waits for the first.
pub fn tear_down() -> Result<(), Failure> {
    let mut left = TEAR_DOWN.lock().unwrap_or_else(PoisonError::into_inner);
    left.take().map_or(Ok(()), |hook| hook.run(Child::wait))
}

impl Hook {
    fn new(case: &Case, command: Option<&[String]>, name: &'static str) -> Option<Self> {
        let (program, arguments) = command?.split_first()?;
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&case.system.directory).stdout(Stdio::null());
        // At a terminal it may have to ask something, and Ctrl-C reaches it by itself.
        if !std::io::stdin().is_terminal() {
            own_group(&mut command);
        }
        Some(Self { name, program: program.clone(), command })
    }

    fn run(self, wait: impl FnOnce(&mut Child) -> std::io::Result<ExitStatus>) -> Result<(), Failure> {
        let Self { name, program, mut command } = self;
        match command.spawn().and_then(|mut child| wait(&mut child)) {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => Err(Failure::failed(format!("the {name} command `{program}` ended with {status}"))),
            Err(error) => Err(Failure::failed(format!("the {name} command `{program}` cannot be run: {error}"))),
        }
    }
}

/// Waits for a command, and ends it soon after an interrupt.
fn wait_unless_interrupted(child: &mut Child) -> std::io::Result<ExitStatus> {
    let mut interrupted: Option<Instant> = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if signals::is_interrupted() && interrupted.get_or_insert_with(Instant::now).elapsed() >= LAST_MOMENT {
            return end_command(child);
        }
        std::thread::sleep(LOOK_EVERY);
    }
}
