/** The same, and failures are callbacks like others. */
public final class ImageLoaderKept extends ImageLoaderDriver {
    @Override
    public void loadBad() {
        load("bad.png");
    }
}
