#!/bin/bash
# Compiles counted.cu and prints, for each kernel, its trip count, its operations, the loads in the loop of
# nvcc's front end and the loads in the loop of ptxas; 0 stands for no loop.
#
#   counted.sh > counted.txt
set -eu
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -w -O3 -arch=sm_90 -ptx -o "$bin/ptx" "$here/counted.cu"
ptxas -arch=sm_90 -o "$bin/cubin" "$bin/ptx"
nvdisasm -c "$bin/cubin" > "$bin/sass"
awk '
  /^\.visible \.entry/ { match($0, /ILi[0-9]+ELi[0-9]+E/); name = substr($0, RSTART, RLENGTH); gsub(/ILi|ELi|E$/, " ", name); n = 0; loop[name] = 0; in_loop = 0 }
  /^\$L/ { n = 0 }
  /ld\.global/ { n++ }
  /bra/ { loop[name] = n }
  /^\.text\./ { match($0, /ILi[0-9]+ELi[0-9]+E/); code = substr($0, RSTART, RLENGTH); gsub(/ILi|ELi|E$/, " ", code); n = 0; split("", at); made[code] = 0 }
  /^\.L_x/ { sub(/:.*/, ""); at[$0] = n + 1 }
  /LDG/ { n++ }
  /BRA `/ { match($0, /\.L_x_[0-9]+/); to = substr($0, RSTART, RLENGTH); if (to in at && n + 1 > at[to]) made[code] = n + 1 - at[to] }
  END { for (name in loop) print name, loop[name], made[name] }' "$bin/ptx" "$bin/sass" | sed 's/^ *//; s/  */ /g' | sort -k1,1n -k2,2n
