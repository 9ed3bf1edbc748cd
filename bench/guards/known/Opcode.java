package known;

/** Constants: the keys of a switch over numbers, far apart and of all sizes. */
public final class Opcode {
    private int executed;

    public void execute(int code) {
        switch (code) {
            case 7:
            case 42:
            case 300:
            case 70_000:
                executed++;
                break;
            default:
                throw new UnsupportedOperationException("no such code");
        }
    }
}
