//! Answers that the journal already holds, found by plan, so that nothing is executed twice.

use typestar_learn::Plan;
use typestar_model::{InputId, Inputs, OutputId, Outputs};

use crate::journal::Entry;
use crate::system::Answer;

/// An answer, and its number in the journal.
#[derive(Clone, Debug)]
pub(crate) struct RecordedAnswer {
    pub(crate) seq: i64,
    pub(crate) answer: Answer,
}

/// The recorded answers of earlier processes, as a tree of their traces.
#[derive(Default)]
pub(crate) struct Recorded {
    /// The outputs of the whole journal. A session must not know them before it meets them: it numbers outputs in the
    /// order of meeting, and a run that is continued would number them differently.
    pub(crate) outputs: Outputs,
    nodes: Vec<Node>,
    answers: Vec<Kept>,
}

#[derive(Default)]
struct Node {
    children: Vec<(InputId, OutputId, usize)>,
    /// The answers that end here, in the order of execution.
    ended: Vec<usize>,
}

struct Kept {
    recorded: RecordedAnswer,
    overturned: bool,
    /// How many steps of it were given out. A question for no more than these wants a new execution, not an echo.
    served: usize,
}

impl Recorded {
    /// Adds an entry, unless it uses inputs that no longer exist. Entries come in the order of execution.
    pub(crate) fn add(&mut self, entry: Entry, inputs: &Inputs) {
        let overturned = entry.overturned;
        let Some(recorded) = answer_of(entry, inputs, &mut self.outputs) else { return };
        if self.nodes.is_empty() {
            self.nodes.push(Node::default());
        }
        let mut node = 0;
        for (&input, &output) in recorded.answer.word.iter().zip(&recorded.answer.outputs) {
            node = self.child_or_new(node, input, output);
        }
        self.nodes[node].ended.push(self.answers.len());
        self.answers.push(Kept { recorded, overturned, served: 0 });
    }

    fn child_or_new(&mut self, node: usize, input: InputId, output: OutputId) -> usize {
        let found = self.nodes[node].children.iter().find(|(i, o, _)| (*i, *o) == (input, output));
        if let Some(&(_, _, child)) = found {
            return child;
        }
        let child = self.nodes.len();
        self.nodes.push(Node::default());
        self.nodes[node].children.push((input, output, child));
        child
    }

    /// Takes the first answer that is exactly what `plan` would give, or else a part of a longer one.
    ///
    /// The plan and `finals` use the numbers of `outputs`; the answer uses those of [`Recorded::outputs`].
    pub(crate) fn take(&mut self, plan: &Plan, finals: &[OutputId], outputs: &Outputs) -> Option<RecordedAnswer> {
        let ends = self.ends(plan, finals, outputs);
        let exact = ends.iter().filter_map(|&(node, length)| {
            let unserved = |&&index: &&usize| self.answers[index].served < length;
            Some((*self.nodes[node].ended.iter().find(unserved)?, length))
        });
        let part = || ends.iter().find_map(|&(node, length)| Some((self.longer(node, length)?, length)));
        let (index, length) = exact.min().or_else(part)?;
        let kept = &mut self.answers[index];
        kept.served = length;
        let mut recorded = kept.recorded.clone();
        recorded.answer.word.truncate(length);
        recorded.answer.outputs.truncate(length);
        recorded.answer.evidence.truncate(length);
        Some(recorded)
    }

    /// An answer that passes `node`, is believed, and was not given out up to this length.
    fn longer(&self, node: usize, length: usize) -> Option<usize> {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let node = &self.nodes[node];
            let fits = |&&index: &&usize| !self.answers[index].overturned && self.answers[index].served < length;
            if let Some(&index) = node.ended.iter().find(fits) {
                return Some(index);
            }
            stack.extend(node.children.iter().rev().map(|&(_, _, child)| child));
        }
        None
    }

    /// The nodes where `plan` ends, one for each way in which the system answered, with their depths.
    fn ends(&self, plan: &Plan, finals: &[OutputId], outputs: &Outputs) -> Vec<(usize, usize)> {
        let mut ends = Vec::new();
        if !self.nodes.is_empty() {
            let search = Search { recorded: self, finals, outputs };
            search.follow(Place { node: 0, depth: 0, last: None }, plan, 0, &mut ends);
        }
        ends
    }
}

/// The answer behind a journal entry, unless it uses inputs that no longer exist.
pub(crate) fn answer_of(entry: Entry, inputs: &Inputs, outputs: &mut Outputs) -> Option<RecordedAnswer> {
    let word = entry.inputs.iter().map(|name| inputs.get(name)).collect::<Option<Vec<_>>>()?;
    let outputs = entry.outputs.iter().map(|name| outputs.intern(name)).collect();
    let answer = Answer { word, outputs, evidence: entry.evidence, late: entry.late };
    Some(RecordedAnswer { seq: entry.seq, answer })
}

struct Search<'a> {
    recorded: &'a Recorded,
    finals: &'a [OutputId],
    outputs: &'a Outputs,
}

#[derive(Clone, Copy)]
struct Place {
    node: usize,
    depth: usize,
    /// The output that led here, if the session knows it. No plan lists an output that it does not know.
    last: Option<OutputId>,
}

impl Search<'_> {
    fn follow(&self, place: Place, plan: &Plan, at: usize, ends: &mut Vec<(usize, usize)>) {
        let is_final = place.last.is_some_and(|output| self.finals.contains(&output));
        match (plan.word.get(at), plan.next(place.last)) {
            _ if is_final => ends.push((place.node, place.depth)),
            (None, None) => ends.push((place.node, place.depth)),
            (None, Some(next)) => self.follow(place, next, 0, ends),
            (Some(&wanted), _) => {
                for &(input, output, node) in &self.recorded.nodes[place.node].children {
                    if input == wanted {
                        let last = self.outputs.get(self.recorded.outputs.name(output));
                        self.follow(Place { node, depth: place.depth + 1, last }, plan, at + 1, ends);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use typestar_model::ERROR;

    use super::*;
    use crate::report::Phase;

    fn names(text: &str) -> Vec<String> {
        text.split_whitespace().map(str::to_owned).collect()
    }

    /// Answers with `seq` 1, 2, ... over the inputs `a` and `b`; a star marks what was overturned.
    fn recorded(traces: &[(&str, &str)]) -> Recorded {
        let mut recorded = Recorded::default();
        for (&(inputs, outputs), seq) in traces.iter().zip(1..) {
            let entry = Entry {
                seq,
                phase: Phase::Learning,
                inputs: names(inputs),
                outputs: names(outputs.trim_end_matches('*')),
                evidence: Vec::new(),
                late: Vec::new(),
                overturned: outputs.ends_with('*'),
            };
            recorded.add(entry, &inputs_a_b());
        }
        recorded
    }

    fn inputs_a_b() -> Inputs {
        ["a", "b"].iter().collect()
    }

    /// The number and the outputs of what is taken for a word; errors are final.
    fn take(recorded: &mut Recorded, word: &str) -> Option<(i64, String)> {
        let (inputs, outputs): (Inputs, Outputs) = (inputs_a_b(), [ERROR].iter().collect());
        let word: Vec<InputId> = names(word).iter().map(|name| inputs.get(name).unwrap()).collect();
        let taken = recorded.take(&Plan::word(word), &[outputs.get(ERROR).unwrap()], &outputs)?;
        Some((taken.seq, recorded.outputs.show(&taken.answer.outputs)))
    }

    fn some(seq: i64, outputs: &str) -> Option<(i64, String)> {
        Some((seq, outputs.to_owned()))
    }

    #[test]
    fn repetitions_are_replayed_in_order_and_never_echoed() {
        let mut recorded = recorded(&[("a", "x"), ("a", "y*"), ("a", "x")]);
        assert_eq!(take(&mut recorded, "a"), some(1, "x"));
        assert_eq!(take(&mut recorded, "a"), some(2, "y"));
        assert_eq!(take(&mut recorded, "a"), some(3, "x"));
        assert_eq!(take(&mut recorded, "a"), None);
    }

    #[test]
    fn a_longer_answer_serves_its_beginning_once_and_then_itself() {
        let mut recorded = recorded(&[("a b", "x y")]);
        assert_eq!(take(&mut recorded, "a"), some(1, "x"));
        assert_eq!(take(&mut recorded, "a"), None);
        assert_eq!(take(&mut recorded, "a b"), some(1, "x y"));
        assert_eq!(take(&mut recorded, "a b"), None);
    }

    #[test]
    fn the_beginning_of_an_overturned_answer_is_not_served() {
        let mut recorded = recorded(&[("a b", "x y*")]);
        assert_eq!(take(&mut recorded, "a"), None);
        assert_eq!(take(&mut recorded, "a b"), some(1, "x y"));
    }

    #[test]
    fn an_answer_that_ended_with_an_error_serves_every_longer_word() {
        let mut recorded = recorded(&[("a b", "x error")]);
        assert_eq!(take(&mut recorded, "a b a a"), some(1, "x error"));
    }

    #[test]
    fn a_plan_that_chooses_by_outputs_follows_what_was_answered() {
        let mut recorded = recorded(&[("a a", "x y"), ("a b", "z y")]);
        let (inputs, outputs): (Inputs, Outputs) = (inputs_a_b(), ["z"].iter().collect());
        let word = |name: &str| Plan::word([inputs.get(name).unwrap()]);
        let mut plan = word("a");
        plan.then = [(outputs.get("z").unwrap(), word("b"))].into();
        plan.otherwise = Some(Box::new(word("a")));
        let mut taken = || Some(recorded.take(&plan, &[], &outputs)?.seq);
        assert_eq!([taken(), taken(), taken()], [Some(1), Some(2), None]);
    }
}
