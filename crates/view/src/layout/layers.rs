//! Which layer each node is on: cycles are broken, then every edge points down.

use super::Graph;

/// How cycles are broken: the order in which nodes are visited decides which edges point back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Walk {
    /// Depth first: few edges point back, the layers are many.
    Deep,
    /// Breadth first: a node's layer is close to its distance from the start.
    Broad,
}

/// For each link whether it is drawn against its direction. Links that are not reversed form no cycle.
pub(super) fn reversed(graph: &Graph, walk: Walk) -> Vec<bool> {
    let rank = match walk {
        Walk::Deep => deep_ranks(graph),
        Walk::Broad => broad_ranks(graph),
    };
    graph.links.iter().map(|link| rank[link.from] > rank[link.to]).collect()
}

fn roots(graph: &Graph) -> impl Iterator<Item = usize> {
    graph.root.into_iter().chain(0..graph.nodes.len())
}

fn successors(graph: &Graph) -> Vec<Vec<usize>> {
    let mut next = vec![Vec::new(); graph.nodes.len()];
    for link in &graph.links {
        next[link.from].push(link.to);
    }
    next
}

/// The order of visits of a breadth-first search.
fn broad_ranks(graph: &Graph) -> Vec<usize> {
    let next = successors(graph);
    let mut rank = vec![usize::MAX; graph.nodes.len()];
    let mut order = Vec::new();
    for root in roots(graph) {
        let mut at = order.len();
        visit(root, &mut rank, &mut order);
        while let Some(&node) = order.get(at) {
            at += 1;
            next[node].iter().for_each(|&other| visit(other, &mut rank, &mut order));
        }
    }
    rank
}

fn visit(node: usize, rank: &mut [usize], order: &mut Vec<usize>) {
    if rank[node] == usize::MAX {
        rank[node] = order.len();
        order.push(node);
    }
}

/// The reverse order of departures of a depth-first search: only edges that close a cycle go against it.
fn deep_ranks(graph: &Graph) -> Vec<usize> {
    let next = successors(graph);
    let mut rank = vec![usize::MAX; graph.nodes.len()];
    let mut entered = vec![false; graph.nodes.len()];
    let mut left = graph.nodes.len();
    for root in roots(graph) {
        let mut stack = vec![(root, 0)];
        if std::mem::replace(&mut entered[root], true) {
            continue;
        }
        while let Some((node, child)) = stack.pop() {
            match next[node].get(child) {
                None => {
                    left -= 1;
                    rank[node] = left;
                }
                Some(&other) => {
                    stack.push((node, child + 1));
                    if !std::mem::replace(&mut entered[other], true) {
                        stack.push((other, 0));
                    }
                }
            }
        }
    }
    rank
}

/// A layer for each node such that every link, reversed where it must be, leads to a later layer.
pub(super) fn layers(graph: &Graph, reversed: &[bool]) -> Vec<usize> {
    let mut before = vec![Vec::new(); graph.nodes.len()];
    let mut after = vec![Vec::new(); graph.nodes.len()];
    for (link, &back) in graph.links.iter().zip(reversed) {
        let (top, bottom) = if back { (link.to, link.from) } else { (link.from, link.to) };
        before[bottom].push(top);
        after[top].push(bottom);
    }
    let mut layer = longest_paths(&before, &after);
    tighten(graph, &before, &after, &mut layer);
    settle_loners(graph, &before, &after, &mut layer);
    layer
}

fn longest_paths(before: &[Vec<usize>], after: &[Vec<usize>]) -> Vec<usize> {
    let mut layer = vec![0; before.len()];
    let mut missing: Vec<usize> = before.iter().map(Vec::len).collect();
    let mut ready: Vec<usize> = (0..before.len()).filter(|&node| missing[node] == 0).collect();
    while let Some(node) = ready.pop() {
        for &other in &after[node] {
            layer[other] = layer[other].max(layer[node] + 1);
            missing[other] -= 1;
            if missing[other] == 0 {
                ready.push(other);
            }
        }
    }
    layer
}

/// Moves nodes towards the side where they have more links, until nothing moves: shorter links in all.
fn tighten(graph: &Graph, before: &[Vec<usize>], after: &[Vec<usize>], layer: &mut [usize]) {
    for _ in 0..graph.nodes.len() {
        let mut moved = false;
        for node in (0..graph.nodes.len()).filter(|&node| Some(node) != graph.root) {
            let lowest = before[node].iter().map(|&other| layer[other] + 1).max().unwrap_or(0);
            let highest = after[node].iter().map(|&other| layer[other] - 1).min();
            let target = match highest {
                Some(highest) if after[node].len() > before[node].len() => highest,
                _ if before[node].len() > after[node].len() => lowest,
                _ => layer[node],
            };
            moved |= target != layer[node];
            layer[node] = target;
        }
        if !moved {
            return;
        }
    }
}

/// Nodes without any link go to the emptiest layers.
fn settle_loners(graph: &Graph, before: &[Vec<usize>], after: &[Vec<usize>], layer: &mut [usize]) {
    let is_loner = |node: usize| before[node].is_empty() && after[node].is_empty() && Some(node) != graph.root;
    let mut width = vec![0.0; layer.iter().max().map_or(0, |last| last + 1)];
    for node in (0..graph.nodes.len()).filter(|&node| !is_loner(node)) {
        width[layer[node]] += graph.nodes[node].width();
    }
    for node in (0..graph.nodes.len()).filter(|&node| is_loner(node)) {
        let emptiest = (0..width.len()).min_by(|&a, &b| f64::total_cmp(&width[a], &width[b])).unwrap_or(0);
        layer[node] = emptiest;
        width[emptiest] += graph.nodes[node].width();
    }
}
