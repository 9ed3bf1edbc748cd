//! Plans: what to do in one execution. The [`Cursor`] is the one place where they are interpreted.
//!
//! One execution costs one reset, and resets are what runs mostly pay for. So a plan says as much as possible
//! at once: it gives a word, looks at the last output, and goes on accordingly.
//!
//! ```text
//! word          then                otherwise
//!
//! coin push ──▶ ok      ──▶ push
//!           ──▶ refused ──▶ coin coin
//!           ──▶ anything else ────▶ (ends)
//! ```
//!
//! The part behind an arrow is a plan again. `only` is for long words that are worth their cost only while
//! the system answers as expected: at the first other answer the plan ends.
//!
//! What holds:
//!
//! - The empty plan does nothing. A plan without choices is a word.
//! - A choice is made by one output, the last one. What came before is known, since it led here.
//! - The first choice in the list that fits is taken.
//! - A final output (an error) ends the execution, whatever the plan says. Plans do not know which outputs
//!   are final; whoever follows one does.
//! - An input that reuses a value which is not there ends the execution before it: the word was planned for
//!   other answers, and those that came are an observation. Whoever follows a plan asks
//!   [`Symbol::finds_values`].
//!
//! Plans can be very deep. Therefore [`Plan::all_parts`], [`Plan::longest`], [`Plan::heaviest`] and
//! [`Plan::take_apart`] keep a list of what is left to visit, and do not call themselves.

use std::sync::Arc;

use crate::Word;
use crate::symbols::alphabet::Outputs;
use crate::symbols::symbol::{InputId, NameId, NodeId, OutputId, Symbol};
use crate::tree::{ObservationTree, Seen};

/// What to do in one execution, which costs one reset: a word, and then perhaps a choice by the last output.
///
/// A plan without branches is simply a word. Execution ends early at a final output (an error).
///
/// ```
/// use typestar_model::{Choice, Cursor, Id, InputId, OutputId, Plan};
/// let [coin, push] = [0, 1].map(InputId::new);
/// let [ok, refused] = [0, 1].map(OutputId::new);
/// let plan = Plan {
///     then: [(Choice::Output(ok), Plan::word([push, push]))].into(),
///     otherwise: Some(Box::new(Plan::word([coin]))),
///     ..Plan::word([push])
/// };
/// assert_eq!(plan.longest(), 3);
/// let at_push = Cursor::new(&plan);
/// assert_eq!(at_push.after(Some(ok)).rest(), Plan::word([push, push]));
/// assert_eq!(at_push.after(Some(refused)).next(), Some(coin));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The inputs to give first.
    pub word: Word,
    /// After the inputs of `word` at these places the plan goes on only if this was answered. The places go up, and
    /// none of them is the last one.
    pub only: Vec<(usize, Choice)>,
    /// How to go on, by the last output of `word`. Shared, because many plans go on in the same way.
    pub then: Arc<[(Choice, Plan)]>,
    /// How to go on after an output that `then` does not list; without it the execution ends there.
    pub otherwise: Option<Box<Plan>>,
}

/// What a plan chooses by.
///
/// Names are for systems with data: `got(3)` and `got(4)` are two outputs, and a plan that wants any of
/// them cannot list values that were not seen yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Exactly this output.
    Output(OutputId),
    /// Any output of this name, whatever its values.
    Name(NameId),
}

impl Choice {
    /// Whether it is a name, which stands for many outputs.
    pub fn is_name(self) -> bool {
        matches!(self, Self::Name(_))
    }

    /// The name of the output is only asked for where a name is listed.
    #[inline]
    fn fits(self, output: Option<OutputId>, name: impl FnOnce() -> Option<NameId>) -> bool {
        match self {
            Self::Output(listed) => output == Some(listed),
            Self::Name(listed) => name() == Some(listed),
        }
    }
}

impl From<OutputId> for Choice {
    fn from(output: OutputId) -> Self {
        Self::Output(output)
    }
}

impl Plan {
    /// The plan that gives one fixed word.
    pub fn word(word: impl Into<Word>) -> Self {
        Self { word: word.into(), ..Self::default() }
    }

    /// The plan to give one input, and then the rest if this is answered.
    ///
    /// Chained, it makes a plan that follows one expected trace and ends where the system leaves it.
    pub fn step_and_then(input: InputId, output: OutputId, rest: Plan) -> Self {
        Self { then: [(output.into(), rest)].into(), ..Self::word([input]) }
    }

    /// The first step of the plan after `node` that the tree does not know; none if the tree has its whole answer.
    ///
    /// This is for plans that choose by whole outputs; for others there is [`Cursor::first_unknown`].
    ///
    /// An oracle asks it before it executes a plan: if there is none, the answer costs nothing.
    ///
    /// ```
    /// use typestar_model::{Id, InputId, ObservationTree, OutputId, Plan};
    /// let (a, b, ok) = (InputId::new(0), InputId::new(1), OutputId::new(0));
    /// let mut tree = ObservationTree::new();
    /// let node = tree.insert(&[a], &[ok]).unwrap();
    /// let plan = Plan::step_and_then(a, ok, Plan::word([b]));
    /// assert_eq!(plan.first_unknown(&tree, tree.root()), Some((node, b)));
    /// tree.insert(&[a, b], &[ok, ok]).unwrap();
    /// assert_eq!(plan.first_unknown(&tree, tree.root()), None);
    /// ```
    pub fn first_unknown(&self, tree: &ObservationTree, node: NodeId) -> Option<(NodeId, InputId)> {
        Cursor::new(self).first_unknown(tree, node)
    }

    /// How many inputs its longest way has.
    pub fn longest(&self) -> usize {
        self.heaviest(&|_| 1)
    }

    /// What its heaviest way weighs, if each input weighs something.
    ///
    /// With times as weights this is how long an execution may take, for a time limit on the whole of it.
    pub fn heaviest<W: Weight>(&self, weigh: &dyn Fn(InputId) -> W) -> W {
        heaviest_from(self, &self.word, weigh)
    }

    /// This plan, and all in which it may go on, near or far.
    pub fn all_parts(&self) -> impl Iterator<Item = &Plan> {
        let mut rest = vec![self];
        std::iter::from_fn(move || {
            let part = rest.pop()?;
            rest.extend(part.parts());
            Some(part)
        })
    }

    /// Takes the plan apart, part by part. A plan of a hundred thousand parts that follow each other must end like
    /// this: simply dropped, it would need a call within a call for each of them.
    pub fn take_apart(self) {
        let mut rest = vec![self];
        while let Some(mut part) = rest.pop() {
            let shared = Arc::get_mut(&mut part.then).unwrap_or_default();
            rest.extend(shared.iter_mut().map(|(_, next)| std::mem::take(next)));
            rest.extend(part.otherwise.take().map(|next| *next));
        }
    }

    /// Whether the plan chooses by outputs.
    pub fn is_adaptive(&self) -> bool {
        !self.only.is_empty() || self.parts().next().is_some()
    }

    /// The plan that ends after this many inputs.
    ///
    /// ```
    /// use typestar_model::{Id, InputId, OutputId, Plan};
    /// let (a, b, ok) = (InputId::new(0), InputId::new(1), OutputId::new(0));
    /// let plan = Plan::step_and_then(a, ok, Plan::word([b, b, b]));
    /// assert_eq!(plan.cut(2), Plan::step_and_then(a, ok, Plan::word([b])));
    /// assert_eq!(plan.cut(1), Plan::word([a]));
    /// ```
    pub fn cut(&self, length: usize) -> Plan {
        let within = |&&(place, _): &&(usize, Choice)| place + 1 < length;
        let only = self.only.iter().filter(within).copied().collect();
        let Some(left) = length.checked_sub(self.word.len()).filter(|&left| left > 0) else {
            return Plan { only, ..Plan::word(&self.word[..length.min(self.word.len())]) };
        };
        Plan {
            word: self.word.clone(),
            only,
            then: self.then.iter().map(|(choice, next)| (*choice, next.cut(left))).collect(),
            otherwise: self.otherwise.as_ref().map(|next| Box::new(next.cut(left))),
        }
    }

    /// The ways in which it may go on after its word.
    fn parts(&self) -> impl Iterator<Item = &Plan> {
        self.then.iter().map(|(_, plan)| plan).chain(self.otherwise.as_deref())
    }

    /// How the plan goes on after `word`, by the first choice that fits its last output; none if it ends there.
    fn next(&self, fits: impl Fn(Choice) -> bool) -> Option<&Plan> {
        let listed = self.then.iter().find(|&&(choice, _)| fits(choice));
        listed.map(|(_, plan)| plan).or(self.otherwise.as_deref())
    }
}

/// What inputs can weigh: steps, or the time that they may take.
///
/// `Default` is the weight of nothing. Adding must never make less of it, or the heaviest way would be wrong.
pub trait Weight: Copy + Ord + Default {
    /// Both together.
    fn plus(self, other: Self) -> Self;
}

impl Weight for usize {
    fn plus(self, other: Self) -> Self {
        self + other
    }
}

impl Weight for std::time::Duration {
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }
}

/// What the heaviest way weighs that begins with these inputs, the last ones of a part.
///
/// It follows all ways at once with a list of what is left, because plans may be very deep.
fn heaviest_from<W: Weight>(part: &Plan, word: &[InputId], weigh: &dyn Fn(InputId) -> W) -> W {
    let (mut heaviest, mut rest) = (W::default(), Vec::new());
    let mut next = Some((part, word, W::default()));
    while let Some((part, word, before)) = next {
        let weight = word.iter().map(|&input| weigh(input)).fold(before, W::plus);
        rest.extend(part.parts().map(|next| (next, &next.word[..], weight)));
        heaviest = heaviest.max(weight);
        next = rest.pop();
    }
    heaviest
}

/// A place in a plan: what to give next. Everybody who follows a plan has one: the tree, the replay of the journal, the
/// purpose, simulated machines and hosts.
///
/// It is small and can be copied, so one plan can be followed in many places at once, with different outputs.
///
/// ```text
/// plan      a a b ─ ok ─▶ c c          part   the word that is being given
/// cursor      ▲                        at     how many of its inputs were given
///                                      met    how many conditions of `only` were met
/// ```
///
/// A cursor is never at a part without inputs, unless the plan ends there.
///
/// ```
/// use typestar_model::{Cursor, Id, InputId, OutputId, Plan};
/// let (a, b, ok) = (InputId::new(0), InputId::new(1), OutputId::new(0));
/// let plan = Plan::step_and_then(a, ok, Plan::word([b]));
/// let mut cursor = Cursor::new(&plan);
/// assert_eq!(cursor.next(), Some(a));
/// cursor.take(Some(ok));
/// assert_eq!(cursor.next(), Some(b));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Cursor<'p> {
    part: &'p Plan,
    /// The alphabet, for plans that choose by names.
    names: Option<&'p Outputs>,
    /// How many inputs of the part's word were given.
    at: usize,
    /// How many of its conditions were met.
    met: usize,
}

impl<'p> Cursor<'p> {
    /// The place before the first input of a plan that chooses by whole outputs.
    pub fn new(plan: &'p Plan) -> Self {
        Self::start(plan, None)
    }

    /// The place before the first input of a plan that may choose by the names of these outputs, whatever their values.
    ///
    /// ```
    /// use typestar_model::{Choice, Cursor, Id, InputId, Outputs, Plan};
    /// let (poll, offer) = (InputId::new(0), InputId::new(1));
    /// let mut outputs = Outputs::default();
    /// let out = outputs.intern_name("out");
    /// let plan = Plan { then: [(Choice::Name(out), Plan::word([offer]))].into(), ..Plan::word([poll]) };
    /// let mut cursor = Cursor::naming(&plan, &outputs);
    /// cursor.take_text("out(7)"); // an output that the alphabet does not have
    /// assert_eq!(cursor.next(), Some(offer));
    /// ```
    pub fn naming(plan: &'p Plan, outputs: &'p Outputs) -> Self {
        Self::start(plan, Some(outputs))
    }

    fn start(plan: &'p Plan, names: Option<&'p Outputs>) -> Self {
        let mut cursor = Self { part: plan, names, at: 0, met: 0 };
        cursor.pass_empty_parts();
        cursor
    }

    /// The first step from here on that the tree does not know after `node`; none if it knows all of them.
    pub fn first_unknown(mut self, tree: &ObservationTree, mut node: NodeId) -> Option<(NodeId, InputId)> {
        while let Some(input) = self.next() {
            match tree.seen(node, input) {
                Seen::Unknown => return Some((node, input)),
                Seen::Final(_) => return None,
                Seen::Step(output, next) => {
                    self.take(Some(output));
                    node = next;
                }
            }
        }
        None
    }

    /// The next input; none at the end.
    ///
    /// It looks and does not move: only an output moves a cursor, see [`Self::take`].
    #[inline]
    pub fn next(&self) -> Option<InputId> {
        self.part.word.get(self.at).copied()
    }

    /// The next input was given, with this output; none stands for an output that no plan names.
    #[inline]
    pub fn take(&mut self, output: Option<OutputId>) {
        let names = self.names;
        self.go_on(|choice| choice.fits(output, || output.zip(names).map(|(output, names)| names.name_of(output))));
    }

    /// The next input was given, with the output of this text. It may be new to the alphabet, and is called as others.
    pub fn take_text(&mut self, output: &str) {
        let Some(names) = self.names else { return self.take(None) };
        let known = names.get(output);
        let name = known.map(|output| names.name_of(output));
        self.take_named(known, name.or_else(|| names.get_name(Symbol::read(output).name())));
    }

    /// The next input was given, with this output, which the alphabet knows by this number or not at all.
    pub fn take_symbol(&mut self, known: Option<OutputId>, output: &Symbol) {
        match (known, self.names) {
            (None, Some(names)) => self.take_named(None, names.get_name(output.name())),
            (known, _) => self.take(known),
        }
    }

    /// The next input was given, with an output that may be new to the alphabet while its name is known.
    pub fn take_named(&mut self, output: Option<OutputId>, name: Option<NameId>) {
        self.go_on(|choice| choice.fits(output, || name));
    }

    /// The only place where a plan is interpreted. All ways to say an output come here as a test on choices.
    #[inline]
    fn go_on(&mut self, fits: impl Fn(Choice) -> bool) {
        if self.at >= self.part.word.len() {
            return;
        }
        if let Some(&(place, choice)) = self.part.only.get(self.met)
            && place == self.at
        {
            if !fits(choice) {
                return self.end();
            }
            self.met += 1;
        }
        self.at += 1;
        if self.at >= self.part.word.len() {
            self.enter(self.part.next(fits));
            self.pass_empty_parts();
        }
    }

    /// The place after the next input, with this output.
    pub fn after(mut self, output: Option<OutputId>) -> Self {
        self.take(output);
        self
    }

    /// What the plan chooses by after the next input: nothing inside a word, unless it goes on after one output only.
    ///
    /// The caller can follow each of them by [`Self::after_choice`]; for all other outputs there is
    /// [`Self::after`] with none.
    pub fn choices(&self) -> impl Iterator<Item = Choice> + use<'p> {
        let only = self.part.only.get(self.met).filter(|&&(place, _)| place == self.at).map(|&(_, choice)| choice);
        let is_last = self.at + 1 == self.part.word.len();
        let then = if is_last { &self.part.then[..] } else { &[] };
        only.into_iter().chain(then.iter().map(|&(choice, _)| choice))
    }

    /// The place after the next input, with an output that the plan chooses by.
    pub fn after_choice(self, choice: Choice) -> Self {
        match choice {
            Choice::Output(output) => self.after(Some(output)),
            Choice::Name(name) => self.after_named(None, Some(name)),
        }
    }

    /// The place after the next input, with an output that may be new to the alphabet while its name is known.
    pub fn after_named(mut self, output: Option<OutputId>, name: Option<NameId>) -> Self {
        self.take_named(output, name);
        self
    }

    /// Whether it is one input further than `earlier` within one word.
    ///
    /// Then the step between them was not the last one of its word, so no part of the plan was chosen by it.
    pub fn is_right_after(&self, earlier: &Self) -> bool {
        std::ptr::eq(self.part, earlier.part) && self.at == earlier.at + 1
    }

    /// What is left of the plan.
    ///
    /// As a plan it starts at its first input, so its conditions are counted from there.
    pub fn rest(&self) -> Plan {
        if self.next().is_none() {
            return Plan::default();
        }
        let only = self.part.only[self.met..].iter().map(|&(place, choice)| (place - self.at, choice));
        Plan { word: self.part.word[self.at..].to_vec(), only: only.collect(), ..self.part.clone() }
    }

    /// What the heaviest way from here on weighs.
    pub fn heaviest<W: Weight>(&self, weigh: &dyn Fn(InputId) -> W) -> W {
        heaviest_from(self.part, &self.part.word[self.at..], weigh)
    }

    /// A part without inputs has no output to choose by.
    fn pass_empty_parts(&mut self) {
        while self.part.word.is_empty() && self.enter(self.part.next(|_| false)) {}
    }

    /// Goes into the next part, or to the end; false if there is none.
    fn enter(&mut self, next: Option<&'p Plan>) -> bool {
        match next {
            Some(next) => (self.part, self.at, self.met) = (next, 0, 0),
            None => self.end(),
        }
        next.is_some()
    }

    /// At the end there is no next input and no condition is open.
    fn end(&mut self) {
        (self.at, self.met) = (self.part.word.len(), self.part.only.len());
    }
}
