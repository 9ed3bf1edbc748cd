package known;

import check.Truth;

/** What {@link Dialer} answers. */
final class DialerTruth extends Truth {
    private Object rules;
    private long calls;

    @Override
    public String call(String method, Object[] arguments) {
        switch (method) {
            case "use":
                return use(arguments[0]);
            case "dial":
                if (rules == null) {
                    return "IllegalStateException";
                }
                boolean works = (boolean) field(rules, "urgent") || calls - (int) field(rules, "attempts") < 0;
                calls += works ? 1 : 0;
                return String.valueOf(works);
            default:
                return end(arguments[0]);
        }
    }

    private String use(Object policy) {
        if (policy == null) {
            return "NullPointerException";
        }
        int most = (int) field(policy, "attempts");
        if (most <= 0 || most >= 11) {
            return "IllegalArgumentException";
        }
        rules = policy;
        return "ok";
    }

    private String end(Object ending) {
        if (calls < 1) {
            return "IllegalStateException";
        } else if (ending == null) {
            return "NullPointerException";
        }
        boolean isAnswer = ending.getClass().getSimpleName().equals("Answered");
        if (isAnswer && (int) field(ending, "seconds") <= -1) {
            return "IllegalArgumentException";
        } else if (!isAnswer && field(ending, "cause") == null) {
            return "NullPointerException";
        }
        calls = 0;
        return "ok";
    }
}
