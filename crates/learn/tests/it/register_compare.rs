//! What theories automata need, and how two of them are compared.

use typestar_learn::register::{Need, compare_registers, needs};
use typestar_model::register::{RegisterAutomaton, read_register_json};
use typestar_model::{Comparison, Value};

/// An automaton with one location and one register of each type, whose input `go(p, t)` is answered `yes` under a guard.
fn guarded(guard: &str, assigned: &str) -> RegisterAutomaton {
    let text = r#"{
      "format": "typestar-register-automaton", "version": 1, "name": "guarded", "finished": true,
      "types": {"number": "integer", "word": "text"},
      "inputs": [
        {"name": "go", "parameters": [{"name": "p", "type": "number"}, {"name": "t", "type": "word"}]}
      ],
      "outputs": [{"name": "yes"}, {"name": "no"}],
      "registers": [
        {"name": "x", "type": "number", "initial": 0}, {"name": "y", "type": "number", "initial": 0},
        {"name": "w", "type": "word", "initial": ""}
      ],
      "locations": [{"name": "l0", "registers": ["x", "y", "w"]}],
      "transitions": [
        {"from": "l0", "input": "go", "guard": "GUARD", "output": "yes", "assign": {"y": "x", "x": "ASSIGNED"}, "to": "l0"},
        {"from": "l0", "input": "go", "output": "no", "to": "l0"}
      ]
    }"#;
    read_register_json(&text.replace("GUARD", guard).replace("ASSIGNED", assigned)).expect("a register automaton")
}

fn sums(numbers: &[i64]) -> Need {
    Need::Sums(numbers.iter().map(|&number| Value::Integer(number)).collect())
}

#[test]
fn guards_tell_the_theory_of_each_type() {
    let need = |guard: &str, assigned: &str| needs(&[&guarded(guard, assigned)]);
    assert_eq!(need("p = x and t != w", "p"), [Need::Equality, Need::Equality]);
    assert_eq!(need("p = x or p < y", "p"), [Need::Order, Need::Equality]);
    assert_eq!(need("p = x + 1 or p = x - 3", "p"), [sums(&[1, 3]), Need::Equality]);
    assert_eq!(need("p < x + y", "p"), [Need::PairSums, Need::Equality]);
    let one = || [Value::Integer(1)].into();
    assert_eq!(need("p < x + y or p = x - 1", "p"), [Need::AllSums(one()), Need::Equality]);
    assert_eq!(need("p = x + y + 1", "p"), [Need::AllSums(one()), Need::Equality]);
    assert_eq!(need("p = x", "p + 2"), [sums(&[2]), Need::Equality], "a later p = x compares with a sum");
}

#[test]
fn two_automata_need_what_both_of_them_need() {
    let [equal, less, next, after] = ["p = x", "p < x", "p = x + 1", "p = x + 2"].map(|guard| guarded(guard, "p"));
    assert_eq!(needs(&[&equal, &less])[0], Need::Order);
    assert_eq!(needs(&[&next, &less])[0], sums(&[1]));
    assert_eq!(needs(&[&next, &after])[0], sums(&[1, 2]));
    assert!(needs(&[&equal, &next])[0].has_sums() && !needs(&[&equal, &less])[0].has_sums());
}

#[test]
fn equality_and_order_are_compared_exactly() {
    let [equal, same, least] = ["p = x", "p >= x and p <= x", "p >= x"].map(|guard| guarded(guard, "p"));
    let compared = compare_registers(&equal, &same, 1);
    assert_eq!((compared.comparison, compared.depth), (Comparison::Same, None));
    assert_eq!(compared.theories[0], ("number".to_owned(), "order".to_owned()));
    let Comparison::Different(difference) = compare_registers(&equal, &least, 0).comparison else {
        panic!("a word tells them apart");
    };
    assert_eq!((difference.left, difference.right), (vec!["no".to_owned()], vec!["yes".to_owned()]));
}

#[test]
fn sums_are_compared_to_a_depth() {
    // Both take 1 first; they part at the second step.
    let (next, late) = (guarded("p = x + 1", "p"), guarded("p = x + 1 and y = 0", "p"));
    let compared = compare_registers(&next, &late, 2);
    assert_eq!((compared.comparison, compared.depth), (Comparison::Same, Some(2)));
    let Comparison::Different(difference) = compare_registers(&next, &late, 3).comparison else {
        panic!("a word of three inputs tells them apart");
    };
    assert_eq!(difference.word, [r#"go(1, "v1")"#, r#"go(2, "v2")"#, r#"go(3, "v3")"#]);
    assert_eq!(difference.left, ["yes", "yes", "yes"]);
    assert_eq!(difference.right, ["yes", "yes", "no"]);
}
