package known;

/** Memory: room grows as it is asked for. */
public final class GapBuffer {
    private char[] room = new char[10];
    private int length;

    public void ensure(int capacity) {
        if (capacity > room.length) {
            room = java.util.Arrays.copyOf(room, capacity);
        }
    }

    public void append() {
        if (length == room.length) {
            throw new IllegalStateException("no room");
        }
        length++;
    }
}
