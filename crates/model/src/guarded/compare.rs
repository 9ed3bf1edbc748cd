//! Two guarded models, rule by rule.
//!
//! Both models are walked at once, from their initial states, along methods whose rules agree. States need not have the
//! same numbers. Where rules differ the walk does not go on: what follows would only repeat the difference.
//!
//! What only one model knows is counted and not called a difference: not to have seen a call proves nothing.

use std::collections::{BTreeSet, VecDeque};

use super::{Branch, Features, Guard, GuardComparison, GuardedMethod, GuardedModel, Rule, compare_guards};

/// How two guarded models compare.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GuardedComparison {
    /// The methods that only the left one has.
    pub only_left: Vec<String>,
    /// The methods that only the right one has.
    pub only_right: Vec<String>,
    /// The rules that differ, those that are reached first before the others.
    pub differences: Vec<GuardedDifference>,
    /// How many pairs of rules were compared.
    pub compared: usize,
    /// How many more of them only one of the models knows.
    pub not_compared: usize,
    /// How many samples showed no difference, in all pairs of guards that could not be compared as a whole.
    pub samples: u64,
    /// The methods with a guard of which its model is not certain.
    pub uncertain: Vec<String>,
}

/// Two rules that differ.
#[derive(Clone, Debug, PartialEq)]
pub struct GuardedDifference {
    /// The methods that are called before.
    pub path: Vec<String>,
    /// The method.
    pub method: String,
    /// When it succeeds by the left model,
    pub left: Guard,
    /// and by the right one.
    pub right: Guard,
    /// Features with which it succeeds by one of them and fails by the other.
    pub features: Features,
    /// If it succeeds by both of them, or fails by both: its outcome by the left model and by the right one. Then both
    /// guards say when that is the outcome, and both hold.
    pub outcomes: Option<[String; 2]>,
}

impl GuardedDifference {
    /// Whether the call succeeds by the left model; by the right one it is the other way round.
    pub fn succeeds_left(&self) -> bool {
        self.left.holds(&self.features)
    }
}

impl GuardedComparison {
    /// Whether no difference was found.
    pub fn is_same(&self) -> bool {
        self.only_left.is_empty() && self.only_right.is_empty() && self.differences.is_empty()
    }
}

/// Compares the rules of all pairs of states that the same methods lead to. Guards are compared by what they mean.
///
/// ```
/// use typestar_model::guarded::{Guard, GuardedMethod, GuardedModel, Rule, compare_guarded};
/// let stack = |guard| GuardedModel {
///     states: 1,
///     methods: vec![GuardedMethod { name: "pop".to_owned(), ..GuardedMethod::default() }],
///     rules: vec![Rule::new(0, 0, guard, Some(0))],
///     ..GuardedModel::default()
/// };
/// let comparison = compare_guarded(&stack(Guard::at_least("size", 1)), &stack(Guard::ALWAYS));
/// assert_eq!(comparison.differences[0].method, "pop");
/// assert!(!comparison.is_same());
/// ```
pub fn compare_guarded(left: &GuardedModel, right: &GuardedModel) -> GuardedComparison {
    let mut comparison = GuardedComparison {
        only_left: missing(&left.methods, &right.methods),
        only_right: missing(&right.methods, &left.methods),
        ..GuardedComparison::default()
    };
    let mut seen = BTreeSet::from([(0, 0)]);
    let mut queue = VecDeque::from([((0, 0), Vec::new())]);
    while let Some((states, path)) = queue.pop_front() {
        for (method, targets) in comparison.compare_states((left, states.0), (right, states.1), &path) {
            if seen.insert(targets) {
                queue.push_back((targets, path.iter().cloned().chain([method]).collect()));
            }
        }
    }
    comparison.uncertain.sort();
    comparison.uncertain.dedup();
    comparison
}

/// The methods that are not among these, by name.
fn missing(methods: &[GuardedMethod], among: &[GuardedMethod]) -> Vec<String> {
    let is_missing = |method: &&GuardedMethod| !among.iter().any(|other| other.name == method.name);
    methods.iter().filter(is_missing).map(|method| method.name.clone()).collect()
}

/// A state of a model.
type At<'m> = (&'m GuardedModel, usize);

impl GuardedComparison {
    /// Compares all rules of two states; where the methods lead that agree, in both models.
    fn compare_states(&mut self, left: At, right: At, path: &[String]) -> Vec<(String, (usize, usize))> {
        let mut targets = Vec::new();
        for (method, GuardedMethod { name, .. }) in left.0.methods.iter().enumerate() {
            let Some(other) = right.0.methods.iter().position(|other| other.name == *name) else { continue };
            match (left.0.rule(left.1, method), right.0.rule(right.1, other)) {
                (Some(left), Some(right)) if self.agree(left, right, name, path) => {
                    targets.extend(targets_of(left, right).into_iter().map(|states| (name.clone(), states)));
                }
                (None, None) | (Some(_), Some(_)) => {}
                (Some(_), None) | (None, Some(_)) => self.not_compared += 1,
            }
        }
        targets
    }

    /// Whether two rules do not differ. What was found out is noted.
    fn agree(&mut self, left: &Rule, right: &Rule, name: &str, path: &[String]) -> bool {
        self.compared += 1;
        if !(left.is_certain && right.is_certain) {
            self.uncertain.push(name.to_owned());
        }
        match compare_guards(&left.guard, &right.guard) {
            GuardComparison::Same => self.agree_in_outcomes(left, right, name, path),
            GuardComparison::Undecided { samples } => {
                self.samples += samples;
                self.agree_in_outcomes(left, right, name, path)
            }
            GuardComparison::Different(features) => {
                let (method, path) = (name.to_owned(), path.to_vec());
                let (left, right) = (left.guard.clone(), right.guard.clone());
                self.differences.push(GuardedDifference { path, method, left, right, features, outcomes: None });
                false
            }
        }
    }

    /// Whether no call has another outcome by the one rule than by the other. A model that does not tell some outcomes apart
    /// does not differ from one that does.
    fn agree_in_outcomes(&mut self, left: &Rule, right: &Rule, name: &str, path: &[String]) -> bool {
        let is_told = |branch: &&Branch| branch.outcomes.len() == 1;
        if [left, right].iter().any(|rule| !rule.branches.iter().all(|branch| is_told(&branch))) {
            self.uncertain.push(name.to_owned());
        }
        for one in &left.branches {
            let others = right.branches.iter().filter(|other| other.passes == one.passes);
            for other in others.filter(|other| !other.outcomes.iter().any(|outcome| one.has(outcome))) {
                if !self.exclude(one, other, name, path) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether no call takes both of two branches, whose outcomes differ.
    fn exclude(&mut self, left: &Branch, right: &Branch, name: &str, path: &[String]) -> bool {
        let both = Guard::All(vec![left.guard.clone(), right.guard.clone()]);
        match compare_guards(&both, &Guard::NEVER) {
            GuardComparison::Same => true,
            GuardComparison::Undecided { samples } => {
                self.samples += samples;
                true
            }
            GuardComparison::Different(features) => {
                let (method, path) = (name.to_owned(), path.to_vec());
                let outcomes = Some([left.name(), right.name()]);
                let (left, right) = (left.guard.clone(), right.guard.clone());
                self.differences.push(GuardedDifference { path, method, left, right, features, outcomes });
                false
            }
        }
    }
}

/// Where two rules lead that agree: with each outcome that both know, or whenever they succeed.
fn targets_of(left: &Rule, right: &Rule) -> Vec<(usize, usize)> {
    if left.branches.is_empty() || right.branches.is_empty() {
        let only = |rule: &Rule| rule.targets().into_iter().next().filter(|_| rule.targets().len() == 1);
        return only(left).zip(only(right)).into_iter().collect();
    }
    let pairs = left.branches.iter().flat_map(|one| right.branches.iter().map(move |other| (one, other)));
    let alike = pairs.filter(|(one, other)| one.passes == other.passes && one.outcomes == other.outcomes);
    alike.filter_map(|(one, other)| one.target.zip(other.target)).collect()
}
