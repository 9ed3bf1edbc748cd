//! Guards and terms as text.

use crate::common::register::{answers, guard, random_automaton, random_word};
use proptest::prelude::*;
use typestar_model::register::{
    Action, Comparison, Constant, DataType, Domain, Guard, Names, Operand, Parameter, Register, Signature, Term,
    is_name,
};
use typestar_model::{Id, Random, Value};

/// Names of an input with the parameters `p`, `q` (integers), `w` (text) and `d` (decimal), the registers `x1`, `x2`
/// and the constant `two`.
fn with_names<T>(test: impl FnOnce(&Names) -> T) -> T {
    let types = [("id", Domain::Integer), ("word", Domain::Text), ("rate", Domain::Decimal)];
    let types = types.map(|(name, domain)| DataType { name: name.to_owned(), domain }).to_vec();
    let id = Id::new(0);
    let constants = vec![Constant { name: "two".to_owned(), data_type: id, value: Value::Integer(2) }];
    let parameters = [("p", 0), ("q", 0), ("w", 1), ("d", 2)];
    let parameters = parameters.map(|(name, index)| Parameter { name: name.to_owned(), data_type: Id::new(index) });
    let input = Action { name: "offer".to_owned(), parameters: parameters.to_vec() };
    let registers = ["x1", "x2"].map(|name| Register { name: name.to_owned(), data_type: id, initial: None });
    let signature = Signature { types, constants, ..Signature::default() };
    test(&Names::new(&signature, &registers, &input))
}

#[test]
fn guards_are_read_in_both_spellings_and_written_in_one() {
    let texts = [
        ("p=x1+1", "p = x1 + 1"),
        ("x1 < p && p<=x2", "x1 < p and p <= x2"),
        ("p == x1 || p != q && q >= 3", "p = x1 or p != q and q >= 3"),
        ("(p = x1 or p = q) and (q > -3)", "(p = x1 or p = q) and q > -3"),
        ("((p = x1 and p = q)) or p < q", "p = x1 and p = q or p < q"),
        ("1 + p = (x1 - 2)", "p + 1 = x1 - 2"),
        ("p - 1 - 1 = x1 + x2", "p - 2 = x1 + x2"),
        ("p + 0 = 2", "p = two"),
        ("w = \"a (b) and\"", "w = \"a (b) and\""),
        ("d < 1 or d = 2.5e3", "d < 1.0 or d = 2500.0"),
        ("true", "true"),
        ("false and p = q", "false and p = q"),
        ("p = -9223372036854775808", "p = -9223372036854775808"),
        ("p - 9223372036854775808 = q", "p - 9223372036854775808 = q"),
    ];
    for (text, shown) in texts {
        with_names(|names| {
            let guard = names.read_guard(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!(names.show_guard(&guard), shown);
            assert_eq!(names.read_guard(shown).unwrap(), guard, "{text}");
        });
    }
}

#[test]
fn a_sum_is_a_value_and_a_number_added_to_it() {
    with_names(|names| {
        let expected = Guard::Compare(
            Term::of(Operand::Parameter(0)),
            Comparison::Equal,
            names.read_term("x1 + 1", Id::new(0)).unwrap(),
        );
        assert_eq!(names.read_guard("p = x1 + 1").unwrap(), expected);
    });
}

#[test]
fn what_is_wrong_with_a_guard_is_told_with_its_place() {
    let refused = [
        ("", "character 1: expected a name or a value, found the end"),
        ("p", "character 1: this is a value, not a condition: compare it with another one"),
        ("p =", "character 4: expected a name or a value, found the end"),
        ("p = y", "character 5: no parameter, register or constant is called \"y\": p, q, w, d, x1, x2, two"),
        ("p < q < x1", "character 7: unexpected \"<\": remove it, or join it with an operator"),
        ("(p = q", "character 7: expected \")\", found the end"),
        ("p = q)", "character 6: unexpected \")\""),
        ("p = q and x1", "character 11: this is a value, not a condition"),
        ("p = (q = x1)", "character 5: this is a condition, not a value"),
        ("p + x1 + x2 = q", "character 1: a sum has at most two values"),
        ("p - q = x1", "character 5: expected a number after \"-\", found \"q\": only numbers can be subtracted"),
        ("p = w", "character 1: w is not of type id: values of different types are never compared"),
        ("w < \"a\"", "character 1: texts have no order"),
        ("w + 1 = w", "character 1: values of type word are texts, which cannot be added"),
        ("p = 1.5", "character 1: 1.5 is not of type id"),
        ("p = 99999999999999999999", "character 1: 1e20 is not of type id"),
        ("p = 1x", "character 5: 1x is not a number"),
        ("p = \"a", "character 5: the text is not closed"),
        ("p ? q", "character 3: '?' means nothing here"),
        ("p = 9223372036854775807 + 1", "character 27: 9223372036854775807 and 1 cannot be added"),
        ("ä = p", "character 1: no parameter"),
    ];
    for (text, message) in refused {
        let error = with_names(|names| names.read_guard(text).expect_err(text).to_string());
        assert!(error.starts_with(message), "{text}: {error}");
    }
    let deep = "(".repeat(100_000);
    let error = with_names(|names| names.read_guard(&deep).unwrap_err());
    assert_eq!((error.at, error.message.as_str()), (100, "parentheses are nested too deeply"));
}

#[test]
fn words_of_the_language_are_no_names() {
    assert!(["x1", "_tmp", "Ä2"].iter().all(|name| is_name(name)));
    assert!(!["", "1x", "x-1", "and", "or", "true", "false", "fresh", "a b"].iter().any(|name| is_name(name)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(300)))]

    #[test]
    fn a_written_guard_is_read_as_one_with_the_same_meaning(seed in any::<u64>()) {
        let mut automaton = random_automaton(seed);
        let random = &mut Random::new(seed);
        for index in 0..automaton.transitions.len() {
            let input = automaton.transitions[index].input;
            automaton.transitions[index].guard = guard(random, &automaton, input, 3);
        }
        let mut again = automaton.clone();
        for transition in &mut again.transitions {
            let names = automaton.names(transition.input);
            let text = names.show_guard(&transition.guard);
            transition.guard = names.read_guard(&text).unwrap();
            prop_assert_eq!(names.show_guard(&transition.guard), text);
        }
        for _ in 0..20 {
            let word = random_word(random, &automaton, 8);
            prop_assert_eq!(answers(&automaton, &word), answers(&again, &word));
        }
    }

    #[test]
    fn garbage_is_refused_and_never_panics(text in "[a-z0-9+<>=!&|() \"\\\\.-]{0,40}", other in "\\PC*") {
        with_names(|names| {
            for text in [&text, &other] {
                if let Ok(guard) = names.read_guard(text) {
                    assert_eq!(names.show_guard(&names.read_guard(&names.show_guard(&guard)).unwrap()), names.show_guard(&guard));
                }
                let _ = names.read_source(text, Id::new(0));
            }
        });
    }
}
