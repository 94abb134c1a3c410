#!/bin/bash
# What nvcc makes of the branches of predicate.cu: the instructions of each kernel, those
# under a predicate, choices between two values, branches.
#
#   predicate.sh > predicate.txt
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -O3 -arch=sm_90 -cubin -o "$bin/predicate.cubin" "$here/predicate.cu" || exit 1
cuobjdump -sass "$bin/predicate.cubin" | c++filt | sed 's/Function : \(void \)\?\([^(]*\).*/kernel \2/; s/, /,/' | awk '
  function row() { if (name) printf "%s instructions=%d predicated=%d choices=%d branches=%d\n", name, n, p, s, b - 1 }
  $1 == "kernel" { row(); name = $2; n = p = s = b = 0; next }
  /\/\*[0-9a-f]+\*\/ / && !/NOP/ { n++; if (/BRA/) b++; else if (/@/ && !/EXIT/) p++; if (/ F?SEL /) s++ }
  END { row() }' | LC_ALL=C sort -t, -k1,1 -k2n
