//! The way of each link: a smooth curve that stays out of every node and label that is not its own.

use super::order::{Chain, Layered};
use super::position::Positions;
use super::{Curve, Graph, Placed, Point};

/// The least distance between two layers.
const LEAST_GAP: f64 = 20.0;
/// The largest distance between two layers, where links go far sideways.
const LARGEST_GAP: f64 = 64.0;
/// How much room a sideways pixel needs.
const SLOPE: f64 = 0.25;

/// The strip that a layer fills along the layers' direction.
#[derive(Clone, Copy, Debug)]
struct Band {
    start: f64,
    end: f64,
}

impl Band {
    fn centre(self) -> f64 {
        (self.start + self.end) / 2.0
    }
}

/// Gives every vertex its place and every link its curve.
pub(super) fn placed(graph: &Graph, layered: &Layered, positions: &Positions, crossings: usize) -> Placed {
    let bands = bands(layered, positions);
    let at = |vertex: usize| Point {
        across: positions.across[vertex],
        along: bands[layered.vertices[vertex].layer].centre(),
    };
    Placed {
        nodes: (0..graph.nodes.len()).map(at).collect(),
        curves: layered.chains.iter().map(|chain| curve(graph, layered, positions, &bands, chain)).collect(),
        labels: layered.chains.iter().map(|chain| at(chain.label)).collect(),
        across: (layered.vertices.iter().zip(&positions.across))
            .map(|(vertex, across)| across + vertex.after)
            .fold(0.0, f64::max),
        along: bands.last().map_or(0.0, |band| band.end),
        crossings,
    }
}

fn bands(layered: &Layered, positions: &Positions) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    for (index, layer) in layered.layers.iter().enumerate() {
        let thickness = layer.iter().map(|&vertex| layered.vertices[vertex].along).fold(0.0, f64::max);
        let start = bands.last().map_or(0.0, |band| band.end + gap(layered, positions, index));
        bands.push(Band { start, end: start + thickness });
    }
    bands
}

/// The distance between a layer and the one before it: wider where links go far sideways.
fn gap(layered: &Layered, positions: &Positions, layer: usize) -> f64 {
    let sideways = (layered.layers[layer].iter())
        .flat_map(|&vertex| layered.up[vertex].iter().map(move |&other| (vertex, other)))
        .map(|(lower, upper)| {
            let upper_end = positions.across[upper] + positions.port_above[lower];
            let lower_end = positions.across[lower] + positions.port_below[upper];
            (upper_end - lower_end).abs()
        })
        .fold(0.0, f64::max);
    (SLOPE * sideways).clamp(LEAST_GAP, LARGEST_GAP)
}

/// The curve of one link: straight through every layer, bent only between them.
fn curve(graph: &Graph, layered: &Layered, positions: &Positions, bands: &[Band], chain: &Chain) -> Curve {
    let inner = &chain.vertices[1..chain.vertices.len() - 1];
    let (top, bottom) = (chain.vertices[0], chain.vertices[chain.vertices.len() - 1]);
    let mut points = Vec::new();
    let mut add = |across: f64, along: f64| {
        if points.last().is_none_or(|last: &Point| along > last.along + 0.5) {
            points.push(Point { across, along });
        }
    };
    let port = positions.across[top] + positions.port_above[inner[0]];
    let band = bands[layered.vertices[top].layer];
    add(port, band.centre() + graph.nodes[top].core_along / 2.0);
    add(port, band.end);
    for &vertex in inner {
        let band = bands[layered.vertices[vertex].layer];
        add(positions.across[vertex], band.start);
        add(positions.across[vertex], band.end);
    }
    let port = positions.across[bottom] + positions.port_below[inner[inner.len() - 1]];
    let band = bands[layered.vertices[bottom].layer];
    add(port, band.start);
    add(port, band.centre() - graph.nodes[bottom].core_along / 2.0);
    let curve = smooth(&points);
    if chain.reversed { curve.reversed() } else { curve }
}

/// The cubic curve through points of growing `along` that never swings past them sideways.
fn smooth(points: &[Point]) -> Curve {
    let slope = |k: usize| (points[k + 1].across - points[k].across) / (points[k + 1].along - points[k].along);
    let tangent = |k: usize| {
        if k == 0 || k + 1 == points.len() {
            return 0.0;
        }
        let (before, after) = (slope(k - 1), slope(k));
        if before * after <= 0.0 { 0.0 } else { 2.0 * before * after / (before + after) }
    };
    let pieces = (0..points.len() - 1)
        .map(|k| {
            let (start, end) = (points[k], points[k + 1]);
            let third = (end.along - start.along) / 3.0;
            [
                Point { across: start.across + tangent(k) * third, along: start.along + third },
                Point { across: end.across - tangent(k + 1) * third, along: end.along - third },
                end,
            ]
        })
        .collect();
    Curve { start: points[0], pieces }
}
