//! The learning run: learner and tester take turns until the tester has nothing left to try.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use typestar_learn::{
    Adt, Auto, DistinguisherBound, EarlierVersion, Evidence, Exact, Halt, Hypothesis, Joined, Kv, Learner, Lsharp,
    Lstar, MealyHypothesis, OldBehaviour, Oracle, Outcome, Recognised, StateBound, Streamed, SuiteKind, Tester, Ttt,
    warm_start,
};
use typestar_model::{
    Challenge, HistoryEntry, Id, Learned, Mealy, Phase, Plan, Summary, Verdict, Word, distinguisher_bound, one_line,
    separating_word_of_states,
};

use crate::case::{Assumption, Case, ChallengeKind, LearnerKind, LearningSpec, TesterKind};
use crate::event::Event;
use crate::findings;
use crate::growth::{last_look, look_before_verdict, look_for_growth};
use crate::journal::{Journal, JournalError};
use crate::partial::Partials;
use crate::session::{Observer, Session, StopReason};
use crate::system::System;
use crate::verdict::{
    Established, auto_verdict, bound_verdict, challenged, inputs_text, joined, state_bound_verdict, suites_verdict,
};
use crate::within::{misjudged_word, within};

/// What a run needs to know beyond the case.
#[derive(Clone, Default)]
pub struct RunOptions {
    /// The true machine, for the exact tester.
    pub truth: Option<Mealy>,
    /// Whether words outside the purpose count as errors, as in the published tables.
    pub outside_is_error: bool,
    /// What is known of earlier versions of the system. It decides what is asked first; none of it is believed.
    pub earlier: Vec<EarlierVersion>,
    /// Set from elsewhere to end the run cleanly.
    pub interrupt: Arc<AtomicBool>,
    /// How often the model so far is told ([`Event::ModelDrafted`]) while the run goes on; none for never.
    pub drafts_every: Option<Duration>,
    /// The run folder, for the summary.
    pub folder: String,
}

/// What a run hands over.
#[derive(Clone, Debug)]
pub struct Finished {
    /// The model with its evidence; the best guess so far if the run was stopped.
    pub learned: Learned,
    /// Counts, findings, verdict.
    pub summary: Summary,
    /// Why it stopped before its own end, if it did.
    pub stop: Option<StopReason>,
}

/// Learns a system: the loop that everything else serves.
///
/// Answers that the journal already holds are replayed in the order of execution, so that a run which was stopped
/// continues exactly where it was.
pub fn learn(
    case: &Case,
    system: &mut dyn System,
    journal: Journal,
    options: &RunOptions,
    observer: Observer,
) -> Result<Finished, JournalError> {
    let interrupt = Arc::clone(&options.interrupt);
    let mut session = Session::open(case, options.outside_is_error, system, journal, interrupt, observer)?;
    session.partials = Partials::new(&case.system.name, options.drafts_every);
    let kind = case.learning.tester.clone().unwrap_or_else(|| TesterKind::usual(&session.inputs));
    let challenge = case.learning.challenge_for(&session.inputs);
    let mut run = Run {
        case,
        options,
        session,
        kind,
        challenge,
        tester: None,
        stage: Stage::Untested,
        last: None,
        history: Vec::new(),
        warm: None,
    };
    let agreed = run.take_turns();
    last_look(&mut run.session, run.last.as_ref());
    Ok(run.finish(agreed))
}

struct Run<'a> {
    case: &'a Case,
    options: &'a RunOptions,
    session: Session<'a>,
    kind: TesterKind,
    challenge: ChallengeKind,
    tester: Option<Box<dyn Tester<MealyHypothesis>>>,
    /// How far the tests of the last hypothesis have come.
    stage: Stage,
    /// The last hypothesis.
    last: Option<MealyHypothesis>,
    /// What each hypothesis had cost.
    history: Vec<HistoryEntry>,
    /// What came of earlier versions, and how many words that took.
    warm: Option<(Recognised, u64)>,
}

/// How far the tests of a hypothesis have come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Untested,
    /// The tester has begun: what it says is about this hypothesis.
    InTest,
    /// The tester agreed.
    Agreed,
    /// The hypothesis withstood the challenge, too: so many random words at its end.
    Challenged(u64),
}

/// A challenge has at least so many random words: fewer find little, and they take no longer than learning a small class.
pub const FEWEST_RANDOM_WORDS: u64 = 400;

/// What the learned machine itself needs of the bounds that a tester assumes.
#[derive(Clone, Copy)]
struct Needed {
    /// Any two of its states differ within so many inputs.
    bound: usize,
    /// So many states it has, a sink of errors not counted.
    states: usize,
}

impl Run<'_> {
    /// Takes turns until the tester agrees (true) or the oracle stops (false).
    fn take_turns(&mut self) -> bool {
        if self.warm_start() == Err(Halt::Stopped) {
            return false;
        }
        let mut learner = self.learner();
        loop {
            match self.one_round(&mut *learner) {
                Ok(Outcome::Agreed) => return true,
                Ok(Outcome::Counterexample(_)) => {}
                Err(Halt::Changed) => {
                    (learner, self.tester) = (self.learner(), None);
                }
                Err(Halt::Stopped) => return false,
            }
        }
    }

    /// Asks first what earlier versions suggest.
    fn warm_start(&mut self) -> Result<(), Halt> {
        loop {
            match warm_start(&mut self.session, &self.options.earlier) {
                Ok(found) => {
                    self.warm = found.map(|found| (found, self.session.learning.executed));
                    return Ok(());
                }
                Err(Halt::Changed) => {}
                Err(Halt::Stopped) => return Err(Halt::Stopped),
            }
        }
    }

    fn one_round(&mut self, learner: &mut dyn Learner<Hypothesis = MealyHypothesis>) -> Result<Outcome, Halt> {
        self.session.phase = Phase::Learning;
        self.stage = Stage::Untested;
        let hypothesis = learner.hypothesis(&mut self.session)?;
        self.accept(&hypothesis)?;
        self.session.phase = Phase::Testing;
        let outcome = match look_for_growth(&mut self.session, &hypothesis)? {
            Some(word) => Outcome::Counterexample(word),
            None => self.try_to_refute(&hypothesis)?,
        };
        if let Outcome::Counterexample(word) = &outcome {
            self.session.confirm(std::slice::from_ref(word))?;
            let names = word.iter().map(|&input| self.session.inputs.name(input).to_owned()).collect();
            self.session.tell(&Event::CounterexampleFound { word: names });
        }
        Ok(outcome)
    }

    /// Everything that can refute a hypothesis: the tester, the challenge, and a last look for what grows.
    fn try_to_refute(&mut self, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let mut outcome = self.test(hypothesis)?;
        if outcome == Outcome::Agreed && self.challenge.is_some() {
            self.session.phase = Phase::Challenge;
            outcome = self.challenge(hypothesis)?;
        }
        if outcome == Outcome::Agreed {
            look_before_verdict(&mut self.session, hypothesis)?;
            outcome = self.missed(hypothesis);
        }
        Ok(outcome)
    }

    /// Looks for a counterexample, first where the purpose alone tells, then where an earlier version may live on.
    fn test(&mut self, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let session = &mut self.session;
        while let Some(word) = misjudged_word(&session.purpose, session.tree(), hypothesis, session.outside) {
            session.ask(vec![Plan::word(word.clone())])?;
            if let Some(word) = hypothesis.disagreement_on(session.tree(), &word) {
                return Ok(Outcome::Counterexample(word));
            }
        }
        if let Some((found, _)) = self.warm.filter(|(found, _)| found.is_related()) {
            let earlier = &self.options.earlier[found.version].machine;
            let outcome = OldBehaviour::new(earlier.clone()).test(&mut self.session, hypothesis)?;
            if outcome != Outcome::Agreed {
                return Ok(outcome);
            }
        }
        let mut tester = self.tester.take().unwrap_or_else(|| self.tester());
        self.stage = Stage::InTest;
        let outcome = tester.test(&mut self.session, hypothesis);
        self.tester = Some(tester);
        if outcome != Ok(Outcome::Agreed) {
            return outcome;
        }
        let missed = self.missed(hypothesis);
        if missed == Outcome::Agreed {
            self.stage = Stage::Agreed;
        }
        Ok(missed)
    }

    /// What was observed otherwise than the hypothesis says, and not noticed: the learner compares large trees with it
    /// from time to time only.
    fn missed(&self, hypothesis: &MealyHypothesis) -> Outcome {
        hypothesis.disagreement(self.session.tree()).map_or(Outcome::Agreed, Outcome::Counterexample)
    }

    /// Tries to refute by other means what the tester could not refute: by all of `hsi(1)`, then by random words.
    fn challenge(&mut self, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        let outcome = self.run_suite(SuiteKind::Hsi(1), hypothesis)?;
        if outcome != Outcome::Agreed {
            return Ok(outcome);
        }
        let words = match self.challenge {
            ChallengeKind::Words(words) => words,
            _ => self.session.total().executed.max(FEWEST_RANDOM_WORDS),
        };
        let outcome = self.run_suite(SuiteKind::RandomWp(Some(words)), hypothesis)?;
        if outcome == Outcome::Agreed {
            self.stage = Stage::Challenged(words);
        }
        Ok(outcome)
    }

    fn run_suite(&mut self, suite: SuiteKind, hypothesis: &MealyHypothesis) -> Result<Outcome, Halt> {
        Streamed::new(vec![suite], self.case.learning.seed).test(&mut self.session, hypothesis)
    }

    /// Takes note of a hypothesis; confirms what makes its new states, if the case asks for that.
    fn accept(&mut self, hypothesis: &MealyHypothesis) -> Result<(), Halt> {
        let entry = self.history_entry(hypothesis);
        let known = self.last.as_ref().map_or(0, |last| last.access.len());
        if self.session.confirm > 1 && hypothesis.access.len() > known {
            let words = new_state_words(hypothesis, known, &self.session);
            self.session.confirm(&words)?;
        }
        self.last = Some(hypothesis.clone());
        self.session.partials.note(hypothesis);
        self.history.push(entry);
        self.session.note_hypothesis(hypothesis.access.len());
        self.session.note_states(hypothesis.access.len())
    }

    /// What a new hypothesis has cost.
    ///
    /// It agrees with all that was observed, which tells its live states apart. So they are the states of the minimal
    /// machine; one of them is a sink of errors if errors are not final.
    fn history_entry(&self, hypothesis: &MealyHypothesis) -> HistoryEntry {
        let total = self.session.total();
        let live_sink = hypothesis.machine.error_sink().filter(|&sink| !hypothesis.is_sink(sink));
        HistoryEntry {
            states: hypothesis.access.len() - usize::from(live_sink.is_some()),
            executed: total.executed,
            symbols: total.symbols,
        }
    }

    /// How far words run on: only where a tester wants to see what that shows.
    fn run_on(&self) -> usize {
        let wants = |part: &TesterKind| matches!(part, TesterKind::DistinguisherBound(_));
        if self.kind.parts().iter().any(wants) { self.case.learning.run_on } else { 0 }
    }

    fn learner(&self) -> Box<dyn Learner<Hypothesis = MealyHypothesis>> {
        match self.case.learning.learner {
            LearnerKind::Lsharp => Box::new(Lsharp::new(self.run_on())),
            LearnerKind::Lstar => Box::new(Lstar::new()),
            LearnerKind::Kv => Box::new(Kv::new()),
            LearnerKind::Ttt => Box::new(Ttt::new()),
            LearnerKind::Adt => Box::new(Adt::new()),
        }
    }

    fn tester(&self) -> Box<dyn Tester<MealyHypothesis>> {
        self.tester_of(&self.kind)
    }

    fn tester_of(&self, kind: &TesterKind) -> Box<dyn Tester<MealyHypothesis>> {
        match kind {
            TesterKind::Joined(parts) => Box::new(Joined::new(parts.iter().map(|part| self.tester_of(part)).collect())),
            &TesterKind::DistinguisherBound(bound) => {
                let tester = DistinguisherBound::new(bound, self.run_on());
                match self.case.learning.assume.contains(&Assumption::QuietIsStable) {
                    true => Box::new(tester.assume_quiet_is_stable()),
                    false => Box::new(tester),
                }
            }
            &TesterKind::StateBound(states) => Box::new(StateBound::new(states)),
            TesterKind::Suites(suites) => Box::new(Streamed::new(suites.clone(), self.case.learning.seed)),
            &TesterKind::Auto(extra) => Box::new(Auto::new(extra, self.case.learning.seed)),
            TesterKind::Exact => {
                let truth =
                    self.options.truth.as_ref().expect("the exact tester is offered for simulated systems only");
                Box::new(Exact::new(within(truth, &self.session.purpose, self.options.outside_is_error)))
            }
        }
    }

    fn finish(mut self, agreed: bool) -> Finished {
        let learned = self.session.learned(&self.case.system.name, self.last.as_ref(), agreed);
        let needed = self.needed(&learned.machine);
        if agreed {
            self.check_at_end(needed);
        }
        self.session.tell(&Event::RunFinished);
        let summary = self.summary(&learned.machine, needed, agreed);
        Finished { learned, summary, stop: self.session.stop }
    }

    /// What the model needs. Without a hypothesis, its states are those that the learner has told apart so far.
    fn needed(&self, machine: &Mealy) -> Needed {
        match self.last {
            Some(_) => Needed { bound: distinguisher_bound(machine), states: machine.live_states() },
            None => Needed { bound: 0, states: self.session.states.max(1) },
        }
    }

    fn check_at_end(&mut self, needed: Needed) {
        for output in self.case.outputs.expected() {
            let is_met = self.session.outputs.get(&output).is_some_and(|id| self.session.is_met(id));
            if !is_met {
                self.session.find(findings::unseen(&output));
            }
        }
        let refuted = self.kind.parts().iter().filter_map(|part| match *part {
            TesterKind::DistinguisherBound(bound) if needed.bound > bound && !self.challenge.is_some() => {
                Some(findings::bound_refuted(bound, needed.bound))
            }
            TesterKind::StateBound(states) if needed.states > states => {
                Some(findings::state_bound_refuted(states, needed.states))
            }
            _ => None,
        });
        for finding in refuted.collect::<Vec<_>>() {
            self.session.find(finding);
        }
    }

    /// The assumed bound that the learned machine refutes, if something else is tried in its place.
    fn dropped_bound(&self, needed: Needed) -> Option<usize> {
        let mut refuted = self.kind.parts().iter().filter_map(|part| refuted_bound(part, needed));
        refuted.next().filter(|_| self.challenge.is_some())
    }

    fn summary(&self, machine: &Mealy, needed: Needed, agreed: bool) -> Summary {
        let (session, learning) = (&self.session, &self.case.learning);
        Summary {
            system: self.case.system.name.clone(),
            states: needed.states,
            states_total: if self.last.is_some() { machine.len() } else { needed.states },
            inputs: session.inputs.len(),
            learner: learning.learner.to_string(),
            tester: self.kind.to_string(),
            rounds: session.round,
            history: self.history.clone(),
            learning: session.learning,
            testing: session.testing,
            challenge: self.challenge.is_some().then(|| self.challenge_summary()),
            replayed: session.replayed,
            bound_needed: needed.bound,
            findings: session.findings.list().to_vec(),
            verdict: self.verdict(agreed, needed),
            wall_ms: session.elapsed_ms(),
            run: self.options.folder.clone(),
            notes: self.notes(needed),
        }
    }

    fn challenge_summary(&self) -> Challenge {
        let random_words = if let Stage::Challenged(words) = self.stage { Some(words) } else { None };
        Challenge { counts: self.session.challenge, random_words }
    }

    /// What the tester established of the last hypothesis.
    fn evidence(&self) -> Option<Evidence> {
        self.tester.as_ref().filter(|_| self.stage != Stage::Untested)?.evidence()
    }

    /// Whether something was observed that the last hypothesis does not do.
    fn is_refuted(&self) -> bool {
        self.last.as_ref().is_some_and(|last| last.disagreement(self.session.tree()).is_some())
    }

    fn verdict(&self, agreed: bool, needed: Needed) -> Verdict {
        if !agreed {
            let ended_well = matches!(self.session.stop, Some(StopReason::Budget(_) | StopReason::Interrupted));
            let until_then = self.until_then(needed).filter(|_| ended_well && !self.is_refuted());
            let text = self.why_stopped() + &until_then.map(|text| format!("; until then {text}")).unwrap_or_default();
            return Verdict { text, finished: false, assumptions: Vec::new() };
        }
        let (mut text, assumed) = self.established(needed);
        let mut assumptions: Vec<String> = assumed.into_iter().collect();
        assumptions.push(self.assumed_of_answers().to_owned());
        text.push_str(&match self.session.overturned.len() {
            0 => String::new(),
            1 => "; 1 contradicting answer was outvoted".to_owned(),
            answers => format!("; {answers} contradicting answers were outvoted"),
        });
        Verdict { text, finished: true, assumptions }
    }

    /// What was established before the run was stopped.
    fn until_then(&self, needed: Needed) -> Option<String> {
        match self.stage {
            Stage::Untested => None,
            Stage::InTest => {
                let evidence = self.evidence().filter(|evidence| *evidence != Evidence::default());
                evidence.map(|evidence| auto_verdict(&evidence).0)
            }
            Stage::Agreed | Stage::Challenged(_) => Some(self.established(needed).0),
        }
    }

    /// What follows from the tests of the last hypothesis, and on which assumption.
    fn established(&self, needed: Needed) -> Established {
        let parts = self.kind.parts();
        let by = |part| self.established_by(part, needed);
        let (text, assumption) = match self.stage {
            // What withstood the challenge does not need a bound that the learned machine refutes.
            Stage::Challenged(words) => {
                let sound = parts.iter().filter(|part| refuted_bound(part, needed).is_none());
                challenged(sound.map(by).collect(), words, self.case.learning.seed)
            }
            _ => joined(parts.iter().map(by).collect()),
        };
        // Nothing has to be assumed of a system that was compared as a whole.
        (text, assumption.filter(|_| !parts.contains(&TesterKind::Exact)))
    }

    fn established_by(&self, kind: &TesterKind, needed: Needed) -> Established {
        match *kind {
            TesterKind::Joined(ref parts) => {
                joined(parts.iter().map(|part| self.established_by(part, needed)).collect())
            }
            TesterKind::Suites(ref suites) => suites_verdict(suites, self.case.learning.seed, "the learned machine"),
            TesterKind::Auto(_) => auto_verdict(&self.evidence().unwrap_or_default()),
            TesterKind::Exact => ("equivalent to the simulated machine, compared exactly".to_owned(), None),
            TesterKind::StateBound(states) => state_bound_verdict(states, needed.states),
            TesterKind::DistinguisherBound(bound) => {
                let is_quiet_stable = self.case.learning.assume.contains(&Assumption::QuietIsStable);
                bound_verdict(bound, needed.bound, is_quiet_stable)
            }
        }
    }

    fn assumed_of_answers(&self) -> &'static str {
        match self.session.overturned.is_empty() {
            true => "the system answers every word as it did when asked",
            false => {
                "the majority of contradicting answers is right, and the system answers every other word as it did \
                 when asked"
            }
        }
    }

    fn why_stopped(&self) -> String {
        match &self.session.stop {
            Some(StopReason::Interrupted) => "interrupted: run the same command again to continue".to_owned(),
            Some(StopReason::Budget(limit)) => {
                format!("the budget of {limit} ran out: raise the limit and run the same command again to continue")
            }
            Some(StopReason::SystemFailed(message)) => format!("the system failed: {message}"),
            Some(StopReason::JournalFailed(message)) => message.clone(),
            Some(StopReason::Unsettled) => "the system disagrees with itself: see the findings".to_owned(),
            Some(StopReason::PendingCallbacksGrow) => "stopped: pending callbacks grow (see the findings)".to_owned(),
            Some(StopReason::CountGrows) => "stopped: a count grows (see the findings)".to_owned(),
            None => "stopped".to_owned(),
        }
    }

    /// What came of earlier versions.
    fn learned_from(&self) -> Option<String> {
        let (Recognised { version, states, recognised, .. }, words) = self.warm?;
        let name = &self.options.earlier[version].name;
        let states = if states == 1 { "1 state".to_owned() } else { format!("{states} states") };
        let words = if words == 1 { "1 word".to_owned() } else { format!("{words} words") };
        Some(format!("{name}: {recognised} of {states} recognised, {words}"))
    }

    /// Settings that are not the usual ones, and what was mended on the way.
    fn notes(&self, needed: Needed) -> BTreeMap<String, String> {
        let happened = [
            ("bound dropped", self.note_of_bound(needed)),
            ("learned from", self.learned_from()),
            ("noise", self.session.settled.note()),
            ("journal", self.session.journal.damage().map(ToString::to_string)),
            ("adapter troubles", self.note_of_troubles()),
        ];
        let happened = happened.into_iter().filter_map(|(name, note)| Some((name, note?)));
        self.unusual_settings().into_iter().chain(happened).map(|(name, note)| (name.to_owned(), note)).collect()
    }

    fn unusual_settings(&self) -> Vec<(&'static str, String)> {
        let (learning, usual) = (&self.case.learning, LearningSpec::default());
        let settings = [
            ("run_on", learning.run_on as u64, usual.run_on as u64),
            ("seed", learning.seed, usual.seed),
            ("repeat", learning.repeat.into(), usual.repeat.into()),
            ("confirm", learning.confirm.into(), usual.confirm.into()),
            ("conflicts settled by votes", self.session.conflicts, 0),
        ];
        let unusual = settings.into_iter().filter(|(_, value, usual)| value != usual);
        unusual.map(|(name, value, _)| (name, value.to_string())).collect()
    }

    /// A bound is dropped where it would have been believed.
    fn note_of_bound(&self, needed: Needed) -> Option<String> {
        let is_agreed = matches!(self.stage, Stage::Agreed | Stage::Challenged(_));
        let bound = inputs_text(self.dropped_bound(needed).filter(|_| is_agreed)?);
        Some(format!(
            "any two states were assumed to differ within {bound}, but the learned machine needs {}, so nothing rests \
             on that",
            needed.bound
        ))
    }

    fn note_of_troubles(&self) -> Option<String> {
        let troubles = self.session.system.troubles();
        let last = troubles.last()?;
        Some(format!("{}; the last: {}", troubles.len(), one_line(last)))
    }
}

/// The bound that a tester assumes and the learned machine refutes.
fn refuted_bound(tester: &TesterKind, needed: Needed) -> Option<usize> {
    match *tester {
        TesterKind::DistinguisherBound(bound) => Some(bound).filter(|&bound| needed.bound > bound),
        _ => None,
    }
}

/// The words that show each new state to be different from every other one.
fn new_state_words(hypothesis: &MealyHypothesis, known: usize, session: &Session) -> Vec<Word> {
    let mut words = Vec::new();
    for new in hypothesis.live().skip(known) {
        for other in hypothesis.live().filter(|&other| other != new) {
            let Some(suffix) = separating_word_of_states(&hypothesis.machine, new, other) else { continue };
            let word = [&hypothesis.access[new.index()][..], &suffix].concat();
            if !words.contains(&word) && session.tree().outputs_of(&word).is_some() {
                words.push(word);
            }
        }
    }
    words
}
