//! Every host library replays the same transcripts: the Python one, the JavaScript one, the Java one, and the Rust one.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use crate::common::store::Store;
use crate::common::ticker::Ticker;
use crate::common::toy::Toy;
use crate::common::values::Values;
use crate::common::{has, repository};
use serde_json::{Value, json};
use typestar_protocol::{Clock, Component};

/// A host that was started for one transcript: its language, what to write to, what to read from, how it ended.
struct Host {
    language: &'static str,
    input: Option<Box<dyn Write>>,
    output: Box<dyn BufRead>,
    end: Box<dyn FnOnce() -> i64>,
}

fn transcripts() -> Vec<PathBuf> {
    let folder = std::fs::read_dir(repository("hosts/transcripts")).expect("the transcripts");
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "jsonl"));
    files.sort();
    assert!(files.len() >= 15, "transcripts are missing");
    files
}

/// What only real time can show: under a virtual clock no callback is late.
const REAL_ONLY: [&str; 3] = ["late_after_a_word", "late_and_treated", "late_inside_a_word"];

/// A transcript, and the clock under which it is replayed.
struct Transcript {
    place: String,
    lines: Vec<Value>,
    clock: Clock,
}

impl Transcript {
    /// A transcript under each clock that it is for: both, unless it names one, or is about real time.
    fn read(file: &Path) -> Vec<Self> {
        let text = std::fs::read_to_string(file).expect("a transcript");
        let (place, name) = (file.display().to_string(), file.file_stem().expect("a name").to_string_lossy());
        let read = |(number, line)| {
            serde_json::from_str(line).unwrap_or_else(|error| panic!("{place} line {}: {error}", number + 1))
        };
        let lines: Vec<Value> = text.lines().enumerate().map(read).collect();
        let named = lines.iter().find_map(|line| line["send"]["settings"]["clock"].as_str());
        let clocks = match named {
            Some(clock) => vec![clock.parse().expect("a clock")],
            None if REAL_ONLY.contains(&&*name) => vec![Clock::Real],
            None => vec![Clock::Real, Clock::Virtual],
        };
        let under = |clock| Self { place: format!("{place}, {clock} clock,"), lines: lines.clone(), clock };
        clocks.into_iter().map(under).collect()
    }

    /// The toy that it talks with.
    fn toy(&self) -> &str {
        self.lines[0]["toy"].as_str().unwrap_or("toy")
    }
}

/// So many transcripts are replayed at a time: more processes that start at once would disturb those that measure time.
const AT_A_TIME: usize = 4;

/// Replays all transcripts.
fn replay_all(start: fn(&str) -> Host) {
    let left = Mutex::new(transcripts().into_iter().flat_map(|file| Transcript::read(&file)));
    let next = || left.lock().expect("nobody panics while taking one").next();
    std::thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            scope.spawn(|| std::iter::from_fn(next).for_each(|transcript| replay(&transcript, start)));
        }
    });
}

fn replay(transcript: &Transcript, start: fn(&str) -> Host) {
    let mut host = start(transcript.toy());
    for (number, line) in transcript.lines.iter().enumerate() {
        let place = format!("{} line {}", transcript.place, number + 1);
        if let Some(request) = line.get("send") {
            let request = under_clock(request, transcript.clock);
            writeln!(host.input.as_mut().expect("the input is open"), "{request}").expect(&place);
        } else if let Some(expected) = line.get("expect") {
            expect(&mut host, &under_clock(expected, transcript.clock), &place);
        } else if let Some(pause) = line.get("pause_ms") {
            std::thread::sleep(Duration::from_millis(pause.as_u64().expect(&place)));
        } else if let Some(status) = line.get("end") {
            host.input = None;
            let mut rest = String::new();
            host.output.read_to_string(&mut rest).expect(&place);
            assert_eq!(rest, "", "{place}: more was sent");
            return assert_eq!((host.end)(), status.as_i64().expect(&place), "{place}");
        } else {
            assert!(line.get("comment").or(line.get("toy")).is_some(), "{place}: an unknown kind of line");
        }
    }
    panic!("{}: no end", transcript.place);
}

/// A message of the transcript under this clock, which typestar asks for and the host declares.
fn under_clock(message: &Value, clock: Clock) -> Value {
    let mut message = message.clone();
    match message["type"].as_str() {
        Some("hello") => message["settings"]["clock"] = json!(clock),
        Some("ready") if clock.is_virtual() => message["clock"] = json!(clock),
        _ => {}
    }
    message
}

/// What is expected of a host in one language: outputs may differ between them.
fn in_language(expected: &Value, language: &str) -> Value {
    let mut expected = expected.clone();
    for step in expected.get_mut("steps").and_then(Value::as_array_mut).into_iter().flatten() {
        for key in ["output", "reason"] {
            if let Some(own) = step[key].get(language) {
                step[key] = own.clone();
            }
        }
    }
    expected
}

fn expect(host: &mut Host, expected: &Value, place: &str) {
    let expected = &in_language(expected, host.language);
    let mut line = String::new();
    host.output.read_line(&mut line).expect(place);
    let mut reply: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{place}: {error}: {line}"));
    if reply["clock"] == "real" {
        reply.as_object_mut().expect("a message").remove("clock");
    }
    // JavaScript has fewer integers than 64 bits.
    if host.language == "javascript" && reply["type"] == "ready" {
        let integers = reply.as_object_mut().expect("a message").remove("integers");
        assert_eq!(
            integers,
            Some(json!({"min": -9_007_199_254_740_991_i64, "max": 9_007_199_254_740_991_i64})),
            "{place}"
        );
    }
    let parts = reply.as_object_mut().into_iter().flatten();
    let steps = parts.flat_map(|(name, part)| match name.as_str() {
        "steps" => part.as_array_mut().into_iter().flatten().collect(),
        "step" => vec![part],
        _ => Vec::new(),
    });
    for step in steps {
        let time = step.as_object_mut().and_then(|step| step.remove("ms"));
        assert!(time.is_some_and(|time| time.as_f64() >= Some(0.0)), "{place}: a step without its time: {line}");
    }
    if let (Some(wanted), Some(got)) = (expected["message"].as_str(), reply["message"].as_str()) {
        assert!(got.contains(wanted), "{place}: {got}");
        reply["message"] = wanted.into();
    }
    assert_eq!(&reply, expected, "{place}");
}

fn start_process(language: &'static str, interpreter: &str, toy: &str) -> Host {
    let mut command = Command::new(interpreter);
    command.arg(repository("hosts/transcripts/toys").join(toy));
    start_command(language, command)
}

/// A toy in Java. Its class is called like the toy, with a capital.
fn start_java(toy: &str) -> Host {
    static CLASSES: OnceLock<PathBuf> = OnceLock::new();
    let mut command = Command::new("java");
    command
        .args(["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp"])
        .arg(CLASSES.get_or_init(compiled_java))
        .arg(toy[..1].to_uppercase() + &toy[1..]);
    start_command("java", command)
}

/// The toys in Java and their host library.
fn compiled_java() -> PathBuf {
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join("java");
    let folders = ["hosts/java/src/typestar", "hosts/transcripts/toys", "hosts/transcripts/toys/shop"];
    let files = folders.iter().flat_map(|folder| std::fs::read_dir(repository(folder)).expect("sources"));
    let sources = files.map(|file| file.expect("an entry").path());
    let sources = sources.filter(|file| file.extension().is_some_and(|extension| extension == "java"));
    let mut compiler = Command::new("javac");
    compiler.args(["--release", "11", "-encoding", "UTF-8", "-d"]).arg(&classes).args(sources);
    assert!(compiler.status().expect("javac starts").success(), "the Java host does not compile");
    classes
}

fn has_java() -> bool {
    has("java") && has("javac")
}

fn start_command(language: &'static str, mut command: Command) -> Host {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child: Child = command.spawn().expect("it starts");
    let input = child.stdin.take().map(|stdin| Box::new(stdin) as Box<dyn Write>);
    let output = Box::new(BufReader::new(child.stdout.take().expect("was piped")));
    let end = move || i64::from(child.wait().expect("it ends").code().expect("it exits by itself"));
    Host { language, input, output, end: Box::new(end) }
}

fn start_rust(toy: &str) -> Host {
    match toy {
        "toy" => serve_rust(toy, Toy::default()),
        "ticker" => serve_rust(toy, Ticker::default()),
        "store" => serve_rust(toy, Store::default()),
        _ => serve_rust(toy, Values::default()),
    }
}

fn serve_rust(name: &str, component: impl Component + 'static) -> Host {
    let name = name.to_owned();
    let (requests, input) = std::io::pipe().expect("a pipe");
    let (output, replies) = std::io::pipe().expect("a pipe");
    let serving = std::thread::spawn(move || {
        typestar_protocol::serve(&name, "1", component, BufReader::new(requests), replies).expect("it serves")
    });
    let end = move || i64::from(!serving.join().expect("it ends"));
    let (input, output) = (Some(Box::new(input) as Box<dyn Write>), Box::new(BufReader::new(output)));
    Host { language: "rust", input, output, end: Box::new(end) }
}

#[test]
fn the_python_host_follows_the_transcripts() {
    if has("python3") {
        replay_all(|toy| start_process("python", "python3", &format!("{toy}.py")));
    }
}

#[test]
fn the_javascript_host_follows_the_transcripts() {
    if has("node") {
        replay_all(|toy| start_process("javascript", "node", &format!("{toy}.js")));
    }
}

#[test]
fn the_java_host_follows_the_transcripts() {
    if has_java() {
        replay_all(start_java);
    }
}

#[test]
fn the_rust_host_follows_the_transcripts() {
    replay_all(start_rust);
}

/// Two plans of this many inputs: nodes that follow each other, and one word.
fn deep_plans(length: usize) -> [Value; 2] {
    let node = |index: usize| match index + 1 < length {
        true => json!({ "word": ["no"], "then": [["ok", index + 1]] }),
        false => json!({ "word": ["no"] }),
    };
    let nodes: Vec<Value> = (0..length).map(node).collect();
    [json!({ "nodes": nodes }), json!({ "word": vec!["no"; length] })]
}

/// Lets a host run plans that are far deeper than any reader of JSON would nest.
fn run_deep_plans(mut host: Host) {
    const LENGTH: usize = 20_000;
    let mut ask = |request: Value| -> Value {
        writeln!(host.input.as_mut().expect("the input is open"), "{request}").expect("it listens");
        let mut line = String::new();
        host.output.read_line(&mut line).expect("it answers");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{}: {error}: {line}", host.language))
    };
    ask(json!({ "type": "hello", "protocol": 3 }));
    for (id, plan) in deep_plans(LENGTH).into_iter().enumerate() {
        let answer = ask(json!({ "type": "run", "id": id, "plans": [plan] }));
        let steps = answer["steps"].as_array().unwrap_or_else(|| panic!("{}: {answer}", host.language));
        assert_eq!(steps.len(), LENGTH, "{}", host.language);
    }
    host.input = None;
    assert_eq!((host.end)(), 0);
}

#[test]
fn every_host_runs_deep_plans_and_long_words() {
    run_deep_plans(start_rust("values"));
    if has("python3") {
        run_deep_plans(start_process("python", "python3", "values.py"));
    }
    if has("node") {
        run_deep_plans(start_process("javascript", "node", "values.js"));
    }
    if has_java() {
        run_deep_plans(start_java("values"));
    }
}

#[test]
fn every_setting_is_covered_by_a_transcript() {
    let all: String = transcripts().iter().map(|file| std::fs::read_to_string(file).expect("a transcript")).collect();
    let settings = serde_json::to_value(typestar_protocol::Settings::default()).expect("settings");
    // Not every language can watch over calls; hosts.rs shows those that can.
    let watched = "step_deadline_ms";
    for (name, default) in settings.as_object().expect("an object").iter().filter(|(name, _)| *name != watched) {
        let changed = all.lines().any(|line| {
            let line: Value = serde_json::from_str(line).expect("JSON");
            let value = &line["send"]["settings"][name];
            !value.is_null() && value != default
        });
        assert!(changed, "no transcript sets {name}");
    }
}
