//! Warm start: what is known of an earlier version of the system decides what is asked first.
//!
//! The earlier answers are never believed. They only choose words: those that show whether the states and the
//! transitions of the earlier model are still there. As every answer is in the observation tree, a learner that starts
//! afterwards finds an unchanged system without a question of its own, and asks about the changes otherwise.
//!
//! ```text
//!   model of the earlier version          the system
//!   ε ──start──▶ Running ──wait──▶ ...    is `Running` after `start`?  ask its identifying words there
//!      breadth first                      yes: recognised; ask its transitions, each with the
//!                                              identifying words of its target
//!                                         no: missed; it may be found elsewhere later
//! ```
//!
//! # Why it cannot mislead
//!
//! The model only chooses words. What the system answers goes into the tree, and the learner believes
//! nothing else. A wrong model costs words and never a wrong state; and a model that is wrong more
//! often than right is dropped early.
//!
//! # What it costs
//!
//! For an unchanged system about as many words as `hsi(0)`: each state and each transition, with
//! identifiers.

mod identifiers;
mod nearest;
mod old_behaviour;
mod reference;

use std::collections::{BTreeSet, VecDeque};

use typestar_model::{Id, InputId, Mealy, Plan, StateId, Word};

use self::identifiers::Identifiers;
use self::nearest::nearest;
pub use self::old_behaviour::OldBehaviour;
use self::reference::Reference;
use crate::oracle::{Check, Halt, Oracle};

/// How many transitions have to differ before an earlier model can be dropped as unrelated.
///
/// It must also be wrong more often than right: a large model may have four changed transitions and be
/// very useful.
const PATIENCE: usize = 4;

/// A model is trusted if it was right in this many transitions for each that differed.
const TRUST: usize = 8;

/// What is known of an earlier version of a system, or of a similar one.
///
/// Models are matched by the names of inputs and outputs, so it does not matter how they were numbered.
#[derive(Clone, Debug)]
pub struct EarlierVersion {
    /// How people call it.
    pub name: String,
    /// Its model. Inputs and outputs are matched with those of the system by name.
    pub machine: Mealy,
    /// Words, by names, that told something when it was learned. They are asked if the model proves useful.
    pub words: Vec<Vec<String>>,
}

/// What a warm start found.
///
/// The command shows these numbers, and uses [`Recognised::is_related`] to decide whether
/// [`OldBehaviour`] is worth its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recognised {
    /// Which of the earlier versions the system is most like, by its index.
    pub version: usize,
    /// How many states that version has.
    pub states: usize,
    /// How many of them the inputs of the system reach and tell apart.
    pub in_reach: usize,
    /// How many of them the system has too, as far as their identifying words tell.
    pub recognised: usize,
}

impl Recognised {
    /// Whether the earlier version tells much about the system.
    pub fn is_related(&self) -> bool {
        2 * self.recognised >= self.in_reach
    }
}

/// Asks the words that show which states and transitions of an earlier version the system still has; of several
/// versions it takes the nearest, for which a few words more are asked.
///
/// A version that turns out to be unrelated is dropped after the first states. None if there is no version.
///
/// ```
/// use typestar_learn::{EarlierVersion, Learner as _, Lsharp, warm_start};
/// use typestar_testing::{Teacher, zoo};
///
/// let timer = zoo("CountDownTimer");
/// let earlier = EarlierVersion { name: "1.0".to_owned(), machine: timer.clone(), words: Vec::new() };
/// let mut oracle = Teacher::new(timer, &["error"]);
/// let found = warm_start(&mut oracle, &[earlier])?.unwrap();
/// assert!(found.is_related() && found.recognised == 3);
///
/// let before = oracle.executed();
/// let hypothesis = Lsharp::new(0).hypothesis(&mut oracle)?;
/// assert_eq!(hypothesis.access.len(), 3);
/// assert_eq!(oracle.executed(), before, "nothing has changed, so nothing was left to ask");
/// # Ok::<(), typestar_learn::Halt>(())
/// ```
pub fn warm_start(oracle: &mut dyn Oracle, versions: &[EarlierVersion]) -> Result<Option<Recognised>, Halt> {
    let mut references: Vec<Reference> =
        versions.iter().map(|version| Reference::new(&version.machine, oracle)).collect();
    if references.is_empty() {
        return Ok(None);
    }
    let version = nearest(oracle, &references)?;
    let reference = references.swap_remove(version);
    let own_inputs = Reference::with_inputs(&versions[version].machine, versions[version].machine.inputs(), oracle);
    let (states, in_reach) = (own_inputs.live().access.len(), reference.live().access.len());
    let recognised = Walk::new(reference, &mut || oracle.check())?.run(oracle)?;
    let found = Recognised { version, states, in_reach, recognised };
    if found.is_related() {
        ask_again(oracle, &versions[version].words)?;
    }
    Ok(Some(found))
}

/// Asks words of an earlier run, those of them that the system can be asked.
fn ask_again(oracle: &mut dyn Oracle, words: &[Vec<String>]) -> Result<(), Halt> {
    let word = |names: &Vec<String>| names.iter().map(|name| oracle.inputs().get(name)).collect::<Option<Word>>();
    let words = words.iter().filter_map(word).collect();
    ask_words(oracle, words)
}

fn ask_words(oracle: &mut dyn Oracle, words: Vec<Word>) -> Result<(), Halt> {
    oracle.ask(words.into_iter().map(Plan::word).collect())
}

/// The way through the earlier model, breadth first, along what the system still has.
///
/// Each state takes one batch: its own identifying words, and its transitions, each followed by the identifying words
/// of its target. The first transition to a target is left to the target's own batch, so that hardly a word is asked
/// that begins another.
///
/// `agreed` and `differed` are the trust in the model. While it is low, a state is confirmed before its
/// transitions are asked; once it is high, both are one batch.
struct Walk {
    reference: Reference,
    identifiers: Identifiers,
    /// What is known of each state of the model.
    places: Vec<Whereabouts>,
    /// States that are expected at a place.
    queue: VecDeque<(StateId, Word)>,
    /// Transitions that ended as in the model, and those that did not.
    agreed: usize,
    differed: usize,
}

/// Where the system has a state of the model.
#[derive(Clone, PartialEq, Eq)]
enum Whereabouts {
    /// No word is known that leads to it.
    Unknown,
    /// It is expected after a word in the queue; and after another, if the system answered as expected there.
    Expected(Option<Word>),
    /// It was recognised.
    Recognised,
}

/// A transition of the model, as it is asked of the system.
struct Probe {
    /// The word that leads through it.
    word: Word,
    /// Where it leads, unless its output is final.
    target: Option<StateId>,
}

impl Probe {
    /// The words that show where the transition leads.
    fn words(&self, identifiers: &Identifiers) -> Vec<Word> {
        let suffixes = self.target.map_or(&[][..], |state| identifiers.words(state));
        match suffixes.is_empty() {
            true => vec![self.word.clone()],
            false => suffixes.iter().map(|suffix| [&self.word[..], suffix].concat()).collect(),
        }
    }
}

/// The transitions of a state of the model, where `place` leads to it.
fn probes(reference: &Reference, state: StateId, place: &[InputId]) -> Vec<Probe> {
    let probe = |input: InputId| {
        let (output, to) = reference.machine.step(state, input)?;
        let target = (!reference.is_final(output)).then_some(to);
        Some(Probe { word: [place, &[input]].concat(), target })
    };
    reference.machine.inputs().ids().filter_map(probe).collect()
}

impl Walk {
    fn new(reference: Reference, check: Check<'_>) -> Result<Self, Halt> {
        let identifiers = Identifiers::of(&reference, check)?;
        let places = vec![Whereabouts::Unknown; reference.machine.len()];
        Ok(Self { reference, identifiers, places, queue: VecDeque::new(), agreed: 0, differed: 0 })
    }

    /// How many states of the model were recognised.
    fn run(mut self, oracle: &mut dyn Oracle) -> Result<usize, Halt> {
        self.expect(self.reference.machine.initial(), Word::new());
        while let Some((state, place)) = self.queue.pop_front() {
            self.visit(oracle, state, place)?;
            if self.differed >= PATIENCE && self.differed > self.agreed {
                break;
            }
        }
        Ok(self.places.iter().filter(|&place| *place == Whereabouts::Recognised).count())
    }

    fn expect(&mut self, state: StateId, word: Word) {
        self.places[state.index()] = Whereabouts::Expected(None);
        self.queue.push_back((state, word));
    }

    /// Finds out whether the system has a state at a place, and asks for its transitions.
    ///
    /// The initial state is always where it is. For others their identifying words decide.
    fn visit(&mut self, oracle: &mut dyn Oracle, state: StateId, place: Word) -> Result<(), Halt> {
        let here = Probe { word: place, target: Some(state) };
        let mut words = here.words(&self.identifiers);
        // A model that was wrong before may be wrong here: that is found out before more is asked.
        if TRUST * self.differed > self.agreed {
            ask_words(oracle, std::mem::take(&mut words))?;
            if !self.is_here(oracle, &here.word, state) {
                self.miss(state);
                return Ok(());
            }
        }
        let (later, now) = self.first_ways(probes(&self.reference, state, &here.word));
        words.extend(now.iter().flat_map(|probe| probe.words(&self.identifiers)));
        ask_words(oracle, words)?;
        match self.is_here(oracle, &here.word, state) {
            true => self.recognise(oracle, state, &now, later),
            false => self.miss(state),
        }
        Ok(())
    }

    /// The transitions that are the first to lead to their target, and the others.
    fn first_ways(&self, probes: Vec<Probe>) -> (Vec<Probe>, Vec<Probe>) {
        let mut reached = BTreeSet::new();
        let mut is_first = |to: StateId| self.places[to.index()] == Whereabouts::Unknown && reached.insert(to);
        probes.into_iter().partition(|probe| probe.target.is_some_and(&mut is_first))
    }

    /// The state is not where the model has it. It may be elsewhere.
    ///
    /// A state that was seen at another place with the right answers is expected there instead.
    fn miss(&mut self, state: StateId) {
        self.differed += 1;
        let place = std::mem::replace(&mut self.places[state.index()], Whereabouts::Unknown);
        if let Whereabouts::Expected(Some(other)) = place {
            self.expect(state, other);
        }
    }

    /// The state is where the model has it: compares its transitions `now`, and expects the targets of those `later`.
    fn recognise(&mut self, oracle: &dyn Oracle, state: StateId, now: &[Probe], later: Vec<Probe>) {
        self.agreed += 1;
        self.places[state.index()] = Whereabouts::Recognised;
        for probe in now {
            let (place, input) = probe.word.split_at(probe.word.len() - 1);
            let arrived = probe.target.is_none_or(|to| self.is_at(oracle, &probe.word, to));
            match arrived && self.reference.answers_alike(oracle, place, state, input) {
                true => self.agreed += 1,
                false => self.differed += 1,
            }
            if let Some(Whereabouts::Expected(other)) = probe.target.map(|to| &mut self.places[to.index()])
                && arrived
            {
                other.get_or_insert_with(|| probe.word.clone());
            }
        }
        for probe in later {
            self.expect(probe.target.expect("the first way to a target has one"), probe.word);
        }
    }

    /// Whether a state that is expected at a place is there. The initial state is at the start, even if it changed.
    fn is_here(&self, oracle: &dyn Oracle, place: &[InputId], state: StateId) -> bool {
        place.is_empty() || self.is_at(oracle, place, state)
    }

    /// Whether `word` leads to a place that answers the identifying words as `state` does.
    fn is_at(&self, oracle: &dyn Oracle, word: &[InputId], state: StateId) -> bool {
        let tree = oracle.tree();
        let goes_on = tree.follow(tree.root(), word).is_some_and(|node| tree.final_output(node).is_none());
        let answers_alike = |suffix: &Word| self.reference.answers_alike(oracle, word, state, suffix);
        goes_on && self.identifiers.words(state).iter().all(answers_alike)
    }
}
