# Joins the cases probe.cu printed with the counters Nsight Compute logged:
# probe_join.py CASES LOG METRIC,METRIC…  → id,checksum,bytes,store,counter…
import csv, sys

cases = [line.strip().split(",")[:4] for line in open(sys.argv[1]) if line[:1].isdigit()]
names = sys.argv[3].split(",")
rows = list(csv.DictReader(line for line in open(sys.argv[2]) if not line.startswith("==")))
rows = [r for r in rows if r.get("ID", "").isdigit()]
if len(rows) != len(cases):
    sys.exit(f"{len(cases)} cases but {len(rows)} profiled launches")
for case, row in zip(cases, rows):
    print(",".join(case + [str(int(float(row[n].replace(",", "")))) for n in names]))
