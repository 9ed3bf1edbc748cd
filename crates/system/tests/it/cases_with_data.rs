//! The cases with data answer as their comments say.

use crate::common::{has, repository, typed_plan};
use typestar_model::{ERROR, Outputs};
use typestar_query::{Case, Symbols, System};
use typestar_system::{Process, ProcessOptions};

/// Asks a case for a word and compares the outputs.
fn assert_answers(case: &str, word: &str, wanted: &str) {
    if !has("python3") {
        return;
    }
    let case = Case::load(&repository("cases").join(case).join("case.toml")).unwrap_or_else(|error| panic!("{error}"));
    let options = ProcessOptions::of_case(&case).expect("a command");
    let mut process = Process::start(options).unwrap_or_else(|error| panic!("{error}"));
    let (mut inputs, mut outputs) = (process.inputs().clone(), Outputs::default());
    let plan = typed_plan(&mut inputs, word);
    let finals = vec![outputs.intern(ERROR)];
    let symbols = Symbols { offered: inputs.len(), inputs, outputs, finals };
    let mut answers = Vec::new();
    process.run(&[plan], &symbols, &mut answers).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(process.outputs().show(&answers[0].outputs), wanted, "{word}");
}

#[test]
fn the_queue_gives_back_first_what_it_was_given_first() {
    assert_answers("fifo", "poll offer(7) offer(5) offer(7) poll poll poll", "null ok ok full poll(7) poll(5) null");
}

#[test]
fn the_priority_queue_gives_back_the_smallest_item_first() {
    let word = "offer(7.0) offer(5.5) offer(1.0) poll poll poll";
    assert_answers("priority_queue", word, "ok ok full poll(5.5) poll(7.0) null");
}

#[test]
fn only_the_registered_name_and_password_log_in() {
    let word = r#"login("a", "b") register("a", "b") register("c", "d") login("a", "a") login("a", "b") logout logout"#;
    assert_answers("login", word, "refused ok taken refused ok ok refused");
}

#[test]
fn the_receiver_takes_alternating_bits() {
    let word = "frame(1, 7) frame(0, 7) frame(0, 8) frame(2, 8) frame(1, 8) frame(0, 8)";
    assert_answers("alternating_bit", word, "repeated delivered(7) repeated damaged delivered(8) delivered(8)");
}

#[test]
fn at_most_two_frames_wait_to_be_acknowledged() {
    let word =
        "frame(5) frame(7) frame(6) frame(7) acknowledge(6) acknowledge(5) frame(7) acknowledge(6) acknowledge(7)";
    assert_answers("sliding_window", word, "ok dropped ok dropped unknown ok ok ok ok");
}

#[test]
fn the_handshake_acknowledges_both_numbers_plus_one() {
    let word = "syn(1) listen(50) syn(7) ack(8, 50) ack(8, 51) ack(8, 51)";
    assert_answers("tcp_handshake", word, "ignored ok syn_ack(50) reset established ignored");
}

#[test]
fn the_cash_machine_has_limits() {
    assert_answers("atm", "book(500.0) book(200.0) book(1200.0) book(1180.0)", "ok ok ok ok");
    for refused in ["book(199.0)", "book(481.0)", "book(500.0)", "book(1501.0)"] {
        assert_answers("atm", &format!("book(500.0) {refused} book(1.0)"), "ok error");
    }
}

#[test]
fn an_answer_is_late_after_five_seconds() {
    let word = "answer(1.0) send(10.0) send(11.0) answer(15.0) send(10.0) answer(15.5)";
    assert_answers("timeout", word, "unasked ok busy in_time ok late");
}

#[test]
fn each_number_is_the_sum_of_the_last_two() {
    assert_answers("fibonacci", "next(3) next(10) next(13) next(23)", "ok ok ok ok");
    assert_answers("fibonacci", "next(3) next(10) next(13) next(16)", "ok ok ok error");
}
