//! `typestar learn` and `typestar demo`.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use typestar_learn::EarlierVersion;
use typestar_model::{Model, read_dot};
use typestar_query::{
    Case, Dependencies, Event, EventLog, Finished, Folder, Journal, ModelKind, Note, Progress, Resume, RunError,
    RunOptions, StopReason, SummarySoFar, Target, case_at, drop_foreign, earlier_versions, inputs_of, learn,
    learn_guarded, learn_registers, read_words,
};
use typestar_system::Simulated;
use typestar_view::{
    Drawing, Form, guarded_page, guarded_text_of_first, javadoc, registers_page, registers_text_of_first, report,
    summary_text, svg, text_of_first,
};

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
    let mut case = arguments.time.apply(arguments.java.apply(case_at(&arguments.system, &arguments.machine.errors)?)?);
    override_case(&mut case, arguments)?;
    if case.learning.needs_model() && !matches!(case.system.target, Target::Model(_)) {
        return Err(RunError::NothingToCompareWith.into());
    }
    refuse_guards(&case)?;
    let finished = with_hooks(&case, || learn_case(&case, arguments))?;
    match &finished.stop {
        Some(StopReason::SystemFailed(message) | StopReason::JournalFailed(message)) => Err(Failure::failed(message)),
        _ => Ok(Exit::of(&finished)),
    }
}

/// Refuses guards where there are no fields for them to speak of.
fn refuse_guards(case: &Case) -> Result<(), Failure> {
    match case.model_kind() {
        ModelKind::Machine => Ok(()),
        ModelKind::Guarded if case.system.target.is_class() && !case.data.has_actions() => Ok(()),
        ModelKind::Guarded => Err(Failure::usage(
            "--model guarded is for a Java class without [inputs.actions]: name one as java:CLASS, or leave it out",
        )),
    }
}

fn learn_case(case: &Case, arguments: &LearnArguments) -> Result<Finished<Model>, Failure> {
    let output = arguments.output.clone().unwrap_or_else(|| Folder::usual_path(case));
    let (mut versions, notes) = earlier_versions(&arguments.from, &case.outputs.errors, &output)?;
    tell(notes);
    let opened = open::system(case)?;
    refuse_what_does_not_fit(&opened, arguments)?;
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
    let (finished, events) = job.run(opened)?;
    let try_command = try_command(&arguments.system, &arguments.machine.errors);
    let written = folder.write_results(&finished.learned, &finished.summary, &views(&finished, &try_command));
    tell(events.finish());
    // What was learned is told even if it could not be written.
    match arguments.json {
        true => signals::print_object(&finished.summary.to_json()),
        false => tell_result(&finished),
    }
    written?;
    Ok(finished)
}

/// Refuses options that mean nothing to this kind of system.
fn refuse_what_does_not_fit(opened: &Opened, arguments: &LearnArguments) -> Result<(), Failure> {
    match &opened.data {
        None if !arguments.theory.is_empty() => Err(Failure::usage(
            "--theory is for systems with data: declare the parameters of the inputs ([inputs.actions]), or leave it out",
        )),
        Some(_) if !arguments.from.is_empty() => Err(Failure::usage(
            "--from is for machines, and this system has data: leave it out, or continue its own run folder, in which \
             nothing is asked twice",
        )),
        Some(_) if arguments.challenge.is_some() || !arguments.assume.is_empty() => Err(Failure::usage(
            "--challenge and --assume are for machines, and this system has data: leave them out; [learning] \
             theory_check says how many words check its theories",
        )),
        _ => Ok(()),
    }
}

/// Learns the built-in media player.
pub fn demo(arguments: &DemoArguments) -> Result<Exit, Failure> {
    let machine = read_dot(DEMO).expect("the machine of the demo is well formed");
    let mut case = Case::of_model(Path::new("MediaPlayer"));
    case.outputs.errors = vec!["error".to_owned()];
    let system = Simulated::new(&case.system.name, &machine, &case.outputs.errors);
    let truth = Some(system.machine().clone());
    let opened = Opened { system: Box::new(system), truth, data: None, automaton: None, greeting: String::new() };
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
    let (finished, events) = job.run(opened)?;
    let try_command = try_command(&format!("sim:{}", file.display()), &case.outputs.errors);
    let written = folder.write_results(&finished.learned, &finished.summary, &views(&finished, &try_command));
    tell(events.finish());
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
    /// Learns; what came of it, and the events, whose end waits for the results.
    fn run(self, mut opened: Opened) -> Result<(Finished<Model>, EventLog), Failure> {
        let journal = self.journal(&opened)?;
        let mut events = self.folder.events();
        let folder = self.folder.path().display().to_string();
        let inputs = inputs_of(self.case, &*opened.system);
        let known = Arc::new(Mutex::new(SummarySoFar::new(self.case, opened.data.as_ref(), &inputs, &folder)));
        if self.json {
            let known = Arc::clone(&known);
            signals::prepare_last_words(move || format!("{}\n", lock(&known).summary().to_json()));
        }
        let options = RunOptions {
            truth: opened.truth,
            automaton: opened.automaton,
            outside_is_error: self.outside_is_error,
            earlier: self.versions,
            interrupt: signals::interrupt(),
            drafts_every: Some(DRAFTS_EVERY),
            folder,
        };
        let mut line = ProgressLine::new(self.progress);
        let mut see = |event: &Event, progress: &Progress| {
            match event {
                Event::ModelDrafted(model) => self.folder.write_partial(model),
                _ => line.see(event, progress),
            }
            line.tell(events.see(event, progress));
            lock(&known).see(event, progress);
        };
        let system = &mut *opened.system;
        let finished = match &opened.data {
            None if self.case.model_kind() == ModelKind::Guarded => {
                learn_guarded(self.case, system, journal, &options, &mut see)?.map(Model::Guarded)
            }
            None => learn(self.case, system, journal, &options, &mut see)?.map(Model::Machine),
            Some(data) => learn_registers(self.case, data, system, journal, &options, &mut see)?.map(Model::Registers),
        };
        line.clear();
        Ok((finished, events))
    }

    /// The journal, with the answers of an earlier run as far as they may be used.
    fn journal(&self, opened: &Opened) -> Result<Journal, Failure> {
        let journal = self.folder.journal(self.resume)?;
        tell(journal.damage().cloned().map(Note::JournalRepaired));
        let mut dependencies = Dependencies::of(self.case, &*opened.system, &self.versions);
        if let Some(data) = &opened.data {
            dependencies = dependencies.with_data(data);
        }
        self.folder.claim(&journal, self.resume, &dependencies)?;
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

/// What is made of the model, beside it in the run folder. The last one is for guarded models alone.
const VIEWS: [&str; 3] = ["model.svg", "report.html", "javadoc.txt"];

/// The texts of the views that there are, in the order of their names.
fn views(finished: &Finished<Model>, try_command: &str) -> Vec<String> {
    match &finished.learned {
        Model::Machine(learned) => {
            let drawing = Drawing::new(&learned.system, &learned.machine, Form::suiting(&learned.machine));
            vec![svg(&drawing), report(learned, &finished.summary, try_command)]
        }
        Model::Registers(automaton) => {
            let drawing = Drawing::of_registers(&automaton.name, automaton);
            vec![svg(&drawing), registers_page(automaton, Some(&finished.summary), Some(try_command))]
        }
        Model::Guarded(model) => {
            let drawing = Drawing::of_guarded(&model.system, model);
            let page = guarded_page(model, Some(&finished.summary), Some(try_command));
            vec![svg(&drawing), page, javadoc(model)]
        }
    }
}

/// How many states are told at the end of a run: about a screen of them.
const STATES_TOLD: usize = 20;

fn tell_result(finished: &Finished<Model>) {
    let colour = has_colour();
    let executed = finished.summary.total().executed;
    let nothing_new = finished.summary.replayed > 0 && finished.summary.replayed >= executed;
    let ((shown, besides), what) = match &finished.learned {
        Model::Machine(learned) => {
            let form = Form::suiting(&learned.machine);
            (text_of_first(&learned.machine, form, colour, STATES_TOLD), "more state")
        }
        Model::Registers(automaton) => (registers_text_of_first(automaton, colour, STATES_TOLD), "more location"),
        Model::Guarded(model) => (guarded_text_of_first(model, colour, STATES_TOLD), "more state"),
    };
    print_text(&shown);
    if besides > 0 {
        let run = quoted(&finished.summary.run);
        print_text(&format!("... and {}: typestar show {run}\n", counted(besides as u64, what)));
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
    learning.run_on = arguments.run_on.unwrap_or(learning.run_on);
    learning.assume.extend(&arguments.assume);
    case.system.copies = arguments.copies.unwrap_or(case.system.copies);
    let limits = &mut case.limits;
    limits.max_states = arguments.max_states.unwrap_or(limits.max_states);
    limits.max_words = arguments.max_words.unwrap_or(limits.max_words);
    limits.max_symbols = arguments.max_symbols.unwrap_or(limits.max_symbols);
    limits.max_time_s = arguments.max_time.unwrap_or(limits.max_time_s);
    Ok(())
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
