#!/bin/bash
# Compiles rest.cu and prints, for each kernel, the iterations in each of its blocks, in their order: "4 1 2" takes four
# at once, then one, then perhaps two; "4 loop 1" takes the rest one by one.
#
#   rest.sh > rest.txt
set -eu
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -w -O3 -arch=sm_90 -ptx -o "$bin/rest" "$here/rest.cu"
awk '
  function block() { if (n) line = line " " n; n = 0 }
  /^\.visible \.entry/ { match($0, /[a-z]+I(Li[0-9]+E)+Lb[01]E/); name = substr($0, RSTART, RLENGTH); gsub(/ILi|ELi|ELb/, " ", name); sub(/E$/, "", name); line = "" }
  /^\$L|bra/ { block() }
  /nounroll/ { block(); line = line " loop" }
  /fma\.rn/ { n++ }
  /^}/ { block(); print name line }' "$bin/rest" | sort -k1,1 -k2,2n -k3,3n -k4,4n -k5,5n
