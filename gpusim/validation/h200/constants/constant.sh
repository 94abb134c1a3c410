#!/bin/bash
# Measures the constant caches, and lists what the machine code of each target
# finds in the constant bank.
#
#   constant.sh OUTDIR
#
# Writes OUTDIR/constant.txt (latencies), constant.csv (hits and misses of one
# launch a row: blocks, stride, footprint, steps, counters) and constant_bank.txt.
set -u
out=$1
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -O3 -arch=sm_90 -o "$bin/constant" "$here/constant.cu" || exit 1
"$bin/constant" > "$out/constant.txt"
metrics=idc__requests.sum,idc__requests_lookup_hit.sum,idc__requests_lookup_miss.sum,gcc__cache_requests_type_constant.sum,gcc__cache_requests_type_constant_lookup_hit.sum
ncu --clock-control none --csv --page raw --print-units base --log-file "$bin/log" --metrics $metrics "$bin/constant" count > "$bin/cases"
python3 - "$bin/cases" "$bin/log" $metrics > "$out/constant.csv" <<'EOF'
import csv, sys
cases = [line.strip() for line in open(sys.argv[1]) if line[0].isdigit()]
lines = [line for line in open(sys.argv[2]) if line.startswith('"')]
rows = [row for row in csv.DictReader(lines) if row["ID"]]
metrics = sys.argv[3].split(",")
print("blocks,stride,bytes,steps," + ",".join(metrics))
for case, row in zip(cases, rows, strict=True):
    print(case + "," + ",".join(row[m].replace(",", "") for m in metrics))
EOF
for cc in 75 80 86 89 90 100 120; do
  nvcc -O3 -arch=sm_$cc -cubin -o "$bin/bank.cubin" "$here/constant_bank.cu"
  echo "sm_$cc"
  cuobjdump -sass "$bin/bank.cubin" | grep -o '[A-Z][A-Z0-9.]* [^;]*c\[0x0\][^;]*;' | sed 's/  */ /g'
done > "$out/constant_bank.txt"
rm -r "$bin"
