package known;

/** Depth: the caret of the buffer of the pane of the window, and there may be no pane. */
public final class Workspace {
    private static final int WIDEST = 80;

    static final class Window {
        Pane pane;
    }

    static final class Pane {
        final Buffer buffer = new Buffer();
    }

    static final class Buffer {
        final Caret caret = new Caret();
    }

    static final class Caret {
        int column;
        int margin = 8;
    }

    private final Window window = new Window();

    public void open() {
        if (window.pane != null) {
            throw new IllegalStateException("a pane is open");
        }
        window.pane = new Pane();
    }

    public void close() {
        caret();
        window.pane = null;
    }

    public void type() {
        Caret caret = caret();
        if (caret.column == caret.margin) {
            throw new IndexOutOfBoundsException("at the margin");
        }
        caret.column++;
    }

    public void setMargin(int margin) {
        Caret caret = caret();
        if (margin < caret.column || margin > WIDEST) {
            throw new IllegalArgumentException("margin " + margin);
        }
        caret.margin = margin;
    }

    private Caret caret() {
        if (window.pane == null) {
            throw new IllegalStateException("no pane is open");
        }
        return window.pane.buffer.caret;
    }
}
