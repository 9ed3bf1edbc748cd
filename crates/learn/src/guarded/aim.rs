//! Values that are made to a wanted number: `arg1`, `arg1.length`, `arg1.priority`.
//!
//! A guard speaks of features, and calls are given values. A *handle* joins both: the value that makes a feature of an
//! argument this number. Numbers are their own handles, a letter that of its code, and a text is made of so many letters.
//! What the system makes, such as `@new byte[#1]`, has holes: which of them drives which feature is learned from what was
//! passed already, because the features of two values tell what the holes did.
//!
//! ```text
//!   passed             arg1.length          so #1 drives arg1.length, and what is wanted goes into the hole
//!   @new byte[1]       1
//!   @new byte[2]       2
//! ```

use std::collections::{BTreeSet, HashMap};

use typestar_model::guarded::{Exact, Features, Guard, Hole, Making, Number, Parameter, Sum, ValueKind};
use typestar_model::{Decimal, Random, Value};

use super::calls::{Call, Calls, argument};

/// No text, array or collection is made larger than this.
const LARGEST: i64 = 5_000;
/// What is put into a hole to see what it does.
const TRIED: [i64; 3] = [1, 2, 5];
/// How many gaps of numbers with fractions are halved at once.
const MOST_GAPS: usize = 3;
/// Letters of texts that nobody has thought of: guards over the texts of our own pool meet them.
const LETTERS: [&str; 10] = ["b", "Z", "0", "7", " ", "é", "-", "_", ".", "ß"];

/// A way to give an argument such that one of its features is a wanted number.
#[derive(Clone, Debug)]
pub(super) struct Handle {
    /// The place of the argument.
    pub(super) place: usize,
    /// The feature: `arg1`, `arg1.length`.
    pub(super) feature: String,
    /// What the number is put into: an argument, or a hole in the text of one.
    kind: ValueKind,
    hole: Option<(Making, usize)>,
    /// The feature is this many times what is in the hole,
    slope: i64,
    /// and this more.
    offset: i64,
    /// What is known of another value that was made in this way.
    sibling: Features,
}

impl Handle {
    /// The value with this number; none if there is no such value.
    pub(super) fn value(&self, wanted: Number) -> Option<Value> {
        let content = self.content(wanted)?;
        match &self.hole {
            None => Some(content),
            Some((making, hole)) => filled(making, &[(*hole, content)]),
        }
    }

    /// The same, with all else as in a value that is known: what is in other holes may matter, too.
    pub(super) fn value_like(&self, known: &Value, wanted: Number) -> Option<Value> {
        let (making, hole) = self.hole.as_ref()?;
        making.made_like(known, *hole, &self.content(wanted)?)
    }

    /// What this number is put in as; none if there is no such value.
    fn content(&self, wanted: Number) -> Option<Value> {
        let inside = match (self.slope, self.offset, wanted) {
            (1, 0, wanted) => wanted,
            (slope, offset, wanted) => {
                let rest = wanted.whole()?.checked_sub(offset)?;
                (rest % slope == 0).then_some(Number::Whole(rest / slope))?
            }
        };
        content(self.kind, inside, self.is_size())
    }

    /// A value with this number in several holes, or with anything in the others: what compares two of them, and what only
    /// looks at another one, is met with more than the plainest values.
    pub(super) fn mixed(&self, wanted: Number, random: &mut Random) -> Option<Value> {
        let (making, own) = self.hole.as_ref().filter(|(making, _)| making.holes.len() > 1)?;
        let is_alike = random.chance(50);
        let mut inside = |(place, hole): (usize, &Hole)| {
            let is_number = matches!(hole.kind, ValueKind::Integer { .. } | ValueKind::Decimal);
            let is_wanted = place == *own || is_alike && is_number;
            let content = is_wanted.then(|| content(hole.kind, wanted, false)).flatten();
            let other = |random: &mut Random| (!hole.values.is_empty()).then(|| random.pick(&hole.values).clone());
            content.or_else(|| other(random)).or_else(|| plainest(hole.kind))
        };
        Some(making.made(&making.holes.iter().enumerate().map(&mut inside).collect::<Option<Vec<_>>>()?))
    }

    /// What is known of a value that nobody has passed yet, but for what this drives.
    pub(super) fn expected(&self, value: &Value) -> Features {
        let name = argument(self.place);
        let is_null = (format!("{name} == null"), Value::Boolean(false));
        match (&self.hole, self.kind) {
            (None, ValueKind::Text) => Features::from([is_null, (name, value.clone())]),
            (None, _) => Features::from([(name, value.clone())]),
            (Some(_), _) => {
                self.sibling.iter().map(|(suffix, value)| (format!("{name}{suffix}"), value.clone())).collect()
            }
        }
    }

    /// Whether it drives how large something is.
    fn is_size(&self) -> bool {
        [".length", ".size"].iter().any(|end| self.feature.ends_with(end))
    }

    /// Whether its numbers have fractions.
    pub(super) fn has_fractions(&self) -> bool {
        self.kind == ValueKind::Decimal
    }

    /// The least and the largest number that are worth trying.
    fn ends(&self) -> [Number; 2] {
        match self.kind {
            _ if self.is_size() => [0, LARGEST].map(Number::Whole),
            ValueKind::Integer { min, max } => [min, max].map(Number::Whole),
            ValueKind::Character => [0, 0xffff].map(Number::Whole),
            _ => [f64::MIN, f64::MAX].map(|end| Number::of(end).unwrap_or(Number::Whole(0))),
        }
    }

    /// Numbers far from those of a guard: at twice and at half of what it says, at the ends, and some by chance.
    pub(super) fn far(&self, bounds: &BTreeSet<Number>, random: &mut Random) -> Vec<Number> {
        let scaled = bounds.iter().flat_map(|bound| [bound.nearest() * 2.0, bound.nearest() / 2.0, -bound.nearest()]);
        let fitting = |number: f64| Number::of(if self.has_fractions() { number } else { number.trunc() });
        let mut far: Vec<Number> = scaled.filter_map(fitting).collect();
        far.extend(self.ends());
        far.extend([(); 3].map(|()| self.by_chance(random)));
        far
    }

    /// A number of any size.
    fn by_chance(&self, random: &mut Random) -> Number {
        let most = *random.pick(&[10, 100, 1_000, 100_000]);
        let number = random.below(most) as i64 * if random.once_in(4) { -1 } else { 1 };
        match self.has_fractions() {
            true => Number::of(number as f64 / *random.pick(&[1.0, 2.0, 10.0])).unwrap_or(Number::Whole(number)),
            false => Number::Whole(number),
        }
    }
}

/// Handles of one argument that are put into different holes of the same making: `arg1.from.x` and `arg1.to.x`. Such numbers
/// are moved together, too: what only one of them is moved against is always the same.
pub(super) fn joint(handles: &[Handle]) -> Vec<Vec<&Handle>> {
    let mut groups: Vec<Vec<&Handle>> = Vec::new();
    for handle in handles.iter().filter(|handle| handle.hole.is_some()) {
        let making = |handle: &Handle| handle.hole.as_ref().map(|(making, _)| (handle.place, making.text.clone()));
        let hole = |handle: &Handle| handle.hole.as_ref().map(|(_, hole)| *hole);
        match groups.iter_mut().find(|group| making(group[0]) == making(handle)) {
            Some(group) if group.iter().all(|other| hole(other) != hole(handle)) => group.push(handle),
            Some(_) => {}
            None => groups.push(vec![handle]),
        }
    }
    groups.retain(|group| group.len() > 1);
    groups
}

/// The value whose features these handles drive to these numbers, and what is expected of it.
pub(super) fn joined(handles: &[&Handle], numbers: &[Number]) -> Option<(Value, Features)> {
    let (making, _) = handles.first()?.hole.as_ref()?;
    let content = |(handle, number): (&&Handle, &Number)| Some((handle.hole.as_ref()?.1, handle.content(*number)?));
    let contents: Vec<(usize, Value)> = handles.iter().zip(numbers).map(content).collect::<Option<_>>()?;
    let value = filled(making, &contents)?;
    let mut features = handles[0].expected(&value);
    features.extend(handles.iter().zip(numbers).map(|(handle, number)| (handle.feature.clone(), (*number).into())));
    Some((value, features))
}

/// The numbers of a feature with which a sum meets its bound, if all else is like this, and those beside them.
pub(super) fn meeting(sum: &Sum, feature: &str, has_fractions: bool, features: &Features) -> Vec<Number> {
    let Some((factor, _)) = sum.terms.iter().find(|(_, name)| name == feature) else { return Vec::new() };
    let terms = sum.terms.iter().filter(|(_, name)| name != feature).cloned().collect();
    let rest = Sum { terms, ..sum.clone() };
    let Some(rest) = rest.value(features) else { return Vec::new() };
    let wanted = sum.bound.exact().plus(rest.negated());
    match has_fractions {
        true => beside(wanted.nearest() / *factor as f64),
        false => around(wanted, *factor),
    }
}

/// A call that gives a field the value of one of its arguments, as was seen.
pub(super) struct Setter {
    /// The method.
    pub(super) method: usize,
    /// What its argument is made with.
    pub(super) handle: Handle,
    /// The field.
    pub(super) field: String,
}

/// What is known of which argument sets which field, as far as calls were read.
#[derive(Debug, Default)]
pub(super) struct Settings {
    /// The [version](Calls::version) of the calls.
    version: u64,
    /// By method, feature of an argument, and field.
    read: HashMap<(usize, String), HashMap<String, Reading>>,
}

/// How many examples were read, and the numbers that were set.
#[derive(Debug, Default)]
struct Reading {
    examples: usize,
    numbers: Vec<Exact>,
}

impl Settings {
    /// Whether a field was set to two different numbers at least.
    fn has_set(&mut self, calls: &Calls, method: usize, from: &str, field: &str) -> bool {
        if self.version != calls.version() {
            *self = Self { version: calls.version(), ..Self::default() };
        }
        let of_argument = self.read.entry((method, from.to_owned())).or_default();
        let Reading { examples, numbers } = of_argument.entry(field.to_owned()).or_default();
        for (_, call) in calls.examples(method).skip(*examples) {
            if numbers.len() == 2 {
                break;
            }
            *examples += 1;
            numbers.extend(number_set(call, from, field).filter(|number| !numbers.contains(number)));
        }
        numbers.len() == 2
    }
}

/// What sets these features of an object: with two different numbers at least it was seen to.
pub(super) fn setters(calls: &Calls, fields: &BTreeSet<&str>, settings: &mut Settings) -> Vec<Setter> {
    let mut setters = Vec::new();
    if fields.is_empty() {
        return setters;
    }
    for method in calls.changing().into_iter().chain(calls.makers()) {
        for handle in Aims::of(calls, method).handles {
            for field in fields.iter().filter(|field| settings.has_set(calls, method, &handle.feature, field)) {
                setters.push(Setter { method, handle: handle.clone(), field: (*field).to_owned() });
            }
        }
    }
    setters
}

/// The number that a call gave a field which had another one.
fn number_set(call: &Call, from: &str, field: &str) -> Option<Exact> {
    let (given, now) = (Exact::of(call.before.get(from)?)?, Exact::of(call.after.get(field)?)?);
    let before = call.before.get(field).and_then(Exact::of);
    (given == now && before != Some(now)).then_some(now)
}

/// The whole numbers around a quotient.
fn around(number: Exact, factor: i64) -> Vec<Number> {
    // Beyond 64 bits it is the end of them.
    let whole = number.number().and_then(Number::whole).unwrap_or(number.nearest() as i64);
    let quotient = whole.checked_div(factor).unwrap_or(i64::MAX);
    [-1, 0, 1].map(|near| Number::Whole(quotient.saturating_add(near))).to_vec()
}

/// A number with the closest ones that are smaller and larger.
pub(super) fn beside(number: f64) -> Vec<Number> {
    [number, number.next_up(), number.next_down()].into_iter().filter_map(Number::of).collect()
}

/// What is put into a place of this kind to mean a number.
fn content(kind: ValueKind, number: Number, is_size: bool) -> Option<Value> {
    let whole = number.whole();
    match kind {
        ValueKind::Integer { min, max } => {
            let most = if is_size { max.min(LARGEST) } else { max };
            whole.filter(|whole| (min..=most).contains(whole)).map(Value::Integer)
        }
        ValueKind::Decimal => Decimal::new(number.nearest()).map(Value::Decimal),
        ValueKind::Character => {
            let letter = char::from_u32(u32::try_from(whole?).ok()?).filter(|letter| (*letter as u32) <= 0xffff)?;
            Some(Value::Text(letter.to_string()))
        }
        ValueKind::Text => {
            let length = usize::try_from(whole.filter(|length| *length <= LARGEST)?).ok()?;
            Some(Value::Text("a".repeat(length)))
        }
        _ => None,
    }
}

/// A making with these in some holes, and the plainest values in the others; none if there is none for another hole.
fn filled(making: &Making, contents: &[(usize, Value)]) -> Option<Value> {
    let plain = |(place, other): (usize, &Hole)| {
        let content = contents.iter().find(|(hole, _)| *hole == place).map(|(_, content)| content.clone());
        content.or_else(|| other.values.first().cloned()).or_else(|| plainest(other.kind))
    };
    Some(making.made(&making.holes.iter().enumerate().map(plain).collect::<Option<Vec<_>>>()?))
}

fn plainest(kind: ValueKind) -> Option<Value> {
    match kind {
        ValueKind::Boolean => Some(Value::Boolean(true)),
        ValueKind::Integer { min, max } => Some(Value::Integer(1.clamp(min, max))),
        ValueKind::Decimal => Decimal::new(1.0).map(Value::Decimal),
        ValueKind::Character | ValueKind::Text => Some(Value::Text("a".to_owned())),
        _ => Some(Value::Null),
    }
}

/// What can be aimed at in the calls of a method.
#[derive(Clone, Debug, Default)]
pub(super) struct Aims {
    /// What drives which feature.
    pub(super) handles: Vec<Handle>,
    /// Values that have to be passed before it is known what they drive, by place.
    pub(super) unknown: Vec<(usize, Value)>,
}

impl Aims {
    /// What is known by now of the arguments of a method.
    pub(super) fn of(calls: &Calls, method: usize) -> Self {
        let mut aims = Self::default();
        for (place, parameter) in calls.callables()[method].method.parameters.iter().enumerate() {
            aims.handles.extend(plain_handle(calls, place, parameter));
            for making in &parameter.makings {
                for hole in 0..making.holes.len() {
                    aims.add_hole(calls, (place, parameter), making, hole);
                }
            }
        }
        aims
    }

    /// Takes what a hole drives, or the values that will tell.
    fn add_hole(&mut self, calls: &Calls, (place, parameter): (usize, &Parameter), making: &Making, hole: usize) {
        let kind = making.holes[hole].kind;
        let value =
            |number: &i64| Some((*number, filled(making, &[(hole, content(kind, Number::Whole(*number), false)?)])?));
        let tried: Vec<(i64, Value)> = TRIED.iter().filter_map(value).collect();
        let known = tried.iter().filter_map(|(number, value)| Some((*number, calls.known_of(parameter, value)?)));
        let known: Vec<(i64, &Features)> = known.collect();
        if let [(one, seen_one), .., (other, seen_other)] = known[..] {
            let driven = driven((one, seen_one), (other, seen_other));
            self.handles.extend(driven.into_iter().map(|(suffix, slope, offset)| Handle {
                place,
                feature: argument(place) + suffix,
                kind,
                hole: Some((making.clone(), hole)),
                slope,
                offset,
                sibling: seen_one.clone(),
            }));
        } else {
            self.unknown.extend(tried.into_iter().map(|(_, value)| (place, value)));
        }
    }
}

/// The handle that an argument is without any making.
fn plain_handle(calls: &Calls, place: usize, parameter: &Parameter) -> Option<Handle> {
    let is_text = parameter.kind == ValueKind::Text;
    let is_number = matches!(parameter.kind, ValueKind::Integer { .. } | ValueKind::Decimal | ValueKind::Character);
    let shows_length = || {
        let of_one = calls.known_of(parameter, &Value::Text("a".to_owned()));
        of_one.is_some_and(|known| known.get(".length") == Some(&Value::Integer(1)))
    };
    let is_driven = if is_text { shows_length() } else { is_number && !parameter.nullable };
    let suffix = if is_text { ".length" } else { "" };
    let feature = argument(place) + suffix;
    let (kind, sibling) = (parameter.kind, Features::new());
    is_driven.then_some(Handle { place, feature, kind, hole: None, slope: 1, offset: 0, sibling })
}

/// What differs between two values in step with what is in their holes: the feature, how many times and with what more.
fn driven<'f>((one, seen_one): (i64, &'f Features), (other, seen_other): (i64, &Features)) -> Vec<(&'f str, i64, i64)> {
    let step = |(suffix, value): (&'f String, &Value)| {
        let (from, to) = (value.whole()?, seen_other.get(suffix)?.whole()?);
        let (change, distance) = (to.checked_sub(from)?, other - one);
        let slope = (change != 0 && change % distance == 0).then_some(change / distance)?;
        Some((suffix.as_str(), slope, from.checked_sub(slope.checked_mul(one)?)?))
    };
    seen_one.iter().filter_map(step).collect()
}

/// Numbers of a feature between those of calls on the one side of a border and those of calls on the other side.
pub(super) fn between(
    calls: &Calls,
    method: usize,
    (feature, has_fractions): (&str, bool),
    side: impl Fn(&Call) -> Option<bool>,
) -> BTreeSet<Number> {
    match has_fractions {
        true => between_fractions(calls, method, feature, side),
        false => calls.between(method, feature, side).into_iter().map(Number::Whole).collect(),
    }
}

/// The same with fractions: what lies next to both ends of a gap, the shortest number in it, and a short one in its middle.
/// So a border is found in few steps, and what lies beside it as well.
fn between_fractions(
    calls: &Calls,
    method: usize,
    feature: &str,
    side: impl Fn(&Call) -> Option<bool>,
) -> BTreeSet<Number> {
    let seen = calls.examples(method).filter_map(|(_, call)| {
        let number = Exact::of(call.before.get(feature)?)?;
        Some((number, side(call)?))
    });
    let mut seen: Vec<(Exact, bool)> = seen.collect();
    seen.sort_unstable();
    seen.dedup();
    let gaps = seen.windows(2).filter(|pair| pair[0].1 != pair[1].1 && pair[0].0 < pair[1].0);
    gaps.take(MOST_GAPS).flat_map(|pair| inside(pair[0].0, pair[1].0)).collect()
}

/// Numbers inside a gap.
pub(super) fn inside(least: Exact, most: Exact) -> Vec<Number> {
    let [from, to] = [least, most].map(|end| end.nearest().clamp(f64::MIN, f64::MAX));
    let (middle, quarter) = (from / 2.0 + to / 2.0, to / 4.0 - from / 4.0);
    let exact = |number: f64| Number::of(number).map(Number::exact);
    let short = |from: f64, to: f64| Number::shortest(exact(from)?, exact(to)?);
    let found = [short(from, to), short(middle - quarter, middle + quarter), Number::of(middle)];
    let beside = [from.next_up(), to.next_down()].map(Number::of);
    let is_inside = |number: &Number| number.exact() > least && number.exact() < most;
    found.into_iter().chain(beside).flatten().filter(is_inside).collect()
}

/// Texts that are none of the pool: other letters, other lengths, digits, blanks, accents.
pub(super) fn other_texts(kind: ValueKind, random: &mut Random) -> Vec<Value> {
    let word = |length: usize, random: &mut Random| (0..length).map(|_| *random.pick(&LETTERS)).collect::<String>();
    let lengths = match kind {
        ValueKind::Character => vec![1],
        ValueKind::Text => vec![1, 2, random.between(3, 12)],
        _ => Vec::new(),
    };
    lengths.into_iter().map(|length| Value::Text(word(length, random))).collect()
}

/// Texts beside this one: it with more, with less, and in other letters. A guard that names a text meets what begins, ends
/// or is written like it.
pub(super) fn beside_text(text: &str, random: &mut Random) -> Vec<Value> {
    let letter = *random.pick(&LETTERS);
    let cut = |text: &str| text.chars().rev().skip(1).collect::<Vec<_>>().into_iter().rev().collect::<String>();
    let behind: String = text.chars().skip(1).collect();
    let texts = [
        format!("{text}{letter}"),
        format!("{letter}{text}"),
        format!("{}{letter}", cut(text)),
        format!("{letter}{behind}"),
        format!("{text} "),
        text.to_uppercase(),
        text.to_lowercase(),
        cut(text),
        behind,
    ];
    texts.into_iter().filter(|other| other != text).map(as_it_stands).collect()
}

/// What is passed for a text: one that begins with `@` would name something, so the sign is doubled.
fn as_it_stands(text: String) -> Value {
    Value::Text(if text.starts_with('@') { format!("@{text}") } else { text })
}

/// The texts that a guard says a feature is.
pub(super) fn texts_of<'g>(guard: &'g Guard, name: &str) -> Vec<&'g str> {
    match guard {
        Guard::All(guards) | Guard::Any(guards) => guards.iter().flat_map(|guard| texts_of(guard, name)).collect(),
        Guard::Not(guard) => texts_of(guard, name),
        Guard::Is { feature, text } if feature == name => vec![text],
        Guard::Flag(_) | Guard::Is { .. } | Guard::Sum(_) => Vec::new(),
    }
}

/// The numbers that sums in a guard are compared with.
pub(super) fn bounds(guard: &Guard) -> BTreeSet<Number> {
    sums(guard).into_iter().map(|sum| sum.bound).collect()
}

/// The sums in a guard.
pub(super) fn sums(guard: &Guard) -> Vec<&Sum> {
    match guard {
        Guard::All(guards) | Guard::Any(guards) => guards.iter().flat_map(sums).collect(),
        Guard::Not(guard) => sums(guard),
        Guard::Flag(_) | Guard::Is { .. } => Vec::new(),
        Guard::Sum(sum) => vec![sum],
    }
}

/// A value of a parameter by chance, as far from the pool as may be; none if only the pool has values.
pub(super) fn far_value(calls: &Calls, aims: &Aims, method: usize, place: usize, random: &mut Random) -> Option<Value> {
    let handles: Vec<&Handle> = aims.handles.iter().filter(|handle| handle.place == place).collect();
    let kind = calls.callables()[method].method.parameters[place].kind;
    let texts = other_texts(kind, random);
    if handles.is_empty() || !texts.is_empty() && random.chance(50) {
        return (!texts.is_empty()).then(|| random.pick(&texts).clone());
    }
    let groups = joint(&aims.handles).into_iter().filter(|group| group[0].place == place).collect::<Vec<_>>();
    let number = |handle: &Handle, random: &mut Random| {
        let far = handle.far(&BTreeSet::new(), random);
        *random.pick(&far)
    };
    if !groups.is_empty() && random.chance(50) {
        let group = random.pick(&groups);
        let numbers: Vec<Number> = group.iter().map(|handle| number(handle, random)).collect();
        return joined(group, &numbers).map(|(value, _)| value);
    }
    let handle = *random.pick(&handles);
    handle.value(number(handle, random))
}
