//! `typestar learn` and `typestar demo`.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use typestar_model::{Model, counted};
use typestar_query::{Case, Event, Finished, Folder, Given, Note, Progress, Resume, StopReason, SummarySoFar};
use typestar_system::{Audience, LearnError, LearnOptions, learn};
use typestar_view::{drawing, javadoc, page, summary_text, svg, text_of_first};

use crate::args::{DemoArguments, JavaArguments, LearnArguments, Outcomes, Outside, SettingArguments};
use crate::exit::{Exit, Failure};
use crate::hooks::with_hooks;
use crate::signals;
use crate::terminal::{ProgressLine, has_colour, print, print_text, say};

/// The machine of the demo.
const DEMO: &str = include_str!("../../../zoo/MediaPlayer.dot");

/// Its name in the folder of the demo, which is known by it.
const DEMO_FILE: &str = "MediaPlayer.dot";

/// Learns a system, prints what came out, and leaves a run folder.
pub fn run(arguments: &LearnArguments, given: &Given) -> Result<Exit, Failure> {
    let mut case = arguments.setting.case(&arguments.system)?;
    override_case(&mut case, arguments)?;
    let resume = match (arguments.fresh, arguments.keep_answers) {
        (true, _) => Resume::Forget,
        (_, true) => Resume::Keep,
        _ => Resume::Continue,
    };
    let output = arguments.output.clone().unwrap_or_else(|| Folder::usual_path(&case));
    let SettingArguments { machine, java, .. } = &arguments.setting;
    let try_command = try_command(&arguments.system, &machine.errors, java);
    let mut terminal = Terminal::new(!arguments.quiet, arguments.json, try_command);
    let options = LearnOptions {
        folder: Some((output, &VIEWS)),
        resume,
        from: arguments.from.clone(),
        outside_is_error: arguments.outside == Outside::Error,
        given: given.options.clone(),
        ..LearnOptions::default()
    };
    let finished = with_hooks(&case, || terminal.learn(&case, options))?;
    match &finished.stop {
        Some(StopReason::SystemFailed(message) | StopReason::JournalFailed(message)) => Err(Failure::failed(message)),
        _ => Ok(Exit::of(&finished)),
    }
}

/// Learns the built-in media player.
pub fn demo(arguments: &DemoArguments) -> Result<Exit, Failure> {
    let folder = Folder::open(&arguments.output, &VIEWS)?;
    refuse_other_contents(folder.path())?;
    let file = folder.write(DEMO_FILE, DEMO)?;
    // The run locks it again.
    drop(folder);
    let mut case = Case::of_model(&file);
    case.outputs.errors = vec!["error".to_owned()];
    say("Learning Android's MediaPlayer: 8 calls, asynchronous callbacks, states unknown.");
    let system = format!("sim:{}", file.display());
    let try_command = try_command(&system, &case.outputs.errors, &JavaArguments::default());
    let options = LearnOptions {
        folder: Some((arguments.output.clone(), &VIEWS)),
        resume: Resume::Forget,
        ..LearnOptions::default()
    };
    let finished = Terminal::new(true, false, try_command).learn(&case, options)?;
    let page = arguments.output.join("report.html");
    say(&format!("\nOpen {} to see the picture and the trace behind every edge.", page.display()));
    say("Next: `typestar init` writes an example for your own class.");
    Ok(Exit::of(&finished))
}

/// The demo begins anew each time and forgets what is in its folder, so that must be its own.
fn refuse_other_contents(folder: &Path) -> Result<(), Failure> {
    let is_own = std::fs::read_to_string(folder.join(DEMO_FILE)).is_ok_and(|text| text == DEMO);
    let is_used = folder.join(DEMO_FILE).exists() || Folder::is_run(folder);
    match is_used && !is_own {
        true => Err(Failure::usage(format!(
            "{} holds another run, and the demo would delete it: choose another folder with -o DIR",
            folder.display()
        ))),
        false => Ok(()),
    }
}

/// How often the model so far is written while a run goes on.
const DRAFTS_EVERY: Duration = Duration::from_secs(1);

/// Who sits at the terminal, or reads what the command prints.
struct Terminal {
    line: ProgressLine,
    /// Whether talk is wanted while the run goes on.
    talks: bool,
    json: bool,
    /// What to type before a word to try it.
    try_command: String,
    /// What is known so far, for a user who insists on the end.
    known: Arc<Mutex<Option<SummarySoFar>>>,
}

impl Terminal {
    fn new(talks: bool, json: bool, try_command: String) -> Self {
        Self { line: ProgressLine::new(talks), talks, json, try_command, known: Arc::default() }
    }

    /// Learns a case, and prints what came out: also if it could not be written.
    fn learn(&mut self, case: &Case, options: LearnOptions) -> Result<Finished<Model>, Failure> {
        let (interrupt, drafts_every) = (signals::interrupt(), Some(DRAFTS_EVERY));
        let learned = learn(case, LearnOptions { interrupt, drafts_every, audience: Some(self), ..options });
        self.line.clear();
        let (finished, written) = match learned {
            Ok(finished) => (finished, Ok(())),
            Err(LearnError::NotWritten { finished, error }) => (*finished, Err(error)),
            Err(error) => return Err(error.into()),
        };
        match self.json {
            true => signals::print_object(&finished.summary.to_json()),
            false => tell_result(&finished),
        }
        written?;
        Ok(finished)
    }
}

impl Audience for Terminal {
    fn note(&mut self, note: Note) {
        self.line.tell(Some(note));
    }

    fn begin(&mut self, known: SummarySoFar, goes_on: bool) {
        if goes_on && self.talks {
            let folder = &known.summary().run;
            say(&format!("continuing the run in {folder}: earlier answers are not asked again"));
        }
        *lock(&self.known) = Some(known);
        if self.json {
            let known = Arc::clone(&self.known);
            let so_far = move || lock(&known).as_ref().map(|known| known.summary().to_json()).unwrap_or_default();
            signals::prepare_last_words(move || format!("{}\n", so_far()));
        }
    }

    fn see(&mut self, event: &Event, progress: &Progress) {
        if !matches!(event, Event::ModelDrafted(_)) {
            self.line.see(event, progress);
        }
        if let Some(known) = &mut *lock(&self.known) {
            known.see(event, progress);
        }
    }

    fn views(&mut self, finished: &Finished<Model>) -> Vec<String> {
        let model = &finished.learned;
        let page = page(model, Some(&finished.summary), Some(&self.try_command));
        [svg(&drawing(model, None)), page].into_iter().chain(javadoc(model).ok()).collect()
    }
}

fn lock<T>(known: &Mutex<T>) -> MutexGuard<'_, T> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is made of the model, beside it in the run folder. The last one is for guarded models alone.
const VIEWS: [&str; 3] = ["model.svg", "report.html", "javadoc.txt"];

/// How many states are told at the end of a run: about a screen of them.
const STATES_TOLD: usize = 20;

fn tell_result(finished: &Finished<Model>) {
    let colour = has_colour();
    let executed = finished.summary.total().executed;
    let nothing_new = finished.summary.replayed > 0 && finished.summary.replayed >= executed;
    let (shown, besides) = text_of_first(&finished.learned, None, colour, STATES_TOLD);
    print_text(&shown);
    if besides > 0 {
        let (run, (_, what)) = (quoted(&finished.summary.run), finished.learned.size());
        let more = counted(besides, &format!("more {what}"));
        print_text(&format!("... and {more}: typestar show {run}\n"));
    }
    print_text(&format!("\n{}", summary_text(&finished.summary, colour)));
    if nothing_new {
        print("nothing was asked: all answers came from the journal of an earlier run\n");
    }
}

fn override_case(case: &mut Case, arguments: &LearnArguments) -> Result<(), Failure> {
    let learning = &mut case.learning;
    learning.model = arguments.model.or(learning.model);
    learning.learner = arguments.learner.or(learning.learner);
    if let Some(tester) = &arguments.tester {
        learning.tester = Some(tester.clone());
    }
    arguments.theory.iter().try_for_each(|option| case.data.set_theory(option))?;
    learning.challenge = arguments.challenge.or(learning.challenge);
    learning.seed = arguments.seed.unwrap_or(learning.seed);
    learning.repeat = arguments.repeat.unwrap_or(learning.repeat);
    learning.confirm = arguments.confirm.unwrap_or(learning.confirm);
    learning.guard_tests = arguments.guard_tests.unwrap_or(learning.guard_tests);
    learning.outcomes = arguments.outcomes.map_or(learning.outcomes, |outcomes| outcomes == Outcomes::On);
    learning.run_on = arguments.run_on.unwrap_or(learning.run_on);
    learning.assume.extend(&arguments.assume);
    case.system.copies = arguments.copies.unwrap_or(case.system.copies);
    let usual_time_s = case.usual_time_s();
    let limits = &mut case.limits;
    limits.max_states = arguments.max_states.unwrap_or(limits.max_states);
    limits.max_words = arguments.max_words.unwrap_or(limits.max_words);
    limits.max_symbols = arguments.max_symbols.unwrap_or(limits.max_symbols);
    limits.max_time_s = arguments.max_time.unwrap_or(usual_time_s);
    Ok(())
}

/// What to type before a word to try it.
pub fn try_command(system: &str, errors: &[String], java: &JavaArguments) -> String {
    let errors = if errors.is_empty() { Vec::new() } else { vec!["--errors".to_owned(), errors.join(",")] };
    let options: String = errors.iter().chain(&java.typed()).map(|word| format!("{} ", quoted(word))).collect();
    format!("typestar try {options}{}", quoted(system))
}

/// A word for a shell.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/:".contains(c);
    if text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}
