//! Test suites find out every machine that they promise to find out.

use crate::common::{
    Domain, FAMILIES, Passing, Random, Size, Teacher, family, finals, live_hypothesis, merged_mutant, seeds, share,
    single_edge_mutant, unfolded_mutant, zoo, zoo_names,
};
use typestar_learn::{Auto, Hypothesis as _, KnownWords, MealyHypothesis, Outcome, Streamed, SuiteKind, Tester, suite};
use typestar_model::{
    Comparison, Id, InputId, Mealy, ObservationTree, OutputId, StateId, Word, canonical, compare, minimise,
    separating_word_of_states,
};

/// The suites that are complete for this many extra states.
fn complete(extra: usize) -> [SuiteKind; 5] {
    let [w, wp, hsi, hybrid_ads] = complete_by_reach(extra);
    [w, wp, hsi, hybrid_ads, SuiteKind::H(extra)]
}

/// Those that are complete for machines of any size whose states are near the access words.
fn complete_by_reach(extra: usize) -> [SuiteKind; 4] {
    [SuiteKind::W(extra), SuiteKind::Wp(extra), SuiteKind::Hsi(extra), SuiteKind::HybridAds(extra)]
}

/// Words that repeat inputs up to 48 times.
fn repeated(words: u64) -> SuiteKind {
    SuiteKind::Repeated { words, rounds: 48 }
}

/// All words of a suite, executed one by one on a system that is as the hypothesis says.
fn words_of(kind: &SuiteKind, hypothesis: &MealyHypothesis, last: Option<OutputId>) -> Vec<Word> {
    let mut tree = ObservationTree::new();
    last.into_iter().for_each(|output| tree.declare_final(output));
    let mut suite = suite(kind, hypothesis, 1, &mut || Ok(())).unwrap();
    let mut words = Vec::new();
    while let Some(word) = suite.next_word(&tree) {
        tree.insert(&word, &hypothesis.machine.run(&word)).unwrap();
        words.push(word);
    }
    words
}

/// All minimal machines with exactly this many states, two inputs and two outputs, each once.
fn all_machines(states: usize) -> Vec<Mealy> {
    let machines = (0..(2 * states).pow(2 * states as u32)).map(|number| numbered(states, 2, number));
    machines.filter(|machine| canonical(machine) == *machine && minimise(machine).len() == states).collect()
}

/// The machine whose transition table is the digits of `number`.
fn numbered(states: usize, outputs: usize, mut number: usize) -> Mealy {
    let mut machine = Mealy::with_outputs(["a", "b"].iter().collect(), ["0", "1", "error"][..outputs].iter().collect());
    for _ in 0..states {
        machine.add_state("q");
    }
    for (state, input) in (0..states).flat_map(|state| [(state, 0), (state, 1)]) {
        let (output, to) = (number % outputs, number / outputs % states);
        number /= outputs * states;
        machine.set(StateId::new(state), InputId::new(input), OutputId::new(output), StateId::new(to));
    }
    machine
}

/// Hypotheses with this many states besides the sink, two inputs, two outputs and errors; each differently named once.
fn all_erring(states: usize) -> Vec<MealyHypothesis> {
    let error = OutputId::new(2);
    let machines = (0..(3 * states).pow(2 * states as u32)).map(|number| numbered(states, 3, number));
    // The target of an error does not matter: one of them is enough.
    let is_first = |machine: &Mealy| machine.edges().all(|(_, _, output, to)| output != error || to.index() == 0);
    let hypotheses = machines.filter(is_first).map(|machine| live_hypothesis(&machine, &["error"]));
    let is_named_once = |hypothesis: &MealyHypothesis| hypothesis.access.len() == states;
    hypotheses.filter(is_named_once).filter(tells_live_states_apart).collect()
}

/// Whether the learner could have made it: no two states besides the sinks are equivalent.
fn tells_live_states_apart(hypothesis: &MealyHypothesis) -> bool {
    let mut pairs = hypothesis.live().flat_map(|p| hypothesis.live().filter(move |&q| p < q).map(move |q| (p, q)));
    pairs.all(|(p, q)| separating_word_of_states(&hypothesis.machine, p, q).is_some())
}

fn passing(kind: &SuiteKind, hypothesis: &MealyHypothesis, last: Option<OutputId>, domain: Domain) -> Option<Mealy> {
    let words = words_of(kind, hypothesis, last);
    Passing::new(hypothesis, last, domain, &words).different()
}

fn assert_complete(kind: &SuiteKind, machines: &[Mealy], domain: Domain) {
    for machine in machines {
        let found = passing(kind, &live_hypothesis(machine, &[]), None, domain);
        assert!(found.is_none(), "{found:?} passes {kind} of {machine:?}");
    }
}

/// Tries three states with one more; a test for each suite, so that they run side by side.
macro_rules! no_machine_with_an_extra_state_passes {
    ($($name:ident: $kind:ident),*) => {$(
        #[test]
        fn $name() {
            assert_complete(&SuiteKind::$kind(1), &all_machines(3), Domain::States(4));
        }
    )*};
}

no_machine_with_an_extra_state_passes! {
    w_finds_every_machine_with_an_extra_state: W,
    wp_finds_every_machine_with_an_extra_state: Wp,
    hsi_finds_every_machine_with_an_extra_state: Hsi,
    h_finds_every_machine_with_an_extra_state: H,
    hybrid_ads_finds_every_machine_with_an_extra_state: HybridAds
}

/// All words that the automatic tester asks of a system that is as the hypothesis says.
fn words_of_auto(extra: usize, hypothesis: &MealyHypothesis, finals: &[&str]) -> Vec<Word> {
    let mut teacher = Teacher::new(hypothesis.machine.clone(), finals);
    let mut auto = Auto::new(extra, 1);
    assert_eq!(auto.test(&mut teacher, hypothesis), Ok(Outcome::Agreed));
    assert_eq!(auto.completeness().map(|completeness| completeness.complete_for), Some(Some(extra)));
    teacher.words
}

fn assert_auto_complete(extra: usize, machines: &[Mealy], domain: Domain) {
    for machine in machines {
        let hypothesis = live_hypothesis(machine, &[]);
        let words = words_of_auto(extra, &hypothesis, &[]);
        let found = Passing::new(&hypothesis, None, domain, &words).different();
        assert!(found.is_none(), "{found:?} passes auto({extra}) of {machine:?}");
    }
}

#[test]
fn auto_finds_every_machine_with_an_extra_state() {
    assert_auto_complete(1, &all_machines(3), Domain::States(4));
}

#[test]
fn auto_finds_every_machine_with_two_extra_states_and_every_one_within_reach() {
    for states in [1, 2] {
        assert_auto_complete(2, &all_machines(states), Domain::States(states + 2));
        assert_auto_complete(1, &all_machines(states), Domain::Reach(1));
    }
}

#[test]
fn auto_finds_every_machine_with_final_outputs_and_an_extra_state() {
    for hypothesis in [all_erring(1), all_erring(2)].concat() {
        let is_dead =
            |state: &StateId| hypothesis.machine.inputs().ids().all(|input| hypothesis.is_final(*state, input));
        let counted = hypothesis.access.len() - hypothesis.live().filter(is_dead).count();
        let words = words_of_auto(1, &hypothesis, &["error"]);
        let domain = Domain::States(counted + 1);
        let found = Passing::new(&hypothesis, Some(OutputId::new(2)), domain, &words).different();
        assert!(found.is_none(), "{found:?} passes auto(1) of {hypothesis:?}");
    }
}

#[test]
fn the_same_seed_makes_auto_ask_the_same_words_and_another_seed_others() {
    let machine = zoo("MediaPlayer");
    let words = |seed: u64| {
        let mut teacher = Teacher::new(machine.clone(), finals(&machine));
        let mut learner = typestar_learn::Lsharp::new(0);
        let mut auto = Auto::new(1, seed);
        loop {
            let hypothesis = typestar_learn::Learner::hypothesis(&mut learner, &mut teacher).unwrap();
            if auto.test(&mut teacher, &hypothesis) == Ok(Outcome::Agreed) {
                assert_eq!(compare(&hypothesis.machine, &machine), Comparison::Same);
                return teacher.words;
            }
        }
    };
    assert_eq!(words(1), words(1));
    assert_ne!(words(1), words(2));
}

#[test]
fn every_machine_with_two_extra_states_is_found() {
    for kind in complete(2) {
        assert_complete(&kind, &all_machines(1), Domain::States(3));
        assert_complete(&kind, &all_machines(2), Domain::States(4));
    }
}

#[test]
fn every_machine_with_final_outputs_and_an_extra_state_is_found() {
    let error = Some(OutputId::new(2));
    for hypothesis in [all_erring(1), all_erring(2)].concat() {
        let is_dead =
            |state: &StateId| hypothesis.machine.inputs().ids().all(|input| hypothesis.is_final(*state, input));
        let counted = hypothesis.access.len() - hypothesis.live().filter(is_dead).count();
        for kind in complete(1) {
            let found = passing(&kind, &hypothesis, error, Domain::States(counted + 1));
            assert!(found.is_none(), "{found:?} passes {kind} of {hypothesis:?}");
        }
    }
}

#[test]
fn every_machine_within_reach_is_found_whatever_its_size() {
    for kind in complete_by_reach(1) {
        assert!(kind.is_complete_by_reach());
        assert_complete(&kind, &all_machines(1), Domain::Reach(1));
        assert_complete(&kind, &all_machines(2), Domain::Reach(1));
    }
    let larger: Vec<Mealy> = all_machines(3).into_iter().step_by(2500).collect();
    complete_by_reach(1).iter().for_each(|kind| assert_complete(kind, &larger, Domain::Reach(1)));
}

#[test]
fn every_machine_with_final_outputs_within_reach_is_found() {
    let error = Some(OutputId::new(2));
    for hypothesis in all_erring(2).iter().step_by(3) {
        for kind in complete_by_reach(1) {
            let found = passing(&kind, hypothesis, error, Domain::Reach(1));
            assert!(found.is_none(), "{found:?} passes {kind} of {hypothesis:?}");
        }
    }
}

/// A machine from the rows of its table: `(output, target)` for each input.
fn machine_of(rows: &[[(usize, usize); 2]]) -> Mealy {
    let mut machine = Mealy::with_outputs(["a", "b"].iter().collect(), ["0", "1"].iter().collect());
    rows.iter().for_each(|_| _ = machine.add_state("q"));
    for (state, row) in rows.iter().enumerate() {
        for (input, &(output, to)) in row.iter().enumerate() {
            machine.set(StateId::new(state), InputId::new(input), OutputId::new(output), StateId::new(to));
        }
    }
    machine
}

/// States 4 and 5 of the system are both one step from an access word, and each leads to the other where the hypothesis
/// has two different states. Only words that the suite has no reason to ask in both places would tell.
#[test]
fn h_misses_a_machine_within_reach_that_the_others_find() {
    let hypothesis = [[(1, 1), (1, 2)], [(0, 3), (1, 2)], [(0, 0), (0, 0)], [(0, 1), (1, 1)]];
    let system =
        [[(1, 1), (1, 2)], [(0, 3), (1, 2)], [(0, 5), (0, 0)], [(0, 4), (1, 1)], [(0, 5), (1, 2)], [(1, 1), (1, 4)]];
    let (machine, system) = (machine_of(&hypothesis), machine_of(&system));
    let hypothesis = live_hypothesis(&machine, &[]);
    assert_eq!(hypothesis.machine.edges().collect::<Vec<_>>(), machine.edges().collect::<Vec<_>>());
    let passes =
        |kind: &SuiteKind| words_of(kind, &hypothesis, None).iter().all(|word| system.run(word) == machine.run(word));
    assert_ne!(compare(&machine, &system), Comparison::Same);
    assert!(passes(&SuiteKind::H(1)) && !SuiteKind::H(1).is_complete_by_reach());
    for kind in complete_by_reach(1) {
        assert!(!passes(&kind), "{kind}");
    }
}

#[test]
fn a_suite_without_its_last_words_misses_machines() {
    let machines: Vec<Mealy> = all_machines(3).into_iter().step_by(100).collect();
    for kind in complete(1) {
        let misses = |machine: &Mealy| {
            let hypothesis = live_hypothesis(machine, &[]);
            let words = words_of(&kind, &hypothesis, None);
            let most = &words[..words.len() * 9 / 10];
            Passing::new(&hypothesis, None, Domain::States(4), most).different().is_some()
        };
        assert!(machines.iter().filter(|machine| misses(machine)).count() > machines.len() / 4, "{kind}");
    }
}

#[test]
fn a_suite_for_fewer_extra_states_misses_machines() {
    let machines: Vec<Mealy> = all_machines(3).into_iter().step_by(100).collect();
    for kind in complete(0) {
        let misses =
            |machine: &&Mealy| passing(&kind, &live_hypothesis(machine, &[]), None, Domain::States(4)).is_some();
        assert!(machines.iter().filter(misses).count() > machines.len() / 2, "{kind}");
    }
}

/// Whether a system is found to differ.
fn is_found(kind: &SuiteKind, hypothesis: &MealyHypothesis, system: &Mealy, finals: &[&str]) -> bool {
    let mut teacher = Teacher::new(system.clone(), finals);
    let outcome = Streamed::new(vec![kind.clone()], 1).test(&mut teacher, hypothesis).unwrap();
    if let Outcome::Counterexample(word) = &outcome {
        use typestar_learn::Oracle as _;
        assert_eq!(hypothesis.disagreement_on(teacher.observed(), word).as_ref(), Some(word));
    }
    outcome != Outcome::Agreed
}

/// Asserts that the suites find `system` if it is so small that they must; whether it was.
fn assert_found(what: &str, hypothesis: &MealyHypothesis, system: &Mealy, extra: usize) -> bool {
    let (left, right) = (minimise(&hypothesis.machine), minimise(system));
    let is_due = compare(&left, &right) != Comparison::Same && right.live_states() <= left.live_states() + extra;
    for kind in complete(extra).iter().filter(|_| is_due) {
        assert!(is_found(kind, hypothesis, system, finals(system)), "{kind} of {what}");
    }
    is_due
}

#[test]
fn every_family_has_its_mutants_found() {
    for (name, family) in FAMILIES {
        let mut found = 0;
        for seed in seeds(0..30) {
            let random = &mut Random::new(seed);
            let machine = minimise(&family(random, Size { states: 6, inputs: 3 }));
            for mutant in [single_edge_mutant(random, &machine), merged_mutant(random, &machine)] {
                let hypothesis = live_hypothesis(&minimise(&mutant), finals(&machine));
                let what = format!("{name} {seed}");
                found += usize::from((0..=2).any(|extra| assert_found(&what, &hypothesis, &machine, extra)));
            }
        }
        assert!(found >= share(10), "only {found} mutants of {name} were due");
    }
}

#[test]
fn mutants_of_the_zoo_are_found() {
    for name in zoo_names() {
        let machine = zoo(&name);
        let hypothesis = live_hypothesis(&machine, finals(&machine));
        let mut found = 0;
        for seed in seeds(0..40) {
            let mutant = single_edge_mutant(&mut Random::new(seed), &machine);
            let extra = minimise(&mutant).live_states().saturating_sub(machine.live_states());
            found += usize::from(assert_found(&format!("{name} {seed}"), &hypothesis, &mutant, extra));
        }
        assert!(found >= share(10), "only {found} mutants of {name} differ");
    }
}

#[test]
fn locks_and_counters_that_are_larger_are_found() {
    for name in ["lock", "counter"] {
        let mut found = 0;
        for seed in seeds(0..60) {
            let larger = minimise(&family(name)(&mut Random::new(seed), Size { states: 5, inputs: 2 }));
            let smaller = minimise(&merged_mutant(&mut Random::new(seed), &larger));
            let hypothesis = live_hypothesis(&smaller, finals(&larger));
            let extra = larger.live_states().saturating_sub(smaller.live_states());
            if extra <= 2 {
                found += usize::from(assert_found(&format!("{name} {seed}"), &hypothesis, &larger, extra));
            }
        }
        assert!(found >= share(10), "only {found} machines of {name} were due");
    }
}

#[test]
fn machines_with_many_more_states_are_found_if_they_are_near() {
    let mut larger = 0;
    for seed in seeds(0..200) {
        let random = &mut Random::new(seed);
        for (name, family) in FAMILIES {
            let machine = minimise(&family(random, Size { states: 5, inputs: 3 }));
            let hypothesis = live_hypothesis(&machine, finals(&machine));
            let extra = random.between(1, 2);
            let Some(system) = unfolded_mutant(random, &hypothesis, extra) else { continue };
            larger += usize::from(minimise(&system).len() > hypothesis.machine.len() + extra);
            for kind in complete_by_reach(extra) {
                assert!(is_found(&kind, &hypothesis, &system, finals(&machine)), "{kind} of {name} {seed}");
            }
        }
    }
    assert!(larger >= share(100), "only {larger} machines had more states than the suites are made for");
}

#[test]
fn no_word_goes_on_behind_a_final_output_and_none_comes_twice() {
    for name in zoo_names() {
        let machine = zoo(&name);
        let hypothesis = live_hypothesis(&machine, finals(&machine));
        let last = finals(&machine).first().and_then(|name| machine.outputs().get(name));
        let random = [SuiteKind::RandomWalk(Some(500)), SuiteKind::RandomWp(Some(500)), repeated(500)];
        for kind in complete(1).into_iter().chain(random) {
            let mut words = words_of(&kind, &hypothesis, last);
            for word in &words {
                let (_, before) = word.split_last().expect("no word is empty");
                assert!(!hypothesis.is_sink(hypothesis.state_after(before)), "{kind} of {name}");
            }
            let count = words.len();
            words.sort();
            words.dedup();
            assert!(kind.extra_states().is_none() || count == words.len(), "{kind} of {name}");
        }
    }
}

#[test]
fn a_seed_repeats_a_random_suite_and_another_seed_does_not() {
    let hypothesis = live_hypothesis(&zoo("MediaPlayer"), &["error"]);
    for kind in [SuiteKind::RandomWalk(Some(100)), SuiteKind::RandomWp(Some(100)), repeated(100)] {
        let words = |seed: u64| -> Vec<Word> {
            let (mut suite, tree) = (suite(&kind, &hypothesis, seed, &mut || Ok(())).unwrap(), ObservationTree::new());
            std::iter::from_fn(move || suite.next_word(&tree)).collect()
        };
        assert_eq!(words(1).len(), 100);
        assert_eq!(words(1), words(1));
        assert_ne!(words(1), words(2));
    }
}

/// How often a word, from this place on, has the same few inputs again and again.
fn rounds(word: &[InputId], start: usize, unit: usize) -> usize {
    let alike = (start + unit..word.len()).take_while(|&at| word[at] == word[at - unit]).count();
    (alike + unit).min(word.len().saturating_sub(start)) / unit
}

#[test]
fn words_that_repeat_inputs_do_so_from_every_state_unless_that_is_final() {
    for name in zoo_names() {
        let machine = zoo(&name);
        let hypothesis = live_hypothesis(&machine, finals(&machine));
        let words = words_of(&repeated(2000), &hypothesis, None);
        for word in &words {
            let mut starts = hypothesis.access.iter().filter(|access| word.starts_with(access)).map(Vec::len);
            let repeats = |start: usize| rounds(word, start, 1) >= 3 || rounds(word, start, 2) >= 3;
            assert!(starts.any(repeats) || hypothesis.is_sink(hypothesis.state_after(word)), "{name}: {word:?}");
        }
        let has_word = |access: &Word| words.iter().any(|word| word.starts_with(access));
        assert!(hypothesis.access.iter().all(has_word), "{name}: no word from some state");
    }
}

#[test]
fn quiet_waits_are_repeated_three_times_and_calls_as_often_as_asked_for() {
    let mut machine = Mealy::new(["push", "wait"].iter().collect());
    let idle = machine.add_state("idle");
    machine.add_edge(idle, "push", "ok", idle);
    machine.add_edge(idle, "wait", "quiet", idle);
    let hypothesis = live_hypothesis(&machine, &[]);
    let [push, wait] = ["push", "wait"].map(|name| machine.inputs().get(name).unwrap());
    let words = words_of(&repeated(2000), &hypothesis, None);
    assert!(words.iter().any(|word| rounds(word, 0, 1) >= 48 && word[0] == push));
    let with_waits = |word: &&Word| word[..2].contains(&wait);
    // Only the random tail can add to three rounds.
    assert!(words.iter().filter(with_waits).all(|word| word.len() < 48), "few quiet waits end a repetition");
}

#[test]
fn a_limit_far_from_all_states_is_found_by_repeating_and_not_by_random_words() {
    let most = 30;
    let mut truth = Mealy::new(["push", "clear", "wait"].iter().collect());
    let states: Vec<_> = (0..=most).map(|at| truth.add_state(&at.to_string())).collect();
    for (at, &state) in states.iter().enumerate() {
        truth.add_edge(state, "push", "ok", states[(at + 1).min(most)]);
        truth.add_edge(state, "clear", "ok", states[0]);
        truth.add_edge(state, "wait", if at == most { "onFull" } else { "quiet" }, state);
    }
    let mut simple = Mealy::with_outputs(truth.inputs().clone(), truth.outputs().clone());
    let only = simple.add_state("only");
    [("push", "ok"), ("clear", "ok"), ("wait", "quiet")].iter().for_each(|(i, o)| simple.add_edge(only, i, o, only));
    let hypothesis = live_hypothesis(&simple, &[]);
    for seed in 1..=10 {
        let is_found = |kind| {
            let mut teacher = Teacher::new(truth.clone(), &[]);
            Streamed::new(vec![kind], seed).test(&mut teacher, &hypothesis).unwrap() != Outcome::Agreed
        };
        assert!(is_found(repeated(100)), "seed {seed}");
        assert!(!is_found(SuiteKind::RandomWp(Some(400))), "seed {seed}");
    }
}

#[test]
fn endless_suites_end_where_nothing_is_left_to_try() {
    let machine = minimise(&numbered(1, 3, 2 + 3 * 2));
    let hypothesis = live_hypothesis(&machine, &["error"]);
    for kind in [SuiteKind::RandomWalk(None), SuiteKind::RandomWp(None)] {
        let mut teacher = Teacher::new(machine.clone(), &["error"]);
        let outcome = Streamed::new(vec![kind], 1).test(&mut teacher, &hypothesis).unwrap();
        assert_eq!((outcome, teacher.executed()), (Outcome::Agreed, 2));
    }
}

#[test]
fn suites_for_any_number_of_extra_states_find_small_differences() {
    let machine = minimise(&numbered(2, 2, 1 + 4 * (2 + 4 * 2)));
    let hypothesis = live_hypothesis(&minimise(&numbered(1, 2, 1)), &[]);
    assert_ne!(compare(&hypothesis.machine, &machine), Comparison::Same);
    for kind in complete(usize::MAX) {
        assert!(is_found(&kind, &hypothesis, &machine, &[]), "{kind}");
    }
}

#[test]
fn a_limited_random_suite_has_as_many_words_as_its_name_says() {
    let machine = minimise(&numbered(1, 3, 2 + 3 * 2));
    let hypothesis = live_hypothesis(&machine, &["error"]);
    for kind in [SuiteKind::RandomWalk(Some(20_000)), SuiteKind::RandomWp(Some(20_000)), repeated(20_000)] {
        let words = words_of(&kind, &hypothesis, machine.outputs().get("error"));
        assert_eq!(words.len(), 20_000, "{kind}");
    }
}

#[test]
fn suites_are_tried_one_after_the_other_and_nothing_twice() {
    let machine = zoo("MediaPlayer");
    let hypothesis = live_hypothesis(&machine, &["error"]);
    let known: Word = vec![InputId::new(0); 3];
    let inputs = machine.inputs().clone();
    let words = SuiteKind::Words(KnownWords { name: "known".to_owned(), inputs, words: [known.clone()].into() });
    let mut teacher = Teacher::new(machine.clone(), &["error"]);
    let kinds = vec![words, SuiteKind::Hsi(0), SuiteKind::Hsi(0), SuiteKind::Hsi(1)];
    assert_eq!(Streamed::new(kinds, 1).test(&mut teacher, &hypothesis), Ok(Outcome::Agreed));
    assert!(known.starts_with(&teacher.words[0]));
    let executed = teacher.executed();
    let again = Streamed::new(vec![SuiteKind::Hsi(1)], 1).test(&mut teacher, &hypothesis);
    assert_eq!((again, teacher.executed()), (Ok(Outcome::Agreed), executed));
}

#[test]
fn a_suite_never_has_more_words_than_it_says_and_counts_down_to_nothing() {
    for name in ["AsyncTask", "MediaPlayer", "SpeechRecognizer"] {
        let hypothesis = live_hypothesis(&zoo(name), &["error"]);
        let random = [SuiteKind::RandomWalk(Some(50)), SuiteKind::RandomWp(Some(50)), repeated(50)];
        for kind in complete_by_reach(0).into_iter().chain(complete_by_reach(1)).chain(random) {
            let mut suite = suite(&kind, &hypothesis, 1, &mut || Ok(())).unwrap();
            let mut left = vec![suite.left().expect("it can be counted")];
            while suite.next_word(&ObservationTree::new()).is_some() {
                left.push(suite.left().expect("it can be counted"));
            }
            assert!(left.is_sorted_by(|before, after| before > after), "{name}, {kind}: {left:?}");
            assert_eq!(suite.left(), Some(0), "{name}, {kind}");
        }
    }
}

#[test]
fn what_chooses_its_words_on_the_way_or_has_no_end_is_not_counted() {
    let hypothesis = live_hypothesis(&zoo("AsyncTask"), &["error"]);
    let uncounted =
        [SuiteKind::H(1), SuiteKind::RandomWalk(None), SuiteKind::RandomWp(None), SuiteKind::Hsi(usize::MAX)];
    for kind in uncounted {
        assert_eq!(suite(&kind, &hypothesis, 1, &mut || Ok(())).unwrap().left(), None, "{kind}");
    }
}

#[test]
fn the_tester_says_how_many_new_words_are_left_behind_those_it_asks() {
    let machine = zoo("MediaPlayer");
    let hypothesis = live_hypothesis(&machine, &["error"]);
    let mut teacher = Teacher::new(machine.clone(), &["error"]);
    let mut hsi = |kinds: &[SuiteKind]| {
        teacher.left.clear();
        let outcome = Streamed::new(kinds.to_vec(), 1).test(&mut teacher, &hypothesis);
        assert_eq!(outcome, Ok(Outcome::Agreed));
        (std::mem::take(&mut teacher.left), teacher.executed())
    };
    let (left, executed) = hsi(&[SuiteKind::Hsi(0)]);
    let (first, _) = left[0];
    assert!(first.is_some_and(|first| first < executed as u64), "the first batch has one word: {left:?}");
    let counted: Vec<u64> = left.iter().filter_map(|(left, _)| *left).collect();
    assert!(counted.is_sorted_by(|before, after| before >= after) && counted.last() == Some(&0), "{left:?}");
    assert_eq!(left.last(), Some(&(None, executed)), "no suite, nothing left");
    let (left, all) = hsi(&[SuiteKind::Hsi(1)]);
    let rest = (all - executed) as u64;
    let said = left[0].0.expect("it can be counted") + 1;
    assert!(said >= rest && said <= rest * 3 / 2, "what is known already is not left: {said} said, {rest} executed");
}
