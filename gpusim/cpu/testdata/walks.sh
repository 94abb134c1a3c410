#!/bin/sh
# Counts what valgrind's cachegrind sees of the functions in walks.c: loads, L1
# and last-level load misses, stores, L1 and last-level store misses.
#   sh walks.sh > walks.csv
set -e
cd "$(dirname "$0")"
tmp=$(mktemp -d)
gcc -O1 -g -fno-tree-vectorize -o "$tmp/walks" walks.c
echo "walk,n,loads,l1_load_misses,ll_load_misses,stores,l1_store_misses,ll_store_misses"
for run in "add 200000" "add 1000" "columns 512" "columns 500" "columns 256" "transpose 256" "transpose 250" "transpose 384" "product 64" "product 72" "product 100"; do
  set -- $run
  valgrind --tool=cachegrind --cache-sim=yes --D1=32768,8,64 --LL=1048576,16,64 \
    --cachegrind-out-file="$tmp/out" "$tmp/walks" $run >/dev/null 2>&1
  # lines "fn=NAME" begin a function; then "LINE Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw"
  awk -v fn="fn=$1" -v name="$1,$2" '
    /^fn=/ { in_fn = $0 == fn }
    /^[0-9]/ && in_fn { for (i = 5; i <= 10; i++) sum[i] += $i }
    END { printf "%s,%d,%d,%d,%d,%d,%d\n", name, sum[5], sum[6], sum[7], sum[8], sum[9], sum[10] }' "$tmp/out"
done
rm -r "$tmp"
