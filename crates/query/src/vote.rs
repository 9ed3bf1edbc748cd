//! Votes: what to believe when the system answers the same word differently.

use std::collections::BTreeMap;

use typestar_learn::{Plan, Stopped};
use typestar_model::{InputId, OutputId, Word};

use crate::event::Event;
use crate::findings;
use crate::journal::JournalError;
use crate::recorded::RecordedAnswer;
use crate::report::SeenTrace;
use crate::session::{Session, StopReason};

/// How often a word is run again when an answer contradicts the tree, unless the case asks for more.
const RECOUNT: usize = 5;
/// After so many contradictions the system is taken for non-deterministic.
const MOST_CONFLICTS: u64 = 50;
/// How often a vote without a majority is widened.
const WIDENINGS: usize = 2;

impl Session<'_> {
    /// The answers to a wave of plans; with `repeat`, what the majority says.
    pub(crate) fn voted(&mut self, wave: &[Plan]) -> Result<Vec<RecordedAnswer>, Stopped> {
        if self.repeat <= 1 {
            return self.execute(wave);
        }
        let mut ballots: Vec<Vec<RecordedAnswer>> = vec![Vec::new(); wave.len()];
        for _ in 0..self.repeat {
            for (ballot, answer) in ballots.iter_mut().zip(self.execute(wave)?) {
                ballot.push(answer);
            }
        }
        let mut answers = Vec::new();
        for (plan, ballot) in wave.iter().zip(ballots) {
            answers.push(self.elect(plan, ballot)?);
        }
        Ok(answers)
    }

    /// The answer that more than half of the ballot gave.
    fn elect(&mut self, plan: &Plan, mut ballot: Vec<RecordedAnswer>) -> Result<RecordedAnswer, Stopped> {
        for _ in 0..=WIDENINGS * self.repeat {
            let mut tally: BTreeMap<(Word, Vec<OutputId>), usize> = BTreeMap::new();
            for vote in &ballot {
                *tally.entry((vote.answer.word.clone(), vote.answer.outputs.clone())).or_default() += 1;
            }
            let winner = tally.into_iter().find(|(_, votes)| votes * 2 > ballot.len());
            if let Some(((word, outputs), _)) = winner {
                return self.announce(ballot, &word, &outputs);
            }
            ballot.extend(self.execute(std::slice::from_ref(plan))?);
        }
        let (first, second) = (ballot[0].clone(), ballot.iter().find(|vote| vote.answer != ballot[0].answer).cloned());
        if let Some(second) = second {
            self.report_ballot(&ballot, &first.answer.outputs, &second);
        }
        Err(self.stop(StopReason::Unsettled))
    }

    /// Overturns the losing votes and returns a winning one.
    fn announce(
        &mut self,
        ballot: Vec<RecordedAnswer>,
        word: &[InputId],
        outputs: &[OutputId],
    ) -> Result<RecordedAnswer, Stopped> {
        let (mut winners, losers): (Vec<_>, Vec<_>) =
            ballot.iter().cloned().partition(|vote| vote.answer.word == word && vote.answer.outputs == outputs);
        for loser in &losers {
            self.report_ballot(&ballot, outputs, loser);
        }
        self.overturn(losers.iter().map(|loser| loser.seq).collect())?;
        Ok(winners.swap_remove(0))
    }

    /// Reports the first step in which one vote differs from what the others say.
    fn report_ballot(&mut self, ballot: &[RecordedAnswer], outputs: &[OutputId], other: &RecordedAnswer) {
        let differs = outputs.iter().zip(&other.answer.outputs).position(|(a, b)| a != b);
        let Some(at) = differs else { return };
        let word = other.answer.word[..=at].to_vec();
        let votes = ballot.iter().filter(|vote| vote.answer.word.starts_with(&word)).cloned().collect::<Vec<_>>();
        self.report_disagreement(&word, &votes, &BTreeMap::new());
    }

    /// Puts an answer into the tree; an answer that contradicts the tree is settled by running its word again.
    pub(crate) fn absorb(&mut self, recorded: RecordedAnswer) -> Result<(), Stopped> {
        let Some(conflict) = self.tree.conflict(&recorded.answer.word, &recorded.answer.outputs) else {
            self.insert(&recorded.answer);
            return Ok(());
        };
        self.conflicts += 1;
        let word = recorded.answer.word[..conflict.position].to_vec();
        if !self.system.alternatives().is_empty() && self.alternatives_differ(&word)? {
            return Err(self.stop(StopReason::Unsettled));
        }
        let times = RECOUNT.max(self.repeat).max(self.confirm);
        self.settle(&word, times, vec![recorded])
    }

    /// Runs words again, if the case asks for confirmation, before something is built on them.
    pub(crate) fn confirm(&mut self, words: &[Word]) -> Result<(), Stopped> {
        if self.confirm <= 1 {
            return Ok(());
        }
        for word in words {
            let known = self.tree.outputs_of(word).expect("only known words are confirmed");
            let end = known.iter().position(|output| self.finals.contains(output)).map_or(word.len(), |at| at + 1);
            self.settle(&word[..end], self.confirm - 1, Vec::new())?;
        }
        Ok(())
    }

    /// Runs `word` so many times and believes what the clear majority says.
    fn settle(&mut self, word: &[InputId], times: usize, disputed: Vec<RecordedAnswer>) -> Result<(), Stopped> {
        let known = self.tree.outputs_of(word).expect("only known words are disputed");
        let plan = Plan::word(word);
        let mut recount = Vec::new();
        for _ in 0..times {
            recount.extend(self.execute(std::slice::from_ref(&plan))?);
        }
        let mut tally: BTreeMap<Vec<OutputId>, usize> = BTreeMap::new();
        for vote in &recount {
            *tally.entry(first(&vote.answer.outputs, known.len())).or_default() += 1;
        }
        if disputed.is_empty() && tally.len() == 1 && tally.contains_key(&first(&known, known.len())) {
            return Ok(());
        }
        let votes = [&disputed[..], &recount].concat();
        let earlier = self.earlier_answers(word, &votes).map_err(|error| self.journal_failed(error))?;
        self.report_disagreement(word, &votes, &tally_of(&earlier));
        let winner = tally.into_iter().find(|(_, count)| count * 3 > times * 2).map(|(outputs, _)| outputs);
        let Some(winner) = winner.filter(|_| self.conflicts <= MOST_CONFLICTS) else {
            return Err(self.stop(StopReason::Unsettled));
        };
        self.believe(&known, &winner, votes, earlier)
    }

    /// Overturns everything that disagrees with the winner; builds the tree again if it rests on any of that.
    fn believe(
        &mut self,
        known: &[OutputId],
        winner: &[OutputId],
        votes: Vec<RecordedAnswer>,
        earlier: Vec<(Vec<OutputId>, i64)>,
    ) -> Result<(), Stopped> {
        let votes = votes.into_iter().map(|vote| (first(&vote.answer.outputs, known.len()), vote.seq));
        let losers: Vec<i64> =
            votes.chain(earlier).filter(|(outputs, _)| outputs != winner).map(|(_, seq)| seq).collect();
        self.overturn(losers.clone())?;
        if known == winner {
            return Ok(());
        }
        self.tell(&Event::AnswersOverturned { words: losers.len() });
        self.rebuild_tree().map_err(|error| self.journal_failed(error))?;
        Err(Stopped)
    }

    fn overturn(&mut self, entries: Vec<i64>) -> Result<(), Stopped> {
        self.journal.overturn(&entries).map_err(|error| self.journal_failed(error))?;
        self.overturned.extend(entries);
        Ok(())
    }

    fn journal_failed(&mut self, error: JournalError) -> Stopped {
        self.stop(StopReason::JournalFailed(error.to_string()))
    }

    /// What earlier words that begin with `word` answered to it, with their numbers in the journal.
    fn earlier_answers(
        &self,
        word: &[InputId],
        votes: &[RecordedAnswer],
    ) -> Result<Vec<(Vec<OutputId>, i64)>, JournalError> {
        let names: Vec<&str> = word.iter().map(|&input| self.inputs.name(input)).collect();
        let mut earlier = Vec::new();
        self.journal.for_each(|entry| {
            let begins = entry.inputs.len() >= names.len() && entry.inputs.iter().zip(&names).all(|(a, b)| a == b);
            let counts = self.used.contains(&entry.seq) && !self.overturned.contains(&entry.seq);
            if begins && counts && !votes.iter().any(|vote| vote.seq == entry.seq) {
                let outputs = entry.outputs[..names.len()].iter().filter_map(|name| self.outputs.get(name));
                earlier.push((outputs.collect(), entry.seq));
            }
        })?;
        Ok(earlier)
    }

    fn report_disagreement(
        &mut self,
        word: &[InputId],
        votes: &[RecordedAnswer],
        earlier: &BTreeMap<Vec<OutputId>, u64>,
    ) {
        let mut seen: BTreeMap<Vec<OutputId>, SeenTrace> = BTreeMap::new();
        for vote in votes {
            let length = word.len().min(vote.answer.outputs.len());
            let steps = self.steps(&vote.answer, length);
            seen.entry(vote.answer.outputs[..length].to_vec()).or_insert(SeenTrace { steps, count: 0 }).count += 1;
        }
        for (outputs, count) in earlier {
            let answer = crate::system::Answer { word: word.to_vec(), outputs: outputs.clone(), ..Default::default() };
            let steps = self.steps(&answer, outputs.len().min(word.len()));
            seen.entry(outputs.clone()).or_insert(SeenTrace { steps, count: 0 }).count += count;
        }
        let names = word.iter().map(|&input| self.inputs.name(input).to_owned()).collect();
        let mut traces: Vec<SeenTrace> = seen.into_values().collect();
        traces.sort_by_key(|trace| std::cmp::Reverse(trace.count));
        self.find(findings::disagreement(names, traces));
    }

    /// Whether the alternatives of the inputs in `word` answer it differently, each of them always alike.
    fn alternatives_differ(&mut self, word: &[InputId]) -> Result<bool, Stopped> {
        let names: Vec<String> = word.iter().map(|&input| self.inputs.name(input).to_owned()).collect();
        let alternatives = self.system.alternatives();
        let snippets = names.iter().filter_map(|name| Some(alternatives.get(name)?.len())).max();
        let Some(snippets) = snippets else { return Ok(false) };
        let mut traces = Vec::new();
        let plan = Plan::word(word);
        for position in 0..snippets {
            self.system.fix_alternative(Some(position));
            let twice = self.execute(&[plan.clone()]).and_then(|one| Ok((one, self.execute(&[plan.clone()])?)));
            self.system.fix_alternative(None);
            let (one, two) = twice?;
            if one[0].answer.outputs != two[0].answer.outputs {
                return Ok(false);
            }
            let used: Vec<String> = one[0].answer.evidence.iter().filter_map(|step| step.used.clone()).collect();
            let steps = self.steps(&one[0].answer, one[0].answer.word.len());
            traces.push((used.join(" "), SeenTrace { steps, count: 2 }));
        }
        let outputs = |trace: &SeenTrace| trace.steps.iter().map(|step| step.output.clone()).collect::<Vec<_>>();
        let differ = traces.iter().any(|(_, trace)| outputs(trace) != outputs(&traces[0].1));
        if differ {
            self.find(findings::alternatives_differ(names, traces));
        }
        Ok(differ)
    }
}

fn first(outputs: &[OutputId], length: usize) -> Vec<OutputId> {
    outputs[..length.min(outputs.len())].to_vec()
}

fn tally_of(answers: &[(Vec<OutputId>, i64)]) -> BTreeMap<Vec<OutputId>, u64> {
    let mut tally = BTreeMap::new();
    for (outputs, _) in answers {
        *tally.entry(outputs.clone()).or_default() += 1;
    }
    tally
}
