import de.learnlib.oracle.AdaptiveMembershipOracle;
import de.learnlib.query.AdaptiveQuery;
import de.learnlib.query.AdaptiveQuery.Response;
import java.util.Collection;

/** Gives the inputs of adaptive queries to the system, one by one. */
final class Adaptive implements AdaptiveMembershipOracle<Integer, Integer> {
    private final Table table;

    Adaptive(Table table) {
        this.table = table;
    }

    @Override
    public void processQueries(Collection<? extends AdaptiveQuery<Integer, Integer>> queries) {
        queries.forEach(this::run);
    }

    private void run(AdaptiveQuery<Integer, Integer> query) {
        table.reset();
        Response response = Response.SYMBOL;
        while (response != Response.FINISHED) {
            response = query.processOutput(table.step(query.getInput()));
            if (response == Response.RESET) {
                table.reset();
            }
        }
    }
}
