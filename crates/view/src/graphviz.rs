//! Drawing with Graphviz where it is installed. Whatever goes wrong, our own layout is there.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::channel;
use std::time::Duration;

use crate::markup::escape;
use crate::merge::{Drawing, Line, Voice};

/// How long Graphviz may take.
const DEADLINE: Duration = Duration::from_secs(5);

/// Colours for dark pages: Graphviz writes fixed ones, which these rules replace.
const STYLE: &str = "<style>
@media (prefers-color-scheme:dark){
.typestar .node path,.typestar .node polygon{fill:#242c36;stroke:#8d9bad}.typestar .edge path{stroke:#77849a}
.typestar .edge polygon{fill:#77849a;stroke:#77849a}.typestar .paper{fill:#14181d}
.typestar text[fill='#1b2430'],.typestar text[fill='#29323e']{fill:#e6ebf1}.typestar text[fill='#0a58a8']{fill:#7db8f5}
.typestar text[fill='#b4450c']{fill:#f5a35c}.typestar text[fill='#66717f']{fill:#9aa6b4}
.typestar text[fill='#b3261e']{fill:#ff8a80}}
</style>
";

/// Draws with `dot`, if it is on the path and answers in time.
pub fn svg_with_graphviz(drawing: &Drawing) -> Option<String> {
    let output = run_dot(&dot(drawing))?;
    let start = output.find("<svg")?;
    let open = start + output[start..].find('>')? + 1;
    let tag = output[start..open - 1].replacen("<svg", "<svg class=\"typestar\" role=\"img\"", 1);
    let title = escape(&drawing.title);
    let paper = "<rect class=\"paper\" width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>";
    Some(format!("{tag} aria-label=\"{title}\">\n<title>{title}</title>\n{STYLE}{paper}{}", &output[open..]))
}

fn run_dot(source: &str) -> Option<String> {
    let mut dot = Command::new("dot")
        .arg("-Tsvg")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let output = answer_in_time(&mut dot, source);
    if output.is_none() {
        let _ = dot.kill();
    }
    let succeeded = dot.wait().ok()?.success();
    output.filter(|_| succeeded)
}

/// Writes the source and reads the answer on threads of their own, so that neither can block the deadline.
fn answer_in_time(dot: &mut Child, source: &str) -> Option<String> {
    let (mut input, mut output) = (dot.stdin.take()?, dot.stdout.take()?);
    let source = source.to_owned();
    std::thread::spawn(move || input.write_all(source.as_bytes()));
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        let mut text = String::new();
        let read = output.read_to_string(&mut text);
        let _ = sender.send(read.map(|_| text));
    });
    receiver.recv_timeout(DEADLINE).ok()?.ok()
}

/// The drawing in Graphviz's language. Nodes are numbered, so names need no quoting rules of their own.
fn dot(drawing: &Drawing) -> String {
    let mut text = String::from(
        "digraph {\nbgcolor=\"transparent\"; nodesep=0.3; ranksep=0.35;\n\
         node [shape=box, style=\"rounded,filled\", fillcolor=\"#f1f4f8\", color=\"#5d6b7e\", fontname=\"Helvetica\", \
         fontsize=14, height=0.4];\nedge [color=\"#8a96a6\", fontname=\"Helvetica\", fontsize=12, arrowsize=0.7];\n",
    );
    for (index, node) in drawing.nodes.iter().enumerate() {
        let name = format!("<font color=\"#1b2430\">{}</font>", content(&node.name));
        let label = [name].into_iter().chain(node.details.iter().map(line)).collect::<Vec<_>>().join("<br/>");
        let width = if drawing.initial == Some(index) { 2.4 } else { 1.2 };
        let lines = if node.accepting { 2 } else { 1 };
        let tooltip = quoted(&node.tooltip);
        let _ = writeln!(text, "n{index} [label=<{label}>, penwidth={width}, peripheries={lines}, tooltip={tooltip}];");
    }
    if let Some(initial) = drawing.initial {
        let _ = writeln!(text, "start [shape=point, width=0.1, color=\"#8a96a6\", label=\"\"];\nstart -> n{initial};");
    }
    for edge in &drawing.edges {
        let label = lines(&edge.label.lines);
        let tooltip = quoted(&edge.label.tooltip);
        let _ = writeln!(text, "n{} -> n{} [label=<{label}>, edgetooltip={tooltip}];", edge.from, edge.to);
    }
    for (index, entry) in drawing.entries.iter().enumerate() {
        let origin = line(&Line { text: entry.origin.clone(), voice: Voice::Quiet });
        let _ = writeln!(text, "e{index} [shape=plain, style=\"\", label=<{origin}>];");
        let _ = writeln!(text, "e{index} -> n{} [label=<{}>];", entry.to, lines(&entry.label.lines));
    }
    for note in &drawing.notes {
        let _ = writeln!(text, "label={}; fontname=\"Helvetica\"; fontsize=12; fontcolor=\"#66717f\";", quoted(note));
    }
    text + "}\n"
}

fn lines(lines: &[Line]) -> String {
    lines.iter().map(line).collect::<Vec<_>>().join("<br/>")
}

fn line(line: &Line) -> String {
    let color = match line.voice {
        Voice::Callin => "#0a58a8",
        Voice::Callback => "#b4450c",
        Voice::Quiet => "#66717f",
        Voice::Plain => "#29323e",
        Voice::Error => "#b3261e",
    };
    format!("<font color=\"{color}\">&#160;{}&#160;</font>", escape(&line.text))
}

/// Text in a label; an empty one would be no label at all.
fn content(text: &str) -> String {
    if text.is_empty() { " ".to_owned() } else { escape(text) }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
