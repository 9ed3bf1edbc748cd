//! Register automata in RALib's XML: what is read, and what it means.

use crate::common::{files_ending, models};
use typestar_model::register::{
    Domain, RegisterAutomaton, RegisterRun, Source, live_registers, read_register_json, read_register_xml,
    write_register_json,
};
use typestar_model::{Id, Symbol};

/// An automaton with the inputs `in(p)` and `go`, the outputs `out(q)`, `go` and `ok`, the constants `one` and `two`
/// and the registers `x`, which is 7 before the first step, and `y`.
fn automaton(locations: &str, transitions: &str) -> String {
    let names = locations.split(' ').enumerate();
    let location = |(index, name)| {
        let initial = if index == 0 { " initial=\"true\"" } else { "" };
        format!("      <location name=\"{name}\"{initial}/>\n")
    };
    let locations: String = names.map(location).collect();
    format!(
        "<register-automaton>
   <alphabet>
      <inputs><symbol name=\"in\"><param name=\"p\" type=\"int\"/></symbol><symbol name=\"go\"/></inputs>
      <outputs><symbol name=\"out\"><param type=\"int\" name=\"q\"/></symbol><symbol name=\"go\"/><symbol name=\"ok\"/></outputs>
   </alphabet>
   <constants><constant type=\"int\" name=\"one\">1</constant><constant name=\"two\" type=\"int\">2</constant></constants>
   <globals><variable type=\"int\" name=\"x\">7</variable><variable type=\"int\" name=\"y\">0</variable></globals>
   <locations>
{locations}   </locations>
   <transitions>
{transitions}
   </transitions>
</register-automaton>"
    )
}

fn read(locations: &str, transitions: &str) -> RegisterAutomaton {
    read_register_xml(&automaton(locations, transitions), "test").unwrap()
}

/// What an automaton answers to a word such as `in(3) go`, with `-` from the first input on that it does not take.
fn answers(automaton: &RegisterAutomaton, word: &str) -> String {
    let mut run = RegisterRun::new(automaton);
    let answer = |text: &str| {
        let symbol = Symbol::typed(text);
        let input = automaton.signature.inputs.iter().position(|action| action.name == symbol.name()).unwrap();
        let stepped = run.step(Id::new(input), symbol.values());
        stepped.map_or_else(|| "-".to_owned(), |stepped| stepped.output.text().to_owned())
    };
    word.split(' ').map(answer).collect::<Vec<_>>().join(" ")
}

/// Input locations that can be reached, transitions, and the largest number of registers that matter in a location.
const SIZES: [(&str, usize, usize, usize); 9] = [
    ("abp.output", 7, 27, 1),
    ("abp_receiver", 2, 6, 1),
    ("channel_frame", 1, 4, 3),
    ("dtls-server", 24, 164, 0),
    ("login", 3, 10, 2),
    ("mixed", 3, 4, 2),
    ("palindrome", 1, 10, 0),
    ("pq3", 8, 24, 3),
    ("sip", 10, 52, 2),
];

#[test]
fn every_register_automaton_of_the_models_folder_is_read_with_its_size() {
    let Some(folder) = models("reading of RALib's register automata") else { return };
    let files = files_ending(&folder.join("register"), "xml");
    let sizes = files.iter().map(|path| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(path).unwrap();
        let automaton = read_register_xml(&text, &name).unwrap_or_else(|error| panic!("{name}: {error}"));
        let live = live_registers(&automaton).iter().map(Vec::len).max().unwrap();
        (name, automaton.locations.len(), automaton.transitions.len(), live)
    });
    let sizes: Vec<_> = sizes.collect();
    let expected = SIZES.map(|(name, locations, transitions, live)| (name.to_owned(), locations, transitions, live));
    assert_eq!(sizes, expected);
}

#[test]
fn login_lets_in_whom_it_has_registered() {
    let Some(folder) = models("the login of RALib") else { return };
    let text = std::fs::read_to_string(folder.join("register/login.xml")).unwrap();
    let login = read_register_xml(&text, "login").unwrap();
    let word = "ILogin(1,2) IRegister(1,2) ILogin(2,1) ILogin(1,2) ILogout ILogin(1,2)";
    assert_eq!(answers(&login, word), "ONOK OOK ONOK OOK OOK OOK");
}

#[test]
fn a_priority_queue_of_decimals_gives_the_smallest_first() {
    let Some(folder) = models("the priority queue of RALib") else { return };
    let text = std::fs::read_to_string(folder.join("register/pq3.xml")).unwrap();
    let queue = read_register_xml(&text, "pq3").unwrap();
    assert_eq!(queue.signature.types[0].domain, Domain::Decimal);
    let word = "offer(2.0) offer(1.5) offer(3.0) offer(9.0) poll poll poll poll";
    assert_eq!(answers(&queue, word), "_ok _ok _ok _not_ok _out(1.5) _out(2.0) _out(3.0) _not_ok");
}

#[test]
fn an_input_and_the_output_behind_it_become_one_transition() {
    let echo = read(
        "a b",
        r#"<transition from="a" to="b" symbol="in" params="v"><assignments><assign to="x">v</assign></assignments></transition>
           <transition from="b" to="a" symbol="out" params="x"/>"#,
    );
    assert_eq!((echo.locations.len(), echo.transitions.len()), (1, 1));
    assert_eq!(answers(&echo, "in(5) in(6)"), "out(5) out(6)");
    assert_eq!(answers(&echo, "in(5) go"), "out(5) -", "an input location without a transition for an input has none");
    assert!(echo.locations[0].registers.is_empty(), "nothing reads x before it is set");
}

#[test]
fn an_output_is_the_new_value_of_a_register_that_is_assigned_with_it() {
    let count = read(
        "a b",
        r#"<transition from="a" to="b" symbol="go"/>
           <transition from="b" to="a" symbol="out" params="x"><assignments>
             <assign to="y">x</assign><assign to="x">x+1</assign></assignments></transition>
           <transition from="a" to="b" symbol="in"><guard>p == y</guard></transition>"#,
    );
    assert_eq!(answers(&count, "go go in(8) go"), "out(8) out(9) out(10) out(11)", "assignments are parallel");
    assert_eq!(answers(&count, "go in(8)"), "out(8) -");
    assert_eq!(count.locations[0].registers.len(), 2);
}

#[test]
fn guards_of_outputs_speak_of_the_input_and_compose_with_its_assignments() {
    let compare = read(
        "a b",
        r#"<transition from="a" to="b" symbol="in"><assignments><assign to="y">p + 1</assign></assignments></transition>
           <transition from="b" to="a" symbol="ok"><guard>y &lt; x - 2</guard></transition>
           <transition from="b" to="a" symbol="out" params="one"><guard>(y == x || y == 2) &amp;&amp; x != 3</guard></transition>
           <transition from="b" to="a" symbol="go"/>"#,
    );
    assert_eq!(compare.names(Id::new(0)).show_guard(&compare.transitions[0].guard), "p + 1 < x - 2");
    assert_eq!(
        compare.names(Id::new(0)).show_guard(&compare.transitions[1].guard),
        "(p + 1 = x or p + 1 = two) and x != 3",
        "a value that is a constant's is this constant"
    );
    assert_eq!(answers(&compare, "in(3) in(6) in(1) in(7)"), "ok out(1) ok go");
}

#[test]
fn the_first_enabled_transition_wins_even_if_no_output_follows_it() {
    let transitions = r#"<transition from="a" to="b" symbol="in"><guard>p &gt; 3</guard></transition>
           <transition from="a" to="c" symbol="in"/>
           <transition from="c" to="a" symbol="ok"/>
           <transition from="c" to="a" symbol="go"/>
           <transition from="b" to="a" symbol="out" params="two"><guard>x == 0</guard></transition>"#;
    let first = read("a b c", transitions);
    assert_eq!(answers(&first, "in(1)"), "ok");
    assert_eq!(answers(&first, "in(4) in(3)"), "- ok", "the transition to b has no output while x is 7");
}

#[test]
fn a_fresh_output_is_stored_in_its_register() {
    let hand_out = read(
        "a b c",
        r#"<transition from="a" to="b" symbol="go"/>
           <transition from="b" to="a" symbol="out" params="x"><assignments><assign to="x">__fresh__</assign></assignments></transition>
           <transition from="a" to="c" symbol="in" params="n"><guard>x == n</guard></transition>
           <transition from="c" to="a" symbol="ok"/>"#,
    );
    assert_eq!(hand_out.transitions[0].values, [Source::Fresh]);
    assert_eq!(answers(&hand_out, "go in($1.1) go in($1.1) in($3.1)"), "out($1.1) ok out($3.1) - ok");
}

#[test]
fn names_mean_inputs_or_outputs_by_where_they_are() {
    let same = read(
        "a b",
        r#"<!-- the same name twice --><transition symbol="go" to="b" from="a"/><transition to="a" from="b" symbol="go"/>"#,
    );
    assert_eq!(answers(&same, "go go"), "go go");
}

#[test]
fn comments_within_a_guard_are_no_part_of_it() {
    let commented = |end: &str| {
        let guard = format!("<guard>p &gt;<!-- or < -->= 1{end}</guard>");
        automaton(
            "a b",
            &format!(
                r#"<transition from="a" to="b" symbol="in">{guard}</transition><transition from="b" to="a" symbol="ok"/>"#
            ),
        )
    };
    let compare = read_register_xml(&commented(""), "test").unwrap();
    assert_eq!(answers(&compare, "in(0) in(1)"), "- ok");
    let error = read_register_xml(&commented(" z"), "test").unwrap_err().to_string();
    assert_eq!(error, "line 13, column 71: unexpected \"z\": remove it, or join it with an operator");
}

#[test]
fn parts_that_cannot_be_reached_are_left_out() {
    let automaton = read(
        "a b c",
        r#"<transition from="a" to="b" symbol="go"/><transition from="b" to="a" symbol="ok"/>
           <transition from="c" to="b" symbol="in"/>"#,
    );
    assert_eq!(automaton.locations.len(), 1);
    assert_eq!(automaton.transitions.len(), 1);
    assert_eq!(automaton.transitions[0].values, [] as [Source; 0]);
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let step = |attributes: &str, inner: &str| {
        let arrow = format!("<transition from=\"a\" to=\"b\" {attributes}>{inner}</transition>");
        automaton("a b", &format!("{arrow}\n<transition from=\"b\" to=\"a\" symbol=\"out\" params=\"x\"/>"))
    };
    let guard = |text: &str| step("symbol=\"in\"", &format!("<guard>{text}</guard>"));
    let good = step("symbol=\"go\"", "");
    let refused = [
        ("<a>\n</b>".to_owned(), "line 2, column 1: this is not XML"),
        ("<a/>".to_owned(), "line 1, column 1: expected <register-automaton>"),
        (guard("p == "), "line 13, column 53: expected a name or a value, found the end"),
        (
            guard("p &lt; 1 &amp;&amp; z == p"),
            "line 13, column 68: no parameter, register or constant is called \"z\": p, x, y, one, two",
        ),
        (guard("p == x + y + x"), "line 13, column 53: a sum has at most two values"),
        (guard("p == 1.5"), "line 13, column 48: 1.5 is not of type int"),
        (step("symbol=\"in\" params=\"a,b\"", ""), "line 13, column 1: \"in\" has 1 parameters, but params names 2"),
        (step("symbol=\"ok\"", ""), "line 13, column 1: \"ok\" is not among the inputs"),
        (
            step("symbol=\"go\"", "<assignments><assign to=\"z\">x</assign></assignments>"),
            "line 13, column 54: there is no register \"z\"",
        ),
        (
            step("symbol=\"go\"", "<assignments><assign to=\"x\">__fresh__</assign></assignments>"),
            "line 13, column 54: only values of outputs are fresh",
        ),
        (good.replace("to=\"a\"", "to=\"b\""), "line 14, column 1: location \"b\" follows both inputs and outputs"),
        (good.replace("to=\"a\"", "to=\"d\""), "line 14, column 1: there is no location \"d\""),
        (good.replace(" initial=\"true\"", ""), "line 1, column 1: no location is initial"),
        (good.replace(">7<", ">7.5<"), "line 7, column 13: \"7.5\" is not of type int"),
        (good.replace("name=\"y\"", "name=\"x\""), "line 7, column 55: \"x\" appears twice"),
        (good.replace("name=\"y\"", "name=\"and\""), "line 7, column 55: \"and\" cannot be a name in guards"),
    ];
    for (text, message) in refused {
        let error = read_register_xml(&text, "test").expect_err(message).to_string();
        assert!(error.starts_with(message), "{error}\nexpected {message}");
    }
}

#[test]
fn a_file_that_is_nested_without_end_is_refused() {
    let deep = "<a>".repeat(200_000);
    assert!(read_register_xml(&deep, "test").is_err());
}

#[test]
fn a_guard_that_is_read_can_be_written_and_read_however_deep_it_is() {
    let nested = |depth| {
        let guard = format!("{}p == 1{}", "p == 2 || p == 3 &amp;&amp; (".repeat(depth), ")".repeat(depth));
        let steps = format!(
            r#"<transition from="a" to="b" symbol="in"><guard>{guard}</guard></transition>
               <transition from="b" to="a" symbol="ok"><guard>x == 1 || y == 2</guard></transition>
               <transition from="a" to="b" symbol="in"/>"#
        );
        read_register_xml(&automaton("a b", &steps), "test")
    };
    let deep = nested(98).unwrap();
    read_register_json(&write_register_json(&deep)).unwrap();
    let error = nested(100).unwrap_err().to_string();
    assert_eq!(error, "transitions[0]: its guard is nested too deeply");
    let error = nested(101).unwrap_err().to_string();
    assert!(error.ends_with("parentheses are nested too deeply"), "{error}");
}
