"""The media player as a typestar adapter."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "hosts", "python"))

from media_player import MediaPlayer
from typestar_adapter import serve

serve(
    name="media-player",
    create=lambda emit, clock: MediaPlayer(clock, lambda: emit("onPrepared"), lambda: emit("onCompletion")),
    destroy=lambda player: player.release(),
    inputs={
        "setDataSource": lambda player: player.set_data_source("a.mp3"),
        "prepare": lambda player: player.prepare(),
        "prepareAsync": lambda player: player.prepare_async(),
        "start": lambda player: player.start(),
        "pause": lambda player: player.pause(),
        "stop": lambda player: player.stop(),
        "reset": lambda player: player.reset(),
        "release": lambda player: player.release(),
    },
    outputs=["onPrepared", "onCompletion"],
    clock="virtual",
)
