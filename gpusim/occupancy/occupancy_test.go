package occupancy

// This file compares Occupy with the CUDA 13 occupancy calculator, row by row.

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"testing"

	"gpucourse/gpusim/arch"
)

// calculator is the file of the calculator's answers; see its README.
const calculator = "../validation/h200/occupancy/occupancy.csv"

// answered is how many rows of the file have an answer; in the others the
// calculator does not know the device.
const answered = 24696

// limitsOf is what the calculator knows of a compute capability, from the
// device properties its program was given and the rules of its header.
type limitsOf struct {
	threadsPerSM, blocksPerSM         int
	registersPerSM, perThread         int
	partitions                        int
	sharedPerSM, reserved, sharedUnit int
}

// The calculator lets cc 3.0 have the 255 registers of the rest of cc 3.x; the
// hardware has 63.
var calculatorDevices = map[string]limitsOf{
	"3.0":  {2048, 16, 65536, 255, 4, 49152, 0, 256},
	"3.5":  {2048, 16, 65536, 255, 4, 49152, 0, 256},
	"3.7":  {2048, 16, 131072, 255, 4, 114688, 0, 256},
	"5.0":  {2048, 32, 65536, 255, 4, 65536, 0, 256},
	"5.2":  {2048, 32, 65536, 255, 4, 98304, 0, 256},
	"6.0":  {2048, 32, 65536, 255, 2, 65536, 0, 256},
	"6.1":  {2048, 32, 65536, 255, 4, 98304, 0, 256},
	"7.0":  {2048, 32, 65536, 255, 4, 98304, 0, 256},
	"7.5":  {1024, 16, 65536, 255, 4, 65536, 0, 256},
	"8.0":  {2048, 32, 65536, 255, 4, 167936, 1024, 128},
	"8.6":  {1536, 16, 65536, 255, 4, 102400, 1024, 128},
	"8.9":  {1536, 24, 65536, 255, 4, 102400, 1024, 128},
	"9.0":  {2048, 32, 65536, 255, 4, 233472, 1024, 128},
	"10.0": {2048, 32, 65536, 255, 4, 233472, 1024, 128},
	"12.0": {1536, 24, 65536, 255, 4, 102400, 1024, 128},
}

// barriers is the number an SM has where that is a limit of its own.
var barriers = map[string]int{"12.0": 24}

// keplerSplit is shared memory under cc 3.x's cache configurations, in the
// calculator's numbering: no preference, shared, L1, equal. The rest of 64 KB is L1.
var keplerSplit = [...]int{49152, 49152, 16384, 32768}

// keplerShared is the split a kernel runs with: what it prefers, or the
// smallest that holds one block when the preferred one does not.
func keplerShared(preferred, shared int) int {
	for preferred < shared {
		preferred += 16384
	}
	return preferred
}

func (l limitsOf) spec(cc string) *arch.Spec {
	const warp = 32
	return &arch.Spec{
		WarpSize: warp,
		Limits:   arch.Limits{ThreadsPerBlock: 1024, ThreadsPerSM: l.threadsPerSM, WarpsPerSM: l.threadsPerSM / warp, BlocksPerSM: l.blocksPerSM, BarriersPerSM: barriers[cc]},
		Regs:     arch.RegisterFile{PerSM: l.registersPerSM, PerBlock: 65536, PerThreadMax: l.perThread, AllocUnit: 256, WarpGranule: 1, SubPartitions: l.partitions},
		Shared:   arch.SharedMemory{PerSM: l.sharedPerSM, Reserved: l.reserved, AllocUnit: l.sharedUnit},
	}
}

// answer is what one row of the calculator says, in the order of its columns
// from active_blocks on.
func answer(o Occupancy) [8]int {
	return [8]int{o.Blocks, int(o.Limiting), o.Limits.Warps, o.Limits.Blocks, o.Limits.Registers, o.Limits.Shared, o.BlockRegisters, o.BlockShared}
}

func TestOccupancyCalculator(t *testing.T) {
	rows := readCalculator(t)
	compared, wrong := 0, 0
	for _, row := range rows {
		if row.failed != 0 {
			continue
		}
		compared++
		if got := answer(Occupy(row.spec, row.demand)); got != row.want {
			if wrong++; wrong <= 10 {
				t.Errorf("cc %s %+v:\n got %v\nwant %v (blocks, limiting, limits by warps, blocks, registers, shared; registers and shared bytes a block)",
					row.cc, row.demand, got, row.want)
			}
		}
	}
	t.Logf("%d rows compared, %d differ", compared, wrong)
	if compared != answered {
		t.Errorf("compared %d rows of %s, want the %d that the calculator answered", compared, calculator, answered)
	}
}

// TestOccupancyOfTheDevices asks the Specs themselves, by the rows of their cc.
func TestOccupancyOfTheDevices(t *testing.T) {
	rows := map[string][]calculatorRow{}
	for _, row := range readCalculator(t) {
		rows[row.cc] = append(rows[row.cc], row)
	}
	for i := range arch.Devices {
		s := &arch.Devices[i]
		cc := fmt.Sprintf("%d.%d", s.CC.Major, s.CC.Minor)
		if s.Evidence == arch.Toy || s.CC.Major < 3 { // which the calculator does not know
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			compared := 0
			for _, row := range rows[cc] {
				if row.failed != 0 {
					continue
				}
				compared++
				if got := answer(Occupy(configured(s, row), row.demand)); got != row.want {
					t.Fatalf("%+v, cache configuration %d:\n got %v\nwant %v (see TestOccupancyCalculator)", row.demand, row.config, got, row.want)
				}
			}
			if compared < 1000 {
				t.Errorf("compared %d rows of cc %s", compared, cc)
			}
		})
	}
}

// configured is a device with the division of memory that a row asks for.
func configured(s *arch.Spec, row calculatorRow) *arch.Spec {
	if row.config == 0 {
		return s
	}
	c := *s
	preferred := s.Shared.Splits[[...]arch.CachePreference{arch.CacheNone, arch.CacheShared, arch.CacheL1, arch.CacheEqual}[row.config]]
	c.Shared.PerSM = keplerShared(preferred, row.demand.Shared)
	return &c
}

// TestPrintedOccupancies holds examples that were printed for cc 1.x and 2.x,
// where there is no calculator any more. The first three: CUDA C Best Practices
// Guide 4.1, "Calculating Occupancy"; the others: the course's documents.
func TestPrintedOccupancies(t *testing.T) {
	for _, tt := range []struct {
		device  string
		demand  BlockResources
		blocks  int
		percent float64
	}{
		{"8800 GTX", BlockResources{Threads: 128, Registers: 12}, 5, 83},
		{"8800 GTX", BlockResources{Threads: 256, Registers: 12}, 2, 66},
		{"8800 GTX", BlockResources{Threads: 256, Registers: 10}, 3, 100},
		{"C2050", BlockResources{Threads: 384, Registers: 63}, 1, 25},
		{"C2050", BlockResources{Threads: 512, Registers: 20, Shared: 32768}, 1, 33},
		{"C2050", BlockResources{Threads: 512, Registers: 20}, 3, 100},
		{"C2050", BlockResources{Threads: 512, Registers: 21}, 2, 66},
		{"K40", BlockResources{Threads: 256, Registers: 32, Shared: 4096}, 8, 100},
	} {
		s, err := arch.Find(tt.device)
		if err != nil {
			t.Fatal(err)
		}
		if o := Occupy(s, tt.demand); o.Blocks != tt.blocks || math.Floor(o.Percent()) != tt.percent {
			t.Errorf("%s, %+v: got %d blocks and %.1f %%, want %d and %.0f %%", s.Name, tt.demand, o.Blocks, o.Percent(), tt.blocks, tt.percent)
		}
	}
}

type calculatorRow struct {
	cc     string
	spec   *arch.Spec
	demand BlockResources
	config int // cache configuration, in the calculator's numbering
	failed int
	want   [8]int
}

func readCalculator(t *testing.T) []calculatorRow {
	t.Helper()
	f, err := os.Open(calculator)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []calculatorRow
	for _, record := range records[1:] {
		var n [14]int
		for i, text := range record[1:] {
			if n[i+1], err = strconv.Atoi(text); err != nil {
				t.Fatal(err)
			}
		}
		row := calculatorRow{cc: record[0], demand: BlockResources{Threads: n[1], Registers: n[2], Shared: n[3]}, config: n[4], failed: n[5], want: [8]int(n[6:])}
		row.spec = calculatorDevices[row.cc].spec(row.cc)
		if c := n[4]; c != 0 && row.failed == 0 {
			row.spec.Shared.PerSM = keplerShared(row.spec.Shared.PerSM-keplerSplit[0]+keplerSplit[c], row.demand.Shared)
		}
		rows = append(rows, row)
	}
	return rows
}
