//! A system in another process that speaks the adapter protocol.

mod mending;

use std::collections::{BTreeMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use typestar_model::guarded::GuardedMethod;
use typestar_model::{Cursor, Inputs, Outputs, Plan, Step, Symbol, WAIT, some_names};
use typestar_protocol::{Clock, Remarks, Reply, Request, Settings, VERSION};
use typestar_query::{Answer, Case, OnHang, Symbols, System, SystemError, Target, digest, plain_call};

use crate::connection::{Connection, Failure, Trouble};
use crate::troubles::Troubles;
use crate::wording::{self, Misread};

/// How to start an adapter and what to expect of it.
#[derive(Clone, Debug)]
pub struct ProcessOptions {
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
        Self {
            directory: case.system.directory.clone(),
            inputs: Some(case.inputs.callins.iter().flat_map(|callin| case.inputs.snippets(callin)).cloned().collect()),
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

/// What an adapter says of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Handshake {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its callins, without `wait`.
    pub inputs: Vec<String>,
    /// Its callbacks; none if it does not know them.
    pub outputs: Option<Vec<String>>,
    /// Whether it sends each step as soon as it is known.
    pub steps: bool,
    /// In whose time its component lives.
    pub clock: Clock,
    /// The methods behind its callins, in their order; empty if it does not know them.
    pub methods: Vec<GuardedMethod>,
    /// How objects are made that these methods take, by type.
    pub objects: BTreeMap<String, Vec<String>>,
    /// Methods that are no callins, because nobody can make their parameters.
    pub left_out: Vec<String>,
    /// The world in which its answers hold, as it declares it.
    pub environment: String,
}

/// A system in another process. A process that hangs, dies or talks nonsense is ended and started again,
/// and the word is asked again, within limits. A step that hangs or ends the process each time is an answer.
pub struct Process {
    options: ProcessOptions,
    handshake: Handshake,
    inputs: Inputs,
    /// The outputs that came so far.
    outputs: Outputs,
    connection: Option<Connection>,
    requests: u64,
    /// The steps that were told of the plan in flight.
    steps: Vec<Step>,
    /// How many times in a row a component could not be ended, which shows before the first step of the next word.
    unended: u32,
    /// Why nothing more is to be asked.
    hopeless: Option<SystemError>,
    troubles: Troubles,
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
            Misread::OffThePlan(text) => Trouble::babble(format!("the adapter did not follow the plan: {text}")).into(),
            Misread::Unusable(error) => Self::Hopeless(error),
        }
    }
}

impl Process {
    /// Starts the adapter and greets it.
    pub fn start(options: ProcessOptions) -> Result<Self, SystemError> {
        let fail = |trouble: Trouble| SystemError::Failed(trouble.report(&options.command));
        let (connection, handshake) = connect(&options).map_err(fail)?;
        let inputs = alphabet(&options, &handshake);
        check_inputs(&inputs, &handshake)?;
        Ok(Self {
            options,
            handshake,
            inputs,
            outputs: Outputs::default(),
            connection: Some(connection),
            requests: 0,
            steps: Vec::new(),
            unended: 0,
            hopeless: None,
            troubles: Troubles::default(),
        })
    }

    /// What the adapter said of itself.
    pub fn handshake(&self) -> &Handshake {
        &self.handshake
    }

    /// The callbacks that the adapter declared, if it did.
    pub fn declared_outputs(&self) -> Option<&[String]> {
        self.handshake.outputs.as_deref()
    }

    /// Asks one batch. Answers that came before a setback are kept.
    fn ask(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), Setback> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.reconnect()?,
        };
        match self.converse(&mut connection, plans, symbols, answers) {
            Ok(()) => {
                self.connection = Some(connection);
                Ok(())
            }
            Err(Setback::Trouble(trouble)) => {
                let steps = self.handshake.steps.then(|| std::mem::take(&mut self.steps));
                Err(trouble.bury(connection).after(steps).into())
            }
            Err(hopeless) => Err(hopeless),
        }
    }

    fn reconnect(&self) -> Result<Connection, Trouble> {
        let (connection, handshake) = connect(&self.options)?;
        if handshake.inputs != self.handshake.inputs {
            let (before, now) = (some_names(&self.handshake.inputs), some_names(&handshake.inputs));
            let what = format!("the adapter offers other inputs after a restart: {now} instead of {before}");
            return Err(Trouble::new(what, "let it offer the same inputs every time").bury(connection));
        }
        if handshake.clock != self.handshake.clock {
            let (before, now) = (self.handshake.clock, handshake.clock);
            let what = format!("the adapter has another clock after a restart: a {now} one instead of a {before} one");
            return Err(Trouble::new(what, "let it have the same clock every time").bury(connection));
        }
        Ok(connection)
    }

    fn converse(
        &mut self,
        connection: &mut Connection,
        plans: &[Plan],
        symbols: &Symbols,
        answers: &mut Vec<Answer>,
    ) -> Result<(), Setback> {
        self.requests += 1;
        let id = self.requests;
        let messages = plans.iter().map(|plan| wording::message(plan, symbols)).collect();
        connection.send(&Request::Run { id, plans: messages });
        for (index, plan) in plans.iter().enumerate() {
            let reply = self.receive_answer(connection, plan, symbols, (id, index))?;
            let (steps, remarks) = expect_answer(reply, id, index)?;
            let mut answer = wording::answer(plan, steps, symbols, &mut self.outputs)?;
            answer.late = remarks.late;
            self.troubles.add_notes(&symbols.inputs.show(&answer.word), remarks.notes);
            answers.push(answer);
        }
        Ok(())
    }

    /// The reply that ends a plan. The steps that come before it are kept, and each has a deadline of its own.
    fn receive_answer(
        &mut self,
        connection: &mut Connection,
        plan: &Plan,
        symbols: &Symbols,
        place: (u64, usize),
    ) -> Result<Reply, Trouble> {
        self.steps.clear();
        let mut way = Cursor::naming(plan, &symbols.outputs);
        let longest_step = self.step_patience(Some(WAIT));
        loop {
            let patience =
                if self.handshake.steps { self.patience_with(&way, symbols) } else { self.patience(plan, symbols) };
            match connection.receive(patience, longest_step)? {
                Reply::Step { id, index, step } if (id, index) == place => {
                    way.take_text(&step.output);
                    self.steps.push(step);
                }
                reply => return Ok(reply),
            }
        }
    }

    /// How long the next step of a way may take, and before the first one also the reset.
    fn patience_with(&self, way: &Cursor, symbols: &Symbols) -> Duration {
        let step = self.step_patience(way.next().map(|input| symbols.inputs.text(input)));
        // The adapter watches over the same deadline, and knows more to say when it has passed.
        let step = step.saturating_add(self.options.settings.step_deadline() / 2);
        match self.steps.is_empty() {
            true => step.saturating_add(self.reset_patience()),
            false => step,
        }
    }

    /// How long a plan may take: its longest way, and the reset before it.
    fn patience(&self, plan: &Plan, symbols: &Symbols) -> Duration {
        plan.heaviest(&|input| self.step_patience(Some(symbols.inputs.text(input))))
            .saturating_add(self.reset_patience())
    }

    /// How long one step may take.
    fn step_patience(&self, input: Option<&str>) -> Duration {
        let quiescence = if input == Some(WAIT) { self.options.settings.quiescence() } else { Duration::ZERO };
        self.options.settings.step_deadline().saturating_add(quiescence)
    }

    /// How long one reset may take.
    fn reset_patience(&self) -> Duration {
        self.options.settings.longest_reset().saturating_add(self.options.settings.step_deadline())
    }

    fn is_interrupted(&self) -> bool {
        self.options.interrupt.load(Ordering::Relaxed)
    }

    fn give_up(&self, word: &str, failures: u32, mut trouble: Trouble) -> SystemError {
        let times = if failures > 1 { format!(", {failures} times in a row") } else { String::new() };
        trouble.what.push_str(&format!(", asked for the word \"{word}\"{times}"));
        SystemError::Failed(trouble.report(&self.options.command))
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
        let mut rest = plans;
        while !rest.is_empty() {
            let before = answers.len();
            let batch = &rest[..rest.len().min(self.options.batch.max(1))];
            let result = self.ask(batch, symbols, answers);
            rest = &rest[answers.len() - before..];
            if answers.len() > before {
                self.unended = 0;
            }
            match result {
                Ok(()) => {}
                Err(Setback::Hopeless(error)) => return Err(error),
                Err(Setback::Trouble(trouble)) => {
                    answers.push(self.mend(&rest[0], symbols, trouble)?);
                    rest = &rest[1..];
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

    fn methods(&self) -> &[GuardedMethod] {
        &self.handshake.methods
    }

    fn objects(&self) -> BTreeMap<String, Vec<String>> {
        self.handshake.objects.clone()
    }

    fn has_virtual_clock(&self) -> bool {
        self.handshake.clock.is_virtual()
    }

    fn environment(&self) -> &str {
        &self.handshake.environment
    }

    fn troubles(&self) -> &[String] {
        self.troubles.lines()
    }

    fn identity(&self) -> Vec<(String, String)> {
        let Handshake { name, version, inputs, clock, .. } = &self.handshake;
        let mut identity = self.options.identity.clone();
        if identity.is_empty() {
            identity.push(("adapter command".to_owned(), self.options.command.join(" ")));
        }
        identity.push(("adapter handshake".to_owned(), format!("{name} {version}: {}", inputs.join(" "))));
        // Journals from before there were such clocks do not speak of them.
        identity.extend(clock.is_virtual().then(|| ("adapter clock".to_owned(), clock.to_string())));
        for file in files(&self.options) {
            let digest = match std::fs::read(&file) {
                Ok(bytes) => digest(&bytes),
                Err(error) => format!("unreadable: {error}"),
            };
            // The same name wherever typestar is run from.
            let name = file.strip_prefix(&self.options.directory).unwrap_or(&file);
            identity.push((format!("adapter file {}", name.display()), digest));
        }
        identity
    }
}

/// Starts and greets an adapter.
fn connect(options: &ProcessOptions) -> Result<(Connection, Handshake), Trouble> {
    let mut connection = Connection::open(&options.command, &options.directory, options.copy, &options.interrupt)?;
    connection.send(&Request::Hello {
        protocol: VERSION,
        typestar: env!("CARGO_PKG_VERSION").to_owned(),
        steps: true,
        settings: options.settings.clone(),
    });
    match connection.receive(options.start_deadline, Duration::ZERO).map_err(Trouble::at_start).and_then(expect_ready) {
        Ok(handshake) => Ok((connection, handshake)),
        Err(trouble) => Err(trouble.bury(connection).of_the_adapter()),
    }
}

fn expect_ready(reply: Reply) -> Result<Handshake, Trouble> {
    match reply {
        Reply::Ready {
            protocol: VERSION,
            name,
            version,
            inputs,
            outputs,
            steps,
            clock,
            methods,
            objects,
            left_out,
            environment,
        } => Ok(Handshake { name, version, inputs, outputs, steps, clock, methods, objects, left_out, environment }),
        Reply::Ready { protocol, .. } => Err(Trouble::new(
            format!("the adapter speaks version {protocol} of the protocol, this typestar speaks version {VERSION}"),
            "use the host library that comes with this typestar",
        )),
        other => Err(unexpected(other, "a 'ready'")),
    }
}

fn expect_answer(reply: Reply, id: u64, index: usize) -> Result<(Vec<Step>, Remarks), Trouble> {
    match reply {
        Reply::Answer { id: i, index: n, steps, late, notes } if (i, n) == (id, index) => {
            Ok((steps, Remarks { late, notes }))
        }
        Reply::Failed { id: i, index: n, message } if (i, n) == (id, index) => {
            let trouble = Trouble::new(format!("the adapter could not run the word: {message}"), advice(&message));
            Err(match message.strip_prefix("call: ") {
                Some(hang) => trouble.with_failure(Failure::Hang).with_words(hang),
                None => trouble,
            })
        }
        other => Err(unexpected(other, &format!("the answer to plan {index} of request {id}"))),
    }
}

/// What helps when a plan has failed, by the part that failed.
fn advice(message: &str) -> &'static str {
    match message.split_once(": ").map(|(part, _)| part) {
        Some("reset") => {
            "the component could not be brought to its start: repair its creation and its end in the adapter, \
             or give it more time (`reset_deadline_ms`)"
        }
        Some("call") => {
            "if the call only needs longer, raise `step_deadline_ms`; otherwise it hangs: repair the component, \
             or leave the input out of the case file"
        }
        Some("emit") => "let the adapter emit this callback under another name",
        Some("output") => "let the callin return an output of another name",
        _ => "do what it says, or repair the adapter",
    }
}

fn unexpected(reply: Reply, expected: &str) -> Trouble {
    match reply {
        Reply::Fatal { message } => {
            Trouble::new(format!("the adapter gave up: {message}"), "do what it says, or repair the adapter")
        }
        Reply::Ready { .. } => babble(expected, "a second 'ready'"),
        Reply::Step { id, index, .. } => babble(expected, &format!("a step of plan {index} of request {id}")),
        Reply::Answer { id, index, .. } => babble(expected, &format!("the answer to plan {index} of request {id}")),
        Reply::Failed { id, index, message } => {
            babble(expected, &format!("that plan {index} of request {id} failed: {message}"))
        }
    }
}

fn babble(expected: &str, sent: &str) -> Trouble {
    let sent: String = sent.chars().take(200).collect();
    Trouble::babble(format!("the adapter sent something else than expected: {sent} instead of {expected}"))
}

/// A plan as people read it.
fn show(plan: &Plan, symbols: &Symbols) -> String {
    let more = if plan.is_adaptive() { " ..." } else { "" };
    format!("{}{more}", symbols.inputs.show(&plan.word))
}

/// Our inputs: declared, or the adapter's.
fn alphabet(options: &ProcessOptions, handshake: &Handshake) -> Inputs {
    let own = || match options.plain_arguments && !handshake.methods.is_empty() {
        true => handshake.methods.iter().map(|method| plain_call(method).text().to_owned()).collect(),
        false => handshake.inputs.clone(),
    };
    let names = options.inputs.clone().unwrap_or_else(own);
    names.iter().map(String::as_str).chain(options.wait.then_some(WAIT)).collect()
}

fn check_inputs(inputs: &Inputs, handshake: &Handshake) -> Result<(), SystemError> {
    let wanted: Vec<&str> = inputs.texts().iter().map(String::as_str).filter(|name| *name != WAIT).collect();
    let offered: HashSet<&str> = handshake.inputs.iter().map(String::as_str).collect();
    // Who offers a name takes it with any values.
    let is_known = |name: &str| offered.contains(name) || offered.contains(Symbol::read(name).name());
    let unknown: Vec<&str> = wanted.iter().copied().filter(|name| !is_known(name)).collect();
    if unknown.is_empty() {
        return Ok(());
    }
    let (wanted, offered) = (some_names(&wanted), some_names(&handshake.inputs));
    let message = format!(
        "the adapter does not know {}: the case file wants {wanted}; the adapter offers {offered}; correct the names \
         in the case file or in the adapter",
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
