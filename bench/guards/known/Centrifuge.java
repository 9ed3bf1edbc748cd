package known;

/** Hidden: the lid is open if it was opened more often than closed; what is inside must spin from 100 to a limit. */
public class Centrifuge {
    private int opened;
    private int closed;
    private int fastest = 3000;

    public void openLid() {
        if (opened != closed) {
            throw new IllegalStateException("open");
        }
        opened++;
    }

    public void closeLid() {
        if (opened == closed) {
            throw new IllegalStateException("closed");
        }
        closed++;
    }

    /** A rotor that can be changed while the lid is open. */
    public void fitRotor(int limit) {
        if (opened == closed) {
            throw new IllegalStateException("closed");
        }
        if (limit < 500 || limit > 9000) {
            throw new IllegalArgumentException("no such rotor");
        }
        fastest = limit;
    }

    public void spin(int turns) {
        if (opened != closed) {
            throw new IllegalStateException("open");
        }
        if (turns < 100 || turns > fastest) {
            throw new IllegalArgumentException("too slow or too fast");
        }
    }
}
