//! A tester that looks for places where the behaviour of the earlier version lives on.
//!
//! # An example
//!
//! A protocol answers `close` otherwise in its new version. The states before it changed with it, but
//! the way into them over `reconnect` was forgotten in the new version: it still leads to the old
//! behaviour. The difference shows only after `reconnect login close`, far away. No suite for one extra
//! state goes there for this reason; this tester does, because the two versions say where they differ.
//!
//! For each transition of the hypothesis: take the state of the earlier version that is most like its
//! target, and the shortest word on which the two differ; ask it behind the transition. If the system
//! answers as the *earlier* version did, the old state lives on there.

use std::cmp::Reverse;

use typestar_model::{Id, InputId, Levels, Mealy, Plan, StateId, Word};

use super::identifiers::Identifiers;
use super::probes;
use super::reference::Reference;
use crate::mealy::hypothesis::MealyHypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester, ask_words};

/// The most words that are asked at once.
///
/// Batches double from one word on: most of the time there is nothing to find, and then few batches are
/// best.
const BATCH: usize = 64;

/// Tests each transition with the word on which its target differs from the same state of the earlier version.
///
/// Where a new version changed a step deep in a protocol, every state before that step has changed too, but not
/// every way into these states: some may still lead to what the state was before. The two differ only at the changed
/// step, which is far away and which no other tester has a reason to go to. Agreement establishes nothing by itself;
/// use this before another tester.
///
/// ```
/// use typestar_learn::{MealyHypothesis, OldBehaviour, Outcome, Tester as _};
/// use typestar_testing::{Teacher, zoo};
///
/// // Nothing has changed, so there is no difference to look for, and no word is asked.
/// let timer = zoo("CountDownTimer");
/// let error = timer.outputs().get("error").unwrap();
/// let hypothesis = MealyHypothesis::of_machine(&timer, &[error]);
/// let mut oracle = Teacher::new(timer.clone(), &["error"]);
/// let outcome = OldBehaviour::new(timer).test(&mut oracle, &hypothesis);
/// assert_eq!((outcome, oracle.executed()), (Ok(Outcome::Agreed), 0));
/// ```
pub struct OldBehaviour {
    earlier: Mealy,
}

impl OldBehaviour {
    /// A tester that knows the model of an earlier version.
    pub fn new(earlier: Mealy) -> Self {
        Self { earlier }
    }
}

impl Tester<MealyHypothesis> for OldBehaviour {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let reference = Reference::new(&self.earlier, oracle);
        let versions = Versions::new(hypothesis, &reference.machine);
        let suspicions = versions.suspicions();
        let (mut rest, mut size) = (&suspicions[..], 1);
        while !rest.is_empty() {
            let (batch, after) = rest.split_at(size.min(rest.len()));
            let words = batch.iter().map(Suspicion::word).collect();
            if let Some(word) = ask_words(oracle, hypothesis, words)? {
                if let Some(found) = batch.iter().find(|suspicion| suspicion.is_confirmed(oracle, &reference)) {
                    explore(oracle, &reference, &versions, found)?;
                }
                return Ok(Outcome::Counterexample(word));
            }
            (rest, size) = (after, (2 * size).min(BATCH));
        }
        Ok(Outcome::Agreed)
    }
}

/// A place where a state of the earlier version may live on.
struct Suspicion {
    /// The word that leads there.
    place: Word,
    /// The state of the earlier version.
    state: StateId,
    /// The word on which it differs from what the hypothesis takes the place for.
    difference: Word,
}

impl Suspicion {
    fn word(&self) -> Word {
        [&self.place[..], &self.difference].concat()
    }

    /// Whether the system answers as the earlier version.
    fn is_confirmed(&self, oracle: &dyn Oracle, reference: &Reference) -> bool {
        reference.answers_alike(oracle, &self.place, self.state, &self.difference)
    }
}

/// Where the earlier version lives on, so do its transitions, all the way to the difference: asks for these, until the
/// way comes to a state that the hypothesis knows.
///
/// Where one old state lives on, others behind it do, too. To ask for them at once saves a round of
/// learning and testing for each.
fn explore(oracle: &mut dyn Oracle, reference: &Reference, versions: &Versions, found: &Suspicion) -> Result<(), Halt> {
    let identifiers = Identifiers::of(reference, &mut || oracle.check())?;
    let (mut place, mut state) = (found.place.clone(), found.state);
    let mut words = Vec::new();
    for (at, &input) in found.difference.iter().enumerate() {
        if versions.knows(state, found.difference.len() - at) {
            break;
        }
        let probes = probes(reference, state, &place);
        words.extend(probes.iter().flat_map(|probe| probe.words(&identifiers)));
        let Some((_, next)) = reference.machine.step(state, input) else { break };
        place.push(input);
        state = next;
    }
    oracle.ask(words.into_iter().map(Plan::word).collect())
}

/// A hypothesis and the earlier version, compared state by state.
///
/// Both machines side by side in one, so that one partition by lengths of words answers how long any
/// two states look the same.
struct Versions<'a> {
    hypothesis: &'a MealyHypothesis,
    earlier: &'a Mealy,
    /// The states of the hypothesis and after them those of the earlier version.
    both: Mealy,
    levels: Levels,
}

impl<'a> Versions<'a> {
    fn new(hypothesis: &'a MealyHypothesis, earlier: &'a Mealy) -> Self {
        let both = side_by_side(&hypothesis.machine, earlier);
        Self { hypothesis, earlier, levels: Levels::of(&both), both }
    }

    /// A state of the earlier version among those of both.
    fn in_both(&self, state: StateId) -> StateId {
        StateId::new(self.hypothesis.machine.len() + state.index())
    }

    /// The first length at which a state of the hypothesis differs from one of the earlier version.
    fn alike(&self, state: StateId, earlier: StateId) -> usize {
        self.levels.first_difference([state, self.in_both(earlier)]).unwrap_or(usize::MAX)
    }

    /// Whether the hypothesis has a state that no word of this length tells from one of the earlier version.
    fn knows(&self, earlier: StateId, length: usize) -> bool {
        self.hypothesis.live().any(|state| self.alike(state, earlier) > length)
    }

    /// Every transition whose target differs from the earlier version, the shortest words first.
    fn suspicions(&self) -> Vec<Suspicion> {
        let differences: Vec<_> = self.hypothesis.live().map(|state| self.difference(state)).collect();
        let mut suspicions = Vec::new();
        for (from, access) in self.hypothesis.live().zip(&self.hypothesis.access) {
            for input in self.both.inputs().ids() {
                let target = self.hypothesis.target(from, input);
                if let Some(Some((state, difference))) = differences.get(target.index()).cloned() {
                    suspicions.push(Suspicion { place: [&access[..], &[input]].concat(), state, difference });
                }
            }
        }
        suspicions.sort_by_key(|suspicion| suspicion.place.len() + suspicion.difference.len());
        suspicions
    }

    /// The state of the earlier version that is most like a state of the hypothesis, and the shortest word on which
    /// they differ; none if they are the same.
    fn difference(&self, state: StateId) -> Option<(StateId, Word)> {
        // Of states that are equally like it, the one that the same word leads to comes first.
        let first = self.earlier.state_after(&self.hypothesis.access[state.index()]);
        let others = first.into_iter().chain(self.earlier.states());
        let nearest = others.min_by_key(|&other| Reverse(self.alike(state, other)))?;
        Some((nearest, self.levels.separating_word(&self.both, state, self.in_both(nearest))?))
    }
}

/// One machine with the states of both, under the inputs that the earlier version knows in all its states.
///
/// Inputs that the earlier version lacks somewhere are left out: what they do does not tell the
/// versions apart.
fn side_by_side(new: &Mealy, earlier: &Mealy) -> Mealy {
    let is_known = |input: InputId| earlier.states().all(|state| earlier.step(state, input).is_some());
    let mut both = Mealy::new(new.inputs().clone());
    for machine in [new, earlier] {
        let offset = both.len();
        for state in machine.states() {
            both.add_state(machine.name(state));
        }
        let shifted = |state: StateId| StateId::new(offset + state.index());
        for (from, input, output, to) in machine.edges().filter(|&(_, input, ..)| is_known(input)) {
            both.add_edge(shifted(from), new.inputs().text(input), machine.outputs().text(output), shifted(to));
        }
    }
    both
}
