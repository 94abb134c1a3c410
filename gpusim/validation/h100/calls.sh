#!/usr/bin/env bash
# Compiles calls.cu for some targets and prints of each kernel the target, its name, its registers
# and its bytes of stack: calls.sh > calls.txt
#
# With OLD, the ptxas of CUDA 11.8, older targets follow: the PTX is that of the oldest target of
# nvcc, under another name.
set -euo pipefail
cd "$(dirname "$0")"
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
usage() {
  awk -v target="$1" '/Compiling entry function/ { split($0, n, "\x27"); name = n[2] } /bytes stack frame/ { stack = $1 }
    /Used/ { for (i = 1; i <= NF; i++) if ($i == "Used") print target, name, $(i + 1), stack }'
}
for target in 75 80 90 120; do
  nvcc -std=c++17 -O3 -arch=sm_$target -Xptxas -v -cubin -o "$work/a.cubin" calls.cu 2>&1 | usage $target
done
[ -n "${OLD:-}" ] || exit 0
nvcc -std=c++17 -O3 -arch=sm_75 -ptx -o "$work/a.ptx" calls.cu
for target in 35 60 70; do
  sed -e 's/^.version.*/.version 7.8/' -e "s/^.target.*/.target sm_$target/" "$work/a.ptx" > "$work/old.ptx"
  "$OLD" -v -arch=sm_$target -o "$work/a.cubin" "$work/old.ptx" 2>&1 | usage $target
done
