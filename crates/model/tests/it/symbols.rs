//! Symbols and their text: one to one, and no name changes by being read.

use std::hash::{DefaultHasher, Hash, Hasher};

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use typestar_model::{
    Decimal, Id, InputId, Inputs, Labels, Learned, Mealy, NodeId, ObservationTree, OutputId, Outputs, Symbol, Value,
    read_dot, read_json, write_dot, write_json,
};

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

fn decimal(number: f64) -> Value {
    Value::Decimal(Decimal::new(number).expect("a finite number"))
}

#[test]
fn a_symbol_has_one_text_in_which_every_type_shows() {
    let returned = |step, value| Value::Returned { step, value };
    let values = vec![
        Value::Integer(-3),
        text("a \"b\"\n"),
        Value::Null,
        Value::Boolean(true),
        decimal(1.0),
        decimal(1e300),
        returned(1, None),
        returned(1, Some(2)),
    ];
    let symbol = Symbol::new("offer", values.clone()).expect("a symbol");
    assert_eq!(symbol.text(), r#"offer(-3, "a \"b\"\n", null, true, 1.0, 1e300, $1, $1.2)"#);
    let read = Symbol::read(symbol.text());
    assert_eq!((read.name(), read.values()), ("offer", &values[..]));
}

#[test]
fn names_that_merely_contain_parentheses_stay_names() {
    for name in [
        "ACK+RST(V,V,0)",
        "f()",
        "f(1,2)",
        "f(1,  2)",
        "f( 1)",
        "f(1) ",
        "f(01)",
        "f(1.50)",
        "f(a)",
        "(1)",
        "f(1",
        "f(\"\\u0061\")",
        "f(9223372036854775808)",
        "f($0)",
        "f($1.)",
        "f($01)",
        "f(-0)",
        "f(1e400)",
        "",
        ")",
        "(",
    ] {
        let symbol = Symbol::read(name);
        assert_eq!((symbol.name(), symbol.values(), symbol.text()), (name, &[][..], name));
    }
}

#[test]
fn a_name_may_itself_hold_parentheses_and_quotation_marks() {
    let symbol = Symbol::read("f(x)(1)");
    assert_eq!((symbol.name(), symbol.values()), ("f(x)", &[Value::Integer(1)][..]));
    let symbol = Symbol::read("f(\"(\"a(1)\")");
    assert_eq!((symbol.name(), symbol.values()), ("f(\"", &[text("a(1)")][..]));
}

#[test]
fn what_people_type_is_read_whatever_its_blanks_and_spelling() {
    for typed in ["offer(3,\"a\",null)", "offer( 3 , \"\\u0061\" ,null )", "offer(3, \"a\", null)"] {
        assert_eq!(Symbol::typed(typed).text(), "offer(3, \"a\", null)");
    }
    assert_eq!(Symbol::typed("offer(1.50,-0.0)").text(), "offer(1.5, 0.0)");
    for name in ["ACK+RST(V,V,0)", "f()", "f(1,)", "f(,1)", "f(\"a)", "(1)"] {
        assert_eq!(Symbol::typed(name).text(), name);
    }
}

#[test]
fn a_symbol_whose_text_means_another_one_is_refused() {
    let error = Symbol::new("offer(3)", Vec::new()).expect_err("another symbol");
    assert!(error.to_string().contains("would be another symbol"), "{error}");
    assert!(Symbol::new("", vec![Value::Null]).is_err());
    assert!(Symbol::new("f", vec![Value::Returned { step: 0, value: None }]).is_err());
    assert!(Symbol::new("f(1,2)", Vec::new()).is_ok());
}

#[test]
fn there_is_one_zero_and_no_decimal_without_end() {
    let hash = |value: &Value| {
        let mut hasher = DefaultHasher::new();
        value.hash(&mut hasher);
        hasher.finish()
    };
    assert_eq!((decimal(-0.0), hash(&decimal(-0.0))), (decimal(0.0), hash(&decimal(0.0))));
    assert_ne!(decimal(1.0), Value::Integer(1));
    assert_eq!([f64::NAN, f64::INFINITY].map(Decimal::new), [None, None]);
}

#[test]
fn on_the_wire_a_symbol_is_a_string_or_a_list_with_the_name_first() {
    let json = |text: &str| serde_json::to_string(&Symbol::read(text)).expect("JSON");
    assert_eq!(json("offer"), "\"offer\"");
    assert_eq!(json("offer(3, \"a\", null, 1.0, $1.2)"), "[\"offer\",3,\"a\",null,1.0,{\"$\":\"1.2\"}]");
    for wrong in [
        "[]",
        "[3]",
        "3",
        "[\"offer\",[1]]",
        "[\"offer\",{\"a\":\"1\"}]",
        "[\"offer\",{\"$\":\"0\"}]",
        "[\"offer\",{\"$\":\"1\",\"a\":\"1\"}]",
        "[\"offer\",{}]",
        "[\"offer\",18446744073709551615]",
        "[\"\",1]",
        "[\"offer(3)\"]",
    ] {
        assert!(serde_json::from_str::<Symbol>(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn symbols_of_one_name_share_its_number_and_names_may_come_first() {
    let mut outputs = Outputs::default();
    let early = outputs.intern_name("item");
    let [plain, three, four] = ["item", "item(3)", "item(4)"].map(|text| outputs.intern(text));
    assert_eq!([plain, three, four].map(|id| outputs.name_of(id)), [early; 3]);
    assert_eq!((outputs.get_name("item"), outputs.get_name("item(3)")), (Some(early), None));
    assert_eq!((outputs.bare_name(early), outputs.len()), ("item", 3));
    assert_eq!(outputs.intern_symbol(Symbol::typed("item( 4 )")), four);
    assert_eq!((outputs.text(four), outputs.symbol(four).values()), ("item(4)", &[Value::Integer(4)][..]));
}

#[test]
fn an_alphabet_that_grows_leaves_its_copies_alone() {
    let mut inputs: Inputs = ["a", "b"].iter().collect();
    let copy = inputs.clone();
    inputs.intern("c");
    assert_eq!((copy.len(), inputs.len(), copy.get("c")), (2, 3, None));
    assert_eq!(inputs.first(2), copy);
}

#[test]
fn alphabets_and_trees_go_past_sixteen_bits() {
    const COUNT: usize = 70_000;
    let mut inputs = Inputs::default();
    let mut tree = ObservationTree::new();
    for number in (0..COUNT).map(|number| number * 7_919 % COUNT) {
        inputs.intern(&format!("input{number}"));
        tree.insert(&[InputId::new(number)], &[OutputId::new(COUNT - number)]).expect("no conflict");
    }
    assert_eq!((inputs.len(), inputs.get("input7919")), (COUNT, Some(InputId::new(1))));
    for number in (0..COUNT).rev() {
        let (output, node) = tree.step(tree.root(), InputId::new(number)).expect("it was observed");
        assert_eq!((output.index(), tree.access_word(node)), (COUNT - number, vec![InputId::new(number)]));
    }
    let order: Vec<usize> = tree.children(tree.root()).map(|(input, ..)| input.index()).collect();
    assert!(order.iter().copied().eq(0..COUNT));
    assert_eq!(tree.len(), COUNT + 1);
    assert_eq!(tree.final_output(NodeId::new(1)), None);
}

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        any::<i64>().prop_map(Value::Integer),
        any::<f64>().prop_filter_map("finite", |number| Decimal::new(number).map(Value::Decimal)),
        ".*".prop_map(Value::Text),
        "[\"(), \\\\]*".prop_map(Value::Text),
        any::<bool>().prop_map(Value::Boolean),
        Just(Value::Null),
        (1..u32::MAX, option::of(1..u32::MAX)).prop_map(|(step, value)| Value::Returned { step, value }),
    ]
}

/// Texts that are likely to look like symbols.
fn texts() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("f"),
        Just("("),
        Just(")"),
        Just(", "),
        Just(","),
        Just("\""),
        Just("\\"),
        Just("1"),
        Just("0.5"),
        Just("$1"),
        Just("null"),
    ];
    prop_oneof![vec(piece, 0..12).prop_map(|pieces| pieces.concat()), ".*".boxed()]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(256)))]

    #[test]
    fn a_text_is_read_without_changing_a_character(text in texts()) {
        let symbol = Symbol::read(&text);
        prop_assert_eq!(symbol.text(), &text);
        let again = Symbol::new(symbol.name(), symbol.values().to_vec());
        prop_assert_eq!(again.map(|again| again.text().to_owned()), Ok(text));
    }

    #[test]
    fn a_symbol_is_what_its_text_and_its_json_say(name in texts(), values in vec(values(), 0..4)) {
        if let Ok(symbol) = Symbol::new(&name, values.clone()) {
            for read in [Symbol::read(symbol.text()), Symbol::typed(symbol.text())] {
                prop_assert_eq!((read.name(), read.values()), (&name[..], &values[..]));
            }
            let json = serde_json::to_string(&symbol).unwrap();
            let read: Symbol = serde_json::from_str(&json).unwrap();
            prop_assert_eq!((read.name(), read.values()), (&name[..], &values[..]));
        } else {
            prop_assert!(name.is_empty() || values.is_empty(), "only such names can be mistaken");
        }
    }

    #[test]
    fn what_is_typed_has_a_text_that_is_read(text in texts()) {
        let symbol = Symbol::typed(&text);
        let read = Symbol::read(symbol.text());
        prop_assert_eq!((read.name(), read.values()), (symbol.name(), symbol.values()));
    }

    #[test]
    fn what_is_printed_of_a_method_is_read_again_wherever_words_are_split(
        name in "[a-z]{1,4}",
        types in vec("[a-zA-Z.$\\[\\]]{1,6}", 0..4),
        is_overloaded in any::<bool>(),
        values in vec(values(), 0..4),
    ) {
        let name = if is_overloaded { format!("{name}({})", types.join(",")) } else { name };
        let Ok(symbol) = Symbol::new(&name, values) else { return Ok(()) };
        let separators: [fn(char) -> bool; 3] = [char::is_whitespace, |c| c.is_whitespace() || c == ',', |c| " /,".contains(c)];
        for is_separator in separators {
            let text = format!("{symbol} pop");
            let (first, rest) = Symbol::split_typed(&text, is_separator);
            prop_assert_eq!((first, rest), (symbol.text(), " pop"));
            let read = Symbol::typed(first);
            prop_assert_eq!((read.name(), read.values()), (symbol.name(), symbol.values()));
        }
    }

    #[test]
    fn names_with_values_survive_dot_and_json(symbols in vec(("[a-z(]{1,4}", vec(values(), 0..3)), 1..5)) {
        let texts: Vec<String> = (symbols.into_iter())
            .filter_map(|(name, values)| Some(Symbol::new(&name, values).ok()?.text().to_owned()))
            .collect();
        let mut machine = Mealy::new(texts.iter().collect());
        let state = machine.add_state("q");
        texts.iter().for_each(|text| machine.add_edge(state, text, text, state));
        let learned = Learned::imported("values", machine);
        prop_assert_eq!(&read_json(&write_json(&learned)).unwrap(), &learned);
        if !texts.is_empty() {
            let again = read_dot(&write_dot(&learned.machine, "values")).unwrap();
            prop_assert_eq!((again.inputs(), again.outputs()), (learned.machine.inputs(), learned.machine.outputs()));
        }
    }

    #[test]
    fn labels_are_one_to_one(pairs in vec((0..100_000_usize, 0..100_000_usize), 0..20)) {
        let mut labels = Labels::default();
        let pairs: Vec<_> = pairs.into_iter().map(|(i, o)| (InputId::new(i), OutputId::new(o))).collect();
        let numbers: Vec<_> = pairs.iter().map(|&(input, output)| labels.intern(input, output)).collect();
        for (pair, label) in pairs.iter().zip(&numbers) {
            prop_assert_eq!(labels.pair(*label), *pair);
            prop_assert_eq!(labels.intern(pair.0, pair.1), *label);
        }
    }
}
