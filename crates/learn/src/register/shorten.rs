//! Shortening of counterexamples: without loops, behind access words, with values as generic as can be.
//!
//! A short counterexample with few equal values makes short suffixes with few branches, and those are what learning costs.
//!
//! # Three ways
//!
//! 1. *Loops*: if the hypothesis meets a location twice, try the word without what lies between. Values
//!    of the rest are rewritten, so that registers hold what they are expected to hold. The longest
//!    loops come first; once they are gone, what is left inside them is tried, down to single inputs.
//! 2. *Access words*: try to replace the beginning by the access word of its location.
//! 3. *Generic values*: try each value that is equal to an earlier one, or special, as a fresh one.
//!
//! Each trial costs a word, unless it is known, and is kept if the word is still a counterexample. All three are
//! repeated while the word gets shorter, which costs little: most trials are known by then.

use std::cmp::{Ordering, Reverse};

use typestar_model::register::{ActionId, LocationId, Place, RegisterId, RegisterMachine, TypeId, live_registers};
use typestar_model::{Id, InputId, Symbol, Value, Word};

use super::hypothesis::RegisterHypothesis;
use super::shown::{Shown, fresh};
use super::theories::Theories;
use super::theory::{Atom, Shape};
use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::ask_words;

/// Inner loops are tried in words of at most so many inputs: there are about half as many as its square.
const SHORT: usize = 30;

/// An input with its values.
type Call = (ActionId, Vec<Value>);

/// A counterexample that comes from `word`, which is one: shorter, and more generic, if that can be. Each trial is a word
/// that is asked, unless it is known.
///
/// If the hypothesis agrees with `word`, it is returned as it is.
pub fn shorten(
    oracle: &mut dyn Oracle,
    hypothesis: &RegisterHypothesis,
    theories: &Theories,
    word: &[InputId],
) -> Result<Word, Halt> {
    let Some(word) = hypothesis.disagreement_on(oracle.observed(), word) else { return Ok(word.to_vec()) };
    let machine = RegisterMachine::new(&hypothesis.automaton);
    let Some(calls) = calls(oracle, &machine, &word) else { return Ok(word) };
    let live = live_registers(&hypothesis.automaton);
    let mut shortening = Shortening { oracle, hypothesis, machine, live, theories, word, calls };
    let mut before = usize::MAX;
    while shortening.word.len() < before {
        before = shortening.word.len();
        shortening.remove_loops()?;
        shortening.begin_with_access_words()?;
        shortening.generalise()?;
    }
    Ok(shortening.word)
}

fn calls(oracle: &dyn Oracle, machine: &RegisterMachine, word: &[InputId]) -> Option<Vec<Call>> {
    word.iter().map(|&input| call(machine, oracle.inputs().symbol(input))).collect()
}

fn call(machine: &RegisterMachine, symbol: &Symbol) -> Option<Call> {
    Some((machine.automaton.signature.input_of(symbol)?, symbol.values().to_vec()))
}

struct Shortening<'a> {
    oracle: &'a mut dyn Oracle,
    hypothesis: &'a RegisterHypothesis,
    machine: RegisterMachine<'a>,
    /// The registers that matter in each location.
    live: Vec<Vec<RegisterId>>,
    theories: &'a Theories,
    /// The best counterexample so far,
    word: Word,
    /// and what it consists of.
    calls: Vec<Call>,
}

/// What the hypothesis does with a word: the places before each input and behind the last one, and the outputs.
struct Course {
    places: Vec<Place>,
    outputs: Vec<(ActionId, Vec<Value>)>,
}

impl Shortening<'_> {
    /// Removes what leads from a location back to it, the longest parts first.
    fn remove_loops(&mut self) -> Result<(), Halt> {
        let mut shorter = true;
        while shorter {
            shorter = false;
            let course = self.course(&self.calls);
            for (from, to) in loops(&course) {
                let prefix = self.calls[..from].to_vec();
                if self.begin_with(&prefix, &course, to)? {
                    shorter = true;
                    break;
                }
            }
        }
        Ok(())
    }

    /// Replaces the longest beginning that can be replaced by the access word of its location.
    fn begin_with_access_words(&mut self) -> Result<(), Halt> {
        let course = self.course(&self.calls);
        for at in (1..self.calls.len().min(course.places.len())).rev() {
            let location = course.places[at].location;
            let Some(access) = self.access(location).filter(|access| access.len() <= at) else { continue };
            if access[..] != self.calls[..at] && self.begin_with(&access, &course, at)? {
                break;
            }
        }
        Ok(())
    }

    fn access(&self, location: LocationId) -> Option<Vec<Call>> {
        let word = self.hypothesis.access.get(location.index())?;
        word.iter().map(|symbol| call(&self.machine, symbol)).collect()
    }

    /// Makes each value fresh that is not, those later ones with it that are equal.
    fn generalise(&mut self) -> Result<(), Halt> {
        for at in 0.. {
            let Some((_, values)) = self.calls.get(at) else { break };
            for parameter in 0..values.len() {
                let course = self.course(&self.calls);
                let prefix = self.calls[..at].to_vec();
                if at < self.calls.len() && !self.is_generic(&prefix, at, parameter) {
                    let candidate = self.candidate(&prefix, &course, at, Some(parameter));
                    self.try_out(candidate)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a value is the one that a fresh value would be.
    fn is_generic(&self, prefix: &[Call], at: usize, parameter: usize) -> bool {
        let (input, values) = &self.calls[at];
        let parameters = &self.machine.automaton.signature.inputs[input.index()].parameters;
        let Some(mut rewriting) = Rewriting::behind(self, prefix) else { return true };
        for (known, value) in parameters.iter().zip(&values[..parameter]) {
            rewriting.shown.note(known.data_type, value);
        }
        rewriting.fresh(parameters[parameter].data_type).as_ref() == Some(&values[parameter])
    }

    /// Tries the word that begins with `prefix` and goes on as the present one does from `at` on.
    fn begin_with(&mut self, prefix: &[Call], course: &Course, at: usize) -> Result<bool, Halt> {
        let candidate = self.candidate(prefix, course, at, None);
        self.try_out(candidate)
    }

    /// That word, with its values rewritten: what registers hold after `prefix` stands for what they hold at `at`, and
    /// other values of the prefix stand for themselves. All others become fresh. The value of a parameter at `at` may be
    /// made fresh, too. None if the hypothesis says nothing of the word.
    fn candidate(&self, prefix: &[Call], course: &Course, at: usize, freed: Option<usize>) -> Option<Vec<Call>> {
        let mut rewriting = Rewriting::behind(self, prefix)?;
        let place = course.places.get(at)?;
        rewriting.pair_registers(&self.live[place.location.index()], place);
        rewriting.pair_shown();
        for (index, call) in self.calls.iter().enumerate().skip(at) {
            let freed = freed.filter(|_| index == at);
            rewriting.add(call, course.outputs.get(index), freed, index + 1 == self.calls.len())?;
        }
        Some(rewriting.calls)
    }

    /// Asks a word, which becomes the best one if it is a counterexample.
    fn try_out(&mut self, candidate: Option<Vec<Call>>) -> Result<bool, Halt> {
        let Some(calls) = candidate.filter(|calls| *calls != self.calls) else { return Ok(false) };
        let inputs = &self.machine.automaton.signature.inputs;
        let symbol = |(input, values): &Call| Symbol::new(&inputs[input.index()].name, values.clone()).ok();
        let symbols: Option<Vec<Symbol>> = calls.iter().map(symbol).collect();
        let numbered: Option<Word> =
            symbols.and_then(|word| word.iter().map(|symbol| self.oracle.input(symbol)).collect());
        let Some(word) = numbered else { return Ok(false) };
        let Some(found) = ask_words(self.oracle, self.hypothesis, vec![word])? else { return Ok(false) };
        self.calls = calls[..found.len()].to_vec();
        self.word = found;
        Ok(true)
    }

    fn course(&self, calls: &[Call]) -> Course {
        let mut course = Course { places: vec![self.machine.start()], outputs: Vec::new() };
        for call in calls {
            let number = course.places.len();
            let Some((place, output)) = step(&self.machine, &course.places[number - 1], call, number) else { break };
            course.places.push(place);
            course.outputs.push(output);
        }
        course
    }
}

/// Where a location is met twice, behind which there is at least one input more. First come those ways that end where the
/// location is met last, the longest first, and then, in a short word, all others.
fn loops(course: &Course) -> Vec<(usize, usize)> {
    let places = &course.places[..course.places.len() - 1];
    let is_met_last = |at: usize| places[at + 1..].iter().all(|place| place.location != places[at].location);
    let ends = |from: usize| (from + 1..places.len()).filter(move |&to| places[to].location == places[from].location);
    let all = (0..places.len()).flat_map(|from| ends(from).map(move |to| (from, to)));
    let mut loops: Vec<(usize, usize)> = all.filter(|&(_, to)| places.len() <= SHORT || is_met_last(to)).collect();
    loops.sort_by_key(|&(from, to)| (!is_met_last(to), Reverse(to - from)));
    loops
}

/// A step of a run: where it leads, and what it answers.
fn step(
    machine: &RegisterMachine,
    place: &Place,
    (input, values): &Call,
    number: usize,
) -> Option<(Place, (ActionId, Vec<Value>))> {
    let (mut outputs, mut after) = (Vec::new(), place.clone());
    let taken = machine.answer(place, (*input, values), number as u32, &mut outputs)?;
    machine.follow(place, taken, (values, &outputs), &mut after);
    Some((after, (taken.output, outputs)))
}

/// A word that is built from another one.
///
/// A value of the old word becomes the value that plays its part in the new one. Where there is none, a
/// value is sought that lies to the new values as the old one lay to the old ones.
struct Rewriting<'a> {
    machine: &'a RegisterMachine<'a>,
    theories: &'a Theories,
    place: Place,
    calls: Vec<Call>,
    /// The values of the new word.
    shown: Shown,
    /// For each type, values of the old word and what they are in the new one.
    pairs: Vec<Vec<(Value, Value)>>,
}

impl<'a> Rewriting<'a> {
    /// A word that begins like this.
    fn behind(shortening: &'a Shortening, prefix: &[Call]) -> Option<Self> {
        let (machine, theories) = (&shortening.machine, shortening.theories);
        let types = machine.automaton.signature.types.len();
        let (shown, pairs) = (Shown::new(theories, types), vec![Vec::new(); types]);
        let mut rewriting = Self { machine, theories, place: machine.start(), calls: Vec::new(), shown, pairs };
        // Constants come first, and are what they are.
        rewriting.pair_shown();
        prefix.iter().try_for_each(|call| rewriting.take(call.clone()).map(drop))?;
        Some(rewriting)
    }

    /// An old value is this in the new word, unless it is something else already.
    fn pair(&mut self, data_type: TypeId, old: &Value, new: &Value) {
        let pairs = &mut self.pairs[data_type.index()];
        if !pairs.iter().any(|(known, _)| known == old) {
            pairs.push((old.clone(), new.clone()));
        }
    }

    /// What these registers held in a place of the old word is what they hold now.
    fn pair_registers(&mut self, registers: &[RegisterId], old: &Place) {
        for index in registers.iter().map(|register| register.index()) {
            let data_type = self.machine.automaton.registers[index].data_type;
            if let (Some(old), Some(new)) = (&old.registers[index], self.place.registers[index].clone()) {
                self.pair(data_type, old, &new);
            }
        }
    }

    /// All other values that were shown stand for themselves.
    fn pair_shown(&mut self) {
        for data_type in (0..self.pairs.len()).map(TypeId::new) {
            for value in self.shown.of(data_type).to_vec() {
                self.pair(data_type, &value, &value);
            }
        }
    }

    /// Adds a call of the old word, which was answered like this.
    fn add(
        &mut self,
        (input, values): &Call,
        answered: Option<&(ActionId, Vec<Value>)>,
        freed: Option<usize>,
        is_last: bool,
    ) -> Option<()> {
        let signature = &self.machine.automaton.signature;
        let mut rewritten = Vec::with_capacity(values.len());
        for (index, (parameter, value)) in signature.inputs[input.index()].parameters.iter().zip(values).enumerate() {
            let data_type = parameter.data_type;
            let value =
                if freed == Some(index) { self.freed(data_type, value)? } else { self.value(data_type, value)? };
            self.shown.note(data_type, &value);
            rewritten.push(value);
        }
        let (output, outputs) = match self.take((*input, rewritten)) {
            None if is_last => return Some(()),
            taken => taken?,
        };
        if let Some((old, values)) = answered.filter(|(old, _)| *old == output) {
            let parameters = signature.outputs[old.index()].parameters.iter();
            for (parameter, (old, new)) in parameters.zip(values.iter().zip(&outputs)) {
                self.pair(parameter.data_type, old, new);
            }
        }
        Some(())
    }

    /// Takes a step of the new word; what it answers.
    fn take(&mut self, call: Call) -> Option<(ActionId, Vec<Value>)> {
        let signature = &self.machine.automaton.signature;
        self.shown.note_all(&signature.inputs[call.0.index()], &call.1);
        let stepped = step(self.machine, &self.place, &call, self.calls.len() + 1);
        self.calls.push(call);
        let (place, (output, values)) = stepped?;
        self.place = place;
        self.shown.note_all(&signature.outputs[output.index()], &values);
        Some((output, values))
    }

    fn fresh(&self, data_type: TypeId) -> Option<Value> {
        fresh(&self.shown.atoms(self.theories, data_type, 1)).cloned()
    }

    /// A value becomes fresh, here and from here on.
    fn freed(&mut self, data_type: TypeId, old: &Value) -> Option<Value> {
        let new = self.fresh(data_type)?;
        let pairs = &mut self.pairs[data_type.index()];
        pairs.retain(|(known, _)| known != old);
        pairs.push((old.clone(), new.clone()));
        Some(new)
    }

    /// What an old value is in the new word: it stands to the new values as the old one did to the old ones. None if there
    /// is no such value.
    fn value(&mut self, data_type: TypeId, old: &Value) -> Option<Value> {
        if let Some((_, new)) = self.pairs[data_type.index()].iter().find(|(known, _)| known == old) {
            return Some(new.clone());
        }
        let new = self.like(data_type, old)?;
        self.pair(data_type, old, &new);
        Some(new)
    }

    fn like(&self, data_type: TypeId, old: &Value) -> Option<Value> {
        let theory = self.theories.of(data_type);
        let (olds, news): (Vec<Value>, Vec<Value>) = self.pairs[data_type.index()].iter().cloned().unzip();
        if theory.shape() == Shape::Flat || old.order(old).is_none() {
            return self.fresh(data_type);
        }
        let atoms = theory.atoms(&olds, self.theories.constants(data_type).len(), 1);
        let points = atoms.iter().filter_map(|atom| Some((&atom.witness, atom.point.as_ref()?)));
        let (mut low, mut high) = (None, None);
        for (point, term) in points {
            match point.order(old)? {
                Ordering::Less => low = Some(term.value(&news)?),
                Ordering::Equal => return term.value(&news),
                Ordering::Greater => high = high.or(Some(term.value(&news)?)),
            }
        }
        self.between(data_type, low.as_ref(), high.as_ref())
    }

    /// A value that was not shown yet, between two others.
    fn between(&self, data_type: TypeId, low: Option<&Value>, high: Option<&Value>) -> Option<Value> {
        let is_inside = |value: &Value| {
            low.is_none_or(|low| low.order(value) == Some(Ordering::Less))
                && high.is_none_or(|high| value.order(high) == Some(Ordering::Less))
        };
        let atoms = self.shown.atoms(self.theories, data_type, 1);
        let mut inside = atoms.into_iter().rev().filter(|atom: &Atom| atom.point.is_none() && is_inside(&atom.witness));
        inside.next().map(|atom| atom.witness)
    }
}
