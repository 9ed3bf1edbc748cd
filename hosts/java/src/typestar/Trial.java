package typestar;

import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Tries once whether an expression makes a value, before anybody relies on it. */
final class Trial {
    /** What takes longer is no value; no constructor does but one that waits for something. */
    private static final long SECONDS = 2;

    private final ClassLoader loader;
    private final Map<String, Object> variables;

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
