/** Counts the calls of all objects together, and is tired after some of them. */
public class Counted {
    private static int calls;

    public void call() {
        calls++;
        if (calls % 7 == 0) {
            throw new IllegalStateException("tired");
        }
    }

    public void rest() {}
}
