//! What people see of register automata.

use crate::common::registers::{automaton, compare, fifo, location, login, p, priority_queue, transition, x};
use crate::common::{assert_well_formed, summary};
use typestar_model::register::{Comparison, Guard, RegisterId, Source};
use typestar_model::{Id, Model};
use typestar_view::{Drawing, drawing, page, svg, text, text_of_first};

/// The lines at the edge between two nodes.
fn lines(drawing: &Drawing, from: &str, to: &str) -> Vec<String> {
    let named = |index: usize| drawing.nodes[index].name.as_str();
    let edge = drawing.edges.iter().find(|edge| named(edge.from) == from && named(edge.to) == to);
    let edge = edge.unwrap_or_else(|| panic!("no edge from {from} to {to}"));
    edge.label.lines.iter().map(|line| line.text.clone()).collect()
}

#[test]
fn locations_show_their_registers_and_edges_what_changes() {
    let drawing = drawing(&Model::Registers(fifo(3)), None);
    let names: Vec<&str> = drawing.nodes.iter().map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["l0", "l1 (x1)", "l2 (x1, x2)", "l3 (x1, x2, x3)"]);
    assert_eq!(drawing.initial, Some(0));
    assert_eq!(lines(&drawing, "l1 (x1)", "l2 (x1, x2)"), ["offer(p) / ok", "x2 := p"]);
    assert_eq!(lines(&drawing, "l3 (x1, x2, x3)", "l2 (x1, x2)"), ["poll / value(x1)", "x1 := x2, x2 := x3"]);
    assert_eq!(lines(&drawing, "l3 (x1, x2, x3)", "l3 (x1, x2, x3)"), ["offer(p) / no"]);
}

#[test]
fn parallel_transitions_are_one_arrow_and_long_guards_are_broken() {
    let drawing = drawing(&Model::Registers(priority_queue(3)), None);
    let between = lines(&drawing, "l2 (x1, x2)", "l3 (x1, x2, x3)");
    assert_eq!(
        between[..5],
        [
            "offer(p) [p <= x1] / ok",
            "x2 := x1, x3 := x2, x1 := p",
            "offer(p) [p > x1 and p <= x2]",
            "/ ok",
            "x3 := x2, x2 := p"
        ]
    );
    let service = typestar_view::drawing(&Model::Registers(login()), None);
    assert_eq!(
        lines(&service, "known (x1, x2)", "inside (x1, x2)"),
        ["login(user, password)", "[user = x1 and password = x2]", "/ ok"]
    );
}

#[test]
fn guarded_inputs_with_one_answer_have_lines_of_their_own() {
    let drawing = drawing(&Model::Registers(login()), None);
    assert_eq!(
        lines(&drawing, "known (x1, x2)", "known (x1, x2)"),
        ["register(user, password),", "login(user, password)", "[user != x1 or password != x2]", "/ refused"]
    );
    let mut pair = automaton("Pair", &["in(p)", "out"], &["ok"], 2);
    let only = location(&mut pair, "only", 2);
    for register in [1, 2] {
        let guard = compare(p(1), Comparison::Equal, x(register));
        transition(&mut pair, (only, only), ("in", guard), ("ok", vec![]), &[]);
    }
    transition(&mut pair, (only, only), ("out", Guard::ALWAYS), ("ok", vec![]), &[]);
    let drawing = typestar_view::drawing(&Model::Registers(pair.clone()), None);
    assert_eq!(lines(&drawing, "only (x1, x2)", "only (x1, x2)"), ["in(p) [p = x1],", "in(p) [p = x2],", "out / ok"]);
}

#[test]
fn a_location_in_which_everything_fails_is_told_where_it_begins() {
    let drawing = drawing(&Model::Registers(login()), None);
    assert_eq!(drawing.nodes.len(), 3);
    let details: Vec<&str> = drawing.nodes[2].details.iter().map(|line| line.text.as_str()).collect();
    assert_eq!(details, ["error: login(user, password)", "[user = x1 and password = x2]"]);
    assert_eq!(drawing.notes, ["Not drawn: failed, where everything answers error."]);
}

#[test]
fn accepting_locations_have_a_double_border() {
    let mut only = automaton("Once", &["touch"], &["accept", "reject"], 0);
    only.signature.is_acceptor = true;
    let (start, once) = (location(&mut only, "start", 0), location(&mut only, "once", 0));
    only.locations[1].accepting = true;
    transition(&mut only, (start, once), ("touch", Guard::ALWAYS), ("accept", vec![]), &[]);
    transition(&mut only, (once, start), ("touch", Guard::ALWAYS), ("reject", vec![]), &[]);
    let drawing = drawing(&Model::Registers(only.clone()), None);
    assert_eq!(lines(&drawing, "start", "once"), ["touch"], "the target says whether the word is accepted");
    assert_eq!(drawing.nodes.iter().map(|node| node.accepting).collect::<Vec<_>>(), [false, true]);
    assert_eq!(svg(&drawing).matches("<rect class=\"box\"").count(), 3);
    assert!(text(&Model::Registers(only.clone()), None, false).contains("\n  once  accepting\n"));
}

#[test]
fn the_text_is_a_table_under_the_size() {
    let text = text(&Model::Registers(fifo(2)), None, false);
    assert_eq!(
        text,
        "FIFO: 3 locations, 2 registers, 6 transitions\n\
         \n▸ l0\n\
         \u{20}   offer(p)  / ok         x1 := p   → l1\n\
         \u{20}   poll      / empty                  stays\n\
         \n  l1 (x1)\n\
         \u{20}   offer(p)  / ok         x2 := p   → l2\n\
         \u{20}   poll      / value(x1)            → l0\n\
         \n  l2 (x1, x2)\n\
         \u{20}   offer(p)  / no                     stays\n\
         \u{20}   poll      / value(x1)  x1 := x2  → l1\n"
    );
    let (first, besides) = text_of_first(&Model::Registers(fifo(2)), None, false, 1);
    assert!(first.ends_with("stays\n") && !first.contains("l1 (x1)"));
    assert_eq!(besides, 2);
}

#[test]
fn each_branch_of_a_guard_counts_as_a_transition() {
    let text = text(&Model::Registers(login()), None, false);
    assert!(text.starts_with("Login: 4 locations, 2 registers, 16 transitions\n"), "{text}");
    assert!(text.contains("login(user, password)     [user != x1 or password != x2]"), "{text}");
}

#[test]
fn what_is_given_from_the_start_is_said() {
    let mut counter = fifo(1);
    counter.registers[0].initial = Some(typestar_model::Value::Integer(0));
    assert!(
        !text(&Model::Registers(counter.clone()), None, false).contains("at the start"),
        "nothing reads it before it is written"
    );
    counter.locations[0].registers.push(RegisterId::new(0));
    assert!(
        text(&Model::Registers(counter.clone()), None, false)
            .contains("transitions\nat the start: x1 = 0\n\n▸ l0 (x1)")
    );
}

#[test]
fn only_assignments_that_matter_are_shown() {
    let mut queue = fifo(1);
    queue.transitions[0].assignments.push((RegisterId::new(0), Source::Term(x(1))));
    queue.transitions[3].assignments = vec![(RegisterId::new(0), Source::Term(p(1)))];
    let text = text(&Model::Registers(queue.clone()), None, false);
    assert!(!text.contains("x1 := x1"), "{text}");
    assert!(text.contains("poll      / value(x1)           → l0"), "nothing reads x1 in l0: {text}");
}

#[test]
fn invented_values_are_shown_as_such() {
    let mut keys = automaton("Keys", &["new", "use(k)"], &["key(id)", "ok", "no"], 1);
    let (none, one) = (location(&mut keys, "none", 0), location(&mut keys, "one", 1));
    transition(&mut keys, (none, one), ("new", Guard::ALWAYS), ("key", vec![x(1)]), &[]);
    keys.transitions[0].values = vec![Source::Fresh];
    keys.transitions[0].assignments = vec![(RegisterId::new(0), Source::Output(0))];
    transition(&mut keys, (one, one), ("use", compare(p(1), Comparison::Equal, x(1))), ("ok", vec![]), &[]);
    let drawing = drawing(&Model::Registers(keys.clone()), None);
    assert_eq!(lines(&drawing, "none", "one (x1)"), ["new / key(fresh)", "x1 := output 1"]);
}

#[test]
fn a_page_has_the_drawing_and_the_trace_behind_each_transition() {
    let page = page(&Model::Registers(fifo(3)), Some(&summary()), Some("typestar try queue.toml"));
    assert_well_formed(&page);
    assert!(page.contains("<p>register automaton: 4 locations, 3 registers, 8 transitions</p>"));
    assert_eq!(page.matches("<svg ").count(), 1);
    assert_eq!(page.matches("<tr><td>").count(), 8);
    assert!(page.contains(
        "<tr><td>l0</td><td>offer(p)</td><td></td><td>ok</td><td>x1 := p</td><td>l1 (x1)</td>\
         <td><span>offer(101) <b>ok</b></span></td>"
    ));
    assert!(page.contains("data-copy=\"typestar try queue.toml &quot;offer(101)&quot;\""));
    assert!(page.contains("<td><small>not observed</small></td><td></td></tr>"), "there is no word to copy");
    assert!(!page.contains("Bound needed"), "that is a number of machines");
    assert!(page.contains("complete if any two states differ within 2 inputs"));
}

#[test]
fn a_page_without_a_run_tells_nothing_of_one() {
    let page = page(&Model::Registers(login()), None, None);
    assert_well_formed(&page);
    for absent in ["verdict finished", "<h2>Figures</h2>", "<h2>Settings and notes</h2>", "data-copy="] {
        assert!(!page.contains(absent), "{absent}");
    }
}

#[test]
fn pictures_are_well_formed() {
    for automaton in [fifo(3), login(), priority_queue(3)] {
        assert_well_formed(&svg(&drawing(&Model::Registers(automaton.clone()), None)));
    }
}
