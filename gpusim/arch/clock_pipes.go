package arch

// This file makes the times of a generation's instructions from those of its
// native ones.
//
// Sources beyond those of devices.go:
//   table       the guide's table of native arithmetic instructions, in results a
//               cycle of a multiprocessor; its sections on hiding latency and on
//               the throughput of __syncthreads
//   Arafa et al. 2019  Instructions' Latencies Characterization for NVIDIA GPGPUs
//   GPU-STREAM  results published with UoB-HPC/BabelStream, arrays of 400 MB
//   SHOC        a result published with BlueBrain/hpcbench
//   paper       the vendor's white paper on the generation
//   H200        hopperClock, which was measured there; not measured here

import "math"

// pipes is what the native instructions of a generation take. Rates are lanes a
// cycle of a whole SM; steps are cycles until the result may be used.
type pipes struct {
	// Integer units do sums and logic, Product units multiply integers. Before cc 7.0 one
	// kind of core does integers and floats.
	Integer, Product Unit

	Float, Sum, Logic, Multiply, Address float64
	Long                                 float64 // 64-bit sums
	Function, Convert, Count, Double     float64
	Half                                 float64 // half precision; 0: converted to float and back
	Shuffle, Access                      float64

	// Words is how many instructions multiply 32-bit integers, Wide how many make
	// a 64-bit address of an index, at the rate Address.
	Words, Wide int

	Step, CompareStep, MultiplyStep, AddressStep, DoubleStep, FunctionStep, ShuffleStep int
}

// ops returns the times of all classes. What is made of several instructions is
// as many of them, and waits for as many, as on the H200.
func (p *pipes) ops() [NumClasses]OpTime {
	ops := [NumClasses]OpTime{
		ClassMove:        {Unit: p.Integer, Rate: p.Sum, Latency: p.Step},
		ClassAdd:         {Unit: p.Integer, Rate: p.Sum, Latency: p.Step},
		ClassLogic:       {Unit: p.Integer, Rate: p.Logic, Latency: p.Step},
		ClassMul:         {Unit: p.Product, Slots: p.Words, Rate: p.Multiply / float64(p.Words), Latency: p.MultiplyStep},
		ClassWideMul:     {Unit: p.Product, Slots: p.Wide, Rate: p.Address, Latency: p.AddressStep},
		ClassCompare:     {Unit: p.Integer, Rate: p.Logic, Latency: p.CompareStep},
		ClassFloat:       {Unit: UnitFMA, Rate: p.Float, Latency: p.Step},
		ClassDouble:      {Unit: UnitDouble, Rate: p.Double, Latency: p.DoubleStep},
		ClassConvert:     {Unit: UnitXU, Rate: p.Convert, Latency: p.FunctionStep},
		ClassToFloat:     {Unit: UnitXU, Rate: p.Convert, Latency: p.FunctionStep},
		ClassHalf:        p.half(),
		ClassHalfPair:    p.half(),
		ClassHalfConvert: {Unit: UnitXU, Rate: p.Convert, Latency: p.FunctionStep},
		ClassBits:        {Unit: UnitXU, Rate: p.Count, Latency: p.FunctionStep},
		ClassShuffle:     {Unit: UnitLSU, Rate: p.Shuffle, Latency: p.ShuffleStep},
		ClassMatch:       {Unit: UnitLSU, Rate: p.Shuffle / 2, Latency: p.ShuffleStep + 2},  // against shuffles: H200
		ClassLongMatch:   {Unit: UnitLSU, Rate: p.Shuffle / 4, Latency: p.ShuffleStep + 6},  // the same
		ClassReduce:      {Unit: UnitLSU, Rate: p.Shuffle / 2, Latency: p.ShuffleStep + 18}, // against shuffles: H100
		ClassSpecial:     {Unit: UnitXU, Rate: p.Convert, Latency: p.FunctionStep},
		ClassParam:       {Latency: 1}, // an operand of the instruction that uses it
		ClassBranch:      {Latency: 1},
		ClassMemory:      {Unit: UnitLSU, Rate: p.Access},
		ClassSharedLoad:  {Unit: UnitLSU, Rate: p.Access},
		ClassSync:        {Latency: p.Step},
		ClassSyncReduce:  {Latency: 33}, // as on the H100
	}
	p.integers(&ops)
	p.floats(&ops)
	return ops
}

// integers adds what is made of integer instructions.
func (p *pipes) integers(ops *[NumClasses]OpTime) {
	product := p.Multiply / float64(p.Words)
	quotient := OpTime{
		Unit: p.Integer, Slots: 10 + 4*p.Words,
		Rate:    min(p.Convert/2.2, p.Function, product/4),
		Latency: 2*p.CompareStep + 6*p.Step + 3*p.MultiplyStep,
	}
	ops[ClassDivAgain], ops[ClassDiv] = quotient, p.first(quotient)
	quotient.Slots -= 2
	ops[ClassRemAgain], ops[ClassRem] = quotient, p.first(quotient)
	ops[ClassLong] = OpTime{Unit: p.Integer, Slots: 2, Rate: p.Long, Latency: p.Step * 3 / 2}
	ops[ClassLongMul] = OpTime{Unit: p.Product, Slots: 3 * p.Words, Rate: product / 3, Latency: 3 * p.MultiplyStep}
	ops[ClassLongDiv] = OpTime{Unit: p.Integer, Slots: 84 + 16*p.Words, Rate: min(p.Sum, product) / 67, Latency: 90 * p.Step, Serial: 90 * p.Step, Meeting: 3 * p.Step}
}

// half returns the times of arithmetic of half precision. Before cc 5.3 it converts two operands to
// floats and the result back.
func (p *pipes) half() OpTime {
	if p.Half == 0 {
		return OpTime{Unit: UnitXU, Slots: 4, Rate: p.Convert / 3, Latency: 2*p.FunctionStep + p.Step}
	}
	return OpTime{Unit: UnitFMA, Rate: p.Half, Latency: p.Step + 1} // against floats: H100
}

// first returns the times of the first division by a number: before those of the
// next, three functions and more find its reciprocal.
func (p *pipes) first(next OpTime) OpTime {
	next.Slots += 10
	next.Rate = min(next.Rate, p.Sum/14)
	next.Latency += 3*p.FunctionStep + 2*p.Step
	return next
}

// floats adds what is made of float instructions and of approximate functions.
func (p *pipes) floats(ops *[NumClasses]OpTime) {
	chain := func(steps int) int { return steps*p.Step + p.FunctionStep }
	for _, class := range []Class{
		ClassFloatDiv, ClassFloatDivConst, ClassRcp, ClassSqrt, ClassRsqrtRn, ClassRsqrt, ClassSin, ClassTan, ClassExp2, ClassExp, ClassLog, ClassLog1p, ClassTanh, ClassAtan, ClassErf, ClassExpm1, ClassAtan2,
		ClassHypot, ClassFmod, ClassPow, ClassMath, ClassDoubleDiv, ClassDoubleRcp, ClassDoubleSqrt, ClassDoubleRsqrt, ClassDoubleExp, ClassDoubleLog, ClassDoubleSin, ClassDoublePow, ClassDoubleMath,
	} {
		ops[class] = p.sequence(hopperClock.Ops[class])
	}
	ops[ClassApprox] = OpTime{Unit: UnitXU, Rate: p.Function, Latency: chain(0)}
	ops[ClassFastTrig] = OpTime{Unit: UnitXU, Slots: 2, Rate: p.Function, Latency: chain(1)}
	ops[ClassFastTan] = OpTime{Unit: UnitXU, Slots: 8, Rate: p.Function / 3, Latency: p.FunctionStep + chain(5)}
	ops[ClassFastExp] = OpTime{Unit: UnitXU, Slots: 5, Rate: min(p.Float/4, p.Function), Latency: chain(6)}
	ops[ClassFastPow] = OpTime{Unit: UnitXU, Slots: 9, Rate: p.Function / 2, Latency: p.FunctionStep + chain(10)}
	ops[ClassFastDiv] = OpTime{Unit: UnitXU, Slots: 6, Rate: min(p.Float/5, p.Function), Latency: chain(6)}
}

// sequence returns the times of a function that the H200 computes in some instructions: the same
// instructions, on these units.
func (p *pipes) sequence(t OpTime) OpTime {
	const float, double, function, step, doubleStep = 128, 64, 16, 4, 8 // of the H200
	rate, steps := p.Float/float, float64(p.Step)/step
	switch t.Unit {
	case UnitXU:
		rate = min(rate, p.Function/function)
	case UnitDouble:
		rate, steps = p.Double/double, float64(p.DoubleStep)/doubleStep
	}
	t.Rate *= rate
	for _, cycles := range []*int{&t.Latency, &t.Serial, &t.Meeting} {
		*cycles = int(math.Round(float64(*cycles) * steps))
	}
	return t
}

// coldAs returns the H200's times of the beginning and the end of a launch, for
// instructions of another size.
func coldAs(instruction int) ColdClock {
	c := hopperClock.Cold
	c.InstructionBytes = instruction
	return c
}
