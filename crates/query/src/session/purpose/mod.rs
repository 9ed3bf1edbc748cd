//! The learning purpose: which words are worth asking. Words outside it are never run.

mod automaton;
mod limits;
mod restrict;

use std::collections::BTreeMap;

use typestar_model::{InputId, Inputs, TraceRule, WAIT};

use self::automaton::Automaton;
use self::limits::{InputSet, Limit};

/// The learning purpose as the case file states it, by names. Empty rules limit nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PurposeSpec {
    /// Inputs that may be given only once in a word.
    pub at_most_once: Vec<String>,
    /// Sets of inputs; of each set, one input may be given once in a word.
    pub at_most_one_of: Vec<Vec<String>>,
    /// The first input of a word must be one of these; afterwards they are free.
    pub must_come_first: Vec<String>,
    /// After an input that is a key here, the next input must be one of the list.
    pub must_be_followed_by: BTreeMap<String, Vec<String>>,
    /// Limits on requests whose callbacks have not come yet.
    pub at_most_pending: Vec<PendingLimit>,
    /// Outputs of callins that refuse a request, beside `error`: such a request is not pending.
    pub refusals: Vec<String>,
    /// Limits on callins since the last one of some others.
    pub at_most_between: Vec<BetweenLimit>,
    /// How many callins may come since the start, or since the last `wait` that answered quiet; none for any number.
    pub at_most_between_quiets: Option<usize>,
    /// Which inputs may come next, as an automaton.
    pub automaton: Option<TraceRule>,
    /// Whether each callin is followed by waits until one is quiet, in one step. The system does that: `wait` is no input
    /// then, so the rules never see it.
    pub drain: bool,
}

/// At most `count` requests may wait for their callbacks at any time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PendingLimit {
    /// How many requests may be pending.
    pub count: usize,
    /// The inputs that start something.
    pub requests: Vec<String>,
    /// The outputs that end it.
    pub callbacks: Vec<String>,
    /// The callins that end one request, too, such as `cancel`, unless they are refused.
    pub ended_by: Vec<String>,
}

impl PendingLimit {
    /// Whether a request is pending for ever.
    pub(crate) fn has_no_end(&self) -> bool {
        self.callbacks.is_empty() && self.ended_by.is_empty()
    }
}

/// At most `count` callins of one list since the start, or since the last callin of another list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BetweenLimit {
    /// How many callins may come.
    pub count: usize,
    /// The callins that are counted.
    pub of: Vec<String>,
    /// The callins after which counting begins anew, unless they are refused.
    pub between: Vec<String>,
}

/// A learning purpose that judges traces step by step.
///
/// Rules look only at what already happened, so a purpose is closed under prefixes: once a word is outside,
/// it stays outside. Outputs are judged by name, because their alphabet grows while learning. A rule that names an input
/// or output holds for it with any values.
///
/// ```
/// use typestar_model::Inputs;
/// use typestar_query::{Purpose, PurposeSpec};
/// let inputs: Inputs = ["load", "play"].iter().collect();
/// let spec = PurposeSpec { at_most_once: vec!["load".to_owned()], ..PurposeSpec::default() };
/// let purpose = Purpose::new(&spec, &inputs);
/// let load = inputs.get("load").unwrap();
/// let loaded = purpose.step(&purpose.start(), load, "ok");
/// assert!(!purpose.allows(&loaded, load));
/// assert!(purpose.allows(&loaded, inputs.get("play").unwrap()));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Purpose {
    /// Sets of which one input may be given once.
    once: Vec<InputSet>,
    /// Sets that the next input may have to come from: after some input, or at the start.
    next: Vec<InputSet>,
    /// The place in `next` of the set that holds at the start.
    next_at_start: Option<usize>,
    /// The places in `next` of the sets that hold after an input.
    next_after: BTreeMap<InputId, usize>,
    /// The same by names, for inputs that appear later.
    next_after_name: BTreeMap<String, usize>,
    /// How many inputs it has heard of.
    inputs: usize,
    limits: Vec<Limit>,
    automaton: Option<Automaton>,
    /// The input that delivers callbacks, if the alphabet has it.
    wait: Option<InputId>,
}

/// What a purpose remembers of a trace.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PurposeState {
    outside: bool,
    /// The place in `Purpose::next` of the set that the next input must come from.
    next: Option<usize>,
    /// For each set of `Purpose::once`, whether one of its inputs was given.
    used: Vec<bool>,
    /// For each limit, how many requests wait for their callbacks.
    pending: Vec<usize>,
    /// The state of the automaton; 0 if there is none.
    place: usize,
}

impl Purpose {
    /// The purpose over one alphabet. A name that is not in the alphabet limits nothing;
    /// [`Case::check_inputs`](crate::Case::check_inputs) reports such names.
    pub fn new(spec: &PurposeSpec, inputs: &Inputs) -> Self {
        let single = spec.at_most_once.iter().map(|name| InputSet::new([name]));
        let several = spec.at_most_one_of.iter().map(InputSet::new);
        let mut purpose = Self { once: single.chain(several).collect(), ..Self::default() };
        if !spec.must_come_first.is_empty() {
            purpose.next_at_start = Some(purpose.next.len());
            purpose.next.push(InputSet::new(&spec.must_come_first));
        }
        for (name, followers) in &spec.must_be_followed_by {
            purpose.next_after_name.insert(name.clone(), purpose.next.len());
            purpose.next.push(InputSet::new(followers));
        }
        let pending = spec.at_most_pending.iter().map(|limit| Limit::of_pending(limit, &spec.refusals));
        let between_quiets = spec.at_most_between_quiets.map(Limit::between_quiets);
        let between = spec.at_most_between.iter().map(|limit| Limit::between(limit, &spec.refusals));
        purpose.limits = pending.chain(between_quiets).chain(between).collect();
        purpose.automaton = spec.automaton.clone().map(Automaton::new);
        purpose.extend(inputs);
        purpose
    }

    /// Hears of inputs that are new in the alphabet: the rules hold for them, too.
    pub fn extend(&mut self, inputs: &Inputs) {
        self.once.iter_mut().chain(&mut self.next).for_each(|set| set.extend(inputs));
        self.limits.iter_mut().for_each(|limit| limit.extend(inputs));
        self.automaton.iter_mut().for_each(|automaton| automaton.extend(inputs));
        for input in inputs.ids().skip(self.inputs) {
            let symbol = inputs.symbol(input);
            let place = |name| self.next_after_name.get(name).copied();
            self.next_after.extend(place(symbol.text()).or_else(|| place(symbol.name())).map(|place| (input, place)));
        }
        self.wait = self.wait.or_else(|| inputs.get(WAIT));
        self.inputs = inputs.len();
    }

    /// Whether some rule looks at outputs: what it allows is not known before they came.
    pub(crate) fn looks_at_outputs(&self) -> bool {
        !self.limits.is_empty() || self.automaton.as_ref().is_some_and(Automaton::looks_at_outputs)
    }

    /// Whether every word is inside.
    pub fn is_everything(&self) -> bool {
        self.once.is_empty() && self.next.is_empty() && self.limits.is_empty() && self.automaton.is_none()
    }

    /// What is remembered of the empty trace.
    pub fn start(&self) -> PurposeState {
        PurposeState {
            outside: false,
            next: self.next_at_start,
            used: vec![false; self.once.len()],
            pending: vec![0; self.limits.len()],
            place: self.automaton.as_ref().map_or(0, Automaton::start),
        }
    }

    /// Whether `input` may be given next.
    pub fn allows(&self, state: &PurposeState, input: InputId) -> bool {
        let spent = self.once.iter().zip(&state.used).any(|(set, &used)| used && set.contains(input));
        let expected = state.next.is_none_or(|place| self.next[place].contains(input));
        let full = (self.limits.iter().zip(&state.pending))
            .any(|(limit, &pending)| pending >= limit.count && limit.requests.contains(input));
        let fits = self.automaton.as_ref().is_none_or(|automaton| automaton.allows(state.place, input));
        !state.outside && !spent && expected && !full && fits
    }

    /// What is remembered after `input` was given and answered. An input that is not allowed leads outside for good.
    ///
    /// A request counts as pending unless it was refused, whatever it returned; each of its callbacks, and each callin that
    /// ends requests and is not refused, ends one pending request. A callin may answer something that is called like a callback, but it delivers none.
    pub fn step(&self, state: &PurposeState, input: InputId, output: &str) -> PurposeState {
        let delivers = self.delivers(input);
        let used = self.once.iter().zip(&state.used).map(|(set, &used)| used || set.contains(input));
        let pending = self.limits.iter().zip(&state.pending);
        let pending = pending.map(|(limit, &pending)| limit.pending_after(pending, input, output, delivers));
        PurposeState {
            outside: !self.allows(state, input),
            next: self.next_after.get(&input).copied(),
            used: used.collect(),
            pending: pending.collect(),
            place: self.automaton.as_ref().map_or(0, |automaton| automaton.next(state.place, input, output)),
        }
    }

    /// Whether `input` delivers callbacks: only `wait` does where it exists.
    fn delivers(&self, input: InputId) -> bool {
        self.wait.is_none_or(|wait| wait == input)
    }

    /// What is remembered of a trace.
    pub(crate) fn after<'o>(&self, trace: impl IntoIterator<Item = (InputId, &'o str)>) -> PurposeState {
        trace.into_iter().fold(self.start(), |state, (input, output)| self.step(&state, input, output))
    }

    /// How many steps of a trace are inside.
    pub(crate) fn length_inside<'o>(&self, trace: impl IntoIterator<Item = (InputId, &'o str)>) -> usize {
        let mut state = self.start();
        let is_inside = |&(input, output): &(InputId, &str)| {
            let is_allowed = self.allows(&state, input);
            state = self.step(&state, input, output);
            is_allowed
        };
        trace.into_iter().take_while(is_inside).count()
    }

    /// Whether more requests are pending, by some limit, after `later` than after `earlier`: the limit will end that.
    pub(crate) fn counts_up(&self, earlier: &PurposeState, later: &PurposeState) -> bool {
        earlier.pending.iter().zip(&later.pending).any(|(earlier, later)| later > earlier)
    }
}

#[cfg(test)]
mod tests;
