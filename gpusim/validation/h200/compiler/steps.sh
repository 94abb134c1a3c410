#!/bin/bash
# Prints, for each kernel of steps.cu, how often its load stands in the machine code: 5 are four
# copies and one for what is left.
#
#   steps.sh > steps.txt
set -eu
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -O3 -arch=sm_90 -cubin -o "$bin/steps" "$here/steps.cu"
nvdisasm -c "$bin/steps" | awk '
  /section.*\.text\._Z/ { match($2, /_Z[0-9]+/); name = substr($2, RSTART + RLENGTH); sub(/P.*/, "", name) }
  /LDG/ { n[name]++ }
  END { for (name in n) print name, n[name] }' | sort
