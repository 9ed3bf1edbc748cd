//! Adaptive distinguishing sequences: one execution that tells many candidate states apart.
//!
//! # What it looks like
//!
//! Let the candidates be the three states of the timer. `start` is answered `ok` by one and `error` by
//! two of them; `wait` is answered `quiet` by two and `onFinish` by one. One input rules out one or two
//! of three. A plan that goes on by the output rules out two for certain:
//!
//! ```text
//!   wait ─┬─ onFinish ─▶ (Running; done)
//!         └─ quiet ────▶ start ─┬─ ok ────▶ (Idle)
//!                               └─ error ─▶ (Ended)
//! ```
//!
//! # How it is chosen
//!
//! The value of a plan is the number of candidates that it is expected to rule out, if each of them is
//! as likely as its weight says. To find the best plan is expensive, so the search looks three inputs
//! ahead, and at each step only at the few inputs that rule out most at once. For two candidates the
//! shortest word that tells them apart is the best plan, and is found directly.
//!
//! Only what was observed counts: a candidate that was not asked an input is not ruled out by it. So a
//! plan never promises more than the tree supports.

use typestar_model::{Id, InputId, NodeId, ObservationTree, OutputId, Plan, Word};

/// How deep the search for a good sequence looks. Deeper words are found by [`ObservationTree::apart`].
///
/// With six instead of three, models of up to 66 states take 0.4 % fewer symbols, and machines of thousands of states
/// 40 % more time.
const DEPTH: usize = 3;

/// How long the words are that two candidates are compared by, the shortest first.
const PAIR_DEPTH: usize = 6;

/// How many inputs are looked at more closely: those that rule out most by themselves.
const BEAM: usize = 6;

/// How many behind the first input.
const DEEPER_BEAM: usize = 3;

/// With more candidates than this the search is less thorough: it would take longer than it saves.
///
/// The time of a search grows with the number of candidates at every one of its nodes. With hundreds,
/// any input that halves them is good enough; the next round is more thorough.
const MANY: usize = 64;

/// How many inputs are looked at more closely while there are many.
const BEAM_FOR_MANY: usize = 1;

/// A candidate and how likely it is, compared with the others.
///
/// The weight is relative. States that many transitions lead to are more likely to be met, and a plan
/// should be quick to recognise these.
pub(crate) type Weighted = (NodeId, f64);

/// The plan that is expected to rule out most of `candidates`, judged by what the tree knows of them.
///
/// The tree's knowledge of two candidates that are apart must differ somewhere, so with two or more candidates
/// that are pairwise apart there is always such a plan.
///
/// If no short plan rules anything out, any word that tells two candidates apart is taken: progress is
/// certain, because candidates are pairwise apart.
pub(crate) fn distinguishing_plan(tree: &ObservationTree, candidates: &[Weighted]) -> Plan {
    if let [(p, _), (q, _)] = *candidates
        && let Some(word) = (1..=PAIR_DEPTH).find_map(|length| separating_word(tree, p, q, length))
    {
        return Plan::word(word);
    }
    let (score, plan) = best(tree, candidates, DEPTH);
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

/// How the inputs split a set of candidates.
///
/// Answers of one input are a linked list inside one vector: there are thousands of inputs and only a
/// few answers to each, and this is the innermost loop of the learner.
#[derive(Default)]
struct Splits {
    /// The first answer to each input.
    first: Vec<usize>,
    answers: Vec<Answers>,
}

/// The candidates that answered an input in one way.
struct Answers {
    output: OutputId,
    count: usize,
    weight: f64,
    /// Those that answered it otherwise.
    next: usize,
}

/// No further answer.
const NONE: usize = usize::MAX;

impl Splits {
    fn add(&mut self, input: InputId, output: OutputId, weight: f64) {
        if self.first.len() <= input.index() {
            self.first.resize(input.index() + 1, NONE);
        }
        let mut at = self.first[input.index()];
        while let Some(answers) = self.answers.get_mut(at) {
            if answers.output == output {
                answers.count += 1;
                answers.weight += weight;
                return;
            }
            at = answers.next;
        }
        let next = std::mem::replace(&mut self.first[input.index()], self.answers.len());
        self.answers.push(Answers { output, count: 1, weight, next });
    }

    fn answers(&self, input: usize) -> impl Iterator<Item = &Answers> {
        std::iter::successors(self.answers.get(self.first[input]), |answers| self.answers.get(answers.next))
    }

    /// What is known of one input; none if fewer than two candidates know it.
    fn split(&self, input: usize) -> Option<Split> {
        let count = self.answers(input).map(|answers| answers.count).sum();
        let weight: f64 = self.answers(input).map(|answers| answers.weight).sum();
        let ruled_out = self.answers(input).map(|answers| answers.weight * (count - answers.count) as f64);
        let gain = ruled_out.sum::<f64>() / weight;
        (count > 1).then_some(Split { input: InputId::new(input), count, gain })
    }
}

/// What an input does to a set of candidates.
struct Split {
    input: InputId,
    /// How many know it.
    count: usize,
    /// How many of them it is expected to rule out by itself.
    gain: f64,
}

impl Split {
    /// What the input can be worth at most: what it rules out by itself, and then all others that are left.
    ///
    /// An upper bound saves the search: an input that cannot beat the best one found is not evaluated.
    fn at_most(&self, depth: usize) -> f64 {
        if depth == 1 { self.gain } else { (self.count - 1) as f64 }
    }
}

/// The expected number of candidates ruled out, and the plan that does it. Candidates that do not know an input
/// cannot be ruled out by it.
///
/// Inputs come with the best single gain first, so that the bound soon cuts off the others.
fn best(tree: &ObservationTree, candidates: &[Weighted], depth: usize) -> (f64, Plan) {
    let mut chosen = (0.0, Plan::default());
    if depth == 0 || candidates.len() < 2 {
        return chosen;
    }
    let beam = match depth {
        _ if candidates.len() > MANY => BEAM_FOR_MANY,
        DEPTH => BEAM,
        _ => DEEPER_BEAM,
    };
    for split in most_promising(tree, candidates, beam) {
        if split.at_most(depth) <= chosen.0 + 1e-9 {
            continue;
        }
        if let Some(better) = evaluate(tree, candidates, split.input, depth, chosen.0 + 1e-9) {
            chosen = better;
        }
    }
    chosen
}

/// The inputs that rule out most by themselves.
fn most_promising(tree: &ObservationTree, candidates: &[Weighted], beam: usize) -> Vec<Split> {
    let mut splits = Splits::default();
    for &(node, weight) in candidates {
        tree.children(node).for_each(|(input, output, _)| splits.add(input, output, weight));
    }
    let mut inputs: Vec<Split> = (0..splits.first.len()).filter_map(|input| splits.split(input)).collect();
    if inputs.len() > beam {
        inputs.sort_by(|a, b| b.gain.total_cmp(&a.gain));
        inputs.truncate(beam);
    }
    inputs
}

/// What an input is worth, if that is more than `enough`.
///
/// `at_most` goes down as branches are evaluated, and the evaluation ends as soon as the input cannot
/// win any more.
fn evaluate(
    tree: &ObservationTree,
    candidates: &[Weighted],
    input: InputId,
    depth: usize,
    enough: f64,
) -> Option<(f64, Plan)> {
    let step = |&(node, weight): &Weighted| tree.step(node, input).map(|(output, next)| (output, next, weight));
    let mut steps: Vec<(OutputId, NodeId, f64)> = candidates.iter().filter_map(step).collect();
    steps.sort_unstable_by_key(|&(output, next, _)| (output, next));
    let mut then = Vec::new();
    let (mut score, mut at_most) = (0.0, (steps.len() - 1) as f64);
    let total: f64 = steps.iter().map(|(.., weight)| weight).sum();
    for class in steps.chunk_by(|a, b| a.0 == b.0) {
        let weight: f64 = class.iter().map(|(.., weight)| weight).sum();
        let after: Vec<Weighted> = class.iter().map(|&(_, next, weight)| (next, weight)).collect();
        let (deeper, next) = best_after(tree, &after, depth - 1);
        score += weight / total * ((steps.len() - class.len()) as f64 + deeper);
        at_most -= weight / total * ((class.len() - 1) as f64 - deeper);
        if at_most <= enough {
            return None;
        }
        if deeper > 0.0 {
            then.push((class[0].0.into(), next));
        }
    }
    (score > enough).then(|| (score, Plan { then: then.into(), ..Plan::word([input]) }))
}

/// What is best after an input, given the candidates that answered it in the same way.
fn best_after(tree: &ObservationTree, candidates: &[Weighted], depth: usize) -> (f64, Plan) {
    let [(p, _), (q, _)] = *candidates else { return best(tree, candidates, depth) };
    let word = (1..=depth).find_map(|length| separating_word(tree, p, q, length));
    word.map_or((0.0, Plan::default()), |word| (1.0, Plan::word(word)))
}
