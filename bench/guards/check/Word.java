package check;

import java.util.ArrayList;
import java.util.List;

/** The calls on one object, and what they were given. */
final class Word {
    /** Methods by place, each with the seed of its arguments. */
    final List<long[]> steps = new ArrayList<>();
    /** The seed of the object, and of the kind of objects that this word deals in. */
    long seed;
    /** Arguments and answers so far: later calls may be given them again. */
    final List<Object> pool = new ArrayList<>();
    final List<String> texts = new ArrayList<>();
    /** What the current text of the receiver is, if it was not made in the usual way. */
    String receiver = "";

    Word() {}

    Word(long seed) {
        this.seed = seed;
    }

    /** The same steps without one of them. */
    Word without(int place) {
        Word shorter = copy();
        shorter.steps.remove(place);
        return shorter;
    }

    /** The same steps, of which none has been made. */
    Word copy() {
        Word copy = new Word(seed);
        copy.steps.addAll(steps);
        return copy;
    }

    /** Collections without a type have elements of one kind: a program that compiles does not mix them. */
    Class<?> kindOfObjects() {
        return Math.floorMod(seed, 3) == 0 ? String.class : Integer.class;
    }

    @Override
    public String toString() {
        String calls = repeated();
        return receiver.isEmpty() ? calls : receiver + " " + calls;
    }

    private String repeated() {
        List<String> parts = new ArrayList<>();
        for (int place = 0; place < texts.size(); ) {
            int end = place;
            while (end < texts.size() && texts.get(end).equals(texts.get(place))) {
                end++;
            }
            String call = texts.get(place);
            parts.add(end - place < 4 ? (call + " ").repeat(end - place).trim() : (end - place) + "*" + call);
            place = end;
        }
        return String.join(" ", parts);
    }
}
