//! Growth: classes whose pending callbacks pile up without end have no finite machine.
//!
//! Kept callbacks make `n` starts give `n` onFinish. A hypothesis then counts pending callbacks with its states, one
//! more in each round, for ever; or the learner never comes to a hypothesis, because it meets new states faster than
//! it understands them. Where something counts to two, a few words show whether the system counts on.

use typestar_learn::{Hypothesis, Oracle, Plan, Stopped};
use typestar_model::{InputId, Inputs, NodeId, OutputId, OutputKind, Seen, StateId, WAIT, Word};

use crate::report::{Finding, FindingKind, SeenTrace, TraceStep};
use crate::session::{Session, StopReason};

/// If so many repetitions give as many callbacks more, more of them will hardly do otherwise.
const COUNTED: usize = 12;

/// Inputs that add pending callbacks each time, twice in a row.
struct Suspect {
    access: Word,
    /// What is repeated: a callin, or a callin and a wait.
    unit: Word,
    /// Callbacks that are pending before the first repetition.
    before: usize,
    /// How many each repetition adds.
    added: usize,
}

/// Callbacks that keep coming beyond this number are not pending but endless.
const MOST_PENDING: usize = 100;

/// Looks for pending callbacks that grow without end where the hypothesis counts them.
pub(crate) fn growth_in_hypothesis(session: &mut Session, hypothesis: &Hypothesis) -> Result<(), Stopped> {
    let Some(wait) = wait_of_endless(session) else { return Ok(()) };
    let places: Vec<(StateId, Word)> = hypothesis.live().zip(hypothesis.access.iter().cloned()).collect();
    let step = |state: StateId, input: InputId| {
        let (output, to) = hypothesis.machine.step(state, input)?;
        (!hypothesis.is_sink(to)).then_some((output, to))
    };
    let suspects = suspects(places, session, wait, &step);
    probe(session, suspects, wait)
}

/// Looks for pending callbacks that grow without end near the start, while there is no hypothesis that counts them.
pub(crate) fn growth_near_start(session: &mut Session) -> Result<(), Stopped> {
    let Some(wait) = wait_of_endless(session) else { return Ok(()) };
    let places = places_near_start(session);
    let mut plans = Vec::new();
    for (_, access) in &places {
        for unit in units(session.inputs(), wait) {
            let word = |times: usize| [&access[..], &unit.repeat(times), &vec![wait; 2 * times + 3]].concat();
            plans.extend((0..=2).map(|times| Plan::word(word(times))));
        }
    }
    session.ask(plans)?;
    let tree = session.tree();
    let step = |node: NodeId, input: InputId| match tree.seen(node, input) {
        Seen::Step(output, child) if !tree.is_final(output) => Some((output, child)),
        _ => None,
    };
    let suspects = suspects(places, session, wait, &step);
    probe(session, suspects, wait)
}

/// The input that delivers callbacks, if they can grow without end at all: those of a machine cannot.
fn wait_of_endless(session: &Session) -> Option<InputId> {
    session.inputs().get(WAIT).filter(|_| !session.is_machine)
}

/// The root of the tree and what follows it.
fn places_near_start(session: &Session) -> Vec<(NodeId, Word)> {
    let tree = session.tree();
    let next = tree.children(tree.root()).filter(|&(_, output, _)| !tree.is_final(output));
    [(tree.root(), Word::new())].into_iter().chain(next.map(|(input, _, node)| (node, vec![input]))).collect()
}

/// What may make callbacks grow when it is repeated: every callin, alone and with a wait.
fn units(inputs: &Inputs, wait: InputId) -> Vec<Word> {
    let callins = inputs.ids().filter(|&input| input != wait);
    callins.flat_map(|input| [vec![input], vec![input, wait]]).collect()
}

/// Lets the suspects repeat their inputs; the first that goes on growing stops the run with a finding.
fn probe(session: &mut Session, suspects: Vec<Suspect>, wait: InputId) -> Result<(), Stopped> {
    for suspect in suspects {
        let word = suspect.word(COUNTED, wait);
        session.ask(vec![Plan::word(word.clone())])?;
        let delivered = callbacks_after(session, &word, suspect.repeated(COUNTED).len());
        if delivered == suspect.pending(COUNTED) && !purpose_ends(session, &suspect, &word) {
            let finding = finding(session, &suspect, &word);
            session.find(finding);
            return Err(session.stop(StopReason::PendingCallbacksGrow));
        }
    }
    Ok(())
}

/// Whether the purpose counts along, so that it ends the growth at last.
fn purpose_ends(session: &Session, suspect: &Suspect, word: &[InputId]) -> bool {
    let outputs = session.tree().outputs_of(word).unwrap_or_default();
    let after = |times: usize| {
        let steps = word.iter().zip(&outputs).take(suspect.repeated(times).len());
        steps.fold(session.purpose.start(), |state, (&input, &output)| {
            session.purpose.step(&state, input, session.outputs().name(output))
        })
    };
    session.purpose.counts_up(&after(2), &after(COUNTED))
}

impl Suspect {
    fn pending(&self, times: usize) -> usize {
        self.before + self.added * times
    }

    fn repeated(&self, times: usize) -> Word {
        [&self.access[..], &self.unit.repeat(times)].concat()
    }

    /// The repetitions, and then as many waits as it takes to get quiet.
    fn word(&self, times: usize, wait: InputId) -> Word {
        [self.repeated(times), vec![wait; self.pending(times) + 1]].concat()
    }
}

/// Where a callin, or a callin and a wait, adds as many pending callbacks the first time as the second time.
///
/// `step` tells what is known of an input at a place; nothing behind final outputs.
fn suspects<P: Copy>(
    places: Vec<(P, Word)>,
    session: &Session,
    wait: InputId,
    step: &dyn Fn(P, InputId) -> Option<(OutputId, P)>,
) -> Vec<Suspect> {
    let after = |place: P, unit: &[InputId]| unit.iter().try_fold(place, |place, &input| Some(step(place, input)?.1));
    let pending = |place: P| pending(place, session, wait, step);
    let suspect = |place: P, access: &Word, unit: Word| -> Option<Suspect> {
        let once = after(place, &unit)?;
        let (before, then) = (pending(place)?, pending(once)?);
        let added = then.checked_sub(before).filter(|&added| added > 0)?;
        (pending(after(once, &unit)?)? == then + added).then(|| Suspect { access: access.clone(), unit, before, added })
    };
    let mut suspects = Vec::new();
    for (place, access) in &places {
        for unit in units(session.inputs(), wait) {
            suspects.extend(suspect(*place, access, unit));
        }
    }
    suspects
}

/// How many waits in a row give a callback; none if that is not known or they never end.
fn pending<P: Copy>(
    mut place: P,
    session: &Session,
    wait: InputId,
    step: &dyn Fn(P, InputId) -> Option<(OutputId, P)>,
) -> Option<usize> {
    for count in 0..MOST_PENDING {
        let (output, next) = step(place, wait)?;
        if OutputKind::of(session.outputs().name(output)) != OutputKind::Callback {
            return Some(count);
        }
        place = next;
    }
    None
}

/// How many waits after the first `length` inputs of `word` gave a callback, before the first that did not.
fn callbacks_after(session: &Session, word: &[InputId], length: usize) -> usize {
    let Some(outputs) = session.tree().outputs_of(word) else { return 0 };
    let is_callback = |name: &str| OutputKind::of(name) == OutputKind::Callback;
    outputs[length..].iter().take_while(|&&output| is_callback(session.outputs().name(output))).count()
}

fn finding(session: &Session, suspect: &Suspect, word: &[InputId]) -> Finding {
    let outputs = session.tree().outputs_of(word).unwrap_or_default();
    let steps: Vec<TraceStep> = (word.iter().zip(&outputs))
        .map(|(&input, &output)| TraceStep {
            input: session.inputs().name(input).to_owned(),
            output: session.outputs().name(output).to_owned(),
            reason: None,
        })
        .collect();
    let callback = steps
        .iter()
        .rev()
        .map(|step| step.output.as_str())
        .find(|output| OutputKind::of(output) == OutputKind::Callback);
    let (unit, more) = (session.inputs().show(&suspect.unit), COUNTED * suspect.added);
    Finding {
        kind: FindingKind::PendingCallbacksGrow,
        message: format!(
            "more callbacks wait with every `{unit}`: {COUNTED} times left {more} more, and nothing suggests an end; \
             a finite machine cannot count them"
        ),
        advice: vec![advice(suspect, session.inputs().name(suspect.unit[0]), callback.unwrap_or("its callback"))],
        word: steps.iter().map(|step| step.input.clone()).collect(),
        traces: vec![SeenTrace { steps, count: 1 }],
    }
}

/// What limits the growth. Where one request brings several callbacks, counting pending requests does not.
fn advice(suspect: &Suspect, request: &str, callback: &str) -> String {
    let once = format!("at_most_once = [\"{request}\"]");
    match (suspect.unit.len(), suspect.added) {
        (1, 1) => format!(
            "limit the purpose: [[purpose.at_most_pending]] count = 2, requests = [\"{request}\"], callbacks = \
             [\"{callback}\"]; or {once}"
        ),
        _ => format!("limit the purpose: {once}"),
    }
}
