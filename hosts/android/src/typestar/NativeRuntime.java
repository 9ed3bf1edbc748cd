package typestar;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.robolectric.nativeruntime.DefaultNativeRuntimeLoader;
import org.robolectric.pluginapi.NativeRuntimeLoader;
import org.robolectric.util.ReflectionHelpers;

/**
 * Loads the library with SQLite from a folder where it was unpacked once. Robolectric unpacks it for each process, with
 * 200 MB of fonts that nothing here draws with: that takes seconds of a first word.
 */
final class NativeRuntime extends DefaultNativeRuntimeLoader {
    private static final String COLLATIONS = "icu/icudt68l.dat";

    private final Path folder;

    private NativeRuntime(Path folder) {
        this.folder = folder;
    }

    /** From now on, whoever needs the library gets it from this folder. */
    static void keepIn(String folder) {
        AtomicReference<NativeRuntimeLoader> loader =
                ReflectionHelpers.getStaticField(DefaultNativeRuntimeLoader.class, "nativeRuntimeLoader");
        loader.set(new NativeRuntime(Path.of(folder)));
    }

    @Override
    public synchronized void ensureLoaded() {
        if (loaded.get()) {
            return;
        }
        try {
            System.setProperty("icu.data.path", unpacked(COLLATIONS).toString());
            System.setProperty("icu.locale.default", Locale.getDefault().toLanguageTag());
            System.load(unpacked(ReflectionHelpers.callStaticMethod(
                    DefaultNativeRuntimeLoader.class, "nativeLibraryPath")).toString());
            loaded.set(true);
        } catch (IOException unwritable) {
            super.ensureLoaded();
        }
    }

    /** The file with what is in the jar under this name. Nobody sees a half of it. */
    private Path unpacked(String name) throws IOException {
        Path file = folder.resolve(Path.of(name).getFileName());
        if (!Files.exists(file)) {
            Files.createDirectories(folder);
            Path draft = Files.createTempFile(folder, "draft", null);
            try (InputStream packed = NativeRuntime.class.getClassLoader().getResourceAsStream(name)) {
                Files.copy(packed, draft, StandardCopyOption.REPLACE_EXISTING);
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
        }
        return file;
    }
}
