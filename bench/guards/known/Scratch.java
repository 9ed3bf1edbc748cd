package known;

import java.util.Arrays;

/** Memory: room for numbers that grows by any amount, so far as its length is a number. */
public final class Scratch {
    private long[] numbers = new long[4];

    public void grow(int more) {
        if (more < 0) {
            throw new IllegalArgumentException("that is no growth");
        }
        numbers = Arrays.copyOf(numbers, Math.addExact(numbers.length, more));
    }

    public void trim(int length) {
        if (length < 0 || length > numbers.length) {
            throw new IllegalArgumentException("not so long");
        }
        numbers = Arrays.copyOf(numbers, length);
    }

    public long read(int place) {
        return numbers[place];
    }
}
