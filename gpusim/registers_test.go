package gpusim_test

// Registers, occupancy and spills of launches: the course's own figures.

import (
	"go/constant"
	"go/types"
	"strings"
	"testing"

	"github.com/jedib0t/go-pretty/v6/table"
	"golang.org/x/tools/go/packages"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/gpu"
)

// TestTwentyRegisters: on Fermi an SM has 32768 registers for 1536 threads, and
// warps get them by two a thread. 21 registers leave room for two blocks of 512,
// 20 for three.
func TestTwentyRegisters(t *testing.T) {
	dev := openNamed(t, "C2050")
	for _, test := range []struct {
		most    int
		percent float64
	}{{20, 100}, {21, 100 * 2. / 3}} {
		c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(512), MaxRegisters: test.most}
		r := launch(t, dev, Wide, c, upload(t, dev, ramp(128)))
		if r.Resources.Registers != test.most || r.Occupancy.Percent() != test.percent {
			t.Errorf("limit %d: got %d registers and %.1f %% occupancy, want %d and %.1f", test.most,
				r.Resources.Registers, r.Occupancy.Percent(), test.most, test.percent)
		}
	}
}

// Test37Registers: 37 registers for 1024 threads are more than the 32768 of a
// C2050 and less than the 65536 of a K20c.
func Test37Registers(t *testing.T) {
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(1024), MaxRegisters: 37}
	kepler, fermi := openNamed(t, "K20c"), openNamed(t, "C2050")
	r := launch(t, kepler, Wide, c, upload(t, kepler, ramp(128)))
	if r.Resources.Registers != 37 {
		t.Errorf("%d registers, want 37", r.Resources.Registers)
	}
	_, err := fermi.Launch(Wide, c, upload(t, fermi, ramp(128)))
	refused(t, "C2050", err, diag.TooManyRegisters, "1024 threads of Wide with 37 registers", "cudaErrorLaunchOutOfResources")
}

const tile = 6

// TiledMatmul multiplies n×n matrices, tile×tile elements a thread.
func TiledMatmul(a, b, c []float32, n int) {
	row := (gpu.BlockIdx.Y*gpu.BlockDim.Y + gpu.ThreadIdx.Y) * tile
	col := (gpu.BlockIdx.X*gpu.BlockDim.X + gpu.ThreadIdx.X) * tile
	var acc [tile][tile]float32
	for e := range n {
		var x, y [tile]float32
		for i := range tile {
			x[i], y[i] = a[(row+i)*n+e], b[e*n+col+i]
		}
		for i := range tile {
			for j := range tile {
				acc[i][j] += x[i] * y[j]
			}
		}
	}
	for i := range tile {
		for j := range tile {
			c[(row+i)*n+col+j] = acc[i][j]
		}
	}
}

// TestRegisterTradeOff: fewer registers let more threads onto an SM and send more
// values through local memory, and the product stays the same.
func TestRegisterTradeOff(t *testing.T) {
	dev := open(t)
	const n, threads = 96, 16
	var outputs []string
	var reports []*gpusim.Report
	rows := table.NewWriter()
	rows.AppendHeader(table.Row{"limit", "registers", "stack frame", "spill stores", "spill loads", "local sectors", "occupancy"})
	for _, most := range []int{0, 64, 48, 40, 32, 24} {
		c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(threads, threads), MaxRegisters: most}
		r := launch(t, dev, TiledMatmul, c, upload(t, dev, ramp(n*n)), upload(t, dev, ramp(n*n)), upload(t, dev, make([]float32, n*n)), n)
		loads, _ := r.Metric("l1tex__t_sectors_pipe_lsu_mem_local_op_ld.sum")
		stores, _ := r.Metric("l1tex__t_sectors_pipe_lsu_mem_local_op_st.sum")
		rows.AppendRow(table.Row{most, r.Resources.Registers, r.Resources.Local, r.Resources.SpillStores, r.Resources.SpillLoads, loads + stores, r.Occupancy.Percent()})
		if (r.Resources.SpillStores > 0) != (stores > 0) {
			t.Errorf("limit %d: %d bytes of spill stores and %v sectors stored", most, r.Resources.SpillStores, stores)
		}
		outputs, reports = append(outputs, r.Outputs[0].SHA256), append(reports, r)
	}
	t.Logf("a register-tiled matmul:\n%s", rows.Render())
	for i := range reports[1:] {
		less, more := reports[i+1], reports[i]
		if outputs[i+1] != outputs[0] {
			t.Errorf("%d registers give another product", less.Resources.Registers)
		}
		if less.Resources.SpillLoads < more.Resources.SpillLoads || less.Occupancy.Percent() < more.Occupancy.Percent() {
			t.Errorf("from %d to %d registers spills or occupancy fall", more.Resources.Registers, less.Resources.Registers)
		}
	}
	first, last := reports[0], reports[len(reports)-1]
	if first.Resources.SpillLoads != 0 || last.Resources.SpillLoads == 0 || last.Occupancy.Percent() <= first.Occupancy.Percent() {
		t.Errorf("no trade-off: %+v against %+v", first.Resources, last.Resources)
	}
}

// TestPassesConfig: a launch may leave passes out.
func TestPassesConfig(t *testing.T) {
	dev := open(t)
	c := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}
	counts := map[gpusim.Passes]float64{}
	for _, c.Without = range []gpusim.Passes{0, gpusim.AllPasses} {
		counts[c.Without], _ = launch(t, dev, Wide, c, upload(t, dev, ramp(128))).Metric("smsp__inst_executed.sum")
	}
	if counts[gpusim.AllPasses] <= counts[0] {
		t.Errorf("without passes %v warp instructions, with all %v: want more", counts[gpusim.AllPasses], counts[0])
	}
}

// TestPassesHaveNames: the constants are the passes that can be left out, by name.
func TestPassesHaveNames(t *testing.T) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports}, "gpucourse/gpusim")
	if err != nil {
		t.Fatal(err)
	}
	scope, left := pkgs[0].Types.Scope(), gpusim.AllPasses
	for _, name := range scope.Names() {
		c, ok := scope.Lookup(name).(*types.Const)
		if !ok || !strings.HasPrefix(name, "Pass") {
			continue
		}
		bit, _ := constant.Uint64Val(c.Val())
		got := strings.ReplaceAll(gpusim.Passes(bit).String(), "-", "")
		if want := strings.ToLower(strings.TrimPrefix(name, "Pass")); got != want {
			t.Errorf("%s is the pass %s", name, got)
		}
		left &^= gpusim.Passes(bit)
	}
	if left != 0 || gpusim.AllPasses.String() != "none" {
		t.Errorf("passes without a constant: %v; all are %v", left, gpusim.AllPasses)
	}
}
