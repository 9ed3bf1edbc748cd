package typestar.android;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a driver assumes about the world around its object. It is part of what was learned: another one, another model. */
@Inherited
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
public @interface Environment {
    /** When work in the background goes on: on other loopers, in executors, behind gates. */
    Background background() default Background.BY_WAIT;

    /** Where callbacks are seen that come during a call, or after it if the background is eager. */
    Callbacks callbacks() default Callbacks.QUEUED;

    /** What becomes of callbacks that have come but were not waited for. */
    Pending pending() default Pending.KEPT;

    /** How far the clock may jump in one wait, in milliseconds. */
    long horizon() default 3_600_000;

    /** After so many words the whole framework is set up again; sooner if memory grows. */
    int fullResetEvery() default 50_000;

    /** When work in the background goes on. */
    enum Background {
        /** One piece of it in each step of a wait, and at no other time. */
        BY_WAIT,
        /** As far as it can come, after each call. What is behind a gate still waits for a wait. */
        EAGER
    }

    /** Where callbacks are seen that come during a call. */
    enum Callbacks {
        /** At later waits, one at each, like all others. */
        QUEUED,
        /** In the output of the call, in order, behind those that are still pending: {@code ok+onDown}. */
        JOINED
    }

    /** What becomes of callbacks that have come but were not waited for. */
    enum Pending {
        /** They are delivered by later waits, in order. */
        KEPT,
        /** The first call after a wait discards them, as DroidStar did. */
        DISCARDED
    }
}
