package typestar;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/** The real standard input and output, kept apart from what the component reads and prints. */
final class Channel {
    private static final int FULL = 1 << 16;

    private final InputStream input = new FileInputStream(FileDescriptor.in);
    private final OutputStream output = new FileOutputStream(FileDescriptor.out);
    private final ReentrantLock sending = new ReentrantLock();
    private final ByteArrayOutputStream unsent = new ByteArrayOutputStream(FULL);
    private final byte[] received = new byte[FULL];
    private int start;
    private int end;
    private boolean isClosed;
    /** Set once nobody reads any more, whoever found out: everybody who flushes is told. */
    private Broken broken;

    /** Nobody reads any more what is sent. */
    static final class Broken extends RuntimeException {
        private static final long serialVersionUID = 1;

        Broken(IOException cause) {
            super(cause);
        }
    }

    /** Takes standard input and output away from the component. */
    static Channel open() {
        System.out.flush();
        System.setOut(System.err);
        System.setIn(new ByteArrayInputStream(new byte[0]));
        return new Channel();
    }

    /** The next message; null at the end. */
    Map<?, ?> next() {
        String line = line();
        if (line == null) {
            return null;
        }
        Object message;
        try {
            message = Json.parse(line);
        } catch (IllegalArgumentException mistake) {
            throw new Fatal("not JSON: " + mistake.getMessage());
        }
        if (!(message instanceof Map)) {
            throw new Fatal("expected a JSON object on each line");
        }
        return (Map<?, ?>) message;
    }

    private String line() {
        ByteArrayOutputStream line = null;
        while (true) {
            for (int place = start; place < end; place++) {
                if (received[place] == '\n') {
                    return taken(line, place, 1);
                }
            }
            if (start < end) {
                line = line == null ? new ByteArrayOutputStream() : line;
                line.write(received, start, end - start);
            }
            start = 0;
            end = Math.max(read(), 0);
            if (end == 0) {
                return line == null ? null : taken(line, 0, 0);
            }
        }
    }

    private String taken(ByteArrayOutputStream line, int until, int skipped) {
        int from = start;
        start = until + skipped;
        if (line == null) {
            return new String(received, from, until - from, StandardCharsets.UTF_8);
        }
        line.write(received, from, until - from);
        return line.toString(StandardCharsets.UTF_8);
    }

    private int read() {
        try {
            return input.read(received);
        } catch (IOException ended) {
            return -1;
        }
    }

    /** Whether more was sent to us already. */
    boolean hasMore() {
        try {
            return start < end || input.available() > 0;
        } catch (IOException ended) {
            return false;
        }
    }

    /** Sends one message as one line, soon. */
    void send(CharSequence message) {
        byte[] line = message.toString().getBytes(StandardCharsets.UTF_8);
        sending.lock();
        try {
            if (isClosed) {
                return;
            }
            unsent.write(line, 0, line.length);
            unsent.write('\n');
            if (unsent.size() >= FULL) {
                flush();
            }
        } finally {
            sending.unlock();
        }
    }

    /** Sends what waits to be sent, now. */
    void flush() {
        sending.lock();
        try {
            if (broken != null) {
                throw broken;
            }
            if (unsent.size() > 0) {
                unsent.writeTo(output);
                unsent.reset();
            }
        } catch (IOException failure) {
            isClosed = true;
            unsent.reset();
            broken = new Broken(failure);
            throw broken;
        } finally {
            sending.unlock();
        }
    }

    /** Sends a last message, if it is still true when nobody else sends; nothing is sent after it. */
    boolean sendLast(java.util.function.Supplier<String> message) {
        sending.lock();
        try {
            String text = isClosed ? null : message.get();
            if (text != null) {
                send(text);
                flush();
                isClosed = true;
            }
            return text != null;
        } finally {
            sending.unlock();
        }
    }

    /** Sends what waits to be sent unless somebody else is at it, and then nothing more. */
    void close(long milliseconds) {
        try {
            if (sending.tryLock(milliseconds, TimeUnit.MILLISECONDS)) {
                flush();
                isClosed = true;
                sending.unlock();
            }
        } catch (InterruptedException | Broken ended) {
            isClosed = true;
        }
    }
}
