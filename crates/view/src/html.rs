//! The report of a run: one page that needs nothing else, for screens of any width, light, dark and paper.

use std::fmt::Write;

use typestar_model::{
    Counts, Finding, Origin, OriginKind, Origins, OutputKind, SeenTrace, Step, Summary, counted, one_line,
};

use crate::markup::escape;
use crate::merge::Drawing;
use crate::svg::svg;
use crate::text::{IMITATION, costs, kind_name, seen, thousands, time, words};

/// How many states or locations a page draws; beyond that nobody could read it.
pub(crate) const DRAWN_NODES: usize = 60;
/// How many transitions a page lists.
pub(crate) const ROWS: usize = 5000;

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");

/// What a page shows of a model, whatever its kind.
#[derive(Default)]
pub(crate) struct Content {
    /// The name of the system.
    pub name: String,
    /// What the model is, and how large.
    pub what: String,
    /// How many nodes a drawing has, in words.
    pub nodes: String,
    /// The drawings with their names; none if the model is too large.
    pub drawings: Vec<(&'static str, Drawing)>,
    /// What only this kind of model has, each with its heading, as HTML.
    pub sections: Vec<(&'static str, String)>,
    /// What the columns of the table of transitions hold, beside the traces.
    pub columns: Vec<&'static str>,
    /// The transitions, as far as they are listed.
    pub rows: Vec<Row>,
    /// How many transitions there are.
    pub transitions: usize,
    /// What else is to say of them.
    pub notes: Vec<String>,
    /// Who made its outputs, as far as the model tells it.
    pub origins: Origins,
    /// What a run found out that only this kind of model has.
    pub numbers: Vec<(&'static str, String)>,
}

/// A transition in the table.
pub(crate) struct Row {
    /// One text for each column.
    pub cells: Vec<String>,
    /// The trace behind it.
    pub steps: Vec<Step>,
    /// Whether the trace was observed; else the model gives it.
    pub observed: bool,
}

/// The whole page. What a summary tells is left out if there is none.
pub(crate) fn page(content: &Content, summary: Option<&Summary>, command_for_try: Option<&str>) -> String {
    let name = escape(&content.name);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <meta name=\"color-scheme\" content=\"light dark\"/>\n\
         <meta http-equiv=\"Content-Security-Policy\" \
         content=\"default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\"/>\n\
         <title>{name}: typestar report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
    head(&mut page, content, summary);
    drawings(&mut page, content, summary);
    if let Some(summary) = summary {
        findings(&mut page, summary, command_for_try);
    }
    for (heading, section) in &content.sections {
        let _ = write!(page, "<section>\n<h2>{heading}</h2>\n{section}</section>\n");
    }
    origins(&mut page, origins_of(content, summary));
    transitions(&mut page, content, command_for_try);
    if let Some(summary) = summary {
        figures(&mut page, summary);
        settings(&mut page, content, summary);
    }
    let _ = write!(page, "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

/// Title and verdict.
fn head(page: &mut String, content: &Content, summary: Option<&Summary>) {
    let (name, what) = (escape(&content.name), escape(&content.what));
    let mark = match origins_of(content, summary).is_imitation() {
        true => format!(" <mark>{IMITATION}</mark>"),
        false => String::new(),
    };
    let _ = write!(page, "<header>\n<h1>{name}{mark}</h1>\n<p>{what}</p>\n</header>\n");
    if let Some(summary) = summary {
        verdict(page, summary);
    }
}

/// The verdict, in words that promise nothing that was not established.
fn verdict(page: &mut String, summary: &Summary) {
    let (class, word) = match (summary.verdict.finished, summary.findings.len()) {
        (false, _) if summary.rounds == 0 => {
            ("partial", "Draft: the run has no hypothesis yet; this is what was observed first.".to_owned())
        }
        (false, _) => ("partial", "Draft: the run has not finished.".to_owned()),
        (true, 0) => ("finished", "Finished.".to_owned()),
        (true, found) => ("found", format!("Finished with {}.", counted(found, "finding"))),
    };
    let _ = write!(
        page,
        "<section class=\"verdict {class}\">\n<p><strong>{word}</strong></p>\n<p>{}</p>\n",
        escape(&summary.verdict.text)
    );
    if !summary.verdict.assumptions.is_empty() {
        page.push_str("<p>Assumptions:</p>\n");
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

fn drawings(page: &mut String, content: &Content, summary: Option<&Summary>) {
    page.push_str("<section class=\"drawings\">\n<h2>Drawing</h2>\n");
    if content.drawings.is_empty() {
        let run = summary.map(|summary| summary.run.as_str()).filter(|run| !run.is_empty()).unwrap_or("RUN");
        let command = escape(&format!("typestar show {run} --format dot"));
        let _ = writeln!(
            page,
            "<p class=\"note\">{} are too many for a page. <code>{command}</code> writes the machine for a layout tool; \
             every transition is in the table below.</p>\n</section>",
            content.nodes
        );
        return;
    }
    let forms = content.drawings.len();
    for (index, (name, _)) in content.drawings.iter().enumerate().filter(|_| forms > 1) {
        let checked = if index == 0 { " checked=\"checked\"" } else { "" };
        let _ = writeln!(
            page,
            "<input type=\"radio\" name=\"form\" id=\"form{index}\"{checked}/><label for=\"form{index}\">{name}</label>"
        );
    }
    for (_, drawing) in &content.drawings {
        let _ = write!(page, "<div class=\"drawing\">\n{}</div>\n", svg(drawing));
    }
    page.push_str("</section>\n");
}

fn findings(page: &mut String, summary: &Summary, command_for_try: Option<&str>) {
    if summary.findings.is_empty() {
        return;
    }
    page.push_str("<section>\n<h2>Findings</h2>\n");
    for found in &summary.findings {
        finding(page, found, command_for_try);
    }
    page.push_str("</section>\n");
}

fn finding(page: &mut String, finding: &Finding, command_for_try: Option<&str>) {
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
        let (input, output) = (escape(step.input.text()), escape(step.output.text()));
        let _ = writeln!(page, "<li{class}>{input} <b>{output}</b>{reason}</li>");
    }
    page.push_str("</ol>\n</div>\n");
}

fn reason(reason: &str) -> String {
    format!(" <small>{}</small>", escape(&one_line(reason)))
}

/// A button that copies the command which repeats a word.
pub(crate) fn copy_button<'a>(command_for_try: Option<&str>, word: impl Iterator<Item = &'a str>) -> String {
    let Some(command_for_try) = command_for_try else { return String::new() };
    let mut quoted = word.collect::<Vec<_>>().join(" ");
    for special in ["\\", "\"", "$", "`"] {
        quoted = quoted.replace(special, &format!("\\{special}"));
    }
    if quoted.is_empty() {
        return String::new();
    }
    // What begins with a dash would be taken for an option.
    let dashes = if quoted.starts_with('-') { "-- " } else { "" };
    copying(&format!("{command_for_try} {dashes}\"{quoted}\""))
}

/// A button that copies a text.
pub(crate) fn copying(text: &str) -> String {
    let text = escape(text);
    format!("<button type=\"button\" data-copy=\"{text}\" title=\"{text}\">copy</button>")
}

/// Who made the outputs: the run knows all of them, the model those of its machine.
fn origins_of<'a>(content: &'a Content, summary: Option<&'a Summary>) -> &'a Origins {
    summary.map(|summary| &summary.origins).filter(|origins| !origins.is_empty()).unwrap_or(&content.origins)
}

fn origins(page: &mut String, origins: &Origins) {
    if origins.is_empty() {
        return;
    }
    let rows = origins.iter().flat_map(|(output, all)| all.iter().map(move |origin| origin_row(output, origin)));
    let table = table("class=\"origins\"", "<th>Output</th><th>Made by</th><th>Whose code</th>", rows);
    let what = "Whose code made each callback and error. Return values are not covered.";
    let _ = write!(page, "<section>\n<h2>Origins</h2>\n<p>{what}</p>\n{table}</section>\n");
}

/// A table with these heads and rows, which scrolls where it is too wide.
pub(crate) fn table(attribute: &str, heads: &str, rows: impl Iterator<Item = String>) -> String {
    let rows: String = rows.collect();
    format!(
        "<div class=\"scroll\">\n<table {attribute}>\n<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}</tbody>\n\
         </table>\n</div>\n"
    )
}

fn origin_row(output: &str, Origin { kind, place }: &Origin) -> String {
    let kind = if *kind == OriginKind::Imitation { format!("<mark>{kind}</mark>") } else { kind.to_string() };
    format!("<tr><td>{}</td><td><code>{}</code></td><td>{kind}</td></tr>\n", escape(output), escape(place))
}

fn transitions(page: &mut String, content: &Content, command_for_try: Option<&str>) {
    let (number, listed) = (content.transitions, content.rows.len());
    let places = content.columns.iter().take(3).map(|column| column.to_lowercase()).collect::<Vec<_>>().join(", ");
    let _ = write!(
        page,
        "<section>\n<h2>Transitions</h2>\n<p class=\"filter\"><label>Filter <input type=\"search\" id=\"filter\" \
         placeholder=\"{places}, reason\"/></label> <span id=\"shown\">{}</span></p>\n",
        counted(number, "transition")
    );
    if number > listed {
        let _ = writeln!(
            page,
            "<p class=\"note\">Only the first {} of {} are listed; <code>typestar show --format json</code> lists \
             all.</p>",
            thousands(listed as u64),
            thousands(number as u64)
        );
    }
    page.push_str(&listed_transitions(content, command_for_try));
    for note in &content.notes {
        let _ = writeln!(page, "<p class=\"note\">{}</p>", escape(note));
    }
    page.push_str("</section>\n");
}

fn listed_transitions(content: &Content, command_for_try: Option<&str>) -> String {
    let columns: String = content.columns.iter().map(|column| format!("<th>{column}</th>")).collect();
    let row = |row: &Row| {
        let cells: String = row.cells.iter().map(|cell| format!("<td>{}</td>", escape(cell))).collect();
        let button = copy_button(command_for_try, row.steps.iter().map(|step| step.input.text()));
        format!("<tr>{cells}<td>{}</td><td>{button}</td></tr>\n", proof(row))
    };
    let heads = format!("{columns}<th>Trace</th><th></th>");
    table("id=\"transitions\"", &heads, content.rows.iter().map(row))
}

fn proof(row: &Row) -> String {
    let step = |step: &Step| {
        let reason = step.reason().map(reason).unwrap_or_default();
        let output = escape(step.output.text());
        let class = if OutputKind::of(step.output.text()).is_failure() { " class=\"bad\"" } else { "" };
        format!("<span>{} <b{class}>{output}</b>{reason}</span>", escape(step.input.text()))
    };
    let steps: Vec<String> = row.steps.iter().map(step).collect();
    let remark = match (row.observed, steps.is_empty()) {
        (true, _) => "",
        (false, true) => "<small>not observed</small>",
        (false, false) => " <small>predicted by the model, not observed</small>",
    };
    format!("{}{remark}", steps.join(" "))
}

fn figures(page: &mut String, summary: &Summary) {
    let row = |(name, Counts { asked, executed, symbols }): (&str, Counts)| {
        let cells = [asked, executed, symbols].map(|number| format!("<td>{}</td>", thousands(number))).concat();
        format!("<tr><th>{}</th>{cells}</tr>\n", capitalised(name))
    };
    let heads = "<th></th><th>Words asked</th><th>Words executed</th><th>Symbols executed</th>";
    let table = table("class=\"figures\"", heads, costs(summary).into_iter().map(row));
    let _ = write!(page, "<section>\n<h2>Figures</h2>\n{table}</section>\n");
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// How the run was made.
fn settings(page: &mut String, content: &Content, summary: &Summary) {
    let mut rows = vec![
        ("Learner", summary.learner.clone()),
        ("Tester", summary.tester.clone()),
        ("Rounds", summary.rounds.to_string()),
    ];
    rows.extend(content.numbers.iter().cloned());
    rows.extend([("From the journal", words(summary.replayed)), ("Time", time(summary))]);
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
