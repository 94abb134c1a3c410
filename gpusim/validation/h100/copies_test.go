package h100

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// copyRow matches the names of modern/copies.txt whose kernel is a loop of modern/copies.cu.
var (
	latencyRow = regexp.MustCompile(`^(cpasync_lat_\w+?)_thr(\d+)_(dram|L2|L1)$`)
	rateRow    = regexp.MustCompile(`^cpasync_cg16_1sm_L2_w(\d+)_stages(\d+)_x(\d+)B_inflight(\d+)B$`)
	bulkRow    = regexp.MustCompile(`^(bulk_\w+?)_(dram_|L2_)?(\d+)B(?:_depth(\d+))?$`)
	barrierRow = regexp.MustCompile(`^(\w+)_thr(\d+)$`)
)

// region is the bytes that kernels of modern/copies.cu copy again and again.
const region = 131072

// inName reads a part of a name.
func inName(text string) (n int) {
	fmt.Sscan(text, &n) // digits only
	return n
}

// copyRowOf returns what stands for a row of modern/copies.txt.
func copyRowOf(name string) (row modernRow, ok bool) {
	row = modernRow{name: name, steps: 1, few: 16, many: 32}
	if m := latencyRow.FindStringSubmatch(name); m != nil {
		warmed, touched := uint32(0), uint32(0)
		switch m[3] {
		case "L2":
			warmed = region
		case "L1":
			touched = 32
		}
		row.kernel, row.threads, row.args = m[1], inName(m[2]), []any{allocated(region), warmed, touched}
		row.steps, row.few, row.many = 8, 1, 3
		return row, true
	}
	if m := rateRow.FindStringSubmatch(name); m != nil {
		warps, stages, each := inName(m[1]), inName(m[2]), inName(m[3])/16
		row.kernel, row.few, row.many = fmt.Sprintf("cpasync_rate_%d_%d", stages, each), 32, 64
		row.warps, row.shared, row.scale, row.args = warps, inName(m[4]), float64(warps*32*16*each), []any{allocated(region), uint32(region)}
		return row, true
	}
	if m := bulkRow.FindStringSubmatch(name); m != nil {
		return row.bulk(m[1], m[2], inName(m[3]), inName(m[4]))
	}
	if m := barrierRow.FindStringSubmatch(name); m != nil {
		row.kernel, row.threads, row.steps, row.few, row.many, row.args = m[1], inName(m[2]), 8, 8, 16, []any{int32(inName(m[2]))}
		return row, true
	}
	return row, false
}

// bulk makes a row that of a loop of bulk copies of one thread.
func (row modernRow) bulk(kernel, from string, bytes, depth int) (modernRow, bool) {
	warmed := uint32(region)
	if from == "dram_" {
		warmed = 0
	}
	row.kernel, row.threads, row.shared, row.args = kernel, 1, max(1, depth)*bytes, []any{allocated(region), warmed, uint32(bytes)}
	switch kernel {
	case "bulk_g2s_lat":
		row.args = append(row.args, uint32(2))
		if from == "dram_" {
			row.args[0], row.args[3] = allocated(8*region), uint32(16)
		}
		row.steps, row.few, row.many = 8, 1, 2
	case "bulk_s2g_lat_complete", "bulk_s2g_lat_read":
		row.steps, row.few, row.many = 8, 1, 2
	case "bulk_g2s_issue":
		row.shared, row.steps, row.few, row.many = 8*bytes, 8, 1, 2
	case "bulk_g2s_1sm":
		row.kernel, row.args, row.scale = "bulk_g2s_rate", append(row.args, int32(depth)), float64(bytes)
	case "bulk_s2g_1sm", "bulk_red_f32_1sm":
		row.kernel, row.scale = fmt.Sprintf("%s_rate_%d", strings.TrimSuffix(strings.TrimSuffix(kernel, "_1sm"), "_f32"), depth), float64(bytes)
		row.args[0] = allocated(int(row.many) * bytes)
	}
	return row, true
}

// TestCopyRows compares one row of modern/copies.txt in eight. All of them:
//
//	go test ./gpusim/validation/h100 -every -run CopyRows -v
func TestCopyRows(t *testing.T) {
	const oneIn = 8
	var rows []modernRow
	deviations := map[string]string{}
	i := 0
	for line := range strings.Lines(copiesText) {
		name, _, _ := strings.Cut(line, " ")
		row, ok := copyRowOf(name)
		if !ok {
			t.Fatalf("%s: no kernel stands for it", name)
		}
		if i++; *every || i%oneIn == 1 {
			rows = append(rows, row)
		}
		for _, d := range copyDeviations {
			if d.rows.MatchString(name) {
				deviations[name] = d.reason
			}
		}
	}
	compareModern(t, "modern/copies.ptx", rows, deviations)
}

// copyDeviations are rows that the simulator does not come near, and why.
var copyDeviations = []struct {
	rows   *regexp.Regexp
	reason string
}{
	{regexp.MustCompile(`^cpasync_lat_ld4_st_ld_thr\d+_L1$`), "a loop of loads, stores and loads of one word has no clocks between them"},
	{regexp.MustCompile(`^cpasync_cg16_1sm_L2_w(1|2|4)_stages4_x64B|^cpasync_cg16_1sm_L2_w32_stages(2|8)`), "L2 sends the lines of several copies of a warp with fewer gaps, and one line per 1.25 cycles at most"},
	{regexp.MustCompile(`^bulk_g2s_lat_dram_(4096|8192|16384|32768)B$`), "the measurement leaves L2 full of written lines, which leave it first"},
	{regexp.MustCompile(`^bulk_s2g_1sm_\d{2,3}B_|^bulk_s2g_1sm_(1024|2048|4096|8192)B_depth1$|^bulk_red_f32_1sm_(512|2048|8192)B|^bulk_g2s_1sm_L2_(64|256)B_depth1$`), oneThread},
	{regexp.MustCompile(`^mbarrier_(init_thr2|arrive_expect_tx_thr1)$`), "all changes of a barrier take as long as an arrival"},
	{regexp.MustCompile(`^bar_sync_0_thr(2|32|64)$`), "with the loop, which takes two cycles more"},
	{regexp.MustCompile(`^named_bar_(pingpong|half_block_thr(64|128|256)$)`), "barriers with a number end when all warps of the block have come"},
}

// oneThread is why small copies of one thread to global memory take longer than on the device.
const oneThread = "a loop of one thread takes 17 cycles longer than with uniform instructions"
