//! Whatever is wrong with what the user gives, the command says what, where and what to do, and exits accordingly.

use crate::common;
use crate::common::{Desk, Ran, repository, sim, zoo};

/// What an adapter says when it greets.
const READY: &str = r#"{"type":"ready","protocol":3,"name":"t","version":"1","inputs":["load","play"],"outputs":null}"#;

/// A desk with a case file whose adapter is a shell script.
fn desk_with_adapter(script: &str) -> Desk {
    let desk = Desk::new();
    desk.write("adapter.sh", script);
    desk.write(
        "case.toml",
        "[system]\ncommand = [\"sh\", \"adapter.sh\"]\n[inputs]\ncallins = [\"load\", \"play\"]\n\
         [timing]\nrestarts = 1\n",
    );
    desk
}

/// A desk with an adapter that greets and then says nothing more, and a case file with little patience.
fn desk_with_silent_adapter() -> Desk {
    let desk = desk_with_adapter(&format!("read hello; echo '{READY}'; sleep 600"));
    let hasty = "step_deadline_ms = 50\nreset_deadline_ms = 50\nquiescence_ms = 10\n";
    desk.write("case.toml", &(desk.read("case.toml") + hasty));
    desk
}

fn learn_with_adapter(script: &str) -> Ran {
    desk_with_adapter(script).run(&["learn", "case.toml"])
}

/// Learns a machine of the zoo in a run folder that is somehow wrong.
fn learn_into(desk: &Desk, folder: &str, more: &[&str]) -> Ran {
    desk.run(&[&["learn", &sim("AsyncTask"), "--errors", "error", "-q", "-o", folder], more].concat())
}

#[test]
fn a_missing_file_is_named() {
    let desk = Desk::new();
    desk.run(&["learn", "nowhere.toml"]).exits(2).complains(&["cannot read", "nowhere.toml", "No such file"]);
    for arguments in [["learn", "sim:nowhere.dot"], ["show", "nowhere.dot"], ["try", "sim:nowhere.dot"]] {
        let word: &[&str] = if arguments[0] == "try" { &["a"] } else { &[] };
        let ran = desk.run(&[&arguments, word].concat());
        ran.exits(2).complains(&["cannot read nowhere.dot", "No such file"]);
    }
    desk.run(&["compare", &common::zoo("AsyncTask"), "nowhere.json"]).exits(2).complains(&["nowhere.json"]);
}

#[test]
fn a_file_that_a_case_names_and_that_is_missing_has_its_place() {
    let desk = Desk::new();
    desk.write("case.toml", "[system]\nmodel = \"nowhere.dot\"\n");
    desk.run(&["learn", "case.toml"]).exits(2).complains(&["nowhere.dot", "case.toml:2:9"]);
}

#[test]
fn malformed_toml_has_file_line_and_column() {
    let desk = Desk::new();
    desk.write("case.toml", "[system]\ncommand = [\"python3\"\n");
    for command in ["learn", "doctor"] {
        desk.run(&[command, "case.toml"]).exits(2).complains(&["not valid TOML", "case.toml:2:21", "expected `]`"]);
    }
}

#[test]
fn every_mistake_of_a_case_file_is_shown_with_its_place() {
    let desk = Desk::new();
    desk.write(
        "case.toml",
        "[system]\ncomand = [\"x\"]\ncommand = [\"x\"]\n[inputs]\ncallins = [\"load\"]\n[learning]\nlearner = \"magic\"\n\
         tester = \"luck\"\n",
    );
    desk.run(&["learn", "case.toml"]).exits(2).complains(&[
        "unknown key `comand`",
        "case.toml:2:1",
        "did you mean `command`?",
        "unknown learner `magic`",
        "case.toml:7:11",
        "use lsharp, lstar, kv, ttt or adt",
        "unknown tester `luck`",
        "case.toml:8:10",
        "distinguisher-bound(B)",
    ]);
}

#[test]
fn malformed_dot_has_file_line_and_column() {
    let desk = Desk::new();
    desk.write("machine.dot", "digraph {\n  a -> }\n");
    let expected = ["expected a name, found '}'", "machine.dot:2:8"];
    desk.run(&["learn", "sim:machine.dot"]).exits(2).complains(&expected);
    desk.run(&["show", "machine.dot"]).exits(2).complains(&expected);
    desk.run(&["compare", "machine.dot", &common::zoo("AsyncTask")]).exits(2).complains(&expected);
}

#[test]
fn a_model_of_another_version_is_refused() {
    let desk = Desk::new();
    desk.write("model.json", "{\"format\": \"typestar-model\", \"version\": 9}");
    desk.run(&["show", "model.json"]).exits(2).complains(&["version 9", "this program reads version 1", "model.json"]);
    desk.write("model.json", "{\"format\": \"typestar-model\",\n  \"version\": }");
    desk.run(&["show", "model.json"]).exits(2).complains(&["model.json:2:14"]);
}

#[test]
fn an_unknown_symbol_in_a_word_is_answered_with_the_known_ones() {
    let ran = Desk::new().run(&["try", &sim("AsyncTask"), "exec abort"]);
    ran.exits(2).complains(&["unknown input `abort`", "exec, cancel, wait"]);
}

#[test]
fn an_unknown_symbol_in_a_case_file_has_its_place() {
    let desk = Desk::new();
    let model = common::zoo("AsyncTask");
    desk.write("case.toml", &format!("[system]\nmodel = {model:?}\n[purpose]\nat_most_once = [\"exce\"]\n"));
    let expected = ["unknown input `exce`", "case.toml:4:17", "did you mean `exec`?"];
    desk.run(&["learn", "case.toml"]).exits(2).complains(&expected);
    desk.write("case.toml", &format!("[system]\nmodel = {model:?}\n[inputs]\ncallins = [\"exce\"]\n"));
    desk.run(&["learn", "case.toml"]).exits(2).complains(&[
        "unknown input `exce`",
        "case.toml:4:12",
        "did you mean `exec`?",
    ]);
}

#[test]
fn a_callin_that_the_adapter_does_not_know_is_named() {
    let ran = learn_with_adapter(&format!("read hello; echo '{}'; cat >/dev/null", READY.replace("play", "start")));
    ran.exits(2).complains(&["case.toml:", "has no input play", "the adapter offers load, start", "correct the names"]);
}

#[test]
fn an_unknown_learner_or_tester_is_answered_with_the_known_ones() {
    let (desk, system) = (Desk::new(), sim("AsyncTask"));
    let ran = desk.run(&["learn", &system, "--learner", "magic"]);
    ran.exits(2).complains(&["unknown learner `magic`", "lsharp, lstar, kv, ttt or adt"]);
    let known = "distinguisher-bound(B), state-bound(N), exact, or suites: w(K), wp(K), hsi(K)";
    let number = "give distinguisher-bound and state-bound a number, at least 1";
    for (tester, advice) in [("luck", known), ("state-bound(x)", number), ("distinguisher-bound", number)] {
        let ran = desk.run(&["learn", &system, "--tester", tester]);
        ran.exits(2).complains(&["unknown tester", tester, advice]);
    }
    let ran = desk.run(&["learn", &system, "--tester", "state-bound(10001)"]);
    ran.exits(2).complains(&["`state-bound(10001)` is too large", "use at most state-bound(10000)"]);
    desk.run(&["learn", &system, "--repeat", "2"]).exits(2).complains(&["odd number"]);
}

#[test]
fn an_adapter_that_cannot_be_started_is_named() {
    let desk = Desk::new();
    desk.write("case.toml", "[system]\ncommand = [\"no-such-program\"]\n[inputs]\ncallins = [\"a\"]\n");
    let ran = desk.run(&["learn", "case.toml"]);
    ran.exits(3).complains(&["did not start", "no-such-program", "check `command` and `directory`"]);
}

#[test]
fn an_adapter_that_exits_at_once_is_shown_with_its_last_lines() {
    let ran = learn_with_adapter("echo no such display >&2; exit 3");
    ran.exits(3).complains(&["the adapter exited", "status: 3", "no such display", "run its command by hand"]);
}

#[test]
fn an_adapter_that_prints_something_else_than_json_is_told_where_to_print() {
    let ran = learn_with_adapter("echo Hello, world; cat >/dev/null");
    ran.exits(3).complains(&["Hello, world", "print to standard error instead", "adapter-protocol.md"]);
}

#[test]
fn an_adapter_that_prints_in_the_middle_of_a_run_fails_the_run() {
    let ran = learn_with_adapter(&format!("read hello; echo '{READY}'; read run; echo Loading...; cat >/dev/null"));
    ran.exits(3).complains(&["Loading...", "asked for the word", "2 times in a row", "standard error"]);
}

#[test]
fn an_adapter_that_answers_a_callin_with_quiet_is_refused() {
    if !common::has("python3") {
        return;
    }
    let desk = desk_with_adapter("exec python3 adapter.py");
    let answers = "import json, sys\nsys.stdin.readline()\nprint(READY, flush=True)\nfor line in sys.stdin:\n\
                   \x20   run = json.loads(line)\n\
                   \x20   for index, plan in enumerate(run['plans']):\n\
                   \x20       steps = [{'input': name, 'output': 'quiet'} for name in plan['word']]\n\
                   \x20       answer = {'type': 'answer', 'id': run['id'], 'index': index, 'steps': steps}\n\
                   \x20       print(json.dumps(answer), flush=True)\n";
    desk.write("adapter.py", &answers.replace("READY", &format!("{READY:?}")));
    desk.run(&["try", "case.toml", "wait wait"]).exits(0).prints(&["  2  wait  quiet"]);
    for command in [&["try", "case.toml", "wait load"][..], &["learn", "case.toml", "-q"]] {
        let ran = desk.run(command).exits(3);
        ran.complains(&["the callin 'load' answered 'quiet', which only 'wait' may answer"]);
    }
}

#[test]
fn an_adapter_that_never_greets_is_given_up() {
    let desk = desk_with_adapter("sleep 600");
    desk.write("case.toml", &(desk.read("case.toml") + "start_deadline_ms = 200\n"));
    let ran = desk.run(&["learn", "case.toml"]);
    let ran = ran.exits(3).complains(&["did not answer within 200 ms of its start", "`ready`", "`start_deadline_ms`"]);
    assert!(!ran.stderr.contains("step_deadline_ms"), "no call can hang yet: {}", ran.stderr);
}

#[test]
fn an_adapter_that_never_answers_is_given_up() {
    let desk = desk_with_silent_adapter();
    let expected = ["did not answer within", "asked for the word", "2 times in a row", "`step_deadline_ms`"];
    desk.run(&["learn", "case.toml"]).exits(3).complains(&expected);
    assert!(desk.read("case.run/model.json").contains("\"finished\": false"), "the empty model says what it is");
    desk.run(&["try", "case.toml", "load play"]).exits(3).complains(&expected).complains(&["load play"]);
}

#[test]
fn an_adapter_that_never_answers_leaves_one_json_object() {
    let ran = desk_with_silent_adapter().run(&["learn", "case.toml", "--json"]).exits(3);
    assert!(ran.json()["verdict"].as_str().is_some_and(|verdict| verdict.contains("did not answer within")));
}

#[test]
fn an_adapter_of_another_protocol_version_is_refused() {
    for version in [2, 99] {
        let other = READY.replace("\"protocol\":3", &format!("\"protocol\":{version}"));
        let desk = desk_with_adapter(&format!("read hello; echo '{other}'; cat >/dev/null"));
        for command in ["learn", "doctor", "try"] {
            let word = (command == "try").then_some("load play");
            let ran = desk.run(&[command, "case.toml"].into_iter().chain(word).collect::<Vec<_>>());
            let speaks = format!("speaks version {version} of the protocol, but this typestar speaks version 3");
            ran.exits(3).complains(&[&speaks, "host library"]);
        }
    }
}

#[test]
fn an_adapter_with_an_older_host_library_is_refused_in_its_own_words() {
    let complaint =
        "typestar speaks protocol 3, but this host library speaks 2: use the library of your typestar version";
    let fatal = format!(r#"{{"type":"fatal","message":"{complaint}"}}"#);
    let desk = desk_with_adapter(&format!("read hello; echo '{fatal}'; exit 1"));
    desk.run(&["learn", "case.toml"]).exits(3).complains(&[complaint]);
}

#[test]
fn a_model_in_the_place_of_a_case_file_is_told_its_locator() {
    let (desk, model) = (Desk::new(), zoo("AsyncTask"));
    for command in [&["learn", &model][..], &["try", &model, "exec"], &["doctor", &model]] {
        desk.run(command).exits(2).complains(&[&format!("is a model, not a case file: did you mean sim:{model}?")]);
    }
}

#[test]
fn a_folder_in_the_place_of_a_file_is_told_what_to_name() {
    let desk = Desk::new();
    learn_into(&desk, "run", &[]).exits(0);
    std::fs::create_dir(desk.path("empty")).expect("a folder");
    for command in [&["learn", "run"][..], &["doctor", "run"], &["try", "run", "exec"], &["conform", "run", "run"]] {
        desk.run(command).exits(2).complains(&["run is a run folder, not a case file", "typestar show run"]);
    }
    desk.run(&["learn", "empty"]).exits(2).complains(&["empty is a folder, not a case file", "typestar init"]);
    desk.run(&["learn", "sim:run", "-o", "new"]).exits(2).complains(&["run is a folder", "run/model.json"]);
    desk.run(&["log", "run/journal.db"]).exits(2).complains(&["run/journal.db is a file: name its run folder"]);
}

#[test]
fn the_exact_tester_needs_a_machine() {
    let desk = desk_with_adapter(&format!("read hello; echo '{READY}'; cat >/dev/null"));
    let ran = desk.run(&["learn", "case.toml", "--tester", "exact"]);
    ran.exits(2).complains(&["`exact` needs a simulated system", "sim:FILE.dot"]);
}

#[test]
fn a_run_folder_that_cannot_be_written_is_refused() {
    let desk = Desk::new();
    desk.write("file", "not a folder");
    for folder in ["file", "file/run", "/proc/run"] {
        learn_into(&desk, folder, &[]).exits(2).complains(&["cannot use the run folder", folder, "-o DIR"]);
    }
    std::fs::create_dir_all(desk.path("blocked/journal.db")).expect("a folder in the place of the journal");
    for more in [&[][..], &["--fresh"]] {
        learn_into(&desk, "blocked", more).exits(2).complains(&["blocked/journal.db", "-o DIR"]);
    }
}

#[test]
fn a_run_folder_of_another_process_is_refused() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("run")).expect("a run folder");
    let lock = std::fs::File::create(desk.path("run/lock")).expect("a lock file");
    lock.lock().expect("the lock");
    learn_into(&desk, "run", &[])
        .exits(2)
        .complains(&["another typestar process is using the run folder run", "-o DIR"]);
    drop(lock);
    learn_into(&desk, "run", &[]).exits(0);
}

#[test]
fn a_damaged_journal_is_not_used_until_the_user_forgets_it() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("run")).expect("a run folder");
    desk.write("run/journal.db", &"garbage ".repeat(1000));
    for _ in 0..2 {
        let ran = learn_into(&desk, "run", &[]).exits(3);
        ran.complains(&["cannot use the journal", "not a database", "it was left unchanged", "--fresh"]);
    }
    let old = ["cannot read the journal run/journal.db: ", "not a database); "];
    desk.run(&["log", "run"]).exits(3).complains(&old);
    learn_into(&desk, "old", &[]).exits(0);
    std::fs::copy(desk.path("run/journal.db"), desk.path("old/journal.db")).expect("a damaged journal");
    let lost = ["note: old/journal.db: the journal is damaged (file is not a database): 0 of 287 entries can be read"];
    learn_into(&desk, "new", &["--from", "old"]).exits(0).complains(&lost);
    std::fs::remove_file(desk.path("old/journal.db-count")).expect("the number of its words");
    let refused = learn_into(&desk, "newer", &["--from", "old"]).exits(3);
    let refused = refused.complains(&["cannot read the journal old/journal.db: ", "not a database); ", "model.json"]);
    assert!(!refused.stderr.contains("--fresh"), "the old run is not to be forgotten: {}", refused.stderr);
    learn_into(&desk, "newer", &["--from", "old/model.json"]).exits(0);
    learn_into(&desk, "run", &["--fresh"]).exits(0);
    desk.run(&["log", "run"]).exits(0).prints(&["exec/ok"]);
}

#[test]
fn a_folder_that_is_no_run_says_what_is_missing() {
    let desk = Desk::new();
    std::fs::create_dir(desk.path("empty")).expect("a folder");
    desk.run(&["show", "empty"]).exits(2).complains(&["has no model yet", "typestar learn"]);
    desk.run(&["log", "empty"]).exits(2).complains(&["is not a run folder", "journal.db"]);
}

#[test]
fn a_time_that_is_none_is_answered_with_examples() {
    let desk = Desk::new();
    for time in ["5min", "1.5h", "soon"] {
        let ran = desk.run(&["learn", &sim("AsyncTask"), "--max-time", time]).exits(2);
        ran.complains(&["--max-time <TIME>", "90s, 5m, 2h"]);
    }
    learn_into(&desk, "run", &["--max-time", "0s"]).exits(4);
    learn_into(&desk, "run", &["--max-time", "5m"]).exits(0);
}

#[test]
fn a_misspelt_section_is_told_first_and_alone() {
    let desk = Desk::new();
    desk.write("case.toml", "[sytem]\ncommand = [\"true\"]\n[inputs]\ncallins = [\"a\"]\n");
    let ran = desk.run(&["learn", "case.toml"]).exits(2);
    assert!(ran.stderr.starts_with("error: unknown key `sytem` in the case file"), "{}", ran.stderr);
    assert_eq!(ran.stderr.matches("error").count(), 1, "{}", ran.stderr);
}

#[test]
fn wrong_usage_has_exit_code_2() {
    let desk = Desk::new();
    desk.run(&[]).exits(2).complains(&["Usage"]);
    desk.run(&["lern"]).exits(2).complains(&["lern", "learn"]);
    desk.run(&["show", &repository("zoo/AsyncTask.dot"), "--format", "pdf"]).exits(2).complains(&["pdf", "svg"]);
    let ran = learn_into(&desk, "run", &["--fresh", "--keep-answers"]);
    ran.exits(2).complains(&["--fresh", "--keep-answers", "cannot be used with"]);
}

#[test]
fn a_set_up_that_fails_stops_before_learning_and_a_tear_down_always_runs() {
    let desk = desk_with_adapter("echo no such display >&2; exit 3");
    let hooks = "set_up = [\"touch\", \"up\"]\ntear_down = [\"touch\", \"down\"]\n[inputs]";
    desk.write("case.toml", &desk.read("case.toml").replace("[inputs]", hooks));
    desk.run(&["learn", "case.toml"]).exits(3).complains(&["no such display"]);
    assert!(desk.path("up").exists() && desk.path("down").exists(), "what was set up is torn down after a failure");
    desk.write("case.toml", &desk.read("case.toml").replace("[\"touch\", \"up\"]", "[\"false\"]"));
    desk.run(&["learn", "case.toml"]).exits(3).complains(&["the set_up command `false` ended with"]);
}
