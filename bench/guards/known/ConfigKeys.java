package known;

import java.util.NoSuchElementException;

/** Constants: three keys with a range each; nothing can be set after `freeze`. */
public final class ConfigKeys {
    private Integer timeout;
    private Integer retries;
    private Integer port;
    private boolean frozen;

    public void set(String key, int value) {
        if (frozen) {
            throw new UnsupportedOperationException("frozen");
        }
        switch (key) {
            case "timeout":
                timeout = inRange(value, 0, 30_000);
                break;
            case "retries":
                retries = inRange(value, 0, 7);
                break;
            case "port":
                port = inRange(value, 1024, 65_535);
                break;
            default:
                throw new NoSuchElementException(key);
        }
    }

    /** Null if it was not set yet. */
    public Integer get(String key) {
        switch (key) {
            case "timeout":
                return timeout;
            case "retries":
                return retries;
            case "port":
                return port;
            default:
                throw new NoSuchElementException(key);
        }
    }

    public void freeze() {
        frozen = true;
    }

    private static int inRange(int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(least + " to " + most);
        }
        return value;
    }
}
