//! Adaptive distinguishing sequences: one execution that tells many candidate states apart.

use typestar_model::{Id, InputId, NodeId, ObservationTree, OutputId, Word};

use crate::oracle::Plan;

/// How deep the search for a good sequence looks. Deeper words are found by [`ObservationTree::apart`].
const DEPTH: usize = 6;

/// How many inputs are looked at more closely: those that rule out most by themselves.
const BEAM: usize = 8;

/// How many behind the first input.
const DEEPER_BEAM: usize = 4;

/// With more candidates than this the search is less thorough: it would take longer than it saves.
const MANY: usize = 64;

/// How deep the search looks then.
const DEPTH_FOR_MANY: usize = 3;

/// How many inputs are looked at more closely while there are many.
const BEAM_FOR_MANY: usize = 1;

/// A candidate and how likely it is, compared with the others.
pub(crate) type Weighted = (NodeId, f64);

/// The plan that is expected to rule out most of `candidates`, judged by what the tree knows of them.
///
/// The tree's knowledge of two candidates that are apart must differ somewhere, so with two or more candidates
/// that are pairwise apart there is always such a plan.
pub(crate) fn distinguishing_plan(tree: &ObservationTree, candidates: &[Weighted]) -> Plan {
    if let [(p, _), (q, _)] = *candidates
        && let Some(word) = (1..=DEPTH).find_map(|length| separating_word(tree, p, q, length))
    {
        return Plan::word(word);
    }
    let depth = if candidates.len() > MANY { DEPTH_FOR_MANY } else { DEPTH };
    let (score, plan) = best(tree, candidates, depth);
    if score > 0.0 {
        return plan;
    }
    let deep = candidates.split_first().and_then(|(&(p, _), rest)| rest.iter().find_map(|&(q, _)| tree.apart(p, q)));
    Plan::word(deep.unwrap_or_default())
}

/// A word of at most `length` inputs that both nodes answered differently.
fn separating_word(tree: &ObservationTree, p: NodeId, q: NodeId, length: usize) -> Option<Word> {
    let mut others = tree.children(q).peekable();
    for (input, output, child) in tree.children(p) {
        while others.next_if(|&(other, ..)| other < input).is_some() {}
        let Some((_, seen, other)) = others.next_if(|&(other, ..)| other == input) else { continue };
        if seen != output {
            return Some(vec![input]);
        }
        if length > 1
            && let Some(mut word) = separating_word(tree, child, other, length - 1)
        {
            word.insert(0, input);
            return Some(word);
        }
    }
    None
}

/// What a candidate answered to an input and where it went: all three in one number, which sorts fast.
#[derive(Clone, Copy)]
struct Step {
    key: u64,
    weight: f64,
}

impl Step {
    fn new((input, output, node): (InputId, OutputId, NodeId), weight: f64) -> Self {
        Self { key: (input.index() as u64) << 48 | (output.index() as u64) << 32 | node.index() as u64, weight }
    }

    fn input(&self) -> InputId {
        InputId::new((self.key >> 48) as usize)
    }

    fn output(&self) -> OutputId {
        OutputId::new((self.key >> 32 & 0xffff) as usize)
    }

    fn node(&self) -> NodeId {
        NodeId::new((self.key & 0xffff_ffff) as usize)
    }
}

/// The expected number of candidates ruled out, and the plan that does it. Candidates that do not know an input
/// cannot be ruled out by it.
fn best(tree: &ObservationTree, candidates: &[Weighted], depth: usize) -> (f64, Plan) {
    let mut chosen = (0.0, Plan::default());
    if depth == 0 || candidates.len() < 2 {
        return chosen;
    }
    let mut steps: Vec<Step> = Vec::new();
    for &(node, weight) in candidates {
        steps.extend(tree.children(node).map(|step| Step::new(step, weight)));
    }
    steps.sort_unstable_by_key(|step| step.key);
    let mut splits: Vec<(f64, &[Step])> = steps
        .chunk_by(|a, b| a.input() == b.input())
        .filter(|split| split.len() > 1)
        .map(|split| (gain(split), split))
        .collect();
    let beam = match depth {
        _ if candidates.len() > MANY => BEAM_FOR_MANY,
        DEPTH => BEAM,
        _ => DEEPER_BEAM,
    };
    if splits.len() > beam {
        splits.sort_by(|a, b| b.0.total_cmp(&a.0));
        splits.truncate(beam);
    }
    for (gain, split) in splits {
        if at_most(split, gain, depth) <= chosen.0 + 1e-9 {
            continue;
        }
        if let Some(better) = evaluate(tree, split, depth, chosen.0 + 1e-9) {
            chosen = better;
        }
    }
    chosen
}

/// What one input can be worth at most: what it rules out by itself, and then all others that are left.
fn at_most(split: &[Step], gain: f64, depth: usize) -> f64 {
    if depth == 1 { gain } else { (split.len() - 1) as f64 }
}

/// What one input is worth, if that is more than `enough`; `split` holds the steps of all candidates that know it,
/// sorted by their outputs.
fn evaluate(tree: &ObservationTree, split: &[Step], depth: usize, enough: f64) -> Option<(f64, Plan)> {
    let mut then = Vec::new();
    let (mut score, mut at_most) = (0.0, (split.len() - 1) as f64);
    let total: f64 = split.iter().map(|step| step.weight).sum();
    for class in split.chunk_by(|a, b| a.output() == b.output()) {
        let weight: f64 = class.iter().map(|step| step.weight).sum();
        let (deeper, next) = best_after(tree, class, depth - 1);
        score += weight / total * ((split.len() - class.len()) as f64 + deeper);
        at_most -= weight / total * ((class.len() - 1) as f64 - deeper);
        if at_most <= enough {
            return None;
        }
        if deeper > 0.0 {
            then.push((class[0].output(), next));
        }
    }
    (score > enough).then(|| (score, Plan { word: vec![split[0].input()], then: then.into(), otherwise: None }))
}

/// What is best after an input, given the candidates that answered it in the same way.
fn best_after(tree: &ObservationTree, class: &[Step], depth: usize) -> (f64, Plan) {
    if depth == 0 || class.len() < 2 {
        return (0.0, Plan::default());
    }
    if let [p, q] = class {
        let word = (1..=depth).find_map(|length| separating_word(tree, p.node(), q.node(), length));
        return word.map_or((0.0, Plan::default()), |word| (1.0, Plan::word(word)));
    }
    let next: Vec<Weighted> = class.iter().map(|step| (step.node(), step.weight)).collect();
    best(tree, &next, depth)
}

/// How many candidates one input alone is expected to rule out.
fn gain(split: &[Step]) -> f64 {
    let total: f64 = split.iter().map(|step| step.weight).sum();
    let classes = split.chunk_by(|a, b| a.output() == b.output());
    classes
        .map(|class| class.iter().map(|step| step.weight).sum::<f64>() * (split.len() - class.len()) as f64)
        .sum::<f64>()
        / total
}
