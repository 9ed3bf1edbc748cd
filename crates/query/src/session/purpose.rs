//! The learning purpose: which words are worth asking. Words outside it are never run.

use std::collections::{BTreeMap, BTreeSet};

use typestar_model::{Choice, Cursor, ERROR, Id, InputId, Inputs, OK, OutputKind, Outputs, Plan, QUIET, Symbol, WAIT};

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
    /// How many callins may come since the start, or since the last `wait` that answered quiet; none for any number.
    pub at_most_between_quiets: Option<usize>,
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
}

/// A set of inputs, as a table by index. An input that it has not heard of is not in it.
#[derive(Clone, Debug)]
struct InputSet {
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
    fn new<'a>(names: impl IntoIterator<Item = &'a String>) -> Self {
        Self { members: Vec::new(), named: Named::As(names.into_iter().cloned().collect()) }
    }

    /// Hears of inputs that are new in the alphabet.
    fn extend(&mut self, inputs: &Inputs) {
        for input in inputs.ids().skip(self.members.len()) {
            let symbol = inputs.symbol(input);
            self.members.push(match &self.named {
                Named::As(names) => names.contains(symbol.text()) || names.contains(symbol.name()),
                Named::Callins => symbol.name() != WAIT,
            });
        }
    }

    fn contains(&self, input: InputId) -> bool {
        self.members.get(input.index()) == Some(&true)
    }
}

#[derive(Clone, Debug)]
struct Limit {
    count: usize,
    requests: InputSet,
    callbacks: Vec<String>,
    /// Outputs of a request that show that it was refused.
    refusals: Vec<String>,
    /// Whether one of `callbacks` ends all pending requests, and not only one of them.
    ends_all: bool,
}

impl Limit {
    fn of_pending(limit: &PendingLimit, refusals: &[String]) -> Self {
        let requests = InputSet::new(&limit.requests);
        let (callbacks, refusals) = (limit.callbacks.clone(), refusals.to_vec());
        Self { count: limit.count, requests, callbacks, refusals, ends_all: false }
    }

    /// Every callin is pending until the system is quiet.
    fn between_quiets(count: usize) -> Self {
        let requests = InputSet { members: Vec::new(), named: Named::Callins };
        Self { count, requests, callbacks: vec![QUIET.to_owned()], refusals: Vec::new(), ends_all: true }
    }

    /// How many requests of this limit an input is.
    fn requests_by(&self, input: InputId) -> usize {
        usize::from(self.requests.contains(input))
    }

    /// How many requests are pending after `input` was given and answered; `delivers` says whether it can be called back.
    fn pending_after(&self, pending: usize, input: InputId, output: &str, delivers: bool) -> usize {
        let kind = OutputKind::of(output);
        let is_in = |names: &[String]| names.iter().any(|name| Symbol::is_named(output, name));
        let is_accepted = !kind.is_failure() && kind != OutputKind::Outside && !is_in(&self.refusals);
        let requested = usize::from(is_accepted && self.requests.contains(input));
        let is_called_back = delivers && is_in(&self.callbacks);
        match (is_called_back, self.ends_all) {
            (true, true) => 0,
            _ => (pending + requested).saturating_sub(usize::from(is_called_back)),
        }
    }
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
        purpose.limits = pending.chain(between_quiets).collect();
        purpose.extend(inputs);
        purpose
    }

    /// Hears of inputs that are new in the alphabet: the rules hold for them, too.
    pub fn extend(&mut self, inputs: &Inputs) {
        let sets = self.once.iter_mut().chain(&mut self.next);
        sets.chain(self.limits.iter_mut().map(|limit| &mut limit.requests)).for_each(|set| set.extend(inputs));
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
        !self.limits.is_empty()
    }

    /// Whether every word is inside.
    pub fn is_everything(&self) -> bool {
        self.once.is_empty() && self.next.is_empty() && self.limits.is_empty()
    }

    /// What is remembered of the empty trace.
    pub fn start(&self) -> PurposeState {
        PurposeState {
            outside: false,
            next: self.next_at_start,
            used: vec![false; self.once.len()],
            pending: vec![0; self.limits.len()],
        }
    }

    /// Whether `input` may be given next.
    pub fn allows(&self, state: &PurposeState, input: InputId) -> bool {
        let spent = self.once.iter().zip(&state.used).any(|(set, &used)| used && set.contains(input));
        let expected = state.next.is_none_or(|place| self.next[place].contains(input));
        let full = (self.limits.iter().zip(&state.pending))
            .any(|(limit, &pending)| pending >= limit.count && limit.requests.contains(input));
        !state.outside && !spent && expected && !full
    }

    /// What is remembered after `input` was given and answered. An input that is not allowed leads outside for good.
    ///
    /// A request counts as pending unless it was refused, whatever it returned; each of its callbacks ends one pending
    /// request. A callin may answer something that is called like a callback, but it delivers none.
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
        }
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

    /// The part of `plan` that stays inside the purpose when it starts after `state`.
    ///
    /// Where what is allowed depends on outputs that are not known yet (pending requests), the new plan branches on
    /// them, so that no input outside the purpose is ever given. In an alphabet with `wait`, only `wait` delivers
    /// callbacks and an error ends the word, so only `wait` needs branches, and requests that may be refused while the
    /// word goes on. Their number can double with each `wait` that decides about a later request, so a plan ends where
    /// there would be too many: once its answer is known, the rest can be asked.
    pub fn restrict(&self, state: &PurposeState, plan: &Plan, outputs: &mut Outputs) -> Plan {
        if self.is_everything() {
            return plan.clone();
        }
        self.restrict_from(state.clone(), Ahead::of(Cursor::new(plan), &self.limits), outputs, MOST_WAYS)
    }

    /// The part of a plan from a place on that is inside, with no more than this many ways of the purpose's making.
    fn restrict_from(
        &self,
        mut state: PurposeState,
        mut here: Ahead<'_>,
        outputs: &mut Outputs,
        most_ways: usize,
    ) -> Plan {
        let mut part = Plan::default();
        while let Some(input) = here.place.next().filter(|&input| self.allows(&state, input)) {
            part.word.push(input);
            let others = here.to(here.place.after(None), &self.limits);
            let branches = self.branches(&state, &here, &others, outputs);
            (state, here) = (self.step(&state, input, OK), others);
            if branches.is_empty() {
                continue;
            }
            match self.only_way(&state, here.place, &branches, outputs) {
                Some(branch) => {
                    part.only.push((part.word.len() - 1, branch.choice));
                    (state, here) = (branch.state.clone(), branch.ahead.clone());
                }
                None => {
                    let most_ways = most_ways / self.ways(&state, here.place, &branches);
                    return if most_ways == 0 {
                        part
                    } else {
                        self.split(part, state, here, branches, outputs, most_ways)
                    };
                }
            }
        }
        part
    }

    /// The branch that goes on, if no other one does, and no other output goes on either.
    fn only_way<'b, 'a>(
        &self,
        state: &PurposeState,
        others: Cursor<'_>,
        branches: &'b [Branch<'a>],
        outputs: &Outputs,
    ) -> Option<&'b Branch<'a>> {
        let mut going = branches.iter().filter(|branch| self.goes_on(&branch.state, branch.ahead.place));
        let way = going.next().filter(|_| going.next().is_none() && !self.goes_on(state, others));
        // An output that is within a name may have a branch of its own.
        way.filter(|way| !branches.iter().any(|other| is_within(other.choice, way.choice, outputs)))
    }

    /// How many ways of the purpose's own making go on: those that the plan itself lists do not count.
    fn ways(&self, state: &PurposeState, others: Cursor<'_>, branches: &[Branch<'_>]) -> usize {
        let goes_on = |branch: &&Branch<'_>| !branch.is_listed && self.goes_on(&branch.state, branch.ahead.place);
        let added = branches.iter().filter(goes_on).count();
        (added + usize::from(self.goes_on(state, others))).max(1)
    }

    /// The plan that begins with `part` and then goes on by branches, or else with the others.
    fn split(
        &self,
        part: Plan,
        state: PurposeState,
        others: Ahead<'_>,
        branches: Vec<Branch<'_>>,
        outputs: &mut Outputs,
        most_ways: usize,
    ) -> Plan {
        let otherwise = self.restrict_from(state, others, outputs, most_ways);
        let restrict = |branch: Branch<'_>| {
            let plan = self.restrict_from(branch.state, branch.ahead, outputs, most_ways);
            (branch.choice, plan)
        };
        let mut then: Vec<(Choice, Plan)> = branches.into_iter().map(restrict).collect();
        let named = then.iter().filter(|(choice, plan)| choice.is_name() && *plan != otherwise);
        let names: Vec<Choice> = named.map(|&(name, _)| name).collect();
        let is_named = |choice| names.iter().any(|&name| is_within(choice, name, outputs));
        then.retain(|(choice, plan)| *plan != otherwise || is_named(*choice));
        joined(part, then, otherwise)
    }

    fn goes_on(&self, state: &PurposeState, place: Cursor<'_>) -> bool {
        place.next().is_some_and(|input| self.allows(state, input))
    }

    /// The outputs of the next input after which the restricted plan may go on differently than after any other output.
    fn branches<'a>(
        &self,
        state: &PurposeState,
        here: &Ahead<'a>,
        others: &Ahead<'a>,
        outputs: &mut Outputs,
    ) -> Vec<Branch<'a>> {
        let Some(input) = here.place.next() else { return Vec::new() };
        let usual = self.step(state, input, OK);
        let listed = here.place.choices().map(|choice| {
            let (state, place) = match choice {
                Choice::Output(output) => {
                    let place = here.place.after_named(Some(output), Some(outputs.name_of(output)));
                    (self.step(state, input, outputs.text(output)), place)
                }
                Choice::Name(name) => {
                    (self.step(state, input, outputs.bare_name(name)), here.place.after_choice(choice))
                }
            };
            Branch { choice, state, ahead: here.to(place, &self.limits), is_listed: true }
        });
        let mut branches: Vec<Branch<'a>> = listed.collect();
        if others.place.next().is_none() && !branches.iter().any(|branch| branch.choice.is_name()) {
            return branches;
        }
        for name in self.deciding_outputs(input) {
            let (state, known) = (self.step(state, input, name), outputs.get(name));
            let called = outputs.get_name(name);
            let listed = [known.map(Choice::Output), called.map(Choice::Name)];
            let is_listed = branches.iter().any(|branch| listed.contains(&Some(branch.choice)));
            let ahead = here.to(here.place.after_named(known, called), &self.limits);
            if !is_listed && self.may_differ(&state, &usual, &ahead) {
                let choice = outputs.intern(name).into();
                branches.push(Branch { choice, state, ahead, is_listed: false });
            }
        }
        // The first choice that fits counts, and a name fits more.
        branches.sort_by_key(|branch| branch.choice.is_name());
        branches
    }

    /// Whether what is allowed from a place on may depend on which of the two states holds there.
    fn may_differ(&self, a: &PurposeState, b: &PurposeState, ahead: &Ahead<'_>) -> bool {
        a != b && self.without_idle_limits(a.clone(), ahead) != self.without_idle_limits(b.clone(), ahead)
    }

    /// The outputs of `input` that can change how many requests are pending.
    fn deciding_outputs(&self, input: InputId) -> impl Iterator<Item = &str> {
        let delivers = self.delivers(input);
        let refused = (self.wait.is_none() && !self.limits.is_empty()).then_some(ERROR);
        let callbacks = self.limits.iter().filter(move |_| delivers).flat_map(|limit| &limit.callbacks);
        let requested = self.limits.iter().filter(move |limit| limit.requests.contains(input));
        let refusals = requested.flat_map(|limit| &limit.refusals);
        callbacks.chain(refusals).map(String::as_str).chain(refused)
    }

    /// Whether `input` delivers callbacks: only `wait` does where it exists.
    fn delivers(&self, input: InputId) -> bool {
        self.wait.is_none_or(|wait| wait == input)
    }

    /// The state without the counts that cannot matter any more, because too few requests are still to come.
    fn without_idle_limits(&self, mut state: PurposeState, ahead: &Ahead<'_>) -> PurposeState {
        for ((limit, pending), requests) in self.limits.iter().zip(&mut state.pending).zip(&ahead.requests) {
            if *pending + requests <= limit.count {
                *pending = 0;
            }
        }
        state
    }
}

/// A plan has no more ways than these because of the purpose.
const MOST_WAYS: usize = 256;

/// A place in a plan, and how many requests of each limit may come from there on. They are not counted anew with each
/// input, because words can be long.
#[derive(Clone)]
struct Ahead<'a> {
    place: Cursor<'a>,
    requests: Vec<usize>,
}

impl<'a> Ahead<'a> {
    fn of(place: Cursor<'a>, limits: &[Limit]) -> Self {
        let requests = limits.iter().map(|limit| place.heaviest(&|input| limit.requests_by(input)));
        Self { place, requests: requests.collect() }
    }

    /// The same after the next input, which leads to `place`.
    fn to(&self, place: Cursor<'a>, limits: &[Limit]) -> Self {
        let Some(input) = self.place.next().filter(|_| place.is_right_after(&self.place)) else {
            return Self::of(place, limits);
        };
        let requests = self.requests.iter().zip(limits).map(|(requests, limit)| requests - limit.requests_by(input));
        Self { place, requests: requests.collect() }
    }
}

/// One way to go on after an output.
struct Branch<'a> {
    choice: Choice,
    state: PurposeState,
    ahead: Ahead<'a>,
    /// Whether the plan itself chooses by it.
    is_listed: bool,
}

/// Whether a choice is one of the outputs of a name.
fn is_within(choice: Choice, name: Choice, outputs: &Outputs) -> bool {
    matches!((choice, name), (Choice::Output(output), Choice::Name(name)) if outputs.name_of(output) == name)
}

/// A plan that begins with `part` and then chooses; without a choice it is one longer word.
fn joined(mut part: Plan, then: Vec<(Choice, Plan)>, otherwise: Plan) -> Plan {
    if !then.is_empty() {
        part.then = then.into();
        part.otherwise = (otherwise != Plan::default()).then(|| Box::new(otherwise));
        return part;
    }
    let length = part.word.len();
    part.only.extend(otherwise.only.iter().map(|&(place, choice)| (place + length, choice)));
    part.word.extend(otherwise.word);
    Plan { then: otherwise.then, otherwise: otherwise.otherwise, ..part }
}

#[cfg(test)]
mod tests {
    use proptest::collection::{btree_map, vec};
    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};

    use typestar_model::{NameId, OutputId};

    use super::*;

    const CALLINS: [&str; 3] = ["load", "play", "stop"];
    const CALLBACKS: [&str; 3] = ["onLoaded", "onEnded", "onOther"];

    fn closure_inputs() -> Inputs {
        CALLINS.iter().chain(&[WAIT]).collect()
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|&name| name.to_owned()).collect()
    }

    fn word(text: &str, inputs: &Inputs) -> Vec<InputId> {
        text.split_whitespace().map(|name| inputs.get(name).expect("an input")).collect()
    }

    /// Whether a trace such as `load/ok wait/onLoaded` is inside the purpose.
    fn is_inside(spec: &PurposeSpec, trace: &str) -> bool {
        let inputs = closure_inputs();
        let purpose = Purpose::new(spec, &inputs);
        let mut state = purpose.start();
        trace.split_whitespace().all(|step| {
            let (input, output) = step.split_once('/').expect("input/output");
            let input = inputs.get(input).expect("an input");
            let allowed = purpose.allows(&state, input);
            state = purpose.step(&state, input, output);
            allowed
        })
    }

    #[test]
    fn a_rule_holds_for_a_name_with_any_values_also_if_it_appears_later() {
        let mut inputs: Inputs = ["load(1)", "play", WAIT].iter().collect();
        let spec = PurposeSpec {
            at_most_once: names(&["load"]),
            must_be_followed_by: [("play".to_owned(), names(&["load", "wait"]))].into(),
            ..one_pending_load()
        };
        let mut purpose = Purpose::new(&spec, &inputs);
        let start = purpose.start();
        let late = [inputs.intern("load(2)"), inputs.intern("play(\"a\")"), inputs.intern("stop")];
        let loaded = purpose.step(&start, inputs.get("load(1)").unwrap(), OK);
        assert!(late.iter().all(|&input| purpose.allows(&loaded, input)), "nothing is known of them");
        purpose.extend(&inputs);
        assert_eq!(late.map(|input| purpose.allows(&loaded, input)), [false, true, true]);
        let played = purpose.step(&start, late[1], OK);
        assert_eq!(late.map(|input| purpose.allows(&played, input)), [true, false, false]);
    }

    #[test]
    fn a_callback_ends_a_request_whatever_its_values() {
        let limit = PendingLimit { count: 1, ..one_pending_load().at_most_pending.remove(0) };
        let spec = PurposeSpec { at_most_pending: vec![limit], refusals: names(&["busy"]), ..PurposeSpec::default() };
        assert!(!is_inside(&spec, "load/ok load/ok"));
        assert!(is_inside(&spec, "load/ok wait/onLoaded(3) load/ok"));
        assert!(is_inside(&spec, "load/busy(\"a\") load/ok"));
        assert!(!is_inside(&spec, "load/ok wait/onLoadedNot(3) load/ok"));
        assert!(!is_inside(&spec, "load/ok wait/onLoaded(a) load/ok"), "that is another name");
    }

    fn one_pending_load() -> PurposeSpec {
        let limit = PendingLimit { count: 1, requests: names(&["load"]), callbacks: names(&["onLoaded", "onEnded"]) };
        PurposeSpec { at_most_pending: vec![limit], ..PurposeSpec::default() }
    }

    fn restricted(spec: &PurposeSpec, text: &str) -> (Plan, Inputs, Outputs) {
        let (inputs, mut outputs) = (closure_inputs(), Outputs::default());
        let purpose = Purpose::new(spec, &inputs);
        let plan = purpose.restrict(&purpose.start(), &Plan::word(word(text, &inputs)), &mut outputs);
        (plan, inputs, outputs)
    }

    #[test]
    fn an_empty_purpose_allows_everything() {
        assert!(Purpose::default().is_everything());
        assert!(is_inside(&PurposeSpec::default(), "load/ok load/ok wait/quiet stop/error load/error"));
        let (plan, inputs, _) = restricted(&PurposeSpec::default(), "load load wait");
        assert_eq!(plan, Plan::word(word("load load wait", &inputs)));
    }

    #[test]
    fn at_most_once_forbids_the_second_time() {
        let spec = PurposeSpec { at_most_once: names(&["load", "stop"]), ..PurposeSpec::default() };
        assert!(is_inside(&spec, "load/ok stop/ok play/ok play/ok"));
        assert!(!is_inside(&spec, "load/ok play/ok load/ok"));
    }

    #[test]
    fn at_most_one_of_forbids_a_second_member() {
        let spec = PurposeSpec { at_most_one_of: vec![names(&["load", "stop"])], ..PurposeSpec::default() };
        assert!(is_inside(&spec, "play/ok load/ok play/ok"));
        assert!(!is_inside(&spec, "load/ok stop/ok"));
        assert!(!is_inside(&spec, "stop/ok stop/ok"));
    }

    #[test]
    fn must_come_first_binds_only_the_first_input() {
        let spec = PurposeSpec { must_come_first: names(&["load", "play"]), ..PurposeSpec::default() };
        assert!(is_inside(&spec, "play/ok stop/ok load/ok"));
        assert!(!is_inside(&spec, "stop/ok"));
        assert!(!is_inside(&spec, "wait/quiet"));
    }

    #[test]
    fn must_be_followed_by_binds_only_the_next_input() {
        let must_be_followed_by = BTreeMap::from([("load".to_owned(), names(&[WAIT]))]);
        let spec = PurposeSpec { must_be_followed_by, ..PurposeSpec::default() };
        assert!(is_inside(&spec, "load/ok"));
        assert!(is_inside(&spec, "play/ok load/ok wait/quiet play/ok"));
        assert!(!is_inside(&spec, "load/ok play/ok"));
    }

    #[test]
    fn a_request_is_pending_until_a_callback_comes() {
        let spec = one_pending_load();
        assert!(!is_inside(&spec, "load/ok load/ok"));
        assert!(!is_inside(&spec, "load/ok wait/quiet load/ok"));
        assert!(!is_inside(&spec, "load/ok wait/onOther load/ok"));
        assert!(is_inside(&spec, "load/ok wait/onEnded load/ok"));
        assert!(!is_inside(&spec, "wait/onLoaded load/ok load/ok"), "the count never falls below zero");
        assert!(is_inside(&spec, "load/error load/error"), "a refused request is not pending");
        assert!(!is_inside(&spec, "load/true load/true"), "what a request returned does not matter");
        assert!(!is_inside(&spec, "load/ok play/onLoaded load/ok"), "a callin delivers no callback");
    }

    #[test]
    fn a_request_that_answers_a_refusal_is_not_pending() {
        let spec = PurposeSpec { refusals: names(&["busy"]), ..one_pending_load() };
        assert!(is_inside(&spec, "load/busy load/busy load/ok"));
        assert!(!is_inside(&spec, "load/busy load/ok load/busy"));
    }

    #[test]
    fn so_many_callins_come_between_two_quiet_waits() {
        let between_quiets = |most| PurposeSpec { at_most_between_quiets: Some(most), ..PurposeSpec::default() };
        assert!(is_inside(&between_quiets(1), "wait/quiet wait/quiet load/ok wait/onLoaded wait/quiet play/ok"));
        assert!(!is_inside(&between_quiets(1), "load/ok play/ok"));
        assert!(!is_inside(&between_quiets(1), "load/ok wait/onLoaded play/ok"));
        assert!(is_inside(&between_quiets(2), "load/ok play/ok wait/quiet stop/ok load/ok"), "quiet ends all of them");
        assert!(!is_inside(&between_quiets(2), "load/ok wait/onLoaded play/ok wait/onOther stop/ok"));
    }

    #[test]
    fn an_input_outside_leads_outside_for_good() {
        let spec = PurposeSpec { must_come_first: names(&["load"]), ..PurposeSpec::default() };
        let inputs = closure_inputs();
        let purpose = Purpose::new(&spec, &inputs);
        let state = purpose.step(&purpose.start(), inputs.get("stop").unwrap(), OK);
        assert!(inputs.ids().all(|input| !purpose.allows(&state, input)));
    }

    #[test]
    fn a_restricted_word_ends_before_the_first_input_outside() {
        let spec = PurposeSpec { at_most_once: names(&["load"]), ..PurposeSpec::default() };
        let (plan, inputs, outputs) = restricted(&spec, "play load wait load stop");
        assert_eq!(plan, Plan::word(word("play load wait", &inputs)));
        assert!(outputs.is_empty());
    }

    #[test]
    fn a_restricted_word_branches_only_where_outputs_decide() {
        let (plan, inputs, outputs) = restricted(&one_pending_load(), "load play wait load stop");
        let [loaded, ended] = ["onLoaded", "onEnded"].map(|name| outputs.get(name).unwrap());
        let rest = Plan::word(word("load stop", &inputs));
        let then = vec![(loaded.into(), rest.clone()), (ended.into(), rest)];
        assert_eq!(plan, Plan { then: then.into(), ..Plan::word(word("load play wait", &inputs)) });
    }

    #[test]
    fn a_restricted_word_branches_where_a_request_may_be_refused() {
        let spec = PurposeSpec { refusals: names(&["busy"]), ..one_pending_load() };
        let (plan, inputs, outputs) = restricted(&spec, "load play load");
        let refused = Plan::word(word("play load", &inputs));
        let otherwise = Some(Box::new(Plan::word(word("play", &inputs))));
        let then = vec![(outputs.get("busy").unwrap().into(), refused)];
        assert_eq!(plan, Plan { then: then.into(), otherwise, ..Plan::word(word("load", &inputs)) });
    }

    #[test]
    fn a_word_with_too_few_requests_to_matter_stays_a_word() {
        let (plan, inputs, outputs) = restricted(&one_pending_load(), "wait load wait play wait");
        assert_eq!(plan, Plan::word(word("wait load wait play wait", &inputs)));
        assert!(outputs.is_empty());
    }

    #[test]
    fn a_long_word_is_restricted_without_deep_recursion() {
        let limit = PendingLimit { count: 1, requests: names(&["load"]), callbacks: names(&["onLoaded"]) };
        let spec = PurposeSpec { at_most_pending: vec![limit], ..PurposeSpec::default() };
        let text = "load ".to_owned() + &"play wait ".repeat(2_000);
        let (plan, inputs, _) = restricted(&spec, &text);
        assert_eq!(plan, Plan::word(word(&text, &inputs)));
    }

    #[test]
    fn a_word_with_many_waits_that_decide_stays_a_small_plan() {
        fn ways(plan: &Plan) -> usize {
            let below = plan.then.iter().map(|(_, plan)| plan).chain(plan.otherwise.as_deref());
            below.map(ways).sum::<usize>().max(1)
        }
        let spec = PurposeSpec { at_most_between_quiets: Some(1), ..PurposeSpec::default() };
        let (plan, ..) = restricted(&spec, &"load wait wait ".repeat(40));
        assert!((MOST_WAYS / 2..=3 * MOST_WAYS).contains(&ways(&plan)), "{} ways", ways(&plan));
        let (plan, ..) = restricted(&spec, &"load wait ".repeat(40));
        assert_eq!((ways(&plan), plan.longest()), (1, 80), "one way is left, and it is not cut");
    }

    /// Everything that `input` may answer. In the closure, callins answer `ok`, `error`, or what they like.
    fn possible_outputs(purpose: &Purpose, input: InputId) -> Vec<&'static str> {
        match purpose.wait {
            Some(wait) if wait == input => [&[QUIET, ERROR, "ok(1)"], CALLBACKS.as_slice()].concat(),
            Some(_) => vec![OK, ERROR, "busy", "onLoaded", "ok(1)"],
            None => [&[OK, ERROR, "busy", "ok(1)"], CALLBACKS.as_slice()].concat(),
        }
    }

    /// Checks, for all outputs, that the restricted plan gives exactly the inputs of the plan up to the first outside.
    fn assert_exact(
        purpose: &Purpose,
        state: &PurposeState,
        plan: Cursor<'_>,
        restricted: Cursor<'_>,
        outputs: &mut Outputs,
    ) {
        let wanted = plan.next().filter(|&input| purpose.allows(state, input));
        assert_eq!(restricted.next(), wanted);
        let Some(input) = wanted else { return };
        for name in possible_outputs(purpose, input) {
            if name == ERROR && purpose.wait.is_some() {
                continue; // an error ends the execution
            }
            let output = outputs.intern(name);
            let state = purpose.step(state, input, name);
            let (output, called) = (Some(output), Some(outputs.name_of(output)));
            let (plan, restricted) = (plan.after_named(output, called), restricted.after_named(output, called));
            assert_exact(purpose, &state, plan, restricted, outputs);
        }
    }

    fn some_inputs() -> impl Strategy<Value = Vec<String>> {
        subsequence(names(&CALLINS), 1..=3)
    }

    fn specs() -> impl Strategy<Value = PurposeSpec> {
        let limit = (1..3_usize, some_inputs(), subsequence(names(&CALLBACKS), 1..=2))
            .prop_map(|(count, requests, callbacks)| PendingLimit { count, requests, callbacks });
        let rarely = |rule: BoxedStrategy<Vec<String>>| prop_oneof![4 => Just(Vec::new()), 1 => rule];
        let followers = btree_map(select(names(&CALLINS)), subsequence(names(&["load", "play", WAIT]), 1..=3), 0..2);
        (
            rarely(some_inputs().boxed()),
            prop_oneof![4 => Just(Vec::new()), 1 => vec(some_inputs(), 1..3)],
            rarely(some_inputs().boxed()),
            prop_oneof![3 => Just(BTreeMap::new()), 1 => followers],
            vec(limit, 0..3),
            any::<bool>(),
            prop_oneof![3 => Just(None), 1 => (1..3_usize).prop_map(Some)],
        )
            .prop_map(|rules| PurposeSpec {
                at_most_once: rules.0,
                at_most_one_of: rules.1,
                must_come_first: rules.2,
                must_be_followed_by: rules.3,
                at_most_pending: rules.4,
                refusals: if rules.5 { names(&["busy"]) } else { Vec::new() },
                at_most_between_quiets: rules.6,
            })
    }

    fn alphabets() -> impl Strategy<Value = Inputs> {
        prop_oneof![Just(closure_inputs()), Just(CALLINS.iter().collect())]
    }

    /// Plans over three callins and perhaps `wait`, at most six inputs long; `wait` is input 3 where it exists.
    fn plans(inputs: usize) -> impl Strategy<Value = Plan> {
        let words = move |length| vec((0..inputs).prop_map(InputId::new), 0..=length);
        let tree = words(2).prop_map(Plan::word).prop_recursive(2, 12, 4, move |inner| {
            let choice = prop_oneof![
                4 => (0..6_usize).prop_map(|output| Choice::Output(OutputId::new(output))),
                1 => (0..6_usize).prop_map(|name| Choice::Name(NameId::new(name))),
            ];
            let then = vec((choice, inner.clone()), 0..3);
            (words(2), then, proptest::option::of(inner)).prop_map(|(word, then, otherwise)| Plan {
                then: then.into(),
                otherwise: otherwise.map(Box::new),
                ..Plan::word(word)
            })
        });
        prop_oneof![words(6).prop_map(Plan::word), tree]
    }

    fn known_outputs() -> Outputs {
        [OK, QUIET, ERROR].iter().chain(&CALLBACKS).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(256)))]

        #[test]
        fn purposes_are_closed_under_prefixes(
            spec in specs(),
            inputs in alphabets(),
            trace in vec((0..4_usize, 0..6_usize), 0..10),
        ) {
            let (purpose, outputs) = (Purpose::new(&spec, &inputs), known_outputs());
            let (mut state, mut was_outside) = (purpose.start(), false);
            for (input, output) in trace {
                let input = InputId::new(input % inputs.len());
                let allowed = purpose.allows(&state, input);
                prop_assert!(!(was_outside && allowed));
                was_outside |= !allowed;
                state = purpose.step(&state, input, outputs.text(OutputId::new(output)));
            }
        }

        #[test]
        fn a_restricted_plan_gives_every_input_inside_and_none_outside(
            spec in specs(),
            (inputs, plan) in alphabets().prop_flat_map(|inputs| (Just(inputs.clone()), plans(inputs.len()))),
        ) {
            let (purpose, mut outputs) = (Purpose::new(&spec, &inputs), known_outputs());
            let ahead = Ahead::of(Cursor::new(&plan), &purpose.limits);
            let restricted = purpose.restrict_from(purpose.start(), ahead, &mut outputs, usize::MAX);
            let executions = (Cursor::new(&plan), Cursor::new(&restricted));
            assert_exact(&purpose, &purpose.start(), executions.0, executions.1, &mut outputs);
        }

        #[test]
        fn a_restricted_plan_is_already_restricted(
            spec in specs(),
            (inputs, plan) in alphabets().prop_flat_map(|inputs| (Just(inputs.clone()), plans(inputs.len()))),
        ) {
            let (purpose, mut outputs) = (Purpose::new(&spec, &inputs), known_outputs());
            let once = purpose.restrict(&purpose.start(), &plan, &mut outputs);
            let twice = purpose.restrict(&purpose.start(), &once, &mut outputs);
            prop_assert_eq!(twice, once);
        }
    }
}
