//! States: they tell calls apart where fields do not.
//!
//! Calls of methods with a guard are explained by it, and outcomes by the conditions that tell them apart. All others are
//! explained by what was called before: words of calls, each with its outcome, are folded into as few states as what was
//! seen allows, and a state is new only if a call ended otherwise in one than in the other. Without such methods there is
//! one state.
//!
//! ```text
//!   words      open · close · open         open passed, open open failed, close failed
//!   folded     s0 ──open──▶ s1 ──close──▶ s0
//! ```
//!
//! Two places can be one state unless a method passed behind one and failed behind the other after the
//! same calls, or had another outcome. Folding is greedy, in breadth-first order, as in state-merging learners: the result
//! agrees with all that was seen, and need not be the smallest machine that does.
//!
//! States and guards combine. A dial that is unlocked turns from 0 to 3: after the same calls `turn` passes with one number
//! and fails with another. Then the method is *asked by row*: two places differ if it passed behind one and failed behind
//! the other although the same was known before both calls. Each state has a guard of its own then.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use typestar_model::Id;
use typestar_model::guarded::Features;

use super::calls::{Call, Calls, End};
use super::fit::Fit;
use super::outcomes::Label;
use crate::oracle::{Check, Halt};

/// More states are no help to anybody,
const MOST_STATES: usize = 64;
/// nor is a table of more rules than these, one for each state and method: but so many states may be in any case.
const MOST_RULES: usize = 600;
const FEW_STATES: usize = 8;
/// More states than these only tell what a method returns that looks something up: which of the elements are null.
const MOST_FOR_OUTCOMES: usize = 4;

/// More states than these, where each has guards of its own, would fit whatever was seen.
const MOST_FOR_GUARDS: usize = 8;

/// What states have to explain, because no guard does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Question {
    /// Whether this method passes.
    Passes(usize),
    /// Which outcome this method has if it passes, or if it fails.
    Outcome(usize, bool),
}

/// What was seen in each state, and the state of each place.
type Folded = (Vec<Seen>, Vec<usize>);

/// A question; of a method that is asked by row with what was known before the call, by number.
type Asked = (Question, Option<usize>);

/// A call that an object survives: the method, whether it passed, and its outcome where that is told apart.
type Edge = (usize, bool, Option<Label>);

/// The states, and what was seen in each of them.
pub(super) struct Machine {
    pub(super) states: usize,
    seen: Vec<Seen>,
    /// The state of each node of the tree at which the object can be used.
    state_of: Vec<Option<usize>>,
    /// What neither fields nor calls explain.
    unexplained: BTreeSet<Question>,
    /// The methods that states and guards explain together.
    by_row: BTreeSet<usize>,
}

/// What was seen in a place: the calls that led on, with the place behind them, and the answers to what states explain.
#[derive(Clone, Default)]
struct Seen {
    next: BTreeMap<Edge, usize>,
    answers: BTreeMap<Asked, BTreeSet<usize>>,
}

impl Seen {
    /// Adds what was seen in another place; the places behind both that the same calls lead to.
    fn add(&mut self, other: Self) -> Vec<(usize, usize)> {
        let mut both = Vec::new();
        for (edge, behind) in other.next {
            match self.next.get(&edge) {
                Some(&known) => both.push((known, behind)),
                None => drop(self.next.insert(edge, behind)),
            }
        }
        for (question, answers) in other.answers {
            self.answers.entry(question).or_default().extend(answers);
        }
        both
    }

    /// A question with two answers.
    fn contradiction(&self) -> Option<Asked> {
        self.answers.iter().find(|(_, answers)| answers.len() > 1).map(|(asked, _)| *asked)
    }
}

impl Machine {
    /// Where a method leads that passes; none if it was not seen to, or if that depends on the outcome.
    pub(super) fn target(&self, state: usize, method: usize) -> Option<usize> {
        let edges = self.seen[state].next.iter().filter(|((called, passes, _), _)| *called == method && *passes);
        let targets: BTreeSet<usize> = edges.map(|(_, target)| *target).collect();
        targets.first().copied().filter(|_| targets.len() == 1)
    }

    /// Where a method leads with one of these outcomes.
    pub(super) fn target_of(&self, state: usize, (method, passes): (usize, bool), outcomes: &[Label]) -> Option<usize> {
        let is_of = |(called, has_passed, outcome): &Edge| {
            (*called, *has_passed) == (method, passes)
                && outcome.as_ref().is_none_or(|outcome| outcomes.contains(outcome))
        };
        self.seen[state].next.iter().find(|(edge, _)| is_of(edge)).map(|(_, target)| *target)
    }

    /// Whether a method that has no guard passes in a state; none if nobody tried it.
    pub(super) fn passes(&self, state: usize, method: usize) -> Option<bool> {
        let has_passed = || self.seen[state].next.keys().any(|(called, passes, _)| *called == method && *passes);
        match self.answer(state, Question::Passes(method)) {
            Some(answer) => Some(answer == 1),
            None => has_passed().then_some(true),
        }
    }

    /// What a state answers to a question; none if nobody tried it there, or if states do not explain it.
    pub(super) fn answer(&self, state: usize, question: Question) -> Option<usize> {
        self.seen[state].answers.get(&(question, None))?.first().copied()
    }

    pub(super) fn explains(&self, question: Question) -> bool {
        !self.unexplained.contains(&question)
    }

    /// The methods that have a guard in each state.
    pub(super) fn guarded_by_state(&self) -> &BTreeSet<usize> {
        &self.by_row
    }

    /// The state in which a call was made.
    pub(super) fn state_before(&self, call: &Call) -> Option<usize> {
        call.parent.and_then(|parent| self.state_of[parent.index()])
    }
}

/// The states that explain what no guard does, as far as that can be explained. What took too many states once is not
/// tried again: `given_up` remembers it.
///
/// Methods that are `hopeless` get no guard in each state. Folding many words takes seconds, so it looks whether there is
/// time.
pub(super) fn machine(
    calls: &Calls,
    fits: &[Fit],
    hopeless: &BTreeSet<usize>,
    given_up: &mut BTreeSet<Question>,
    check: Check,
) -> Result<Machine, Halt> {
    let counted = calls.counts.keys().flat_map(|&method| {
        [Question::Passes(method), Question::Outcome(method, true), Question::Outcome(method, false)]
    });
    let unexplained = given_up.iter().copied().chain(counted).collect();
    let mut asking = Asking { fits, unexplained, by_row: BTreeSet::new(), hopeless };
    loop {
        check()?;
        if !asking.asks_anything() {
            return Ok(asking.one_state(calls));
        }
        let (words, places) = words(calls, &asking);
        if let Some(asked) = words.iter().find_map(Seen::contradiction) {
            given_up.extend(asking.take_contradiction(asked));
            continue;
        }
        match folded(&words, asking.most_states(), check)? {
            Some((seen, states)) => {
                let state_of = places.iter().map(|place| place.map(|place| states[place])).collect();
                let Asking { unexplained, by_row, .. } = asking;
                return Ok(Machine { states: seen.len(), seen, state_of, unexplained, by_row });
            }
            None => given_up.extend(asking.give_up()),
        }
    }
}

/// What is asked of states.
struct Asking<'a> {
    fits: &'a [Fit],
    unexplained: BTreeSet<Question>,
    /// The methods that are asked by row,
    by_row: BTreeSet<usize>,
    /// and those that never are: their guards did not last.
    hopeless: &'a BTreeSet<usize>,
}

impl Asking<'_> {
    fn asks(&self, question: Question) -> bool {
        let is_open = match question {
            Question::Passes(method) => !self.fits[method].is_guarded(),
            Question::Outcome(method, passes) => self.fits[method].split(passes).is_open(),
        };
        is_open && !self.unexplained.contains(&question)
    }

    /// Whether states have to explain something.
    fn asks_anything(&self) -> bool {
        let is_asked = |method| self.asks(Question::Passes(method));
        (0..self.fits.len()).any(is_asked) || !self.open_outcomes().is_empty()
    }

    /// What was seen, if one state explains all of it.
    fn one_state(self, calls: &Calls) -> Machine {
        let mut seen = Seen::default();
        let mut state_of: Vec<Option<usize>> = Vec::with_capacity(calls.len());
        for (_, call) in calls.all() {
            let before = call.parent.map_or(Some(0), |parent| state_of[parent.index()]);
            let method = call.method.filter(|_| before.is_some() && call.lives());
            if let Some(method) = method {
                let outcome = self.told(method, (call.passes(), call.outcome.as_ref()));
                seen.next.entry((method, call.passes(), outcome)).or_insert(0);
            }
            state_of.push(method.map(|_| 0).or(call.parent.is_none().then_some(0)));
        }
        let Asking { unexplained, by_row, .. } = self;
        Machine { states: 1, seen: vec![seen], state_of, unexplained, by_row }
    }

    /// After the same calls a method passed and failed. Where what was known is not the same, guards may tell why. Of a method
    /// whose guards did not last that is final: it is given up.
    fn take_contradiction(&mut self, (question, row): Asked) -> Option<Question> {
        match (question, row) {
            (Question::Passes(method), None) if !self.hopeless.contains(&method) => drop(self.by_row.insert(method)),
            (Question::Passes(method), _) => self.leave(method),
            (Question::Outcome(..), _) => drop(self.unexplained.insert(question)),
        }
        let is_final = matches!(question, Question::Passes(method) if self.hopeless.contains(&method));
        is_final.then_some(question)
    }

    /// Neither states nor guards explain a method.
    fn leave(&mut self, method: usize) {
        self.by_row.remove(&method);
        self.unexplained.insert(Question::Passes(method));
    }

    fn open_outcomes(&self) -> Vec<Question> {
        let of_method = |method| [true, false].map(|passes| Question::Outcome(method, passes));
        (0..self.fits.len()).flat_map(of_method).filter(|question| self.asks(*question)).collect()
    }

    fn most_states(&self) -> usize {
        match (self.by_row.is_empty(), self.open_outcomes().is_empty()) {
            (false, _) => MOST_FOR_GUARDS,
            (true, true) => (MOST_RULES / self.fits.len()).clamp(FEW_STATES, MOST_STATES),
            (true, false) => MOST_FOR_OUTCOMES,
        }
    }

    /// There are too many states: first what guards and states explain together has no explanation, then outcomes, then
    /// nothing has. What is given up for good.
    fn give_up(&mut self) -> Vec<Question> {
        if let Some(method) = self.by_row.first().copied() {
            self.leave(method);
            return vec![Question::Passes(method)];
        }
        let outcomes = self.open_outcomes();
        self.unexplained.extend(&outcomes);
        if outcomes.is_empty() {
            let unguarded = (0..self.fits.len()).filter(|&method| !self.fits[method].is_guarded());
            self.unexplained.extend(unguarded.map(Question::Passes));
        }
        outcomes
    }

    /// The answers that a call gives to what is asked, if this row was known before it.
    fn answers(
        &self,
        method: usize,
        (passes, label): (bool, Option<&Label>),
        row: impl FnOnce() -> usize,
    ) -> Vec<(Asked, usize)> {
        let rest = &self.fits[method].split(passes).rest;
        let place = label.and_then(|label| rest.iter().position(|known| known == label));
        let outcome = place.map(|place| (Question::Outcome(method, passes), place));
        let passing = (Question::Passes(method), usize::from(passes));
        let row = self.by_row.contains(&method).then(row);
        let answers = [Some(passing), outcome].into_iter().flatten().filter(|(question, _)| self.asks(*question));
        answers.map(|(question, answer)| ((question, row), answer)).collect()
    }

    /// The outcome of a call, as far as states may depend on it: outcomes that nothing tells apart lead to one state.
    fn told(&self, method: usize, (passes, label): (bool, Option<&Label>)) -> Option<Label> {
        let questions = [Question::Passes(method), Question::Outcome(method, passes)];
        let rest = &self.fits[method].split(passes).rest;
        let is_merged = |question: &Question| match question {
            Question::Passes(_) => true,
            Question::Outcome(..) => label.is_some_and(|label| rest.contains(label)),
        };
        let merged = questions.iter().any(|question| self.unexplained.contains(question) && is_merged(question));
        label.filter(|_| !merged).cloned()
    }

    /// Takes note of a call in a place, with the number of what was known before it; the place behind it, if the object
    /// lives on.
    fn take(
        &self,
        words: &mut Vec<Seen>,
        before: usize,
        (method, call): (usize, &Call),
        row: impl FnOnce() -> usize,
    ) -> Option<usize> {
        if call.end == End::Unknown {
            return None;
        }
        let seen = (call.passes(), call.outcome.as_ref());
        // Of a step of a long word nothing was kept that tells the row.
        let is_told = !call.is_sketch || !self.by_row.contains(&method);
        for (asked, answer) in is_told.then(|| self.answers(method, seen, row)).into_iter().flatten() {
            words[before].answers.entry(asked).or_default().insert(answer);
        }
        let edge = (method, call.passes(), self.told(method, seen));
        call.lives().then(|| next(words, before, edge))
    }
}

/// The tree of words of calls: nodes that the same methods lead to, with the same outcomes, are one place. Also the place
/// of each node.
fn words(calls: &Calls, asking: &Asking) -> (Vec<Seen>, Vec<Option<usize>>) {
    let mut words = vec![Seen::default()];
    let mut places: Vec<Option<usize>> = Vec::new();
    let mut rows: HashMap<*const Features, usize> = HashMap::new();
    for (node, call) in calls.all() {
        let fresh = rows.len();
        let mut row = || *rows.entry(Rc::as_ptr(&call.before)).or_insert(fresh);
        let before = call.parent.map(|parent| places[parent.index()]);
        let place = match (before, call.method) {
            (None, _) => Some(0),
            (Some(Some(before)), Some(method)) => {
                let place = asking.take(&mut words, before, (method, call), &mut row);
                add_varying(asking, &mut words, (before, method), calls.varying_at(node), &mut row);
                place
            }
            _ => None,
        };
        places.push(place);
    }
    (words, places)
}

/// A word that had another outcome once contradicts itself.
fn add_varying(
    asking: &Asking,
    words: &mut [Seen],
    (before, method): (usize, usize),
    varying: Option<(bool, &Label)>,
    row: &mut impl FnMut() -> usize,
) {
    for (asked, answer) in
        varying.into_iter().flat_map(|(passes, label)| asking.answers(method, (passes, Some(label)), &mut *row))
    {
        words[before].answers.entry(asked).or_default().insert(answer);
    }
}

fn next(words: &mut Vec<Seen>, before: usize, edge: Edge) -> usize {
    let fresh = words.len();
    let place = *words[before].next.entry(edge).or_insert(fresh);
    if place == fresh {
        words.push(Seen::default());
    }
    place
}

/// Folds the tree into states: in breadth-first order each place becomes one of the states before it, if what was seen
/// behind both agrees, and a new state otherwise. What was seen in each state, and the state of each place; none if there
/// are too many states.
fn folded(words: &[Seen], most: usize, check: Check) -> Result<Option<Folded>, Halt> {
    let mut folding = Folding { seen: words.to_vec(), into: (0..words.len()).collect() };
    let mut states = vec![0];
    while let Some(place) = folding.first_behind(&states) {
        check()?;
        if !states.iter().any(|&state| folding.merges(state, place)) {
            states.push(place);
        }
        if states.len() > most {
            return Ok(None);
        }
    }
    Ok(Some(folding.numbered(&states)))
}

struct Folding {
    seen: Vec<Seen>,
    /// The place that each place was folded into, perhaps in several steps.
    into: Vec<usize>,
}

impl Folding {
    fn find(&self, mut place: usize) -> usize {
        while self.into[place] != place {
            place = self.into[place];
        }
        place
    }

    /// The first place behind the states that is none of them.
    fn first_behind(&self, states: &[usize]) -> Option<usize> {
        let behind = states.iter().flat_map(|&state| self.seen[state].next.values());
        behind.map(|&place| self.find(place)).find(|place| !states.contains(place))
    }

    /// Folds a place into another, and what is behind it into what is behind the other; nothing is changed if something
    /// differs, which may show only after several places were folded.
    fn merges(&mut self, state: usize, place: usize) -> bool {
        let mut before: BTreeMap<usize, Seen> = BTreeMap::new();
        let mut folded = Vec::new();
        let mut open = vec![(state, place)];
        while let Some((one, other)) = open.pop() {
            let (one, other) = (self.find(one), self.find(other));
            if one == other {
                continue;
            }
            before.entry(one).or_insert_with(|| self.seen[one].clone());
            let added = std::mem::take(&mut self.seen[other]);
            before.entry(other).or_insert_with(|| added.clone());
            self.into[other] = one;
            folded.push(other);
            open.extend(self.seen[one].add(added));
            if self.seen[one].contradiction().is_some() {
                folded.into_iter().for_each(|other| self.into[other] = other);
                before.into_iter().for_each(|(place, seen)| self.seen[place] = seen);
                return false;
            }
        }
        true
    }

    /// What was seen in each state, with their numbers, and the state of each place.
    fn numbered(&self, states: &[usize]) -> Folded {
        let number = |place: usize| {
            let place = self.find(place);
            states.iter().position(|&state| state == place).expect("every place became a state")
        };
        let state_of = (0..self.into.len()).map(number).collect();
        let seen = states.iter().map(|&state| {
            let Seen { next, answers } = &self.seen[state];
            Seen {
                next: next.iter().map(|(edge, &place)| (edge.clone(), number(place))).collect(),
                answers: answers.clone(),
            }
        });
        (seen.collect(), state_of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(method: usize, outcome: &str) -> Edge {
        (method, true, (!outcome.is_empty()).then(|| outcome.into()))
    }

    fn place_of(words: &mut Vec<Seen>, word: &[usize]) -> usize {
        word.iter().fold(0, |place, &method| {
            words[place].answers.entry((Question::Passes(method), None)).or_default().insert(1);
            next(words, place, edge(method, ""))
        })
    }

    /// Words of methods with the one that fails behind them, as a tree.
    fn tree(passed: &[&[usize]], failed: &[&[usize]]) -> Vec<Seen> {
        let mut words = vec![Seen::default()];
        for word in passed {
            place_of(&mut words, word);
        }
        for word in failed {
            let (last, begin) = word.split_last().unwrap();
            let place = place_of(&mut words, begin);
            words[place].answers.entry((Question::Passes(*last), None)).or_default().insert(0);
        }
        words
    }

    fn in_time(words: &[Seen]) -> Vec<Seen> {
        folded(words, MOST_STATES, &mut || Ok(())).unwrap().unwrap().0
    }

    #[test]
    fn folding_stops_when_it_is_told_to() {
        let words = tree(&[&[0, 1, 0]], &[]);
        assert!(folded(&words, MOST_STATES, &mut || Err(Halt::Stopped)).is_err());
    }

    #[test]
    fn without_failures_there_is_one_state() {
        let states = in_time(&tree(&[&[0, 1, 0], &[1, 1]], &[]));
        assert_eq!((states.len(), states[0].next.len()), (1, 2));
    }

    #[test]
    fn a_toggle_has_two_states() {
        let states = in_time(&tree(&[&[0, 1, 0, 1], &[0, 1, 0]], &[&[1], &[0, 0], &[0, 1, 1]]));
        assert_eq!(states.len(), 2);
        assert_eq!((states[0].next[&edge(0, "")], states[1].next[&edge(1, "")]), (1, 0));
        assert_eq!(states[0].answers[&(Question::Passes(1), None)], BTreeSet::from([0]));
    }

    #[test]
    fn a_method_that_passed_and_failed_after_the_same_methods_is_contradictory() {
        let words = tree(&[&[0, 1]], &[&[0, 1]]);
        assert_eq!(words.iter().find_map(Seen::contradiction), Some((Question::Passes(1), None)));
    }

    /// A lock whose `tryLock` (0) answers true where it is free; `unlock` (1) passes where it is held.
    fn lock(words: &[&[(usize, &str)]]) -> Vec<Seen> {
        let mut tree = vec![Seen::default()];
        for word in words {
            let mut place = 0;
            for &(method, outcome) in *word {
                let question = if method == 0 { Question::Outcome(0, true) } else { Question::Passes(1) };
                let answer = usize::from(outcome == "true" || outcome == "ok");
                tree[place].answers.entry((question, None)).or_default().insert(answer);
                if outcome != "fails" {
                    place = next(&mut tree, place, edge(method, outcome));
                }
            }
        }
        tree
    }

    #[test]
    fn where_a_call_leads_depends_on_its_outcome() {
        let (taken, refused) = ((0, "true"), (0, "false"));
        let words = lock(&[&[taken, refused, refused], &[taken, (1, "ok"), taken, (1, "ok")], &[(1, "fails")]]);
        let states = in_time(&words);
        assert_eq!(states.len(), 2);
        assert_eq!(states[0].next[&edge(0, "true")], 1, "a free lock is taken");
        assert_eq!(states[1].next[&edge(0, "false")], 1, "a lock that is held stays so");
        assert_eq!(states[1].next[&edge(1, "ok")], 0);
    }

    #[test]
    fn the_same_calls_with_the_same_outcomes_that_lead_to_others_are_contradictory() {
        let words = lock(&[&[(0, "true"), (0, "false")], &[(0, "true"), (0, "true")]]);
        assert_eq!(words.iter().find_map(Seen::contradiction), Some((Question::Outcome(0, true), None)));
    }
}
