#!/bin/bash
# Compiles loops.cu and prints, for each kernel, its loads and operations an iteration and
# the instructions of each of its loops, the largest first. Ten operations in a loop of
# 160 instructions are sixteen iterations at once.
#
#   loops.sh loops > loops.txt
#   loops.sh strides > strides.txt
set -eu
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -w -O3 -arch=sm_90 -cubin -o "$bin/loops" "$here/$1.cu"
nvdisasm -c "$bin/loops" | awk '
  function done() { if (name) print name loops; loops = "" }
  /^\.text\./ { done(); match($0, /[a-z]+ILi[0-9]+ELi[0-9]+E/); name = substr($0, RSTART, RLENGTH); gsub(/ILi|ELi/, " ", name); sub(/E$/, "", name); n = 0; delete at }
  /^\.L_x_[0-9]+:/ { l = $1; sub(/:/, "", l); at[l] = n }
  /^ +\/\*[0-9a-f]+\*\/ / { n++; if (match($0, /BRA.*\.L_x_[0-9]+/)) { match($0, /\.L_x_[0-9]+/); l = substr($0, RSTART, RLENGTH); if (l in at && at[l] < n - 1) loops = loops " " n - at[l] } }
  END { done() }' | sort -k1,1 -k2,2n -k3,3n
