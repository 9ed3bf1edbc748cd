//! The model so far: what a run hands over before its end, and while it goes on.

use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;
use std::time::{Duration, Instant};

use typestar_learn::{MealyHypothesis, Oracle};
use typestar_model::{
    Evidence, InputId, Inputs, Learned, Mealy, Model, NodeId, OUTSIDE, ObservationTree, OutputId, Outputs, StateId,
    Step, Witness, minimise, named_by_access, with_used_outputs,
};

use crate::run::Kind;
use crate::session::Session;
use typestar_model::Event;

/// While there is no hypothesis, this many places of the observation tree are shown: a larger tree nobody reads.
const PLACES: usize = 100;

/// Of all time, one part in this many may be spent on partial models.
const SHARE: u32 = 100;

/// When the next partial model is due.
#[derive(Default)]
pub(crate) struct Partials {
    system: String,
    /// How long the pause between two of them is at least; none if nobody wants any.
    every: Option<Duration>,
    /// Makes a model of the hypothesis that was not told yet, or of what was observed before there is one.
    drawing: Option<Drawing>,
    due: Duration,
}

/// Makes a model of what it knows, and of what was observed.
type Drawing = Rc<dyn Fn(&Session) -> Option<Model>>;

impl Partials {
    /// Partial models of a system, with pauses between them.
    pub(crate) fn new<K: Kind>(system: &str, every: Option<Duration>) -> Self {
        let due = every.unwrap_or(Duration::MAX);
        let mut partials = Self { system: system.to_owned(), every, drawing: None, due };
        partials.draw::<K>(None);
        partials
    }

    fn draw<K: Kind>(&mut self, hypothesis: Option<Rc<K::Hypothesis>>) {
        let system = self.system.clone();
        self.drawing = Some(Rc::new(move |session| K::drafted(session, &system, hypothesis.as_deref())));
    }

    /// Takes note of a hypothesis, which is the model from now on.
    pub(crate) fn note<K: Kind>(&mut self, hypothesis: &Rc<K::Hypothesis>) {
        if self.every.is_some() {
            self.draw::<K>(Some(Rc::clone(hypothesis)));
        }
    }
}

impl Session<'_> {
    /// Tells the model so far if there is news and enough time went by. What an earlier process has answered is no news.
    pub(crate) fn tell_partial(&mut self) {
        let Some(every) = self.partials.every else { return };
        let (now, is_first) = (self.executor.status.elapsed(), self.executor.status.progress.round == 0);
        if now < self.partials.due || self.executor.status.progress.fresh() == 0 {
            return;
        }
        let Some(draw) = self.partials.drawing.take() else { return };
        let started = Instant::now();
        // What cannot be drawn is told at the end only.
        if let Some(model) = draw(self) {
            self.tell(&Event::ModelDrafted(Box::new(model)));
        }
        // What is observed before the first hypothesis is always news.
        if is_first {
            self.partials.drawing.get_or_insert(draw);
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
    let edge = |node: NodeId| Some((node, tree.edge_to(node)?));
    let edges = std::iter::successors(edge(node), |&(_, (parent, ..))| edge(parent));
    let mut steps: Vec<_> = edges.map(|(node, (_, input, output))| (node, input, output)).collect();
    steps.reverse();
    let nodes: Vec<NodeId> = steps.iter().map(|&(node, ..)| node).collect();
    let evidence = session.evidence_along(&nodes);
    let step = |(&(_, input, output), evidence): (&(NodeId, InputId, OutputId), Evidence)| {
        Step::of(session.inputs().symbol(input), session.outputs().symbol(output)).with_reason(evidence.reason)
    };
    steps.iter().zip(evidence).map(step).collect()
}
