#!/usr/bin/env bash
# Profiles the launches of this folder on this machine's GPU: blind.sh FOLDER writes blind.json there.
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "$0")"
metrics=$(paste -sd, ../../h200/cases/metrics.txt)
for file in stencils sparse words atomics compute blocks images; do
  nvcc -O3 -std=c++17 -arch=sm_90 -o "$out/$file" "$file.cu"
  "$out/$file" > "$out/$file.txt"
  ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" --log-file "$out/$file.csv" "$out/$file" > /dev/null
done
python3 join.py "$out" > "$out/blind.json"
