//! Inputs and outputs with values, and alphabets that are very large, through the command.

use crate::common;
use crate::common::Desk;

/// A queue of one place that holds a number and a name.
const QUEUE: &str = r#"digraph {
  empty -> full [label="offer(3, \"a b\") / ok"]
  empty -> empty [label="poll / null(null)"]
  empty -> empty [label="ACK+RST(V,V,0) / ok"]
  full -> full [label="offer(3, \"a b\") / full"]
  full -> empty [label="poll / item(3, \"a b\")"]
  full -> full [label="ACK+RST(V,V,0) / ok"]
}
"#;

fn desk_with_queue() -> Desk {
    let desk = Desk::new();
    desk.write("queue.dot", QUEUE);
    desk
}

#[test]
fn an_input_with_values_is_tried_in_any_spelling() {
    let desk = desk_with_queue();
    for word in [r#"offer(3, "a b") poll"#, r#"offer(3,"a b") poll"#, r#"offer( 3 , "a\u0020b" ), poll"#] {
        let ran = desk.run(&["try", "sim:queue.dot", word]).exits(0);
        ran.prints(&[r#"offer(3, "a b")  ok"#, r#"item(3, "a b")"#]);
    }
    desk.run(&["try", "sim:queue.dot", "ACK+RST(V,V,0) poll"]).exits(0).prints(&["null(null)"]);
    let ran = desk.run(&["try", "sim:queue.dot", "offer(4) poll"]).exits(2);
    ran.complains(&["unknown input `offer(4)`", r#"offer(3, "a b")"#]);
}

#[test]
fn names_with_values_survive_learning_the_log_and_every_format() {
    let desk = desk_with_queue();
    desk.write("words.txt", "offer(3,\"a b\")/ok poll/item(3, \"a b\") ACK+RST(V,V,0)\n");
    desk.run(&["learn", "sim:queue.dot", "--tester", "words(words.txt)", "-q", "-o", "run"]).exits(0);
    desk.run(&["log", "run"]).exits(0).prints(&[r#"offer(3, "a b")"#, r#"item(3, "a b")"#, "ACK+RST(V,V,0)"]);
    for format in ["dot", "json"] {
        let shown = desk.run(&["show", "run", "--format", format]).exits(0);
        desk.write(&format!("again.{format}"), &shown.stdout);
        desk.run(&["compare", "queue.dot", &format!("again.{format}")]).exits(0);
    }
    assert!(desk.read("again.json").contains(r#""inputs": ["offer(3, \"a b\")","poll","ACK+RST(V,V,0)"]"#));
}

#[test]
fn seventy_thousand_inputs_and_outputs_are_tried() {
    let desk = Desk::new();
    let edges = (0..70_000).map(|number| format!("a -> a [label=\"i{number}/o{number}\"]\n"));
    desk.write("many.dot", &format!("digraph {{\n{}}}\n", edges.collect::<String>()));
    desk.run(&["try", "sim:many.dot", "i1 i69999"]).exits(0).prints(&["i69999  o69999"]);
    let callins: Vec<String> = (0..70_000).map(|number| format!("\"i{number}\"")).collect();
    let case = format!("[system]\nmodel = \"many.dot\"\n[inputs]\ncallins = [{}]\n", callins.join(", "));
    desk.write("case.toml", &case);
    desk.run(&["try", "case.toml", "i1 i69999"]).exits(0).prints(&["i69999  o69999"]);
    desk.run(&["learn", "case.toml", "-q", "--max-words", "50", "-o", "run"]).exits(4);
}

/// An adapter of this many callins that are built in a loop.
const LOOP: &str = r#"
from typestar_adapter import serve

inputs = {f"i{number}": lambda component: None for number in range(70000)}
serve(name="many", create=lambda emit: object(), inputs=inputs, outputs=[])
"#;

#[test]
fn seventy_thousand_callins_of_an_adapter_are_tried_and_learned() {
    if !common::has("python3") {
        return;
    }
    let desk = Desk::new();
    desk.write("adapter.py", LOOP);
    let host = common::repository("hosts/python/typestar_adapter.py");
    desk.write("typestar_adapter.py", &std::fs::read_to_string(host).unwrap());
    let callins: Vec<String> = (0..70_000).map(|number| format!("\"i{number}\"")).collect();
    let case = "[system]\ncommand = [\"python3\", \"adapter.py\"]\n[timing]\nquiescence_ms = 5\n";
    desk.write("case.toml", &format!("{case}[inputs]\ncallins = [{}]\n", callins.join(", ")));
    desk.run(&["try", "case.toml", "i1 i69999"]).exits(0).prints(&["i69999  ok"]);
    desk.run(&["learn", "case.toml", "-q", "--max-words", "50", "-o", "run"]).exits(4);
}

/// A queue whose callins take values, and whose steps tell how many items it has.
const REAL_QUEUE: &str = r#"
from typestar_adapter import output, serve

class Queue:
    def __init__(self):
        self.items = []

    def offer(self, value):
        self.items.append(value)
        return output("stored", value)

    def poll(self):
        return output("item", self.items.pop(0)) if self.items else output("empty")

snapshot = lambda queue: {"size": len(queue.items)}
serve(name="queue", create=lambda emit: Queue(), inputs=["offer", "poll"], outputs=[], snapshot=snapshot)
"#;

#[test]
fn values_are_typed_given_reused_and_shown_with_a_snapshot() {
    if !common::has("python3") {
        return;
    }
    let desk = Desk::new();
    desk.write("adapter.py", REAL_QUEUE);
    let host = common::repository("hosts/python/typestar_adapter.py");
    desk.write("typestar_adapter.py", &std::fs::read_to_string(host).unwrap());
    let case =
        "[system]\ncommand = [\"python3\", \"adapter.py\"]\n[inputs]\ncallins = [\"offer\", \"poll\"]\nwait = false\n";
    desk.write("case.toml", case);
    let tried = desk.run(&["try", "case.toml", "offer(3) poll offer($2.1), poll poll"]).exits(0);
    tried.prints(&["offer(3)     stored(3)  (size = 1)", "item(3)  (size = 0)", "offer($2.1)  stored(3)", "empty"]);
    let tried = desk.run(&["try", "--json", "case.toml", "offer(3)"]).exits(0).json();
    assert_eq!(tried["steps"][0]["values"]["size"], 1);
    desk.run(&["try", "case.toml", "push(3)"]).exits(2).complains(&["unknown input `push(3)`", "offer, poll"]);
}
