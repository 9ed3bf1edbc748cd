//! Systems in this process, and words for any system.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use typestar_model::{ERROR, Inputs, OutputId, Outputs, Plan, Symbol, Value};
use typestar_query::{About, Answer, Stopwatch, Symbols, System, SystemError};

/// What answers one execution, input by input.
pub type Execution = Box<dyn FnMut(&str, &[Value]) -> String>;

/// A system that makes an execution for each word.
pub struct Talking<F: FnMut() -> Execution + Send> {
    /// Its inputs.
    pub inputs: Inputs,
    /// The outputs so far.
    pub outputs: Outputs,
    /// Begins an execution.
    pub begin: F,
}

impl<F: FnMut() -> Execution + Send> Talking<F> {
    /// A system with these inputs.
    pub fn new(inputs: Inputs, begin: F) -> Self {
        Self { inputs, outputs: Outputs::default(), begin }
    }
}

impl<F: FnMut() -> Execution + Send> System for Talking<F> {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            let (mut execution, mut told) = ((self.begin)(), Vec::<Symbol>::new());
            answers.push(Answer::stepped(plan, symbols, &mut self.outputs, |input| {
                let symbol = Symbol::read(input);
                let values: Vec<Value> = symbol.values().iter().map(|value| resolved(value, &told)).collect();
                let output = execution(symbol.name(), &values);
                told.push(Symbol::read(&output));
                output
            }));
        }
        Ok(())
    }
}

/// What a value that was answered earlier is.
fn resolved(value: &Value, told: &[Symbol]) -> Value {
    match value {
        Value::Returned { step, value: Some(at) } => told[*step as usize - 1].values()[*at as usize - 1].clone(),
        other => other.clone(),
    }
}

/// A clock on which only words take time: the first ones none, and all others the same.
pub struct WordClock {
    fast: u64,
    each: Duration,
    words: AtomicU64,
}

impl WordClock {
    /// After this many words each takes so long.
    pub fn new(fast: u64, each: Duration) -> Arc<Self> {
        Arc::new(Self { fast, each, words: AtomicU64::new(0) })
    }

    /// How many words were executed.
    pub fn words(&self) -> u64 {
        self.words.load(Ordering::Relaxed)
    }

    /// What a run looks at.
    pub fn stopwatch(self: &Arc<Self>) -> Option<Stopwatch> {
        let clock = Arc::clone(self);
        Some(Arc::new(move || clock.each * clock.words().saturating_sub(clock.fast) as u32))
    }
}

/// A system whose words take the time of such a clock.
pub struct Slowing<S> {
    /// What answers.
    pub system: S,
    /// What its words take.
    pub clock: Arc<WordClock>,
}

impl<S: System> System for Slowing<S> {
    fn inputs(&self) -> &Inputs {
        self.system.inputs()
    }

    fn outputs(&self) -> &Outputs {
        self.system.outputs()
    }

    fn about(&self) -> &About {
        self.system.about()
    }

    fn begin(&mut self, interrupt: &Arc<AtomicBool>) {
        self.system.begin(interrupt);
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            self.system.run(std::slice::from_ref(plan), symbols, answers)?;
            self.clock.words.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// A word as a plan.
pub fn plan(inputs: &Inputs, word: &str) -> Plan {
    let ids: Vec<_> = word.split_whitespace().map(|name| inputs.get(name).expect("a known input")).collect();
    Plan::word(ids)
}

/// The answers to all plans, or the failure.
pub fn run(system: &mut impl System, plans: &[Plan], outputs: &mut Outputs) -> Result<Vec<Answer>, SystemError> {
    let error = outputs.intern(ERROR);
    run_until(system, plans, outputs, vec![error])
}

/// The same with other final outputs.
pub fn run_until(
    system: &mut impl System,
    plans: &[Plan],
    outputs: &mut Outputs,
    finals: Vec<OutputId>,
) -> Result<Vec<Answer>, SystemError> {
    let inputs = system.inputs().clone();
    let symbols = Symbols { offered: inputs.len(), inputs, outputs: outputs.clone(), finals };
    let mut answers = Vec::new();
    system.run(plans, &symbols, &mut answers)?;
    for output in answers.iter_mut().flat_map(|answer| &mut answer.outputs) {
        *output = outputs.intern(system.outputs().text(*output));
    }
    Ok(answers)
}
