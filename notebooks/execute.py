"""Run notebooks through their kernels: execute.py CELL_SECONDS OUT_DIR FILE...

Prints one JSON line a notebook. Cells are counted from 1 as a reader counts
them, text cells included. Executed copies are written to OUT_DIR.
"""
import json
import os
import re
import sys
import time

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def failing(nb):
    """Index of the cell that stopped the run, and what it printed."""
    for i, cell in enumerate(nb.cells):
        for out in cell.get("outputs", []):
            if out.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", []):
                return i, "".join(error_text(nb.cells[i]))
    return None, ""


def error_text(cell):
    for out in cell.get("outputs", []):
        if out.output_type == "stream" and out.name == "stderr":
            yield out.text + "\n"
        elif out.output_type == "display_data":
            yield out.data.get("text/plain", "") + "\n"
        elif out.output_type == "error":
            yield "\n".join(out.traceback) or f"{out.ename}: {out.evalue}"


def run(path, limit, out_dir):
    nb = nbformat.read(path, as_version=4)
    result = {"notebook": path, "cells": len(nb.cells), "cell": 0, "source": "", "error": "", "slowest": 0.0}
    at, began, took = [0], [time.monotonic()], [0.0]

    def starts(cell, cell_index):
        at[0], began[0] = cell_index, time.monotonic()

    def ends(cell, cell_index, **_):
        took.append(time.monotonic() - began[0])

    client = NotebookClient(nb, timeout=limit, resources={"metadata": {"path": os.path.dirname(path)}},
                            on_cell_start=starts, on_cell_executed=ends)
    start = time.monotonic()
    try:
        client.execute()
    except CellExecutionError as e:
        i, text = failing(nb)
        at[0] = at[0] if i is None else i
        result["error"] = text or str(e)
    except CellTimeoutError:
        result["error"] = f"the cell took longer than {limit} s"
    except (DeadKernelError, RuntimeError) as e:
        result["error"] = f"the kernel died: {e}"
    if result["error"]:
        result["cell"], result["source"] = at[0] + 1, nb.cells[at[0]].source
        result["error"] = COLOURS.sub("", result["error"])
    result["seconds"], result["slowest"] = time.monotonic() - start, max(took)
    nb.metadata.setdefault("language_info", {})["pygments_lexer"] = "go"  # else converters colour Go as Python
    nbformat.write(nb, os.path.join(out_dir, os.path.basename(path)))
    return result


if __name__ == "__main__":
    limit, out_dir = int(sys.argv[1]), sys.argv[2]
    os.makedirs(out_dir, exist_ok=True)
    for path in sys.argv[3:]:
        print(json.dumps(run(path, limit, out_dir)), flush=True)
