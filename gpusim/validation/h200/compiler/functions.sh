#!/bin/bash
# Compiles functions.cu and prints, for each function, the instructions but moves from the loop on less those of the
# kernel without a function, and the branches more.
#
#   functions.sh > functions.txt
set -eu
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -w -O3 -arch=sm_90 -ptx -o "$bin/ptx" "$here/functions.cu"
awk '
  /^\.visible \.entry/ { match($0, /[a-z0-9]+_P/); name = substr($0, RSTART, RLENGTH - 2); sub(/^Z?[0-9]+/, "", name); inside = 0 }
  /nounroll/ { inside = 1 }
  /^\t(@%p[0-9]+ )?[a-z]+[.a-z0-9:]*[ \t].*;/ && !/^\t\.|\.reg|\tmov/ { n[name] += inside }
  /bra/ { bras[name]++ }
  END { for (name in n) if (name != "nothing") print name, n[name] - n["nothing"], bras[name] - bras["nothing"] }' "$bin/ptx" | sort
