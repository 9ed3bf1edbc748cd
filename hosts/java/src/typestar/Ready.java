package typestar;

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

/** Interfaces of the JDK of which a real object is there. */
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
        }
        return List.of();
    }
}
