//! What can be asked: the trait that every system implements.

pub(crate) mod copies;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, LazyLock};

use typestar_model::guarded::{LeftOut, OfferedMethod};
use typestar_model::{Cursor, Evidence, Inputs, LateCallback, OutputId, Outputs, Plan, Step, Word};
use typestar_protocol::Clock;

/// The answer to one plan: what was given and what came back, step by step.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// The inputs that were given. Shorter than planned only if the last output is final, or if the next input reuses a
    /// value that is not there.
    pub word: Word,
    /// One output for each input.
    pub outputs: Vec<OutputId>,
    /// What is known of each step beyond its output; empty when the system has nothing to say.
    pub evidence: Vec<Evidence>,
    /// Callbacks that came when none should come any more: the quiescence time is too short.
    pub late: Vec<LateCallback>,
    /// Which copy of the system answered, from 1; 0 if there is only one.
    pub copy: u32,
}

impl Answer {
    /// The answer of a system that takes one step after the other: for systems that are made of a function from the text
    /// of an input to that of its output. `named` numbers the system's outputs.
    pub fn stepped(plan: &Plan, symbols: &Symbols, named: &mut Outputs, mut step: impl FnMut(&str) -> String) -> Self {
        let (mut answer, mut cursor) = (Self::default(), Cursor::naming(plan, &symbols.outputs));
        while let Some(input) = cursor.next() {
            let (given, outputs) = (symbols.inputs.symbol(input), &answer.outputs);
            if !given.finds_values(|step| outputs.get(step - 1).map(|&output| named.symbol(output))) {
                break;
            }
            let output = step(given.text());
            let known = symbols.outputs.get(&output);
            answer.word.push(input);
            answer.outputs.push(named.intern(&output));
            if known.is_some_and(|output| symbols.finals.contains(&output)) {
                break;
            }
            cursor.take_text(&output);
        }
        answer
    }

    /// The first steps, by names.
    pub(crate) fn steps(&self, length: usize, inputs: &Inputs, outputs: &Outputs) -> Vec<Step> {
        (0..length)
            .map(|index| Step {
                input: inputs.symbol(self.word[index]).clone(),
                output: outputs.symbol(self.outputs[index]).clone(),
                evidence: self.evidence.get(index).cloned().unwrap_or_default(),
            })
            .collect()
    }

    /// Forgets the steps from this one on.
    pub(crate) fn cut(&mut self, length: usize) {
        self.word.truncate(length);
        self.outputs.truncate(length);
        self.evidence.truncate(length);
    }

    /// How many words and symbols it took to find out the steps from this one on: the word itself, and those that were
    /// executed beside it. Words of which the beginning was counted before are not counted again.
    pub(crate) fn cost(&self, counted: usize) -> (u64, u64) {
        let word = (u64::from(counted == 0), (self.word.len() - counted) as u64);
        let beside = self.evidence.iter().skip(counted);
        beside.fold(word, |(words, symbols), step| (words + step.more_words, symbols + step.more_symbols))
    }
}

/// Why a system could not answer. An illegal call is not a failure but the output `error`.
#[derive(Debug, thiserror::Error)]
pub enum SystemError {
    /// The adapter or its environment is broken; the text says what to do.
    #[error("{0}")]
    Failed(String),
    /// The case names inputs that the system does not have.
    #[error("{message}")]
    UnknownInputs {
        /// Which, and what to do.
        message: String,
        /// The inputs that it has.
        known: Vec<String>,
    },
    /// The system produced more different outputs than can be told apart.
    #[error("the system gave more than {0} different outputs: merge or ignore some of them in the case file")]
    TooManyOutputs(usize),
}

/// What plans and answers speak of: one numbering of inputs and outputs for all who ask.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    /// The inputs: first those that learners ask, then all others that were ever given, such as the calls that an input
    /// stands for.
    pub inputs: Inputs,
    /// How many inputs learners ask.
    pub offered: usize,
    /// The outputs that anybody has named so far.
    pub outputs: Outputs,
    /// The outputs that end an execution.
    pub finals: Vec<OutputId>,
}

/// What a system says of itself when it is opened. It holds as long as the system is open.
#[derive(Clone, Debug, Default)]
pub struct About {
    /// What identifies it: when this changes between two runs, earlier answers may no longer hold. Pairs of a name
    /// ("adapter file player.py") and a text or digest.
    pub identity: Vec<(String, String)>,
    /// Outputs that are final beside those of the case, by their names: nothing changes after them.
    pub finals: Vec<String>,
    /// In whose time it lives. If the clock is virtual, every `quiet` is exact that does not say why not.
    pub clock: Clock,
    /// The world in which its answers hold, as it declares it; empty if it declares nothing.
    pub environment: String,
    /// The expression that makes the object of each word, where it is an object of a class; else empty.
    pub object: String,
    /// Its callbacks, as far as it tells them.
    pub callbacks: Vec<String>,
    /// How deep it follows the objects in fields at first, where it can go deeper.
    pub depth: Option<u32>,
    /// The methods behind the inputs, where it knows what their parameters take.
    pub methods: Vec<OfferedMethod>,
    /// Methods that are no inputs, and why.
    pub left_out: Vec<LeftOut>,
}

impl About {
    /// How many ways there are to make the object, beside the usual one.
    pub(crate) fn makers(&self) -> usize {
        self.methods.iter().filter(|method| method.makes).count()
    }
}

/// What makes the object of each word, for people; empty if there is no such object.
pub(crate) fn how_made(object: &str, makers: usize) -> String {
    match makers {
        _ if object.is_empty() => String::new(),
        0 => format!("the object is made by `{object}`"),
        1 => format!("the object is made by `{object}`, or by the other maker of the table"),
        makers => format!("the object is made by `{object}`, or by one of the {makers} other makers of the table"),
    }
}

/// Takes answers as they come, each with the position of its plan, in numbers of these outputs. When it breaks, no more are
/// wanted: a limit of time has passed, say. What is answered all the same is still taken, and no answers at all may be
/// given to ask whether more are wanted.
pub type Taker<'a> = &'a mut dyn FnMut(Vec<(usize, Answer)>, &Outputs) -> ControlFlow<()>;

/// Something that can be asked. Each plan starts from a fresh system and ends with it: one plan, one reset.
pub trait System: Send {
    /// The inputs that can be given, in order.
    fn inputs(&self) -> &Inputs;

    /// The outputs that it has named so far, in its own numbering, which only grows.
    fn outputs(&self) -> &Outputs;

    /// Runs each plan from a fresh start, in order, and adds its answer to `answers` as soon as it is there, so that
    /// a failure loses nothing that came before it.
    ///
    /// Plans and the inputs of answers use the numbers of `symbols`; the outputs of answers those of [`Self::outputs`]. An
    /// execution may end at the first final output; what comes behind it is not looked at.
    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError>;

    /// Runs each plan from a fresh start, perhaps several at once, and hands over each answer as it comes. What was
    /// answered before a failure is handed over, too. It ends soon, and without an error, when no more are wanted.
    fn run_at_once(&mut self, plans: &[Plan], symbols: &Symbols, taker: Taker) -> Result<(), SystemError> {
        let mut answers = Vec::with_capacity(1);
        for (place, plan) in plans.iter().enumerate() {
            self.run(std::slice::from_ref(plan), symbols, &mut answers)?;
            let answer = answers.drain(..).map(|answer| (place, answer)).collect();
            if taker(answer, self.outputs()).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// What it says of itself. A system that wraps another one passes on what that one says.
    fn about(&self) -> &About {
        static NOTHING: LazyLock<About> = LazyLock::new(About::default);
        &NOTHING
    }

    /// How many plans can be run at once.
    fn copies(&self) -> usize {
        1
    }

    /// From now on somebody else asks, with symbols of his own. When this flag is set, the user wants the end: an answer
    /// that is missing is not worth another start.
    fn begin(&mut self, _interrupt: &Arc<AtomicBool>) {}

    /// From now on it follows the objects in fields so deep. False if it tells no fields, or always the same ones.
    fn look(&mut self, _depth: u32) -> bool {
        false
    }

    /// What went wrong and was mended without losing an answer, such as restarts of an adapter; one text for each time.
    fn troubles(&self) -> &[String] {
        &[]
    }
}

/// Runs each plan in order with a system that runs several at once: what [`System::run`] is to do.
pub(crate) fn run_in_order(
    system: &mut impl System,
    plans: &[Plan],
    symbols: &Symbols,
    answers: &mut Vec<Answer>,
) -> Result<(), SystemError> {
    let mut ran = vec![None; plans.len()];
    let outcome = system.run_at_once(plans, symbols, &mut |answers, _| {
        answers.into_iter().for_each(|(place, answer)| ran[place] = Some(answer));
        ControlFlow::Continue(())
    });
    answers.extend(ran.into_iter().map_while(|answer| answer));
    outcome
}
