//! Guarded models of two classes of the JDK, and random guards.

use typestar_model::guarded::{Boundary, Branch, Comparison, Features, Guard, GuardedMethod, GuardedModel, Rule, Sum};
use typestar_model::{Random, Step, Value};

pub fn flag(name: &str) -> Guard {
    Guard::Flag(name.to_owned())
}

pub fn method(name: &str, parameters: &[&str], returns: &str) -> GuardedMethod {
    let parameters = parameters.iter().map(|name| (*name).to_owned()).collect();
    GuardedMethod { name: name.to_owned(), parameters, returns: returns.to_owned(), makes: false }
}

/// A rule that leads from the first state to itself.
pub fn rule(method: usize, guard: Guard, (passing, failing): (u64, u64)) -> Rule {
    Rule {
        state: 0,
        method,
        guard,
        target: Some(0),
        is_certain: true,
        passing,
        failing,
        tests: 500,
        boundary: Vec::new(),
        passes: Vec::new(),
        fails: Vec::new(),
        branches: Vec::new(),
        tried: Vec::new(),
    }
}

pub fn at(feature: &str, value: Value, passes: bool) -> Boundary {
    Boundary { features: Features::from([(feature.to_owned(), value)]), passes }
}

/// `java.util.Stack` with two of its methods.
pub fn stack() -> GuardedModel {
    let mut push = rule(0, Guard::ALWAYS, (12, 0));
    push.passes = vec![Step::new("push(1)", "ok")];
    let mut pop = rule(1, Guard::at_least("elementCount", 1), (61, 40));
    pop.boundary = vec![at("elementCount", Value::Integer(1), true), at("elementCount", Value::Integer(0), false)];
    pop.passes = vec![Step::new("push(1)", "ok"), Step::new("pop", "ok")];
    pop.fails = vec![Step::new("pop", "error").with_reason(Some("EmptyStackException".to_owned()))];
    GuardedModel {
        system: "java.util.Stack".to_owned(),
        finished: true,
        states: 1,
        methods: vec![
            method("push", &["java.lang.Object"], "java.lang.Object"),
            method("pop", &[], "java.lang.Object"),
        ],
        rules: vec![push, pop],
        surprises: Vec::new(),
    }
}

/// `java.io.PipedOutputStream` with four of its methods.
pub fn pipe() -> GuardedModel {
    let sink = || flag("sink == null");
    let connect = [sink(), flag("arg1 == null").negated(), flag("arg1.connected").negated()];
    let write = [sink().negated(), flag("sink.closedByWriter").negated()];
    let ok = |input: &str| Step::new(input, "ok");
    let connected = || ok("connect(\"@new java.io.PipedInputStream\")");
    let mut close = rule(3, Guard::ALWAYS, (40, 0));
    close.passes = vec![ok("close")];
    let mut write = rule(1, Guard::All(write.to_vec()), (150, 90));
    write.passes = vec![connected(), ok("write(int)(1)")];
    write.fails = vec![connected(), ok("close"), Step::new("write(int)(1)", "error")];
    GuardedModel {
        system: "java.io.PipedOutputStream".to_owned(),
        finished: true,
        states: 1,
        methods: vec![
            method("connect", &["java.io.PipedInputStream"], "void"),
            method("write(int)", &["int"], "void"),
            method("flush", &[], "void"),
            method("close", &[], "void"),
        ],
        rules: vec![rule(0, Guard::All(connect.to_vec()), (30, 60)), write, rule(2, Guard::ALWAYS, (50, 0)), close],
        surprises: Vec::new(),
    }
}

/// A queue for two: `offer` answers whether there was room, and nothing but null makes it fail.
pub fn queue() -> GuardedModel {
    let fits = flag("arg1 == null").negated();
    let branch =
        |outcome: &str, passes, guard| Branch::new(vec![outcome.to_owned()], passes, guard, passes.then_some(0));
    let refused = Branch {
        calls: 4,
        tests: 500,
        boundary: vec![Features::from([("count".to_owned(), Value::Integer(2))])],
        executions: vec![vec![Step::new("offer(1)", "ok")]],
        ..branch("false", true, Guard::at_least("count", 2))
    };
    let accepted = branch("true", true, Guard::at_most("count", 1));
    let mut offer = rule(0, fits, (9, 3));
    offer.branches = vec![accepted, refused, branch("NullPointerException", false, flag("arg1 == null"))];
    let mut clear = rule(1, Guard::ALWAYS, (7, 0));
    clear.branches = vec![branch("ok", true, Guard::ALWAYS)];
    GuardedModel {
        system: "Queue".to_owned(),
        finished: true,
        states: 1,
        methods: vec![method("offer", &["java.lang.Object"], "boolean"), method("clear", &[], "void")],
        rules: vec![offer, clear],
        surprises: Vec::new(),
    }
}

/// What features of random guards are called.
pub const NAMES: [&str; 4] = ["a", "b", "sink.c", "sink == null"];

/// A random guard, of at most this depth.
pub fn random_guard(random: &mut Random, depth: usize) -> Guard {
    let parts = |random: &mut Random| (0..random.between(0, 3)).map(|_| random_guard(random, depth - 1)).collect();
    match random.below(if depth == 0 { 3 } else { 6 }) {
        0 => flag(random.pick::<&str>(&NAMES)),
        1 => Guard::Is { feature: (*random.pick(&NAMES)).to_owned(), text: (*random.pick(&["x", "y"])).to_owned() },
        2 => Guard::Sum(random_sum(random)),
        3 => Guard::All(parts(random)),
        4 => Guard::Any(parts(random)),
        _ => Guard::Not(Box::new(random_guard(random, depth - 1))),
    }
}

fn random_sum(random: &mut Random) -> Sum {
    let comparisons = [Comparison::AtLeast, Comparison::AtMost, Comparison::Equal, Comparison::Differs];
    let mut names = ["a", "b", "sink.c"];
    random.shuffle(&mut names);
    let names = &names[..random.between(1, 2)];
    let terms = names.iter().map(|name| (*random.pick(&[-2, -1, 1, 1, 2]), (*name).to_owned())).collect();
    Sum { terms, comparison: *random.pick(&comparisons), bound: (random.below(5) as i64 - 2).into() }
}
