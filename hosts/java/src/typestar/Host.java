package typestar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answers typestar's questions until it has no more, then ends the process. */
final class Host {
    static final int PROTOCOL = 3;
    /** How long, in milliseconds, the end of the process may take. */
    private static final long FAREWELL = 3000;

    private final Subject subject;
    private final Channel channel = Channel.open();
    private final Ground ground;
    private final Remarks remarks = new Remarks();
    private final Symbol.Reader symbols = new Symbol.Reader();
    private volatile boolean isLeaving;
    private Settings settings;
    private Runner runner;
    private Watchdog watchdog;
    private boolean sendsSteps;
    /** Whether steps wait until there are more, or the watchdog sends them. */
    private boolean isLazy;
    /** The plans of the request that is answered now, its number, and how many of the plans were begun. */
    private List<Plan> plans = List.of();
    private String request;
    private int begun;
    /** How many steps of the present plan were sent. */
    private int sent;

    private Host(Subject subject) {
        this.subject = subject;
        ground = new Ground(subject);
    }

    /** A thread of the host's, which is no thread of the component's. */
    static final class Own extends Thread {
        Own(Runnable action) {
            super(action, "typestar");
        }
    }

    static Thread daemon(Runnable action) {
        Thread thread = new Own(action);
        thread.setDaemon(true);
        return thread;
    }

    static void serve(Subject subject) {
        new Host(subject).serve();
    }

    /** Answers the greeting with the reason why there is nothing to serve. */
    static void refuse(String message) {
        serve(new Subject() {
            @Override
            String name() {
                return "";
            }

            @Override
            java.util.List<String> inputs() {
                return List.of();
            }

            @Override
            boolean hasClock() {
                return false;
            }

            @Override
            void setUp() {
                throw new Fatal(message);
            }

            @Override
            Object create(Emit emit, Clock clock) {
                return null;
            }

            @Override
            Object call(Object component, String input, Object[] arguments) {
                return null;
            }
        });
    }

    private void serve() {
        Runtime.getRuntime().addShutdownHook(new Own(this::onExit));
        answerAndLeave(this::greet);
    }

    /** Whether there is something to answer, and then answers until there is no more. */
    private void answerAndLeave(java.util.function.BooleanSupplier beginning) {
        try {
            if (beginning.getAsBoolean()) {
                answerRequests();
                runner.endComponent();
            }
            ground.clear();
            leave(0);
        } catch (Watchdog.Barked barked) {
            leaveUnlessReplaced();
        } catch (Channel.Broken broken) {
            end(runner);
            leave(1);
        } catch (Throwable thrown) {
            fail(thrown);
        }
    }

    /** A thread whose call came back after all, too late, ends what it called, and then itself. */
    private void leaveUnlessReplaced() {
        if (!watchdog.isLeft(Thread.currentThread())) {
            leave(1);
        }
    }

    private void fail(Throwable thrown) {
        if (!(thrown instanceof Fatal)) {
            Texts.print(thrown);
        }
        String message = thrown instanceof Fatal ? thrown.getMessage() : Texts.reason(thrown);
        try {
            channel.sendLast(() -> "{\"type\":\"fatal\",\"message\":" + Json.write(Texts.shortened(message)) + "}");
        } catch (Channel.Broken broken) {
            // Then nobody wants to know.
        }
        leave(1);
    }

    /** Ends the component; what fails then is told and changes nothing. */
    private static void end(Runner runner) {
        try {
            runner.endComponent();
        } catch (Throwable thrown) {
            Texts.print(thrown);
        }
    }

    /** Answers the greeting; whether there was one. */
    private boolean greet() {
        Map<?, ?> hello = channel.next();
        if (hello == null) {
            return false;
        }
        if (!"hello".equals(hello.get("type"))) {
            throw new Fatal("expected a 'hello' first, got '" + hello.get("type") + "'");
        }
        if (!Integer.valueOf(PROTOCOL).equals(hello.get("protocol"))) {
            throw new Fatal("typestar speaks protocol " + hello.get("protocol") + ", but this host library speaks "
                    + PROTOCOL + ": use the library of your typestar version");
        }
        Map<?, ?> described = hello.get("settings") == null ? Map.of() : (Map<?, ?>) hello.get("settings");
        settings = new Settings(described);
        ground.lay();
        sendsSteps = Boolean.TRUE.equals(hello.get("steps"));
        isLazy = Boolean.TRUE.equals(hello.get("lazy"));
        boolean leaves = sendsSteps && Boolean.TRUE.equals(hello.get("leave")) && subject.leavesCalls();
        watchdog = new Watchdog(channel, settings, leaves ? new Next() : null);
        if (hello.get("memo") != null) {
            watchdog.deadlines.remember((Map<?, ?>) hello.get("memo"));
        }
        channel.send(ready());
        channel.flush();
        begin();
        return true;
    }

    private String ready() {
        Map<String, Object> ready = new LinkedHashMap<>();
        ready.put("type", "ready");
        ready.put("protocol", PROTOCOL);
        ready.put("name", subject.name());
        ready.put("version", subject.version());
        ready.put("inputs", subject.inputs());
        ready.put("outputs", subject.outputs());
        if (sendsSteps) {
            ready.put("steps", true);
        }
        if (subject.hasClock() && !settings.wantsRealTime) {
            ready.put("clock", "virtual");
        }
        if (settings.drains) {
            ready.put("drains", true);
        }
        if (!settings.settleAfter.isEmpty()) {
            ready.put("settles", true);
        }
        subject.describe(ready);
        return Json.write(ready);
    }

    private void begin() {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {
            Texts.print(thrown);
            remarks.thrown(thrown);
        });
        subject.remarkTo(remarks);
        subject.prepare(settings);
        runner = new Runner(subject, settings, watchdog, remarks);
        // The process does not end with the first thread that is left behind.
        Thread guard = new Own(watchdog);
        guard.setDaemon(!subject.leavesCalls());
        guard.start();
    }

    private void answerRequests() {
        for (Map<?, ?> request = channel.next(); request != null; request = channel.next()) {
            answerAll(request);
            if (!channel.hasMore()) {
                channel.flush();
            }
        }
    }

    /** Sends one line for each plan of a request. */
    private void answerAll(Map<?, ?> request) {
        if (!"run".equals(request.get("type"))) {
            throw new Fatal("unknown request type '" + request.get("type") + "'");
        }
        List<Plan> wanted = new ArrayList<>();
        for (Object plan : (List<?>) request.get("plans")) {
            wanted.add(Plan.read(plan, symbols));
        }
        this.request = Json.write(request.get("id"));
        plans = wanted;
        begun = 0;
        answerRest();
    }

    /** Answers the plans that were not begun. */
    private void answerRest() {
        Runner own = runner;
        try {
            while (begun < plans.size()) {
                begun++;
                answer(own, plans.get(begun - 1), place());
            }
        } catch (Watchdog.Barked barked) {
            if (watchdog.isLeft(Thread.currentThread())) {
                end(own);
            }
            throw barked;
        }
    }

    private String place() {
        return "\"id\":" + request + ",\"index\":" + (begun - 1);
    }

    private void answer(Runner runner, Plan plan, String place) {
        watchdog.enter(place);
        sent = 0;
        StringBuilder answer = new StringBuilder("{\"type\":\"answer\",").append(place).append(",\"steps\":");
        try {
            if (sendsSteps) {
                answer.append(runner.run(plan, (step, isLast) -> tell(place, step, isLast)));
            } else {
                answer.append('[');
                int empty = answer.length();
                runner.run(plan, (step, isLast) -> step.write(answer.append(answer.length() == empty ? "" : ",")));
                answer.append(']');
            }
            remarks.tell(answer);
            channel.send(answer.append('}'));
        } catch (Failed failed) {
            String message = Json.write(Texts.shortened(failed.getMessage()));
            channel.send("{\"type\":\"failed\"," + place + ",\"message\":" + message + "}");
        }
        if (sendsSteps && !isLazy) {
            channel.flush();
        }
    }

    /** Answers in place of a thread that stays in a call. */
    private final class Next implements Watchdog.Leaver {
        @Override
        public boolean canLeave() {
            return runner != null;
        }

        @Override
        public boolean hasOthers() {
            return runner.hasThreads();
        }

        @Override
        public boolean tellsWaits() {
            return subject.tellsFields();
        }

        @Override
        public void leave(Stay stay, String where, boolean isLast) {
            tell(place(), runner.hung(stay, where), true);
            StringBuilder answer = new StringBuilder("{\"type\":\"answer\",").append(place());
            answer.append(",\"steps\":").append(sent);
            remarks.tell(answer);
            Json.write(answer.append(",\"memo\":"), watchdog.deadlines.memo(isLast));
            channel.send(answer.append(isLast ? ",\"last\":true}" : "}"));
            channel.flush();
            runner = runner.successor();
            new Own(isLast ? () -> Host.this.leave(0) : this::goOn).start();
        }

        private void goOn() {
            answerAndLeave(() -> {
                answerRest();
                channel.flush();
                return true;
            });
        }
    }

    /** Sends a step before the next input is given, or soon. The last one is sent with the answer. */
    private void tell(String place, Step step, boolean isLast) {
        StringBuilder line = new StringBuilder("{\"type\":\"step\",").append(place).append(",\"step\":");
        step.write(line);
        sent++;
        channel.send(line.append('}'));
        if (!isLast && !isLazy) {
            channel.flush();
        }
    }

    /** Ends the process, also when the component left threads behind or does not let it end. */
    private void leave(int status) {
        isLeaving = true;
        daemon(() -> {
            try {
                Thread.sleep(FAREWELL);
            } catch (InterruptedException interrupted) {
                // Then at once.
            }
            Runtime.getRuntime().halt(status);
        }).start();
        try {
            channel.flush();
        } catch (Channel.Broken broken) {
            // Then nobody wants to know.
        }
        ground.clearQuietly();
        System.exit(status);
    }

    /** The process ends: because we leave, because it is asked to, or because the component calls System.exit. */
    private void onExit() {
        if (isLeaving) {
            return;
        }
        channel.close(FAREWELL / 6);
        String caller = callerOfExit();
        if (caller != null) {
            System.err.println("the component ended the process: " + caller + " called System.exit");
        }
        ground.clearQuietly();
    }

    private static String callerOfExit() {
        for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
            boolean isInside = false;
            for (StackTraceElement frame : stack) {
                boolean isExit = frame.getMethodName().equals("exit") && frame.getClassName().startsWith("java.lang.");
                if (isInside && !isExit) {
                    return frame.getClassName().startsWith("typestar.Watchdog") ? null : frame.toString();
                }
                isInside |= isExit && !frame.getClassName().equals("java.lang.Shutdown");
            }
        }
        return null;
    }

    /** What is set up once and torn down once. */
    private static final class Ground {
        private final Subject subject;
        private boolean isLaid;

        Ground(Subject subject) {
            this.subject = subject;
        }

        void lay() {
            isLaid = true;
            try {
                subject.setUp();
            } catch (Fatal fatal) {
                isLaid = false;
                throw fatal;
            } catch (Throwable thrown) {
                isLaid = false;
                throw new Fatal("set-up: " + Texts.reason(thrown));
            }
        }

        void clear() throws Throwable {
            boolean wasLaid;
            synchronized (this) {
                wasLaid = isLaid;
                isLaid = false;
            }
            if (wasLaid) {
                subject.tearDown();
            }
        }

        void clearQuietly() {
            try {
                clear();
            } catch (Throwable thrown) {
                Texts.print(thrown);
            }
        }
    }
}
