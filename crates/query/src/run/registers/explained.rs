//! What may explain that values of one class are answered differently: a declaration, or a theory.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use typestar_learn::register::theory::Shape;
use typestar_model::register::{Domain, TypeId};
use typestar_model::{Id, Symbol, Value};

use super::special_values::{FALLING, RISING, Special};
use crate::run::registers::data::Data;
use crate::run::registers::typed::typed;

/// A special value or pair that was tried in the word of a finding, and whether the answers differed.
pub(super) struct Tried {
    pub data_type: TypeId,
    pub special: Special,
    pub differs: bool,
}

/// What to do about two words of one class whose answers differ, by what else was tried; the first trial is that of these words.
pub(super) fn explained(data: &Data, (word, other): (&[Symbol], &[Symbol]), tried: &[Tried]) -> Vec<String> {
    let mut advice = Vec::new();
    if let Some(first) = tried.iter().find(|tried| tried.differs) {
        let of_type: Vec<&Tried> = tried.iter().filter(|tried| tried.data_type == first.data_type).collect();
        let name = &data.signature.types[first.data_type.index()].name;
        let is_flat = data.theory(first.data_type).shape() == Shape::Flat;
        advice.extend(order_text(name, &of_type).filter(|_| is_flat));
        let is_done = !advice.is_empty();
        let of_values = value_text(data, first.data_type, name, &of_type).filter(|_| !is_done);
        let of_pair = pair_text(name, &first.special).filter(|_| !is_done);
        advice.extend(of_pair.or(of_values));
    }
    if advice.is_empty() {
        advice.extend(data.types().filter_map(|of| other_order(data, of, word, other)));
    }
    advice
}

/// The order explains it if it decides all pairs that were tried in both orders.
fn order_text(name: &str, tried: &[&Tried]) -> Option<String> {
    let of_kind = |reason: &str| -> BTreeSet<bool> {
        let pairs = tried.iter().filter(|tried| matches!(&tried.special, Special::Pair(.., why) if *why == reason));
        pairs.map(|tried| tried.differs).collect()
    };
    let (falling, rising) = (of_kind(FALLING), of_kind(RISING));
    // A pair may be tried where nothing depends on its order, too.
    let is_order = falling.contains(&true) && rising == BTreeSet::from([false]);
    let is_reverse = rising.contains(&true) && falling == BTreeSet::from([false]);
    (is_order || is_reverse).then(|| order_advice(name))
}

fn order_advice(name: &str) -> String {
    format!("the order of the values may explain it: --theory '{name}=order', or theory = \"order\" in [types]")
}

/// Values that are answered in another way than all others: those at the ends are outside of what is meant, the empty text is
/// none, and one alone is a constant.
fn value_text(data: &Data, of: TypeId, name: &str, tried: &[&Tried]) -> Option<String> {
    let values = |differs: bool| -> BTreeSet<&Value> {
        let ones = tried.iter().filter(|tried| tried.differs == differs);
        ones.filter_map(|tried| if let Special::One(value) = &tried.special { Some(value) } else { None }).collect()
    };
    let bad = values(true);
    let good: Vec<&Value> = values(false).into_iter().filter(|value| !bad.contains(value)).collect();
    let bad: Vec<&Value> = bad.into_iter().collect();
    if data.signature.types[of.index()].domain == Domain::Text {
        return text_advice(name, &bad);
    }
    let (least, most) = (good.first()?, good.last()?);
    let is_below = |value: &&&Value| value.order(least) == Some(Ordering::Less);
    let is_above = |value: &&&Value| value.order(most) == Some(Ordering::Greater);
    let (below, above) = (bad.iter().filter(is_below).count(), bad.iter().filter(is_above).count());
    let ends = [(below > 0).then(|| format!("min = {least}")), (above > 0).then(|| format!("max = {most}"))];
    let ends: Vec<String> = ends.into_iter().flatten().collect();
    match bad.as_slice() {
        [] => None,
        [one] => Some(constant_advice(name, one)),
        _ if below + above == bad.len() => {
            let which =
                if above == 0 && least.order(&zero(least)) == Some(Ordering::Equal) { "negative" } else { "such" };
            let (limits, sample) = (ends.join(", "), bad[0]);
            Some(format!(
                "{which} values of `{name}`, such as {sample}, are answered in another way: if nobody gives them, declare \
                 {name} = {{ {limits} }} in [types]"
            ))
        }
        _ => None,
    }
}

fn text_advice(name: &str, bad: &[&Value]) -> Option<String> {
    let is_empty = |value: &&Value| **value == Value::Text(String::new());
    match bad {
        [one] if is_empty(one) => Some(format!(
            "the empty text is answered in another way: if nobody gives it, declare {name} = {{ domain = \"text\", nonempty = \
             true }} in [types], or else declare it as a constant"
        )),
        [one] => Some(constant_advice(name, one)),
        _ if bad.len() > 1 => Some(format!(
            "some texts are answered in another way, such as {}: if nobody gives them, list what is given: {name} = {{ domain = \
             \"text\", values = [...] }} in [types]",
            bad.iter().take(3).map(|value| shown(value)).collect::<Vec<_>>().join(", ")
        )),
        _ => None,
    }
}

fn constant_advice(name: &str, value: &Value) -> String {
    format!(
        "{} alone is answered in another way: if it has a meaning of its own, declare it as a constant of `{name}` ([types] \
         constants = {{ special = {value} }})",
        shown(value)
    )
}

/// A value as people see it: long texts are cut.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(40) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

fn zero(like: &Value) -> Value {
    match like {
        Value::Decimal(_) => typestar_model::Decimal::new(0.0).map_or(Value::Null, Value::Decimal),
        _ => Value::Integer(0),
    }
}

/// Why a pair may be one for the system.
fn pair_text(name: &str, special: &Special) -> Option<String> {
    let Special::Pair(later, earlier, why) = special else { return None };
    let is_of_order = [FALLING, RISING].contains(why);
    (!is_of_order).then(|| {
        format!(
        "{} and {} are different values of `{name}`, and the system may take them for one, or compare them in its own way: {why}. \
         Let the adapter give each value in one form only, or list what is given ([types] values = [...])",
        shown(later),
        shown(earlier)
        )
    })
}

/// The values of two words lie in different orders, which a theory without order overlooks.
fn other_order(data: &Data, of: TypeId, word: &[Symbol], other: &[Symbol]) -> Option<String> {
    let values = |word: &[Symbol]| -> Vec<Value> {
        let typed = word.iter().flat_map(|symbol| typed(&data.signature.inputs, symbol));
        typed.filter(|(data_type, _)| *data_type == of).map(|(_, value)| value.clone()).collect()
    };
    let (one, two) = (values(word), values(other));
    let mut places = (0..one.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let is_other = places.any(|(a, b)| one[a].order(&one[b]) != two[a].order(&two[b]));
    let is_flat = data.theory(of).shape() == Shape::Flat;
    let name = &data.signature.types[of.index()].name;
    (is_flat && one.len() == two.len() && is_other).then(|| order_advice(name))
}
