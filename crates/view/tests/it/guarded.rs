//! What people see of guarded models.

use crate::common::guarded::{pipe, player, queue, stack};
use crate::common::{assert_well_formed, summary};
use typestar_model::guarded::{Guard, GuardedMethod, GuardedModel, Rule};
use typestar_model::{GuardedNumbers, Model, Step, Summary, Symbol};
use typestar_view::{Drawing, drawing, javadoc, page, summary_text, svg, text, text_of_first};

/// The lines at the edge between two nodes.
fn lines(drawing: &Drawing, from: usize, to: usize) -> Vec<&str> {
    let edge = drawing.edges.iter().find(|edge| (edge.from, edge.to) == (from, to)).expect("an edge");
    edge.label.lines.iter().map(|line| line.text.as_str()).collect()
}

#[test]
fn the_text_is_a_table_with_the_calls_at_the_border() {
    assert_eq!(
        text(&Model::Guarded(stack()), None, false),
        "java.util.Stack: 1 state and the error sink, 3 methods\n\
         \n▸ s0                      passes             passed  failed  tests\n\
         \u{20}   push(Object): Object  always                 12       0    500    stays\n\
         \u{20}   pop(): Object         elementCount >= 1      61      40    500    stays\n\
         \u{20}                         passes with elementCount = 1; fails with elementCount = 0\n\
         \u{20}   peek(): Object        elementCount >= 1      61      40    500    stays\n\
         \u{20}                         passes with elementCount = 1; fails with elementCount = 0\n"
    );
}

#[test]
fn long_guards_are_broken_and_surprises_follow_the_table() {
    let text = text(&Model::Guarded(pipe()), None, false);
    let write = "\u{20}   write(byte[],int,int): void      sink != null && arg1 != null && arg2 >= 0 &&     410";
    assert!(text.contains(write), "{text}");
    assert!(text.contains("\n                                     (arg3 == 0 || !sink.closedByWriter)\n"), "{text}");
    let connect = "connect(\"@new java.io.PipedInputStream\")";
    let first = "\nsurprises\n  flush still passes after close: close flush\n  write(byte[],int,int) still";
    assert!(text.contains(first), "{text}");
    assert!(text.ends_with(&format!("  write(int) does not return: {connect} write(int)(0) (×4)\n")), "{text}");
}

#[test]
fn states_say_how_they_are_reached_and_rules_what_is_not_certain() {
    let (text, besides) = text_of_first(&Model::Guarded(player()), None, false, 2);
    assert_eq!(besides, 1);
    assert!(text.contains("\n  s1  after start    passes"), "{text}");
    assert!(
        text.contains("seek(int): void  arg1 >= 0 && arg1 <= duration (not certain)       9       4      0    stays"),
        "{text}"
    );
    assert!(
        text.contains("start(): void    always                                            3       0      0  → s1\n"),
        "{text}"
    );
    assert!(!text.contains("s2  after"), "{text}");
}

#[test]
fn the_text_of_outcomes_has_a_row_for_each_of_them() {
    assert_eq!(
        text(&Model::Guarded(queue()), None, false),
        "Queue: 1 state and the error sink, 3 methods\n\
         \n▸ s0                                               when                                   calls  tests\n\
         \u{20}   offer(Object): boolean / true                  arg1 != null && count < items.length       9    500    stays\n\
         \u{20}                                                  closest: arg1 != null, count = 1, items.length = 2\n\
         \u{20}   offer(Object): boolean / false                 arg1 != null && count >= items.length      4    500    stays\n\
         \u{20}                                                  closest: arg1 != null, count = 2, items.length = 2\n\
         \u{20}   offer(Object): boolean / NullPointerException  arg1 == null                               3    500    ends\n\
         \u{20}   take(): Object / not null or null              count >= 1                                 5    500    stays\n\
         \u{20}   take(): Object / hang                          count <= 0                                 2    500    ends\n\
         \u{20}   clear(): void / ok                             always                                     7    500    stays\n"
    );
    let guards = text(&Model::Guarded(queue().without_outcomes()), None, false);
    assert!(guards.contains("offer(Object): boolean  arg1 != null      13       3    500    stays\n"), "{guards}");
}

#[test]
fn edges_and_the_page_have_outcomes() {
    let drawing = drawing(&Model::Guarded(queue()), None);
    let all = lines(&drawing, 0, 0).join(" ");
    assert!(all.contains("offer / false [arg1 != null && count >= items.length]"), "{all}");
    assert!(all.contains("take / not null or null") && !all.contains("hang"), "{all}");
    let page = page(&Model::Guarded(queue()), None, None);
    assert_well_formed(&page);
    for text in [
        "<td>offer</td><td>false</td><td>arg1 != null &amp;&amp; count &gt;= items.length</td><td>4</td>",
        "<td>take</td><td>hang</td><td>count &lt;= 0</td><td>2</td>",
    ] {
        assert!(page.contains(text), "no {text} in {page}");
    }
}

#[test]
fn javadoc_has_a_line_for_each_outcome() {
    let comments = javadoc(&Model::Guarded(queue())).unwrap();
    let offer = " * @return {@code true} if {@code arg1} is not null and {@code count < items.length};\n \
                 *         {@code false} if {@code arg1} is not null and {@code count >= items.length}\n \
                 * @throws NullPointerException if {@code arg1} is null, as observed in {@code offer(null)}\n";
    assert!(comments.contains(offer), "{comments}");
    let take = " * <p>Does not return if {@code count <= 0}, as observed in {@code take}.\n \
                * @return {@code not null} or {@code null} if {@code count >= 1}\n";
    assert!(comments.contains(take), "{comments}");
    assert!(comments.contains("tests tried to refute it.\n */\nvoid clear();\n"), "{comments}");
}

#[test]
fn what_makes_objects_stands_apart_from_methods() {
    let mut queue = GuardedModel { system: "demo.Queue".to_owned(), ..queue() };
    let (name, parameters) = ("new(int)".to_owned(), vec!["int".to_owned()]);
    queue.methods.push(GuardedMethod { name, parameters, makes: true, ..GuardedMethod::default() });
    queue.rules.push(Rule::new(0, 3, Guard::at_least("arg1", 1), Some(0)));
    let model = Model::Guarded(queue);
    let shown = text(&model, None, false);
    assert!(shown.starts_with("demo.Queue: 1 state and the error sink, 3 methods, 1 maker\n"), "{shown}");
    assert!(shown.contains("\n  objects are also made by"), "{shown}");
    assert_eq!(shown.lines().last().map(|line| line.contains("new(int)") && !line.contains("stays")), Some(true));
    let drawing = drawing(&model, None);
    assert!(!lines(&drawing, 0, 0).join(" ").contains("new(int)"));
    assert_eq!(drawing.notes.last().map(String::as_str), Some("Objects are also made by new(int) [arg1 >= 1]."));
    assert!(javadoc(&model).unwrap().contains(" */\nQueue(int arg1);\n"));
    let page = page(&model, None, None);
    assert_well_formed(&page);
    assert!(page.contains("<h2>Objects are made by</h2>") && page.contains("<th>Maker</th>"));
}

#[test]
fn never_says_in_how_many_calls_and_which() {
    let mut stack = stack();
    let rule = &mut stack.rules[0];
    (rule.guard, rule.target, rule.passing, rule.failing) = (Guard::NEVER, None, 0, 1200);
    rule.tried = ["push(null)", "push(\"a, b\")"].map(Symbol::read).to_vec();
    let shown = text(&Model::Guarded(stack.clone()), None, false);
    assert!(shown.contains("never succeeded in 1,200 calls"), "{shown}");
    assert!(shown.contains("tried: push(null), push(\"a, b\")\n"), "{shown}");
    let push = comment(&stack, "Object push(Object arg1);");
    assert!(push.contains("Never succeeded in 1,200 calls."), "{push}");
    let comments = javadoc(&Model::Guarded(stack)).unwrap();
    assert!(comments.contains("<p>Among the calls were {@code push(null)}, {@code push(\"a, b\")}."), "{comments}");
}

#[test]
fn edges_have_methods_with_their_guards() {
    let drawing = drawing(&Model::Guarded(stack()), None);
    assert_eq!(lines(&drawing, 0, 0), ["push,", "pop [elementCount >= 1],", "peek [elementCount >= 1]"]);
    assert_eq!(drawing.notes, ["Not drawn: calls whose guard does not hold. They fail, and the object ends."]);
    let drawing = typestar_view::drawing(&Model::Guarded(player()), None);
    assert_eq!(lines(&drawing, 1, 1), ["seek [arg1 >= 0 &&", "arg1 <= duration]?"]);
    assert_eq!(drawing.nodes[0].details[0].text, "never passes: seek, stop, sign");
    assert!(svg(&drawing).contains(">start [!released]</text>"));
}

#[test]
fn the_page_has_methods_both_sides_of_guards_and_what_is_surprising() {
    let page = page(&Model::Guarded(pipe()), Some(&summary()), Some("typestar try pipe.toml"));
    assert_well_formed(&page);
    for text in [
        "<p>guarded model: 1 state and the error sink, 5 methods</p>",
        "<h2>Surprises</h2>",
        "<li>flush still passes after close: <code>close flush</code> <button",
        "<td>Fails if <code>sink</code> is null or <code>sink.closedByWriter</code> is true. <button",
        "<td>write(int)</td><td>passes</td><td>sink != null &amp;&amp; !sink.closedByWriter</td><td>340</td>",
        "<td>write(int)</td><td>fails</td><td>otherwise</td><td>275</td><td>sink != null, sink.closedByWriter</td>",
        "write(int)(0) <b class=\"bad\">error</b> <small>IOException: Pipe not connected</small>",
        "typestar try pipe.toml &quot;connect(null)&quot;",
    ] {
        assert!(page.contains(text), "no {text}");
    }
}

#[test]
fn the_summary_speaks_of_methods_and_guards() {
    let guarded = Some(GuardedNumbers { methods: 5, guards: 2, words_until_guards: 6, tests_per_guard: 500 });
    let mut summary = Summary { guarded, ..summary() };
    let text = summary_text(&summary, false);
    assert!(text.contains(" and the error sink, 5 methods\n"), "{text}");
    assert!(text.contains("\n  guards     2 guards known after 6 words\n"), "{text}");
    assert!(!text.contains("  bound "), "states with guards are not told apart by words: {text}");
    let page = page(&Model::Guarded(stack()), Some(&summary), None);
    assert!(page.contains("<dt>Guards</dt><dd>2 guards known after 6 words</dd>"));
    summary.guarded = None;
    assert!(summary_text(&summary, false).contains("  bound "));
}

#[test]
fn a_model_without_states_can_be_shown() {
    let nothing = GuardedModel { system: "Stack".to_owned(), ..GuardedModel::default() };
    assert_eq!(text(&Model::Guarded(nothing.clone()), None, false), "Stack: 0 states, 0 methods\n");
    assert_well_formed(&page(&Model::Guarded(nothing.clone()), None, None));
    assert_eq!(javadoc(&Model::Guarded(nothing.clone())).unwrap(), "");
}

#[test]
fn the_page_names_states_where_there_are_several() {
    let page = page(&Model::Guarded(player()), None, None);
    assert_well_formed(&page);
    assert!(page.contains("<td><code>seek(int): void</code></td><td>s1</td>"));
    assert!(page.contains("; this is not certain. <button"));
    assert!(!page.contains("<h2>Surprises</h2>"));
}

#[test]
fn what_a_class_calls_its_methods_stays_text() {
    let mut odd = stack();
    odd.methods[1].name = "<b>*/ {@code".to_owned();
    odd.rules[1].guard = Guard::Is { feature: "</b>\u{202e}".to_owned(), text: "*/ } \\u002a".to_owned() };
    odd.rules[1].fails = vec![Step::new("<i>", "error").with_reason(Some("OddError: */".to_owned()))];
    assert_well_formed(&page(&Model::Guarded(odd.clone()), None, Some("try")));
    let comments = javadoc(&Model::Guarded(odd.clone())).unwrap();
    assert_eq!(comments.matches("*/").count(), 3 + 1, "one for each comment, and the name of the method:\n{comments}");
    assert!(comments.contains("<code>*&#47; &#125; &#92;u002a</code>"), "{comments}");
}

/// The comment of a method, without its evidence.
fn comment(model: &GuardedModel, declaration: &str) -> String {
    let comments = javadoc(&Model::Guarded(model.clone())).unwrap();
    let end = comments.find(declaration).unwrap_or_else(|| panic!("no {declaration} in\n{comments}"));
    let start = comments[..end].rfind("/**\n").expect("a comment");
    comments[start..end].split("\n *\n").next().expect("a first part").to_owned()
}

#[test]
fn javadoc_says_in_english_when_a_call_fails() {
    assert_eq!(comment(&stack(), "Object push(Object arg1);"), "/**\n * Never failed.");
    assert_eq!(comment(&stack(), "Object pop();"), "/**\n * Fails unless {@code elementCount >= 1}.");
    let write = "/**\n * Fails if {@code sink} is null or {@code sink.closedByWriter} is true.";
    assert_eq!(comment(&pipe(), "void write(int arg1);"), write);
    let connect =
        "/**\n * Fails unless {@code sink} is null, {@code arg1} is not null and {@code arg1.connected} is false.";
    assert_eq!(comment(&pipe(), "void connect(PipedInputStream arg1);"), connect);
    let long = comment(&pipe(), "void write(byte[] arg1, int arg2, int arg3);");
    assert!(long.starts_with("/**\n * Fails unless all of these hold:\n * <ul>\n * <li>{@code sink} is not null</li>"));
    assert!(long.ends_with("<li>either {@code arg3 == 0} or {@code sink.closedByWriter} is false</li>\n * </ul>"));
}

#[test]
fn javadoc_tells_what_was_seen_and_what_was_thrown() {
    let comments = javadoc(&Model::Guarded(stack())).unwrap();
    let pop = "\n *\n * <p>Learned from 101 calls, of which 40 failed; 500 tests tried to refute it.\n *\n * @throws \
               EmptyStackException if it fails, as observed in {@code pop}\n */\nObject pop();\n";
    assert!(comments.contains(pop), "{comments}");
    assert!(javadoc(&Model::Guarded(player())).unwrap().contains("of which 12 failed. Some calls contradict this.\n"));
}

#[test]
fn javadoc_names_the_calls_before_where_it_depends_on_them() {
    let start = "/**\n * At first it never failed.\n \
                 * After {@code start} it never succeeded in 3 calls.\n \
                 * After {@code start}, {@code stop} it fails if {@code released} is true.";
    assert_eq!(comment(&player(), "void start();"), start);
}

#[test]
fn a_method_that_was_never_called_says_so() {
    let mut stack = stack();
    stack.rules.pop();
    assert_eq!(comment(&stack, "Object peek();"), "/**\n * Was never called.\n */\n");
    assert!(!text(&Model::Guarded(stack.clone()), None, false).contains("peek"));
}
