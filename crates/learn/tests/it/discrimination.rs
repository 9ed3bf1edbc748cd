//! What the learners with a discrimination tree do with long counterexamples, deep states and very small machines.

use crate::common;
use crate::common::{
    FAMILIES, LEARNERS, Random, Size, Teacher, family, finals, learn, learned_correctly, learner, seeds, zoo, zoo_names,
};
use typestar_learn::{Exact, Halt, Hypothesis as _, MealyHypothesis, Oracle, Outcome, Tester};
use typestar_model::{Id, InputId, Mealy, Plan, StateId, Word, separating_word};

/// The learners that share the discrimination tree.
const WITH_A_TREE: [&str; 3] = ["kv", "ttt", "adt"];

/// Walks long ways on which the system and the hypothesis agree before it goes where they differ.
struct Wandering {
    random: Random,
    truth: Mealy,
    exact: Exact,
    /// How many symbols the long words had.
    symbols: usize,
}

impl Wandering {
    fn new(truth: &Mealy, seed: u64) -> Self {
        Self { random: Random::new(seed), truth: truth.clone(), exact: Exact::new(truth.clone()), symbols: 0 }
    }

    /// A long word with equal outputs that leads to states which differ, and what shows it.
    fn detour(&mut self, hypothesis: &Mealy) -> Option<Word> {
        let (mut left, mut right) = (hypothesis.clone(), self.truth.clone());
        let mut shows = separating_word(&left, &right)?;
        let inputs: Vec<InputId> = left.inputs().ids().collect();
        let mut word = Word::new();
        for _ in 0..LONG {
            let input = *self.random.pick(&inputs);
            let before = (left.initial(), right.initial());
            let (seen, next_left) = left.step(before.0, input).unwrap();
            let (answer, next_right) = right.step(before.1, input).unwrap();
            left.set_initial(next_left);
            right.set_initial(next_right);
            match separating_word(&left, &right) {
                Some(next) if left.outputs().text(seen) == right.outputs().text(answer) => {
                    word.push(input);
                    shows = next;
                }
                _ => {
                    left.set_initial(before.0);
                    right.set_initial(before.1);
                }
            }
        }
        Some([word, shows].concat())
    }
}

/// How many inputs a long word has at least, about.
const LONG: usize = 300;

impl Tester<MealyHypothesis> for Wandering {
    fn test(&mut self, oracle: &mut dyn Oracle, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        if let Some(word) = self.detour(&hypothesis.machine) {
            self.symbols += word.len();
            oracle.ask(vec![Plan::word(word.clone())])?;
            if let Some(word) = hypothesis.disagreement_on(oracle.observed(), &word) {
                return Ok(Outcome::Counterexample(word));
            }
        }
        self.exact.test(oracle, hypothesis)
    }
}

#[test]
fn long_counterexamples_are_learned_from() {
    for seed in seeds(0..20) {
        for (name, family) in FAMILIES {
            let machine = family(&mut Random::new(seed), Size { states: 20, inputs: 5 });
            for learner_name in WITH_A_TREE {
                for finals in [finals(&machine), &[]] {
                    let what = format!("{name} {seed} with {learner_name}");
                    let mut tester = Wandering::new(&machine, seed);
                    learned_correctly(&what, &machine, finals, &mut *learner(learner_name, 0), &mut tester);
                }
            }
        }
    }
}

/// A machine in which only the last of `states` states shows, after the same input again and again; the other
/// inputs lead back.
fn deep(states: usize, inputs: usize) -> Mealy {
    let names: Vec<String> = (0..inputs).map(|input| format!("i{input}")).collect();
    let mut machine = Mealy::new(names.iter().collect());
    for state in 0..states {
        machine.add_state(&format!("q{state}"));
    }
    for state in 0..states {
        let output = if state + 1 == states { "open" } else { "shut" };
        machine.add_edge(StateId::new(state), "i0", output, StateId::new((state + 1) % states));
        for name in &names[1..] {
            machine.add_edge(StateId::new(state), name, "shut", StateId::new(state / 2));
        }
    }
    machine
}

#[test]
fn short_questions_save_symbols_of_callback_machines_where_counterexamples_are_long() {
    let mut totals = [0, 0];
    for seed in 0..40 {
        let machine = family("callback")(&mut Random::new(seed), Size { states: 40, inputs: 8 });
        for (total, name) in totals.iter_mut().zip(["ttt", "kv"]) {
            let mut teacher = Teacher::new(machine.clone(), &[]);
            let mut tester = Wandering::new(&machine, seed);
            learn(&mut *learner(name, 0), &mut tester, &mut teacher);
            *total += teacher.symbols() - tester.symbols;
        }
    }
    let [ttt, kv] = totals;
    eprintln!("with long counterexamples ttt takes {ttt} symbols and kv {kv}");
    assert!(5 * ttt < 4 * kv, "ttt took {ttt} symbols and kv {kv}");
}

#[test]
fn states_that_differ_only_deep_are_learned() {
    for (states, inputs) in [(2, 1), (3, 1), (17, 1), (30, 2), (25, 4)] {
        let machine = deep(states, inputs);
        for name in LEARNERS {
            let what = format!("{states} states, {inputs} inputs with {name}");
            learned_correctly(&what, &machine, &[], &mut *learner(name, 0), &mut Exact::new(machine.clone()));
            learned_correctly(&what, &machine, &[], &mut *learner(name, 0), &mut Wandering::new(&machine, 7));
        }
    }
}

#[test]
fn one_state_takes_one_word_for_each_input() {
    for inputs in 1..4 {
        let machine = deep(1, inputs);
        for finals in [&[][..], &["shut"], &["open", "shut"]] {
            for name in WITH_A_TREE {
                let truth = with_final_outputs(&machine, finals);
                let mut exact = Exact::new(truth.clone());
                let teacher = learned_correctly(name, &truth, finals, &mut *learner(name, 0), &mut exact);
                assert_eq!((teacher.executed(), teacher.symbols()), (inputs, inputs), "{name}");
            }
        }
    }
}

/// The machine in which the outputs `finals` lead to sinks.
fn with_final_outputs(machine: &Mealy, finals: &[&str]) -> Mealy {
    let mut changed = machine.clone();
    for (from, input, output, _) in machine.edges() {
        if finals.contains(&machine.outputs().text(output)) {
            let sink = changed.add_state("sink");
            changed.set(from, input, output, sink);
            for any in machine.inputs().ids() {
                changed.set(sink, any, output, sink);
            }
        }
    }
    changed
}

#[test]
fn several_final_outputs_are_learned() {
    for name in zoo_names() {
        let machine = zoo(&name);
        let last = machine.outputs().texts().last().unwrap().clone();
        let finals = [common::finals(&machine), &[&last]].concat();
        let machine = with_final_outputs(&machine, &finals);
        for learner_name in LEARNERS {
            let mut exact = Exact::new(machine.clone());
            learned_correctly(&name, &machine, &finals, &mut *learner(learner_name, 0), &mut exact);
        }
    }
}

#[test]
fn adaptive_trees_take_fewer_words_than_trees_of_words() {
    let mut totals = [0, 0];
    for seed in 0..40 {
        let (_, family) = FAMILIES[seed as usize % FAMILIES.len()];
        let machine = family(&mut Random::new(seed), Size { states: 40, inputs: 8 });
        for (total, name) in totals.iter_mut().zip(["adt", "kv"]) {
            let mut exact = Exact::new(machine.clone());
            *total += learned_correctly(name, &machine, &[], &mut *learner(name, 0), &mut exact).executed();
        }
    }
    let [adt, kv] = totals;
    assert!(10 * adt < 9 * kv, "adt took {adt} words and kv {kv}");
}
