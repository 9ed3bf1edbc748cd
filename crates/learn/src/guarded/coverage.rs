//! Objects that show everything: for each feature, and each sort of value that it had, one object that had it.
//!
//! A guard is broken by what it does not name. Where thousands of objects look different, the few that tests begin with
//! are chosen such that each flag is set and not set in one of them, each text is empty and not, and each number is
//! negative, 0, 1 and larger.

use std::collections::HashSet;

use typestar_model::guarded::{Exact, Features};
use typestar_model::{NodeId, Value};

use super::calls::Calls;

/// A sort of value: of numbers their sign, of texts whether they are empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Sort {
    Flag(bool),
    Number(i8),
    Text(bool),
    Other,
}

/// The nodes whose objects showed something first, as far as calls were read.
#[derive(Debug, Default)]
pub(super) struct Coverage {
    /// The [version](Calls::version) of the calls.
    version: u64,
    read: usize,
    looks: HashSet<usize>,
    shown: HashSet<(String, Sort)>,
    nodes: Vec<NodeId>,
}

impl Coverage {
    /// The nodes at which objects can be used that show something that no earlier one shows.
    pub(super) fn nodes(&mut self, calls: &Calls) -> &[NodeId] {
        if self.version != calls.version() || self.read > calls.len() {
            *self = Self { version: calls.version(), ..Self::default() };
        }
        for (node, call) in calls.all().skip(self.read) {
            let is_new = calls.place(node).is_some_and(|(_, look)| self.looks.insert(look));
            if is_new && self.shows(&call.after) {
                self.nodes.push(node);
            }
        }
        self.read = calls.len();
        &self.nodes
    }

    /// Whether these features show something; it is taken note of.
    fn shows(&mut self, features: &Features) -> bool {
        let mut is_new = false;
        for (name, value) in features {
            let shown = (name.clone(), sort(value));
            is_new |= self.shown.insert(shown);
        }
        is_new
    }
}

fn sort(value: &Value) -> Sort {
    let zero = Exact::ZERO;
    match value {
        Value::Boolean(flag) => Sort::Flag(*flag),
        Value::Text(text) => Sort::Text(text.is_empty()),
        value => match Exact::of(value) {
            Some(number) if number < zero => Sort::Number(-1),
            Some(number) if number == zero => Sort::Number(0),
            Some(number) if number == Exact::from(1) => Sort::Number(1),
            Some(_) => Sort::Number(2),
            None => Sort::Other,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(known: &[(&str, Value)]) -> Features {
        known.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
    }

    #[test]
    fn an_object_shows_something_if_a_feature_has_a_sort_of_value_that_none_had_before() {
        let mut coverage = Coverage::default();
        let shows = [
            (features(&[("size", Value::Integer(0))]), true),
            (features(&[("size", Value::Integer(5))]), true),
            (features(&[("size", Value::Integer(9))]), false),
            (features(&[("size", Value::Integer(-9))]), true),
            (features(&[("delimiters == null", Value::Boolean(false)), ("size", Value::Integer(9))]), true),
            (features(&[("delimiters == null", Value::Boolean(true))]), true),
            (features(&[("delimiters == null", Value::Boolean(false))]), false),
        ];
        for (features, is_new) in shows {
            assert_eq!(coverage.shows(&features), is_new, "{features:?}");
        }
    }
}
