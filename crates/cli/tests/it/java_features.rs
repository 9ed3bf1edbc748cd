//! What is known of arguments beyond their fields: whose they are, what is in them, what they answer, of which class they
//! are. The guards of such classes do not depend on the seed.

#![cfg(unix)]

use std::process::Command;

use crate::common::{Desk, has, repository};
use typestar_model::guarded::{Guard, read_guarded_json};

/// Kept from test to test, so that the host is compiled once; never the cache of the user.
const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// A desk with a class whose source is beside this test.
fn compiled(class: &str) -> Option<Desk> {
    if !has("java") || !has("javac") {
        return None;
    }
    let desk = Desk::new().with("TYPESTAR_CACHE", CACHE);
    let source = repository(&format!("crates/cli/tests/java/{class}.java"));
    let status = Command::new("javac").args(["-d", ".", &source]).current_dir(desk.path("")).status();
    assert!(status.expect("javac starts").success());
    Some(desk)
}

/// Learns a class with two seeds: the guards of its methods that say something.
fn guards(class: &str) -> Option<Vec<String>> {
    let desk = compiled(class)?;
    let learned = ["1", "2"].map(|seed| {
        let system = format!("java:{class}");
        let learn = ["learn", &system, "--classpath", ".", "--output", seed, "--seed", seed];
        desk.run(&[&learn[..], &["--quiet", "--guard-tests", "200"]].concat()).exits(0);
        let model = read_guarded_json(&desk.read(&format!("{seed}/model.json"))).expect("a guarded model");
        let said = model.rules.iter().filter(|rule| rule.guard != Guard::ALWAYS);
        said.map(|rule| format!("{}: {}", model.methods[rule.method].name, rule.guard)).collect::<Vec<_>>()
    });
    let [one, other] = learned;
    assert_eq!(one, other, "the seed matters");
    Some(one)
}

#[test]
fn a_guard_says_whose_an_argument_is() {
    let Some(told) = guards("Keys") else { return };
    assert_eq!(told, ["follow: arg1 != this", "open: arg1 != null && arg1.ring == this", "redeem: arg1 == current"]);
}

#[test]
fn a_guard_says_which_constant_and_which_element() {
    let Some(told) = guards("Modes") else { return };
    assert_eq!(told, ["fire: switches[1]", "shout: level == \"HIGH\"", "turn: lock == \"UNLOCKED\""]);
}

#[test]
fn a_guard_says_what_is_in_an_argument_and_that_it_is_in_a_field() {
    let Some(told) = guards("Groups") else { return };
    let wanted = [
        "choose: arg1 != null && !arg1.hasEqual",
        "register: !(arg1 in ids)",
        "weigh: arg1 != null && !arg1.hasNullValue",
    ];
    for guard in wanted {
        assert!(told.contains(&guard.to_owned()), "no {guard} in {told:#?}");
    }
}

#[test]
fn a_guard_says_what_an_argument_answers() {
    let Some(told) = guards("Answers") else { return };
    for guard in ["read: arg1 != null && arg1.answer <= 37", "use: arg1 != null && arg1.isOn && arg1.level <= 12"] {
        assert!(told.contains(&guard.to_owned()), "no {guard} in {told:#?}");
    }
}

#[test]
fn a_guard_says_of_which_class_an_argument_is() {
    let Some(told) = guards("Figures") else { return };
    let wanted =
        ["add: arg1 != null && (arg1.radius >= 1 || arg1.height == arg1.width)", "roll: arg1.class == \"Circle\""];
    assert_eq!(told, wanted);
}

#[test]
fn parts_of_an_argument_may_be_missing_and_so_may_theirs() {
    let Some(told) = guards("Depot") else { return };
    let store = "store: arg1.lid != null && arg1.lid.colour != null && arg1.height <= 12";
    assert_eq!(told, ["mark: arg1 != null && arg1.text != null", store]);
}

#[test]
fn another_object_of_the_class_may_be_closed_or_have_something_in_it() {
    let Some(told) = guards("Ledger") else { return };
    let wanted = [
        "add: !isClosed && arg1 >= 1",
        "compare: arg1.sum >= 1",
        "take: arg1 != null && !arg1.isClosed",
        "copyOf(Ledger): arg1 != null && !arg1.isClosed",
    ];
    assert_eq!(told, wanted);
}

#[test]
fn what_the_jdk_has_may_be_terminated_closed_or_a_part_of_an_array() {
    let Some(told) = guards("Sieve") else { return };
    let wanted = [
        "follow: arg1 != null && arg1.state >= 0",
        "open: arg1 != null && arg1.str != null",
        "skim: arg1 != null && arg1.mark >= 0 && arg1.count - arg1.pos >= 1",
    ];
    assert_eq!(told, wanted);
}

/// A thread that computes cannot be left behind, so each such call would cost a deadline and a process.
#[test]
fn a_call_that_asks_an_argument_without_end_is_broken_off_and_no_example() {
    let Some(desk) = compiled("Tap") else { return };
    let tap = ["java:Tap", "--classpath", "."];
    let word = r#"fill drain("@new java.util.function.IntSupplier -> 1")"#;
    desk.run(&[&["try"], &tap[..], &[word]].concat()).prints(&["asks an argument without end"]);
    let learned = desk.run(&[&["learn"], &tap[..], &["--quiet", "--guard-tests", "200"]].concat()).exits(0);
    learned.prints(&["level >= 1", "arg1.answer <= ", "limits of the machine", "IntSupplier -> 1\"): time"]);
}
