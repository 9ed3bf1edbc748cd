//! Files of every kind of model are told apart by what is in them.

use typestar_model::register::{Size, write_register_json};
use typestar_model::{Learned, Model, read_any_model, read_dot, read_model, write_json};

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
    assert_eq!(error.to_string(), "this is a register automaton, and a machine is needed");
}

#[test]
fn each_alternative_of_a_guard_counts_as_a_transition() {
    let Ok(Model::Registers(automaton)) = read_any_model(XML, "pair.xml") else { panic!("an automaton") };
    assert_eq!(automaton.size(), Size { locations: 1, registers: 2, transitions: 2 });
}
