//! State identifiers: for each state few and short words that tell it from all others.

use typestar_model::{Id, InputId, Mealy, OutputId, StateId, Word};

use super::levels::Levels;

/// Words that tell states apart. For any two states that can be told apart, both have a word that begins with one
/// which does so: what is asked of one state is comparable with what is asked of the other.
///
/// Most states have a single word, which is their way through an adaptive distinguishing sequence. States in which
/// many transitions end have the shortest.
pub(super) struct Identifiers {
    words: Vec<Vec<Word>>,
}

impl Identifiers {
    /// The identifiers of these states of a machine, which may be partial: missing transitions tell nothing.
    pub(super) fn of(machine: &Mealy, states: &[StateId]) -> Self {
        let mut weights = vec![1; machine.len()];
        for (_, _, _, to) in machine.edges() {
            weights[to.index()] += 1;
        }
        let mut search =
            Search { machine, levels: Levels::of(machine), weights, words: vec![Vec::new(); machine.len()] };
        search.tell_apart(states);
        for words in &mut search.words {
            remove_prefixes(words);
        }
        Self { words: search.words }
    }

    /// The words of a state; none of them begins another.
    pub(super) fn words(&self, state: StateId) -> &[Word] {
        &self.words[state.index()]
    }
}

fn remove_prefixes(words: &mut Vec<Word>) {
    words.sort();
    let all = std::mem::take(words);
    for (index, word) in all.iter().enumerate() {
        if !all.get(index + 1).is_some_and(|next| next.starts_with(word)) {
            words.push(word.clone());
        }
    }
}

/// A state, and where the word so far has led from it.
#[derive(Clone, Copy)]
struct Walker {
    start: StateId,
    now: StateId,
}

/// Where an input takes a walker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    /// What tells it from others: the output, and what the next inputs will show.
    shown: Option<(OutputId, usize)>,
    now: Option<StateId>,
    /// How much the walker counts.
    weight: i64,
}

/// How much the pairs of these count.
fn pairs(ends: &[End]) -> i64 {
    let sum: i64 = ends.iter().map(|end| end.weight).sum();
    let squares: i64 = ends.iter().map(|end| end.weight * end.weight).sum();
    (sum * sum - squares) / 2
}

struct Search<'a> {
    machine: &'a Mealy,
    levels: Levels,
    /// How many transitions end in each state.
    weights: Vec<i64>,
    words: Vec<Vec<Word>>,
}

impl Search<'_> {
    /// Adds words until these states are told apart as far as they can be.
    fn tell_apart(&mut self, states: &[StateId]) {
        let walkers: Vec<Walker> = states.iter().map(|&state| Walker { start: state, now: state }).collect();
        let mut open = vec![(Word::new(), walkers)];
        while let Some((word, class)) = open.pop() {
            match self.next_input(&class) {
                Some(input) => {
                    let longer = [&word[..], &[input]].concat();
                    open.extend(self.split(&class, input).into_iter().map(|(_, class)| (longer.clone(), class)));
                }
                None => self.end(&word, &class, states.len()),
            }
        }
    }

    /// A word has done what it can for `class`; states that it could not tell apart need another.
    fn end(&mut self, word: &Word, class: &[Walker], before: usize) {
        for walker in class {
            self.words[walker.start.index()].push(word.clone());
        }
        if class.len() > 1 && class.len() < before {
            let states: Vec<StateId> = class.iter().map(|walker| walker.start).collect();
            self.tell_apart(&states);
        }
    }

    /// The input that brings the walkers nearest to being told apart; none if they cannot be.
    fn next_input(&self, class: &[Walker]) -> Option<InputId> {
        let states: Vec<StateId> = class.iter().map(|walker| walker.now).collect();
        let level = self.levels.first_difference(&states)?;
        let mut best = None;
        for input in self.machine.inputs().ids() {
            if let Some(score) = self.score(class, input, level - 1)
                && best.is_none_or(|(other, _)| score > other)
            {
                best = Some((score, input));
            }
        }
        best.map(|(_, input)| input)
    }

    /// How many pairs an input tells apart, or will after `level` more inputs, less the pairs for which it loses the
    /// chance. None if it tells no pair apart.
    fn score(&self, class: &[Walker], input: InputId, level: usize) -> Option<i64> {
        let end = |walker: &Walker| {
            let step = self.machine.step(walker.now, input);
            let shown = step.map(|(output, to)| (output, self.levels.block(level, to)));
            End { shown, now: step.map(|step| step.1), weight: self.weights[walker.start.index()] }
        };
        let mut ends: Vec<End> = class.iter().map(end).collect();
        ends.sort_unstable();
        let all = pairs(&ends);
        let together: i64 = ends.chunk_by(|a, b| a.shown == b.shown).map(pairs).sum();
        let merged: i64 = ends.chunk_by(|a, b| (a.shown, a.now) == (b.shown, b.now)).map(pairs).sum();
        (together < all).then_some(all - together - 2 * merged)
    }

    /// The walkers after an input, by their outputs.
    fn split(&self, class: &[Walker], input: InputId) -> Vec<(Option<OutputId>, Vec<Walker>)> {
        let mut parts: Vec<(Option<OutputId>, Vec<Walker>)> = Vec::new();
        for walker in class {
            let step = self.machine.step(walker.now, input);
            let (output, now) = step.map_or((None, walker.now), |(output, to)| (Some(output), to));
            let walker = Walker { start: walker.start, now };
            match parts.iter_mut().find(|(other, _)| *other == output) {
                Some((_, part)) => part.push(walker),
                None => parts.push((output, vec![walker])),
            }
        }
        parts
    }
}
