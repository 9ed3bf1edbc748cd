//! A drawing as one SVG file that needs nothing else and reads well on light and dark pages.

use std::fmt::Write;

use crate::font::{LABEL_SIZE, LINE_HEIGHT, NAME_SIZE, text_width};
use crate::geometry::{Align, Arrow, Geometry, HEAD, Labelled, Rect, entry_lines, number};
use crate::markup::escape;
use crate::merge::{Drawing, Line, Voice};

/// How many states can be drawn at all. Far fewer can be read.
pub const DRAWABLE_STATES: usize = 250;

/// How many arrows can be drawn at all.
const DRAWABLE_EDGES: usize = 1500;

/// Colours and fonts. Rules hold below the class `typestar` only, so that a page may hold several drawings.
pub(crate) const STYLE: &str = "\
.typestar{font-family:Helvetica,Arial,'Liberation Sans',sans-serif;font-size:12px}
.typestar .paper{fill:#fff}.typestar .name{font-size:14px;font-weight:600;fill:#1b2430}
.typestar .box{fill:#f1f4f8;stroke:#5d6b7e;stroke-width:1.2}.typestar .initial .box{stroke-width:2.4}
.typestar .line{fill:none;stroke:#8a96a6;stroke-width:1.3}.typestar .head{fill:#8a96a6}
.typestar .callin{fill:#0a58a8}.typestar .callback{fill:#b4450c;font-style:italic}.typestar .plain{fill:#29323e}
.typestar .quiet{fill:#66717f;font-style:italic}.typestar .error{fill:#b3261e}
.typestar g:hover>.line{stroke:#1b2430;stroke-width:2}.typestar g:hover>.head{fill:#1b2430}
@media (prefers-color-scheme:dark){
.typestar .paper{fill:#14181d}.typestar .name{fill:#eef2f6}.typestar .box{fill:#242c36;stroke:#8d9bad}
.typestar .line{stroke:#77849a}.typestar .head{fill:#77849a}.typestar .callin{fill:#7db8f5}
.typestar .callback{fill:#f5a35c}.typestar .plain{fill:#d5dce4}.typestar .quiet{fill:#9aa6b4}.typestar .error{fill:#ff8a80}
.typestar g:hover>.line{stroke:#fff}.typestar g:hover>.head{fill:#fff}}
";

/// Draws with our own layout. The same drawing gives the same bytes.
///
/// ```
/// use typestar_model::{Form, read_any_model};
/// use typestar_view::{drawing, svg};
/// let door = read_any_model("digraph { shut -> ajar [label=\"open/ok\"] ajar -> shut [label=\"close/ok\"] }", "").unwrap();
/// assert!(svg(&drawing(&door, Some(Form::Mealy))).contains(">open / ok</text>"));
/// ```
pub fn svg(drawing: &Drawing) -> String {
    if drawing.nodes.len() > DRAWABLE_STATES || drawing.edges.len() > DRAWABLE_EDGES {
        return too_large(drawing);
    }
    let geometry = Geometry::of(drawing);
    let mut svg = opening(drawing, geometry.width, geometry.height);
    arrows(&mut svg, drawing, &geometry);
    for (index, body) in geometry.nodes.iter().enumerate() {
        node(&mut svg, drawing, index, body);
    }
    let (x, y) = geometry.notes;
    for (index, note) in drawing.notes.iter().enumerate() {
        let y = y + index as f64 * LINE_HEIGHT;
        text(&mut svg, "quiet", note, (x, y), "start", LABEL_SIZE);
    }
    svg + "</svg>\n"
}

/// A drawing of the one thing that can be said.
fn too_large(drawing: &Drawing) -> String {
    let note = format!(
        "too large to draw: {} states and {} arrows; write DOT and use a layout for large graphs",
        drawing.nodes.len(),
        drawing.edges.len()
    );
    let mut svg = opening(drawing, text_width(&note, LABEL_SIZE) + 32.0, 48.0);
    text(&mut svg, "quiet", &note, (16.0, 28.0), "start", LABEL_SIZE);
    svg + "</svg>\n"
}

fn opening(drawing: &Drawing, width: f64, height: f64) -> String {
    let (width, height) = (number(width.ceil()), number(height.ceil()));
    let title = escape(&drawing.title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"typestar\" role=\"img\" aria-label=\"{title}\" \
         width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n\
         <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n"
    )
}

fn arrows(svg: &mut String, drawing: &Drawing, geometry: &Geometry) {
    for (edge, placed) in drawing.edges.iter().zip(&geometry.edges) {
        let (from, to) = (&drawing.nodes[edge.from].name, &drawing.nodes[edge.to].name);
        let title = format!("{from} → {to}\n{}", edge.label.tooltip);
        labelled_arrow(svg, &title, placed, &edge.label.lines);
    }
    for (node, placed) in &geometry.entries {
        let tooltips: Vec<&str> = (drawing.entries.iter().filter(|entry| entry.to == *node))
            .flat_map(|entry| [entry.origin.as_str(), entry.label.tooltip.as_str()])
            .collect();
        let title = format!("→ {}\n{}", drawing.nodes[*node].name, tooltips.join("\n"));
        labelled_arrow(svg, &title, placed, &entry_lines(drawing, *node));
    }
    if let Some(start) = &geometry.start {
        let title = "the start";
        let _ = write!(svg, "<g><title>{title}</title>");
        arrow(svg, start);
        let (x, y) = (start.tip.0 - 26.0 * start.heading.0, start.tip.1 - 26.0 * start.heading.1);
        let _ = writeln!(svg, "<circle class=\"head\" cx=\"{}\" cy=\"{}\" r=\"4\"/></g>", number(x), number(y));
    }
}

fn labelled_arrow(svg: &mut String, title: &str, placed: &Labelled, lines: &[Line]) {
    let _ = write!(svg, "<g><title>{}</title>", escape(title));
    arrow(svg, &placed.arrow);
    let Rect { x, y, width, height } = placed.label;
    let (column, anchor) = match placed.align {
        Align::Left => (x + 4.0, "start"),
        Align::Middle => (placed.label.centre_x(), "middle"),
        Align::Right => (placed.label.right() - 4.0, "end"),
    };
    let [left, top, width, height] = [x, y, width, height].map(number);
    let _ = write!(svg, "<rect class=\"paper\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{height}\"/>");
    for (index, line) in lines.iter().enumerate() {
        let baseline = y + 2.0 + index as f64 * LINE_HEIGHT + 11.0;
        text(svg, voice_class(line.voice), &line.text, (column, baseline), anchor, LABEL_SIZE);
    }
    svg.push_str("</g>\n");
}

fn arrow(svg: &mut String, arrow: &Arrow) {
    let (x, y) = arrow.tip;
    let (dx, dy) = arrow.heading;
    let back = (x - dx * HEAD, y - dy * HEAD);
    let corners = [(x, y), (back.0 - dy * 4.0, back.1 + dx * 4.0), (back.0 + dy * 4.0, back.1 - dx * 4.0)];
    let corners = corners.map(|(x, y)| format!("{},{}", number(x), number(y))).join(" ");
    let _ = write!(svg, "<path class=\"line\" d=\"{}\"/><polygon class=\"head\" points=\"{corners}\"/>", arrow.path);
}

fn node(svg: &mut String, drawing: &Drawing, index: usize, body: &Rect) {
    let node = &drawing.nodes[index];
    let class = if drawing.initial == Some(index) { "state initial" } else { "state" };
    let [x, y, width, height] = [body.x, body.y, body.width, body.height].map(number);
    let _ = write!(svg, "<g class=\"{class}\"><title>{}</title>", escape(&node.tooltip));
    let _ = write!(svg, "<rect class=\"box\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"9\"/>");
    if node.accepting {
        let [x, y, width, height] = [body.x + 3.0, body.y + 3.0, body.width - 6.0, body.height - 6.0].map(number);
        let _ = write!(svg, "<rect class=\"box\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"7\"/>");
    }
    let content = 20.0 + node.details.len() as f64 * LINE_HEIGHT;
    let top = body.centre_y() - content / 2.0;
    text(svg, "name", &node.name, (body.centre_x(), top + 15.0), "middle", NAME_SIZE);
    for (line, detail) in node.details.iter().enumerate() {
        let baseline = top + 31.0 + line as f64 * LINE_HEIGHT;
        text(svg, voice_class(detail.voice), &detail.text, (body.centre_x(), baseline), "middle", LABEL_SIZE);
    }
    svg.push_str("</g>\n");
}

/// Text that takes the width that the layout gave it, whatever font the reader has.
fn text(svg: &mut String, class: &str, content: &str, (x, y): (f64, f64), anchor: &str, size: f64) {
    let [x, y, width] = [x, y, text_width(content, size)].map(number);
    let _ = write!(
        svg,
        "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" textLength=\"{width}\" \
         lengthAdjust=\"spacingAndGlyphs\">{}</text>",
        escape(content)
    );
}

/// The class, and so the colour, of a voice.
pub(crate) fn voice_class(voice: Voice) -> &'static str {
    match voice {
        Voice::Callin => "callin",
        Voice::Callback => "callback",
        Voice::Quiet => "quiet",
        Voice::Plain => "plain",
        Voice::Error => "error",
    }
}
