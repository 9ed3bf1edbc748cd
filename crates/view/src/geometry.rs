//! Where everything of a drawing is, in pixels: boxes for states and labels, curves for arrows.

use crate::font::{LABEL_SIZE, LINE_HEIGHT, NAME_SIZE, text_width};
use crate::layout::{Curve, Graph, Link, NodeSize, Placed, Point, place};
use crate::merge::{Drawing, DrawnState, Edge, Line};

/// A box, by its upper left corner.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// How wide it is.
    pub width: f64,
    /// How high it is.
    pub height: f64,
}

impl Rect {
    fn around(x: f64, y: f64, (width, height): (f64, f64)) -> Self {
        Self { x: x - width / 2.0, y: y - height / 2.0, width, height }
    }

    /// The middle from left to right.
    pub fn centre_x(&self) -> f64 {
        self.x + self.width / 2.0
    }

    /// The middle from top to bottom.
    pub fn centre_y(&self) -> f64 {
        self.y + self.height / 2.0
    }

    /// The right edge.
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The lower edge.
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }
}

/// An arrow: the data of an SVG path that ends where the head begins, and the tip of the head.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// The line, in the language of SVG paths.
    pub path: String,
    /// Where the head points to.
    pub tip: (f64, f64),
    /// The direction of the head, one of the four along the axes.
    pub heading: (f64, f64),
}

/// How the lines of a label stand in its box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left edge.
    Left,
    /// In the middle.
    Middle,
    /// At the right edge.
    Right,
}

/// Text at an arrow.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    /// The arrow.
    pub arrow: Arrow,
    /// Where the text is.
    pub label: Rect,
    /// How the lines stand in the box.
    pub align: Align,
}

/// Where everything of a drawing is. The members stand in the order of the drawing's own.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// The whole width.
    pub width: f64,
    /// The whole height.
    pub height: f64,
    /// The box of each node.
    pub nodes: Vec<Rect>,
    /// The arrow of each edge, self-loops included.
    pub edges: Vec<Labelled>,
    /// One arrow for all entries of a node; the node's number comes first.
    pub entries: Vec<(usize, Labelled)>,
    /// The arrow that marks the initial state.
    pub start: Option<Arrow>,
    /// Where the notes begin.
    pub notes: (f64, f64),
}

/// The direction in which layers follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    Down,
    Right,
}

/// Room around everything.
const MARGIN: f64 = 16.0;
/// The distance between the drawing and the notes below it.
const NOTES: f64 = 8.0;
/// How far the start arrow reaches out of the initial state.
const START: f64 = 30.0;
/// How far a self-loop or an entry reaches out of its node.
const REACH: f64 = 22.0;
/// How long the head of an arrow is.
pub(crate) const HEAD: f64 = 8.0;

impl Geometry {
    /// Lays a drawing out, in the direction that suits it better.
    pub fn of(drawing: &Drawing) -> Self {
        let candidates = [Direction::Down, Direction::Right].map(|direction| {
            let frame = Frame::new(drawing, direction);
            place(&frame.graph()).into_iter().map(move |placed| (frame.clone(), placed)).collect::<Vec<_>>()
        });
        let (frame, placed) = (candidates.into_iter().flatten())
            .min_by(|(a, x), (b, y)| a.cost(x).total_cmp(&b.cost(y)))
            .expect("there are always candidates");
        frame.geometry(&placed)
    }
}

/// The size of a label with its padding.
fn label_size(lines: &[Line]) -> (f64, f64) {
    let widest = lines.iter().map(|line| text_width(&line.text, LABEL_SIZE)).fold(0.0, f64::max);
    (widest + 8.0, lines.len() as f64 * LINE_HEIGHT + 4.0)
}

/// The lines that stand at the entries of a node.
pub(crate) fn entry_lines(drawing: &Drawing, node: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    for entry in drawing.entries.iter().filter(|entry| entry.to == node) {
        lines.push(Line { text: entry.origin.clone(), voice: crate::merge::Voice::Quiet });
        lines.extend(entry.label.lines.iter().cloned());
    }
    lines
}

fn body_size(node: &DrawnState) -> (f64, f64) {
    let (details, detail_height) = label_size(&node.details);
    let width = (text_width(&node.name, NAME_SIZE) + 24.0).max(details + 12.0).max(48.0);
    (width, 32.0 + if node.details.is_empty() { 0.0 } else { detail_height })
}

/// A drawing seen in one direction: sizes of all parts.
#[derive(Clone)]
struct Frame<'a> {
    drawing: &'a Drawing,
    direction: Direction,
    bodies: Vec<(f64, f64)>,
    /// The label of each node's self-loop.
    loops: Vec<Option<(f64, f64)>>,
    /// The text of each node's entries.
    entries: Vec<Option<(f64, f64)>>,
}

impl<'a> Frame<'a> {
    fn new(drawing: &'a Drawing, direction: Direction) -> Self {
        let count = drawing.nodes.len();
        let mut frame = Self {
            drawing,
            direction,
            bodies: drawing.nodes.iter().map(body_size).collect(),
            loops: vec![None; count],
            entries: vec![None; count],
        };
        let mut degree = vec![0.0; count];
        for edge in &drawing.edges {
            if edge.from == edge.to {
                frame.loops[edge.from] = Some(label_size(&edge.label.lines));
            } else {
                degree[edge.from] += 1.0;
                degree[edge.to] += 1.0;
            }
        }
        for (node, degree) in degree.into_iter().enumerate() {
            let body = &mut frame.bodies[node];
            let side = if direction == Direction::Down { &mut body.0 } else { &mut body.1 };
            *side = side.max(7.0 * degree + 12.0);
            let lines = entry_lines(drawing, node);
            frame.entries[node] = (!lines.is_empty()).then(|| label_size(&lines));
        }
        frame
    }

    /// Width and height as (across, along), or back.
    fn turned(&self, (width, height): (f64, f64)) -> (f64, f64) {
        if self.direction == Direction::Down { (width, height) } else { (height, width) }
    }

    fn graph(&self) -> Graph {
        let links = (self.drawing.edges.iter().filter(|edge| edge.from != edge.to))
            .map(|edge| {
                let (across, along) = self.turned(label_size(&edge.label.lines));
                Link { from: edge.from, to: edge.to, across, along }
            })
            .collect();
        let nodes = (0..self.bodies.len()).map(|node| self.node_size(node)).collect();
        Graph { nodes, links, root: self.drawing.initial }
    }

    /// In the direction down, entries stand left and self-loops right; to the right, below and above.
    fn node_size(&self, node: usize) -> NodeSize {
        let (core_across, core_along) = self.turned(self.bodies[node]);
        let mut size = NodeSize {
            before: core_across / 2.0,
            after: core_across / 2.0,
            along: core_along,
            core_across,
            core_along,
        };
        let [before, after] = match self.direction {
            Direction::Down => [self.entries[node], self.loops[node]],
            Direction::Right => [self.loops[node], self.entries[node]],
        };
        for (text, side) in [(before, &mut size.before), (after, &mut size.after)] {
            if let Some(text) = text {
                let (across, along) = self.turned(text);
                *side += REACH + across;
                size.along = size.along.max(along);
            }
        }
        size
    }

    /// What a placement costs the reader: size, crossings, long ways, and a shape that fits no page.
    fn cost(&self, placed: &Placed) -> f64 {
        let (width, height) = self.turned((placed.across, placed.along));
        let (width, height) = (width.max(100.0), height.max(100.0));
        let shape = (width / height / 1.3).ln().abs();
        let too_wide = (width / 1100.0).max(1.0);
        width * height * (1.0 + 0.25 * shape) * too_wide + 6000.0 * placed.crossings as f64 + 30.0 * placed.length()
    }

    fn geometry(&self, placed: &Placed) -> Geometry {
        let nodes: Vec<Rect> = placed.nodes.iter().zip(&self.bodies).map(|(&at, &size)| self.rect(at, size)).collect();
        let mut links = placed.curves.iter().zip(&placed.labels);
        let edges = (self.drawing.edges.iter())
            .map(|edge| match edge.from == edge.to {
                true => self.self_loop(&nodes[edge.from], edge),
                false => self.link(edge, links.next().expect("every edge between two nodes is a link")),
            })
            .collect();
        let entries = (self.entries.iter().enumerate())
            .filter_map(|(node, &size)| Some((node, self.entry(&nodes[node], size?))))
            .collect();
        let start = self.drawing.initial.map(|initial| self.start(&nodes[initial]));
        let (width, height) = self.turned((placed.across, placed.along));
        let (left, top) = self.turned((0.0, START));
        let (width, height) = (width + left + 2.0 * MARGIN, height + top + 2.0 * MARGIN);
        let note = |note: &String| text_width(note, LABEL_SIZE) + 2.0 * MARGIN;
        let notes = &self.drawing.notes;
        Geometry {
            width: notes.iter().map(note).fold(width, f64::max),
            height: if notes.is_empty() { height } else { height + NOTES + notes.len() as f64 * LINE_HEIGHT },
            nodes,
            edges,
            entries,
            start,
            notes: (MARGIN, height + NOTES),
        }
    }

    fn pixel(&self, point: Point) -> (f64, f64) {
        let (left, top) = self.turned((MARGIN, MARGIN + START));
        let (x, y) = self.turned((point.across, point.along));
        (x + left, y + top)
    }

    fn rect(&self, centre: Point, size: (f64, f64)) -> Rect {
        let (x, y) = self.pixel(centre);
        Rect::around(x, y, size)
    }

    fn link(&self, edge: &Edge, (curve, label): (&Curve, &Point)) -> Labelled {
        let label = self.rect(*label, label_size(&edge.label.lines));
        Labelled { arrow: self.arrow(curve), label, align: Align::Middle }
    }

    fn arrow(&self, curve: &Curve) -> Arrow {
        let last = curve.pieces[curve.pieces.len() - 1];
        let tip = self.pixel(curve.end());
        let heading = self.turned((0.0, (last[2].along - last[1].along).signum()));
        let mut path = format!("M{}", show(self.pixel(curve.start)));
        for (index, piece) in curve.pieces.iter().enumerate() {
            let [first, second, mut end] = piece.map(|point| self.pixel(point));
            if index + 1 == curve.pieces.len() {
                end = (tip.0 - heading.0 * HEAD, tip.1 - heading.1 * HEAD);
            }
            path += &format!("C{} {} {}", show(first), show(second), show(end));
        }
        Arrow { path, tip, heading }
    }

    /// A loop at the side of a node where no links are, with its label beyond it.
    fn self_loop(&self, body: &Rect, edge: &Edge) -> Labelled {
        let size = label_size(&edge.label.lines);
        let (x, y, label) = match self.direction {
            Direction::Down => {
                let x = body.right() + REACH;
                (body.right(), body.centre_y(), Rect { x, ..Rect::around(x, body.centre_y(), size) })
            }
            Direction::Right => {
                let y = body.y - REACH - size.1;
                (body.centre_x(), body.y, Rect { y, ..Rect::around(body.centre_x(), y, size) })
            }
        };
        // from the upper (or left) foot out and back to the lower (or right) foot, where the head is
        let at = |out: f64, side: f64| match self.direction {
            Direction::Down => (x + out, y + side),
            Direction::Right => (x + side, y - out),
        };
        let points = [at(0.0, -7.0), at(REACH, -15.0), at(REACH, 7.0), at(HEAD, 7.0)].map(show);
        let path = format!("M{}C{} {} {}", points[0], points[1], points[2], points[3]);
        let heading = if self.direction == Direction::Down { (-1.0, 0.0) } else { (0.0, 1.0) };
        let align = if self.direction == Direction::Down { Align::Left } else { Align::Middle };
        Labelled { arrow: Arrow { path, tip: at(0.0, 7.0), heading }, label, align }
    }

    /// A short arrow from the text that says from where.
    fn entry(&self, body: &Rect, size: (f64, f64)) -> Labelled {
        let (from, tip, label) = match self.direction {
            Direction::Down => {
                let (x, y) = (body.x - REACH, body.centre_y());
                ((x + 2.0, y), (body.x, y), Rect { x: x - size.0, ..Rect::around(x, y, size) })
            }
            Direction::Right => {
                let (x, y) = (body.centre_x(), body.bottom() + REACH);
                ((x, y - 2.0), (x, body.bottom()), Rect { y, ..Rect::around(x, y, size) })
            }
        };
        let align = if self.direction == Direction::Down { Align::Right } else { Align::Middle };
        Labelled { arrow: straight(from, tip), label, align }
    }

    fn start(&self, body: &Rect) -> Arrow {
        match self.direction {
            Direction::Down => straight((body.centre_x(), body.y - START + 4.0), (body.centre_x(), body.y)),
            Direction::Right => straight((body.x - START + 4.0, body.centre_y()), (body.x, body.centre_y())),
        }
    }
}

/// A straight arrow along an axis.
fn straight(from: (f64, f64), tip: (f64, f64)) -> Arrow {
    let length = (tip.0 - from.0).hypot(tip.1 - from.1);
    let heading = ((tip.0 - from.0) / length, (tip.1 - from.1) / length);
    let end = (tip.0 - heading.0 * HEAD, tip.1 - heading.1 * HEAD);
    Arrow { path: format!("M{}L{}", show(from), show(end)), tip, heading }
}

/// A point with one digit after the dot, as short as it can be written.
fn show((x, y): (f64, f64)) -> String {
    format!("{} {}", number(x), number(y))
}

/// A number with at most one digit after the dot.
pub(crate) fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}
