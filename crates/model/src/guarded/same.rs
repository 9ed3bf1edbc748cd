//! Whether two guards mean the same.
//!
//! Guards are compared by cases. Whatever has to be known next to decide one of them divides a case into smaller ones: a
//! feature is true, a certain text, a whole number or something else; a sum is above, below or at its bound. Cases that
//! whole numbers cannot meet are dropped by the solver in `integers`.
//!
//! A case in which one guard holds and the other does not gives features that show it. If there is none, the guards mean
//! the same, and that is a proof. If there are too many cases, samples near the bounds are tried instead, and the outcome
//! says that it is not a proof.
//!
//! A feature is a whole number unless a guard compares it, alone or in a sum, with a number that has a fraction, or by `>`
//! or `<`: whole numbers need neither. Features with fractions are whole numbers of a part that is far smaller than any in
//! the guards. That proves as much as long as such features are compared alone, or two of them with each other; of longer
//! sums, and of factors, samples are tried as well.

use std::collections::{BTreeMap, BTreeSet};

use super::integers::{Condition, Solution, connected, solve};
use super::{Comparison, Exact, Features, Guard, Number, Sum};
use crate::{Random, Value};

/// How many cases are distinguished before samples have to do.
const MOST_CASES: u32 = 2_000;
/// How many features of numbers are distinguished at all.
const MOST_NUMBERS: usize = 64;
/// How many samples are tried then.
const SAMPLES: u64 = 10_000;
/// Numbers with fractions have this many bits more behind the point than the guards say,
const SPARE_BITS: u32 = 8;
/// but no more than this many in all.
const MOST_BITS: u32 = 72;
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
    /// How many bits each of them has behind the point.
    bits: Vec<u32>,
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
        let bits = bits_of([left, right], &numbers);
        let is_small = numbers.len() <= MOST_NUMBERS && bits.iter().all(|bits| *bits <= MOST_BITS);
        let cases_left = if is_small { MOST_CASES } else { 0 };
        let mut search = Self { guards: [left, right], shapes, numbers, bits, cases_left, is_exact: true };
        search.is_exact = search.guards.into_iter().flat_map(Guard::sums).all(|sum| search.is_proved(sum));
        search
    }

    /// How many bits a sum has behind the point.
    fn bits_of(&self, sum: &Sum) -> u32 {
        sum.terms.iter().map(|(_, feature)| self.bits[self.place(feature)]).max().unwrap_or(0)
    }

    /// The place of a feature among the numbers.
    fn place(&self, feature: &str) -> usize {
        self.numbers.iter().position(|name| *name == feature).expect("it is among the numbers")
    }

    /// Whether small parts say as much as all numbers do.
    fn is_proved(&self, sum: &Sum) -> bool {
        let is_plain = sum.terms.len() <= 2 && sum.terms.iter().all(|(factor, _)| factor.abs() == 1);
        let bits = self.bits_of(sum);
        bits == 0 || is_plain && sum.bound.exact().parts(bits).is_some()
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
        let Some(bound) = sum.bound.exact().parts(self.bits_of(sum)) else { return Vec::new() };
        let (at_least, at_most) = (|bound| self.condition(sum, 1, bound), |bound| self.condition(sum, -1, bound));
        let (above, below) = (vec![at_least(bound + 1)], vec![at_most(bound - 1)]);
        let equal = vec![at_least(bound), at_most(bound)];
        let cases = match sum.comparison {
            Comparison::AtLeast => vec![(true, vec![at_least(bound)]), (false, below)],
            Comparison::AtMost => vec![(true, vec![at_most(bound)]), (false, above)],
            Comparison::Equal => vec![(true, equal), (false, below), (false, above)],
            Comparison::Differs => vec![(false, equal), (true, below), (true, above)],
            Comparison::Above => vec![(true, above), (false, vec![at_most(bound)])],
            Comparison::Below => vec![(true, below), (false, vec![at_least(bound)])],
        };
        let case = |(holds, conditions): (bool, Vec<Condition>)| {
            let mut case = known.clone();
            case.sums.push((sum, holds));
            case.conditions.extend(conditions);
            (solve(&connected(&case.conditions), &self.bits) != Solution::None).then_some(case)
        };
        cases.into_iter().filter_map(case).collect()
    }

    /// The sum, times a sign, is at least the bound, times the sign.
    fn condition(&self, sum: &Sum, sign: i128, bound: i128) -> Condition {
        let mut factors = vec![0; self.numbers.len()];
        let bits = self.bits_of(sum);
        for (factor, feature) in &sum.terms {
            let place = self.place(feature);
            factors[place] += (sign * i128::from(*factor)) << (bits - self.bits[place]);
        }
        Condition { factors, bound: sign * bound }
    }

    /// Features of this case, in which the guards differ.
    fn features(&mut self, known: &Known<'g>) -> Option<Features> {
        let Solution::Found(numbers) = solve(&known.conditions, &self.bits) else {
            self.is_exact = false;
            return None;
        };
        let named = |(feature, shape): (&&'g str, &Shape)| {
            let place = self.numbers.iter().position(|name| name == feature);
            let number = place.map_or(Number::Whole(0), |at| number(numbers[at], self.bits[at]));
            Some(((*feature).to_owned(), self.value(feature, *shape, known, number)?))
        };
        let features: Features = known.shapes.iter().filter_map(named).collect();
        // A number of more bits than a decimal has was rounded.
        let differs = self.guards[0].holds(&features) != self.guards[1].holds(&features);
        self.is_exact &= differs;
        differs.then_some(features)
    }

    /// What has this shape, and this number if it is one: a flag that is not true is false, unless its object is null.
    fn value(&self, feature: &str, shape: Shape, known: &Known, number: Number) -> Option<Value> {
        match shape {
            Shape::True => Some(Value::Boolean(true)),
            Shape::Text(text) => Some(Value::Text(text.to_owned())),
            Shape::Integer => Some(number.into()),
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

/// The objects that a feature is a part of: `sink` and `sink.next` of `sink.next.size`, and `sink` of `sink` itself. What
/// is compared with another object (`arg1 == sink`) is there.
fn owners(feature: &str) -> impl Iterator<Item = &str> {
    let (path, other) = feature.split_once(" == ").unwrap_or((feature, ""));
    let whole = (other != "null").then_some(path);
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

/// How many bits each of these features has behind the point: none, unless a guard speaks of fractions.
fn bits_of(guards: [&Guard; 2], numbers: &[&str]) -> Vec<u32> {
    let sums = || guards.into_iter().flat_map(Guard::sums);
    let has_fractions = |sum: &&Sum| sum.comparison.is_strict() || sum.bound.whole().is_none();
    let fractions: BTreeSet<&str> =
        sums().filter(has_fractions).flat_map(|sum| sum.terms.iter().map(|(_, name)| name.as_str())).collect();
    let most = sums().map(|sum| sum.bound.exact().fraction_bits()).max().unwrap_or(0) + SPARE_BITS;
    numbers.iter().map(|name| if fractions.contains(name) { most } else { 0 }).collect()
}

/// So many parts of 2 to the power of this, as a number of 64 bits.
fn number(parts: i128, bits: u32) -> Number {
    Number::of(Exact::of_parts(parts, bits).nearest()).filter(|_| bits > 0).unwrap_or(Number::Whole(parts as i64))
}

/// Tries samples around all bounds.
fn sampled(search: &Search) -> Option<Features> {
    let near = [false, true].map(|with_fractions| numbers_near_bounds(search.guards, with_fractions));
    let mut random = Random::new(1);
    let samples = (0..SAMPLES).map(|_| sample(search, &near, &mut random));
    samples.into_iter().find(|features| search.guards[0].holds(features) != search.guards[1].holds(features))
}

/// Numbers beside all bounds and on them, with the closest that have fractions or without.
fn numbers_near_bounds(guards: [&Guard; 2], with_fractions: bool) -> Vec<Number> {
    let bounds = guards.into_iter().flat_map(Guard::sums).map(|sum| sum.bound).chain([Number::Whole(0)]);
    let near = |bound: Number| match (bound, with_fractions) {
        (Number::Whole(bound), false) => {
            [-1, 0, 1].map(|near| Some(Number::Whole(bound.saturating_add(near)))).to_vec()
        }
        _ => {
            let exact = bound.nearest();
            let near = [exact, exact.next_up(), exact.next_down(), exact - 0.5, exact + 0.5, exact - 1.0, exact + 1.0];
            near.map(Number::of).to_vec()
        }
    };
    let whole = |number: &Number| with_fractions || number.whole().is_some();
    bounds.flat_map(near).flatten().filter(whole).collect::<BTreeSet<Number>>().into_iter().collect()
}

/// A case by chance: each feature gets a shape that is allowed with those before it.
fn sample(search: &Search, near: &[Vec<Number>; 2], random: &mut Random) -> Features {
    let mut known = Known::default();
    let mut features = Features::new();
    for (feature, shapes) in &search.shapes {
        let shape = *random.pick(shapes);
        let shape = if known.allows(feature, shape) { shape } else { Shape::Other };
        known.shapes.insert(feature, shape);
        let has_fractions = search.numbers.iter().zip(&search.bits).any(|(name, bits)| name == feature && *bits > 0);
        let near = &near[usize::from(has_fractions)];
        let number = if shape == Shape::Integer { *random.pick(near) } else { Number::Whole(0) };
        let value = search.value(feature, shape, &known, number);
        features.extend(value.map(|value| ((*feature).to_owned(), value)));
    }
    features
}
