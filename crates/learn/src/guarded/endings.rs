//! Ends that are none: `stop` of a watch that can be started again.

use std::collections::{BTreeSet, HashSet};

use typestar_model::Id;
use typestar_model::guarded::{GuardedModel, is_ending};

use super::calls::{Call, Calls};

/// More methods with names like these are not looked at.
const MOST: usize = 64;

/// The methods that are called like an end, and after which the object is used again: it looks as it did before any end, or
/// the end can pass once more after it had failed.
pub(super) fn used_again(calls: &Calls, model: &GuardedModel) -> BTreeSet<usize> {
    let ends = model.methods.iter().enumerate().filter(|(_, method)| is_ending(method)).map(|(method, _)| method);
    ends.take(MOST).filter(|end| is_used_again(calls, *end)).collect()
}

/// The nodes behind an end that changed nothing, although it does elsewhere: `close` of a stream that is not connected yet.
/// What passes there tells nothing of the end.
pub(super) fn behind_idle_end(calls: &Calls, model: &GuardedModel) -> Vec<bool> {
    let look_before = |call: &Call| call.parent.and_then(|parent| calls.of(parent).look);
    let changes = |call: &Call| call.passes() && !call.is_sketch && call.look != look_before(call);
    let ends: BTreeSet<usize> =
        calls.all().filter(|(_, call)| changes(call)).filter_map(|(_, call)| call.method).collect();
    let is_end = |method: usize| ends.contains(&method) && is_ending(&model.methods[method]);
    let mut idle: Vec<bool> = Vec::new();
    for (_, call) in calls.all() {
        let was_idle = call.parent.is_some_and(|parent| idle[parent.index()]);
        idle.push(was_idle || call.passes() && !changes(call) && call.method.is_some_and(is_end));
    }
    idle
}

fn is_used_again(calls: &Calls, end: usize) -> bool {
    // Whether the end passed on the way to each node, and whether it changed something there.
    let (mut ended, mut changed): (Vec<bool>, Vec<bool>) = (Vec::new(), Vec::new());
    let (mut free, mut bound): (HashSet<usize>, HashSet<usize>) = (HashSet::new(), HashSet::new());
    let (mut failed_after, mut passed_after) = (false, false);
    for (node, call) in calls.all() {
        debug_assert_eq!(node.index(), ended.len(), "nodes come in order");
        let parent = call.parent.map(Id::index);
        let before = parent.is_some_and(|parent| ended[parent]);
        let is_end = call.method == Some(end) && !call.is_sketch;
        if is_end && before {
            failed_after |= !call.lives();
            passed_after |= call.passes();
        }
        let changes = is_end && call.passes() && call.look != call.parent.and_then(|parent| calls.of(parent).look);
        ended.push(before || is_end && call.passes());
        changed.push(changes || parent.is_some_and(|parent| changed[parent]));
        if let Some(look) = call.look.filter(|_| call.lives() && !call.is_sketch) {
            match (ended[node.index()], changed[node.index()]) {
                (false, _) => free.insert(look),
                (true, true) => bound.insert(look),
                (true, false) => false,
            };
        }
    }
    failed_after && passed_after || !free.is_disjoint(&bound)
}
