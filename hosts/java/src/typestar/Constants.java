package typestar;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What a class and those of its package that it names compare and look for: such values mean something to it. */
final class Constants {
    /** So many values of a kind are told. */
    private static final int MOST = 24;
    /** Of numbers that are not compared with anything, so many. */
    private static final int MOST_OTHERS = 6;
    /** Numbers that typestar tries anyway. */
    private static final List<Long> USUAL = List.of(1L, 0L, -1L, 2L);
    /** Of other classes, so many are read. */
    private static final int MOST_CLASSES = 12;
    private static final int LONGEST_TEXT = 60;
    private static final Map<Class<?>, Optional<ClassFile>> READ = new ConcurrentHashMap<>();

    /** The class itself, and those of its package that it names. */
    final List<Class<?>> classes = new ArrayList<>();
    /** The public numbers of the class: methods with a number often mean one of them. */
    private final Set<Object> named = new LinkedHashSet<>();
    /** What the class compares with, */
    private final Set<Object> keys = new LinkedHashSet<>();
    /** what related classes compare with, */
    private final Set<Object> related = new LinkedHashSet<>();
    /** and what else the class has. */
    private final Set<Object> others = new LinkedHashSet<>();

    Constants(Class<?> kind, ClassLoader loader) {
        addNamed(kind);
        classes.add(kind);
        related(kind, loader).stream().limit(MOST_CLASSES).forEach(classes::add);
        for (Class<?> each : classes) {
            file(each).ifPresent(file -> file.constants.forEach((constant, use) -> {
                if (use == ClassFile.Use.KEY) {
                    (each == kind ? keys : related).add(constant);
                } else if (use == ClassFile.Use.OTHER && each == kind) {
                    others.add(constant);
                }
            }));
        }
        related.removeAll(keys);
        others.removeAll(keys);
    }

    private void addNamed(Class<?> kind) {
        for (Field field : kind.getFields()) {
            boolean isConstant = Modifier.isStatic(field.getModifiers()) && Modifier.isFinal(field.getModifiers());
            try {
                if (isConstant && field.getType() == int.class && named.size() < MOST_OTHERS) {
                    named.add((long) field.getInt(null));
                }
            } catch (IllegalAccessException closed) {
                continue; // a constant of a class that is not public
            }
        }
    }

    /** The class file of a class; none if there is no such file, as of classes that a program makes. */
    static Optional<ClassFile> file(Class<?> kind) {
        return READ.computeIfAbsent(kind, Constants::read);
    }

    private static Optional<ClassFile> read(Class<?> kind) {
        String name = kind.getName();
        try (InputStream content = kind.getResourceAsStream(name.substring(name.lastIndexOf('.') + 1) + ".class")) {
            return content == null ? Optional.empty() : Optional.of(ClassFile.read(content.readAllBytes()));
        } catch (IOException | SecurityException unreadable) {
            return Optional.empty();
        }
    }

    /** The classes of the same package that a class names, those inside it first. They are not initialised. */
    static List<Class<?>> related(Class<?> kind, ClassLoader loader) {
        List<Class<?>> inside = new ArrayList<>();
        List<Class<?>> beside = new ArrayList<>();
        for (String name : file(kind).map(file -> file.classes).orElse(List.of())) {
            boolean isInside = name.startsWith(kind.getName() + "$");
            boolean isBeside = name.lastIndexOf('.') == kind.getName().lastIndexOf('.')
                    && name.startsWith(kind.getPackageName()) && !name.equals(kind.getName());
            Class<?> found = isBeside ? loaded(name, loader) : null;
            if (found != null) {
                (isInside ? inside : beside).add(found);
            }
        }
        inside.addAll(beside);
        return inside;
    }

    /** A class, which is not initialised; null if it cannot be loaded. */
    static Class<?> loaded(String name, ClassLoader loader) {
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError broken) {
            return null;
        }
    }

    List<Object> texts() {
        Set<Object> texts = new LinkedHashSet<>();
        List.of(keys, related, others).forEach(constants -> addTexts(constants, texts));
        return first(texts);
    }

    private static void addTexts(Set<Object> constants, Set<Object> texts) {
        for (Object constant : constants) {
            if (constant instanceof String && ((String) constant).length() <= LONGEST_TEXT) {
                String text = (String) constant;
                // A text that begins with `@` means itself if it has one more.
                texts.add(text.startsWith("@") ? "@" + text : text);
            }
        }
    }

    /** Characters that are compared with, and then those of short texts. */
    List<Object> letters() {
        Set<Object> letters = new LinkedHashSet<>();
        Set<Object> compared = new LinkedHashSet<>(keys);
        compared.addAll(related);
        for (Object key : compared) {
            if (key instanceof Long && (Long) key > ' ' && (Long) key <= Character.MAX_VALUE) {
                letters.add(String.valueOf((char) (long) (Long) key));
            }
        }
        // What is beside them tells a letter from a range of letters.
        for (Object letter : new ArrayList<>(letters)) {
            char key = ((String) letter).charAt(0);
            letters.addAll(List.of(String.valueOf((char) (key - 1)), String.valueOf((char) (key + 1))));
        }
        letters.removeIf(letter -> Character.isSurrogate(((String) letter).charAt(0)));
        for (Object text : texts()) {
            if (((String) text).length() == 1) {
                letters.add(text);
            }
        }
        return first(letters);
    }

    /** Whole numbers of a range. */
    List<Object> numbers(long least, long most) {
        Set<Object> numbers = new LinkedHashSet<>();
        addNumbers(named, MOST, numbers);
        addNumbers(keys, MOST, numbers);
        addNumbers(related, MOST_OTHERS, numbers);
        addNumbers(others, MOST_OTHERS, numbers);
        numbers.removeIf(number -> (Long) number < least || (Long) number > most);
        return first(numbers);
    }

    private static void addNumbers(Set<Object> constants, int most, Set<Object> numbers) {
        int enough = numbers.size() + most;
        for (Object constant : constants) {
            if (constant instanceof Long && !USUAL.contains(constant) && numbers.size() < enough) {
                numbers.add(constant);
            }
        }
    }

    /** Numbers with a fraction, and whole ones with halves beside them. */
    List<Object> decimals() {
        Set<Object> decimals = new LinkedHashSet<>();
        List.of(keys, related, others).forEach(constants -> addDecimals(constants, decimals));
        for (Object key : keys) {
            if (key instanceof Long && Math.abs((Long) key) < 1L << 40) {
                decimals.add((double) (Long) key);
                decimals.add((Long) key + 0.5);
            }
        }
        return first(decimals);
    }

    private static void addDecimals(Set<Object> constants, Set<Object> decimals) {
        for (Object constant : constants) {
            if (constant instanceof Double && Double.isFinite((Double) constant)) {
                decimals.add(constant);
            }
        }
    }

    private static List<Object> first(Collection<Object> values) {
        List<Object> all = new ArrayList<>(values);
        return all.subList(0, Math.min(MOST, all.size()));
    }
}
