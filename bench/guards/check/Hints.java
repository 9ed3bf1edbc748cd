package check;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Numbers and texts that mean something to a class or to its model: values near them are worth trying. */
final class Hints {
    final List<Long> numbers = new ArrayList<>();
    final List<Double> decimals = new ArrayList<>();
    final List<String> texts = new ArrayList<>();

    void add(Object value) {
        if (value instanceof Character) {
            numbers.add((long) (Character) value);
            texts.add(value.toString());
        } else if (value instanceof Double || value instanceof Float) {
            decimals.add(((Number) value).doubleValue());
        } else if (value instanceof Number) {
            numbers.add(((Number) value).longValue());
            decimals.add(((Number) value).doubleValue());
        } else if (value instanceof String) {
            texts.add((String) value);
        }
    }

    /** A number that is one of them, beside it, or twice or half of it. */
    long number(Random random) {
        long number = numbers.get(random.nextInt(numbers.size()));
        switch (random.nextInt(8)) {
            case 0:
                return number + 1;
            case 1:
                return number - 1;
            case 2:
                return number * 2;
            case 3:
                return number / 2;
            case 4:
                return -number;
            default:
                return number;
        }
    }

    double decimal(Random random) {
        double number = decimals.get(random.nextInt(decimals.size()));
        switch (random.nextInt(8)) {
            case 0:
                return Math.nextUp(number);
            case 1:
                return Math.nextDown(number);
            case 2:
                return number + 0.1;
            case 3:
                return number - 0.5;
            case 4:
                return number * (1 + random.nextDouble());
            default:
                return number;
        }
    }

    /** A text that is one of them, or nearly. */
    String text(Random random) {
        String text = texts.get(random.nextInt(texts.size()));
        switch (random.nextInt(10)) {
            case 0:
                return text + "x";
            case 1:
                return text.toUpperCase();
            case 2:
                return text.isEmpty() ? text : text.substring(1);
            default:
                return text;
        }
    }
}
