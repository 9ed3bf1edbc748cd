package known;

/** Outcomes: two kinds of exceptions, one about the argument and one about the state. */
public final class Printer {
    private boolean isOn;
    private int pages;

    public void switchOn() {
        if (isOn) {
            throw new IllegalStateException("it is on");
        }
        isOn = true;
    }

    public void print(int count) {
        if (count <= 0) {
            throw new IllegalArgumentException("nothing to print");
        }
        if (!isOn) {
            throw new IllegalStateException("it is off");
        }
        pages = pages + 1;
    }

    public void takeOut() {
        if (pages == 0) {
            throw new java.util.NoSuchElementException();
        }
        pages--;
    }
}
