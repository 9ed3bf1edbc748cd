//! Words that are asked in a run, with a clock beside it.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;
use std::time::Instant;

use typestar_learn::{Halt, Learner, Lsharp, MealyHypothesis, Oracle as _};
use typestar_model::{InputId, Plan, WAIT};
use typestar_query::{Case, Chain, Established, Journal, Kind, Link, Numbers, RunOptions, Session, System, learn_kind};

use crate::measure::process_cpu;

/// Microseconds for each word.
#[derive(Clone, Copy, Debug, Default)]
pub struct PerWord {
    /// Processor time of this process, all its threads.
    pub cpu: f64,
    /// Wall time.
    pub wall: f64,
}

/// Asks a system one word of this length for each of its callins, with which it begins.
pub fn ask(system: &mut dyn System, journal: Journal, length: usize) -> PerWord {
    let measured = Rc::<Cell<PerWord>>::default();
    let asking = Asking { length, measured: Rc::clone(&measured) };
    let case = Case::of_model(Path::new("nothing"));
    let finished = learn_kind(asking, &case, system, journal, &RunOptions::default(), &mut |_, _| {});
    let stop = finished.expect("the journal is new").stop;
    assert_eq!(stop, None, "a system that does nothing does not fail");
    measured.get()
}

/// For each callin the word of it and those behind it, so that no word begins like another one, and none goes in circles.
fn words(callins: &[InputId], length: usize) -> Vec<Plan> {
    let word = |first| callins.iter().cycle().skip(first).take(length).copied().collect::<Vec<_>>();
    (0..callins.len()).map(|first| Plan::word(word(first))).collect()
}

/// A kind of model that is learned by asking words: what they say is not looked at.
struct Asking {
    length: usize,
    measured: Rc<Cell<PerWord>>,
}

impl Kind for Asking {
    type Hypothesis = MealyHypothesis;
    type Model = ();

    fn learner_name(&self) -> String {
        "asking".to_owned()
    }

    fn tester_name(&self) -> String {
        "none".to_owned()
    }

    fn ask_first(&mut self, session: &mut Session) -> Result<(), Halt> {
        let inputs = session.inputs();
        let callins: Vec<InputId> = inputs.ids().filter(|&input| inputs.text(input) != WAIT).collect();
        let plans = words(&callins, self.length);
        let (words, cpu, wall) = (plans.len() as f64, process_cpu(), Instant::now());
        session.ask(plans)?;
        let (cpu, wall) = (process_cpu() - cpu, wall.elapsed().as_secs_f64());
        self.measured.set(PerWord { cpu: cpu * 1e6 / words, wall: wall * 1e6 / words });
        Ok(())
    }

    fn learner(&self) -> Box<dyn Learner<Hypothesis = MealyHypothesis>> {
        Box::new(Lsharp::new(0))
    }

    fn links(&self, _: &Session) -> Vec<Box<dyn Link<MealyHypothesis>>> {
        Vec::new()
    }

    fn model(&self, _: &Session, _: Option<&MealyHypothesis>, _: bool) {}

    fn established(&self, _: &Chain<MealyHypothesis>, _: &Numbers) -> Established {
        ("nothing was tested".to_owned(), None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::nothing::nothings;
    use super::*;

    #[test]
    fn no_word_begins_like_another_one_nor_goes_in_circles() {
        let callins: Vec<InputId> = (0..4).map(typestar_model::Id::new).collect();
        let plans = words(&callins, 3);
        let first: Vec<InputId> = plans.iter().map(|plan| plan.word[0]).collect();
        assert_eq!((first, &plans[3].word), (callins.clone(), &vec![callins[3], callins[0], callins[1]]));
    }

    #[test]
    fn systems_that_do_nothing_answer_and_cost_something() {
        let (folder, no_bench) = (tempfile::tempdir().expect("a folder"), Path::new("no-such-program"));
        for (name, start) in nothings(no_bench, 30, folder.path()).expect("a machine") {
            // Interpreters may be missing.
            let Ok(mut system) = start() else { continue };
            let cost = ask(&mut *system, Journal::in_memory(), 5);
            assert!(cost.cpu > 0.0 && cost.wall > 0.0, "{name}: {cost:?}");
        }
    }
}
