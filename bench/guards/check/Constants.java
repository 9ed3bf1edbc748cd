package check;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** The numbers and texts in the constant pool of a class file. */
final class Constants {
    private static final int LONGEST_TEXT = 40;

    private Constants() {}

    /** None if the file cannot be read. */
    static List<Object> of(Class<?> kind) {
        List<Object> constants = new ArrayList<>();
        String file = kind.getName().substring(kind.getName().lastIndexOf('.') + 1) + ".class";
        try (InputStream content = kind.getResourceAsStream(file)) {
            if (content != null) {
                read(new DataInputStream(content), constants);
            }
        } catch (IOException unreadable) {
            constants.clear();
        }
        return constants;
    }

    private static void read(DataInputStream content, List<Object> constants) throws IOException {
        content.readLong(); // the magic number and the version
        int count = content.readUnsignedShort();
        String[] texts = new String[count];
        int[] strings = new int[count];
        for (int place = 1; place < count; place++) {
            int tag = content.readUnsignedByte();
            Object number = number(tag, content);
            if (number != null) {
                constants.add(number);
                place += tag == 5 || tag == 6 ? 1 : 0;
            } else if (tag == 1) {
                texts[place] = content.readUTF();
            } else if (tag == 8) {
                strings[place] = content.readUnsignedShort();
            } else {
                content.skipBytes(tag == 7 || tag == 16 || tag == 19 || tag == 20 ? 2 : tag == 15 ? 3 : 4);
            }
        }
        for (int text : strings) {
            if (text > 0 && texts[text].length() <= LONGEST_TEXT) {
                constants.add(texts[text]);
            }
        }
    }

    private static Object number(int tag, DataInputStream content) throws IOException {
        switch (tag) {
            case 3:
                return (long) content.readInt();
            case 4:
                return (double) content.readFloat();
            case 5:
                return content.readLong();
            case 6:
                return content.readDouble();
            default:
                return null;
        }
    }
}
