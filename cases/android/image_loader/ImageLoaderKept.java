/** The same, and failures are callbacks like others. */
public final class ImageLoaderKept extends ImageLoaderPurpose {
    @Override
    public void loadBad() {
        load("bad.png");
    }
}
