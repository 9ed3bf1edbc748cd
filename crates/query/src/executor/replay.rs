//! Answers that the journal already holds, found by plan, so that nothing is executed twice.

use typestar_model::{Cursor, InputId, Label, Labels, OutputId, Plan};

use super::record::Record;
use crate::system::{Answer, Symbols};

/// An answer, and its number in the journal; 0 if there is none.
#[derive(Clone, Debug)]
pub(crate) struct Executed {
    pub(crate) seq: i64,
    /// How many steps of this entry of the journal an earlier answer had already.
    pub(crate) served: usize,
    pub(crate) answer: Answer,
}

/// The recorded answers of earlier processes, as a tree of their traces: 16 bytes for each node and for each answer.
#[derive(Default)]
pub(super) struct Replay {
    labels: Labels,
    nodes: Vec<Node>,
    /// The answers by their numbers in the journal, less one.
    answers: Vec<Kept>,
    /// How many answers were not given out as a whole.
    left: usize,
}

#[derive(Clone, Copy)]
struct Node {
    first_child: u32,
    next_sibling: u32,
    /// The first of the answers that end here, in the order of execution.
    ended: u32,
    /// The step that leads here.
    label: Label,
}

#[derive(Clone, Copy)]
struct Kept {
    /// The next answer that ends at the same node.
    next: u32,
    length: u32,
    /// How many steps of it were given out. A question for no more than these wants a new execution, not an echo.
    served: u32,
    is_overturned: bool,
    has_details: bool,
}

const NONE: u32 = u32::MAX;

/// An entry of the journal that cannot be given out.
const UNUSABLE: Kept = Kept { next: NONE, length: 0, served: 0, is_overturned: true, has_details: false };

/// Where a plan ends, and what was given and answered on the way.
struct End {
    node: usize,
    trace: Vec<(InputId, OutputId)>,
}

impl Replay {
    /// Adds the entry with this number, of which the journal may know details, and a vote may have decided against it.
    /// Entries come in the order of planning, but for those that fill gaps.
    pub(super) fn add(
        &mut self,
        seq: i64,
        (word, outputs): (&[InputId], &[OutputId]),
        has_details: bool,
        is_overturned: bool,
    ) {
        if self.nodes.is_empty() {
            self.nodes.push(Node::new(Label::default()));
        }
        let mut node = 0;
        for (&input, &output) in word.iter().zip(outputs) {
            node = self.child_or_new(node, input, output);
        }
        // Numbers that are missing are gaps, or belong to entries that use inputs which no longer exist.
        let index = seq as usize - 1;
        self.answers.resize(self.answers.len().max(index + 1), UNUSABLE);
        match self.answers_at(node).last() {
            Some(last) => self.answers[last].next = index as u32,
            None => self.nodes[node].ended = index as u32,
        }
        let length = word.len() as u32;
        self.answers[index] = Kept { next: NONE, length, served: 0, is_overturned, has_details };
        self.left += usize::from(length > 0);
    }

    /// Whether a part of the entry with this number was taken.
    pub(super) fn was_taken(&self, seq: i64) -> bool {
        usize::try_from(seq - 1).ok().and_then(|index| self.answers.get(index)).is_some_and(|kept| kept.served > 0)
    }

    fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let first = self.nodes[node].first_child;
        std::iter::successors(index(first), |&child| index(self.nodes[child].next_sibling))
    }

    /// What was answered to `wanted` after a node, and where that led.
    fn answers_to(&self, node: usize, wanted: InputId) -> impl Iterator<Item = (usize, OutputId)> + '_ {
        self.children(node).filter_map(move |child| {
            let (input, output) = self.labels.pair(self.nodes[child].label);
            (input == wanted).then_some((child, output))
        })
    }

    fn answers_at(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(index(self.nodes[node].ended), |&answer| index(self.answers[answer].next))
    }

    fn child_or_new(&mut self, node: usize, input: InputId, output: OutputId) -> usize {
        let label = self.labels.intern(input, output);
        let mut last = None;
        for child in self.children(node) {
            if self.nodes[child].label == label {
                return child;
            }
            last = Some(child);
        }
        let child = self.nodes.len();
        match last {
            Some(last) => self.nodes[last].next_sibling = child as u32,
            None => self.nodes[node].first_child = child as u32,
        }
        self.nodes.push(Node::new(label));
        child
    }

    /// Takes the first answer that is exactly what `plan` would give, or else a part of a longer one; and whether the
    /// journal knows more of it.
    pub(super) fn take(&mut self, plan: &Plan, symbols: &Symbols, record: &Record) -> Option<(Executed, bool)> {
        if self.left == 0 {
            return None;
        }
        let ends = self.ends(plan, symbols, record);
        let exact = ends.iter().enumerate().filter_map(|(place, end)| {
            let unserved = |&answer: &usize| (self.answers[answer].served as usize) < end.trace.len();
            Some((self.answers_at(end.node).find(unserved)?, place))
        });
        let part =
            || ends.iter().enumerate().find_map(|(place, end)| Some((self.longer(end.node, end.trace.len())?, place)));
        let (answer, place) = exact.min().or_else(part)?;
        Some(self.give_out(answer, &ends[place].trace))
    }

    fn give_out(&mut self, index: usize, trace: &[(InputId, OutputId)]) -> (Executed, bool) {
        let kept = &mut self.answers[index];
        let served = std::mem::replace(&mut kept.served, trace.len() as u32) as usize;
        let has_details = kept.has_details;
        if kept.served == kept.length {
            self.left -= 1;
        }
        if self.left == 0 {
            self.nodes = Vec::new();
        }
        let (word, outputs) = trace.iter().copied().unzip();
        let answer = Answer { word, outputs, ..Answer::default() };
        (Executed { seq: index as i64 + 1, served, answer }, has_details)
    }

    /// An answer that passes `node`, is believed, and was not given out up to this length.
    fn longer(&self, node: usize, length: usize) -> Option<usize> {
        let mut stack = vec![node];
        while let Some(node) = stack.pop() {
            let fits = |&answer: &usize| {
                !self.answers[answer].is_overturned && (self.answers[answer].served as usize) < length
            };
            if let Some(answer) = self.answers_at(node).find(fits) {
                return Some(answer);
            }
            let first = stack.len();
            stack.extend(self.children(node));
            stack[first..].reverse();
        }
        None
    }

    /// The nodes where `plan` ends, one for each way in which the system answered.
    fn ends(&self, plan: &Plan, symbols: &Symbols, record: &Record) -> Vec<End> {
        let mut ends = Vec::new();
        let mut trace = Vec::new();
        let mut ways =
            vec![Way { node: 0, length: 0, step: None, cursor: Some(Cursor::naming(plan, &symbols.outputs)) }];
        while let Some(Way { node, length, step, cursor }) = ways.pop() {
            trace.truncate(length);
            trace.extend(step);
            let next = cursor.and_then(|cursor| Some((cursor, cursor.next()?)));
            let answered = |step: usize| trace.get(step - 1).map(|&(_, output)| record.arrived.symbol(output));
            match next.filter(|&(_, input)| symbols.inputs.symbol(input).finds_values(answered)) {
                None => ends.push(End { node, trace: trace.clone() }),
                Some((cursor, input)) => {
                    let first = ways.len();
                    let next = self.answers_to(node, input).map(|(node, output)| Way {
                        node,
                        length: trace.len(),
                        step: Some((input, output)),
                        cursor: behind(cursor, output, symbols, record),
                    });
                    ways.extend(next);
                    ways[first..].reverse();
                }
            }
        }
        ends
    }
}

/// Where a plan goes on after an output that was recorded; none behind a final one.
fn behind<'p>(mut cursor: Cursor<'p>, output: OutputId, symbols: &Symbols, record: &Record) -> Option<Cursor<'p>> {
    match record.known(output, symbols) {
        Some(output) if symbols.finals.contains(&output) => return None,
        Some(output) => cursor.take(Some(output)),
        None => cursor.take_text(record.arrived.text(output)),
    }
    Some(cursor)
}

impl Node {
    fn new(label: Label) -> Self {
        Self { first_child: NONE, next_sibling: NONE, ended: NONE, label }
    }
}

fn index(number: u32) -> Option<usize> {
    (number != NONE).then_some(number as usize)
}

/// A way through the recorded answers along a plan: the last step, how many steps came before it, and where the plan
/// goes on, unless the step is final.
struct Way<'p> {
    node: usize,
    length: usize,
    step: Option<(InputId, OutputId)>,
    cursor: Option<Cursor<'p>>,
}

#[cfg(test)]
mod tests {
    use typestar_model::{ERROR, Outputs};

    use super::*;

    /// The inputs `a` and `b`, a few outputs, and errors, which are final.
    fn symbols() -> Symbols {
        let outputs: Outputs = [ERROR, "x", "y", "z"].iter().collect();
        Symbols {
            inputs: ["a", "b"].iter().collect(),
            offered: 2,
            finals: outputs.get(ERROR).into_iter().collect(),
            outputs,
        }
    }

    /// What was recorded, with all outputs.
    fn record() -> Record {
        Record::of_arrived(symbols().outputs)
    }

    fn outputs_of(text: &str) -> Vec<OutputId> {
        text.split_whitespace().map(|name| symbols().outputs.get(name).unwrap()).collect()
    }

    /// Answers with `seq` 1, 2, ...; a star marks what was overturned.
    fn replay(traces: &[(&str, &str)]) -> Replay {
        let mut replay = Replay::default();
        for (&(inputs, outputs), seq) in traces.iter().zip(1..) {
            let believed = outputs.trim_end_matches('*');
            replay.add(seq, (&word(inputs), &outputs_of(believed)), false, outputs != believed);
        }
        replay
    }

    fn word(text: &str) -> Vec<InputId> {
        text.split_whitespace().map(|name| symbols().inputs.get(name).unwrap()).collect()
    }

    /// The number and the outputs of what is taken for a word.
    fn take(replay: &mut Replay, text: &str) -> Option<(i64, String)> {
        let (taken, _) = replay.take(&Plan::word(word(text)), &symbols(), &record())?;
        Some((taken.seq, symbols().outputs.show(&taken.answer.outputs)))
    }

    fn some(seq: i64, outputs: &str) -> Option<(i64, String)> {
        Some((seq, outputs.to_owned()))
    }

    #[test]
    fn repetitions_are_replayed_in_order_and_never_echoed() {
        let mut replay = replay(&[("a", "x"), ("a", "y*"), ("a", "x")]);
        assert_eq!(take(&mut replay, "a"), some(1, "x"));
        assert_eq!(take(&mut replay, "a"), some(2, "y"));
        assert_eq!(take(&mut replay, "a"), some(3, "x"));
        assert_eq!(take(&mut replay, "a"), None);
    }

    #[test]
    fn a_longer_answer_serves_its_beginning_once_and_then_itself() {
        let mut replay = replay(&[("a b", "x y")]);
        assert_eq!(take(&mut replay, "a"), some(1, "x"));
        assert_eq!(take(&mut replay, "a"), None);
        assert_eq!(take(&mut replay, "a b"), some(1, "x y"));
        assert_eq!(take(&mut replay, "a b"), None);
    }

    #[test]
    fn the_beginning_of_an_overturned_answer_is_not_served() {
        let mut replay = replay(&[("a b", "x y*")]);
        assert_eq!(take(&mut replay, "a"), None);
        assert_eq!(take(&mut replay, "a b"), some(1, "x y"));
    }

    #[test]
    fn an_answer_that_ended_with_an_error_serves_every_longer_word() {
        let mut replay = replay(&[("a b", "x error")]);
        assert_eq!(take(&mut replay, "a b a a"), some(1, "x error"));
    }

    #[test]
    fn a_plan_that_chooses_by_outputs_follows_what_was_answered() {
        let mut replay = replay(&[("a a", "x y"), ("a b", "z y")]);
        let mut plan = Plan::word(word("a"));
        plan.then = [(outputs_of("z")[0].into(), Plan::word(word("b")))].into();
        plan.otherwise = Some(Box::new(Plan::word(word("a"))));
        let mut taken = || Some(replay.take(&plan, &symbols(), &record())?.0.seq);
        assert_eq!([taken(), taken(), taken()], [Some(1), Some(2), None]);
    }

    #[test]
    fn a_missing_number_is_no_answer_and_was_never_taken() {
        let mut replay = Replay::default();
        replay.add(3, (&word("a"), &outputs_of("x")), false, false);
        assert_eq!(take(&mut replay, "a"), some(3, "x"));
        assert_eq!([1, 2, 3, 4].map(|seq| replay.was_taken(seq)), [false, false, true, false]);
    }

    #[test]
    fn an_entry_that_fills_a_gap_takes_nothing_from_the_others() {
        let mut replay = replay(&[("a", "x")]);
        for (seq, outputs) in [(4, "y"), (2, "z")] {
            replay.add(seq, (&word("b"), &outputs_of(outputs)), false, false);
        }
        assert_eq!(take(&mut replay, "b"), some(2, "z"));
        assert_eq!(take(&mut replay, "b"), some(4, "y"));
        assert_eq!(take(&mut replay, "a"), some(1, "x"));
        assert_eq!(replay.left, 0);
    }

    #[test]
    fn a_node_and_an_answer_take_sixteen_bytes_and_nothing_once_all_is_taken() {
        assert_eq!((size_of::<Node>(), size_of::<Kept>()), (16, 16));
        let mut replay = replay(&[("a b", "x y"), ("a", "x")]);
        assert_eq!(replay.nodes.len(), 3);
        assert_eq!((take(&mut replay, "a"), take(&mut replay, "a b")), (some(2, "x"), some(1, "x y")));
        assert_eq!(replay.nodes.capacity(), 0);
    }
}
