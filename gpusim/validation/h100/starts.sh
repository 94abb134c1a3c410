#!/bin/bash
# Prints, for each kernel of starts.cu, the iterations in each block of its machine code in their order: "16L 8 4L 1L"
# takes sixteen at once, then eight, then four, then one; L is a loop.
#
#   starts.sh > starts.txt
set -eu
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -w -O3 -arch=sm_90 -cubin -o "$bin/starts" "$here/starts.cu"
nvdisasm -c "$bin/starts" | awk '
  function block(mark) { if (n || mark && n) line = line " " n mark; n = 0 }
  function done() { block(""); if (name) print name line; line = ""; n = 0; delete seen }
  /^\.text\./ { done(); match($0, /[a-z0-9]+ILi[0-9]+E/); name = substr($0, RSTART, RLENGTH); sub(/^[0-9]+/, "", name); sub(/ILi/, " ", name); sub(/E$/, "", name) }
  /^\.L_x_[0-9]+:/ { block(""); l = $1; sub(/:/, "", l); seen[l] = 1 }
  /LDG/ { n++ }
  /BRA.*\.L_x_[0-9]+/ { match($0, /\.L_x_[0-9]+/); l = substr($0, RSTART, RLENGTH); block(l in seen ? "L" : "") }
  END { done() }' | sort -k1,1 -k2,2n
