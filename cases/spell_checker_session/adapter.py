"""The spell checker session as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from spell_checker_session import SpellCheckerSession
from typestar_adapter import serve


def create(emit, clock):
    return SpellCheckerSession(clock, lambda unknown: emit("onGetSentenceSuggestions", unknown=unknown))


serve(
    name="spell-checker-session",
    create=create,
    destroy=lambda session: session.close(),
    inputs={
        "close": lambda session: session.close(),
        "cancel": lambda session: session.cancel(),
        "getSentenceSuggestions": lambda session: session.get_sentence_suggestions("the quikc fox"),
    },
    outputs=["onGetSentenceSuggestions"],
    clock="virtual",
)
