package known;

import check.Truth;

/** What {@link CacheSpec} answers: what is left until it is crowded, and until it is full. */
final class CacheSpecTruth extends Truth {
    private long calm;
    private long left;

    @Override
    public String made(String maker, Object[] arguments) {
        String answer = "ok";
        if (maker.equals("unbounded")) {
            calm = 1000;
            left = Long.MAX_VALUE;
        } else if (maker.equals("named")) {
            calm = 4;
            left = 12;
            String text = (String) arguments[0];
            boolean fits = text != null && text.length() >= 1 && text.length() < 41;
            answer = text == null ? "NullPointerException" : fits ? "ok" : "IllegalArgumentException";
        } else if (arguments.length == 0) {
            calm = 8;
            left = 16;
        } else {
            calm = (int) arguments[0];
            left = (int) arguments[arguments.length - 1];
            boolean fits = arguments.length == 1 ? left >= 1 : calm > -1 && left - calm > -1;
            answer = fits ? "ok" : "IllegalArgumentException";
        }
        return answer;
    }

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("isCrowded")) {
            return String.valueOf(calm < 0);
        }
        int weight = (int) arguments[0];
        if (weight < 1) {
            return "IllegalArgumentException";
        } else if (left < weight) {
            return "IllegalStateException";
        }
        calm -= weight;
        left -= weight;
        return "ok";
    }
}
