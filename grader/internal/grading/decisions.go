package grading

// This file finds launches for what no launch has decided: a condition on sizes that was always
// false guards code that nothing has tested.

import (
	"maps"
	"math"
	"reflect"
	"slices"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/report"
	"gpucourse/grader/internal/simulator"
	"gpucourse/grader/rubric"
)

// mostUndecided is how many sizes run for undecided conditions at most, mostFailed how many may
// turn out to decide nothing. mostSteps bounds what a search evaluates for each extent, in instructions.
const (
	mostUndecided = 64
	mostFailed    = 256
	mostSteps     = 5_000_000
)

// decisions follows which sides the conditions of a kernel take.
type decisions struct {
	*report.Conditions
	registers registers
	taken     []report.Sides // by condition, in all runs
	sides     []report.Sides // of one launch
	one       []report.Sides // of one evaluation
	seen      []observation
	looked    int // at threads
}

// observation is what the inputs of the conditions were in a run with slices of exact length.
type observation struct {
	size   rubric.Size
	inputs []report.Input
}

// newDecisions returns nil for a program that does not know its conditions.
func newDecisions(p simulator.Program) *decisions {
	d, ok := p.(simulator.Deciding)
	if !ok {
		return nil
	}
	c := d.Conditions()
	none := func() []report.Sides { return make([]report.Sides, len(c.Needs)) }
	return &decisions{Conditions: c, registers: newRegisters(c), taken: none(), sides: none(), one: none()}
}

// observe notes what a launch decides.
func (d *decisions) observe(l *launch) {
	if d == nil || len(d.Needs) == 0 {
		return
	}
	inputs := d.inputsOf(&l.Launch)
	d.Decide(inputs, d.sides)
	if d.depends(d.taken, func(s report.Sides) bool { return s != report.False|report.True }) {
		d.corners(inputs)
		d.decideFor(d.spread(inputs), inputs)
	}
	add(d.taken, d.sides)
	if l.run.draw.Run > 0 {
		d.seen = append(d.seen, observation{l.run.size, inputs})
	}
}

// decide sets sides to those that conditions take in a launch with these inputs. It looks at threads
// where a condition that depends on them is undecided, and most is above 0. It returns at how many.
func (d *decisions) decide(inputs []report.Input, taken []report.Sides, most int) (threads int) {
	d.Decide(inputs, d.sides)
	if most <= 0 || !d.depends(taken, oneSide) {
		return 0
	}
	before := d.looked
	d.corners(inputs)
	return d.looked - before
}

// decideFor adds to sides those that conditions take for threads.
func (d *decisions) decideFor(list []thread, inputs []report.Input) {
	extents := d.registers.extents(inputs)
	d.looked += len(list)
	for _, t := range list {
		d.registers.set(inputs, t, extents)
		d.Decide(inputs, d.one)
		add(d.sides, d.one)
	}
	d.registers.clear(inputs)
}

// depends reports whether a condition of some kind depends on the thread.
func (d *decisions) depends(taken []report.Sides, kind func(report.Sides) bool) bool {
	for i, s := range taken {
		if kind(s) && d.Own[i]&d.OfThread != 0 {
			return true
		}
	}
	return false
}

// inputsOf returns the inputs in a launch.
func (d *decisions) inputsOf(l *simulator.Launch) []report.Input {
	inputs := make([]report.Input, len(d.Inputs))
	for i, s := range d.Inputs {
		inputs[i] = inputOf(s, l)
	}
	return inputs
}

// inputOf returns the value of an input in a launch.
func inputOf(s report.Source, l *simulator.Launch) report.Input {
	switch {
	case s.Register != report.NoRegister:
		n, ok := s.Register.Of(arch.Dim3(l.Grid), arch.Dim3(l.Block), l.Shared)
		return report.Input{Bits: uint64(n), Known: ok}
	case s.Argument < 0:
		return report.Input{}
	case s.Length:
		return report.Input{Bits: uint64(reflect.ValueOf(l.Args[s.Argument]).Len()), Known: true}
	}
	return number(l.Args[s.Argument])
}

// number returns a scalar as its bits.
func number(v any) report.Input {
	switch v := v.(type) {
	case int:
		return report.Input{Bits: uint64(v), Known: true}
	case float32:
		return report.Input{Bits: uint64(math.Float32bits(v)), Known: true}
	case float64:
		return report.Input{Bits: math.Float64bits(v), Known: true}
	}
	return report.Input{}
}

// undecided reports whether a condition has taken one side only.
func undecided(taken []report.Sides) bool { return slices.ContainsFunc(taken, oneSide) }

// oneSide reports whether one side has been taken, and the other one has not. Where neither has, a
// condition depends on data, or lies behind another one.
func oneSide(s report.Sides) bool { return s == report.False || s == report.True }

// shapes returns shapes of launches in which conditions take sides that they have not taken, one
// for each side that can be found.
func (d *decisions) shapes(k *rubric.Kernel, seed uint64, measured rubric.Size) (found []rubric.Shape) {
	if d == nil || k.Spans == nil || !undecided(d.taken) {
		return nil
	}
	laws := d.laws(k)
	taken, failed, skip := slices.Clone(d.taken), 0, 0
	inputs := make([]report.Input, len(d.Inputs))
	threads, steps := mostThreads*len(k.Spans), mostSteps*len(k.Spans)
	k.Search(seed, measured, d.axes(laws, len(k.Spans)), func(s rubric.Shape) (useful, more bool) {
		if skip > 0 {
			skip--
			return false, true
		}
		for i := range inputs {
			inputs[i] = laws[i].input(s)
		}
		looked := d.decide(inputs, taken, threads)
		threads, steps = threads-looked, steps-d.Steps*(1+looked)
		if !news(taken, d.sides) {
			return false, steps > 0 && d.goOn(taken, threads)
		}
		c := k.MakeCase(s.Size, rubric.Draw{Seed: seed, Run: 1, Wanted: s.Wanted}).Exact()
		d.decide(d.inputsOf(LaunchOf(c, simulator.Results)), taken, math.MaxInt)
		if useful = news(taken, d.sides); useful {
			add(taken, d.sides)
			found = append(found, rubric.Shape{Size: slices.Clone(s.Size), Wanted: maps.Clone(s.Wanted)})
		} else {
			failed++ // a law did not hold, or the number cannot be drawn: near shapes fail, too
			skip = failed / 8
		}
		return useful, len(found) < mostUndecided && failed < mostFailed && steps > 0 && d.goOn(taken, threads)
	})
	return found
}

// goOn reports whether a condition is undecided, and can be decided when so many threads may still
// be looked at.
func (d *decisions) goOn(taken []report.Sides, threads int) bool {
	for i, s := range taken {
		if ofOne := d.Own[i]&d.OfThread != 0 && d.Own[i] != report.Everything; oneSide(s) && (threads > 0 || !ofOne) {
			return true
		}
	}
	return false
}

// news reports whether sides are among those not taken yet.
func news(taken, sides []report.Sides) bool {
	for i, s := range sides {
		if s&^taken[i] != 0 {
			return true
		}
	}
	return false
}

func add(taken, sides []report.Sides) {
	for i, s := range sides {
		taken[i] |= s
	}
}

// laws returns what the inputs follow from.
func (d *decisions) laws(k *rubric.Kernel) (laws []law) {
	c := k.MakeCase(k.Sizes[0], rubric.Draw{})
	for i, s := range d.Inputs {
		if d.OfThread&report.Need(i) != 0 {
			laws = append(laws, law{})
			continue
		}
		l := d.lawOf(i)
		if l.kind == drawn {
			l.name = s.Register.String()
			if s.Argument >= 0 && !s.Length {
				l.name = c.Args[s.Argument].Name()
				_, l.float = c.Args[s.Argument].Value().(float32)
			}
		}
		laws = append(laws, l)
	}
	return laws
}

// axes returns along what to search: what the undecided conditions depend on.
func (d *decisions) axes(laws []law, extents int) rubric.Axes {
	var needs uint64
	for i, s := range d.taken {
		if oneSide(s) {
			needs |= d.Needs[i]
		}
	}
	for _, blocks := range d.registers.extent[dimensions:] {
		if needs&d.OfThread != 0 && blocks >= 0 {
			needs |= report.Need(blocks) // which threads there are
		}
	}
	of, all := uint(0), false
	axes := rubric.Axes{Free: map[string][]float64{}}
	for i, l := range laws {
		switch {
		case needs&report.Need(i) == 0:
		case l.kind == follows:
			of |= l.of
		case l.kind == drawn:
			if list := d.tries(i, l.float); len(list) > 0 {
				axes.Free[l.name] = list
			}
			all = all || !l.float // a size bounds integers that are drawn for it
		}
	}
	for i := range extents {
		if of>>i&1 == 1 || all {
			axes.Extents = append(axes.Extents, i)
		}
	}
	return axes
}

// tries returns values of an input that is drawn: multiples of 1/64, or of what divides all that
// were seen, up to twice the largest of these, and down to its negative if one of them was negative.
// It returns none for an integer that was always 0.
func (d *decisions) tries(input int, float bool) (list []float64) {
	const unit, most = 64, 64
	if float {
		for i := -most * unit; i <= most*unit; i++ {
			list = append(list, float64(i)/unit)
		}
		return list
	}
	largest, step, negative := 1, 0, false
	for _, o := range d.seen {
		v := o.value(input)
		negative = negative || v < 0
		v = max(v, -v)
		largest = max(largest, v)
		for step, v = v, step; v != 0; step, v = v, step%v {
		}
	}
	for n := step; n > 0 && n <= 2*largest; n += step {
		list = append(list, float64(n))
	}
	if negative {
		for _, n := range slices.Clone(list) {
			list = append(list, -n)
		}
		list = append(list, 0)
	}
	return list
}

// law says what an input follows from: ⌈times·p/unit⌉ + plus, where p is the product of some
// extents of the size.
type law struct {
	kind              kind
	of                uint // the extents, as bits
	times, unit, plus int
	name              string // of a drawn number
	float             bool
}

// kind says whether a law is known.
type kind int

// The kinds of laws.
const (
	unknown kind = iota
	follows
	drawn // from no extent
)

// input returns the value of an input for a shape.
func (l *law) input(s rubric.Shape) report.Input {
	switch v, wanted := s.Wanted[l.name]; {
	case l.kind == follows:
		return report.Input{Bits: uint64(l.value(s.Size)), Known: true}
	case wanted && l.float:
		return number(float32(v))
	case wanted:
		return number(int(v))
	}
	return report.Input{}
}

func (l *law) value(s rubric.Size) int {
	p := l.times
	for i, n := range s {
		if l.of>>i&1 == 1 {
			p *= n
		}
	}
	return (p+l.unit-1)/l.unit + l.plus
}

// lawOf returns the first law that all observations of an input obey. Sizes and multiples of
// them come before numbers of blocks.
func (d *decisions) lawOf(input int) law {
	if len(d.seen) == 0 {
		return law{}
	}
	for of := range uint(1) << len(d.seen[0].size) {
		for _, l := range d.candidates(input, of) {
			if d.obeys(input, l) {
				l.kind = follows
				return l
			}
		}
	}
	return law{kind: drawn}
}

// value returns the integer that an input was in an observation.
func (o *observation) value(input int) int { return int(int64(o.inputs[input].Bits)) }

// candidates returns laws that the smallest and the largest observation of some extents obey.
func (d *decisions) candidates(input int, of uint) (list []law) {
	p := law{of: of, times: 1, unit: 1}
	low, high := &d.seen[0], &d.seen[0]
	for i := range d.seen {
		if o := &d.seen[i]; p.value(o.size) < p.value(low.size) {
			low = o
		} else if p.value(o.size) > p.value(high.size) {
			high = o
		}
	}
	from, to := low.value(input), high.value(input)
	least, most := p.value(low.size), p.value(high.size)
	if least == most {
		return []law{{of: 0, times: 0, unit: 1, plus: from}}
	}
	times := (to - from) / (most - least)
	list = append(list, law{of: of, times: times, unit: 1, plus: from - times*least})
	if unit := d.unit(input, &p); unit > 0 {
		list = append(list, law{of: of, times: 1, unit: unit})
	}
	return list
}

// unit returns the smallest number that p has to be divided by, rounded up, to give what was observed
// of an input at every size, or 0.
func (d *decisions) unit(input int, p *law) int {
	least, most := 1, math.MaxInt
	for i := range d.seen {
		n, v := p.value(d.seen[i].size), d.seen[i].value(input)
		if v < 1 {
			return 0
		}
		least = max(least, (n+v-1)/v)
		if v > 1 {
			most = min(most, (n-1)/(v-1))
		}
	}
	if least > most {
		return 0
	}
	return least
}

// obeys reports whether all observations of an input obey a law.
func (d *decisions) obeys(input int, l law) bool {
	return !slices.ContainsFunc(d.seen, func(o observation) bool { return o.value(input) != l.value(o.size) })
}
