"""A session with vsftpd. An output is the code of the reply."""

import os
import sys
from pathlib import Path

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
sys.path[:0] = [os.path.join(ROOT, "hosts", "python"), os.path.join(ROOT, "cases")]

from local_server import LocalServer
from typestar_adapter import output, serve

SETTINGS = """listen=YES
listen_address=127.0.0.1
listen_port=%(port)s
background=NO
anonymous_enable=YES
local_enable=NO
write_enable=YES
anon_other_write_enable=YES
anon_root=%(folder)s/files
secure_chroot_dir=%(folder)s/empty
deny_email_enable=YES
banned_email_file=%(folder)s/banned
max_login_fails=8
delay_failed_login=0
max_clients=0
max_per_ip=0
"""


class Session:
    def __init__(self):
        self.socket = server.connect()
        self.lines = self.socket.makefile("rb")
        self.lines.readline()

    def send(self, command):
        try:
            self.socket.sendall(command.encode() + b"\r\n")
            code = self.lines.readline()[:3].decode()
        except ConnectionError:
            code = ""
        return output(code or "closed")

    def close(self):
        self.lines.close()
        self.socket.close()


def command(port, folder):
    folder = Path(folder)
    folder.chmod(0o755)
    (folder / "empty").mkdir()
    (folder / "files" / "inside").mkdir(parents=True)
    (folder / "files" / "inside" / "file").write_text("")
    (folder / "banned").write_text("wrong\n")
    (folder / "settings").write_text(SETTINGS % {"port": port, "folder": folder})
    return ["vsftpd", str(folder / "settings")]


server = LocalServer(command)

serve(
    name="vsftpd-login",
    set_up=server.start,
    tear_down=server.stop,
    create=lambda _emit: Session(),
    destroy=Session.close,
    inputs={
        "user": lambda session: session.send("USER anonymous"),
        "wrongPassword": lambda session: session.send("PASS wrong"),
        "password": lambda session: session.send("PASS right"),
        "rnfr": lambda session: session.send("RNFR inside"),
        "rnto": lambda session: session.send("RNTO inside"),
        "noop": lambda session: session.send("NOOP"),
    },
    outputs=[],
)
