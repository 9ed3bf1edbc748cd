//! A system that notes how long it was waited for.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use typestar_model::{Inputs, Outputs, Plan};
use typestar_query::{About, Answer, Symbols, System, SystemError, Taker};

/// What is left of the time of a run was spent on inference.
pub struct Timed<S> {
    /// What is asked.
    pub system: S,
    /// How long it took to answer so far.
    pub waited: Duration,
}

impl<S> Timed<S> {
    fn timed<T>(&mut self, ask: impl FnOnce(&mut S) -> T) -> T {
        let started = Instant::now();
        let answer = ask(&mut self.system);
        self.waited += started.elapsed();
        answer
    }
}

impl<S: System> System for Timed<S> {
    fn inputs(&self) -> &Inputs {
        self.system.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.system.outputs()
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        self.timed(|system| system.run(plans, symbols, answers))
    }

    fn run_at_once(&mut self, plans: &[Plan], symbols: &Symbols, taker: Taker) -> Result<(), SystemError> {
        self.timed(|system| system.run_at_once(plans, symbols, taker))
    }

    fn about(&self) -> &About {
        self.system.about()
    }

    fn copies(&self) -> usize {
        self.system.copies()
    }

    fn begin(&mut self, interrupt: &Arc<AtomicBool>) {
        self.system.begin(interrupt);
    }

    fn look(&mut self, depth: u32) -> bool {
        self.timed(|system| system.look(depth))
    }

    fn troubles(&self) -> &[String] {
        self.system.troubles()
    }
}
