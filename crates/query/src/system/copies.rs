//! Many copies of a system, which are asked at once.

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use typestar_model::{Inputs, Outputs, Plan, Symbol, some_names};
use typestar_protocol::Clock;

use crate::executor::Pace;
use crate::system::{About, Answer, Symbols, System, SystemError, Taker, run_in_order};

/// A copy gets as many words at once as it answers in this time: what is with a copy is lost when all ends, and a copy
/// that has too many lets the others wait at the end.
const SHORT: Duration = Duration::from_millis(5);

/// How often to ask whether answers are still wanted, while none come.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// A system of which several copies are asked at once, each from a thread of its own.
///
/// Copies begin when there is work for them. Their answers come in any order; whoever takes them puts them in order.
///
/// ```
/// use std::ops::ControlFlow;
/// use typestar_model::Plan;
/// use typestar_query::{Copies, Symbols, System};
/// # use typestar_model::{Inputs, Outputs};
/// # use typestar_query::{Answer, SystemError};
/// # struct Echo(Inputs, Outputs);
/// # impl Echo { fn new() -> Self { Echo(["ring"].iter().collect(), Outputs::default()) } }
/// # impl System for Echo {
/// #     fn inputs(&self) -> &Inputs { &self.0 }
/// #     fn outputs(&self) -> &Outputs { &self.1 }
/// #     fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
/// #         answers.extend(plans.iter().map(|plan| Answer::stepped(plan, symbols, &mut self.1, str::to_owned)));
/// #         Ok(())
/// #     }
/// # }
/// let mut copies = Copies::new(Box::new(Echo::new()), 4, |_number| Ok(Box::new(Echo::new())));
/// let inputs = copies.inputs().clone();
/// let plans = vec![Plan::word(inputs.ids().collect::<Vec<_>>()); 10];
/// let symbols = Symbols { offered: inputs.len(), inputs, ..Symbols::default() };
/// let mut answered = 0;
/// copies.run_at_once(&plans, &symbols, &mut |answers, _outputs| {
///     answered += answers.len();
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(answered, 10);
/// # Ok::<(), SystemError>(())
/// ```
pub struct Copies {
    /// All copies; the first is always there.
    copies: Vec<Copy>,
    outputs: Outputs,
    troubles: Vec<String>,
    start: Start,
    /// The copy that gets the next word that comes alone.
    turn: usize,
}

/// Starts the copy with this number, from 1.
type Start = Arc<dyn Fn(usize) -> Result<Box<dyn System>, SystemError> + Send + Sync>;

/// One of the copies.
struct Copy {
    number: usize,
    /// None until there is work for it.
    system: Option<Box<dyn System>>,
    pace: Pace,
    interrupt: Arc<AtomicBool>,
    /// How many of its troubles are told.
    told: usize,
    /// How deep it follows the objects in fields, if somebody said so.
    depth: Option<u32>,
}

impl Drop for Copies {
    /// All copies end at once: each may take its time to tear down what it has set up.
    fn drop(&mut self) {
        std::thread::scope(|scope| {
            for system in self.copies.drain(..).filter_map(|copy| copy.system) {
                scope.spawn(move || drop(system));
            }
        });
    }
}

/// Plans that are still to be run, and what all copies need to run them.
struct Work<'w> {
    plans: &'w [Plan],
    symbols: &'w Symbols,
    inputs: &'w Inputs,
    clock: Clock,
    start: &'w Start,
    /// How many copies there are for it.
    copies: usize,
    /// The first plan that no copy has; beyond the last one when no more are to be run.
    next: Mutex<usize>,
    /// Whether no more answers are wanted, not even to plans that a copy has.
    is_stopped: AtomicBool,
}

/// What a copy tells.
enum Told {
    /// An answer, and its outputs.
    Answered(usize, Answer, Vec<Symbol>),
    /// It could not answer this plan.
    Failed(usize, SystemError),
}

impl Copies {
    /// A system and what starts more of its kind, so that there are `count` of them.
    pub fn new(
        first: Box<dyn System>,
        count: usize,
        start: impl Fn(usize) -> Result<Box<dyn System>, SystemError> + Send + Sync + 'static,
    ) -> Self {
        let mut copies: Vec<Copy> = (1..=count.max(1)).map(Copy::new).collect();
        copies[0].system = Some(first);
        Self { copies, outputs: Outputs::default(), troubles: Vec::new(), start: Arc::new(start), turn: 0 }
    }

    /// The first copy: all others are like it.
    fn first(&self) -> &dyn System {
        self.copies[0].system.as_deref().expect("the first copy is always there")
    }

    /// The copies that get this many words: those in turn that were started, and others if there are not enough.
    fn chosen(&mut self, words: usize) -> Vec<&mut Copy> {
        let started = self.copies.iter().filter(|copy| copy.system.is_some()).count();
        let turn = self.turn % started.max(1);
        self.turn += words;
        let mut chosen: Vec<&mut Copy> = self.copies.iter_mut().collect();
        chosen[..started].rotate_left(turn);
        chosen.truncate(words);
        chosen
    }

    /// Hands over what the copies tell, until they are done. The failure of the first plan that failed is returned.
    fn hand_over(told: &Receiver<Told>, outputs: &mut Outputs, work: &Work, taker: Taker) -> Result<(), SystemError> {
        let mut failed: Option<(usize, SystemError)> = None;
        loop {
            let first = match told.recv_timeout(LOOK_EVERY) {
                Ok(first) => Some(first),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            let mut answers = Vec::new();
            for told in first.into_iter().chain(told.try_iter()) {
                match told {
                    Told::Answered(place, mut answer, names) => {
                        answer.outputs = names.into_iter().map(|name| outputs.intern_symbol(name)).collect();
                        answers.push((place, answer));
                    }
                    Told::Failed(place, error) if failed.as_ref().is_none_or(|&(first, _)| place < first) => {
                        failed = Some((place, error));
                    }
                    Told::Failed(..) => {}
                }
            }
            if taker(answers, outputs).is_break() {
                work.stop_now();
            }
        }
        failed.map_or(Ok(()), |(_, error)| Err(error))
    }

    /// Takes note of what went wrong with the copies.
    fn note_troubles(&mut self) {
        for copy in &mut self.copies {
            let Some(system) = &copy.system else { continue };
            let new = system.troubles()[copy.told..].iter();
            self.troubles.extend(new.map(|trouble| format!("copy {}: {trouble}", copy.number)));
            copy.told = system.troubles().len();
        }
    }
}

impl Copy {
    fn new(number: usize) -> Self {
        Self { number, system: None, pace: Pace::of(SHORT), interrupt: Arc::default(), told: 0, depth: None }
    }

    /// Runs these plans, and others until there are none left.
    fn work(&mut self, first: Option<Range<usize>>, work: &Work, told: &Sender<Told>) {
        let mut next = first;
        while let Some(portion) = next {
            let started = Instant::now();
            if let Err((place, error)) = self.run(portion.clone(), work, told) {
                work.stop();
                // Nobody listens only if nobody wants more.
                let _ = told.send(Told::Failed(place, error));
                return;
            }
            self.pace.note(portion.len(), started.elapsed());
            next = work.take(self.pace.words);
        }
    }

    /// Runs a few plans; which of them failed, if one did.
    fn run(&mut self, portion: Range<usize>, work: &Work, told: &Sender<Told>) -> Result<(), (usize, SystemError)> {
        let copy = self.number;
        let system = self.started(work).map_err(|error| (portion.start, error))?;
        let mut answered = portion.start;
        let outcome = system.run_at_once(&work.plans[portion.clone()], work.symbols, &mut |answers, outputs| {
            answered += answers.len();
            for (place, mut answer) in answers {
                let names = answer.outputs.iter().map(|&output| outputs.symbol(output).clone()).collect();
                answer.copy = copy as u32;
                let _ = told.send(Told::Answered(portion.start + place, answer, names));
            }
            if work.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        match outcome {
            Err(error) => Err((answered, error)),
            Ok(()) if answered < portion.end && !work.is_stopped() => {
                Err((answered, SystemError::Failed(format!("copy {copy} did not answer all words"))))
            }
            Ok(()) => Ok(()),
        }
    }

    /// The system, which is started if there is none yet.
    fn started(&mut self, work: &Work) -> Result<&mut Box<dyn System>, SystemError> {
        if self.system.is_none() {
            let mut system = (work.start)(self.number)
                .map_err(|error| SystemError::Failed(format!("copy {} cannot be started: {error}", self.number)))?;
            work.check_is_alike(self.number, &*system)?;
            system.begin(&self.interrupt);
            self.depth.map(|depth| system.look(depth));
            self.system = Some(system);
        }
        Ok(self.system.as_mut().expect("it was started"))
    }
}

impl Work<'_> {
    /// Fails if a copy is something else than the first one.
    fn check_is_alike(&self, number: usize, system: &dyn System) -> Result<(), SystemError> {
        let differs =
            |what: String| Err(SystemError::Failed(format!("copy {number} {what}; make all copies the same")));
        if system.inputs() != self.inputs {
            let (first, now) = (some_names(self.inputs.texts()), some_names(system.inputs().texts()));
            return differs(format!("offers different inputs than the first copy: {now} instead of {first}"));
        }
        match system.about().clock == self.clock {
            true => Ok(()),
            false => differs("has a different clock than the first copy".to_owned()),
        }
    }

    /// The next plans for a copy that can take this many: fewer towards the end, so that all copies end together.
    fn take(&self, most: usize) -> Option<Range<usize>> {
        let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
        let left = self.plans.len().saturating_sub(*next);
        let words = most.min(left.div_ceil(2 * self.copies));
        let portion = *next..*next + words;
        *next = portion.end;
        (words > 0).then_some(portion)
    }

    /// No more plans are to be run but those that a copy has.
    fn stop(&self) {
        *self.next.lock().unwrap_or_else(PoisonError::into_inner) = self.plans.len();
    }

    /// No more plans are to be run.
    fn stop_now(&self) {
        self.stop();
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

impl System for Copies {
    fn inputs(&self) -> &Inputs {
        self.first().inputs()
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        run_in_order(self, plans, symbols, answers)
    }

    fn run_at_once(&mut self, plans: &[Plan], symbols: &Symbols, taker: Taker) -> Result<(), SystemError> {
        let (inputs, mut outputs) = (self.inputs().clone(), std::mem::take(&mut self.outputs));
        let start = Arc::clone(&self.start);
        let copies = self.copies.len().min(plans.len());
        let (clock, next, is_stopped) = (self.about().clock, Mutex::new(0), AtomicBool::new(false));
        let work = Work { plans, symbols, inputs: &inputs, clock, start: &start, copies, next, is_stopped };
        let outcome = std::thread::scope(|scope| {
            let (sender, told) = channel();
            // Each gets its first words before any copy can ask for more, however late its thread begins.
            let with_words = |copy: &mut Copy| work.take(copy.pace.words);
            let chosen: Vec<_> = self.chosen(plans.len()).into_iter().map(|copy| (with_words(copy), copy)).collect();
            for (first, copy) in chosen {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || copy.work(first, work, &sender));
            }
            drop(sender);
            Self::hand_over(&told, &mut outputs, &work, taker)
        });
        self.outputs = outputs;
        self.note_troubles();
        outcome
    }

    fn about(&self) -> &About {
        self.first().about()
    }

    fn copies(&self) -> usize {
        self.copies.len()
    }

    fn begin(&mut self, interrupt: &Arc<AtomicBool>) {
        for copy in &mut self.copies {
            copy.interrupt = Arc::clone(interrupt);
            copy.system.iter_mut().for_each(|system| system.begin(interrupt));
        }
    }

    fn look(&mut self, depth: u32) -> bool {
        let mut looks = true;
        for copy in &mut self.copies {
            copy.depth = Some(depth);
            looks &= copy.system.as_mut().is_none_or(|system| system.look(depth));
        }
        looks
    }

    fn troubles(&self) -> &[String] {
        &self.troubles
    }
}
