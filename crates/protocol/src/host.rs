//! The callback closure for components in the same process: callins plus `wait`.

use std::collections::BTreeMap;
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use typestar_model::{Cursor, ERROR, Evidence, Inputs, Outputs, Plan, Step, Symbol, Value, WAIT};

use crate::Settings;
use crate::course::Course;
use crate::returned::{Mapping, Returned};
use crate::sink::{Remarks, Sink, Treatment, Untold};

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

    /// Runs once, after the last word.
    fn tear_down(&mut self) {}
}

/// Runs plans on a component: a callin answers `ok`, what it returned, or `error`; a wait the next callback
/// or `quiet`.
pub struct Host<C: Component> {
    component: C,
    inputs: Inputs,
    settings: Settings,
    treatment: Arc<Treatment>,
    mapping: Mapping,
    untold: Untold,
    sink: Option<Sink>,
}

impl<C: Component> Host<C> {
    /// Takes a component in.
    pub fn new(component: C, settings: Settings) -> Self {
        let inputs = component.inputs().iter().map(String::as_str).chain([WAIT]).collect();
        let (treatment, mapping) = (Arc::new(Treatment::new(&settings)), Mapping::new(&settings));
        Self { component, inputs, settings, treatment, mapping, untold: Untold::default(), sink: None }
    }

    /// The component itself.
    pub fn component(&self) -> &C {
        &self.component
    }

    /// The callins and `wait`.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// Runs one plan, in numbers of these alphabets, on a fresh component, and tells each step as soon as it is known.
    pub fn execute(
        &mut self,
        plan: &Plan,
        inputs: &Inputs,
        outputs: &Outputs,
        tell: &mut dyn FnMut(&Step),
    ) -> Result<Vec<Step>, String> {
        self.check_inputs(plan, inputs)?;
        let sink = self.reset()?;
        let mut course = Course::default();
        let mut cursor = Cursor::naming(plan, outputs);
        while let Some(input) = cursor.next() {
            let (step, output, returned) = self.step(&sink, inputs.symbol(input), &course)?;
            tell(&step);
            course.add(step, output.clone(), returned);
            if output.text() == ERROR {
                break;
            }
            cursor.take_text(output.text());
        }
        sink.end()?;
        Ok(course.steps)
    }

    /// Whether there is an input of this very text.
    fn offers(&self, text: &str) -> bool {
        self.inputs.get(text).is_some()
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
        let sink = Sink::new(self.treatment.clone(), self.untold.clone());
        let old = self.sink.replace(sink.clone());
        old.iter().for_each(|old| old.listen(false));
        let result = self.component.reset(sink.clone());
        old.iter().for_each(|old| old.listen(true));
        result.map_err(|message| format!("reset: {message}"))?;
        if let Some(awaited) = &self.settings.reset_waits_for
            && !sink.discard_until(awaited, Duration::from_millis(self.settings.reset_deadline_ms))
        {
            return Err(format!("reset: {awaited} did not come in time"));
        }
        if self.settings.settle_ms > 0 {
            std::thread::sleep(Duration::from_millis(self.settings.settle_ms));
        }
        Ok(sink)
    }

    /// One step, its output, and what the call returned if it did.
    fn step(
        &mut self,
        sink: &Sink,
        input: &Symbol,
        course: &Course,
    ) -> Result<(Step, Symbol, Option<Returned>), String> {
        let values = course.values(input)?;
        let started = Instant::now();
        let (output, evidence, returned) = match input.name() == WAIT {
            true => {
                let (output, reason) = sink.wait(self.settings.quiescence());
                (output, Evidence { reason, ..Evidence::default() }, None)
            }
            false => self.call(sink, input, &values)?,
        };
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        let evidence = Evidence { ms, values: self.component.snapshot(), ..evidence };
        let step = Step { input: input.text().to_owned(), output: output.text().to_owned(), evidence };
        Ok((step, output, returned))
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
                let evidence = Evidence { returned: self.mapping.told(&returned), ..Evidence::default() };
                (self.mapping.output(input.name(), &returned)?, evidence, Some(returned))
            }
            Err(reason) => {
                let output = Symbol::read(&self.mapping.thrown(input.name(), &reason));
                (output, Evidence { reason: Some(reason), ..Evidence::default() }, None)
            }
        })
    }
}

/// What came of a call: its output, what else is known, and what it returned if it did.
type Called = (Symbol, Evidence, Option<Returned>);

impl<C: Component> Drop for Host<C> {
    fn drop(&mut self) {
        self.component.tear_down();
    }
}
