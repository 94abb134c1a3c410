package litmus

// This file searches: it enumerates the paths of threads, the writes that reads read
// from, and the orders of fences and writes.

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// domains holds, by thread and place, the values that the thread may write. Each has
// the length of the shortest chain of writes that leads to it: no value depends on
// itself (8.10.4), so a chain is no longer than an execution has writes.
type domains []map[place]map[uint64]int

// add adds what a write writes, and reports whether it is new.
func (d domains) add(e *event) bool {
	own := d[e.thread]
	if own[e.at] == nil {
		own[e.at] = map[uint64]int{}
	}
	chain, known := own[e.at][e.write]
	if known && chain <= e.chain {
		return false
	}
	own[e.at][e.write] = e.chain
	return true
}

// readable returns the values that the read at which t waits may return, with their
// chains: the initial one, what other threads write, and what t has written.
func (d domains) readable(t *thread) map[uint64]int {
	at := t.trace[len(t.trace)-1].at
	list := map[uint64]int{}
	for _, e := range t.trace {
		if e.writes && e.at == at {
			list[e.write] = e.chain
		}
	}
	for i, own := range d {
		for v, chain := range own[at] {
			if old, known := list[v]; i != t.index && (!known || chain < old) {
				list[v] = chain
			}
		}
	}
	list[t.x.initial(at)] = 0
	return list
}

// paths returns the paths of each thread. A write can give a read a new value, from
// which another write computes a new value.
func (x *explorer) paths() ([][]*thread, error) {
	d := make(domains, x.threads())
	for i := range d {
		d[i] = map[place]map[uint64]int{}
	}
	for writes := -1; ; {
		all := make([][]*thread, x.threads())
		for i := range all {
			list, err := x.pathsOf(i, d)
			if err != nil {
				return nil, err
			}
			all[i] = list
		}
		every := slices.Concat(all...)
		before := writes
		writes = max(writes, most(all, (*thread).writes))
		if !d.grow(every, writes) && writes == before {
			x.target(every)
			return all, x.checkPaths(all)
		}
	}
}

// grow adds the values that some path writes at the end of a chain of at most so many
// writes, and reports whether one is new.
func (d domains) grow(paths []*thread, writes int) bool {
	grown := false
	for _, t := range paths {
		for i := range t.trace {
			e := &t.trace[i]
			grown = e.writes && e.chain <= writes && d.add(e) || grown
		}
	}
	return grown
}

// most adds up, over the threads, the largest number that a path has.
func most(all [][]*thread, number func(*thread) int) int {
	sum := 0
	for _, list := range all {
		largest := 0
		for _, t := range list {
			largest = max(largest, number(t))
		}
		sum += largest
	}
	return sum
}

// writes returns the number of writes of a path.
func (t *thread) writes() int {
	n := 0
	for i := range t.trace {
		if t.trace[i].writes {
			n++
		}
	}
	return n
}

// length returns the number of events of a path.
func (t *thread) length() int { return len(t.trace) }

// target lists the elements of global memory that some path writes, in address order.
func (x *explorer) target(paths []*thread) {
	for _, t := range paths {
		for _, e := range t.trace {
			if e.writes && e.at.space == ir.Global && !slices.Contains(x.targets, e.at) {
				x.targets = append(x.targets, e.at)
			}
		}
	}
	slices.SortFunc(x.targets, byAddress)
}

// byAddress orders places.
func byAddress(p, q place) int {
	return cmp.Or(cmp.Compare(p.space, q.space), cmp.Compare(p.block, q.block), cmp.Compare(p.addr, q.addr))
}

// checkPaths refuses paths that the model or the search cannot take.
func (x *explorer) checkPaths(all [][]*thread) error {
	if longest := most(all, (*thread).length); longest > maxAllEvents {
		return x.refuse(nil, "use fewer threads, or fewer accesses", "an execution has up to %d accesses, fences and barriers, and all outcomes can be listed for %d", longest, maxAllEvents)
	}
	var places []place
	for p := range x.names {
		for _, q := range places {
			if p.overlaps(q) {
				return x.refuse(nil, "make all accesses of one element with one type", "%s and %s overlap, and the memory model describes accesses of one size only", x.names[p], x.names[q])
			}
		}
		places = append(places, p)
	}
	return nil
}

// pathsOf returns the paths of one thread whose reads return values of the domains.
func (x *explorer) pathsOf(index int, d domains) ([]*thread, error) {
	var done []*thread
	var walk func(t *thread) error
	walk = func(t *thread) error {
		for {
			s, err := t.advance()
			switch {
			case err != nil:
				return err
			case s == cut && t.long():
				return x.refuse(t.trace[len(t.trace)-1].in, "shorten the kernel", "a thread of %s makes more than %d accesses, or executes more than %d instructions", x.Kernel.Name, maxEvents, maxSteps)
			case s == cut:
				return nil
			case s == ended || s == faulted:
				done = append(done, t)
			case s == wants:
				return x.fork(t, d, walk)
			}
			if s != passed {
				break
			}
		}
		if len(done) > maxPaths {
			return x.refuse(nil, "use fewer threads, or fewer accesses", "thread %d of %s has more than %d paths", index, x.Kernel.Name, maxPaths)
		}
		return nil
	}
	return done, walk(x.newThread(index))
}

// long reports whether a path was cut for its length.
func (t *thread) long() bool { return t.steps > maxSteps || len(t.trace) > maxEvents }

// fork goes on with each value that the read at which t waits may return.
func (x *explorer) fork(t *thread, d domains, walk func(*thread) error) error {
	values := d.readable(t)
	for _, v := range slices.Sorted(maps.Keys(values)) {
		c := t.clone()
		c.supply(v, values[v])
		if err := walk(c); err != nil {
			return err
		}
	}
	return nil
}

// outcome is one final state of memory, with one execution that ends in it.
type outcome struct {
	final     map[place]uint64
	execution *execution
}

// search looks for the consistent executions of given paths.
type search struct {
	*explorer
	paths  [][]*thread // by thread
	chosen []*thread

	numbers   map[contents]int
	exchanges [][]exchange // by thread and path
	rest      []values     // by thread: what it and all later ones may give
	tried     int          // combinations of paths, partial ones too

	found map[string]*outcome // by key
	total int                 // consistent executions
	fault error
}

// run tries each combination of paths.
func (s *search) run() error {
	if err := s.prepare(); err != nil {
		return err
	}
	if s.choose(exchange{}); s.tried > maxCandidates {
		return s.refuse(nil, "use fewer threads, or fewer accesses", "%s has more than %d combinations of paths", s.Kernel.Name, maxCandidates)
	}
	return s.fault
}

// contents is an element of memory with a value.
type contents struct {
	at    place
	value uint64
}

// values is a set of contents, by their numbers in search.numbers.
type values [4]uint64

func (v *values) add(i int) { v[i/64] |= 1 << (i % 64) }

// or returns the union.
func (v values) or(w values) values {
	for i := range v {
		v[i] |= w[i]
	}
	return v
}

// in reports whether w holds all of v.
func (v values) in(w values) bool {
	for i := range v {
		if v[i]&^w[i] != 0 {
			return false
		}
	}
	return true
}

// exchange is what the reads of a path need, and what its writes give.
type exchange struct{ needs, gives values }

// prepare computes the exchange of each path.
func (s *search) prepare() error {
	s.numbers = map[contents]int{}
	s.rest = make([]values, len(s.paths)+1)
	for i := len(s.paths) - 1; i >= 0; i-- {
		s.rest[i] = s.rest[i+1]
		list := make([]exchange, len(s.paths[i]))
		for j, t := range s.paths[i] {
			for k := range t.trace {
				s.count(&list[j], &t.trace[k])
			}
			s.rest[i] = s.rest[i].or(list[j].gives)
		}
		s.exchanges = append([][]exchange{list}, s.exchanges...)
	}
	if n := len(s.numbers); n > 64*len(values{}) {
		return s.refuse(nil, "use fewer threads, or fewer accesses", "the elements that %s accesses may take %d values", s.Kernel.Name, n)
	}
	return nil
}

// count adds an event to the exchange of its path. Numbers beyond those of a set
// are left out: prepare then refuses the launch.
func (s *search) count(x *exchange, e *event) {
	add := func(v *values, c contents) {
		if _, ok := s.numbers[c]; !ok {
			s.numbers[c] = len(s.numbers)
		}
		if i := s.numbers[c]; i < 64*len(v) {
			v.add(i)
		}
	}
	if e.reads() && e.read != s.initial(e.at) {
		add(&x.needs, contents{e.at, e.read})
	}
	if e.writes {
		add(&x.gives, contents{e.at, e.write})
	}
}

// choose chooses a path of each thread from the next on. What the reads of the chosen
// paths need must come from some thread.
func (s *search) choose(sofar exchange) {
	i := len(s.chosen)
	if s.tried++; s.tried > maxCandidates || !sofar.needs.in(sofar.gives.or(s.rest[i])) {
		return
	}
	if i == len(s.paths) {
		s.readFrom(newExecution(s.explorer, s.chosen), 0)
		return
	}
	for j, t := range s.paths[i] {
		x := s.exchanges[i][j]
		s.chosen = append(s.chosen, t)
		s.choose(exchange{sofar.needs.or(x.needs), sofar.gives.or(x.gives)})
		s.chosen = s.chosen[:i]
	}
}

// readFrom chooses the writes that event r and those behind it read from.
func (s *search) readFrom(e *execution, r int) {
	for r < len(e.events) && !e.events[r].reads() {
		r++
	}
	if r == len(e.events) {
		if !e.thinAir() {
			s.orderFences(e, fencesOf(e), newRelation(len(e.events)))
		}
		return
	}
	read := &e.events[r]
	for w := range e.events {
		p := &e.events[w]
		if w != r && p.writes && p.at == read.at && p.write == read.read {
			e.from[r] = w
			s.readFrom(e, r+1)
		}
	}
	if e.x.initial(read.at) == read.read {
		e.from[r] = initial
		s.readFrom(e, r+1)
	}
}

// fencesOf lists the fences of an execution.
func fencesOf(e *execution) []int {
	var list []int
	for i := range e.events {
		if e.events[i].kind == fence {
			list = append(list, i)
		}
	}
	return list
}

// orderFences chooses a Fence-SC order (8.9.3): a total order of the fences, of which
// the morally strong pairs count.
func (s *search) orderFences(e *execution, left []int, fences relation) {
	if len(left) == 0 {
		if cause, ok := e.causality(fences); ok && !e.readsInVain(cause) {
			s.orderWrites(e, cause)
		}
		return
	}
	for i, f := range left {
		rest := slices.Delete(slices.Clone(left), i, i+1)
		if slices.ContainsFunc(rest, func(g int) bool { return e.order.has(g, f) }) {
			continue
		}
		next := fences.clone()
		for _, g := range rest {
			if e.strong.has(f, g) {
				next.add(f, g)
			}
		}
		s.orderFences(e, rest, next)
	}
}

// orderWrites begins with the coherence order that causality asks for (8.10.1).
func (s *search) orderWrites(e *execution, cause relation) {
	coherence := newRelation(len(e.events))
	for a := range e.events {
		for b := range e.events {
			if e.events[a].writes && e.events[b].writes && e.same.has(a, b) && cause.has(a, b) {
				coherence.add(a, b)
			}
		}
	}
	s.orderPairs(e, cause, coherence.close(), 0)
}

// orderPairs orders the morally strong pairs of writes from event a on that are not
// ordered yet (8.9.6).
func (s *search) orderPairs(e *execution, cause, coherence relation, a int) {
	if coherence.cyclic() {
		return
	}
	for ; a < len(e.events); a++ {
		for b := a + 1; b < len(e.events); b++ {
			if !e.events[a].writes || !e.events[b].writes || !e.same.has(a, b) || !e.strong.has(a, b) || coherence.has(a, b) || coherence.has(b, a) {
				continue
			}
			for _, pair := range [][2]int{{a, b}, {b, a}} {
				next := coherence.clone()
				next.add(pair[0], pair[1])
				s.orderPairs(e, cause, next.close(), a)
			}
			return
		}
	}
	if e.coherent(cause, coherence) {
		s.keep(e, coherence)
	}
}

// keep records the outcomes of a consistent execution: each place ends with a write
// that no other follows in coherence order.
func (s *search) keep(e *execution, coherence relation) {
	s.total++
	for _, t := range s.chosen {
		if t.fault != nil && s.fault == nil {
			s.fault = s.faultOf(t)
		}
	}
	last := map[place][]uint64{}
	for _, p := range s.targets {
		last[p] = nil
	}
	for w := range e.events {
		if p := &e.events[w]; p.writes && p.at.space == ir.Global && coherence[w] == 0 && !slices.Contains(last[p.at], p.write) {
			last[p.at] = append(last[p.at], p.write)
		}
	}
	for p, values := range last {
		if values == nil {
			last[p] = []uint64{s.initial(p)}
		}
	}
	s.finals(e, last, s.targets, map[place]uint64{})
}

// faultOf is the error of a launch of which some execution faults.
func (s *search) faultOf(t *thread) error {
	d := *t.fault
	d.Message = fmt.Sprintf("in some executions thread %v of block %v fails: %s", t.inside, t.block, d.Message)
	d.Hint = "correct the kernel first: gpusim check says more"
	return d
}

// finals records each combination of final values.
func (s *search) finals(e *execution, last map[place][]uint64, left []place, final map[place]uint64) {
	if len(left) == 0 {
		s.record(e, final)
		return
	}
	for _, v := range last[left[0]] {
		final[left[0]] = v
		s.finals(e, last, left[1:], final)
	}
}

// record keeps an outcome with the first execution that has it.
func (s *search) record(e *execution, final map[place]uint64) {
	k := s.key(final)
	if s.found[k] != nil {
		return
	}
	kept := *e
	kept.from = slices.Clone(e.from)
	o := &outcome{final: map[place]uint64{}, execution: &kept}
	for p, v := range final {
		o.final[p] = v
	}
	s.found[k] = o
}

// key identifies the contents of memory.
func (x *explorer) key(final map[place]uint64) string {
	var b strings.Builder
	for _, p := range x.targets {
		fmt.Fprintf(&b, "%x ", final[p])
	}
	return b.String()
}
