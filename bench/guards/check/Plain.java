package check;

import java.util.Random;

/** Random numbers, characters and texts: small ones mostly, the ends of their types, and what the hints say. */
final class Plain {
    private static final double[] DECIMALS = {
        0.5, 0.1, 0.3, -0.5, 1e-9, 1.5, 10.5, 0.999, 100.25, -0.0, 0.0, 1.0, Double.NaN, Double.POSITIVE_INFINITY,
        Double.NEGATIVE_INFINITY, Double.MIN_VALUE, Double.MAX_VALUE, -Double.MAX_VALUE,
    };
    private static final int[] LENGTHS = {3, 4, 5, 8, 10, 16, 39, 40, 41, 64, 100, 999, 1000, 1001};

    private final Hints hints;

    Plain(Hints hints) {
        this.hints = hints;
    }

    /** A value of a primitive type, or of the class around it. */
    Object of(Class<?> type, Random random) {
        if (type == boolean.class || type == Boolean.class) {
            return random.nextBoolean();
        } else if (type == char.class || type == Character.class) {
            return character(random);
        } else if (type == double.class || type == Double.class) {
            return decimal(random);
        } else if (type == float.class || type == Float.class) {
            return (float) decimal(random);
        } else if (type == int.class || type == Integer.class) {
            return (int) number(random, Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (type == short.class || type == Short.class) {
            return (short) number(random, Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (type == byte.class || type == Byte.class) {
            return (byte) number(random, Byte.MIN_VALUE, Byte.MAX_VALUE);
        } else if (type == long.class || type == Long.class) {
            return number(random, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        return null;
    }

    private long number(Random random, long least, long most) {
        int choice = random.nextInt(100);
        if (choice < 45) {
            return random.nextInt(8) - (choice < 8 ? 6 : 0);
        } else if (choice < 70 && !hints.numbers.isEmpty()) {
            return hints.number(random);
        } else if (choice < 88) {
            long number = random.nextLong() >>> (1 + random.nextInt(62));
            return random.nextInt(4) == 0 ? -number : number;
        } else if (choice < 94) {
            return random.nextInt(120);
        }
        return random.nextBoolean() ? most - random.nextInt(2) : least + random.nextInt(2);
    }

    private double decimal(Random random) {
        int choice = random.nextInt(100);
        if (choice < 30) {
            return DECIMALS[random.nextInt(DECIMALS.length)];
        } else if (choice < 55 && !hints.decimals.isEmpty()) {
            return hints.decimal(random);
        } else if (choice < 75) {
            return random.nextInt(12) - 3;
        }
        return random.nextGaussian() * Math.pow(10, random.nextInt(5) - 1);
    }

    private char character(Random random) {
        int choice = random.nextInt(10);
        boolean isHinted = choice < 3 && !hints.texts.isEmpty();
        String text = isHinted ? hints.texts.get(random.nextInt(hints.texts.size())) : "";
        if (!text.isEmpty()) {
            return text.charAt(random.nextInt(text.length()));
        } else if (choice < 4 && !hints.numbers.isEmpty()) {
            return (char) hints.number(random);
        }
        return choice < 9 ? (char) (' ' + random.nextInt(95)) : (char) random.nextInt(Character.MAX_VALUE + 1);
    }

    String text(Random random) {
        int choice = random.nextInt(20);
        if (choice < 7 && !hints.texts.isEmpty()) {
            return hints.text(random);
        }
        int length = choice < 18 ? random.nextInt(9) : LENGTHS[random.nextInt(LENGTHS.length)];
        boolean hasDigits = random.nextInt(3) == 0;
        StringBuilder text = new StringBuilder();
        while (text.length() < length) {
            text.append((char) (hasDigits ? '0' + random.nextInt(10) : 'a' + random.nextInt(26)));
        }
        return text.toString();
    }

    int length(Random random) {
        int choice = random.nextInt(20);
        if (choice == 19 && !hints.numbers.isEmpty()) {
            return (int) Math.min(1100, Math.abs(hints.number(random) % 1100));
        }
        return choice < 18 ? random.nextInt(7) : LENGTHS[random.nextInt(LENGTHS.length)];
    }
}
