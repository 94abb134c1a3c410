package h100

// This file compares which products the compiler fuses with sums with what nvcc's machine code
// does: contract.txt has the values that the kernels of contract.cu store.

import (
	_ "embed"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/compile"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/pass"
	"gpucourse/gpusim/internal/source"
)

//go:embed contract.cu
var contractSource string

//go:embed contract.txt
var contractTable string

var writeContract = flag.String("contract", "", "write contract.cu and contract.txt with the nvcc and nvdisasm of this `folder`")

// term is a value: what is computed and whether its sign is changed.
type term struct {
	text     string
	negative bool
}

func (x term) String() string {
	if x.negative {
		return "-" + x.text
	}
	return x.text
}

func (x term) negated() term { return term{x.text, !x.negative} }

func product(x, y term) term {
	if y.text < x.text {
		x, y = y, x
	}
	return term{x.text + "*" + y.text, x.negative != y.negative}
}

func sum(x, y term) term {
	if x == y {
		return times(term{text: "2"}, x)
	}
	if y.String() < x.String() {
		x, y = y, x
	}
	return term{text: fmt.Sprintf("(%v + %v)", x, y)}
}

func times(x, y term) term {
	p := product(x, y)
	return term{"(" + p.text + ")", p.negative}
}

func fused(x, y, z term) term { return term{text: fmt.Sprintf("fma(%v + %v)", product(x, y), z)} }

func constant(v float64) term {
	return term{strconv.FormatFloat(math.Abs(v), 'g', -1, 32), math.Signbit(v)}
}

// commonToArms are kernels in which both arms of a branch compute a product. The compiler computes
// it once before the branch, and nvcc once per arm, so that the uses of the product differ.
var commonToArms = []string{"k184"}

// TestContraction compares each kernel of contract.cu.
func TestContraction(t *testing.T) {
	u, err := source.LoadText("contract.cu", []byte(contractSource))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(contractTable) {
		name, want, _ := strings.Cut(strings.TrimSpace(line), " ")
		got := stored(t, u, name)
		if known := slices.Contains(commonToArms, name); got != want != known {
			t.Errorf("%s (known to differ: %v) stores\n\t%s, nvcc's code\n\t%s:\n%s", name, known, got, want, regexp.MustCompile(".*void "+name+`\(.*`).FindString(contractSource))
		}
	}
}

// stored returns the values that a kernel stores after the pass fuse, in the order of their places.
func stored(t *testing.T, u source.Unit, name string) string {
	list := map[int64]string{}
	_, err := compile.Kernel(u, name, compile.Options{Passes: pass.Default, After: func(p string, k *ir.Kernel) {
		if p != "fuse" {
			return
		}
		r := &reader{k: k, defs: k.DefUse().Def}
		for _, b := range k.Blocks {
			for _, in := range b.Instrs {
				if in.Op == ir.St {
					for i, v := range in.Src[1:] {
						list[in.Off/int64(in.Type.Bytes())+int64(i)] = r.term(v, in.Type).String()
					}
				}
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	return inOrder(list)
}

func inOrder(list map[int64]string) string {
	var out []string
	for i := range int64(len(list)) {
		out = append(out, list[i])
	}
	return strings.Join(out, ", ")
}

// reader writes the values of a kernel in SSA form as terms.
type reader struct {
	k    *ir.Kernel
	defs []*ir.Instr
}

func (r *reader) term(o ir.Operand, typ ir.Type) term {
	if !o.IsReg {
		return constant(typ.FloatOf(o.Imm))
	}
	in := r.defs[o.Reg]
	arg := func(i int) term { return r.term(in.Src[i], in.Type) }
	switch in.Op {
	case ir.Ld:
		if in.Space == ir.Global {
			at := slices.Index(in.Dst, o.Reg) + int(in.Off)/in.Type.Bytes()
			return term{text: letters[at : at+1]}
		}
		for _, p := range r.k.Params {
			if int64(p.Offset) == in.Off {
				return term{text: p.Name}
			}
		}
	case ir.Mov:
		return arg(0)
	case ir.Neg:
		return arg(0).negated()
	case ir.Mul:
		return times(arg(0), arg(1))
	case ir.Add:
		return sum(arg(0), arg(1))
	case ir.Sub:
		return sum(arg(0), arg(1).negated())
	case ir.Fma:
		return fused(arg(0), arg(1), arg(2))
	}
	return term{text: "?" + in.Op.Facts().Name}
}

// drawn is how many kernels contract.cu has.
const drawn = 400

// TestContractTable writes contract.cu and contract.txt.
func TestContractTable(t *testing.T) {
	if *writeContract == "" {
		t.Skip("needs nvcc and nvdisasm; see -contract")
	}
	var source strings.Builder
	for i := range drawn {
		source.WriteString(drawContract(i))
	}
	write := func(name, text string) {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("contract.cu", source.String())
	cubin := filepath.Join(t.TempDir(), "contract.cubin")
	tool := func(name string, args ...string) string {
		out, err := exec.Command(filepath.Join(*writeContract, name), args...).CombinedOutput()
		if err != nil {
			t.Fatalf("%s: %v\n%s", name, err, out)
		}
		return string(out)
	}
	tool("nvcc", "-w", "-O3", "-arch=sm_90", "-cubin", "-o", cubin, "contract.cu")
	rows := machineCode(tool("nvdisasm", "-c", cubin))
	slices.SortFunc(rows, func(a, b string) int { return number(a) - number(b) })
	write("contract.txt", strings.Join(rows, ""))
}

func number(row string) (n int) {
	fmt.Sscanf(row, "k%d", &n)
	return n
}

// drawContract draws a kernel with sums of products, some of which have several uses.
func drawContract(seed int) string {
	r := rand.New(rand.NewPCG(uint64(seed), 4))
	typ, suffix := "float", "f"
	if seed%4 == 3 {
		typ, suffix = "double", ""
	}
	values, parameters := strings.Split("abcdef", ""), "%[2]s a, %[2]s b, %[2]s c, %[2]s d, %[2]s e, %[2]s f"
	if seed%3 == 2 {
		values, parameters = []string{"in[0]", "in[1]", "in[2]", "in[3]", "in[4]", "in[5]"}, "const %[2]s *in"
	}
	leaf := func() string { return values[r.IntN(6)] }
	any := func() string { return values[r.IntN(len(values))] }
	factor := func() string {
		if r.IntN(6) == 0 {
			return []string{"2.5", "-7.5", "3.0", "-0.75", "2.0"}[r.IntN(5)] + suffix
		}
		return leaf()
	}
	multiply := func() string {
		p := factor() + " * " + leaf()
		if r.IntN(8) == 0 {
			p = "-(" + p + ")"
		}
		return p
	}
	var b strings.Builder
	fmt.Fprintf(&b, "__global__ void k%d(%[2]s *o, "+parameters+", int n) {", seed, typ)
	for i := range r.IntN(4) {
		v := fmt.Sprintf("p%d", i)
		x := multiply()
		if len(values) > 6 && r.IntN(3) == 0 {
			x = any() + []string{" * ", " + ", " - "}[r.IntN(3)] + any()
		}
		fmt.Fprintf(&b, " %s %s = %s;", typ, v, x)
		values = append(values, v, v, v)
	}
	operand := func() string {
		if r.IntN(2) == 0 {
			return multiply()
		}
		return any()
	}
	expression := func() string {
		x := operand() + " " + []string{"+", "-"}[r.IntN(2)] + " " + operand()
		switch r.IntN(6) {
		case 0:
			x = x + []string{" + ", " - "}[r.IntN(2)] + operand()
		case 1:
			x = operand() + []string{" + (", " - ("}[r.IntN(2)] + x + ")"
		case 2:
			x = any()
		}
		return x
	}
	outs := 1 + r.IntN(3)
	if outs == 3 && r.IntN(2) == 0 {
		fmt.Fprintf(&b, " o[0] = %s; if (n) o[1] = %s; else o[2] = %s; }\n", expression(), expression(), expression())
		return b.String()
	}
	for i := range outs {
		fmt.Fprintf(&b, " o[%d] = %s;", i, expression())
	}
	return b.String() + " }\n"
}

// Parts of nvdisasm's text.
var (
	kernelStart = regexp.MustCompile(`^\.text\._Z\d+(k\d+)P`)
	instruction = regexp.MustCompile(`^\s*/\*[0-9a-f]{4}\*/\s+(@!?U?P\d+ )?(\S+) *(.*?) *;`)
	paramPlace  = regexp.MustCompile(`c\[0x0\]\[0x([0-9a-f]+)\]`)
	label       = regexp.MustCompile(`\.L_x_\d+`)
	place       = regexp.MustCompile(`\.64(?:\+0x([0-9a-f]+))?\]`)
)

// machineCode returns a row per kernel with the values that its machine code stores. The kernels
// have no loops, and no value is chosen by a branch, so that the instructions are read in their
// order. An arm of a branch begins with the registers of the branch.
func machineCode(text string) (rows []string) {
	m := &machine{}
	name := ""
	done := func() {
		if name != "" {
			rows = append(rows, name+" "+inOrder(m.out)+"\n")
		}
	}
	for line := range strings.Lines(text) {
		if s := kernelStart.FindStringSubmatch(line); s != nil {
			done()
			name, m = s[1], newMachine()
			if strings.Contains(line, name+"Pd") {
				m.size = 8
			}
		}
		if at, ok := m.branches[label.FindString(line)]; ok && strings.HasPrefix(line, ".L_x_") {
			m.regs = at
		}
		if s := instruction.FindStringSubmatch(line); s != nil && name != "" {
			m.guarded(s[1], s[2], strings.Split(s[3], ", "))
		}
	}
	done()
	return rows
}

// machine is the registers of a thread as terms; a double is in the first of its two.
type machine struct {
	regs     map[string]term
	branches map[string]map[string]term // the registers at the branches to a label
	arms     map[string]map[string]term // the registers that instructions with a predicate see, by predicate
	out      map[int64]string
	size     int // of a value
}

func newMachine() *machine {
	return &machine{regs: map[string]term{}, branches: map[string]map[string]term{}, arms: map[string]map[string]term{}, out: map[int64]string{}, size: 4}
}

// guarded executes an instruction that may have a predicate.
func (m *machine) guarded(predicate, op string, args []string) {
	switch {
	case predicate == "":
		for _, arm := range m.arms {
			delete(arm, args[0])
		}
		m.execute(op, args)
	case op == "BRA":
		m.branches[label.FindString(strings.Join(args, " "))] = maps.Clone(m.regs)
	default:
		all := m.regs
		m.regs = maps.Clone(all)
		maps.Copy(m.regs, m.arms[predicate])
		m.execute(op, args)
		m.arms[predicate], m.regs = m.regs, all
	}
}

func (m *machine) execute(op string, args []string) {
	base, _, _ := strings.Cut(op, ".")
	to := func(v term) { m.regs[args[0]] = v }
	arg := func(i int) term { return m.operand(args[i]) }
	switch {
	case base == "LDC" || base == "ULDC":
		at, _ := strconv.ParseInt(paramPlace.FindStringSubmatch(args[1])[1], 16, 64)
		words := 1
		if strings.Contains(op, ".64") {
			words = 2
		}
		for i := range words {
			m.regs[plus(args[0], i)] = param(at+4*int64(i), m.size)
		}
	case base == "MOV" || base == "UMOV":
		to(arg(1))
	case base == "IMAD" && strings.Contains(op, "MOV"):
		to(arg(3))
	case base == "FMUL" || base == "DMUL":
		to(times(arg(1), arg(2)))
	case (base == "FADD" || base == "DADD") && args[2] == "-RZ":
		to(arg(1))
	case base == "DADD" && args[1] == "-RZ":
		to(arg(2))
	case base == "FADD" || base == "DADD":
		to(sum(arg(1), arg(2)))
	case (base == "FFMA" || base == "DFMA") && args[3] == "-RZ":
		to(times(arg(1), arg(2)))
	case base == "FFMA" || base == "DFMA":
		to(fused(arg(1), arg(2), arg(3)))
	case base == "LDG":
		i := m.index(args[1])
		to(term{text: letters[i : i+1]})
	case base == "STG":
		m.out[m.index(args[0])] = arg(1).String()
	}
}

// index returns which element of an array is accessed.
func (m *machine) index(address string) (off int64) {
	if s := place.FindStringSubmatch(address[strings.LastIndex(address, "["):]); s[1] != "" {
		off, _ = strconv.ParseInt(s[1], 16, 64)
	}
	return off / int64(m.size)
}

// plus returns the register i after r.
func plus(r string, i int) string {
	letters := strings.TrimRight(r, "0123456789")
	n, _ := strconv.Atoi(strings.TrimPrefix(r, letters))
	return letters + strconv.Itoa(n+i)
}

// firstParam is the offset of the first parameter in the constant bank.
const firstParam = 0x210

// letters are the names of the parameters, and of the elements of the array in.
const letters = "abcdef"

// param returns the parameter at an offset: o, then a to f.
func param(at int64, size int) term {
	i := (at - firstParam - 8) / int64(size)
	if i < 0 || i >= 6 {
		return term{text: "?"}
	}
	return term{text: letters[i : i+1]}
}

func (m *machine) operand(text string) term {
	text = strings.TrimSuffix(text, ".reuse")
	if rest, ok := strings.CutPrefix(text, "-"); ok {
		return m.operand(rest).negated()
	}
	if s := paramPlace.FindStringSubmatch(text); s != nil {
		at, _ := strconv.ParseInt(s[1], 16, 64)
		return param(at, m.size)
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return constant(v)
	}
	if text == "RZ" {
		return term{text: "0"}
	}
	if v, ok := m.regs[text]; ok {
		return v
	}
	return term{text: "?" + text}
}
