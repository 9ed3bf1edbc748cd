//! Adaptive distinguishing sequences: one execution that tells many candidate states apart.

use std::collections::BTreeMap;

use typestar_model::{InputId, NodeId, ObservationTree, OutputId, Seen};

use crate::oracle::Plan;

/// How deep the search for a good sequence looks. Deeper words are found by [`ObservationTree::apart`].
const DEPTH: usize = 6;

/// The plan that is expected to rule out most of `candidates`, judged by what the tree knows of them.
///
/// The tree's knowledge of two candidates that are apart must differ somewhere, so with two or more candidates
/// that are pairwise apart there is always such a plan.
pub(crate) fn distinguishing_plan(tree: &ObservationTree, candidates: &[NodeId]) -> Plan {
    let (score, plan) = best(tree, candidates, DEPTH);
    if score > 0.0 {
        return plan;
    }
    let deep = candidates.split_first().and_then(|(&p, rest)| rest.iter().find_map(|&q| tree.apart(p, q)));
    Plan::word(deep.unwrap_or_default())
}

/// What a choice of input does to the candidates: who answers what, and where each of them goes.
#[derive(Default)]
struct Split {
    known: usize,
    classes: BTreeMap<OutputId, Class>,
}

#[derive(Default)]
struct Class {
    size: usize,
    next: Vec<NodeId>,
}

/// The expected number of candidates ruled out, and the plan that does it. Candidates that do not know an input
/// cannot be ruled out by it.
fn best(tree: &ObservationTree, candidates: &[NodeId], depth: usize) -> (f64, Plan) {
    let mut chosen = (0.0, Plan::default());
    if depth == 0 || candidates.len() < 2 {
        return chosen;
    }
    for (input, split) in splits(tree, candidates) {
        if split.known < 2 {
            continue;
        }
        let (score, plan) = evaluate(tree, input, &split, depth);
        if score > chosen.0 + 1e-9 {
            chosen = (score, plan);
        }
    }
    chosen
}

fn evaluate(tree: &ObservationTree, input: InputId, split: &Split, depth: usize) -> (f64, Plan) {
    let mut plan = Plan::word([input]);
    let mut score = 0.0;
    for (&output, class) in &split.classes {
        let (deeper, next) = best(tree, &class.next, depth - 1);
        score += class.size as f64 * ((split.known - class.size) as f64 + deeper);
        if deeper > 0.0 {
            plan.then.push((output, next));
        }
    }
    (score / split.known as f64, plan)
}

/// The splits by every input that at least one candidate knows, in alphabet order.
fn splits(tree: &ObservationTree, candidates: &[NodeId]) -> BTreeMap<InputId, Split> {
    let mut splits: BTreeMap<InputId, Split> = BTreeMap::new();
    for &node in candidates {
        for (input, output, child) in tree.children(node) {
            let split = splits.entry(input).or_default();
            split.known += 1;
            let class = split.classes.entry(output).or_default();
            class.size += 1;
            if !tree.is_final(output) {
                class.next.push(child);
            }
        }
    }
    for &node in candidates {
        add_final(tree, node, &mut splits);
    }
    splits
}

/// A candidate behind a final output answers every input with it.
fn add_final(tree: &ObservationTree, node: NodeId, splits: &mut BTreeMap<InputId, Split>) {
    for (&input, split) in splits {
        if let Seen::Final(output) = tree.seen(node, input) {
            split.known += 1;
            split.classes.entry(output).or_default().size += 1;
        }
    }
}
