//! What was learned of each method as a comment that can be pasted into its source.

use std::fmt::Write;

use typestar_model::guarded::{Branch, GuardedMethod, GuardedModel, Rule};
use typestar_model::{OK, one_line};

use super::english::{clause, list, sentence};
use super::words::short_type;
use crate::markup::escape;
use crate::text::{many, thousands};

/// A Javadoc comment for each method, above its declaration.
pub(crate) fn javadoc(model: &GuardedModel) -> String {
    let comments: Vec<String> = (0..model.methods.len()).map(|method| comment(model, method)).collect();
    comments.join("\n")
}

/// The comment of a method with its declaration.
pub(super) fn comment(model: &GuardedModel, method: usize) -> String {
    let rules: Vec<&Rule> = model.rules.iter().filter(|rule| rule.method == method).collect();
    let mut lines = claims(model, &rules);
    for paragraph in [evidence(&rules), tags(model, &rules)] {
        let blank = (!paragraph.is_empty()).then(String::new);
        lines.extend(blank.into_iter().chain(paragraph));
    }
    let mut text = "/**\n".to_owned();
    for line in &lines {
        let _ = writeln!(text, "{}", format!(" * {line}").trim_end());
    }
    text + &format!(" */\n{};\n", declaration(&model.system, &model.methods[method]))
}

/// `void write(byte[] arg1, int arg2)`: features call arguments by their places. What makes objects of a class is declared
/// as a constructor, or as a static method of that type.
fn declaration(system: &str, method: &GuardedMethod) -> String {
    let class = system.rsplit(['.', '$']).next().unwrap_or_default();
    let (returns, name) = match method.name.split('(').next().unwrap_or_default() {
        "new" if method.makes => (String::new(), class),
        name if method.makes => (format!("static {class} "), name),
        name if method.returns.is_empty() => (String::new(), name),
        name => (format!("{} ", short_type(&method.returns)), name),
    };
    let parameters = method.parameters.iter().enumerate();
    let parameters = parameters.map(|(place, name)| format!("{} arg{}", short_type(name), place + 1));
    format!("{returns}{name}({})", parameters.collect::<Vec<_>>().join(", "))
}

/// When the method fails: one claim, or one for each state where they differ.
fn claims(model: &GuardedModel, rules: &[&Rule]) -> Vec<String> {
    let Some((first, others)) = rules.split_first() else { return vec!["Was never called.".to_owned()] };
    if others.iter().all(|rule| rule.guard == first.guard) {
        return match list(&first.guard, code) {
            Some(conditions) => listed(&conditions),
            None => vec![sentence(first, code)],
        };
    }
    let paths = model.paths();
    let claim = |rule: &&Rule| {
        let path = paths[rule.state].iter().flatten();
        let names: Vec<String> = path.map(|method| code(&model.methods[*method].name)).collect();
        let place = if names.is_empty() { "At first".to_owned() } else { format!("After {}", names.join(", ")) };
        let sentence = sentence(rule, code);
        let (initial, rest) = sentence.split_at(1);
        format!("{place} it {}{rest}", initial.to_lowercase())
    };
    rules.iter().map(claim).collect()
}

fn listed(conditions: &[String]) -> Vec<String> {
    let items = conditions.iter().map(|condition| format!("<li>{condition}</li>"));
    let start = ["Fails unless all of these hold:".to_owned(), "<ul>".to_owned()];
    start.into_iter().chain(items).chain(["</ul>".to_owned()]).collect()
}

/// How often that was seen.
fn evidence(rules: &[&Rule]) -> Vec<String> {
    if rules.is_empty() {
        return Vec::new();
    }
    let sum = |number: fn(&Rule) -> u64| rules.iter().map(|rule| number(rule)).sum::<u64>();
    let (passing, failing, tests) = (sum(|rule| rule.passing), sum(|rule| rule.failing), sum(|rule| rule.tests));
    let calls = many(passing + failing, "call");
    let doubt = if rules.iter().all(|rule| rule.is_certain) { "" } else { " Some calls contradict this." };
    let tried = if tests > 0 { format!("; {} tests tried to refute it", thousands(tests)) } else { String::new() };
    let learned = format!("<p>Learned from {calls}, of which {} failed{tried}.{doubt}", thousands(failing));
    let given: Vec<String> = rules[0].tried.iter().map(|call| code(call.text())).collect();
    let has_values = rules[0].tried.iter().any(|call| !call.values().is_empty());
    let given = has_values.then(|| format!("<p>Among the calls were {}.", given.join(", ")));
    [learned].into_iter().chain(given).collect()
}

/// What is returned and thrown when, a line for each outcome; or what was thrown, if outcomes are not known.
fn tags(model: &GuardedModel, rules: &[&Rule]) -> Vec<String> {
    if rules.iter().all(|rule| rule.branches.is_empty()) {
        return thrown(rules);
    }
    let mut returned: Vec<String> = Vec::new();
    let mut others: Vec<String> = Vec::new();
    let depends = rules.iter().any(|rule| !says_the_same(rule, rules[0]));
    for rule in &rules[..if depends { rules.len() } else { 1 }] {
        for branch in &rule.branches {
            let place = if depends { place(model, rule) } else { String::new() };
            match branch.passes {
                true if branch.outcomes == [OK] => {}
                true => returned.push(format!("{}{place}{}", named(branch), clause(&branch.guard, code))),
                false => others.push(failure(branch, &place)),
            }
        }
    }
    // There is one tag for what is returned, with a line for each outcome.
    let start = |line: usize| if line == 0 { "@return " } else { "        " };
    let last = returned.len().saturating_sub(1);
    let returned = returned.iter().enumerate().map(|(line, text)| {
        let end = if line < last { ";" } else { "" };
        format!("{}{text}{end}", start(line))
    });
    let (paragraphs, thrown): (Vec<_>, Vec<_>) = others.into_iter().partition(|line| line.starts_with("<p>"));
    paragraphs.into_iter().chain(returned).chain(thrown).collect()
}

fn says_the_same(rule: &Rule, other: &Rule) -> bool {
    let said =
        |rule: &Rule| rule.branches.iter().map(|branch| (branch.name(), branch.guard.clone())).collect::<Vec<_>>();
    said(rule) == said(other)
}

/// The state of a rule, by the methods that lead to it.
fn place(model: &GuardedModel, rule: &Rule) -> String {
    let path = model.paths()[rule.state].clone().unwrap_or_default();
    let names: Vec<String> = path.iter().map(|method| code(&model.methods[*method].name)).collect();
    if names.is_empty() { " at first".to_owned() } else { format!(" after {}", names.join(", ")) }
}

/// The outcomes of a branch in code.
fn named(branch: &Branch) -> String {
    let names: Vec<String> = branch.outcomes.iter().map(|outcome| code(outcome)).collect();
    names.join(" or ")
}

/// When a call fails like this. What is no exception is told as what it is.
fn failure(branch: &Branch, place: &str) -> String {
    let witness = branch.executions.iter().find_map(|steps| steps.last());
    let seen = witness.map(|step| format!(", as observed in {}", code(step.input.text()))).unwrap_or_default();
    let when = clause(&branch.guard, code);
    match branch.outcomes.as_slice() {
        [outcome] if exception(outcome).is_some() => format!("@throws {outcome}{place}{when}{seen}"),
        [outcome] if *outcome == typestar_model::HANG => format!("<p>Does not return{place}{when}{seen}."),
        _ => format!("<p>Fails with {}{place}{when}{seen}.", named(branch)),
    }
}

/// What was thrown by the failures that are known.
fn thrown(rules: &[&Rule]) -> Vec<String> {
    let mut lines: Vec<(String, String)> = Vec::new();
    for step in rules.iter().filter_map(|rule| rule.fails.last()) {
        let Some(class) = step.reason().and_then(exception) else { continue };
        if !lines.iter().any(|(known, _)| known == class) {
            lines.push((class.to_owned(), step.input.to_string()));
        }
    }
    let line =
        |(class, input): (String, String)| format!("@throws {class} if it fails, as observed in {}", code(&input));
    lines.into_iter().map(line).collect()
}

/// The class of an exception at the beginning of a reason: `IOException: Pipe closed`.
fn exception(reason: &str) -> Option<&str> {
    let name = reason.split([':', ' ', '\n']).next()?;
    let is_name = name.chars().all(|letter| letter.is_ascii_alphanumeric() || "._$".contains(letter));
    (is_name && (name.ends_with("Exception") || name.ends_with("Error"))).then_some(name)
}

/// Code in a comment. What would end the comment or the tag is written otherwise.
fn code(text: &str) -> String {
    let text = one_line(text);
    let is_plain = !text.contains(['{', '}', '@', '\\']) && !text.contains("*/");
    if is_plain {
        return format!("{{@code {text}}}");
    }
    let safe = escape(&text).replace('@', "&#64;").replace("*/", "*&#47;").replace('\\', "&#92;");
    format!("<code>{}</code>", safe.replace('{', "&#123;").replace('}', "&#125;"))
}
