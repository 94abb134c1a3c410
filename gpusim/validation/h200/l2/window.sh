#!/bin/bash
# Prints the part of 200 reads that L2's request coalescer joined and the bytes per cycle requested from L2,
# by the number of reading warps on each other SM and the delay of the second warp.
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -O3 -arch=sm_90a -o "$bin/window" "$here/window.cu" || exit 1
ncu --clock-control none --cache-control none --csv \
  --metrics lts__t_sectors_srcunit_tex_op_read.sum,l1tex__m_xbar2l1tex_read_sectors.sum,sm__cycles_elapsed.max \
  "$bin/window" | awk -F'","' '
  /^window/ { name[++n] = $0 }
  /^"[0-9]/ { gsub(/[",]/, "", $NF); gsub(/"/, "", $1); v[$1, $(NF-2)] = $NF }
  END { for (i = 0; i < n; ++i) {
    l = v[i, "lts__t_sectors_srcunit_tex_op_read.sum"]; x = v[i, "l1tex__m_xbar2l1tex_read_sectors.sum"]
    printf "%s joined=%.3f bytes=%.0f\n", name[i+1], (x - l) / 800, l * 32 / v[i, "sm__cycles_elapsed.max"] } }'
