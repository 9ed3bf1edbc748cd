package check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the words have shown of the rules, and of what there is to know. */
final class Report {
    private static final int MOST_FAULTS = 5;

    int words;
    private int calls;
    private final Model model;
    private final boolean hasUsualWay;
    private final Map<Model.Rule, Integer> agreed = new HashMap<>();
    private final Map<Model.Rule, Refutation> refuted = new HashMap<>();
    /** Refuted by objects only that are made in a way that the model does not speak of. */
    private final Map<Model.Rule, Refutation> refutedElsewhere = new HashMap<>();
    /** By method: how often it answered what. */
    private final Map<String, Map<String, Integer>> seen = new TreeMap<>();
    private final Map<String, String> modelNames = new HashMap<>();
    private final Set<String> unseenFeatures = new TreeSet<>();
    private final Map<String, String> unmakeable = new TreeMap<>();
    private final List<String> faults = new ArrayList<>();
    private final Set<String> notes = new TreeSet<>();

    /** A word that a rule says something else of. */
    private static final class Refutation {
        String word;
        final String said;
        final String real;
        boolean isFirst = true;
        /** How many calls the word has. */
        final int length;

        Refutation(Word word, String said, String real) {
            this.word = word.toString();
            this.length = word.texts.size();
            this.said = said;
            this.real = real;
        }

        Map<String, Object> json(Model.Rule rule) {
            Map<String, Object> json = said(rule);
            json.put("word", word);
            json.put("said", said);
            json.put("real", real);
            return json;
        }
    }

    Report(Model model, boolean hasUsualWay) {
        this.model = model;
        this.hasUsualWay = hasUsualWay;
        model.rules.forEach(rule -> rule.guards(guard -> Guard.features(guard, unseenFeatures)));
    }

    synchronized void note(String text) {
        notes.add(text);
    }

    /** A feature that no call has means nothing. */
    void look(Features features) {
        unseenFeatures.removeIf(name -> features.get(name) != null);
    }

    synchronized void unmakeable(String method, String type) {
        unmakeable.putIfAbsent(method, type);
    }

    void sawMaker(Values.Made made, String said, String outcome, Word word) {
        String name = Shown.call(made.maker, made.arguments);
        if (said != null && !said.equals(outcome)) {
            addFault(name, said, outcome);
        }
        seen.computeIfAbsent(made.name, none -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
    }

    private void addFault(String word, String said, String outcome) {
        if (faults.size() < MOST_FAULTS) {
            faults.add(word + ": the truth says " + said + ", the class " + outcome);
        }
    }

    synchronized void saw(Run run, Call call, String outcome, boolean hasPassed) {
        calls++;
        boolean isMaker = call.method == null;
        if (call.truth != null && !call.truth.equals(outcome)) {
            addFault(run.word.toString(), call.truth, outcome);
        }
        if (!isMaker && !Types.isMangled(call.method.getName())) {
            seen.computeIfAbsent(call.name, none -> new TreeMap<>()).merge(outcome, 1, Integer::sum);
        }
        if (call.rule == null) {
            return;
        }
        modelNames.put(call.name, call.rule.method);
        if (run.refuted == null) {
            agreed.merge(call.rule, 1, Integer::sum);
            return;
        }
        of(run.isModelled).putIfAbsent(call.rule, new Refutation(run.word, call.said(), outcome));
    }

    /** The refutations by objects that the model speaks of, or by others. */
    private Map<Model.Rule, Refutation> of(boolean isModelled) {
        return isModelled || !hasUsualWay ? refuted : refutedElsewhere;
    }

    /** Whether this is the first word that refutes a rule. */
    boolean isFirst(Model.Rule rule, boolean isModelled) {
        Refutation refutation = of(isModelled).get(rule);
        boolean isFirst = refutation != null && refutation.isFirst && !"hang".equals(refutation.real);
        if (refutation != null) {
            refutation.isFirst = false;
        }
        return isFirst;
    }

    void shortened(Model.Rule rule, boolean isModelled, Word word) {
        Refutation refutation = of(isModelled).get(rule);
        boolean wasRepeated = !word.texts.isEmpty();
        if (wasRepeated && word.texts.size() < refutation.length) {
            refutation.word = word.toString();
        }
    }

    private static Map<String, Object> said(Model.Rule rule) {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("method", rule.method);
        json.put("state", rule.state);
        json.put("guard", rule.text);
        return json;
    }

    Map<String, Object> json() {
        List<Object> right = new ArrayList<>();
        List<Object> wrong = new ArrayList<>();
        List<Object> weaker = new ArrayList<>();
        List<Object> untried = new ArrayList<>();
        for (Model.Rule rule : model.rules) {
            String why = weakness(rule);
            if (refuted.containsKey(rule)) {
                wrong.add(refuted.get(rule).json(rule));
            } else if (why != null) {
                Map<String, Object> json = said(rule);
                json.put("why", why);
                weaker.add(json);
            } else {
                (agreed.containsKey(rule) ? right : untried).add(said(rule));
            }
        }
        Map<String, Object> json = new LinkedHashMap<>(Map.of("right", right, "wrong", wrong, "weaker", weaker));
        json.put("untried", untried);
        json.put("known", seen.values().stream().mapToInt(outcomes -> outcomes.size() - 1).sum());
        json.put("missing", missing());
        json.put("words", words);
        json.put("calls", calls);
        json.put("faults", faults);
        addNotes(json);
        return json;
    }

    private void addNotes(Map<String, Object> json) {
        unseenFeatures.forEach(name -> notes.add("no call has a " + name));
        unmakeable.forEach((method, type) -> {
            if (!seen.containsKey(method)) {
                notes.add(method + " was not called: no " + type);
            }
        });
        json.put("notes", notes);
    }

    /** Why a rule tells less than there is to tell; none if it does not. */
    private String weakness(Model.Rule rule) {
        int types = rule.method.indexOf('(');
        if (!rule.isCertain) {
            return "not certain";
        } else if (Types.isMangled(types < 0 ? rule.method : rule.method.substring(0, types))) {
            return "a method of the compiler's";
        }
        Refutation elsewhere = refutedElsewhere.get(rule);
        return elsewhere == null ? null : "for other objects " + elsewhere.word + " answers " + elsewhere.real;
    }

    /** What answers of a method the model does not tell apart. */
    private List<Object> missing() {
        List<Object> missing = new ArrayList<>();
        seen.forEach((method, outcomes) -> {
            int told = told(method, outcomes.keySet());
            if (outcomes.size() > told) {
                Map<String, Object> json = new LinkedHashMap<>();
                json.put("method", method);
                json.put("outcomes", outcomes.keySet());
                json.put("guards", outcomes.size() - told);
                missing.add(json);
            }
        });
        return missing;
    }

    /** How many kinds of outcomes the model tells apart: of one without branches what passes, and what does not. */
    private int told(String method, Set<String> outcomes) {
        String name = modelNames.get(method);
        Set<Set<String>> kinds = new HashSet<>();
        for (Model.Rule rule : model.rules) {
            if (rule.method.equals(name) && rule.isCertain) {
                rule.branches.forEach(branch -> kinds.add(seenOf(branch, outcomes)));
            }
        }
        kinds.remove(Set.of());
        // Outcomes that only some states do not tell apart are told apart.
        kinds.removeIf(kind -> kind.size() > 1 && kind.stream().allMatch(one -> kinds.contains(Set.of(one))));
        return kinds.isEmpty() ? sides(name, outcomes) : kinds.size();
    }

    private static Set<String> seenOf(Model.Branch branch, Set<String> outcomes) {
        Set<String> seen = new HashSet<>(branch.outcomes);
        seen.retainAll(outcomes);
        return seen;
    }

    /** Whether a model tells apart what passes and what does not. */
    private int sides(String name, Set<String> outcomes) {
        boolean isCertain = model.rules.stream().anyMatch(rule -> rule.method.equals(name) && rule.isCertain);
        boolean fails = outcomes.stream().anyMatch(Report::isFailure);
        boolean passes = outcomes.stream().anyMatch(outcome -> !isFailure(outcome));
        return isCertain && fails && passes ? 2 : 1;
    }

    static boolean isFailure(String outcome) {
        return outcome.equals("hang") || outcome.endsWith("Exception") || outcome.endsWith("Error");
    }
}
