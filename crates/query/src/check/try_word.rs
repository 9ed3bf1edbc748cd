//! One word, tried: what a system answers to it, step by step.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use typestar_model::{InputId, Inputs, LateCallback, Plan, Step};

use crate::case::Case;
use crate::executor::Executor;
use crate::session::alternatives::{Alternatives, Callins};
use crate::system::{Answer, System};

/// What came of a word.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tried {
    /// The steps that were answered.
    pub steps: Vec<Step>,
    /// Callbacks that came too late.
    pub late: Vec<LateCallback>,
    /// Why the next step was not answered, if it was not.
    pub failure: Option<String>,
    /// What went wrong and was mended.
    pub troubles: Vec<String>,
}

/// The inputs of a case, over those that a system has: inputs with alternatives stand for their snippets.
pub fn inputs_of(case: &Case, system: &dyn System) -> Inputs {
    let alternatives = Alternatives::of_case(case, system.inputs());
    alternatives.map_or_else(|| system.inputs().clone(), |alternatives| alternatives.inputs)
}

/// Runs one word over these inputs on a system, whatever the purpose is. Nothing is kept.
///
/// If the system fails, ever longer beginnings of the word are run, to find the step at which it does.
pub fn try_word(
    case: &Case,
    system: &mut dyn System,
    (inputs, word): (&Inputs, &[InputId]),
    interrupt: &Arc<AtomicBool>,
) -> Tried {
    let mut executor = Executor::unrecorded(case, system, Arc::clone(interrupt));
    executor.know_inputs(inputs);
    let mut tried = Tried::default();
    let mut known = run(&mut executor, word);
    if known.is_none() {
        tried.failure = Some(executor.status.failure());
        known = (0..word.len()).map_while(|length| run(&mut executor, &word[..length])).last();
    }
    let answer = known.unwrap_or_default();
    let callins = Callins::of_case(&case.inputs);
    tried.steps = executor.steps(&answer, answer.word.len());
    for step in &mut tried.steps {
        let snippet = step.evidence.used.clone().unwrap_or_default();
        step.output = callins.output(&snippet, &step.output).into_owned();
    }
    tried.late = answer.late;
    tried.troubles = executor.system().troubles().to_vec();
    tried
}

fn run(executor: &mut Executor, word: &[InputId]) -> Option<Answer> {
    let mut executed = Vec::new();
    let outcome = executor.execute(&[Plan::word(word)], None, &mut executed);
    outcome.ok().and_then(|()| Some(executed.into_iter().next()?.answer))
}
