//! Rust systems with data in this process: closures from inputs with values to outputs with values.

use crate::common::talking::{Execution, case, learn};
use typestar_model::Value;
use typestar_query::Journal;

/// A closure that answers one execution.
fn answering(mut answer: impl FnMut(&str, &[i64]) -> String + 'static) -> Execution {
    Box::new(move |input, values| answer(input, &values.iter().map(number).collect::<Vec<_>>()))
}

fn number(value: &Value) -> i64 {
    if let Value::Integer(number) = value { *number } else { panic!("{value} is no integer") }
}

fn said(is_well: bool) -> String {
    if is_well { "ok" } else { "no" }.to_owned()
}

/// Checks what is learned of a system by `slct`: locations, registers, transitions, and the words that were executed.
fn check(data: &str, begin: fn() -> Execution, expected: [u64; 4]) {
    let case = case(data);
    let finished = learn(&case, Journal::in_memory(), begin);
    let size = finished.learned.size();
    assert!(finished.stop.is_none() && finished.summary.findings.is_empty(), "{:?}", finished.summary.findings);
    let size = [size.locations, size.registers, size.transitions].map(|count| count as u64);
    assert_eq!([size[0], size[1], size[2], finished.summary.total().executed], expected);
}

/// Two items at most; `poll` takes the first one of them, as this order says.
fn queue(sorted: bool) -> Execution {
    let mut items: Vec<i64> = Vec::new();
    answering(move |input, values| match input {
        "offer" if items.len() == 2 => "full".to_owned(),
        "offer" => {
            items.push(values[0]);
            if sorted {
                items.sort_unstable();
            }
            said(true)
        }
        _ if items.is_empty() => "empty".to_owned(),
        _ => format!("head({})", items.remove(0)),
    })
}

const QUEUE: &str = "[inputs.actions]\noffer = [\"item\"]\npoll = []\n[outputs.actions]\nhead = [\"item\"]\nfull = []\n\
                     empty = []\n[learning]\ntester = \"explore(3)\"\n";

#[test]
fn a_fifo_keeps_its_items_in_registers() {
    check(&format!("[types]\nitem = \"equality\"\n{QUEUE}"), || queue(false), [3, 2, 6, 365]);
}

#[test]
fn a_priority_queue_gives_the_smallest_item_first() {
    check(&format!("[types]\nitem = \"order\"\n{QUEUE}"), || queue(true), [3, 2, 7, 412]);
}

#[test]
fn a_login_takes_the_password_that_was_registered() {
    let data = "[types]\nname = \"equality\"\npassword = \"equality\"\n[inputs.actions]\n\
                register = [\"name\", \"password\"]\nlogin = [\"name\", \"password\"]\n\
                [outputs.actions]\nno = []\n[learning]\ntester = \"explore(2)\"\n";
    let login = || {
        let mut known: Option<Vec<i64>> = None;
        answering(move |input, values| match input {
            "register" => said(known.is_none() && known.replace(values.to_vec()).is_none()),
            _ => said(known.as_deref() == Some(values)),
        })
    };
    check(data, login, [2, 2, 6, 663]);
}

#[test]
fn a_receiver_knows_the_numbers_of_its_window() {
    let data = "[types]\nseq = \"sums(1, 10)\"\n[inputs.actions]\nreceive = [\"seq\"]\n\
                [outputs.actions]\nno = []\nearly = []\n[learning]\ntester = \"explore(3)\"\n";
    let receiver = || {
        let mut last: Option<i64> = None;
        answering(move |_, values| match last.map(|last| values[0] - last) {
            None | Some(1) => {
                last = Some(values[0]);
                said(true)
            }
            Some(2..=10) => "early".to_owned(),
            _ => said(false),
        })
    };
    check(data, receiver, [2, 1, 5, 397]);
}

#[test]
fn a_handshake_acknowledges_the_next_number() {
    let data = "[types]\nseq = \"sums(1)\"\n[inputs.actions]\nsyn = [\"seq\"]\nack = [\"seq\"]\n\
                [outputs.actions]\nno = []\nsynack = [\"seq\"]\n[learning]\ntester = \"explore(3)\"\n";
    let handshake = || {
        let (mut begun, mut is_open) = (None, false);
        answering(move |input, values| match (input, begun) {
            ("syn", None) => {
                begun = Some(values[0]);
                format!("synack({})", values[0] + 1)
            }
            ("ack", Some(seq)) if !is_open && values[0] == seq + 1 => {
                is_open = true;
                said(true)
            }
            _ => said(false),
        })
    };
    check(data, handshake, [3, 1, 7, 898]);
}

#[test]
fn an_atm_pays_no_more_than_there_is() {
    let data = "[types]\namount = \"order\"\n[inputs.actions]\npay_in = [\"amount\"]\nwithdraw = [\"amount\"]\n\
                [outputs.actions]\nno = []\n[learning]\ntester = \"explore(3)\"\n";
    let atm = || {
        let mut balance: Option<i64> = None;
        answering(move |input, values| match (input, balance) {
            ("pay_in", None) => said(balance.replace(values[0]).is_none()),
            ("withdraw", Some(most)) if values[0] <= most => said(balance.take().is_some()),
            _ => said(false),
        })
    };
    check(data, atm, [2, 1, 5, 660]);
}

#[test]
fn a_timer_ends_five_after_its_start() {
    let data = "[types]\ntime = \"sums(5)\"\n[inputs.actions]\nstart = [\"time\"]\nlook = [\"time\"]\n\
                [outputs.actions]\nno = []\nlate = []\n[learning]\ntester = \"explore(3)\"\n";
    let timer = || {
        let mut started: Option<i64> = None;
        answering(move |input, values| match (input, started) {
            ("start", None) => said(started.replace(values[0]).is_none()),
            ("look", Some(start)) if values[0] >= start + 5 => "late".to_owned(),
            ("look", Some(start)) => said(values[0] >= start),
            _ => said(false),
        })
    };
    check(data, timer, [2, 1, 6, 1187]);
}

#[test]
fn a_fibonacci_counter_adds_the_last_two_numbers() {
    let data = "[types]\nn = \"sums(p+p)\"\n[inputs.actions]\nnext = [\"n\"]\n[outputs.actions]\nno = []\n\
                [learning]\ntester = \"explore(3)\"\n";
    let fibonacci = || {
        let mut last: Vec<i64> = Vec::new();
        answering(move |_, values| {
            let fits = last.len() < 2 || values[0] == last[0] + last[1];
            if fits {
                last.push(values[0]);
                last.drain(..last.len().saturating_sub(2));
            }
            said(fits)
        })
    };
    check(data, fibonacci, [3, 2, 4, 869]);
}

#[test]
fn an_alternating_bit_has_no_register() {
    let data = "[types]\nbit = { theory = \"equality\", constants = { zero = 0, one = 1 } }\n[inputs.actions]\n\
                send = [\"bit\"]\n[outputs.actions]\nno = []\n[learning]\ntester = \"explore(3)\"\n";
    let receiver = || {
        let mut wanted = 0;
        answering(move |_, values| {
            let fits = values[0] == wanted;
            wanted = if fits { 1 - wanted } else { wanted };
            said(fits)
        })
    };
    check(data, receiver, [2, 0, 4, 253]);
}
