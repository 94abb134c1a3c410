"""Execute notebooks with their kernels: execute.py JOBS CELL_SECONDS OUT_DIR FILE...

Executes JOBS notebooks at the same time and prints one JSON line per notebook as
soon as it has run. Cells are counted from 1, text cells included, as a reader
counts them. Executed copies are written to OUT_DIR.
"""
import asyncio
import json
import os
import re
import sys
import time

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

COLOURS = re.compile(r"\x1b\[[0-9;]*m")


def failed_cell(nb):
    """Return the index of the cell that stopped the run, and what it printed."""
    for i, cell in enumerate(nb.cells):
        for out in cell.get("outputs", []):
            if out.output_type == "error" and "raises-exception" not in cell.metadata.get("tags", []):
                return i, "".join(error_text(cell))
    return None, ""


def error_text(cell):
    for out in cell.get("outputs", []):
        if out.output_type == "stream" and out.name == "stderr":
            yield out.text + "\n"
        elif out.output_type == "display_data":
            yield out.data.get("text/plain", "") + "\n"
        elif out.output_type == "error":
            yield "\n".join(out.traceback) or f"{out.ename}: {out.evalue}"


async def run(path, limit, out_dir):
    """Execute one notebook and return its result."""
    nb = nbformat.read(path, as_version=4)
    result = {"notebook": path, "cells": len(nb.cells), "cell": 0, "source": "", "error": ""}
    current, began, seconds = 0, time.monotonic(), []

    def on_start(cell, cell_index):
        nonlocal current, began
        current, began = cell_index, time.monotonic()

    def on_executed(cell, cell_index, **_):
        seconds.append(time.monotonic() - began)

    client = NotebookClient(nb, timeout=limit, startup_timeout=limit, iopub_timeout=limit,
                            resources={"metadata": {"path": os.path.dirname(path)}},
                            on_cell_start=on_start, on_cell_executed=on_executed)
    start = time.monotonic()
    try:
        await client.async_execute()
    except CellExecutionError as e:
        i, text = failed_cell(nb)
        current = current if i is None else i
        result["error"] = text or str(e)
    except CellTimeoutError:
        result["error"] = f"the cell took longer than {limit} s"
    except (DeadKernelError, RuntimeError) as e:
        result["error"] = f"the kernel died: {e}"
    if result["error"]:
        result["cell"], result["source"] = current + 1, nb.cells[current].source
        result["error"] = COLOURS.sub("", result["error"])
    result["seconds"], result["slowest"] = time.monotonic() - start, max(seconds, default=0.0)
    result["code_cells"] = seconds
    nb.metadata.setdefault("language_info", {})["pygments_lexer"] = "go"  # without it converters colour Go as Python
    nbformat.write(nb, os.path.join(out_dir, os.path.basename(path)))
    return result


async def run_all(jobs, limit, out_dir, paths):
    free = asyncio.Semaphore(jobs)

    async def run_one(path):
        async with free:
            print(json.dumps(await run(path, limit, out_dir)), flush=True)

    await asyncio.gather(*map(run_one, paths))


if __name__ == "__main__":
    jobs, limit, out_dir = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    os.makedirs(out_dir, exist_ok=True)
    asyncio.run(run_all(jobs, limit, out_dir, sys.argv[4:]))
