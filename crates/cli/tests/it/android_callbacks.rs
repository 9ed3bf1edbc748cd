//! Where callbacks of Android classes are seen: in waits, or in the output of the call that they come with.

#![cfg(unix)]

use crate::common::{Desk, android_desk};
use serde_json::Value;

/// A driver that is called back in all ways: during a call, from the main looper, from the background.
const BELL: &str = r#"
import android.os.Handler;
import android.os.Looper;
import typestar.android.Env;
import typestar.android.Environment;
import typestar.android.Driver;

@Environment(ENVIRONMENT)
public final class Bell extends Driver {
    private Env env;

    @Override
    public void reset(Env env) {
        this.env = env;
    }

    public boolean ring() {
        env.emit("onRing");
        env.emit("onEcho", 2);
        return true;
    }

    public void later() {
        new Handler(Looper.getMainLooper()).post(() -> {
            env.emit("onFirst");
            env.emit("onSecond");
        });
    }

    public void work() {
        env.executor().execute(() -> env.emit("onDone"));
    }

    public void crack() {
        env.emit("onRing");
        throw new IllegalStateException("cracked");
    }

    public void crackLater() {
        env.emit("onRing");
        new Handler(Looper.getMainLooper()).post(() -> {
            throw new IllegalStateException("cracked");
        });
    }

    public void alarm() {
        env.emit("onRing");
        env.emit("onAlarm");
    }
}
"#;

const CASE: &str = r#"
[system.android]
driver = "Bell"
sources = ["Bell.java"]

[inputs]
callins = ["ring", "later", "work", "crack", "crackLater", "alarm"]

[inputs.returns]
ring = "value"

[outputs]
errors = ["onAlarm"]

[purpose]
at_most_once = ["later", "work"]

[learning]
tester = "distinguisher-bound(2)"
"#;

/// A bell in this environment.
fn bell(environment: &str) -> Option<Desk> {
    let desk = android_desk(34)?;
    desk.write("Bell.java", &BELL.replace("ENVIRONMENT", environment));
    desk.write("bell.toml", CASE);
    Some(desk)
}

fn joined() -> Option<Desk> {
    bell("callbacks = Environment.Callbacks.JOINED")
}

/// What each input of a word answers.
fn outputs(desk: &Desk, word: &str) -> Vec<String> {
    let tried = desk.run(&["try", "bell.toml", word, "--json"]).exits(0).json();
    let steps = tried["steps"].as_array().expect("steps");
    steps.iter().map(|step| step["output"].as_str().expect("an output").to_owned()).collect()
}

#[test]
fn callbacks_of_a_call_wait_for_waits() {
    let Some(desk) = bell("callbacks = Environment.Callbacks.QUEUED") else { return };
    assert_eq!(outputs(&desk, "ring wait wait wait"), ["true", "onRing", "onEcho(2)", "quiet"]);
}

#[test]
fn callbacks_of_a_call_are_joined_to_its_output_in_order() {
    let Some(desk) = joined() else { return };
    assert_eq!(outputs(&desk, "ring wait"), ["true+onRing+onEcho(2)", "quiet"]);
}

#[test]
fn what_comes_in_a_wait_is_not_joined_to_it() {
    let Some(desk) = joined() else { return };
    assert_eq!(outputs(&desk, "later wait wait wait"), ["ok", "onFirst", "onSecond", "quiet"], "one for each wait");
    assert_eq!(outputs(&desk, "work ring wait"), ["ok", "true+onRing+onEcho(2)", "onDone"]);
}

#[test]
fn callbacks_of_a_call_do_not_overtake_pending_ones() {
    let Some(desk) = joined() else { return };
    let expected = ["ok", "onFirst", "true+onSecond+onRing+onEcho(2)", "quiet"];
    assert_eq!(outputs(&desk, "later wait ring wait"), expected);
    let expected = ["ok", "onFirst", "ok", "onSecond", "onDone"];
    assert_eq!(outputs(&desk, "later wait work wait wait"), expected, "a call that brings none takes none");
}

/// Two animations, one after the other: the end of the first and the start of the second come in one frame.
const ANIMATIONS: &str = r#"
import android.animation.Animator;
import android.animation.AnimatorListenerAdapter;
import android.animation.AnimatorSet;
import android.animation.ValueAnimator;
import typestar.android.Driver;
import typestar.android.Env;
import typestar.android.Environment;

@Environment(callbacks = Environment.Callbacks.JOINED)
public final class Animations extends Driver {
    private AnimatorSet set;

    @Override
    public void reset(Env env) {
        set = new AnimatorSet();
        set.playSequentially(told(env, new ValueAnimator(), "A"), told(env, new ValueAnimator(), "B"));
        told(env, set, "Set");
    }

    private static Animator told(Env env, Animator animator, String name) {
        if (animator instanceof ValueAnimator) {
            ((ValueAnimator) animator).setIntValues(0, 1);
            animator.setDuration(100);
        }
        animator.addListener(new AnimatorListenerAdapter() {
            @Override
            public void onAnimationStart(Animator animation) {
                env.emit("start" + name);
            }

            @Override
            public void onAnimationCancel(Animator animation) {
                env.emit("cancel" + name);
            }

            @Override
            public void onAnimationEnd(Animator animation) {
                env.emit("end" + name);
            }
        });
        return animator;
    }

    public void start() {
        set.start();
    }

    public void cancel() {
        set.cancel();
    }
}
"#;

const ANIMATIONS_CASE: &str = r#"
[system.android]
driver = "Animations"
sources = ["Animations.java"]

[inputs]
callins = ["start", "cancel"]

[learning]
tester = "distinguisher-bound(2)"
"#;

/// Idle, the first one runs, its end is seen, the second one runs, its end is seen.
#[test]
fn a_set_of_two_animations_has_five_states() {
    let Some(desk) = android_desk(34) else { return };
    desk.write("Animations.java", ANIMATIONS);
    desk.write("bell.toml", ANIMATIONS_CASE);
    let expected = ["ok+startA+startSet", "endA", "ok+startB+cancelSet+cancelB+endB+endSet", "quiet"];
    assert_eq!(outputs(&desk, "start wait cancel wait"), expected);
    let summary: Value = desk.run(&["learn", "bell.toml", "--json", "-q"]).exits(0).json();
    assert_eq!(summary["states"], 5, "{summary}");
}

#[test]
fn eager_work_in_the_background_is_joined_to_the_call_that_it_follows() {
    let environment = "callbacks = Environment.Callbacks.JOINED, background = Environment.Background.EAGER";
    let Some(desk) = bell(environment) else { return };
    assert_eq!(outputs(&desk, "work wait"), ["ok+onDone", "quiet"]);
}

#[test]
fn an_exception_or_an_error_callback_is_all_of_the_output() {
    let Some(desk) = joined() else { return };
    let tried = desk.run(&["try", "bell.toml", "crack", "--json"]).exits(0).json();
    assert_eq!(tried["steps"][0]["output"], "error");
    assert_eq!(tried["steps"][0]["reason"], "IllegalStateException: cracked");
    assert_eq!(outputs(&desk, "alarm"), ["error"]);
    assert_eq!(outputs(&desk, "crackLater wait"), ["ok+onRing", "error"]);
}

#[test]
fn views_and_the_doctor_take_joined_outputs_as_answers_of_calls() {
    let Some(desk) = joined() else { return };
    let few = CASE.replace(r#", "work", "crack", "crackLater", "alarm"]"#, "]").replace(r#", "work""#, "");
    desk.write("bell.toml", &few);
    desk.run(&["doctor", "bell.toml"]).exits(0).prints(&["quiescence is exact"]);
    let summary: Value = desk.run(&["learn", "bell.toml", "-o", "bell.run", "--json", "-q"]).exits(0).json();
    assert_eq!(summary["findings"].as_array().map(Vec::len), Some(0), "{summary}");
    desk.run(&["show", "bell.run"]).exits(0).prints(&["ring / true+onRing+onEcho(2)", "← onFirst"]);
    desk.run(&["show", "bell.run", "--format", "dot"]).exits(0).prints(&["ring/true+onRing+onEcho(2)"]);
}
