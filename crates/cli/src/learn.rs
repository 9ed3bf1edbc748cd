//! `typestar learn` and `typestar demo`.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use typestar_learn::EarlierVersion;
use typestar_model::read_dot;
use typestar_query::{
    Case, Dependencies, Event, Finished, Folder, Journal, Note, Progress, Resume, RunError, RunOptions, StopReason,
    SummarySoFar, System, Target, case_at, drop_foreign, earlier_versions, inputs_of, learn, read_words,
};
use typestar_system::Simulated;
use typestar_view::{Drawing, Form, report, summary_text, svg, text_of_first};

use crate::args::{DemoArguments, LearnArguments, Outside};
use crate::exit::{Exit, Failure};
use crate::hooks::with_hooks;
use crate::open::{self, Opened};
use crate::signals;
use crate::terminal::{ProgressLine, counted, has_colour, print, print_text, say, tell};

/// The machine of the demo.
const DEMO: &str = include_str!("../../../zoo/MediaPlayer.dot");

/// Its name in the folder of the demo, which is known by it.
const DEMO_FILE: &str = "MediaPlayer.dot";

/// Learns a system, prints what came out, and leaves a run folder.
pub fn run(arguments: &LearnArguments) -> Result<Exit, Failure> {
    let mut case = case_at(&arguments.system, &arguments.machine.errors)?;
    override_case(&mut case, arguments);
    if case.learning.needs_model() && !matches!(case.system.target, Target::Model(_)) {
        return Err(RunError::NothingToCompareWith.into());
    }
    let finished = with_hooks(&case, || learn_case(&case, arguments))?;
    match &finished.stop {
        Some(StopReason::SystemFailed(message) | StopReason::JournalFailed(message)) => Err(Failure::failed(message)),
        _ => Ok(Exit::of(&finished)),
    }
}

fn learn_case(case: &Case, arguments: &LearnArguments) -> Result<Finished, Failure> {
    let output = arguments.output.clone().unwrap_or_else(|| Folder::usual_path(case));
    let (mut versions, notes) = earlier_versions(&arguments.from, &case.outputs.errors, &output)?;
    tell(notes);
    let opened = open::system(case)?;
    let inputs = inputs_of(case, &*opened.system);
    tell(drop_foreign(&mut versions, &inputs));
    let mut case = case.clone();
    if let Some(tester) = &mut case.learning.tester {
        read_words(tester, &inputs)?;
    }
    let case = &case;
    let folder = Folder::open(&output, &VIEWS)?;
    let resume = match (arguments.fresh, arguments.keep_answers) {
        (true, _) => Resume::Forget,
        (_, true) => Resume::Keep,
        _ => Resume::Continue,
    };
    let outside_is_error = arguments.outside == Outside::Error;
    let (progress, json) = (!arguments.quiet, arguments.json);
    let job = Job { case, folder: &folder, resume, versions, outside_is_error, progress, json };
    let finished = job.run(opened)?;
    let try_command = try_command(&arguments.system, &arguments.machine.errors);
    let written = folder.write_results(&finished, &views(&finished, &try_command));
    // What was learned is told even if it could not be written.
    match arguments.json {
        true => signals::print_object(&finished.summary.to_json()),
        false => tell_result(&finished),
    }
    written?;
    Ok(finished)
}

/// Learns the built-in media player.
pub fn demo(arguments: &DemoArguments) -> Result<Exit, Failure> {
    let machine = read_dot(DEMO).expect("the machine of the demo is well formed");
    let mut case = Case::of_model(Path::new("MediaPlayer"));
    case.outputs.errors = vec!["error".to_owned()];
    let system = Simulated::new(&case.system.name, &machine, &case.outputs.errors);
    let opened = Opened { truth: Some(system.machine().clone()), system: Box::new(system), greeting: String::new() };
    let folder = Folder::open(&arguments.output, &VIEWS)?;
    refuse_other_contents(folder.path())?;
    let file = folder.write(DEMO_FILE, DEMO)?;
    say("Learning Android's MediaPlayer: 8 callins, asynchronous callbacks, no idea of its states.");
    let job = Job {
        case: &case,
        folder: &folder,
        resume: Resume::Forget,
        versions: Vec::new(),
        outside_is_error: false,
        progress: true,
        json: false,
    };
    let finished = job.run(opened)?;
    let try_command = try_command(&format!("sim:{}", file.display()), &case.outputs.errors);
    let written = folder.write_results(&finished, &views(&finished, &try_command));
    tell_result(&finished);
    written?;
    let page = folder.path().join("report.html");
    say(&format!("\nOpen {} to see the picture and the trace behind every edge.", page.display()));
    say("Next: `typestar init` writes an example for a class of your own.");
    Ok(Exit::of(&finished))
}

/// The demo begins anew each time and forgets what is in its folder, so that must be its own.
fn refuse_other_contents(folder: &Path) -> Result<(), Failure> {
    let is_own = std::fs::read_to_string(folder.join(DEMO_FILE)).is_ok_and(|text| text == DEMO);
    let is_used = folder.join(DEMO_FILE).exists() || Folder::is_run(folder);
    match is_used && !is_own {
        true => Err(Failure::usage(format!(
            "{} holds another run, which the demo would delete: choose another folder with -o DIR",
            folder.display()
        ))),
        false => Ok(()),
    }
}

/// How often the model so far is written while a run goes on.
const DRAFTS_EVERY: Duration = Duration::from_secs(1);

/// One learning run in a folder.
struct Job<'a> {
    case: &'a Case,
    folder: &'a Folder,
    resume: Resume,
    versions: Vec<EarlierVersion>,
    outside_is_error: bool,
    progress: bool,
    json: bool,
}

impl Job<'_> {
    fn run(self, mut opened: Opened) -> Result<Finished, Failure> {
        let journal = self.journal(&*opened.system)?;
        let folder = self.folder.path().display().to_string();
        let known = Arc::new(Mutex::new(SummarySoFar::new(self.case, &inputs_of(self.case, &*opened.system), &folder)));
        if self.json {
            let known = Arc::clone(&known);
            signals::prepare_last_words(move || format!("{}\n", lock(&known).summary().to_json()));
        }
        let options = RunOptions {
            truth: opened.truth,
            outside_is_error: self.outside_is_error,
            earlier: self.versions,
            interrupt: signals::interrupt(),
            drafts_every: Some(DRAFTS_EVERY),
            folder,
        };
        let mut line = ProgressLine::new(self.progress);
        let mut see = |event: &Event, progress: &Progress| {
            match event {
                Event::ModelDrafted(learned) => self.folder.write_partial(learned),
                _ => line.see(event, progress),
            }
            lock(&known).see(event, progress);
        };
        let finished = learn(self.case, &mut *opened.system, journal, &options, &mut see)?;
        line.clear();
        Ok(finished)
    }

    /// The journal, with the answers of an earlier run as far as they may be used.
    fn journal(&self, system: &dyn System) -> Result<Journal, Failure> {
        let journal = self.folder.journal(self.resume)?;
        tell(journal.damage().cloned().map(Note::JournalRepaired));
        self.folder.claim(&journal, self.resume, &Dependencies::of(self.case, system, &self.versions))?;
        if !journal.is_empty() && self.progress {
            let folder = self.folder.path().display();
            say(&format!("continuing the run in {folder}: earlier answers are not asked again"));
        }
        Ok(journal)
    }
}

fn lock(known: &Mutex<SummarySoFar>) -> MutexGuard<'_, SummarySoFar> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is made of the model, beside it in the run folder.
const VIEWS: [&str; 2] = ["model.svg", "report.html"];

/// The texts of the views, in the order of their names.
fn views(finished: &Finished, try_command: &str) -> [String; 2] {
    let learned = &finished.learned;
    let drawing = Drawing::new(&learned.system, &learned.machine, Form::suiting(&learned.machine));
    [svg(&drawing), report(learned, &finished.summary, try_command)]
}

/// How many states are told at the end of a run: about a screen of them.
const STATES_TOLD: usize = 20;

fn tell_result(finished: &Finished) {
    let machine = &finished.learned.machine;
    let colour = has_colour();
    let executed = finished.summary.total().executed;
    let nothing_new = finished.summary.replayed > 0 && finished.summary.replayed >= executed;
    let (shown, besides) = text_of_first(machine, Form::suiting(machine), colour, STATES_TOLD);
    print_text(&shown);
    if besides > 0 {
        let run = quoted(&finished.summary.run);
        print_text(&format!("... and {}: typestar show {run}\n", counted(besides as u64, "more state")));
    }
    print_text(&format!("\n{}", summary_text(&finished.summary, colour)));
    if nothing_new {
        print("nothing was asked: all answers came from the journal of an earlier run\n");
    }
}

fn override_case(case: &mut Case, arguments: &LearnArguments) {
    let learning = &mut case.learning;
    learning.learner = arguments.learner.or(learning.learner);
    if let Some(tester) = &arguments.tester {
        learning.tester = Some(tester.clone());
    }
    learning.challenge = arguments.challenge.or(learning.challenge);
    learning.seed = arguments.seed.unwrap_or(learning.seed);
    learning.repeat = arguments.repeat.unwrap_or(learning.repeat);
    learning.confirm = arguments.confirm.unwrap_or(learning.confirm);
    learning.run_on = arguments.run_on.unwrap_or(learning.run_on);
    learning.assume.extend(&arguments.assume);
    let limits = &mut case.limits;
    limits.max_states = arguments.max_states.unwrap_or(limits.max_states);
    limits.max_words = arguments.max_words.unwrap_or(limits.max_words);
    limits.max_symbols = arguments.max_symbols.unwrap_or(limits.max_symbols);
    limits.max_time_s = arguments.max_time.unwrap_or(limits.max_time_s);
}

/// What to type before a word to try it.
pub fn try_command(system: &str, errors: &[String]) -> String {
    let errors = if errors.is_empty() { String::new() } else { format!("--errors {} ", quoted(&errors.join(","))) };
    format!("typestar try {errors}{}", quoted(system))
}

/// A word for a shell.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/:".contains(c);
    if text.chars().all(plain) { text.to_owned() } else { format!("'{}'", text.replace('\'', r"'\''")) }
}
