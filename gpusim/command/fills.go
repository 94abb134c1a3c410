package command

// This file fills arrays. One table names the ways: help, errors and the fields of a page read
// it.

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"gpucourse/gpusim/report"
)

// fill returns the bits of the next scalar.
type fill func(s report.Scalar) uint64

// filling returns a fill that begins at a scalar of an array. Large arrays are filled piece by piece.
type filling func(first int) fill

// target is an array that is filled.
type target struct {
	name string
	elem report.Element
}

// fillKind is a way to fill an array: what stands behind the colon of LENGTH:FILL.
type fillKind struct {
	name    string
	args    string // in the help; "" for none
	least   int    // arguments
	most    int    // arguments; -1 for any number
	example string
	does    string
	make    func(to target, args []string) (filling, error) // nil: the reader of values does it
}

const anyNumber = -1

var fillKinds = []fillKind{
	{"", "NUMBER", 0, 0, "5", "each the same number", nil},
	{"ramp", "", 0, 0, "ramp", "0, 1, 2 …", ramp},
	{"rand", "SEED", 0, 1, "rand(7)", "floats uniform in [0,1), integers of uniform bits", random},
	{"normal", "MEAN,SD", 2, 2, "normal(0,1)", "normally distributed; integers are rounded", normal},
	{"choice", "A,B,…", 1, anyNumber, "choice(0,1,5)", "one of these numbers at random", choice},
	{"letters", "", 0, 0, "letters", "codes of the letters a to z at random, for arrays of integers", letters},
	{"unset", "", 0, 0, "unset", "as an allocation leaves it, for check -tool initcheck", nil},
	{"main", "", 0, 0, "main", "what main() of the file gives it before it launches the kernel", nil},
}

// words is a fill as the help writes it.
func (k *fillKind) words() string {
	if k.args != "" && k.name != "" {
		return k.name + "(" + k.args + ")"
	}
	return k.name + k.args
}

// fillHelp lists the fills, a line each.
func fillHelp() string {
	text := ""
	for _, k := range fillKinds {
		text += fmt.Sprintf("  in=1024:%-17s %s\n", k.example, k.does)
	}
	return text
}

// fillExamples has an example of each fill.
func fillExamples() string {
	list := []string{"1024"}
	for _, k := range fillKinds {
		list = append(list, "1024:"+k.example)
	}
	return strings.Join(list, ", ")
}

// fillNames lists the fills in a sentence.
func fillNames() string {
	var list []string
	for _, k := range fillKinds {
		list = append(list, k.words())
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " and " + list[last]
}

var fillValue = regexp.MustCompile(`^([a-z]+)(?:\((.*)\))?$`)

// filler reads what stands after the colon; nil leaves zeros.
func filler(to target, text string) (filling, error) {
	if text == "" {
		return nil, nil
	}
	m := fillValue.FindStringSubmatch(text)
	for _, k := range fillKinds {
		if m == nil || k.name != m[1] || k.make == nil {
			continue
		}
		var args []string
		if m[2] != "" {
			args = strings.Split(m[2], ",")
		}
		if len(args) < k.least || k.most != anyNumber && len(args) > k.most {
			return nil, fmt.Errorf("%s takes other arguments than %s; for example 1024:%s", k.words(), text, k.example)
		}
		return k.make(to, args)
	}
	return sameNumber(to, text)
}

func notAFill(text string) error {
	return fmt.Errorf("%q is no way to fill an array; %s are, for example 1024:rand(7)", text, fillNames())
}

func isTruth(text string) bool { return text == "true" || text == "false" }

// sameNumber gives every scalar one number.
func sameNumber(to target, text string) (filling, error) {
	f, err := choice(to, []string{text})
	if err != nil && !isTruth(text) && !startsNumber(text) {
		return nil, notAFill(text)
	}
	return f, err
}

func startsNumber(text string) bool { return strings.ContainsAny(text[:1], "+-.0123456789") }

// ramp counts the scalars from 0; integers wrap.
func ramp(target, []string) (filling, error) {
	return func(first int) fill {
		n := uint64(first)
		return func(s report.Scalar) uint64 {
			n++
			if s.Float {
				return floatBits(float64(n-1), s.Bytes)
			}
			return n - 1
		}
	}, nil
}

// seed gives each array other numbers.
func (to target) seed() uint64 {
	h := fnv.New64a()
	h.Write([]byte(to.name))
	return h.Sum64()
}

// generator is a source of numbers for a piece of an array that begins at a scalar. Its numbers are others for each piece:
// how many are drawn for what comes before is not known.
func (to target) generator(first int) *rand.Rand {
	return rand.New(rand.NewPCG(to.seed(), uint64(first)))
}

// random gives floats uniform in [0,1) and integers of uniform bits.
func random(to target, args []string) (filling, error) {
	seed := to.seed()
	if len(args) > 0 {
		var err error
		if seed, err = strconv.ParseUint(args[0], 10, 64); err != nil {
			return nil, fmt.Errorf("%q is no seed; a seed is a whole number, for example rand(7)", args[0])
		}
	}
	return func(first int) fill {
		r := rand.New(pcgAt(seed, uint64(first))) // a scalar takes one number
		return func(s report.Scalar) uint64 {
			switch {
			case !s.Float:
				return r.Uint64()
			case s.Bytes == float32Bytes:
				return floatBits(float64(r.Float32()), s.Bytes)
			}
			return floatBits(r.Float64(), s.Bytes)
		}
	}, nil
}

// normal gives numbers of a normal distribution. Integers stay within their range.
func normal(to target, args []string) (filling, error) {
	mean, wrong := strconv.ParseFloat(args[0], 64)
	sd, bad := strconv.ParseFloat(args[1], 64)
	if wrong != nil || bad != nil || sd < 0 {
		return nil, fmt.Errorf("normal(%s,%s): a mean and a standard deviation that is not negative are numbers, for example normal(0,1)", args[0], args[1])
	}
	return func(first int) fill {
		r := to.generator(first)
		return func(s report.Scalar) uint64 {
			x := mean + sd*r.NormFloat64()
			if s.Float {
				return floatBits(x, s.Bytes)
			}
			return rounded(x, s)
		}
	}, nil
}

// rounded returns the integer of a type that is nearest to x.
func rounded(x float64, s report.Scalar) uint64 {
	bits := 8 * s.Bytes
	low, high := 0.0, math.Ldexp(1, bits)
	if s.Signed {
		low, high = -math.Ldexp(1, bits-1), math.Ldexp(1, bits-1)
	}
	switch x = math.RoundToEven(x); {
	case x <= low:
		return uint64(int64(low))
	case x < high && s.Signed:
		return uint64(int64(x))
	case x < high:
		return uint64(x)
	case s.Signed:
		return 1<<(bits-1) - 1
	}
	return 1<<bits - 1
}

// choice gives one of some numbers at random.
func choice(to target, args []string) (filling, error) {
	values := map[report.Scalar][]uint64{}
	for _, s := range to.elem.Scalars {
		for _, a := range args {
			bits, err := readNumber(a, truthType(a, s), s)
			if err != nil {
				return nil, fmt.Errorf("%q is no %s; for example 1024:5", a, typeOf(s))
			}
			values[s] = append(values[s], bits)
		}
	}
	return func(first int) fill {
		r := to.generator(first)
		return func(s report.Scalar) uint64 {
			if len(args) == 1 {
				return values[s][0]
			}
			return values[s][r.IntN(len(args))]
		}
	}, nil
}

// truthType is the type as which true and false are read.
func truthType(text string, s report.Scalar) string {
	if isTruth(text) && s.Bytes == 1 {
		return "bool"
	}
	return ""
}

const alphabet = "abcdefghijklmnopqrstuvwxyz"

// letters gives small letters at random.
func letters(to target, _ []string) (filling, error) {
	for _, s := range to.elem.Scalars {
		if s.Float {
			return nil, fmt.Errorf("letters fill arrays of integers, and %s holds %s; for example 1024:rand(7)", to.name, typeOf(s))
		}
	}
	return func(first int) fill {
		r := to.generator(first)
		return func(report.Scalar) uint64 { return uint64(alphabet[r.IntN(len(alphabet))]) }
	}, nil
}

// typeOf names the type of a scalar.
func typeOf(s report.Scalar) string {
	kind := "uint"
	switch {
	case s.Float:
		kind = "float"
	case s.Signed:
		kind = "int"
	}
	return kind + strconv.Itoa(8*s.Bytes)
}

const float32Bytes = 4

// floatBits returns the bits of a float of 4 or 8 bytes.
func floatBits(x float64, bytes int) uint64 {
	if bytes == float32Bytes {
		return uint64(math.Float32bits(float32(x)))
	}
	return math.Float64bits(x)
}
