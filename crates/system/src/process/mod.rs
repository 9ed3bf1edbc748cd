//! A system in another process that speaks the adapter protocol.

mod delivery;
mod mending;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use typestar_model::{Inputs, Outputs, Plan, Symbol, WAIT, some_names};
use typestar_protocol::{Handshake, Remarks, Reply, Request, Settings, Told, VERSION};
use typestar_query::{About, Answer, Case, OnHang, Symbols, System, SystemError, Taker, Target, digest, plain_call};

use self::delivery::Delivery;
use crate::connection::{Connection, Failure, Trouble};
use crate::subject::Subject;
use crate::troubles::Troubles;
use crate::wording::{self, Answering, Misread};

/// How to start an adapter and what to expect of it.
#[derive(Clone, Debug)]
pub struct ProcessOptions {
    /// What messages call the system.
    pub subject: Subject,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where to run it.
    pub directory: PathBuf,
    /// The callins in their order; without them, the adapter's own.
    pub inputs: Option<Vec<String>>,
    /// Whether the adapter's own callins get plain arguments where it knows the methods behind them.
    pub plain_arguments: bool,
    /// Whether to add the input `wait`.
    pub wait: bool,
    /// How to wait for callbacks and what becomes of them.
    pub settings: Settings,
    /// How long the adapter may take to start.
    pub start_deadline: Duration,
    /// How many times in a row the adapter may be started again for one word.
    pub restarts: u32,
    /// What becomes of a step that hangs or ends the adapter, twice in the same way.
    pub on_hang: OnHang,
    /// Files whose change makes earlier answers doubtful; if empty, the words of the command that are files.
    pub files: Vec<PathBuf>,
    /// What else earlier answers depend on, instead of the command, whose words may be places of this machine alone.
    pub identity: Vec<(String, String)>,
    /// Whether the adapter may send steps a little later, which makes it faster. Once it crashes it may not any more.
    pub lazy: bool,
    /// How many plans to send at once.
    pub batch: usize,
    /// Which copy of the adapter this is, from 1. It finds the number in the environment, as `TYPESTAR_COPY`.
    pub copy: usize,
    /// Set from elsewhere when the user wants the end: nobody waits long for the adapter then.
    pub interrupt: Arc<AtomicBool>,
}

impl ProcessOptions {
    /// The usual expectations of an adapter that this command starts.
    pub fn new(command: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self {
            subject: Subject::default(),
            command: command.into_iter().map(Into::into).collect(),
            directory: PathBuf::from("."),
            inputs: None,
            plain_arguments: false,
            wait: true,
            settings: Settings::default(),
            start_deadline: Duration::from_secs(10),
            restarts: 2,
            on_hang: OnHang::default(),
            files: Vec::new(),
            identity: Vec::new(),
            lazy: false,
            batch: 32,
            copy: 1,
            interrupt: Arc::default(),
        }
    }

    /// What a case file says; none if it names no command.
    pub fn of_case(case: &Case) -> Option<Self> {
        let Target::Command(command) = &case.system.target else { return None };
        Some(Self::with_command(case, command.clone()))
    }

    /// What a case file says of an adapter that this command starts.
    pub(crate) fn with_command(case: &Case, command: Vec<String>) -> Self {
        let callins = &case.inputs.callins;
        Self {
            subject: Subject::of(&case.system.target),
            directory: case.system.directory.clone(),
            inputs: (!callins.is_empty())
                .then(|| callins.iter().flat_map(|callin| case.inputs.snippets(callin)).cloned().collect()),
            wait: case.inputs.wait,
            settings: case.settings(),
            start_deadline: Duration::from_millis(case.timing.start_deadline_ms),
            restarts: case.timing.restarts,
            on_hang: case.timing.on_hang,
            files: case.system.files.clone(),
            ..Self::new(command)
        }
    }
}

/// A system in another process. A process that hangs, dies or talks nonsense is ended and started again,
/// and the word is asked again, within limits. A step that hangs or ends the process each time is an answer.
pub struct Process {
    options: ProcessOptions,
    handshake: Handshake,
    about: About,
    inputs: Inputs,
    /// The outputs that came so far.
    outputs: Outputs,
    connection: Option<Connection>,
    /// What the adapter wants the next process to be told.
    memo: Option<serde_json::Value>,
    requests: u64,
    /// How many times in a row a component could not be ended, which shows before the first step of the next word.
    unended: u32,
    /// Why nothing more is to be asked.
    hopeless: Option<SystemError>,
    troubles: Troubles,
}

/// What follows an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ending {
    /// The process takes more plans.
    Open,
    /// The process ends, as it said.
    Last,
}

/// Why a batch was not answered to its end.
enum Setback {
    /// The adapter is broken, and may be better after a restart.
    Trouble(Trouble),
    /// Nothing can be done.
    Hopeless(SystemError),
}

impl From<Trouble> for Setback {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

impl From<Misread> for Setback {
    fn from(misread: Misread) -> Self {
        match misread {
            Misread::OffThePlan(text) => Trouble::babble(format!("did not follow the plan: {text}")).into(),
            Misread::Unusable(error) => Self::Hopeless(error),
        }
    }
}

impl Process {
    /// Starts the adapter and greets it.
    pub fn start(options: ProcessOptions) -> Result<Self, SystemError> {
        let fail = |trouble: Trouble| SystemError::Failed(trouble.report(&options.subject, "", &options.command));
        let (connection, handshake) = connect(&options, None).map_err(fail)?;
        let inputs = alphabet(&options, &handshake);
        check_inputs(&options.subject, &inputs, &handshake)?;
        Ok(Self {
            about: about(&options, &handshake),
            options,
            handshake,
            inputs,
            outputs: Outputs::default(),
            connection: Some(connection),
            memo: None,
            requests: 0,
            unended: 0,
            hopeless: None,
            troubles: Troubles::default(),
        })
    }

    /// What the adapter said of itself.
    pub fn handshake(&self) -> &Handshake {
        &self.handshake
    }

    /// Asks one batch. Each answer is handed over as it comes.
    fn ask(&mut self, plans: &[Plan], symbols: &Symbols, delivery: &mut Delivery) -> Result<(), Setback> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.reconnect()?,
        };
        match self.converse(&mut connection, plans, symbols, delivery) {
            Ok(Ending::Open) => {
                connection.calm();
                self.connection = Some(connection);
                Ok(())
            }
            Ok(Ending::Last) => Ok(()),
            Err(Setback::Trouble(trouble)) => Err(trouble.bury(connection).into()),
            Err(hopeless) => Err(hopeless),
        }
    }

    fn reconnect(&self) -> Result<Connection, Trouble> {
        let (connection, handshake) = connect(&self.options, self.memo.clone())?;
        if handshake.inputs != self.handshake.inputs {
            let (before, now) = (some_names(&self.handshake.inputs), some_names(&handshake.inputs));
            let what = format!("offers different inputs after a restart: {now} instead of {before}");
            return Err(Trouble::new(what, "make it offer the same inputs every time").bury(connection));
        }
        if handshake.clock != self.handshake.clock {
            let (before, now) = (self.handshake.clock, handshake.clock);
            let what = format!("has a different clock after a restart: {now} instead of {before}");
            return Err(Trouble::new(what, "make it use the same clock every time").bury(connection));
        }
        Ok(connection)
    }

    fn converse(
        &mut self,
        connection: &mut Connection,
        plans: &[Plan],
        symbols: &Symbols,
        delivery: &mut Delivery,
    ) -> Result<Ending, Setback> {
        self.requests += 1;
        let id = self.requests;
        let messages = plans.iter().map(|plan| wording::message(plan, symbols)).collect();
        connection.send(&Request::Run { id, plans: messages });
        for (index, plan) in plans.iter().enumerate() {
            let (began, mut answering) = (Instant::now(), Answering::new(plan, symbols));
            match self.receive_answer(connection, plan, &mut answering, (id, index)) {
                Ok((remarks, ending)) => {
                    delivery.hand_over(self.finish(answering.finish(&self.outputs)?, remarks, symbols), &self.outputs);
                    if ending == Ending::Last {
                        return Ok(Ending::Last);
                    }
                }
                Err(Setback::Trouble(trouble)) => {
                    return Err(trouble.after(self.handshake.steps.then(|| answering.so_far())).into());
                }
                Err(hopeless) => return Err(hopeless),
            }
            if delivery.is_over {
                connection.hurry(began.elapsed() * (plans.len() - index - 1) as u32)?;
            }
        }
        Ok(Ending::Open)
    }

    /// An answer with what the adapter said beside it.
    fn finish(&mut self, answer: Answer, remarks: Remarks, symbols: &Symbols) -> Answer {
        self.troubles.add_notes(&|| symbols.inputs.show(&answer.word), remarks.notes);
        Answer { late: remarks.late, ..answer }
    }

    /// Takes what answers a plan, up to the reply that ends it. Each step that is told at once has a deadline of its own.
    fn receive_answer(
        &mut self,
        connection: &mut Connection,
        plan: &Plan,
        answering: &mut Answering,
        place: (u64, usize),
    ) -> Result<(Remarks, Ending), Setback> {
        let longest_step = self.step_patience(true);
        loop {
            let patience = match self.handshake.steps {
                true => self.patience_with(answering),
                false => self.patience(plan, answering.symbols),
            };
            match connection.receive(patience, longest_step)? {
                Reply::Step { id, index, step } if (id, index) == place => answering.add(step, &mut self.outputs)?,
                reply => {
                    let (told, remarks, ending) = self.expect_answer(reply, place)?;
                    return self.take_told(told, answering).map(|()| (remarks, ending));
                }
            }
        }
    }

    /// The answer to a plan, or why there is none. What the adapter wants to be remembered is.
    fn expect_answer(&mut self, mut reply: Reply, place: (u64, usize)) -> Result<(Told, Remarks, Ending), Trouble> {
        if let Reply::Answer { memo, .. } | Reply::Failed { memo, .. } = &mut reply
            && memo.is_some()
        {
            self.memo = memo.take();
        }
        expect_answer(reply, place)
    }

    /// Takes the steps that an answer holds, or checks how many it says were told before.
    fn take_told(&mut self, told: Told, answering: &mut Answering) -> Result<(), Setback> {
        let wrong = match told {
            Told::Here(steps) if !self.handshake.steps => {
                return Ok(steps.into_iter().try_for_each(|step| answering.add(step, &mut self.outputs))?);
            }
            Told::Here(_) => "the steps again, which were sent one by one, instead of their number".to_owned(),
            Told::Before(count) if count == answering.taken => return Ok(()),
            Told::Before(count) => format!("that it has {count} steps, but {} were sent before", answering.taken),
        };
        Err(Trouble::babble(format!("sent with an answer {wrong}")).into())
    }

    /// How long the next step of an answer may take, and before the first one also the reset.
    fn patience_with(&self, answering: &Answering) -> Duration {
        let step = self.step_patience(answering.waits());
        // The adapter watches over the same deadline, and knows more to say when it has passed.
        let step = step.saturating_add(self.options.settings.step_deadline() / 2);
        match answering.taken {
            0 => step.saturating_add(self.reset_patience()),
            _ => step,
        }
    }

    /// How long a plan may take: its longest way, and the reset before it.
    fn patience(&self, plan: &Plan, symbols: &Symbols) -> Duration {
        plan.heaviest(&|input| self.step_patience(symbols.inputs.text(input) == WAIT))
            .saturating_add(self.reset_patience())
    }

    /// How long one step may take.
    fn step_patience(&self, waits: bool) -> Duration {
        let settings = &self.options.settings;
        let rest = if waits { Duration::ZERO } else { settings.longest_rest() };
        settings.step_deadline().saturating_add(settings.longest_wait(waits)).saturating_add(rest)
    }

    /// How long one reset may take.
    fn reset_patience(&self) -> Duration {
        self.options.settings.longest_reset().saturating_add(self.options.settings.step_deadline())
    }

    fn is_interrupted(&self) -> bool {
        self.options.interrupt.load(Ordering::Relaxed)
    }

    fn give_up(&self, word: &str, failures: u32, trouble: &Trouble) -> SystemError {
        let times = if failures > 1 { format!(", {failures} times in a row") } else { String::new() };
        let when = format!(", asked for the word \"{word}\"{times}");
        SystemError::Failed(trouble.report(&self.options.subject, &when, &self.options.command))
    }
}

impl System for Process {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        self.run_at_once(plans, symbols, &mut |new, _| {
            answers.extend(new.into_iter().map(|(_, answer)| answer));
            ControlFlow::Continue(())
        })
    }

    /// A batch that is not answered when no more answers are wanted gets a moment; then the adapter is ended.
    fn run_at_once(&mut self, plans: &[Plan], symbols: &Symbols, taker: Taker) -> Result<(), SystemError> {
        let mut delivery = Delivery::to(taker);
        while delivery.answered < plans.len() && !delivery.is_over {
            let (before, rest) = (delivery.answered, &plans[delivery.answered..]);
            let batch = &rest[..rest.len().min(self.options.batch.max(1))];
            let result = self.ask(batch, symbols, &mut delivery);
            if delivery.answered > before {
                self.unended = 0;
            }
            match result {
                Ok(()) => {}
                Err(_) if delivery.is_over => {}
                Err(Setback::Hopeless(error)) => return Err(error),
                // Nobody knows what it had not sent yet.
                Err(Setback::Trouble(trouble)) if self.options.lazy && trouble.failure == Some(Failure::Crash) => {
                    self.options.lazy = false;
                }
                Err(Setback::Trouble(trouble)) => {
                    let answer = self.mend(&plans[delivery.answered], symbols, trouble, &mut delivery)?;
                    delivery.hand_over(answer, &self.outputs);
                    self.hopeless.take().map_or(Ok(()), Err)?;
                }
            }
        }
        Ok(())
    }

    fn begin(&mut self, interrupt: &Arc<AtomicBool>) {
        self.options.interrupt = Arc::clone(interrupt);
        self.connection.iter_mut().for_each(|connection| connection.heed(interrupt));
    }

    fn about(&self) -> &About {
        &self.about
    }

    /// The next process hears of it with the greeting.
    fn look(&mut self, depth: u32) -> bool {
        let looks = self.options.settings.field_depth.is_some();
        if looks {
            self.options.settings.field_depth = Some(depth);
            self.connection = None;
        }
        looks
    }

    fn troubles(&self) -> &[String] {
        self.troubles.lines()
    }
}

/// What an adapter says of itself, and what else its answers depend on.
fn about(options: &ProcessOptions, handshake: &Handshake) -> About {
    let Handshake { clock, environment, object, methods, left_out, outputs, .. } = handshake.clone();
    let (identity, callbacks) = (identity(options, handshake), outputs.unwrap_or_default());
    let depth = options.settings.field_depth;
    About { identity, clock, environment, object, callbacks, depth, methods, left_out, ..About::default() }
}

fn identity(options: &ProcessOptions, handshake: &Handshake) -> Vec<(String, String)> {
    let Handshake { name, version, inputs, clock, .. } = handshake;
    let mut identity = options.identity.clone();
    if identity.is_empty() {
        identity.push(("adapter command".to_owned(), options.command.join(" ")));
    }
    identity.push(("adapter handshake".to_owned(), format!("{name} {version}: {}", inputs.join(" "))));
    // Journals from before there were such clocks do not speak of them.
    identity.extend(clock.is_virtual().then(|| ("adapter clock".to_owned(), clock.to_string())));
    for file in files(options) {
        let digest = match std::fs::read(&file) {
            Ok(bytes) => digest(&bytes),
            Err(error) => format!("unreadable: {error}"),
        };
        // The same name wherever typestar is run from.
        let name = file.strip_prefix(&options.directory).unwrap_or(&file);
        identity.push((format!("adapter file {}", name.display()), digest));
    }
    identity
}

/// Starts and greets an adapter.
fn connect(options: &ProcessOptions, memo: Option<serde_json::Value>) -> Result<(Connection, Handshake), Trouble> {
    let mut connection = Connection::open(&options.command, &options.directory, options.copy, &options.interrupt)?;
    connection.send(&Request::Hello {
        protocol: VERSION,
        typestar: env!("CARGO_PKG_VERSION").to_owned(),
        steps: true,
        lazy: options.lazy,
        leave: options.on_hang == OnHang::Output,
        settings: options.settings.clone(),
        memo,
    });
    let reply = connection.receive(options.start_deadline, Duration::ZERO).map_err(Trouble::at_start);
    let ready = reply.and_then(expect_ready).and_then(|handshake| expect_abilities(handshake, &options.settings));
    match ready {
        Ok(handshake) => Ok((connection, handshake)),
        Err(trouble) => Err(trouble.bury(connection).of_the_adapter()),
    }
}

fn expect_ready(reply: Reply) -> Result<Handshake, Trouble> {
    match reply {
        Reply::Ready(handshake) if handshake.protocol == VERSION => Ok(handshake),
        Reply::Ready(Handshake { protocol, .. }) => Err(Trouble::new(
            format!("speaks version {protocol} of the protocol, but this typestar speaks version {VERSION}"),
            "use the host library of this typestar version",
        )),
        other => Err(unexpected(other, "a 'ready'")),
    }
}

/// An adapter that does not know how to drain calls, or to rest after some, would answer as if nothing had come.
fn expect_abilities(handshake: Handshake, settings: &Settings) -> Result<Handshake, Trouble> {
    if settings.drain && !handshake.drains {
        return Err(Trouble::new(
            "does not drain calls, which `drain = true` of [purpose] needs".to_owned(),
            "remove `drain` and use `at_most_between_quiets = 1`, or use a host library of this typestar version",
        ));
    }
    if !settings.settle_after_ms.is_empty() && !handshake.settles {
        return Err(Trouble::new(
            "does not rest after calls, which `settle_ms` of [inputs] needs".to_owned(),
            "use a host library of this typestar version, or let the adapter itself rest in the call",
        ));
    }
    Ok(handshake)
}

fn expect_answer(reply: Reply, place: (u64, usize)) -> Result<(Told, Remarks, Ending), Trouble> {
    match reply {
        Reply::Answer { id, index, steps, late, notes, last, .. } if (id, index) == place => {
            Ok((steps, Remarks { late, notes }, if last { Ending::Last } else { Ending::Open }))
        }
        Reply::Failed { id, index, message, .. } if (id, index) == place => {
            let trouble = advised(format!("could not run the word: {message}"), &message);
            Err(match message.strip_prefix("call: ") {
                Some(hang) => trouble.with_failure(Failure::Hang).with_words(hang),
                None => trouble,
            })
        }
        other => Err(unexpected(other, &format!("the answer to plan {} of request {}", place.1, place.0))),
    }
}

/// Trouble with what helps when a plan has failed, by the part that failed.
fn advised(what: String, message: &str) -> Trouble {
    match message.split_once(": ").map(|(part, _)| part) {
        Some("reset") => Trouble::new(
            what,
            "the component could not be reset: check how it is created and ended, or give it more time \
             (`reset_deadline_ms`)",
        )
        .for_classes("check how it is created (`construct`), or give it more time (`reset_deadline_ms`)"),
        Some("call") => Trouble::new(
            what,
            "if the call only needs longer, raise `step_deadline_ms`; otherwise it hangs: fix the component, or remove \
             the input from the case file",
        ),
        Some("emit") => Trouble::new(what, "emit this callback under another name"),
        Some("drain") => Trouble::new(
            what,
            "callbacks that never end cannot be drained: leave them out (`ignore` or `drop_repeated` of [outputs]), or \
             remove `drain` of [purpose]",
        ),
        Some("output") => Trouble::new(what, "return an output with another name from this callin"),
        Some("value") => Trouble::new(
            what,
            "a word ends before a value that did not come, and is answered up to there, but this host library fails it: \
             use the host library of this typestar version",
        )
        .for_classes("give the call values of the types of its parameters"),
        _ => Trouble::new(what, FOLLOW_OR_FIX).for_classes(FOLLOW),
    }
}

/// What helps when a host says what is wrong: an adapter may also be wrong itself.
const FOLLOW_OR_FIX: &str = "follow the message, or fix the adapter";
const FOLLOW: &str = "follow the message";

fn unexpected(reply: Reply, expected: &str) -> Trouble {
    match reply {
        Reply::Fatal { message } => {
            let trouble = Trouble::new(format!("gave up: {message}"), FOLLOW_OR_FIX).for_classes(FOLLOW);
            trouble.with_words(&message)
        }
        Reply::Ready(_) => babble(expected, "a second 'ready'"),
        Reply::Step { id, index, .. } => babble(expected, &format!("a step of plan {index} of request {id}")),
        Reply::Answer { id, index, .. } => babble(expected, &format!("the answer to plan {index} of request {id}")),
        Reply::Failed { id, index, message, .. } => {
            babble(expected, &format!("that plan {index} of request {id} failed: {message}"))
        }
    }
}

fn babble(expected: &str, sent: &str) -> Trouble {
    let sent: String = sent.chars().take(200).collect();
    Trouble::babble(format!("sent an unexpected message: {sent} instead of {expected}"))
}

/// A plan as people read it.
fn show(plan: &Plan, symbols: &Symbols) -> String {
    let more = if plan.is_adaptive() { " ..." } else { "" };
    format!("{}{more}", symbols.inputs.show(&plan.word))
}

/// Our inputs: declared, or the adapter's.
fn alphabet(options: &ProcessOptions, handshake: &Handshake) -> Inputs {
    let own = || match options.plain_arguments && !handshake.methods.is_empty() {
        true => handshake
            .methods
            .iter()
            .filter(|method| !method.makes)
            .map(|method| plain_call(method).text().to_owned())
            .collect(),
        false => handshake.inputs.clone(),
    };
    let names = options.inputs.clone().unwrap_or_else(own);
    names.iter().map(String::as_str).chain(options.wait.then_some(WAIT)).collect()
}

fn check_inputs(subject: &Subject, inputs: &Inputs, handshake: &Handshake) -> Result<(), SystemError> {
    let wanted: Vec<&str> = inputs.texts().iter().map(String::as_str).filter(|name| *name != WAIT).collect();
    let offered: HashSet<&str> = handshake.inputs.iter().map(String::as_str).collect();
    // Who offers a name takes it with any values.
    let is_known = |name: &str| offered.contains(name) || offered.contains(Symbol::read(name).name());
    let unknown: Vec<&str> = wanted.iter().copied().filter(|name| !is_known(name)).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let (wanted, offered) = (some_names(&wanted), some_names(&handshake.inputs));
    let where_to =
        if subject.is_adapter() { "the names in the case file or in the adapter" } else { "`callins` or `methods`" };
    let message = format!(
        "{subject} has no input {}: the case file names {wanted}, but {subject} offers {offered}; correct {where_to}",
        some_names(&unknown)
    );
    Err(SystemError::UnknownInputs { message, known: handshake.inputs.clone() })
}

fn files(options: &ProcessOptions) -> Vec<PathBuf> {
    if !options.files.is_empty() || !options.identity.is_empty() {
        return options.files.clone();
    }
    let paths = options.command.iter().map(|word| options.directory.join(word));
    paths.filter(|path| path.is_file()).collect()
}
