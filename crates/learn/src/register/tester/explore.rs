//! Exploration: every class of data words up to a depth, deeper and deeper.
//!
//! One word of each class: under equality, `offer offer` has two classes, with equal and with different
//! values; three offers have five. The number of classes grows quickly, so depth is the promise, and
//! the number of words the limit.
//!
//! Levels are complete one after the other. What was explored to depth d stays true for words of at
//! most d inputs, whatever ends the exploration.

use typestar_model::register::{Action, ActionId, Parameter, RegisterAutomaton, Signature};
use typestar_model::{Id, InputId, NodeId, Symbol, Value, Word};

use super::super::hypothesis::RegisterHypothesis;
use super::super::shown::Shown;
use super::super::theories::Theories;
use super::{ask_symbols, explore, finals};
use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Batches, Outcome, Tester, ask_words};

/// How far an exploration goes.
///
/// ```
/// use typestar_learn::register::{ExploreLimits, Theories, explore};
/// use typestar_model::register::families::{fifo, lifo};
///
/// let (queue, stack) = (fifo(2), lifo(2));
/// let theories = Theories::equality(&queue.signature);
/// let limits = ExploreLimits { depth: 3, words: 1_000 };
/// let (explored, word) = explore((&queue, &stack), &theories, &|_| false, limits, &mut || true);
/// assert_eq!(explored.depth, 2, "words of two inputs are answered in the same way");
/// assert_eq!(word.unwrap().len(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExploreLimits {
    /// How many inputs words have at most.
    pub depth: usize,
    /// How many words there are at most.
    pub words: u64,
}

/// How far an exploration came.
///
/// What the verdict says: "all words of at most `depth` inputs".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Explored {
    /// All words of at most this many inputs were tried: it is complete to this depth.
    pub depth: usize,
    /// How many words were looked at, those beyond the depth included. A word and its prefixes are several words.
    pub words: u64,
    /// Whether no word goes on beyond the depth: then it is complete for all depths.
    pub is_whole: bool,
    /// Whether it ended because numbers ran out: some class of words beyond the depth has no word.
    pub is_cut: bool,
}

impl Explored {
    /// Whether it can go deeper than it is, to this many inputs.
    fn goes_on(&self, depth: usize) -> bool {
        self.depth < depth && !self.is_whole && !self.is_cut
    }

    /// Takes note of a level without a counterexample.
    fn add_level(&mut self, goes_on: bool, is_cut: bool) {
        self.depth += usize::from(!is_cut);
        (self.is_whole, self.is_cut) = (!goes_on && !is_cut, is_cut);
    }
}

/// Tries every class of data words: of one input, of two, and so on, until a limit is reached.
///
/// The classes are those of the theories over all values that a word has shown. Of a simulated system the truth may be
/// known: then only the word that refutes a hypothesis is asked, and all others are walked through and counted.
pub struct RegisterExplore {
    theories: Theories,
    limits: ExploreLimits,
    truth: Option<RegisterAutomaton>,
    go_on: Box<dyn FnMut() -> bool>,
    explored: Explored,
}

impl RegisterExplore {
    /// Explores a system that is asked.
    pub fn new(theories: Theories, limits: ExploreLimits) -> Self {
        Self { theories, limits, truth: None, go_on: Box::new(|| true), explored: Explored::default() }
    }

    /// Explores a system whose truth is known.
    pub fn knowing(mut self, truth: RegisterAutomaton) -> Self {
        self.truth = Some(truth);
        self
    }

    /// Ends early, with what was explored so far, when this says no. That is how callers limit time.
    pub fn while_wanted(mut self, go_on: impl FnMut() -> bool + 'static) -> Self {
        self.go_on = Box::new(go_on);
        self
    }

    /// How far the last test came.
    pub fn explored(&self) -> Explored {
        self.explored
    }

    fn walk(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        let truth = self.truth.as_ref().expect("only a known truth is walked through");
        let mut halt = Ok(());
        let finals = finals(oracle, &hypothesis.automaton.signature);
        let mut go_on = || {
            halt = oracle.check();
            halt.is_ok() && (self.go_on)()
        };
        let automata = (&hypothesis.automaton, truth);
        let is_final = |name: &str| finals.contains(&name);
        let (explored, word) = explore(automata, &self.theories, &is_final, self.limits, &mut go_on);
        self.explored = explored;
        halt?;
        word.map_or(Ok(Outcome::Agreed), |word| ask_symbols(oracle, hypothesis, &word))
    }

    fn ask(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        // Words that are known are not asked, so they are looked at here; longer ones are for others.
        let known = hypothesis.disagreement(oracle.observed());
        if let Some(word) = known.filter(|word| word.len() <= self.limits.depth) {
            return Ok(Outcome::Counterexample(word));
        }
        let trying = Trying::new(&hypothesis.automaton.signature, &self.theories, self.limits.words);
        let (node, word, batch, batches) = (oracle.tree().root(), Word::new(), Vec::new(), Batches::default());
        let mut asking = Asking { oracle, hypothesis, go_on: &mut self.go_on, trying, node, word, batch, batches };
        let (explored, stop) = asking.levels(self.limits.depth);
        self.explored = explored;
        match stop {
            None | Some(Stop::Enough) => Ok(Outcome::Agreed),
            Some(Stop::Counterexample(word)) => Ok(Outcome::Counterexample(word)),
            Some(Stop::Halted(halt)) => Err(halt),
        }
    }
}

impl Tester<RegisterHypothesis> for RegisterExplore {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        match self.truth {
            Some(_) => self.walk(oracle, hypothesis),
            None => self.ask(oracle, hypothesis),
        }
    }
}

/// The word that is tried at the moment, and what came of those before it.
pub(super) struct Trying<'a> {
    pub(super) signature: &'a Signature,
    theories: &'a Theories,
    /// The values that the word has shown.
    pub(super) shown: Shown,
    /// Its actions, and where the values of each begin.
    pub(super) actions: Vec<(ActionId, usize)>,
    pub(super) values: Vec<Value>,
    /// How many words were tried,
    pub(super) words: u64,
    /// and how many may be.
    pub(super) most: u64,
    /// Whether a word of the present level can be made longer.
    pub(super) goes_on: bool,
    /// Whether numbers ran out.
    is_cut: bool,
}

impl<'a> Trying<'a> {
    pub(super) fn new(signature: &'a Signature, theories: &'a Theories, most: u64) -> Self {
        let shown = Shown::new(theories, signature.types.len());
        let (actions, values) = (Vec::new(), Vec::new());
        Self { signature, theories, shown, actions, values, words: 0, most, goes_on: false, is_cut: false }
    }
}

/// How many values of the type of a parameter are still to come at most, itself included, if so many inputs are left,
/// the one of the parameter included.
pub(super) fn remaining(signature: &Signature, (input, at): (ActionId, usize), left: usize) -> usize {
    let parameters = &signature.inputs[input.index()].parameters;
    let data_type = parameters[at].data_type;
    let count =
        |parameters: &[Parameter]| parameters.iter().filter(|parameter| parameter.data_type == data_type).count();
    let most = signature.inputs.iter().map(|input| count(&input.parameters)).max().unwrap_or(0);
    count(&parameters[at..]) + (left - 1) * most
}

/// Tries every class of data words. What a word is tried on is for others to say.
pub(super) trait Tries<'a> {
    /// Why it ends early.
    type Stop;

    fn trying(&mut self) -> &mut Trying<'a>;

    /// All words of this length.
    fn level(&mut self, length: usize) -> Result<(), Self::Stop>;

    /// The last action with its values, and all that follows.
    fn call(&mut self, input: ActionId, left: usize) -> Result<(), Self::Stop>;

    /// All words of one input, of two, and so on. How far that came, and why it ended before this depth.
    fn levels(&mut self, depth: usize) -> (Explored, Option<Self::Stop>) {
        let (mut explored, mut stop) = (Explored::default(), None);
        while stop.is_none() && explored.goes_on(depth) {
            self.trying().goes_on = false;
            match self.level(explored.depth + 1) {
                Ok(()) => explored.add_level(self.trying().goes_on, self.trying().is_cut),
                Err(reason) => stop = Some(reason),
            }
        }
        explored.words = self.trying().words;
        (explored, stop)
    }

    /// All words that go on with this many inputs.
    fn inputs_from(&mut self, left: usize) -> Result<(), Self::Stop> {
        for input in (0..self.trying().signature.inputs.len()).map(ActionId::new) {
            let start = self.trying().values.len();
            self.trying().actions.push((input, start));
            self.parameters_from(input, 0, left)?;
            self.trying().actions.pop();
        }
        Ok(())
    }

    /// All values of the parameters of the last action from the one at `at` on.
    fn parameters_from(&mut self, input: ActionId, at: usize, left: usize) -> Result<(), Self::Stop> {
        let trying = self.trying();
        let Some(parameter) = trying.signature.inputs[input.index()].parameters.get(at) else {
            return self.call(input, left);
        };
        let (data_type, remaining) = (parameter.data_type, remaining(trying.signature, (input, at), left));
        let known = trying.shown.of(data_type).len();
        let atoms = trying.shown.atoms(trying.theories, data_type, remaining);
        trying.is_cut |= trying.shown.is_exhausted(trying.theories, data_type, (remaining, &atoms));
        for atom in atoms {
            self.trying().shown.note(data_type, &atom.witness);
            self.trying().values.push(atom.witness);
            self.parameters_from(input, at + 1, left)?;
            self.trying().values.pop();
            self.trying().shown.forget(data_type, known);
        }
        Ok(())
    }
}

/// Why asking ends early.
enum Stop {
    Counterexample(Word),
    Enough,
    Halted(Halt),
}

impl From<Halt> for Stop {
    fn from(halt: Halt) -> Self {
        Self::Halted(halt)
    }
}

/// Exploration of a system that is asked.
///
/// It follows the observation tree and not the hypothesis: what the system invented is known from
/// there.
struct Asking<'a> {
    oracle: &'a mut dyn Oracle,
    hypothesis: &'a RegisterHypothesis,
    go_on: &'a mut dyn FnMut() -> bool,
    trying: Trying<'a>,
    /// Where the present word leads but for its last input.
    node: NodeId,
    /// The present word.
    word: Word,
    /// Words that are to be asked together.
    batch: Vec<Word>,
    batches: Batches,
}

impl<'a> Tries<'a> for Asking<'a> {
    type Stop = Stop;

    fn trying(&mut self) -> &mut Trying<'a> {
        &mut self.trying
    }

    fn level(&mut self, length: usize) -> Result<(), Stop> {
        self.inputs_from(length)?;
        self.flush()
    }

    fn call(&mut self, input: ActionId, left: usize) -> Result<(), Stop> {
        let Trying { signature, actions, values, .. } = &self.trying;
        let values = values[actions[actions.len() - 1].1..].to_vec();
        let symbol = Symbol::new(&signature.inputs[input.index()].name, values).expect("actions have names of symbols");
        // What cannot be asked has no answer.
        let Some(input) = self.oracle.input(&symbol) else { return Ok(()) };
        self.word.push(input);
        match left {
            1 => self.last(input)?,
            _ => self.go_on(input, left - 1)?,
        }
        self.word.pop();
        Ok(())
    }
}

impl Asking<'_> {
    /// The last input of a word.
    fn last(&mut self, input: InputId) -> Result<(), Stop> {
        self.trying.words += 1;
        match self.oracle.tree().step(self.node, input) {
            Some((output, _)) => {
                self.trying.goes_on |= !self.oracle.tree().is_final(output);
                self.oracle.count_known(1);
            }
            None => self.batch.push(self.word.clone()),
        }
        if self.batch.len() as u64 >= self.batches.size() {
            self.flush()?;
        }
        if self.trying.words >= self.trying.most || !(self.go_on)() {
            self.flush()?;
            return Err(Stop::Enough);
        }
        Ok(self.oracle.check()?)
    }

    /// Asks the words that wait.
    fn flush(&mut self) -> Result<(), Stop> {
        let words = std::mem::take(&mut self.batch);
        self.batches.note(words.len() as u64);
        let found = ask_words(self.oracle, self.hypothesis, words.clone())?;
        let tree = self.oracle.tree();
        let goes_on =
            |word: &Word| tree.follow(tree.root(), word).is_some_and(|node| tree.final_output(node).is_none());
        self.trying.goes_on |= words.iter().any(goes_on);
        found.map_or(Ok(()), |word| Err(Stop::Counterexample(word)))
    }

    /// Goes on behind an input with this many more. Theories that look ahead may need prefixes that were never asked.
    fn go_on(&mut self, input: InputId, left: usize) -> Result<(), Stop> {
        if self.oracle.tree().step(self.node, input).is_none() {
            let found = ask_words(self.oracle, self.hypothesis, vec![self.word.clone()])?;
            found.map_or(Ok(()), |word| Err(Stop::Counterexample(word)))?;
        }
        let Some((output, child)) = self.oracle.tree().step(self.node, input) else { return Ok(()) };
        if self.oracle.tree().is_final(output) {
            return Ok(());
        }
        let symbol = self.oracle.outputs().symbol(output).clone();
        let is_it = |known: &&Action| known.name == symbol.name() && known.parameters.len() == symbol.values().len();
        let action = self.trying.signature.outputs.iter().find(is_it);
        let before = (self.node, self.trying.shown.clone());
        if let Some(action) = action {
            self.trying.shown.note_all(action, symbol.values());
        }
        self.node = child;
        self.inputs_from(left)?;
        (self.node, self.trying.shown) = before;
        Ok(())
    }
}
