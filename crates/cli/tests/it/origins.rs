//! Whose code made an output, as a user of the command sees it: of an adapter that tells it, and of Android classes.

#![cfg(unix)]

use crate::common::{Desk, android_desk, has, repository, wait_until};
use serde_json::{Value, json};

/// A timer. Its argument says who makes `onFinish`; errors are the framework's. Without one nobody tells anything. While
/// there is a file `hold`, it stops after some words and says so in a file.
const ADAPTER: &str = r#"
import json, os, sys, time

KIND = sys.argv[1] if len(sys.argv) > 1 else None

def told(output, kind, place):
    return {"output": output, "origin": {"kind": kind, "place": place}} if KIND else {"output": output}

def step(name, state):
    if name == "start" and state == "idle":
        return {"output": "ok"}, "running"
    if name == "wait" and state == "running":
        return told("onFinish", KIND, "Timer$1.run"), "idle"
    if name == "wait":
        return {"output": "quiet"}, state
    return told("error", "framework", "Timer.start"), state

def execute(plan):
    nodes, index, steps, state = plan.get("nodes", [plan]), 0, [], "idle"
    while index is not None:
        node, output = nodes[index], None
        only = dict(node.get("only", []))
        for place, name in enumerate(node["word"]):
            answer, state = step(name, state)
            output = answer["output"]
            steps.append({"input": name, **answer})
            if output == "error" or only.get(place, output) != output:
                return steps
        index = dict(node.get("then", [])).get(output, node.get("otherwise"))
    return steps

def send(message):
    print(json.dumps(message), flush=True)

def hold(parent):
    open("held", "w").close()
    while os.getppid() == parent:
        time.sleep(0.02)
    sys.exit(1)

sys.stdin.readline()
send({"type": "ready", "protocol": 3, "name": "timer", "version": "1", "inputs": ["start"]})
parent, words = os.getppid(), 0
for line in sys.stdin:
    request = json.loads(line)
    for index, plan in enumerate(request["plans"]):
        words += 1
        if words > 5 and os.path.exists("hold"):
            hold(parent)
        send({"type": "answer", "id": request["id"], "index": index, "steps": execute(plan)})
"#;

/// A desk with cases of the timer; none where there is no Python.
fn desk() -> Option<Desk> {
    if !has("python3") {
        return None;
    }
    let desk = Desk::new();
    desk.write("timer.py", ADAPTER);
    for (name, argument) in [("silent", ""), ("real", ", \"framework\""), ("shadow", ", \"imitation\"")] {
        let text = format!(
            "[system]\ncommand = [\"python3\", \"timer.py\"{argument}]\n[inputs]\ncallins = [\"start\"]\n\
             [learning]\nchallenge = \"none\"\n"
        );
        desk.write(&format!("{name}.toml"), &text);
    }
    Some(desk)
}

/// Learns one of the cases; the summary.
fn learned(desk: &Desk, name: &str) -> Value {
    desk.run(&["learn", &format!("{name}.toml"), "--json"]).exits(0).json()
}

#[test]
fn the_doctor_tells_who_makes_each_output_and_warns_of_a_stand_in() {
    let Some(desk) = desk() else { return };
    let real = desk.run(&["doctor", "real.toml"]).exits(0);
    let origins = "error: Timer.start (framework); onFinish: Timer$1.run (framework)";
    real.prints(&[&format!("ok    origins: no stand-in decides an output: {origins}\n")]);
    let shadow = desk.run(&["doctor", "shadow.toml"]).exits(0);
    shadow.prints(&["warn  origins: imitation: onFinish by Timer$1.run\n", "not the real class"]);
    let silent = desk.run(&["doctor", "silent.toml"]).exits(0);
    assert!(!silent.stdout.contains("origins"), "{}", silent.stdout);
}

#[test]
fn a_model_decided_by_a_stand_in_is_marked_wherever_it_is_shown() {
    let Some(desk) = desk() else { return };
    let mark = "imitation: a stand-in for the real code made onFinish";
    let shadow = desk.run(&["learn", "shadow.toml"]).exits(0);
    shadow.prints(&["2 states and the error sink, 2 inputs, imitation\n", mark, "onFinish: Timer$1.run (imitation)"]);
    desk.run(&["show", "shadow.run"]).exits(0).prints(&[mark, "error: Timer.start (framework)"]);
    let report = desk.read("shadow.run/report.html");
    assert!(report.contains("<h1>shadow <mark>imitation</mark></h1>"));
    assert!(
        report.contains("<tr><td>onFinish</td><td><code>Timer$1.run</code></td><td><mark>imitation</mark></td></tr>")
    );
    let model: Value = serde_json::from_str(&desk.read("shadow.run/model.json")).expect("a model");
    let outputs = model["outputs"].as_array().expect("outputs");
    let finish = outputs.iter().find(|output| output["name"] == "onFinish").expect("it came");
    assert_eq!(finish["origins"], json!([{"kind": "imitation", "place": "Timer$1.run"}]));
    desk.run(&["learn", "real.toml"]).exits(0).prints(&["onFinish: Timer$1.run (framework)"]);
    let compared = desk.run(&["compare", "real.run", "shadow.run"]).exits(0);
    compared.prints(&["same behaviour", &format!("  shadow.run: {mark}\n")]);
    let compared = desk.run(&["compare", "real.run", "shadow.run", "--json"]).exits(0).json();
    assert_eq!(compared["imitation"], json!(["shadow.run"]));
}

#[test]
fn real_code_and_systems_that_tell_nothing_are_not_marked() {
    let Some(desk) = desk() else { return };
    let real = learned(&desk, "real");
    assert_eq!(real["imitation"], false);
    assert_eq!(real["origins"]["onFinish"], json!([{"kind": "framework", "place": "Timer$1.run"}]));
    assert!(desk.read("real.run/report.html").contains("<h1>real</h1>"));
    let silent = learned(&desk, "silent");
    assert_eq!((&silent["imitation"], &silent["origins"]), (&Value::Null, &Value::Null));
    assert!(!desk.read("silent.run/report.html").contains("Origins"));
    assert!(!desk.read("silent.run/model.json").contains("origin"));
    let compared = desk.run(&["compare", "real.run", "silent.run", "--json"]).exits(0).json();
    assert_eq!((&compared["same"], &compared["imitation"]), (&Value::Bool(true), &Value::Null));
}

#[test]
fn origins_cost_no_word_and_survive_a_kill() {
    let Some(desk) = desk() else { return };
    let whole = learned(&desk, "shadow");
    let silent = learned(&desk, "silent");
    assert_eq!((&whole["learning"], &whole["testing"]), (&silent["learning"], &silent["testing"]));
    desk.write("hold", "");
    let running = desk.start(&["learn", "shadow.toml", "-o", "killed.run"]);
    wait_until("the adapter holds", || desk.path("held").exists());
    running.kill();
    std::fs::remove_file(desk.path("hold")).expect("it is there");
    let mut continued = desk.run(&["learn", "shadow.toml", "-o", "killed.run", "--json"]).exits(0).json();
    assert!(continued["replayed"].as_u64() > Some(0), "{continued}");
    assert_eq!((&continued["verdict"], &continued["origins"]), (&whole["verdict"], &whole["origins"]));
    continued = desk.run(&["learn", "shadow.toml", "-o", "killed.run", "--json"]).exits(0).json();
    assert_eq!(continued["origins"], whole["origins"], "the journal alone tells it");
    assert_eq!(desk.read("killed.run/model.json"), desk.read("shadow.run/model.json"));
}

#[test]
fn a_tried_word_tells_the_origin_of_its_steps() {
    let Some(desk) = desk() else { return };
    desk.run(&["try", "shadow.toml", "start wait"]).exits(0).prints(&["onFinish  from Timer$1.run (imitation)"]);
    let tried = desk.run(&["try", "real.toml", "start start", "--json"]).exits(0).json();
    assert_eq!(tried["steps"][0]["origin"], Value::Null, "an ok says nothing of it");
    assert_eq!(tried["steps"][1]["origin"], json!({"kind": "framework", "place": "Timer.start"}));
}

/// The origin of the last step of a word, of an Android class.
fn last_origin(desk: &Desk, case: &str, word: &str) -> Value {
    let tried = desk.run(&["try", &repository(&format!("cases/android/{case}.toml")), word, "--json"]).exits(0).json();
    tried["steps"].as_array().and_then(|steps| steps.last()).expect("a step")["origin"].clone()
}

fn origin(kind: &str, place: &str) -> Value {
    json!({"kind": kind, "place": place})
}

#[test]
fn android_callbacks_and_errors_come_from_the_framework_or_the_library() {
    let Some(desk) = android_desk(34) else { return };
    let framework = |place| origin("framework", place);
    let finish = last_origin(&desk, "count_down_timer/case", "start wait");
    assert_eq!(finish, framework("CountDownTimer$1.handleMessage"));
    assert_eq!(last_origin(&desk, "async_task/case", "exec exec"), framework("AsyncTask.executeOnExecutor"));
    let completed = last_origin(&desk, "ok_http_call/case", "buildValid enqueue wait");
    assert_eq!(completed, origin("library", "RealCall$AsyncCall.execute"));
    let refused = last_origin(&desk, "ok_http_call/case", "buildValid enqueue enqueue");
    assert_eq!(refused, origin("library", "RealCall.enqueue"));
    let failed = last_origin(&desk, "ok_http_call/case", "buildValid cancel enqueue");
    assert_eq!(failed, origin("library", "RealCall$AsyncCall.execute"), "the driver hands on a callback");
    let forgotten = last_origin(&desk, "ok_http_call/case", "enqueue");
    assert_eq!(forgotten, origin("driver", "OkHttpCallDriver.send"), "there is no call to enqueue");
}

#[test]
fn what_a_scripted_kernel_lets_the_framework_deliver_is_scripted() {
    let Some(desk) = android_desk(34) else { return };
    let modified = last_origin(&desk, "file_observer/case", "modify wait");
    assert_eq!(modified, origin("scripted", "FileObserver$ObserverThread.onEvent"));
}

#[test]
fn the_media_player_is_said_to_be_an_imitation() {
    let Some(desk) = android_desk(34) else { return };
    let case = repository("cases/android/media_player/case.toml");
    desk.run(&["doctor", &case]).exits(0).prints(&["warn  origins: imitation: error by ShadowMediaPlayer."]);
    let completed = last_origin(&desk, "media_player/case", "setDataSource prepare start wait wait");
    assert_eq!(completed["kind"], "imitation");
}
