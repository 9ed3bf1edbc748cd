import de.learnlib.acex.AcexAnalyzers;
import de.learnlib.algorithm.LearningAlgorithm.MealyLearner;
import de.learnlib.algorithm.ttt.mealy.TTTLearnerMealyBuilder;
import de.learnlib.filter.cache.mealy.MealyCaches;
import de.learnlib.oracle.MembershipOracle.MealyMembershipOracle;
import net.automatalib.alphabet.Alphabet;
import net.automatalib.alphabet.impl.Alphabets;

/** TTT behind a cache, counterexamples by binary search. */
final class Setup {
    static MealyLearner<Integer, Integer> learner(Table table) {
        Alphabet<Integer> alphabet = Alphabets.integers(0, table.inputs - 1);
        MealyMembershipOracle<Integer, Integer> system = queries ->
                queries.forEach(query -> query.answer(table.run(query.getInput(), query.getPrefix().length())));
        return new TTTLearnerMealyBuilder<Integer, Integer>().withAlphabet(alphabet)
                .withOracle(MealyCaches.createTreeCache(alphabet, system))
                .withAnalyzer(AcexAnalyzers.BINARY_SEARCH_BWD).create();
    }
}
