package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/** The rules that were learned, as `model.json` has them. */
final class Model {
    final List<Rule> rules = new ArrayList<>();
    /** The methods that the model has, as `name(type,type)` with the full names of the types. */
    final Map<String, String> methods = new HashMap<>();
    final long states;
    private final Set<String> makers = new TreeSet<>();
    private final Map<String, Rule> byPlace = new HashMap<>();

    /** What calls answer for which a guard holds. */
    static final class Branch {
        /** Several if the model does not tell them apart. */
        final Set<String> outcomes = new TreeSet<>();
        final boolean passes;
        final Object guard;
        /** None if the object ends, or if nobody knows. */
        final Long to;

        Branch(Map<String, Object> json) {
            Guard.list(json.get("outcomes")).forEach(outcome -> outcomes.add((String) outcome));
            passes = (Boolean) json.get("passes");
            guard = json.get("guard");
            to = (Long) json.get("to");
        }
    }

    /** What is said of a method in a state. */
    static final class Rule {
        final long state;
        final String method;
        final Object guard;
        final String text;
        /** None if it was never seen to pass. */
        final Long to;
        final boolean isCertain;
        /** Empty if the model only tells when calls pass. */
        final List<Branch> branches = new ArrayList<>();

        Rule(Map<String, Object> json) {
            state = (Long) json.get("state");
            method = (String) json.get("method");
            guard = json.get("guard");
            text = (String) json.getOrDefault("text", "");
            to = (Long) json.get("to");
            isCertain = !Boolean.FALSE.equals(json.get("certain"));
            for (Object branch : Guard.list(json.getOrDefault("branches", List.of()))) {
                branches.add(new Branch(Guard.map(branch)));
            }
        }

        /** The branch that a call takes; none if that is not exactly one. */
        Branch branch(Features features) {
            Branch taken = null;
            for (Branch branch : branches) {
                boolean holds = Guard.holds(branch.guard, features);
                if (holds && taken != null) {
                    return null;
                }
                taken = holds ? branch : taken;
            }
            return taken;
        }

        /** All guards of the rule. */
        void guards(Consumer<Object> guards) {
            guards.accept(guard);
            branches.forEach(branch -> guards.accept(branch.guard));
        }

        boolean saysPasses(Features features) {
            return Guard.holds(guard, features);
        }
    }

    Model(String json) {
        Map<String, Object> model = Guard.map(Json.read(json));
        boolean isGuarded = "typestar-guarded-model".equals(model.get("format"));
        if (!isGuarded || !List.of(1L, 2L).contains(model.get("version"))) {
            throw new IllegalArgumentException("only versions 1 and 2 of typestar-guarded-model are known here");
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
        if (Boolean.TRUE.equals(method.get("makes"))) {
            makers.add(name);
            return;
        }
        methods.put(plain + "(" + String.join(",", parameters) + ")", name);
    }

    /** What is said of a constructor or factory; none where nothing is. */
    Rule maker(String name) {
        return makers.contains(name) ? rule(0, name) : null;
    }

    /** None where nothing is said. */
    Rule rule(long state, String method) {
        return byPlace.get(state + " " + method);
    }
}
