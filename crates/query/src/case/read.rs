//! From the text of a case file to a [`Case`]: one function for each section, and the checks between them.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use toml::Spanned;
use toml::de::DeTable;
use typestar_model::{ERROR, OK, OutputKind, Symbol, TraceRule, WAIT};

use super::error::{CaseError, Problem};
use super::kinds::{KindError, ModelKind};
use super::source::{self, Named, NamedRule, Source};
use super::table::{Name, Problems, Table, TextOrPairs, UNLIMITED, suggestion};
use super::testers::TesterKind;
use super::{Case, DataSpec, InputsSpec, LearningSpec, Limits, MOST_COPIES, OutputsSpec, SystemSpec, Target, Timing};
use crate::folder::digest::digest;
use crate::session::purpose::{BetweenLimit, PendingLimit, PurposeSpec};
use typestar_protocol::{Clock, LONGEST_OUTPUT, Recoverable, Returns, Shown, is_output_name};

/// How much of a case file is checked.
pub enum Depth {
    /// What the text alone can tell.
    TextOnly,
    /// Also whether the files exist that it names.
    WithFiles,
}

/// Reads a case file and reports everything that is wrong with it.
pub fn case(text: &str, path: &Path, depth: Depth) -> Result<Case, CaseError> {
    let wrong = |problems| CaseError::Wrong { path: path.to_owned(), text: text.to_owned(), problems };
    let document = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(text.len()..text.len());
        wrong(vec![Problem { span, message: "not valid TOML".to_owned(), advice: error.message().to_owned() }])
    })?;
    let problems = Problems::default();
    let reader = Reader { path, depth, problems: &problems, named: RefCell::default(), digests: RefCell::default() };
    let case = reader.case(text, Table::root(&document, &problems));
    let (named, digests) = (reader.named.into_inner(), reader.digests.into_inner());
    let problems = problems.sorted();
    match problems.is_empty() {
        true => Ok(Case { source: Source { identity: source::identity(document, &digests), named }, ..case }),
        false => Err(wrong(problems)),
    }
}

pub(super) struct Reader<'a> {
    path: &'a Path,
    depth: Depth,
    pub(super) problems: &'a Problems,
    named: RefCell<Named>,
    /// Of the files that say what is asked.
    digests: RefCell<Vec<String>>,
}

/// At most a day: longer times are mistakes, and sums of times cannot overflow.
const TIME_MS: RangeInclusive<u64> = 0..=86_400_000;
const POSITIVE_TIME_MS: RangeInclusive<u64> = 1..=86_400_000;
/// Longer is as good as for ever, and clocks can still add it.
const CENTURY_S: RangeInclusive<u64> = 1..=100 * 366 * 86_400;
const POSITIVE: RangeInclusive<u64> = 1..=UNLIMITED;

/// The keys that say what the system is.
const TARGETS: [&str; 4] = ["command", "model", "java", "android"];

impl Reader<'_> {
    fn case(&self, text: &str, root: Table<'_>) -> Case {
        let system = self.system(root.table("system"));
        let is_model = system.target.is_model();
        let (of_inputs, of_outputs) = (root.table("inputs"), root.table("outputs"));
        let (data, actions) = self.data(root.table("types"), &of_inputs, &of_outputs, is_model);
        let (of_timing, of_purpose, of_learning) =
            (root.table("timing"), root.table("purpose"), root.table("learning"));
        let learning_keys = of_learning.keys();
        let learning = self.learning(of_learning, &system.target, &data);
        let is_object = system.target.is_class() || learning.model == Some(ModelKind::Guarded);
        let drains = of_purpose.flag("drain").unwrap_or_default();
        let names = OutputNames::of(&of_outputs);
        let has_callbacks = !is_object && !drains && (!data.has_actions() || names.besides_errors().next().is_some());
        let inputs = self.inputs(of_inputs, (is_model, is_object), (drains, has_callbacks), (&data, actions));
        let outputs = self.outputs(of_outputs, &names, is_model, &inputs);
        if data.has_actions() && !drains {
            self.check_callback_actions(&data, &names, &outputs);
        }
        // The inputs that rules may name; nothing if they are not known yet.
        let known = (!inputs.callins.is_empty()).then(|| inputs.alphabet().texts().to_vec());
        let case = Case {
            path: self.path.to_owned(),
            text: text.to_owned(),
            source: Source::default(),
            timing: self.timing(of_timing, &system.target),
            purpose: PurposeReader { reader: self, inputs: known, outputs: &outputs, drains }.purpose(of_purpose),
            learning_keys,
            learning,
            limits: limits(root.table("limits")),
            arguments: self.arguments(&root.table("arguments"), system.target.is_class()),
            system,
            inputs,
            outputs,
            data,
        };
        root.finish();
        case
    }

    fn system(&self, table: Table<'_>) -> SystemSpec {
        let stem = self.path.file_stem().map_or_else(|| "case".into(), |stem| stem.to_string_lossy().into_owned());
        let name = table.text("name").map_or(stem, Name::into_inner);
        let mut system = SystemSpec::new(name, self.target(&table));
        system.directory = match table.text("directory") {
            Some(directory) => self.existing_path(&directory),
            None if self.base().as_os_str().is_empty() => PathBuf::from("."),
            None => self.base().to_owned(),
        };
        system.files = self.paths(&table, "files");
        system.set_up = self.command(&table, "set_up");
        system.tear_down = self.command(&table, "tear_down");
        system.copies = table.number_or("copies", 1..=MOST_COPIES, 1);
        table.finish();
        system
    }

    fn target(&self, table: &Table<'_>) -> Target {
        let (command, model) = (self.command(table, "command"), table.text("model"));
        let (java, android) = (table.table("java"), table.table("android"));
        let named: Vec<_> = TARGETS.iter().filter_map(|key| Some((*key, table.key_span(key)?))).collect();
        match &named[..] {
            [] if TARGETS.iter().any(|key| table.misspelt(key).is_some()) => {}
            [] => {
                let advice = "add `command = [...]` for an adapter, `model = \"...\"` for a machine in a file, or a \
                              section [system.java] or [system.android] for a class";
                self.problems.add(table.span(), "[system] has neither `command` nor `model`", advice);
            }
            [_] => {}
            [(first, _), (second, span), ..] => {
                let message = format!("[system] has both `{first}` and `{second}`");
                self.problems.add(span.clone(), message, "remove one of them");
            }
        }
        match model {
            Some(model) => Target::Model(self.existing_path(&model)),
            None if table.misspelt("model").is_some() => Target::Model(PathBuf::new()),
            None if named.iter().any(|(key, _)| *key == "java") => Target::Java(self.java(java)),
            None if named.iter().any(|(key, _)| *key == "android") => Target::Android(self.android(android)),
            None => Target::Command(command.unwrap_or_default()),
        }
    }

    /// A program and its arguments.
    fn command(&self, table: &Table<'_>, key: &'static str) -> Option<Vec<String>> {
        let words = plain(table.texts(key)?);
        if words.is_empty() {
            let advice = "name a program and its arguments, or leave it out";
            self.problems.add(table.key_span(key).unwrap_or_default(), format!("`{key}` is empty"), advice);
        }
        Some(words)
    }

    fn base(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new(""))
    }

    /// The paths in a list of the case file.
    pub(super) fn paths(&self, table: &Table<'_>, key: &'static str) -> Vec<PathBuf> {
        table.names(key).iter().flatten().map(|path| self.existing_path(path)).collect()
    }

    /// A path of the case file, which is relative to its folder.
    fn existing_path(&self, path: &Name) -> PathBuf {
        let full = self.base().join(path.get_ref());
        if matches!(self.depth, Depth::WithFiles) && !full.exists() {
            let advice =
                format!("{} does not exist: paths are relative to the folder of the case file", full.display());
            self.problems.add(path.span(), format!("cannot find `{}`", path.get_ref()), advice);
        }
        full
    }

    /// Of a model and of an object that tells its methods, callins need not be named. Where there are callbacks, `wait` is
    /// an input unless the case file says otherwise.
    fn inputs(
        &self,
        table: Table<'_>,
        (is_model, is_object): (bool, bool),
        (drains, has_callbacks): (bool, bool),
        (data, actions): (&DataSpec, Vec<Name>),
    ) -> InputsSpec {
        let callins = self.callins_or_actions(&table, actions);
        let wait = table.flag("wait");
        if let Some(span) = table.key_span("wait").filter(|_| drains && wait == Some(true)) {
            let advice = "remove it here, or `drain` of [purpose], which waits after each call by itself";
            self.problems.add(span, "`wait` is no input of a system that is drained", advice);
        }
        let wait = wait.unwrap_or(InputsSpec::default().wait && has_callbacks);
        let alternatives = table.names_by_name("alternatives");
        let returns = table.texts_or_pairs_by_name("returns");
        let settle_ms = table.numbers_by_name("settle_ms", TIME_MS);
        self.check_callins(&table, callins.as_deref(), is_model || is_object);
        if is_model {
            self.not_for_models(&table, &["alternatives", "returns", "settle_ms"]);
        }
        let callins = plain(callins.unwrap_or_default());
        for (callin, snippets) in &alternatives {
            if table.misspelt("callins").is_none() {
                self.problems.check_listed(callin, &callins, "callin");
            }
            for snippet in snippets.iter().filter(|snippet| snippet.get_ref() == WAIT) {
                self.problems.add(snippet.span(), "`wait` cannot be an alternative", "name snippets of the adapter");
            }
        }
        let returns = returns.into_iter().filter_map(|(callin, rule)| {
            self.problems.check_listed(&callin, &callins, "callin");
            Some((callin.into_inner(), self.returns(rule)?))
        });
        let mut returns: BTreeMap<String, Returns> = returns.collect();
        for callin in data.returned() {
            returns.entry(callin.to_owned()).or_insert(Returns::Shown(Shown::Data));
        }
        settle_ms.iter().for_each(|(callin, _)| self.problems.check_listed(callin, &callins, "callin"));
        let settle_ms = settle_ms.into_iter().map(|(callin, time)| (callin.into_inner(), time)).collect();
        table.finish();
        InputsSpec { callins, wait, alternatives: plain_by_name(alternatives), returns, settle_ms }
    }

    /// What becomes of a callin's return value.
    fn returns(&self, rule: TextOrPairs) -> Option<Returns> {
        match rule {
            TextOrPairs::Pairs(pairs) => Some(Returns::Mapped(self.mapped(pairs))),
            TextOrPairs::Text(text) => match text.get_ref().as_str() {
                "value" => Some(Returns::Shown(Shown::Value)),
                "type" => Some(Returns::Shown(Shown::Type)),
                other => {
                    let advice = suggestion(other, ["value", "type"].into_iter(), "other forms than a list of pairs");
                    self.problems.add(text.span(), format!("unknown form `{other}` of a return value"), advice);
                    None
                }
            },
        }
    }

    /// Pairs of a pattern and a name, each of which can be reached.
    fn mapped(&self, pairs: Vec<(Name, Name)>) -> Vec<(String, String)> {
        for (index, (pattern, name)) in pairs.iter().enumerate() {
            if name.get_ref() != OK {
                self.check_output_name(name);
            }
            let covers = |(earlier, _): &(Name, Name)| earlier.get_ref() == "*" || earlier == pattern;
            if pairs[..index].iter().any(covers) {
                let message = format!("the pattern `{}` is never reached", pattern.get_ref());
                self.problems.add(
                    pattern.span(),
                    message,
                    "the first matching pattern counts: move this one up or remove it",
                );
            }
        }
        pairs.into_iter().map(|(pattern, name)| (pattern.into_inner(), name.into_inner())).collect()
    }

    /// What a callin may answer is short, printable and not reserved.
    pub(super) fn check_output_name(&self, name: &Name) {
        self.check_spelling(name);
        if !is_output_name(name.get_ref()) {
            let advice = format!(
                "use at most {LONGEST_OUTPUT} printable characters; ok, quiet, error, hang, crash and outside have \
                 fixed meanings"
            );
            self.problems.add(name.span(), format!("`{}` cannot be the output of a callin", name.get_ref()), advice);
        }
    }

    /// One kind of errors that do not end a word.
    fn recoverable(&self, table: Table<'_>, callins: &[String], errors: &[Name]) -> Recoverable {
        let (input, exception, output) = (table.text("input"), table.text("exception"), table.text("output"));
        input.iter().for_each(|input| self.problems.check_listed(input, callins, "callin"));
        output.iter().for_each(|output| self.check_output_name(output));
        self.check_recoverable(output.as_ref(), exception.as_ref(), errors);
        table.finish();
        Recoverable {
            input: input.map(Name::into_inner),
            exception: exception.map_or_else(|| Recoverable::default().exception, Name::into_inner),
            output: output.map(Name::into_inner),
        }
    }

    fn check_callins(&self, table: &Table<'_>, callins: Option<&[Name]>, may_be_empty: bool) {
        let callins = match (callins, table.key_span("callins")) {
            (Some(callins), _) => callins,
            (None, Some(_)) => return,
            (None, None) if table.misspelt("callins").is_some() || table.key_span("actions").is_some() => return,
            (None, None) => &[],
        };
        if callins.is_empty() && !may_be_empty {
            let span = table.key_span("callins").unwrap_or(table.span());
            self.problems.add(span, "there are no callins", "name the calls in `callins = [...]` of [inputs]");
        }
        for callin in callins {
            self.check_spelling(callin);
            if callin.get_ref() == WAIT {
                let advice = "remove it here: `wait = true` in [inputs], the default, makes it an input";
                self.problems.add(callin.span(), "`wait` is not a callin", advice);
            }
        }
        self.named.borrow_mut().inputs.extend(callins.iter().cloned());
    }

    fn outputs(&self, table: Table<'_>, names: &OutputNames, is_model: bool, inputs: &InputsSpec) -> OutputsSpec {
        let callbacks = names.besides_errors().chain(names.errors.iter().filter(|name| name.get_ref() != ERROR));
        for name in callbacks.filter(|name| OutputKind::of(name.get_ref()) != OutputKind::Callback) {
            let message = format!("`{}` is not a callback", name.get_ref());
            self.problems.add(
                name.span(),
                message,
                "the names ok, quiet, error, hang, crash and outside have fixed meanings",
            );
        }
        names.besides_errors().chain(&names.errors).for_each(|name| self.check_spelling(name));
        if is_model {
            self.not_for_models(&table, &["ignore", "drop_repeated", "merge", "split", "recoverable"]);
        }
        let recoverable = table.tables("recoverable").into_iter();
        let recoverable = recoverable.map(|rule| self.recoverable(rule, &inputs.callins, &names.errors));
        let outputs = OutputsSpec { recoverable: recoverable.collect(), ..names.plain() };
        table.finish();
        self.check_fates(names);
        self.check_declared(names.merge.iter().map(|(name, _)| name).chain(&names.drop_repeated), &outputs);
        let unmentioned = names.split.iter().map(|(name, _)| name).filter(|name| !names.mentions_part_of(name));
        self.check_declared(unmentioned, &outputs);
        outputs
    }

    /// A callback that is ignored is not also something else, and none is merged into two others.
    fn check_fates(&self, names: &OutputNames) {
        let twice = |name: &Name, fate: &str| {
            self.problems.add(name.span(), format!("`{}` is {fate}", name.get_ref()), "remove one of the two");
        };
        let merged: Vec<&Name> = names.merged().collect();
        for name in names.errors.iter().chain(&names.drop_repeated).chain(merged.iter().copied()) {
            if names.ignore.contains(name) {
                twice(name, "also ignored");
            }
        }
        for (index, name) in merged.iter().enumerate() {
            if merged[..index].contains(name) {
                twice(name, "merged twice");
            }
        }
        self.check_merged_names(names);
    }

    /// Callbacks are merged once. A name that others are merged into and that is merged into another one would stand for
    /// what it is not: where two names are swapped, each stands for the other.
    fn check_merged_names(&self, names: &OutputNames) {
        for (target, merged) in &names.merge {
            for name in merged.iter().filter(|name| *name != target) {
                if names.merge.iter().any(|(key, others)| key == name && others.iter().any(|other| other != key)) {
                    let (name_text, target) = (name.get_ref(), target.get_ref());
                    let message = format!("`{name_text}` is merged into `{target}`, and others into `{name_text}`");
                    let advice =
                        "merge all of them into one name: callbacks are merged once, so the names would be mixed up";
                    self.problems.add(name.span(), message, advice);
                }
            }
        }
    }

    /// A callback that waits of a system with data show is an output with values.
    fn check_callback_actions(&self, data: &DataSpec, names: &OutputNames, outputs: &OutputsSpec) {
        let visible = outputs.expected();
        let has_action = |name: &String| data.outputs.iter().any(|action| action.name == *name);
        for name in names.callbacks.iter().flatten().filter(|name| visible.contains(name.get_ref())) {
            if !has_action(name.get_ref()) {
                let name_text = name.get_ref();
                let message = format!("`{name_text}` is not in [outputs.actions]");
                let advice = format!("declare its values there: `{name_text} = []` if it has none");
                self.problems.add(name.span(), message, advice);
            }
        }
    }

    /// What ends the word does not let it go on.
    fn check_recoverable(&self, output: Option<&Name>, exception: Option<&Name>, errors: &[Name]) {
        let rule = Recoverable {
            exception: exception.map_or_else(|| Recoverable::default().exception, |name| name.get_ref().clone()),
            output: output.map(|name| name.get_ref().clone()),
            input: None,
        };
        let Some((known, place)) = rule.known_output().zip(output.or(exception)) else { return };
        if errors.iter().any(|error| error.get_ref() == known) {
            let message = format!("`{known}` is both recoverable and final");
            let advice = format!(
                "remove it here if it ends the word, or `{known}` from `errors` of [outputs] if the word goes on"
            );
            self.problems.add(place.span(), message, advice);
        }
    }

    fn check_declared<'n>(&self, names: impl Iterator<Item = &'n Name>, outputs: &OutputsSpec) {
        for name in names.filter(|name| !outputs.is_declared(name.get_ref())) {
            let declared = outputs.callbacks.iter().flatten().map(String::as_str);
            let advice = suggestion(name.get_ref(), declared, "declared callbacks");
            self.problems.add(name.span(), format!("`{}` is not a declared callback", name.get_ref()), advice);
        }
    }

    pub(super) fn not_for_models(&self, table: &Table<'_>, keys: &[&str]) {
        for (key, span) in keys.iter().filter_map(|key| Some((key, table.key_span(key)?))) {
            let message = format!("`{key}` needs a system with a `command`");
            self.problems.add(span, message, "remove it: a model answers exactly as its file says");
        }
    }

    fn timing(&self, table: Table<'_>, target: &Target) -> Timing {
        let usual = Timing::of(target);
        let reset_waits_for = table.text("reset_waits_for");
        for name in reset_waits_for.iter().filter(|name| OutputKind::of(name.get_ref()) != OutputKind::Callback) {
            self.problems.add(name.span(), "a reset can only wait for a callback", "name a callback");
        }
        table.read(|table| Timing {
            clock: self.clock(table).unwrap_or(usual.clock),
            quiescence_ms: table.number_or("quiescence_ms", POSITIVE_TIME_MS, usual.quiescence_ms),
            horizon_ms: table.number_or("horizon_ms", POSITIVE_TIME_MS, usual.horizon_ms),
            settle_ms: table.number_or("settle_ms", TIME_MS, usual.settle_ms),
            reset_waits_for: reset_waits_for.map(Name::into_inner),
            reset_deadline_ms: table.number_or("reset_deadline_ms", POSITIVE_TIME_MS, usual.reset_deadline_ms),
            start_deadline_ms: table.number_or("start_deadline_ms", POSITIVE_TIME_MS, usual.start_deadline_ms),
            step_deadline_ms: table.number_or("step_deadline_ms", POSITIVE_TIME_MS, usual.step_deadline_ms),
            restarts: table.number_or("restarts", 0..=1_000, usual.restarts),
            on_hang: table.text("on_hang").and_then(|name| self.kind(&name)).unwrap_or(usual.on_hang),
        })
    }

    fn clock(&self, table: &Table<'_>) -> Option<Clock> {
        let name = table.text("clock")?;
        let advice = "use \"virtual\" (the component has its own clock, if its host supports this) or \"real\"";
        let unknown = |message: String| self.problems.add(name.span(), message, advice);
        name.get_ref().parse().map_err(unknown).ok()
    }

    fn learning(&self, table: Table<'_>, target: &Target, data: &DataSpec) -> LearningSpec {
        let usual = LearningSpec::default();
        let model = table.text("model").and_then(|name| Some((name.span(), self.kind(&name)?)));
        if let Some((span, ModelKind::Guarded)) = &model
            && (target.is_model() || data.has_actions())
        {
            let advice = "remove it: guarded models are for systems that report their methods, such as a `class` in \
                          [system.java], but not for a model in a file or [inputs.actions]";
            self.problems.add(span.clone(), "this system has no guarded model", advice);
        }
        let tester = table.text("tester");
        let learning = LearningSpec {
            model: model.map(|(_, kind)| kind),
            learner: table.text("learner").and_then(|name| self.kind(&name)),
            tester: tester.as_ref().and_then(|name| self.tester(name)),
            challenge: table.text_or_number("challenge").and_then(|name| self.kind(&name)),
            assume: table.names("assume").iter().flatten().filter_map(|name| self.kind(name)).collect(),
            repeat: self.votes(&table, "repeat").unwrap_or(usual.repeat),
            confirm: self.votes(&table, "confirm").unwrap_or(usual.confirm),
            noise: table.text("noise").and_then(|name| self.kind(&name)).unwrap_or(usual.noise),
            seed: table.number_or("seed", 0..=UNLIMITED, usual.seed),
            run_on: table.number_or("run_on", 0..=1_000, usual.run_on),
            theory_check: table.number_or("theory_check", 0..=1_000_000, usual.theory_check),
            guard_tests: table.number_or("guard_tests", 0..=1_000_000, usual.guard_tests),
            outcomes: table.flag("outcomes").unwrap_or(usual.outcomes),
            growth_rounds: self.growth_rounds(&table).unwrap_or(usual.growth_rounds),
        };
        if let Some(tester) = tester.filter(|_| learning.needs_model() && !target.is_model()) {
            let advice = "only a system with a `model` has a machine to compare with";
            self.problems.add(tester.span(), "the tester `exact` needs a model", advice);
        }
        table.finish();
        learning
    }

    /// The tester of this name; the files of known words are found from the folder of the case file.
    fn tester(&self, name: &Name) -> Option<TesterKind> {
        let mut tester: TesterKind = self.kind(name)?;
        for known in tester.known_words_mut() {
            let path = self.existing_path(&Name::new(name.span(), known.name.clone()));
            known.name = path.display().to_string();
        }
        Some(tester)
    }

    pub(super) fn kind<T: FromStr<Err = KindError>>(&self, name: &Name) -> Option<T> {
        let report = |error: KindError| self.problems.add(name.span(), error.message, error.advice);
        name.get_ref().parse().map_err(report).ok()
    }

    /// Fewer rounds than these cannot tell whether something grows or comes to an end.
    fn growth_rounds(&self, table: &Table<'_>) -> Option<usize> {
        let number = table.number("growth_rounds", 0..=10_000)?;
        if (1..12).contains(number.get_ref()) {
            let advice = "use at least 12, or 0 to switch the check off";
            self.problems.add(number.span(), "`growth_rounds` is too small", advice);
        }
        usize::try_from(number.into_inner()).ok()
    }

    /// An odd number, so that a majority always exists when there are two opinions.
    fn votes(&self, table: &Table<'_>, key: &'static str) -> Option<u32> {
        let number = table.number(key, 1..=999)?;
        if number.get_ref() % 2 == 0 {
            let advice = "use 1, 3, 5, ..., so that a vote cannot end in a tie";
            self.problems.add(number.span(), format!("`{key}` must be odd"), advice);
        }
        u32::try_from(number.into_inner()).ok()
    }

    /// Words are written with spaces between their symbols, so symbols have none, except among their values.
    pub(super) fn check_spelling(&self, name: &Name) {
        if Symbol::read(name.get_ref()).name().contains(char::is_whitespace) {
            let message = format!("the name `{}` contains a space", name.get_ref());
            self.problems.add(
                name.span(),
                message,
                "write it without spaces: words are typed with spaces between names",
            );
        }
    }
}

/// What [outputs] says, with places in the text.
struct OutputNames {
    callbacks: Option<Vec<Name>>,
    errors: Vec<Name>,
    ignore: Vec<Name>,
    drop_repeated: Vec<Name>,
    merge: Vec<(Name, Vec<Name>)>,
    split: Vec<(Name, Name)>,
}

impl OutputNames {
    fn of(table: &Table<'_>) -> Self {
        Self {
            callbacks: table.names("callbacks"),
            errors: table.names("errors").unwrap_or_default(),
            ignore: table.names("ignore").unwrap_or_default(),
            drop_repeated: table.names("drop_repeated").unwrap_or_default(),
            merge: table.names_by_name("merge"),
            split: table.texts_by_name("split"),
        }
    }

    fn merged(&self) -> impl Iterator<Item = &Name> {
        self.merge.iter().flat_map(|(_, merged)| merged)
    }

    /// Every name of an output, but not those that mean error.
    fn besides_errors(&self) -> impl Iterator<Item = &Name> {
        let lists = self.callbacks.iter().flatten().chain(&self.ignore).chain(&self.drop_repeated);
        let keys = self.merge.iter().map(|(name, _)| name).chain(self.split.iter().map(|(name, _)| name));
        lists.chain(keys).chain(self.merged())
    }

    /// Whether something is said about what becomes of `callback` after it was split.
    fn mentions_part_of(&self, callback: &Name) -> bool {
        let part = format!("{}:", callback.get_ref());
        let mut lists = self.errors.iter().chain(&self.ignore).chain(self.merged());
        lists.any(|name| name.get_ref().starts_with(&part))
    }

    fn plain(&self) -> OutputsSpec {
        OutputsSpec {
            callbacks: self.callbacks.clone().map(plain),
            errors: plain(self.errors.clone()),
            ignore: plain(self.ignore.clone()),
            drop_repeated: plain(self.drop_repeated.clone()),
            merge: plain_by_name(self.merge.clone()),
            split: self.split.iter().map(|(name, by)| (name.get_ref().clone(), by.get_ref().clone())).collect(),
            recoverable: Vec::new(),
        }
    }
}

/// Reads the learning purpose, whose rules name inputs and outputs.
struct PurposeReader<'a> {
    reader: &'a Reader<'a>,
    inputs: Option<Vec<String>>,
    outputs: &'a OutputsSpec,
    drains: bool,
}

impl PurposeReader<'_> {
    fn purpose(&self, table: Table<'_>) -> PurposeSpec {
        let followed = table.names_by_name("must_be_followed_by");
        followed.iter().for_each(|(input, _)| self.check(input));
        let one_of = table.lists_of_names("at_most_one_of").unwrap_or_default();
        let refusals = self.outputs.recoverable.iter().filter_map(Recoverable::known_output);
        self.check_drain(&table);
        table.read(|table| PurposeSpec {
            at_most_once: self.checked(table.names("at_most_once")),
            at_most_one_of: one_of.into_iter().map(|names| self.checked(Some(names))).collect(),
            must_come_first: self.checked(table.names("must_come_first")),
            must_be_followed_by: (followed.into_iter())
                .map(|(input, names)| (input.into_inner(), self.checked(Some(names))))
                .collect(),
            at_most_pending: table.tables("at_most_pending").into_iter().map(|limit| self.pending(limit)).collect(),
            refusals: refusals.map(str::to_owned).collect(),
            at_most_between: table.tables("at_most_between").into_iter().map(|limit| self.between(limit)).collect(),
            at_most_between_quiets: self.between_quiets(table),
            automaton: table.text("automaton").and_then(|path| self.automaton(&path)),
            drain: self.drains,
        })
    }

    /// What a drained call answers cannot be told before: nothing is pending after it, and a refusal may have more to it.
    fn check_drain(&self, table: &Table<'_>) {
        if !self.drains {
            return;
        }
        let needs_outputs = |key: &&&str| **key == "at_most_pending" || !self.outputs.recoverable.is_empty();
        for key in ["at_most_pending", "at_most_between"].iter().filter(needs_outputs) {
            if let Some(span) = table.key_span(key) {
                let advice = match *key {
                    "at_most_pending" => "remove one of them: after each call nothing is pending",
                    _ => "remove it, `drain` or [[outputs.recoverable]]: an error may be joined with callbacks",
                };
                self.reader.problems.add(span, format!("`{key}` does not go together with `drain`"), advice);
            }
        }
    }

    /// The rule in a file, which is read only where files are looked at.
    fn automaton(&self, path: &Name) -> Option<TraceRule> {
        let file = self.reader.existing_path(path);
        if !matches!(self.reader.depth, Depth::WithFiles) || !file.exists() {
            return None;
        }
        let problems = self.reader.problems;
        let text = match std::fs::read_to_string(&file) {
            Ok(text) => text,
            Err(error) => {
                problems.add(path.span(), format!("cannot read `{}`", path.get_ref()), error.to_string());
                return None;
            }
        };
        let rule = NamedRule { path: path.clone(), rule: source::read_rule(problems, path, &text)? };
        match &self.inputs {
            Some(inputs) => rule.check(problems, inputs),
            None => self.reader.named.borrow_mut().rule = Some(rule.clone()),
        }
        self.reader.digests.borrow_mut().push(digest(text.as_bytes()));
        Some(rule.rule)
    }

    fn between_quiets(&self, table: &Table<'_>) -> Option<usize> {
        let key = "at_most_between_quiets";
        let number = table.number(key, POSITIVE)?;
        let place = (number.span(), key);
        self.inputs.iter().for_each(|inputs| source::check_wait(self.reader.problems, &place, inputs));
        self.reader.named.borrow_mut().needs_wait = Some(place);
        usize::try_from(number.into_inner()).ok()
    }

    fn pending(&self, table: Table<'_>) -> PendingLimit {
        let callbacks = table.names("callbacks");
        self.reader.check_declared(callbacks.iter().flatten(), self.outputs);
        let limit = PendingLimit {
            count: table.number_or("count", POSITIVE, 0),
            requests: self.limited(&table, "requests"),
            callbacks: plain(callbacks.unwrap_or_default()),
            ended_by: self.limited(&table, "ended_by"),
        };
        let missing = [("requests", limit.requests.is_empty()), ("callbacks", limit.has_no_end())];
        self.check_complete(&table, "at_most_pending", missing);
        table.finish();
        limit
    }

    fn between(&self, table: Table<'_>) -> BetweenLimit {
        let limit = BetweenLimit {
            count: table.number_or("count", POSITIVE, 0),
            of: self.limited(&table, "of"),
            between: self.limited(&table, "between"),
        };
        let missing = [("of", limit.of.is_empty()), ("between", limit.between.is_empty())];
        self.check_complete(&table, "at_most_between", missing);
        table.finish();
        limit
    }

    /// The callins of a limit: those that it counts, or those that end what it counts.
    fn limited(&self, table: &Table<'_>, key: &'static str) -> Vec<String> {
        let names = table.names(key);
        for wait in names.iter().flatten().filter(|name| name.get_ref() == WAIT) {
            let (message, advice) = match key {
                "requests" => ("`wait` is not a request".to_owned(), "name the callins that start something"),
                _ => (format!("`wait` cannot be in `{key}`"), "name callins"),
            };
            self.reader.problems.add(wait.span(), message, advice);
        }
        names.iter().flatten().for_each(|name| self.check_refusals(name));
        self.checked(names)
    }

    /// A request that was refused is not pending, so it must be known what a refusal is.
    fn check_refusals(&self, request: &Name) {
        let concerns = |rule: &&Recoverable| rule.input.as_ref().is_none_or(|input| input == request.get_ref());
        if self.outputs.recoverable.iter().filter(concerns).any(|rule| rule.known_output().is_none()) {
            let message = format!("a recoverable error of `{}` has no known output", request.get_ref());
            let advice = "write `output` in [[outputs.recoverable]]: a limit does not count calls that are refused";
            self.reader.problems.add(request.span(), message, advice);
        }
    }

    fn check_complete(&self, table: &Table<'_>, rule: &str, [first, second]: [(&str, bool); 2]) {
        let missing = [("count", table.key_span("count").is_none()), first, second];
        for (key, _) in missing.into_iter().filter(|&(_, is_missing)| is_missing) {
            let or_else = if rule == "at_most_pending" { " or `ended_by`" } else { "" };
            let advice = format!("a limit needs `count`, `{}` and `{}`{or_else}", first.0, second.0);
            let span = table.key_span(key).unwrap_or(table.span());
            self.reader.problems.add(span, format!("`{key}` of [[purpose.{rule}]] is missing"), advice);
        }
    }

    fn checked(&self, names: Option<Vec<Name>>) -> Vec<String> {
        let names = names.unwrap_or_default();
        names.iter().for_each(|name| self.check(name));
        plain(names)
    }

    fn check(&self, input: &Name) {
        self.inputs.iter().for_each(|inputs| self.reader.problems.check_listed(input, inputs, "input"));
        self.reader.named.borrow_mut().inputs.push(input.clone());
    }
}

fn limits(table: Table<'_>) -> Limits {
    let usual = Limits::default();
    table.read(|table| Limits {
        max_states: table.number_or("max_states", POSITIVE, usual.max_states),
        max_words: table.number_or("max_words", POSITIVE, usual.max_words),
        max_symbols: table.number_or("max_symbols", POSITIVE, usual.max_symbols),
        max_time_s: table.number_or("max_time_s", CENTURY_S, usual.max_time_s),
    })
}

/// The names without their places.
fn plain(names: Vec<Name>) -> Vec<String> {
    names.into_iter().map(Spanned::into_inner).collect()
}

fn plain_by_name(names: Vec<(Name, Vec<Name>)>) -> BTreeMap<String, Vec<String>> {
    names.into_iter().map(|(name, list)| (name.into_inner(), plain(list))).collect()
}
