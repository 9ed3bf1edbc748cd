/** Whose an argument is: a key opens the ring that made it, a token is good if it is the last one, nobody follows itself. */
public class Keys {
    /** Made by a ring. */
    public static final class Key {
        private final Keys ring;

        private Key(Keys ring) {
            this.ring = ring;
        }
    }

    /** Only the last one is good. */
    public static final class Token {
        private Token() {}
    }

    private Token current;
    private Keys next;

    public Key cut() {
        return new Key(this);
    }

    public void open(Key key) {
        if (key.ring != this) {
            throw new IllegalArgumentException("another ring");
        }
    }

    public Token issue() {
        current = new Token();
        return current;
    }

    public void redeem(Token token) {
        if (token == null || token != current) {
            throw new IllegalStateException("an old token");
        }
    }

    public void follow(Keys other) {
        if (other == this) {
            throw new IllegalArgumentException("itself");
        }
        next = other;
    }
}
