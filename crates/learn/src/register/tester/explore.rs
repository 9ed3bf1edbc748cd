//! Exploration: every class of data words up to a depth, deeper and deeper.
//!
//! One word of each class: under equality, `offer offer` has two classes, with equal and with different
//! values; three offers have five. The number of classes grows quickly, so depth is the promise, and
//! the number of words the limit.
//!
//! Levels are complete one after the other. What was explored to depth d stays true for words of at
//! most d inputs, whatever ends the exploration.

use typestar_model::register::{ActionId, RegisterAutomaton, Signature};
use typestar_model::{Id, NodeId, Word};

use super::super::hypothesis::RegisterHypothesis;
use super::super::theories::Theories;
use super::classes::{Branch, Classes};
use super::{ask_symbols, explore, is_final};
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
    pub(super) fn goes_on(&self, depth: usize) -> bool {
        self.depth < depth && !self.is_whole && !self.is_cut
    }

    /// Takes note of a level without a counterexample.
    pub(super) fn add_level(&mut self, goes_on: bool, is_cut: bool) {
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
        let finals: Vec<String> = final_names(oracle, &hypothesis.automaton.signature);
        let mut go_on = || {
            halt = oracle.check();
            halt.is_ok() && (self.go_on)()
        };
        let automata = (&hypothesis.automaton, truth);
        let is_final = |name: &str| finals.iter().any(|known| known == name);
        let (explored, word) = explore(automata, &self.theories, &is_final, self.limits, &mut go_on);
        self.explored = explored;
        halt?;
        word.map_or(Ok(Outcome::Agreed), |word| ask_symbols(oracle, hypothesis, &word))
    }

    fn ask(&mut self, oracle: &mut dyn Oracle, hypothesis: &RegisterHypothesis) -> Result<Outcome, Halt> {
        if let Some(word) = hypothesis.disagreement(oracle.observed()) {
            return Ok(Outcome::Counterexample(word));
        }
        let mut asking = Asking::new(oracle, hypothesis, &self.theories, self.limits.words, &mut self.go_on);
        self.explored = Explored::default();
        while self.explored.goes_on(self.limits.depth) {
            asking.goes_on = false;
            let level = asking.level(self.explored.depth + 1);
            self.explored.words = asking.words;
            match level {
                Ok(()) => self.explored.add_level(asking.goes_on, asking.is_cut),
                Err(Stop::Enough) => break,
                Err(Stop::Counterexample(word)) => return Ok(Outcome::Counterexample(word)),
                Err(Stop::Halted(halt)) => return Err(halt),
            }
        }
        Ok(Outcome::Agreed)
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

/// The names of outputs after which nothing changes.
fn final_names(oracle: &dyn Oracle, signature: &Signature) -> Vec<String> {
    let names = signature.outputs.iter().map(|output| output.name.clone());
    names.filter(|name| is_final(oracle, name)).collect()
}

/// How many values of the type of a parameter are still to come at most, itself included, if so many inputs are left, the
/// one of the parameter included.
pub(super) fn remaining(signature: &Signature, (input, at): (ActionId, usize), left: usize) -> usize {
    let parameters = &signature.inputs[input.index()].parameters;
    let data_type = parameters[at].data_type;
    let count = |parameters: &[typestar_model::register::Parameter]| {
        parameters.iter().filter(|parameter| parameter.data_type == data_type).count()
    };
    let most = signature.inputs.iter().map(|input| count(&input.parameters)).max().unwrap_or(0);
    count(&parameters[at..]) + (left - 1) * most
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
    theories: &'a Theories,
    go_on: &'a mut dyn FnMut() -> bool,
    /// Words that are to be asked together.
    batch: Vec<Word>,
    batches: Batches,
    words: u64,
    most: u64,
    /// Whether a word of the present level can be made longer.
    goes_on: bool,
    /// Whether numbers ran out.
    is_cut: bool,
}

impl<'a> Asking<'a> {
    fn new(
        oracle: &'a mut dyn Oracle,
        hypothesis: &'a RegisterHypothesis,
        theories: &'a Theories,
        most: u64,
        go_on: &'a mut dyn FnMut() -> bool,
    ) -> Self {
        let (batch, batches, words, goes_on, is_cut) = (Vec::new(), Batches::default(), 0, false, false);
        Self { oracle, hypothesis, theories, go_on, batch, batches, words, most, goes_on, is_cut }
    }

    /// All words of this length.
    fn level(&mut self, length: usize) -> Result<(), Stop> {
        let begin = (self.oracle.tree().root(), Word::new());
        let mut classes = Classes::new(&self.hypothesis.automaton.signature, self.theories, begin, vec![length]);
        while let Some((symbol, mut branch)) = classes.next() {
            // What cannot be asked has no answer.
            let Some(input) = self.oracle.input(&symbol) else { continue };
            branch.place.1.push(input);
            match branch.place.1.len() == length {
                true => self.last(branch.place.0, branch.place.1)?,
                false if self.goes_on_behind(&mut branch)? => classes.go_on(&branch),
                false => {}
            }
        }
        self.is_cut |= classes.is_cut;
        self.flush()
    }

    /// A word with its last input, and the node before it.
    fn last(&mut self, node: NodeId, word: Word) -> Result<(), Stop> {
        self.words += 1;
        match self.oracle.tree().step(node, word[word.len() - 1]) {
            Some((output, _)) => {
                self.goes_on |= !self.oracle.tree().is_final(output);
                self.oracle.count_known(1);
            }
            None => self.batch.push(word),
        }
        if self.batch.len() as u64 >= self.batches.size() {
            self.flush()?;
        }
        if self.words >= self.most || !(self.go_on)() {
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
        self.goes_on |= words.iter().any(goes_on);
        found.map_or(Ok(()), |word| Err(Stop::Counterexample(word)))
    }

    /// Whether something can follow the last input of a word; then the branch leads behind it. Theories that look ahead may
    /// need prefixes that were never asked.
    fn goes_on_behind(&mut self, branch: &mut Branch<(NodeId, Word)>) -> Result<bool, Stop> {
        let (node, word) = &mut branch.place;
        let input = word[word.len() - 1];
        if self.oracle.tree().step(*node, input).is_none() {
            let found = ask_words(self.oracle, self.hypothesis, vec![word.clone()])?;
            found.map_or(Ok(()), |word| Err(Stop::Counterexample(word)))?;
        }
        let Some((output, child)) = self.oracle.tree().step(*node, input) else { return Ok(false) };
        if self.oracle.tree().is_final(output) {
            return Ok(false);
        }
        *node = child;
        let symbol = self.oracle.outputs().symbol(output);
        let mut outputs = self.hypothesis.automaton.signature.outputs.iter();
        let action =
            outputs.find(|known| known.name == symbol.name() && known.parameters.len() == symbol.values().len());
        branch.answered(action, symbol.values());
        Ok(true)
    }
}
