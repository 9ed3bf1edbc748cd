//! Adaptive distinguishing sequences: one execution that tells many candidate states apart.

use typestar_model::{InputId, NodeId, ObservationTree, OutputId};

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

/// What a candidate answered to an input, and where it went.
type Step = (InputId, OutputId, NodeId);

/// The expected number of candidates ruled out, and the plan that does it. Candidates that do not know an input
/// cannot be ruled out by it.
fn best(tree: &ObservationTree, candidates: &[NodeId], depth: usize) -> (f64, Plan) {
    let mut chosen = (0.0, Plan::default());
    if depth == 0 || candidates.len() < 2 {
        return chosen;
    }
    let mut steps: Vec<Step> = candidates.iter().flat_map(|&node| tree.children(node)).collect();
    steps.sort_unstable();
    for split in steps.chunk_by(|a, b| a.0 == b.0).filter(|split| split.len() > 1) {
        let (score, plan) = evaluate(tree, split, depth);
        if score > chosen.0 + 1e-9 {
            chosen = (score, plan);
        }
    }
    chosen
}

/// What one input is worth; `split` holds the steps of all candidates that know it, sorted by their outputs.
fn evaluate(tree: &ObservationTree, split: &[Step], depth: usize) -> (f64, Plan) {
    let mut plan = Plan::word([split[0].0]);
    let mut score = 0.0;
    for class in split.chunk_by(|a, b| a.1 == b.1) {
        let next: Vec<NodeId> = class.iter().map(|step| step.2).collect();
        let (deeper, next) = best(tree, &next, depth - 1);
        score += class.len() as f64 * ((split.len() - class.len()) as f64 + deeper);
        if deeper > 0.0 {
            plan.then.push((class[0].1, next));
        }
    }
    (score / split.len() as f64, plan)
}
