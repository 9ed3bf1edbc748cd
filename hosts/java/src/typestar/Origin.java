package typestar;

/** Who made an output: whose code it was, and where. */
final class Origin {
    final Kind kind;
    final String place;

    private final String json;

    /** Whose code it was. */
    enum Kind {
        FRAMEWORK, LIBRARY, SCRIPTED, DRIVER, IMITATION
    }

    Origin(Kind kind, String place) {
        this.kind = kind;
        this.place = place;
        String name = kind.name().toLowerCase(java.util.Locale.ROOT);
        json = "{\"kind\":\"" + name + "\",\"place\":" + Json.write(place) + "}";
    }

    void write(StringBuilder out) {
        out.append(json);
    }
}
