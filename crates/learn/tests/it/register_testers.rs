//! Testers for systems with data: what they find, and that they agree with each other.

use crate::common::automata::{Data, hypothesis, mutated, random_automaton, renamed, theories};
use crate::common::{Random, RegisterTeacher, models, repository, seeds, share};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use typestar_learn::register::theory::{Allowed, Atom, Equality, Order, Shape, Theory, read_theory};
use typestar_learn::register::{
    ExploreLimits, Explored, Need, RegisterExact, RegisterExplore, RegisterHypothesis, RegisterLearner,
    RegisterLearnerKind, RegisterRandom, RegisterRepeated, RegisterWords, Shares, Theories, explore, separating_word,
    separating_word_before, shorten,
};
use typestar_learn::{Hypothesis as _, Joined, Learner as _, Oracle as _, Outcome, Tester};
use typestar_model::register::families::{cache, fifo, fifo_set, lifo, priority_queue};
use typestar_model::register::{
    Action, ActionId, Domain, Guard, Location, LocationId, RegisterAutomaton, Transition, read_register_json,
    read_register_xml,
};
use typestar_model::{Id, InputId, OUTSIDE, Plan, QUIET, Symbol, Value};

const ALL: [Data; 4] = [Data::Equal, Data::Decimals, Data::Integers, Data::Sums];

fn to_depth(depth: usize) -> ExploreLimits {
    ExploreLimits { depth, words: u64::MAX }
}

/// A word as people read it.
fn text(word: Option<Vec<Symbol>>) -> Option<String> {
    word.map(|word| word.iter().map(Symbol::text).collect::<Vec<_>>().join(" "))
}

/// What exploration to a depth finds.
fn found(pair: (&RegisterAutomaton, &RegisterAutomaton), theories: &Theories, depth: usize) -> Option<Vec<Symbol>> {
    explore(pair, theories, &|_| false, to_depth(depth), &mut || true).1
}

/// How deep an automaton is explored: as deep as words are few.
fn depth_of(automaton: &RegisterAutomaton, data: Data) -> usize {
    match (data, automaton.signature.inputs[0].parameters.len()) {
        (Data::Equal, 1) => 5,
        (Data::Equal, _) => 3,
        (Data::Sums, 2) => 2,
        (Data::Sums, _) | (_, 2) => 3,
        _ => 4,
    }
}

#[test]
fn the_exact_check_agrees_with_exploration() {
    let mut differences = 0;
    for (seed, data) in seeds(0..25).flat_map(|seed| ALL.map(|data| (seed, data))) {
        let mut random = Random::new(seed);
        let automaton = random_automaton(&mut random, data);
        let mutant = mutated(&mut random, &automaton);
        let theories = theories(data, &automaton.signature);
        let depth = depth_of(&automaton, data);
        let explored = found((&automaton, &mutant), &theories, depth);
        let exact = separating_word(&automaton, &mutant, &theories);
        let what = format!("{data:?} {seed}: {:?} {:?}", text(explored.clone()), text(exact.clone()));
        match (&explored, &exact) {
            (Some(explored), Some(exact)) => assert_eq!(explored.len(), exact.len(), "{what}"),
            (None, Some(exact)) => assert!(exact.len() > depth, "{what}"),
            (explored, None) => assert_eq!(*explored, None, "{what}"),
        }
        differences += usize::from(exact.is_some());
    }
    assert!((share(20)..share(90)).contains(&differences), "{differences}");
}

#[test]
fn other_names_make_no_difference() {
    for (seed, data) in seeds(0..25).flat_map(|seed| ALL.map(|data| (seed, data))) {
        if data == Data::Sums {
            continue;
        }
        let automaton = random_automaton(&mut Random::new(seed), data);
        let theories = theories(data, &automaton.signature);
        assert_eq!(text(separating_word(&automaton, &renamed(&automaton), &theories)), None, "{data:?} {seed}");
    }
}

#[test]
fn asking_and_walking_explore_the_same_words() {
    for (seed, data) in (0..5).flat_map(|seed| ALL.map(|data| (seed, data))) {
        let automaton = random_automaton(&mut Random::new(seed), data);
        let theories = theories(data, &automaton.signature);
        let (walked, word) = explore((&automaton, &automaton), &theories, &|_| false, to_depth(2), &mut || true);
        let mut teacher = RegisterTeacher::new(automaton.clone(), []);
        let mut tester = RegisterExplore::new(theories, to_depth(2));
        assert_eq!(tester.test(&mut teacher, &hypothesis(&automaton)), Ok(Outcome::Agreed));
        assert_eq!((tester.explored(), word), (walked, None), "{data:?} {seed}");
        assert_eq!(teacher.words.len() as u64, walked.words);
    }
}

/// The words that a teacher was asked, as far as it answered them, without those that begin another one.
fn asked(teacher: &RegisterTeacher) -> Vec<String> {
    let (tree, outside) = (teacher.tree(), teacher.outputs().get(OUTSIDE));
    let (mut open, mut words) = (vec![tree.root()], Vec::new());
    while let Some(node) = open.pop() {
        let before = open.len();
        let inside = tree.children(node).filter(|(_, output, _)| Some(*output) != outside);
        open.extend(inside.map(|(_, _, child)| child));
        if open.len() == before && node != tree.root() {
            words.push(teacher.inputs().show(&tree.access_word(node)));
        }
    }
    words.sort();
    words
}

#[test]
fn a_stream_has_the_words_that_exploration_asks() {
    let (mut short, mut other) = (0, 0);
    for (seed, data) in seeds(0..8).flat_map(|seed| ALL.map(|data| (seed, data))) {
        let automaton = random_automaton(&mut Random::new(seed), data);
        let theories = theories(data, &automaton.signature);
        let depth = depth_of(&automaton, data).min(3);
        for finals in [vec![], vec![automaton.signature.outputs[0].name.clone()]] {
            let mut teacher = RegisterTeacher::new(automaton.clone(), finals.iter().map(String::as_str));
            let mut tester = RegisterExplore::new(theories.clone(), to_depth(depth));
            assert_eq!(tester.test(&mut teacher, &hypothesis(&automaton)), Ok(Outcome::Agreed));
            let words: Vec<Vec<Symbol>> = RegisterWords::new(&automaton, &theories, &finals, depth).collect();
            short += words.iter().filter(|word| word.len() < depth).count();
            other += words.iter().filter(|word| word.len() == depth).count();
            let mut words: Vec<String> = words.into_iter().filter_map(|word| text(Some(word))).collect();
            words.sort();
            assert_eq!(words, asked(&teacher), "{data:?} {seed} {finals:?}");
        }
    }
    assert!(short > 0 && other > 0, "{short} {other}");
}

/// Equality that counts how often it was asked for values.
#[derive(Debug)]
struct Counted(Equality, Arc<AtomicUsize>);

impl Theory for Counted {
    fn shape(&self) -> Shape {
        self.0.shape()
    }

    fn atoms(&self, known: &[Value], constants: usize, remaining: usize) -> Vec<Atom> {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0.atoms(known, constants, remaining)
    }

    fn allowed(&self) -> &Allowed {
        self.0.allowed()
    }

    fn limited(&self, allowed: Allowed) -> Box<dyn Theory> {
        self.0.limited(allowed)
    }

    fn name(&self) -> String {
        self.0.name()
    }

    fn covers(&self, need: &Need) -> bool {
        self.0.covers(need)
    }
}

#[test]
fn the_first_words_of_a_stream_come_without_the_rest() {
    let (queue, count) = (fifo(3), Arc::new(AtomicUsize::new(0)));
    let theory = Counted(Equality::new(queue.signature.types[0].domain), Arc::clone(&count));
    let theories = Theories::new(&queue.signature, vec![Box::new(theory)]);
    let depth = 10;
    let mut words = RegisterWords::new(&queue, &theories, &[], depth);
    assert_eq!(words.by_ref().take(10).count(), 10);
    let of_ten = count.load(Ordering::Relaxed);
    assert!(of_ten <= 3 * depth, "a look or two at the values for each new input: {of_ten}");
    assert_eq!(words.take(100_000).count(), 100_000, "there are many more");
}

#[test]
fn testers_find_what_was_changed() {
    let shares = Shares { fresh: 1, repeated: 2, related: 1 };
    for (seed, data) in seeds(0..10).flat_map(|seed| ALL.map(|data| (seed, data))) {
        let mut random = Random::new(seed);
        let truth = random_automaton(&mut random, data);
        let guess = hypothesis(&mutated(&mut random, &truth));
        let theories = theories(data, &truth.signature);
        let depth = 2;
        let expected = found((&guess.automaton, &truth), &theories, depth);
        let both: Vec<Box<dyn Tester<_>>> = vec![
            Box::new(RegisterExplore::new(theories.clone(), to_depth(2))),
            Box::new(RegisterRandom::new(theories.clone(), 300, 6, shares, seed)),
        ];
        let testers: [Box<dyn Tester<_>>; 4] = [
            Box::new(RegisterExact::new(truth.clone(), theories.clone())),
            Box::new(RegisterExplore::new(theories.clone(), to_depth(depth))),
            Box::new(RegisterExplore::new(theories.clone(), to_depth(depth)).knowing(truth.clone())),
            Box::new(Joined::new(both)),
        ];
        for (index, mut tester) in testers.into_iter().enumerate() {
            let mut teacher = RegisterTeacher::new(truth.clone(), []);
            // A mutant without a guard says nothing where it has no transition.
            match tester.test(&mut teacher, &guess).unwrap() {
                Outcome::Counterexample(word) => {
                    assert_eq!(guess.disagreement_on(teacher.observed(), &word), Some(word), "{data:?} {seed}");
                }
                Outcome::Agreed if index < 3 => {
                    let asked = expected.as_ref().map(|word| word.len());
                    let silent = teacher.words.last().map(|word| guess.predict(teacher.observed(), word).len());
                    assert!(expected.is_none() || silent < asked || index == 1, "{data:?} {seed} {index}");
                }
                Outcome::Agreed => {}
            }
        }
    }
}

/// How many different values a word has, less than it could have.
fn repeated(teacher: &RegisterTeacher, word: &[InputId]) -> usize {
    let values: Vec<_> = word.iter().flat_map(|&input| teacher.inputs().symbol(input).values()).collect();
    (1..values.len()).filter(|&at| values[..at].contains(&values[at])).count()
}

#[test]
fn counterexamples_become_short_and_generic() {
    let shares = Shares { fresh: 1, repeated: 2, related: 1 };
    let (mut before, mut after) = ((0, 0), (0, 0));
    for (seed, data) in (0..15).flat_map(|seed| ALL.map(|data| (seed, data))) {
        let mut random = Random::new(seed);
        let truth = random_automaton(&mut random, data);
        let guess = hypothesis(&mutated(&mut random, &truth));
        let theories = theories(data, &truth.signature);
        let mut teacher = RegisterTeacher::new(truth.clone(), []);
        let mut tester = RegisterRandom::new(theories.clone(), 20, 12, shares, seed);
        let Ok(Outcome::Counterexample(short)) = tester.test(&mut teacher, &guess) else { continue };
        // The tester shortens the first word that disagrees.
        let mut words = teacher.words.iter();
        let word = words.find_map(|word| guess.disagreement_on(teacher.observed(), word)).unwrap();
        let what = format!("{data:?} {seed}: {} -> {}", teacher.inputs().show(&word), teacher.inputs().show(&short));
        assert_eq!(guess.disagreement_on(teacher.observed(), &short).as_ref(), Some(&short), "{what}");
        assert!(short.len() <= word.len(), "{what}");
        before = (before.0 + word.len(), before.1 + repeated(&teacher, &word));
        after = (after.0 + short.len(), after.1 + repeated(&teacher, &short));
    }
    assert!(after.0 * 3 < before.0 * 2 && after.1 * 4 < before.1, "{before:?} {after:?}");
}

#[test]
fn loops_and_equal_values_that_do_not_matter_are_removed() {
    let mut teacher = RegisterTeacher::new(fifo(3), []);
    let guess = hypothesis_of(&fifo(2));
    let word = ["offer(101)", "poll", "offer(101)", "offer(101)", "offer(101)"];
    let word = word.map(|text| teacher.input(&Symbol::read(text)).unwrap());
    teacher.ask(vec![Plan::word(word)]).unwrap();
    let theories = Theories::equality(&guess.automaton.signature);
    let short = shorten(&mut teacher, &guess, &theories, &word).unwrap();
    assert_eq!(teacher.inputs().show(&short), "offer(101) offer(102) offer(103)");
    // The word itself, one without the loop, and one for each of two values that became fresh.
    assert_eq!(teacher.words.len(), 4);
}

/// A published model.
fn model(name: &str) -> Option<RegisterAutomaton> {
    let path = models("a register automaton")?.join("register").join(format!("{name}.xml"));
    Some(read_register_xml(&std::fs::read_to_string(path).unwrap(), name).unwrap())
}

/// Order for decimals, equality for all others.
fn usual_theories(automaton: &RegisterAutomaton) -> Theories {
    let theory = |domain| -> Box<dyn Theory> {
        match domain {
            Domain::Decimal => Box::new(Order::new(domain)),
            _ => Box::new(Equality::new(domain)),
        }
    };
    let types = automaton.signature.types.iter();
    Theories::new(&automaton.signature, types.map(|data_type| theory(data_type.domain)).collect())
}

/// A system that hands out an id and knows it again, and a word that ends all.
fn desk(known: &str) -> RegisterAutomaton {
    let text = r#"{"format": "typestar-register-automaton", "version": 1, "name": "desk", "types": {"id": "integer"},
        "inputs": [{"name": "open"}, {"name": "use", "parameters": [{"name": "p", "type": "id"}]}],
        "outputs": [{"name": "id", "parameters": [{"name": "q", "type": "id"}]}, {"name": "yes"}, {"name": "error"}],
        "registers": [{"name": "x", "type": "id"}],
        "locations": [{"name": "closed"}, {"name": "open"}],
        "transitions": [
            {"from": "closed", "input": "open", "output": "id(fresh)", "assign": {"x": "output 1"}, "to": "open"},
            {"from": "closed", "input": "use", "output": "error", "to": "closed"},
            {"from": "open", "input": "open", "output": "error", "to": "open"},
            {"from": "open", "input": "use", "guard": "p = x", "output": "KNOWN", "to": "open"},
            {"from": "open", "input": "use", "output": "error", "to": "open"}]}"#;
    read_register_json(&text.replace("KNOWN", known)).unwrap()
}

#[test]
fn a_word_may_use_what_the_system_invented() {
    let (right, wrong) = (desk("yes"), desk("error"));
    let theories = Theories::equality(&right.signature);
    let word = text(separating_word(&right, &wrong, &theories));
    assert_eq!(word.as_deref(), Some("open use($1.1)"));
    assert_eq!(text(found((&right, &wrong), &theories, 2)), word);
    let mut teacher = RegisterTeacher::new(right.clone(), ["error"]);
    let mut tester = RegisterExact::new(right, theories);
    let Ok(Outcome::Counterexample(word)) = tester.test(&mut teacher, &hypothesis(&wrong)) else { panic!("agreed") };
    assert_eq!(teacher.inputs().show(&word), "open use($1.1)");
}

#[test]
fn nothing_matters_behind_a_final_output() {
    let (one, mut other) = (desk("yes"), desk("yes"));
    other.transitions[1].to = other.transitions[0].to;
    let theories = Theories::equality(&one.signature);
    assert_eq!(text(separating_word(&one, &other, &theories)).as_deref(), Some("use(101) open"));
    assert_eq!(separating_word_before(&one, &other, &theories, &|output| output == "error"), None);
    let is_final = |output: &str| output == "error";
    let explored = explore((&one, &other), &theories, &is_final, to_depth(6), &mut || true);
    assert_eq!((explored.0.depth, explored.0.is_whole, explored.1), (6, false, None));
}

#[test]
fn an_exploration_is_whole_where_all_words_end() {
    let machine = desk("error");
    let theories = Theories::equality(&machine.signature);
    let is_final = |output: &str| output == "error";
    let (walked, _) = explore((&machine, &machine), &theories, &is_final, to_depth(9), &mut || true);
    // open, use(101); then open, use($1.1), use(102).
    assert_eq!(walked, Explored { depth: 2, words: 2 + 3, is_whole: true, is_cut: false });
    let mut teacher = RegisterTeacher::new(machine.clone(), ["error"]);
    let mut tester = RegisterExplore::new(theories, to_depth(9));
    assert_eq!(tester.test(&mut teacher, &hypothesis(&machine)), Ok(Outcome::Agreed));
    assert_eq!((tester.explored(), teacher.words.len()), (walked, 5));
}

#[test]
fn an_exploration_ends_when_it_is_told() {
    let queue = fifo(3);
    let theories = Theories::equality(&queue.signature);
    let few = ExploreLimits { depth: 9, words: 20 };
    let (explored, _) = explore((&queue, &queue), &theories, &|_| false, few, &mut || true);
    // 2 words of one input, 5 of two, and 13 of those of three.
    assert_eq!(explored, Explored { depth: 2, words: 20, is_whole: false, is_cut: false });
    let unlimited = ExploreLimits { depth: 99, words: u64::MAX };
    let (explored, _) = explore((&queue, &queue), &theories, &|_| false, unlimited, &mut || false);
    assert!(explored.depth < 99);
    let mut tester = RegisterExplore::new(theories, to_depth(9)).while_wanted(|| false);
    let mut teacher = RegisterTeacher::new(queue.clone(), []);
    assert_eq!(tester.test(&mut teacher, &hypothesis_of(&queue)), Ok(Outcome::Agreed));
    assert_eq!((tester.explored().depth, teacher.words.len()), (0, 1));
}

fn hypothesis_of(automaton: &RegisterAutomaton) -> RegisterHypothesis {
    RegisterHypothesis { automaton: automaton.clone(), access: Vec::new(), tree_queries: 0 }
}

#[test]
fn large_containers_are_compared_although_their_values_have_very_many_patterns() {
    let pairs = [
        (fifo(12), fifo(12), None),
        (lifo(12), lifo(12), None),
        (fifo_set(12), fifo_set(12), None),
        (priority_queue(5), priority_queue(5), None),
        (fifo(3), lifo(3), Some("offer(101) offer(102) poll")),
        (fifo(3), fifo_set(3), Some("offer(101) offer(101)")),
        (fifo(1), fifo(2), Some("offer(101) offer(102)")),
    ];
    for (left, right, word) in pairs {
        let theories = usual_theories(&left);
        assert_eq!(text(separating_word(&left, &right, &theories)).as_deref(), word, "{} {}", left.name, right.name);
    }
    let (left, right) = (priority_queue(3), fifo_as_priority_queue());
    let theories = usual_theories(&left);
    assert_eq!(text(separating_word(&left, &right, &theories)).as_deref(), Some("offer(101.0) offer(100.0) poll"));
}

/// A queue of decimals that gives back first what it was given first.
fn fifo_as_priority_queue() -> RegisterAutomaton {
    let mut queue = fifo(3);
    queue.signature = priority_queue(3).signature;
    queue
}

#[test]
fn acceptors_differ_in_the_empty_word() {
    let mut accepting = fifo(1);
    accepting.signature.is_acceptor = true;
    let mut refusing = accepting.clone();
    refusing.locations[0].accepting = !refusing.locations[0].accepting;
    let theories = Theories::equality(&accepting.signature);
    assert_eq!(separating_word(&accepting, &refusing, &theories), Some(Vec::new()));
}

#[test]
fn a_hypothesis_is_refuted_by_an_output_with_values_that_nobody_has_numbered() {
    let (truth, guess) = (fifo(2), hypothesis_of(&lifo(2)));
    let mut teacher = RegisterTeacher::new(truth, []);
    let inputs = ["offer(101)", "offer(102)", "poll"].map(|text| teacher.input(&Symbol::read(text)).unwrap());
    teacher.ask(vec![Plan::word(inputs)]).unwrap();
    let expected = guess.predict(teacher.observed(), &inputs);
    assert_eq!((expected.len(), expected[2]), (3, None), "out(102) was never seen");
    assert_eq!(guess.disagreement(teacher.observed()), Some(inputs.to_vec()));
    assert_eq!(guess.disagreement_on(teacher.observed(), &inputs), Some(inputs.to_vec()));
    assert_eq!(hypothesis_of(&fifo(2)).disagreement(teacher.observed()), None);
}

#[test]
#[ignore = "a measurement"]
fn how_long_the_exact_check_takes() {
    for name in
        ["login", "abp.output", "abp_receiver", "sip", "palindrome", "channel_frame", "dtls-server", "pq3", "mixed"]
    {
        let Some(automaton) = model(name) else { return };
        measure(name, &automaton, &usual_theories(&automaton));
    }
    for automaton in [fifo(12), lifo(12), fifo_set(12), priority_queue(6)] {
        measure(&automaton.name.clone(), &automaton, &usual_theories(&automaton));
    }
    for (name, theory) in ZOO {
        let path = repository().join("zoo/register").join(format!("{name}.json"));
        let automaton = read_register_json(&std::fs::read_to_string(path).unwrap()).unwrap();
        let types = automaton.signature.types.iter();
        let theories = types.map(|data_type| read_theory(theory, data_type.domain).unwrap()).collect();
        measure_exploration(name, &automaton, &Theories::new(&automaton.signature, theories), 20_000_000);
    }
}

/// The systems of the zoo with data, and their theories.
const ZOO: [(&str, &str); 7] = [
    ("abp", "equality"),
    ("sequence_number", "sums(1)"),
    ("tcp", "sums(1)"),
    ("priority_queue", "order"),
    ("timeout", "sums(5)"),
    ("atm", "sums(20, 300, 1000)"),
    ("fibonacci", "sums(p+p)"),
];

fn measure(name: &str, automaton: &RegisterAutomaton, theories: &Theories) {
    let started = std::time::Instant::now();
    let word = text(separating_word(automaton, &automaton.clone(), theories));
    eprintln!("{name}: {word:?} in {:?}", started.elapsed());
    measure_exploration(name, automaton, theories, 1_000_000);
}

fn measure_exploration(name: &str, automaton: &RegisterAutomaton, theories: &Theories, words: u64) {
    let started = std::time::Instant::now();
    let limits = ExploreLimits { depth: 20, words };
    let is_final = |output: &str| automaton.signature.is_acceptor && output == "reject";
    let (explored, _) = explore((automaton, automaton), theories, &is_final, limits, &mut || true);
    let seconds = started.elapsed().as_secs_f64();
    let speed = explored.words as f64 / seconds / 1e6;
    eprintln!("{name}: {explored:?} in {seconds:.2} s: {speed:.2} million words a second");
}

/// Learns from counterexamples at random: how many words were executed in all.
fn learned_at_random(truth: &RegisterAutomaton, seed: u64) -> usize {
    let theories = usual_theories(truth);
    let mut learner = RegisterLearner::new(RegisterLearnerKind::Slct, truth.signature.clone(), theories.clone());
    let mut teacher = RegisterTeacher::new(truth.clone(), []);
    let shares = Shares { fresh: 40, repeated: 50, related: 10 };
    let mut tester = RegisterRandom::new(theories.clone(), 1000, 20, shares, seed);
    for _ in 0..200 {
        let hypothesis = learner.hypothesis(&mut teacher).unwrap();
        let has_agreed = tester.test(&mut teacher, &hypothesis).unwrap() == Outcome::Agreed;
        if has_agreed && !teacher.refute(&hypothesis, &theories) {
            return teacher.counts().0;
        }
    }
    panic!("no end of learning in sight");
}

#[test]
fn counterexamples_at_random_do_not_make_a_cache_expensive() {
    for (capacity, most) in [(2, 3_000), (3, 6_000)] {
        let words = seeds(1..9).map(|seed| learned_at_random(&cache(capacity), seed)).collect::<Vec<_>>();
        assert!(words.iter().all(|&words| words < most), "{capacity}: {words:?}");
    }
}

/// Counts what is offered in a row, in silence: it refuses what comes behind so many offers, and `poll` begins again. With
/// `quiet` instead of `empty`, polling is waiting.
fn counter(limit: Option<usize>, polled: &str) -> RegisterAutomaton {
    let mut signature = fifo(1).signature;
    signature.outputs[3] = Action { name: polled.to_owned(), parameters: Vec::new() };
    let (first, last) = (LocationId::new(0), limit.unwrap_or(0));
    let location = |at: usize| Location { name: format!("l{at}"), accepting: false, registers: Vec::new() };
    let offer = |at: usize| {
        let output = ActionId::new(usize::from(limit == Some(at)));
        let to = LocationId::new((at + 1).min(last));
        Transition::new((LocationId::new(at), ActionId::new(0)), Guard::ALWAYS, output, to)
    };
    let poll =
        |at: usize| Transition::new((LocationId::new(at), ActionId::new(1)), Guard::ALWAYS, ActionId::new(3), first);
    RegisterAutomaton {
        name: "counter".to_owned(),
        signature,
        registers: Vec::new(),
        locations: (0..=last).map(location).collect(),
        transitions: (0..=last).flat_map(|at| [offer(at), poll(at)]).collect(),
        finished: true,
    }
}

const USUAL: Shares = Shares { fresh: 3, repeated: 5, related: 2 };

#[test]
fn words_that_repeat_find_a_count_that_random_words_never_reach() {
    let (truth, guess) = (counter(Some(20), "empty"), hypothesis_of(&counter(None, "empty")));
    let theories = Theories::equality(&truth.signature);
    for seed in seeds(1..9) {
        let tried = |mut tester: Box<dyn Tester<_>>| {
            tester.test(&mut RegisterTeacher::new(truth.clone(), []), &guess).expect("a teacher goes on")
        };
        let random = tried(Box::new(RegisterRandom::new(theories.clone(), 1000, 30, USUAL, seed)));
        assert_eq!(random, Outcome::Agreed, "{seed}");
        let repeated = tried(Box::new(RegisterRepeated::new(theories.clone(), 100, 48, USUAL, seed)));
        assert!(matches!(repeated, Outcome::Counterexample(_)), "{seed}: {repeated:?}");
    }
}

#[test]
fn words_that_repeat_undo_their_access_word_with_its_values() {
    let truth = fifo(2);
    let guess = RegisterHypothesis {
        access: vec![["offer(101)", "offer(102)"].map(Symbol::read).to_vec()],
        ..hypothesis_of(&truth)
    };
    let mut teacher = RegisterTeacher::new(truth.clone(), []);
    let mut tester = RegisterRepeated::new(Theories::equality(&truth.signature), 50, 5, USUAL, 1);
    assert_eq!(tester.test(&mut teacher, &guess), Ok(Outcome::Agreed));
    assert!(teacher.words.len() > 30, "{}", teacher.words.len());
    for word in &teacher.words {
        let word = teacher.inputs().show(word);
        assert!(word.starts_with("offer(101) offer(102) ") && word[20..].contains("offer(102) offer(101)"), "{word}");
    }
}

#[test]
fn words_that_repeat_have_few_quiet_waits() {
    let truth = counter(None, QUIET);
    let mut teacher = RegisterTeacher::new(truth.clone(), []);
    let mut tester = RegisterRepeated::new(Theories::equality(&truth.signature), 100, 48, USUAL, 1);
    assert_eq!(tester.test(&mut teacher, &hypothesis_of(&truth)), Ok(Outcome::Agreed));
    let polls = |word: &Vec<InputId>| teacher.inputs().show(word).matches("poll").count();
    let most = teacher.words.iter().map(polls).max().expect("words");
    // Those of the tail are few, too.
    assert!((3..12).contains(&most), "{most}");
    assert!(teacher.words.iter().any(|word| word.len() > 40), "offers go on");
}
