//! The doctor finds what makes learning fail, and nothing else.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::OnceLock;

use typestar_model::{Cursor, ERROR, Evidence, Inputs, LateCallback, OK, Outputs, Plan, QUIET, Random, Silence, WAIT};
use typestar_protocol::Clock;
use typestar_query::{
    About, Answer, Case, Check, CheckKind, CheckOutcome, DoctorOptions, Examination, MachineTester, Noise, Purpose,
    Symbols, System, SystemError, Task,
};

/// What is wrong with a player.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    Nothing,
    /// What the last word loaded is still loaded.
    StaysLoaded,
    /// Once something was stopped, nothing can be loaded any more.
    StoppedForGood,
    /// Callbacks of the last word are delivered to the next one.
    DeliversOldCallbacks,
    /// Loading fails now and then.
    LoadsSometimes,
    /// `onLoaded` is now and then called `onReady`.
    NamesVary,
    /// Callbacks are lost now and then.
    CallsBackSometimes,
    /// `stop` has a mistake in the adapter.
    StopIsBroken,
    /// `stop` is refused, for one reason before something is loaded and for another one after that.
    StopIsMoody,
    /// Every callin has a mistake in the adapter.
    EverythingIsBroken,
    /// Nothing ever calls back.
    Mute,
    /// The adapter dies after this many words.
    DiesAfter(usize),
}

/// A callback, how long it still takes, and the number of the word that asked for it.
type Callback = (&'static str, f64, usize);

/// A player in virtual time: `load` and `play` call back after `delay_ms`.
struct Player {
    fault: Fault,
    delay_ms: f64,
    quiescence_ms: f64,
    tells_times: bool,
    inputs: Inputs,
    outputs: Outputs,
    loaded: bool,
    /// Callbacks that are still to come.
    pending: VecDeque<Callback>,
    ever_stopped: bool,
    coins: Random,
    /// How long a single slow callback takes, which is still to come.
    slow_ms: Option<f64>,
    /// A callin that takes this many milliseconds.
    slow_callin: Option<(&'static str, f64)>,
    troubles: Vec<String>,
    /// Whether its time is its own, and what its quiet waits say of themselves then.
    virtual_silence: Option<Option<Silence>>,
    /// Every executed word with its outputs.
    executed: Vec<Vec<(String, String)>>,
}

impl Player {
    fn new(fault: Fault) -> Self {
        Self {
            fault,
            delay_ms: 10.0,
            quiescence_ms: 50.0,
            tells_times: true,
            inputs: ["load", "play", "stop", WAIT].iter().collect(),
            outputs: Outputs::default(),
            loaded: false,
            pending: VecDeque::new(),
            ever_stopped: false,
            coins: Random::new(1),
            slow_ms: None,
            slow_callin: None,
            troubles: Vec::new(),
            virtual_silence: None,
            executed: Vec::new(),
        }
    }

    /// A player whose `load` are several snippets.
    fn with_snippets(snippets: &[&str]) -> Self {
        let inputs = snippets.iter().copied().chain(["play", "stop", WAIT]).collect();
        Self { inputs, ..Self::new(Fault::Nothing) }
    }

    fn timed(delay_ms: f64, quiescence_ms: f64) -> Self {
        Self { delay_ms, quiescence_ms, ..Self::new(Fault::Nothing) }
    }

    /// Runs one word, and says what it ends with.
    fn last_output(&mut self, word: &str) -> String {
        let word: Vec<_> = word.split(' ').map(|name| self.inputs.get(name).unwrap()).collect();
        let outputs: Outputs = [ERROR].iter().collect();
        let finals = outputs.ids().collect();
        let symbols = Symbols { inputs: self.inputs.clone(), offered: self.inputs.len(), outputs, finals };
        let mut answers = Vec::new();
        self.run(&[Plan::word(word)], &symbols, &mut answers).unwrap();
        self.outputs.text(*answers[0].outputs.last().unwrap()).to_owned()
    }

    fn reset(&mut self) {
        self.loaded &= self.fault == Fault::StaysLoaded;
        let last = self.executed.len();
        self.pending.retain(|&(_, _, word)| self.fault == Fault::DeliversOldCallbacks && word == last);
    }

    /// True once in seven times.
    fn is_unlucky(&mut self) -> bool {
        self.coins.once_in(7)
    }

    fn call_back(&mut self, name: &'static str) {
        let is_lost = self.fault == Fault::CallsBackSometimes && self.is_unlucky();
        if self.fault != Fault::Mute && !is_lost {
            self.pending.push_back((name, self.delay_ms, self.executed.len()));
        }
    }

    fn call(&mut self, input: &str) -> Result<(), &'static str> {
        let is_broken = self.fault == Fault::StopIsBroken && input == "stop";
        if is_broken || self.fault == Fault::EverythingIsBroken {
            return Err("TypeError: missing argument");
        }
        if self.fault == Fault::StopIsMoody && input == "stop" {
            return Err(if self.loaded { "IllegalState: not now" } else { "TypeError: missing argument" });
        }
        if input == "loadUrl" {
            return Err("IOError: no network");
        }
        let input = if input.starts_with("load") { "load" } else { input };
        match (input, self.loaded) {
            ("load", true) => return Err("IllegalState: loaded"),
            ("load", _) if self.fault == Fault::LoadsSometimes && self.is_unlucky() => return Err("IOError"),
            ("load", _) if self.fault == Fault::StoppedForGood && self.ever_stopped => {
                return Err("IllegalState: shut");
            }
            ("load", _) => {
                self.loaded = true;
                let name = if self.fault == Fault::NamesVary && self.is_unlucky() { "onReady" } else { "onLoaded" };
                self.call_back(name);
            }
            ("play", true) => self.call_back("onFinished"),
            ("stop", true) => (self.loaded, self.ever_stopped) = (false, true),
            _ => return Err("IllegalState: nothing is loaded"),
        }
        Ok(())
    }

    fn wait(&mut self) -> (&'static str, f64) {
        if let (1, Some(slow_ms)) = (self.pending.len(), self.slow_ms) {
            (self.pending[0].1, self.slow_ms) = (slow_ms, None);
        }
        match self.pending.front_mut() {
            Some((_, rest, _)) if *rest > self.quiescence_ms => *rest -= self.quiescence_ms,
            Some((name, rest, _)) => {
                let (name, spent) = (*name, *rest);
                self.pending.pop_front();
                self.pending.iter_mut().for_each(|(_, rest, _)| *rest = (*rest - spent).max(0.0));
                return (name, spent);
            }
            None => {}
        }
        (QUIET, self.quiescence_ms)
    }

    /// One step: the output, the reason and the time.
    fn step(&mut self, input: &str) -> (&'static str, Option<String>, f64) {
        if input == WAIT {
            let (output, ms) = self.wait();
            return (output, None, ms);
        }
        let ms = self.slow_callin.filter(|(name, _)| *name == input).map_or(0.1, |(_, ms)| ms);
        match self.call(input) {
            Ok(()) => (OK, None, ms),
            Err(reason) => (ERROR, Some(reason.to_owned()), ms),
        }
    }

    fn word(&mut self, plan: &Plan, symbols: &Symbols) -> Answer {
        self.reset();
        self.executed.push(Vec::new());
        let (mut answer, mut cursor, mut quiet) = (Answer::default(), Cursor::naming(plan, &symbols.outputs), false);
        while let Some(input) = cursor.next() {
            let name = symbols.inputs.text(input).to_owned();
            let (output, reason, ms) = self.step(&name);
            if name == WAIT && quiet && output != QUIET {
                answer.late.push(LateCallback { word: given(&self.executed), output: output.to_owned() });
            }
            quiet = output == QUIET;
            self.executed.last_mut().unwrap().push((name.clone(), output.to_owned()));
            answer.word.push(input);
            answer.outputs.push(self.outputs.intern(output));
            if self.tells_times {
                let silence = self.virtual_silence.flatten().filter(|_| quiet);
                answer.evidence.push(Evidence { reason, ms, silence, ..Evidence::default() });
            }
            let known = symbols.outputs.get(output);
            if known.is_some_and(|output| symbols.finals.contains(&output)) {
                break;
            }
            cursor.take_text(output);
        }
        if let (true, Some((name, ..))) = (quiet, self.pending.front()) {
            answer.late.push(LateCallback { word: given(&self.executed), output: (*name).to_owned() });
        }
        answer
    }
}

/// The inputs of the last word.
fn given(executed: &[Vec<(String, String)>]) -> Vec<String> {
    executed.last().unwrap().iter().map(|(input, _)| input.clone()).collect()
}

impl System for Player {
    fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    fn outputs(&self) -> &Outputs {
        &self.outputs
    }

    fn run(&mut self, plans: &[Plan], symbols: &Symbols, answers: &mut Vec<Answer>) -> Result<(), SystemError> {
        for plan in plans {
            if matches!(self.fault, Fault::DiesAfter(words) if self.executed.len() >= words) {
                return Err(SystemError::Failed("the adapter died".to_owned()));
            }
            let answer = self.word(plan, symbols);
            answers.push(answer);
        }
        Ok(())
    }

    fn about(&self) -> &About {
        let living_in = |clock| About { clock, ..About::default() };
        static REAL_AND_VIRTUAL: OnceLock<[About; 2]> = OnceLock::new();
        let abouts = REAL_AND_VIRTUAL.get_or_init(|| [Clock::Real, Clock::Virtual].map(living_in));
        &abouts[usize::from(self.virtual_silence.is_some())]
    }

    fn troubles(&self) -> &[String] {
        &self.troubles
    }
}

fn case(more: &str) -> Case {
    let text = format!(
        "[system]\ncommand = [\"player\"]\n[inputs]\ncallins = [\"load\", \"play\", \"stop\"]\n\
         [timing]\nquiescence_ms = 50\n{more}"
    );
    Case::parse(&text, Path::new("player.toml")).unwrap_or_else(|error| panic!("{error}"))
}

const DECLARED: &str = "[outputs]\ncallbacks = [\"onLoaded\", \"onFinished\"]\n";

fn examined(case: &Case, player: &mut Player) -> Examination {
    let mut told = Vec::new();
    let observer = &mut |check: &Check| told.push(check.clone());
    let examination = Task::Machine.examine(case, player, &DoctorOptions::default(), observer).unwrap();
    assert_eq!(told, examination.checks, "every check is told as soon as it is done");
    examination
}

fn check(examination: &Examination, kind: CheckKind) -> &Check {
    examination.checks.iter().find(|check| check.kind == kind).unwrap_or_else(|| panic!("{kind:?} was not checked"))
}

fn found(fault: Fault, kind: CheckKind) -> Check {
    check(&examined(&case(DECLARED), &mut Player::new(fault)), kind).clone()
}

/// Asserts the outcome and that the message and the advice contain these texts.
fn assert_check(check: &Check, outcome: CheckOutcome, message: &str, advice: &str) {
    assert_eq!(check.outcome, outcome, "{check:?}");
    assert!(check.message.contains(message), "{check:?}");
    assert!(check.advice.as_deref().unwrap_or_default().contains(advice), "{check:?}");
}

#[test]
fn a_sound_system_passes_every_check() {
    for seed in 0..20 {
        let mut case = case(DECLARED);
        case.learning.seed = seed;
        let mut player = Player::new(Fault::Nothing);
        let examination = examined(&case, &mut player);
        assert_eq!(examination.outcome(), CheckOutcome::Passed, "seed {seed}: {:?}", examination.checks);
        let kinds: Vec<CheckKind> = examination.checks.iter().map(|check| check.kind).collect();
        use CheckKind::*;
        assert_eq!(kinds, [Inputs, Determinism, ResetIsolation, Outputs, CallbackDelays, Time]);
        assert_eq!(examination.suggested_quiescence_ms, Some(30));
        assert_eq!(examination.executed, player.executed.len() as u64);
        assert_eq!(examination.symbols, player.executed.iter().map(|word| word.len() as u64).sum::<u64>());
        assert!(examination.executed <= 150);
    }
}

#[test]
fn what_a_word_leaves_behind_is_found_with_the_word_before() {
    for seed in 0..20 {
        let mut case = case(DECLARED);
        case.learning.seed = seed;
        let examination = examined(&case, &mut Player::new(Fault::StaysLoaded));
        let leak = check(&examination, CheckKind::ResetIsolation);
        assert_check(leak, CheckOutcome::Failed, " right after `", "make reset create everything again");
        assert_eq!(leak.traces.len(), 2, "{leak:?}");
        let determinism = check(&examination, CheckKind::Determinism);
        assert_check(determinism, CheckOutcome::Warned, "see reset isolation", "");
    }
}

#[test]
fn each_word_before_brings_its_answer_back() {
    for fault in [Fault::StaysLoaded, Fault::DeliversOldCallbacks] {
        let leak = found(fault, CheckKind::ResetIsolation);
        let quoted: Vec<&str> = leak.message.split('`').skip(1).step_by(2).collect();
        let [word, one, before_one, other, before_other] = quoted[..] else { panic!("{leak:?}") };
        let mut player = Player::new(fault);
        for _ in 0..3 {
            player.last_output(before_one);
            assert_eq!(player.last_output(word), one, "{leak:?}");
        }
        for _ in 0..3 {
            player.last_output(before_other);
            assert_eq!(player.last_output(word), other, "{leak:?}");
        }
    }
}

#[test]
fn what_changes_for_good_is_a_leak_and_not_noise() {
    let leak = found(Fault::StoppedForGood, CheckKind::ResetIsolation);
    let message = "`load` first ended with `ok`, but with `error` after other words ran";
    assert_check(&leak, CheckOutcome::Failed, message, "static fields");
}

#[test]
fn callbacks_of_the_last_word_are_found_in_the_next() {
    let leak = found(Fault::DeliversOldCallbacks, CheckKind::ResetIsolation);
    assert_check(&leak, CheckOutcome::Failed, "`wait` ended with `", "");
}

#[test]
fn noise_is_found_with_the_shortest_word_and_both_traces() {
    for seed in 0..20 {
        let mut case = case(DECLARED);
        case.learning.seed = seed;
        let mut player = Player::new(Fault::LoadsSometimes);
        let examination = examined(&case, &mut player);
        let noise = check(&examination, CheckKind::Determinism);
        assert_check(noise, CheckOutcome::Failed, "`load` ended with `", "repeat = 3");
        let loads = player.executed.iter().filter(|word| word[0].0 == "load");
        let refused = loads.clone().filter(|word| word[0].1 == ERROR).count() as u64;
        let mut counts: Vec<u64> = noise.traces.iter().map(|trace| trace.count).collect();
        counts.sort_unstable();
        assert_eq!(counts, [refused, loads.count() as u64 - refused], "{noise:?}");
        assert_ne!(check(&examination, CheckKind::ResetIsolation).outcome, CheckOutcome::Passed);
        assert!(examination.executed <= 150 + 120);
    }
}

#[test]
fn names_that_vary_should_be_merged() {
    let case = case("[outputs]\ncallbacks = [\"onLoaded\", \"onReady\", \"onFinished\"]\n");
    let examination = examined(&case, &mut Player::new(Fault::NamesVary));
    let noise = check(&examination, CheckKind::Determinism);
    assert_check(noise, CheckOutcome::Failed, "`load wait` ended with", "merge them ([outputs.merge])");
}

#[test]
fn a_callback_that_comes_sometimes_calls_for_no_shorter_wait() {
    let examination = examined(&case(""), &mut Player::new(Fault::CallsBackSometimes));
    assert_check(check(&examination, CheckKind::Determinism), CheckOutcome::Failed, "`quiet`", "increase [timing]");
    assert!(check(&examination, CheckKind::CallbackDelays).message.ends_with("the quiescence time is 50 ms"));
    assert_eq!(examination.suggested_quiescence_ms, None);
}

#[test]
fn an_input_that_is_always_refused_is_shown_with_its_reason() {
    let refused = found(Fault::StopIsBroken, CheckKind::Inputs);
    assert_check(&refused, CheckOutcome::Warned, "`stop` was an error all ", "read the reasons");
    let reason = refused.traces[0].steps.last().unwrap().reason();
    assert_eq!(reason, Some("TypeError: missing argument"));
}

#[test]
fn a_system_that_refuses_everything_fails() {
    let refused = found(Fault::EverythingIsBroken, CheckKind::Inputs);
    assert_check(&refused, CheckOutcome::Failed, "`load` was an error", "missing argument");
    assert_eq!(refused.traces.len(), 3);
}

#[test]
fn an_undeclared_output_fails_with_its_trace() {
    let examination = examined(&case("[outputs]\ncallbacks = [\"onLoaded\"]\n"), &mut Player::new(Fault::Nothing));
    let outputs = check(&examination, CheckKind::Outputs);
    assert_check(outputs, CheckOutcome::Failed, "not declared, but seen: `onFinished`", "[outputs] callbacks");
    assert_eq!(outputs.traces[0].steps.last().unwrap().output.text(), "onFinished");
}

#[test]
fn a_declared_callback_that_never_comes_is_a_warning() {
    let case = case("[outputs]\ncallbacks = [\"onLoaded\", \"onFinished\", \"onPaused\"]\n");
    let examination = examined(&case, &mut Player::new(Fault::Nothing));
    let outputs = check(&examination, CheckKind::Outputs);
    assert_check(outputs, CheckOutcome::Warned, "not seen in these words: `onPaused`", "check the names");
    let longer = "the doctor waited 1000 ms after each callin: if a callback takes longer, increase [timing] \
                  quiescence_ms, for example to 2000";
    assert_check(outputs, CheckOutcome::Warned, "", longer);
    assert_eq!(examination.suggested_quiescence_ms, None, "no shorter time while a callback is missing");
}

#[test]
fn a_missing_callback_needs_no_longer_time_where_nothing_waits() {
    let mut case = case("[outputs]\ncallbacks = [\"onPaused\"]\n");
    case.inputs.wait = false;
    let inputs = ["load", "play", "stop"].iter().collect();
    let mut player = Player { inputs, ..Player::new(Fault::Nothing) };
    let outputs = check(&examined(&case, &mut player), CheckKind::Outputs).clone();
    assert_check(&outputs, CheckOutcome::Warned, "`onPaused`", "check the names");
    assert!(!outputs.advice.unwrap().contains("quiescence_ms"));
}

#[test]
fn the_slowest_callin_is_named_and_decides_how_long_learning_takes() {
    let mut slow = Player { slow_callin: Some(("stop", 5_000.0)), ..Player::new(Fault::Nothing) };
    let time = check(&examined(&case(DECLARED), &mut slow), CheckKind::Time).clone();
    let message = "the slowest callin is `stop`: 5000.0 ms on average, 5000.0 ms at most";
    let advice = "learning may take 60 min: about 720 words for 10 states";
    assert_check(&time, CheckOutcome::Passed, message, advice);
    let mut tested = case(DECLARED);
    tested.learning.tester = Some(MachineTester::DistinguisherBound(2).into());
    let time = check(&examined(&tested, &mut slow), CheckKind::Time).clone();
    assert_check(&time, CheckOutcome::Passed, message, "27 min: about 320 words for 10 states");
    let mut voted = case(DECLARED);
    voted.learning.repeat = 3;
    let time = check(&examined(&voted, &mut slow), CheckKind::Time).clone();
    assert_check(&time, CheckOutcome::Passed, message, "3 h: about 2160 words");
    let quick = check(&examined(&case(DECLARED), &mut Player::new(Fault::Nothing)), CheckKind::Time).clone();
    assert_check(&quick, CheckOutcome::Passed, "; even the slowest callin, `", "learning may take");
    let mut timeless = Player { tells_times: false, ..Player::new(Fault::Nothing) };
    let time = check(&examined(&case(DECLARED), &mut timeless), CheckKind::Time).clone();
    assert!(!time.message.contains("slowest"), "{time:?}");
}

#[test]
fn expected_noise_is_no_failure() {
    let mut case = case(DECLARED);
    case.learning.noise = Noise::Expected;
    let examination = examined(&case, &mut Player::new(Fault::LoadsSometimes));
    assert_check(check(&examination, CheckKind::Determinism), CheckOutcome::Warned, "`load` ended with `", "");
    assert_eq!(examination.outcome(), CheckOutcome::Warned, "{:?}", examination.checks);
}

#[test]
fn each_reason_of_a_refusal_is_shown() {
    let refused = found(Fault::StopIsMoody, CheckKind::Inputs);
    let reasons: Vec<&str> = refused.traces.iter().filter_map(|trace| trace.steps.last()?.reason()).collect();
    assert_eq!(reasons, ["TypeError: missing argument", "IllegalState: not now"], "{refused:?}");
    assert!(refused.traces.iter().map(|trace| trace.count).sum::<u64>() > 2);
}

#[test]
fn callbacks_that_nobody_declared_are_listed() {
    let examination = examined(&case(""), &mut Player::new(Fault::Nothing));
    let outputs = check(&examination, CheckKind::Outputs);
    assert_check(
        outputs,
        CheckOutcome::Passed,
        "seen: onLoaded, onFinished",
        "callbacks = [\"onLoaded\", \"onFinished\"]",
    );
}

#[test]
fn late_callbacks_fail_and_their_delay_is_measured_through_quiet_waits() {
    let examination = examined(&case(DECLARED), &mut Player::timed(180.0, 50.0));
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(
        delays,
        CheckOutcome::Failed,
        "came after `load wait wait wait` had ended with quiet",
        "quiescence_ms = 750",
    );
    assert_eq!(examination.suggested_quiescence_ms, Some(750));
}

#[test]
fn callbacks_later_than_all_patience_still_fail() {
    let examination = examined(&case(DECLARED), &mut Player::timed(60_000.0, 50.0));
    assert_check(
        check(&examination, CheckKind::CallbackDelays),
        CheckOutcome::Failed,
        "came after",
        "run the doctor again",
    );
    assert_eq!(examination.suggested_quiescence_ms, Some(150));
}

#[test]
fn a_quiescence_time_close_to_the_delays_is_a_warning() {
    let examination = examined(&case(DECLARED), &mut Player::timed(30.0, 50.0));
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(delays, CheckOutcome::Warned, "took at most 30.0 ms", "quiescence_ms = 100");
}

#[test]
fn a_quiescence_time_below_the_suggested_one_is_a_warning() {
    for (quiescence_ms, outcome) in [(75, CheckOutcome::Warned), (100, CheckOutcome::Passed)] {
        let mut case = case(DECLARED);
        case.timing.quiescence_ms = quiescence_ms;
        let examination = examined(&case, &mut Player::timed(30.0, quiescence_ms as f64));
        assert_eq!(examination.suggested_quiescence_ms, Some(100));
        assert_check(check(&examination, CheckKind::CallbackDelays), outcome, "took at most 30.0 ms", "");
    }
}

#[test]
fn a_single_slow_callback_counts_less_than_many() {
    let slow_once = |ms: f64| Player { slow_ms: Some(ms), ..Player::timed(10.0, 50.0) };
    let examination = examined(&case(DECLARED), &mut slow_once(24.0));
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(delays, CheckOutcome::Passed, "took at most 24.0 ms, 95 % of them 10.0 ms", "");
    assert_eq!(examination.suggested_quiescence_ms, Some(50));
    let examination = examined(&case(DECLARED), &mut slow_once(36.0));
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(delays, CheckOutcome::Warned, "waiting 50 ms is too close", "quiescence_ms = 75");
}

#[test]
fn troubles_that_were_mended_are_a_warning_with_the_last_of_them() {
    let troubles = vec!["restarted at `load`: gone".to_owned(), "restarted at `play`:\n  gone again".to_owned()];
    let mut player = Player { troubles, ..Player::new(Fault::Nothing) };
    let examination = examined(&case(DECLARED), &mut player);
    let message = "repaired troubles: 2; the last: restarted at `play`: gone again";
    assert_check(check(&examination, CheckKind::Adapter), CheckOutcome::Warned, message, "what the system does");
}

#[test]
fn a_wasteful_quiescence_time_is_a_warning() {
    let mut case = case(DECLARED);
    case.timing.quiescence_ms = 1_000;
    let examination = examined(&case, &mut Player::timed(2.0, 1_000.0));
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(delays, CheckOutcome::Warned, "each quiet wait costs 1000 ms", "quiescence_ms = 20");
}

#[test]
fn a_system_that_never_calls_back_is_a_warning() {
    let delays = found(Fault::Mute, CheckKind::CallbackDelays);
    assert_check(&delays, CheckOutcome::Warned, "no callback came in ", "wait = false");
}

#[test]
fn without_times_nothing_is_suggested() {
    let mut player = Player { tells_times: false, ..Player::new(Fault::Nothing) };
    let examination = examined(&case(DECLARED), &mut player);
    assert_check(check(&examination, CheckKind::CallbackDelays), CheckOutcome::Passed, "does not report times", "");
    assert_eq!(examination.suggested_quiescence_ms, None);
}

#[test]
fn no_word_leaves_the_purpose() {
    let purpose = "[purpose]\nmust_come_first = [\"load\"]\nmust_be_followed_by = { stop = [\"load\"] }\n\
                   [[purpose.at_most_pending]]\ncount = 1\nrequests = [\"load\", \"play\"]\n\
                   callbacks = [\"onLoaded\", \"onFinished\"]\n";
    for seed in 0..20 {
        for fault in [Fault::Nothing, Fault::StaysLoaded, Fault::LoadsSometimes, Fault::DeliversOldCallbacks] {
            let mut case = case(purpose);
            case.learning.seed = seed;
            let mut player = Player::new(fault);
            let examination = examined(&case, &mut player);
            let inputs = check(&examination, CheckKind::Inputs);
            assert!(fault != Fault::Nothing || inputs.outcome == CheckOutcome::Passed, "{inputs:?}");
            let purpose = Purpose::new(&case.purpose, &player.inputs);
            for word in &player.executed {
                let mut state = purpose.start();
                for (input, output) in word {
                    let input = player.inputs.get(input).unwrap();
                    assert!(purpose.allows(&state, input), "{word:?}");
                    state = purpose.step(&state, input, output);
                }
            }
        }
    }
}

#[test]
fn an_input_outside_the_purpose_is_said_to_be_untried() {
    let case = case(
        "[purpose]\nat_most_once = [\"load\"]\nmust_be_followed_by = { load = [\"play\", \"wait\"], play = [\"wait\"], wait = [\"play\", \"wait\"] }\nmust_come_first = [\"load\"]\n",
    );
    let examination = examined(&case, &mut Player::new(Fault::Nothing));
    assert_check(check(&examination, CheckKind::Inputs), CheckOutcome::Warned, "`stop` was never reached", "purpose");
}

#[test]
fn the_seed_decides_which_words_are_run() {
    let executed = |seed| {
        let mut case = case(DECLARED);
        case.learning.seed = seed;
        let mut player = Player::new(Fault::Nothing);
        examined(&case, &mut player);
        player.executed
    };
    assert_eq!(executed(1), executed(1));
    assert_ne!(executed(1), executed(2));
}

#[test]
fn the_limit_of_words_holds() {
    for max_words in [0, 30, 47, 400] {
        let mut player = Player::with_snippets(&["loadFile", "loadCopy", "loadUrl"]);
        player.fault = Fault::Mute;
        let options = DoctorOptions { max_words, ..DoctorOptions::default() };
        let case = case("[inputs.alternatives]\nload = [\"loadFile\", \"loadCopy\", \"loadUrl\"]\n");
        Task::Machine.examine(&case, &mut player, &options, &mut |_| {}).unwrap();
        assert!(player.executed.len() <= max_words.max(30), "{max_words}: {}", player.executed.len());
    }
}

#[test]
fn words_and_probes_are_as_long_as_the_options_say() {
    let mut player = Player::new(Fault::Nothing);
    let options = DoctorOptions { max_length: 3, patience_ms: 100, ..DoctorOptions::default() };
    Task::Machine.examine(&case(""), &mut player, &options, &mut |_| {}).unwrap();
    assert!(player.executed.iter().all(|word| word.len() <= 3 + 2));
}

#[test]
fn alternatives_that_differ_are_found_and_named() {
    let mut player = Player::with_snippets(&["loadFile", "loadUrl"]);
    let alternatives = format!("[inputs.alternatives]\nload = [\"loadFile\", \"loadUrl\"]\n{DECLARED}");
    let examination = examined(&case(&alternatives), &mut player);
    let alternatives = check(&examination, CheckKind::Alternatives);
    let message = "`load` ended with `ok`, but with `error` when it used loadUrl";
    assert_check(alternatives, CheckOutcome::Failed, message, "separate callins");
    assert_eq!(check(&examination, CheckKind::Determinism).outcome, CheckOutcome::Passed);
}

#[test]
fn a_system_that_dies_is_an_error_after_what_was_found_before() {
    let mut told = Vec::new();
    let mut player = Player::new(Fault::DiesAfter(70));
    let observer = &mut |check: &Check| told.push(check.kind);
    let error = Task::Machine.examine(&case(DECLARED), &mut player, &DoctorOptions::default(), observer).unwrap_err();
    assert_eq!(error.to_string(), "the adapter died");
    assert_eq!(told, [CheckKind::Inputs]);
}

#[test]
fn an_adapter_that_does_not_know_how_to_show_values_is_a_warning() {
    let returns = |rule: &str| case(&format!("{DECLARED}[inputs.returns]\nload = {rule}\n"));
    for rule in ["\"value\"", "\"type\""] {
        let examination = examined(&returns(rule), &mut Player::new(Fault::Nothing));
        let found = check(&examination, CheckKind::Returns);
        assert_check(found, CheckOutcome::Warned, "`load` answered ok", "the host library of this typestar version");
    }
    let mapped = examined(&returns("[[\"no*\", \"refused\"]]"), &mut Player::new(Fault::Nothing));
    assert!(mapped.checks.iter().all(|check| check.kind != CheckKind::Returns), "no pattern fits, so it is ok");
}

/// A player whose time is its own, and whose quiet waits say this of themselves.
fn virtual_player(silence: Option<Silence>) -> Player {
    Player { virtual_silence: Some(silence), ..Player::new(Fault::Nothing) }
}

/// The most waits that followed each other.
fn most_waits(player: &Player) -> usize {
    let words = player.executed.iter();
    words.flat_map(|word| word.split(|(input, _)| input != WAIT).map(<[_]>::len)).max().unwrap_or(0)
}

#[test]
fn with_a_virtual_clock_nothing_is_listened_for_and_nothing_suggested() {
    let mut player = virtual_player(None);
    let examination = examined(&case(DECLARED), &mut player);
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(delays, CheckOutcome::Passed, "the clock is virtual; quiescence is exact", "");
    assert_eq!((examination.outcome(), examination.suggested_quiescence_ms), (CheckOutcome::Passed, None));
    let mut real = Player::new(Fault::Nothing);
    let examination = examined(&case(DECLARED), &mut real);
    assert!(check(&examination, CheckKind::CallbackDelays).message.contains("the clock is real"));
    assert!(most_waits(&player) < 10 && most_waits(&real) >= 20, "{} {}", most_waits(&player), most_waits(&real));
}

#[test]
fn silence_that_is_not_exact_is_a_warning() {
    let examination = examined(&case(DECLARED), &mut virtual_player(Some(Silence::Timed)));
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(delays, CheckOutcome::Warned, "waits timed", "its own threads or sockets");
    assert_eq!(examination.suggested_quiescence_ms, Some(30), "timed waits have to be long enough");
    let examination = examined(&case(DECLARED), &mut virtual_player(Some(Silence::Horizon)));
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(delays, CheckOutcome::Warned, "ended at the horizon of 3600000 ms", "raise [timing] horizon_ms");
    assert_eq!(examination.suggested_quiescence_ms, None);
}

#[test]
fn a_late_callback_of_a_virtual_clock_is_told_as_ever() {
    let mut player = Player { virtual_silence: Some(None), ..Player::timed(120.0, 50.0) };
    let examination = examined(&case(DECLARED), &mut player);
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(delays, CheckOutcome::Failed, "had ended with quiet", "quiescence_ms");
}

#[test]
fn a_mute_system_with_a_virtual_clock_need_not_be_waited_for() {
    let mut player = Player { virtual_silence: Some(None), ..Player::new(Fault::Mute) };
    let examination = examined(&case(DECLARED), &mut player);
    let delays = check(&examination, CheckKind::CallbackDelays);
    assert_check(delays, CheckOutcome::Warned, "no callback came", "`wait = false`");
    assert!(!check(&examination, CheckKind::Outputs).advice.as_deref().unwrap_or_default().contains("quiescence_ms"));
}
