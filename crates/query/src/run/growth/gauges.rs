//! Gauges: words that show how often something was done.
//!
//! A hypothesis tells the rungs of a ladder apart, so it knows words that show the count as far as it goes. A gauge goes
//! on in the same way: `resume wait` tells one line from none, `resume wait wait` two from one, so 49 lines are shown by
//! `resume` and 49 waits.

use typestar_learn::MealyHypothesis;
use typestar_model::{InputId, Inputs, Levels, Mealy, OutputKind, StateId, WAIT, Word};

use crate::run::growth::ladders::Ladder;

/// A count is one only if there are so many different numbers.
const FEWEST_NUMBERS: usize = 3;

/// So many callbacks of each round are waited for where nothing is known of them.
const CALLBACKS_BY_ROUND: usize = 2;

/// So many callins are gauges for any cycle. There may be thousands.
const MOST_CALLINS: usize = 40;

/// A word that grows with the number of rounds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gauge {
    pub(crate) before: Word,
    /// Repeated in proportion to the rounds.
    pub(crate) unit: Word,
    pub(crate) after: Word,
    /// How often the unit comes for each round,
    pub(crate) by_round: usize,
    /// how often besides,
    pub(crate) more: usize,
    /// and from which round on.
    pub(crate) from: usize,
}

impl Gauge {
    /// The same word for any number of rounds.
    pub(crate) fn fixed(word: Word) -> Self {
        Self { before: word, ..Self::default() }
    }

    /// A unit that is given as often as there were rounds, or several times that, and a little more.
    fn counting(before: Word, unit: InputId, by_round: usize, more: usize) -> Self {
        Self { before, unit: vec![unit], by_round, more, ..Self::default() }
    }

    /// The word for so many rounds.
    pub(crate) fn word(&self, rounds: usize) -> Word {
        let times = self.by_round * rounds.saturating_sub(self.from) + self.more;
        [&self.before[..], &self.unit.repeat(times), &self.after].concat()
    }
}

/// The gauges of a ladder: how its rungs are told apart, and each call that lets more go the more rounds there were.
pub(crate) fn gauges(hypothesis: &MealyHypothesis, levels: &Levels, ladder: &Ladder) -> Vec<Gauge> {
    let machine = &hypothesis.machine;
    let wait = machine.inputs().get(WAIT);
    let mut gauges = vec![telling(machine, levels, &ladder.rungs)];
    let mut add = |gauge: Option<Gauge>| gauges.extend(gauge.filter(|gauge| !gauges.contains(gauge)));
    if let Some(wait) = wait {
        add(counted(ladder, wait, &[], |rung| pending(machine, rung, wait)));
    }
    for callin in machine.inputs().ids().filter(|&input| Some(input) != wait) {
        if let Some(wait) = wait {
            add(counted(ladder, wait, &[callin], |rung| pending(machine, machine.step(rung, callin)?.1, wait)));
        }
        add(counted(ladder, callin, &[], |rung| times(machine, rung, callin)));
    }
    gauges
}

/// The gauges that fit any cycle: waits, each callin followed by waits, and each callin again and again.
pub(crate) fn general_gauges(inputs: &Inputs, offered: usize) -> Vec<Gauge> {
    let wait = inputs.get(WAIT);
    let waits = |before: Word| wait.map(|wait| Gauge::counting(before, wait, CALLBACKS_BY_ROUND, 2));
    let of_callin = |callin| [Some(Gauge::counting(Word::new(), callin, 1, 2)), waits(vec![callin])];
    waits(Word::new()).into_iter().chain(callins(inputs, offered).flat_map(of_callin).flatten()).collect()
}

/// Gauges that give each callin again and again, with a wait behind each. With a real clock that takes long.
pub(crate) fn waiting_gauges(inputs: &Inputs, offered: usize) -> Vec<Gauge> {
    let Some(wait) = inputs.get(WAIT) else { return Vec::new() };
    let gauge = |callin| Gauge { unit: vec![callin, wait], ..Gauge::counting(Word::new(), wait, 1, 2) };
    callins(inputs, offered).map(gauge).collect()
}

fn callins(inputs: &Inputs, offered: usize) -> impl Iterator<Item = InputId> {
    let wait = inputs.get(WAIT);
    inputs.ids().take(offered).filter(move |&input| Some(input) != wait).take(MOST_CALLINS)
}

/// The gauge that goes on as the words do that tell the rungs apart: the last ones, or else earlier ones. If they have
/// nothing in common, it is the word that tells the last two apart.
fn telling(machine: &Mealy, levels: &Levels, rungs: &[StateId]) -> Gauge {
    let word = |top: usize| levels.separating_word(machine, rungs[top - 1], rungs[top]).unwrap_or_default();
    let last = rungs.len() - 1;
    let mut longer = word(last);
    let plain = Gauge::fixed(longer.clone());
    for top in (2..=last).rev() {
        let shorter = word(top - 1);
        if let Some(gauge) = grown(&shorter, &longer, top) {
            return gauge;
        }
        longer = shorter;
    }
    plain
}

/// The gauge that goes on as from the shorter word, which tells `top - 1` rounds, to the longer one, which tells `top`.
pub(crate) fn grown(shorter: &[InputId], longer: &[InputId], top: usize) -> Option<Gauge> {
    let more = longer.len().checked_sub(shorter.len()).filter(|&more| more > 0)?;
    let at = (0..=shorter.len()).find(|&at| longer[..at] == shorter[..at] && longer[at + more..] == shorter[at..])?;
    let unit = longer[at..at + more].to_vec();
    Some(Gauge {
        before: shorter[..at].to_vec(),
        unit,
        after: shorter[at..].to_vec(),
        by_round: 1,
        more: 0,
        from: top - 1,
    })
}

/// The gauge that gives `unit` as often as a number says that goes up along the rungs; none if it does not.
fn counted(
    ladder: &Ladder,
    unit: InputId,
    before: &[InputId],
    number: impl Fn(StateId) -> Option<usize>,
) -> Option<Gauge> {
    let numbers: Vec<usize> = ladder.rungs.iter().filter_map(|&rung| number(rung)).collect();
    let steps = || numbers.windows(2).map(|pair| pair[1].checked_sub(pair[0]));
    let by_round = steps().flatten().max()?;
    let is_going_up = steps().all(|step| step.is_some());
    let has_enough = steps().flatten().filter(|&step| step > 0).count() + 1 >= FEWEST_NUMBERS;
    (is_going_up && has_enough).then(|| Gauge::counting(before.to_vec(), unit, by_round, numbers[0] + 2))
}

/// How many waits in a row give a callback; none if they never end, or end otherwise than quietly.
pub(crate) fn pending(machine: &Mealy, mut state: StateId, wait: InputId) -> Option<usize> {
    for count in 0..=machine.len() {
        let (output, next) = machine.step(state, wait)?;
        match OutputKind::of(machine.outputs().text(output)) {
            OutputKind::Callback => state = next,
            OutputKind::Quiet => return Some(count),
            _ => return None,
        }
    }
    None
}

/// How often an input answers as it does at first; none if it does so for ever.
fn times(machine: &Mealy, mut state: StateId, input: InputId) -> Option<usize> {
    let (first, _) = machine.step(state, input)?;
    for count in 0..=machine.len() {
        let (output, next) = machine.step(state, input)?;
        if output != first {
            return Some(count);
        }
        state = next;
    }
    None
}

#[cfg(test)]
mod tests {
    use typestar_model::Id as _;

    use super::*;

    fn word(inputs: &[usize]) -> Word {
        inputs.iter().map(|&input| InputId::new(input)).collect()
    }

    #[test]
    fn a_gauge_goes_on_as_the_words_do_that_tell_rungs_apart() {
        let gauge = grown(&word(&[1, 2]), &word(&[1, 2, 2]), 2).unwrap();
        assert_eq!(gauge.word(1), word(&[1, 2]));
        assert_eq!(gauge.word(2), word(&[1, 2, 2]));
        assert_eq!(gauge.word(5), word(&[1, 2, 2, 2, 2, 2]));
        let gauge = grown(&word(&[3]), &word(&[0, 1, 3]), 4).unwrap();
        assert_eq!(gauge.word(3), word(&[3]));
        assert_eq!(gauge.word(5), word(&[0, 1, 0, 1, 3]));
        assert_eq!(grown(&word(&[1, 2]), &word(&[2, 1, 1]), 2), None);
        assert_eq!(grown(&word(&[1, 2]), &word(&[1, 3]), 2), None);
    }
}
