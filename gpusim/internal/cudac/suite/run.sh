#!/bin/sh
# run.sh builds the launches of this folder and runs them: one line per launch.
#
#   ./run.sh [-ncu] [-dump FOLDER] [PART …]
#
# PART chooses launches by a part of their names. -ncu also measures the counters of
# metrics.txt, into ncu.csv. -dump writes the arrays that differ. Results go to results.txt,
# which gpusim verify -replay reads; registers.txt has what ptxas says of each kernel.
# NVCC, NCU, ARCH (sm_90), FLAGS and JOBS change what is used.
set -e
cd "$(dirname "$0")"
NVCC=${NVCC:-nvcc} NCU=${NCU:-ncu} JOBS=${JOBS:-$(nproc)} GROUP=${GROUP:-8}
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
# Launches are built in groups, because the headers take nvcc longer than a kernel does. The
# launches of a group that cannot be built are built alone.
compile() {
	$NVCC -std=c++17 -O3 -arch="$ARCH" $FLAGS -Xptxas -v -I. -c "build/$1.cu" -o "build/$1.o" >"build/$1.log" 2>&1 || {
		rm -f "build/$1.o"
		return 1
	}
}
group() {
	compile "$1" && return
	sed -n 's/#include "\(.*\).cu"/\1/p' "build/$1.cu" | while read -r name; do
		echo "#include \"$name.cu\"" >"build/one_$name.cu"
		compile "one_$name" || { echo "$name cannot be built:"; grep error "build/one_$name.log" | head -3; }
	done
}
if [ "$1" = -group ]; then
	group "$2"
	exit
fi
build() {
	rm -rf build
	mkdir build
	ls -- *.cu | grep -v '^main.cu$' | awk -v n="$GROUP" '{ printf "#include \"%s\"\n", $0 > (sprintf("build/group%03d.cu", (NR - 1) / n)) }'
	echo '#include "main.cu"' >build/group_main.cu
	export NVCC ARCH FLAGS
	(cd build && ls group*.cu) | sed 's/.cu$//' | xargs -P "$JOBS" -n 1 sh ./run.sh -group
	$NVCC -arch="$ARCH" -o build/verify build/*.o
	grep -hE 'Compiling entry|Used|spill' build/*.log >registers.txt || :
}
if [ ! -e build/verify ] || [ -n "$(find . -maxdepth 1 -name '*.cu*' -newer build/verify)" ]; then
	build
fi
nvidia-smi --query-gpu=name,driver_version,compute_cap --format=csv,noheader 2>/dev/null | sed 's/^/device /' >results.txt || :
$NVCC --version | tail -2 | head -1 | sed 's/^/nvcc /' >>results.txt
# shellcheck disable=SC2086
./build/verify $dump "$@" >>results.txt 2>build/errors.txt || :
if [ -n "$profile" ]; then
	metrics=$(paste -sd, metrics.txt)
	$NCU --clock-control none --csv --page raw --print-units base --target-processes all --log-file ncu.csv --metrics "$metrics" \
		./build/verify -here $(awk '$1 == "failed" { print "-skip " $2 }' results.txt) "$@" >build/ncu.txt 2>&1 || { echo "ncu failed:"; tail -3 build/ncu.txt ncu.csv; }
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
