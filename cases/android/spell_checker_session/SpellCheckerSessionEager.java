import typestar.android.Environment;

/** The same, and the session's thread works at once, after each call. */
@Environment(background = Environment.Background.EAGER)
public final class SpellCheckerSessionEager extends SpellCheckerSessionDriver {}
