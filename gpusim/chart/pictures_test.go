package chart

// This file is the corpus of warps and plots that the tests draw.

import (
	"gpucourse/gpusim/internal/arch"
	"gpucourse/gpusim/internal/trace"
)

var (
	sectorDevice  = &arch.Spec{Name: "H200", WarpSize: 32, Global: arch.GlobalMemory{Coalesce: arch.CoalesceSector, SectorBytes: 32, LineBytes: 128}}
	lineDevice    = &arch.Spec{Name: "Tesla C2050", WarpSize: 32, Global: arch.GlobalMemory{Coalesce: arch.CoalesceLine, SectorBytes: 32, LineBytes: 128, GlobalInL1: true}}
	segmentDevice = &arch.Spec{Name: "GTX 280", WarpSize: 32, Global: arch.GlobalMemory{Coalesce: arch.CoalesceSegment, SectorBytes: 32, LineBytes: 128}}
	strictDevice  = &arch.Spec{Name: "GeForce 8800 GTX", WarpSize: 32, Global: arch.GlobalMemory{Coalesce: arch.CoalesceHalfWarp, SectorBytes: 32, LineBytes: 128}}
	toyDevice     = &arch.Spec{Name: "toy", WarpSize: 4, Global: arch.GlobalMemory{Coalesce: arch.CoalesceSector, SectorBytes: 8, LineBytes: 32}}
)

const allocation = 0x7f0000000000

// strided makes the access of a full warp and the sectors that answer it, by
// a count as simple as can be.
func strided(name string, spec *arch.Spec, start, stride int64, bytes int) Warp {
	a := trace.Access{Bytes: bytes, Active: trace.Mask(uint64(1)<<spec.WarpSize - 1), Base: allocation + uint64(start), DX: stride, Width: arch.MaxLanes}
	piece := uint64(spec.Global.SectorBytes)
	if spec.Global.Coalesce == arch.CoalesceLine {
		piece = uint64(spec.Global.LineBytes)
	}
	var list []trace.Transaction
	at := map[uint64]int{}
	for lane := range spec.WarpSize {
		for from := a.Lane(lane) / piece * piece; from < a.Lane(lane)+uint64(bytes); from += piece {
			if _, seen := at[from]; !seen {
				at[from] = len(list)
				list = append(list, trace.Transaction{Addr: from, Bytes: int(piece)})
			}
			list[at[from]].Lanes |= 1 << lane
		}
	}
	return Warp{Spec: spec, Name: name, Base: allocation, Access: a, Transactions: list}
}

// alone makes one transaction a lane, as cc 1.0 answers a broken pattern.
func alone(name string, spec *arch.Spec, start, stride int64, bytes int) Warp {
	w := strided(name, spec, start, stride, bytes)
	w.Transactions = nil
	for lane := range spec.WarpSize {
		w.Transactions = append(w.Transactions, trace.Transaction{
			Addr: w.Access.Lane(lane) / 32 * 32, Bytes: 32, Lanes: 1 << lane})
	}
	return w
}

func warps() map[string]Warp {
	half := strided("load x[2*i], every other thread", sectorDevice, 0, 8, 4)
	half.Access.Active = 0x55555555
	return map[string]Warp{
		"lanes_unit":    strided("store x[i]", sectorDevice, 0, 4, 4),
		"lanes_1000":    strided("store x[1000*i]", sectorDevice, 0, 4000, 4),
		"lanes_offset":  strided("load x[i+1]", sectorDevice, 4, 4, 4),
		"lanes_double2": strided("load v[i], 16-byte vectors", sectorDevice, 0, 16, 16),
		"lanes_same":    strided("load x[0]", sectorDevice, 0, 0, 4),
		"lanes_half":    half,
		"lanes_line":    strided("load x[3*i+1]", lineDevice, 4, 12, 4),
		"lanes_strict":  alone("load x[i+1]", strictDevice, 4, 4, 4),
		"lanes_toy":     strided("load x[2*i]", toyDevice, 0, 8, 4),
	}
}

func plots() map[string]Plot {
	var model, real []Point
	for stride := 1.0; stride <= 32; stride *= 2 {
		model = append(model, Point{stride, 4800 / min(stride, 8)})
		real = append(real, Point{stride, 3900 / min(stride, 8)})
	}
	return map[string]Plot{
		"curve_stride": {
			Title:  "Useful bandwidth against stride",
			X:      Axis{"stride, elements of 4 bytes", 2},
			Y:      Axis{"useful bandwidth, GB/s", 10},
			Series: []Series{{Name: "simulated bound", Points: model}, {Name: "measured on H200", Points: real, Measured: true}},
		},
		"curve_linear": {
			Title:  "Sectors against offset",
			X:      Axis{Name: "offset, elements of 4 bytes"},
			Y:      Axis{Name: "sectors a request"},
			Series: []Series{{Name: "4-byte words", Points: []Point{{0, 4}, {1, 5}, {7, 5}, {8, 4}, {9, 5}}}},
		},
	}
}
