package check;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Checks the learned guards of a class by brute force, without any code of the learner: random words with rich arguments
 * are run, and each call is compared with what its rule says, and with the truth if there is one. The model holds for
 * objects that are made as `--made` says; `simplest` is the public constructor with the fewest parameters. Prints one
 * line of JSON.
 *
 * <pre>java check.Check CLASS MODEL.json [--truth CLASS] [--made EXPRESSION] [--words N] [--seconds N] [--seed N]</pre>
 */
public final class Check {
    /** Memory for what is printed. */
    private static final int RESERVE = 24 << 20;
    private static final int TRIES = 50;

    private Check() {}

    public static void main(String[] words) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err); // classes print, too
        Session.Options options = new Session.Options();
        Class<?> truth = null;
        String made = null;
        for (int place = 2; place + 1 < words.length; place += 2) {
            String value = words[place + 1];
            switch (words[place]) {
                case "--truth":
                    truth = Class.forName(value);
                    break;
                case "--made":
                    made = value;
                    break;
                case "--words":
                    options.words = Integer.parseInt(value);
                    break;
                case "--seconds":
                    options.seconds = Double.parseDouble(value);
                    break;
                case "--seed":
                    options.seed = Long.parseLong(value);
                    break;
                default:
                    throw new IllegalArgumentException("there is no option " + words[place]);
            }
        }
        String model = new String(Files.readAllBytes(Path.of(words[1])), StandardCharsets.UTF_8);
        Session session = new Session(Class.forName(words[0]), new Model(model), truth, made, options);
        byte[] reserve = new byte[RESERVE];
        session.run();
        reserve[0]++; // it is there until now
        reserve = null;
        print(session.report, out);
        Runtime.getRuntime().halt(0); // threads that hang are left behind
    }

    /** Words that were left behind may hold all memory until they end. */
    private static void print(Report report, PrintStream out) throws InterruptedException {
        for (int left = TRIES; left > 0; left--) {
            try {
                out.println(Json.write(report.json()));
                out.flush();
                return;
            } catch (VirtualMachineError memory) {
                Thread.sleep(100);
            }
        }
        System.err.println("what was left behind holds all memory");
    }
}
