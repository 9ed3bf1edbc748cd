//! An abstraction whose guard depends on evidence and is refined in mid-run: an account.
//!
//! `deposit(5)` fills an empty account, and `withdraw` empties it if it has enough. What is asked is `deposit` and
//! `withdraw`, until two withdrawals contradict each other.

use std::path::Path;
use std::sync::{Arc, Mutex};

use typestar_model::{
    Evidence, FindingKind, InputId, Inputs, Learned, Outputs, Phase, Plan, Symbol, Value, write_json,
};
use typestar_query::{
    Abstraction, Answer, Case, Entry, Finished, Journal, RunOptions, StopReason, Symbols, System, SystemError, Variant,
    learn, learn_abstracted,
};

const ENOUGH: &str = "withdraw[amount <= balance]";
const TOO_MUCH: &str = "withdraw[amount > balance]";

/// All words that were executed, in order.
type Log = Arc<Mutex<Vec<String>>>;

/// An account that tells its balance after each step.
struct Account {
    inputs: Inputs,
    outputs: Outputs,
    log: Log,
}

impl Account {
    fn new() -> Self {
        let inputs = ["deposit(5)", "withdraw(1)", "withdraw(9)"].iter().collect();
        Self { inputs, outputs: Outputs::default(), log: Log::default() }
    }

    fn answer(&mut self, plan: &Plan, symbols: &Symbols) -> Answer {
        let (mut balance, mut balances) = (0, Vec::new());
        let mut answer = Answer::stepped(plan, symbols, &mut self.outputs, |input| {
            let amount = amount_of(&Symbol::read(input));
            let is_done = if input.starts_with("deposit") { balance == 0 } else { amount <= balance };
            balance = match is_done {
                true if balance == 0 => amount,
                true => 0,
                false => balance,
            };
            balances.push(balance);
            if is_done { "done" } else { "refused" }.to_owned()
        });
        let told = |balance| Evidence {
            values: [("balance".to_owned(), Value::Integer(balance))].into(),
            ..Evidence::default()
        };
        answer.evidence = balances.into_iter().map(told).collect();
        self.log.lock().unwrap().push(symbols.inputs.show(&answer.word));
        answer
    }
}

fn amount_of(symbol: &Symbol) -> i64 {
    match symbol.values() {
        [Value::Integer(amount)] => *amount,
        _ => 0,
    }
}

impl System for Account {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            answers.push(self.answer(plan, symbols));
        }
        Ok(())
    }
}

/// The account by its methods, and later by their guards.
struct Guards {
    inputs: Inputs,
    /// Whether it knows the guard of `withdraw`.
    is_refined: bool,
    temper: Temper,
}

/// What an abstraction does with a contradiction.
#[derive(Clone, Copy, PartialEq)]
enum Temper {
    Refines,
    Refuses,
    /// It says that it changes, and does not.
    Pretends,
}

impl Guards {
    fn new(temper: Temper) -> Self {
        Self { inputs: ["deposit", "withdraw", "audit"].iter().collect(), is_refined: false, temper }
    }

    /// The plan with concrete inputs, where a withdrawal without a guard has this amount; none if some input has none.
    fn concrete(&self, plan: &Plan, amount: i64, symbols: &Symbols) -> Option<Plan> {
        let input = |&input: &InputId| match self.inputs.text(input) {
            "deposit" => symbols.inputs.get("deposit(5)"),
            "withdraw" => symbols.inputs.get(&format!("withdraw({amount})")),
            ENOUGH => symbols.inputs.get("withdraw(1)"),
            TOO_MUCH => symbols.inputs.get("withdraw(9)"),
            _ => None,
        };
        let then = plan.then.iter().map(|(choice, next)| Some((*choice, self.concrete(next, amount, symbols)?)));
        let otherwise = plan.otherwise.as_ref().map(|next| self.concrete(next, amount, symbols).map(Box::new));
        Some(Plan {
            word: plan.word.iter().map(input).collect::<Option<_>>()?,
            only: plan.only.clone(),
            then: then.collect::<Option<Vec<_>>>()?.into(),
            otherwise: otherwise.map_or(Some(None), |next| next.map(Some))?,
        })
    }

    fn guarded(&self, symbol: &Symbol, balance: i64) -> InputId {
        let name = match symbol.name() {
            "withdraw" if self.is_refined && amount_of(symbol) <= balance => ENOUGH,
            "withdraw" if self.is_refined => TOO_MUCH,
            name => name,
        };
        self.inputs.get(name).expect("an input of the account")
    }
}

impl Abstraction for Guards {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn executions(&self, plan: &Plan, _variant: Variant, symbols: &Symbols) -> Vec<Plan> {
        let mut plans: Vec<Plan> = [1, 9].iter().filter_map(|&amount| self.concrete(plan, amount, symbols)).collect();
        plans.dedup();
        plans
    }

    fn seen(&self, concrete: &Answer, symbols: &Symbols) -> Answer {
        let mut balance = 0;
        let mut seen = concrete.clone();
        for (place, &input) in concrete.word.iter().enumerate() {
            seen.word[place] = self.guarded(symbols.inputs.symbol(input), balance);
            if let Some(Value::Integer(told)) = concrete.evidence[place].values.get("balance") {
                balance = *told;
            }
        }
        seen
    }

    fn refine(&mut self, known: &Answer, new: &Answer, _symbols: &Symbols) -> bool {
        assert!(!known.evidence.is_empty() && !new.evidence.is_empty(), "executions come with their evidence");
        if self.temper == Temper::Refines {
            self.is_refined = true;
            self.inputs = ["deposit", ENOUGH, TOO_MUCH, "audit"].iter().collect();
        }
        self.temper != Temper::Refuses
    }
}

fn case() -> Case {
    let mut case = Case::of_model(Path::new("account"));
    case.learning.tester = Some("w(1)".parse().unwrap());
    case
}

fn learned(case: &Case, temper: Temper, account: &mut Account, journal: Journal) -> Finished<Learned> {
    let (options, guards) = (RunOptions::default(), Box::new(Guards::new(temper)));
    learn_abstracted(case, account, journal, &options, guards, &mut |_, _| {}).unwrap()
}

/// The words of a journal, in order.
fn words(path: &Path) -> Vec<String> {
    let mut words = Vec::new();
    Journal::open_to_read(path).unwrap().for_each(|entry| words.push(entry.inputs.join(" "))).unwrap();
    words
}

fn outputs_of(learned: &Learned, word: &[&str]) -> Vec<String> {
    let machine = &learned.machine;
    let mut state = machine.initial();
    let step = |name: &&str| {
        let (output, next) = machine.step(state, machine.inputs().get(name).unwrap())?;
        state = next;
        Some(machine.outputs().text(output).to_owned())
    };
    word.iter().map_while(step).collect()
}

#[test]
fn mixed_outcomes_refine_a_guard_in_mid_run_and_nothing_is_executed_twice() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let mut account = Account::new();
    let finished = learned(&case(), Temper::Refines, &mut account, Journal::open(&path).unwrap());
    assert_eq!((finished.stop, finished.summary.states), (None, 2));
    assert_eq!(finished.learned.machine.inputs().texts(), ["deposit", ENOUGH, TOO_MUCH, "audit"]);
    let outputs = outputs_of(&finished.learned, &[TOO_MUCH, "deposit", "deposit", TOO_MUCH, ENOUGH, TOO_MUCH]);
    assert_eq!(outputs, ["refused", "done", "refused", "refused", "done", "refused"]);
    assert!(outputs_of(&finished.learned, &[ENOUGH]).is_empty(), "an empty account has never enough");
    assert!(outputs_of(&finished.learned, &["audit"]).is_empty(), "nothing is an audit");
    let executed = account.log.lock().unwrap().clone();
    assert_eq!(words(&path), executed);
    assert!(executed.contains(&"deposit(5) withdraw(1)".to_owned()), "{executed:?}");
    let mut once = executed.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), executed.len(), "each word once: {executed:?}");
    assert_eq!(finished.summary.learning.executed + finished.summary.testing.executed, executed.len() as u64);
    assert!(finished.summary.findings.is_empty(), "{:?}", finished.summary.findings);
}

#[test]
fn a_run_that_is_stopped_before_or_behind_a_refinement_continues_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let mut undisturbed = Account::new();
    let whole = learned(&case(), Temper::Refines, &mut undisturbed, Journal::in_memory());
    let all = undisturbed.log.lock().unwrap().clone();
    for stop in 1..all.len() as u64 {
        let path = folder.path().join(format!("journal{stop}.db"));
        let mut account = Account::new();
        let mut limited = case();
        limited.limits.max_words = stop;
        let part = learned(&limited, Temper::Refines, &mut account, Journal::open(&path).unwrap());
        assert!(matches!(part.stop, Some(StopReason::Budget(_))), "{stop}: {:?}", part.stop);
        let finished = learned(&case(), Temper::Refines, &mut account, Journal::open(&path).unwrap());
        assert_eq!(write_json(&finished.learned), write_json(&whole.learned), "stopped after {stop}");
        assert_eq!(words(&path), all, "stopped after {stop}");
        assert_eq!(*account.log.lock().unwrap(), all, "stopped after {stop}");
    }
}

#[test]
fn an_abstraction_that_does_not_tell_two_executions_apart_gets_a_finding_with_both_traces() {
    for temper in [Temper::Refuses, Temper::Pretends] {
        let finished = learned(&case(), temper, &mut Account::new(), Journal::in_memory());
        assert_eq!(finished.stop, Some(StopReason::Unsettled));
        let [finding] = &finished.summary.findings[..] else { panic!("{:?}", finished.summary.findings) };
        assert_eq!(
            (finding.kind, &finding.word[..]),
            (FindingKind::Disagreement, &["deposit", "withdraw"].map(String::from)[..])
        );
        let last: Vec<_> = finding.traces.iter().map(|trace| trace.steps[1].output.as_str()).collect();
        assert_eq!(last, ["done", "refused"]);
    }
}

#[test]
fn several_executions_of_one_word_are_voted_on_each_for_itself() {
    let mut case = case();
    case.learning.repeat = 3;
    let mut account = Account::new();
    let finished = learned(&case, Temper::Refines, &mut account, Journal::in_memory());
    assert_eq!((finished.stop, finished.summary.states), (None, 2));
    let executed = account.log.lock().unwrap();
    let times = |word: &str| executed.iter().filter(|executed| *executed == word).count();
    assert_eq!((times("deposit(5) withdraw(1)"), times("deposit(5) withdraw(9)")), (3, 3));
}

/// A lamp with two switches that should do the same.
struct Lamp {
    inputs: Inputs,
    outputs: Outputs,
    log: Log,
}

impl System for Lamp {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            let mut is_on = false;
            let answer = Answer::stepped(plan, symbols, &mut self.outputs, |_| {
                is_on = !is_on;
                if is_on { "on" } else { "off" }.to_owned()
            });
            self.log.lock().unwrap().push(symbols.inputs.show(&answer.word));
            answers.push(answer);
        }
        Ok(())
    }
}

/// What is learned of the lamp, and the words that were executed for it.
fn lamp_learned(journal: Journal) -> (Finished<Learned>, Vec<String>) {
    let text = "[system]\ncommand = [\"lamp\"]\n[inputs]\ncallins = [\"switch\"]\nwait = false\n\
                [inputs.alternatives]\nswitch = [\"left\", \"right\"]\n";
    let case = Case::parse(text, Path::new("lamp.toml")).unwrap();
    let inputs = ["left", "right"].iter().collect();
    let mut lamp = Lamp { inputs, outputs: Outputs::default(), log: Log::default() };
    let finished = learn(&case, &mut lamp, journal, &RunOptions::default(), &mut |_, _| {}).unwrap();
    let log = lamp.log.lock().unwrap().clone();
    (finished, log)
}

#[test]
fn a_word_of_an_older_journal_that_does_not_name_its_snippet_answers_nothing_and_stays() {
    let (fresh, words_of_fresh) = lamp_learned(Journal::in_memory());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let mut journal = Journal::open(&path).unwrap();
    let older = Entry {
        seq: 0,
        copy: 0,
        phase: Phase::Learning,
        inputs: vec!["switch".to_owned()],
        outputs: vec!["broken".to_owned()],
        evidence: Vec::new(),
        late: Vec::new(),
        overturned: false,
    };
    journal.append(&mut [older], 1).unwrap();
    let (finished, executed) = lamp_learned(journal);
    assert_eq!(write_json(&finished.learned), write_json(&fresh.learned));
    assert_eq!(executed, words_of_fresh);
    assert!(executed.iter().any(|word| word.contains("left right")), "{executed:?}");
    assert_eq!(words(&path), [vec!["switch".to_owned()], executed].concat());
}
