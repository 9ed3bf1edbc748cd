package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The rules that were learned, as `model.json` has them. */
final class Model {
    final List<Rule> rules = new ArrayList<>();
    /** The methods that the model has, as `name(type,type)` with the full names of the types. */
    final Map<String, String> methods = new HashMap<>();
    final long states;
    private final Map<String, Rule> byPlace = new HashMap<>();

    /** What is said of a method in a state. */
    static final class Rule {
        final long state;
        final String method;
        final Object guard;
        final String text;
        /** None if it was never seen to pass. */
        final Long to;
        final boolean isCertain;

        Rule(Map<String, Object> json) {
            state = (Long) json.get("state");
            method = (String) json.get("method");
            guard = json.get("guard");
            text = (String) json.getOrDefault("text", "");
            to = (Long) json.get("to");
            isCertain = !Boolean.FALSE.equals(json.get("certain"));
        }

        boolean saysPasses(Features features) {
            return Guard.holds(guard, features);
        }
    }

    Model(String json) {
        Map<String, Object> model = Guard.map(Json.read(json));
        boolean isGuarded = "typestar-guarded-model".equals(model.get("format"));
        if (!isGuarded || !Long.valueOf(1).equals(model.get("version"))) {
            throw new IllegalArgumentException("only version 1 of typestar-guarded-model is known here");
        }
        states = (Long) model.get("states");
        for (Object method : Guard.list(model.get("methods"))) {
            addMethod(Guard.map(method));
        }
        for (Object rule : Guard.list(model.get("rules"))) {
            Rule read = new Rule(Guard.map(rule));
            rules.add(read);
            byPlace.put(read.state + " " + read.method, read);
        }
    }

    private void addMethod(Map<String, Object> method) {
        String name = (String) method.get("name");
        int types = name.indexOf('(');
        List<String> parameters = new ArrayList<>();
        Guard.list(method.getOrDefault("parameters", List.of())).forEach(type -> parameters.add((String) type));
        String plain = types < 0 ? name : name.substring(0, types);
        methods.put(plain + "(" + String.join(",", parameters) + ")", name);
    }

    /** None where nothing is said. */
    Rule rule(long state, String method) {
        return byPlace.get(state + " " + method);
    }
}
