//! Whatever a JSON file of a register automaton holds, reading it ends with an automaton that makes sense or a message;
//! what was read is written and read as the same text.
#![no_main]

use libfuzzer_sys::fuzz_target;
use typestar_model::register::{canonical, read_register_json, write_register_dot, write_register_json};

fuzz_target!(|text: &str| {
    if let Ok(automaton) = read_register_json(text) {
        automaton.check().expect("readers check what they read");
        canonical(&automaton).check().expect("the canonical form makes sense");
        write_register_dot(&automaton);
        let written = write_register_json(&automaton);
        let again = read_register_json(&written).expect("our own JSON can be read");
        assert_eq!(write_register_json(&again), written);
    }
});
