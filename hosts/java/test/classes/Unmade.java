/** Cannot be made. */
public class Unmade {
    public Unmade() {
        throw new IllegalStateException("not today");
    }

    public void use() {}
}
