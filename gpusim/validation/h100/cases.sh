#!/usr/bin/env bash
# Measures the launches of ../h200/cases and the micro-benchmarks of ../h200/device on this
# machine's GPU: cases.sh FOLDER writes visible.json, micro.txt and throughput.txt there.
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "$0")/../h200"
build() { nvcc -O3 -std=c++17 -arch=sm_90 -lcuda -o "$out/$2" "$1/$2.cu"; }
build cases visible & build device micro & build device throughput & wait
"$out/micro" > "$out/micro.txt" || echo "micro ended with status $?" >&2 # its last calls use a destroyed context
"$out/throughput" > "$out/throughput.txt"
cd cases
"$out/visible" time > "$out/times.txt"
ncu --clock-control none --csv --page raw --print-units base --metrics "$(paste -sd, metrics.txt)" --log-file "$out/raw.csv" "$out/visible" > /dev/null
version() { "$1" --version | grep -o '[Vv]ersion [0-9.]*\|V[0-9.]*$' | tail -1; }
python3 profile_join.py "$out/times.txt" "$out/raw.csv" "nvcc $(version nvcc) -O3 -arch=sm_90" "ncu $(version ncu), caches flushed before each replay" > "$out/visible.json"
sed -i "s/NVIDIA H200/$(nvidia-smi --query-gpu=name --format=csv,noheader | head -1)/" "$out/visible.json"
rm -f "$out"/{visible,micro,throughput,times.txt,raw.csv}
