package intrinsic

// This file writes CUDA's functions on the bytes and half words of a register, __vadd4 and
// its like. GPUs since Maxwell have no instructions for most of them: CUDA's header writes
// them in C, and so does this table in Go. Sums and differences take as few instructions as
// there; the others go lane by lane, and so take more than on a GPU.

import (
	"fmt"
	"regexp"
	"strings"

	"gpucourse/gpusim/internal/ir"
)

// lanewise are the functions by name without the number of lanes: x and y are the values of a
// lane in an int32, signed if the function is; the result's low bits go back.
var lanewise = []struct {
	name   string
	signed bool
	lane   string
}{
	{"addus", false, "min(x + y, mask)"}, {"subus", false, "max(x - y, 0)"},
	{"addss", true, "min(max(x + y, -half), half - 1)"}, {"subss", true, "min(max(x - y, -half), half - 1)"},
	{"maxu", false, "max(x, y)"}, {"minu", false, "min(x, y)"}, {"maxs", true, "max(x, y)"}, {"mins", true, "min(x, y)"},
	{"absdiffu", false, "max(x - y, y - x)"}, {"absdiffs", true, "max(x - y, y - x)"},
	{"avgu", false, "(x + y + 1) >> 1"}, {"avgs", true, "(x + y + cuda.Int(x+y >= 0)) >> 1"}, {"haddu", false, "(x + y) >> 1"},
	{"cmpeq", false, "-cuda.Int(x == y)"}, {"cmpne", false, "-cuda.Int(x != y)"},
	{"cmpgtu", false, "-cuda.Int(x > y)"}, {"cmpgeu", false, "-cuda.Int(x >= y)"}, {"cmpltu", false, "-cuda.Int(x < y)"}, {"cmpleu", false, "-cuda.Int(x <= y)"},
	{"cmpgts", true, "-cuda.Int(x > y)"}, {"cmpges", true, "-cuda.Int(x >= y)"}, {"cmplts", true, "-cuda.Int(x < y)"}, {"cmples", true, "-cuda.Int(x <= y)"},
	{"seteq", false, "cuda.Int(x == y)"}, {"setne", false, "cuda.Int(x != y)"},
	{"setgtu", false, "cuda.Int(x > y)"}, {"setgeu", false, "cuda.Int(x >= y)"}, {"setltu", false, "cuda.Int(x < y)"}, {"setleu", false, "cuda.Int(x <= y)"},
	{"setgts", true, "cuda.Int(x > y)"}, {"setges", true, "cuda.Int(x >= y)"}, {"setlts", true, "cuda.Int(x < y)"}, {"setles", true, "cuda.Int(x <= y)"},
}

// alone are the functions of one argument.
var alone = []struct{ name, lane string }{
	{"neg", "-x"}, {"negss", "min(-x, half - 1)"}, {"abs", "max(x, -x)"}, {"absss", "min(max(x, -x), half - 1)"},
}

var wordBits = ir.U32.Bits()

// simd returns the functions.
func simd() (all []Function) {
	add := func(format string, n int, expand string) {
		all = append(all, Function{Variants: list(expanded(fmt.Sprintf(format, n), expand))})
	}
	for _, n := range []int{2, 4} {
		for _, f := range lanewise {
			add("unsigned __v"+f.name+"%d(unsigned, unsigned)", n, joined(n, f.signed, f.lane))
		}
		for _, f := range alone {
			add("unsigned __v"+f.name+"%d(unsigned)", n, joined(n, true, f.lane))
		}
		add("unsigned __vsadu%d(unsigned, unsigned)", n, summed(n, false))
		add("unsigned __vsads%d(unsigned, unsigned)", n, summed(n, true))
		add("unsigned __vadd%d(unsigned, unsigned)", n, wholeWord(n, "((%[1]s &^ tops) + (%[2]s &^ tops)) ^ ((%[1]s ^ %[2]s) & tops)"))
		add("unsigned __vsub%d(unsigned, unsigned)", n, wholeWord(n, "((%[1]s | tops) - (%[2]s &^ tops)) ^ ((%[1]s ^ ^%[2]s) & tops)"))
	}
	return all
}

// joined puts the results of n lanes together.
func joined(n int, signed bool, lane string) string {
	var parts []string
	bits := wordBits / n
	for k := range n {
		parts = append(parts, fmt.Sprintf("uint32(%s)&%#x<<%d", ofLane(k, bits, signed, lane), 1<<bits-1, k*bits))
	}
	return "(" + strings.Join(parts, " | ") + ")"
}

// summed adds up the absolute differences of n lanes.
func summed(n int, signed bool) string {
	var parts []string
	for k := range n {
		parts = append(parts, "uint32("+ofLane(k, wordBits/n, signed, "max(x - y, y - x)")+")")
	}
	return "(" + strings.Join(parts, " + ") + ")"
}

// ofLane writes an expression for lane k.
func ofLane(k, bits int, signed bool, lane string) string {
	value := func(arg string) string {
		if signed {
			return fmt.Sprintf("(int32(%s<<%d)>>%d)", arg, wordBits-bits-k*bits, wordBits-bits)
		}
		return fmt.Sprintf("int32(%s>>%d&%#x)", arg, k*bits, 1<<bits-1)
	}
	return word.ReplaceAllStringFunc(lane, func(w string) string {
		switch w {
		case "x":
			return value("%[1]s")
		case "y":
			return value("%[2]s")
		case "mask":
			return fmt.Sprint(1<<bits - 1)
		case "half":
			return fmt.Sprint(1 << (bits - 1))
		}
		return w
	})
}

var word = regexp.MustCompile(`\w+`)

// wholeWord writes an expression in which tops is the highest bit of each of n lanes.
func wholeWord(n int, expr string) string {
	tops := uint32(0)
	for k := range n {
		tops |= 1 << ((k+1)*wordBits/n - 1)
	}
	return "(" + strings.ReplaceAll(expr, "tops", fmt.Sprintf("%#x", tops)) + ")"
}
