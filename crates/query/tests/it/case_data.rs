//! What a case file says of data: types, theories, constants and actions with parameters.

use std::path::Path;

use typestar_model::Value;
use typestar_model::register::{Domain, Signature};
use typestar_protocol::{Returns, Shown};
use typestar_query::{Case, LearnerKind, TesterKind};

const SYSTEM: &str = "[system]\ncommand = [\"python3\", \"fifo.py\"]\n";

const FIFO: &str = r#"
[types]
item = "equality"
seq = { domain = "decimal", theory = "sums(1)", constants = { zero = 0, half = 0.5 } }
name = { domain = "text", constants = { root = "root" } }

[inputs.actions]
poll = []
offer = ["item", "seq"]
login = ["name"]

[outputs.actions]
full = []
poll = ["item"]
"#;

fn case(text: &str) -> Case {
    Case::parse(&format!("{SYSTEM}{text}"), Path::new("fifo.toml")).unwrap_or_else(|error| panic!("{error}"))
}

fn signature(text: &str) -> Signature {
    let case = case(text);
    case.data.signature(case.inputs.wait)
}

/// Asserts that a case has one problem, at `place`, whose message and advice contain the texts.
fn assert_blames(text: &str, place: &str, message: &str, advice: &str) {
    let text = format!("{SYSTEM}{text}");
    let error = Case::parse(&text, Path::new("fifo.toml")).expect_err("the case file is wrong");
    let [problem] = error.problems() else { panic!("{error}") };
    assert_eq!(&text[problem.span.clone()], place);
    assert!(problem.message.contains(message), "{error}");
    assert!(problem.advice.contains(advice), "{error}");
}

#[test]
fn actions_have_typed_parameters_in_the_order_of_the_text() {
    let signature = signature(FIFO);
    let names: Vec<&str> = signature.inputs.iter().map(|action| action.name.as_str()).collect();
    assert_eq!(names, ["poll", "offer", "login"]);
    let offer: Vec<&str> = signature.inputs[1].parameters.iter().map(|parameter| parameter.name.as_str()).collect();
    assert_eq!(offer, ["p1", "p2"]);
    assert_eq!(signature.inputs[2].parameters[0].name, "p");
    let domains: Vec<Domain> = signature.types.iter().map(|data_type| data_type.domain).collect();
    assert_eq!(domains, [Domain::Integer, Domain::Decimal, Domain::Text]);
    let constants: Vec<String> = signature.constants.iter().map(|c| format!("{} = {}", c.name, c.value)).collect();
    assert_eq!(constants, ["zero = 0.0", "half = 0.5", "root = \"root\""]);
    let outputs: Vec<&str> = signature.outputs.iter().map(|action| action.name.as_str()).collect();
    assert_eq!(outputs, ["full", "poll"]);
}

#[test]
fn theories_are_equality_unless_something_else_is_said() {
    let data = case(FIFO).data;
    assert_eq!(data.theory("item"), Some("equality"));
    assert_eq!(data.theory("seq"), Some("sums(1.0)"));
    assert_eq!(data.theory("name"), None);
}

#[test]
fn what_an_input_returns_is_the_output_of_its_name() {
    let case = case(FIFO);
    assert_eq!(case.inputs.returns.get("poll"), Some(&Returns::Shown(Shown::Data)));
    assert_eq!(case.inputs.returns.get("offer"), None, "there is no output that is called like it");
    assert_eq!(case.inputs.alphabet().texts(), ["poll", "offer", "login"], "wait is an input only if it is asked for");
}

#[test]
fn wait_and_acceptors_are_asked_for() {
    let text = "[inputs]\nwait = true\n[inputs.actions]\ngo = []\n[outputs]\nacceptor = true\n";
    let signature = signature(text);
    assert!(signature.is_acceptor);
    assert_eq!(signature.inputs.last().map(|action| action.name.as_str()), Some("wait"));
    let outputs: Vec<&str> = signature.outputs.iter().map(|action| action.name.as_str()).collect();
    assert_eq!(outputs, ["accept", "reject"]);
}

#[test]
fn wait_is_an_input_where_outputs_name_a_callback() {
    let inputs = |outputs: &str, more: &str| {
        let text = format!("{more}[inputs.actions]\ngo = []\n[outputs]\n{outputs}\n[outputs.actions]\nonDone = []\n");
        case(&text).inputs.alphabet().texts().to_vec()
    };
    for named in [
        "callbacks = [\"onDone\"]",
        "ignore = [\"onTick\"]",
        "drop_repeated = [\"onDone\"]",
        "merge = { onDone = [\"onEnd\"] }",
        "split = { onEnd = \"code\" }",
    ] {
        assert_eq!(inputs(named, ""), ["go", "wait"], "{named}");
        assert_eq!(inputs(named, "[inputs]\nwait = false\n"), ["go"], "{named}: who says otherwise is heard");
        assert_eq!(inputs(named, "[purpose]\ndrain = true\n"), ["go"], "{named}: drained calls wait by themselves");
    }
    for nothing in ["", "callbacks = []", "errors = [\"onDone\"]"] {
        assert_eq!(inputs(nothing, ""), ["go"], "{nothing}: an error may be what a call answers");
    }
}

#[test]
fn a_callback_of_a_system_with_data_is_declared_with_its_values() {
    let text = "[inputs.actions]\ngo = []\n[outputs]\ncallbacks = [\"onDone\"]\n[outputs.actions]\nbusy = []\n";
    assert_blames(text, "\"onDone\"", "`onDone` is not in [outputs.actions]", "`onDone = []` if it has none");
    let types = "[types]\nid = \"equality\"\n";
    let declared = case(&format!("{types}{}", text.replace("busy = []", "onDone = [\"id\"]")));
    assert!(declared.outputs.is_declared("onDone(101)") && !declared.outputs.is_declared("onFailed(101)"));
}

#[test]
fn mistakes_in_types_are_shown_at_their_places() {
    let used = "[inputs.actions]\noffer = [\"item\"]\n";
    let types = |text: &str| format!("[types]\n{text}\n{used}");
    assert_blames(&types("item = \"less\""), "\"less\"", "`less` is not a theory", "equality, order, sums(1)");
    assert_blames(
        &types("item = { domain = \"text\", theory = \"order\" }"),
        "\"order\"",
        "`order` compares numbers",
        "equality for texts",
    );
    assert_blames(
        &types("item = \"sums(0.5)\""),
        "\"sums(0.5)\"",
        "`0.5` is not a constant of sums",
        "positive integer",
    );
    assert_blames(&types("item = { domain = \"int\" }"), "\"int\"", "unknown domain `int`", "integer, decimal, text");
    assert_blames(&types("item = { constants = { zero = \"0\" } }"), "\"0\"", "`zero` has the wrong type", "whole");
    assert_blames(&types("item = { constants = { half = 0.5 } }"), "0.5", "`half` has the wrong type", "whole");
    let beyond = "9223372036854775808";
    assert_blames(&types(&format!("item = {{ constants = {{ big = {beyond} }} }}")), beyond, "beyond 64 bits", "text");
    for odd in ["nan", "-inf", "1e999"] {
        let constant = format!("item = {{ domain = \"decimal\", constants = {{ odd = {odd} }} }}");
        assert_blames(&types(&constant), odd, &format!("{odd} is not a finite number"), "write a number");
    }
    assert_blames(&types("item = { constants = { on = true } }"), "true", "numbers and strings", "boolean");
    assert_blames(&types("item = { teory = \"order\" }"), "teory", "unknown key `teory`", "`theory`");
    assert_blames(&types("item = 1"), "1", "`item` must be a string or a table", "integer");
    assert_blames(&types("item = { constants = { and = 1 } }"), "and", "cannot be the name", "letters");
    assert_blames(&types("item = { constants = { x1 = 1 } }"), "x1", "cannot be the name", "not p1 or x1");
    let twice = "item = { constants = { zero = 0 } }\nother = { constants = { zero = 1 } }";
    assert_blames(&types(twice), "zero", "two constants are called `zero`", "another name");
}

#[test]
fn mistakes_in_actions_are_shown_at_their_places() {
    let types = "[types]\nitem = \"equality\"\n";
    let inputs = "[inputs.actions]\noffer = [\"item\"]\n";
    assert_blames(
        &format!("{types}[inputs.actions]\noffer = [\"itme\"]\n"),
        "\"itme\"",
        "unknown type `itme`",
        "`item`",
    );
    assert_blames(&format!("{types}[inputs.actions]\noffer = \"item\"\n"), "\"item\"", "a list of strings", "string");
    assert_blames(&format!("{types}{inputs}offer = []\n"), "offer", "not valid TOML", "duplicate key");
    assert_blames(&format!("{types}{inputs}wait = []\n"), "wait", "`wait` is not a callin", "wait = true");
    assert_blames(
        &format!("{types}{inputs}[outputs.actions]\nok = [\"item\"]\n"),
        "ok",
        "`ok` cannot have values",
        "another name",
    );
    let both = format!("{types}[inputs]\ncallins = [\"poll\"]\n{inputs}");
    assert_blames(&both, "actions", "both `callins` and `actions`", "remove");
}

#[test]
fn types_without_actions_and_actions_of_models_are_refused() {
    let problems = |text: &str| {
        let error = Case::parse(text, Path::new("fifo.toml")).expect_err("the case file is wrong");
        error.problems().iter().map(|problem| problem.message.clone()).collect::<Vec<_>>().join("; ")
    };
    let without = problems(&format!("{SYSTEM}[inputs]\ncallins = [\"a\"]\n[types]\nitem = \"equality\"\n"));
    assert!(without.contains("no action has values of these types"), "{without}");
    let model = "[system]\nmodel = \"fifo.xml\"\n[inputs.actions]\noffer = []\n[outputs.actions]\nok = []\n";
    assert_eq!(problems(model).matches("needs a system with a `command`").count(), 2);
}

#[test]
fn learners_and_testers_of_systems_with_data_have_names() {
    for learner in LearnerKind::OF_REGISTERS {
        assert_eq!(learner.to_string().parse(), Ok(learner));
    }
    for text in [
        "explore",
        "explore(4)",
        "random",
        "random(10)",
        "explore(3) + random(1000)",
        "exact",
        "words(a.txt) + explore(2)",
    ] {
        let tester: TesterKind = text.parse().unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(tester.to_string(), text);
        assert!(tester.of_registers().is_some(), "{text}");
        assert_eq!(tester.of_machines().is_some(), text == "exact", "{text}");
    }
    for (text, advice) in [
        ("explore(0)", "such as explore(4)"),
        ("explore(101)", "at most 100"),
        ("random(0)", "such as random(1000)"),
        ("explore + random(3)", "such as explore(4)"),
        ("random + explore(3)", "such as random(10000)"),
    ] {
        let error = text.parse::<TesterKind>().expect_err(text);
        assert!(error.advice.contains(advice), "{text}: {error}");
    }
    assert!("hsi(1)".parse::<TesterKind>().unwrap().of_registers().is_none());
    let mixed = "hsi(1) + explore(3)".parse::<TesterKind>().unwrap_err().to_string();
    assert!(mixed.contains("joins testers of machines with testers of systems with data"), "{mixed}");
}

#[test]
fn how_many_words_check_the_theories_can_be_said() {
    let text = format!("{FIFO}[learning]\ntheory_check = 7\n");
    assert_eq!((case(&text).learning.theory_check, case(FIFO).learning.theory_check), (7, 100));
}

/// A case with one type of this kind.
fn limited(table: &str) -> String {
    format!("[types]\nn = {{ {table} }}\n[inputs.actions]\nput = [\"n\"]\n")
}

#[test]
fn what_may_be_given_is_said_by_ends_or_a_list() {
    let spec = |table: &str| case(&limited(table)).data.types.remove(0);
    let ends = spec("min = -1, max = 5");
    assert_eq!((ends.min, ends.max), (Some(Value::Integer(-1)), Some(Value::Integer(5))));
    assert_eq!(spec("domain = \"decimal\", min = 0").min, Value::read("0.0"));
    assert!(spec("domain = \"text\", nonempty = true").nonempty);
    let listed = spec("domain = \"text\", values = [\"a\", \"b\"]").values;
    assert_eq!(listed, Some(vec![Value::Text("a".to_owned()), Value::Text("b".to_owned())]));
}

#[test]
fn contradictions_in_what_may_be_given_are_shown_at_their_places() {
    for (table, place, message, advice) in [
        ("min = 3, max = 1", "1", "`max` is less than `min`, which is 3", "exchange them"),
        ("min = 0.5", "0.5", "`min` has the wrong type", "`n` has whole numbers"),
        ("domain = \"text\", min = \"a\"", "min", "`min` is for numbers", "`nonempty` and `values`"),
        ("nonempty = true", "nonempty", "`nonempty` is for texts", "`min`, `max` and `values`"),
        ("min = 1, constants = { zero = 0 }", "0", "`zero` is none of the values that may be given", "change it"),
        ("values = [1, 2], constants = { three = 3 }", "3", "`three` is none of the values", "change it"),
        ("values = [1, 1]", "1", "1 appears twice in `values`", "remove one"),
        ("values = []", "[]", "`values` is empty", "list at least one value"),
        ("values = [1, \"a\"]", "\"a\"", "a value of `values` has the wrong type", "whole numbers"),
        ("values = [1], max = 3", "max", "`max` beside `values` says nothing more", "remove one"),
        ("values = [1], theory = \"sums(1)\"", "[1]", "sums do not go together with `values`", "`min` and `max`"),
        ("min = [1]", "[1]", "`min` must be a number", "this is an array"),
    ] {
        assert_blames(&limited(table), place, message, advice);
    }
}

#[test]
fn what_may_be_given_is_part_of_the_identity() {
    let identity = |table: &str| case(&limited(table)).identity().to_owned();
    let texts = ["domain = \"integer\"", "min = 0", "min = 1", "max = 1", "values = [0, 1]"];
    let different: std::collections::BTreeSet<String> = texts.iter().map(|text| identity(text)).collect();
    assert_eq!(different.len(), texts.len());
}
