package known;

/** Objects of others: a ticket is good for the gate that sold it, or for one that is open to all. */
public final class Gate {
    /** Sold by a gate. */
    public static final class Ticket {
        private final Gate gate;

        private Ticket(Gate gate) {
            this.gate = gate;
        }
    }

    private boolean isOpenToAll;

    public Ticket sell() {
        return new Ticket(this);
    }

    public void openToAll() {
        isOpenToAll = true;
    }

    public void pass(Ticket ticket) {
        if (ticket == null || ticket.gate != this && !isOpenToAll) {
            throw new IllegalArgumentException("no ticket of this gate");
        }
    }
}
