package occupancy

import (
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
)

// demands draws a device and what a block asks of it.
func demands(t *rapid.T) (*arch.Spec, BlockResources) {
	s := &arch.Devices[rapid.IntRange(0, len(arch.Devices)-1).Draw(t, "device")]
	return s, BlockResources{
		Threads:   rapid.IntRange(1, s.Limits.ThreadsPerBlock).Draw(t, "threads"),
		Registers: rapid.IntRange(0, s.Regs.PerThreadMax).Draw(t, "registers"),
		Shared:    rapid.IntRange(0, s.Shared.PerBlockOptin).Draw(t, "shared"),
	}
}

// More of a resource never lets an SM hold more blocks.
func TestCurvesFall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, d := demands(t)
		for name, curve := range map[string][]Step{"registers": OverRegisters(s, d), "shared": OverShared(s, d), "threads": OverThreads(s, d)} {
			for i := 1; i < len(curve); i++ {
				if got, before := curve[i].Occupancy.Blocks, curve[i-1].Occupancy.Blocks; got > before {
					t.Fatalf("%s %+v: %s %d gives %d blocks, %d give %d", s.Name, d, name, curve[i].Value, got, curve[i-1].Value, before)
				}
			}
		}
	})
}

// BestBlock against trying every size.
func TestBestBlockIsBest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, d := demands(t)
		limit := rapid.IntRange(1, 2*s.Limits.ThreadsPerBlock).Draw(t, "limit")
		demand := func(threads int) BlockResources { return BlockResources{threads, d.Registers, d.Shared} }
		threads, blocks := BestBlock(s, limit, demand)
		if got := Occupy(s, demand(threads)).Blocks; threads > 0 && got != blocks {
			t.Fatalf("%s %+v: BestBlock says %d blocks of %d threads, Occupy %d", s.Name, d, blocks, threads, got)
		}
		for size := s.WarpSize; size <= min(limit, s.Limits.ThreadsPerBlock); size += s.WarpSize {
			if n := Occupy(s, demand(size)).Blocks * size; n > threads*blocks {
				t.Fatalf("%s %+v, limit %d: got %d threads an SM with blocks of %d, blocks of %d give %d", s.Name, d, limit, threads*blocks, threads, size, n)
			}
		}
	})
}

// What SharedLeft grants fits, and one unit more does not, unless a block may
// have no more.
func TestSharedLeftIsAllThereIs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, d := demands(t)
		blocks := rapid.IntRange(1, s.Limits.BlocksPerSM).Draw(t, "blocks")
		left, ok := SharedLeft(s, d, blocks)
		if fits := Occupy(s, d).Blocks >= blocks; ok != fits {
			t.Fatalf("%s %+v, %d blocks: got %v, want %v", s.Name, d, blocks, ok, fits)
		}
		if !ok {
			return
		}
		if got := Occupy(s, BlockResources{d.Threads, d.Registers, d.Shared + left}).Blocks; left < 0 || got < blocks {
			t.Fatalf("%s %+v, %d blocks: %d bytes are left, with which %d blocks fit", s.Name, d, blocks, left, got)
		}
		more := BlockResources{d.Threads, d.Registers, d.Shared + left + s.Shared.AllocUnit}
		if more.Shared <= s.Shared.PerBlockOptin && Occupy(s, more).Blocks >= blocks {
			t.Fatalf("%s %+v, %d blocks: %d bytes are left, but a unit more fits too", s.Name, d, blocks, left)
		}
	})
}

func TestSharedLeftOfTheH200(t *testing.T) {
	s, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	// 228 KB by two, less the driver's 1 KB.
	if got, ok := SharedLeft(s, BlockResources{Threads: 256, Registers: 32}, 2); !ok || got != 113*1024 {
		t.Errorf("got %d bytes, %v, want %d", got, ok, 113*1024)
	}
}
