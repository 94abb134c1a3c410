package main

// This file reads listings of machine code, and measures our own code in the same terms.

import (
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/isa"
)

// fact is the code of one kernel in numbers.
type fact struct {
	File, Kernel                   string
	Registers                      int
	Stack, SpillStores, SpillLoads int // bytes
	// Executed is the number of instructions, each weighted by ten to the power of the number of loops around it.
	Executed int
	Loops    []loop // the innermost ones, in the order of the code
}

// loop is an innermost loop.
type loop struct {
	Instructions int
	Accesses     accesses
}

// accesses has the number of memory operations by kind: "ld.global.16" is the operation, the space and the
// bytes per lane; atomics and texture reads have no more than "atom.shared" and "tex".
type accesses map[string]int

// String returns the accesses in the order of their names: "ld.global.4:4 st.global.4:4".
func (a accesses) String() string { return a.join(" ") }

func (a accesses) join(by string) string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(a)) {
		list = append(list, fmt.Sprintf("%s:%d", name, a[name]))
	}
	return strings.Join(list, by)
}

// bytes is what a lane loads and stores.
func (a accesses) bytes() (n int) {
	for name, of := range a {
		width, _ := strconv.Atoi(name[strings.LastIndex(name, ".")+1:]) // atomics have no width
		n += max(1, width) * of
	}
	return n
}

var (
	section = regexp.MustCompile(`^\.text\.([\w$]+):`)
	helper  = regexp.MustCompile(`^\s*\.type\s+\$`) // a function that ptxas adds, such as a slow path of division
	label   = regexp.MustCompile(`^(\.L_[\w$]+):`)
	line    = regexp.MustCompile(`^\s*/\*[0-9a-f]+\*/\s+(?:@!?U?P\w+\s+)?(\S+)\s?(.*)`)
	branch  = regexp.MustCompile("`\\((\\.L_\\w+)\\)")
	fixed   = regexp.MustCompile(`c\[0x0\]\[0x(28|208)\] ;`) // loads of the stack pointer and of global memory's descriptor, which no instruction of the IR stands for
	memory  = regexp.MustCompile(`^(LDG|LDS|LDL|LD|STG|STS|STL|ST|ATOMS|ATOMG|ATOM|REDG|RED|TEX|TLD4?|SUST|SULD)(\.|$)(.*)`)
)

// spaces are the names that the IR has for the last letter of an opcode.
var spaces = map[string]string{"G": "global", "S": "shared", "L": "local"}

// accessOf returns the kind of access of an opcode such as LDG.E.64.CONSTANT, "" of one without.
func accessOf(opcode string) string {
	m := memory.FindStringSubmatch(opcode)
	if m == nil {
		return ""
	}
	switch op := m[1]; {
	case strings.HasPrefix(op, "ATOM"), strings.HasPrefix(op, "RED"):
		if op == "ATOMS" {
			return "atom.shared"
		}
		return "atom.global"
	case strings.HasPrefix(op, "LD"), op == "ST" || strings.HasPrefix(op, "ST"):
		space, known := spaces[op[2:]]
		if !known {
			space = "generic"
		}
		return strings.ToLower(op[:2]) + "." + space + "." + width(m[3])
	}
	return "tex"
}

// width returns the bytes of a load or store with these modifiers.
func width(modifiers string) string {
	for of := range strings.SplitSeq(modifiers, ".") {
		switch of {
		case "U8", "S8":
			return "1"
		case "U16", "S16":
			return "2"
		case "64":
			return "8"
		case "128":
			return "16"
		}
	}
	return "4"
}

// kernelsOf returns what a listing of nvdisasm has of each kernel.
func kernelsOf(listing string) map[string]*fact {
	all, name, s := map[string]*fact{}, "", &code{}
	for text := range strings.Lines(listing) {
		if m := section.FindStringSubmatch(text); m != nil {
			all[name] = s.fact()
			name, s = m[1], &code{labels: map[string]int{}}
		} else {
			s.add(text)
		}
	}
	all[name] = s.fact()
	return all
}

// code is the code of one section.
type code struct {
	labels map[string]int // where each label stands
	access []string       // by instruction: the kind of its access
	spins  []int          // instructions of an atomic of shared memory that is a loop
	back   [][2]int       // branches back: to where, from where
	ended  bool           // what follows are helpers
}

func (s *code) add(text string) {
	s.ended = s.ended || helper.MatchString(text)
	if s.ended {
		return
	}
	if m := label.FindStringSubmatch(text); m != nil && s.labels != nil {
		s.labels[m[1]] = len(s.access)
	}
	m := line.FindStringSubmatch(text)
	if m == nil || strings.HasPrefix(m[1], "NOP") || fixed.MatchString(text) {
		return
	}
	to := branch.FindStringSubmatch(m[2])
	if to != nil && strings.HasPrefix(m[1], "BRA") {
		at, known := s.labels[to[1]]
		if known && at == len(s.access) { // a branch to itself ends the section
			return
		}
		if known {
			s.back = append(s.back, [2]int{at, len(s.access)})
		}
	}
	if strings.Contains(m[1], "CAST.SPIN") {
		s.spins = append(s.spins, len(s.access))
	}
	s.access = append(s.access, accessOf(m[1]))
}

// loops returns the first and the last instruction of each loop. Several branches back to one label are one loop.
func (s *code) loops() map[int]int {
	last := map[int]int{}
	for _, b := range s.back {
		last[b[0]] = max(last[b[0]], b[1])
	}
	for from, to := range last {
		if slices.ContainsFunc(s.spins, func(at int) bool { return at >= from && at <= to && to-from < longestSpin }) {
			delete(last, from)
		}
	}
	return last
}

// longestSpin bounds the loop that repeats an atomic of shared memory until no other lane interferes.
const longestSpin = 8

// fact returns the loops that hold no other loop, in the order of the code, and the weighted instructions.
func (s *code) fact() *fact {
	f, loops := &fact{}, s.loops()
	for at := range s.access {
		depth := 0
		for from, to := range loops {
			if from <= at && at <= to {
				depth++
			}
		}
		f.Executed += weight(depth)
		if to, is := loops[at]; is && s.innermost(at, to, loops) {
			l := loop{Instructions: to - at + 1, Accesses: accesses{}}
			for _, kind := range s.access[at : to+1] {
				if kind != "" {
					l.Accesses[kind]++
				}
			}
			f.Loops = append(f.Loops, l)
		}
	}
	return f
}

func (s *code) innermost(from, to int, loops map[int]int) bool {
	for h, end := range loops {
		if h > from && end <= to {
			return false
		}
	}
	return true
}

func weight(depth int) int { return int(math.Pow10(depth)) }

// measure returns what our compiler made of a kernel.
func measure(s *arch.Spec, k *ir.Kernel) fact {
	f := fact{Registers: k.Usage.Registers, Stack: k.LocalBytes, SpillStores: k.Usage.SpillStores, SpillLoads: k.Usage.SpillLoads}
	slots, implied := slotsOf(s, k), impliedBy(s, k)
	loops := k.Loops(k.Dominators())
	depth := make([]int, len(k.Blocks))
	for _, l := range loops {
		sum := loop{Accesses: accesses{}}
		for _, b := range l.Blocks {
			depth[b]++
			sum.Instructions += implied[b]
			for i, in := range k.Blocks[b].Instrs {
				sum.Instructions += slots[b][i]
				if kind := kindOf(in); kind != "" {
					sum.Accesses[kind]++
				}
			}
		}
		if !slices.ContainsFunc(loops, func(o *ir.Loop) bool { return o.Parent == l }) {
			f.Loops = append(f.Loops, sum)
		}
	}
	for b := range k.Blocks {
		f.Executed += implied[b] * weight(depth[b])
		for _, n := range slots[b] {
			f.Executed += n * weight(depth[b])
		}
	}
	return f
}

// impliedBy returns the machine instructions that stand for no instruction of the IR, by block: a branch on which
// lanes may disagree names where they meet again (BSSY) and they wait there (BSYNC), the address of the block's shared
// memory is computed on devices with clusters, and a constant that is stored goes through a register.
func impliedBy(s *arch.Spec, k *ir.Kernel) []int {
	n := make([]int, len(k.Blocks))
	var instrs []*ir.Instr
	for _, b := range k.Blocks {
		instrs = append(instrs, b.Instrs...)
	}
	varies, meets, shared := isa.Varies(instrs, len(k.Regs)), map[ir.BlockID]bool{}, false
	ends := func(id ir.BlockID) bool { return k.Blocks[id].Instrs[0].Op == ir.Exit }
	for id, b := range k.Blocks {
		stored := map[uint64]bool{}
		for _, in := range b.Instrs {
			shared = shared || in.Space == ir.Shared && in.Op.Facts().Memory
			if in.Op == ir.St && !in.Src[1].IsReg && in.Src[1].Imm != 0 && !stored[in.Src[1].Imm] {
				stored[in.Src[1].Imm] = true
				n[id] += max(1, in.Type.Bytes()/ir.U32.Bytes())
			}
		}
		in := b.Instrs[len(b.Instrs)-1]
		if in.Op != ir.CBra || in.Reconv == 0 || !slices.ContainsFunc(in.Src, func(o ir.Operand) bool { return o.IsReg && varies[o.Reg] }) {
			continue
		}
		arm := func(to ir.BlockID) bool { return to == in.Reconv || !ends(to) }
		if !ends(in.Reconv) && arm(in.Targets[0]) && arm(in.Targets[1]) && !meets[in.Reconv] {
			meets[in.Reconv] = true
			n[id]++
			n[in.Reconv]++
		}
	}
	if shared && s.CC.Major >= clusters {
		n[0] += sharedBase
	}
	return n
}

const (
	clusters   = 9 // the first major compute capability on which a block has a place in a cluster
	sharedBase = 3 // S2UR SR_CgaCtaId, UMOV, ULEA
)

// slotsOf returns the machine instructions of each instruction, by block.
func slotsOf(s *arch.Spec, k *ir.Kernel) [][]int {
	var instrs []*ir.Instr
	for _, b := range k.Blocks {
		instrs = append(instrs, b.Instrs...)
	}
	ops, _ := isa.Decode(s, instrs, len(k.Regs))
	slots, at := make([][]int, len(k.Blocks)), 0
	for i, b := range k.Blocks {
		for range b.Instrs {
			slots[i] = append(slots[i], int(ops[at].Slots))
			at++
		}
	}
	return slots
}

// kindOf returns the kind of access of an instruction, "" of one without and of a load of a constant.
func kindOf(in *ir.Instr) string {
	switch {
	case in.Op == ir.Tex:
		return "tex"
	case !in.Op.Facts().Memory || in.Op == ir.AddrOf || in.Space == ir.Param || in.Space == ir.Const:
		return ""
	case in.Op == ir.Atom:
		return fmt.Sprintf("atom.%s", in.Space)
	}
	return in.Access()
}
