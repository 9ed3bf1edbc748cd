//! Whatever a case file holds, reading it ends with a case or a message that can be shown.
#![no_main]

use std::path::Path;

use libfuzzer_sys::fuzz_target;
use typestar_query::Case;

fuzz_target!(|text: &str| {
    if let Err(error) = Case::parse(text, Path::new("fuzz.toml")) {
        assert!(!error.to_string().is_empty());
    }
});
