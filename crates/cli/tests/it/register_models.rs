//! Register automata in files: `typestar show` and `typestar compare`.

use crate::common::{Desk, zoo};
use serde_json::json;

/// A queue of two values in our own format.
const QUEUE: &str = r#"{
  "format": "typestar-register-automaton",
  "version": 1,
  "name": "queue",
  "finished": true,
  "types": {"item": "integer"},
  "inputs": [{"name": "offer", "parameters": [{"name": "p", "type": "item"}]}, {"name": "poll"}],
  "outputs": [{"name": "ok"}, {"name": "no"}, {"name": "value", "parameters": [{"name": "v", "type": "item"}]}],
  "registers": [{"name": "x1", "type": "item"}, {"name": "x2", "type": "item"}],
  "locations": [
    {"name": "l0", "registers": []}, {"name": "l1", "registers": ["x1"]}, {"name": "l2", "registers": ["x1", "x2"]}
  ],
  "transitions": [
    {"from": "l0", "input": "offer", "output": "ok", "assign": {"x1": "p"}, "to": "l1"},
    {"from": "l0", "input": "poll", "output": "no", "to": "l0"},
    {"from": "l1", "input": "offer", "output": "ok", "assign": {"x2": "p"}, "to": "l2"},
    {"from": "l1", "input": "poll", "output": "value(x1)", "to": "l0"},
    {"from": "l2", "input": "offer", "output": "no", "to": "l2"},
    {"from": "l2", "input": "poll", "output": "value(x1)", "assign": {"x1": "x2"}, "to": "l1"}
  ]
}
"#;

/// A receiver that takes the next number only, in the XML of RALib with a sum.
const RECEIVER: &str = r#"<register-automaton>
  <alphabet>
    <inputs><symbol name="receive"><param type="number" name="p"/></symbol></inputs>
    <outputs><symbol name="ok"/><symbol name="no"/></outputs>
  </alphabet>
  <constants/>
  <globals><variable type="number" name="last">0</variable></globals>
  <locations><location name="l0" initial="true"/><location name="o1"/><location name="o2"/></locations>
  <transitions>
    <transition from="l0" to="o1" symbol="receive" params="p">
      <guard>p == last + 1</guard><assignments><assign to="last">p</assign></assignments>
    </transition>
    <transition from="l0" to="o2" symbol="receive" params="p"><guard>p != last + 1</guard></transition>
    <transition from="o1" to="l0" symbol="ok"/>
    <transition from="o2" to="l0" symbol="no"/>
  </transitions>
</register-automaton>
"#;

fn desk() -> Desk {
    let desk = Desk::new();
    desk.write("queue.json", QUEUE);
    desk.write("receiver.xml", RECEIVER);
    desk
}

#[test]
fn text_tells_the_size_and_each_transition() {
    let desk = desk();
    let ran = desk.run(&["show", "queue.json"]).exits(0);
    let ran = ran.prints(&["queue: 3 locations, 2 registers, 6 transitions", "▸ l0", "l2 (x1, x2)"]);
    ran.prints(&["poll      / value(x1)  x1 := x2  → l1", "offer(p)  / no                     stays"]);
    let ran = desk.run(&["show", "sim:receiver.xml"]).exits(0);
    let ran = ran.prints(&["receiver: 1 location, 1 register, 2 transitions\nat the start: last = 0"]);
    ran.prints(&["receive(p)  [p = last + 1]   / ok  last := p    stays"]);
}

#[test]
fn every_format_shows_guards_and_assignments() {
    let desk = desk();
    let show = |format: &str| desk.run(&["show", "receiver.xml", "--format", format]).exits(0).stdout;
    let picture = desk.run_without_path(&["show", "receiver.xml", "--format", "svg"]).exits(0).stdout;
    assert!(picture.contains(">receive(p) [p = last + 1] / ok</text>"));
    assert!(show("html").contains("<td>p = last + 1</td><td>ok</td><td>last := p</td>"));
    assert!(show("html").contains("<p>register automaton: 1 location, 1 register, 2 transitions</p>"));
    assert!(show("dot").contains("receive(p) [p = last + 1] / ok\\nlast := p"));
    assert!(show("mermaid").contains("s0 --> s0 : receive(p) #91;p #61; last + 1#93; / ok<br/>last #58;#61; p"));
    assert!(show("json").contains(r#""guard":"p = last + 1""#));
    assert!(show("xml").contains("<guard>p == last + 1</guard>"));
}

#[test]
fn what_json_and_xml_hold_is_read_again() {
    let desk = desk();
    for format in ["json", "xml"] {
        let again = format!("again.{format}");
        desk.write(&again, &desk.run(&["show", "queue.json", "--format", format]).exits(0).stdout);
        desk.run(&["compare", "queue.json", &again]).exits(0).prints(&["same behaviour"]);
    }
}

#[test]
fn formats_and_views_of_the_other_kind_are_refused() {
    let desk = desk();
    desk.run(&["show", &zoo("AsyncTask"), "--format", "xml"])
        .exits(2)
        .complains(&["--format xml is for register automata"]);
    desk.run(&["show", "queue.json", "--as", "mealy"]).exits(2).complains(&["--as is for machines"]);
    desk.run(&["show", &zoo("AsyncTask"), "--format", "html"]).exits(0).prints(&["<h1>AsyncTask</h1>", "<svg "]);
}

#[test]
fn a_drawing_is_not_read_as_a_machine() {
    let desk = desk();
    desk.write("queue.dot", &desk.run(&["show", "queue.json", "--format", "dot"]).exits(0).stdout);
    let refused = ["this is a drawing (register automaton) that cannot be read as a model: use its JSON or XML"];
    desk.run(&["learn", "sim:queue.dot"]).exits(2).complains(&refused);
}

#[test]
fn mistakes_are_told_with_their_place() {
    let desk = desk();
    desk.write("wrong.json", &QUEUE.replace(r#""x1": "p"}"#, r#""x7": "p"}"#));
    desk.run(&["show", "wrong.json"]).exits(2).complains(&["wrong.json", "x7"]);
    desk.write("wrong.xml", &RECEIVER.replace("p == last + 1", "p == next + 1"));
    desk.run(&["show", "wrong.xml"]).exits(2).complains(&["wrong.xml:11:", "next"]);
    desk.run(&["compare", "queue.json", "wrong.xml"]).exits(2).complains(&["wrong.xml:11:"]);
}

#[test]
fn the_shortest_data_word_tells_two_automata_apart() {
    let desk = desk();
    // The last value that was offered is polled first.
    let (first, last) = (r#""value(x1)", "assign": {"x1": "x2"}"#, r#""value(x2)""#);
    desk.write("stack.json", &QUEUE.replace(first, last));
    let ran = desk.run(&["compare", "queue.json", "stack.json"]).exits(1);
    let ran = ran.prints(&["different behaviour", "word: offer(101) offer(102) poll"]);
    ran.prints(&["queue.json: ok ok value(101)", "stack.json: ok ok value(102)"]);
    let expected = json!({
        "same": false,
        "word": ["offer(101)", "offer(102)", "poll"],
        "left": ["ok", "ok", "value(101)"],
        "right": ["ok", "ok", "value(102)"],
        "depth": null,
        "theories": {"item": "equality"},
        "partial": [],
    });
    assert_eq!(desk.run(&["compare", "queue.json", "stack.json", "--json"]).exits(1).json(), expected);
}

#[test]
fn automata_with_sums_are_never_called_the_same() {
    let desk = desk();
    let ran = desk.run(&["compare", "receiver.xml", "receiver.xml"]).exits(0);
    let ran = ran.prints(&["no difference to depth 6", "compared: words of at most 6 inputs, number by sums(1)"]);
    assert!(!ran.stdout.contains("same"));
    let data = desk.run(&["compare", "receiver.xml", "receiver.xml", "--depth", "3", "--json"]).exits(0).json();
    assert_eq!((&data["same"], &data["depth"]), (&json!(null), &json!(3)));
    desk.write("other.xml", &RECEIVER.replace("last + 1", "last + 2"));
    let ran = desk.run(&["compare", "receiver.xml", "other.xml"]).exits(1);
    ran.prints(&["different behaviour", "number by sums(1, 2)"]);
}

#[test]
fn a_machine_and_a_register_automaton_are_not_compared() {
    let desk = desk();
    for (left, right) in [("queue.json", zoo("AsyncTask")), ("receiver.xml", zoo("AsyncTask"))] {
        for pair in [[left, &right], [&right, left]] {
            let ran = desk.run(&["compare", pair[0], pair[1]]).exits(2);
            let kinds = [format!("{right} is a machine"), format!("{left} is a register automaton")];
            ran.complains(&[&kinds[0], &kinds[1], "only models of the same kind can be compared"]);
        }
    }
    desk.run(&["compare", "queue.json", "queue.json", "--errors", "no"])
        .exits(2)
        .complains(&["--errors is for machines"]);
}

#[test]
fn different_inputs_are_listed_with_their_types() {
    let desk = desk();
    let ran = desk.run(&["compare", "queue.json", "receiver.xml"]).exits(1);
    ran.prints(&["different inputs", "only queue.json: offer(item), poll", "only receiver.xml: receive(number)"]);
}

#[test]
fn a_partial_automaton_is_not_called_the_same() {
    let desk = desk();
    desk.write("part.json", &QUEUE.replace(r#""finished": true"#, r#""finished": false"#));
    desk.run(&["show", "part.json"]).exits(0).complains(&["part.json holds a draft"]);
    let ran = desk.run(&["compare", "queue.json", "part.json"]).exits(2);
    ran.prints(&["no difference found"]).complains(&["this is a draft: part.json"]);
    desk.run(&["compare", "queue.json", "part.json", "--partial"]).exits(0).prints(&["same behaviour"]);
}

#[test]
fn where_a_machine_is_needed_a_register_automaton_is_refused() {
    let desk = desk();
    let door = "digraph { s0 -> s1 [label=\"open / ok\"] s1 -> s0 [label=\"close / ok\"] }";
    desk.write("door.dot", door);
    let ran = desk.run(&["learn", "sim:door.dot", "-o", "run", "--from", "queue.json"]).exits(2);
    ran.complains(&["queue.json is a register automaton"]);
}

#[test]
fn what_a_register_begins_with_is_a_constant_of_the_run() {
    let desk = desk();
    let run = ["learn", "sim:receiver.xml", "-o", "run", "-q", "--tester", "explore(4)"];
    desk.run(&run).exits(0).prints(&[
        "2 locations, 1 register, 4 transitions",
        "initial_last = 0: the initial values of registers are \
                                                             known",
    ]);
    desk.run(&["compare", "run", "receiver.xml"]).exits(0).prints(&["no difference"]);
}
