import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.util.concurrent.Phaser;

/** What it is given is of the JDK, and comes in other states than a fresh one. */
public class Sieve {
    private int seen;

    public void skim(InputStream water) throws IOException {
        if (water.read() < 0) {
            throw new IllegalStateException("dry");
        }
        seen++;
    }

    public void open(Reader text) throws IOException {
        text.mark(1);
        seen++;
    }

    public void follow(Phaser parent) {
        new Phaser(parent, 1);
        if (parent.isTerminated()) {
            throw new IllegalStateException("terminated");
        }
        seen++;
    }
}
