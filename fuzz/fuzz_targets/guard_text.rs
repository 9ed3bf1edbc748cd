//! Whatever a guard says, reading it ends with a guard or a message; what was read is written and read as the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use typestar_model::Id;
use typestar_model::register::{Action, DataType, Domain, Names, Parameter, Register, Signature};

fuzz_target!(|text: &str| {
    let types = [("i", Domain::Integer), ("d", Domain::Decimal), ("t", Domain::Text)];
    let types = types.map(|(name, domain)| DataType { name: name.to_owned(), domain }).to_vec();
    let signature = Signature { types, ..Signature::default() };
    let parameters = ["p", "q", "r"].into_iter().enumerate();
    let parameters = parameters.map(|(index, name)| Parameter { name: name.to_owned(), data_type: Id::new(index) });
    let input = Action { name: "in".to_owned(), parameters: parameters.collect() };
    let registers = ["x", "y", "z"].into_iter().enumerate();
    let registers: Vec<Register> = registers
        .map(|(index, name)| Register { name: name.to_owned(), data_type: Id::new(index), initial: None })
        .collect();
    let names = Names::new(&signature, &registers, &input);
    let _ = names.read_source(text, Id::new(0));
    if let Ok(guard) = names.read_guard(text) {
        let written = names.show_guard(&guard);
        let again = names.read_guard(&written).expect("our own text can be read");
        assert_eq!(names.show_guard(&again), written);
    }
});
