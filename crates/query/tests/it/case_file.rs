//! The case file: what it says, how it complains, and that its reference page tells the truth.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proptest::prelude::*;
use typestar_learn::{KnownWords, SuiteKind};
use typestar_model::Inputs;
use typestar_protocol::{Clock, Recoverable, Returns, Shown};
use typestar_query::{
    AndroidSpec, ApiLevel, Assumption, Case, ChallengeKind, InputsSpec, JavaProgram, JavaSpec, LearnerKind,
    LearningSpec, Limits, MachineTester, ModelKind, Noise, PurposeSpec, Source, Target, TesterKind, Timing,
};

const ADAPTER: &str =
    "[system]\ncommand = [\"python3\", \"adapter.py\"]\n[inputs]\ncallins = [\"load\", \"start\", \"stop\"]\n";
const MODEL: &str = "[system]\nmodel = \"player.dot\"\n";

fn parse(text: &str) -> Case {
    Case::parse(text, Path::new("cases/player.toml")).unwrap_or_else(|error| panic!("{error}"))
}

/// What the case file is blamed for: the text at the place, the message and the advice of each problem.
fn problems(text: &str) -> Vec<[String; 3]> {
    let error = Case::parse(text, Path::new("cases/player.toml")).expect_err("the case file is wrong");
    let shown = |problem: &typestar_query::Problem| {
        [text[problem.span.clone()].to_owned(), problem.message.clone(), problem.advice.clone()]
    };
    error.problems().iter().map(shown).collect()
}

/// Asserts that an adapter's case with `more` has one problem, at `place`, whose message and advice contain the texts.
fn assert_blames(more: &str, place: &str, message: &str, advice: &str) {
    assert_only_problem(&format!("{ADAPTER}{more}"), place, message, advice);
}

fn assert_only_problem(text: &str, place: &str, message: &str, advice: &str) {
    let found = problems(text);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0][0], place);
    assert!(found[0][1].contains(message), "{found:?}");
    assert!(found[0][2].contains(advice), "{found:?}");
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

#[test]
fn a_small_case_has_defaults_for_everything_else() {
    let case = parse(ADAPTER);
    assert_eq!(case.system.name, "player");
    assert_eq!(case.system.target, Target::Command(strings(&["python3", "adapter.py"])));
    assert_eq!(case.system.directory, Path::new("cases"));
    assert_eq!(case.inputs.alphabet().texts(), ["load", "start", "stop", "wait"]);
    assert_eq!(case.outputs, Default::default());
    assert_eq!(case.timing, Timing::default());
    assert_eq!(case.purpose, PurposeSpec::default());
    assert_eq!(case.learning, LearningSpec::default());
    assert_eq!(case.limits, Limits::default());
    assert_eq!(case.text, ADAPTER);
}

#[test]
fn a_model_needs_no_inputs() {
    let case = parse(MODEL);
    assert_eq!(case.system.target, Target::Model(PathBuf::from("cases/player.dot")));
    assert_eq!(case.inputs, InputsSpec::default());
    let direct = Case::of_model(Path::new("cases/player.dot"));
    assert_eq!((direct.system.name.as_str(), &direct.learning), ("player", &case.learning));
    assert_eq!(direct.system.target, case.system.target);
}

const CLASS: &str = "[system.java]\nclass = \"java.util.Stack\"\n";

#[test]
fn a_class_needs_nothing_but_its_name() {
    let case = parse(CLASS);
    assert_eq!(case.system.target, Target::Java(JavaSpec::of_class("java.util.Stack")));
    assert_eq!((case.inputs.callins.len(), case.inputs.wait), (0, false));
    assert_eq!(case.model_kind(), ModelKind::Guarded);
    assert!(case.errors_are_final());
    let direct = Case::of_class("java.util.Stack");
    assert_eq!((direct.system.name.as_str(), direct.inputs), ("java.util.Stack", case.inputs));
    assert_eq!(direct.system.target, case.system.target);
}

#[test]
fn a_class_may_say_how_it_is_made_and_called() {
    let text = format!(
        "{CLASS}sources = [\"A.java\"]\nclasspath = [\"lib/b.jar\"]\nmethods = [\"push\", \"pop()\"]\n\
         construct = \"new Stack()\"\nlet = {{ z = \"new A()\", a = \"new B(z)\" }}\ninherited = true\ndepth = 0\n\
         [inputs]\ncallins = ['add(\"@new A\", 1)']\nwait = true\n[learning]\nmodel = \"machine\"\n"
    );
    let case = parse(&text);
    let Target::Java(java) = &case.system.target else { panic!("a class") };
    assert_eq!(java.sources, [PathBuf::from("cases/A.java")]);
    assert_eq!(java.classpath, [PathBuf::from("cases/lib/b.jar")]);
    let class = java.class().expect("a class");
    assert_eq!((class.methods.clone(), class.construct.as_deref()), (strings(&["push", "pop()"]), Some("new Stack()")));
    let lets: Vec<&str> = class.lets.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!((lets, class.inherited, class.depth), (vec!["z", "a"], true, Some(0)));
    assert_eq!(case.model_kind(), ModelKind::Machine);
    assert_eq!(case.inputs.alphabet().texts(), ["add(\"@new A\", 1)", "wait"]);
}

#[test]
fn an_adapter_in_java_has_a_machine_and_waits_for_callbacks() {
    let case = parse("[system.java]\nadapter = \"Kettle\"\n[inputs]\ncallins = [\"fill\"]\n");
    let Target::Java(java) = &case.system.target else { panic!("an adapter") };
    assert_eq!(java.program, JavaProgram::Adapter("Kettle".to_owned()));
    assert_eq!((case.inputs.wait, case.model_kind()), (true, ModelKind::Machine));
    let data = parse(&format!("{CLASS}[inputs.actions]\npush = [\"int\"]\n[types]\nint = \"equality\"\n"));
    assert_eq!(data.model_kind(), ModelKind::Machine);
}

#[test]
fn mistakes_about_java_are_shown_where_they_are() {
    let wrong = |more: &str, place: &str, message: &str, advice: &str| {
        assert_only_problem(&format!("[system.java]\n{more}"), place, message, advice);
    };
    wrong("clas = \"A\"\n", "clas", "unknown key", "did you mean `class`?");
    wrong("class = \"Stack.java\"\n", "\"Stack.java\"", "is not a class name", "with its package");
    wrong("class = \"my stack\"\n", "\"my stack\"", "is not a class name", "java.util.Stack");
    wrong("class = \"A\"\nadapter = \"B\"\n[inputs]\ncallins = [\"a\"]", "adapter", "both `class` and `adapter`", "");
    wrong("adapter = \"A\"\ndepth = 1\n[inputs]\ncallins = [\"a\"]", "depth", "needs a `class`", "remove it");
    wrong("adapter = \"A\"\n", "", "there are no callins", "name the calls");
    wrong("class = \"A\"\ndepth = 10\n", "10", "out of range", "at most 9");
    wrong("class = \"A\"\nlet = { \"a b\" = \"1\" }\n", "\"a b\"", "cannot be a name", "Java identifier");
    wrong("class = \"A\"\n[system]\ncommand = [\"x\"]\n", "java", "both `command` and `java`", "remove one");
    wrong("sources = []\n", "[system.java]", "neither `class` nor `adapter`", "class = \"java.util.Stack\"");
    let guarded = "[learning]\nmodel = \"guarded\"\n";
    assert_only_problem(&format!("{MODEL}{guarded}"), "\"guarded\"", "no guarded model", "report their methods");
    assert_blames("[learning]\nmodel = \"mealy\"\n", "\"mealy\"", "unknown kind of model", "machine or guarded");
}

const ANDROID: &str = "[system.android]\ndriver = \"org.example.Timer\"\n";

#[test]
fn an_android_class_has_a_driver_and_the_latest_framework_unless_it_says_otherwise() {
    let callins = "[inputs]\ncallins = [\"start\"]\n";
    let case = parse(&format!("{ANDROID}{callins}"));
    let plain = AndroidSpec {
        driver: "org.example.Timer".to_owned(),
        sources: Vec::new(),
        classpath: Vec::new(),
        api: ApiLevel::Level34,
        full_reset_every: None,
    };
    assert_eq!(case.system.target, Target::Android(plain.clone()));
    assert_eq!((case.inputs.wait, case.model_kind()), (true, ModelKind::Machine));
    let more = "sources = [\"A.java\"]\nclasspath = [\"lib/b.jar\"]\nfull_reset_every = 1\n";
    let (sources, classpath) = (vec![PathBuf::from("cases/A.java")], vec![PathBuf::from("cases/lib/b.jar")]);
    for (api, level) in [("23", ApiLevel::Level23), ("\"28\"", ApiLevel::Level28), ("34", ApiLevel::Level34)] {
        let case = parse(&format!("{ANDROID}{more}api = {api}\n{callins}"));
        let (sources, classpath) = (sources.clone(), classpath.clone());
        let expected = AndroidSpec { sources, classpath, api: level, full_reset_every: Some(1), ..plain.clone() };
        assert_eq!(case.system.target, Target::Android(expected));
    }
}

#[test]
fn mistakes_about_android_are_shown_where_they_are() {
    let wrong = |more: &str, place: &str, message: &str, advice: &str| {
        let text = format!("[system.android]\n{more}[inputs]\ncallins = [\"start\"]\n");
        assert_only_problem(&text, place, message, advice);
    };
    wrong("", "[system.android]", "has no `driver`", "typestar.android.Driver");
    wrong("drivr = \"A\"\n", "drivr", "unknown key", "did you mean `driver`?");
    wrong("driver = \"A.java\"\n", "\"A.java\"", "is not a class name", "list its file in `sources`");
    wrong("driver = \"my timer\"\n", "\"my timer\"", "is not a class name", "with its package");
    wrong("driver = \"A\"\napi = 99\n", "99", "unknown API level", "use 23, 28 or 34");
    wrong("driver = \"A\"\nfull_reset_every = 0\n", "0", "out of range", "at least 1");
    wrong("driver = \"A\"\nclass = \"B\"\n", "class", "unknown key", "");
    wrong("driver = \"A\"\n[system]\ncommand = [\"x\"]\n", "android", "both `command` and `android`", "remove one");
    wrong("driver = \"A\"\n[system.java]\nclass = \"B\"\n", "android", "both", "remove one");
    assert_only_problem(ANDROID, "", "there are no callins", "name the calls");
}

#[test]
fn a_case_file_without_a_folder_runs_in_the_current_one() {
    let case = Case::parse(ADAPTER, Path::new("player.toml")).unwrap();
    assert_eq!(case.system.directory, Path::new("."));
}

#[test]
fn paths_start_at_the_folder_of_the_case_file() {
    let text = ADAPTER.replace("[inputs]", "directory = \"src\"\nfiles = [\"src/a.py\"]\n[inputs]");
    let case = parse(&text);
    assert_eq!(case.system.directory, Path::new("cases/src"));
    assert_eq!(case.system.files, [PathBuf::from("cases/src/a.py")]);
}

#[test]
fn wait_can_be_left_out() {
    let case = parse(&format!("{ADAPTER}wait = false\n"));
    assert_eq!(case.inputs.alphabet().texts(), ["load", "start", "stop"]);
}

#[test]
fn the_message_shows_file_line_and_column() {
    let error = Case::parse("[system]\ncomand = [\"python3\"]\n", Path::new("player.toml")).unwrap_err();
    let shown = error.to_string();
    let expected = "error: unknown key `comand` in [system]\n --> player.toml:2:1\n  |\n\
                    2 | comand = [\"python3\"]\n  | ^^^^^^ did you mean `command`?";
    assert!(shown.contains(expected), "{shown}");
    assert!(error.styled().contains("\u{1b}["), "{}", error.styled());
}

#[test]
fn a_misspelt_name_is_the_only_problem_that_is_reported() {
    let alternatives = format!("{ADAPTER}[inputs.alternatives]\nload = [\"loadFile\", \"loadUrl\"]\n");
    for (text, wrong, right) in [
        (ADAPTER, "sytem", "system"),
        (ADAPTER, "System", "system"),
        (ADAPTER, "input", "inputs"),
        (ADAPTER, "comand", "command"),
        (&alternatives, "callin", "callins"),
        (MODEL, "sistem", "system"),
        (MODEL, "modle", "model"),
    ] {
        let text = text.replacen(right, wrong, 1);
        let found = problems(&text);
        assert_eq!(found.len(), 1, "{text}{found:?}");
        let [place, message, advice] = &found[0];
        assert_eq!((place.as_str(), advice), (wrong, &format!("did you mean `{right}`?")));
        assert!(message.starts_with(&format!("unknown key `{wrong}`")), "{message}");
    }
}

#[test]
fn a_misspelt_section_is_read_all_the_same() {
    let text = format!("{}[timming]\nrestarts = -1\n", ADAPTER.replace("[system]", "[sytem]\nset_up = 7"));
    let places: Vec<String> = problems(&text).into_iter().map(|[place, ..]| place).collect();
    assert_eq!(places, ["sytem", "7", "timming", "-1"]);
    let alone = problems("[sytem]\ncommand = [\"x\"]\n").into_iter().map(|[_, message, _]| message);
    assert_eq!(alone.collect::<Vec<_>>(), ["unknown key `sytem` in the case file", "there are no callins"]);
}

#[test]
fn all_problems_are_reported_in_the_order_of_the_text() {
    let text = format!("{ADAPTER}wait = 1\n[timing]\nrestarts = -1\n[learning]\nrepeat = 2\n[limit]\n");
    let places: Vec<String> = problems(&text).into_iter().map(|[place, ..]| place).collect();
    assert_eq!(places, ["1", "-1", "2", "limit"]);
}

#[test]
fn broken_toml_is_shown_at_its_place() {
    let error = Case::parse("[system]\nname = \"a\ncommand = []\n", Path::new("p.toml")).unwrap_err().to_string();
    assert!(error.starts_with("error: not valid TOML\n --> p.toml:2:"), "{error}");
}

#[test]
fn an_empty_file_has_no_system() {
    let error = Case::parse("", Path::new("p.toml")).unwrap_err().to_string();
    assert!(error.contains("[system] has neither `command` nor `model`"), "{error}");
    assert!(error.contains("p.toml:1:1"), "{error}");
}

#[test]
fn a_file_that_is_missing_is_named() {
    let error = Case::load(Path::new("no/such/case.toml")).unwrap_err().to_string();
    assert!(error.starts_with("error: cannot read the case file: "), "{error}");
    assert!(error.contains("no/such/case.toml"), "{error}");
}

#[test]
fn load_checks_that_named_files_exist() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.toml");
    std::fs::write(&path, MODEL).unwrap();
    let error = Case::load(&path).unwrap_err().to_string();
    assert!(error.contains("cannot find `player.dot`") && error.contains("case.toml:2:9"), "{error}");
    std::fs::write(folder.path().join("player.dot"), "").unwrap();
    assert_eq!(Case::load(&path).unwrap().system.name, "case");
}

#[test]
fn a_system_has_exactly_one_of_command_and_model() {
    let both = ADAPTER.replace("[inputs]", "model = \"a.dot\"\n[inputs]");
    assert_only_problem(&both, "model", "both `command` and `model`", "remove one");
    let neither = "[system]\nname = \"a\"\n[inputs]\ncallins = [\"a\"]\n";
    assert_only_problem(neither, "[system]", "neither `command` nor `model`", "command = [...]");
}

#[test]
fn a_command_has_a_program_and_callins() {
    let text = "[system]\ncommand = []\n[inputs]\ncallins = [\"a\"]\n";
    assert_only_problem(text, "command", "`command` is empty", "name a program");
    let text = "[system]\ncommand = [\"a\"]\n[inputs]\ncallins = []\n";
    assert_only_problem(text, "callins", "there are no callins", "callins = [...]");
    let text = "[system]\ncommand = [\"a\"]\n";
    assert_only_problem(text, "", "there are no callins", "callins = [...]");
}

#[test]
fn wrong_types_are_shown_with_what_was_expected() {
    let cases = [
        ("[timing]\nquiescence_ms = \"200\"\n", "\"200\"", "`quiescence_ms` must be a whole number"),
        ("[timing]\nquiescence_ms = 0.5\n", "0.5", "`quiescence_ms` must be a whole number"),
        ("[outputs]\nerrors = \"onError\"\n", "\"onError\"", "`errors` must be a list of strings"),
        ("[outputs]\nmerge = [\"onError\"]\n", "[\"onError\"]", "`merge` must be a table of lists of strings"),
        ("[outputs]\nsplit = { onError = 5 }\n", "5", "`split` must be a string"),
        ("[purpose]\nat_most_one_of = [\"load\"]\n", "\"load\"", "`at_most_one_of` must be a list of strings"),
        ("[purpose]\nat_most_pending = 1\n", "1", "`at_most_pending` must be a list of tables"),
        ("[learning]\nlearner = 1\n", "1", "`learner` must be a string"),
    ];
    for (more, place, message) in cases {
        assert_blames(more, place, message, "this is a");
    }
    assert_only_problem("learning = 1\n[system]\nmodel = \"a.dot\"\n", "1", "`learning` must be a table", "integer");
}

#[test]
fn zero_and_negative_numbers_are_refused_where_they_make_no_sense() {
    let keys = [
        "timing.quiescence_ms",
        "timing.horizon_ms",
        "timing.step_deadline_ms",
        "limits.max_states",
        "limits.max_time_s",
    ];
    for (key, number) in keys.into_iter().flat_map(|key| [(key, "0"), (key, "-5")]) {
        let (section, name) = key.split_once('.').unwrap();
        assert_blames(&format!("[{section}]\n{name} = {number}\n"), number, "is out of range", "at least 1");
    }
    assert_blames("[learning]\nrepeat = 0\n", "0", "`repeat` is out of range", "at least 1, at most 999");
    assert_blames("[timing]\nsettle_ms = 99999999999\n", "99999999999", "out of range", "at most 86400000");
}

#[test]
fn votes_are_odd() {
    assert_blames("[learning]\nrepeat = 2\n", "2", "`repeat` must be odd", "tie");
    assert_blames("[learning]\nconfirm = 4\n", "4", "`confirm` must be odd", "tie");
    assert_eq!(parse(&format!("{ADAPTER}[learning]\nrepeat = 3\n")).learning.repeat, 3);
}

#[test]
fn noise_is_expected_or_not() {
    let noise = |text: &str| parse(&format!("{ADAPTER}[learning]\n{text}\n")).learning.noise;
    assert_eq!(noise("noise = \"expected\""), Noise::Expected);
    assert_eq!([noise("noise = \"unexpected\""), noise("")], [Noise::Unexpected; 2]);
    assert_blames("[learning]\nnoise = \"some\"\n", "\"some\"", "unknown noise `some`", "expected or unexpected");
}

#[test]
fn inputs_are_different_and_without_spaces_and_wait_is_not_a_callin() {
    let with = |callins: &str| format!("[system]\ncommand = [\"a\"]\n[inputs]\ncallins = [{callins}]\n");
    assert_only_problem(&with("\"a\", \"b\", \"a\""), "\"a\"", "`a` appears twice in `callins`", "remove one");
    assert_only_problem(&with("\"a\", \"wait\""), "\"wait\"", "`wait` is not a callin", "wait = true");
    assert_only_problem(&with("\"a b\""), "\"a b\"", "contains a space", "without spaces");
    assert_only_problem(&with("\"a\", \"\""), "\"\"", "an empty string in `callins`", "write a name");
}

#[test]
fn rules_name_only_known_inputs() {
    let cases = [
        "[purpose]\nat_most_once = [\"strat\"]\n",
        "[purpose]\nat_most_one_of = [[\"load\"], [\"stop\", \"strat\"]]\n",
        "[purpose]\nmust_come_first = [\"strat\"]\n",
        "[purpose]\nmust_be_followed_by = { load = [\"strat\"] }\n",
        "[[purpose.at_most_pending]]\ncount = 1\nrequests = [\"strat\"]\ncallbacks = [\"onDone\"]\n",
    ];
    for more in cases {
        assert_blames(more, "\"strat\"", "unknown input `strat`", "did you mean `start`?");
    }
    assert_blames("[purpose]\nmust_be_followed_by = { halt = [\"wait\"] }\n", "halt", "unknown input", "inputs: load");
    assert_blames("[inputs.alternatives]\nplay = [\"a\"]\n", "play", "unknown callin `play`", "callins: load");
    let more = "wait = false\n[purpose]\nat_most_once = [\"wait\"]\n";
    assert_blames(more, "\"wait\"", "unknown input `wait`", "inputs: load, start, stop");
}

#[test]
fn alternatives_are_snippets_of_the_adapter() {
    let case = parse(&format!("{ADAPTER}[inputs.alternatives]\nload = [\"loadFile\", \"loadUrl\"]\n"));
    assert_eq!(case.inputs.alternatives, BTreeMap::from([("load".into(), strings(&["loadFile", "loadUrl"]))]));
    assert_blames("[inputs.alternatives]\nload = [\"wait\"]\n", "\"wait\"", "cannot be an alternative", "snippets");
    assert_blames("[inputs.alternatives]\nload = []\n", "[]", "an empty list", "at least one");
}

#[test]
fn reserved_outputs_are_not_callbacks() {
    for name in ["ok", "quiet", "error", "outside"] {
        let quoted = format!("\"{name}\"");
        assert_blames(&format!("[outputs]\ncallbacks = [{quoted}]\n"), &quoted, "is not a callback", "fixed meanings");
        assert_blames(&format!("[outputs]\nmerge = {{ {name} = [\"onA\"] }}\n"), name, "is not a callback", "fixed");
    }
    assert_blames("[outputs]\nerrors = [\"quiet\"]\n", "\"quiet\"", "`quiet` is not a callback", "fixed meanings");
    assert_blames("[timing]\nreset_waits_for = \"ok\"\n", "\"ok\"", "only wait for a callback", "name a callback");
    assert_blames("[timing]\non_hang = \"panic\"\n", "\"panic\"", "invalid value `panic` for `on_hang`", "\"output\"");
    assert_eq!(parse(&format!("{MODEL}[outputs]\nerrors = [\"error\"]\n")).outputs.errors, ["error"]);
}

#[test]
fn the_clock_and_its_horizon_reach_the_adapter() {
    let settings = |more: &str| parse(&format!("{ADAPTER}{more}")).settings();
    let usual = settings("");
    assert_eq!((usual.clock, usual.horizon_ms), (Clock::Virtual, 3_600_000));
    let changed = settings("[timing]\nclock = \"real\"\nhorizon_ms = 5000\n");
    assert_eq!((changed.clock, changed.horizon_ms), (Clock::Real, 5_000));
    assert_eq!(settings("[timing]\nclock = \"virtual\"\n"), usual);
    assert_blames("[timing]\nclock = \"sundial\"\n", "\"sundial\"", "unknown clock `sundial`", "\"virtual\"");
    assert_blames("[timing]\nclock = 1\n", "1", "`clock` must be a string", "integer");
}

#[test]
fn declared_callbacks_are_checked_where_they_are_named() {
    let declared = "[outputs]\ncallbacks = [\"onDone\", \"onError\"]\n";
    let blame = |more: &str, place: &str| {
        assert_blames(&format!("{declared}{more}"), place, "is not a declared callback", "did you mean `onDone`?");
    };
    blame("drop_repeated = [\"onDne\"]\n", "\"onDne\"");
    blame("merge = { onDne = [\"onResults\"] }\n", "onDne");
    blame("split = { onDne = \"code\" }\n", "onDne");
    blame("[[purpose.at_most_pending]]\ncount = 1\nrequests = [\"load\"]\ncallbacks = [\"onDne\"]\n", "\"onDne\"");
    parse(&format!("{ADAPTER}[outputs]\nmerge = {{ onAny = [\"onA\"] }}\ndrop_repeated = [\"onB\"]\n"));
}

#[test]
fn a_callback_has_one_fate() {
    let more = "[outputs]\nignore = [\"onA\"]\nmerge = { onB = [\"onA\"] }\n";
    assert_blames(more, "\"onA\"", "`onA` is also ignored", "remove one of the two");
    let more = "[outputs]\nmerge = { onB = [\"onA\"], onC = [\"onA\"] }\n";
    assert_blames(more, "\"onA\"", "`onA` is merged twice", "remove");
    assert_blames("[outputs]\nignore = [\"onA\"]\nerrors = [\"onA\"]\n", "\"onA\"", "also ignored", "remove");
}

#[test]
fn a_name_that_others_are_merged_into_is_not_merged_itself() {
    let advice = "merge all of them into one name";
    let chain = "[outputs]\nmerge = { onB = [\"onA\"], onC = [\"onB\"] }\n";
    assert_blames(chain, "\"onB\"", "`onB` is merged into `onC`, and others into `onB`", advice);
    let swap = format!("{ADAPTER}[outputs.merge]\nonB = [\"onA\"]\nonA = [\"onB\"]\n");
    let error = Case::parse(&swap, Path::new("case.toml")).unwrap_err();
    let blamed: Vec<&str> = error.problems().iter().map(|problem| &swap[problem.span.clone()]).collect();
    assert_eq!(blamed, ["\"onA\"", "\"onB\""], "{error}");
    parse(&format!("{ADAPTER}[outputs]\nmerge = {{ onB = [\"onA\", \"onB\"], onC = [\"onD\"] }}\n"));
}

#[test]
fn what_is_final_is_not_recoverable() {
    let errors = |rule: &str| format!("[outputs]\nerrors = [\"busy\"]\n[[outputs.recoverable]]\n{rule}\n");
    let blame = |rule: &str, place: &str| {
        assert_blames(&errors(rule), place, "`busy` is both recoverable and final", "`errors` of [outputs]");
    };
    blame("output = \"busy\"", "\"busy\"");
    blame("exception = \"busy: *\"", "\"busy: *\"");
    parse(&format!("{ADAPTER}{}", errors("exception = \"busy: *\"\noutput = \"later\"")));
}

#[test]
fn known_words_are_for_models_of_every_kind() {
    let tester: TesterKind = "words(a.txt) + words(b.txt)".parse().unwrap();
    assert_eq!(tester.to_string(), "words(a.txt) + words(b.txt)");
    let names = |known: Vec<KnownWords>| known.into_iter().map(|known| known.name).collect::<Vec<_>>();
    assert_eq!(tester.of_guarded().map(names), Some(vec!["a.txt".to_owned(), "b.txt".to_owned()]));
    assert_eq!(tester.of_machines().map(|parts| parts.len()), Some(1), "neighbouring suites are one");
    assert_eq!(tester.of_registers().map(|parts| parts.len()), Some(2));
    let exact: TesterKind = "words(a.txt) + exact".parse().unwrap();
    assert!(exact.needs_model() && exact.of_machines().is_some() && exact.of_registers().is_some());
    assert_eq!(exact.of_guarded(), None);
    assert_eq!("exact + exact".parse(), Ok(TesterKind::Exact));
}

#[test]
fn a_model_answers_as_its_file_says() {
    let cases = [
        ("[inputs.alternatives]\nload = [\"a\"]\n", "alternatives"),
        ("[outputs]\nignore = [\"onTick\"]\n", "ignore"),
        ("[outputs.merge]\nonAny = [\"onA\"]\n", "merge"),
    ];
    for (more, place) in cases {
        let text = format!("{MODEL}{more}").replace("[inputs.", "[inputs]\ncallins = [\"load\"]\n[inputs.");
        assert_only_problem(&text, place, "needs a system with a `command`", "remove it");
    }
}

#[test]
fn learners_and_testers_are_named_as_in_the_options() {
    let more = "[learning]\nlearner = \"lstar\"\ntester = \"state-bound(12)\"\nassume = [\"quiet-is-stable\"]\n";
    let learning = parse(&format!("{ADAPTER}{more}")).learning;
    assert_eq!(learning.learner, Some(LearnerKind::Lstar));
    assert_eq!(learning.tester, Some(MachineTester::StateBound(12).into()));
    assert_eq!(learning.assume, [Assumption::QuietIsStable]);
    assert_blames(
        "[learning]\nlearner = \"dhc\"\n",
        "\"dhc\"",
        "unknown learner `dhc`",
        "lsharp, lstar, kv, ttt or adt",
    );
    for learner in LearnerKind::ALL {
        assert_eq!(learner.to_string().parse(), Ok(learner));
    }
    assert_blames("[learning]\nassume = [\"x\"]\n", "\"x\"", "unknown assumption `x`", "quiet-is-stable");
    for tester in ["spy(2)", "distinguisher-bound", "distinguisher-bound(0)", "state-bound(-1)", "exact(1)", ""] {
        assert!(tester.parse::<TesterKind>().is_err(), "{tester}");
    }
    assert_blames(
        "[learning]\ntester = \"spy(2)\"\n",
        "\"spy(2)\"",
        "unknown tester `spy(2)`",
        "state-bound(N), exact",
    );
    for tester in [MachineTester::Exact, MachineTester::StateBound(7), MachineTester::DistinguisherBound(3)] {
        assert_eq!(tester.to_string().parse(), Ok(TesterKind::from(tester)));
    }
}

#[test]
fn suites_are_joined_by_plus_signs() {
    let text = "words(a+b (1).txt) + w(0) + wp(1)+hsi(2) + h(3) + hybrid-ads( 1 ) + random-walk(7) + random-wp";
    let tester: TesterKind = text.parse().unwrap();
    let expected = [
        SuiteKind::Words(KnownWords { name: "a+b (1).txt".to_owned(), ..KnownWords::default() }),
        SuiteKind::W(0),
        SuiteKind::Wp(1),
        SuiteKind::Hsi(2),
        SuiteKind::H(3),
        SuiteKind::HybridAds(1),
        SuiteKind::RandomWalk(Some(7)),
        SuiteKind::RandomWp(None),
    ];
    assert_eq!(tester, MachineTester::Suites(expected.to_vec()).into());
    assert_eq!(tester.to_string().parse(), Ok(tester));
}

#[test]
fn auto_aims_at_two_extra_states_unless_told() {
    assert_eq!("auto".parse(), Ok(TesterKind::from(MachineTester::Auto(2))));
    assert_eq!("auto(3)".parse(), Ok(TesterKind::from(MachineTester::Auto(3))));
    assert_eq!(MachineTester::Auto(2).to_string(), "auto");
    assert_eq!(MachineTester::Auto(3).to_string(), "auto(3)");
}

#[test]
fn wrong_suites_are_told_what_is_missing() {
    let advice = |text: &str| text.parse::<TesterKind>().unwrap_err().to_string();
    assert!(advice("hsi").contains("give hsi the number of extra states, such as hsi(1)"));
    assert!(advice("hsi(x)").contains("give hsi the number of extra states"));
    assert!(advice("random-wp(0)").contains("give random-wp a number of words"));
    assert!(advice("words").contains("give words a file"));
    assert!(advice("auto(x)").contains("such as auto(2)"));
    assert!(advice("random-walk + hsi(1)").contains("nothing after `random-walk` is ever tried"));
    assert!(advice("hsi(1").contains("unknown tester `hsi(1`"));
    assert!(advice("hsi(1) +").contains("unknown tester"));
}

#[test]
fn testers_of_all_kinds_are_joined_and_neighbouring_suites_are_one() {
    let tester: TesterKind = "distinguisher-bound(2) + hsi(1)+random-wp(9) + auto + state-bound(4)".parse().unwrap();
    let suites = MachineTester::Suites(vec![SuiteKind::Hsi(1), SuiteKind::RandomWp(Some(9))]);
    let parts = [MachineTester::DistinguisherBound(2), suites, MachineTester::Auto(2), MachineTester::StateBound(4)];
    assert_eq!(tester, TesterKind::Machine(parts.to_vec()));
    let written = tester.to_string();
    assert_eq!(written, "distinguisher-bound(2) + hsi(1) + random-wp(9) + auto + state-bound(4)");
    assert_eq!(written.parse(), Ok(tester));
    let model = "[system]\nmodel = \"player.dot\"\n[learning]\ntester = \"hsi(1) + exact\"\n";
    assert!(Case::parse(model, Path::new("player.toml")).is_ok());
    let told = problems(&format!("{ADAPTER}[learning]\ntester = \"hsi(1) + exact\"\n"));
    assert!(told.concat().concat().contains("`exact` needs a model"), "{told:?}");
}

#[test]
fn a_challenge_is_none_or_a_number_of_words() {
    let read = |value: &str| parse(&format!("{ADAPTER}[learning]\nchallenge = {value}\n")).learning.challenge;
    assert_eq!(parse(ADAPTER).learning.challenge, None);
    assert_eq!(read("\"none\""), Some(ChallengeKind::None));
    assert_eq!(read("500"), Some(ChallengeKind::Words(500)));
    for wrong in ["\"some\"", "-3", "true"] {
        let told = problems(&format!("{ADAPTER}[learning]\nchallenge = {wrong}\n"));
        assert_eq!(told.len(), 1, "{wrong}: {told:?}");
    }
}

#[test]
fn only_the_usual_tester_of_a_system_with_callbacks_is_challenged_unasked() {
    let with_wait = parse(ADAPTER);
    let plain: Inputs = ["load"].iter().collect();
    assert_eq!(with_wait.learning.challenge_for(&with_wait.inputs.alphabet()), ChallengeKind::Usual);
    assert_eq!(with_wait.learning.challenge_for(&plain), ChallengeKind::None);
    let named = parse(&format!("{ADAPTER}[learning]\ntester = \"distinguisher-bound(2)\"\n"));
    assert_eq!(named.learning.challenge_for(&named.inputs.alphabet()), ChallengeKind::None);
    let asked = parse(&format!("{ADAPTER}[learning]\ntester = \"auto\"\nchallenge = 7\n"));
    assert_eq!(asked.learning.challenge_for(&plain), ChallengeKind::Words(7));
}

#[test]
fn numbers_that_cannot_be_meant_are_refused() {
    for name in ["distinguisher-bound", "auto", "w", "wp", "hsi", "h", "hybrid-ads"] {
        assert!(format!("{name}(100)").parse::<TesterKind>().is_ok(), "{name}");
        for number in ["101", "18446744073709551615"] {
            let told = format!("{name}({number})").parse::<TesterKind>().unwrap_err().to_string();
            assert!(told.starts_with(&format!("`{name}({number})` is too large: use at most {name}(100)")), "{told}");
        }
    }
}

#[test]
fn a_state_bound_has_a_limit_of_its_own() {
    let many = TesterKind::from(MachineTester::StateBound(10_000));
    assert_eq!("state-bound(10000)".parse(), Ok(many), "a system may have many states");
    for number in ["10001", "18446744073709551615"] {
        let told = format!("state-bound({number})").parse::<TesterKind>().unwrap_err().to_string();
        assert!(
            told.starts_with(&format!("`state-bound({number})` is too large: use at most state-bound(10000)")),
            "{told}"
        );
    }
}

#[test]
fn a_missing_file_of_words_is_blamed_in_the_case_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("case.toml");
    let text = format!("{ADAPTER}[learning]\ntester = \"words(known.txt) + hsi(1)\"\n");
    std::fs::write(&path, &text).unwrap();
    let error = Case::load(&path).unwrap_err();
    assert!(error.problems().iter().any(|problem| text[problem.span.clone()].contains("words(known.txt)")), "{error}");
    std::fs::write(folder.path().join("known.txt"), "load\n").unwrap();
    let mut tester = Case::load(&path).unwrap().learning.tester.expect("suites were named");
    let name = &tester.known_words_mut()[0].name;
    assert_eq!(std::path::Path::new(name), folder.path().join("known.txt"));
}

#[test]
fn exact_testing_needs_a_model() {
    assert_blames("[learning]\ntester = \"exact\"\n", "\"exact\"", "needs a model", "only a system with a `model`");
    assert_eq!(parse(&format!("{MODEL}[learning]\ntester = \"exact\"\n")).learning.tester, Some(TesterKind::Exact));
}

#[test]
fn a_pending_limit_is_complete() {
    let text = "[[purpose.at_most_pending]]\nrequests = [\"load\"]\ncallbacks = [\"onDone\"]\n";
    assert_blames(text, "[[purpose.at_most_pending]]", "`count` of [[purpose.at_most_pending]] is missing", "count");
    let text = "[[purpose.at_most_pending]]\ncount = 0\nrequests = [\"load\"]\ncallbacks = [\"onDone\"]\n";
    assert_blames(text, "0", "`count` is out of range", "at least 1");
    let text = "[[purpose.at_most_pending]]\ncount = 1\nrequests = [\"wait\"]\ncallbacks = [\"onDone\"]\n";
    assert_blames(text, "\"wait\"", "`wait` is not a request", "callins that start something");
}

#[test]
fn requests_that_a_callin_ends_need_no_callback() {
    let with = |ends: &str| format!("[[purpose.at_most_pending]]\ncount = 1\nrequests = [\"load\"]\n{ends}\n");
    let limit = parse(&format!("{ADAPTER}{}", with("ended_by = [\"stop\"]"))).purpose.at_most_pending.remove(0);
    assert_eq!((limit.callbacks, limit.ended_by), (vec![], vec!["stop".to_owned()]));
    let message = "`callbacks` of [[purpose.at_most_pending]] is missing";
    assert_blames(&with(""), "[[purpose.at_most_pending]]", message, "`ended_by`");
    assert_blames(&with("ended_by = [\"stpo\"]"), "\"stpo\"", "unknown input `stpo`", "did you mean `stop`?");
    assert_blames(&with("ended_by = [\"wait\"]"), "\"wait\"", "`wait` cannot be in `ended_by`", "name callins");
}

#[test]
fn a_limit_between_others_is_complete() {
    let with = |rule: &str| format!("[[purpose.at_most_between]]\n{rule}\n");
    let whole = with("count = 2\nof = [\"load\"]\nbetween = [\"stop\"]");
    let limit = parse(&format!("{ADAPTER}{whole}")).purpose.at_most_between.remove(0);
    assert_eq!((limit.count, limit.of, limit.between), (2, vec!["load".to_owned()], vec!["stop".to_owned()]));
    let header = "[[purpose.at_most_between]]";
    let message = "`between` of [[purpose.at_most_between]] is missing";
    assert_blames(&with("count = 2\nof = [\"load\"]"), header, message, "`of` and `between`");
    let of_wait = with("count = 2\nof = [\"wait\"]\nbetween = [\"stop\"]");
    assert_blames(&of_wait, "\"wait\"", "`wait` cannot be in `of`", "name callins");
    let unknown = with("count = 2\nof = [\"load\"]\nbetween = [\"stpo\"]");
    assert_blames(&unknown, "\"stpo\"", "unknown input `stpo`", "did you mean `stop`?");
}

#[test]
fn a_drained_system_has_no_wait_and_nothing_pending() {
    let case = parse(&format!("{ADAPTER}[purpose]\ndrain = true\n"));
    assert!(case.purpose.drain && case.settings().drain && !case.inputs.wait);
    assert!(!parse(ADAPTER).settings().drain);
    let message = "`wait` is no input of a system that is drained";
    assert_blames("wait = true\n[purpose]\ndrain = true\n", "wait", message, "`drain` of [purpose]");
    let limit = "at_most_pending = [{ count = 1, requests = [\"load\"], callbacks = [\"onDone\"] }]";
    let message = "`at_most_pending` does not go together with `drain`";
    assert_blames(&format!("[purpose]\ndrain = true\n{limit}\n"), "at_most_pending", message, "nothing is pending");
    let quiets = "[purpose]\ndrain = true\nat_most_between_quiets = 1\n";
    assert_blames(quiets, "1", "`at_most_between_quiets` needs the input `wait`", "remove it");
}

#[test]
fn the_callbacks_of_a_drained_system_are_declared_one_by_one() {
    let case = parse(&format!("{ADAPTER}[outputs]\ncallbacks = [\"onA\", \"onB\"]\n[purpose]\ndrain = true\n"));
    let is_declared = |output| case.outputs.is_declared(output);
    assert!(is_declared("ok+onA+onB") && is_declared("ok") && !is_declared("ok+onC"));
}

/// A case of an adapter whose purpose is this automaton, loaded from a folder.
fn with_automaton(edges: &str) -> Result<Case, String> {
    let folder = tempfile::tempdir().unwrap();
    let (file, rule) = (folder.path().join("case.toml"), folder.path().join("rule.dot"));
    std::fs::write(&rule, format!("digraph {{\n{edges}\n}}\n")).unwrap();
    let text = "[system]\ncommand = [\"x\"]\n[inputs]\ncallins = [\"load\"]\n[purpose]\nautomaton = \"rule.dot\"\n";
    std::fs::write(&file, text).unwrap();
    Case::load(&file).map_err(|error| error.to_string())
}

const WHOLE_RULE: &str = "a -> b [label=load]\na -> a [label=wait]\nb -> outside [label=load]\nb -> a [label=wait]";

#[test]
fn an_automaton_is_part_of_the_purpose_and_of_the_identity() {
    let case = with_automaton(WHOLE_RULE).unwrap();
    assert!(case.purpose.automaton.is_some());
    let other = with_automaton(&WHOLE_RULE.replace("outside", "b")).unwrap();
    assert_ne!(case.identity(), other.identity());
    assert_eq!(case.identity(), with_automaton(WHOLE_RULE).unwrap().identity());
}

#[test]
fn an_automaton_is_refused_at_its_line() {
    let refused = |edges: &str, wanted: &str| {
        let error = with_automaton(edges).unwrap_err();
        assert!(error.contains(wanted) && error.contains("case.toml:6:13"), "{error}");
    };
    refused("a -> a [label=load]", "rule.dot:2:1: state `a` has no edge for the input `wait`");
    refused(
        &format!("{WHOLE_RULE}\na -> a [label=load]"),
        "rule.dot:6:1: state `a` has two different edges for `load`",
    );
    refused(&format!("{WHOLE_RULE}\na -> a [label=lood]"), "rule.dot:6:1: unknown input `lood`");
    refused("a -> ", "rule.dot:3:1: expected a name");
}

#[test]
fn the_automaton_of_a_system_that_tells_its_inputs_is_checked_when_they_are_known() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("case.toml");
    std::fs::write(folder.path().join("rule.dot"), "digraph { a -> a [label=load] }").unwrap();
    std::fs::write(folder.path().join("lamp.dot"), "digraph { a -> a [label=\"load/ok\"] }").unwrap();
    std::fs::write(&file, "[system]\nmodel = \"lamp.dot\"\n[purpose]\nautomaton = \"rule.dot\"\n").unwrap();
    let case = Case::load(&file).unwrap();
    assert!(case.check_inputs(&["load"].iter().collect()).is_ok());
    let error = case.check_inputs(&["load", "stop"].iter().collect()).unwrap_err().to_string();
    assert!(error.contains("rule.dot:1:11: state `a` has no edge for the input `stop`"), "{error}");
}

#[test]
fn a_limit_between_quiets_needs_wait() {
    let rule = "[purpose]\nat_most_between_quiets = 1\n";
    assert_eq!(parse(&format!("{ADAPTER}{rule}")).purpose.at_most_between_quiets, Some(1));
    assert_eq!(parse(ADAPTER).purpose.at_most_between_quiets, None);
    let message = "`at_most_between_quiets` needs the input `wait`";
    assert_blames(&format!("wait = false\n{rule}"), "1", message, "`wait = true` in [inputs]");
    assert_blames("[purpose]\nat_most_between_quiets = 0\n", "0", "is out of range", "at least 1");
    assert_blames("[purpose]\nat_most_between_quiets = \"1\"\n", "\"1\"", "must be a whole number", "this is a string");
}

#[test]
fn growth_is_looked_for_in_enough_rounds_or_not_at_all() {
    assert_eq!(parse(ADAPTER).learning.growth_rounds, 48);
    for rounds in [0, 12, 96] {
        let case = parse(&format!("{ADAPTER}[learning]\ngrowth_rounds = {rounds}\n"));
        assert_eq!(case.learning.growth_rounds, rounds);
    }
    for (rounds, message) in [("5", "`growth_rounds` is too small"), ("-1", "out of range"), ("99999", "out of range")]
    {
        assert_blames(&format!("[learning]\ngrowth_rounds = {rounds}\n"), rounds, message, "");
    }
}

#[test]
fn the_inputs_of_a_model_are_checked_when_they_are_known() {
    let case = parse(&format!("{MODEL}[purpose]\nat_most_once = [\"strat\"]\n"));
    let inputs: Inputs = ["start", "stop"].iter().collect();
    let error = case.check_inputs(&inputs).unwrap_err().to_string();
    assert!(error.contains("player.toml:4:17") && error.contains("did you mean `start`?"), "{error}");
    let inputs: Inputs = ["strat"].iter().collect();
    assert!(case.check_inputs(&inputs).is_ok());
    let case = parse(&format!("{MODEL}[inputs]\ncallins = [\"play\"]\n"));
    assert!(case.check_inputs(&inputs).unwrap_err().to_string().contains("unknown input `play`"));
}

#[test]
fn naming_a_callback_declares_it_and_only_visible_ones_are_expected() {
    let more = "[outputs]\ncallbacks = [\"onA\", \"onB\", \"onC\", \"onFail\", \"onAny\"]\nerrors = [\"onFail:3\"]\n\
                ignore = [\"onTick\", \"onC\"]\nmerge = { onAny = [\"onB\", \"onD\"] }\nsplit = { onFail = \"code\" }\n";
    let outputs = parse(&format!("{ADAPTER}{more}")).outputs;
    for name in ["onA", "onAny", "onFail", "onFail:7", "onTick", "ok", "quiet", "error"] {
        assert!(outputs.is_declared(name), "{name}");
    }
    assert!(!outputs.is_declared("onD") && !outputs.is_declared("onA:1"));
    assert_eq!(outputs.expected(), ["onA", "onAny"]);
    assert!(parse(ADAPTER).outputs.is_declared("onWhatever"));
}

/// The reference page, and the rows `(key, default)` of its tables by section.
fn reference_page() -> (String, BTreeMap<String, Vec<(String, String)>>) {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/reference/case-file.md");
    let page = std::fs::read_to_string(path).expect("the reference page exists");
    let (mut sections, mut section) = (BTreeMap::<_, Vec<_>>::new(), String::new());
    for line in page.lines() {
        if let Some(title) = line.strip_prefix('#') {
            section = title.trim_start_matches('#').trim().to_owned();
        } else if let Some((key, rest)) = line.strip_prefix("| `").and_then(|row| row.split_once('`')) {
            let default = rest.trim_end_matches('|').rsplit('|').next().unwrap().trim();
            sections.entry(section.clone()).or_default().push((key.to_owned(), default.to_owned()));
        }
    }
    (page, sections)
}

/// The valid keys of a section, as the message about an unknown key lists them.
fn valid_keys(section: &str) -> Vec<String> {
    let before = if section.starts_with("[system") { "" } else { MODEL };
    let found = problems(&format!("{before}{section}\nqqqqqqqqqq = 1\n"));
    let advice = found.iter().find_map(|[_, _, advice]| advice.strip_prefix("valid keys: ")).expect("the valid keys");
    let mut keys: Vec<String> = advice.split(", ").map(str::to_owned).collect();
    keys.sort();
    keys
}

#[test]
fn the_reference_page_lists_every_key_and_no_other() {
    let (_, sections) = reference_page();
    let titles: Vec<String> = sections.keys().filter(|title| !title.contains('.')).cloned().collect();
    let unknown = problems("qqqqqqqqqq = 1\n").concat().concat();
    let all = unknown.split("valid keys: ").nth(1).unwrap();
    let mut valid_titles: Vec<String> =
        ["system", "inputs", "outputs", "timing", "purpose", "learning", "limits"].map(|t| format!("[{t}]")).into();
    valid_titles.sort();
    assert_eq!(titles, valid_titles);
    assert!(all.starts_with("system, inputs, outputs, types, timing, purpose, learning, limits"), "{all}");
    for (section, rows) in sections {
        let mut documented: Vec<String> = rows.into_iter().map(|(key, _)| key).collect();
        documented.sort();
        assert_eq!(documented, valid_keys(&section), "{section}");
    }
}

#[test]
fn the_defaults_of_the_reference_page_are_the_defaults() {
    let (_, sections) = reference_page();
    let mut text = ADAPTER.to_owned();
    let mut written = 0;
    for section in ["[timing]", "[learning]", "[limits]"] {
        text.push_str(&format!("{section}\n"));
        for (key, default) in &sections[section] {
            if let Some(value) = default.strip_prefix('`') {
                text.push_str(&format!("{key} = {}\n", value.trim_end_matches('`')));
                written += 1;
            }
        }
    }
    let (explicit, implicit) = (parse(&text), parse(ADAPTER));
    assert_eq!(written, 23);
    let read = |case: Case| Case { text: String::new(), source: Source::default(), learning_keys: Vec::new(), ..case };
    assert_eq!(read(explicit), read(implicit));
}

#[test]
fn the_examples_of_the_reference_page_parse_and_use_every_key() {
    let (page, sections) = reference_page();
    let examples: Vec<&str> = page.split("```toml\n").skip(1).map(|rest| rest.split("```").next().unwrap()).collect();
    assert_eq!(examples.len(), 7);
    examples.iter().for_each(|example| drop(parse(example)));
    for (key, _) in sections.values().flatten().filter(|(key, _)| key != "model") {
        let uses = |example: &&str| example.contains(&format!("{key} = ")) || example.contains(&format!(".{key}]"));
        assert!(examples[2..].iter().any(uses), "{key}");
    }
}

#[test]
fn the_message_on_the_reference_page_is_the_real_one() {
    let (page, _) = reference_page();
    let shown = page.split("```text\n").nth(1).unwrap().split("\n```").next().unwrap();
    let text = "[system]\ncomand = [\"python3\", \"player.py\"]\n";
    let error = Case::parse(text, Path::new("player.toml")).unwrap_err().to_string();
    assert!(error.contains(shown), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(256)))]

    /// Every text is answered with a case or with problems that can be shown.
    #[test]
    fn no_text_makes_the_reader_panic(
        lines in proptest::collection::vec(
            prop_oneof![
                proptest::sample::select(reference_page().0.lines().map(str::to_owned).collect::<Vec<_>>()),
                "[\\[a-z_.\\]={} \"0-9,äß-]{0,20}",
            ],
            0..12,
        ),
    ) {
        if let Err(error) = Case::parse(&lines.join("\n"), Path::new("p.toml")) {
            prop_assert!(!error.problems().is_empty());
            prop_assert!(error.to_string().contains("p.toml:"));
        }
    }
}

#[test]
fn return_values_are_outputs_in_three_forms() {
    let case = parse(&format!(
        "{ADAPTER}[inputs.returns]\nload = \"value\"\nstart = \"type\"\nstop = [[\"OK*\", \"ok\"], [\"*\", \"other\"]]\n"
    ));
    let pair = |pattern: &str, name: &str| (pattern.to_owned(), name.to_owned());
    assert_eq!(case.inputs.returns["load"], Returns::Shown(Shown::Value));
    assert_eq!(case.inputs.returns["start"], Returns::Shown(Shown::Type));
    assert_eq!(case.inputs.returns["stop"], Returns::Mapped(vec![pair("OK*", "ok"), pair("*", "other")]));
}

#[test]
fn an_empty_pattern_is_for_the_empty_text() {
    let case = parse(&format!("{ADAPTER}[inputs.returns]\nload = [[\"\", \"nothing\"], [\"*\", \"line\"]]\n"));
    let Returns::Mapped(pairs) = &case.inputs.returns["load"] else { panic!("pairs") };
    assert_eq!(pairs[0], (String::new(), "nothing".to_owned()));
    let twice = "[inputs.returns]\nload = [[\"\", \"a\"], [\"\", \"b\"]]\n";
    let found = problems(&format!("{ADAPTER}{twice}"));
    assert!(found.len() == 1 && found[0][1].contains("is never reached"), "{found:?}");
}

#[test]
fn a_rest_belongs_to_a_callin() {
    let case = parse(&format!("{ADAPTER}[inputs.settle_ms]\nstart = 50\n"));
    assert_eq!(case.settings().settle_after_ms, [("start".to_owned(), 50)].into());
    let blames = |line: &str, place: &str, message: &str, advice: &str| {
        assert_blames(&format!("[inputs.settle_ms]\n{line}\n"), place, message, advice);
    };
    blames("strat = 50", "strat", "unknown callin `strat`", "did you mean `start`?");
    blames("wait = 50", "wait", "unknown callin `wait`", "callins: load");
    blames("start = \"50\"", "\"50\"", "must be a whole number", "string");
    blames("start = 86400001", "86400001", "`settle_ms` is out of range", "at most 86400000");
}

#[test]
fn mistakes_about_return_values_are_shown_at_their_places() {
    let blames = |line: &str, place: &str, message: &str, advice: &str| {
        assert_blames(&format!("[inputs.returns]\n{line}\n"), place, message, advice);
    };
    blames("lood = \"value\"", "lood", "unknown callin `lood`", "did you mean `load`?");
    blames("load = \"valeu\"", "\"valeu\"", "unknown form `valeu`", "did you mean `value`?");
    blames("load = 3", "3", "`returns` must be a string or a list of pairs", "integer");
    blames("load = []", "[]", "an empty list", "at least one pair");
    blames("load = [[\"a\"]]", "[\"a\"]", "a pattern and a name belong together", "two strings");
    blames("load = [\"a\"]", "\"a\"", "a pattern and a name belong together", "two strings");
    blames("load = [[\"a\", \"\"]]", "\"\"", "an empty string", "");
    blames("load = [[\"a\", \"error\"]]", "\"error\"", "`error` cannot be the output of a callin", "fixed meanings");
    blames("load = [[\"a\", \"hang\"]]", "\"hang\"", "`hang` cannot be the output of a callin", "fixed meanings");
    blames("load = [[\"a\", \"two words\"]]", "\"two words\"", "contains a space", "without spaces");
    blames("load = [[\"*\", \"x\"], [\"b\", \"y\"]]", "\"b\"", "`b` is never reached", "move this one up");
    let long = format!("\"{}\"", "x".repeat(41));
    blames(&format!("load = [[\"a\", {long}]]"), &long, "cannot be the output", "at most 40 printable characters");
}

#[test]
fn recoverable_errors_have_defaults_for_everything() {
    let case = parse(&format!(
        "{ADAPTER}[[outputs.recoverable]]\ninput = \"load\"\nexception = \"IOError*\"\noutput = \"lost\"\n\
         [[outputs.recoverable]]\n"
    ));
    let (input, output) = (Some("load".to_owned()), Some("lost".to_owned()));
    let first = Recoverable { input, exception: "IOError*".to_owned(), output };
    assert_eq!(case.outputs.recoverable, [first, Recoverable::default()]);
}

#[test]
fn mistakes_about_recoverable_errors_are_shown_at_their_places() {
    let blames = |line: &str, place: &str, message: &str, advice: &str| {
        assert_blames(&format!("[[outputs.recoverable]]\n{line}\n"), place, message, advice);
    };
    blames("input = \"lood\"", "\"lood\"", "unknown callin `lood`", "did you mean `load`?");
    blames("excepton = \"*\"", "excepton", "unknown key `excepton` in [[outputs.recoverable]]", "`exception`");
    blames("exception = \"\"", "\"\"", "an empty string", "");
    blames("output = \"ok\"", "\"ok\"", "`ok` cannot be the output of a callin", "fixed meanings");
}

#[test]
fn a_request_whose_refusal_has_no_known_output_cannot_be_limited() {
    let limit = "[[purpose.at_most_pending]]\ncount = 1\nrequests = [\"load\"]\ncallbacks = [\"onLoaded\"]\n";
    let with = |rule: &str| format!("[[outputs.recoverable]]\n{rule}\n{limit}");
    assert_blames(&with(""), "\"load\"", "a recoverable error of `load`", "write `output` in [[outputs.recoverable]]");
    assert_blames(&with("input = \"load\""), "\"load\"", "a recoverable error of `load`", "write `output`");
    for rule in ["input = \"stop\"", "output = \"busy\"", "exception = \"Busy: *\""] {
        parse(&format!("{ADAPTER}{}", with(rule)));
    }
    let refusals = parse(&format!("{ADAPTER}{}", with("exception = \"Busy: *\""))).purpose.refusals;
    assert_eq!(refusals, ["Busy"]);
}

#[test]
fn return_values_of_models_are_what_their_file_says() {
    let text = format!("{MODEL}[outputs]\nrecoverable = []\n");
    assert_only_problem(&text, "recoverable", "`recoverable` needs a system with a `command`", "remove it");
    let text = format!("{MODEL}[inputs]\nreturns = {{}}\n");
    assert_only_problem(&text, "returns", "`returns` needs a system with a `command`", "remove it");
}

#[test]
fn return_values_and_recoverable_errors_are_part_of_the_identity() {
    let identity = |more: &str| parse(&format!("{ADAPTER}{more}")).identity().to_owned();
    let texts = ["", "[inputs.returns]\nload = \"value\"\n", "[[outputs.recoverable]]\ninput = \"load\"\n"];
    let different: std::collections::BTreeSet<String> = texts.iter().map(|text| identity(text)).collect();
    assert_eq!(different.len(), texts.len());
}

#[test]
fn arguments_are_values_by_type_method_or_parameter() {
    let more = "[arguments]\n\"a.Mail\" = \"@new a.Mail(3)\"\nlogin = [\"secret\", 7, true]\n\"write.arg2\" = 0.5\n";
    let case = parse(&format!("{CLASS}{more}"));
    let given: Vec<(&str, usize)> =
        case.arguments.iter().map(|given| (given.key.as_str(), given.values.len())).collect();
    assert_eq!(given, [("a.Mail", 1), ("login", 3), ("write.arg2", 1)]);
    assert_eq!(case.identity(), parse(CLASS).identity(), "each word says what it was called with");
}

#[test]
fn arguments_that_are_no_values_are_blamed_at_their_place() {
    assert_only_problem(&format!("{CLASS}[arguments]\nint = {{}}\n"), "{}", "`int` must be", "this is a table");
    assert_only_problem(&format!("{CLASS}[arguments]\nint = []\n"), "[]", "an empty list", "at least one value");
    assert_blames("[arguments]\nint = 3\n", "int", "no parameters", "remove [arguments]");
}

#[test]
fn arguments_that_no_parameter_takes_are_blamed_once_the_methods_are_known() {
    let text = format!("{CLASS}[arguments]\nput = [1, \"x\"]\nMail = \"@new a.Mail\"\npul = 3\n");
    let methods = r#"[{"name":"put(int)","parameters":[{"type":"int","kind":"integer","min":0,"max":9}]},
        {"name":"send","parameters":[{"type":"a.Mail","kind":"object","nullable":true}]}]"#;
    let methods: Vec<typestar_model::guarded::OfferedMethod> = serde_json::from_str(methods).expect("methods");
    let error = parse(&text).check_arguments(&methods).expect_err("two are wrong");
    let blamed: Vec<&str> = error.problems().iter().map(|problem| &text[problem.span.clone()]).collect();
    assert_eq!(blamed, ["put", "pul"]);
    assert!(error.problems()[0].message.contains("\"x\" is not of type `int`"), "{error}");
    let throws = "gave up: the argument Mail = \"@new a.Mail\": IllegalStateException";
    assert!(
        parse(&text).blamed_argument(throws).is_some_and(|error| text[error.problems()[0].span.clone()] == *"Mail")
    );
}

#[test]
fn a_class_that_is_only_named_is_learned_for_100_seconds() {
    let mut case = Case::of_class("java.util.Stack");
    assert_eq!(case.usual_time_s(), 100);
    case.learning.model = Some(ModelKind::Machine);
    assert_eq!(case.usual_time_s(), 86_400, "machines take as long as they need");
    let text = "[system]\nname = \"stack\"\n[system.java]\nclass = \"java.util.Stack\"\n";
    let case = Case::parse(text, Path::new("case.toml")).expect("a case file");
    assert_eq!(case.usual_time_s(), 86_400, "a case file says how long");
}
