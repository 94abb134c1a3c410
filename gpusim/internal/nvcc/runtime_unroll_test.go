package nvcc

import (
	"math/rand/v2"
	"testing"
)

// TestPlansExecuteAllIterations walks the plans of random loops with every trip count up to 100
// that the facts allow: the stages and the remainder execute exactly the iterations of the loop.
func TestPlansExecuteAllIterations(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	seen := map[Remainder]int{}
	for range 2000 {
		l := randomLoop(r)
		plan, ok := CUDA13.Unroll(l)
		if !ok {
			continue
		}
		seen[plan.Remainder]++
		for n := 1; n <= 100; n++ {
			if l.Guarded && uint64(n)%l.Known != l.Trips%l.Known {
				continue
			}
			if got := executed(plan, n); got != n {
				t.Fatalf("%+v: the plan %+v executes %d of %d iterations", l, plan, got, n)
			}
		}
	}
	for _, way := range []Remainder{RemainderInLoop, RemainderLast, RemainderFirst, NoRemainder} {
		if seen[way] < 20 {
			t.Errorf("%d plans have the remainder %d, want more", seen[way], way)
		}
	}
}

func randomLoop(r *rand.Rand) RuntimeLoop {
	flip := func() bool { return r.IntN(2) == 0 }
	b := Body{Size: 1 + r.IntN(110), Barrier: flip(), Copies: r.IntN(6)}
	b.Machine, b.Instrs = r.IntN(b.Size+1), b.Size+r.IntN(10)
	for range r.IntN(4) {
		b.Loads = append(b.Loads, flip())
	}
	if r.IntN(4) == 0 {
		b.Asked = 2 + r.IntN(9)
	}
	known := uint64(1) << r.IntN(6)
	return RuntimeLoop{
		Body: b, Signed: flip(), Wide: flip(), Step: 1 + r.Uint64N(2), Counted: r.IntN(4) == 0, Guarded: flip(),
		Nested: flip(), StartsAtConst: flip(), Known: known, Trips: r.Uint64N(known),
	}
}

// executed returns how many iterations a plan executes of a loop that has n.
func executed(u UnrollPlan, n int) int {
	left := n
	if u.Remainder == RemainderFirst {
		left -= untilZero(u.First, n%u.Least())
	}
	for _, s := range u.Main {
		for s.Unconditional || left >= s.Factor {
			left -= s.Factor
			if !s.Loops {
				break
			}
		}
	}
	if u.Remainder == RemainderLast {
		left -= untilZero(u.Last, left)
	}
	if u.Remainder == RemainderInLoop {
		left = 0
	}
	return n - left
}

// untilZero returns how many iterations stages execute that ask only whether any is left.
func untilZero(stages []Stage, left int) (done int) {
	for _, s := range stages {
		for s.Unconditional || done != left {
			done += s.Factor
			if !s.Loops {
				break
			}
		}
	}
	return done
}
