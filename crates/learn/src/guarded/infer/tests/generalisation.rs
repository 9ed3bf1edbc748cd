//! How well guards from short words foretell the calls of longer ones.

use std::collections::BTreeSet;

use super::classes::*;
use super::*;

/// How many of the calls in longer words whose features are new the guard of a method from short words is right about,
/// and of how many.
fn foretold<O: Object + Default>(calls: &[Call], method: &str, short: usize, long: usize) -> (usize, usize) {
    let seen = &explored(&O::default(), calls, short)[method];
    let known: BTreeSet<&Features> = seen.iter().map(|(features, _)| features).collect();
    let longer = &explored(&O::default(), calls, long)[method];
    let new: BTreeSet<&Seen> = longer.iter().filter(|(features, _)| !known.contains(features)).collect();
    let new: Vec<Seen> = new.into_iter().cloned().collect();
    (right(&best(seen).unwrap(), &new), new.len())
}

#[test]
fn guards_from_short_words_hold_in_longer_ones() {
    let stack = ["push", "pop", "peek", "empty"].map(call);
    let iterator = ["next", "previous", "set", "remove", "add"].map(call);
    let buffer = ["put", "get", "flip", "mark", "reset"].map(call);
    let deque = ["addFirst", "addLast", "removeFirst", "removeLast"].map(call);
    let table = [
        ("Stack.pop", foretold::<Stack>(&stack, "pop", 2, 6), 1.0),
        ("ListIterator.remove", foretold::<ListIterator>(&iterator, "remove", 2, 6), 1.0),
        ("ListIterator.previous", foretold::<ListIterator>(&iterator, "previous", 2, 6), 1.0),
        ("ListIterator.next after 4", foretold::<ListIterator>(&iterator, "next", 4, 6), 1.0),
        ("ByteBuffer.get after 4", foretold::<ByteBuffer>(&buffer, "get", 4, 7), 1.0),
        ("ArrayDeque.removeFirst", foretold::<ArrayDeque>(&deque, "removeFirst", 3, 7), 1.0),
    ];
    for (name, (right, of), least) in table {
        let share = right as f64 / of as f64;
        assert!(of > 0 && share >= least, "{name}: {right} of {of}");
    }
}
