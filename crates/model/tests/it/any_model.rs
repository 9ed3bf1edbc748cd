//! Files of every kind of model are told apart by what is in them.

use typestar_model::guarded::{GuardedModel, write_guarded_dot};
use typestar_model::register::{Size, write_register_dot, write_register_json};
use typestar_model::{Form, Learned, Model, read_any_model, read_dot, read_model, write_json};

const XML: &str = r#"<register-automaton>
  <alphabet>
    <inputs><symbol name="in"><param type="int" name="p"/></symbol></inputs>
    <outputs><symbol name="ok"/></outputs>
  </alphabet>
  <constants/>
  <globals><variable type="int" name="x">0</variable><variable type="int" name="y">0</variable></globals>
  <locations><location name="l0" initial="true"/><location name="o"/></locations>
  <transitions>
    <transition from="l0" to="o" symbol="in" params="p"><guard>p==x || p==y</guard></transition>
    <transition from="o" to="l0" symbol="ok"/>
  </transitions>
</register-automaton>
"#;

#[test]
fn a_file_says_itself_what_it_holds() {
    let Ok(Model::Registers(automaton)) = read_any_model(XML, "folder/pair.v2.xml") else { panic!("an automaton") };
    assert_eq!(automaton.name, "pair.v2");
    let json = write_register_json(&automaton);
    for text in [json.clone(), format!("\u{feff} \n{json}")] {
        assert_eq!(read_any_model(&text, "whatever").unwrap(), Model::Registers(automaton.clone()));
    }
    let learned = Learned::imported("door", read_dot("digraph { a -> b [label=\"push / ok\"] }").unwrap());
    assert_eq!(read_any_model(&write_json(&learned), "whatever").unwrap(), Model::Machine(learned));
}

#[test]
fn a_register_automaton_is_no_machine() {
    let error = read_model(XML, "pair.xml").unwrap_err();
    assert_eq!(error.to_string(), "this is a register automaton, but a machine is needed");
}

#[test]
fn every_kind_is_sized_and_written_through_one_interface() {
    let machine = read_any_model("digraph { a -> b [label=\"push / ok\"] }", "door.dot").unwrap();
    let registers = read_any_model(XML, "pair.xml").unwrap();
    let guarded = Model::Guarded(GuardedModel { system: "Stack".to_owned(), states: 1, ..GuardedModel::default() });
    let about =
        |model: &Model| (model.system().to_owned(), model.size(), model.is_finished(), model.can_be_simulated());
    assert_eq!(about(&machine), ("door".to_owned(), (2, "state"), true, true));
    assert_eq!(about(&registers), ("pair".to_owned(), (1, "location"), true, true));
    assert_eq!(about(&guarded), ("Stack".to_owned(), (1, "state"), false, false));
    for model in [&machine, &registers, &guarded] {
        assert_eq!(read_any_model(&model.to_json(), "").unwrap(), *model);
        assert!(model.to_dot(None).starts_with(&format!("digraph {} {{", model.system())));
        assert!(model.to_mermaid(None).unwrap().starts_with("stateDiagram-v2\n"));
    }
    assert_eq!(machine.to_dot(None), machine.to_dot(Some(Form::Mealy)), "other tools read it");
    assert_eq!(machine.to_mermaid(None), machine.to_mermaid(Some(Form::Interface)), "which suits calls that return");
}

#[test]
fn what_another_kind_has_is_refused() {
    let machine = read_any_model("digraph { a -> b [label=\"push / ok\"] }", "door.dot").unwrap();
    let registers = read_any_model(XML, "pair.xml").unwrap();
    let guarded = Model::Guarded(GuardedModel::default());
    assert!(registers.to_xml().is_ok());
    for (model, kind) in [(&machine, "a machine"), (&guarded, "a guarded model")] {
        let refused = format!("--format xml is for register automata, but this is {kind}: use dot or json");
        assert_eq!(model.to_xml().unwrap_err().to_string(), refused);
    }
}

#[test]
fn a_drawing_of_another_kind_is_not_read_as_a_machine() {
    let Ok(Model::Registers(automaton)) = read_any_model(XML, "pair.xml") else { panic!("an automaton") };
    let drawing = write_register_dot(&automaton);
    let refused =
        "line 2, column 1: this is a drawing (register automaton) that cannot be read as a model: use its JSON or XML";
    assert_eq!(read_any_model(&drawing, "pair.dot").unwrap_err().to_string(), refused);
    let of_graphviz =
        drawing.replace("typestar=\"register automaton\";", "graph [bb=\"0\", typestar=\"register automaton\"]");
    assert_eq!(read_dot(&of_graphviz).unwrap_err().to_string(), refused);
    let guarded = write_guarded_dot(&GuardedModel { states: 1, ..GuardedModel::default() });
    let error = read_dot(&guarded).unwrap_err();
    assert!(
        error.message.ends_with("a drawing (guarded model) that cannot be read as a model: use its JSON"),
        "{error}"
    );
    let decorated = drawing.replace("typestar=\"register automaton\";\n", "");
    assert!(read_dot(&decorated).is_ok(), "without the mark it is a machine like any other");
}

#[test]
fn each_alternative_of_a_guard_counts_as_a_transition() {
    let Ok(Model::Registers(automaton)) = read_any_model(XML, "pair.xml") else { panic!("an automaton") };
    assert_eq!(automaton.size(), Size { locations: 1, registers: 2, transitions: 2 });
}
