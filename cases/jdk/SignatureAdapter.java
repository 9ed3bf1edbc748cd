import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;

import typestar.Adapter;

/** java.security.Signature, to which {@code verify} gives a valid signature: of all that was updated since the last result. */
public final class SignatureAdapter {
    private static final byte[] PART = {1};

    private final KeyPair keys;
    private final Signature signature = Signature.getInstance("Ed25519");
    private final ByteArrayOutputStream updated = new ByteArrayOutputStream();

    private SignatureAdapter(KeyPair keys) throws GeneralSecurityException {
        this.keys = keys;
    }

    void initSign() throws GeneralSecurityException {
        signature.initSign(keys.getPrivate());
        updated.reset();
    }

    void initVerify() throws GeneralSecurityException {
        signature.initVerify(keys.getPublic());
        updated.reset();
    }

    void update() throws GeneralSecurityException {
        signature.update(PART);
        updated.writeBytes(PART);
    }

    void sign() throws GeneralSecurityException {
        signature.sign();
        updated.reset();
    }

    /** Whether the signature is found valid. */
    boolean verify() throws GeneralSecurityException {
        boolean isValid = signature.verify(valid());
        updated.reset();
        return isValid;
    }

    private byte[] valid() throws GeneralSecurityException {
        Signature other = Signature.getInstance("Ed25519");
        other.initSign(keys.getPrivate());
        other.update(updated.toByteArray());
        return other.sign();
    }

    public static void main(String[] arguments) throws GeneralSecurityException {
        KeyPair keys = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
        Adapter.of("Signature", emit -> new SignatureAdapter(keys))
                .input("initSign", SignatureAdapter::initSign)
                .input("initVerify", SignatureAdapter::initVerify)
                .input("update", SignatureAdapter::update)
                .input("sign", SignatureAdapter::sign)
                .returning("verify", SignatureAdapter::verify)
                .version("Java " + Runtime.version())
                .serve();
    }
}
