"""Talk to the Go kernel: kernel.py FOLDER

Starts a kernel whose cells run in FOLDER. Reads one request per line, a JSON object,
and prints one answer per line. A request is

    {"execute": CODE, "interrupt": TEXT}   TEXT in an output interrupts the cell; "" never,
                                           "building" as soon as it is built, and
                                           when it shows that word
    {"complete": CODE}                     the names that may end CODE, a line each
    {"inspect": CODE}                      what the name at | in CODE is
"""
import contextlib
import json
import os
import sys
import time

import psutil
from jupyter_client.manager import KernelManager

PATIENCE = 600  # seconds, far more than a busy machine needs
BUILDING = "building"


def texts(message):
    """Return what a message shows."""
    content = message["content"]
    data = content.get("data", {})
    shown = [content.get("text", ""), *content.get("traceback", []), data.get("text/plain", ""), data.get("text/html", "")]
    return "\n".join(s for s in shown if s)


def reply_to(client, asked):
    """Return the reply to a request. The kernel also answers what the client asked while it
    started: a kernel that starts slowly was asked several times who it is.
    """
    while True:
        message = client.get_shell_msg(timeout=PATIENCE)
        if message["parent_header"].get("msg_id") == asked:
            return message["content"]


def execute(manager, client, code, stop):
    asked, outputs = client.execute(code), []
    if stop == BUILDING:
        await_build(manager)
        manager.interrupt_kernel()
    while True:
        message = client.get_iopub_msg(timeout=PATIENCE)
        if message["parent_header"].get("msg_id") != asked:
            continue
        if message["msg_type"] == "status" and message["content"]["execution_state"] == "idle":
            break
        if message["msg_type"] in ("stream", "display_data", "update_display_data", "error"):
            outputs.append(texts(message))
        if stop and stop in "".join(outputs):
            manager.interrupt_kernel()
            stop = ""
    return {"status": reply_to(client, asked)["status"], "output": "".join(outputs)}


def complete(client, code):
    """Return the names that may stand at the end of a text. A kernel whose language server still
    reads answers without names, and is asked again.
    """
    end = time.monotonic() + PATIENCE
    while True:
        reply = reply_to(client, client.complete(code))
        if reply["status"] != "ok" or reply["matches"] or time.monotonic() > end:
            return {"status": reply["status"], "output": "\n".join(reply.get("matches", []))}
        time.sleep(0.1)


def inspect(client, code):
    reply = reply_to(client, client.inspect(code.replace("|", ""), cursor_pos=code.index("|")))
    return {"status": reply["status"], "output": "\n".join(map(str, reply.get("data", {}).values()))}


def await_build(manager):
    """Wait until the kernel builds a cell, or has built it before that was seen and runs it."""
    kernel = psutil.Process(manager.provisioner.pid)
    while True:
        for child in kernel.children(recursive=True):
            with contextlib.suppress(psutil.Error, IndexError):
                words = child.cmdline()
                if "build" in words or os.path.basename(words[0]).startswith("gonb_"):
                    return


def main():
    manager = KernelManager(kernel_name="gonb")
    manager.start_kernel(cwd=sys.argv[1])
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(timeout=PATIENCE)
    for line in sys.stdin:
        request = json.loads(line)
        if "complete" in request:
            answer = complete(client, request["complete"])
        elif "inspect" in request:
            answer = inspect(client, request["inspect"])
        else:
            answer = execute(manager, client, request["execute"], request.get("interrupt"))
        print(json.dumps(answer), flush=True)
    client.stop_channels()
    manager.shutdown_kernel()


main()
