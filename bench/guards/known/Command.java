package known;

/** Constants: the keys of a switch over texts, one of which needs another before it. */
public final class Command {
    private boolean isStarted;

    public void run(String command) {
        switch (command) {
            case "start":
                isStarted = true;
                break;
            case "status":
                break;
            case "stop":
                if (!isStarted) {
                    throw new IllegalStateException("not started");
                }
                isStarted = false;
                break;
            default:
                throw new IllegalArgumentException("unknown command");
        }
    }
}
