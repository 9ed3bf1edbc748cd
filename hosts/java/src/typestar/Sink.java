package typestar;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/** Takes the callbacks of one word and keeps them until a wait delivers them. */
final class Sink implements Emit {
    private final Settings settings;
    private final Remarks remarks;
    private final Function<Throwable, Origin> origins;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Deque<Delivery> pending = new ArrayDeque<>();
    private final Set<String> sinceCallin = new HashSet<>();
    private final List<String> word = new ArrayList<>();
    private List<String> quietWord;
    /** How many of the pending ones came before the last callin. */
    private int olderThanCallin;
    private boolean awaitedCame;
    private boolean isOver;
    private boolean isClosed;
    private volatile String fault;

    Sink(Settings settings, Remarks remarks, Function<Throwable, Origin> origins) {
        this.settings = settings;
        this.remarks = remarks;
        this.origins = origins;
    }

    /** A callback as a wait delivers it. */
    static final class Delivery {
        final String text;
        final Symbol output;
        final String reason;
        /** Why a quiet is not exact; null if it is, or if this is none. */
        final String silence;
        /** Who made it; null if nobody tells. */
        final Origin origin;

        private Delivery(String text, Symbol output, String reason, String silence, Origin origin) {
            this.text = text;
            this.output = output;
            this.reason = reason;
            this.silence = silence;
            this.origin = origin;
        }
    }

    @Override
    public void callback(Output callback) {
        if (callback.name == null || callback.name.isEmpty() || Symbol.RESERVED.contains(callback.name)) {
            refuse("emit: '" + callback.name + "' cannot be the name of a callback: "
                    + String.join(", ", Symbol.RESERVED) + " are reserved");
        }
        String valueFault = Symbol.fault(callback.values);
        if (valueFault != null) {
            refuse("emit: '" + callback.name + "' " + valueFault);
        }
        locked(() -> {
            Delivery delivery = isClosed ? null : treated(callback);
            if (delivery != null) {
                keep(delivery);
            }
            return null;
        });
    }

    private void refuse(String why) {
        fault = why;
        throw new IllegalArgumentException(why);
    }

    /** A callback threw: the wait that comes to it answers `error`. */
    void thrown(Throwable thrown) {
        Origin origin = origins.apply(thrown);
        locked(() -> {
            if (!isClosed && !isOver) {
                keep(new Delivery("error", Symbol.ERROR, Texts.shortened(Texts.reason(thrown)), null, origin));
            }
            return null;
        });
    }

    /** The word is no answer, because of this. */
    void spoil(String why) {
        fault = why;
    }

    /** Forgets the callbacks that no wait has delivered yet. */
    void discardPending() {
        locked(() -> {
            pending.clear();
            olderThanCallin = 0;
            return null;
        });
    }

    /**
     * If callbacks came since the last callin began, takes all that are pending: no wait will deliver them. Those that
     * were pending before come first, because a callback never overtakes another.
     */
    List<Delivery> takeIfCallinBrought() {
        return locked(() -> {
            List<Delivery> taken = new ArrayList<>();
            if (pending.size() > olderThanCallin) {
                taken.addAll(pending);
                pending.clear();
            }
            return taken;
        });
    }

    /** Why the word is not an answer; null if it is. */
    String fault() {
        return fault;
    }

    private void keep(Delivery delivery) {
        if (quietWord != null) {
            Map<String, Object> late = new LinkedHashMap<>();
            late.put("word", quietWord);
            late.put("output", delivery.text);
            remarks.late(late);
        }
        if (!isOver) {
            pending.add(delivery);
            changed.signalAll();
        }
    }

    /** Splits, ignores, merges, drops repeated ones, in this order; null if it is dropped. */
    private Delivery treated(Output callback) {
        String output = split(callback);
        if (settings.ignore.contains(output)) {
            return null;
        }
        output = settings.merge.getOrDefault(output, output);
        Symbol symbol = Symbol.of(output, callback.values);
        if (settings.dropRepeated.contains(output) && !sinceCallin.add(symbol.text)) {
            return null;
        }
        if (settings.errors.contains(output)) {
            return new Delivery(output, Symbol.ERROR, described(callback), null, callback.origin);
        }
        boolean isPlain = callback.arguments.isEmpty() && output.equals(callback.name);
        return new Delivery(symbol.text, symbol, isPlain ? null : described(callback), null, callback.origin);
    }

    private String split(Output callback) {
        Object argument = settings.split.get(callback.name);
        if (argument == null || !callback.arguments.containsKey(argument)) {
            return callback.name;
        }
        return callback.name + ":" + Texts.unquoted(callback.arguments.get(argument));
    }

    /** A callback as people write it: onError(3, code=5). */
    private static String described(Output callback) {
        List<String> parts = new ArrayList<>();
        for (Object value : callback.values) {
            parts.add(Json.write(value));
        }
        callback.arguments.forEach((name, value) -> parts.add(name + "=" + Json.write(value)));
        return parts.isEmpty() ? callback.name : callback.name + "(" + String.join(", ", parts) + ")";
    }

    /** Silence is over: whatever comes now may come. */
    void beginCallin(String input) {
        locked(() -> {
            word.add(input);
            sinceCallin.clear();
            olderThanCallin = pending.size();
            quietWord = null;
            return null;
        });
    }

    /** A wait begins. */
    void beginWait() {
        locked(() -> word.add("wait"));
    }

    /** The next callback, or quiet and how that was found. */
    Delivery await(Pace pace) {
        String silence = pace.await();
        return locked(() -> {
            if (!pending.isEmpty()) {
                return pending.remove();
            }
            if (Pace.TIMED.equals(silence)) { // only then can something come all the same
                quietWord = new ArrayList<>(word);
            }
            return new Delivery("quiet", Symbol.QUIET, null, silence, null);
        });
    }

    /** The inputs so far. */
    List<String> word() {
        return locked(() -> new ArrayList<>(word));
    }

    boolean hasPending() {
        return countPending() > 0;
    }

    /** How many callbacks wait to be delivered. */
    int countPending() {
        return locked(pending::size);
    }

    /** Drops all callbacks up to the awaited one; whether that has come. */
    boolean discards(String awaited) {
        return locked(() -> {
            while (!pending.isEmpty() && !awaitedCame) {
                Delivery delivery = pending.remove();
                if (awaited.equals(delivery.text) || awaited.equals(delivery.output.name)) {
                    sinceCallin.clear();
                    awaitedCame = true;
                }
            }
            return awaitedCame;
        });
    }

    /** Waits in real time, at most so many milliseconds, until something is so; whether it is. */
    boolean rest(double milliseconds, BooleanSupplier isMet) {
        boolean wasInterrupted = Thread.interrupted(); // by the component, which may find it so again
        lock.lock();
        try {
            long left = (long) (milliseconds * 1e6);
            while (!isMet.getAsBoolean() && left > 0) {
                left = changed.awaitNanos(left);
            }
            return isMet.getAsBoolean();
        } catch (InterruptedException interrupted) {
            wasInterrupted = true;
            return isMet.getAsBoolean();
        } finally {
            lock.unlock();
            if (wasInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Lets the one who rests see whether he still has to. */
    void lookAgain() {
        locked(() -> {
            changed.signalAll();
            return null;
        });
    }

    /** The word is over: what is pending dies with it; only after `quiet` is it told what still comes. */
    void end() {
        locked(() -> {
            pending.clear();
            isOver = true;
            isClosed = quietWord == null || quietWord.size() != word.size();
            return null;
        });
    }

    /** Nothing that still comes matters. */
    void close() {
        locked(() -> isClosed = true);
    }

    private <T> T locked(java.util.function.Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
