//! How well guards from short words foretell the calls of longer ones.

use std::collections::BTreeSet;

use super::classes::*;
use super::*;

/// The guards of a method from short words, and the calls in longer words whose features are new.
fn learned<O: Object>(object: &O, calls: &[Call], method: &str, short: usize, long: usize) -> (Vec<Guard>, Vec<Seen>) {
    let seen = &explored(object, calls, short)[method];
    let known: BTreeSet<&Features> = seen.iter().map(|(features, _)| features).collect();
    let longer = &explored(object, calls, long)[method];
    let new: BTreeSet<&Seen> = longer.iter().filter(|(features, _)| !known.contains(features)).collect();
    (all(seen, 8).unwrap(), new.into_iter().cloned().collect())
}

/// How many of the new calls the best guard is right about, and of how many.
fn foretold<O: Object>(object: &O, calls: &[Call], method: &str, short: usize, long: usize) -> (usize, usize) {
    let (guards, new) = learned(object, calls, method, short, long);
    (right(&guards[0], &new), new.len())
}

#[test]
fn guards_from_short_words_hold_in_longer_ones() {
    let stacking = ["push", "pop", "peek", "empty"].map(call);
    let iterate = ["next", "previous", "set", "remove", "add"].map(call);
    let buffer = ["put", "get", "flip", "mark", "reset"].map(call);
    let deque = ["addFirst", "addLast", "removeFirst", "removeLast"].map(call);
    let (iterator, pipe) = (list_iterator(), Piped::with_taken_sink());
    assert_eq!(foretold(&stack(), &stacking, "pop", 2, 6), (10, 10));
    assert_eq!(foretold(&iterator, &iterate, "remove", 2, 6), (64, 64));
    assert_eq!(foretold(&iterator, &iterate, "previous", 2, 6), (64, 64));
    assert_eq!(foretold(&iterator, &iterate, "next", 4, 6), (43, 43));
    assert_eq!(foretold(&byte_buffer(), &buffer, "get", 3, 7), (7, 7));
    assert_eq!(foretold(&array_deque(), &deque, "removeFirst", 3, 7), (38, 38));
    assert_eq!(foretold(&pipe, &piped_calls(), "write", 3, 5), (4, 4));
    assert_eq!(foretold(&pipe, &piped_calls(), "connect", 2, 5), (24, 24));
}

#[test]
fn where_the_best_guard_of_few_rows_is_wrong_a_rival_is_right() {
    let calls = ["next", "previous", "set", "remove", "add"].map(call);
    let (guards, new) = learned(&list_iterator(), &calls, "next", 3, 6);
    assert!(right(&guards[0], &new) < new.len(), "{}", guards[0]);
    assert!(guards.iter().any(|guard| right(guard, &new) == new.len()), "{guards:?}");
}
