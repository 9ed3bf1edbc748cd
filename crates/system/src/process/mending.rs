//! What is done about a plan that was not answered: it is asked again, and if it fails in the same way, that is its answer.

use std::ops::ControlFlow;

use typestar_model::{Cursor, Evidence, Outputs, Plan};
use typestar_query::{Answer, OnHang, Symbols, SystemError};

use super::delivery::Delivery;
use super::{Process, Setback, show};
use crate::connection::{Failure, Trouble};

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
    /// A hang or a crash is asked again even if none are, because only what repeats is an answer. Nothing is asked again
    /// when no more answers are wanted.
    pub(super) fn mend(
        &mut self,
        plan: &Plan,
        symbols: &Symbols,
        mut trouble: Trouble,
        delivery: &mut Delivery,
    ) -> Result<Answer, SystemError> {
        let mut failures = 1;
        loop {
            let allowed = self.options.restarts.max(u32::from(self.may_be_an_output(&trouble)));
            if failures > allowed || self.is_interrupted() || !delivery.is_wanted(&self.outputs) {
                return Err(self.give_up(&show(plan, symbols), failures, &trouble));
            }
            match self.again(plan, &trouble, symbols) {
                Ok(Again { answer, is_repeated: true }) => return Ok(answer),
                Ok(_) if failures > self.options.restarts => {
                    return Err(self.give_up(&show(plan, symbols), failures, &trouble));
                }
                Ok(Again { answer, .. }) => {
                    self.note_unended(&trouble);
                    self.troubles.add_restart(&show(plan, symbols), &trouble.told(&self.options.subject));
                    return Ok(answer);
                }
                Err(Setback::Hopeless(error)) => return Err(error),
                Err(Setback::Trouble(next)) => {
                    self.troubles.add_restart(&show(plan, symbols), &trouble.told(&self.options.subject));
                    trouble = next;
                }
            }
            failures += 1;
        }
    }

    /// Asks a plan again. If it fails in the same way, that is the answer; if in another way, that is another trouble.
    fn again(&mut self, plan: &Plan, first: &Trouble, symbols: &Symbols) -> Result<Again, Setback> {
        match first.known.is_some() || !self.may_be_an_output(first) {
            true => self.again_as_a_whole(plan, first, symbols),
            false => self.again_by_beginnings(plan, first, symbols),
        }
    }

    /// Takes note of trouble that came before the first step of a word and does not come when the word is asked alone:
    /// the component of the word before could not be ended. What happens each time ends the run, once the answer that
    /// was there after all is kept.
    fn note_unended(&mut self, trouble: &Trouble) {
        if !trouble.known.as_ref().is_some_and(|known| known.word.is_empty()) {
            return;
        }
        self.unended += 1;
        if self.unended <= self.options.restarts {
            return;
        }
        let subject = &self.options.subject;
        let when = format!(" while ending the component of the previous word, {} times in a row", self.unended);
        let advice = "fix how a component is ended (`destroy` of the host libraries, `dispose` of a driver)";
        let trouble = Trouble::new(trouble.what.clone(), advice);
        self.hopeless = Some(SystemError::Failed(trouble.report(subject, &when, &self.options.command)));
    }

    /// Asks a plan again whose steps are told one by one.
    fn again_as_a_whole(&mut self, plan: &Plan, first: &Trouble, symbols: &Symbols) -> Result<Again, Setback> {
        let mut second = match self.ask_one(plan, symbols) {
            Err(Setback::Trouble(second)) if self.is_same(first, &second) => second,
            Ok(answer) => return Ok(Again { answer, is_repeated: false }),
            Err(setback) => return Err(setback),
        };
        let mut beside = Evidence { more_words: 1, ..Evidence::default() };
        let known = second.known.take().map_or_else(Answer::default, |known| *known);
        // Only the empty word tells a first step that fails from a component that cannot be created.
        if known.word.is_empty() {
            self.ask_one(&Plan::default(), symbols)?;
            beside.more_words += 1;
        }
        let answer = self.failed_answer(plan, &second, known, symbols)?;
        beside.more_symbols = answer.word.len() as u64;
        Ok(Again { answer: with_cost(answer, &beside), is_repeated: true })
    }

    /// Asks ever longer beginnings of a plan, to find the step at which it fails.
    fn again_by_beginnings(&mut self, plan: &Plan, first: &Trouble, symbols: &Symbols) -> Result<Again, Setback> {
        let (mut known, mut beside) = (Answer::default(), Evidence::default());
        for length in 0..=plan.longest() {
            let part = plan.cut(length);
            known = match self.ask_one(&part, symbols) {
                Ok(answer) if length == plan.longest() || answer.word.len() < length => {
                    return Ok(Again { answer: with_cost(answer, &beside), is_repeated: false });
                }
                Ok(answer) => answer,
                Err(Setback::Trouble(second)) if length > 0 && self.is_same(first, &second) => {
                    // Alone on a new adapter, so that it was not the end of the component before.
                    match self.ask_one(&part, symbols) {
                        Err(Setback::Trouble(third)) if self.is_same(first, &third) => {}
                        Err(setback) => return Err(setback),
                        Ok(_) => return self.again_alone(plan, symbols),
                    }
                    beside.more_words += 2;
                    beside.more_symbols += 2 * length as u64;
                    let answer = self.failed_answer(plan, &second, known, symbols)?;
                    return Ok(Again { answer: with_cost(answer, &beside), is_repeated: true });
                }
                Err(setback) => return Err(setback),
            };
            beside.more_words += 1;
            beside.more_symbols += length as u64;
        }
        unreachable!("the last beginning is the plan itself")
    }

    /// Asks a plan on a new adapter, because the end of another component fails.
    fn again_alone(&mut self, plan: &Plan, symbols: &Symbols) -> Result<Again, Setback> {
        self.connection = None;
        Ok(Again { answer: self.ask_one(plan, symbols)?, is_repeated: false })
    }

    fn ask_one(&mut self, plan: &Plan, symbols: &Symbols) -> Result<Answer, Setback> {
        let mut answers = Vec::new();
        let mut taker = |new: Vec<(usize, Answer)>, _: &Outputs| {
            answers.extend(new);
            ControlFlow::Continue(())
        };
        self.ask(std::slice::from_ref(plan), symbols, &mut Delivery::to(&mut taker))?;
        Ok(answers.pop().expect("one plan has one answer").1)
    }

    /// Whether it was perhaps the component that failed, and the case wants to know that.
    fn may_be_an_output(&self, trouble: &Trouble) -> bool {
        trouble.failure.is_some() && self.options.on_hang == OnHang::Output
    }

    /// Whether a plan failed again as it did before.
    fn is_same(&self, first: &Trouble, second: &Trouble) -> bool {
        let steps = |trouble: &Trouble| trouble.known.as_ref().map(|known| (known.word.clone(), known.outputs.clone()));
        self.may_be_an_output(first) && first.failure == second.failure && steps(first) == steps(second)
    }

    /// The answer of a plan that fails in the step behind what is known of it.
    fn failed_answer(
        &mut self,
        plan: &Plan,
        trouble: &Trouble,
        known: Answer,
        symbols: &Symbols,
    ) -> Result<Answer, Setback> {
        let mut answer = known;
        let mut place = Cursor::naming(plan, &symbols.outputs);
        for &output in &answer.outputs {
            place.take(symbols.outputs.get(self.outputs.text(output)));
        }
        let (Some(input), Some(failure)) = (place.next(), trouble.failure) else {
            return Err(Trouble::babble("fails after the last step of the word").into());
        };
        answer.word.push(input);
        answer.outputs.push(self.outputs.intern(failure.output()));
        // What hangs was given so long at least.
        let hung = (failure == Failure::Hang).then(|| self.options.settings.step_deadline());
        let ms = hung.unwrap_or_default().as_secs_f64() * 1000.0;
        let reason = Some(trouble.reason(&self.options.subject));
        answer.evidence.push(Evidence { reason, ms, ..Evidence::default() });
        Ok(answer)
    }
}
