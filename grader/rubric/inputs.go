package rubric

// This file draws the contents of inputs. Numbers have properties that kernels depend on
// without saying so: negative, zero, equal, sorted, extreme.

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"gpucourse/gpusim/report"
)

// Random draws the inputs of a launch.
type Random struct {
	*rand.Rand
	// Even draws each number for itself, and factors that are neither 0 nor ±1: what a
	// kernel counts is then about the same for every seed. Otherwise ranges of an array
	// get a property, and factors any value.
	Even   bool
	draw   Draw
	arrays int      // drawn so far
	series []Series // drawn so far
}

// planted adds a series, and passes to put what shall be in it instead of numbers that are drawn.
func (r *Random) planted(s Series, put func(index int, v float64)) {
	number := len(r.series)
	r.series = append(r.series, s)
	for _, p := range r.draw.Planted {
		if p.Series != number && p.Series != EverySeries || r.Even {
			continue
		}
		first, last := p.First, s.Count
		if first < 0 {
			first += s.Count
		}
		if p.Count > 0 {
			last = min(last, first+p.Count)
		}
		for i := max(0, first); i < last; i++ {
			v := p.Start + float64(i-first)*p.Step
			if len(p.Cycle) > 0 {
				v = p.Cycle[(i-first)%len(p.Cycle)]
			}
			put(i, min(max(v, s.Least), s.Most))
		}
	}
}

// wanted returns a number that shall not be drawn; false where there is none from least to most.
func (r *Random) wanted(name string, least, most float64) (float64, bool) {
	v, ok := r.draw.Wanted[name]
	return v, ok && !r.Even && least <= v && v <= most
}

// exactSum is up to where a float32 holds all whole numbers.
const exactSum = 1 << 24

// exactFactor returns the largest factor up to most with which a float32 holds a sum of that number of products exactly.
func exactFactor(most, products int) int {
	return min(most, int(math.Sqrt(exactSum/float64(max(1, products)))))
}

// most returns a bound on numbers: that of runs that are measured, or of all others.
func (r *Random) most(measured, others int) int {
	if r.Even {
		return measured
	}
	return others
}

// Factor draws a factor: in turn a special one, one that the code mentions or beside it, and any.
func (r *Random) Factor(name string) float32 {
	if v, ok := r.wanted(name, -largestFactor, largestFactor); ok {
		return float32(v)
	}
	special := []float32{0, 1, -1}
	factor := float32(2+r.IntN(30))/16 + 1.0/64
	if !r.Even && r.draw.Turn%2 == 1 {
		factor *= 1 + float32(r.IntN(1<<20))/(1<<23)
	}
	any := [...]float32{factor, -factor}[r.IntN(2)]
	turn := r.draw.Turn / 3
	shall := false
	r.planted(Series{Count: 1, Least: -largestFactor, Most: largestFactor}, func(_ int, v float64) { any, shall = float32(v), true })
	switch {
	case r.Even, shall:
	case r.draw.Turn%3 == 0:
		return special[turn%len(special)]
	case r.draw.Turn%3 == 1:
		if own := r.mentioned(-largestFactor, largestFactor); len(own) > 0 {
			return float32(own[0]) + [...]float32{0, 1.0 / 64, -1.0 / 64}[turn%3]
		}
	}
	return any
}

// largestFactor is that of the factors that follow from the code.
const largestFactor = 1024

// mentioned returns the numbers in the code from least to most, those first that something is
// compared with.
func (r *Random) mentioned(least, most float64) (list []float64) {
	if r.draw.Constants == nil {
		return nil
	}
	for _, numbers := range [][]float64{r.draw.Constants.Compared, r.draw.Constants.Others} {
		numbers = slices.DeleteFunc(slices.Clone(numbers), func(v float64) bool { return v < least || v > most })
		r.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
		list = append(list, numbers...)
	}
	return list
}

// Blocks is the name of the number of blocks in Draw.Wanted.
var Blocks = report.GridDimX.String()

// someBlocks draws a grid for a kernel that takes any, around a number of blocks.
func (r *Random) someBlocks(usual int) Dim {
	if r.draw.OneBlock {
		return Dim{1, 1, 1}
	}
	if !r.Even {
		most := 2 * usual
		if n, ok := r.wanted(Blocks, 1, float64(most)); ok {
			return Dim{int(n), 1, 1}
		}
		usual = 1 + r.IntN(most)
		if own := r.mentioned(1, float64(most)); len(own) > 0 && r.IntN(2) == 0 {
			usual = int(own[r.IntN(len(own))])
		}
	}
	return Dim{usual, 1, 1}
}

// Numbers draws n whole numbers from least to most.
func (r *Random) Numbers(n, least, most int) []int { return r.multiples(n, least, most, 1) }

// multiples is Numbers for the multiples of a unit.
func (r *Random) multiples(n, least, most int, unit float64) []int {
	data := r.unplanted(n, least, most, unit)
	r.planted(Series{n, float64(least) * unit, float64(most) * unit, unit}, func(i int, v float64) { data[i] = int(math.Round(v / unit)) })
	return data
}

// unplanted is multiples without what shall not be drawn.
func (r *Random) unplanted(n, least, most int, unit float64) []int {
	data := make([]int, n)
	if extreme := r.extreme(); extreme != 0 {
		for i := range data {
			data[i] = [...]int{least, most}[(1+extreme)/2]
		}
		return data
	}
	for from := 0; from < n; {
		to := n
		if r.IntN(2) == 0 {
			to = from + 1 + r.IntN(n-from)
		}
		r.fill(data[from:to], least, most)
		from = to
	}
	plant(r, data, r.asMultiples(least, most, unit))
	within := func(v int) int { return min(max(v, least), most) }
	setSpecial(r, data, [][]int{{within(0)}, {least, within(-1)}, {most, within(1)}})
	return data
}

// extreme returns 1 where the numbers of the series that is drawn next shall all be the largest, −1 where they shall be the least.
func (r *Random) extreme() int {
	switch {
	case r.Even:
		return 0
	case r.draw.Opposite && len(r.series)%2 == 1:
		return -r.draw.Extreme
	}
	return r.draw.Extreme
}

// asMultiples returns the numbers in the code, and behind them those beside them, as multiples of a
// unit from least to most.
func (r *Random) asMultiples(least, most int, unit float64) (list []int) {
	numbers := r.mentioned(float64(least-1)*unit, float64(most+1)*unit)
	for _, beside := range [...]int{0, -1, 1} {
		for _, v := range numbers {
			if m := v / unit; m == math.Trunc(m) && least <= int(m)+beside && int(m)+beside <= most {
				list = append(list, int(m)+beside)
			}
		}
	}
	return list
}

// plant puts numbers of the code into the arrays of every other size, each of them into a small
// array more than once; into a third of the elements at most.
func plant[T any](r *Random, data, numbers []T) {
	const small = 64
	if r.Even || len(numbers) == 0 || r.draw.Turn%2 == 0 {
		return
	}
	places := (len(data) + 2) / 3
	if len(data) > small {
		places = min(places, len(numbers))
	}
	for i := range places {
		data[r.IntN(len(data))] = numbers[i%len(numbers)]
	}
}

// setSpecial sets the first, the last and a middle number to special ones, given by kinds: kernels
// treat these in their own way, whatever the others are. From size to size each pair of kinds and
// each number of a kind takes its turn. In every other turn neighbours are equal, too. One turn
// leaves the numbers as they are, and another one makes the last number equal to the first.
func setSpecial[T any](r *Random, data []T, kinds [][]T) {
	r.arrays++
	if r.Even || len(data) == 0 {
		return
	}
	n, last := len(kinds), len(data)-1
	turn := r.draw.Turn + rand.New(rand.NewPCG(r.draw.Seed, uint64(r.arrays))).IntN(n*n)
	of := func(kind, member int) T { return kinds[kind%n][member%len(kinds[kind%n])] }
	switch pair := turn % (n*n + 2); pair {
	case n * n:
		return
	case n*n + 1:
		data[last] = data[0]
	default:
		data[last/2], data[0], data[last] = of(turn/2, turn), of(pair/n, turn), of(pair, turn/n)
	}
	if turn%2 == 0 {
		data[min(1, last)], data[max(0, last-1)] = data[0], data[last]
	}
}

// fill draws numbers that have one property in common.
func (r *Random) fill(data []int, least, most int) {
	each := func(draw func() int) {
		for i := range data {
			data[i] = draw()
		}
	}
	any := func() int { return least + r.IntN(most-least+1) }
	a, b := any(), any()
	some := func(numbers ...int) func() int { return func() int { return numbers[r.IntN(len(numbers))] } }
	each(any)
	if r.Even {
		return
	}
	switch r.IntN(8) {
	case 0:
		each(some(a))
	case 1:
		each(some(a, b))
	case 2:
		each(some(least, most))
	case 3:
		each(some(min(max(0, least), most)))
	case 4:
		slices.Sort(data)
	case 5:
		slices.Sort(data)
		slices.Reverse(data)
	case 6:
		each(some(a, a, a, a, a, a, a, a, a, least, most))
	case 7:
		if most-least > exactSum { // numbers that differ in one bit, or in the last of those that a float32 keeps
			each(func() int { return min(max(a^r.IntN(2)<<r.IntN(bits.Len(uint(most-least))), least), most) })
		}
	}
}

// integers draws n int32 from −most to most.
func (r *Random) integers(n, most int) []int32 { return convert[int32](r.Numbers(n, -most, most), 1) }

// anyIntegers draws n int32 of their whole range.
func (r *Random) anyIntegers(n int) []int32 {
	return convert[int32](r.Numbers(n, math.MinInt32, math.MaxInt32), 1)
}

// eighths draws n multiples of 1/8 whose magnitude is at most most/8. Sums of up to
// 2²⁴/most of them are exact in a float32, in any order.
func (r *Random) eighths(n, most int) []float32 {
	return convert[float32](r.multiples(n, -most, most, 1.0/8), 1.0/8)
}

// whole draws n float32 that are whole numbers from −most to most.
func (r *Random) whole(n, most int) []float32 { return convert[float32](r.Numbers(n, -most, most), 1) }

// positive draws n multiples of 1/8 above 0, up to most/8.
func (r *Random) positive(n, most int) []float32 {
	return convert[float32](r.multiples(n, 1, most, 1.0/8), 1.0/8)
}

// ofOneSize draws n finite float32 that are small, large or neither, and of both signs or of
// one.
func (r *Random) ofOneSize(n int) []float32 {
	const most, farthest = 1 << 16, 110 // 2¹⁶·2¹¹⁰ is finite, 2⁻¹¹⁰ is not denormal
	unit := math.Ldexp(1, farthest*(r.IntN(3)-1))
	least := [...]int{-most, 1}[r.IntN(2)]
	data := convert[float32](r.Numbers(n, least, most), [...]float64{unit, -unit}[r.IntN(2)])
	r.anyFinite(data)
	return data
}

// anyFinite makes numbers of some draws finite ones with all bits, below 0 where all are: of one size near the largest, of one near
// the smallest, or of any.
func (r *Random) anyFinite(data []float32) {
	const smallest, largest = -127, 127
	if !r.Even && r.draw.Extreme != 0 {
		fill(data, float32(r.draw.Extreme)*math.MaxFloat32)
		return
	}
	if r.Even || len(data) == 0 || r.draw.Planted != nil || r.IntN(2) == 0 {
		return
	}
	least, most := smallest, largest
	switch r.IntN(3) {
	case 0:
		least = largest
	case 1:
		most = smallest + 1
	}
	below := slices.Max(data) < 0
	for i := range data {
		v := r.withAllBits(least, most)
		if below {
			v = -max(v, -v)
		}
		data[i] = v
	}
}

// heights draws n multiples of 1/8. In every other second run they are huge, and in every fourth one negative too, so that
// no guess is below all of them. The others hold the numbers of the code.
func (r *Random) heights(n int) []float32 {
	const most, huge = 1 << 16, 1 << 100
	data := r.eighths(n, most)
	if r.draw.Run == 0 || r.draw.Extreme == 0 && r.draw.Turn%2 == 1 || r.draw.Planted != nil {
		return data
	}
	for i, v := range data {
		if r.draw.Turn%4 == 2 {
			v = -max(v, -v) - 1.0/8
		}
		data[i] = v * huge
	}
	r.anyFinite(data)
	return data
}

// fractions draws n multiples of 2⁻¹⁰ from −1 to 1.
func (r *Random) fractions(n int) []float32 {
	const unit = 1 << 10
	return convert[float32](r.multiples(n, -unit, unit, 1.0/unit), 1.0/unit)
}

// multiplied is a series of float32 whose products with a factor do not overflow: a fused sum would
// differ from one that is rounded twice.
func multiplied(n int) Series { return Series{Count: n, Least: -1e35, Most: 1e35} }

// anySize is a series of float32 of any size.
func anySize(n int) Series { return Series{Count: n, Least: -math.MaxFloat32, Most: math.MaxFloat32} }

func convert[T element](numbers []int, unit float64) []T {
	data := make([]T, len(numbers), len(numbers)+guard)
	for i, v := range numbers {
		data[i] = T(float64(v) * unit)
	}
	return data
}

// specials are values of a float32 that arithmetic treats in its own way. Products of the
// large ones with a factor do not overflow.
var specials = []float32{
	float32(math.NaN()), float32(math.Inf(1)), float32(math.Inf(-1)), 0, float32(math.Copysign(0, -1)),
	math.SmallestNonzeroFloat32, -1e-40, 1e36, -1e36, 1 << 24, 1<<24 + 2,
}

// largestExponent is that of numbers whose products with a factor do not overflow.
const largestExponent = 115

// withAllBits draws a float32 of any sign, with all bits of its fraction, whose exponent is from least to most.
func (r *Random) withAllBits(least, most int) float32 {
	const fraction, bias = 23, 127
	exponent := uint32(least + r.IntN(most-least+1) + bias)
	return math.Float32frombits(uint32(r.IntN(2))<<31 | exponent<<fraction | r.Uint32()>>(32-fraction))
}

// copied is anything for arrays whose elements are stored as they are: numbers near the largest and the smallest are among them.
func (r *Random) copied(n int) []float32 {
	const oneIn, farthest = 16, 127
	data := r.anything(n)
	for i, v := range data {
		if v == v && !r.Even && r.draw.Planted == nil && r.IntN(oneIn) == 0 {
			data[i] = r.withAllBits([...]int{-farthest, farthest}[r.IntN(2)], farthest)
		}
	}
	return data
}

// numbers are the specials but NaN.
var numbers = specials[1:]

// kindsOfNumbers are the numbers by their sign, kindsOfSpecials the specials.
var (
	kindsOfNumbers  = [][]float32{numbers[2:4], {numbers[0], numbers[4], numbers[6], numbers[8]}, {numbers[1], numbers[5], numbers[7]}}
	kindsOfSpecials = append([][]float32{specials[:1]}, kindsOfNumbers...)
)

// anything draws n float32 among which are NaN, infinities, both zeros, denormal and large
// numbers.
func (r *Random) anything(n int) []float32 {
	const oneIn = 16
	const most, unit = 1 << 16, 1.0 / 8
	data := convert[float32](r.unplanted(n, -most, most, unit), unit)
	for i := range data {
		switch r.IntN(oneIn) {
		case 0:
			data[i] = specials[r.IntN(len(specials))]
		case 1, 2, 3:
			if !r.Even {
				data[i] = r.withAllBits(-largestExponent, largestExponent)
			}
		}
	}
	var own []float32
	numbers := r.mentioned(-math.MaxFloat32, math.MaxFloat32)
	for _, beside := range [...]float32{0, -1.0 / 8, 1.0 / 8} {
		for _, v := range numbers {
			own = append(own, float32(v)+beside)
		}
	}
	plant(r, data, own)
	setSpecial(r, data, kindsOfSpecials)
	r.planted(multiplied(n), func(i int, v float64) { data[i] = float32(v) })
	return data
}
