package tracefile

// This file compares the entries of blocks that were not executed with those that they would have had.

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/hash"
	"gpucourse/gpusim/internal/launch"
	"gpucourse/gpusim/trace"
)

const (
	testWarp  = 32
	testWarps = 4
	element   = 4
	// Where arrays begin.
	arrayA, arrayB, arrayC = 1 << 30, 2 << 30, 3 << 30
)

// testSpec is a device with warps and lines.
var testSpec = &arch.Spec{WarpSize: testWarp, Global: arch.GlobalMemory{LineBytes: 128, SectorBytes: 32}}

// The instructions of testInstrs that a test kernel uses.
const (
	loads, stores, locals, constants = 2, 3, 4, 5
)

// thread names a thread: its place in the grid, and the thread in its block.
type thread struct{ x, y, z, i int }

// masked returns an access of the lanes of a warp for which address says where.
func masked(pc int32, warp int, b coords, address func(thread) (index int, active bool)) step {
	s := at(pc)
	s.a.Addr = &s.addr
	for lane := range testWarp {
		if index, active := address(thread{int(b[0]), int(b[1]), int(b[2]), warp*testWarp + lane}); active {
			s.a.Active |= 1 << lane
			s.addr[lane] = uint64(index)
		}
	}
	if s.a.Active != 0 {
		s.close()
	}
	return s
}

// close gives an access whose lanes are evenly spaced its closed form, as the executor does.
func (s *step) close() {
	first := s.a.Active.First()
	next := (s.a.Active & (s.a.Active - 1)).First()
	if next >= testWarp {
		next = first
	}
	dx := int64(0)
	if next > first {
		dx = int64(s.addr[next]-s.addr[first]) / int64(next-first)
	}
	base := s.addr[first] - uint64(dx*int64(first))
	for rest := s.a.Active; rest != 0; rest &= rest - 1 {
		if i := rest.First(); s.addr[i] != base+uint64(dx*int64(i)) {
			return
		}
	}
	s.a.Addr, s.a.Base, s.a.DX, s.a.DY = nil, base, dx, dx*testWidth
}

// always is an address of every lane.
func always(f func(thread) int) func(thread) (int, bool) {
	return func(t thread) (int, bool) { return f(t), true }
}

// kernel returns the steps of a warp.
type kernel func(b coords, warp int) []step

const threads = testWarps * testWarp

// width returns how many numbers a row of a sparse matrix has.
func width(row int) int { return 1 + row*7919%13 }

// The kernels.
var kernels = []struct {
	name    string
	grid    arch.Dim3
	cluster arch.Dim3
	regular bool // the entries of all blocks are exact
	steps   kernel
}{
	{"copy", arch.Dim3{X: 500}, alone, true, func(b coords, w int) []step {
		return accessing(b, w, 2, func(t thread) (int, bool) { i := t.x*threads + t.i; return arrayA + element*i, i < 500*threads-77 })
	}},
	{"copy of neighbours", arch.Dim3{X: 300}, alone, true, func(b coords, w int) []step {
		return accessing(b, w, 2, func(t thread) (int, bool) { i := t.x*threads + t.i; return arrayA + element*max(i-1, 0), true })
	}},
	{"strided", arch.Dim3{X: 300}, alone, true, func(b coords, w int) []step {
		return accessing(b, w, 2, always(func(t thread) int { return arrayA + element*33*(t.x*threads+t.i) }))
	}},
	{"transposed", arch.Dim3{X: 8, Y: 30}, alone, true, func(b coords, w int) []step {
		in := accessing(b, w, 2, always(func(t thread) int {
			return arrayA + element*((t.y*testWarps+t.i/testWarp)*8*testWarp+t.x*testWarp+t.i%testWarp)
		}))
		return append(in, accessing(b, w, 3, always(func(t thread) int {
			return arrayB + element*((t.x*testWarp+t.i%testWarp)*30*testWarps+t.y*testWarps+t.i/testWarp)
		}))...)
	}},
	{"product", arch.Dim3{X: 8, Y: 12}, alone, true, func(b coords, w int) (list []step) {
		for k := range 3 {
			list = append(list, accessing(b, w, 2, always(func(t thread) int {
				return arrayA + element*((t.y*testWarps+t.i/testWarp)*8*testWarp+k*testWarp+t.i%testWarp)
			}))...)
			list = append(list, step{})
			list = append(list, accessing(b, w, 5, always(func(t thread) int {
				return arrayB + element*((k*testWarps+t.i/testWarp)*8*testWarp+t.x*testWarp+t.i%testWarp)
			}))...)
		}
		return append(list, accessing(b, w, 3, always(func(t thread) int {
			return arrayC + element*((t.y*testWarps+t.i/testWarp)*8*testWarp+t.x*testWarp+t.i%testWarp)
		}))...)
	}},
	{"stencil with a halo", arch.Dim3{X: 7, Y: 6, Z: 7}, alone, true, func(b coords, w int) (list []step) {
		at := func(x, y, z int) int { return arrayA + element*((z*24+y)*7*testWarp+x) }
		for _, d := range []coords{{-1, 0, 0}, {1, 0, 0}, {0, -1, 0}, {0, 1, 0}, {0, 0, -1}, {0, 0, 1}} {
			list = append(list, accessing(b, w, 2, func(t thread) (int, bool) {
				x, y, z := t.x*testWarp+t.i%testWarp+int(d[0]), t.y*4+t.i/testWarp+int(d[1]), t.z+int(d[2])
				return at(x, y, z), x >= 0 && y >= 0 && z >= 0 && x < 7*testWarp && y < 24 && z < 7
			})...)
		}
		return list
	}},
	{"stencil with clamped ends", arch.Dim3{X: 8, Y: 40}, alone, true, func(b coords, w int) (list []step) {
		for _, d := range []int{-3, 0, 3} {
			list = append(list, accessing(b, w, 2, always(func(t thread) int {
				x, y := t.x*testWarp+t.i%testWarp, min(max(t.y*4+t.i/testWarp+d, 0), 159)
				return arrayA + element*(y*8*testWarp+x)
			}))...)
		}
		return list
	}},
	{"grid stride", arch.Dim3{X: 64}, alone, true, func(b coords, w int) (list []step) {
		for k := range 9 {
			list = append(list, accessing(b, w, 2, func(t thread) (int, bool) { i := (k*64+t.x)*threads + t.i; return arrayA + element*i, i < 8*64*threads })...)
		}
		return list
	}},
	{"rows of tiles", arch.Dim3{X: 11 * 30}, alone, true, func(b coords, w int) []step {
		return accessing(b, w, 2, always(func(t thread) int {
			return arrayA + element*((t.x/11*testWarps+t.i/testWarp)*11*testWarp+t.x%11*testWarp+t.i%testWarp)
		}))
	}},
	{"diagonals of tiles", arch.Dim3{X: 10, Y: 12}, alone, true, func(b coords, w int) []step {
		return accessing(b, w, 2, always(func(t thread) int {
			row, column := (t.x+t.y)%12, t.x
			return arrayA + element*((row*testWarps+t.i/testWarp)*10*testWarp+column*testWarp+t.i%testWarp)
		}))
	}},
	{"groups of rows of tiles", arch.Dim3{X: 12 * 30}, alone, true, func(b coords, w int) []step {
		return accessing(b, w, 2, always(func(t thread) int {
			row, column := t.x/60*5+t.x%5, t.x/5%12
			return arrayA + element*((row*testWarps+t.i/testWarp)*12*testWarp+column*testWarp+t.i%testWarp)
		}))
	}},
	{"curve of bits", arch.Dim3{X: 1 << 9}, alone, true, func(b coords, w int) []step {
		return accessing(b, w, 2, always(func(t thread) (at int) {
			for i := range 9 {
				at += element * threads * (t.x >> i & 1) << (i * 5 % 9)
			}
			return arrayA + at + element*t.i
		}))
	}},
	{"clusters", arch.Dim3{X: 4 * 80}, fours, true, func(b coords, w int) (list []step) {
		for k := range 1 + b[0]%4 {
			list = append(list, accessing(b, w, 2, always(func(t thread) int { return arrayA + element*((t.x/4*5+int(k))*threads+t.i) }))...)
		}
		return list
	}},
	{"search", arch.Dim3{X: 300}, alone, false, func(b coords, w int) (list []step) {
		var from [threads]int
		for size := 1 << 19; size > 1; size /= 2 {
			list = append(list, accessing(b, w, 2, always(func(t thread) int {
				if hash.Mix(uint64(t.x*threads+t.i))>>9&uint64(size) != 0 {
					from[t.i] += size / 2
				}
				return arrayA + element*from[t.i]
			}))...)
		}
		return list
	}},
	{"late blocks exit", arch.Dim3{X: 1000}, alone, false, func(b coords, w int) []step {
		return accessing(b, w, 2, func(t thread) (int, bool) { i := t.x*threads + t.i; return arrayA + element*i, i < 600*threads+5 })
	}},
	{"triangle", arch.Dim3{X: 200}, alone, false, func(b coords, w int) (list []step) {
		for k := range int(b[0]) + 1 {
			list = append(list, accessing(b, w, 2, always(func(t thread) int { return arrayA + element*(t.x*(t.x+1)/2+k)*threads + element*t.i }))...)
		}
		return list
	}},
	{"gather", arch.Dim3{X: 400}, alone, false, func(b coords, w int) []step {
		list := accessing(b, w, 5, always(func(t thread) int { return arrayA + element*(t.x*threads+t.i) }))
		return append(list, accessing(b, w, 2, always(func(t thread) int { return arrayB + element*int(hash.Mix(uint64(t.x*threads+t.i))>>12) }))...)
	}},
	{"sparse rows", arch.Dim3{X: 300}, alone, false, func(b coords, w int) (list []step) {
		first, row := 0, int(b[0])*testWarps+w
		for before := range row {
			first += width(before)
		}
		for k := range width(row) {
			list = append(list, accessing(b, w, 2, func(t thread) (int, bool) {
				return arrayA + element*((first+k)*testWarp+t.i%testWarp), t.i%testWarp > 4
			})...)
		}
		return append(list, accessing(b, w, 3, always(func(t thread) int { return arrayC + element*(t.x*threads+t.i) }))...)
	}},
}

// accessing is one access of a warp, or nothing if no lane is active.
func accessing(b coords, warp int, pc int32, address func(thread) (int, bool)) []step {
	s := masked(pc, warp, b, address)
	if s.a.Active == 0 {
		return nil
	}
	return []step{s}
}

// The extents of clusters.
var alone, fours = arch.Dim3{}, arch.Dim3{X: 4, Y: 1, Z: 1}

// shapeOf returns the launch of a grid.
func shapeOf(g, cluster arch.Dim3) *launch.Shape {
	g.Y, g.Z = max(g.Y, 1), max(g.Z, 1)
	return &launch.Shape{Spec: testSpec, Grid: g, Block: arch.Dim3{X: threads, Y: 1, Z: 1}, Cluster: cluster}
}

// whole returns the steps of all blocks.
func (k kernel) whole(s *launch.Shape) program {
	g, p := newGrid(s), make(program, s.Blocks())
	for block := range p {
		for w := range testWarps {
			p[block] = append(p[block], k(g.coordsOf(block), w))
		}
	}
	return p
}

// chosen returns the blocks at the ends of a grid, some in its middle, and some at random.
func chosen(s *launch.Shape, random int) (list []int) {
	n := newGrid(s).blocks
	var at [axes][]int64
	for i, n := range n {
		at[i] = []int64{0, 1, n / 3, n / 2, n - 2, n - 1}
	}
	for _, x := range at[0] {
		for _, y := range at[1] {
			for _, z := range at[2] {
				list = append(list, int(min(max(x, 0), n[0]-1)+n[0]*(min(max(y, 0), n[1]-1)+n[1]*min(max(z, 0), n[2]-1))))
			}
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range random {
		list = append(list, r.IntN(s.Blocks()))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// sampledTrace records some blocks of a program and extrapolates the others.
func sampledTrace(p program, s *launch.Shape, executed []int) (*Trace, Extrapolation) {
	t := NewSampled(testInstrs, len(p[0]), testLimit, false)
	a, b := t.Recorder(), t.Recorder()
	for i, block := range executed {
		recordBlock([]*Recorder{a, b}[i%2], block, p[block])
	}
	t.Merge(b)
	t.Merge(a)
	return t, t.Extrapolate(s, executed)
}

// entries is the text of all warps of a block.
func entries(t *Trace, r *Reader, d []Decoder, block int) (list [][]string) {
	t.Open(block, func(i int) *Decoder { return &d[i] })
	for i := range d {
		list = append(list, decoded(&d[i], r))
	}
	return list
}

// TestExtrapolated: blocks that were not executed have the entries that they would have had, where
// addresses are affine; else they have about as many, in the same arrays.
func TestExtrapolated(t *testing.T) {
	for _, k := range kernels {
		t.Run(k.name, func(t *testing.T) {
			s := shapeOf(k.grid, k.cluster)
			p := k.steps.whole(s)
			executed := chosen(s, 40)
			sampled, e := sampledTrace(p, s, executed)
			if e.Regular() != k.regular {
				t.Errorf("got %+v, want it regular: %v", e, k.regular)
			}
			if k.regular {
				checkRoundTrip(t, p, sampled)
			} else {
				compareTotals(t, p, sampled)
				checkSame(t, sampled, p, s, executed)
			}
		})
	}
}

// checkSame compares the entries with those of another trace of the same blocks.
func checkSame(t *testing.T, tr *Trace, p program, s *launch.Shape, executed []int) {
	other, _ := sampledTrace(p, s, executed)
	d, r, q := tr.Decoders(testWarps), tr.Reader(), other.Reader()
	for block := 0; block < s.Blocks(); block += len(executed) {
		if got, want := entries(other, q, d, block), entries(tr, r, d, block); !reflect.DeepEqual(got, want) {
			t.Errorf("block %d: got %q the second time, want %q", block, got, want)
		}
	}
}

// TestOpenAtTheSameTime: several readers decode blocks that were not executed at the same time.
func TestOpenAtTheSameTime(t *testing.T) {
	s := shapeOf(arch.Dim3{X: 100}, alone)
	p := kernel(func(b coords, w int) []step {
		return accessing(b, w, 2, always(func(t thread) int { return arrayA + element*int(hash.Mix(uint64(t.x*threads+t.i))>>12) }))
	}).whole(s)
	tr, _ := sampledTrace(p, s, chosen(s, 10))
	var all [4][][][]string
	var wait sync.WaitGroup
	for i := range all {
		wait.Go(func() {
			d, r := tr.Decoders(testWarps), tr.Reader()
			for block := range s.Blocks() {
				all[i] = append(all[i], entries(tr, r, d, block))
			}
		})
	}
	wait.Wait()
	for i := range all {
		if !reflect.DeepEqual(all[i], all[0]) {
			t.Errorf("reader %d decodes other entries than reader 0", i)
		}
	}
}

// tally is what is compared of irregular kernels, by instruction.
type tally struct {
	accesses int
	extent   bounds
	lines    map[uint64]bool
}

// compareTotals compares what all blocks do together.
func compareTotals(t *testing.T, p program, tr *Trace) {
	d, r := tr.Decoders(testWarps), tr.Reader()
	var got, want [testPCs]tally
	for block := range p {
		tr.Open(block, func(i int) *Decoder { return &d[i] })
		for w := range d {
			for i := range p[block][w] {
				if a := &p[block][w][i].a; a.Active != 0 {
					want[a.PC].add(a)
				}
			}
			for at, e := d[w].Next(r); e != End; at, e = d[w].Next(r) {
				if e == Access {
					a := d[w].Access(r, at)
					got[a.PC].add(a)
				}
			}
		}
	}
	for pc := range got {
		g, w := &got[pc], &want[pc]
		if w.accesses == 0 {
			continue
		}
		if slack := (w.extent.to - w.extent.from) / slackPart; g.extent.from < w.extent.from-slack || g.extent.to > w.extent.to+slack {
			t.Errorf("instruction %d: got addresses %+v, want %+v", pc, g.extent, w.extent)
		}
		near(t, fmt.Sprint("accesses of instruction ", pc), g.accesses, w.accesses)
		near(t, fmt.Sprint("lines of instruction ", pc), len(g.lines), len(w.lines))
	}
}

func (x *tally) add(a *trace.Access) {
	if x.lines == nil {
		x.lines, x.extent = map[uint64]bool{}, bounds{1 << 62, 0}
	}
	x.accesses++
	e := extentOf(a)
	x.extent.from, x.extent.to = min(x.extent.from, e.from), max(x.extent.to, e.to)
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		x.lines[a.Lane(rest.First())/128] = true
	}
}

// slackPart is which part of a range of addresses they may lie outside of it: those of the last block that
// has entries.
const slackPart = 100

// tolerance is how far the totals of irregular kernels may be from what they are, as a part.
const tolerance = 0.1

func near(t *testing.T, what string, got, want int) {
	t.Helper()
	if d := float64(got-want) / float64(want); d < -tolerance || d > tolerance {
		t.Errorf("%s: got %d, want %d", what, got, want)
	}
}

// TestAffine draws accesses whose addresses are affine in the block's place.
func TestAffine(t *testing.T) { rapid.Check(t, checkAffine) }

func FuzzAffine(f *testing.F) { f.Fuzz(rapid.MakeFuzz(checkAffine)) }

func checkAffine(t *rapid.T) {
	extent := rapid.IntRange(1, 6)
	s := shapeOf(arch.Dim3{X: extent.Draw(t, "x"), Y: extent.Draw(t, "y"), Z: extent.Draw(t, "z")}, alone)
	type pattern struct{ step }
	var list []pattern
	pcs := rapid.Permutation([]int32{2, 3, 4, 5}).Draw(t, "pcs")
	for range rapid.IntRange(1, 2).Draw(t, "rounds") {
		for _, pc := range pcs {
			x := pattern{step: drawStep(t)}
			if x.a.Active == 0 {
				continue
			}
			x.a.PC, x.a.Kind = pc, testKinds[pc].Kind
			x.a.Space, x.a.Bytes, x.a.ReadOnly, x.a.Volatile = testKinds[pc].Space, testKinds[pc].Bytes, testKinds[pc].ReadOnly, testKinds[pc].Volatile
			list = append(list, x)
		}
	}
	var slopes [testPCs]coords
	for i := range slopes {
		for k := range slopes[i] {
			if i != locals {
				slopes[i][k] = rapid.OneOf(rapid.Just(int64(128)), rapid.Int64Range(-1<<34, 1<<34)).Draw(t, "slope")
			}
		}
	}
	k := kernel(func(b coords, w int) (steps []step) {
		for _, x := range list {
			by := uint64(w) * 1024
			for axis, slope := range slopes[x.a.PC] {
				by += uint64(slope * b[axis])
			}
			if y := x.step; y.a.Addr == nil {
				y.a.Base += by
				steps = append(steps, y)
			} else {
				y.a.Addr = &y.addr
				for i := range y.addr {
					y.addr[i] += 1<<61 + by
				}
				steps = append(steps, y)
			}
		}
		return steps
	})
	p := k.whole(s)
	sampled, _ := sampledTrace(p, s, chosen(s, 5))
	checkRoundTrip(t, p, sampled)
}

// TestNearest compares the templates of a place with those of a search through all.
func TestNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		extent := rapid.IntRange(1, 12)
		s := shapeOf(arch.Dim3{X: extent.Draw(t, "x"), Y: extent.Draw(t, "y"), Z: extent.Draw(t, "z")}, alone)
		m := &model{grid: newGrid(s), executed: chosen(s, rapid.IntRange(0, 60).Draw(t, "random"))}
		m.directions = m.grid.directions()
		class := make([]int32, len(m.executed))
		for i, block := range m.executed {
			m.places, class[i] = append(m.places, m.grid.coordsOf(block)), int32(i)
		}
		m.choose(class)
		for block := range s.Blocks() {
			q := query{model: m, from: m.grid.coordsOf(block)}
			list := m.choices[m.grid.placeOf(q.from)].templates
			except := int32(nobody)
			if i, executed := slices.BinarySearch(m.executed, block); executed {
				except = int32(i)
			}
			least := math.Inf(1)
			for _, x := range list {
				if x != except {
					least = min(least, q.distance(x))
				}
			}
			if len(list) == 1 && list[0] == except {
				continue
			}
			if got := m.template(block, except); got == except || q.distance(got) != least {
				t.Fatalf("block %d of %v: got block %d at a distance of %v, want one at %v", block, s.Grid, m.executed[got], q.distance(got), least)
			}
		}
	})
}

// TestCommonLines: lines that most blocks use stay where they are, others rotate.
func TestCommonLines(t *testing.T) {
	const line, lines, blocks = 128, 32, 64
	o := &undecided{moving: moving{bounds: bounds{0, lines * line}}}
	for block := range blocks {
		var u used
		for n := range uint64(lines) {
			if n%4 != 0 && (n+uint64(block))%8 != 1 || n == 4 && block == 0 {
				u.lines = append(u.lines, n)
			}
		}
		o.used = append(o.used, u)
	}
	common := o.common(line)
	for n := range uint64(lines) {
		if n%4 != 0 && !common.has(n) {
			t.Errorf("line %d rotates, which most blocks use", n)
		}
	}
	if common.has(4) {
		t.Error("line 4 stays, which one block uses")
	}
}
