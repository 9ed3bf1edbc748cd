import de.learnlib.algorithm.LearningAlgorithm.MealyLearner;
import de.learnlib.query.DefaultQuery;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import net.automatalib.automaton.transducer.MealyMachine;
import net.automatalib.word.Word;
import net.automatalib.word.WordBuilder;

/** Learns the machine of a table with LearnLib and a perfect oracle, and prints what it took as one line. */
public final class Runner {
    private final Table table;
    private final MealyLearner<Integer, Integer> learner;
    private long counterexamples;
    private long counterexampleSymbols;

    private Runner(Table table) {
        this.table = table;
        this.learner = Setup.learner(table);
    }

    public static void main(String[] arguments) throws IOException {
        Table table = Table.read(Path.of(arguments[0]));
        long cpu = cpu();
        long wall = System.nanoTime();
        Runner runner = new Runner(table);
        int states = runner.learn();
        System.out.printf("states=%d queries=%d symbols=%d counterexamples=%d counterexample_symbols=%d wall=%.6f "
                + "cpu=%.6f memory_kb=%d%n", states, table.queries, table.symbols, runner.counterexamples,
                runner.counterexampleSymbols, (System.nanoTime() - wall) / 1e9, (cpu() - cpu) / 1e9, peakMemory());
    }

    /** The number of states of the right hypothesis. */
    private int learn() {
        learner.startLearning();
        while (true) {
            MealyMachine<?, Integer, ?, Integer> hypothesis = learner.getHypothesisModel();
            Word<Integer> word = difference(hypothesis);
            if (word == null) {
                return hypothesis.size();
            }
            counterexamples++;
            counterexampleSymbols += word.length();
            learner.refineHypothesis(new DefaultQuery<>(Word.epsilon(), word, table.outputs(word)));
        }
    }

    /** The shortest word that the hypothesis answers wrongly, free of charge; null if there is none. */
    private <S> Word<Integer> difference(MealyMachine<S, Integer, ?, Integer> hypothesis) {
        Map<Pair<S>, Step<S>> reached = new HashMap<>();
        ArrayDeque<Pair<S>> queue = new ArrayDeque<>();
        Pair<S> start = new Pair<>(table.initial, hypothesis.getInitialState());
        reached.put(start, null);
        queue.add(start);
        while (!queue.isEmpty()) {
            Pair<S> pair = queue.remove();
            for (int input = 0; input < table.inputs; input++) {
                if (hypothesis.getOutput(pair.hypothesis, input) != table.output(pair.truth, input)) {
                    return wordTo(reached, pair, input);
                }
                Pair<S> next = new Pair<>(table.next(pair.truth, input), hypothesis.getSuccessor(pair.hypothesis, input));
                if (!reached.containsKey(next)) {
                    reached.put(next, new Step<>(pair, input));
                    queue.add(next);
                }
            }
        }
        return null;
    }

    private static <S> Word<Integer> wordTo(Map<Pair<S>, Step<S>> reached, Pair<S> pair, int last) {
        WordBuilder<Integer> word = new WordBuilder<>();
        word.append(last);
        for (Step<S> step = reached.get(pair); step != null; step = reached.get(step.from)) {
            word.append(step.input);
        }
        return word.reverse().toWord();
    }

    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    /** The most memory that this process ever had, in kB. */
    private static long peakMemory() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmHWM:")) {
                return Long.parseLong(line.replaceAll("\\D", ""));
            }
        }
        return 0;
    }

    private record Pair<S>(int truth, S hypothesis) {}

    private record Step<S>(Pair<S> from, int input) {}
}
