#!/usr/bin/env bash
# Runs each statement of statements.cu in a process of its own, for at most ten seconds.
cd "$(dirname "$0")"
say() { printf '%s: ' "$*"; timeout 10 ./statements "$@" || printf 'does not end within 10 seconds\n'; }
./statements atomics
./statements increments
for kind in 0 1 2; do for n in 992 1000; do say barrier $kind $n; done; done
for bytes in 65536 1048576; do timeout 60 ./statements mapped $bytes; done
./statements mapped_store
timeout 60 ./statements managed
for beyond in 1 1024 4096 45056 61440 229376 262144 16777216; do say overrun $beyond; done
for depth in 0 1 8 64 4096; do say stack $depth; done
stall() { echo "smsp__average_warps_issue_stalled_$1_per_issue_active.ratio"; }
ncu --clock-control none --csv --print-units base \
	--metrics "$(stall mio_throttle),$(stall lg_throttle),$(stall short_scoreboard),$(stall long_scoreboard)" ./statements stalls |
	python3 -c '
import csv, sys
for row in csv.DictReader(line for line in sys.stdin if line.startswith("\"")):
    print("stalls launch", row["ID"], row["Kernel Name"].split("(")[0], row["Metric Name"], row["Metric Value"])'
