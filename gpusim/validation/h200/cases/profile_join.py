"""Joins what unseen_launches (or unseen_kernels) time printed with what ncu counted:
python3 profile_join.py times.txt raw.csv COMPILER PROFILER > unseen_launches.json"""
import csv
import json
import re
import sys

times = [line.rstrip("\n").split("|") for line in open(sys.argv[1])]
metrics = [line.strip() for line in open("metrics.txt")]
rows = list(csv.DictReader(line for line in open(sys.argv[2]) if line.startswith('"')))[1:]  # the first row holds the units


def number(text):
    v = float(text.replace(",", ""))
    return int(v) if v.is_integer() else v


print('{\n"device": "NVIDIA H200",\n"cc": "9.0",')
print(f'"compiler": {json.dumps(sys.argv[3])},\n"profiler": {json.dumps(sys.argv[4])},\n"cases": [')
lines = []
for (case, config, median, least), row in zip(times, rows, strict=True):
    kernel = re.sub(r"\(.*", "", row["Kernel Name"])
    lines.append(json.dumps({"case": case, "kernel": kernel, "config": config.strip(), "warm_us_median": number(median),
                             "warm_us_min": number(least), "metrics": {m: number(row[m]) for m in metrics}}))
print(",\n".join(lines) + "\n]\n}")
