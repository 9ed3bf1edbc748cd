import static typestar.Adapter.output;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import typestar.Adapter;
import typestar.Output;

/** The second toy of the transcripts (see ../README.md): its callins return and throw. */
public final class Values {
    private int count;

    /** The call is not allowed now. */
    static final class IllegalState extends RuntimeException {
        IllegalState(String message) {
            super(message);
        }
    }

    /** Cannot say why. */
    static final class Untold extends RuntimeException {
        @Override
        public String getMessage() {
            throw new IllegalState("no text");
        }
    }

    /** Something that is no plain value. */
    static final class Thing {}

    enum Color {
        RED
    }

    int add() {
        if (count == 2) {
            throw new IllegalState("full: 2");
        }
        return ++count;
    }

    static Object fail(RuntimeException thrown) {
        throw thrown;
    }

    public static void main(String[] arguments) {
        Adapter.of("values", (emit, clock) -> new Values())
                .version("1")
                .returning("add", Values::add)
                .returning("yes", toy -> true)
                .returning("no", toy -> false)
                .returning("nothing", toy -> null)
                .returning("small", toy -> -999_999)
                .returning("large", toy -> 1_000_000)
                .returning("fraction", toy -> 0.5)
                .returning("empty", toy -> "")
                .returning("text", toy -> "low battery")
                .returning("word", toy -> "error")
                .returning("marks", toy -> "a\"b\\c\n\u007f\u200e\udb40\udc01é☕")
                .returning("forty", toy -> "x".repeat(38))
                .returning("long", toy -> "x".repeat(39))
                .returning("list", toy -> new ArrayList<>(List.of(1, 2)))
                .returning("object", toy -> new HashMap<>(Map.of("code", 5)))
                .returning("thing", toy -> new Thing())
                .returning("shop", toy -> new shop.ok())
                .returning("color", toy -> Color.RED)
                .returning("self", toy -> toy)
                .returning("named", toy -> output("CONNACK 0"))
                .returning("reserved", toy -> output("hang"))
                .returning("unnamed", toy -> output(""))
                .returning("overlong", toy -> output("x".repeat(41)))
                .returning("invisible", toy -> output("a\u200eb"))
                .returning("bang", toy -> fail(new IllegalState("bang")))
                .returning("strange", toy -> fail(new shop.error("bad data")))
                .returning("untold", toy -> fail(new Untold()))
                .returning("beyond", toy -> BigInteger.ONE.shiftLeft(64))
                .returning("silent", toy -> Output.noReply(50))
                .outputs()
                .serve();
    }
}
