/** A signature, reduced to its protocol: it says nothing of any text. */
public final class Signature {
    private static final int SIGN = 1;
    private static final int VERIFY = 2;

    private int state;

    public void initSign() {
        state = SIGN;
    }

    public void initVerify() {
        state = VERIFY;
    }

    public void update() {
        if (state == 0) {
            throw new IllegalStateException("not initialised");
        }
    }

    public void sign() {
        if (state != SIGN) {
            throw new IllegalStateException("not initialised for signing");
        }
    }

    public void verify() {
        if (state != VERIFY) {
            throw new IllegalStateException("not initialised for verification");
        }
    }
}
