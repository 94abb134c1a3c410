#!/bin/bash
# Counts the accesses of probe.cu with Nsight Compute on this machine's device.
#
#   probe.sh OUTDIR SECONDS BATCH SPACE=FIRST …
#
# SPACE is shared, global, globalatom or sharedatom, as probe.cu explains.
# Cases from FIRST on are run in batches, the spaces in turn, until the time is over.
# Writes OUTDIR/probe_SPACE.csv: id,checksum,bytes,store and the counters its
# first line names.
set -u
out=$1 end=$((SECONDS + $2)) batch=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -O3 -arch=sm_90 -o "$bin/probe" "$here/probe.cu" || exit 1
t=l1tex__t d=l1tex__data
declare -A metrics=(
  [global]=${t}_requests_pipe_lsu_mem_global_op_ld.sum,${t}_sectors_pipe_lsu_mem_global_op_ld.sum,${t}_requests_pipe_lsu_mem_global_op_st.sum,${t}_sectors_pipe_lsu_mem_global_op_st.sum
  [shared]=${d}_pipe_lsu_wavefronts_mem_shared_op_ld.sum,${d}_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum,${d}_pipe_lsu_wavefronts_mem_shared_op_st.sum,${d}_bank_conflicts_pipe_lsu_mem_shared_op_st.sum
  [globalatom]=${t}_requests_pipe_lsu_mem_global_op_atom.sum,${t}_sectors_pipe_lsu_mem_global_op_atom.sum,${t}_requests_pipe_lsu_mem_global_op_red.sum,${t}_sectors_pipe_lsu_mem_global_op_red.sum
  [sharedatom]=${d}_pipe_lsu_wavefronts_mem_shared.sum,${d}_bank_conflicts_pipe_lsu_mem_shared.sum,${d}_bank_conflicts_pipe_lsu_mem_shared_op_atom.sum,smsp__inst_executed_op_shared_atom.sum
)
declare -A next
spaces=()
for arg in "$@"; do
  space=${arg%%=*}
  spaces+=("$space") next[$space]=${arg#*=}
  echo "id,checksum,bytes,store,${metrics[$space]}" > "$out/probe_$space.csv"
done
while ((SECONDS < end)); do
  for space in "${spaces[@]}"; do
    ((SECONDS < end)) || break
    ncu --clock-control none --cache-control none --csv --page raw --print-units base --log-file "$bin/log" \
      --metrics "${metrics[$space]}" "$bin/probe" "$space" "${next[$space]}" "$batch" > "$bin/cases" &&
      python3 "$here/probe_join.py" "$bin/cases" "$bin/log" "${metrics[$space]}" >> "$out/probe_$space.csv" ||
      { echo "$space from ${next[$space]} failed:"; cat "$bin/cases" "$bin/log" | head; exit 1; }
    next[$space]=$((next[$space] + batch))
  done
done
rm -r "$bin"
