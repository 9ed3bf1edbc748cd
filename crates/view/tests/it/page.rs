//! The report page.

use crate::common::{assert_well_formed, finding, learned_player, player, summary};
use typestar_model::{Learned, Mealy, Model};

fn page() -> String {
    typestar_view::page(&Model::Machine(learned_player()), Some(&summary()), Some("typestar try player.toml"))
}

#[test]
fn the_page_is_well_formed_and_asks_the_network_for_nothing() {
    let page = page();
    assert_well_formed(&page);
    let page = page.replace("xmlns=\"http://www.w3.org/2000/svg\"", "");
    for needle in ["http:", "https:", "src=", "url(", "@import", "<link", "fetch("] {
        assert!(!page.contains(needle), "{needle} in the page");
    }
}

#[test]
fn the_verdict_is_told_with_its_assumptions_and_never_called_correct() {
    let page = page();
    assert!(page.contains("<strong>Finished.</strong></p>\n<p>complete if any two states differ within 2 inputs"));
    assert!(page.contains("<li>a quiet wait changes nothing</li>"));
    assert!(!page.to_lowercase().contains("correct"));
    let mut unfinished = summary();
    unfinished.verdict.finished = false;
    assert!(
        typestar_view::page(&Model::Machine(learned_player()), Some(&unfinished), Some(""))
            .contains("Draft: the run has not finished.")
    );
}

#[test]
fn every_transition_has_a_row_with_its_trace() {
    let page = page();
    let rows = page.matches("<tr><td>").count();
    assert_eq!(rows, 5 * 5, "all inputs of all states but the sink");
    assert!(page.contains(
        "<tr><td>Loading</td><td>start</td><td>error</td><td>Error</td><td><span>load <b>ok</b></span> \
         <span>start <b class=\"bad\">error</b> <small>IllegalState: still loading</small></span></td>"
    ));
    assert!(page.contains("data-copy=\"typestar try player.toml &quot;load start&quot;\""));
    assert!(page.contains("<span>load <b>ok</b></span> <small>predicted by the model, not observed</small>"));
}

#[test]
fn typestates_are_drawn_in_two_forms_and_protocols_in_one() {
    let page = page();
    assert_eq!(page.matches("<svg ").count(), 2);
    assert!(page.contains("checked=\"checked\"/><label for=\"form0\">Typestate</label>"));
    let mut echo = Mealy::new(["ping"].iter().collect());
    let state = echo.add_state("Start");
    echo.add_edge(state, "ping", "pong", state);
    let page = typestar_view::page(&Model::Machine(Learned::imported("Echo", echo)), Some(&summary()), Some(""));
    assert_eq!(page.matches("<svg ").count(), 1);
    assert!(!page.contains("type=\"radio\""));
}

#[test]
fn findings_stand_with_their_traces_side_by_side() {
    let mut summary = summary();
    summary.findings = vec![finding()];
    let page = typestar_view::page(&Model::Machine(learned_player()), Some(&summary), Some("typestar try player.toml"));
    assert_well_formed(&page);
    assert!(page.contains("<strong>Finished with 1 finding.</strong>"));
    assert!(page.contains("<p class=\"note\">seen 3 times</p>") && page.contains("<p class=\"note\">seen once</p>"));
    assert!(page.contains("<li class=\"differs\">wait <b>quiet</b> <small>network</small></li>"));
    assert!(page.contains("<li>lengthen the quiescence time</li>"));
    assert!(page.contains("data-copy=\"typestar try player.toml &quot;load wait&quot;\""));
}

#[test]
fn names_that_look_like_markup_or_shell_stay_text() {
    let nasty = "</script><b onclick=\"x\">&'$(rm)`\\";
    let mut machine = Mealy::new([nasty].iter().collect());
    let state = machine.add_state(nasty);
    machine.add_edge(state, nasty, nasty, state);
    let mut summary = summary();
    summary.system = nasty.to_owned();
    summary.notes = [(nasty.to_owned(), nasty.to_owned())].into();
    summary.findings = vec![finding()];
    summary.findings[0].message = nasty.to_owned();
    let page = typestar_view::page(
        &Model::Machine(Learned::imported(nasty, machine)),
        Some(&summary),
        Some("typestar try x.toml"),
    );
    assert_well_formed(&page);
    assert!(!page.contains("<b onclick"));
    assert!(page.contains("onclick=\\&quot;x\\&quot;&gt;&amp;&#39;\\$(rm)\\`\\\\&quot;\" title="));
}

#[test]
fn figures_and_settings_are_listed() {
    let page = page();
    assert!(page.contains("<tr><th>Total</th><td>520</td><td>380</td><td>3,234</td></tr>"));
    assert!(page.contains("<dt>seed</dt><dd>7</dd>"));
    assert!(page.contains("<dt>Tester</dt><dd>distinguisher-bound(2)</dd>"));
}

#[test]
fn large_models_are_listed_in_part_and_not_drawn() {
    let inputs: Vec<String> = (0..10).map(|index| format!("i{index}")).collect();
    let mut machine = Mealy::new(inputs.iter().collect());
    let states: Vec<_> = (0..2000).map(|index| machine.add_state(&format!("s{index}"))).collect();
    for (index, &state) in states.iter().enumerate() {
        for (step, input) in inputs.iter().enumerate() {
            machine.add_edge(state, input, "ok", states[(index * 7 + step) % states.len()]);
        }
    }
    let page = typestar_view::page(
        &Model::Machine(Learned::imported("Large", machine)),
        Some(&summary()),
        Some("typestar try large.toml"),
    );
    assert_eq!(page.matches("<svg ").count(), 0);
    assert!(page.contains("2000 states are too many for a page. <code>typestar show runs/player --format dot</code>"));
    assert!(page.contains("Only the first 5,000 of 20,000 are listed"));
    assert_eq!(page.matches("<tr><td>").count(), 5000);
}

#[test]
fn what_was_never_asked_is_said() {
    let mut machine = player();
    let (state, input) = (machine.initial(), machine.inputs().get("load").unwrap());
    machine.unset(state, input);
    let page = typestar_view::page(&Model::Machine(Learned::imported("Player", machine)), Some(&summary()), Some(""));
    assert!(page.contains("1 further step outside the learning purpose: never asked, unknown."));
}
