//! A layered layout of our own: small, deterministic, made for state machines with text at their edges.
//!
//! Layers are placed one after the other *along* one direction (downwards, or to the right); the members of a layer
//! stand *across* it. Cycles are broken by a walk from the initial state, labels are vertices of their own
//! so that nothing overlaps them, crossings are reduced by sweeps, and links are smooth curves.

mod layers;
mod order;
mod position;
mod route;

use layers::Walk;
use order::Layered;
use position::Positions;

/// What is placed: sizes only.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub nodes: Vec<NodeSize>,
    pub links: Vec<Link>,
    /// The node that stands on the first layer.
    pub root: Option<usize>,
}

/// The size of a node with all that hangs on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeSize {
    /// Room across, before and after the centre of the node itself.
    pub before: f64,
    pub after: f64,
    /// Room along.
    pub along: f64,
    /// The node itself, where links end.
    pub core_across: f64,
    pub core_along: f64,
}

impl NodeSize {
    fn width(&self) -> f64 {
        self.before + self.after
    }
}

/// A link between two different nodes, with the size of its label.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Link {
    pub from: usize,
    pub to: usize,
    pub across: f64,
    pub along: f64,
}

/// A place in the layers' own directions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub across: f64,
    pub along: f64,
}

/// A chain of cubic curves; each piece has two control points and an end.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub start: Point,
    pub pieces: Vec<[Point; 3]>,
}

impl Curve {
    fn reversed(self) -> Self {
        let mut ends = vec![self.start];
        ends.extend(self.pieces.iter().map(|piece| piece[2]));
        let pieces = (self.pieces.iter().zip(&ends)).rev().map(|(piece, &end)| [piece[1], piece[0], end]).collect();
        Self { start: ends[ends.len() - 1], pieces }
    }

    /// Where the curve ends.
    pub fn end(&self) -> Point {
        self.pieces.last().map_or(self.start, |piece| piece[2])
    }
}

/// A graph with its places.
#[derive(Clone, Debug)]
pub(crate) struct Placed {
    /// The centre of each node.
    pub nodes: Vec<Point>,
    /// The way of each link.
    pub curves: Vec<Curve>,
    /// The centre of each link's label.
    pub labels: Vec<Point>,
    /// The room that everything takes.
    pub across: f64,
    pub along: f64,
    /// How many pairs of links cross.
    pub crossings: usize,
}

impl Placed {
    /// How long all links are, roughly.
    pub fn length(&self) -> f64 {
        let distance = |a: Point, b: Point| (a.across - b.across).hypot(a.along - b.along);
        (self.curves.iter())
            .flat_map(|curve| {
                let mut from = curve.start;
                curve.pieces.iter().map(move |piece| distance(std::mem::replace(&mut from, piece[2]), piece[2]))
            })
            .sum()
    }
}

/// Places a graph in two ways that differ in how cycles are broken; the caller takes the one that suits.
pub(crate) fn place(graph: &Graph) -> Vec<Placed> {
    let one_way = |walk| {
        let reversed = layers::reversed(graph, walk);
        let layer = layers::layers(graph, &reversed);
        let mut layered = Layered::new(graph, &layer, &reversed);
        let crossings = layered.reduce_crossings();
        let positions = Positions::of(graph, &layered);
        route::placed(graph, &layered, &positions, crossings)
    };
    [Walk::Broad, Walk::Deep].map(one_way).into()
}
