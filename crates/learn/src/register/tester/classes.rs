//! Every class of data words up to a depth, one word after the other, each made when it is taken.
//!
//! Words come in the order of the inputs and of the atoms of their values. What is kept are the branches beside the present
//! word: so there may be more words than any memory holds.

use typestar_model::register::{Action, ActionId, RegisterAutomaton, RegisterRun, Signature, TypeId};
use typestar_model::{Id, OUTSIDE, Symbol, Value};

use super::super::shown::Shown;
use super::super::theories::Theories;
use super::explore::remaining;

/// The symbols that can come next, one after the other. Whoever takes one says what is answered to it, and whether to go on.
pub(super) struct Classes<'a, P> {
    signature: &'a Signature,
    theories: &'a Theories,
    /// What is still to be looked at, the next one last.
    open: Vec<Branch<P>>,
    /// Whether numbers ran out.
    pub(super) is_cut: bool,
}

/// A word, and an input that comes next with some of its values.
#[derive(Clone)]
pub(super) struct Branch<P> {
    /// Where the word leads to.
    pub(super) place: P,
    shown: Shown,
    length: usize,
    input: ActionId,
    chosen: Vec<Value>,
    /// How many inputs the words have that begin like this. Theories that look ahead choose other values for longer ones.
    lengths: Vec<usize>,
}

impl<P> Branch<P> {
    /// The input was answered by an action with these values.
    pub(super) fn answered(&mut self, action: Option<&Action>, values: &[Value]) {
        self.length += 1;
        self.lengths.retain(|&length| length > self.length);
        if let Some(action) = action {
            self.shown.note_all(action, values);
        }
    }
}

impl<'a, P: Clone> Classes<'a, P> {
    /// The symbols of all words with one of these numbers of inputs.
    pub(super) fn new(signature: &'a Signature, theories: &'a Theories, place: P, lengths: Vec<usize>) -> Self {
        let (shown, input) = (Shown::new(theories, signature.types.len()), ActionId::new(0));
        let mut classes = Self { signature, theories, open: Vec::new(), is_cut: false };
        classes.go_on(&Branch { place, shown, length: 0, input, chosen: Vec::new(), lengths });
        classes
    }

    /// Goes on behind a word with all inputs.
    pub(super) fn go_on(&mut self, branch: &Branch<P>) {
        let inputs = (0..self.signature.inputs.len()).rev().map(ActionId::new);
        self.open.extend(inputs.map(|input| Branch { input, chosen: Vec::new(), ..branch.clone() }));
    }

    /// The next value in all ways, each with how many inputs the words have that choose it.
    fn values(&mut self, branch: &Branch<P>, data_type: TypeId) -> Vec<(Value, Vec<usize>)> {
        let mut values: Vec<(Value, Vec<usize>)> = Vec::new();
        for &length in &branch.lengths {
            let remaining = remaining(self.signature, (branch.input, branch.chosen.len()), length - branch.length);
            let atoms = branch.shown.atoms(self.theories, data_type, remaining);
            self.is_cut |= branch.shown.is_exhausted(self.theories, data_type, (remaining, &atoms));
            for atom in atoms {
                match values.iter_mut().find(|(value, _)| *value == atom.witness) {
                    Some((_, lengths)) => lengths.push(length),
                    None => values.push((atom.witness, vec![length])),
                }
            }
        }
        values
    }
}

impl<P: Clone> Iterator for Classes<'_, P> {
    type Item = (Symbol, Branch<P>);

    fn next(&mut self) -> Option<Self::Item> {
        while let Some(branch) = self.open.pop() {
            let action = &self.signature.inputs[branch.input.index()];
            let Some(parameter) = action.parameters.get(branch.chosen.len()) else {
                let symbol = Symbol::new(&action.name, branch.chosen.clone()).expect("actions have names of symbols");
                return Some((symbol, branch));
            };
            for (value, lengths) in self.values(&branch, parameter.data_type).into_iter().rev() {
                let mut branch = Branch { lengths, ..branch.clone() };
                branch.shown.note(parameter.data_type, &value);
                branch.chosen.push(value);
                self.open.push(branch);
            }
        }
        None
    }
}

/// One word of each class of data words of at most so many inputs, as far as an automaton answers it.
///
/// They are the words that [`RegisterExplore`](super::RegisterExplore) asks, without those that begin another one.
///
/// ```
/// use typestar_learn::register::{RegisterWords, Theories};
/// use typestar_model::register::families::fifo;
///
/// let queue = fifo(2);
/// let theories = Theories::equality(&queue.signature);
/// // Nobody has room or time for all words of a hundred inputs.
/// let mut words = RegisterWords::new(&queue, &theories, &[], 100);
/// assert_eq!(words.next().unwrap().len(), 100);
/// ```
pub struct RegisterWords<'a> {
    automaton: &'a RegisterAutomaton,
    finals: &'a [String],
    classes: Classes<'a, (RegisterRun<'a>, Vec<Symbol>)>,
}

impl<'a> RegisterWords<'a> {
    /// The words of at most `depth` inputs. No word goes on behind the outputs `finals`.
    pub fn new(automaton: &'a RegisterAutomaton, theories: &'a Theories, finals: &'a [String], depth: usize) -> Self {
        let signature = &automaton.signature;
        let looks_ahead = (0..signature.types.len()).any(|index| theories.of(TypeId::new(index)).adds());
        let lengths = if looks_ahead { (1..=depth).collect() } else { vec![depth] };
        let classes = Classes::new(signature, theories, (RegisterRun::new(automaton), Vec::new()), lengths);
        Self { automaton, finals, classes }
    }

    /// Takes a step; false if the automaton says nothing of it.
    fn step(&self, symbol: Symbol, branch: &mut Branch<(RegisterRun<'a>, Vec<Symbol>)>) -> bool {
        let stepped = branch.place.0.step(branch.input, symbol.values());
        let Some(stepped) = stepped.filter(|stepped| stepped.output.text() != OUTSIDE) else { return false };
        branch.place.1.push(symbol);
        let action = &self.automaton.signature.outputs[stepped.transition.output.index()];
        branch.answered(Some(action), stepped.output.values());
        branch.lengths.retain(|_| self.finals.iter().all(|name| name != stepped.output.text()));
        true
    }

    /// Whether the automaton says something of an input behind the word.
    fn goes_on(&self, branch: &Branch<(RegisterRun<'a>, Vec<Symbol>)>) -> bool {
        let mut classes = Classes { open: Vec::new(), ..self.classes };
        classes.go_on(branch);
        !branch.lengths.is_empty() && classes.any(|(symbol, mut branch)| self.step(symbol, &mut branch))
    }
}

impl Iterator for RegisterWords<'_> {
    type Item = Vec<Symbol>;

    fn next(&mut self) -> Option<Vec<Symbol>> {
        loop {
            let (symbol, mut branch) = self.classes.next()?;
            if !self.step(symbol, &mut branch) {
                continue;
            }
            if !self.goes_on(&branch) {
                return Some(branch.place.1);
            }
            self.classes.go_on(&branch);
        }
    }
}
