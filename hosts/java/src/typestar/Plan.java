package typestar;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What to do in one execution: a list of nodes, of which the first is the start. */
final class Plan {
    private static final int NONE = -1;

    private final List<Node> nodes = new ArrayList<>();

    static Plan read(Object json, Symbol.Reader symbols) {
        try {
            return new Plan((Map<?, ?>) json, symbols);
        } catch (ClassCastException | NullPointerException | IndexOutOfBoundsException mistake) {
            throw new Fatal("bad plan: it does not follow the protocol: " + mistake.getMessage());
        } catch (IllegalArgumentException mistake) {
            throw new Fatal("bad plan: " + mistake.getMessage());
        }
    }

    private Plan(Map<?, ?> plan, Symbol.Reader symbols) {
        List<?> described = plan.containsKey("nodes") ? (List<?>) plan.get("nodes") : List.of(plan);
        if (plan.containsKey("nodes") == plan.containsKey("word") || described.isEmpty()) {
            throw new IllegalArgumentException("it has either a word or nodes, at least one");
        }
        for (Object node : described) {
            nodes.add(new Node(nodes.size(), (Map<?, ?>) node, symbols));
        }
        check();
    }

    /** Each node but the first is named by exactly one before it, so there can be no loop. */
    private void check() {
        Set<Integer> named = new HashSet<>(Set.of(0));
        for (int index = 0; index < nodes.size(); index++) {
            for (int follower : nodes.get(index).followers()) {
                if (follower <= index || follower >= nodes.size()) {
                    throw new IllegalArgumentException(
                            "node " + index + " names node " + follower + ", which is not a later node");
                }
                if (!named.add(follower)) {
                    throw new IllegalArgumentException("node " + follower + " is named twice");
                }
            }
        }
        for (int index = 0; index < nodes.size(); index++) {
            if (!named.contains(index)) {
                throw new IllegalArgumentException("node " + index + " is not named");
            }
        }
    }

    /** The first input that nobody offers; null if there is none. */
    Symbol firstUnknown(Set<String> offered) {
        for (Node node : nodes) {
            for (Symbol input : node.word) {
                boolean isKnown = input.text.equals("wait") || offered.contains(input.text);
                if (!isKnown && !offered.contains(input.name)) {
                    return input;
                }
            }
        }
        return null;
    }

    Cursor start() {
        return new Cursor();
    }

    /** A place in the plan: the next input to give. */
    final class Cursor {
        private int node = entered(0);
        private int at;

        boolean isOver() {
            return node == NONE;
        }

        Symbol input() {
            return nodes.get(node).word[at];
        }

        void end() {
            node = NONE;
        }

        /** Goes on after this output. */
        void advance(Symbol output) {
            Node current = nodes.get(node);
            Choice only = current.only.get(at);
            if (only != null && !only.isFor(output)) {
                end();
            } else if (++at == current.word.length) {
                node = entered(current.follower(output));
                at = 0;
            }
        }

        /** The node itself, or the first that follows it and has inputs. */
        private int entered(int index) {
            int entered = index;
            while (entered != NONE && nodes.get(entered).word.length == 0) {
                entered = nodes.get(entered).otherwise;
            }
            return entered;
        }
    }

    /** A word, the outputs after which alone it goes on, and the nodes that follow it by its last output. */
    private static final class Node {
        final Symbol[] word;
        final Map<Integer, Choice> only;
        final List<Choice> then = new ArrayList<>();
        final int otherwise;

        Node(int index, Map<?, ?> node, Symbol.Reader symbols) {
            word = ((List<?>) node.get("word")).stream().map(symbols::read).toArray(Symbol[]::new);
            List<?> conditions = listOf(node, "only");
            only = conditions.isEmpty() ? Map.of() : new HashMap<>();
            int first = 0;
            for (Object pair : conditions) {
                int place = (Integer) ((List<?>) pair).get(0);
                if (place < first || place >= word.length - 1) {
                    throw new IllegalArgumentException("node " + index + " has a condition at place " + place
                            + ": places must ascend and end before the last input");
                }
                only.put(place, new Choice(((List<?>) pair).get(1), NONE, symbols));
                first = place + 1;
            }
            for (Object pair : listOf(node, "then")) {
                then.add(new Choice(((List<?>) pair).get(0), (Integer) ((List<?>) pair).get(1), symbols));
            }
            otherwise = node.get("otherwise") == null ? NONE : laterNode(index, (Integer) node.get("otherwise"));
        }

        /** No node has the number that stands for none. */
        private static int laterNode(int index, int follower) {
            if (follower < 0) {
                throw new IllegalArgumentException(
                        "node " + index + " names node " + follower + ", which is not a later node");
            }
            return follower;
        }

        private static List<?> listOf(Map<?, ?> node, String field) {
            return node.get(field) == null ? List.of() : (List<?>) node.get(field);
        }

        List<Integer> followers() {
            List<Integer> followers = new ArrayList<>();
            then.forEach(choice -> followers.add(choice.follower));
            if (otherwise != NONE) {
                followers.add(otherwise);
            }
            return followers;
        }

        int follower(Symbol output) {
            for (Choice choice : then) {
                if (choice.isFor(output)) {
                    return choice.follower;
                }
            }
            return otherwise;
        }
    }

    /** An output, or all outputs of a name, and the node to go on with. */
    private static final class Choice {
        final boolean isByName;
        final String text;
        final int follower;

        Choice(Object chosen, int follower, Symbol.Reader symbols) {
            isByName = chosen instanceof Map;
            text = isByName ? (String) ((Map<?, ?>) chosen).get("name") : symbols.read(chosen).text;
            this.follower = follower;
        }

        boolean isFor(Symbol output) {
            return text.equals(isByName ? output.name : output.text);
        }
    }
}
