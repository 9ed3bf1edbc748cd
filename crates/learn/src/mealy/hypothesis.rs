//! Machines as hypotheses: the machine that a learner believes in, and how it came to its states.
//!
//! A hypothesis has *live* states, which can be asked about, and *sinks*, which stand behind final
//! outputs. Live states come first in the numbering, and their number is that of the access words:
//!
//! ```text
//!   state        0       1       2     3
//!   machine    Idle   Running  Ended  sink (repeats `error`)
//!   access      ε      start   start cancel    -
//!              └────── live ──────┘
//! ```
//!
//! Sinks make the machine complete, so that no walk through it needs a special case; but nothing is
//! asked behind them, because the system repeats itself there.

use std::collections::VecDeque;

use typestar_model::{
    Id, InputId, Mealy, NodeId, OUTSIDE, ObservationTree, OutputId, Plan, StateId, Word, repeated_after,
    separating_word_of_states,
};

use crate::hypothesis::Hypothesis;
use crate::oracle::{Observed, Oracle};

/// A guess about the system. A learner that looks at new observations only may have one that an old observation
/// contradicts: [`MealyHypothesis::disagreement`] tells.
///
/// ```
/// use typestar_learn::{Hypothesis as _, MealyHypothesis};
/// use typestar_testing::zoo;
///
/// let timer = zoo("CountDownTimer");
/// let hypothesis = MealyHypothesis::of_machine(&timer, &[timer.outputs().get("error").unwrap()]);
/// assert_eq!(hypothesis.size(), 3);
/// let start = timer.inputs().get("start").unwrap();
/// let running = hypothesis.state_after(&[start]);
/// assert!(!hypothesis.is_sink(running) && hypothesis.is_final(running, start));
/// assert_eq!(hypothesis.access[running.index()], [start]);
/// # use typestar_model::Id as _;
/// ```
#[derive(Clone, Debug)]
pub struct MealyHypothesis {
    /// The machine. It is complete; a final output leads to a state that repeats it for ever (or `error`, after a hang).
    pub machine: Mealy,
    /// The access word of each state that is not such a sink. Every prefix of an access word is one too.
    pub access: Vec<Word>,
}

impl MealyHypothesis {
    /// The hypothesis that a system is this machine, in which nothing changes after the final outputs.
    ///
    /// Where a transition is missing, the answer is `outside`, which is final, too. Each state that can be asked about has
    /// the first of its shortest access words. The machine should be minimal: equivalent states cannot be told apart.
    ///
    /// This is how a tester is used without a learner: to test a system against a specification, or to
    /// measure a suite. Breadth first means that an access word is as short as can be, and that the
    /// numbers of the states depend on the order of the inputs alone.
    pub fn of_machine(truth: &Mealy, finals: &[OutputId]) -> Self {
        let mut outputs = truth.outputs().clone();
        let outside = outputs.intern(OUTSIDE);
        let names = outputs.texts().to_vec();
        let repeated: Vec<OutputId> = names.iter().map(|name| outputs.intern(repeated_after(name))).collect();
        let mut machine = Mealy::with_outputs(truth.inputs().clone(), outputs);
        let mut access = vec![Word::new()];
        let mut order = vec![truth.initial()];
        let mut number = vec![None; truth.len()];
        number[truth.initial().index()] = Some(machine.add_state(truth.name(truth.initial())));
        let mut ends = Vec::new();
        let mut next = 0;
        while let Some(&state) = order.get(next) {
            let from = StateId::new(next);
            for input in truth.inputs().ids() {
                match truth.step(state, input) {
                    Some((output, to)) if !finals.contains(&output) && output != outside => {
                        let target = *number[to.index()].get_or_insert_with(|| {
                            access.push([&access[next][..], &[input]].concat());
                            order.push(to);
                            machine.add_state(truth.name(to))
                        });
                        machine.set(from, input, output, target);
                    }
                    end => ends.push((from, input, end.map_or(outside, |(output, _)| output))),
                }
            }
            next += 1;
        }
        let mut sinks = Vec::new();
        for (from, input, output) in ends {
            let sink = sink_for(&mut machine, &mut sinks, repeated[output.index()]);
            machine.set(from, input, output, sink);
        }
        Self { machine, access }
    }

    /// The states that can be asked about: all but the sinks behind final outputs.
    pub fn live(&self) -> impl Iterator<Item = StateId> + use<> {
        (0..self.access.len()).map(StateId::new)
    }

    /// The transitions that can be asked about: each input in each live state.
    pub(crate) fn transitions(&self) -> impl Iterator<Item = (StateId, InputId)> + '_ {
        self.live().flat_map(|state| self.machine.inputs().ids().map(move |input| (state, input)))
    }

    /// Whether `state` is a sink behind a final output.
    pub fn is_sink(&self, state: StateId) -> bool {
        state.index() >= self.access.len()
    }

    /// Whether the transition ends in a sink; nothing is asked behind it.
    pub fn is_final(&self, state: StateId, input: InputId) -> bool {
        self.is_sink(self.target(state, input))
    }

    /// Where the transition leads.
    pub fn target(&self, state: StateId, input: InputId) -> StateId {
        self.machine.step(state, input).expect("a hypothesis is complete").1
    }

    /// The state that `word` leads to.
    pub fn state_after(&self, word: &[InputId]) -> StateId {
        self.machine.state_after(word).expect("a hypothesis is complete")
    }

    /// A word whose observed outputs the hypothesis contradicts at its last input only. It begins a word that was
    /// observed since the tree had `known` nodes, and may itself be older.
    ///
    /// It saves time on large trees: only the nodes that are new are walked, each from its parent. The
    /// word found need not be the shortest.
    pub fn disagreement_since(&self, observed: Observed, known: usize) -> Option<Word> {
        let tree = observed.tree;
        // The state after the node before, which is often the parent.
        let mut last = (tree.root(), Some(self.machine.initial()));
        for node in (known.max(1)..tree.len()).map(NodeId::new) {
            let (parent, input, output) = tree.edge_to(node).expect("only the root has no parent");
            let state = if parent == last.0 { last.1 } else { self.machine.state_after(&tree.access_word(parent)) };
            let step = state.and_then(|state| self.machine.step(state, input));
            if step.is_some_and(|(expected, _)| expected != output) {
                return self.disagreement_on(observed, &tree.access_word(node));
            }
            last = (node, step.map(|(_, next)| next));
        }
        None
    }
}

impl Hypothesis for MealyHypothesis {
    fn predict(&self, _: Observed, word: &[InputId]) -> Vec<Option<OutputId>> {
        self.machine.run(word).into_iter().map(Some).collect()
    }

    fn size(&self) -> usize {
        self.access.len()
    }

    /// It agrees with all that was observed, which tells its live states apart. So they are the states of the minimal
    /// machine; one of them is a sink of errors if errors are not final.
    fn states(&self) -> usize {
        let live_sink = self.machine.error_sink().filter(|&sink| !self.is_sink(sink));
        self.size() - usize::from(live_sink.is_some())
    }

    fn disagreement(&self, observed: Observed) -> Option<Word> {
        let tree = observed.tree;
        let mut queue = VecDeque::from([(tree.root(), self.machine.initial())]);
        while let Some((node, state)) = queue.pop_front() {
            let steps = self.machine.steps(state);
            for (input, output, child) in tree.children(node) {
                // It says nothing of inputs that appeared later.
                let Some(&Some((expected, next))) = steps.get(input.index()) else { break };
                if expected != output {
                    return Some(tree.access_word(child));
                }
                queue.push_back((child, next));
            }
        }
        None
    }

    /// The words that show each new state to be different from every other one.
    ///
    /// Two states may be told apart by one lucky answer. If answers can be wrong, that is where it
    /// hurts most: everything later is built on the new state.
    fn news(&self, earlier: Option<&Self>, observed: Observed) -> Vec<Word> {
        let mut words = Vec::new();
        for new in self.live().skip(earlier.map_or(0, Self::size)) {
            for other in self.live().filter(|&other| other != new) {
                let Some(suffix) = separating_word_of_states(&self.machine, new, other) else { continue };
                let word = [&self.access[new.index()][..], &suffix].concat();
                if !words.contains(&word) && observed.tree.outputs_of(&word).is_some() {
                    words.push(word);
                }
            }
        }
        words
    }
}

/// Where a transition of a hypothesis under construction leads.
///
/// A sink is named by the output before it and not by a number, because it may not exist yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// To the live state with this index.
    State(usize),
    /// To the sink behind this final output.
    Sink(OutputId),
}

/// Builds a complete hypothesis over the first `inputs` from the nodes that stand for its states.
///
/// All learners end here, so that they agree on how states are named (`q0`, `q1`, ...), in which order
/// they come, and what stands behind a final output. `transition` is called once for each state and
/// input, in order.
pub(crate) fn build(
    oracle: &dyn Oracle,
    inputs: usize,
    nodes: &[NodeId],
    mut transition: impl FnMut(usize, InputId) -> (OutputId, Destination),
) -> MealyHypothesis {
    let mut machine = Mealy::with_outputs(oracle.inputs().first(inputs), oracle.outputs().clone());
    for index in 0..nodes.len() {
        machine.add_state(&format!("q{index}"));
    }
    let mut sinks: Vec<(OutputId, StateId)> = Vec::new();
    for index in 0..nodes.len() {
        for input in (0..inputs).map(InputId::new) {
            let (output, target) = transition(index, input);
            let to = match target {
                Destination::State(index) => StateId::new(index),
                Destination::Sink(output) => {
                    let repeated = oracle.tree().repeated_after(output).unwrap_or(output);
                    sink_for(&mut machine, &mut sinks, repeated)
                }
            };
            machine.set(StateId::new(index), input, output, to);
        }
    }
    MealyHypothesis { machine, access: nodes.iter().map(|&node| oracle.tree().access_word(node)).collect() }
}

/// What is asked behind a node: these inputs, and then a plan.
pub(crate) fn plan_behind(tree: &ObservationTree, node: NodeId, inputs: &[InputId], mut plan: Plan) -> Plan {
    plan.word = [&tree.access_word(node)[..], inputs, &plan.word].concat();
    plan
}

/// A table by state and input, made wider for more inputs than before.
///
/// Learners keep flat tables, `state * inputs + input`, because they look at them for every step. When
/// an input appears, every row gets longer, and what is new is `empty`.
pub(crate) fn widened<T: Copy>(table: &[T], (before, inputs): (usize, usize), states: usize, empty: T) -> Vec<T> {
    let mut wide = vec![empty; states * inputs];
    for state in 0..states {
        wide[state * inputs..][..before].copy_from_slice(&table[state * before..][..before]);
    }
    wide
}

/// One sink for each repeated output, made when the first transition leads there. A `hang` is followed
/// by `error`, so both share a sink.
fn sink_for(machine: &mut Mealy, sinks: &mut Vec<(OutputId, StateId)>, output: OutputId) -> StateId {
    if let Some(&(_, state)) = sinks.iter().find(|(of, _)| *of == output) {
        return state;
    }
    let state = machine.add_state("sink");
    for input in machine.inputs().ids() {
        machine.set(state, input, output, state);
    }
    sinks.push((output, state));
    state
}
