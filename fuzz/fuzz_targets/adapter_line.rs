//! Whatever an adapter or an engine writes, reading the line ends with a message or a complaint.
#![no_main]

use libfuzzer_sys::fuzz_target;
use typestar_protocol::{read_reply, read_request};

fuzz_target!(|line: &[u8]| {
    let _ = read_reply(line);
    let _ = read_request(line);
});
