//! The evidence of a word as the journal has it: one column for each thing that can be known, and only what is known.
//!
//! Most steps tell a time and nothing else, and a snapshot of fields hardly changes from one step to the next.

use std::collections::BTreeMap;

use serde::de::Error;
use serde::{Deserialize, Serialize};
use typestar_model::{Evidence, MachineLimit, Origin, OriginKind, Silence, Value};

/// What is known of some steps, by their places in the word, which go up.
type Column<T> = Vec<(usize, T)>;

#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Columns {
    /// How long each step took, in microseconds.
    us: Vec<i64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reason: Column<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    used: Column<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    returned: Column<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    silence: Column<Silence>,
    /// Who made outputs, each with the places of the steps: they are few and long.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    origin: Vec<(OriginKind, String, Vec<usize>)>,
    /// The named values that are not what they were after the step before,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Column<BTreeMap<String, Value>>,
    /// and those that are no longer there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Column<Vec<String>>,
    /// The named values just before the step that are not what they were after the step before,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before: Column<BTreeMap<String, Value>>,
    /// and those that were no longer there, of steps that tell such values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    before_gone: Column<Vec<String>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    limit: Column<MachineLimit>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more_words: Column<u64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    more_symbols: Column<u64>,
}

/// A time as the journal keeps it: whole microseconds. Who uses it must not see more than a run that is continued will.
pub(crate) fn rounded(ms: f64) -> f64 {
    microseconds(ms) as f64 / 1000.0
}

fn microseconds(ms: f64) -> i64 {
    (ms * 1000.0).round() as i64
}

/// The evidence of a word as text; none if there is no evidence.
pub(super) fn written(steps: &[Evidence]) -> Option<String> {
    if steps.is_empty() {
        return None;
    }
    let mut columns = Columns::default();
    let nothing = BTreeMap::new();
    let before = std::iter::once(&nothing).chain(steps.iter().map(|step| &step.values));
    for ((place, step), before) in steps.iter().enumerate().zip(before) {
        columns.add(place, step, before);
    }
    Some(serde_json::to_string(&columns).expect("evidence can always be written"))
}

/// The evidence of a word from its text.
pub(super) fn read(text: Option<&str>) -> serde_json::Result<Vec<Evidence>> {
    text.map_or_else(|| Ok(Vec::new()), |columns| serde_json::from_str::<Columns>(columns)?.steps())
}

impl Columns {
    fn add(&mut self, place: usize, step: &Evidence, before: &BTreeMap<String, Value>) {
        self.us.push(microseconds(step.ms));
        self.reason.extend(step.reason.clone().map(|reason| (place, reason)));
        self.used.extend(step.used.clone().map(|used| (place, used)));
        self.returned.extend(step.returned.clone().map(|returned| (place, returned)));
        self.silence.extend(step.silence.map(|silence| (place, silence)));
        self.add_origin(place, step.origin.as_ref());
        self.limit.extend(step.limit.map(|limit| (place, limit)));
        self.more_words.extend(Some((place, step.more_words)).filter(|_| step.more_words > 0));
        self.more_symbols.extend(Some((place, step.more_symbols)).filter(|_| step.more_symbols > 0));
        let (changed, gone) = difference(before, &step.values);
        self.changed.extend(Some((place, changed)).filter(|(_, changed)| !changed.is_empty()));
        self.gone.extend(Some((place, gone)).filter(|(_, gone)| !gone.is_empty()));
        if !step.before.is_empty() {
            let (changed, gone) = difference(before, &step.before);
            self.before.push((place, changed));
            self.before_gone.extend(Some((place, gone)).filter(|(_, gone)| !gone.is_empty()));
        }
    }

    fn add_origin(&mut self, place: usize, origin: Option<&Origin>) {
        let Some(origin) = origin else { return };
        let is_known = |(kind, at, _): &&mut (OriginKind, String, _)| *kind == origin.kind && *at == origin.place;
        match self.origin.iter_mut().find(is_known) {
            Some((.., places)) => places.push(place),
            None => self.origin.push((origin.kind, origin.place.clone(), vec![place])),
        }
    }

    fn steps(self) -> serde_json::Result<Vec<Evidence>> {
        let timed = |&us: &i64| Evidence { ms: us as f64 / 1000.0, ..Evidence::default() };
        let mut steps: Vec<Evidence> = self.us.iter().map(timed).collect();
        put(&mut steps, self.reason, |step, reason| step.reason = Some(reason))?;
        put(&mut steps, self.used, |step, used| step.used = Some(used))?;
        put(&mut steps, self.returned, |step, returned| step.returned = Some(returned))?;
        put(&mut steps, self.silence, |step, silence| step.silence = Some(silence))?;
        for (kind, at, places) in self.origin {
            let places = places.into_iter().map(|place| (place, ())).collect();
            put(&mut steps, places, |step, ()| step.origin = Some(Origin::new(kind, &at)))?;
        }
        put(&mut steps, self.limit, |step, limit| step.limit = Some(limit))?;
        put(&mut steps, self.more_words, |step, words| step.more_words = words)?;
        put(&mut steps, self.more_symbols, |step, symbols| step.more_symbols = symbols)?;
        let mut gone = vec![Vec::new(); steps.len()];
        put(&mut steps, self.changed, |step, changed| step.values = changed)?;
        put(&mut gone, self.gone, |gone, names| *gone = names)?;
        keep_values(&mut steps, &gone);
        put_before(&mut steps, self.before, self.before_gone)?;
        Ok(steps)
    }
}

/// What is new or other than before, and what is no longer there.
fn difference(
    before: &BTreeMap<String, Value>,
    now: &BTreeMap<String, Value>,
) -> (BTreeMap<String, Value>, Vec<String>) {
    let is_changed = |(name, value): &(&String, &Value)| before.get(*name) != Some(*value);
    let changed = now.iter().filter(is_changed).map(|(name, value)| (name.clone(), value.clone()));
    let gone = before.keys().filter(|&name| !now.contains_key(name)).cloned();
    (changed.collect(), gone.collect())
}

/// Gives each step that told values just before it what did not change since the step before.
fn put_before(
    steps: &mut [Evidence],
    changed: Column<BTreeMap<String, Value>>,
    gone: Column<Vec<String>>,
) -> serde_json::Result<()> {
    let mut names = vec![Vec::new(); steps.len()];
    put(&mut names, gone, |names, gone| *names = gone)?;
    for (place, changed) in changed {
        let mut before = place
            .checked_sub(1)
            .and_then(|last| steps.get(last))
            .map_or_else(BTreeMap::new, |step| step.values.clone());
        before.retain(|name, _| !names.get(place).is_some_and(|gone| gone.contains(name)));
        before.extend(changed);
        put(steps, vec![(place, before)], |step, before| step.before = before)?;
    }
    Ok(())
}

/// Gives each step the values of the step before that did not change and are not gone.
fn keep_values(steps: &mut [Evidence], gone: &[Vec<String>]) {
    let mut before = BTreeMap::new();
    for (step, gone) in steps.iter_mut().zip(gone) {
        before.retain(|name, _| !gone.contains(name));
        before.append(&mut step.values);
        step.values.clone_from(&before);
    }
}

/// Puts what a column knows into its places.
fn put<S, T>(steps: &mut [S], column: Column<T>, put: impl Fn(&mut S, T)) -> serde_json::Result<()> {
    for (place, known) in column {
        let step = steps.get_mut(place).ok_or_else(|| serde_json::Error::custom("its evidence has too many steps"))?;
        put(step, known);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use typestar_model::Decimal;

    use super::*;

    fn value() -> impl Strategy<Value = Value> {
        prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::Boolean),
            any::<i64>().prop_map(Value::Integer),
            any::<f64>().prop_filter_map("decimals are finite", |number| Decimal::new(number).map(Value::Decimal)),
            ".*".prop_map(Value::Text),
            (1..9u32, proptest::option::of(1..9u32)).prop_map(|(step, value)| Value::Returned { step, value }),
        ]
    }

    /// They are few, so that some come again.
    fn origin() -> impl Strategy<Value = Origin> {
        let kind = prop_oneof![Just(OriginKind::Framework), Just(OriginKind::Imitation)];
        (kind, "[a-c]").prop_map(|(kind, place)| Origin::new(kind, &place))
    }

    /// The names are few, so that values stay, change, go and come again.
    fn evidence() -> impl Strategy<Value = Evidence> {
        let text = || proptest::option::of(".*");
        let values = || proptest::collection::btree_map("[a-c]", prop_oneof![Just(Value::Integer(1)), value()], 0..4);
        let silence = proptest::option::of(prop_oneof![Just(Silence::Horizon), Just(Silence::Timed)]);
        let told = (silence, proptest::option::of(origin()));
        (0..10_000_000_000i64, text(), text(), text(), told, (values(), values()), 0..3u64, 0..3u64).prop_map(
            |(us, reason, used, returned, (silence, origin), (values, before), more_words, more_symbols)| {
                let ms = us as f64 / 1000.0;
                Evidence {
                    limit: reason.as_ref().map(|_| MachineLimit::Memory),
                    reason,
                    ms,
                    used,
                    returned,
                    silence,
                    origin,
                    values,
                    before,
                    more_words,
                    more_symbols,
                }
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(256)))]

        #[test]
        fn any_evidence_survives_the_journal(steps in proptest::collection::vec(evidence(), 0..8)) {
            prop_assert_eq!(read(written(&steps).as_deref()).unwrap(), steps);
        }

        #[test]
        fn times_are_rounded_to_microseconds(ms in 0.0..1e9f64) {
            let step = Evidence { ms, ..Evidence::default() };
            let kept = read(written(&[step]).as_deref()).unwrap();
            prop_assert!((kept[0].ms - ms).abs() <= 0.000_501, "{} is not {ms}", kept[0].ms);
            prop_assert_eq!(kept[0].ms, rounded(ms));
        }
    }

    fn snapshot(place: usize) -> Evidence {
        let fields = ["balance", "capacity", "count", "isOpen", "mode", "owner"];
        let value = |number: usize| match number {
            0 => Value::Integer(1000 + place as i64),
            5 => Value::Text("somebody".to_owned()),
            _ => Value::Integer(number as i64),
        };
        let values = fields.iter().enumerate().map(|(number, &name)| (name.to_owned(), value(number))).collect();
        Evidence { ms: 0.012_345_678_9 * (place + 1) as f64, values, ..Evidence::default() }
    }

    #[test]
    fn a_step_with_six_fields_of_which_one_changes_takes_29_bytes_and_not_110() {
        let steps: Vec<Evidence> = (0..20).map(snapshot).collect();
        let as_steps = serde_json::to_string(&steps).unwrap();
        let columns = written(&steps).unwrap();
        assert_eq!((columns.len(), as_steps.len()), (584, 2204));
        let plain: Vec<_> = steps.into_iter().map(|step| Evidence { ms: step.ms, ..Evidence::default() }).collect();
        assert!(written(&plain).unwrap().len() <= 8 + 4 * plain.len(), "a time takes a few digits");
    }

    #[test]
    fn an_origin_is_written_once_for_a_word_and_nothing_where_none_is_told() {
        let finished = Origin::new(OriginKind::Framework, "CountDownTimer$1.handleMessage");
        let told = Evidence { origin: Some(finished), ..Evidence::default() };
        let columns = written(&[Evidence::default(), told.clone(), told]).unwrap();
        let origin = r#"["framework","CountDownTimer$1.handleMessage",[1,2]]"#;
        assert_eq!(columns, format!(r#"{{"us":[0,0,0],"origin":[{origin}]}}"#));
        assert_eq!(written(&[Evidence::default()]).unwrap(), r#"{"us":[0]}"#);
    }

    #[test]
    fn evidence_of_a_step_that_is_not_there_is_damage() {
        let error = read(Some(r#"{"us":[1],"used":[[1,"a"]]}"#)).unwrap_err().to_string();
        assert!(error.contains("too many steps"), "{error}");
        assert!(read(Some(r#"{"us":[1],"unknown":[]}"#)).is_err());
    }
}
