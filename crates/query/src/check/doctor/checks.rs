//! What the answers of an examination say, check by check.

use typestar_model::{Finding, Id, InputId, LateCallback, OutputId, OutputKind, SeenTrace, Symbol, WAIT, one_line};
use typestar_protocol::NO_REPLY;

use super::trials::{Contradiction, Trials, grouped};
use super::{Cause, Check, CheckKind, CheckOutcome, Explained, Habit};
use crate::case::{Case, Noise, shows};
use crate::executor::quiescence::Quiescence;
use crate::run::findings::WAIT_LONGER;
use crate::run::registers::data::Data;
use crate::system::Answer;

/// The shortest quiescence time that is ever suggested.
const SHORTEST_QUIESCENCE_MS: f64 = 20.0;
/// The suggested quiescence time is at least this many times what 95 % of the delays do not exceed.
const MARGIN: f64 = 3.0;
/// It is at least this many times the longest delay, which may be a single slow moment.
const SMALLEST_MARGIN: f64 = 2.0;
/// Above this many times the suggestion, it is called wasteful.
const WASTEFUL: u64 = 20;

/// What helps if a system never calls back.
const NO_CALLBACKS: &str = "if there are none, set `wait = false` in [inputs]";

/// How many different reasons are shown for each input that is always refused.
const MOST_REASONS: usize = 3;
/// Learning a class of the zoo takes one to two words for each state and pair of inputs,
const WORDS_FOR_EACH: f64 = 2.0;
/// and the usual tester as many again to challenge the model, but no fewer than these.
const FEWEST_OF_CHALLENGE: f64 = 400.0;
/// Nobody knows beforehand how many states a class has; many have about this many.
const SUPPOSED_STATES: f64 = 10.0;

/// Reads the answers. Nothing is run here.
pub(super) struct Judge<'a, 's> {
    pub(super) case: &'a Case,
    /// What is declared of a system with data.
    pub(super) declared: Option<&'a Data>,
    pub(super) trials: &'a Trials<'s>,
    /// Whether the same word was answered differently.
    pub(super) is_unsteady: bool,
    /// How long was listened for callbacks after each callin.
    pub(super) listened_ms: u64,
}

impl Judge<'_, '_> {
    /// Whether every input is accepted somewhere.
    pub(super) fn inputs(&self) -> Check {
        let tries = self.trials.tries();
        let accepted = |input: &InputId| tries[input.index()].1 > 0;
        let refused: Vec<InputId> = self.trials.inputs.ids().filter(|input| !accepted(input)).collect();
        let callins = |input: &InputId| Some(*input) != self.trials.wait;
        if refused.is_empty() {
            // An input that is tried with several values is still one input.
            let inputs = self.declared.map_or(tries.len(), |data| data.signature.inputs.len());
            return passed(CheckKind::Inputs, format!("each of the {inputs} inputs was legal at least once"));
        }
        let told = refused.iter().map(|&input| match (self.trials.inputs.text(input), tries[input.index()].0) {
            (name, 0) => format!("`{name}` was never reached in these words"),
            (name, 1) => format!("`{name}` was an error when it was tried"),
            (name, count) => format!("`{name}` was an error all {count} times"),
        });
        let none_accepted = !self.trials.inputs.ids().filter(callins).any(|input| accepted(&input));
        let advice = "read the reasons: a mistake such as a missing argument looks like an illegal call; an input that \
                      was never reached may be outside the purpose";
        Check {
            outcome: if none_accepted { CheckOutcome::Failed } else { CheckOutcome::Warned },
            traces: refused.iter().flat_map(|&input| self.refusals(input)).collect(),
            ..warned(CheckKind::Inputs, told.collect::<Vec<_>>().join("; "), advice)
        }
    }

    /// How an input was refused, once for each of the first few reasons.
    fn refusals(&self, input: InputId) -> Vec<SeenTrace> {
        let refusals = self.trials.answers.iter().filter_map(|answer| {
            let at = answer.word.iter().position(|&given| given == input)?;
            let steps = self.trials.executor.steps(answer, at + 1);
            Some((steps.last()?.reason().map(str::to_owned), steps))
        });
        let mut seen = grouped(refusals);
        seen.truncate(MOST_REASONS);
        seen
    }

    /// Whether the same word after the same word has the same answer.
    pub(super) fn determinism(&self, explained: &[Explained], words: usize, times: usize) -> Check {
        let kind = CheckKind::Determinism;
        if explained.is_empty() {
            return passed(kind, format!("{words} words, run {times} times each, always had the same answers"));
        }
        let Some(unsteady) = explained.iter().find(|explained| explained.cause == Cause::Unsteady) else {
            return unchecked(kind, "not checked: words interfere with each other (see reset isolation)");
        };
        let word = &unsteady.contradiction.word;
        let traces = self.trials.seen_traces(word);
        let ways: Vec<String> =
            traces.iter().map(|trace| format!("`{}` ({})", ending(trace), times_of(trace))).collect();
        let is_expected = self.case.learning.noise == Noise::Expected;
        let outcome = if is_expected { CheckOutcome::Warned } else { CheckOutcome::Failed };
        let message = format!("`{}` ended with {}", self.trials.inputs.show(word), ways.join(" and with "));
        let advice = steadying_advice(&traces, self.measures_silence());
        Check { outcome, traces, ..warned(kind, message, advice) }
    }

    /// Whether a word after other words answers as it does alone.
    pub(super) fn isolation(&self, explained: &[Explained], words: usize) -> Check {
        let kind = CheckKind::ResetIsolation;
        if explained.is_empty() {
            let after = "after other words, errors and pending callbacks";
            return passed(kind, format!("{words} words had the same answers {after} as before"));
        }
        let Some(leak) = explained.iter().find(|explained| explained.cause != Cause::Unsteady) else {
            return unchecked(kind, "not checked: the same word has different answers (see determinism)");
        };
        let advice = "make reset create everything again and end what the last word started: threads, timers, \
                      listeners, static fields, files";
        let traces = self.trials.seen_traces(&leak.contradiction.word);
        Check { traces, ..failed(kind, self.describe_leak(leak), advice) }
    }

    fn describe_leak(&self, leak: &Explained) -> String {
        let inputs = &self.trials.inputs;
        let Contradiction { word, first, later, .. } = &leak.contradiction;
        let (word, first, later) = (inputs.show(word), self.last_of(first), self.last_of(later));
        let after = |habit: &Habit| {
            format!("with `{}` right after `{}`", self.last_of(&habit.outputs), inputs.show(&habit.before))
        };
        match &leak.cause {
            Cause::WordBefore(one, other) => format!("`{word}` ended {}, but {}", after(one), after(other)),
            _ => format!(
                "`{word}` first ended with `{first}`, but with `{later}` after other words ran: one of them left \
                 something behind"
            ),
        }
    }

    /// Whether the snippets of one input behave alike.
    pub(super) fn alternatives(&self, contradiction: Option<&Contradiction>, words: usize) -> Check {
        let kind = CheckKind::Alternatives;
        let Some(Contradiction { word, first, later, at, .. }) = contradiction else {
            return passed(kind, format!("{words} words had the same answers with other alternatives"));
        };
        let evidence = &self.trials.answers[*at].evidence;
        let used: Vec<&str> = evidence.iter().take(word.len()).filter_map(|step| step.used.as_deref()).collect();
        let traces = self.trials.seen_traces(word);
        let (word, first, later) = (self.trials.inputs.show(word), self.last_of(first), self.last_of(later));
        let message = format!("`{word}` ended with `{first}`, but with `{later}` when it used {}", used.join(", "));
        Check { traces, ..failed(kind, message, "list the snippets as separate callins instead of alternatives") }
    }

    fn last_of(&self, outputs: &[OutputId]) -> &str {
        outputs.last().map_or("", |&output| self.trials.outputs().text(output))
    }

    /// Whether what comes back is declared, and what is declared comes back.
    pub(super) fn outputs(&self) -> Check {
        if self.declared.is_some() {
            return self.declared_outputs();
        }
        let kind = CheckKind::Outputs;
        let seen = self.callbacks_seen();
        let names: Vec<&str> = seen.iter().map(|(name, _)| *name).collect();
        let declared = &self.case.outputs;
        let undeclared: Vec<_> = seen.iter().filter(|(name, _)| !declared.is_declared(name)).collect();
        if !undeclared.is_empty() {
            let names: Vec<String> = undeclared.iter().map(|(name, _)| format!("`{name}`")).collect();
            let message = format!("not declared, but seen: {}", names.join(", "));
            let advice = "add it to [outputs] callbacks, errors or ignore, or correct its name";
            let traces = undeclared.into_iter().map(|(_, trace)| trace.clone()).collect();
            return Check { traces, ..failed(kind, message, advice) };
        }
        if declared.callbacks.is_none() {
            let check =
                passed(kind, format!("seen: {}; no callbacks are declared, so this was not checked", listed(&names)));
            // Without `wait` there are no callbacks, only answers, which may be as many as there are values.
            let is_worth_it = self.trials.wait.is_some() && !names.is_empty();
            let advice = is_worth_it.then(|| format!("declare them: [outputs] callbacks = {names:?}"));
            return Check { advice, ..check };
        }
        let unseen: Vec<String> = self.unseen().iter().map(|name| format!("`{name}`")).collect();
        if unseen.is_empty() {
            return passed(kind, format!("seen and declared: {}", listed(&names)));
        }
        let advice = "check the names; callbacks that need long words may still come while learning";
        let advice = format!("{advice}{}", self.listen_longer());
        warned(kind, format!("declared, but not seen in these words: {}", unseen.join(", ")), advice)
    }

    /// Whether all outputs of a system with data have the declared values.
    fn declared_outputs(&self) -> Check {
        let kind = CheckKind::Outputs;
        match self.trials.misfit.clone() {
            Some(Finding { message, advice, traces, .. }) => {
                let advice = advice.into_iter().next();
                Check { kind, outcome: CheckOutcome::Failed, message, advice, traces }
            }
            None => passed(kind, "all outputs have the declared values"),
        }
    }

    /// The declared callbacks that never came.
    fn unseen(&self) -> Vec<String> {
        let seen = self.callbacks_seen();
        let drains = self.case.purpose.drain;
        let is_seen = |name: &String| seen.iter().any(|(text, _)| shows(&Symbol::read(text), name, drains));
        let is_unseen = |name: &String| self.case.outputs.callbacks.is_some() && !is_seen(name);
        self.case.outputs.expected().into_iter().filter(is_unseen).collect()
    }

    /// What to try if a callback may take longer than the doctor has listened for it.
    fn listen_longer(&self) -> String {
        if self.trials.wait.is_none() || !self.measures_silence() {
            return String::new();
        }
        let (listened, longer) = (self.listened_ms, round_up(2.0 * self.listened_ms as f64));
        format!(
            "; the doctor waited {listened} ms after each callin: if a callback takes longer, increase [timing] \
             quiescence_ms, for example to {longer}"
        )
    }

    /// The callbacks that came, each with the first trace that shows it.
    fn callbacks_seen(&self) -> Vec<(&str, SeenTrace)> {
        let mut seen: Vec<(&str, SeenTrace)> = Vec::new();
        for answer in &self.trials.answers {
            for (at, &output) in answer.outputs.iter().enumerate() {
                let name = self.trials.outputs().text(output);
                let may_come = self.case.delivers(self.trials.inputs.symbol(answer.word[at]), &self.trials.inputs);
                if may_come && self.trials.is_callback(output) && !seen.iter().any(|(known, _)| *known == name) {
                    seen.push((name, SeenTrace::new(self.trials.executor.steps(answer, at + 1), 1)));
                }
            }
        }
        seen
    }

    /// Whether callbacks come well within the quiescence time.
    pub(super) fn delays(&self) -> Check {
        let kind = CheckKind::CallbackDelays;
        if self.trials.wait.is_none() {
            return passed(kind, format!("`{WAIT}` is not an input, so nothing waits for callbacks"));
        }
        if let Some(quiescence) = self.quiescence().filter(|_| self.late().next().is_none()) {
            return self.virtual_clock(quiescence);
        }
        let delays = self.callback_delays();
        match (self.late().min_by_key(|late| late.word.len()), delays.last()) {
            (Some(late), _) => self.describe_late(late),
            (None, Some(&longest)) => self.weigh(&delays, longest),
            (None, None) if self.callbacks_seen().is_empty() => {
                let advice = format!("if you expect callbacks, increase [timing] quiescence_ms; {NO_CALLBACKS}");
                warned(kind, format!("no callback came in {} words", self.trials.answers.len()), advice)
            }
            (None, None) => passed(kind, "this system does not report times, so there is nothing to measure"),
        }
    }

    /// What a virtual clock leaves to be said of silence.
    fn virtual_clock(&self, quiescence: &Quiescence) -> Check {
        let kind = CheckKind::CallbackDelays;
        let message = format!("the clock is virtual; {quiescence}");
        if quiescence.timed > 0 {
            let advice = "the component has its own threads or sockets: make them use the clock, or make sure that \
                          [timing] quiescence_ms is long enough";
            return warned(kind, message, advice);
        }
        if !quiescence.is_exact() {
            let advice = "something is scheduled far ahead, or again and again: if you expect a callback from it, \
                          raise [timing] horizon_ms, or schedule it less often";
            return warned(kind, message, advice);
        }
        match self.callbacks_seen().is_empty() {
            true => warned(kind, format!("{message}; no callback came"), NO_CALLBACKS),
            false => passed(kind, message),
        }
    }

    /// How sure silence is; none if the clock is real.
    fn quiescence(&self) -> Option<&Quiescence> {
        self.trials.executor.quiescence.as_ref()
    }

    /// Whether silence is measured in real time: always, unless a virtual clock knows better.
    fn measures_silence(&self) -> bool {
        self.quiescence().is_none_or(|quiescence| quiescence.timed > 0)
    }

    fn describe_late(&self, late: &LateCallback) -> Check {
        let count = self.late().count();
        let word = late.word.join(" ");
        let message =
            format!("`{}` came after `{word}` had ended with quiet ({count} late callbacks in total)", late.output);
        let advice = (self.suggested_quiescence_ms())
            .map(|suggested| format!("wait longer: set [timing] quiescence_ms = {suggested} and run the doctor again"));
        Check { outcome: CheckOutcome::Failed, advice, ..passed(CheckKind::CallbackDelays, message) }
    }

    /// Compares the delays, which are sorted, with the quiescence time.
    fn weigh(&self, delays: &[f64], longest: f64) -> Check {
        let kind = CheckKind::CallbackDelays;
        let most = most_of(delays).unwrap_or(longest);
        let quiescence = self.case.timing.quiescence_ms;
        let count = delays.len();
        let found =
            format!("the clock is real; {count} callbacks took at most {longest:.1} ms, 95 % of them {most:.1} ms");
        let Some(suggested) = self.suggested_quiescence_ms() else {
            return passed(kind, format!("{found}; the quiescence time is {quiescence} ms"));
        };
        if quiescence < suggested {
            let advice = format!("a slow moment may look like silence: set [timing] quiescence_ms = {suggested}");
            return warned(kind, format!("{found}; waiting {quiescence} ms is too close to that"), advice);
        }
        if quiescence > WASTEFUL * suggested {
            let advice = format!("learning would be faster with [timing] quiescence_ms = {suggested}");
            return warned(kind, format!("{found}, but each quiet wait costs {quiescence} ms"), advice);
        }
        passed(kind, format!("{found}; the quiescence time is {quiescence} ms, and {suggested} ms would be enough"))
    }

    /// What words cost, and what that means for learning.
    pub(super) fn time(&self) -> Check {
        let words = self.trials.answers.len().max(1) as f64;
        let total = self.trials.took.as_secs_f64() * 1000.0;
        let mean = total / words;
        let waits = self.trials.answers.iter().flat_map(|answer| answer.outputs.iter().zip(&answer.evidence));
        let is_quiet = |output: &OutputId| OutputKind::of(self.trials.outputs().text(*output)) == OutputKind::Quiet;
        let quiet: f64 = waits.filter(|(output, _)| is_quiet(output)).map(|(_, evidence)| evidence.ms).sum();
        let quiet = if quiet > 0.0 { format!(", {:.1} ms of it in quiet waits", quiet / words) } else { String::new() };
        let cost = duration(mean * 1000.0);
        let slowest = self.slowest_callin();
        let slow = match &slowest {
            Some((name, mean, most)) if *mean >= 1.0 => {
                format!("; the slowest callin is `{name}`: {mean:.1} ms on average, {most:.1} ms at most")
            }
            Some((name, ..)) => format!("; even the slowest callin, `{name}`, takes less than 1 ms"),
            None => String::new(),
        };
        let message = format!("a word takes {mean:.1} ms on average{quiet}: about {cost} for 1000 words{slow}");
        let word_ms = slowest.map_or(mean, |(_, slowest, _)| mean.max(slowest));
        Check { advice: Some(self.learning_time(word_ms)), ..passed(CheckKind::Time, message) }
    }

    /// The callin that takes longest in the mean, with its mean and its longest time; none if nobody tells times.
    fn slowest_callin(&self) -> Option<(&str, f64, f64)> {
        let mut times: Vec<Vec<f64>> = vec![Vec::new(); self.trials.inputs.len()];
        for answer in &self.trials.answers {
            for (input, evidence) in answer.word.iter().zip(&answer.evidence) {
                times[input.index()].push(evidence.ms);
            }
        }
        let callins = self.trials.inputs.ids().filter(|&input| Some(input) != self.trials.wait);
        let timed = callins.filter(|input| !times[input.index()].is_empty()).map(|input| {
            let times = &times[input.index()];
            let mean = times.iter().sum::<f64>() / times.len() as f64;
            (self.trials.inputs.text(input), mean, times.iter().copied().fold(0.0, f64::max))
        });
        timed.filter(|(_, mean, _)| *mean > 0.0).max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// How long learning may take if a word takes so long, which is at least as long as the slowest callin: nobody knows
    /// how many states there are, so for some.
    fn learning_time(&self, word_ms: f64) -> String {
        let (inputs, repeat) = (self.trials.inputs.len() as f64, f64::from(self.case.learning.repeat));
        let words = WORDS_FOR_EACH * SUPPOSED_STATES * inputs * inputs;
        let (words, challenge) = match self.case.learning.tester {
            None => {
                (words + words.max(FEWEST_OF_CHALLENGE), ", plus the same number, at least 400, to challenge the model")
            }
            Some(_) => (words, ""),
        };
        let (words, time) = (words * repeat, duration(words * repeat * word_ms));
        format!(
            "learning may take {time}: about {words} words for {SUPPOSED_STATES} states, by a rule of thumb from \
             typestar's zoo ({WORDS_FOR_EACH} for each state and pair of inputs{challenge})"
        )
    }

    /// The quiescence time that the measured delays call for; none if no callback was timed or nothing is measured. It is no shorter one if
    /// answers vary or declared callbacks are missing: those that were not seen may be the slow ones.
    pub(super) fn suggested_quiescence_ms(&self) -> Option<u64> {
        if !self.measures_silence() && self.late().next().is_none() {
            return None;
        }
        let delays = self.callback_delays();
        // A late callback took longer than the quiescence time, even if nothing was there to measure it.
        let late = self.late().next().map(|_| self.case.timing.quiescence_ms as f64);
        let needed = [
            most_of(&delays).map(|most| MARGIN * most),
            delays.last().map(|longest| SMALLEST_MARGIN * longest),
            late.map(|late| MARGIN * late),
        ];
        let needed = needed.into_iter().flatten().reduce(f64::max)?;
        let suggested = round_up(needed.max(SHORTEST_QUIESCENCE_MS));
        let may_miss = self.is_unsteady || !self.unseen().is_empty();
        (!may_miss || suggested > self.case.timing.quiescence_ms).then_some(suggested)
    }

    /// Which troubles there were; none if there were none.
    pub(super) fn adapter(&self) -> Option<Check> {
        let troubles = self.trials.executor.system().troubles();
        let last = one_line(troubles.last()?);
        let advice = "no answer is lost, but it costs time: check what the system does in such a word";
        let message = format!("repaired troubles: {}; the last: {last}", troubles.len());
        Some(warned(CheckKind::Adapter, message, advice))
    }

    fn late(&self) -> impl Iterator<Item = &LateCallback> {
        self.trials.answers.iter().flat_map(|answer| &answer.late)
    }

    /// How long callbacks took, sorted.
    fn callback_delays(&self) -> Vec<f64> {
        let mut delays: Vec<f64> = self.trials.answers.iter().flat_map(|answer| self.delays_in(answer)).collect();
        delays.sort_by(f64::total_cmp);
        delays
    }

    /// How long the waits took that delivered something, together with the quiet waits right before them.
    fn delays_in(&self, answer: &Answer) -> Vec<f64> {
        let (mut delays, mut waited) = (Vec::new(), 0.0);
        for ((&input, &output), evidence) in answer.word.iter().zip(&answer.outputs).zip(&answer.evidence) {
            if Some(input) != self.trials.wait {
                waited = 0.0;
                continue;
            }
            waited += evidence.ms;
            if OutputKind::of(self.trials.outputs().text(output)) != OutputKind::Quiet {
                delays.push(std::mem::take(&mut waited));
            }
        }
        delays
    }
}

/// What 95 % of the delays, which are sorted, do not exceed.
fn most_of(delays: &[f64]) -> Option<f64> {
    delays.get((delays.len() * 95).div_ceil(100).checked_sub(1)?).copied()
}

pub(super) fn passed(kind: CheckKind, message: impl Into<String>) -> Check {
    Check { kind, outcome: CheckOutcome::Passed, message: message.into(), advice: None, traces: Vec::new() }
}

/// Something else is in the way of a check.
pub(super) fn unchecked(kind: CheckKind, message: &str) -> Check {
    Check { outcome: CheckOutcome::Warned, ..passed(kind, message) }
}

pub(super) fn warned(kind: CheckKind, message: String, advice: impl Into<String>) -> Check {
    Check { outcome: CheckOutcome::Warned, advice: Some(advice.into()), ..passed(kind, message) }
}

pub(super) fn failed(kind: CheckKind, message: String, advice: &str) -> Check {
    Check { outcome: CheckOutcome::Failed, ..warned(kind, message, advice) }
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "no callbacks".to_owned() } else { names.join(", ") }
}

/// The last output of a trace.
pub(super) fn ending(trace: &SeenTrace) -> &str {
    trace.steps.last().map_or("", |step| step.output.text())
}

fn times_of(trace: &SeenTrace) -> String {
    if trace.count == 1 { "once".to_owned() } else { format!("{} times", trace.count) }
}

/// What usually makes a word answer the same way every time.
fn steadying_advice(traces: &[SeenTrace], measures_silence: bool) -> String {
    let kinds: Vec<OutputKind> = traces.iter().map(|trace| OutputKind::of(ending(trace))).collect();
    let callbacks: Vec<&str> =
        traces.iter().map(ending).filter(|name| OutputKind::of(name) == OutputKind::Callback).collect();
    if measures_silence && kinds.contains(&OutputKind::Quiet) && !callbacks.is_empty() {
        return "increase [timing] quiescence_ms: the callback may come later".to_owned();
    }
    if callbacks.contains(&NO_REPLY) {
        return WAIT_LONGER.to_owned();
    }
    let is_wait = traces.iter().filter_map(|trace| trace.steps.last()).all(|step| step.input.text() == WAIT);
    if !callbacks.is_empty() && !is_wait {
        return "if the returned value always varies, show only its type, or give equivalent values one name \
                ([inputs.returns])"
            .to_owned();
    }
    if callbacks.len() > 1 {
        return format!("if these mean the same to a user, merge them ([outputs.merge]): {}", callbacks.join(", "));
    }
    "remove what is random or shared (clocks, networks, other users), and make reset wait for what is still running; \
     if the system is inherently noisy, declare it and vote on every word ([learning] noise = \"expected\", repeat = \
     3)"
    .to_owned()
}

/// The next number that people like to write: 20, 30, 50, 75, 100, 150, ...
fn round_up(ms: f64) -> u64 {
    let scales = std::iter::successors(Some(1_u64), |scale| scale.checked_mul(10));
    let mut nice = scales.flat_map(|scale| [10, 15, 20, 30, 50, 75].map(|step: u64| step.saturating_mul(scale)));
    nice.find(|&nice| nice as f64 >= ms).unwrap_or(u64::MAX)
}

/// A time as people say it.
fn duration(ms: f64) -> String {
    let seconds = ms / 1000.0;
    match seconds {
        _ if seconds < 10.0 => format!("{seconds:.1} s"),
        _ if seconds < 120.0 => format!("{seconds:.0} s"),
        _ if seconds < 7_200.0 => format!("{:.0} min", seconds / 60.0),
        _ => format!("{:.0} h", seconds / 3_600.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_up_to_what_people_write() {
        let rounded = [20.0, 20.1, 31.0, 76.0, 101.0, 720.0, 751.0].map(round_up);
        assert_eq!(rounded, [20, 30, 50, 100, 150, 750, 1_000]);
    }

    #[test]
    fn durations_are_told_in_the_unit_that_fits() {
        let told = [400.0, 35_000.0, 600_000.0, 36_000_000.0].map(duration);
        assert_eq!(told, ["0.4 s", "35 s", "10 min", "10 h"]);
    }
}
