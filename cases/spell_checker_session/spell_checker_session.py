"""A session with a spell checker in the manner of Android's: asks a service, which answers later."""

# How long the service thinks about a sentence, in seconds.
THINKING = 0.025

WORDS = {"the", "quick", "brown", "fox"}


class SpellCheckerSession:
    """Asks for suggestions until it is closed.

    `cancel` waits in line behind the requests, so that it never stops a result. A closed session accepts requests in
    silence and reports nothing any more.
    """

    def __init__(self, clock, on_get_sentence_suggestions):
        self._clock = clock
        self._on_get_sentence_suggestions = on_get_sentence_suggestions
        self._open = True
        self._line = []

    def get_sentence_suggestions(self, sentence):
        self._serve(THINKING, lambda: self._suggest(sentence))

    def cancel(self):
        self._serve(0, lambda: None)

    def close(self):
        self._open = False

    def _serve(self, seconds, request):
        """Serves a request when those before it are done."""
        self._line.append((seconds, request))
        if len(self._line) == 1:
            self._clock.call_later(seconds, self._done)

    def _done(self):
        self._line.pop(0)[1]()
        if self._line:
            self._clock.call_later(self._line[0][0], self._done)

    def _suggest(self, sentence):
        unknown = [word for word in sentence.split() if word not in WORDS]
        if self._open:
            self._on_get_sentence_suggestions(unknown)
