package known;

import check.Truth;
import java.util.TreeSet;

/** What {@link Route} answers. */
final class RouteTruth extends Truth {
    private final TreeSet<Integer> numbers = new TreeSet<>();
    private int next;

    @Override
    public String call(String method, Object[] arguments) {
        if (method.equals("add")) {
            numbers.add(next++);
            return "not null";
        } else if (method.equals("first")) {
            return numbers.isEmpty() ? "null" : "not null";
        } else if (arguments[0] == null) {
            return "NullPointerException";
        }
        Integer number = (Integer) field(arguments[0], "number");
        if (field(arguments[0], "route") != receiver() || !numbers.contains(number)) {
            return "IllegalArgumentException";
        } else if (method.equals("after")) {
            return numbers.higher(number) == null ? "null" : "not null";
        }
        numbers.remove(number);
        return "ok";
    }
}
