import de.learnlib.algorithm.LearningAlgorithm.MealyLearner;
import de.learnlib.algorithm.lsharp.LSharpMealy;
import de.learnlib.algorithm.lsharp.Rule2;
import de.learnlib.algorithm.lsharp.Rule3;
import java.util.Random;
import net.automatalib.alphabet.Alphabet;
import net.automatalib.alphabet.impl.Alphabets;

/** L# with adaptive distinguishing sequences in both of its rules, seed 1. */
final class Setup {
    static MealyLearner<Integer, Integer> learner(Table table) {
        Alphabet<Integer> alphabet = Alphabets.integers(0, table.inputs - 1);
        return new LSharpMealy<>(alphabet, new Adaptive(table), Rule2.ADS, Rule3.ADS, null, null, new Random(1));
    }
}
