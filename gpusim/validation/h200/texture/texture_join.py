"""Joins the case names that texture prints with what ncu counted:
python3 texture_join.py cases.txt texture_raw.csv > texture_counts.csv
Without files it prints the counters to ask ncu for."""
import csv
import sys

COUNTERS = """l1tex__t_requests_pipe_tex_mem_texture l1tex__t_sectors_pipe_tex_mem_texture
l1tex__t_sectors_pipe_tex_mem_texture_lookup_hit l1tex__t_sectors_pipe_lsu_mem_global_op_ld
l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit lts__t_sectors_srcunit_tex_op_read
lts__t_sectors_srcunit_tex_op_write lts__t_sectors_srcunit_tex_aperture_sysmem_op_read
lts__t_sectors_srcunit_tex_aperture_sysmem_op_write dram__sectors_read pcie__read_bytes
pcie__write_bytes""".split()

if len(sys.argv) == 1:
    print(",".join(c + ".sum" for c in COUNTERS))
    sys.exit()
names = [line.strip() for line in open(sys.argv[1])]
lines = [line for line in open(sys.argv[2]) if line.startswith('"')]
rows = list(csv.DictReader(lines))[1:]  # the first row holds the units
out = csv.writer(sys.stdout, lineterminator="\n")
out.writerow(["case"] + [c + ".sum" for c in COUNTERS])
for name, row in zip(names, rows, strict=True):
    out.writerow([name] + [row[c + ".sum"].replace(",", "") for c in COUNTERS])
