package known;

/** Blocking: many read or one writes; who must not wait asks `tryWrite`. */
public final class SharedAccess {
    private int readers;
    private boolean isWriting;

    public synchronized void beginRead() throws InterruptedException {
        while (isWriting) {
            wait();
        }
        readers++;
    }

    public synchronized void endRead() {
        if (readers == 0) {
            throw new IllegalMonitorStateException("nobody reads");
        }
        readers--;
        notifyAll();
    }

    public synchronized void beginWrite() throws InterruptedException {
        while (isWriting || readers > 0) {
            wait();
        }
        isWriting = true;
    }

    public synchronized boolean tryWrite() {
        boolean isFree = !isWriting && readers == 0;
        isWriting |= isFree;
        return isFree;
    }

    public synchronized void endWrite() {
        if (!isWriting) {
            throw new IllegalMonitorStateException("nobody writes");
        }
        isWriting = false;
        notifyAll();
    }
}
