//! Telling states and machines apart: minimisation, separating words, the distinguisher bound, canonical numbering.
//!
//! Two questions come up all the time: do these two machines behave the same, and is this the same file as
//! before? Both are answered here exactly.
//!
//! A *separating word* is a word that two states or machines answer differently. The search for it goes breadth
//! first over pairs of states that the same word leads to, so the first word that is found is a shortest one, and
//! the first of these in alphabet order. It visits each pair at most once.
//!
//! *Canonical numbering* makes files comparable: the initial state is 0, and the others are numbered breadth
//! first, inputs in their order.
//!
//! ```text
//! as it was built              canonical
//! idle ─start→ running         0 ─start→ 1
//! running ─pause→ held         1 ─pause→ 2       unreachable states are gone
//! held ─start→ running         2 ─start→ 1
//! ```
//!
//! State names come from how a state is reached: `Start`, then the last callin with the callbacks after it, as
//! `start` or `start+onPrepared`. The sink of errors is called `Error`.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::mealy::levels::Levels;
use crate::mealy::machine::Mealy;
use crate::symbols::alphabet::{Inputs, Outputs};
use crate::symbols::symbol::{ERROR, Id, InputId, OUTSIDE, OutputId, OutputKind, StateId, WAIT, repeated_after};

/// How two machines differ: the shortest word, and what each of them answers to it.
///
/// Both machines know the whole word. They differ in their last outputs, and in no earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The inputs, by name.
    pub word: Vec<String>,
    /// The outputs of the first machine.
    pub left: Vec<String>,
    /// The outputs of the second machine.
    pub right: Vec<String>,
}

/// The outcome of comparing two machines.
///
/// `Same` is as strong as what both machines know, see [`overlap`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Comparison {
    /// No word that both machines know tells them apart.
    Same,
    /// The machines have different input alphabets; the inputs that only one of them has.
    DifferentInputs {
        /// Inputs of the first machine only.
        only_left: Vec<String>,
        /// Inputs of the second machine only.
        only_right: Vec<String>,
    },
    /// The shortest word that tells them apart.
    Different(Difference),
}

/// Compares two machines exactly, by their symbols' names. Words that leave either machine's purpose
/// (missing transitions, or the output `outside`) are ignored.
///
/// Nothing is compared if the inputs differ: a word with an input that one machine lacks would always tell them
/// apart, and hide what people look for.
///
/// ```
/// use typestar_model::{Comparison, compare, read_dot};
/// let strict = read_dot("digraph { a -> b [label=\"open/ok\"] b -> b [label=\"open/error\"] }").unwrap();
/// let lenient = read_dot("digraph { a -> a [label=\"open/ok\"] }").unwrap();
/// let Comparison::Different(difference) = compare(&strict, &lenient) else { panic!("they differ") };
/// assert_eq!(difference.word, ["open", "open"]);
/// assert_eq!(difference.left, ["ok", "error"]);
/// assert_eq!(difference.right, ["ok", "ok"]);
/// ```
///
/// ```
/// use typestar_model::{Comparison, Mealy, compare};
/// let mut a = Mealy::new(["ping"].iter().collect());
/// let s = a.add_state("s");
/// a.add_edge(s, "ping", "pong", s);
/// assert_eq!(compare(&a, &a), Comparison::Same);
/// ```
pub fn compare(left: &Mealy, right: &Mealy) -> Comparison {
    let missing = |from: &Mealy, to: &Mealy| -> Vec<String> {
        from.inputs().texts().iter().filter(|name| to.inputs().get(name).is_none()).cloned().collect()
    };
    let (only_left, only_right) = (missing(left, right), missing(right, left));
    if !only_left.is_empty() || !only_right.is_empty() {
        return Comparison::DifferentInputs { only_left, only_right };
    }
    match separating_word(left, right) {
        None => Comparison::Same,
        Some(word) => Comparison::Different(difference(left, right, &word)),
    }
}

/// The same word by names, because both machines may number their inputs differently.
fn difference(left: &Mealy, right: &Mealy, word: &[InputId]) -> Difference {
    let names: Vec<String> = word.iter().map(|&input| left.inputs().text(input).to_owned()).collect();
    let answers = |machine: &Mealy| {
        let word: Vec<InputId> = names.iter().filter_map(|name| machine.inputs().get(name)).collect();
        machine.run(&word).iter().map(|&output| machine.outputs().text(output).to_owned()).collect()
    };
    Difference { left: answers(left), right: answers(right), word: names }
}

/// How much of two machines can be compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Overlap {
    /// Transitions that both machines know.
    pub both: usize,
    /// Transitions that at least one of them knows.
    pub either: usize,
}

/// Counts the transitions that both machines know, and those that at least one of them knows, in all pairs of states
/// that a word leads to on which the machines agree. A transition is known if it is there and not `outside`.
///
/// That no word tells two machines apart means nothing if they know nothing in common.
///
/// ```
/// use typestar_model::{Mealy, Overlap, overlap};
/// let mut a = Mealy::new(["ping", "stop"].iter().collect());
/// let s = a.add_state("s");
/// a.add_edge(s, "ping", "pong", s);
/// let mut b = a.clone();
/// b.add_edge(s, "stop", "ok", s);
/// assert_eq!(overlap(&a, &b), Overlap { both: 1, either: 2 });
/// ```
pub fn overlap(left: &Mealy, right: &Mealy) -> Overlap {
    let names: BTreeSet<&String> = left.inputs().texts().iter().chain(right.inputs().texts()).collect();
    let inputs: Vec<_> = names.iter().map(|name| (left.inputs().get(name), right.inputs().get(name))).collect();
    let mut overlap = Overlap::default();
    let mut pairs = PairSearch::new((left.initial(), right.initial()));
    while let Some((index, (p, q))) = pairs.pop() {
        for &(left_input, right_input) in &inputs {
            let steps = (known_step(left, p, left_input), known_step(right, q, right_input));
            overlap.either += usize::from(steps != (None, None));
            if let (Some((left_output, p)), Some((right_output, q))) = steps {
                overlap.both += 1;
                if let Some(input) = left_input.filter(|_| left_output == right_output) {
                    pairs.push(index, input, (p, q));
                }
            }
        }
    }
    overlap
}

/// The output and the target of a transition inside the purpose.
fn known_step(machine: &Mealy, state: StateId, input: Option<InputId>) -> Option<(&str, StateId)> {
    let (output, to) = machine.step(state, input?)?;
    Some((machine.outputs().text(output), to)).filter(|&(output, _)| output != OUTSIDE)
}

/// The shortest word (in the left machine's inputs) on which both machines are defined and answer differently.
///
/// Inputs that only one of them has are passed over. Outputs are the same if their texts are.
///
/// ```
/// use typestar_model::{read_dot, separating_word};
/// let lamp = read_dot("digraph { off -> on -> off [label=\"press/ok\"] }").unwrap();
/// let broken = read_dot("digraph { off -> on [label=\"press/ok\"] on -> on [label=\"press/stuck\"] }").unwrap();
/// let word = separating_word(&lamp, &broken).unwrap();
/// assert_eq!(lamp.inputs().show(&word), "press press");
/// assert_eq!(separating_word(&lamp, &lamp), None);
/// ```
pub fn separating_word(left: &Mealy, right: &Mealy) -> Option<Vec<InputId>> {
    let inputs: Vec<(InputId, InputId)> = (left.inputs().ids())
        .filter_map(|input| Some((input, right.inputs().get(left.inputs().text(input))?)))
        .collect();
    let same_output: Vec<Option<OutputId>> =
        left.outputs().texts().iter().map(|name| right.outputs().get(name)).collect();
    let (left_outside, right_outside) = (left.outputs().get(OUTSIDE), right.outputs().get(OUTSIDE));
    // Most states of the larger machine meet one state of the other: that is looked up faster than among all pairs.
    let mut met: Vec<Option<Pair>> = vec![None; left.len().max(right.len())];
    let is_left_larger = left.len() > right.len();
    let mut pairs = PairSearch::new((left.initial(), right.initial()));
    while let Some((index, (p, q))) = pairs.pop() {
        let (left_steps, right_steps) = (left.steps(p), right.steps(q));
        for &(left_input, right_input) in &inputs {
            let (Some((left_output, p)), Some((right_output, q))) =
                (left_steps[left_input.index()], right_steps[right_input.index()])
            else {
                continue;
            };
            if Some(left_output) == left_outside || Some(right_output) == right_outside {
                continue;
            }
            if same_output[left_output.index()] != Some(right_output) {
                return Some(pairs.word(index, left_input));
            }
            let of_larger = if is_left_larger { p } else { q };
            if met[of_larger.index()].replace((p, q)) != Some((p, q)) {
                pairs.push(index, left_input, (p, q));
            }
        }
    }
    None
}

/// The shortest word that two states of one machine answer differently; a missing transition is an answer of its own.
///
/// For all pairs of a machine, [`Levels`] finds these words faster.
pub fn separating_word_of_states(machine: &Mealy, p: StateId, q: StateId) -> Option<Vec<InputId>> {
    let mut pairs = PairSearch::new((p, q));
    while let Some((index, (p, q))) = pairs.pop() {
        for input in machine.inputs().ids() {
            let (left, right) = (machine.step(p, input), machine.step(q, input));
            if left.map(|step| step.0) != right.map(|step| step.0) {
                return Some(pairs.word(index, input));
            }
            if let (Some((_, p)), Some((_, q))) = (left, right)
                && p != q
            {
                pairs.push(index, input, (p, q));
            }
        }
    }
    None
}

type Pair = (StateId, StateId);

/// Breadth-first search over pairs of states that remembers the way to each pair.
///
/// Each pair is in the list once, with the pair and the input that led to it. A word is read backwards from
/// there, so nothing is copied while the search runs.
struct PairSearch {
    seen: HashSet<Pair>,
    found: Vec<(Pair, Option<(usize, InputId)>)>,
    next: usize,
}

impl PairSearch {
    fn new(start: Pair) -> Self {
        Self { seen: HashSet::from([start]), found: vec![(start, None)], next: 0 }
    }

    fn pop(&mut self) -> Option<(usize, Pair)> {
        let index = self.next;
        self.next += 1;
        Some((index, self.found.get(index)?.0))
    }

    fn push(&mut self, from: usize, input: InputId, pair: Pair) {
        if self.seen.insert(pair) {
            self.found.push((pair, Some((from, input))));
        }
    }

    fn word(&self, mut index: usize, last: InputId) -> Vec<InputId> {
        let mut word = vec![last];
        while let Some((from, input)) = self.found[index].1 {
            word.push(input);
            index = from;
        }
        word.reverse();
        word
    }
}

/// The smallest machine with the same behaviour, without unreachable states, numbered canonically.
/// Each state keeps the name of the first state (in breadth-first order) that it stands for.
///
/// Two states become one if no word tells them apart. A missing transition is an answer in this sense, so a
/// partial machine never gets transitions that it did not have.
///
/// ```
/// use typestar_model::{minimise, read_dot};
/// let clock = read_dot("digraph { a -> b -> c -> d -> a [label=\"tick/tock\"] }").unwrap();
/// let small = minimise(&clock);
/// assert_eq!((small.len(), small.name(small.initial())), (1, "a"));
/// ```
pub fn minimise(machine: &Mealy) -> Mealy {
    let machine = canonical(machine);
    let levels = Levels::of(&machine);
    let mut small = Mealy::with_outputs(machine.inputs().clone(), machine.outputs().clone());
    for state in machine.states() {
        // Blocks are numbered by their first states, as the states of the small machine are.
        if levels.class(state) == small.len() {
            small.add_state(machine.name(state));
        }
    }
    let state_of = |state| StateId::new(levels.class(state));
    for (from, input, output, to) in machine.edges() {
        small.set(state_of(from), input, output, state_of(to));
    }
    canonical(&small)
}

/// The same machine with its reachable states numbered breadth first in alphabet order,
/// so that two runs that learned the same thing give the same bytes.
///
/// Names and alphabets stay. Two machines with the same behaviour have the same canonical form if both are
/// minimal and have the same alphabets.
///
/// ```
/// use typestar_model::{canonical, read_dot};
/// let text = "digraph { b; a; lost; __start0 -> a; a -> b -> a [label=\"press/ok\"] }";
/// let lamp = canonical(&read_dot(text).unwrap());
/// assert_eq!(lamp.states().map(|state| lamp.name(state)).collect::<Vec<_>>(), ["a", "b"]);
/// ```
pub fn canonical(machine: &Mealy) -> Mealy {
    let mut number = vec![None; machine.len()];
    let mut numbered = Mealy::with_outputs(machine.inputs().clone(), machine.outputs().clone());
    for (state, _) in breadth_first(machine) {
        number[state.index()] = Some(numbered.add_state(machine.name(state)));
    }
    for (from, input, output, to) in machine.edges() {
        if let Some((from, to)) = number[from.index()].zip(number[to.index()]) {
            numbered.set(from, input, output, to);
        }
    }
    numbered
}

/// The states that can be reached, breadth first in alphabet order, each with the step that leads there first.
fn breadth_first(machine: &Mealy) -> Vec<(StateId, Option<(StateId, InputId)>)> {
    let mut order = vec![(machine.initial(), None)];
    let mut is_known = vec![false; machine.len()];
    is_known[machine.initial().index()] = true;
    let mut next = 0;
    while let Some(&(state, _)) = order.get(next) {
        next += 1;
        for input in machine.inputs().ids() {
            if let Some((_, to)) = machine.step(state, input)
                && !std::mem::replace(&mut is_known[to.index()], true)
            {
                order.push((to, Some((state, input))));
            }
        }
    }
    order
}

/// The smallest B such that any two different states differ within B inputs.
///
/// The tester `distinguisher-bound` assumes such a B of the system. Here is why it is often small: states differ
/// soon if their outputs differ. It takes long where an output comes only after many equal steps.
///
/// ```text
/// 0 ─a/no→ 1 ─a/no→ 2 ─a/yes→ 0
///
/// 0 and 2 differ in  a      no      yes        1 input
/// 0 and 1 differ in  a a    no no   no yes     2 inputs, so B is 2
/// ```
///
/// ```
/// use typestar_model::{distinguisher_bound, read_dot};
/// let text = "digraph { 0 -> 1 -> 2 [label=\"a/no\"] 2 -> 0 [label=\"a/yes\"] }";
/// assert_eq!(distinguisher_bound(&read_dot(text).unwrap()), 2);
/// ```
///
/// ```
/// use typestar_model::{Mealy, distinguisher_bound};
/// let mut one = Mealy::new(["a"].iter().collect());
/// let s = one.add_state("s");
/// one.add_edge(s, "a", "ok", s);
/// assert_eq!(distinguisher_bound(&one), 0);
/// ```
pub fn distinguisher_bound(machine: &Mealy) -> usize {
    Levels::of(&canonical(machine)).longest()
}

/// The shortest access word of every reachable state (breadth first, alphabet order); `None` for unreachable ones.
///
/// ```
/// use typestar_model::{access_words, read_dot};
/// let lamp = read_dot("digraph { off -> on -> off [label=\"press/ok\"] lost }").unwrap();
/// let words = access_words(&lamp);
/// assert_eq!(words[0], Some(vec![]));
/// assert_eq!(words[1].as_ref().map(|word| lamp.inputs().show(word)), Some("press".to_owned()));
/// assert_eq!(words[2], None, "no word leads to the last one");
/// ```
pub fn access_words(machine: &Mealy) -> Vec<Option<Vec<InputId>>> {
    let mut words: Vec<Option<Vec<InputId>>> = vec![None; machine.len()];
    for (state, step) in breadth_first(machine) {
        let word = step.map_or_else(Vec::new, |(before, input)| {
            words[before.index()].iter().flatten().copied().chain([input]).collect()
        });
        words[state.index()] = Some(word);
    }
    words
}

/// The same machine with states named by how they are reached first: `Start`, then the last callin with the callbacks
/// that came after it (`start+onPrepared`), numbered where a name is taken, and `Error` for the sink.
///
/// ```
/// use typestar_model::{named_by_access, read_dot};
/// let timer = read_dot(r#"digraph {
///     a -> b [label="start/ok"]  b -> c [label="wait/onTick"]  c -> a [label="stop/ok"]
/// }"#).unwrap();
/// let timer = named_by_access(&timer);
/// let names: Vec<&str> = timer.states().map(|state| timer.name(state)).collect();
/// assert_eq!(names, ["Start", "start", "start+onTick"]);
/// ```
pub fn named_by_access(machine: &Mealy) -> Mealy {
    let mut named = machine.clone();
    let sink = machine.error_sink();
    let mut taken: HashMap<String, usize> = HashMap::new();
    for (state, word) in machine.states().zip(access_words(machine)) {
        let name = match word {
            _ if Some(state) == sink => "Error".to_owned(),
            None => "unreachable".to_owned(),
            Some(word) => last_events(machine, &word),
        };
        named.rename(state, &unused(&mut taken, name));
    }
    named
}

/// `name`, or `name` with the first number that makes it new.
fn unused(taken: &mut HashMap<String, usize>, name: String) -> String {
    let mut count = taken.get(&name).copied().unwrap_or(0);
    let mut fresh = name.clone();
    while taken.contains_key(&fresh) {
        count += 1;
        fresh = format!("{name}{count}");
    }
    taken.insert(name, count.max(1));
    taken.entry(fresh.clone()).or_insert(1);
    fresh
}

/// The last callin of a word and what came by waiting after it, such as `start+onPrepared`.
fn last_events(machine: &Mealy, word: &[InputId]) -> String {
    let mut events: Vec<&str> = Vec::new();
    for (&input, output) in word.iter().zip(machine.run(word)) {
        let (input, output) = (machine.inputs().text(input), machine.outputs().text(output));
        match OutputKind::of(output) {
            OutputKind::Callback | OutputKind::Quiet if input == WAIT => events.push(output),
            _ => events = vec![input],
        }
    }
    if events.is_empty() { "Start".to_owned() } else { events.join("+") }
}

/// The same machine in which the named outputs mean `error` and are final: what follows them is never known.
///
/// A machine from elsewhere may call its errors by other names. With this it can be compared with a model whose
/// errors are final. The result is minimal.
///
/// ```
/// use typestar_model::{read_dot, with_errors};
/// let door = read_dot(r#"digraph {
///     shut -> ajar [label="open/ok"]      ajar -> ajar [label="look/light"]
///     ajar -> jammed [label="open/Jammed"]  jammed -> ajar [label="open/ok"]
/// }"#).unwrap();
/// let door = with_errors(&door, &["Jammed".to_owned()]);
/// assert_eq!((door.len(), door.live_states()), (3, 2));
/// ```
pub fn with_errors(machine: &Mealy, errors: &[String]) -> Mealy {
    with_sink(machine, |output| errors.iter().any(|name| name == output).then_some(ERROR))
}

/// The same machine in which a hang or a crash leads to the one sink of errors, wherever it led before.
///
/// The failing step keeps its output, `hang` or `crash`; from then on every input answers `error`.
pub fn with_final_failures(machine: &Mealy) -> Mealy {
    with_sink(machine, |output| (repeated_after(output) != output).then_some(output))
}

/// A machine over these alphabets that has the states of another one, and no transitions yet.
fn states_of(machine: &Mealy, inputs: &Inputs, outputs: Outputs) -> Mealy {
    let mut states = Mealy::with_outputs(inputs.clone(), outputs);
    for state in machine.states() {
        states.add_state(machine.name(state));
    }
    states.set_initial(machine.initial());
    states
}

/// The same machine in which some outputs lead to the sink of errors, under the names that `ending` gives them.
fn with_sink<'m>(machine: &'m Mealy, ending: impl Fn(&'m str) -> Option<&'m str>) -> Mealy {
    let mut outputs = machine.outputs().clone();
    let error = outputs.intern(ERROR);
    let mut changed = states_of(machine, machine.inputs(), outputs);
    let mut sink = None;
    for (from, input, output, to) in machine.edges() {
        if let Some(name) = ending(machine.outputs().text(output)) {
            let sink = *sink.get_or_insert_with(|| changed.add_state("Error"));
            let output = if name == ERROR { error } else { output };
            changed.set(from, input, output, sink);
        } else {
            changed.set(from, input, output, to);
        }
    }
    if let Some(sink) = sink {
        for input in machine.inputs().ids() {
            changed.set(sink, input, error, sink);
        }
    }
    minimise(&changed)
}

/// The same machine in which what is outside the purpose is an error.
///
/// For comparisons in which what one machine does not know shall count as an error.
///
/// ```
/// use typestar_model::{Mealy, with_outside_as_error};
/// let mut door = Mealy::new(["open", "close"].iter().collect());
/// let (shut, ajar) = (door.add_state("shut"), door.add_state("ajar"));
/// door.add_edge(shut, "open", "ok", ajar);
/// let (door, word) = (with_outside_as_error(&door), [door.inputs().get("open").unwrap(); 2]);
/// assert_eq!(door.run(&word).iter().map(|&output| door.outputs().text(output)).collect::<Vec<_>>(), ["ok", "error"]);
/// ```
pub fn with_outside_as_error(machine: &Mealy) -> Mealy {
    let mut outputs = machine.outputs().clone();
    let error = outputs.intern(ERROR);
    let mut changed = states_of(machine, machine.inputs(), outputs);
    let sink = changed.add_state("Error");
    for state in changed.states() {
        for input in machine.inputs().ids() {
            let step = if state == sink { None } else { machine.step(state, input) };
            let inside = step.filter(|&(output, _)| machine.outputs().text(output) != OUTSIDE);
            let (output, to) = inside.unwrap_or((error, sink));
            changed.set(state, input, output, to);
        }
    }
    changed
}

/// The same machine without the outputs that it never gives.
///
/// Learning may show outputs in words that no transition of the model has.
pub fn with_used_outputs(machine: &Mealy) -> Mealy {
    let mut is_used = vec![false; machine.outputs().len()];
    machine.edges().for_each(|(_, _, output, _)| is_used[output.index()] = true);
    let mut outputs = Outputs::default();
    let number = |(output, is_used): (OutputId, bool)| is_used.then(|| outputs.intern(machine.outputs().text(output)));
    let numbers: Vec<Option<OutputId>> = machine.outputs().ids().zip(is_used).map(number).collect();
    let mut changed = states_of(machine, machine.inputs(), outputs);
    for (from, input, output, to) in machine.edges() {
        changed.set(from, input, numbers[output.index()].expect("each output of an edge is used"), to);
    }
    changed
}

/// The same machine with only these inputs, in this order; `None` if it lacks one of them.
///
/// The result is canonical: some states may only be reachable by the inputs that were left out.
pub fn with_inputs(machine: &Mealy, inputs: &Inputs) -> Option<Mealy> {
    let ids = inputs.texts().iter().map(|name| machine.inputs().get(name)).collect::<Option<Vec<_>>>()?;
    let mut changed = states_of(machine, inputs, machine.outputs().clone());
    for state in machine.states() {
        for (new, &old) in inputs.ids().zip(&ids) {
            if let Some((output, to)) = machine.step(state, old) {
                changed.set(state, new, output, to);
            }
        }
    }
    Some(canonical(&changed))
}
