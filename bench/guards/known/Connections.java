package known;

import java.util.ArrayDeque;
import java.util.Deque;

/** Mixture: a pool of three connections that are lent and reused; broken ones are thrown away. */
public final class Connections {
    /** Made by a pool. */
    public static final class Connection {
        private final Connections pool;
        private final int number;
        private boolean isLent = true;

        private Connection(Connections pool, int number) {
            this.pool = pool;
            this.number = number;
        }
    }

    private final Deque<Connection> idle = new ArrayDeque<>();
    private int made;
    private int alive;
    private boolean isClosed;

    public Connection borrow() {
        if (isClosed) {
            throw new IllegalStateException("closed");
        }
        if (idle.isEmpty()) {
            return alive == 3 ? null : create();
        }
        Connection connection = idle.pop();
        connection.isLent = true;
        return connection;
    }

    private Connection create() {
        alive++;
        return new Connection(this, made++);
    }

    public void giveBack(Connection connection, boolean isBroken) {
        if (connection.pool != this) {
            throw new IllegalArgumentException("of another pool");
        }
        if (!connection.isLent) {
            throw new IllegalStateException("connection " + connection.number + " is not lent");
        }
        connection.isLent = false;
        alive -= isBroken ? 1 : 0;
        if (!isBroken) {
            idle.push(connection);
        }
    }

    public boolean evict() {
        boolean hasIdle = idle.pollLast() != null;
        alive -= hasIdle ? 1 : 0;
        return hasIdle;
    }

    public void close() {
        if (alive > idle.size()) {
            throw new IllegalStateException("some are lent");
        }
        isClosed = true;
    }
}
