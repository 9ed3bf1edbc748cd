//! Reading a symbol changes no character of its text, and what people type has a text that is read as the same symbol.
#![no_main]

use libfuzzer_sys::fuzz_target;
use typestar_model::Symbol;

fuzz_target!(|text: &str| {
    let symbol = Symbol::read(text);
    assert_eq!(symbol.text(), text);
    let again = Symbol::new(symbol.name(), symbol.values().to_vec()).expect("its text was just read");
    assert_eq!(again, symbol);
    let typed = Symbol::typed(text);
    let read = Symbol::read(typed.text());
    assert_eq!((read.name(), read.values()), (typed.name(), typed.values()));
    let (first, rest) = Symbol::split_typed(text, char::is_whitespace);
    assert_eq!(format!("{first}{rest}"), text);
});
