#!/bin/sh
# run.sh builds the launches of this folder and runs them: one line per launch.
#
#   ./run.sh [-ncu] [-dump FOLDER] [PART …]
#
# PART chooses launches by a part of their names. -ncu also measures the counters of
# metrics.txt, into ncu.csv. Results go to results.txt, which gpusim verify -replay reads.
# NVCC, NCU, ARCH (sm_90), FLAGS and JOBS change what is used.
set -e
cd "$(dirname "$0")"
NVCC=${NVCC:-nvcc} NCU=${NCU:-ncu} JOBS=${JOBS:-$(nproc)}
if [ -z "$ARCH" ]; then
	ARCH=sm_$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader | head -1 | tr -d '.')
fi
profile= dump=
while :; do
	case "$1" in
	-ncu) profile=1; shift ;;
	-dump) dump="-dump $2"; mkdir -p "$2"; shift 2 ;;
	*) break ;;
	esac
done
mkdir -p build
build() {
	for f in *.cu; do
		o=build/${f%.cu}.o
		if [ ! -e "$o" ] || [ "$f" -nt "$o" ] || [ host.cuh -nt "$o" ]; then
			echo "${f%.cu}"
		fi
	done | xargs -P "$JOBS" -I{} sh -c "$NVCC -std=c++17 -O3 -arch=$ARCH $FLAGS -Xptxas -v -c {}.cu -o build/{}.o >build/{}.log 2>&1 || { echo 'build {} failed'; head -5 build/{}.log; rm -f build/{}.o; }"
	find build -name '*.o' >build/objects
	$NVCC -arch="$ARCH" -o build/verify $(cat build/objects)
}
build
nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv,noheader | sed 's/^/device /' >results.txt || :
$NVCC --version | tail -2 | head -1 | sed 's/^/nvcc /' >>results.txt
# shellcheck disable=SC2086
./build/verify $dump "$@" >>results.txt 2>build/errors.txt || :
if [ -n "$profile" ]; then
	metrics=$(paste -sd, metrics.txt)
	$NCU --clock-control none --csv --page raw --print-units base --target-processes all --log-file ncu.csv --metrics "$metrics" \
		./build/verify "$@" >build/ncu.txt 2>&1 || { echo "ncu failed:"; tail -3 build/ncu.txt ncu.csv; }
fi
awk '
FNR == NR { want[$1 " " $2] = $3; free[$1] = $4; next }
$1 == "case" { name = $2; state[name] = "equal"; order[++n] = name }
$1 == "time" { time[$2] = $3 }
$1 == "array" && ($2 " " $3) in want && want[$2 " " $3] != $4 { state[$2] = (free[$2] == "free" ? "order-free" : "DIFFERS") ; where[$2] = where[$2] " " $3 }
$1 == "failed" { state[$2] = "FAILED" }
$1 == "error" { where[name] = where[name] " " substr($0, 7) }
END {
	for (i = 1; i <= n; i++) {
		c = order[i]
		printf "%-44s %-10s %12s us%s\n", c, state[c], time[c], where[c]
		total[state[c]]++
	}
	for (s in total) printf "%d %s\n", total[s], s
}' expected.txt results.txt
