//! The callback closure for components in the same process: callins plus `wait`.

use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use typestar_model::{ERROR, Inputs, OutputId, Outputs, Plan, WAIT};
use typestar_query::{Answer, System, SystemError};

use crate::Settings;
use crate::protocol::{PlanMessage, Step};
use crate::returned::{Mapping, Returned};
use crate::sink::{Remarks, Sink, Treatment, Untold};
use crate::troubles::Troubles;
use crate::wording::{Misread, Wording};

/// Something with callins and callbacks, in this process.
///
/// ```
/// use typestar_system::{Component, Returned, Sink};
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

/// A component that is closed to a system: a callin answers `ok`, what it returned, or `error`; a wait the next callback
/// or `quiet`.
pub struct Closed<C: Component> {
    component: C,
    inputs: Inputs,
    settings: Settings,
    treatment: Arc<Treatment>,
    mapping: Mapping,
    untold: Untold,
    troubles: Troubles,
    sink: Option<Sink>,
}

impl<C: Component> Closed<C> {
    /// Closes a component.
    pub fn new(component: C, settings: Settings) -> Self {
        let inputs = component.inputs().iter().map(String::as_str).chain([WAIT]).collect();
        let (treatment, mapping) = (Arc::new(Treatment::new(&settings)), Mapping::new(&settings));
        let (untold, troubles) = (Untold::default(), Troubles::default());
        Self { component, inputs, settings, treatment, mapping, untold, troubles, sink: None }
    }

    /// The component itself.
    pub fn component(&self) -> &C {
        &self.component
    }

    /// Runs one plan on a fresh component, and tells each step as soon as it is known.
    pub(crate) fn execute(&mut self, plan: &PlanMessage, tell: &mut dyn FnMut(&Step)) -> Result<Vec<Step>, String> {
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
    pub(crate) fn take_remarks(&self) -> Remarks {
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
        let step = match input == WAIT {
            true => {
                let (output, reason) = sink.wait(self.settings.quiescence());
                Step { output, reason, ..Step::default() }
            }
            false => self.call(sink, input)?,
        };
        Ok(Step { input: input.to_owned(), ms: started.elapsed().as_secs_f64() * 1000.0, ..step })
    }

    /// What a call answers.
    fn call(&mut self, sink: &Sink, input: &str) -> Result<Step, String> {
        sink.begin_callin(input);
        Ok(match self.component.call(input) {
            Ok(returned) => {
                let (output, returned) = (self.mapping.output(input, &returned)?, self.mapping.told(&returned));
                Step { output, returned, ..Step::default() }
            }
            Err(reason) => {
                Step { output: self.mapping.thrown(input, &reason), reason: Some(reason), ..Step::default() }
            }
        })
    }
}

impl<C: Component> System for Closed<C> {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn run(
        &mut self,
        plans: &[Plan],
        outputs: &mut Outputs,
        finals: &[OutputId],
        answers: &mut Vec<Answer>,
    ) -> Result<(), SystemError> {
        let wording = Wording::plain(&self.inputs);
        for plan in plans {
            let steps = self.execute(&wording.message(plan, outputs), &mut |_| {}).map_err(SystemError::Failed)?;
            let mut answer = wording.answer(plan, steps, outputs, finals).map_err(|misread| match misread {
                Misread::OffThePlan(text) => SystemError::Failed(text),
                Misread::Unusable(error) => error,
            })?;
            let remarks = self.take_remarks();
            answer.late = remarks.late;
            self.troubles.add_notes(&self.inputs.show(&answer.word), remarks.notes);
            answers.push(answer);
        }
        Ok(())
    }

    fn troubles(&self) -> &[String] {
        self.troubles.lines()
    }
}

impl<C: Component> Drop for Closed<C> {
    fn drop(&mut self) {
        self.component.tear_down();
    }
}
