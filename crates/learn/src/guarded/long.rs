//! The tester that repeats calls: what is full after 64 or 1,024 of them passes in every short word.
//!
//! ```text
//!   add add add ... add         2,000 times, with the same arguments and with others each time
//!   add remove add remove ...   100 times, if both change a field
//! ```
//!
//! What other methods answer then is asked behind these words (`behind`).

use std::collections::HashSet;

use typestar_model::guarded::{Parameter, ValueKind};
use typestar_model::{Decimal, InputId, NodeId, Plan, Symbol, Value, Word};

use super::behind::{Behind, Repeated};
use super::calls::{Calls, SharedCalls, word_after};
use super::hypothesis::GuardedHypothesis;
use super::pool::Callable;
use crate::hypothesis::Hypothesis;
use crate::oracle::{Halt, Oracle};
use crate::tester::{Outcome, Tester};

/// How often a call is repeated that changes a field,
const MOST_TIMES: usize = 2_000;
/// how often one that changes none,
const FEW_TIMES: usize = 100;
/// and how often two calls are, in turn.
const PAIR_TIMES: usize = 100;
/// How many pairs are repeated.
const MOST_PAIRS: usize = 12;
/// So often words behind long words are made anew, where others ended early.
const MOST_ROUNDS: usize = 4;

/// Repeats each call, and pairs of calls that change a field. A method that blocked is left out.
pub struct Long {
    calls: SharedCalls,
    /// What was repeated already: later hypotheses find it in the tree.
    repeated: HashSet<(Vec<usize>, bool)>,
    /// The words in which one call is repeated that changes a field: the method, how many calls come first, and the word.
    long: Vec<(usize, usize, Word)>,
    behind: Behind,
}

/// A call that passed: where, and with what.
#[derive(Clone)]
pub(super) struct Passed {
    method: usize,
    pub(super) before: NodeId,
    pub(super) call: Symbol,
    changes: bool,
}

impl Long {
    /// Nothing was repeated yet.
    pub fn new(calls: &SharedCalls) -> Self {
        Self { calls: calls.clone(), repeated: HashSet::new(), long: Vec::new(), behind: Behind::default() }
    }

    /// The words that were not asked yet.
    fn words(&mut self, oracle: &mut dyn Oracle) -> Vec<(Vec<usize>, Word)> {
        let calls = self.calls.borrow();
        let passed: Vec<Passed> =
            calls.returning(1).filter_map(|(method, _)| first_passed(oracle, &calls, method)).collect();
        let mut words = Vec::new();
        for one in &passed {
            let begin = calls.of(one.before).depth;
            for varies in [false, true] {
                if self.repeated.insert((vec![one.method], varies)) {
                    let calls = repeated(&calls.callables()[one.method], one, varies);
                    let word = word_after(oracle, one.before, &calls).filter(|_| !calls.is_empty());
                    self.long.extend(word.clone().filter(|_| one.changes).map(|word| (one.method, begin, word)));
                    words.extend(word.map(|word| (vec![one.method], word)));
                }
            }
        }
        for (one, other) in pairs(&passed) {
            let methods = vec![one.method, other.method];
            if self.repeated.insert((methods.clone(), false)) {
                let both = [one.call.clone(), other.call.clone()];
                let repeated: Vec<Symbol> = both.into_iter().cycle().take(2 * PAIR_TIMES).collect();
                words.extend(word_after(oracle, one.before, &repeated).map(|word| (methods, word)));
            }
        }
        words
    }

    /// The words in which one call is repeated that changes a field, as far as their calls passed.
    fn long(&self, oracle: &dyn Oracle, calls: &Calls) -> Vec<Repeated> {
        let follow = |node: &mut NodeId, input: &InputId| {
            *node = oracle.tree().child(*node, *input).filter(|next| calls.of(*next).lives())?;
            Some(*node)
        };
        let long = self.long.iter().filter_map(|(method, begin, word)| {
            let before = oracle.tree().follow(oracle.tree().root(), &word[..*begin])?;
            let nodes = word[*begin..].iter().scan(before, follow).collect();
            Some(Repeated { before, method: *method, nodes })
        });
        long.collect()
    }

    /// Calls the other methods behind long words and in them.
    fn call_others(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Result<(), Halt> {
        let words = {
            let calls = self.calls.borrow();
            let long = self.long(oracle, &calls);
            self.behind.begin(&calls);
            self.behind.alternating(oracle, &calls, &long)
        };
        oracle.ask(words.into_iter().map(Plan::word).collect())?;
        for _ in 0..MOST_ROUNDS {
            let words = {
                let calls = self.calls.borrow();
                let long = self.long(oracle, &calls);
                self.behind.words(oracle, &calls, hypothesis, &long)
            };
            oracle.ask(words.iter().cloned().map(Plan::word).collect())?;
            self.behind.note(oracle, &self.calls.borrow(), &words);
        }
        Ok(())
    }
}

/// A call, again and again, with the same arguments or with others each time; nothing if there are no others.
fn repeated(callable: &Callable, passed: &Passed, varies: bool) -> Vec<Symbol> {
    let times = if passed.changes { MOST_TIMES } else { FEW_TIMES };
    if !varies {
        return vec![passed.call.clone(); times];
    }
    let times = if callable.method.parameters.iter().any(is_varied) { times } else { 0 };
    (0..times).filter_map(|turn| other(callable, passed, turn)).collect()
}

/// The first call of a method that passed, of those that change a field if there is one; none if the method ever blocked.
pub(super) fn first_passed(oracle: &dyn Oracle, calls: &Calls, method: usize) -> Option<Passed> {
    if calls.has_blocked(method) {
        return None;
    }
    let passed = calls.examples(method).filter(|(_, call)| call.passes()).filter_map(|(node, call)| {
        let (before, input, _) = oracle.tree().edge_to(node)?;
        let call_symbol = oracle.inputs().symbol(input).clone();
        let changes = call.look != calls.of(before).look;
        Some((!changes, call.depth, node, Passed { method, before, call: call_symbol, changes }))
    });
    passed.min_by_key(|(is_idle, depth, node, _)| (*is_idle, *depth, *node)).map(|(.., passed)| passed)
}

/// Two calls that both change a field.
fn pairs(passed: &[Passed]) -> Vec<(&Passed, &Passed)> {
    let changing: Vec<&Passed> = passed.iter().filter(|one| one.changes).collect();
    let behind = |place: usize| changing[place + 1..].iter().map(move |&other| (place, other));
    let pairs = (0..changing.len()).flat_map(behind).map(|(place, other)| (changing[place], other));
    pairs.take(MOST_PAIRS).collect()
}

/// Whether there are as many values for a parameter as one likes.
fn is_varied(parameter: &Parameter) -> bool {
    matches!(parameter.kind, ValueKind::Integer { .. } | ValueKind::Decimal | ValueKind::Text)
}

/// The call with other arguments in each turn, as far as there are others.
fn other(callable: &Callable, passed: &Passed, turn: usize) -> Option<Symbol> {
    let values = passed.call.values().iter().zip(&callable.method.parameters);
    callable
        .call(values.map(|(value, parameter)| other_value(parameter, turn).unwrap_or_else(|| value.clone())).collect())
}

fn other_value(parameter: &Parameter, turn: usize) -> Option<Value> {
    let number = i64::try_from(turn).ok()? + 1;
    match parameter.kind {
        ValueKind::Integer { min, max } => Some(Value::Integer(number.clamp(min, max))),
        ValueKind::Decimal => Decimal::new(number as f64).map(Value::Decimal),
        ValueKind::Text => Some(Value::Text(format!("a{number}"))),
        _ => None,
    }
}

impl Tester<GuardedHypothesis> for Long {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &GuardedHypothesis) -> Result<Outcome, Halt> {
        let words = self.words(oracle);
        oracle.note_left(Some(words.len() as u64));
        for (methods, word) in words {
            let has_blocked = methods.iter().any(|method| self.calls.borrow().has_blocked(*method));
            if !has_blocked {
                oracle.ask(vec![Plan::word(word)])?;
            }
        }
        self.call_others(oracle, hypothesis)?;
        Ok(hypothesis.disagreement(oracle.observed()).map_or(Outcome::Agreed, Outcome::Counterexample))
    }
}
