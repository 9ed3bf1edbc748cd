package typestar;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Tries once whether an expression makes a value, before anybody relies on it. */
final class Trial {
    /** What takes longer is no value; no constructor does but one that waits for something. */
    private static final long SECONDS = 2;
    /** So many objects deep is looked for what a call changes. */
    private static final int DEPTH = 2;

    private final ClassLoader loader;
    private final Map<String, Object> variables;
    private final Fields fields = new Fields(DEPTH, type -> false, note -> { });

    Trial(ClassLoader loader, Map<String, Object> variables) {
        this.loader = loader;
        this.variables = variables;
    }

    /** Whether it makes an object of a type. What was made is given back. */
    boolean makes(String text, Class<?> type) {
        return why(text, type) == null;
    }

    /** Whether it makes one object, which is the same each time. */
    boolean makesSame(String text) {
        return ran(() -> {
            try {
                Object made = Expression.made(text, loader, variables);
                return made != null && made == Expression.made(text, loader, variables) ? null : "others";
            } catch (Unmade | IllegalArgumentException thrown) {
                return "nothing";
            }
        }) == null;
    }

    /** Why it makes no object of a type; null if it does. */
    String why(String text, Class<?> type) {
        return ran(new Once(text, type));
    }

    /** Whether a call changes a field of what an expression makes, and neither throws nor starts threads. */
    boolean changes(String text, String call) {
        return ran(() -> {
            try {
                int threads = Thread.activeCount();
                Object made = Expression.made(text, loader, variables);
                Map<String, Object> before = look(made);
                Expression.made("it." + call, loader, Map.of("it", made));
                boolean hasChanged = !look(made).equals(before) && Thread.activeCount() == threads;
                ClassSubject.giveBack(made);
                return hasChanged ? null : "nothing";
            } catch (Unmade | IllegalArgumentException thrown) {
                return "nothing";
            }
        }) == null;
    }

    private Map<String, Object> look(Object made) {
        return fields.read(made, new Object[0], new Class<?>[0]);
    }

    /** The class of what an expression makes; null if it makes nothing. */
    Class<?> classOf(String text) {
        List<Class<?>> found = new ArrayList<>();
        ran(() -> {
            try {
                Object made = Expression.made(text, loader, variables);
                found.add(made.getClass());
                ClassSubject.giveBack(made);
            } catch (Unmade | IllegalArgumentException thrown) {
                // Then there is none.
            }
            return null;
        });
        return found.isEmpty() ? null : found.get(0);
    }

    private String ran(Callable<String> trial) {
        FutureTask<String> task = new FutureTask<>(() -> {
            Budget.begin();
            return trial.call();
        });
        Thread thread = new Thread(task, "typestar-trial");
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        thread.start();
        try {
            return task.get(SECONDS, TimeUnit.SECONDS);
        } catch (Exception tooLong) {
            thread.interrupt();
            return "it takes longer than " + SECONDS + " s";
        }
    }

    private final class Once implements Callable<String> {
        private final String text;
        private final Class<?> type;

        Once(String text, Class<?> type) {
            this.text = text;
            this.type = type;
        }

        @Override
        public String call() {
            try {
                Object made = Expression.made(text, loader, variables);
                Arguments.converted(type, made);
                ClassSubject.giveBack(made);
                return null;
            } catch (Unmade thrown) {
                return Texts.reason(thrown.getCause());
            } catch (IllegalArgumentException mistake) {
                return mistake.getMessage();
            } catch (Throwable other) {
                return Texts.reason(other);
            }
        }
    }
}
