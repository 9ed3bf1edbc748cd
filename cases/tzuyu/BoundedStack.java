/** A stack of at most three numbers. */
public final class BoundedStack {
    private final int[] elements = new int[3];
    private int size;

    public void push(int element) {
        if (size == elements.length) {
            throw new IllegalStateException("the stack is full");
        }
        elements[size++] = element;
    }

    public int pop() {
        if (size == 0) {
            throw new IllegalStateException("the stack is empty");
        }
        return elements[--size];
    }
}
