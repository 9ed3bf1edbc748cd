//! Where the answers of an adapter go, one by one, and whether more of them are wanted.

use std::ops::ControlFlow;

use typestar_model::Outputs;
use typestar_query::{Answer, Taker};

/// Hands over answers as they come, in the order of their plans.
pub(super) struct Delivery<'t> {
    taker: Taker<'t>,
    /// How many answers were handed over.
    pub(super) answered: usize,
    /// Whether no more are wanted.
    pub(super) is_over: bool,
}

impl<'t> Delivery<'t> {
    /// Hands over to this taker.
    pub(super) fn to(taker: Taker<'t>) -> Self {
        Self { taker, answered: 0, is_over: false }
    }

    pub(super) fn hand_over(&mut self, answer: Answer, outputs: &Outputs) {
        let place = self.answered;
        self.answered += 1;
        self.give(vec![(place, answer)], outputs);
    }

    /// Whether more answers are wanted. Asked where an answer takes longer than usual: an adapter is started again for it.
    pub(super) fn is_wanted(&mut self, outputs: &Outputs) -> bool {
        self.give(Vec::new(), outputs);
        !self.is_over
    }

    fn give(&mut self, answers: Vec<(usize, Answer)>, outputs: &Outputs) {
        self.is_over |= (self.taker)(answers, outputs) == ControlFlow::Break(());
    }
}
