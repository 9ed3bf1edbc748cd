import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;

/** What is in collections, arrays and maps, and whether an argument is. */
public class Groups {
    private final Map<String, Integer> ids = new HashMap<>();

    public void arrange(String[] names) {
        for (String name : names) {
            if (name.isEmpty()) {
                throw new IllegalArgumentException("no name");
            }
        }
    }

    public void weigh(Map<String, Integer> weights) {
        for (Integer weight : weights.values()) {
            if (weight == null) {
                throw new IllegalArgumentException("no weight");
            }
        }
    }

    public void choose(List<Integer> different) {
        if (new HashSet<>(different).size() < different.size()) {
            throw new IllegalArgumentException("twice");
        }
    }

    public void register(String name, int id) {
        if (ids.containsKey(name)) {
            throw new IllegalStateException("twice");
        }
        ids.put(name, id);
    }
}
