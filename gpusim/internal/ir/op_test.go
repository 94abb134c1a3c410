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

// TestEveryModBelongsToOneOp: operations share all their modifiers or none.
func TestEveryModBelongsToOneOp(t *testing.T) {
	owner := map[Mod]Op{}
	for op := BadOp + 1; op < numOps; op++ {
		names := map[string]bool{}
		for m := op.Facts().Mods[0]; m != NoMod && m <= op.Facts().Mods[1]; m++ {
			if other, taken := owner[m]; taken && other.Facts().Mods != op.Facts().Mods {
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

// TestMathIsComplete: every math function has one to three operands, the same for all types, and no other
// modifier has a function.
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
		forms, n := 0, f.Operands()
		for typ, of := range map[Type][3]bool{
			F32: {f.F32.One != nil, f.F32.Two != nil, f.F32.Three != nil},
			F64: {f.F64.One != nil, f.F64.Two != nil, f.F64.Three != nil},
			U32: {f.U32.One != nil, f.U32.Two != nil, f.U32.Three != nil},
		} {
			for i, has := range of {
				if !has {
					continue
				}
				forms++
				if i+1 != n || !f.Takes(typ) {
					t.Errorf("%v of %v has %d operands, want %d; taken: %v", m, typ, i+1, n, f.Takes(typ))
				}
			}
		}
		if forms == 0 {
			t.Errorf("%v: no function", m)
		}
	}
}
