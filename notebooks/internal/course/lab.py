"""Run JupyterLab until standard input ends: lab.py ARGUMENTS OF JUPYTERLAB...

The program that starts this script holds the other end of standard input and writes
nothing, so that the end of that program, however it comes, ends JupyterLab and its
kernels. The script leaves the process group of the terminal: Ctrl-C and a closed
terminal reach the other program only, which then ends.
"""
import sys

sys.path = [folder for folder in sys.path if folder]  # the learner's folder holds no modules

import os
import signal
import threading

from jupyterlab.labapp import main


def end_with_launcher():
    while os.read(0, 1):  # sys.stdin has a lock, which Python wants when it ends
        pass
    os.kill(os.getpid(), signal.SIGTERM)


os.setpgrp()
threading.Thread(target=end_with_launcher, daemon=True).start()
sys.exit(main())
