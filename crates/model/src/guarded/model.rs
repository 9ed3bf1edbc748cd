//! The model itself: states, and for each of them a rule for every method.

use serde::{Deserialize, Serialize};

use super::{Features, Guard};
use crate::Step;

/// A typestate with guards. Most classes have one state: all that matters is in the fields. More states are there where
/// fields do not tell calls apart. A call that fails ends the object; that sink is not among the states.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GuardedModel {
    /// The name of the system.
    pub system: String,
    /// Whether the run that made it came to its own end.
    pub finished: bool,
    /// How many states it has, without the sink of errors. The first one is the initial one.
    pub states: usize,
    /// The methods in the order of the alphabet.
    pub methods: Vec<GuardedMethod>,
    /// What is known of each method in each state, by state, then by method.
    pub rules: Vec<Rule>,
}

/// A method that can be called.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuardedMethod {
    /// Its name; of an overloaded method with the types, as `write(int)`.
    pub name: String,
    /// The types of its parameters.
    #[serde(default)]
    pub parameters: Vec<String>,
    /// The type of what it returns.
    #[serde(default)]
    pub returns: String,
}

/// What a method does in a state: it succeeds exactly if the guard holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rule {
    /// The state, from 0.
    pub state: usize,
    /// The method, by its place in the list.
    pub method: usize,
    /// When it succeeds.
    pub guard: Guard,
    /// Where it leads then; none if it never succeeds, or if nobody has seen it succeed.
    pub target: Option<usize>,
    /// Whether the guard was found; if not, the outcomes that were seen contradict every guard that was tried, and `guard`
    /// only says what was seen most.
    pub is_certain: bool,
    /// How many different calls succeeded,
    pub passing: u64,
    /// and how many failed.
    pub failing: u64,
    /// How many of them were made to break the guard.
    pub tests: u64,
    /// The calls closest to the border of the guard, on both sides.
    #[serde(default)]
    pub boundary: Vec<Boundary>,
    /// A short execution whose last call succeeds; empty if none does.
    #[serde(default)]
    pub passes: Vec<Step>,
    /// A short execution whose last call fails; empty if none does.
    #[serde(default)]
    pub fails: Vec<Step>,
}

/// A call near the border of a guard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Boundary {
    /// What the guard speaks of, as it was before the call.
    pub features: Features,
    /// Whether the call succeeded.
    pub passes: bool,
}

impl GuardedModel {
    /// What is known of a method in a state.
    pub fn rule(&self, state: usize, method: usize) -> Option<&Rule> {
        self.rules.iter().find(|rule| rule.state == state && rule.method == method)
    }

    /// So many states it has with the sink of errors, which is there if some call fails.
    pub fn states_total(&self) -> usize {
        self.states + usize::from(self.rules.iter().any(|rule| rule.guard != Guard::ALWAYS))
    }
}
