//! Growth: classes whose pending callbacks pile up have no finite machine.
//!
//! Kept callbacks make `n` starts give `n` onFinish. A hypothesis then counts pending callbacks with its states, one
//! more in each round, for ever. Where a hypothesis counts to two, a few words show whether the system counts on.

use typestar_learn::{Hypothesis, Oracle, Plan, Stopped};
use typestar_model::{Id, InputId, OutputKind, StateId, WAIT, Word};

use crate::report::{Finding, FindingKind, SeenTrace, TraceStep};
use crate::session::Session;

/// If so many repetitions of an input give as many callbacks more, it is taken for granted that more do so too.
const COUNTED: usize = 6;

/// An input that adds a pending callback each time, twice in a row.
struct Suspect {
    access: Word,
    input: InputId,
    /// Callbacks that are pending before the input is given.
    before: usize,
}

/// Looks for pending callbacks that grow without end, and reports the first input that makes them grow.
pub(crate) fn find_growth(session: &mut Session, hypothesis: &Hypothesis) -> Result<Option<Finding>, Stopped> {
    let Some(wait) = session.inputs().get(WAIT) else { return Ok(None) };
    for suspect in suspects(hypothesis, wait) {
        let words: Vec<Word> = (3..=COUNTED).map(|times| suspect.word(times, wait)).collect();
        session.ask(words.iter().map(|word| Plan::word(word.clone())).collect())?;
        let counts: Vec<usize> = words.iter().map(|word| callbacks_at_end(session, word, wait)).collect();
        if counts.iter().zip(3..).all(|(&count, times)| count == suspect.before + times) {
            return Ok(Some(finding(session, &suspect, &words[words.len() - 1])));
        }
    }
    Ok(None)
}

impl Suspect {
    fn word(&self, times: usize, wait: InputId) -> Word {
        let waits = vec![wait; self.before + times + 1];
        [&self.access[..], &vec![self.input; times], &waits].concat()
    }
}

fn suspects(hypothesis: &Hypothesis, wait: InputId) -> Vec<Suspect> {
    let pending: Vec<usize> = hypothesis.live().map(|state| pending(hypothesis, state, wait)).collect();
    let grows = |state: StateId, input: InputId| -> bool {
        let once = hypothesis.target(state, input);
        if hypothesis.is_sink(once) || hypothesis.is_sink(hypothesis.target(once, input)) {
            return false;
        }
        let twice = hypothesis.target(once, input);
        pending[once.index()] == pending[state.index()] + 1 && pending[twice.index()] == pending[state.index()] + 2
    };
    let mut suspects = Vec::new();
    for state in hypothesis.live() {
        for input in hypothesis.machine.inputs().ids() {
            if input != wait && grows(state, input) {
                let access = hypothesis.access[state.index()].clone();
                suspects.push(Suspect { access, input, before: pending[state.index()] });
            }
        }
    }
    suspects
}

/// How many waits in a row give a callback; a machine that never gets quiet counts as one that has none pending.
fn pending(hypothesis: &Hypothesis, state: StateId, wait: InputId) -> usize {
    let mut state = state;
    for count in 0..=hypothesis.machine.len() {
        let (output, next) = hypothesis.machine.step(state, wait).expect("a hypothesis is complete");
        if OutputKind::of(hypothesis.machine.outputs().name(output)) != OutputKind::Callback {
            return count;
        }
        state = next;
    }
    0
}

/// How many of the waits at the end of `word` gave a callback before the first that did not.
fn callbacks_at_end(session: &Session, word: &[InputId], wait: InputId) -> usize {
    let first_wait = word.iter().rposition(|&input| input != wait).map_or(0, |at| at + 1);
    let Some(outputs) = session.tree().outputs_of(word) else { return 0 };
    let is_callback = |name: &str| OutputKind::of(name) == OutputKind::Callback;
    outputs[first_wait..].iter().take_while(|&&output| is_callback(session.outputs().name(output))).count()
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
    let request = session.inputs().name(suspect.input).to_owned();
    let callback = (steps.iter().rev())
        .find(|step| OutputKind::of(&step.output) == OutputKind::Callback)
        .map_or("its callback", |step| step.output.as_str())
        .to_owned();
    Finding {
        kind: FindingKind::PendingCallbacksGrow,
        message: format!(
            "pending callbacks grow with every `{request}`: {COUNTED} of them gave {COUNTED} callbacks more, so no \
             finite machine describes this system"
        ),
        word: steps.iter().map(|step| step.input.clone()).collect(),
        traces: vec![SeenTrace { steps, count: 1 }],
        advice: vec![format!(
            "limit the purpose: [[purpose.at_most_pending]] count = 2, requests = [\"{request}\"], callbacks = \
             [\"{callback}\"]; or at_most_once = [\"{request}\"]"
        )],
    }
}
