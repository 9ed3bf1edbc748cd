//! Learning a register automaton once more: what the second learner of a run needs.

use typestar_learn::register::{RegisterHypothesis, RegisterLearner, RegisterLearnerKind, search_difference};
use typestar_learn::{Halt, Learner, Oracle, Tester};
use typestar_model::register::{RegisterRun, TypeId};
use typestar_model::{InputId, Step, Symbol, Value, Word};

use super::data::Data;
use super::random_words::RandomWords;
use super::typed::typed;
use crate::run::witness::{Compared, Relearning};
use crate::session::Session;

/// What the second learner is, and what the values of the system are.
pub(super) struct RegistersAgain {
    pub(super) kind: RegisterLearnerKind,
    pub(super) data: Data,
}

impl Relearning for RegistersAgain {
    type Hypothesis = RegisterHypothesis;

    fn learner(&self) -> Box<dyn Learner<Hypothesis = RegisterHypothesis>> {
        let (signature, theories) = (self.data.signature.clone(), self.data.theories.clone());
        Box::new(RegisterLearner::new(self.kind, signature, theories))
    }

    /// Random words are a thousand or more for every system with data, so they say nothing of how hard it is.
    fn counted(&self, executed: u64, random: u64) -> u64 {
        executed.saturating_sub(random)
    }

    fn random_words(&self, words: u64, seed: u64) -> Box<dyn Tester<RegisterHypothesis>> {
        Box::new(RandomWords { theories: self.data.theories.clone(), words, rounds: 0, seed })
    }

    fn compare(
        &self,
        session: &mut Session,
        first: &RegisterHypothesis,
        second: &RegisterHypothesis,
    ) -> Result<Compared, Halt> {
        let searched = search_difference(session, &first.automaton, &second.automaton, &self.data.theories)?;
        let Some(word) = searched.word else {
            // Nobody knows how to compare sums exactly.
            let is_whole = searched.depth.is_none() && !self.data.has_sums();
            return Ok(if is_whole { Compared::Same } else { Compared::Alike });
        };
        let word = self.canonical(first, second, word);
        let numbered: Option<Word> = word.iter().map(|symbol| session.input(symbol)).collect();
        Ok(numbered.map_or(Compared::Alike, Compared::Differ))
    }

    fn trace(&self, session: &Session, model: &RegisterHypothesis, word: &[InputId]) -> Vec<Step> {
        let word: Vec<Symbol> = word.iter().map(|&input| session.inputs().symbol(input).clone()).collect();
        word.iter().zip(said(model, &word)).map(|(input, output)| Step::of(input, &output)).collect()
    }

    fn more_words(&self) -> &'static str {
        "--tester 'explore(3) + random(5000)'"
    }
}

impl RegistersAgain {
    /// The canonical form of a word that tells two models apart: the tree may know its answer by that name. Between integers
    /// there may be no room for it; then the word stays as it is.
    fn canonical(&self, first: &RegisterHypothesis, second: &RegisterHypothesis, word: Vec<Symbol>) -> Vec<Symbol> {
        let outputs = said(first, &word);
        let invented = |step: usize| self.invented(outputs.get(step - 1), step);
        let relocated = self.data.theories.relocate(&self.data.signature, &word, &invented);
        relocated.filter(|word| said(first, word) != said(second, word)).unwrap_or(word)
    }

    /// What an output invents in a step.
    fn invented(&self, output: Option<&Symbol>, step: usize) -> Vec<(TypeId, Value)> {
        let is_new = |value: &Value| matches!(value, Value::Returned { step: of, .. } if *of as usize == step);
        let values = output.map_or_else(Vec::new, |output| typed(&self.data.signature.outputs, output));
        values.into_iter().filter(|(_, value)| is_new(value)).map(|(of, value)| (of, value.clone())).collect()
    }
}

/// What a model says to a word, as far as it says anything.
fn said(model: &RegisterHypothesis, word: &[Symbol]) -> Vec<Symbol> {
    let mut run = RegisterRun::new(&model.automaton);
    let step = |symbol: &Symbol| Some(run.step(model.automaton.signature.input_of(symbol)?, symbol.values())?.output);
    word.iter().map_while(step).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use typestar_model::register::{
        ActionId, Comparison, Guard, Location, LocationId, Operand, Register, RegisterAutomaton, RegisterId, Source,
        Term, Transition,
    };
    use typestar_model::{Id, Inputs, Outputs, Plan};

    use super::*;
    use crate::case::Case;
    use crate::executor::Executor;
    use crate::system::{Answer, Symbols, System, SystemError};

    const DESK: &str = "[system]\ncommand = [\"x\"]\n[types]\nid = \"equality\"\n[inputs.actions]\nopen = []\n\
                        close = [\"id\"]\n[outputs.actions]\nopened = [\"id\"]\nclosed = []\nunknown = []\n";

    /// Nobody asks it.
    struct Silent(Inputs, Outputs);

    impl System for Silent {
        fn inputs(&self) -> &Inputs {
            &self.0
        }

        fn outputs(&self) -> &Outputs {
            &self.1
        }

        fn run(&mut self, _: &[Plan], _: &Symbols, _: &mut Vec<Answer>) -> Result<(), SystemError> {
            unreachable!("comparing asks nothing")
        }
    }

    /// A desk that hands out ids. If it knows them, it closes what has the last one.
    fn desk(data: &Data, knows: bool) -> RegisterHypothesis {
        let signature = data.signature.clone();
        let input = |name: &str| ActionId::new(signature.inputs.iter().position(|action| action.name == name).unwrap());
        let output =
            |name: &str| ActionId::new(signature.outputs.iter().position(|action| action.name == name).unwrap());
        let (shut, open, id) = (LocationId::new(0), LocationId::new(1), RegisterId::new(0));
        let hands_out = |from| Transition {
            values: vec![Source::Fresh],
            assignments: vec![(id, Source::Output(0))],
            ..Transition::new((from, input("open")), Guard::ALWAYS, output("opened"), open)
        };
        let (given, kept) = (Term::of(Operand::Parameter(0)), Term::of(Operand::Register(id)));
        let is_it = Guard::Compare(given, Comparison::Equal, kept);
        let close = |from, guard, said, to| Transition::new((from, input("close")), guard, output(said), to);
        let mut transitions = vec![hands_out(shut), hands_out(open)];
        transitions.extend(knows.then(|| close(open, is_it, "closed", shut)));
        transitions.extend([shut, open].map(|from| close(from, Guard::ALWAYS, "unknown", from)));
        let location = |name: &str, registers: &[RegisterId]| Location {
            name: name.to_owned(),
            accepting: false,
            registers: registers.to_vec(),
        };
        let locations = vec![location("l0", &[]), location("l1", &[id])];
        let registers = vec![Register { name: "x1".to_owned(), data_type: TypeId::new(0), initial: None }];
        let automaton =
            RegisterAutomaton { name: "desk".to_owned(), signature, registers, locations, transitions, finished: true };
        RegisterHypothesis { automaton, access: Vec::new(), tree_queries: 0 }
    }

    fn again() -> (Case, RegistersAgain) {
        let case = Case::parse(DESK, Path::new("desk.toml")).unwrap();
        let data = Data::of_case(&case).unwrap().unwrap();
        (case, RegistersAgain { kind: RegisterLearnerKind::Slct, data })
    }

    #[test]
    fn what_tells_two_models_apart_may_be_a_value_that_the_system_invents() {
        let (case, again) = again();
        let (knows, forgets) = (desk(&again.data, true), desk(&again.data, false));
        let mut system = Silent(case.inputs.alphabet(), Outputs::default());
        let executor = Executor::open(&case, &mut system, None, Default::default()).unwrap();
        let mut session = Session::new(&case, executor);
        assert!(matches!(again.compare(&mut session, &knows, &knows), Ok(Compared::Same)));
        let Ok(Compared::Differ(word)) = again.compare(&mut session, &knows, &forgets) else { panic!("they differ") };
        assert_eq!(session.inputs().show(&word), "open close($1.1)");
        let trace = again.trace(&session, &forgets, &word);
        assert_eq!(trace.iter().map(|step| step.output.to_string()).collect::<Vec<_>>(), ["opened($1.1)", "unknown"]);
    }

    #[test]
    fn a_word_that_tells_two_models_apart_is_made_canonical() {
        let (_, again) = again();
        let (knows, forgets) = (desk(&again.data, true), desk(&again.data, false));
        let word = ["close(7)", "open", "close(9)", "close(7)", "close($2.1)"].map(Symbol::read).to_vec();
        let text = |word: &[Symbol]| word.iter().map(Symbol::text).collect::<Vec<_>>().join(" ");
        let canonical = again.canonical(&knows, &forgets, word);
        assert_eq!(text(&canonical), "close(101) open close(102) close(101) close($2.1)");
    }
}
