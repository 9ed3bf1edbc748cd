//! Whatever stands in a line of a file of events, reading it ends with an event or a complaint; an event that was read
//! comes back as it was when it is written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use typestar_query::{Event, read_event};

fuzz_target!(|line: &[u8]| {
    let Ok(read) = read_event(line) else { return };
    if read.event != Event::Unknown {
        let written = serde_json::to_vec(&read).expect("what was read can be written");
        assert_eq!(read_event(&written).expect("what was written can be read"), read);
    }
});
