package typestar;

import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.Writer;
import java.lang.reflect.Type;
import java.util.Enumeration;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.Spliterator;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;

/** Interfaces and abstract classes of the JDK of which a real object is there. */
final class Ready {
    private Ready() {}

    static List<String> of(Type type, Class<?> raw) {
        String element = Generics.raw(Generics.argument(type, 0)).getTypeName();
        String two = "new java.util.ArrayList {2 of " + element + "}";
        String none = "new java.util.ArrayList()";
        if (raw == Iterator.class || raw == ListIterator.class) {
            return List.of(two + ".listIterator()", none + ".listIterator()");
        } else if (raw == Enumeration.class) {
            return List.of("java.util.Collections.enumeration(" + two + ")", "java.util.Collections.emptyEnumeration()");
        } else if (raw == Spliterator.class || raw == Stream.class) {
            String method = raw == Stream.class ? ".stream()" : ".spliterator()";
            return List.of(two + method, none + method);
        } else if (List.of(Executor.class, ExecutorService.class, ScheduledExecutorService.class).contains(raw)) {
            return List.of("executor");
        } else if (raw == Reader.class) {
            return List.of("new java.io.StringReader(\"abc\")", "new java.io.StringReader(\"\")");
        } else if (raw == InputStream.class) {
            String bytes = "new java.io.ByteArrayInputStream(new byte[";
            // A part of an array, one behind its end, and one that begins before it.
            return List.of(bytes + "] {97, 98, 99})", bytes + "0])", bytes + "] {97, 98, 99}, 1, 1)",
                    bytes + "1], 2, 1)", bytes + "1], -1, 2)");
        } else if (raw == Writer.class || raw == Appendable.class) {
            return List.of("new java.io.StringWriter()");
        } else if (raw == OutputStream.class) {
            return List.of("new java.io.ByteArrayOutputStream()");
        }
        return List.of();
    }
}
