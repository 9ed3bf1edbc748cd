//! The doctor on machines whose truth is known, and on a real adapter.

use crate::common;
use std::path::PathBuf;

use typestar_model::read_model;
use typestar_query::{Case, Check, CheckKind, CheckOutcome, DoctorOptions, Task};
use typestar_system::{Process, ProcessOptions, Simulated};

fn zoo() -> Vec<PathBuf> {
    let files = std::fs::read_dir(common::repository("zoo")).expect("the zoo is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "dot"));
    paths.sort();
    paths
}

#[test]
fn nothing_fails_on_the_machines_of_the_zoo() {
    assert!(zoo().len() >= 16);
    for path in zoo() {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        let machine = read_model(&text, "machine.dot").expect("a machine").machine;
        let mut case = Case::of_model(&path);
        case.outputs.errors = vec!["error".to_owned()];
        let mut system = Simulated::new("machine", &machine, &case.outputs.errors);
        let examination =
            Task::Machine.examine(&case, &mut system, &DoctorOptions::default(), &mut |_| {}).expect("answers");
        let failed = |check: &&Check| check.outcome == CheckOutcome::Failed;
        assert_eq!(examination.checks.iter().find(failed), None, "{}", path.display());
    }
}

/// A class with a timer of its own, and so in real time: its callback comes after 20 ms, far within the quiescence time.
const TIMED: &str = r#"
import sys, threading
sys.path.insert(0, sys.argv[1])
from typestar_adapter import serve

class Bell:
    def __init__(self, emit):
        self.emit = emit
        self.timer = None

    def ring(self):
        if self.timer:
            raise RuntimeError("it rings already")
        self.timer = threading.Timer(0.02, self.emit, ["onRung"])
        self.timer.daemon = True
        self.timer.start()

serve(name="bell", create=Bell, inputs=["ring"], outputs=["onRung"])
"#;

#[test]
fn a_real_adapter_passes_and_its_delays_are_measured() {
    if !common::has("python3") {
        return;
    }
    let folder = tempfile::TempDir::new().expect("a folder");
    std::fs::write(folder.path().join("bell.py"), TIMED).expect("written");
    let library = common::repository("hosts/python").canonicalize().expect("the library");
    let text = format!(
        "[system]\ncommand = [\"python3\", \"bell.py\", \"{}\"]\n[inputs]\ncallins = [\"ring\"]\n\
         [outputs]\ncallbacks = [\"onRung\"]\n[timing]\nquiescence_ms = 400\n",
        library.display()
    );
    std::fs::write(folder.path().join("case.toml"), text).expect("written");
    let case = Case::load(&folder.path().join("case.toml")).unwrap_or_else(|error| panic!("{error}"));
    let options = DoctorOptions { max_words: 4, patience_ms: 0, ..DoctorOptions::default() };
    let mut process = Process::start(ProcessOptions::of_case(&case).expect("a command")).expect("it starts");
    let examination =
        Task::Machine.examine(&case, &mut process, &options, &mut |_| {}).unwrap_or_else(|error| panic!("{error}"));
    // Whether the quiescence time is far enough from the delays depends on how busy the machine is.
    let differs = |check: &&Check| check.outcome != CheckOutcome::Passed && check.kind != CheckKind::CallbackDelays;
    assert_eq!(examination.checks.iter().find(differs), None);
    assert_ne!(examination.outcome(), CheckOutcome::Failed, "{examination:?}");
    // The timer cannot come earlier, and thrice its delay is suggested.
    assert!(examination.suggested_quiescence_ms >= Some(60), "{examination:?}");
}
