#!/bin/bash
# Counts a group of cases of caches.cu with Nsight Compute.
#
#   caches.sh OUTDIR GROUP [ARGUMENT …]      writes OUTDIR/caches_GROUP.csv: case,counter,value
set -u
out=$1 group=$2 name=$2
shift 2
[ -n "${NAME:-}" ] && name=$NAME
here=$(cd "$(dirname "$0")" && pwd) bin=$(mktemp -d)
nvcc -O3 -arch=sm_90 -o "$bin/caches" "$here/caches.cu" || exit 1
s=l1tex__t_sectors_pipe_lsu_mem
metrics=${s}_global_op_ld.sum,${s}_global_op_ld_lookup_hit.sum,${s}_global_op_st.sum,${s}_global_op_st_lookup_hit.sum
case $group in local) metrics=$metrics,${s}_local_op_ld.sum,${s}_local_op_ld_lookup_hit.sum,${s}_local_op_st.sum,${s}_local_op_st_lookup_hit.sum ;; esac
t=lts__t_sectors
metrics=$metrics,${t}_srcunit_tex_op_read.sum,${t}_srcunit_tex_op_read_lookup_hit.sum,${t}_srcunit_tex_op_write.sum,${t}_srcunit_tex_op_write_lookup_hit.sum
metrics=$metrics,${t}_srcunit_ltcfabric_aperture_device_op_read.sum,${t}_srcunit_ltcfabric_aperture_device_op_write.sum,${t}_op_atom.sum,${t}_op_red.sum,dram__sectors_read.sum,dram__sectors_write.sum,launch__shared_mem_config_size
[ "$group" = join ] && metrics=$metrics,lrc__xbar2lrc_requests_op_read.sum,lrc__lrc2xbar_sectors_op_read.sum,lrc__lrc2xbar_sectors_op_read_coalescing_achieved.sum,lrc__xbar2gpc_sectors_op_read.sum
ncu --clock-control none --csv --page raw --print-units base --log-file "$bin/log" --metrics "$metrics" "$bin/caches" run "$group" "$@" > "$bin/names" 2> "$bin/errors" ||
  { head -50 "$bin/names" "$bin/errors"; tail -5 "$bin/log"; }
python3 - "$bin/names" "$bin/log" "$metrics" > "$out/caches_$name.csv" <<'P'
import csv, sys
names = [l.strip() for l in open(sys.argv[1]) if not l.startswith("==")]
rows = [r for r in csv.reader(open(sys.argv[2])) if r and not r[0].startswith("==")]
head, rows = rows[0], rows[2:]
metrics = sys.argv[3].split(",")
print("case," + ",".join(metrics))
assert len(rows) == len(names), (len(rows), len(names))
for name, row in zip(names, rows):
    print(name.replace(",", "+") + "," + ",".join(row[head.index(m)].replace(",", "") if m in head else "" for m in metrics))
P
rm -r "$bin"
