//! Whatever a model file holds, reading it ends with a model or a message; what was read can be written and read again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use typestar_model::{Comparison, compare, read_dot, read_json, read_model, write_dot, write_json};

fuzz_target!(|text: &str| {
    if let Ok(learned) = read_model(text, "fuzz") {
        let again = read_json(&write_json(&learned)).expect("our own JSON can be read");
        assert_eq!(again, learned);
        let again = read_dot(&write_dot(&learned.machine, "fuzz"));
        if let Ok(again) = again {
            assert!(!matches!(compare(&again, &learned.machine), Comparison::Different(_)));
        }
    }
});
