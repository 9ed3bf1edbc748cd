//! The part of a plan that stays inside the purpose, whatever the system answers.

use typestar_model::{Choice, Cursor, ERROR, InputId, OK, OutputId, Outputs, Plan, Symbol, Value};

use super::limits::Limit;
use super::{Purpose, PurposeState};

impl Purpose {
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
    pub(super) fn restrict_from(
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
        for told in self.deciding_outputs(state, input) {
            let (output, name) = (outputs.get(told), outputs.get_name(Symbol::read(told).name()));
            let known = if has_values(told) { output.map(Choice::Output) } else { name.map(Choice::Name) };
            let is_listed = branches.iter().any(|branch| Some(branch.choice) == known);
            let place = here.place.after_named(output.filter(|_| has_values(told)), name);
            let way = || self.way(&usual, state, here, told, place);
            if let Some((state, ahead)) = (!is_listed).then(way).flatten() {
                branches.push(Branch { choice: told_by(told, outputs), state, ahead, is_listed: false });
            }
        }
        // The first choice that fits counts, and a name fits more.
        branches.sort_by_key(|branch| branch.choice.is_name());
        branches
    }

    /// How the plan goes on from `place` after an output, if that may differ from what is usual.
    fn way<'a>(
        &self,
        usual: &PurposeState,
        state: &PurposeState,
        here: &Ahead<'a>,
        output: &str,
        place: Cursor<'a>,
    ) -> Option<(PurposeState, Ahead<'a>)> {
        let (state, ahead) = (self.step(state, here.place.next()?, output), here.to(place, &self.limits));
        self.may_differ(&state, usual, &ahead).then_some((state, ahead))
    }

    /// Whether what is allowed from a place on may depend on which of the two states holds there.
    fn may_differ(&self, a: &PurposeState, b: &PurposeState, ahead: &Ahead<'_>) -> bool {
        a != b && self.without_idle_limits(a.clone(), ahead) != self.without_idle_limits(b.clone(), ahead)
    }

    /// What the answer to `input` is compared with: its outputs that can change how many requests are pending, and those
    /// that the automaton looks for. One without values stands for all of its name.
    pub(super) fn deciding_outputs(&self, state: &PurposeState, input: InputId) -> impl Iterator<Item = &str> {
        let delivers = self.delivers(input);
        let refused = (self.wait.is_none() && !self.limits.is_empty()).then_some(ERROR);
        let callbacks = self.limits.iter().filter(move |_| delivers).flat_map(|limit| &limit.callbacks);
        let concerned = self.limits.iter().filter(move |limit| limit.concerns(input));
        let refusals = concerned.flat_map(|limit| &limit.refusals);
        let place = state.place;
        let looked_for = self.automaton.iter().flat_map(move |automaton| automaton.deciding(place, input));
        callbacks.chain(refusals).map(String::as_str).chain(refused).chain(looked_for)
    }

    /// What a plan relies on to go on only after answers that are judged as this one is.
    ///
    /// That is the name wherever no rule looks at values: an output of a system with data may have other values in each
    /// execution, and what it invented is called by its place, which no host knows.
    pub(crate) fn relied_on(
        &self,
        state: &PurposeState,
        (input, output): (InputId, OutputId),
        outputs: &Outputs,
    ) -> Choice {
        let (symbol, name) = (outputs.symbol(output), outputs.name_of(output));
        let is_invented = symbol.values().iter().any(|value| matches!(value, Value::Returned { .. }));
        let tells_values = |told: &str| has_values(told) && Symbol::read(told).name() == symbol.name();
        match !is_invented && self.deciding_outputs(state, input).any(tells_values) {
            true => Choice::Output(output),
            false => Choice::Name(name),
        }
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
pub(super) const MOST_WAYS: usize = 256;

/// A place in a plan, and how many requests of each limit may come from there on. They are not counted anew with each
/// input, because words can be long.
#[derive(Clone)]
pub(super) struct Ahead<'a> {
    place: Cursor<'a>,
    requests: Vec<usize>,
}

impl<'a> Ahead<'a> {
    pub(super) fn of(place: Cursor<'a>, limits: &[Limit]) -> Self {
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

/// Whether what a rule names is one output, and not every output of this name.
fn has_values(told: &str) -> bool {
    !Symbol::read(told).values().is_empty()
}

/// What a plan chooses by where a rule names an output.
fn told_by(told: &str, outputs: &mut Outputs) -> Choice {
    match has_values(told) {
        true => Choice::Output(outputs.intern(told)),
        false => Choice::Name(outputs.intern_name(Symbol::read(told).name())),
    }
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
