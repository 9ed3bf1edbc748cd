import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;
import net.automatalib.word.Word;
import net.automatalib.word.WordBuilder;

/** The system: a machine in memory that counts what reaches it. */
final class Table {
    final int inputs;
    final int initial;
    private final int[][] outputs;
    private final int[][] targets;
    private int state;
    private boolean fresh;
    /** How many words reached the system: resets with at least one input after them. */
    long queries;
    /** How many inputs reached the system. */
    long symbols;

    private Table(int inputs, int initial, int[][] outputs, int[][] targets) {
        this.inputs = inputs;
        this.initial = initial;
        this.outputs = outputs;
        this.targets = targets;
        reset();
    }

    /** Reads "states inputs initial" and then, row by row, the output and the target of each input. */
    static Table read(Path file) throws IOException {
        StringTokenizer numbers = new StringTokenizer(Files.readString(file));
        int states = Integer.parseInt(numbers.nextToken());
        int inputs = Integer.parseInt(numbers.nextToken());
        int initial = Integer.parseInt(numbers.nextToken());
        int[][] outputs = new int[states][inputs];
        int[][] targets = new int[states][inputs];
        for (int state = 0; state < states; state++) {
            for (int input = 0; input < inputs; input++) {
                outputs[state][input] = Integer.parseInt(numbers.nextToken());
                targets[state][input] = Integer.parseInt(numbers.nextToken());
            }
        }
        return new Table(inputs, initial, outputs, targets);
    }

    void reset() {
        state = initial;
        fresh = true;
    }

    /** Gives one input, which is counted. */
    Integer step(int input) {
        queries += fresh ? 1 : 0;
        symbols++;
        fresh = false;
        int output = outputs[state][input];
        state = targets[state][input];
        return output;
    }

    /** Runs a word that is counted; its outputs after the first `known`. */
    Word<Integer> run(Word<Integer> word, int known) {
        reset();
        WordBuilder<Integer> answer = new WordBuilder<>();
        for (int input : word) {
            answer.append(step(input));
        }
        return answer.toWord(known, word.length());
    }

    /** The outputs of a word, free of charge. */
    Word<Integer> outputs(Word<Integer> word) {
        WordBuilder<Integer> answer = new WordBuilder<>();
        int at = initial;
        for (int input : word) {
            answer.append(outputs[at][input]);
            at = targets[at][input];
        }
        return answer.toWord();
    }

    int output(int from, int input) {
        return outputs[from][input];
    }

    int next(int from, int input) {
        return targets[from][input];
    }
}
