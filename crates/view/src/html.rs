//! The report of a run: one page that needs nothing else, for screens of any width, light, dark and paper.

use std::collections::BTreeMap;
use std::fmt::Write;

use typestar_model::{
    Counts, Finding, Id, InputId, Learned, Mealy, OUTSIDE, OutputId, OutputKind, SeenTrace, StateId, Step, Summary,
    WAIT, Witness, access_words, one_line,
};

use crate::markup::escape;
use crate::merge::{Drawing, Form, Steps, count};
use crate::svg::svg;
use crate::text::{costs, duration, kind_name, seen, size, thousands, words};

/// How many states a page draws; beyond that nobody could read it.
const DRAWN_STATES: usize = 60;
/// How many transitions a page lists.
const ROWS: usize = 5000;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// The whole page. `command_for_try` is what stands before the quoted word in a command that repeats a trace,
/// for example `typestar try player.toml`.
///
/// ```
/// # use typestar_model::{Counts, Learned, Mealy, Summary, Verdict};
/// # let mut machine = Mealy::new(["ping"].iter().collect());
/// # let state = machine.add_state("Start");
/// # machine.add_edge(state, "ping", "pong", state);
/// # let summary = Summary {
/// #     system: "Echo".into(), states: 1, states_total: 1, inputs: 1, learner: "lsharp".into(), tester: "exact".into(),
/// #     rounds: 1, history: vec![], learning: Counts::default(), testing: Counts::default(), challenge: None, replayed: 0,
/// #     bound_needed: 0, findings: vec![], verdict: Verdict::default(), wall_ms: 1, run: String::new(),
/// #     notes: Default::default(),
/// # };
/// let learned = Learned::imported("Echo", machine);
/// let page = typestar_view::report(&learned, &summary, "typestar try echo.toml");
/// assert!(page.contains("typestar try echo.toml &quot;ping&quot;"));
/// ```
pub fn report(learned: &Learned, summary: &Summary, command_for_try: &str) -> String {
    let system = escape(&summary.system);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n\
         <title>{system}: typestar report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
    head(&mut page, &learned.machine, summary);
    drawings(&mut page, learned, summary);
    findings(&mut page, summary, command_for_try);
    transitions(&mut page, learned, command_for_try);
    figures(&mut page, summary);
    settings(&mut page, summary);
    let _ = write!(page, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

/// Title and verdict, in words that promise nothing that was not established.
fn head(page: &mut String, machine: &Mealy, summary: &Summary) {
    let what = if machine.inputs().get(WAIT).is_some() { "callback typestate" } else { "Mealy machine" };
    let (name, size) = (escape(&summary.system), size(summary));
    let _ = write!(page, "<header>\n<h1>{name}</h1>\n<p>{what}: {size}</p>\n</header>\n");
    let (class, word) = match (summary.verdict.finished, summary.findings.len()) {
        (false, _) if summary.rounds == 0 => {
            ("partial", "Not finished: instead of a model there is what was observed first.".to_owned())
        }
        (false, _) => ("partial", "Not finished: the model is the best guess so far.".to_owned()),
        (true, 0) => ("finished", "Finished.".to_owned()),
        (true, found) => ("found", format!("Finished with {}.", count(found, "finding"))),
    };
    let _ = write!(
        page,
        "<section class=\"verdict {class}\">\n<p><strong>{word}</strong></p>\n<p>{}</p>\n",
        escape(&summary.verdict.text)
    );
    if !summary.verdict.assumptions.is_empty() {
        page.push_str("<p>This takes for granted:</p>\n");
        list(page, &summary.verdict.assumptions);
    }
    page.push_str("</section>\n");
}

fn list(page: &mut String, items: &[String]) {
    page.push_str("<ul>\n");
    for item in items {
        let _ = writeln!(page, "<li>{}</li>", escape(item));
    }
    page.push_str("</ul>\n");
}

fn drawings(page: &mut String, learned: &Learned, summary: &Summary) {
    page.push_str("<section class=\"drawings\">\n<h2>Drawing</h2>\n");
    let machine = &learned.machine;
    if machine.live_states() > DRAWN_STATES {
        let run = if summary.run.is_empty() { "RUN" } else { &summary.run };
        let command = escape(&format!("typestar show {run} --format dot"));
        let _ = writeln!(
            page,
            "<p class=\"note\">{} are too many for a page. <code>{command}</code> writes the machine for a layout tool; \
             every transition is in the table below.</p>\n</section>",
            count(machine.live_states(), "state")
        );
        return;
    }
    let mut forms = vec![("Mealy machine", Form::Mealy)];
    if Form::suiting(machine) == Form::Interface {
        forms.insert(0, ("Typestate", Form::Interface));
    }
    for (index, (name, _)) in forms.iter().enumerate().filter(|_| forms.len() > 1) {
        let checked = if index == 0 { " checked=\"checked\"" } else { "" };
        let _ = writeln!(
            page,
            "<input type=\"radio\" name=\"form\" id=\"form{index}\"{checked}/><label for=\"form{index}\">{name}</label>"
        );
    }
    for (name, form) in forms {
        let drawing = Drawing::new(&format!("{}: {name}", summary.system), machine, form);
        let _ = write!(page, "<div class=\"drawing\">\n{}</div>\n", svg(&drawing));
    }
    page.push_str("</section>\n");
}

fn findings(page: &mut String, summary: &Summary, command_for_try: &str) {
    if summary.findings.is_empty() {
        return;
    }
    page.push_str("<section>\n<h2>Findings</h2>\n");
    for found in &summary.findings {
        finding(page, found, command_for_try);
    }
    page.push_str("</section>\n");
}

fn finding(page: &mut String, finding: &Finding, command_for_try: &str) {
    let _ = write!(page, "<article>\n<h3>{}</h3>\n<p>{}</p>\n", escape(&kind_name(finding)), escape(&finding.message));
    if !finding.word.is_empty() {
        let command = copy_button(command_for_try, finding.word.iter().map(String::as_str));
        let _ = writeln!(page, "<p>Shortest word: <code>{}</code> {command}</p>", escape(&finding.word.join(" ")));
    }
    if !finding.traces.is_empty() {
        page.push_str("<div class=\"traces\">\n");
        for trace in &finding.traces {
            seen_trace(page, trace, &finding.traces[0]);
        }
        page.push_str("</div>\n");
    }
    if !finding.advice.is_empty() {
        page.push_str("<p>What usually helps:</p>\n");
        list(page, &finding.advice);
    }
    page.push_str("</article>\n");
}

/// One trace as a list of steps; those that differ from the first trace stand out.
fn seen_trace(page: &mut String, trace: &SeenTrace, first: &SeenTrace) {
    let _ = write!(page, "<div>\n<p class=\"note\">{}</p>\n<ol>\n", seen(trace));
    for (index, step) in trace.steps.iter().enumerate() {
        let same = first.steps.get(index).is_some_and(|other| other.output == step.output);
        let class = if same { "" } else { " class=\"differs\"" };
        let reason = step.reason().map(reason).unwrap_or_default();
        let (input, output) = (escape(&step.input), escape(&step.output));
        let _ = writeln!(page, "<li{class}>{input} <b>{output}</b>{reason}</li>");
    }
    page.push_str("</ol>\n</div>\n");
}

fn reason(reason: &str) -> String {
    format!(" <small>{}</small>", escape(&one_line(reason)))
}

/// A button that copies the command which repeats a word.
fn copy_button<'a>(command_for_try: &str, word: impl Iterator<Item = &'a str>) -> String {
    let mut quoted = String::new();
    for (index, name) in word.enumerate() {
        if index > 0 {
            quoted.push(' ');
        }
        for character in name.chars() {
            if matches!(character, '"' | '\\' | '$' | '`') {
                quoted.push('\\');
            }
            quoted.push(character);
        }
    }
    // What begins with a dash would be taken for an option.
    let dashes = if quoted.starts_with('-') { "-- " } else { "" };
    let command = escape(&format!("{command_for_try} {dashes}\"{quoted}\""));
    format!("<button type=\"button\" data-copy=\"{command}\" title=\"{command}\">copy</button>")
}

/// The traces behind the transitions: observed ones, and for imported machines those that the model itself gives.
struct Proofs<'a> {
    machine: &'a Mealy,
    observed: BTreeMap<(StateId, InputId), &'a Witness>,
    access: Vec<Option<Vec<InputId>>>,
}

impl<'a> Proofs<'a> {
    fn of(learned: &'a Learned) -> Self {
        Self {
            machine: &learned.machine,
            observed: learned.witnesses.iter().map(|witness| ((witness.from, witness.input), witness)).collect(),
            access: access_words(&learned.machine),
        }
    }

    /// The steps, and whether they were observed.
    fn steps(&self, from: StateId, input: InputId) -> (Vec<Step>, bool) {
        if let Some(witness) = self.observed.get(&(from, input)) {
            return (witness.steps.clone(), true);
        }
        let Some(mut word) = self.access[from.index()].clone() else { return (Vec::new(), false) };
        word.push(input);
        let step = |(&input, output)| Step::new(self.machine.inputs().text(input), self.machine.outputs().text(output));
        (word.iter().zip(self.machine.run(&word)).map(step).collect(), false)
    }
}

fn transitions(page: &mut String, learned: &Learned, command_for_try: &str) {
    let machine = &learned.machine;
    let edges = listed(machine);
    let number = edges.len();
    let _ = write!(
        page,
        "<section>\n<h2>Transitions</h2>\n<p class=\"filter\"><label>Filter <input type=\"search\" id=\"filter\" \
         placeholder=\"state, input, output, reason\"/></label> <span id=\"shown\">{}</span></p>\n",
        count(number, "transition")
    );
    if number > ROWS {
        let _ = writeln!(
            page,
            "<p class=\"note\">The first {} of {} are listed; <code>typestar show --format json</code> has all.</p>",
            thousands(ROWS as u64),
            thousands(number as u64)
        );
    }
    table(page, learned, &edges[..number.min(ROWS)], command_for_try);
    if machine.error_sink().is_some() {
        page.push_str("<p class=\"note\">After an error every input answers error.</p>\n");
    }
    let missing = Steps::of(machine, Form::Mealy).outside.len();
    if missing > 0 {
        let steps = count(missing, "further step");
        let _ = writeln!(page, "<p class=\"note\">{steps} outside the learning purpose: not asked, not known.</p>");
    }
    page.push_str("</section>\n");
}

type Transition = (StateId, InputId, OutputId, StateId);

/// The transitions worth a row: those of the error sink say nothing, and those outside the purpose are not known.
fn listed(machine: &Mealy) -> Vec<Transition> {
    let sink = machine.error_sink();
    (machine.edges())
        .filter(|&(from, _, output, _)| Some(from) != sink && machine.outputs().text(output) != OUTSIDE)
        .collect()
}

fn table(page: &mut String, learned: &Learned, edges: &[Transition], command_for_try: &str) {
    page.push_str(
        "<div class=\"scroll\">\n<table id=\"transitions\">\n<thead><tr><th>State</th><th>Input</th><th>Output</th>\
         <th>Next state</th><th>The trace that proves it</th><th></th></tr></thead>\n<tbody>\n",
    );
    let machine = &learned.machine;
    let proofs = Proofs::of(learned);
    for &(from, input, output, to) in edges {
        let names =
            [machine.name(from), machine.inputs().text(input), machine.outputs().text(output), machine.name(to)]
                .map(escape);
        let cells = names.map(|name| format!("<td>{name}</td>")).concat();
        let (steps, observed) = proofs.steps(from, input);
        let button = copy_button(command_for_try, steps.iter().map(|step| step.input.as_str()));
        let _ = writeln!(page, "<tr>{cells}<td>{}</td><td>{button}</td></tr>", proof(&steps, observed));
    }
    page.push_str("</tbody>\n</table>\n</div>\n");
}

fn proof(steps: &[Step], observed: bool) -> String {
    let step = |step: &Step| {
        let reason = step.reason().map(reason).unwrap_or_default();
        let output = escape(&step.output);
        let class = if OutputKind::of(&step.output).is_failure() { " class=\"bad\"" } else { "" };
        format!("<span>{} <b{class}>{output}</b>{reason}</span>", escape(&step.input))
    };
    let steps: Vec<String> = steps.iter().map(step).collect();
    let remark = if observed { "" } else { " <small>by the model, not observed</small>" };
    format!("{}{remark}", steps.join(" "))
}

fn figures(page: &mut String, summary: &Summary) {
    page.push_str(
        "<section>\n<h2>Figures</h2>\n<div class=\"scroll\">\n<table class=\"figures\">\n<thead><tr><th></th>\
         <th>Words asked</th><th>Words executed</th><th>Symbols executed</th></tr></thead>\n<tbody>\n",
    );
    for (name, Counts { asked, executed, symbols }) in costs(summary) {
        let cells = [asked, executed, symbols].map(|number| format!("<td>{}</td>", thousands(number))).concat();
        let _ = writeln!(page, "<tr><th>{}</th>{cells}</tr>", capitalised(name));
    }
    page.push_str("</tbody>\n</table>\n</div>\n</section>\n");
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// How the run was made.
fn settings(page: &mut String, summary: &Summary) {
    let mut rows = vec![
        ("Learner", summary.learner.clone()),
        ("Tester", summary.tester.clone()),
        ("Rounds", summary.rounds.to_string()),
        ("Bound needed", format!("any two states differ within {}", count(summary.bound_needed, "input"))),
        ("Known from the journal", words(summary.replayed)),
        ("Time", duration(summary.wall_ms)),
    ];
    if !summary.run.is_empty() {
        rows.push(("Run", summary.run.clone()));
    }
    page.push_str("<section>\n<h2>Settings and notes</h2>\n<dl>\n");
    let notes = summary.notes.iter().map(|(name, value)| (name.as_str(), value.clone()));
    for (name, value) in rows.into_iter().chain(notes) {
        let _ = writeln!(page, "<dt>{}</dt><dd>{}</dd>", escape(name), escape(&value));
    }
    page.push_str("</dl>\n</section>\n");
}
