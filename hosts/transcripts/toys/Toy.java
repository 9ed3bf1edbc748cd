import static typestar.Adapter.output;

import typestar.Adapter;
import typestar.Clock;
import typestar.Emit;

/** The toy component of the transcripts (see ../README.md) behind the Java host library. */
public final class Toy {
    private static String spoiled = "";

    private final Emit emit;
    private final Clock clock;

    /** The call is not allowed now. */
    static final class IllegalState extends RuntimeException {
        IllegalState(String message) {
            super(message);
        }
    }

    /** Emits callbacks at once or later, and can spoil the next reset. */
    private Toy(Emit emit, Clock clock) {
        this.emit = emit;
        this.clock = clock;
        String found = spoiled;
        spoiled = "";
        if (found.equals("brick")) {
            throw new IllegalState("bricked");
        }
        if (!found.equals("mute")) {
            emit.callback("onReady");
        }
    }

    void tick() {
        for (String name : new String[] {"onTick", "onTick", "onOne", "onTick"}) {
            emit.callback(name);
        }
    }

    void five() {
        emit.callback(output("onProblem").with("code", 5).with("text", "low battery"));
    }

    void fail(String message) {
        throw new IllegalState(message);
    }

    void reserved() {
        try {
            emit.callback("quiet");
        } catch (IllegalArgumentException refused) {
            // The plan has failed all the same.
        }
    }

    public static void main(String[] arguments) {
        Adapter.of("toy", Toy::new)
                .version("1")
                .input("nothing", toy -> System.out.println("this must not disturb the protocol"))
                .input("one", toy -> toy.emit.callback("onOne"))
                .input("two", toy -> toy.emit.callback("onTwo"))
                .input("tick", Toy::tick)
                .input("five", Toy::five)
                .input("seven", toy -> toy.emit.callback(output("onProblem").with("code", 7)))
                .input("soon", toy -> toy.clock.callLater(5, () -> toy.emit.callback("onSoon")))
                .input("later", toy -> toy.clock.callLater(6000, () -> toy.emit.callback("onLater")))
                .input("boom", toy -> toy.fail("boom"))
                .input("bang", toy -> toy.fail("bang"))
                .input("reserved", Toy::reserved)
                .input("brick", toy -> spoiled = "brick")
                .input("mute", toy -> spoiled = "mute")
                .input("stray", toy -> toy.clock.callLater(0, () -> toy.fail("stray")))
                .outputs("onReady", "onOne", "onTwo", "onTick", "onProblem", "onSoon", "onLater")
                .serve();
    }
}
