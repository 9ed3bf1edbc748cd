//! Virtual time as a user of the command sees it: an egg timer that rings after ten seconds, which nobody waits for.

use crate::common::{Desk, example};
use serde_json::Value;

const CASE: &str = r#"
[system]
command = ["ADAPTER"]
[inputs]
callins = ["start", "stop"]
[learning]
challenge = "none"
"#;

/// A desk with the case of the egg timer and these lines about time.
fn desk(timing: &str) -> Desk {
    let desk = Desk::new();
    desk.write("egg.toml", &format!("{}[timing]\n{timing}\n", CASE.replace("ADAPTER", &example("egg_timer_adapter"))));
    desk
}

fn verdict(desk: &Desk, arguments: &[&str]) -> String {
    let ran = desk.run(&[&["learn", "egg.toml", "--json"], arguments].concat()).exits(0);
    ran.json()["verdict"].as_str().expect("a text").to_owned()
}

#[test]
fn with_a_virtual_clock_quiescence_is_exact_also_when_a_run_is_continued() {
    let desk = desk("");
    let first = verdict(&desk, &["--max-words", "100000"]);
    assert!(first.ends_with("; quiescence is exact"), "{first}");
    assert_eq!(verdict(&desk, &[]), first);
    // Idle, running, and it has rung.
    desk.run(&["show", "egg.run"]).exits(0).prints(&["onRing  → start+onRing"]);
    let ran = desk.run(&["learn", "egg.toml"]).exits(0);
    ran.prints(&["quiescence is exact"]);
    assert!(desk.read("egg.run/report.html").contains("quiescence is exact"));
}

#[test]
fn waits_that_end_at_the_horizon_are_counted_in_the_verdict() {
    let desk = desk("horizon_ms = 1000");
    let first = verdict(&desk, &[]);
    let (_, waits) = first.split_once("quiescence is not exact: ").expect(&first);
    assert!(waits.ends_with(" waits ended at the horizon of 1000 ms or 1000 calls"), "{first}");
    assert_eq!(verdict(&desk, &[]), first, "the journal remembers it");
    desk.run(&["try", "egg.toml", "start wait wait"]).exits(0).prints(&["quiet  (at the horizon)"]);
    let ran = desk.run(&["try", "egg.toml", "wait start wait", "--json"]).exits(0);
    let silences: Vec<Value> =
        ran.json()["steps"].as_array().expect("steps").iter().map(|step| step["silence"].clone()).collect();
    assert_eq!(silences, [Value::Null, Value::Null, "horizon".into()]);
    let ran = desk.run(&["doctor", "egg.toml"]).exits(0);
    ran.prints(&["warn  callback delays: the clock is virtual; quiescence is not exact", "raise [timing] horizon_ms"]);
}

#[test]
fn a_suite_says_how_exact_quiescence_was() {
    let desk = desk("");
    verdict(&desk, &[]);
    desk.run(&["conform", "egg.run", "egg.toml"]).exits(0).prints(&["; quiescence is exact"]);
    desk.write("far.toml", &desk.read("egg.toml").replace("[timing]", "[timing]\nhorizon_ms = 10000"));
    desk.run(&["conform", "egg.run", "far.toml"]).exits(0).prints(&["; quiescence is exact"]);
    desk.write("near.toml", &desk.read("egg.toml").replace("[timing]", "[timing]\nhorizon_ms = 9999"));
    desk.run(&["conform", "egg.run", "near.toml"]).exits(1).prints(&["does not do what the model expects"]);
}

#[test]
fn the_doctor_measures_nothing_with_a_virtual_clock() {
    let ran = desk("").run(&["doctor", "egg.toml"]).exits(0);
    assert!(!ran.stdout.contains("suggested"), "{}", ran.stdout);
    ran.prints(&["ok    callback delays: the clock is virtual; quiescence is exact"]);
}

#[test]
fn real_time_can_be_asked_for_and_is_another_system() {
    let desk = desk("quiescence_ms = 2");
    // With two milliseconds of patience, ten seconds are for ever.
    let real = verdict(&desk, &["--clock", "real", "-o", "real.run"]);
    assert!(!real.contains("quiescence"), "{real}");
    verdict(&desk, &[]);
    desk.run(&["learn", "egg.toml", "--clock", "real"]).exits(2).complains(&["this changed: adapter clock"]);
    desk.run(&["try", "egg.toml", "start wait", "--clock", "real"]).exits(0).prints(&["quiet"]);
    desk.run(&["try", "egg.toml", "start wait"]).exits(0).prints(&["onRing"]);
    desk.write("real.toml", &desk.read("egg.toml").replace("[timing]", "[timing]\nclock = \"real\""));
    desk.run(&["try", "real.toml", "start wait"]).exits(0).prints(&["quiet"]);
    desk.run(&["try", "real.toml", "start wait", "--clock", "virtual"]).exits(0).prints(&["onRing"]);
}

#[test]
fn clocks_that_do_not_exist_are_refused() {
    let desk = desk("clock = \"sundial\"");
    desk.run(&["learn", "egg.toml"]).exits(2).complains(&["unknown clock `sundial`", "egg.toml:9", "\"virtual\""]);
    desk.run(&["learn", "egg.toml", "--clock", "sundial"]).exits(2).complains(&["unknown clock `sundial`"]);
}
