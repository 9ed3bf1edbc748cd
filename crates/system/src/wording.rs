//! From plans to the names that a system understands, and from its steps back to an answer.

use typestar_model::{
    Choice, Cursor, Evidence, Id, InputId, Inputs, OUTSIDE, OutputId, OutputKind, Outputs, Plan, QUIET, Step, WAIT,
};
use typestar_protocol::PlanMessage;
use typestar_query::{Answer, SystemError};

/// How the inputs are called in one execution. An input with several alternatives has another name each time.
pub(crate) struct Wording {
    names: Vec<String>,
    has_alternatives: Vec<bool>,
}

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

impl Wording {
    /// Every input goes by its own name.
    pub(crate) fn plain(inputs: &Inputs) -> Self {
        Self { names: inputs.names().to_vec(), has_alternatives: vec![false; inputs.len()] }
    }

    /// Of each input's alternatives, the one at this position, counted round and round.
    pub(crate) fn chosen(alternatives: &[Vec<String>], position: usize) -> Self {
        let choose = |names: &Vec<String>| names[position % names.len()].clone();
        Self {
            names: alternatives.iter().map(choose).collect(),
            has_alternatives: alternatives.iter().map(|names| names.len() > 1).collect(),
        }
    }

    /// What the input is called.
    pub(crate) fn name(&self, input: InputId) -> &str {
        &self.names[input.index()]
    }

    /// The plan by names.
    pub(crate) fn message(&self, plan: &Plan, outputs: &Outputs) -> PlanMessage {
        let name = |choice: &Choice| match choice {
            Choice::Output(output) => outputs.name(*output).to_owned(),
        };
        let words = |word: &[InputId]| word.iter().map(|&input| self.name(input).to_owned()).collect();
        let last = plan.only.last().map_or(0, |(place, _)| place + 1);
        let mut message = PlanMessage { word: words(&plan.word[last..]), ..Default::default() };
        for (choice, next) in plan.then.iter().rev() {
            message.then.insert(name(choice), self.message(next, outputs));
        }
        message.otherwise = plan.otherwise.as_ref().map(|next| Box::new(self.message(next, outputs)));
        for (index, (place, choice)) in plan.only.iter().enumerate().rev() {
            let first = index.checked_sub(1).map_or(0, |before| plan.only[before].0 + 1);
            let then = [(name(choice), message)].into();
            message = PlanMessage { word: words(&plan.word[first..=*place]), then, ..Default::default() };
        }
        message
    }

    /// The answer that the steps are, if they follow the plan. It is cut at the first final output.
    pub(crate) fn answer(
        &self,
        plan: &Plan,
        steps: Vec<Step>,
        outputs: &mut Outputs,
        finals: &[OutputId],
    ) -> Result<Answer, Misread> {
        let mut answer = Answer::default();
        let mut steps = steps.into_iter();
        let mut cursor = Cursor::new(plan);
        while let Some(input) = cursor.next() {
            let Some(step) = steps.next() else { return Err(too_short(answer.word.len())) };
            self.take(&mut answer, input, step, outputs)?;
            let output = answer.outputs[answer.outputs.len() - 1];
            cursor.take(Some(output));
            let is_failure = OutputKind::of(outputs.name(output)).is_failure();
            if finals.contains(&output) || is_failure {
                return if steps.len() == 0 || !is_failure {
                    Ok(answer)
                } else {
                    Err(Misread::OffThePlan("it goes on after an error".to_owned()))
                };
            }
        }
        match steps.next() {
            None => Ok(answer),
            Some(step) => Err(Misread::OffThePlan(format!("a step that was not planned: '{}'", step.input))),
        }
    }

    fn take(&self, answer: &mut Answer, input: InputId, step: Step, outputs: &mut Outputs) -> Result<(), Misread> {
        let name = self.name(input);
        if step.input != name {
            let place = answer.word.len() + 1;
            return Err(Misread::OffThePlan(format!("step {place} is '{}' instead of '{name}'", step.input)));
        }
        if step.output.is_empty() || step.output == OUTSIDE {
            return Err(Misread::OffThePlan(format!("'{}' is not an output of a system", step.output)));
        }
        if step.output == QUIET && name != WAIT {
            let place = answer.word.len() + 1;
            return Err(Misread::OffThePlan(format!(
                "step {place}, the callin '{name}', is answered with '{QUIET}', which only '{WAIT}' may answer: a callin \
                 that returns answers 'ok'"
            )));
        }
        if outputs.get(&step.output).is_none() && outputs.len() >= MOST_OUTPUTS {
            return Err(Misread::Unusable(SystemError::TooManyOutputs(MOST_OUTPUTS)));
        }
        answer.word.push(input);
        answer.outputs.push(outputs.intern(&step.output));
        let used = self.has_alternatives[input.index()].then(|| name.to_owned());
        let Evidence { reason, ms, returned, .. } = step.evidence;
        answer.evidence.push(Evidence { reason, ms, used, returned, ..Evidence::default() });
        Ok(())
    }
}

fn too_short(steps: usize) -> Misread {
    Misread::OffThePlan(format!("the answer ends before step {}", steps + 1))
}

#[cfg(test)]
mod tests {
    use typestar_model::ERROR;

    use super::*;

    #[test]
    fn a_callin_may_answer_any_name_and_the_word_goes_on() {
        let inputs: Inputs = ["exec", "stop"].into_iter().collect();
        let step = |input: &str, output: &str| Step { input: input.into(), output: output.into(), ..Step::default() };
        let steps = vec![step("exec", "EXECABORT"), step("stop", "\"error\""), step("exec", "ok")];
        let mut outputs = Outputs::default();
        let plan = Plan::word(["exec", "stop", "exec"].map(|name| inputs.get(name).expect("an input")));
        let finals = [outputs.intern(ERROR)];
        let answer = Wording::plain(&inputs).answer(&plan, steps, &mut outputs, &finals).expect("an answer");
        let names: Vec<&str> = answer.outputs.iter().map(|&output| outputs.name(output)).collect();
        assert_eq!(names, ["EXECABORT", "\"error\"", "ok"]);
    }

    #[test]
    fn the_first_output_too_many_is_refused_and_those_before_are_not() {
        let inputs: Inputs = ["now"].into_iter().collect();
        let mut outputs: Outputs = (1..MOST_OUTPUTS).map(|number| number.to_string()).collect();
        let plan = Plan::word([InputId::new(0)]);
        let mut answer = |output: &str| {
            let step = Step { input: "now".into(), output: output.into(), ..Step::default() };
            Wording::plain(&inputs).answer(&plan, vec![step], &mut outputs, &[]).map(|answer| answer.outputs[0].index())
        };
        assert_eq!(answer("last").ok(), Some(MOST_OUTPUTS - 1));
        assert!(matches!(answer("more"), Err(Misread::Unusable(SystemError::TooManyOutputs(MOST_OUTPUTS)))));
        assert_eq!(answer("7").ok(), Some(6));
    }
}
