//! A JavaScript class on a virtual clock is learned without waiting, however long its timers are.

use crate::common::{Desk, has};
use serde_json::Value;

/// What the example's adapter ends with, and what tells how often it has waited in real time.
const END: &str = "  destroy: (player) => player.stop(),\n";
const TELL: &str = r#"
  tearDown: () => require("node:fs").appendFileSync(`${__dirname}/waits`, `${require("./typestar_adapter.js").realWaits()} `),
"#;

/// Writes the example with another delay in its class, and learns it: what the command says, and the model.
fn learn_with_delay(desk: &Desk, folder: &str, milliseconds: &str) -> (Value, String) {
    desk.run(&["init", "--lang", "javascript", folder]).exits(0);
    let file = format!("{folder}/player.js");
    let player = desk.read(&file);
    assert_eq!((player.matches("(), 30)").count(), player.matches(END).count()), (2, 1), "{player}");
    let player = player.replace("(), 30)", &format!("(), {milliseconds})")).replace(END, &format!("{END}{TELL}"));
    desk.write(&file, &player);
    let summary = desk.run(&["learn", &format!("{folder}/player.toml"), "-o", &format!("{folder}.run"), "--json"]);
    (summary.exits(0).json(), desk.read(&format!("{folder}.run/model.json")))
}

#[test]
fn the_length_of_timers_changes_neither_the_model_nor_the_time_that_is_waited() {
    if !has("node") {
        return;
    }
    let desk = Desk::new();
    let (fast, model) = learn_with_delay(&desk, "fast", "10");
    let (slow, same) = learn_with_delay(&desk, "slow", "10_000");
    assert_eq!(model, same);
    assert_eq!(fast["states"], 5);
    for count in ["learning", "testing"] {
        assert_eq!(fast[count], slow[count], "{count}");
    }
    for folder in ["fast", "slow"] {
        assert_eq!(desk.read(&format!("{folder}/waits")), "0 ", "real waits of the one adapter");
    }
}

#[test]
fn a_wait_of_an_hour_takes_no_time() {
    if !has("node") {
        return;
    }
    let desk = Desk::new();
    desk.run(&["init", "--lang", "javascript"]).exits(0);
    let player = desk.read("player.js").replace("(), 30)", "(), 3_600_000)");
    desk.write("player.js", &player);
    let tried = desk.run(&["try", "player.toml", "load wait play wait wait", "--json"]).exits(0).json();
    let steps = tried["steps"].as_array().expect("steps");
    let outputs: Vec<&Value> = steps.iter().map(|step| &step["output"]).collect();
    assert_eq!(outputs, ["ok", "onLoaded", "ok", "onFinished", "quiet"]);
}
