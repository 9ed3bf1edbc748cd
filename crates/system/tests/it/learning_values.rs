//! Runs of systems whose callins answer more than `ok` and `error`.

use crate::learning::{Stepped, Watched, case, guarded, learned};
use typestar_model::{FindingKind, Inputs, OK, QUIET, WAIT};
use typestar_protocol::{Returns, Shown};
use typestar_query::{Case, LearnerKind, MachineTester, PendingLimit, PurposeSpec, Target};

/// Prints one page for each accepted `print`, but refuses while it is jammed.
struct Printer {
    inputs: Inputs,
    is_jammed: bool,
    pending: usize,
}

impl Printer {
    fn new(callins: &[&str]) -> Self {
        let inputs = callins.iter().chain(&[WAIT]).collect();
        Self { inputs, is_jammed: false, pending: 0 }
    }
}

impl Stepped for Printer {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn reset(&mut self) {
        (self.is_jammed, self.pending) = (false, 0);
    }

    fn step(&mut self, input: &str) -> String {
        match input {
            "print" if self.is_jammed => return "busy".to_owned(),
            "print" => self.pending += 1,
            "jam" => self.is_jammed = !self.is_jammed,
            "poll" => return "onPrinted".to_owned(),
            WAIT if self.pending == 0 => return QUIET.to_owned(),
            WAIT => {
                self.pending -= 1;
                return "onPrinted".to_owned();
            }
            other => panic!("no input: {other}"),
        }
        OK.to_owned()
    }
}

/// The case of an adapter in which `busy` is an error that does not end the word.
fn printer_case(requests_at_once: usize) -> Case {
    let mut case = case("printer");
    case.system.target = Target::Command(vec!["printer".to_owned()]);
    let (requests, callbacks) = (vec!["print".to_owned()], vec!["onPrinted".to_owned()]);
    case.purpose.at_most_pending =
        vec![PendingLimit { count: requests_at_once, requests, callbacks, ..PendingLimit::default() }];
    case.purpose.refusals = vec!["busy".to_owned()];
    case
}

#[test]
fn a_request_that_is_refused_while_the_word_goes_on_is_not_pending() {
    for learner in LearnerKind::ALL {
        let mut case = printer_case(1);
        case.learning.learner = Some(learner);
        let finished = learned(&case, &mut guarded(Printer::new(&["print", "jam"]), &case.purpose));
        assert_eq!((finished.stop, finished.summary.findings), (None, Vec::new()), "{learner}");
        assert_eq!(finished.summary.states, 4, "{learner}: jammed or not, one pending or none");
        let machine = finished.learned.machine;
        let ask = |word: &str| {
            let word: Vec<_> = word.split(' ').map(|name| machine.inputs().get(name).expect("an input")).collect();
            machine
                .run(&word)
                .into_iter()
                .map(|output| machine.outputs().text(output).to_owned())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(ask("jam print print jam print wait"), "ok busy busy ok ok onPrinted", "{learner}");
        assert_eq!(ask("print print"), "ok", "{learner}: the second one is outside");
    }
}

#[test]
fn what_a_callin_answers_is_no_callback() {
    let mut case = printer_case(1);
    case.outputs.callbacks = Some(vec!["onOther".to_owned(), "onPrinted".to_owned()]);
    let finished = learned(&case, &mut Watched::new(Printer::new(&["print", "jam"])));
    let told: Vec<&str> = finished.summary.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(told, ["the declared callback `onOther` never came"], "`busy` need not be declared");
    case.outputs.callbacks = Some(vec!["onPrinted".to_owned()]);
    let finished = learned(&case, &mut Watched::new(Printer::new(&["jam", "poll"])));
    let told: Vec<&str> = finished.summary.findings.iter().map(|finding| finding.message.as_str()).collect();
    assert_eq!(told, ["the declared callback `onPrinted` never came"], "`poll` does not bring it");
}

#[test]
fn a_callin_that_answers_like_a_callback_ends_no_request() {
    let case = printer_case(1);
    let finished = learned(&case, &mut guarded(Printer::new(&["print", "poll"]), &case.purpose));
    assert_eq!((finished.stop, finished.summary.states), (None, 2));
}

#[test]
fn more_values_than_a_machine_should_show_are_one_finding_and_the_run_goes_on() {
    let mut case = printer_case(1);
    case.purpose = PurposeSpec::default();
    case.inputs.returns = [("count".to_owned(), Returns::Shown(Shown::Value))].into();
    case.learning.tester = Some(MachineTester::DistinguisherBound(2).into());
    let finished = learned(&case, &mut Watched::new(Counter::new()));
    let many: Vec<_> =
        finished.summary.findings.iter().filter(|finding| finding.kind == FindingKind::TooManyValues).collect();
    let [finding] = many[..] else { panic!("{:?}", finished.summary.findings) };
    assert_eq!(finding.message, "`count` returned more than 32 different values");
    assert_eq!(finding.word.last().map(String::as_str), Some("count"));
    assert!(finding.advice[0].contains("[inputs.returns] count = \"type\""), "{:?}", finding.advice);
    assert_eq!((finished.stop, finished.summary.states), (None, MOST_CALLS));
}

/// More calls are not counted.
const MOST_CALLS: usize = 40;

/// Counts its calls.
struct Counter {
    inputs: Inputs,
    calls: usize,
}

impl Counter {
    fn new() -> Self {
        Self { inputs: ["count", WAIT].iter().collect(), calls: 0 }
    }
}

impl Stepped for Counter {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn reset(&mut self) {
        self.calls = 0;
    }

    fn step(&mut self, input: &str) -> String {
        if input == WAIT {
            return QUIET.to_owned();
        }
        self.calls = (self.calls + 1).min(MOST_CALLS);
        self.calls.to_string()
    }
}
