//! Alternatives: an input that learners ask may stand for several snippets that should behave in the same way.
//!
//! The snippets take turns. What is kept is what was executed, so that it can be told which snippet did what.

use std::collections::{BTreeMap, HashMap};

use typestar_model::{Evidence, Id, InputId, Inputs, Plan};

use crate::case::Case;
use crate::system::{Answer, Symbols};

/// Which of several executions is wanted. It travels with the plan, so that a run which is continued asks the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    /// Alternatives take turns: this is the number of the turn. At each place of a plan it is another one's turn.
    Turn(usize),
    /// Always the alternative with this position, modulo their number.
    Always(usize),
}

impl Variant {
    /// Which of this many alternatives it is at a place of a plan.
    fn choose(self, place: usize, alternatives: usize) -> usize {
        match self {
            Self::Turn(turn) => (turn + place) % alternatives,
            Self::Always(position) => position % alternatives,
        }
    }
}

/// Inputs that stand for several snippets, as a case file lists them.
pub(crate) struct Alternatives {
    /// The inputs that learners ask.
    pub(crate) inputs: Inputs,
    /// For each input its snippets.
    snippets: Vec<Vec<InputId>>,
    /// The input of each snippet, by its name.
    input_of: HashMap<String, InputId>,
}

impl Alternatives {
    /// The alternatives of a case over the inputs of a system; none if it has none.
    pub(crate) fn of_case(case: &Case, concrete: &Inputs) -> Option<Self> {
        let alternatives = &case.inputs.alternatives;
        if alternatives.is_empty() {
            return None;
        }
        let named = alternatives.iter().flat_map(|(input, names)| names.iter().map(move |name| (name, input)));
        let input_names: HashMap<&String, &String> = named.collect();
        let mut made = Self { inputs: Inputs::default(), snippets: Vec::new(), input_of: HashMap::new() };
        for snippet in concrete.ids() {
            let name = concrete.texts()[snippet.index()].clone();
            let input = made.inputs.intern(input_names.get(&name).map_or(&name, |input| input));
            made.snippets.resize(made.inputs.len(), Vec::new());
            made.snippets[input.index()].push(snippet);
            made.input_of.insert(name, input);
        }
        Some(made)
    }

    /// The plan in snippets that executes a plan in inputs, which begins at this place of the word.
    pub(crate) fn concrete(&self, plan: &Plan, variant: Variant, place: usize) -> Plan {
        let snippet = |(at, input): (usize, &InputId)| {
            let snippets = &self.snippets[input.index()];
            snippets[variant.choose(place + at, snippets.len())]
        };
        let behind = place + plan.word.len();
        Plan {
            word: plan.word.iter().enumerate().map(snippet).collect(),
            only: plan.only.clone(),
            then: plan.then.iter().map(|(choice, next)| (*choice, self.concrete(next, variant, behind))).collect(),
            otherwise: plan.otherwise.as_ref().map(|next| Box::new(self.concrete(next, variant, behind))),
        }
    }

    /// What an execution shows: inputs instead of snippets, with the snippet that was used as evidence.
    pub(crate) fn seen(&self, concrete: &Answer, symbols: &Symbols) -> Answer {
        let mut answer = concrete.clone();
        for (place, &snippet) in concrete.word.iter().enumerate() {
            let name = symbols.inputs.text(snippet);
            let Some(&input) = self.input_of.get(name) else {
                answer.cut(place);
                break;
            };
            answer.word[place] = input;
            if self.snippets[input.index()].len() > 1 {
                answer.evidence.resize(concrete.word.len(), Evidence::default());
                answer.evidence[place].used = Some(name.to_owned());
            }
        }
        for name in answer.late.iter_mut().flat_map(|late| &mut late.word) {
            if let Some(&input) = self.input_of.get(name) {
                self.inputs.text(input).clone_into(name);
            }
        }
        answer
    }

    /// The inputs that stand for several snippets, with the number of these.
    pub(crate) fn several(&self) -> BTreeMap<InputId, usize> {
        let snippets = self.inputs.ids().zip(self.snippets.iter().map(Vec::len));
        snippets.filter(|&(_, snippets)| snippets > 1).collect()
    }
}
