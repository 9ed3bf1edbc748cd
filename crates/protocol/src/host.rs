//! The callback closure for components in the same process: callins plus `wait`.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use typestar_model::{ERROR, Evidence, Inputs, Step, WAIT};

use crate::Settings;
use crate::message::PlanMessage;
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
pub trait Component {
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

    /// Runs one plan on a fresh component, and tells each step as soon as it is known.
    pub fn execute(&mut self, plan: &PlanMessage, tell: &mut dyn FnMut(&Step)) -> Result<Vec<Step>, String> {
        if let Some(unknown) = plan.first_unknown(&|input| self.inputs.get(input).is_some()) {
            let known = self.component.inputs().join(", ");
            return Err(format!("unknown input '{unknown}': the adapter knows {known}"));
        }
        let sink = self.reset()?;
        let mut steps: Vec<Step> = Vec::new();
        let mut rest = Some(plan);
        'word: while let Some(plan) = rest {
            for input in &plan.word {
                steps.push(self.step(&sink, input)?);
                tell(&steps[steps.len() - 1]);
                if steps[steps.len() - 1].output == ERROR {
                    break 'word;
                }
            }
            let last = plan.word.last().and(steps.last());
            rest = plan.next(last.map(|step| step.output.as_str()));
        }
        sink.end()?;
        Ok(steps)
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

    fn step(&mut self, sink: &Sink, input: &str) -> Result<Step, String> {
        let started = Instant::now();
        let (output, evidence) = match input == WAIT {
            true => {
                let (output, reason) = sink.wait(self.settings.quiescence());
                (output, Evidence { reason, ..Evidence::default() })
            }
            false => self.call(sink, input)?,
        };
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        Ok(Step { input: input.to_owned(), output, evidence: Evidence { ms, ..evidence } })
    }

    /// What a call answers.
    fn call(&mut self, sink: &Sink, input: &str) -> Result<(String, Evidence), String> {
        sink.begin_callin(input);
        Ok(match self.component.call(input) {
            Ok(returned) => {
                let evidence = Evidence { returned: self.mapping.told(&returned), ..Evidence::default() };
                (self.mapping.output(input, &returned)?, evidence)
            }
            Err(reason) => {
                let output = self.mapping.thrown(input, &reason);
                (output, Evidence { reason: Some(reason), ..Evidence::default() })
            }
        })
    }
}

impl<C: Component> Drop for Host<C> {
    fn drop(&mut self) {
        self.component.tear_down();
    }
}
