package known;

/** Objects: a bean says how often it may try; a call ends with one of two records. */
public class Dialer {
    public static class Policy {
        private int attempts = 2;
        private boolean urgent;

        public int getAttempts() {
            return attempts;
        }

        public void setAttempts(int attempts) {
            this.attempts = attempts;
        }

        public void setUrgent(boolean urgent) {
            this.urgent = urgent;
        }
    }

    /** Somebody talked so long, or nobody did for a cause. */
    public sealed interface Ending permits Answered, Failed {}
    public record Answered(int seconds) implements Ending {}
    public record Failed(String cause) implements Ending {}

    private Policy policy;
    private int tried;

    public void use(Policy next) {
        if (next.getAttempts() < 1 || next.getAttempts() > 10) {
            throw new IllegalArgumentException("1 to 10 attempts");
        }
        policy = next;
    }

    public boolean dial() {
        if (policy == null) {
            throw new IllegalStateException("no policy");
        }
        if (!policy.urgent && tried >= policy.getAttempts()) {
            return false;
        }
        tried++;
        return true;
    }

    public void end(Ending ending) {
        if (tried == 0) {
            throw new IllegalStateException("not dialled");
        }
        if (ending instanceof Answered answered && answered.seconds() < 0) {
            throw new IllegalArgumentException("ended before it began");
        }
        if (ending == null || ending instanceof Failed failed && failed.cause() == null) {
            throw new NullPointerException("ending");
        }
        tried = 0;
    }
}
