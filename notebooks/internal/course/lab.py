"""Run JupyterLab until standard input ends: lab.py ARGUMENTS OF JUPYTERLAB...

The program that starts this script holds the other end of standard input and writes
nothing, so that the end of that program, however it comes, ends JupyterLab and its
kernels. The script leaves the process group of the terminal: Ctrl-C and a closed
terminal reach the other program only, which then ends.

What the Go kernel says of mistakes is put into words of the course on its way to the browser.
"""
import sys

sys.path = [folder for folder in sys.path if folder]  # the learner's folder holds no modules

import os
import re
import signal
import threading

from jupyter_client.session import DELIM
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyterlab.labapp import main

STATEMENT = re.compile(r"expected declaration, found (?!'?[)}\]])")
FORGOTTEN = """A line that runs something stands below a line with %% alone.
What to do: write %% on a line of its own above the first line that runs something."""
EXIT_STATUS = re.compile(r"(\^C\n)?exit status \d+\n")


def in_our_words(kind, content):
    """Return what a message of GoNB shows, in words of the course; None for nothing.

    GoNB shows the exit status of a cell twice, and the second time as an error. Lines that
    run something without %% above them it takes for wrong declarations.
    """
    if kind == "stream" and EXIT_STATUS.fullmatch(content["text"]):
        return None
    if kind == "error" and STATEMENT.search(content["evalue"]):
        where = "\n".join(content["traceback"]).replace("package main\n\n", "")
        where = STATEMENT.split(where)[0].rstrip()
        return {**content, "traceback": [where + "\n\n" + FORGOTTEN]}
    return content


class Connection(ZMQChannelsWebsocketConnection):
    """Passes messages of kernels on to the browser."""

    def handle_outgoing_message(self, stream, outgoing_msg):
        names, (_, *parts) = self.session.feed_identities(outgoing_msg)
        kind = self.session.unpack(parts[0])["msg_type"]
        if kind in ("stream", "error"):
            content = in_our_words(kind, self.session.unpack(parts[3]))
            if content is None:
                return
            parts[3] = self.session.pack(content)
            outgoing_msg = [*names, DELIM, self.session.sign(parts[:4]), *parts]
        super().handle_outgoing_message(stream, outgoing_msg)


def end_with_launcher():
    while os.read(0, 1):  # sys.stdin has a lock, which Python wants when it ends
        pass
    os.kill(os.getpid(), signal.SIGTERM)


os.setpgrp()
sys.argv.append("--ServerApp.kernel_websocket_connection_class=__main__.Connection")
threading.Thread(target=end_with_launcher, daemon=True).start()
sys.exit(main())
