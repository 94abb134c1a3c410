#!/usr/bin/env bash
# Profiles the launches of a folder, this one unless named, on this machine's GPU: blind.sh OUT [FOLDER] writes OUT/blind.json.
set -euo pipefail
out=$(realpath "$1") here=$(realpath "$(dirname "$0")")
cd "${2:-$here}"
metrics=$(paste -sd, "$here/../../h200/cases/metrics.txt")
names=$(basename -s .cu *.cu)
for file in $names; do
  nvcc -O3 -std=c++17 -arch=sm_90 -o "$out/$file" "$file.cu"
  "$out/$file" > "$out/$file.txt"
  ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" --log-file "$out/$file.csv" "$out/$file" > /dev/null
done
python3 "$here/join.py" "$out" $names > "$out/blind.json"
