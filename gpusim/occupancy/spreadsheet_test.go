package occupancy

// This file works out the occupancy of cc 1.x and 2.x as NVIDIA's spreadsheet did,
// which later calculators no longer do, and compares.

import (
	"testing"

	"gpucourse/gpusim/arch"
)

// sheetRow is a column of the spreadsheet's table of GPU data. Its figures and
// formulas are those of CUDA_Occupancy_Calculator.xls as other calculators hand
// them on: tmcdonell/cuda, Foreign.CUDA.Analysis, for cc 1.0 to 2.1, and
// cuda_occupancy.h of CUDA 7.0 for cc 2.x.
type sheetRow struct {
	device               string
	threads, warps       int // a block, an SM
	registers, perThread int // an SM, a thread
	unit                 int // of registers
	byWarp               bool
	shared, sharedUnit   int
}

// What the rows have in common.
const (
	sheetWarp    = 32
	sheetBlocks  = 8
	sheetGranule = 2 // warps
)

var sheet = []sheetRow{
	{"8800 GTX", 512, 24, 8192, 124, 256, false, 16384, 512},
	{"GTX 280", 512, 32, 16384, 124, 512, false, 16384, 512},
	{"C2050", 1024, 48, 32768, 63, 64, true, 49152, 128},
}

// ceiling and floor are the spreadsheet's functions of that name.
func ceiling(n, unit int) int { return (n + unit - 1) / unit * unit }
func floor(n, unit int) int   { return n / unit * unit }

// blocks is the spreadsheet's result.
func (r *sheetRow) blocks(d BlockResources) int {
	warps := ceiling(d.Threads, sheetWarp) / sheetWarp
	n := min(sheetBlocks, r.warps/warps, r.byRegisters(warps, d.Registers))
	if d.Shared > 0 {
		n = min(n, r.shared/ceiling(d.Shared, r.sharedUnit))
	}
	return n
}

func (r *sheetRow) byRegisters(warps, registers int) int {
	switch {
	case registers == 0:
		return sheetBlocks
	case r.byWarp:
		return floor(r.registers/ceiling(registers*sheetWarp, r.unit), sheetGranule) / warps
	}
	return r.registers / ceiling(ceiling(warps, sheetGranule)*registers*sheetWarp, r.unit)
}

func TestOccupancySpreadsheet(t *testing.T) {
	compared := 0
	for i := range sheet {
		r := &sheet[i]
		s, err := arch.Find(r.device)
		if err != nil {
			t.Fatal(err)
		}
		for threads := 1; threads <= r.threads; threads += 31 {
			for registers := range r.perThread + 1 {
				for shared := 0; shared <= r.shared; shared += 1000 {
					d := BlockResources{Threads: threads, Registers: registers, Shared: shared}
					compared++
					if got, want := Occupy(s, d).Blocks, r.blocks(d); got != want {
						t.Fatalf("%s, %+v: got %d blocks, the spreadsheet says %d", r.device, d, got, want)
					}
				}
			}
		}
	}
	t.Logf("%d demands compared", compared)
}
