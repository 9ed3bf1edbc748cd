//! Whatever a file of RALib holds, reading it ends with an automaton that makes sense or a message; what was read can be
//! written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use typestar_model::register::{canonical, read_register_json, read_register_xml, write_register_json, write_register_xml};

fuzz_target!(|text: &str| {
    if let Ok(automaton) = read_register_xml(text, "fuzz") {
        automaton.check().expect("readers check what they read");
        canonical(&automaton).check().expect("the canonical form makes sense");
        if let Ok(written) = write_register_xml(&automaton) {
            let again = read_register_xml(&written, "fuzz").expect("our own XML can be read");
            assert!(again.transitions.len() <= automaton.transitions.len());
        }
        read_register_json(&write_register_json(&automaton)).expect("our own JSON can be read");
    }
});
