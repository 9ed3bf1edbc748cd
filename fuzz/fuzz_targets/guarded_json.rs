//! Whatever a file of a guarded model holds, reading it ends with a model that makes sense or a message; what was read is
//! written and read as the same model, and its guards mean the same however they are written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use typestar_model::guarded::{
    Guard, GuardComparison, compare_guards, read_guarded_json, surprises, write_guarded_dot, write_guarded_json,
    write_guarded_mermaid,
};

fuzz_target!(|text: &str| {
    if let Ok(model) = read_guarded_json(text) {
        let again = read_guarded_json(&write_guarded_json(&model)).expect("our own JSON can be read");
        assert_eq!(again, model);
        write_guarded_dot(&model);
        let _ = write_guarded_mermaid(&model);
        surprises(&model, |_| false, [&[][..]]);
        for rule in &model.rules {
            let longer = Guard::Any(vec![rule.guard.clone(), Guard::NEVER]);
            assert!(!matches!(compare_guards(&longer, &rule.guard), GuardComparison::Different(_)));
        }
    }
});
