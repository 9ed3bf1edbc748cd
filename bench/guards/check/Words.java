package check;

import java.util.Random;

/** Makes words: random ones with favourite methods, and some that repeat one call up to 1,100 times. */
final class Words {
    private static final int LONG = 1100;

    private final Session session;
    private final Session.Options options;
    private final boolean hasUsualWay;
    private final long end;
    private int made;

    Words(Session session, Session.Options options, boolean hasUsualWay) {
        this.session = session;
        this.options = options;
        this.hasUsualWay = hasUsualWay;
        this.end = System.nanoTime() + (long) (options.seconds * 1e9);
    }

    /** Runs one more word; whether there was one to run. */
    boolean next() throws Exception {
        if (made >= options.words || System.nanoTime() > end) {
            return false;
        }
        long number = made++;
        Random random = new Random(options.seed * 1_000_003 + number * 7919);
        boolean isUsual = hasUsualWay && number % 4 != 0;
        Run run = new Run(session, new Word(random.nextLong()), isUsual, false);
        session.enter(run, new Call(null, "", null, null, false));
        session.report.words++;
        if (!run.begin()) {
            return true;
        }
        boolean isPumped = random.nextInt(25) == 0;
        boolean goesOn = walk(run, random, isPumped ? random.nextInt(3) : length(random));
        if (isPumped && goesOn) {
            pump(run, random);
        }
        return true;
    }

    private static int length(Random random) {
        return 1 + random.nextInt(random.nextInt(3) == 0 ? 24 : 8);
    }

    /** Calls methods until one fails, most of them such that the model says they pass. */
    private boolean walk(Run run, Random random, int length) throws Exception {
        int count = session.callables.size();
        int[] favourites = {random.nextInt(count), random.nextInt(count), random.nextInt(count)};
        boolean goesOn = true;
        for (int left = length; left > 0 && goesOn; left--) {
            goesOn = step(run, random, favourites);
        }
        return goesOn;
    }

    private boolean step(Run run, Random random, int[] favourites) throws Exception {
        for (int tries = random.nextInt(3) == 0 ? 1 : 5; tries > 0; tries--) {
            boolean isFavourite = random.nextInt(3) != 0;
            int method = isFavourite ? favourites[random.nextInt(3)] : random.nextInt(session.callables.size());
            boolean isTiring = session.isTiring(method) && random.nextInt(30) != 0;
            boolean isSpared = isTiring || session.isGivenUp(method);
            long seed = random.nextLong();
            Call call = isSpared ? null : prepare(run, method, seed);
            boolean isWanted = call != null && (tries == 1 || call.rule == null || call.saysPasses);
            if (isWanted) {
                return make(run, call, method, seed);
            }
        }
        return true;
    }

    private Call prepare(Run run, int method, long seed) {
        session.enter(run, new Call(null, "", null, null, false));
        return run.prepare(method, seed);
    }

    private boolean make(Run run, Call call, int method, long seed) throws Exception {
        run.word.steps.add(new long[] {method, seed});
        session.enter(run, call);
        boolean goesOn = run.make(call);
        if (run.refuted != null && session.report.isFirst(run.refuted, run.isModelled)) {
            shorten(run);
        }
        return goesOn;
    }

    /** Repeats a call, with the same arguments or others. */
    private void pump(Run run, Random random) throws Exception {
        int method = random.nextInt(session.callables.size());
        int times = random.nextInt(8) == 0 ? LONG : 4 + random.nextInt(80);
        boolean isSame = random.nextBoolean();
        long seed = random.nextLong();
        boolean goesOn = true;
        for (int left = session.isGivenUp(method) ? 0 : times; left > 0 && goesOn; left--) {
            seed = isSame ? seed : random.nextLong();
            Call call = prepare(run, method, seed);
            goesOn = call != null && make(run, call, method, seed);
        }
        if (goesOn) {
            walk(run, random, 4);
        }
    }

    /** Leaves out what is not needed to refute the same rule. */
    private void shorten(Run run) throws Exception {
        Word shortest = run.word.copy();
        Model.Rule rule = run.refuted;
        for (int size = Math.max(1, shortest.steps.size() / 2); size > 0; size /= 2) {
            for (int place = 0; place + size < shortest.steps.size(); ) {
                Word shorter = shortest.copy();
                shorter.steps.subList(place, place + size).clear();
                boolean stillRefutes = repeat(shorter, run.isUsual) == rule;
                shortest = stillRefutes ? shorter : shortest;
                place += stillRefutes ? 0 : size;
            }
        }
        session.report.shortened(rule, run.isModelled, shortest);
    }

    /** The rule that the last call of a word refutes. */
    private Model.Rule repeat(Word word, boolean isUsual) throws Exception {
        Run run = new Run(session, word, isUsual, true);
        session.enter(run, new Call(null, "", null, null, false));
        boolean goesOn = run.begin();
        for (int place = 0; place < word.steps.size(); place++) {
            Call call = goesOn ? run.prepare((int) word.steps.get(place)[0], word.steps.get(place)[1]) : null;
            if (call == null) {
                return null;
            }
            session.enter(run, call);
            goesOn = run.make(call);
        }
        return run.refuted;
    }
}
