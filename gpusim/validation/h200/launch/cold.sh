#!/bin/bash
# Measures what one small launch costs: as the caches are left (prep=warm), after reading
# 256 MiB of other memory (flush), and under the profiler, which flushes the caches
# (profiler) or keeps them (kept); prep=code counts the fetches of instructions.
#
#   cold.sh OUTDIR [GROUP …]      writes OUTDIR/cold.txt; GROUP as in cold.cu
#
# COLD names a built cold.cu, if there is one. Each line is the median of three to nine launches.
set -u
out=$1
shift
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d) program=${COLD:-}
[ -n "$program" ] || { program=$bin/cold; nvcc -O3 -std=c++20 -arch=sm_90 -o "$program" "$here/cold.cu" || exit 1; }
clock=sm__cycles_elapsed.max,sm__cycles_active.max,sm__cycles_active.min,sm__cycles_active.sum,gpu__time_duration.sum,dram__sectors_read.sum,dram__sectors_write.sum
code=sm__cycles_elapsed.max,sm__cycles_active.max,sm__icc_requests.sum,sm__icc_requests_lookup_hit.sum,sm__icc_requests_lookup_miss.sum,gcc__cache_requests_type_instruction.sum,gcc__cache_requests_type_instruction_lookup_hit.sum,gcc__gcc2xbar_requests_type_instruction.sum

profile() { # NAME CACHES METRICS [GROUP …]
  local name=$1 caches=$2 metrics=$3
  shift 3
  ncu --clock-control none --cache-control "$caches" -k regex:^m_ --csv --page raw --print-units base --log-file "$bin/$name.log" --metrics "$metrics" "$program" profile "$@" > "$bin/$name.cases"
}
"$program" "$@" > "$bin/warm"
profile profiler all $clock "$@"
profile kept none $clock launches instructions parameters copies
profile code all $code instructions
python3 - "$bin" "$clock,$code" > "$out/cold.txt" <<'P'
import csv, sys
from statistics import median
folder, wanted = sys.argv[1], set(sys.argv[2].split(","))
lines = [l.strip() for l in open(folder + "/warm")]
for run in ("profiler", "kept", "code"):
    counted = [l.strip() for l in open(f"{folder}/{run}.cases") if " prep=profiler" in l]
    rows = [r for r in csv.DictReader(l for l in open(f"{folder}/{run}.log") if l.startswith('"')) if r["ID"]]
    for line, row in zip(counted, rows, strict=True):
        metrics = "".join(f" {m.split('__')[1].rsplit('.', 1)[0] if m[-3:] == 'sum' else m.split('__')[1]}={v.replace(',', '')}" for m, v in row.items() if m in wanted)
        lines.append(line.replace("prep=profiler", "prep=" + run) + metrics)

def numbers(value):
    return [float(v) for v in value.split(",")]

# What stands before prep= names the case; what follows is measured.
groups = {}
for line in lines:
    name, prep, rest = line.partition(" prep=")
    words = rest.split()
    groups.setdefault(name + prep + words[0] if prep else name, []).append([w.split("=") for w in words[1:]])
for name, repeats in groups.items():
    if not repeats[0] and "prep=" in name:
        continue
    text = name
    for i, (key, value) in enumerate(repeats[0]):
        columns = zip(*(numbers(r[i][1]) for r in repeats))
        text += f" {key}=" + ",".join(f"{median(c):g}" for c in columns)
    print(text)
P
rm -r "$bin"
