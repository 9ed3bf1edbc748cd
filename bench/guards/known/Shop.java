package known;

/** Objects: constructors inside constructors; the customer's address decides. */
public final class Shop {
    /** Where somebody lives. */
    public static final class Address {
        private final int zone;

        public Address(int zone) {
            this.zone = zone;
        }

        public int zone() {
            return zone;
        }
    }

    /** Somebody. */
    public static final class Customer {
        private final String name;
        private final Address address;

        public Customer(String name, Address address) {
            this.name = name;
            this.address = address;
        }

        public String name() {
            return name;
        }

        public Address address() {
            return address;
        }
    }

    private int delivered;

    public void deliver(Customer customer) {
        if (customer.address.zone >= 3) {
            throw new UnsupportedOperationException("too far away");
        }
        delivered++;
    }

    public void complain() {
        if (delivered == 0) {
            throw new IllegalStateException("nothing came");
        }
    }
}
