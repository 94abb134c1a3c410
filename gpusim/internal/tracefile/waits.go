package tracefile

// This file records how warps wait for each other by global memory: which access changed a word,
// and how many changes of a word a poll has seen. A turn in vain, which saw no change, says only
// in which order the executor ran the blocks, so players leave it out.

import (
	"iter"
	"math"
	"slices"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/trace"
)

// Mark says something about a watched access of a warp. Watched are the polls of loops that wait,
// and the accesses that may change what these poll. A warp's watched accesses are numbered.
type Mark struct {
	At    uint32 // the number of the access
	Kind  MarkKind
	Word  int32  // Await, Change: the number of the word
	Count uint32 // Await: the changes that the poll saw; Vain: the number of the access behind the turns
}

// MarkKind says what a Mark says.
type MarkKind uint8

// The kinds.
const (
	Vain   MarkKind = iota // turns in vain begin with the access
	Await                  // the access polls a word
	Change                 // the access changes a word
	NoMark                 // the warp has no further marks
)

// wordBytes is the size of the words of a vector whose changes are counted.
const wordBytes = 4

// watching is what a trace knows of waits; nil where no loop waits.
type watching struct {
	watched []bool           // by PC
	polls   []bool           // by PC
	count   int              // of words
	marks   []Mark           // of all warps; each warp's end with NoMark
	first   map[warpID]int32 // of a warp, in marks
}

// warpID names a warp of the launch.
type warpID struct{ block, warp int }

// Watch makes an empty, timed trace record how warps wait in some loops.
func (t *Trace) Watch(instrs []*ir.Instr, loops []trace.WaitLoop) {
	if len(loops) == 0 || !t.timed {
		return
	}
	w := &watching{watched: make([]bool, len(instrs)), polls: make([]bool, len(instrs)), first: map[warpID]int32{}}
	roots := map[ir.VarID]bool{}
	for _, l := range loops {
		for _, pc := range l.Polls {
			w.watched[pc], w.polls[pc] = true, true
			roots[instrs[pc].Root] = true
		}
	}
	for pc, in := range instrs {
		if in.Space == ir.Global && (in.Op == ir.St || in.Op == ir.Atom) && (roots[in.Root] || roots[0] || in.Root == 0) {
			w.watched[pc] = true
		}
	}
	t.watching = w
}

// Waits reports whether the trace has marks.
func (t *Trace) Waits() bool { return t.watching != nil }

// Watched reports whether accesses of an instruction are watched, in a trace that has marks.
func (t *Trace) Watched(pc int32) bool { return t.watching.watched[pc] }

// Words returns how many words the marks name.
func (t *Trace) Words() int { return t.watching.count }

// FirstMark returns the number of a warp's first mark.
func (t *Trace) FirstMark(block, warp int) int32 { return t.watching.first[warpID{block, warp}] }

// Mark returns a mark by its number.
func (t *Trace) Mark(number int32) *Mark { return &t.watching.marks[number] }

// waitRecorder records marks.
type waitRecorder struct {
	*watching
	number map[uint64]int32 // of words, by address
	words  []word
	warps  map[warpID]*warpMarks
}

// word is what is known of a word of memory.
type word struct {
	values []uint64 // at first, and behind each change; those of an element are at its first word
	bytes  int      // of the elements that were written; mixed: several
	polled bool
}

// mixed stands for elements of several sizes, whose values nobody knows.
const mixed = -1

// warpMarks is the marks of a warp, and the turn that it is in.
type warpMarks struct {
	marks   []Mark
	next    uint32     // number of its next watched access
	turn    uint32     // the same, at the last head of a loop
	lanes   trace.Mask // that were there
	unmixed bool       // only they have done anything since
}

func newWaitRecorder(w *watching) *waitRecorder {
	return &waitRecorder{watching: w, number: map[uint64]int32{}, warps: map[warpID]*warpMarks{}}
}

func (r *waitRecorder) warp(block, warp int) *warpMarks {
	id := warpID{block, warp}
	w := r.warps[id]
	if w == nil {
		w = &warpMarks{}
		r.warps[id] = w
	}
	return w
}

// access numbers a watched access before it changes memory.
func (r *waitRecorder) access(a *trace.Access) {
	if a.Space == ir.Global && r.watched[a.PC] {
		w := r.warp(a.Block, a.Warp)
		w.unmixed = w.unmixed && a.Active&^w.lanes == 0
		w.next++
	}
}

// polled notes for each lane that leaves its loop which changes it needs: the fewest with which it
// leaves. The executor may have made more of them before the lane looked.
func (r *waitRecorder) polled(a *trace.Access, leaves func(lane int, value uint64) (leaves, known bool)) {
	w := r.warp(a.Block, a.Warp)
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		lane := rest.First()
		for at := range wordsOf(a, lane) {
			i := r.wordAt(at)
			x := &r.words[i]
			x.polled = true
			if n := x.needed(a.Bytes, func(v uint64) (bool, bool) { return leaves(lane, v) }); n > 0 {
				w.await(Mark{w.next - 1, Await, i, uint32(n)})
			}
		}
	}
}

// needed returns the fewest changes of a word with which a lane leaves its loop. It returns 0 where the value of the word
// alone does not decide that, and where the lane leaves with any of its values: such a loop may go on by itself.
func (x *word) needed(bytes int, leaves func(value uint64) (leaves, known bool)) int {
	n := len(x.values) - 1
	if n < 1 || bytes != x.bytes || bytes > valueBytes {
		return 0
	}
	for i := n; i >= 0; i-- {
		switch out, known := leaves(x.values[i]); {
		case !known, !out && i == n: // in the second case the lane polls again
			return 0
		case !out:
			return i + 1
		}
	}
	return 0
}

// valueBytes is the size of the largest element whose values are kept.
const valueBytes = 8

// await adds a mark, unless another lane of the access has added an equal or a stronger one.
func (w *warpMarks) await(m Mark) {
	for i := len(w.marks) - 1; i >= 0 && w.marks[i].At == m.At; i-- {
		if x := &w.marks[i]; x.Kind == Await && x.Word == m.Word {
			x.Count = max(x.Count, m.Count)
			return
		}
	}
	w.marks = append(w.marks, m)
}

// changed notes that the last access of a warp has changed memory.
func (r *waitRecorder) changed(a trace.Change) {
	if !r.watched[a.PC] {
		return
	}
	w := r.warp(a.Block, a.Warp)
	w.unmixed = false
	from := len(w.marks)
	for rest := a.Active; rest != 0; rest &= rest - 1 {
		lane := rest.First()
		for at := range wordsOf(a.Access, lane) {
			i := r.wordAt(at)
			if slices.ContainsFunc(w.marks[from:], func(m Mark) bool { return m.Word == i }) {
				continue
			}
			w.marks = append(w.marks, Mark{w.next - 1, Change, i, 0})
			r.words[i].change(a.Bytes, a.Before[lane], a.Now(at, min(a.Bytes, valueBytes)))
		}
	}
}

// change notes a change of a word.
func (x *word) change(bytes int, before, value uint64) {
	if len(x.values) == 0 {
		x.values = append(x.values, before)
	}
	if x.bytes != bytes && x.bytes != 0 {
		bytes = mixed
	}
	x.bytes, x.values = bytes, append(x.values, value)
}

// turn notes that lanes are at the head of a loop that waits. After a whole turn in which they have
// changed nothing, that turn was in vain.
func (r *waitRecorder) turn(e trace.Event, again bool) {
	w := r.warp(e.Block, e.Warp)
	if again && w.unmixed && w.lanes == e.Lanes && w.turn < w.next {
		for n := len(w.marks); n > 0 && w.marks[n-1].At >= w.turn; n-- {
			w.marks = w.marks[:n-1]
		}
		if n := len(w.marks); n > 0 && w.marks[n-1].Kind == Vain && w.marks[n-1].Count == w.turn {
			w.marks[n-1].Count = w.next
		} else {
			w.marks = append(w.marks, Mark{w.turn, Vain, 0, w.next})
		}
	}
	w.turn, w.lanes, w.unmixed = w.next, e.Lanes, true
}

// flow notes which lanes of a warp continue.
func (r *waitRecorder) flow(e trace.Event) {
	if w := r.warps[warpID{e.Block, e.Warp}]; w != nil && e.Lanes != w.lanes {
		w.unmixed = false
	}
}

// wordsOf returns the addresses of the words of a lane: an element whose value is kept is one.
func wordsOf(a *trace.Access, lane int) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		from, step := a.Lane(lane), uint64(valueBytes)
		if a.Bytes > valueBytes {
			step = wordBytes
		}
		for at := from; at < from+uint64(a.Bytes) && yield(at); at += step {
		}
	}
}

// wordAt returns the number of the word at an address.
func (r *waitRecorder) wordAt(addr uint64) int32 {
	i, known := r.number[addr]
	if !known {
		i = int32(len(r.words))
		r.number[addr], r.words = i, append(r.words, word{})
	}
	return i
}

// merge gives the marks to the trace, without changes of words that nobody polls.
func (r *waitRecorder) merge() {
	w := r.watching
	w.count, w.marks = len(r.words), []Mark{{At: math.MaxUint32, Kind: NoMark}}
	for id, x := range r.warps {
		w.first[id] = int32(len(w.marks))
		for _, m := range x.marks {
			if m.Kind != Change || r.words[m.Word].polled {
				w.marks = append(w.marks, m)
			}
		}
		w.marks = append(w.marks, Mark{At: math.MaxUint32, Kind: NoMark})
	}
}
