//! L#: learning by apartness on the observation tree.
//!
//! The *basis* holds nodes that are pairwise apart: states for certain. Its successors outside the basis are the
//! *frontier*. A frontier node that is apart from the whole basis is a new state; one that is apart from all but
//! one basis state is taken for that state. Nothing is recomputed: each new observation is compared with the
//! candidates of the nodes on its own path only.
//!
//! # An example
//!
//! The system is the timer of the zoo: `start`, `cancel` and `wait`, of which `start` may be given
//! once. After the words `start start`, `wait start` and `start wait wait` the observation tree is
//!
//! ```text
//!   ε ── start/ok ──▶ A ── start/error
//!   │                 └─── wait/onFinish ──▶ B ── wait/quiet
//!   └─── wait/quiet ──▶ C ── start/ok
//! ```
//!
//! - ε and A are *apart*: `start` is answered `ok` after ε and `error` after A. Both are states.
//! - C answered `start` like ε and unlike A, so of the states known it can only be ε.
//! - B answered `wait` with `quiet`, and A answered it with `onFinish`: B is apart from A. Whether it
//!   is ε is open until `start` is asked after it. The answer is `error`, so B is a third state.
//!
//! # The loop
//!
//! 1. *Look*: sort new observations into the frontier, and compare along their own paths.
//! 2. *Introduce*: ask the newest state its steps, and what many frontier nodes know already.
//! 3. *Promote*: a frontier node without candidates is a new state.
//! 4. *Ask*: for each frontier node with several candidates, a plan that rules out many of them.
//! 5. *Build*: every successor has one candidate. Compare the machine with the tree; a disagreement is
//!    shortened by halves until it tells a frontier node from its candidate.
//!
//! # What must hold
//!
//! - Basis nodes are pairwise apart, and every prefix of one is one.
//! - The candidates of a frontier node are exactly the states that it is not apart from, except for the
//!   newest state while that is introduced.
//! - Each node of the tree is looked at once (`looked_at` grows, and nothing is looked at again but the
//!   steps of a node that becomes a state).
//!
//! # What it costs
//!
//! With n states, k inputs and counterexamples of m inputs: at most about k·n² words to identify
//! successors, and fewer the more states an adaptive plan rules out at once; and about log m words for
//! each counterexample. Memory is a few numbers for each frontier node
//! beside the tree.
//!
//! # What else was possible
//!
//! Apartness could be computed anew for all pairs after each answer. With thousands of states that
//! takes longer than all else, so candidates are kept, and kept once for all nodes that know the same
//! (`classes.rs`).

mod classes;
mod index;
mod places;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use typestar_model::{Id, InputId, NodeId, ObservationTree, OutputId, Plan, Word};

use crate::Learner;
use crate::hypothesis::Hypothesis;
use crate::mealy::adaptive::{Weighted, distinguishing_plan};
use crate::mealy::hypothesis::{Destination, MealyHypothesis, build, plan_behind, widened};
use crate::mealy::run_on::{Belief, RunOn};
use crate::oracle::{Halt, Observed, Oracle};
use classes::{ALMOST, Classes, Trace};
use places::{Place, Places};

/// A question to a state is worth a word of its own if its answer may settle what this many frontier nodes are.
///
/// Otherwise the question waits: some other word may answer it by the way.
const WORTH_A_WORD: usize = 12;

/// A state that many transitions lead to is likely to be met again: how much more weight it has in the search for a
/// plan when the number of these transitions is multiplied by e. Numbers from 4 to 50 hardly differ; without it the
/// larger published models take two or three percent more symbols.
const POPULARITY: f64 = 12.0;

/// The L# learner with adaptive distinguishing sequences.
///
/// Use it by default: it asks the fewest questions.
///
/// ```
/// use typestar_learn::{Exact, Learner as _, Lsharp, Outcome, Tester as _};
/// use typestar_model::{Comparison, compare};
/// use typestar_testing::{Teacher, zoo};
///
/// let timer = zoo("CountDownTimer");
/// let (mut learner, mut tester) = (Lsharp::new(0), Exact::new(timer.clone()));
/// let mut oracle = Teacher::new(timer.clone(), &["error"]);
/// let mut hypothesis = learner.hypothesis(&mut oracle)?;
/// while tester.test(&mut oracle, &hypothesis)? != Outcome::Agreed {
///     hypothesis = learner.hypothesis(&mut oracle)?;
/// }
/// assert_eq!(compare(&hypothesis.machine, &timer), Comparison::Same);
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
pub struct Lsharp {
    basis: Vec<NodeId>,
    /// What is known of each state under each input, state by state.
    steps: Vec<Step>,
    /// The state that each step led to when the last hypothesis was built.
    targets: Vec<u32>,
    places: Places,
    classes: Classes,
    /// What the last state was asked about itself.
    newcomer: Newcomer,
    /// How many nodes of the tree were looked at.
    looked_at: usize,
    /// The ends of paths that the states on them were not compared by yet, and how many steps of each are new.
    unseen: Vec<(NodeId, usize)>,
    /// How many nodes of the tree the last hypothesis was compared with.
    checked: usize,
    /// A tree of so many nodes is compared with every hypothesis; a larger one when it has grown by a part of its size.
    small_tree: usize,
    /// The last counterexample, which may be one again.
    suspect: Word,
    /// The plan for nodes that may be any state, and for how many states it was made.
    for_any: (Plan, usize),
    inputs: usize,
    /// Whether some states were not asked all inputs, because some are new.
    has_gaps: bool,
    run_on: RunOn,
}

/// How far a new state is with its introduction. Until it is introduced no node is taken for it.
///
/// The order matters for the price. A new state may be what hundreds of frontier nodes are. If it is
/// asked first what they were asked, most of them are told from it without a word each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Newcomer {
    /// It was asked nothing yet. If all its steps are known all the same, it was tested before, and so were others:
    /// then hardly a question is worth a word.
    New,
    /// It was asked its steps.
    Asked,
    /// It was asked all that is worth a word of its own.
    Introduced,
}

/// What is known of a state under an input.
///
/// It repeats what the tree knows, in one table: the tree would need a search for each look.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Nothing.
    Unasked,
    /// It answers this and nothing follows.
    Final(OutputId),
    /// It answers this and leads to this node of the basis or the frontier.
    To(OutputId, NodeId),
}

/// Something new is known of a frontier node: the path from it to this end, which has this many steps.
type News = (NodeId, NodeId, usize);

impl Lsharp {
    /// A learner that lets each word run on by at most `run_on` symbols past what it needs.
    ///
    /// With 0 words are as short as possible: fewest symbols. With 6, as for systems whose start is
    /// slow, words are longer and there are fewer of them, because the tester finds many answers in the
    /// tree.
    pub fn new(run_on: usize) -> Self {
        Self {
            basis: Vec::new(),
            steps: Vec::new(),
            targets: Vec::new(),
            places: Places::default(),
            classes: Classes::default(),
            newcomer: Newcomer::Introduced,
            looked_at: 1,
            unseen: Vec::new(),
            checked: 0,
            small_tree: 1 << 17,
            suspect: Word::new(),
            for_any: (Plan::default(), 0),
            inputs: 0,
            has_gaps: false,
            run_on: RunOn::new(run_on),
        }
    }

    /// Takes new observations into account.
    ///
    /// Nodes of the tree are numbered in the order of observation, so what is new is a range of
    /// numbers. A new word is a run of nodes each of which is the parent of the next; only the end of
    /// the run is kept.
    fn look(&mut self, oracle: &dyn Oracle) {
        let tree = oracle.tree();
        if self.basis.is_empty() {
            self.inputs = oracle.offered();
            self.promote(tree, tree.root());
        }
        self.widen(tree, oracle.offered());
        let (mut ends, mut new) = (Vec::new(), 0);
        while self.looked_at < tree.len() {
            let node = NodeId::new(self.looked_at);
            self.looked_at += 1;
            new += 1;
            self.meet(tree, node);
            let goes_on = self.looked_at < tree.len()
                && tree.edge_to(NodeId::new(self.looked_at)).is_some_and(|(parent, ..)| parent == node);
            if !goes_on {
                ends.push((node, std::mem::take(&mut new)));
            }
        }
        // The frontier goes first: while states are compared with a class, all of its nodes must know the same.
        let mut news: Vec<News> = ends.iter().filter_map(|&(end, _)| self.news(tree, end)).collect();
        news.sort_unstable();
        news.chunk_by(|a, b| a.0 == b.0).for_each(|news| self.extend_frontier(tree, news));
        self.unseen.extend(ends);
        // While a state is introduced nothing else is decided, and all its answers share the way to it.
        if self.newcomer == Newcomer::Introduced {
            self.compare_states(tree);
        }
    }

    /// Takes note of new inputs: no state was asked them, unless others did.
    ///
    /// An input that appears late may have been given by a tester or a warm start already, so
    /// successors that are in the tree join the frontier at once.
    fn widen(&mut self, tree: &ObservationTree, inputs: usize) {
        if inputs <= self.inputs {
            return;
        }
        let before = std::mem::replace(&mut self.inputs, inputs);
        self.steps = widened(&self.steps, (before, inputs), self.basis.len(), Step::Unasked);
        self.targets.resize(self.basis.len() * before, 0);
        self.targets = widened(&self.targets, (before, inputs), self.basis.len(), 0);
        self.has_gaps = true;
        for node in self.basis.clone() {
            let new = tree.children(node).filter(|(input, ..)| input.index() >= before);
            new.for_each(|(_, _, child)| self.meet_again(tree, child));
        }
    }

    /// A node appeared: if it is a successor of a basis state it joins the frontier.
    fn meet(&mut self, tree: &ObservationTree, node: NodeId) {
        let Some((parent, input, output)) = tree.edge_to(node) else { return };
        let Place::Basis(state) = self.places.of(parent) else { return };
        if input.index() >= self.inputs {
            return;
        }
        let step = state * self.inputs + input.index();
        if tree.is_final(output) {
            self.steps[step] = Step::Final(output);
            return;
        }
        self.steps[step] = Step::To(output, node);
        let class = self.classes.add(tree, &self.basis, node);
        self.places.set(node, Place::Frontier(class));
    }

    /// The path to `end` is new: the frontier node on it, if there is one, is known better.
    ///
    /// It goes up from the end of the path until it meets the frontier. Above the frontier there is the
    /// basis, and a path that ends there tells nothing about a frontier node.
    fn news(&self, tree: &ObservationTree, end: NodeId) -> Option<News> {
        let (mut node, mut length) = (end, 0);
        loop {
            match self.places.of(node) {
                Place::Basis(_) => return None,
                Place::Frontier(_) => return Some((node, end, length)),
                Place::Elsewhere => (node, length) = (tree.edge_to(node)?.0, length + 1),
            }
        }
    }

    /// Finds the class of a frontier node that is known better.
    fn extend_frontier(&mut self, tree: &ObservationTree, news: &[News]) {
        let node = news[0].0;
        let Place::Frontier(class) = self.places.of(node) else { return };
        let traces: Vec<_> = news.iter().map(|&(_, end, length)| last_steps(tree, end, length)).collect();
        let class = self.classes.extend(tree, &self.basis, (class, node), &traces);
        self.places.set(node, Place::Frontier(class));
    }

    /// Tells the states on new paths from nodes that were taken for them.
    ///
    /// A path tells something about every basis node that it passes: from there on it is an observation
    /// of that state. All that is new of a state is compared at once, because each class is looked at
    /// once then.
    fn compare_states(&mut self, tree: &ObservationTree) {
        let ends = std::mem::take(&mut self.unseen);
        let paths: Vec<Vec<(InputId, OutputId)>> = ends.iter().map(|&(end, _)| tree.trace(end)).collect();
        let mut passed: Vec<(usize, usize, usize)> = Vec::new();
        for (path, steps) in paths.iter().enumerate() {
            let mut node = tree.root();
            for (start, &(input, _)) in steps.iter().enumerate() {
                let Place::Basis(state) = self.places.of(node) else { break };
                passed.push((state, path, start));
                node = tree.child(node, input).expect("the path was observed");
            }
        }
        passed.sort_unstable();
        for passed in passed.chunk_by(|a, b| a.0 == b.0) {
            let (state, ..) = passed[0];
            let traces: Vec<&Trace> = passed.iter().map(|&(_, path, start)| &paths[path][start..]).collect();
            let known =
                traces.iter().zip(passed).map(|(trace, &(_, path, _))| trace.len().saturating_sub(ends[path].1));
            let known = known.min().unwrap_or(0);
            self.classes.state_answers(tree, (state, self.basis[state]), &traces, known);
        }
    }

    /// Makes `node` a state.
    ///
    /// Its children become the frontier. It is in no class any more, and until it is introduced no
    /// frontier node may be it.
    fn promote(&mut self, tree: &ObservationTree, node: NodeId) {
        let state = self.basis.len();
        if let Place::Frontier(class) = self.places.of(node) {
            self.classes.remove(class, node);
        }
        self.basis.push(node);
        self.newcomer = Newcomer::New;
        self.places.set(node, Place::Basis(state));
        self.classes.add_state();
        self.steps.resize(self.basis.len() * self.inputs, Step::Unasked);
        tree.children(node).for_each(|(_, _, child)| self.meet_again(tree, child));
    }

    /// Meets a node that was there before; the others are still to come.
    fn meet_again(&mut self, tree: &ObservationTree, node: NodeId) {
        if node.index() < self.looked_at {
            self.meet(tree, node);
        }
    }

    /// The frontier node that is a new state for certain; the one with the shortest word, then in alphabet order.
    ///
    /// Short access words make short questions for everything behind the state. The order of the
    /// alphabet settles ties, so that a run can be repeated.
    fn isolated(&self, tree: &ObservationTree) -> Option<NodeId> {
        self.classes.isolated().min_by_key(|&node| {
            let word = tree.access_word(node);
            (word.len(), word)
        })
    }

    /// What has to be asked before there can be a hypothesis.
    fn plans(&mut self, tree: &ObservationTree) -> Vec<Plan> {
        let unresolved: Vec<usize> = self.classes.unresolved().collect();
        self.tell_apart(tree, &unresolved);
        let mut plans = Vec::new();
        for class in unresolved {
            let plan = self.classes.kept_plan(class).expect("there is a plan for each class now");
            plans.extend(self.classes.members(class).map(|node| plan_behind(tree, node, &[], plan.clone())));
        }
        plans
    }

    /// Finds what tells the candidates of these classes apart, where that is not known yet.
    ///
    /// Many classes have the same candidates, and a plan depends on these alone. So plans are computed
    /// once for each set of candidates in a round, and a class keeps its plan for the next.
    fn tell_apart(&mut self, tree: &ObservationTree, classes: &[usize]) {
        let mut made: HashMap<Vec<usize>, Plan> = HashMap::new();
        for &class in classes {
            if self.classes.plan(tree, class).is_some() {
                continue;
            }
            let candidates = self.classes.candidates(class).to_vec();
            let plan =
                made.entry(candidates).or_insert_with_key(|candidates| self.distinguishing_plan(tree, candidates));
            self.classes.keep_plan(class, plan.clone());
        }
    }

    /// What to ask the last state: first its own steps, which have to be asked anyway, and then what is known of many
    /// nodes that it might be, because one answer then spares many questions. Only afterwards, when few are left, is it
    /// compared with all of them.
    fn introduction(&mut self, tree: &ObservationTree) -> Vec<Plan> {
        let node = self.basis[self.basis.len() - 1];
        let steps = self.first_plans(tree, self.basis.len() - 1);
        if !steps.is_empty() {
            self.newcomer = Newcomer::Asked;
            return steps;
        }
        if self.newcomer == Newcomer::Asked
            && let Some(((at, input), know)) = self.classes.question(tree, node)
            && know >= WORTH_A_WORD
        {
            return vec![plan_behind(tree, at, &[input], Plan::default())];
        }
        self.newcomer = Newcomer::Introduced;
        self.compare_states(tree);
        self.classes.compare_state(tree, node);
        Vec::new()
    }

    /// Asks all states what they were not asked because the inputs are new.
    fn plans_for_gaps(&mut self, tree: &ObservationTree) -> Vec<Plan> {
        match std::mem::take(&mut self.has_gaps) {
            true => (0..self.basis.len()).flat_map(|state| self.first_plans(tree, state)).collect(),
            false => Vec::new(),
        }
    }

    /// Asks a state each step that nobody asked yet, and what tells the states apart behind it.
    fn first_plans(&mut self, tree: &ObservationTree, state: usize) -> Vec<Plan> {
        let steps = &self.steps[state * self.inputs..][..self.inputs];
        let unasked = steps.iter().enumerate().filter(|(_, step)| matches!(step, Step::Unasked));
        let unasked: Vec<InputId> = unasked.map(|(input, _)| InputId::new(input)).collect();
        if !unasked.is_empty() && self.basis.len() > self.for_any.1 + self.for_any.1 / ALMOST {
            let everything: Vec<usize> = (0..self.basis.len()).collect();
            self.for_any = (self.distinguishing_plan(tree, &everything), self.basis.len());
        }
        let node = self.basis[state];
        let plan_of = |&input: &InputId| {
            // With one state nothing tells states apart. One word that is longer may find a second one.
            let more = (tree.is_empty() && input.index() == 0 && self.inputs > 1).then(|| InputId::new(1));
            let inputs: Vec<InputId> = [Some(input), more].into_iter().flatten().collect();
            plan_behind(tree, node, &inputs, self.for_any.0.clone())
        };
        unasked.iter().map(plan_of).collect()
    }

    fn distinguishing_plan(&self, tree: &ObservationTree, candidates: &[usize]) -> Plan {
        let weight = |state: usize| 1.0 + POPULARITY * (1.0 + self.classes.known_as(state) as f64).ln();
        let weighted = |&state: &usize| (self.basis[state], weight(state));
        let weighted: Vec<Weighted> = candidates.iter().map(weighted).collect();
        distinguishing_plan(tree, &weighted)
    }

    /// Only the targets of nodes that changed since the last hypothesis are written. With thousands of
    /// states a hypothesis is built thousands of times, and most of it stays what it was.
    fn build(&mut self, oracle: &dyn Oracle) -> MealyHypothesis {
        self.targets.resize(self.steps.len(), 0);
        for node in self.classes.take_changed() {
            if let Some((parent, input, _)) = oracle.tree().edge_to(node)
                && let Place::Basis(state) = self.places.of(parent)
            {
                let target = self.believed(node).expect("every successor of the basis was identified");
                self.targets[state * self.inputs + input.index()] = target as u32;
            }
        }
        build(oracle, self.inputs, &self.basis, |state, input| match self.steps[state * self.inputs + input.index()] {
            Step::Unasked => unreachable!("every successor of the basis was asked"),
            Step::Final(output) => (output, Destination::Sink(output)),
            Step::To(output, _) => {
                (output, Destination::State(self.targets[state * self.inputs + input.index()] as usize))
            }
        })
    }

    /// The state that a node of the basis or the frontier is believed to be.
    fn believed(&self, node: NodeId) -> Option<usize> {
        match self.places.of(node) {
            Place::Elsewhere => None,
            Place::Basis(state) => Some(state),
            Place::Frontier(class) => self.classes.candidates(class).first().copied(),
        }
    }

    /// An observation that contradicts the hypothesis. To walk a large tree after each small change would take longer
    /// than all else, so that is done from time to time, and when nothing new can be found.
    fn disagreement(&mut self, observed: Observed, hypothesis: &MealyHypothesis) -> Option<Word> {
        let tree = observed.tree;
        let new = tree.len() - self.checked;
        let found = hypothesis.disagreement_on(observed, &self.suspect).or_else(|| {
            let few = new > 0 && new < tree.len() / 16 && tree.len() > self.small_tree;
            match few {
                true => hypothesis.disagreement_since(observed, self.checked),
                false => hypothesis.disagreement(observed),
            }
        });
        // Behind a disagreement there may be others, which the next hypothesis has to agree with, too.
        if found.is_none() {
            self.checked = tree.len();
        }
        self.suspect = found.clone().unwrap_or_default();
        found
    }

    /// Shrinks a counterexample by halves until it tells something about a frontier node.
    ///
    /// Let the counterexample be `path · witness`: the node after `path` is apart from the state that
    /// the hypothesis reaches. Cut `path` in the middle into `front · back`, and let q be the state
    /// after `front`. Ask `access(q) · back · witness`:
    ///
    /// - if q and the node after `front` are apart now, the difference is in the first half: go on with
    ///   `front`, which is shorter;
    /// - otherwise the node after `access(q) · back` is the wrong one: go on with this word. Its access
    ///   part lies in the basis, so what is left to search is half as long.
    ///
    /// It ends at a node of the frontier that is apart from what it was taken for. One word for each
    /// half.
    fn learn_from(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis, word: Word) -> Result<(), Halt> {
        // `word` without its last input leads to a node that is apart from the state the hypothesis names.
        let (mut path, mut witness) = (word[..word.len() - 1].to_vec(), vec![word[word.len() - 1]]);
        loop {
            self.look(oracle);
            let tree = oracle.tree();
            let known = self.basis_prefix(tree, &path);
            if path.len() <= known + 1 {
                return Ok(());
            }
            let half = (known + 1 + path.len()) / 2;
            let (front, back) = path.split_at(half);
            let state = hypothesis.state_after(front);
            let detour = [&hypothesis.access[state.index()][..], back, &witness].concat();
            let node = tree.follow(tree.root(), front).expect("the counterexample was observed");
            self.ask(oracle, vec![Plan::word(detour)])?;
            let tree = oracle.tree();
            if let Some(word) = tree.apart(self.basis[state.index()], node) {
                (path, witness) = (front.to_vec(), word);
            } else {
                path = [&hypothesis.access[state.index()][..], back].concat();
            }
        }
    }

    fn ask(&mut self, oracle: &mut dyn Oracle, plans: Vec<Plan>) -> Result<(), Halt> {
        let plans = plans.into_iter().map(|plan| self.run_on(plan)).collect();
        oracle.ask(plans)
    }

    /// Lets a plan run on along what is believed of the states so far.
    fn run_on(&mut self, plan: Plan) -> Plan {
        let mut run_on = std::mem::replace(&mut self.run_on, RunOn::new(0));
        let belief = |state: usize, input: InputId| match self.step(state, input) {
            Step::Unasked => Belief::Unknown,
            Step::Final(_) => Belief::Final,
            Step::To(_, node) => self.believed(node).map_or(Belief::Unknown, Belief::To),
        };
        let plan = run_on.extend(plan, self.inputs, &belief);
        self.run_on = run_on;
        plan
    }

    /// What is known of a state under an input; nothing if the input is not asked.
    fn step(&self, state: usize, input: InputId) -> Step {
        match input.index() < self.inputs {
            true => self.steps[state * self.inputs + input.index()],
            false => Step::Unasked,
        }
    }

    /// How many inputs of `path` stay inside the basis.
    ///
    /// The search by halves need not look at what lies in the basis: access words are right by
    /// definition.
    fn basis_prefix(&self, tree: &ObservationTree, path: &[InputId]) -> usize {
        let mut node = tree.root();
        for (length, &input) in path.iter().enumerate() {
            match tree.child(node, input) {
                Some(child) if matches!(self.places.of(child), Place::Basis(_)) => node = child,
                _ => return length,
            }
        }
        path.len()
    }
}

impl Learner for Lsharp {
    type Hypothesis = MealyHypothesis;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<MealyHypothesis, Halt> {
        loop {
            self.look(oracle);
            if self.newcomer != Newcomer::Introduced {
                let plans = self.introduction(oracle.tree());
                self.ask(oracle, plans)?;
                continue;
            }
            if let Some(node) = self.isolated(oracle.tree()) {
                self.promote(oracle.tree(), node);
                oracle.note_states(self.basis.len())?;
                continue;
            }
            let mut plans = self.plans_for_gaps(oracle.tree());
            if plans.is_empty() {
                plans = self.plans(oracle.tree());
            }
            if !plans.is_empty() {
                self.ask(oracle, plans)?;
                continue;
            }
            let hypothesis = self.build(oracle);
            match self.disagreement(oracle.observed(), &hypothesis) {
                None => return Ok(hypothesis),
                Some(word) => self.learn_from(oracle, &hypothesis, word)?,
            }
        }
    }
}

/// The last `length` steps of the path to `node`.
fn last_steps(tree: &ObservationTree, mut node: NodeId, length: usize) -> Vec<(InputId, OutputId)> {
    let mut steps = Vec::with_capacity(length);
    while steps.len() < length
        && let Some((parent, input, output)) = tree.edge_to(node)
    {
        steps.push((input, output));
        node = parent;
    }
    steps.reverse();
    steps
}
