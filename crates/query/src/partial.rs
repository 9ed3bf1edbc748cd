//! The model so far: what a run hands over before its end, and while it goes on.

use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use typestar_learn::{MealyHypothesis, Oracle};
use typestar_model::{
    Evidence, InputId, Inputs, Learned, Mealy, Model, NodeId, OUTSIDE, ObservationTree, OutputId, Outputs, StateId,
    Step, Witness, minimise, named_by_access, with_used_outputs,
};

use crate::event::Event;
use crate::run::Kind;
use crate::session::Session;

/// While there is no hypothesis, so many places of the observation tree are shown: a larger tree nobody reads.
const PLACES: usize = 100;

/// Of all time, one part in so many may be spent on partial models.
const SHARE: u32 = 20;

/// When the next partial model is due.
pub(crate) struct Partials {
    system: String,
    /// How long the pause between two of them is at least; none if nobody wants any.
    every: Option<Duration>,
    /// Makes a model of the hypothesis that was not told yet, if there is one.
    drawing: Option<Drawing>,
    due: Duration,
}

/// Makes a model of what it knows, and of what was observed.
type Drawing = Box<dyn Fn(&Session) -> Option<Model>>;

impl Partials {
    /// Partial models of a system, with pauses between them.
    pub(crate) fn new(system: &str, every: Option<Duration>) -> Self {
        let due = every.unwrap_or(Duration::MAX);
        Self { system: system.to_owned(), every, drawing: None, due }
    }

    /// Takes note of a hypothesis, which is the model from now on.
    pub(crate) fn note<K: Kind>(&mut self, hypothesis: &K::Hypothesis) {
        if self.every.is_some() {
            let (hypothesis, system) = (hypothesis.clone(), self.system.clone());
            self.drawing = Some(Box::new(move |session| K::drafted(session, &system, &hypothesis)));
        }
    }

    /// The last hypothesis is no model any more.
    pub(crate) fn forget(&mut self) {
        self.drawing = None;
    }
}

impl Session<'_> {
    /// Tells the model so far if there is news and enough time went by. What an earlier process has answered is no news.
    pub(crate) fn tell_partial(&mut self) {
        let Some(every) = self.partials.every else { return };
        let (now, is_first) = (self.executor.status.elapsed(), self.executor.status.progress.round == 0);
        let has_news = (is_first || self.partials.drawing.is_some()) && self.executor.status.progress.fresh() > 0;
        if now < self.partials.due || !has_news {
            return;
        }
        let started = Instant::now();
        let drafted = match self.partials.drawing.take() {
            Some(draw) => draw(self),
            // The words of a system with data are no machine.
            None if self.has_data() => None,
            None => Some(Model::Machine(self.learned(&self.partials.system, None, false))),
        };
        // What cannot be drawn is told at the end only.
        if let Some(model) = drafted {
            self.tell(&Event::ModelDrafted(Box::new(model)));
        }
        self.partials.due = now + every.max(started.elapsed() * SHARE);
    }

    /// A machine with its evidence; without a machine, what was observed.
    pub(crate) fn learned(&self, system: &str, machine: Option<Mealy>, finished: bool) -> Learned {
        let machine = machine.unwrap_or_else(|| observed(self.inputs(), self.outputs(), self.tree()));
        let witnesses = witnesses(&machine, self);
        let machine = with_used_outputs(&machine);
        let origins = self.executor.origins.restricted(machine.outputs().texts());
        Learned { system: system.to_owned(), finished, witnesses, machine, origins }
    }
}

/// The learned machine as people want it: minimal, numbered, named, without what is outside the purpose.
pub(crate) fn hypothesised(hypothesis: &MealyHypothesis) -> Mealy {
    let mut machine = hypothesis.machine.clone();
    let outside: Vec<_> = (hypothesis.machine.edges())
        .filter(|&(_, _, output, _)| hypothesis.machine.outputs().text(output) == OUTSIDE)
        .collect();
    for (state, input, _, _) in outside {
        machine.unset(state, input);
    }
    named_by_access(&minimise(&machine))
}

/// What was observed as a machine in the shape of a tree: the places nearest to the start. What was not observed is
/// missing in it, and what is behind a final output is one sink.
fn observed(inputs: &Inputs, outputs: &Outputs, tree: &ObservationTree) -> Mealy {
    let mut machine = Mealy::with_outputs(inputs.clone(), outputs.clone());
    let mut sinks = BTreeMap::new();
    let mut queue = VecDeque::from([(tree.root(), machine.add_state("Start"))]);
    while let Some((node, state)) = queue.pop_front() {
        for (input, output, child) in tree.children(node) {
            if outputs.text(output) == OUTSIDE {
                continue;
            }
            if let Some(repeated) = tree.repeated_after(output) {
                let sink = *sinks.entry(repeated).or_insert_with(|| machine.add_state("End"));
                machine.set(state, input, output, sink);
            } else if machine.len() - sinks.len() < PLACES {
                let place = machine.add_state("Place");
                machine.set(state, input, output, place);
                queue.push_back((child, place));
            }
        }
    }
    for (output, sink) in sinks {
        inputs.ids().for_each(|input| machine.set(sink, input, output, sink));
    }
    named_by_access(&machine)
}

/// A machine with more transitions than this is written without traces: they would be larger than all else.
const WITNESSED: usize = 50_000;

/// A shortest observed trace behind every transition of the machine.
fn witnesses(machine: &Mealy, session: &Session) -> Vec<Witness> {
    if machine.len() * machine.inputs().len() > WITNESSED {
        return Vec::new();
    }
    let tree = session.tree();
    let mut last_nodes: BTreeMap<(StateId, InputId), NodeId> = BTreeMap::new();
    let mut queue = VecDeque::from([(tree.root(), machine.initial())]);
    while let Some((node, state)) = queue.pop_front() {
        for (input, output, child) in tree.children(node) {
            // A model of a run that was stopped may contradict what was seen last.
            let step = machine.step(state, input).filter(|&(expected, _)| expected == output);
            if let Some((_, next)) = step {
                last_nodes.entry((state, input)).or_insert(child);
                queue.push_back((child, next));
            }
        }
    }
    let witness = |((from, input), node)| Witness { from, input, steps: observed_steps(node, session) };
    last_nodes.into_iter().map(witness).collect()
}

/// The steps that lead to a node of the tree.
pub(crate) fn observed_steps(node: NodeId, session: &Session) -> Vec<Step> {
    let tree = session.tree();
    let mut steps = Vec::new();
    let mut next = Some(node);
    while let Some((node, (parent, input, output))) = next.and_then(|node| Some((node, tree.edge_to(node)?))) {
        steps.push((node, input, output));
        next = Some(parent);
    }
    steps.reverse();
    let nodes: Vec<NodeId> = steps.iter().map(|&(node, ..)| node).collect();
    let evidence = session.evidence_along(&nodes);
    let step = |(&(_, input, output), evidence): (&(NodeId, InputId, OutputId), Evidence)| {
        Step::new(session.inputs().text(input), session.outputs().text(output)).with_reason(evidence.reason)
    };
    steps.iter().zip(evidence).map(step).collect()
}
