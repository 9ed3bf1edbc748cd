//! Guards and guarded models are compared by what they mean.

use crate::common::guarded::{NAMES, flag, pipe, queue, random_guard, rule, stack};
use typestar_model::guarded::{
    Branch, Comparison, Features, Guard, GuardComparison, Number, Sum, compare_guarded, compare_guards, complement,
    exclusive,
};
use typestar_model::{Decimal, Random, Value};

fn sum(terms: &[(i64, &str)], comparison: Comparison, bound: i64) -> Guard {
    let terms = terms.iter().map(|(factor, name)| (*factor, (*name).to_owned())).collect();
    Guard::Sum(Sum { terms, comparison, bound: bound.into() })
}

#[track_caller]
fn same(left: &Guard, right: &Guard) {
    assert_eq!(compare_guards(left, right), GuardComparison::Same, "{left} and {right}");
}

#[test]
fn spelling_and_order_do_not_matter() {
    let size = |comparison, bound| sum(&[(1, "size")], comparison, bound);
    let only_one = Guard::All(vec![size(Comparison::AtMost, 1), size(Comparison::AtLeast, 1)]);
    same(&size(Comparison::Equal, 1), &only_one);
    let fits = sum(&[(1, "off"), (1, "len"), (-1, "b.length")], Comparison::AtMost, 0);
    let fits_reversed = sum(&[(1, "b.length"), (-1, "off"), (-1, "len")], Comparison::AtLeast, 0);
    same(&fits, &fits_reversed);
    let parts = [fits.clone(), Guard::at_least("off", 0), Guard::at_least("len", 0)];
    let implied = Guard::All(parts.iter().cloned().chain([Guard::at_least("b.length", 0)]).collect());
    same(&Guard::All(parts.to_vec()), &implied);
    let either = Guard::Any(vec![flag("open").negated(), flag("ready").negated()]);
    same(&either, &Guard::All(vec![flag("ready"), flag("open")]).negated());
}

#[test]
fn what_is_null_has_no_fields() {
    let connected = flag("sink.connected");
    same(&Guard::All(vec![flag("sink == null").negated(), connected.clone()]), &connected);
    let long = Guard::at_least("arg1.length", 1);
    same(&Guard::All(vec![long.clone(), flag("arg1 == null").negated()]), &long);
    let apart = compare_guards(&Guard::All(vec![flag("sinks == null"), connected.clone()]), &connected);
    assert!(matches!(apart, GuardComparison::Different(_)), "another object may be null: {apart:?}");
}

#[test]
fn a_difference_comes_with_the_smallest_numbers() {
    let features = |value| Features::from([("size".to_owned(), Value::Integer(value))]);
    let [two, three] = [2, 3].map(|bound| Guard::at_most("size", bound));
    assert_eq!(compare_guards(&two, &three), GuardComparison::Different(features(3)));
    assert_eq!(compare_guards(&Guard::at_least("size", -9), &Guard::ALWAYS), GuardComparison::Different(features(-10)));
}

#[test]
fn a_feature_that_is_not_there_is_a_difference() {
    let apart = compare_guards(&Guard::at_least("size", 1).negated(), &Guard::at_most("size", 0));
    assert_eq!(apart, GuardComparison::Different(Features::new()));
}

#[test]
fn guards_with_too_many_cases_are_sampled() {
    let parity = |bound| {
        let pairs = (0..40).map(|place| {
            let (left, right) = (format!("f{place}"), format!("f{}", place + 1));
            let (left, right) = (Guard::at_least(&left, bound), Guard::at_least(&right, bound));
            Guard::Any(vec![Guard::All(vec![left.clone(), right.negated()]), Guard::All(vec![left.negated(), right])])
        });
        Guard::Any(pairs.collect())
    };
    let reversed = match parity(1) {
        Guard::Any(parts) => Guard::Any(parts.into_iter().rev().collect()),
        other => other,
    };
    assert_eq!(compare_guards(&parity(1), &reversed), GuardComparison::Undecided { samples: 10_000 });
}

#[test]
fn guards_with_too_many_features_are_sampled() {
    let many = |bound| Guard::All((0..80).map(|place| Guard::at_least(&format!("f{place}"), bound)).collect());
    let longer = Guard::All(vec![many(0), many(0)]);
    assert_eq!(compare_guards(&many(0), &longer), GuardComparison::Undecided { samples: 10_000 });
}

#[test]
fn models_are_compared_rule_by_rule() {
    let comparison = compare_guarded(&pipe(), &pipe());
    assert!(comparison.is_same());
    assert_eq!((comparison.compared, comparison.not_compared, comparison.samples), (4, 0, 0));
    let mut other = pipe();
    other.rules[1] = rule(1, flag("sink == null").negated(), (1, 1));
    other.rules[2].is_certain = false;
    other.rules.pop();
    let comparison = compare_guarded(&pipe(), &other);
    assert_eq!((comparison.compared, comparison.not_compared), (3, 1));
    assert_eq!(comparison.uncertain, ["flush"]);
    let [difference] = comparison.differences.as_slice() else { panic!("one difference") };
    assert_eq!((difference.method.as_str(), difference.succeeds_left()), ("write(int)", false));
    let features = Features::from([
        ("sink == null".to_owned(), Value::Boolean(false)),
        ("sink.closedByWriter".to_owned(), Value::Boolean(true)),
    ]);
    assert_eq!(difference.features, features);
}

#[test]
fn methods_are_told_apart_by_their_names_and_not_by_their_places() {
    let mut other = stack();
    other.methods.swap(0, 1);
    other.rules.swap(0, 1);
    (other.rules[0].method, other.rules[1].method) = (0, 1);
    assert!(compare_guarded(&stack(), &other).is_same());
    other.methods[0].name = "poll".to_owned();
    let comparison = compare_guarded(&stack(), &other);
    assert_eq!((comparison.only_left, comparison.only_right), (vec!["pop".to_owned()], vec!["poll".to_owned()]));
}

#[test]
fn outcomes_are_compared_by_what_tells_them_apart() {
    let mut other = queue();
    other.rules[0].branches.swap(0, 1);
    other.rules[0].branches[0].guard = Guard::at_most("count", 1).negated();
    assert!(compare_guarded(&queue(), &other).is_same(), "the order and the spelling do not matter");
    other.rules[0].branches[0].guard = Guard::at_least("count", 3);
    other.rules[0].branches[1].guard = Guard::at_most("count", 2);
    let comparison = compare_guarded(&queue(), &other);
    let [difference] = comparison.differences.as_slice() else { panic!("one difference: {comparison:?}") };
    assert_eq!(difference.outcomes, Some(["false", "true"].map(str::to_owned)));
    assert_eq!(difference.features, Features::from([("count".to_owned(), Value::Integer(2))]));
}

#[test]
fn a_model_that_does_not_tell_outcomes_apart_does_not_differ_from_one_that_does() {
    let mut merged = queue();
    let both = ["true", "false"].map(str::to_owned).to_vec();
    merged.rules[0].branches.splice(..2, [Branch::new(both, true, flag("arg1 == null").negated(), Some(0))]);
    let comparison = compare_guarded(&queue(), &merged);
    assert!(comparison.is_same());
    assert_eq!(comparison.uncertain, ["offer"]);
    let without = compare_guarded(&queue(), &queue().without_outcomes());
    assert!(without.is_same() && without.uncertain.is_empty());
}

#[test]
fn where_the_outcomes_of_a_call_lead_is_compared_too() {
    let mut two = queue();
    two.states = 2;
    two.rules[0].branches[1].target = Some(1);
    let mut second = two.rules.clone();
    second.iter_mut().for_each(|rule| rule.state = 1);
    two.rules.extend(second);
    assert!(compare_guarded(&two, &two).is_same());
    let mut other = two.clone();
    other.rules[3].branches[0].outcomes = vec!["done".to_owned()];
    let differences = compare_guarded(&two, &other).differences;
    assert_eq!((differences.len(), differences[0].path.as_slice()), (1, &["offer".to_owned()][..]));
}

/// How many of these guards hold.
fn holding(guards: &[Guard], features: &Features) -> usize {
    guards.iter().filter(|guard| guard.holds(features)).count()
}

#[test]
fn outcomes_exclude_each_other_and_leave_nothing_out() {
    for seed in typestar_testing::seeds(0..40) {
        let mut random = Random::new(seed);
        let side = random_guard(&mut random, 1);
        let conditions: Vec<Guard> = (0..random.between(0, 3)).map(|_| random_guard(&mut random, 2)).collect();
        let guards = exclusive(&side, &conditions, &|_| None);
        let others = [complement(&side, &|_| None)];
        assert_eq!(guards.len(), conditions.len() + 1);
        every_feature(|features| {
            let on_side = usize::from(side.holds(features));
            assert_eq!(holding(&guards, features), on_side, "{side}, {conditions:?}: {features:?}");
            assert_eq!(holding(&others, features), 1 - on_side, "{side}: {features:?}");
        });
        let of_numbers = exclusive(&side, &conditions, &|_| Some(Vec::new()));
        every_feature(|features| {
            let is_number = |name: &&str| matches!(features.get(*name), Some(Value::Integer(_)));
            if NAMES[..3].iter().all(is_number) {
                assert_eq!(holding(&of_numbers, features), usize::from(side.holds(features)), "{side}, {conditions:?}");
            }
        });
    }
}

#[test]
fn states_are_paired_by_the_methods_that_lead_there() {
    // push leads to a second state, in which pop succeeds.
    let mut two = stack();
    two.states = 2;
    two.rules[0].target = Some(1);
    two.rules[1].guard = Guard::NEVER;
    let mut second = two.rules.clone();
    second.iter_mut().for_each(|rule| rule.state = 1);
    second[1].guard = Guard::ALWAYS;
    two.rules.extend(second);
    assert!(compare_guarded(&two, &two).is_same());
    let mut other = two.clone();
    other.rules[3].guard = Guard::NEVER;
    let differences = compare_guarded(&two, &other).differences;
    assert_eq!(differences.len(), 1);
    assert_eq!((differences[0].path.as_slice(), differences[0].method.as_str()), (&["push".to_owned()][..], "pop"));
}

/// Everything that random guards can tell apart, and far more.
fn every_feature(mut see: impl FnMut(&Features)) {
    let values = || {
        let numbers = (-4..=4).map(Value::Integer);
        let texts = ["x", "y"].map(|text| Value::Text(text.to_owned()));
        let plain = [None, Some(Value::Boolean(true))];
        plain.into_iter().chain(numbers.chain(texts).map(Some)).collect::<Vec<_>>()
    };
    let [numbers, flags] = [values(), vec![None, Some(Value::Boolean(true)), Some(Value::Text("x".to_owned()))]];
    for a in &numbers {
        for b in &numbers {
            for c in &numbers {
                for null in &flags {
                    if null == &Some(Value::Boolean(true)) && c.is_some() {
                        continue;
                    }
                    let named = NAMES.iter().zip([a, b, c, null]);
                    let named = named.filter_map(|(name, value)| Some(((*name).to_owned(), value.clone()?)));
                    see(&named.collect());
                }
            }
        }
    }
}

/// Features with which two guards differ, if there are some.
fn apart(left: &Guard, right: &Guard) -> Option<Features> {
    let mut apart = None;
    every_feature(|features| {
        if apart.is_none() && left.holds(features) != right.holds(features) {
            apart = Some(features.clone());
        }
    });
    apart
}

#[test]
fn comparison_agrees_with_brute_force() {
    let mut same = 0;
    for seed in typestar_testing::seeds(0..60) {
        let mut random = Random::new(seed);
        let left = random_guard(&mut random, 2);
        let right = match seed % 3 {
            0 => random_guard(&mut random, 2),
            1 => Guard::All(vec![left.negated(), flag("a")]).negated(),
            _ => Guard::Any(vec![left.clone(), Guard::All(vec![flag("a"), left.clone()])]),
        };
        match compare_guards(&left, &right) {
            GuardComparison::Different(features) => {
                assert_ne!(left.holds(&features), right.holds(&features), "{left} and {right}: {features:?}");
            }
            GuardComparison::Same => {
                same += 1;
                assert_eq!(apart(&left, &right), None, "{left} and {right}");
            }
            GuardComparison::Undecided { .. } => panic!("{left} and {right} are small"),
        }
    }
    assert!(
        (typestar_testing::share(20)..typestar_testing::share(50)).contains(&same),
        "{same} pairs mean the same: both outcomes have to be there"
    );
}

#[test]
fn what_is_left_where_parts_may_be_null_is_that_one_of_them_is() {
    let flag = |name: &str| Guard::Flag(format!("{name} == null"));
    let absence = |feature: &str| {
        let owner = feature.strip_suffix(".x")?;
        Some(vec!["arg1 == null".to_owned(), format!("{owner} == null")])
    };
    let terms = [(1, "arg1.from.x".to_owned()), (-1, "arg1.to.x".to_owned())].to_vec();
    let fits = Guard::Sum(Sum { terms, comparison: Comparison::AtMost, bound: 0.into() });
    let side = complement(&fits, &absence);
    assert_eq!(
        side.to_string(),
        "arg1 == null || arg1.from == null || arg1.to == null || arg1.from.x - arg1.to.x >= 1"
    );
    let Guard::Sum(sum) = &fits else { panic!("it is a sum") };
    let condition = Guard::Sum(sum.opposite(false));
    let guards = exclusive(&side, std::slice::from_ref(&condition), &absence);
    assert_eq!(guards[0], condition);
    assert_eq!(guards[1], Guard::Any(["arg1", "arg1.from", "arg1.to"].map(flag).to_vec()));
}

const DECIMALS: [f64; 10] = [1e-7, 1e-3, 0.1, 0.3, 0.8, 1.0, 9.81, 36.6, 99.95, 1e6];

/// A comparison of one of two features, or of both, with one of the decimals.
fn decimal_guard(random: &mut Random) -> Guard {
    let comparisons = [Comparison::AtLeast, Comparison::AtMost, Comparison::Above, Comparison::Below];
    let terms = [&[(1, "level")][..], &[(1, "limit")], &[(1, "level"), (-1, "limit")]];
    let terms = random.pick(&terms).iter().map(|(factor, name)| (*factor, (*name).to_owned())).collect();
    let bound = Number::of(*random.pick(&DECIMALS)).unwrap();
    Guard::Sum(Sum { terms, comparison: *random.pick(&comparisons), bound })
}

/// Features at the decimals and beside them.
fn decimal_features() -> Vec<Features> {
    let near = |number: f64| [number.next_down(), number, number.next_up()];
    let numbers: Vec<f64> = DECIMALS.into_iter().flat_map(near).chain([0.0, -1.0]).collect();
    let value = |number: f64| Value::Decimal(Decimal::new(number).unwrap());
    let both = |level: f64, limit: f64| {
        Features::from([("level".to_owned(), value(level)), ("limit".to_owned(), value(limit))])
    };
    numbers.iter().flat_map(|level| numbers.iter().map(move |limit| both(*level, *limit))).collect()
}

#[test]
fn outcomes_with_fractions_exclude_each_other_and_leave_nothing_out() {
    let (mut random, features) = (Random::new(7), decimal_features());
    for _ in 0..200 {
        let side = Guard::All(vec![decimal_guard(&mut random), decimal_guard(&mut random)]);
        let condition = decimal_guard(&mut random);
        let branches = exclusive(&side, std::slice::from_ref(&condition), &|_| None);
        for known in &features {
            let wanted = [side.holds(known) && condition.holds(known), side.holds(known) && !condition.holds(known)];
            let held = [0, 1].map(|place| branches[place].holds(known));
            assert_eq!(held, wanted, "{side}, {condition}: {} and {}, {known:?}", branches[0], branches[1]);
        }
    }
}
