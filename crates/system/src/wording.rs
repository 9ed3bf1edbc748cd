//! From plans to the names that a system understands, and from its steps back to an answer.

use typestar_model::{Cursor, Evidence, OUTSIDE, OutputKind, Outputs, Plan, QUIET, Step, Symbol, Value, WAIT};
use typestar_protocol::PlanMessage;
use typestar_query::{Answer, Symbols, SystemError};

/// A system with more different outputs than this answers with something like the time of day: no machine comes of it,
/// only a full memory.
const MOST_OUTPUTS: usize = 1 << 20;

/// Why steps are no answer to a plan.
#[derive(Debug)]
pub(crate) enum Misread {
    /// They do not follow the plan; the text says where.
    OffThePlan(String),
    /// They are an answer, but it cannot be used.
    Unusable(SystemError),
}

/// A plan by names.
pub(crate) fn message(plan: &Plan, symbols: &Symbols) -> PlanMessage {
    PlanMessage::new(plan, &|input| symbols.inputs.symbol(input).clone(), &symbols.outputs)
}

/// The answer to a plan while its steps come in. Its outputs are numbered by an alphabet that grows.
pub(crate) struct Answering<'a> {
    pub(crate) symbols: &'a Symbols,
    cursor: Cursor<'a>,
    answer: Answer,
    /// How many steps came, those behind a final output included.
    pub(crate) taken: usize,
    end: Option<End>,
}

/// The output that ends an answer, whatever was planned behind it.
enum End {
    /// The system failed: nothing can follow.
    Failure,
    /// The case makes it final. An adapter need not know that and may go on; nobody looks at what follows.
    Final,
}

impl<'a> Answering<'a> {
    pub(crate) fn new(plan: &'a Plan, symbols: &'a Symbols) -> Self {
        let cursor = Cursor::naming(plan, &symbols.outputs);
        Self { symbols, cursor, answer: Answer::default(), taken: 0, end: None }
    }

    /// Whether the next step is a wait.
    pub(crate) fn waits(&self) -> bool {
        self.cursor.next().is_some_and(|input| self.symbols.inputs.text(input) == WAIT)
    }

    /// Adds the next step, if it follows the plan.
    pub(crate) fn add(&mut self, step: Step, named: &mut Outputs) -> Result<(), Misread> {
        self.taken += 1;
        match self.end {
            Some(End::Failure) => return Err(Misread::OffThePlan("it continues after an error".to_owned())),
            Some(End::Final) => return Ok(()),
            None => {}
        }
        let Some(input) = self.cursor.next() else {
            return Err(Misread::OffThePlan(format!("a step that was not planned: '{}'", step.input)));
        };
        check(&self.answer, self.symbols.inputs.symbol(input), &step, named)?;
        let (kind, known) = (OutputKind::of(step.output.text()), self.symbols.outputs.get(step.output.text()));
        self.cursor.take_symbol(known, &step.output);
        self.end = match kind.is_failure() {
            true => Some(End::Failure),
            false => known.is_some_and(|output| self.symbols.finals.contains(&output)).then_some(End::Final),
        };
        self.answer.word.push(input);
        self.answer.outputs.push(named.intern_symbol(step.output));
        // What was used and what it cost beside is not for an adapter to say.
        let silence = step.evidence.silence.filter(|_| kind == OutputKind::Quiet);
        self.answer.evidence.push(Evidence { silence, used: None, more_words: 0, more_symbols: 0, ..step.evidence });
        Ok(())
    }

    /// Whether the plan ends here: at its own end, at an output that ends it, or before an input that reuses a value which
    /// is not there. What a call returned is known to the adapter alone, so it may end before an input that reuses it.
    fn has_ended(&self, named: &Outputs) -> bool {
        let Some(input) = self.cursor.next().filter(|_| self.end.is_none()) else { return true };
        let (input, outputs) = (self.symbols.inputs.symbol(input), &self.answer.outputs);
        input.reuses_whole() || !input.finds_values(|step| outputs.get(step - 1).map(|&output| named.symbol(output)))
    }

    /// The answer, if no step is missing.
    pub(crate) fn finish(self, named: &Outputs) -> Result<Answer, Misread> {
        match !self.has_ended(named) {
            true => Err(Misread::OffThePlan(format!("the answer ends before step {}", self.answer.word.len() + 1))),
            false => Ok(self.answer),
        }
    }

    /// What came so far.
    pub(crate) fn so_far(self) -> Answer {
        self.answer
    }
}

/// Checks the next step of an answer against the input that was planned.
fn check(
    answer: &Answer,
    planned: &Symbol,
    Step { input, output, evidence }: &Step,
    named: &Outputs,
) -> Result<(), Misread> {
    let place = answer.word.len() + 1;
    if input != planned && !repeats(input, planned) {
        return Err(Misread::OffThePlan(format!("step {place} is '{input}' instead of '{planned}'")));
    }
    // A call whose values could not be made says nothing of the system, but why that is so.
    let is_outside = output.text() == OUTSIDE && !(is_callin(planned) && evidence.reason.is_some());
    if output.text().is_empty() || is_outside || is_reserved_with_values(output) {
        return Err(Misread::OffThePlan(format!("'{output}' is not an output of a system")));
    }
    if output.text() == QUIET && planned.text() != WAIT {
        return Err(Misread::OffThePlan(format!(
            "step {place}: the callin '{planned}' answered '{QUIET}', which only '{WAIT}' may answer: a callin that \
             returns answers 'ok'"
        )));
    }
    if named.len() >= MOST_OUTPUTS && named.get(output.text()).is_none() {
        return Err(Misread::Unusable(SystemError::TooManyOutputs(MOST_OUTPUTS)));
    }
    Ok(())
}

fn is_callin(input: &Symbol) -> bool {
    input.text() != WAIT
}

/// Whether an adapter repeats an input as it was planned. Languages with one kind of number write `1.0` as `1`.
fn repeats(told: &Symbol, planned: &Symbol) -> bool {
    let number = |value: &Value| match value {
        Value::Integer(integer) => Some(*integer as f64),
        Value::Decimal(decimal) => Some(decimal.number()),
        _ => None,
    };
    let is_same = |(told, planned): (&Value, &Value)| {
        told == planned || number(told).is_some_and(|told| Some(told) == number(planned))
    };
    told.name() == planned.name()
        && told.values().len() == planned.values().len()
        && told.values().iter().zip(planned.values()).all(is_same)
}

/// What typestar gives a meaning of its own has no values.
fn is_reserved_with_values(output: &Symbol) -> bool {
    !output.values().is_empty() && OutputKind::of(output.name()) != OutputKind::Callback
}

#[cfg(test)]
mod tests {
    use typestar_model::{ERROR, Id, InputId};

    use super::*;

    fn symbols(inputs: &[&str]) -> Symbols {
        let outputs: Outputs = [ERROR].iter().collect();
        let finals = outputs.get(ERROR).into_iter().collect();
        Symbols { inputs: inputs.iter().collect(), offered: inputs.len(), outputs, finals }
    }

    fn answer(
        plan: &Plan,
        steps: impl IntoIterator<Item = Step>,
        symbols: &Symbols,
        named: &mut Outputs,
    ) -> Result<Answer, Misread> {
        let mut answering = Answering::new(plan, symbols);
        steps.into_iter().try_for_each(|step| answering.add(step, named))?;
        answering.finish(named)
    }

    #[test]
    fn a_callin_may_answer_any_name_and_the_word_goes_on() {
        let symbols = symbols(&["exec", "stop"]);
        let steps = [("exec", "EXECABORT"), ("stop", "\"error\""), ("exec", "ok")];
        let steps = steps.iter().map(|(input, output)| Step::new(input, output));
        let mut named = Outputs::default();
        let plan = Plan::word(["exec", "stop", "exec"].map(|name| symbols.inputs.get(name).expect("an input")));
        let answer = answer(&plan, steps, &symbols, &mut named).expect("an answer");
        let names: Vec<&str> = answer.outputs.iter().map(|&output| named.text(output)).collect();
        assert_eq!(names, ["EXECABORT", "\"error\"", "ok"]);
    }

    #[test]
    fn the_first_output_too_many_is_refused_and_those_before_are_not() {
        let symbols = symbols(&["now"]);
        let mut named: Outputs = (1..MOST_OUTPUTS).map(|number| number.to_string()).collect();
        let plan = Plan::word([InputId::new(0)]);
        let mut number = |output: &str| {
            let answer = answer(&plan, [Step::new("now", output)], &symbols, &mut named);
            answer.map(|answer| answer.outputs[0].index())
        };
        assert_eq!(number("last").ok(), Some(MOST_OUTPUTS - 1));
        assert!(matches!(number("more"), Err(Misread::Unusable(SystemError::TooManyOutputs(MOST_OUTPUTS)))));
        assert_eq!(number("7").ok(), Some(6));
    }
}
