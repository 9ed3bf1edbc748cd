package typestar;

import java.util.ArrayList;
import java.util.List;

/** Walks over the instructions of a method, as far as it matters to what constants are for. */
final class Instructions {
    /** How many bytes the instructions from 0 on have; those with 0 say so themselves. */
    private static final String LENGTHS = "11111111111111112323322222111111111111111111111111"
            + "11112222211111111111111111111111111111111111111111"
            + "11111111111111111111111111111111311111111111111111"
            + "11133333333333333332001111113333333553231133110433" + "55";
    private static final int TABLE = 170;
    private static final int LOOKUP = 171;
    private static final int WIDE = 196;
    private static final int INCREMENT = 132;
    /** A switch with more keys is about something else than what a caller says. */
    private static final int MOST_KEYS = 64;

    private final byte[] code;
    private int at;
    private int next;

    Instructions(byte[] code) {
        this.code = code;
    }

    /** Goes to the next instruction, if there is one. */
    boolean next() {
        at = next;
        if (at >= code.length) {
            return false;
        }
        next = at + length();
        return true;
    }

    private int length() {
        int padded = (at / 4 + 1) * 4;
        switch (operation()) {
            case TABLE:
                return padded - at + 12 + 4 * (number(padded + 8) - number(padded + 4) + 1);
            case LOOKUP:
                return padded - at + 8 + 8 * number(padded + 4);
            case WIDE:
                return (code[at + 1] & 0xff) == INCREMENT ? 6 : 4;
            default:
                return LENGTHS.charAt(operation()) - '0';
        }
    }

    private int operation() {
        return code[at] & 0xff;
    }

    private boolean isBetween(int first, int last) {
        return operation() >= first && operation() <= last;
    }

    private int number(int place) {
        return unsigned(place) << 16 | unsigned(place + 2);
    }

    private int unsigned(int place) {
        return (code[place] & 0xff) << 8 | code[place + 1] & 0xff;
    }

    /** Whether it pushes a small number that stands in the code. */
    boolean isConstant() {
        return isBetween(2, 17);
    }

    /** The number that it pushes: iconst, lconst, fconst, dconst, bipush or sipush. */
    Object small() {
        int operation = operation();
        if (operation >= 16) {
            return (long) (operation == 16 ? code[at + 1] : (short) unsigned(at + 1));
        } else if (operation >= 14) {
            return (double) (operation - 14);
        } else if (operation >= 11) {
            return (double) (operation - 11);
        }
        return (long) (operation >= 9 ? operation - 9 : operation - 3);
    }

    /** Whether it pushes a constant of the pool, which has the place of the operand. */
    boolean isPoolConstant() {
        return isBetween(18, 20);
    }

    /** The place in the constant pool that it names. */
    int operand() {
        return operation() == 18 ? code[at + 1] & 0xff : unsigned(at + 1);
    }

    boolean isLoad() {
        return isBetween(21, 45) || operation() == 180;
    }

    /** Whether it reads an element of an array, as switches over enums do. */
    boolean looksUp() {
        return operation() == 46;
    }

    /** Whether it compares two numbers. */
    boolean compares() {
        return isBetween(148, 152) || isBetween(159, 164);
    }

    /** Whether it calls a method that has a place in the constant pool. */
    boolean calls() {
        return isBetween(182, 185);
    }

    boolean isSwitch() {
        return isBetween(TABLE, LOOKUP);
    }

    /** What a switch tells apart; none if that is too much. */
    List<Long> keys() {
        List<Long> keys = new ArrayList<>();
        int padded = (at / 4 + 1) * 4;
        boolean isTable = operation() == TABLE;
        int first = number(padded + 4);
        int count = isTable ? number(padded + 8) - first + 1 : first;
        int usual = number(padded);
        for (int place = 0; place < count && count <= MOST_KEYS; place++) {
            int pair = padded + 8 + 8 * place;
            if (!isTable) {
                keys.add((long) number(pair));
            } else if (number(padded + 12 + 4 * place) != usual) {
                keys.add((long) (first + place));
            }
        }
        return keys;
    }
}
