package check;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Evaluates guards as `model.json` has them. Decimals count as the numbers that they are. */
final class Guard {
    private Guard() {}

    static boolean holds(Object guard, Features features) {
        Map.Entry<String, Object> only = only(guard);
        switch (only.getKey()) {
            case "all":
                return list(only.getValue()).stream().allMatch(one -> holds(one, features));
            case "any":
                return list(only.getValue()).stream().anyMatch(one -> holds(one, features));
            case "not":
                return !holds(only.getValue(), features);
            case "flag":
                return Boolean.TRUE.equals(features.get((String) only.getValue()));
            case "is":
                Map<String, Object> is = map(only.getValue());
                return is.get("text").equals(text(features.get((String) is.get("feature"))));
            case "sum":
                return sumHolds(map(only.getValue()), features);
            default:
                throw new IllegalArgumentException("there is no guard " + only.getKey());
        }
    }

    private static boolean sumHolds(Map<String, Object> sum, Features features) {
        BigDecimal total = BigDecimal.ZERO;
        double rough = 0;
        for (Object term : list(sum.get("terms"))) {
            Object value = features.get((String) list(term).get(1));
            if (!(value instanceof Number) || Double.isNaN(((Number) value).doubleValue())) {
                return false;
            }
            Object factor = list(term).get(0);
            rough += ((Number) value).doubleValue() * ((Number) factor).doubleValue();
            boolean isFinite = !Double.isInfinite(((Number) value).doubleValue());
            total = isFinite ? total.add(exact(value).multiply(exact(factor))) : total;
        }
        boolean isFinite = !Double.isInfinite(rough) && !Double.isNaN(rough);
        int order = isFinite ? total.compareTo(exact(sum.get("bound"))) : (int) Math.signum(rough);
        return compares((String) sum.get("comparison"), order);
    }

    private static BigDecimal exact(Object number) {
        return number instanceof Long ? BigDecimal.valueOf((Long) number) : new BigDecimal((Double) number);
    }

    private static boolean compares(String comparison, int order) {
        switch (comparison) {
            case ">=":
                return order >= 0;
            case "<=":
                return order <= 0;
            case ">":
                return order > 0;
            case "<":
                return order < 0;
            case "==":
                return order == 0;
            case "!=":
                return order != 0;
            default:
                throw new IllegalArgumentException("there is no comparison " + comparison);
        }
    }

    /** What a value is as a text: JSON has no form for numbers that are not finite, so the model has their names. */
    private static Object text(Object value) {
        boolean isNumber = value instanceof Double || value instanceof Float;
        boolean isFinite = isNumber && Double.isFinite(((Number) value).doubleValue());
        return isNumber && !isFinite ? String.valueOf(value) : value;
    }

    /** The features that a guard speaks of. */
    static void features(Object guard, Set<String> names) {
        visit(guard, leaf -> {
            switch (leaf.getKey()) {
                case "flag":
                    names.add((String) leaf.getValue());
                    break;
                case "is":
                    names.add((String) map(leaf.getValue()).get("feature"));
                    break;
                default:
                    list(map(leaf.getValue()).get("terms")).forEach(term -> names.add((String) list(term).get(1)));
            }
        });
    }

    /** The numbers and texts that a guard compares with: words near them are worth trying. */
    static void values(Object guard, Consumer<Object> values) {
        visit(guard, leaf -> {
            if (leaf.getKey().equals("is")) {
                values.accept(map(leaf.getValue()).get("text"));
            } else if (leaf.getKey().equals("sum")) {
                values.accept(map(leaf.getValue()).get("bound"));
            }
        });
    }

    private static void visit(Object guard, Consumer<Map.Entry<String, Object>> leaves) {
        Map.Entry<String, Object> only = only(guard);
        if (only.getKey().equals("not")) {
            visit(only.getValue(), leaves);
        } else if (only.getValue() instanceof List) {
            list(only.getValue()).forEach(one -> visit(one, leaves));
        } else {
            leaves.accept(only);
        }
    }

    private static Map.Entry<String, Object> only(Object guard) {
        return map(guard).entrySet().iterator().next();
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    static List<Object> list(Object value) {
        return (List<Object>) value;
    }
}
