#!/bin/bash
# Prints, for each kernel of effects.cu, how often its effect stands in its loop's machine code:
# 5 are four copies and one for what is left.
#
#   effects.sh > effects.txt
set -eu
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -w -O3 -arch=sm_90 -cubin -o "$bin/effects" "$here/effects.cu"
cuobjdump -sass "$bin/effects" | awk '
  BEGIN {
    split("red:RED redin:RED atom:ATOMG. cas:ATOMG. sred:ATOMS. satom:ATOMS. fence:MEMBAR. fenceb:MEMBAR. bar:BAR. vload:LDG.E.STRONG vstore:STG.E.STRONG warp:LDS ballot:VOTE. shfl:SHFL. plain:LDG.", list, " ")
    for (i in list) { split(list[i], p, ":"); mark[p[1]] = p[2] }
  }
  function print_row() { if (a[1] == "bar") n = (n - 1) / 2; if (a[1] == "warp") n--; print name, n } # without those outside the loop
  /Function :/ { if (name) print_row(); match($3, /[a-z]+ILi[0-9]+ELi[0-9]+ELi[0-9]+E/); name = substr($3, RSTART, RLENGTH); gsub(/ILi|ELi/, " ", name); sub(/E$/, "", name); split(name, a, " "); n = 0 }
  { for (i = 1; i <= NF; i++) if (index($i, mark[a[1]]) == 1) n++ }
  END { print_row() }' | sort -k1,1 -k2,2n -k3,3n -k4,4n
