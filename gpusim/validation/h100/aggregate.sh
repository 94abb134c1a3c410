#!/usr/bin/env bash
# Compiles aggregate.cu for four targets and prints of each kernel the target, its name and the
# instructions that atomics become: aggregate.sh > aggregate.txt
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
for target in 75 80 90 120; do
  nvcc -std=c++17 -O3 -arch=sm_$target -cubin -o "$work/a.cubin" aggregate.cu
  cuobjdump -sass "$work/a.cubin" | awk -v target=$target '
    /Function :/ { if (name) print target, name, found; name = $3; found = "" }
    match($0, /(REDUX[.A-Z0-9]*|POPC|U?FLO|VOTEU?|SR_LTMASK|SHFL[.A-Z]*|(ATOM|RED)[A-Z]*[.A-Z0-9]*)/) { found = found " " substr($0, RSTART, RLENGTH) }
    END { print target, name, found }'
done
