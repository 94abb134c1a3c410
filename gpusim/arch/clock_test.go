package arch

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestValidateNamesWrongTimes(t *testing.T) {
	tests := []struct {
		name  string
		spoil func(*Spec)
		want  string
	}{
		{"none", func(s *Spec) { s.Clock.Schedulers = 0 }, "0 schedulers issue 1 in 1 cycles"},
		{"issue", func(s *Spec) { s.Clock.IssueCycles = 2 }, "schedulers issue 2 a cycle, 4 are promised"},
		{"latency", func(s *Spec) { s.Clock.Ops[ClassRsqrt].Latency = 0 }, "has a latency of 0"},
		{"memory's latency", func(s *Spec) { s.Clock.Ops[ClassMemory].Latency = 3 }, "has a latency of 3"},
		{"unit", func(s *Spec) { s.Clock.Ops[ClassAdd].Unit = NumUnits }, fmt.Sprintf("add on unit %d", NumUnits)},
		{"rate", func(s *Spec) { s.Clock.Ops[ClassAdd].Rate = -1 }, "add: 0 instructions at -1 lanes"},
		{"branch", func(s *Spec) { s.Clock.NotTaken = 100 }, "branches of 10 and 100 cycles"},
		{"barrier", func(s *Spec) { s.Clock.Barrier = 0 }, "barriers of 0 and 2 cycles"},
		{"shared", func(s *Spec) { s.Clock.Memory.Shared = 0 }, "shared memory takes 0 cycles"},
		{"constants", func(s *Spec) { s.Clock.Memory.ConstMid = 5 }, "constants take 28 cycles, 5 behind"},
		{"L1", func(s *Spec) { s.Clock.Memory.L1 = 0 }, "L1 takes 0 cycles"},
		{"L1's pipeline", func(s *Spec) { s.Clock.Memory.L1Request = 0 }, "an access takes 0 cycles"},
		{"no L2", func(s *Spec) { s.Clock.Memory.L2 = 0 }, "L2 takes 0 cycles, L1 31"},
		{"slow L2", func(s *Spec) { s.Clock.Memory.L2 = 1000 }, "memory takes 550 cycles"},
		{"slices", func(s *Spec) { s.Clock.Memory.L2Slices /= 2 }, "the slices of L2 give 5.0688e+12 bytes a second together"},
		{"no slices", func(s *Spec) { s.Clock.Memory.L2Slices = 0 }, "0 slices of L2"},
		{"way", func(s *Spec) { s.Clock.Memory.SMSector = 0 }, "the way to L2 takes 1.05 and 0 cycles"},
		{"cluster", func(s *Spec) { s.Clusters.SMs = 0 }, "clusters of 0 SMs with a port"},
		{"first of a group", func(s *Spec) { s.Clusters.First = 17 }, "17 of 16 SMs of a cluster get blocks first"},
		{"channels", func(s *Spec) { s.Clock.Memory.DRAMChannels = 0 }, "0 channels of memory"},
		{"share", func(s *Spec) { s.Clock.Memory.DRAMShare = 1.5 }, "reads reach 1.5"},
		{"refresh", func(s *Spec) { s.Clock.Memory.RefreshBytes = 0 }, "pages of 0 bytes are refreshed"},
		{"atomics", func(s *Spec) { s.Clock.Memory.AtomicSector = 0 }, "atomics take 0 cycles a sector"},
		{"slices out of use", func(s *Spec) { s.Clock.Memory.L2SlicesOff = 48 }, "48 of 96 slices of L2 out of use"},
		{"blocks", func(s *Spec) { s.Clock.Cold.BlocksPerCycle = 0 }, "0 blocks end and 0.5 warps"},
		{"code", func(s *Spec) { s.Clock.Cold.CodeLine = 1 }, "in lines of 1"},
		{"first code", func(s *Spec) { s.Clock.Cold.CodeFirst = 0 }, "code of 0 bytes first"},
		{"cold code", func(s *Spec) { s.Clock.Cold.CodeMiss = 1000 }, "cold code takes 250 cycles"},
		{"gap", func(s *Spec) { s.Clock.Cold.BlockGap = -1 }, "blocks -1 apart"},
	}
	for _, tt := range tests {
		s := h200
		tt.spoil(&s)
		if err := validate(&s); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want an error with %q", tt.name, err, tt.want)
		}
	}
}

// The rule that makes sequences of native instructions must give what was
// measured of them on the H200.
func TestPipesGiveTheMeasuredSequences(t *testing.T) {
	p := voltaPipes
	p.Float, p.Double = 128, 64 // what cc 9.0 has more than cc 7.0 (table)
	ops := p.ops()
	for _, class := range []Class{
		ClassAdd, ClassLogic, ClassCompare, ClassMul, ClassWideMul, ClassDiv, ClassDivAgain, ClassLong, ClassLongMul, ClassFloat,
		ClassDouble, ClassConvert, ClassShuffle,
	} {
		got, want := ops[class], hopperClock.Ops[class]
		if got.Unit != want.Unit || max(1, got.Slots) != max(1, want.Slots) {
			t.Errorf("%s: got %+v, measured %+v", class, got, want)
		}
		if off(got.Rate, want.Rate) > 0.05 || off(float64(got.Latency), float64(want.Latency)) > 0.05 {
			t.Errorf("%s: got %.3g lanes and %d cycles, measured %.3g and %d", class, got.Rate, got.Latency, want.Rate, want.Latency)
		}
	}
}

// Two other publications of sequences, which no figure of the tables comes from.
func TestPipesGivePublishedSequences(t *testing.T) {
	for _, tt := range []struct {
		name      string
		got, want int
	}{
		{"Kepler, quotient: Arafa et al. 2019", gk110Clock.Ops[ClassDiv].Latency, 149},
		{"Maxwell, quotient: Arafa et al. 2019", gm204Clock.Ops[ClassDiv].Latency, 150},
		{"Pascal, quotient: Arafa et al. 2019", gp100Clock.Ops[ClassDiv].Latency, 153},
		{"Volta, double quotient: gpu-benches", gv100Clock.Ops[ClassDoubleDiv].Latency, 112},
	} {
		if off(float64(tt.got), float64(tt.want)) > 0.2 {
			t.Errorf("%s: got %d, want %d", tt.name, tt.got, tt.want)
		}
	}
}

func off(got, want float64) float64 { return math.Abs(got/want - 1) }

func TestLevelsTakeLongerOutwards(t *testing.T) {
	for i := range Devices {
		s := &Devices[i]
		m := &s.Clock.Memory
		last := m.Shared
		for _, level := range []struct {
			name   string
			there  bool
			cycles int
		}{{"L1", s.Caches.L1.Bytes > 0, m.L1}, {"L2", s.Global.L2Bytes > 0, m.L2}, {"memory", true, m.DRAM}, {"the host's memory", s.Transfer.MapsHost, m.Host}} {
			if level.there && level.cycles <= last {
				t.Errorf("%s: %s takes %d cycles, what lies before it %d", s.Name, level.name, level.cycles, last)
			}
			if level.there {
				last = level.cycles
			}
		}
	}
}

func TestTimesAreReadByName(t *testing.T) {
	text, err := json.Marshal(&h200)
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Clock struct {
			Ops map[string]struct{ Unit string }
		}
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	for class, op := range h200.Clock.Ops {
		got, ok := read.Clock.Ops[Class(class).String()]
		if !ok || Class(class).String() == "" || got.Unit != op.Unit.String() {
			t.Errorf("class %d, %q: got %+v, want %+v", class, Class(class), got, op)
		}
	}
	if len(read.Clock.Ops) != int(NumClasses) {
		t.Errorf("got %d names of %d classes", len(read.Clock.Ops), NumClasses)
	}
}
