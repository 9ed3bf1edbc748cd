//! In which order the members of a layer stand: long links are cut into pieces, crossings are reduced.

use super::Graph;

/// A node, or the place where a link passes through a layer.
#[derive(Clone, Debug)]
pub(super) struct Vertex {
    pub layer: usize,
    /// Room needed before and after the vertex, across the layers' direction.
    pub before: f64,
    pub after: f64,
    /// Room needed along the layers' direction.
    pub along: f64,
    pub is_node: bool,
}

/// The pieces of one link, from its upper node to its lower node.
#[derive(Clone, Debug)]
pub(super) struct Chain {
    pub vertices: Vec<usize>,
    /// The vertex that carries the label.
    pub label: usize,
    pub reversed: bool,
}

/// Nodes on even layers, labels on odd ones, and links that reach only from one layer to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Layered {
    /// The nodes of the graph come first, with their own numbers.
    pub vertices: Vec<Vertex>,
    pub chains: Vec<Chain>,
    /// The vertices of each layer, in order.
    pub layers: Vec<Vec<usize>>,
    /// Where each vertex stands in its layer.
    pub position: Vec<usize>,
    pub up: Vec<Vec<usize>>,
    pub down: Vec<Vec<usize>>,
}

/// Half of the room that a link needs where it passes a layer.
const LINK_ROOM: f64 = 4.0;

impl Layered {
    pub fn new(graph: &Graph, layer: &[usize], reversed: &[bool]) -> Self {
        let mut layered = Self::default();
        for (node, &layer) in graph.nodes.iter().zip(layer) {
            let (before, after, along) = (node.before, node.after, node.along);
            layered.add(Vertex { layer: 2 * layer, before, after, along, is_node: true });
        }
        for (link, &reversed) in graph.links.iter().zip(reversed) {
            let (top, bottom) = if reversed { (link.to, link.from) } else { (link.from, link.to) };
            layered.add_chain(top, bottom, reversed, link.across, link.along);
        }
        layered.order_by_visits(graph.root);
        layered
    }

    fn add(&mut self, vertex: Vertex) -> usize {
        self.vertices.push(vertex);
        self.up.push(Vec::new());
        self.down.push(Vec::new());
        self.vertices.len() - 1
    }

    fn add_chain(&mut self, top: usize, bottom: usize, reversed: bool, across: f64, along: f64) {
        let (first, last) = (self.vertices[top].layer, self.vertices[bottom].layer);
        let label_layer = ((first + last) / 2) | 1;
        let mut chain = Chain { vertices: vec![top], label: top, reversed };
        for layer in first + 1..last {
            let room = if layer == label_layer { (across / 2.0).max(LINK_ROOM) } else { LINK_ROOM };
            let along = if layer == label_layer { along } else { 0.0 };
            let vertex = self.add(Vertex { layer, before: room, after: room, along, is_node: false });
            if layer == label_layer {
                chain.label = vertex;
            }
            chain.vertices.push(vertex);
        }
        chain.vertices.push(bottom);
        for pair in chain.vertices.windows(2) {
            self.down[pair[0]].push(pair[1]);
            self.up[pair[1]].push(pair[0]);
        }
        self.chains.push(chain);
    }

    /// The first order: a depth-first walk down from the root, which keeps what belongs together close.
    fn order_by_visits(&mut self, root: Option<usize>) {
        let count = self.vertices.iter().map(|vertex| vertex.layer + 1).max().unwrap_or(0);
        self.layers = vec![Vec::new(); count];
        let mut seen = vec![false; self.vertices.len()];
        for start in root.into_iter().chain(0..self.vertices.len()) {
            let mut stack = vec![start];
            while let Some(vertex) = stack.pop() {
                if !std::mem::replace(&mut seen[vertex], true) {
                    self.layers[self.vertices[vertex].layer].push(vertex);
                    stack.extend(self.down[vertex].iter().rev());
                }
            }
        }
        self.update_positions();
    }

    fn update_positions(&mut self) {
        self.position.resize(self.vertices.len(), 0);
        (0..self.layers.len()).for_each(|layer| self.update_layer(layer));
    }

    fn update_layer(&mut self, layer: usize) {
        for (position, &vertex) in self.layers[layer].iter().enumerate() {
            self.position[vertex] = position;
        }
    }

    /// Sweeps up and down until the number of crossings stops falling, and keeps the best order seen.
    pub fn reduce_crossings(&mut self) -> usize {
        let mut best = (self.crossings(), self.layers.clone());
        let patience = (400_000 / (self.vertices.len() + 1)).clamp(2, 12);
        let mut idle = 0;
        for sweep in 0.. {
            if best.0 == 0 || idle >= patience {
                break;
            }
            self.sweep(sweep % 2 == 0, sweep % 4 >= 2);
            self.transpose();
            let crossings = self.crossings();
            idle += 1;
            if crossings < best.0 {
                best = (crossings, self.layers.clone());
                idle = 0;
            }
        }
        self.layers = best.1;
        self.update_positions();
        best.0
    }

    /// Sorts each layer by where the neighbours on the side that was done before stand.
    fn sweep(&mut self, downwards: bool, equals_swap: bool) {
        let count = self.layers.len();
        let order: Vec<usize> = if downwards { (1..count).collect() } else { (0..count - 1).rev().collect() };
        for layer in order {
            let sides = if downwards { &self.up } else { &self.down };
            let wanted =
                |&vertex: &usize| middle(&sides[vertex], &self.position).unwrap_or(self.position[vertex] as f64);
            let mut members: Vec<(f64, usize)> =
                self.layers[layer].iter().map(|vertex| (wanted(vertex), *vertex)).collect();
            if equals_swap {
                members.reverse();
            }
            members.sort_by(|a, b| a.0.total_cmp(&b.0));
            self.layers[layer] = members.into_iter().map(|(_, vertex)| vertex).collect();
            self.update_layer(layer);
        }
    }

    /// Swaps neighbours in a layer as long as that removes crossings.
    fn transpose(&mut self) {
        for _ in 0..8 {
            let mut improved = false;
            for layer in 0..self.layers.len() {
                for position in 1..self.layers[layer].len() {
                    let (left, right) = (self.layers[layer][position - 1], self.layers[layer][position]);
                    if self.crossings_of(right, left) < self.crossings_of(left, right) {
                        self.layers[layer].swap(position - 1, position);
                        self.position.swap(left, right);
                        improved = true;
                    }
                }
            }
            if !improved {
                return;
            }
        }
    }

    /// How many links of two vertices cross when `left` stands before `right`.
    fn crossings_of(&self, left: usize, right: usize) -> usize {
        let count = |left: &[usize], right: &[usize]| -> usize {
            let after = |a: usize| right.iter().filter(|&&b| self.position[b] < self.position[a]).count();
            left.iter().map(|&a| after(a)).sum()
        };
        count(&self.up[left], &self.up[right]) + count(&self.down[left], &self.down[right])
    }

    /// How many pairs of links cross.
    pub fn crossings(&self) -> usize {
        self.layers.iter().map(|layer| self.crossings_below(layer)).sum()
    }

    fn crossings_below(&self, layer: &[usize]) -> usize {
        let mut seen: Vec<usize> = Vec::new();
        let mut crossings = 0;
        for &vertex in layer {
            let mut ends: Vec<usize> = self.down[vertex].iter().map(|&end| self.position[end]).collect();
            ends.sort_unstable();
            crossings += ends.iter().map(|end| seen.len() - seen.partition_point(|other| other <= end)).sum::<usize>();
            for end in ends {
                seen.insert(seen.partition_point(|other| *other <= end), end);
            }
        }
        crossings
    }
}

/// The weighted median of the neighbours' positions: between the two middle ones, closer to the denser side.
fn middle(neighbours: &[usize], position: &[usize]) -> Option<f64> {
    let mut places: Vec<usize> = neighbours.iter().map(|&neighbour| position[neighbour]).collect();
    places.sort_unstable();
    let half = places.len() / 2;
    match places.len() {
        0 => None,
        count if count % 2 == 1 => Some(places[half] as f64),
        2 => Some((places[0] + places[1]) as f64 / 2.0),
        count => {
            let left = (places[half - 1] - places[0]) as f64;
            let right = (places[count - 1] - places[half]) as f64;
            let (a, b) = (places[half - 1] as f64, places[half] as f64);
            Some(if left + right == 0.0 { (a + b) / 2.0 } else { (a * right + b * left) / (left + right) })
        }
    }
}
