//! Alternatives: an input that learners ask may stand for several snippets that should behave in the same way.
//!
//! The snippets take turns. What is kept is what was executed, so that it can be told which snippet did what.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use typestar_model::{Evidence, Id, InputId, Inputs, Plan, Symbol};

use crate::case::{Case, InputsSpec};
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

/// The callins that the snippets of a case stand for. An input of a system with data has values, which its snippet has, too.
#[derive(Clone, Debug, Default)]
pub(crate) struct Callins(BTreeMap<String, String>);

impl Callins {
    /// Those of a case; all inputs stand for themselves if it has no alternatives.
    pub(crate) fn of_case(inputs: &InputsSpec) -> Self {
        let named = inputs.alternatives.iter();
        let named = named.flat_map(|(callin, names)| names.iter().map(move |name| (name.clone(), callin.clone())));
        Self(named.collect())
    }

    /// The input that a snippet stands for. One that is listed with its values stands for a callin without any.
    pub(crate) fn input<'s>(&self, snippet: &'s Symbol) -> Cow<'s, Symbol> {
        if let Some(callin) = self.0.get(snippet.text()) {
            return Cow::Owned(Symbol::read(callin));
        }
        match self.0.get(snippet.name()) {
            Some(callin) => renamed(snippet, callin),
            None => Cow::Borrowed(snippet),
        }
    }

    /// What a snippet answered. A host calls what was returned like the snippet, and the case file like the callin.
    pub(crate) fn output<'s>(&self, snippet: &str, output: &'s Symbol) -> Cow<'s, Symbol> {
        match self.0.get(snippet).filter(|_| output.name() == snippet) {
            Some(callin) => renamed(output, callin),
            None => Cow::Borrowed(output),
        }
    }
}

/// The symbol with another name and the same values.
fn renamed<'s>(symbol: &'s Symbol, name: &str) -> Cow<'s, Symbol> {
    Symbol::new(name, symbol.values().to_vec()).map_or(Cow::Borrowed(symbol), Cow::Owned)
}

/// Inputs that stand for several snippets, as a case file lists them.
pub(crate) struct Alternatives {
    /// The inputs that learners ask, and behind them those that came later, with values.
    pub(crate) inputs: Inputs,
    /// How many of them learners ask.
    pub(crate) offered: usize,
    /// The names of the snippets, by the callin.
    names: BTreeMap<String, Vec<String>>,
    /// For each input its snippets.
    snippets: Vec<Vec<InputId>>,
    /// The input of each snippet, by its text.
    input_of: HashMap<String, InputId>,
}

impl Alternatives {
    /// The alternatives of a case over the inputs of a system; none if it has none.
    pub(crate) fn of_case(case: &Case, concrete: &Inputs) -> Option<Self> {
        let names = case.inputs.alternatives.clone();
        if names.is_empty() {
            return None;
        }
        let callins = Callins::of_case(&case.inputs);
        let (inputs, snippets) = (Inputs::default(), Vec::new());
        let mut made = Self { inputs, offered: 0, names, snippets, input_of: HashMap::new() };
        for snippet in concrete.ids() {
            let symbol = concrete.symbol(snippet);
            made.connect(&callins.input(symbol), (snippet, symbol));
        }
        made.offered = made.inputs.len();
        Some(made)
    }

    fn connect(&mut self, input: &Symbol, (snippet, symbol): (InputId, &Symbol)) -> InputId {
        let input = self.inputs.intern_symbol(input.clone());
        self.snippets.resize(self.inputs.len(), Vec::new());
        self.snippets[input.index()].push(snippet);
        self.input_of.insert(symbol.text().to_owned(), input);
        input
    }

    /// The number of an input that is new: one with values, whose snippets have them, too. None if the system does not
    /// have all of them.
    pub(crate) fn add(&mut self, input: &Symbol, of_system: &Inputs, concrete: &mut Inputs) -> Option<InputId> {
        let own = [input.name().to_owned()];
        let names = self.names.get(input.name()).map_or(&own[..], Vec::as_slice);
        if names.iter().any(|name| of_system.get(name).is_none()) {
            return None;
        }
        let snippets: Vec<Symbol> = names.iter().map(|name| renamed(input, name).into_owned()).collect();
        let added = snippets.into_iter().map(|symbol| {
            let snippet = concrete.intern_symbol(symbol.clone());
            self.connect(input, (snippet, &symbol))
        });
        added.last()
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
            let symbol = symbols.inputs.symbol(snippet);
            let Some(&input) = self.input_of.get(symbol.text()) else {
                answer.cut(place);
                break;
            };
            answer.word[place] = input;
            if self.snippets[input.index()].len() > 1 {
                answer.evidence.resize(concrete.word.len(), Evidence::default());
                answer.evidence[place].used = Some(symbol.name().to_owned());
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
