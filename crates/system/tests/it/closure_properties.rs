//! The callback closure against its definition, on random components, settings and words.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::subsequence;
use typestar_model::{ERROR, Id, InputId, OK, Plan, QUIET};
use typestar_protocol::{Clock, Component, Recoverable, Returned, Returns, Settings, Shown, Sink};
use typestar_query::{Symbols, System};
use typestar_system::Closed;

const CALLBACKS: [&str; 4] = ["onA", "onB", "onC", "onD"];
const CALLINS: usize = 3;

/// A component whose callins emit fixed callbacks and return how many calls there were; each callin becomes illegal after
/// how many calls in all.
#[derive(Clone, Debug)]
struct Emitter {
    emits: Vec<Vec<usize>>,
    legal_calls: usize,
    calls: usize,
    sink: Option<Sink>,
}

impl Component for Emitter {
    fn inputs(&self) -> Vec<String> {
        (0..CALLINS).map(|callin| format!("call{callin}")).collect()
    }

    fn clock(&self) -> Clock {
        Clock::Virtual
    }

    fn reset(&mut self, sink: Sink) -> Result<(), String> {
        self.calls = 0;
        self.sink = Some(sink);
        Ok(())
    }

    fn call(&mut self, input: &str) -> Result<Returned, String> {
        self.calls += 1;
        if self.calls > self.legal_calls {
            return Err("IllegalState: worn out".to_owned());
        }
        let callin = self.inputs().iter().position(|name| name == input).expect("a known callin");
        for &callback in &self.emits[callin] {
            self.sink.as_ref().expect("reset came first").emit(CALLBACKS[callback]);
        }
        Ok(self.calls.into())
    }
}

/// What the closure has to answer, written down once more from its definition.
fn expected(component: &Emitter, settings: &Settings, word: &[usize]) -> Vec<String> {
    let (mut pending, mut since_callin, mut calls) = (VecDeque::new(), BTreeSet::new(), 0);
    let mut outputs = Vec::new();
    for &input in word {
        if input == CALLINS {
            outputs.push(pending.pop_front().unwrap_or_else(|| QUIET.to_owned()));
        } else {
            calls += 1;
            since_callin.clear();
            for &callback in component.emits[input].iter().filter(|_| calls <= component.legal_calls) {
                pending.extend(treated(CALLBACKS[callback], settings, &mut since_callin));
            }
            outputs.push(answered(settings, input, calls, calls <= component.legal_calls));
        }
        if outputs.last().is_some_and(|output| output == ERROR) {
            break;
        }
    }
    outputs
}

fn answered(settings: &Settings, input: usize, calls: usize, is_legal: bool) -> String {
    match (is_legal, settings.returns.contains_key(&format!("call{input}"))) {
        (false, _) if settings.recoverable.is_empty() => ERROR.to_owned(),
        (false, _) => "IllegalState".to_owned(),
        (true, false) => OK.to_owned(),
        (true, true) => calls.to_string(),
    }
}

fn treated(callback: &str, settings: &Settings, since_callin: &mut BTreeSet<String>) -> Option<String> {
    let is_in = |names: &[String], name: &str| names.iter().any(|listed| listed == name);
    if is_in(&settings.ignore, callback) {
        return None;
    }
    let merged = settings.merge.iter().find(|(_, names)| is_in(names, callback));
    let name = merged.map_or(callback, |(name, _)| name).to_owned();
    let is_repeated = !since_callin.insert(name.clone());
    if is_repeated && is_in(&settings.drop_repeated, &name) {
        return None;
    }
    Some(if is_in(&settings.errors, &name) { ERROR.to_owned() } else { name })
}

fn settings() -> impl Strategy<Value = Settings> {
    let some = || subsequence(CALLBACKS.to_vec(), 0..=2);
    let returns = subsequence(vec!["call0", "call1", "call2"], 0..=2);
    let merged = proptest::option::of(subsequence(CALLBACKS.to_vec(), 2));
    (some(), some(), some(), merged, returns, any::<bool>(), any::<bool>()).prop_map(
        |(ignore, drop_repeated, errors, merged, returns, is_recoverable, is_virtual)| {
            let shown = |callin: String| (callin, Returns::Shown(Shown::Value));
            let own = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect::<Vec<_>>();
            let merge = merged.map(|names| ("onMerged".to_owned(), own(names)));
            Settings {
                clock: if is_virtual { Clock::Virtual } else { Clock::Real },
                quiescence_ms: 1,
                ignore: own(ignore),
                drop_repeated: own(drop_repeated),
                errors: own(errors),
                merge: merge.into_iter().collect::<BTreeMap<_, _>>(),
                returns: own(returns).into_iter().map(shown).collect(),
                recoverable: is_recoverable.then(Recoverable::default).into_iter().collect(),
                ..Settings::default()
            }
        },
    )
}

fn emitter() -> impl Strategy<Value = Emitter> {
    (vec(vec(0..CALLBACKS.len(), 0..3), CALLINS), 1..8_usize).prop_map(|(emits, legal_calls)| Emitter {
        emits,
        legal_calls,
        calls: 0,
        sink: None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(300)))]

    /// Callbacks come in order and only by `wait`, are kept over callins, and none leaks from one word into the next.
    #[test]
    fn every_word_is_answered_as_the_definition_says(
        component in emitter(),
        settings in settings(),
        words in vec(vec(0..=CALLINS, 0..10), 1..5),
    ) {
        let mut closed = Closed::new(component.clone(), settings.clone());
        let plan = |word: &Vec<usize>| Plan::word(word.iter().map(|&input| InputId::new(input)).collect::<Vec<_>>());
        let plans: Vec<Plan> = words.iter().map(plan).collect();
        let inputs = closed.inputs().clone();
        let symbols = Symbols { offered: inputs.len(), inputs, ..Symbols::default() };
        let mut answers = Vec::new();
        closed.run(&plans, &symbols, &mut answers).expect("the component answers");
        for (word, answer) in words.iter().zip(&answers) {
            let seen: Vec<&str> = answer.outputs.iter().map(|&output| closed.outputs().text(output)).collect();
            prop_assert_eq!(seen, expected(&component, &settings, word));
            prop_assert!(answer.late.is_empty());
        }
        prop_assert!(settings.clock == Clock::Real || closed.sleeps() == 0);
    }
}
