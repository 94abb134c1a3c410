#!/bin/bash
# Measures what texture.cu describes: texture_values.csv, texture_stale.txt and
# texture_counts.csv in the folder named first.
set -e
out=$1
cd "$(dirname "$0")"
nvcc -O3 -arch=sm_90 -o "$out/texture" texture.cu
"$out/texture" values > "$out/texture_values.csv"
"$out/texture" stale > "$out/texture_stale.txt"
"$out/texture" > "$out/cases.txt"
metrics=$(python3 texture_join.py)
ncu --clock-control none --csv --page raw --print-units base --metrics "$metrics" "$out/texture" > "$out/texture_raw.csv"
python3 texture_join.py "$out/cases.txt" "$out/texture_raw.csv" > "$out/texture_counts.csv"
rm "$out/texture"
