import de.learnlib.algorithm.LearningAlgorithm.MealyLearner;
import de.learnlib.algorithm.adt.config.ADTExtenders;
import de.learnlib.algorithm.adt.config.LeafSplitters;
import de.learnlib.algorithm.adt.config.SubtreeReplacers;
import de.learnlib.algorithm.adt.learner.ADTLearner;
import net.automatalib.alphabet.Alphabet;
import net.automatalib.alphabet.impl.Alphabets;

/** ADT with its own observation tree, best-effort extension and levelled best-effort replacement. */
final class Setup {
    static MealyLearner<Integer, Integer> learner(Table table) {
        Alphabet<Integer> alphabet = Alphabets.integers(0, table.inputs - 1);
        return new ADTLearner<>(alphabet, new Adaptive(table), LeafSplitters.DEFAULT_SPLITTER,
                ADTExtenders.EXTEND_BEST_EFFORT, SubtreeReplacers.LEVELED_BEST_EFFORT, true);
    }
}
