//! Sets of inputs, and limits on what may be pending.

use std::collections::BTreeSet;

use typestar_model::{Id, InputId, Inputs, OutputKind, QUIET, Symbol, WAIT};

use super::{BetweenLimit, PendingLimit};

/// A set of inputs, as a table by index. An input that it has not heard of is not in it.
#[derive(Clone, Debug)]
pub(super) struct InputSet {
    members: Vec<bool>,
    named: Named,
}

/// Which inputs are in a set.
#[derive(Clone, Debug)]
enum Named {
    /// Those with these names.
    As(BTreeSet<String>),
    /// All but `wait`.
    Callins,
}

impl InputSet {
    /// It has not heard of any input yet.
    pub(super) fn new<'a>(names: impl IntoIterator<Item = &'a String>) -> Self {
        Self { members: Vec::new(), named: Named::As(names.into_iter().cloned().collect()) }
    }

    /// Hears of inputs that are new in the alphabet.
    pub(super) fn extend(&mut self, inputs: &Inputs) {
        for input in inputs.ids().skip(self.members.len()) {
            let symbol = inputs.symbol(input);
            self.members.push(match &self.named {
                Named::As(names) => names.contains(symbol.text()) || names.contains(symbol.name()),
                Named::Callins => symbol.name() != WAIT,
            });
        }
    }

    pub(super) fn contains(&self, input: InputId) -> bool {
        self.members.get(input.index()) == Some(&true)
    }
}

/// At most so many requests at a time, and what ends them.
#[derive(Clone, Debug)]
pub(super) struct Limit {
    pub(super) count: usize,
    pub(super) requests: InputSet,
    /// The inputs that end a request, or all of them, unless they are refused.
    enders: InputSet,
    pub(super) callbacks: Vec<String>,
    /// Outputs of a callin that show that it was refused: such a call neither requests nor ends anything.
    pub(super) refusals: Vec<String>,
    /// Whether one of `enders` or `callbacks` ends all pending requests, and not only one of them.
    ends_all: bool,
}

impl Limit {
    pub(super) fn of_pending(limit: &PendingLimit, refusals: &[String]) -> Self {
        Self {
            count: limit.count,
            requests: InputSet::new(&limit.requests),
            enders: InputSet::new(&limit.ended_by),
            callbacks: limit.callbacks.clone(),
            refusals: refusals.to_vec(),
            ends_all: false,
        }
    }

    /// Every callin is pending until the system is quiet.
    pub(super) fn between_quiets(count: usize) -> Self {
        Self {
            count,
            requests: InputSet { members: Vec::new(), named: Named::Callins },
            enders: InputSet::new([]),
            callbacks: vec![QUIET.to_owned()],
            refusals: Vec::new(),
            ends_all: true,
        }
    }

    /// Every callin of a list is pending until one of another list comes.
    pub(super) fn between(limit: &BetweenLimit, refusals: &[String]) -> Self {
        Self {
            count: limit.count,
            requests: InputSet::new(&limit.of),
            enders: InputSet::new(&limit.between),
            callbacks: Vec::new(),
            refusals: refusals.to_vec(),
            ends_all: true,
        }
    }

    /// Hears of inputs that are new in the alphabet.
    pub(super) fn extend(&mut self, inputs: &Inputs) {
        self.requests.extend(inputs);
        self.enders.extend(inputs);
    }

    /// How many requests of this limit an input is.
    pub(super) fn requests_by(&self, input: InputId) -> usize {
        usize::from(self.requests.contains(input))
    }

    /// Whether it matters for this limit that an input is refused.
    pub(super) fn concerns(&self, input: InputId) -> bool {
        self.requests.contains(input) || self.enders.contains(input)
    }

    /// How many requests are pending after `input` was given and answered; `delivers` says whether it can be called back.
    ///
    /// An input that both ends and requests ends what came before it.
    pub(super) fn pending_after(&self, pending: usize, input: InputId, output: &str, delivers: bool) -> usize {
        let kind = OutputKind::of(output);
        let is_in = |names: &[String]| names.iter().any(|name| Symbol::is_named(output, name));
        let is_accepted = !kind.is_failure() && kind != OutputKind::Outside && !is_in(&self.refusals);
        let left = self.left_of(pending, is_accepted && self.enders.contains(input));
        let requested = usize::from(is_accepted && self.requests.contains(input));
        self.left_of(left + requested, delivers && is_in(&self.callbacks))
    }

    /// What is left of the pending requests if something ends one of them, or all.
    fn left_of(&self, pending: usize, is_ended: bool) -> usize {
        match (is_ended, self.ends_all) {
            (false, _) => pending,
            (true, true) => 0,
            (true, false) => pending.saturating_sub(1),
        }
    }
}
