//! The chain of tests that a hypothesis goes through.

use typestar_learn::{Completeness, Halt, Hypothesis, Oracle, Outcome, Tester};
use typestar_model::Phase;

use crate::session::Session;

/// One test of a hypothesis.
pub trait Link<H> {
    /// What its words count for.
    fn phase(&self) -> Phase {
        Phase::Testing
    }

    /// Tests until there is a counterexample or nothing is left to try.
    fn test(&mut self, session: &mut Session, hypothesis: &H) -> Result<Outcome, Halt>;

    /// What follows once this link has agreed, and all before it; none if that is nothing new.
    fn establishes(&self) -> Option<Milestone> {
        None
    }

    /// What its words have shown so far, if its name does not say it.
    fn completeness(&self) -> Option<Completeness> {
        None
    }
}

/// How far the tests of a hypothesis have come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Milestone {
    /// The tester agreed.
    Tested,
    /// The hypothesis withstood the challenge, too: this many random words at its end.
    Challenged(u64),
}

/// Links in their order. A hypothesis is tried by one after the other, until one of them finds a counterexample.
pub struct Chain<H> {
    links: Vec<Box<dyn Link<H>>>,
    /// How many links have begun with the last hypothesis.
    begun: usize,
    /// How many of them agreed.
    agreed: usize,
}

impl<H> Chain<H> {
    /// Links that have tested nothing yet.
    pub(crate) fn new(links: Vec<Box<dyn Link<H>>>) -> Self {
        Self { links, begun: 0, agreed: 0 }
    }

    /// A new hypothesis is on its way: nothing is established of it.
    pub(crate) fn begin(&mut self) {
        (self.begun, self.agreed) = (0, 0);
    }

    /// Lets every link try to refute the hypothesis that was begun.
    pub(crate) fn test(&mut self, session: &mut Session, hypothesis: &H) -> Result<Outcome, Halt> {
        for link in &mut self.links {
            session.set_phase(link.phase());
            self.begun += 1;
            match link.test(session, hypothesis)? {
                Outcome::Agreed => self.agreed += 1,
                found => return Ok(found),
            }
        }
        Ok(Outcome::Agreed)
    }

    /// What follows from the links that agreed on the last hypothesis.
    pub fn milestone(&self) -> Option<Milestone> {
        self.links[..self.agreed].iter().rev().find_map(|link| link.establishes())
    }

    /// What the words of the links have shown of the last hypothesis, those of an unfinished link included.
    pub fn completeness(&self) -> Option<Completeness> {
        self.links[..self.begun].iter().find_map(|link| link.completeness())
    }
}

/// A tester that needs an oracle only, as a link.
pub struct TesterLink<T> {
    tester: T,
    phase: Phase,
}

impl<T> TesterLink<T> {
    /// The words of the tester count for this phase.
    pub fn new(tester: T, phase: Phase) -> Self {
        Self { tester, phase }
    }
}

impl<H, T: Tester<H>> Link<H> for TesterLink<T> {
    fn phase(&self) -> Phase {
        self.phase
    }

    fn test(&mut self, session: &mut Session, hypothesis: &H) -> Result<Outcome, Halt> {
        self.tester.test(session, hypothesis)
    }

    fn completeness(&self) -> Option<Completeness> {
        self.tester.completeness()
    }
}

/// Compares the hypothesis with the whole observation tree, which costs no word. A learner compares large trees with
/// its hypothesis from time to time only.
pub struct WholeTree {
    phase: Phase,
    establishes: Option<Milestone>,
}

impl WholeTree {
    /// After the tester: if the tree agrees, too, the hypothesis is tested.
    pub fn after_tester() -> Self {
        Self { phase: Phase::Testing, establishes: Some(Milestone::Tested) }
    }

    /// After further words of this phase.
    pub fn again(phase: Phase) -> Self {
        Self { phase, establishes: None }
    }
}

impl<H: Hypothesis> Link<H> for WholeTree {
    fn phase(&self) -> Phase {
        self.phase
    }

    fn test(&mut self, session: &mut Session, hypothesis: &H) -> Result<Outcome, Halt> {
        Ok(hypothesis.disagreement(session.observed()).map_or(Outcome::Agreed, Outcome::Counterexample))
    }

    fn establishes(&self) -> Option<Milestone> {
        self.establishes
    }
}
