//! Adaptive discrimination trees computed from a hypothesis: few executions and inputs that tell all its states apart.
//!
//! The learner `adt` grows its tree question by question, as counterexamples come. Such a tree may be
//! much deeper than needed. From a hypothesis a better one can be computed without asking anything;
//! only the states themselves are then asked, to confirm it.
//!
//! # How it grows
//!
//! A *token* is a pair: the state that the execution may have started in, and where it is now in that
//! case. All states begin as tokens of themselves. An input moves all tokens, and its output divides
//! them. When two tokens of one group have met in one state, nothing tells them apart in this
//! execution; a new one has to start for them.
//!
//! ```text
//!   tokens (start, now)          input wait
//!   (I,I) (R,R) (E,E)     quiet: (I,I) (E,E)      onFinish: (R,E)   a leaf: Running
//!                         input start
//!                         ok: (I,R)  a leaf: Idle      error: (E,sink)  a leaf: Ended
//! ```
//!
//! Finding the best tree is hard, so each input is chosen greedily by an estimate: inputs until
//! something shows, bits of knowledge that are missing, and new executions for tokens that have met.

use typestar_model::{Id, InputId, Levels, Mealy, OutputId, StateId};

use crate::mealy::discrimination::{DiscriminationTree, Parent};
use crate::mealy::hypothesis::MealyHypothesis;

/// How many inputs one bit of knowledge is taken to cost. No guess is the best everywhere, so that each is tried.
const INPUTS_PER_BIT: [f64; 4] = [0.5, 1.0, 2.0, 3.0];

/// A tree that costs less than this share of the current one is worth the words that confirm it.
const WORTHWHILE: f64 = 0.95;

/// A discrimination tree of the hypothesis' states that is clearly cheaper than the current one, if one is found.
///
/// It is greedy: not every set of states has a single execution that tells all of them apart, and to find the best
/// one is hard. States that many transitions lead to are told apart sooner than others.
///
/// None, too, if some states of the hypothesis are equivalent: no tree tells these apart.
pub(crate) fn cheaper_tree(hypothesis: &MealyHypothesis, current: &DiscriminationTree) -> Option<DiscriminationTree> {
    let levels = Some(Levels::of(&hypothesis.machine)).filter(Levels::are_all_different)?;
    let prices = Prices::of(hypothesis);
    let mut best = (prices.of_tree(current) * WORTHWHILE, None);
    for inputs_per_bit in INPUTS_PER_BIT {
        let tree = DiscriminationTree::empty(hypothesis.access.len());
        let mut growing =
            Growing { machine: &hypothesis.machine, levels: &levels, prices: &prices, inputs_per_bit, tree };
        growing.grow(hypothesis.live().map(|state| (state.index(), state)).collect());
        let price = prices.of_tree(&growing.tree);
        if price < best.0 {
            best = (price, Some(growing.tree));
        }
    }
    best.1
}

/// What identifying states costs.
///
/// An execution costs about as much as an average access word and a reset, in inputs.
struct Prices {
    /// How often each state is expected to be met.
    weights: Vec<f64>,
    /// What one more execution costs, in inputs.
    execution: f64,
}

impl Prices {
    fn of(hypothesis: &MealyHypothesis) -> Self {
        let mut weights = vec![1.0; hypothesis.machine.len()];
        for (_, _, _, to) in hypothesis.machine.edges() {
            weights[to.index()] += 1.0;
        }
        let symbols: usize = hypothesis.access.iter().map(|word| word.len() + 2).sum();
        Self { weights, execution: symbols as f64 / hypothesis.access.len() as f64 }
    }

    fn of_tree(&self, tree: &DiscriminationTree) -> f64 {
        let price = |(state, weight)| {
            let (executions, inputs) = tree.cost(state);
            weight * (executions as f64 * self.execution + inputs as f64)
        };
        self.weights.iter().copied().enumerate().take(tree.states()).map(price).sum()
    }

    fn weight(&self, tokens: &[Token]) -> f64 {
        tokens.iter().map(|token| self.weights[token.0]).sum()
    }

    /// How many bits it takes to know which of the tokens it is.
    ///
    /// The entropy of the group: a lower bound for the number of yes-or-no answers that identify a
    /// token.
    fn bits(&self, tokens: &[Token]) -> f64 {
        let total = self.weight(tokens);
        let shares = tokens.iter().map(|token| self.weights[token.0] / total);
        shares.map(|share| -share * share.log2()).sum()
    }
}

/// A state that an execution may have started in, and the state where it is now in that case.
type Token = (usize, StateId);

/// What is still to grow: below which place, whether another execution starts, and what to tell apart.
type Growth = (Option<Parent>, bool, Vec<Token>);

struct Growing<'a> {
    machine: &'a Mealy,
    levels: &'a Levels,
    prices: &'a Prices,
    inputs_per_bit: f64,
    tree: DiscriminationTree,
}

impl Growing<'_> {
    /// Adds what tells the tokens apart. The tree may be as deep as there are states, so what is below waits in a list.
    fn grow(&mut self, tokens: Vec<Token>) {
        let mut waiting = vec![(None, true, tokens)];
        while let Some((parent, fresh, tokens)) = waiting.pop() {
            let below = self.grow_by_one(parent, fresh, tokens);
            waiting.extend(below.into_iter().rev());
        }
    }

    /// Adds one place of the tree, and returns what comes below it. Where the tokens have met in one state, another
    /// execution has to start.
    fn grow_by_one(&mut self, parent: Option<Parent>, fresh: bool, tokens: Vec<Token>) -> Vec<Growth> {
        if let [(state, _)] = tokens[..] {
            self.tree.add_leaf(parent, state);
            return Vec::new();
        }
        let Some(level) = self.level(&tokens) else {
            let again = tokens.into_iter().map(|(state, _)| (state, StateId::new(state))).collect();
            return vec![(parent, true, again)];
        };
        let input = self.choose(&tokens, level);
        let place = self.tree.add_inner(parent, fresh, vec![input]);
        let classes = self.classes(&tokens, input).into_iter();
        classes.map(|(output, class)| (Some((place, vec![output])), false, class)).collect()
    }

    /// How many inputs it takes at least to tell some of the tokens apart; none if all are in one state.
    fn level(&self, tokens: &[Token]) -> Option<usize> {
        self.levels.first_difference(tokens.iter().map(|token| token.1))
    }

    /// The tokens after `input`, by its output.
    fn classes(&self, tokens: &[Token], input: InputId) -> Vec<(OutputId, Vec<Token>)> {
        let step = |&(state, current): &Token| {
            let (output, next) = self.machine.step(current, input).expect("a hypothesis is complete");
            (output, (state, next))
        };
        let mut steps: Vec<(OutputId, Token)> = tokens.iter().map(step).collect();
        steps.sort_unstable();
        let classes = steps.chunk_by(|a, b| a.0 == b.0);
        classes.map(|class| (class[0].0, class.iter().map(|step| step.1).collect())).collect()
    }

    /// The input that promises to tell the tokens apart at the least price. It tells some of them apart, or brings them
    /// nearer to that, so that every execution comes to an end.
    ///
    /// Without the condition on `level` an input that only turns in circles could be chosen for ever.
    fn choose(&self, tokens: &[Token], level: usize) -> InputId {
        let mut best: Option<(f64, InputId)> = None;
        for input in self.machine.inputs().ids() {
            let classes = self.classes(tokens, input);
            if classes.len() == 1 && self.level(&classes[0].1).is_none_or(|next| next >= level) {
                continue;
            }
            let price = classes.iter().map(|(_, class)| self.prices.weight(class) * self.estimate(class)).sum();
            if best.is_none_or(|(least, _)| price < least - 1e-9) {
                best = Some((price, input));
            }
        }
        best.expect("the level says that there is such an input").1
    }

    /// What it may cost to tell these tokens apart.
    ///
    /// It is too low where one input tells many apart and too high where none does. That is why several
    /// values of `inputs_per_bit` are tried, and the cheapest complete tree wins.
    fn estimate(&self, tokens: &[Token]) -> f64 {
        if tokens.len() == 1 {
            return 0.0;
        }
        let mut by_state = tokens.to_vec();
        by_state.sort_unstable_by_key(|&(state, current)| (current, state));
        let met = by_state.chunk_by(|a, b| a.1 == b.1).filter(|same| same.len() > 1);
        let met: f64 = met.map(|same| self.prices.weight(same)).sum();
        let until_something_shows = self.level(tokens).unwrap_or(0) as f64;
        until_something_shows
            + self.inputs_per_bit * self.prices.bits(tokens)
            + self.prices.execution * met / self.prices.weight(tokens)
    }
}
