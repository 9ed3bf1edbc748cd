//! Machines within a purpose: what is outside is known without asking, so nobody needs to test for it.

use std::collections::{HashMap, HashSet, VecDeque};

use typestar_learn::MealyHypothesis;
use typestar_model::{
    Choice, Cursor, ERROR, InputId, Mealy, OK, ObservationTree, OutputId, Outputs, Plan, Seen, StateId, Word,
};

use crate::session::purpose::{Purpose, PurposeState};

/// The part of `plan` that stays inside the purpose. Where the tree knows the way, the plan need not branch on what the
/// way answers; it ends there if the answer is another one than the purpose relies on.
pub(crate) fn restricted(purpose: &Purpose, tree: &ObservationTree, plan: &Plan, outputs: &mut Outputs) -> Plan {
    if purpose.is_everything() {
        return plan.clone();
    }
    let (mut node, mut state) = (tree.root(), purpose.start());
    let mut cursor = Cursor::naming(plan, outputs);
    let mut way = Vec::new();
    while let Some(input) = cursor.next().filter(|&input| purpose.allows(&state, input)) {
        let Seen::Step(output, next) = tree.seen(node, input) else { break };
        let judged = purpose.step(&state, input, outputs.text(output));
        way.push((input, relied_on(purpose, &state, (input, output), &judged, outputs)));
        (node, state) = (next, judged);
        cursor.take(Some(output));
    }
    let rest = cursor.rest();
    along(way, purpose.restrict(&state, &rest, outputs))
}

/// The plan to give the inputs of `trace` and then `rest`. It ends where the answer is another one than in the trace and
/// the purpose relies on it.
pub(crate) fn relying_on(purpose: &Purpose, trace: &[(InputId, OutputId)], outputs: &Outputs, rest: Plan) -> Plan {
    let mut state = purpose.start();
    let mut way = Vec::with_capacity(trace.len());
    for &(input, output) in trace {
        let judged = purpose.step(&state, input, outputs.text(output));
        way.push((input, relied_on(purpose, &state, (input, output), &judged, outputs)));
        state = judged;
    }
    along(way, rest)
}

/// What the purpose relies on in a step that leads to `judged`; none if it would judge any other answer alike.
fn relied_on(
    purpose: &Purpose,
    state: &PurposeState,
    step: (InputId, OutputId),
    judged: &PurposeState,
    outputs: &Outputs,
) -> Option<Choice> {
    (*judged != purpose.step(state, step.0, OK)).then(|| purpose.relied_on(state, step, outputs))
}

/// A plan that goes a way and then on with `rest`, if the answers on which it relies are those of the way. Where nothing
/// follows, it relies on nothing.
fn along(way: Vec<(InputId, Option<Choice>)>, rest: Plan) -> Plan {
    let mut only: Vec<(usize, Choice)> =
        way.iter().enumerate().filter_map(|(place, &(_, choice))| Some((place, choice?))).collect();
    let mut word: Word = way.iter().map(|&(input, _)| input).collect();
    only.extend(rest.only.iter().map(|&(place, choice)| (place + word.len(), choice)));
    word.extend(&rest.word);
    only.retain(|&(place, _)| place + 1 < word.len());
    Plan { word, only, ..rest }
}

/// A shortest word that the hypothesis takes for outside and the purpose does not, or the other way round; none that
/// the tree knows already, because a machine can have an outside of its own.
///
/// `outside` is the output that stands for it. If that is `error`, an error of the hypothesis may be a true one.
pub(crate) fn misjudged_word(
    purpose: &Purpose,
    tree: &ObservationTree,
    hypothesis: &MealyHypothesis,
    outside: OutputId,
) -> Option<Word> {
    if purpose.is_everything() {
        return None;
    }
    let machine = &hypothesis.machine;
    let may_be_true = machine.outputs().text(outside) == ERROR;
    let start = (machine.initial(), purpose.start());
    let mut seen = HashSet::from([start.clone()]);
    let mut queue = VecDeque::from([(start, Word::new())]);
    while let Some(((state, judged), word)) = queue.pop_front() {
        for input in machine.inputs().ids() {
            let (output, next) = machine.step(state, input).expect("a hypothesis is complete");
            let (is_inside, believed_inside) = (purpose.allows(&judged, input), output != outside);
            let word = [&word[..], &[input]].concat();
            let misjudged = is_inside != believed_inside && !(is_inside && may_be_true);
            if misjudged && tree.outputs_of(&word).is_none() {
                return Some(word);
            }
            let place = (next, purpose.step(&judged, input, machine.outputs().text(output)));
            if believed_inside && seen.insert(place.clone()) {
                queue.push_back((place, word));
            }
        }
    }
    None
}

/// The part of a machine that is inside the purpose; what is outside is missing, or an error if the user wants it so.
pub(crate) fn within(machine: &Mealy, purpose: &Purpose, outside_is_error: bool) -> Mealy {
    if purpose.is_everything() && !outside_is_error {
        return machine.clone();
    }
    let part = Mealy::with_outputs(machine.inputs().clone(), machine.outputs().clone());
    let mut product = Product { machine, purpose, states: HashMap::new(), queue: VecDeque::new(), part };
    product.state(machine.initial(), purpose.start());
    let mut missing = Vec::new();
    while let Some((from, state, judged)) = product.queue.pop_front() {
        for input in machine.inputs().ids() {
            if !product.step(from, state, &judged, input) {
                missing.push((from, input));
            }
        }
    }
    let mut part = product.part;
    if outside_is_error && !missing.is_empty() {
        let sink = part.add_state("Error");
        missing.extend(machine.inputs().ids().map(|input| (sink, input)));
        for (from, input) in missing {
            part.add_edge(from, machine.inputs().text(input), ERROR, sink);
        }
    }
    part
}

/// A machine and a purpose that judges it, walked through together.
struct Product<'a> {
    machine: &'a Mealy,
    purpose: &'a Purpose,
    states: HashMap<(StateId, PurposeState), StateId>,
    queue: VecDeque<(StateId, StateId, PurposeState)>,
    part: Mealy,
}

impl Product<'_> {
    fn state(&mut self, state: StateId, judged: PurposeState) -> StateId {
        if let Some(&known) = self.states.get(&(state, judged.clone())) {
            return known;
        }
        let new = self.part.add_state(self.machine.name(state));
        self.states.insert((state, judged.clone()), new);
        self.queue.push_back((new, state, judged));
        new
    }

    /// Adds the transition, unless it is outside or the machine has none.
    fn step(&mut self, from: StateId, state: StateId, judged: &PurposeState, input: InputId) -> bool {
        let Some((output, next)) = self.machine.step(state, input).filter(|_| self.purpose.allows(judged, input))
        else {
            return false;
        };
        let judged = self.purpose.step(judged, input, self.machine.outputs().text(output));
        let to = self.state(next, judged);
        self.part.set(from, input, output, to);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::purpose::{PendingLimit, PurposeSpec};
    use typestar_model::Inputs;

    #[test]
    fn a_plan_does_not_rely_on_its_last_answer() {
        let inputs: Inputs = ["push", "pop"].iter().collect();
        let mut outputs = Outputs::default();
        let (push, refused) = (inputs.get("push").expect("an input"), outputs.intern("refused"));
        let [requests, callbacks, refusals] = ["push", "popped", "refused"].map(|name| vec![name.to_owned()]);
        let limit = PendingLimit { count: 1, requests, callbacks, ..PendingLimit::default() };
        let spec = PurposeSpec { at_most_pending: vec![limit], refusals, ..PurposeSpec::default() };
        let purpose = Purpose::new(&spec, &inputs);
        let plan = |rest| relying_on(&purpose, &[(push, refused); 2], &outputs, rest).only;
        let refused = Choice::Name(outputs.name_of(refused));
        assert_eq!(plan(Plan::word([push])), [(0, refused), (1, refused)]);
        assert_eq!(plan(Plan::default()), [(0, refused)]);
    }
}
