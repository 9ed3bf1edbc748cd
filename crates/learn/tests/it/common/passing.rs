//! All machines that pass a test suite, found by filling in transitions only where a word needs them.

use std::collections::VecDeque;

use typestar_learn::MealyHypothesis;
use typestar_model::{Id, InputId, Mealy, OutputId, StateId, Word};

/// Which machines a suite must find out.
#[derive(Clone, Copy, Debug)]
pub enum Domain {
    /// Machines with at most this many states. One that answers nothing but the final output does not count.
    States(usize),
    /// Machines whose states are all reached by access words followed by at most this many inputs.
    Reach(usize),
}

/// Looks for a machine that passes a suite and yet differs from the hypothesis.
pub struct Passing<'a> {
    hypothesis: &'a MealyHypothesis,
    domain: Domain,
    finals: Option<OutputId>,
    words: Vec<(Word, Vec<OutputId>)>,
    /// The words before this one may lead to new states.
    growing: usize,
    inputs: usize,
    most: usize,
    used: usize,
    table: Vec<Option<(OutputId, usize)>>,
}

impl<'a> Passing<'a> {
    /// The search among the machines of a domain, with at most one final output.
    pub fn new(hypothesis: &'a MealyHypothesis, finals: Option<OutputId>, domain: Domain, suite: &[Word]) -> Self {
        let inputs = hypothesis.machine.inputs().len();
        let first = match domain {
            Domain::States(_) => Vec::new(),
            Domain::Reach(inputs) => reached(hypothesis, inputs),
        };
        let most = match domain {
            Domain::States(states) => states,
            Domain::Reach(_) => first.len(),
        };
        let growing = if first.is_empty() { suite.len() } else { first.len() };
        let words = first.iter().chain(suite).map(|word| (word.clone(), hypothesis.machine.run(word))).collect();
        let mut table = vec![None; most * inputs];
        table.extend(finals.iter().flat_map(|&output| vec![Some((output, most)); inputs]));
        Self { hypothesis, domain, finals, words, growing, inputs, most, used: 1, table }
    }

    /// The first machine that passes and differs.
    pub fn different(&mut self) -> Option<Mealy> {
        self.search(0)
    }

    fn search(&mut self, mut next: usize) -> Option<Mealy> {
        while next < self.words.len() {
            match self.run(next) {
                Run::Agreed => next += 1,
                Run::Differed => return None,
                Run::Open(cell, output) => return self.fill(next, cell, output),
            }
        }
        self.judge()
    }

    fn run(&self, word: usize) -> Run {
        let mut state = 0;
        let (inputs, outputs) = &self.words[word];
        for (input, &expected) in inputs.iter().zip(outputs) {
            let cell = state * self.inputs + input.index();
            match self.table[cell] {
                None => return Run::Open(cell, expected),
                Some((output, _)) if output != expected => return Run::Differed,
                Some((_, to)) => state = to,
            }
        }
        Run::Agreed
    }

    /// Tries all targets of a transition; new states are numbered in the order in which they are needed.
    fn fill(&mut self, word: usize, cell: usize, output: OutputId) -> Option<Mealy> {
        let is_growing = word < self.growing && self.used < self.most;
        let mut targets: Vec<usize> = (0..self.used + usize::from(is_growing)).collect();
        if self.finals == Some(output) {
            targets = vec![self.most];
        } else if self.finals.is_some() {
            targets.push(self.most);
        }
        let used = self.used;
        for target in targets {
            self.used = if target == used && target < self.most { used + 1 } else { used };
            self.table[cell] = Some((output, target));
            let found = self.search(word);
            if found.is_some() {
                return found;
            }
        }
        (self.used, self.table[cell]) = (used, None);
        None
    }

    /// A machine that passed, unless it is the hypothesis or outside the domain.
    fn judge(&self) -> Option<Mealy> {
        if let Domain::Reach(inputs) = self.domain
            && self.reached_by(&reached(self.hypothesis, inputs)) < self.reachable().len()
        {
            return None;
        }
        (!self.is_hypothesis()).then(|| self.machine())
    }

    /// How many states these words reach; the one behind final outputs is always among them.
    fn reached_by(&self, words: &[Word]) -> usize {
        let step = |state: usize, input: &InputId| Some(self.table[state * self.inputs + input.index()]?.1);
        let mut states: Vec<usize> =
            words.iter().filter_map(|word| word.iter().try_fold(0, step)).chain([self.most]).collect();
        states.sort_unstable();
        states.dedup();
        states.len()
    }

    fn reachable(&self) -> Vec<usize> {
        let mut states = vec![0, self.most];
        let mut next = 0;
        while let Some(&state) = states.get(next).filter(|_| next < states.len()) {
            next += 1;
            for cell in state * self.inputs..(state + 1) * self.inputs {
                if let Some(&Some((_, to))) = self.table.get(cell)
                    && !states.contains(&to)
                {
                    states.push(to);
                }
            }
        }
        states
    }

    fn is_hypothesis(&self) -> bool {
        let mut seen = vec![(0, self.hypothesis.machine.initial())];
        let mut queue = VecDeque::from(seen.clone());
        while let Some((state, expected)) = queue.pop_front() {
            for input in self.hypothesis.machine.inputs().ids() {
                let (output, next) = self.hypothesis.machine.step(expected, input).unwrap();
                let Some((seen_output, to)) = self.table[state * self.inputs + input.index()] else { return false };
                if seen_output != output {
                    return false;
                }
                if !seen.contains(&(to, next)) {
                    seen.push((to, next));
                    queue.push_back((to, next));
                }
            }
        }
        true
    }

    /// The machine that was found; where it is free, it stays where it is and answers the first output.
    fn machine(&self) -> Mealy {
        let model = &self.hypothesis.machine;
        let mut machine = Mealy::with_outputs(model.inputs().clone(), model.outputs().clone());
        for state in 0..self.most + usize::from(self.finals.is_some()) {
            machine.add_state(&format!("s{state}"));
        }
        for state in machine.states() {
            for input in model.inputs().ids() {
                let step = self.table[state.index() * self.inputs + input.index()];
                let (output, to) = step.unwrap_or((OutputId::new(0), state.index()));
                machine.set(state, input, output, StateId::new(to));
            }
        }
        machine
    }
}

enum Run {
    Agreed,
    Differed,
    Open(usize, OutputId),
}

/// The access words followed by at most this many inputs, without final outputs on the way, short middles first.
fn reached(hypothesis: &MealyHypothesis, inputs: usize) -> Vec<Word> {
    let mut words = hypothesis.access.clone();
    let mut last = words.clone();
    for _ in 0..inputs {
        last = (last.iter())
            .flat_map(|word| hypothesis.machine.inputs().ids().map(move |input| [&word[..], &[input]].concat()))
            .filter(|word| !words.contains(word) && !hypothesis.is_sink(hypothesis.state_after(word)))
            .collect();
        words.extend(last.iter().cloned());
    }
    words
}
