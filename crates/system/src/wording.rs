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

/// The answer that the steps are, if they follow the plan. Its outputs are numbered by `named`, which grows.
pub(crate) fn answer(plan: &Plan, steps: Vec<Step>, symbols: &Symbols, named: &mut Outputs) -> Result<Answer, Misread> {
    let mut answer = Answer::default();
    let mut steps = steps.into_iter();
    let mut cursor = Cursor::naming(plan, &symbols.outputs);
    while let Some(input) = cursor.next() {
        let Some(step) = steps.next() else { return Err(too_short(answer.word.len())) };
        check(&answer, symbols.inputs.text(input), &step, named)?;
        let known = symbols.outputs.get(&step.output);
        let is_failure = OutputKind::of(&step.output).is_failure();
        answer.word.push(input);
        answer.outputs.push(named.intern(&step.output));
        let Evidence { reason, ms, silence, origin, returned, values, before, .. } = step.evidence;
        let silence = silence.filter(|_| step.output == QUIET);
        let evidence = Evidence { reason, ms, silence, origin, returned, values, before, ..Evidence::default() };
        answer.evidence.push(evidence);
        cursor.take_text(&step.output);
        if is_failure || known.is_some_and(|output| symbols.finals.contains(&output)) {
            return match steps.len() == 0 || !is_failure {
                true => Ok(answer),
                false => Err(Misread::OffThePlan("it goes on after an error".to_owned())),
            };
        }
    }
    match steps.next() {
        None => Ok(answer),
        Some(step) => Err(Misread::OffThePlan(format!("a step that was not planned: '{}'", step.input))),
    }
}

/// Checks the next step of an answer against the input that was planned.
fn check(answer: &Answer, planned: &str, step: &Step, named: &Outputs) -> Result<(), Misread> {
    let place = answer.word.len() + 1;
    if step.input != planned && !repeats(&step.input, planned) {
        return Err(Misread::OffThePlan(format!("step {place} is '{}' instead of '{planned}'", step.input)));
    }
    if step.output.is_empty() || step.output == OUTSIDE || is_reserved_with_values(&step.output) {
        return Err(Misread::OffThePlan(format!("'{}' is not an output of a system", step.output)));
    }
    if step.output == QUIET && planned != WAIT {
        return Err(Misread::OffThePlan(format!(
            "step {place}, the callin '{planned}', is answered with '{QUIET}', which only '{WAIT}' may answer: a callin \
             that returns answers 'ok'"
        )));
    }
    if named.len() >= MOST_OUTPUTS && named.get(&step.output).is_none() {
        return Err(Misread::Unusable(SystemError::TooManyOutputs(MOST_OUTPUTS)));
    }
    Ok(())
}

/// Whether an adapter repeats an input as it was planned. Languages with one kind of number write `1.0` as `1`.
fn repeats(told: &str, planned: &str) -> bool {
    let (told, planned) = (Symbol::read(told), Symbol::read(planned));
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
fn is_reserved_with_values(output: &str) -> bool {
    let is_reserved = |output: Symbol| OutputKind::of(output.name()) != OutputKind::Callback;
    output.ends_with(')') && is_reserved(Symbol::read(output))
}

fn too_short(steps: usize) -> Misread {
    Misread::OffThePlan(format!("the answer ends before step {}", steps + 1))
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

    #[test]
    fn a_callin_may_answer_any_name_and_the_word_goes_on() {
        let symbols = symbols(&["exec", "stop"]);
        let steps = [("exec", "EXECABORT"), ("stop", "\"error\""), ("exec", "ok")];
        let steps = steps.iter().map(|(input, output)| Step::new(input, output)).collect();
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
            let answer = answer(&plan, vec![Step::new("now", output)], &symbols, &mut named);
            answer.map(|answer| answer.outputs[0].index())
        };
        assert_eq!(number("last").ok(), Some(MOST_OUTPUTS - 1));
        assert!(matches!(number("more"), Err(Misread::Unusable(SystemError::TooManyOutputs(MOST_OUTPUTS)))));
        assert_eq!(number("7").ok(), Some(6));
    }
}
