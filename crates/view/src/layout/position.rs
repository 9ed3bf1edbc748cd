//! Where each vertex stands across its layer: as close to its neighbours as the order and the sizes allow.
//!
//! The sum of squared sideways distances along all links is minimised, one layer at a time. One layer is solved exactly
//! (it is an isotonic regression), and going over the layers again and again leads to the minimum of the whole.
//! In the second half of the rounds long distances count less, so that links are straight where they can be
//! and bend in few places.

use super::Graph;
use super::order::Layered;

/// The least room between two neighbours in a layer.
const GAP: f64 = 14.0;
/// The widest distance between two places where links touch a node.
const PORT_STEP: f64 = 18.0;
/// How much straighter the inner part of a long link should be than its ends.
const INNER_WEIGHT: f64 = 6.0;
/// How often links are pulled straight: one may make room for another.
const PULLS: usize = 3;
/// Distances below this count as straight already.
const STRAIGHT: f64 = 1.0;

/// Positions of vertices, and of the places where links touch nodes.
pub(super) struct Positions {
    pub across: Vec<f64>,
    /// For a vertex below a node: how far from the node's centre its link touches.
    pub port_above: Vec<f64>,
    /// For a vertex above a node: how far from the node's centre its link touches.
    pub port_below: Vec<f64>,
}

impl Positions {
    pub fn of(graph: &Graph, layered: &Layered) -> Self {
        let count = layered.vertices.len();
        let mut positions =
            Self { across: vec![0.0; count], port_above: vec![0.0; count], port_below: vec![0.0; count] };
        positions.spread_ports(graph, layered);
        for layer in &layered.layers {
            layer.iter().zip(offsets(layered, layer)).for_each(|(&vertex, offset)| positions.across[vertex] = offset);
        }
        let rounds = (2_000_000 / (count + 1)).clamp(10, 200);
        for round in 0..rounds {
            let layers = layered.layers.len();
            for index in 0..layers {
                let layer = if round % 2 == 0 { index } else { layers - 1 - index };
                positions.solve(layered, &layered.layers[layer], 2 * round >= rounds);
            }
        }
        for _ in 0..PULLS {
            layered.chains.iter().for_each(|chain| positions.pull_straight(layered, &chain.vertices));
        }
        positions.start_at_zero(layered);
        positions
    }

    /// Links that touch the same side of a node are spread over it, in the order of their other ends.
    fn spread_ports(&mut self, graph: &Graph, layered: &Layered) {
        for (node, size) in graph.nodes.iter().enumerate() {
            for (sides, ports) in [(&layered.down, &mut self.port_above), (&layered.up, &mut self.port_below)] {
                let mut ends = sides[node].clone();
                ends.sort_by_key(|&end| layered.position[end]);
                let gaps = ends.len().saturating_sub(1) as f64;
                let step = PORT_STEP.min((size.core_across - 16.0).max(0.0) / gaps.max(1.0));
                for (index, &end) in ends.iter().enumerate() {
                    ports[end] = (index as f64 - gaps / 2.0) * step;
                }
            }
        }
    }

    /// Puts the members of one layer to their best places, given all other layers.
    fn solve(&mut self, layered: &Layered, layer: &[usize], straighten: bool) {
        let offsets = offsets(layered, layer);
        let mut blocks: Vec<Block> = Vec::new();
        for (&vertex, offset) in layer.iter().zip(&offsets) {
            let (wanted, weight) = self.wanted(layered, vertex, straighten);
            let mut block = Block { sum: (wanted - offset) * weight, weight, members: 1 };
            while let Some(last) = blocks.pop_if(|last| last.mean() >= block.mean()) {
                block = last.join(block);
            }
            blocks.push(block);
        }
        let places = blocks.iter().flat_map(|block| std::iter::repeat_n(block.mean(), block.members));
        for ((&vertex, place), offset) in layer.iter().zip(places).zip(offsets) {
            self.across[vertex] = place + offset;
        }
    }

    /// Where a vertex would stand if it were alone, and how much that matters.
    fn wanted(&self, layered: &Layered, vertex: usize, straighten: bool) -> (f64, f64) {
        let (mut sum, mut total) = (self.across[vertex] * 1e-6, 1e-6);
        let mut pull = |other: usize, place: f64| {
            let at_node = layered.vertices[vertex].is_node || layered.vertices[other].is_node;
            let distance = (place - self.across[vertex]).abs().max(STRAIGHT);
            let weight = if at_node { 1.0 } else { INNER_WEIGHT } / if straighten { distance } else { 1.0 };
            sum += place * weight;
            total += weight;
        };
        // a port belongs to the vertex next to the node, so one of the two terms is always zero
        for &other in &layered.up[vertex] {
            pull(other, self.across[other] + self.port_above[vertex] - self.port_below[other]);
        }
        for &other in &layered.down[vertex] {
            pull(other, self.across[other] + self.port_below[vertex] - self.port_above[other]);
        }
        (sum / total, total)
    }

    /// Bends a link in as few places as its neighbours in each layer allow.
    fn pull_straight(&mut self, layered: &Layered, chain: &[usize]) {
        let inner = &chain[1..chain.len() - 1];
        let mut first = 0;
        let mut free = self.freedom(layered, inner[0]);
        for index in 1..=inner.len() {
            let next = inner.get(index).map(|&vertex| self.freedom(layered, vertex));
            match next {
                Some(next) if next.0.max(free.0) <= next.1.min(free.1) => {
                    free = (next.0.max(free.0), next.1.min(free.1));
                    continue;
                }
                _ => self.align(&inner[first..index], free),
            }
            first = index;
            free = next.unwrap_or(free);
        }
    }

    /// Puts vertices at one place, the closest to where they are within the limits.
    fn align(&mut self, vertices: &[usize], (low, high): (f64, f64)) {
        let mean = vertices.iter().map(|&vertex| self.across[vertex]).sum::<f64>() / vertices.len() as f64;
        vertices.iter().for_each(|&vertex| self.across[vertex] = mean.max(low).min(high));
    }

    /// How far a vertex may move to both sides before it touches its neighbours.
    fn freedom(&self, layered: &Layered, vertex: usize) -> (f64, f64) {
        let layer = &layered.layers[layered.vertices[vertex].layer];
        let position = layered.position[vertex];
        let low = position
            .checked_sub(1)
            .map_or(f64::NEG_INFINITY, |before| self.across[layer[before]] + room(layered, layer[before], vertex));
        let high =
            layer.get(position + 1).map_or(f64::INFINITY, |&after| self.across[after] - room(layered, vertex, after));
        let here = self.across[vertex];
        (low.min(here), high.max(here))
    }

    fn start_at_zero(&mut self, layered: &Layered) {
        let first = (layered.vertices.iter().zip(&self.across))
            .map(|(vertex, across)| across - vertex.before)
            .fold(f64::INFINITY, f64::min);
        self.across.iter_mut().for_each(|across| *across -= first);
    }
}

/// How far each member of a layer is from the first one if all stand as close as they may.
fn offsets(layered: &Layered, layer: &[usize]) -> Vec<f64> {
    let rooms = layer.windows(2).map(|pair| room(layered, pair[0], pair[1]));
    let mut offset = 0.0;
    let sum = |room| {
        offset += room;
        offset
    };
    layer.first().map(|_| 0.0).into_iter().chain(rooms.map(sum)).collect()
}

/// The distance that two neighbours in a layer must keep.
fn room(layered: &Layered, left: usize, right: usize) -> f64 {
    let (left, right) = (&layered.vertices[left], &layered.vertices[right]);
    let gap = if left.is_node && right.is_node { 2.0 * GAP } else { GAP };
    left.after + gap + right.before
}

/// Neighbours that stand as close as they may, and move together.
struct Block {
    sum: f64,
    weight: f64,
    members: usize,
}

impl Block {
    fn mean(&self) -> f64 {
        self.sum / self.weight
    }

    fn join(self, other: Self) -> Self {
        Self { sum: self.sum + other.sum, weight: self.weight + other.weight, members: self.members + other.members }
    }
}
