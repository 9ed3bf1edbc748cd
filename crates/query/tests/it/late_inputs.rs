//! Inputs that appear while learning: a store that is offered one number after the other.

use std::path::Path;
use std::sync::{Arc, Mutex};

use typestar_learn::{Halt, Hypothesis, Learner, Observed, Oracle, Outcome};
use typestar_model::{Evidence, Id, InputId, Inputs, OutputId, Outputs, Plan, Symbol, Value, Word};
use typestar_query::{
    Answer, Case, Chain, Established, Finished, Journal, Kind, Link, Numbers, RunOptions, Session, Symbols, System,
    SystemError, learn_kind,
};

const OFFERS: i64 = 300;

/// A store that takes even numbers, and tells the last number that it was offered.
struct Store {
    inputs: Inputs,
    outputs: Outputs,
    executed: Arc<Mutex<Vec<String>>>,
}

impl Store {
    fn new() -> Self {
        Self { inputs: ["offer", "poll"].iter().collect(), outputs: Outputs::default(), executed: Arc::default() }
    }
}

fn number_of(input: &str) -> i64 {
    match Symbol::read(input).values() {
        [Value::Integer(number)] => *number,
        _ => -1,
    }
}

impl System for Store {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            let mut told = Vec::new();
            let mut answer = Answer::stepped(plan, symbols, &mut self.outputs, |input| {
                told.push(number_of(input));
                if number_of(input) % 2 == 0 { "taken" } else { "refused" }.to_owned()
            });
            let values = |&number: &i64| [("last".to_owned(), Value::Integer(number))].into();
            answer.evidence =
                told.iter().map(|number| Evidence { values: values(number), ..Evidence::default() }).collect();
            self.executed.lock().unwrap().push(symbols.inputs.show(&answer.word));
            answers.push(answer);
        }
        Ok(())
    }
}

/// For each offer whether it is taken.
#[derive(Clone, Debug, PartialEq)]
struct Taken(Vec<(InputId, OutputId)>);

impl Hypothesis for Taken {
    fn predict(&self, _: Observed, word: &[InputId]) -> Vec<Option<OutputId>> {
        let output = |input| self.0.iter().find(|(offer, _)| offer == input).map(|&(_, output)| output);
        word.iter().take(1).filter_map(output).map(Some).collect()
    }

    fn size(&self) -> usize {
        self.0.len()
    }

    fn news(&self, _earlier: Option<&Self>, _observed: Observed) -> Vec<Word> {
        Vec::new()
    }
}

/// Offers this many numbers, each of them twice in a word.
struct Offering(i64);

impl Learner for Offering {
    type Hypothesis = Taken;

    fn hypothesis(&mut self, oracle: &mut dyn Oracle) -> Result<Taken, Halt> {
        assert_eq!(oracle.input(&Symbol::read("steal(1)")), None, "the store has no such input");
        let mut taken = Vec::new();
        for number in 0..self.0 {
            let offer = oracle.input(&Symbol::read(&format!("offer({number})"))).expect("the store has offers");
            oracle.ask(vec![Plan::word([offer, offer])])?;
            let outputs = oracle.tree().outputs_of(&[offer, offer]).expect("what was asked is known");
            assert_eq!(oracle.outputs().text(outputs[1]), "outside", "only one offer may be made");
            taken.push((offer, outputs[0]));
        }
        Ok(Taken(taken))
    }
}

/// Reads the evidence of each offer from the tree.
struct EvidenceCheck;

impl Link<Taken> for EvidenceCheck {
    fn test(&mut self, session: &mut Session, taken: &Taken) -> Result<Outcome, Halt> {
        for &(offer, _) in &taken.0 {
            let node = session.tree().child(session.tree().root(), offer).expect("it was asked");
            let told = session.evidence(node)?.values["last"].clone();
            assert_eq!(told, Value::Integer(number_of(session.inputs().text(offer))));
        }
        let root = session.tree().root();
        assert_eq!(session.evidence(root)?, Evidence::default());
        Ok(Outcome::Agreed)
    }
}

/// How many numbers are offered.
struct Offers(i64);

impl Kind for Offers {
    type Hypothesis = Taken;
    type Model = Option<Taken>;

    fn learner_name(&self) -> String {
        "offering".to_owned()
    }

    fn tester_name(&self) -> String {
        "none".to_owned()
    }

    fn learner(&self) -> Box<dyn Learner<Hypothesis = Taken>> {
        Box::new(Offering(self.0))
    }

    fn links(&self, _session: &Session) -> Vec<Box<dyn Link<Taken>>> {
        vec![Box::new(EvidenceCheck)]
    }

    fn model(&self, _session: &Session, taken: Option<&Taken>, _finished: bool) -> Option<Taken> {
        taken.cloned()
    }

    fn established(&self, _tests: &Chain<Taken>, _numbers: &Numbers) -> Established {
        ("all numbers were offered".to_owned(), None)
    }
}

fn case() -> Case {
    let mut case = Case::of_model(Path::new("store"));
    case.purpose.at_most_once = vec!["offer".to_owned()];
    case
}

fn learned(case: &Case, store: &mut Store, journal: Journal) -> Finished<Option<Taken>> {
    learned_from(OFFERS, case, store, journal)
}

fn learned_from(offers: i64, case: &Case, store: &mut Store, journal: Journal) -> Finished<Option<Taken>> {
    learn_kind(Offers(offers), case, store, journal, &RunOptions::default(), &mut |_, _| {}).unwrap()
}

#[test]
fn rules_hold_for_inputs_that_appear_while_learning() {
    let mut store = Store::new();
    let finished = learned(&case(), &mut store, Journal::in_memory());
    let expected: Vec<String> = (0..OFFERS).map(|number| format!("offer({number})")).collect();
    assert_eq!(*store.executed.lock().unwrap(), expected, "the second offer is never made");
    let offers: Vec<usize> = finished.learned.unwrap().0.iter().map(|(offer, _)| offer.index()).collect();
    assert_eq!(offers, (2..2 + OFFERS as usize).collect::<Vec<_>>(), "they come behind the inputs that are offered");
    assert_eq!(finished.summary.inputs, 2);
}

#[test]
fn a_run_that_is_continued_numbers_new_inputs_as_before_and_reads_their_evidence() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let mut store = Store::new();
    let mut limited = case();
    limited.limits.max_words = 100;
    let part = learned(&limited, &mut store, Journal::open(&path).unwrap());
    assert!(part.stop.is_some() && store.executed.lock().unwrap().len() == 100);
    let finished = learned(&case(), &mut store, Journal::open(&path).unwrap());
    assert_eq!(store.executed.lock().unwrap().len(), OFFERS as usize, "nothing is executed twice");
    let whole = learned(&case(), &mut Store::new(), Journal::in_memory());
    assert_eq!(finished.learned, whole.learned);
    let again = learned(&case(), &mut store, Journal::open(&path).unwrap());
    assert_eq!((again.learned, store.executed.lock().unwrap().len()), (whole.learned, OFFERS as usize));
}

#[test]
fn inputs_beyond_65536_are_journaled_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("journal.db");
    let mut store = Store::new();
    store.inputs = (0..70_000).map(|number| format!("i{number}")).chain(["offer".to_owned()]).collect();
    let finished = learned_from(3, &case(), &mut store, Journal::open(&path).unwrap());
    let last = finished.learned.as_ref().and_then(|taken| taken.0.last()).map(|(offer, _)| offer.index());
    assert_eq!(last, Some(70_003));
    let again = learned_from(3, &case(), &mut store, Journal::open(&path).unwrap());
    assert_eq!((again.learned, store.executed.lock().unwrap().len()), (finished.learned, 3));
}
