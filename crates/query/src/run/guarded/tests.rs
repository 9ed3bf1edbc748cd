//! A guarded hypothesis is compared with what was observed, like every other one.

use std::path::Path;
use std::sync::Arc;

use typestar_learn::guarded::{Calls, GuardedHypothesis};
use typestar_learn::{Hypothesis, Oracle, Outcome};
use typestar_model::guarded::{Features, Guard, GuardedModel, OfferedMethod, Rule};
use typestar_model::{Evidence, Inputs, Outputs, Plan, Value, Word};

use super::arguments::callable;
use crate::case::Case;
use crate::executor::Executor;
use crate::journal::Journal;
use crate::run::chain::{Link, WholeTree};
use crate::session::Session;
use crate::system::{Answer, Symbols, System, SystemError};

/// A box for two things, which tells how many it has.
struct Small(Inputs, Outputs);

impl System for Small {
    fn inputs(&self) -> &Inputs {
        &self.0
    }

    fn outputs(&self) -> &Outputs {
        &self.1
    }

    fn run(&mut self, plans: &[Plan], _: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            let mut answer = Answer::default();
            for (size, &input) in (0..).zip(plan.word.iter()) {
                let fields = |size: i64| Features::from([("size".to_owned(), Value::Integer(size))]);
                let output = if size < 2 { "ok" } else { "error" };
                answer.word.push(input);
                answer.outputs.push(self.1.intern(output));
                let (before, values) = (fields(size), fields(size + 1));
                answer.evidence.push(Evidence { before, values, ..Evidence::default() });
                if output == "error" {
                    break;
                }
            }
            answers.push(answer);
        }
        Ok(())
    }
}

/// Puts three things into the box, and compares a hypothesis about the guard of `put` with that.
fn compared(guard: Guard) -> (Outcome, Vec<Option<String>>, Vec<Word>) {
    let method = OfferedMethod { name: "put".to_owned(), ..OfferedMethod::default() };
    let (rules, methods) = (vec![Rule::new(0, 0, guard, Some(0))], vec![method.shown()]);
    let model = GuardedModel { states: 1, rules, methods, ..GuardedModel::default() };
    let calls = Calls::shared(callable(&method, &[]).into_iter().collect());
    let hypothesis = GuardedHypothesis::of_model(&model, &calls);
    let mut system = Small(["put"].iter().collect(), Outputs::default());
    let case = Case::of_model(Path::new("small"));
    let executor = Executor::open(&case, &mut system, Some(Journal::in_memory()), Arc::default()).unwrap();
    let mut session = Session::new(&case, executor);
    session.share_calls(&calls);
    let word: Word = session.inputs().ids().cycle().take(3).collect();
    session.ask(vec![Plan::word(&word[..])]).unwrap();
    let outcome = WholeTree::after_tester().test(&mut session, &hypothesis).unwrap();
    let expected = hypothesis.predict(session.observed(), &word);
    let name = |output: Option<_>| output.map(|output| session.outputs().text(output).to_owned());
    let news = hypothesis.news(None, session.observed());
    assert_eq!(hypothesis.news(Some(&hypothesis), session.observed()), Vec::<Word>::new());
    (outcome, expected.into_iter().map(name).collect(), news)
}

fn names(outputs: [&str; 3]) -> Vec<Option<String>> {
    outputs.map(|output| Some(output.to_owned())).to_vec()
}

#[test]
fn the_whole_tree_refutes_a_guard_that_holds_where_a_call_failed() {
    let (outcome, expected, _) = compared(Guard::at_most("size", 2));
    assert!(matches!(outcome, Outcome::Counterexample(word) if word.len() == 3));
    assert_eq!(expected, names(["ok", "ok", "ok"]));
}

#[test]
fn the_whole_tree_refutes_a_guard_that_fails_where_a_call_passed() {
    let (outcome, expected, _) = compared(Guard::at_most("size", 0));
    assert!(matches!(outcome, Outcome::Counterexample(word) if word.len() == 2));
    assert_eq!(expected, names(["ok", "error", "error"]));
}

#[test]
fn the_right_guard_agrees_and_the_calls_at_its_border_decided_on_it() {
    let (outcome, expected, news) = compared(Guard::at_most("size", 1));
    assert_eq!((outcome, expected), (Outcome::Agreed, names(["ok", "ok", "error"])));
    assert_eq!(news.iter().map(Vec::len).collect::<Vec<_>>(), [2, 3], "the last that passes, the first that fails");
}
