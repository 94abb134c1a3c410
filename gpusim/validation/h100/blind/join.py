"""Joins what the programs printed with what ncu counted: python3 join.py FOLDER NAME... > blind.json"""
import csv
import json
import os
import subprocess
import sys

metrics = [line.strip() for line in open(os.path.join(os.path.dirname(__file__), "../../h200/cases/metrics.txt"))]


def number(text):
    v = float(text.replace(",", ""))
    return int(v) if v.is_integer() else v


lines = []
for name in sys.argv[2:]:
    printed = [line.split("|") for line in open(f"{sys.argv[1]}/{name}.txt")]
    counted = list(csv.DictReader(line for line in open(f"{sys.argv[1]}/{name}.csv") if line.startswith('"')))[1:]  # the first row holds the units
    for (kernel, config, *_), row in zip(printed, counted, strict=True):
        lines.append(json.dumps({"case": name, "kernel": kernel, "config": config, "metrics": {m: number(row[m]) for m in metrics}}))
device = subprocess.check_output(["nvidia-smi", "--query-gpu=name", "--format=csv,noheader"], text=True).strip()
print(f'{{\n"device": "{device}",\n"cc": "9.0",\n"compiler": "nvcc V13.0.88 -O3 -arch=sm_90",')
print('"profiler": "ncu 2025.3.1, caches flushed before each replay",\n"cases": [')
print(",\n".join(lines) + "\n]\n}")
