//! Nothing overlaps, whatever is drawn.

use crate::common::registers::{fifo, login, priority_queue};
use crate::common::{assert_well_formed, models, named, player};
use proptest::prelude::*;
use typestar_model::{Form, Model};
use typestar_view::{Drawing, DrawnState, Edge, Entry, Geometry, Label, Labelled, Line, Rect, Voice, drawing, svg};

/// Rounding in paths moves points by less than this.
const SLACK: f64 = 0.2;

fn overlap(a: &Rect, b: &Rect) -> bool {
    a.x + SLACK < b.right() && b.x + SLACK < a.right() && a.y + SLACK < b.bottom() && b.y + SLACK < a.bottom()
}

fn contains(rect: &Rect, (x, y): (f64, f64)) -> bool {
    rect.x + SLACK < x && x < rect.right() - SLACK && rect.y + SLACK < y && y < rect.bottom() - SLACK
}

/// Points on a path of the kind `M0 0C1 1 2 2 3 3...` or `M0 0L1 1`.
fn points(path: &str) -> Vec<(f64, f64)> {
    let mut pieces = path.split(['M', 'C', 'L']).skip(1).map(|piece| {
        let numbers: Vec<f64> = piece.split_whitespace().map(|number| number.parse().unwrap()).collect();
        numbers.chunks(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()
    });
    let mut at = pieces.next().unwrap()[0];
    let mut points = vec![at];
    for piece in pieces {
        let (end, controls) = piece.split_last().unwrap();
        let first = controls.first().copied().unwrap_or(at);
        let second = controls.last().copied().unwrap_or(*end);
        for step in 1..=12 {
            let t = f64::from(step) / 12.0;
            let mix = |a: f64, b: f64, c: f64, d: f64| {
                let u = 1.0 - t;
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            points.push((mix(at.0, first.0, second.0, end.0), mix(at.1, first.1, second.1, end.1)));
        }
        at = *end;
    }
    points
}

fn check(drawing: &Drawing) {
    let geometry = Geometry::of(drawing);
    let arrows: Vec<&Labelled> = geometry.edges.iter().chain(geometry.entries.iter().map(|(_, entry)| entry)).collect();
    let boxes: Vec<&Rect> = geometry.nodes.iter().chain(arrows.iter().map(|arrow| &arrow.label)).collect();
    for (index, a) in boxes.iter().enumerate() {
        assert!(a.x >= 0.0 && a.y >= 0.0, "{a:?} is outside");
        assert!(a.right() <= geometry.width && a.bottom() <= geometry.height, "{a:?} is outside");
        for b in &boxes[..index] {
            assert!(!overlap(a, b), "{a:?} overlaps {b:?}");
        }
    }
    for (index, arrow) in arrows.iter().enumerate() {
        for point in points(&arrow.arrow.path) {
            for (other, rect) in boxes.iter().enumerate() {
                let own = other == geometry.nodes.len() + index;
                assert!(own || !contains(rect, point), "an arrow runs through {rect:?} at {point:?}");
            }
            assert!((0.0..=geometry.width).contains(&point.0) && (0.0..=geometry.height).contains(&point.1));
        }
    }
    for (edge, placed) in drawing.edges.iter().zip(&geometry.edges) {
        let (x, y) = placed.arrow.tip;
        let target = geometry.nodes[edge.to];
        let grown =
            Rect { x: target.x - 1.0, y: target.y - 1.0, width: target.width + 2.0, height: target.height + 2.0 };
        assert!(contains(&grown, (x, y)) && !contains(&target, (x, y)), "a head is not at the edge of its state");
    }
}

fn label(lines: usize, width: usize) -> Label {
    let line = Line { text: "m".repeat(width), voice: Voice::Plain };
    Label { lines: vec![line; lines], tooltip: String::new() }
}

prop_compose! {
    fn drawings()(count in 1usize..=30)(
        names in prop::collection::vec(0usize..40, count),
        pairs in prop::collection::btree_map((0..count, 0..count), (1usize..7, 0usize..30), 0..100),
        entries in prop::collection::vec((0..count, 1usize..3, 1usize..20), 0..4),
    ) -> Drawing {
        let nodes = names.iter().map(|&width| DrawnState { name: "n".repeat(width), ..DrawnState::default() }).collect();
        let edges = pairs.into_iter()
            .map(|((from, to), (lines, width))| Edge { from, to, label: label(lines, width) })
            .collect();
        let entries = entries.into_iter()
            .map(|(to, lines, width)| Entry { to, origin: "any state".to_owned(), label: label(lines, width) })
            .collect();
        Drawing { title: "random".to_owned(), nodes, edges, entries, initial: Some(0), notes: vec!["a note".to_owned()] }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(typestar_testing::cases(300)))]

    #[test]
    fn no_box_overlaps_another_and_no_arrow_runs_through_one(drawing in drawings()) {
        check(&drawing);
    }

    #[test]
    fn any_name_gives_well_formed_svg(name in ".{0,20}", input in "\\PC{1,20}") {
        let mut machine = typestar_model::Mealy::new([&input].into_iter().collect());
        let state = machine.add_state(&name);
        machine.add_edge(state, &input, &name, state);
        assert_well_formed(&svg(&drawing(&named(&name, &machine), Some(Form::Mealy))));
    }
}

#[test]
fn known_models_are_drawn_without_overlap() {
    check(&drawing(&named("Player", &player()), Some(Form::Interface)));
    for (_, machine) in models().iter().filter(|(_, machine)| machine.len() <= 60) {
        check(&drawing(&named("", machine), Some(Form::Interface)));
        check(&drawing(&named("", machine), Some(Form::Mealy)));
    }
}

#[test]
fn register_automata_are_drawn_without_overlap() {
    for automaton in [fifo(3), fifo(12), login(), priority_queue(3), priority_queue(6)] {
        check(&drawing(&Model::Registers(automaton), None));
    }
}

#[test]
fn nothing_at_all_can_be_drawn() {
    let drawing = Drawing::default();
    assert_well_formed(&svg(&drawing));
    assert!(Geometry::of(&drawing).nodes.is_empty());
}

#[test]
fn the_same_drawing_gives_the_same_bytes() {
    let drawing = || svg(&drawing(&named("Player", &player()), Some(Form::Interface)));
    assert_eq!(drawing(), drawing());
}

#[test]
fn a_chain_runs_straight_down_from_the_start() {
    let nodes = ["a", "b", "c"].map(|name| DrawnState { name: name.to_owned(), ..DrawnState::default() }).to_vec();
    let edge = |from, to| Edge { from, to, label: label(1, 3) };
    let drawing = Drawing { nodes, edges: vec![edge(0, 1), edge(1, 2)], initial: Some(0), ..Drawing::default() };
    let geometry = Geometry::of(&drawing);
    let column = |node: usize| (geometry.nodes[node].centre_x() * 10.0).round();
    let row = |node: usize| (geometry.nodes[node].centre_y() * 10.0).round();
    assert!(column(0) == column(2) && row(0) < row(1) && row(1) < row(2) || row(0) == row(2) && column(0) < column(2));
}

#[test]
fn what_is_too_large_says_so() {
    let nodes = vec![DrawnState { name: "n".to_owned(), ..DrawnState::default() }; 3000];
    let picture = svg(&Drawing { nodes, ..Drawing::default() });
    assert_well_formed(&picture);
    assert!(picture.contains("too large to draw: 3000 states and 0 arrows"));
}

#[test]
fn a_drawing_says_what_it_shows() {
    let picture = svg(&drawing(&named("Player <1>", &player()), Some(Form::Interface)));
    assert_well_formed(&picture);
    assert!(picture.contains("role=\"img\" aria-label=\"Player &lt;1&gt;\""));
    assert!(picture.contains("<g class=\"state initial\"><title>Idle\nthe start"));
    assert!(picture.contains("<text class=\"callback\"") && picture.contains(">← onReady</text>"));
    assert!(picture.contains("<title>Playing → Ready\nstop / ok\nwait / quiet</title>"));
    assert!(picture.contains("prefers-color-scheme:dark"));
}

#[test]
fn graphviz_draws_where_it_is_installed() {
    let drawing = drawing(&named("Player \"<&>\" \\", &player()), Some(Form::Interface));
    match typestar_view::svg_with_graphviz(&drawing) {
        None => typestar_testing::skip("needs dot of Graphviz, which is not on PATH"),
        Some(picture) => {
            assert!(picture.starts_with("<svg class=\"typestar\"") && picture.ends_with("</svg>\n"));
            assert!(picture.contains(">Released<") && picture.contains("Not drawn: 11 illegal calls"));
        }
    }
}
