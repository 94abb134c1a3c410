package h100

import (
	_ "embed"
	"fmt"
	"math"
	"strings"
	"testing"

	"gpucourse/gpusim"
)

//go:embed modern/rows.txt
var modernText string

//go:embed modern/shapes.txt
var shapesText string

//go:embed modern/copies.txt
var copiesText string

// modernRow is a row of modern/rows.txt, modern/shapes.txt or modern/copies.txt, and the kernel of modern/loops.cu or
// modern/copies.cu that stands for it.
type modernRow struct {
	name, kernel   string
	warps, cluster int
	threads        int     // of a block that is not whole warps
	few, many      int32   // iterations of the two launches; 0: a few
	steps          int     // of an iteration
	scale          float64 // what the row counts for a step: the row is scale divided by cycles; 0: it is cycles
	args           []any
	shared         int // bytes of shared memory; 0: 64 KiB
}

// allocated is an argument: memory of some bytes.
type allocated int

// loopSteps is the steps of an iteration of a kernel of modern/loops.cu.
const loopSteps = 8

func modernRows() (rows []modernRow) {
	add := func(r modernRow) { rows = append(rows, r) }
	for kernel, products := range map[string]float64{
		"mma_f16_f32acc_m16n8k16": 2048, "mma_tf32_m16n8k8": 1024, "mma_s8_m16n8k32": 4096, "mma_f64_m16n8k16": 2048,
		"mma_f16_m16n8k8": 1024, "mma_s8_m16n8k16": 2048, "mma_f64_m8n8k4": 256, "mma_f64_m16n8k4": 512,
	} {
		rate, warps := "_rate_w16_chains1", 16
		switch {
		case kernel == "mma_f64_m16n8k16": // the simulator's registers do not suffice for 16 warps
			rate, warps = "_rate_w8_chains1", 8
		case strings.Contains(shapesText, kernel+"_rate_w16 "):
			rate = "_rate_w16"
		}
		add(modernRow{name: kernel + "_latency", kernel: kernel, warps: 1, steps: loopSteps})
		add(modernRow{name: kernel + rate, kernel: kernel, warps: warps, steps: loopSteps, scale: float64(warps) * products})
	}
	add(modernRow{name: "ldmatrix_x4_latency", kernel: "ldmatrix_x4_latency", warps: 1, steps: loopSteps})
	for _, stride := range []int{16, 32, 64, 80, 128, 144} {
		for _, kernel := range []string{"ldmatrix", "stmatrix"} {
			add(modernRow{name: fmt.Sprintf("%s_stride%dB", kernel, stride), kernel: kernel, warps: 4, steps: loopSteps * 4, args: []any{uint32(stride)}})
		}
	}
	add(modernRow{name: "wgmma_m64n64k16_ss_swizzle128B_latency_one", kernel: "wgmma_one", warps: 4, steps: 1})
	add(modernRow{name: "wgmma_m64n64k16_ss_swizzle128B_rate_1group_batch8", kernel: "wgmma_batch8", warps: 4, steps: 8, scale: 64 * 64 * 16})
	add(modernRow{name: "wgmma_m64n64k16_ss_swizzle128B_rate_2group_batch8", kernel: "wgmma_batch8", warps: 8, steps: 8, scale: 2 * 64 * 64 * 16})
	add(modernRow{name: "dsm_load_lat_cluster4_rank0_to_1", kernel: "dsm_load_lat", warps: 1, cluster: 4, steps: loopSteps})
	for _, n := range []int{2, 4, 8} {
		for _, warps := range []int{1, 8, 32} {
			for row, kernel := range map[string]string{"cluster_barrier_cluster": "cluster_barrier", "cluster_barrier_relaxed_cluster": "cluster_barrier_relaxed"} {
				add(modernRow{name: fmt.Sprintf("%s%d_thr%d", row, n, 32*warps), kernel: kernel, warps: warps, cluster: n, steps: 1})
			}
		}
	}
	for _, kernel := range []string{"dsm_load4", "dsm_store4", "dsm_red4"} {
		for _, stride := range []int{4, 8, 16, 32, 64, 132, 260} {
			add(modernRow{name: fmt.Sprintf("%s_cluster4_stride%d", kernel, stride), kernel: kernel, warps: 32, cluster: 4, steps: loopSteps * 32, args: []any{uint32(stride)}})
		}
	}
	return rows
}

// modernDeviations has rows and why the simulator does not come near them.
var modernDeviations = map[string]string{
	"mma_f64_m8n8k4_latency":                            "a product of 8×8 doubles takes as long as one of 16×8",
	"cluster_barrier_relaxed_cluster8_thr1024":          "the arrivals of an SM come two cycles apart, on the device 2.4",
	"wgmma_m64n64k16_ss_swizzle128B_rate_2group_batch8": "products of two groups of warps fill the tensor cores, whose waits disturb each other on the device",
}

// TestModernRows compares loops of products of matrices and of accesses and barriers of a cluster with modern/rows.txt and
// modern/shapes.txt.
func TestModernRows(t *testing.T) {
	compareModern(t, "modern/loops.ptx", modernRows(), modernDeviations)
}

// compareModern compares the rows of a file of kernels. Those that are not within a tenth are listed, with a reason.
func compareModern(t *testing.T, file string, rows []modernRow, deviations map[string]string) {
	t.Helper()
	const near = 0.1
	module, err := gpusim.LoadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	close := 0
	for _, row := range rows {
		got, want := row.simulated(t, module), modernValue(t, row.name)
		t.Logf("%-55s %8.2f, measured %8.2f: %.3f", row.name, got, want, got/want)
		switch off := math.Abs(got/want-1) > near; {
		case !off && deviations[row.name] != "":
			t.Errorf("%s is near; its deviation need not be listed", row.name)
		case off && deviations[row.name] == "":
			t.Errorf("%s: %.2f, measured %.2f", row.name, got, want)
		case !off:
			close++
		}
		sum += math.Abs(math.Log(got / want))
	}
	t.Logf("%d rows, %d within a tenth: geometric mean of the error %.1f %%", len(rows), close, 100*(math.Exp(sum/float64(len(rows)))-1))
}

// simulated is the value of a row by two launches, one of which has more iterations.
func (row *modernRow) simulated(t *testing.T, module *gpusim.Module) float64 {
	t.Helper()
	kernel, err := module.Kernel(row.kernel)
	if err != nil {
		t.Fatal(err)
	}
	few, many := int32(8), int32(16)
	if row.many > 0 {
		few, many = row.few, row.many
	}
	cycles := func(n int32) float64 {
		dev := gpusim.Must(gpusim.Open("H100"))
		args := append([]any{gpusim.Must(gpusim.Malloc[uint32](dev, 1024)), n}, row.args...)
		for i, a := range args {
			if a, ok := a.(allocated); ok {
				args[i] = gpusim.Must(gpusim.Malloc[int8](dev, int(a)))
			}
		}
		c := gpusim.Config{Grid: gpusim.Dim(max(1, row.cluster)), Block: gpusim.Dim(max(row.threads, 32*row.warps)), Shared: 64 << 10, MaxShared: 64 << 10}
		if row.shared > 0 {
			c.Shared, c.MaxShared = row.shared, row.shared
		}
		if row.cluster > 0 {
			c.Cluster = gpusim.Dim(row.cluster)
		}
		r, err := dev.Launch(kernel, c, args...)
		if err != nil {
			t.Fatalf("%s: %v", row.name, err)
		}
		return r.Time.Cycles
	}
	got := (cycles(many) - cycles(few)) / float64(int(many-few)*row.steps)
	if row.scale > 0 {
		return row.scale / got
	}
	return got
}

// modernValue returns the value of a row.
func modernValue(t *testing.T, name string) (v float64) {
	t.Helper()
	for line := range strings.Lines(modernText + shapesText + copiesText) {
		if rest, ok := strings.CutPrefix(line, name+" "); ok {
			if _, err := fmt.Sscan(rest, &v); err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("%s: not measured", name)
	return 0
}
