//! Comparing two register automata.
//!
//! Two models of one system, or of two versions, are compared by what they answer. First it is found
//! out what theories their guards need (`needed.rs`), then both are walked through at once
//! (`equivalence.rs`).

use typestar_model::register::{ACCEPT, Action, REJECT, RegisterAutomaton, RegisterRun};
use typestar_model::{Comparison, Difference, Id, Symbol};

use super::equivalence::search;
use super::{Need, Theories, needs};

/// What came of comparing two register automata.
///
/// `depth` is part of the answer and not of the question: it says how much "the same" is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct RegisterComparison {
    /// Whether they differ.
    pub comparison: Comparison,
    /// How long the words were, at most, if not all words were covered: then no difference does not mean the same.
    pub depth: Option<usize>,
    /// The types with the theories that the automata need.
    pub theories: Vec<(String, String)>,
}

/// What an automaton answers where it has no transition.
const NO_ANSWER: &str = "-";

/// Compares two register automata by the names of their actions and types. That is exact unless they add values, for
/// which there is no exact way: then words of at most `depth` inputs are tried, one of each class.
///
/// ```
/// use typestar_learn::register::compare_registers;
/// use typestar_model::Comparison;
/// use typestar_model::register::families::{fifo, lifo};
///
/// let same = compare_registers(&fifo(2), &fifo(2), 5);
/// assert_eq!((same.comparison, same.depth), (Comparison::Same, None));
/// // A queue and a stack differ as soon as they hold two values.
/// let Comparison::Different(difference) = compare_registers(&fifo(2), &lifo(2), 5).comparison else {
///     panic!("they give back different values");
/// };
/// assert_eq!(difference.word.len(), 3, "offer, offer, poll");
/// ```
pub fn compare_registers(left: &RegisterAutomaton, right: &RegisterAutomaton, depth: usize) -> RegisterComparison {
    let needs = needs(&[left, right]);
    let theories = Theories::needed(&left.signature, &needs);
    let types = left.signature.types.iter().zip(&needs);
    let names = types.map(|(of, need)| (of.name.clone(), need.theory(of.domain).name())).collect();
    let (only_left, only_right) = (only(left, right), only(right, left));
    if !only_left.is_empty() || !only_right.is_empty() {
        let comparison = Comparison::DifferentInputs { only_left, only_right };
        return RegisterComparison { comparison, depth: None, theories: names };
    }
    let has_sums = needs.iter().any(Need::has_sums);
    let searched = search(left, right, &theories, &|_| false, if has_sums { depth } else { usize::MAX });
    let depth = if has_sums { Some(searched.depth.unwrap_or(depth)) } else { searched.depth };
    let comparison =
        searched.word.map_or(Comparison::Same, |word| Comparison::Different(difference(left, right, &word)));
    RegisterComparison { comparison, depth, theories: names }
}

/// The inputs that only the first one has.
fn only(automaton: &RegisterAutomaton, other: &RegisterAutomaton) -> Vec<String> {
    let texts = |automaton: &RegisterAutomaton| -> Vec<String> {
        automaton.signature.inputs.iter().map(|action| text(automaton, action)).collect()
    };
    let others = texts(other);
    texts(automaton).into_iter().filter(|text| !others.contains(text)).collect()
}

/// An action with the types of its parameters: `offer(int)`.
fn text(automaton: &RegisterAutomaton, action: &Action) -> String {
    let types = action.parameters.iter().map(|parameter| &automaton.signature.types[parameter.data_type.index()]);
    let types: Vec<&str> = types.map(|data_type| data_type.name.as_str()).collect();
    if types.is_empty() { action.name.clone() } else { format!("{}({})", action.name, types.join(", ")) }
}

fn difference(left: &RegisterAutomaton, right: &RegisterAutomaton, word: &[Symbol]) -> Difference {
    Difference {
        word: word.iter().map(Symbol::to_string).collect(),
        left: answers(left, word),
        right: answers(right, word),
    }
}

/// What an automaton answers to a word, up to where it has no transition. An acceptor also answers the empty word.
fn answers(automaton: &RegisterAutomaton, word: &[Symbol]) -> Vec<String> {
    if word.is_empty() {
        let accepting = automaton.locations[automaton.initial().index()].accepting;
        return vec![if accepting { ACCEPT } else { REJECT }.to_owned()];
    }
    let mut run = RegisterRun::new(automaton);
    let mut answers = Vec::new();
    for symbol in word {
        let input = automaton.signature.input_of(symbol);
        let stepped = input.and_then(|input| run.step(input, symbol.values()));
        answers.push(stepped.as_ref().map_or(NO_ANSWER.to_owned(), |stepped| stepped.output.to_string()));
        if stepped.is_none() {
            break;
        }
    }
    answers
}
