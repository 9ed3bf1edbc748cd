/** Cannot be made. */
public class Unmade {
    public Unmade() {
        throw new IllegalStateException("there is no display");
    }

    public void show() {}
}
