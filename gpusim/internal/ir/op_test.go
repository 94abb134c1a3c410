package ir

// This file tests that the facts tables are complete and that each name has one
// meaning.

import "testing"

func TestEveryOpHasFacts(t *testing.T) {
	names := map[string]Op{}
	for op := BadOp + 1; op < numOps; op++ {
		f := op.Facts()
		if f.Types == 0 {
			t.Errorf("op %d (%s) has no types", op, f.Name)
		}
		if f.Name == "" && op != Math {
			t.Errorf("op %d has no name", op)
		}
		if other, taken := names[f.Name]; taken && op != Special && op != CBra {
			t.Errorf("ops %d and %d are both called %s", other, op, f.Name)
		}
		names[f.Name] = op
		if f.Mods[0] > f.Mods[1] || (f.Mods[0] == NoMod) != (f.Mods[1] == NoMod) {
			t.Errorf("op %s has no range of modifiers: %v", f.Name, f.Mods)
		}
	}
}

func TestEveryModBelongsToOneOp(t *testing.T) {
	owner := map[Mod]Op{}
	for op := BadOp + 1; op < numOps; op++ {
		names := map[string]bool{}
		for m := op.Facts().Mods[0]; m != NoMod && m <= op.Facts().Mods[1]; m++ {
			if other, taken := owner[m]; taken {
				t.Errorf("modifier %v belongs to ops %d and %d", m, other, op)
			}
			owner[m] = op
			if m.String() == "" || names[m.String()] {
				t.Errorf("modifier %d of op %d has no name of its own: %q", m, op, m)
			}
			names[m.String()] = true
		}
	}
	for m := Num + 1; m < numMods; m++ { // RN and Num refine several operations
		if _, ok := owner[m]; !ok && m != endMath {
			t.Errorf("modifier %v belongs to no op", m)
		}
	}
}

func TestFactsOfAnInvalidOpPanic(t *testing.T) {
	for _, op := range []Op{BadOp, numOps} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("facts of op %d: want a panic", op)
				}
			}()
			op.Facts()
		}()
	}
}

// TestMathIsComplete: every math function has one to three operands, the same for both
// widths, and no other modifier has a function.
func TestMathIsComplete(t *testing.T) {
	first, last := facts[Math].Mods[0], facts[Math].Mods[1]
	for m := range numMods {
		f := m.Func()
		if of := m >= first && m <= last; of != (f != nil) {
			t.Errorf("modifier %d: of Math %v, has a function %v", m, of, f != nil)
		}
		if f == nil {
			continue
		}
		arities := 0
		for _, of := range [][2]bool{{f.F32.One != nil, f.F64.One != nil}, {f.F32.Two != nil, f.F64.Two != nil}, {f.F32.Three != nil, f.F64.Three != nil}} {
			if of[0] {
				arities++
			}
			if of[1] && !of[0] {
				t.Errorf("%v: float64 has other operands than float32", m)
			}
		}
		if arities != 1 {
			t.Errorf("%v: %d functions of float32", m, arities)
		}
	}
}
