import typestar.android.Env;
import typestar.android.Driver;

/** Drivers with one fault each, and classes that are no drivers. */
public class Faulty extends Driver {
    @Override
    public void reset(Env env) throws InterruptedException {}

    public void call() {}

    private static void fail() {
        throw new IllegalStateException("there is no display");
    }

    private static void rest() throws InterruptedException {
        Thread.sleep(1_000_000_000);
    }

    public static final class InConstructor extends Faulty {
        public InConstructor() {
            fail();
        }
    }

    public static final class InSetUp extends Faulty {
        @Override
        public void setUp(Env env) {
            fail();
        }
    }

    public static final class InReset extends Faulty {
        @Override
        public void reset(Env env) {
            fail();
        }
    }

    public static final class InDispose extends Faulty {
        @Override
        public void dispose() {
            fail();
        }
    }

    public static final class EndlessReset extends Faulty {
        @Override
        public void reset(Env env) throws InterruptedException {
            rest();
        }
    }

    public static final class EndlessDispose extends Faulty {
        @Override
        public void dispose() throws InterruptedException {
            rest();
        }
    }

    public static final class Other {}

    public abstract static class Incomplete extends Faulty {}

    static final class Hidden extends Faulty {}

    public static final class Numbered extends Faulty {
        public Numbered(int number) {}
    }

    public static final class Idle extends Driver {
        @Override
        public void reset(Env env) {}
    }
}
