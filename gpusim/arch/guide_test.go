package arch

// This file holds the Specs against the programming guide's table of technical
// specifications, typed in by column: versions 4.2 for cc 1.x and 2.x, 8.0 to
// 6.x, 12.8 from 7.0 on.

import (
	"fmt"
	"testing"
)

// column is a compute capability's part of the table; KB are units of 1024 bytes.
type column struct {
	gridX, gridZ, blockThreads     int
	blocks, warps, threads         int // an SM
	kiloRegisters, threadRegisters int
	sharedKB, sharedBlockKB, banks int
	chooseKB                       []int // of what L1 and shared memory divide
	unifiedKB, constKB, paramBytes int
}

const farX = 1<<31 - 1

var guideTable = map[CC]column{
	{1, 0}:  {65535, 1, 512, 8, 24, 768, 8, 124, 16, 16, 16, nil, 0, 64, 256},
	{1, 3}:  {65535, 1, 512, 8, 32, 1024, 16, 124, 16, 16, 16, nil, 0, 64, 256},
	{2, 0}:  {65535, 65535, 1024, 8, 48, 1536, 32, 63, 48, 48, 32, []int{16, 48}, 64, 64, 4096},
	{3, 5}:  {farX, 65535, 1024, 16, 64, 2048, 64, 255, 48, 48, 32, []int{16, 32, 48}, 64, 64, 4096},
	{5, 2}:  {farX, 65535, 1024, 32, 64, 2048, 64, 255, 96, 48, 32, nil, 0, 64, 4096},
	{6, 0}:  {farX, 65535, 1024, 32, 64, 2048, 64, 255, 64, 48, 32, nil, 0, 64, 4096},
	{7, 0}:  {farX, 65535, 1024, 32, 64, 2048, 64, 255, 96, 96, 32, []int{0, 8, 16, 32, 64, 96}, 128, 64, 4096},
	{7, 5}:  {farX, 65535, 1024, 16, 32, 1024, 64, 255, 64, 64, 32, []int{32, 64}, 96, 64, 4096},
	{8, 0}:  {farX, 65535, 1024, 32, 64, 2048, 64, 255, 164, 163, 32, []int{0, 8, 16, 32, 64, 100, 132, 164}, 192, 64, 4096},
	{8, 6}:  {farX, 65535, 1024, 16, 48, 1536, 64, 255, 100, 99, 32, []int{0, 8, 16, 32, 64, 100}, 128, 64, 4096},
	{8, 9}:  {farX, 65535, 1024, 24, 48, 1536, 64, 255, 100, 99, 32, []int{0, 8, 16, 32, 64, 100}, 128, 64, 4096},
	{9, 0}:  {farX, 65535, 1024, 32, 64, 2048, 64, 255, 228, 227, 32, []int{0, 8, 16, 32, 64, 100, 132, 164, 196, 228}, 256, 64, 4096},
	{10, 0}: {farX, 65535, 1024, 32, 64, 2048, 64, 255, 228, 227, 32, []int{0, 8, 16, 32, 64, 100, 132, 164, 196, 228}, 256, 64, 4096},
}

// columnOf reads a Spec as the table has it.
func columnOf(s *Spec) column {
	c := column{
		s.Limits.Grid.X, s.Limits.Grid.Z, s.Limits.ThreadsPerBlock,
		s.Limits.BlocksPerSM, s.Limits.WarpsPerSM, s.Limits.ThreadsPerSM,
		s.Regs.PerSM / kib, s.Regs.PerThreadMax,
		s.Shared.PerSM / kib, s.Shared.PerBlockOptin / kib, s.Shared.Banks,
		nil, s.Caches.Unified / kib, s.Limits.ConstBytes / kib, s.Limits.ParamBytes,
	}
	for _, bytes := range s.Shared.Configs {
		c.chooseKB = append(c.chooseKB, bytes/kib)
	}
	return c
}

func TestSpecsAreTheGuides(t *testing.T) {
	for i := range Devices {
		s := &Devices[i]
		if s.Evidence == Toy {
			continue
		}
		want, ok := guideTable[s.CC]
		if got := columnOf(s); !ok || fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s, cc %v:\n got %+v\nwant %+v", s.Name, s.CC, got, want)
		}
	}
}
