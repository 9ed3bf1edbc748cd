package typestar;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;

/**
 * A folder of this process, which goes when the process ends. If that is killed, the next one finds the folder: nobody
 * holds its lock any more.
 */
final class OwnFolder {
    private static final String NAME = "typestar-android-";
    private static final String LOCK = "owner";
    /** Those of this process. Their locks would be lost if nobody held them, or if this process looked at them. */
    private static final Map<File, FileLock> OWN = new HashMap<>();

    private OwnFolder() {}

    /** A new one in this place, in which those that others left behind are deleted. */
    static File in(File place) {
        sweep(place);
        try {
            // It gets its name when it has its lock, so that nobody takes it for one that was left behind.
            Path draft = Files.createTempDirectory(place.toPath(), "." + NAME);
            FileLock lock = lock(draft);
            Path folder = draft.resolveSibling(draft.getFileName().toString().substring(1));
            File made = Files.move(draft, folder).toFile();
            OWN.put(made, lock);
            Runtime.getRuntime().addShutdownHook(new Host.Own(() -> delete(made)));
            return made;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Takes the lock of a folder until the process ends. */
    private static FileLock lock(Path folder) throws IOException {
        return FileChannel.open(folder.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE).lock();
    }

    private static void sweep(File place) {
        File[] found = place.listFiles((folder, name) -> name.startsWith(NAME));
        for (File folder : found == null ? new File[0] : found) {
            if (!OWN.containsKey(folder) && isLeftBehind(folder)) {
                delete(folder);
            }
        }
    }

    private static boolean isLeftBehind(File folder) {
        Path owner = folder.toPath().resolve(LOCK);
        try (FileChannel channel = FileChannel.open(owner, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock != null;
        } catch (IOException notOurs) {
            return false;
        }
    }

    static void delete(File folder) {
        empty(folder);
        folder.delete();
    }

    /** Deletes all that is in a folder; whether nothing is left. */
    static boolean empty(File folder) {
        File[] files = Files.isSymbolicLink(folder.toPath()) ? null : folder.listFiles();
        boolean isEmpty = true;
        for (File file : files == null ? new File[0] : files) {
            // Most are files, which go at once.
            isEmpty &= file.delete() || empty(file) && file.delete();
        }
        return isEmpty;
    }
}
