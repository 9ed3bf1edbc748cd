package typestar;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is in a class file: its constants with their use, and the classes that it names. */
final class ClassFile {
    /** What the code does with a constant; what says most of what the class takes comes first. */
    enum Use {
        /** It is compared with; of texts, it is passed to a method. */
        KEY,
        /** Something else. */
        OTHER,
        /** It is a message of an exception. */
        MESSAGE
    }

    private static final int UTF8 = 1;
    private static final int CLASS = 7;
    private static final int STRING = 8;

    /** Numbers (Long, Double) and texts, in the order of the code, each with its best use. */
    final Map<Object, Use> constants = new LinkedHashMap<>();
    /** The classes that it names, itself included, as {@code a.B$C}. */
    final List<String> classes = new ArrayList<>();
    /** Of a sealed class: those that may extend it. */
    final List<String> permitted = new ArrayList<>();

    private final DataInputStream file;
    private Object[] pool;
    private int[] tags;

    private ClassFile(byte[] content) {
        file = new DataInputStream(new ByteArrayInputStream(content));
    }

    /** Reads a class file; what is no class file is an IOException. */
    static ClassFile read(byte[] content) throws IOException {
        ClassFile read = new ClassFile(content);
        try {
            read.read();
        } catch (RuntimeException damaged) {
            throw new IOException("no class file", damaged);
        }
        return read;
    }

    private void read() throws IOException {
        file.readLong(); // the magic number and the version
        readPool();
        skip(6); // the flags, this class and its superclass
        skip(2 * file.readUnsignedShort());
        readMembers();
        readMembers();
        readAttributes();
    }

    /** Whether its code names what ends the virtual machine. */
    boolean mayEndAll() {
        boolean isNamed = classes.contains("java.lang.System") || classes.contains("java.lang.Runtime");
        return isNamed && Arrays.stream(pool).anyMatch(constant -> "exit".equals(constant) || "halt".equals(constant));
    }

    private void readPool() throws IOException {
        int count = file.readUnsignedShort();
        pool = new Object[count];
        tags = new int[count];
        for (int place = 1; place < count; place++) {
            tags[place] = file.readUnsignedByte();
            pool[place] = constant(tags[place]);
            place += tags[place] == 5 || tags[place] == 6 ? 1 : 0; // they take two places
        }
        for (int place = 1; place < count; place++) {
            String name = tags[place] == CLASS ? text((Integer) pool[place]).replace('/', '.') : "[";
            if (!name.startsWith("[")) {
                classes.add(name);
            }
        }
    }

    /** A constant: whole numbers are a Long, others a Double, and what refers to something is its place. */
    private Object constant(int tag) throws IOException {
        switch (tag) {
            case UTF8:
                return file.readUTF();
            case 3:
                return (long) file.readInt();
            case 4:
                return Double.valueOf(Float.toString(file.readFloat()));
            case 5:
                return file.readLong();
            case 6:
                return file.readDouble();
            case CLASS:
            case STRING:
                return file.readUnsignedShort();
            case 15:
                skip(3);
                return null;
            case 16:
            case 19:
            case 20:
                skip(2);
                return null;
            case 9:
            case 10:
            case 11:
            case 12:
                return file.readUnsignedShort() << 16 | file.readUnsignedShort();
            default:
                skip(4);
                return null;
        }
    }

    private String text(int place) {
        return (String) pool[place];
    }

    /** The name of the method that is called by an instruction with this place. */
    private String nameOfMethod(int place) {
        int nameAndType = (Integer) pool[place] & 0xffff;
        return text((Integer) pool[nameAndType] >>> 16);
    }

    private void skip(long bytes) throws IOException {
        if (bytes > file.available()) {
            throw new IOException("the file ends too early");
        }
        file.skipBytes((int) bytes);
    }

    private void readMembers() throws IOException {
        for (int left = file.readUnsignedShort(); left > 0; left--) {
            skip(6);
            readAttributes();
        }
    }

    private void readAttributes() throws IOException {
        for (int left = file.readUnsignedShort(); left > 0; left--) {
            String name = text(file.readUnsignedShort());
            int length = file.readInt();
            if (name.equals("Code")) {
                skip(4);
                byte[] code = new byte[file.readInt()];
                file.readFully(code);
                scan(code);
                skip(8L * file.readUnsignedShort());
                readAttributes();
            } else if (name.equals("ConstantValue")) {
                note(loaded(file.readUnsignedShort()), Use.OTHER);
            } else if (name.equals("PermittedSubclasses")) {
                for (int each = file.readUnsignedShort(); each > 0; each--) {
                    permitted.add(text((Integer) pool[file.readUnsignedShort()]).replace('/', '.'));
                }
            } else {
                skip(length);
            }
        }
    }

    private Object loaded(int place) {
        return tags[place] == STRING ? pool[(Integer) pool[place]]
                : tags[place] >= 3 && tags[place] <= 6 ? pool[place] : null;
    }

    private void note(Object constant, Use use) {
        if (constant != null) {
            constants.merge(constant, use, (one, other) -> one.compareTo(other) <= 0 ? one : other);
        }
    }

    /** The constants of a method. An instruction is looked at together with what was pushed just before it. */
    private void scan(byte[] code) {
        Instructions all = new Instructions(code);
        Object before = null; // pushed by the instruction before the last one, if that only loads a variable
        Object last = null;
        boolean isDerived = false; // the last instruction made a number that nobody passes: a hash or an index
        while (all.next()) {
            Object pushed = all.isConstant() ? all.small() : all.isPoolConstant() ? loaded(all.operand()) : null;
            note(last, useOf(last, all));
            if (all.isSwitch() && !isDerived) {
                all.keys().forEach(key -> note(key, Use.KEY));
            } else if (all.compares()) {
                note(before, Use.KEY);
            }
            isDerived = all.looksUp() || all.calls() && isHash(nameOfMethod(all.operand()));
            before = all.isLoad() ? last : pushed != null ? last : null;
            last = pushed;
        }
    }

    /** What an instruction does with the constant that was pushed just before it. */
    private Use useOf(Object constant, Instructions at) {
        if (at.calls() && constant instanceof String) {
            return nameOfMethod(at.operand()).equals("<init>") ? Use.MESSAGE : Use.KEY;
        }
        return at.compares() ? Use.KEY : Use.OTHER;
    }

    private static boolean isHash(String method) {
        return method.equals("hashCode") || method.equals("ordinal");
    }
}
