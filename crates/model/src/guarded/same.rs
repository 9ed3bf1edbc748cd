//! Whether two guards mean the same.
//!
//! Guards are compared by cases. Whatever has to be known next to decide one of them divides a case into smaller ones: a
//! feature is true, a certain text, a whole number or something else; a sum is above, below or at its bound. Cases that
//! whole numbers cannot meet are dropped by the solver in `integers`.
//!
//! A case in which one guard holds and the other does not gives features that show it. If there is none, the guards mean
//! the same, and that is a proof. If there are too many cases, samples near the bounds are tried instead, and the outcome
//! says that it is not a proof.

use std::collections::{BTreeMap, BTreeSet};

use super::integers::{Condition, Solution, connected, solve};
use super::{Comparison, Features, Guard, Sum};
use crate::{Random, Value};

/// How many cases are distinguished before samples have to do.
const MOST_CASES: u32 = 2_000;
/// How many features of numbers are distinguished at all.
const MOST_NUMBERS: usize = 64;
/// How many samples are tried then.
const SAMPLES: u64 = 10_000;
/// How the flag of an object that is not there is called.
const IS_NULL: &str = " == null";

/// How two guards compare.
#[derive(Clone, Debug, PartialEq)]
pub enum GuardComparison {
    /// They hold for the same calls, whatever is known before them.
    Same,
    /// They could not be compared as a whole. So many samples show no difference.
    Undecided {
        /// How many.
        samples: u64,
    },
    /// With these features one of them holds and the other does not. What is not listed is not there.
    Different(Features),
}

/// Compares two guards as conditions: how they are written does not matter.
///
/// It distinguishes cases by what the guards speak of. What is null has no fields and no length: `sink == null` and
/// `sink.connected` are never true together.
///
/// ```
/// use typestar_model::Value;
/// use typestar_model::guarded::{GuardComparison, Features, Guard, compare_guards};
/// let above = |bound| Guard::at_least("size", bound);
/// let both = Guard::All(vec![above(0), above(1)]);
/// assert_eq!(compare_guards(&above(1), &both), GuardComparison::Same);
/// let between = Features::from([("size".to_owned(), Value::Integer(1))]);
/// assert_eq!(compare_guards(&above(1), &above(2)), GuardComparison::Different(between));
/// ```
pub fn compare_guards(left: &Guard, right: &Guard) -> GuardComparison {
    if left == right {
        return GuardComparison::Same;
    }
    let mut search = Search::new(left, right);
    match search.difference(&Known::default()) {
        Some(features) => GuardComparison::Different(features),
        None if search.is_exact => GuardComparison::Same,
        None => match sampled(&search) {
            Some(features) => GuardComparison::Different(features),
            None => GuardComparison::Undecided { samples: SAMPLES },
        },
    }
}

/// What a feature may be, as far as guards can tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape<'g> {
    Integer,
    True,
    Text(&'g str),
    /// Anything else, or nothing.
    Other,
}

/// One case: what is known of features and sums in it.
#[derive(Clone, Default)]
struct Known<'g> {
    shapes: BTreeMap<&'g str, Shape<'g>>,
    sums: Vec<(&'g Sum, bool)>,
    conditions: Vec<Condition>,
}

/// What has to be known next.
#[derive(Clone, Copy)]
enum Open<'g> {
    Shape(&'g str),
    Sum(&'g Sum),
}

struct Search<'g> {
    guards: [&'g Guard; 2],
    /// What each feature may be.
    shapes: BTreeMap<&'g str, Vec<Shape<'g>>>,
    /// The features that are added up.
    numbers: Vec<&'g str>,
    cases_left: u32,
    /// Whether no case was left out.
    is_exact: bool,
}

impl<'g> Search<'g> {
    fn new(left: &'g Guard, right: &'g Guard) -> Self {
        let mut shapes: BTreeMap<&str, Vec<Shape>> = BTreeMap::new();
        let mut add = |feature: &'g str, shape: Shape<'g>| {
            let known = shapes.entry(feature).or_default();
            if !known.contains(&shape) {
                known.push(shape);
            }
        };
        for atom in [left, right].into_iter().flat_map(Guard::atoms) {
            match atom {
                Guard::Flag(feature) => add(feature, Shape::True),
                Guard::Is { feature, text } => add(feature, Shape::Text(text)),
                Guard::Sum(sum) => sum.terms.iter().for_each(|(_, feature)| add(feature, Shape::Integer)),
                Guard::All(_) | Guard::Any(_) | Guard::Not(_) => {}
            }
        }
        let numbers = shapes.iter().filter(|(_, shapes)| shapes.contains(&Shape::Integer)).map(|(name, _)| *name);
        let numbers: Vec<&str> = numbers.collect();
        shapes.values_mut().for_each(|shapes| shapes.push(Shape::Other));
        let cases_left = if numbers.len() > MOST_NUMBERS { 0 } else { MOST_CASES };
        Self { guards: [left, right], shapes, numbers, cases_left, is_exact: true }
    }

    /// Features with which the guards differ, in this case.
    fn difference(&mut self, known: &Known<'g>) -> Option<Features> {
        if self.cases_left == 0 {
            self.is_exact = false;
            return None;
        }
        self.cases_left -= 1;
        let open = match self.guards.map(|guard| truth(guard, known)) {
            [Ok(left), Ok(right)] if left == right => return None,
            [Ok(_), Ok(_)] => return self.features(known),
            [Err(open), _] | [_, Err(open)] => open,
        };
        let cases = match open {
            Open::Shape(feature) => self.shaped(feature, known),
            Open::Sum(sum) => self.summed(sum, known),
        };
        cases.iter().find_map(|case| self.difference(case))
    }

    /// The cases of what a feature may be.
    fn shaped(&self, feature: &'g str, known: &Known<'g>) -> Vec<Known<'g>> {
        let shapes = self.shapes[feature].iter().filter(|shape| known.allows(feature, **shape));
        let case = |shape: &Shape<'g>| {
            let mut case = known.clone();
            case.shapes.insert(feature, *shape);
            case
        };
        shapes.map(case).collect()
    }

    /// The cases of how a sum compares that are possible.
    fn summed(&self, sum: &'g Sum, known: &Known<'g>) -> Vec<Known<'g>> {
        let bound = i128::from(sum.bound);
        let (at_least, at_most) = (|bound| self.condition(sum, 1, bound), |bound| self.condition(sum, -1, bound));
        let (above, below) = (vec![at_least(bound + 1)], vec![at_most(bound - 1)]);
        let equal = vec![at_least(bound), at_most(bound)];
        let cases = match sum.comparison {
            Comparison::AtLeast => vec![(true, vec![at_least(bound)]), (false, below)],
            Comparison::AtMost => vec![(true, vec![at_most(bound)]), (false, above)],
            Comparison::Equal => vec![(true, equal), (false, below), (false, above)],
            Comparison::Differs => vec![(false, equal), (true, below), (true, above)],
        };
        let case = |(holds, conditions): (bool, Vec<Condition>)| {
            let mut case = known.clone();
            case.sums.push((sum, holds));
            case.conditions.extend(conditions);
            (solve(&connected(&case.conditions), self.numbers.len()) != Solution::None).then_some(case)
        };
        cases.into_iter().filter_map(case).collect()
    }

    /// The sum, times a sign, is at least the bound, times the sign.
    fn condition(&self, sum: &Sum, sign: i128, bound: i128) -> Condition {
        let mut factors = vec![0; self.numbers.len()];
        for (factor, feature) in &sum.terms {
            let place = self.numbers.iter().position(|name| name == feature).expect("it is among the numbers");
            factors[place] += sign * i128::from(*factor);
        }
        Condition { factors, bound: sign * bound }
    }

    /// Features of this case, in which the guards differ.
    fn features(&mut self, known: &Known<'g>) -> Option<Features> {
        let Solution::Found(numbers) = solve(&known.conditions, self.numbers.len()) else {
            self.is_exact = false;
            return None;
        };
        let named = |(feature, shape): (&&'g str, &Shape)| {
            let number = self.numbers.iter().position(|name| name == feature).map_or(0, |at| numbers[at]);
            Some(((*feature).to_owned(), self.value(feature, *shape, known, number)?))
        };
        Some(known.shapes.iter().filter_map(named).collect())
    }

    /// What has this shape, and this number if it is one: a flag that is not true is false, unless its object is null.
    fn value(&self, feature: &str, shape: Shape, known: &Known, number: i64) -> Option<Value> {
        match shape {
            Shape::True => Some(Value::Boolean(true)),
            Shape::Text(text) => Some(Value::Text(text.to_owned())),
            Shape::Integer => Some(Value::Integer(number)),
            Shape::Other => {
                let is_flag = self.shapes[feature].contains(&Shape::True);
                (is_flag && !known.is_of_null(feature)).then_some(Value::Boolean(false))
            }
        }
    }
}

impl Known<'_> {
    /// Whether a feature may be like this: what is null has no fields.
    fn allows(&self, feature: &str, shape: Shape) -> bool {
        let is_part_of = |owner| self.shapes.keys().any(|name| is_part(name, owner) && self.is_there(name));
        let has_fields = || feature.strip_suffix(IS_NULL).is_some_and(is_part_of);
        match shape {
            Shape::Other => true,
            Shape::True => !self.is_of_null(feature) && !has_fields(),
            _ => !self.is_of_null(feature),
        }
    }

    /// Whether a feature is one of something that is null.
    fn is_of_null(&self, feature: &str) -> bool {
        let is_null = |owner: &str| self.shapes.get(format!("{owner}{IS_NULL}").as_str()) == Some(&Shape::True);
        owners(feature).any(is_null)
    }

    fn is_there(&self, name: &str) -> bool {
        self.shapes.get(name).is_some_and(|shape| *shape != Shape::Other)
    }
}

/// The objects that a feature is a part of: `sink` and `sink.next` of `sink.next.size`, and `sink` of `sink` itself.
fn owners(feature: &str) -> impl Iterator<Item = &str> {
    let path = feature.strip_suffix(IS_NULL);
    let whole = path.is_none().then_some(feature);
    let path = path.unwrap_or(feature);
    path.match_indices('.').map(|(at, _)| &path[..at]).chain(whole)
}

/// Whether a feature is this object or a part of it.
fn is_part(feature: &str, owner: &str) -> bool {
    owners(feature).any(|name| name == owner)
}

/// Whether a guard holds in a case, or what has to be known for that.
fn truth<'g>(guard: &'g Guard, known: &Known<'g>) -> Result<bool, Open<'g>> {
    match guard {
        Guard::All(guards) => decided(guards.iter().map(|guard| truth(guard, known)), false),
        Guard::Any(guards) => decided(guards.iter().map(|guard| truth(guard, known)), true),
        Guard::Not(guard) => truth(guard, known).map(|holds| !holds),
        Guard::Flag(feature) => has_shape(feature, Shape::True, known),
        Guard::Is { feature, text } => has_shape(feature, Shape::Text(text), known),
        Guard::Sum(sum) => truth_of_sum(sum, known),
    }
}

/// What comes of several conditions, of which one with this outcome decides. The first open one has to be known next.
fn decided<'g>(conditions: impl Iterator<Item = Result<bool, Open<'g>>>, deciding: bool) -> Result<bool, Open<'g>> {
    let mut outcome = Ok(!deciding);
    for condition in conditions {
        match condition {
            Ok(holds) if holds == deciding => return Ok(deciding),
            Err(open) if outcome.is_ok() => outcome = Err(open),
            _ => {}
        }
    }
    outcome
}

/// Whether a feature has a shape, or that this has to be known first.
fn has_shape<'g>(feature: &'g str, shape: Shape, known: &Known<'g>) -> Result<bool, Open<'g>> {
    known.shapes.get(feature).map(|known| *known == shape).ok_or(Open::Shape(feature))
}

fn truth_of_sum<'g>(sum: &'g Sum, known: &Known<'g>) -> Result<bool, Open<'g>> {
    let are_numbers = sum.terms.iter().rev().map(|(_, feature)| has_shape(feature, Shape::Integer, known));
    if !decided(are_numbers, false)? {
        return Ok(false);
    }
    let found = known.sums.iter().find(|(decided, _)| *decided == sum);
    found.map(|(_, holds)| *holds).ok_or(Open::Sum(sum))
}

/// Tries samples around all bounds.
fn sampled(search: &Search) -> Option<Features> {
    let near = numbers_near_bounds(search.guards);
    let mut random = Random::new(1);
    let samples = (0..SAMPLES).map(|_| sample(search, &near, &mut random));
    samples.into_iter().find(|features| search.guards[0].holds(features) != search.guards[1].holds(features))
}

fn numbers_near_bounds(guards: [&Guard; 2]) -> Vec<i64> {
    let bounds = guards.into_iter().flat_map(Guard::sums).map(|sum| sum.bound);
    let near = bounds.chain([0]).flat_map(|bound| [-1, 0, 1].map(|near| bound.saturating_add(near)));
    near.collect::<BTreeSet<i64>>().into_iter().collect()
}

/// A case by chance: each feature gets a shape that is allowed with those before it.
fn sample(search: &Search, near: &[i64], random: &mut Random) -> Features {
    let mut known = Known::default();
    let mut features = Features::new();
    for (feature, shapes) in &search.shapes {
        let shape = *random.pick(shapes);
        let shape = if known.allows(feature, shape) { shape } else { Shape::Other };
        known.shapes.insert(feature, shape);
        let number = if shape == Shape::Integer { *random.pick(near) } else { 0 };
        let value = search.value(feature, shape, &known, number);
        features.extend(value.map(|value| ((*feature).to_owned(), value)));
    }
    features
}
