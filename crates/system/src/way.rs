//! The way through a plan: what was given, what comes next.

use typestar_learn::Plan;
use typestar_model::{InputId, OutputId};

/// A place in a plan.
pub(crate) struct Way<'p> {
    part: &'p Plan,
    at: usize,
}

impl<'p> Way<'p> {
    /// The place before the first input.
    pub(crate) fn new(plan: &'p Plan) -> Self {
        let mut way = Self { part: plan, at: 0 };
        way.go_on(None);
        way
    }

    /// The next input; none at the end.
    pub(crate) fn next(&self) -> Option<InputId> {
        self.part.word.get(self.at).copied()
    }

    /// The next input was given, with this output; none if no plan names the output.
    pub(crate) fn take(&mut self, output: Option<OutputId>) {
        self.at += 1;
        self.go_on(output);
    }

    fn go_on(&mut self, mut last: Option<OutputId>) {
        while self.at >= self.part.word.len() {
            let Some(next) = self.part.next(last) else { break };
            (self.part, self.at, last) = (next, 0, None);
        }
    }
}

/// The plan that ends after so many inputs.
pub(crate) fn cut(plan: &Plan, length: usize) -> Plan {
    let Some(left) = length.checked_sub(plan.word.len()).filter(|&left| left > 0) else {
        return Plan::word(&plan.word[..length.min(plan.word.len())]);
    };
    Plan {
        word: plan.word.clone(),
        then: plan.then.iter().map(|(output, next)| (*output, cut(next, left))).collect(),
        otherwise: plan.otherwise.as_ref().map(|next| Box::new(cut(next, left))),
    }
}
