//! What is done about a plan that was not answered: it is asked again, and if it fails in the same way, that is its answer.

use typestar_learn::Plan;
use typestar_model::{Id, OutputId, Outputs};
use typestar_query::{Answer, Evidence, OnHang, SystemError};

use super::{Process, Setback};
use crate::connection::Trouble;
use crate::way::{Way, cut};
use crate::wording::Wording;

/// What came of asking a plan again.
struct Again {
    answer: Answer,
    /// Whether the answer is that the plan fails each time.
    is_repeated: bool,
}

/// The answer, at whose last step it is noted how many words were executed beside it.
fn with_cost(mut answer: Answer, beside: &Evidence) -> Answer {
    if let Some(last) = answer.evidence.last_mut() {
        (last.more_words, last.more_symbols) = (beside.more_words, beside.more_symbols);
    }
    answer
}

impl Process {
    /// Asks a plan again that was not answered, as often as restarts are allowed.
    ///
    /// A hang or a crash is asked again even if none are: only what repeats is an answer.
    pub(super) fn mend(
        &mut self,
        plan: &Plan,
        outputs: &mut Outputs,
        finals: &[OutputId],
        mut trouble: Trouble,
    ) -> Result<Answer, SystemError> {
        let mut failures = 1;
        loop {
            let may_repeat = trouble.failure.is_some() && self.options.on_hang == OnHang::Output;
            let allowed = self.options.restarts.max(u32::from(may_repeat));
            if failures > allowed || self.is_interrupted() {
                return Err(self.give_up(plan, failures, trouble));
            }
            match self.again(plan, &trouble, outputs, finals) {
                Ok(Again { answer, is_repeated }) => {
                    if !is_repeated {
                        self.troubles.add_restart(&self.show(plan), &trouble.what);
                    }
                    return Ok(answer);
                }
                Err(Setback::Hopeless(error)) => return Err(error),
                Err(Setback::Trouble(next)) => {
                    self.troubles.add_restart(&self.show(plan), &trouble.what);
                    trouble = next;
                }
            }
            failures += 1;
        }
    }

    /// Asks a plan again, after its beginnings as far as they are needed to know at which step it fails. If it fails in
    /// the same way, that is the answer; if in another way, that is another trouble.
    fn again(
        &mut self,
        plan: &Plan,
        first: &Trouble,
        outputs: &mut Outputs,
        finals: &[OutputId],
    ) -> Result<Again, Setback> {
        let mut known: Option<Answer> = None;
        let mut beside = Evidence::default();
        for length in self.lengths(plan, first) {
            let mut answers = Vec::new();
            // In a process of its own: what fails when the component of another word ends is no fault of this one.
            self.connection = None;
            match self.ask(&[cut(plan, length)], outputs, finals, &mut answers) {
                Ok(()) => {}
                Err(Setback::Trouble(second)) if self.is_same(first, &second, known.as_ref()) => {
                    let failed = self.failed_answer(plan, &second, known, outputs, finals)?;
                    beside.more_words += 1;
                    beside.more_symbols += failed.word.len() as u64;
                    return Ok(Again { answer: with_cost(failed, &beside), is_repeated: true });
                }
                Err(setback) => return Err(setback),
            }
            let answer = answers.pop().expect("one plan has one answer");
            if length == plan.longest() || answer.word.len() < length {
                return Ok(Again { answer: with_cost(answer, &beside), is_repeated: false });
            }
            beside.more_words += 1;
            beside.more_symbols += length as u64;
            known = Some(answer);
        }
        unreachable!("the last beginning is the plan itself")
    }

    /// Which beginnings of a plan to ask after a failure; the last one is the plan itself.
    ///
    /// An adapter that tells each step has told where it failed, but not whether that was the reset or the first step.
    fn lengths(&self, plan: &Plan, first: &Trouble) -> Vec<usize> {
        let longest = plan.longest();
        let is_accident = first.failure.is_none() || self.options.on_hang == OnHang::Fail;
        match &first.steps {
            _ if is_accident => vec![longest],
            Some(steps) if !steps.is_empty() => vec![longest],
            Some(_) if longest > 0 => vec![0, longest],
            _ => (0..=longest).collect(),
        }
    }

    /// Whether a plan failed again as it did before, in a step. `known` is the answer to its beginning.
    fn is_same(&self, first: &Trouble, second: &Trouble, known: Option<&Answer>) -> bool {
        let steps = |trouble: &Trouble| -> Option<Vec<(String, String)>> {
            let steps = trouble.steps.as_ref()?;
            Some(steps.iter().map(|step| (step.input.clone(), step.output.clone())).collect())
        };
        let is_created = known.is_some() || second.steps.as_ref().is_some_and(|steps| !steps.is_empty());
        self.options.on_hang == OnHang::Output
            && first.failure.is_some()
            && first.failure == second.failure
            && steps(first) == steps(second)
            && is_created
    }

    /// The answer of a plan that fails in a step: all steps before it, and that one.
    fn failed_answer(
        &self,
        plan: &Plan,
        trouble: &Trouble,
        known: Option<Answer>,
        outputs: &mut Outputs,
        finals: &[OutputId],
    ) -> Result<Answer, Setback> {
        let wording = Wording::chosen(&self.alternatives, self.fixed.unwrap_or(self.executed));
        let mut answer = match &trouble.steps {
            Some(steps) => wording.answer(&cut(plan, steps.len()), steps.clone(), outputs, finals)?,
            None => known.unwrap_or_default(),
        };
        let mut way = Way::new(plan);
        answer.outputs.iter().for_each(|&output| way.take(Some(output)));
        let (Some(input), Some(failure)) = (way.next(), trouble.failure) else {
            return Err(Trouble::babble("the adapter fails behind the last step of the word").into());
        };
        answer.word.push(input);
        answer.outputs.push(outputs.intern(failure.output()));
        let used = (self.alternatives[input.index()].len() > 1).then(|| wording.name(input).to_owned());
        answer.evidence.push(Evidence { reason: Some(trouble.reason()), used, ..Evidence::default() });
        Ok(answer)
    }
}
