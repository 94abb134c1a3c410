#!/bin/bash
# The empty launches of throughput.cu and micro.cu, in 21 runs of each: one run
# prints the median of ten launches, and that differs by a tenth from run to run.
#
#   launches.sh > launches.txt
set -eu
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -w -O3 -arch=sm_90 -o "$bin/throughput" "$here/../device/throughput.cu"
nvcc -w -O3 -arch=sm_90 -lcuda -o "$bin/micro" "$here/../device/micro.cu"
for run in $(seq 21); do
  "$bin/throughput" | grep '^launch blocks'
  { "$bin/micro" || true; } | grep '^launch_empty_us' # its last call, on a context that is gone, ends it
done
