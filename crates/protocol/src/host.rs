//! The callback closure for components in the same process: callins plus `wait`.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use typestar_model::{Cursor, ERROR, Evidence, Inputs, Outputs, Plan, QUIET, Silence, Step, Symbol, Value, WAIT};

use crate::course::Course;
use crate::returned::Returned;
use crate::settings::MOST_DRAINED;
use crate::sink::{Remarks, Sink, Untold, with_values};
use crate::{Clock, Settings};

/// Something with callins and callbacks, in this process.
///
/// ```
/// use typestar_protocol::{Component, Returned, Sink};
///
/// /// Rings once it is switched on.
/// #[derive(Default)]
/// struct Bell { on: bool, sink: Option<Sink> }
///
/// impl Component for Bell {
///     fn inputs(&self) -> Vec<String> { vec!["switch_on".into()] }
///     fn reset(&mut self, sink: Sink) -> Result<(), String> {
///         *self = Bell { on: false, sink: Some(sink) };
///         Ok(())
///     }
///     fn call(&mut self, _input: &str) -> Result<Returned, String> {
///         if self.on { return Err("IllegalState: it is on".into()); }
///         self.on = true;
///         self.sink.as_ref().unwrap().emit("onRing");
///         Ok(Returned::NOTHING)
///     }
/// }
/// ```
pub trait Component: Send {
    /// The callins, in order; `wait` is added to them.
    fn inputs(&self) -> Vec<String>;

    /// The callbacks; none if they are not known.
    fn outputs(&self) -> Option<Vec<String>> {
        None
    }

    /// Starts afresh for the next word, whose callbacks go to `sink`. Whatever is left of the last word must end here.
    fn reset(&mut self, sink: Sink) -> Result<(), String>;

    /// Makes one call, and passes on what it returned: `Ok(Returned::NOTHING)`, `Ok(self.queue.is_empty().into())`,
    /// `Ok(Returned::output("CONNACK"))`. An error says why the call was illegal, as `Class: message`.
    fn call(&mut self, input: &str) -> Result<Returned, String>;

    /// Makes one call with values. A component whose callins take some implements this, too.
    fn call_with(&mut self, input: &str, values: &[Value]) -> Result<Returned, String> {
        let count = values.len();
        Err(format!("ArgumentError: {input} takes no values, but got {count}: implement Component::call_with"))
    }

    /// What is known of the component after a step, by name. It is evidence beside the output.
    fn snapshot(&self) -> BTreeMap<String, Value> {
        BTreeMap::new()
    }

    /// In whose time it lives. One that does all its waiting with `sink.clock()` can have a virtual clock; it is asked
    /// once, before the first word.
    fn clock(&self) -> Clock {
        Clock::Real
    }

    /// Whether threads or sockets of its own may make a callback just now. With a virtual clock, silence is measured in
    /// real time as long as this is so.
    fn has_threads(&self) -> bool {
        false
    }

    /// Runs once, after the last word.
    fn tear_down(&mut self) {}
}

/// Runs plans on a component: a callin answers `ok`, what it returned, or `error`; a wait the next callback
/// or `quiet`.
pub struct Host<C: Component> {
    component: C,
    inputs: Inputs,
    settings: Arc<Settings>,
    untold: Untold,
    clock: Clock,
    sleeps: Arc<AtomicU64>,
    sink: Option<Sink>,
}

impl<C: Component> Host<C> {
    /// Takes a component in.
    pub fn new(component: C, settings: Settings) -> Self {
        let wait = (!settings.drain).then_some(WAIT);
        let inputs = component.inputs().iter().map(String::as_str).chain(wait).collect();
        let clock = if settings.clock.is_virtual() { component.clock() } else { Clock::Real };
        let (settings, untold, sleeps) = (Arc::new(settings), Untold::default(), Arc::default());
        Self { component, inputs, settings, untold, clock, sleeps, sink: None }
    }

    /// The clock that is used: a virtual one if the component can live with it and the settings allow it.
    pub fn clock(&self) -> Clock {
        self.clock
    }

    /// How many times it has waited in real time. A virtual clock needs none.
    pub fn sleeps(&self) -> u64 {
        self.sleeps.load(Ordering::Relaxed)
    }

    /// The component itself.
    pub fn component(&self) -> &C {
        &self.component
    }

    /// The callins, and `wait` unless calls are drained.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Runs one plan, in numbers of these alphabets, on a fresh component, and hands over each step as soon as it is
    /// known. It ends before an input that reuses a value which is not there.
    pub fn execute(
        &mut self,
        plan: &Plan,
        inputs: &Inputs,
        outputs: &Outputs,
        take: &mut dyn FnMut(Step),
    ) -> Result<(), String> {
        self.check_inputs(plan, inputs)?;
        let sink = self.reset()?;
        let mut course = Course::default();
        let mut cursor = Cursor::naming(plan, outputs);
        while let Some(input) = cursor.next().map(|input| inputs.symbol(input)) {
            let Some(values) = course.values(input) else { break };
            let (step, returned) = self.step(&sink, input, &values)?;
            let output = step.output.clone();
            take(step);
            if output.text() == ERROR {
                break;
            }
            cursor.take_symbol(outputs.get(output.text()), &output);
            course.add(output, returned);
        }
        sink.end()
    }

    /// Whether there is an input of this very text.
    fn offers(&self, text: &str) -> bool {
        self.inputs.get(text).is_some()
    }

    /// The callin that an input calls: one of its very text, or else of its name.
    fn callin<'a>(&self, input: &'a Symbol) -> &'a str {
        if self.offers(input.text()) { input.text() } else { input.name() }
    }

    fn check_inputs(&self, plan: &Plan, inputs: &Inputs) -> Result<(), String> {
        let mut planned = plan.all_parts().flat_map(|part| &part.word).map(|&input| inputs.symbol(input));
        match planned.find(|input| !self.offers(input.text()) && !self.offers(input.name())) {
            Some(unknown) => {
                let known = self.component.inputs().join(", ");
                Err(format!("unknown input '{}': the adapter knows {known}", unknown.name()))
            }
            None => Ok(()),
        }
    }

    /// The late callbacks and notes that were not told yet.
    pub fn take_remarks(&self) -> Remarks {
        std::mem::take(&mut self.untold.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// A fresh component and its sink. Callbacks that the end of the old component makes are not late but nobody's.
    fn reset(&mut self) -> Result<Sink, String> {
        let sink = Sink::new(self.settings.clone(), self.untold.clone(), self.clock, self.sleeps.clone());
        let old = self.sink.replace(sink.clone());
        old.iter().for_each(Sink::close);
        let result = self.component.reset(sink.clone());
        old.iter().for_each(Sink::open_again);
        result.map_err(|message| format!("reset: {message}"))?;
        if let Some(awaited) = &self.settings.reset_waits_for
            && !self.comes(&sink, awaited)
        {
            return Err(format!("reset: {awaited} did not come in time"));
        }
        self.settle(&sink, self.settings.settle_ms);
        Ok(sink)
    }

    /// Whether the output comes that a reset waits for.
    fn comes(&self, sink: &Sink, awaited: &str) -> bool {
        let patience = Duration::from_millis(self.settings.reset_deadline_ms);
        let came = self.clock.is_virtual() && sink.discard_within(awaited, &mut sink.clock().stretch(patience));
        came || self.needs_real_time(sink) && sink.discard_until(awaited, patience)
    }

    /// The rest between reset and the first input, or after a call whose effect comes a little later.
    fn settle(&self, sink: &Sink, ms: u64) {
        let rest = Duration::from_millis(ms);
        if rest.is_zero() {
            return;
        }
        if self.clock.is_virtual() {
            sink.let_all_pass(sink.clock().stretch(rest));
        }
        if self.needs_real_time(sink) {
            self.sleeps.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(rest);
        }
    }

    /// Whether something may come by itself while nobody calls.
    fn needs_real_time(&self, sink: &Sink) -> bool {
        !self.clock.is_virtual() || self.component.has_threads() || sink.hears_threads()
    }

    /// What a wait answers.
    fn wait(&self, sink: &Sink) -> Called {
        let silence = match self.clock {
            Clock::Real => {
                sink.listen_for(self.settings.quiescence());
                None
            }
            Clock::Virtual => self.let_time_pass(sink),
        };
        let (output, reason) = sink.deliver();
        let silence = silence.filter(|_| output.text() == QUIET);
        (output, Evidence { reason, silence, ..Evidence::default() }, None)
    }

    /// Lets virtual time pass until a callback is pending, or silence is all that is left; then why it is not exact.
    /// While the component has threads, the clock does not jump: it goes on as real time does.
    fn let_time_pass(&self, sink: &Sink) -> Option<Silence> {
        let mut stretch = sink.clock().stretch(self.settings.horizon());
        let mut patience = self.settings.quiescence();
        while !sink.has_pending() {
            if !self.needs_real_time(sink) {
                if !sink.make_next_call(&mut stretch) {
                    return (!sink.clock().is_idle()).then_some(Silence::Horizon);
                }
            } else if patience.is_zero() {
                return Some(Silence::Timed);
            } else {
                sink.let_real_time_pass(self.settings.quiescence(), &mut patience);
            }
        }
        None
    }

    /// One step, and what the call returned if it did.
    fn step(&mut self, sink: &Sink, input: &Symbol, values: &[Value]) -> Result<(Step, Option<Returned>), String> {
        let started = Instant::now();
        let (output, evidence, returned) = match input.name() == WAIT {
            true => {
                sink.begin_wait();
                self.wait(sink)
            }
            false => {
                let called = self.call(sink, input, values)?;
                if called.0.text() != ERROR {
                    self.settle(sink, self.settings.settle_after(self.callin(input)));
                }
                if self.settings.drain { self.drained(sink, input, called)? } else { called }
            }
        };
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        let evidence = Evidence { ms, values: self.component.snapshot(), ..evidence };
        Ok((Step { input: input.clone(), output, evidence }, returned))
    }

    /// What a call answers, with the callbacks that come until it is quiet. An error is all of it.
    fn drained(&self, sink: &Sink, input: &Symbol, mut called: Called) -> Result<Called, String> {
        let mut count = 0;
        while called.0.text() != ERROR {
            let (callback, evidence, _) = self.wait(sink);
            match callback.text() {
                QUIET => {
                    called.1.silence = evidence.silence;
                    return Ok(called);
                }
                ERROR => (called.0, called.1.reason) = (callback, evidence.reason),
                last if count == MOST_DRAINED => {
                    let input = input.text();
                    return Err(format!(
                        "drain: more than {MOST_DRAINED} callbacks came after `{input}`, the last one {last}"
                    ));
                }
                _ => called.0 = joined(&called.0, &callback)?,
            }
            count += 1;
        }
        Ok(called)
    }

    /// What a call answers.
    fn call(&mut self, sink: &Sink, input: &Symbol, values: &[Value]) -> Result<Called, String> {
        sink.begin_callin(input.text());
        let result = match values.is_empty() || self.offers(input.text()) {
            true => self.component.call(input.text()),
            false => self.component.call_with(input.name(), values),
        };
        Ok(match result {
            Ok(returned) => {
                let (reason, told) = (self.settings.reason(input.name(), &returned), self.settings.told(&returned));
                let evidence = Evidence { reason, returned: told, ..Evidence::default() };
                (self.settings.output(input.name(), &returned)?, evidence, Some(returned))
            }
            Err(reason) => {
                let output = Symbol::read(&self.settings.thrown(input.name(), &reason));
                (output, Evidence { reason: Some(reason), ..Evidence::default() }, None)
            }
        })
    }
}

/// One symbol of two: the names with a plus between them, and the values of both.
fn joined(first: &Symbol, second: &Symbol) -> Result<Symbol, String> {
    let name = format!("{}+{}", first.name(), second.name());
    with_values(&name, &[first.values(), second.values()].concat())
}

/// What came of a call: its output, what else is known, and what it returned if it did.
type Called = (Symbol, Evidence, Option<Returned>);

impl<C: Component> Drop for Host<C> {
    fn drop(&mut self) {
        self.sink.iter().for_each(Sink::close);
        self.component.tear_down();
    }
}
