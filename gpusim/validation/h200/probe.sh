#!/bin/bash
# Measures probe.cu with Nsight Compute on the device of this machine.
# usage: probe.sh OUTDIR SECONDS [COUNT a batch]
# Writes OUTDIR/probe_{global,shared,globalatom,sharedatom}.csv:
# id,checksum,bytes,store and the counters named in the header.
set -u
out=$1; end=$((SECONDS + $2)); batch=${3:-250}
here=$(cd "$(dirname "$0")" && pwd); bin=$(mktemp -d)
nvcc -O3 -arch=sm_90 -o "$bin/probe" "$here/probe.cu" || exit 1
cuobjdump -sass "$bin/probe" | grep -E 'Function|LDG|STG|LDS|STS|ATOM|RED' > "$out/probe_sass.txt"
G=l1tex__t; S=l1tex__data
declare -A metrics=(
  [global]=${G}_requests_pipe_lsu_mem_global_op_ld.sum,${G}_sectors_pipe_lsu_mem_global_op_ld.sum,${G}_requests_pipe_lsu_mem_global_op_st.sum,${G}_sectors_pipe_lsu_mem_global_op_st.sum
  [shared]=${S}_pipe_lsu_wavefronts_mem_shared_op_ld.sum,${S}_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum,${S}_pipe_lsu_wavefronts_mem_shared_op_st.sum,${S}_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
  [globalatom]=${G}_requests_pipe_lsu_mem_global_op_atom.sum,${G}_sectors_pipe_lsu_mem_global_op_atom.sum,${G}_requests_pipe_lsu_mem_global_op_red.sum,${G}_sectors_pipe_lsu_mem_global_op_red.sum
  [sharedatom]=${S}_pipe_lsu_wavefronts_mem_shared.sum,${S}_bank_conflicts_pipe_lsu_mem_shared.sum,${S}_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum,smsp__inst_executed_op_shared_atom.sum
)
declare -A next=([shared]=0 [global]=0 [globalatom]=0 [sharedatom]=0)
while ((SECONDS < end)); do
  for space in shared global shared globalatom sharedatom global; do
    ((SECONDS < end)) && [[ ${metrics[$space]:-} ]] || continue
    t=$SECONDS csv="$out/probe_$space.csv"
    [[ -e $csv ]] || echo "id,checksum,bytes,store,${metrics[$space]}" > "$csv"
    ncu --clock-control none --cache-control none --csv --page raw --print-units base --log-file "$bin/log" \
      --metrics "${metrics[$space]}" "$bin/probe" $space ${next[$space]} $batch > "$bin/cases" &&
      python3 "$here/probe_join.py" "$bin/cases" "$bin/log" "${metrics[$space]}" >> "$csv" ||
      { echo "$space failed, left out"; head -5 "$bin/cases" "$bin/log"; metrics[$space]=; }
    echo "$space from ${next[$space]}: $((SECONDS - t)) s"
    next[$space]=$((next[$space] + batch))
  done
done
rm -r "$bin"
