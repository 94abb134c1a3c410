package ptx

// This file matches instructions with the forms that opcodes have.

import (
	"cmp"
	"slices"
	"strings"

	"gpucourse/gpusim/internal/ptx/syntax"
)

// form is one form of an opcode: what its modifiers and operands are, and how it becomes IR.
type form struct {
	op string
	// mods lists the modifiers, divided by blanks. "a|b" is one of several, "a?" may be missing, and T= or
	// U= gives the one found a name. Types have an order; others may stand anywhere, as ptxas reads them.
	mods string
	// operands lists the operands; the last may be missing where it ends with "?".
	operands string
	build    func(*lowerer, *match)

	items []item
	kinds []string
}

// item is one modifier of a form.
type item struct {
	name     string // "T", "U" or ""
	words    []string
	optional bool
	typed    bool // its words are types
}

// sets are short for the types that many forms take.
var sets = strings.NewReplacer(
	"INT", "u16|s16|u32|s32|u64|s64",
	"BITS", "b16|b32|b64|pred",
	"MEM", "u8|s8|b8|u16|s16|b16|u32|s32|b32|u64|s64|b64|f32|f64",
	"COMPARED", "u16|s16|b16|u32|s32|b32|u64|s64|b64|f32|f64",
	"ANY", "u8|s8|u16|s16|u32|s32|u64|s64|f32|f64",
	"HALF", "f16|bf16|f16x2|bf16x2",
	"WORD", "u32|s32",
	"WHOLE", "u32|s32|u64|s64",
	"FLOAT", "f32|f64",
	"ROUND", "rn|rz|rm|rp",
	"COMPARISON", "eq|ne|lt|le|gt|ge|lo|ls|hi|hs|equ|neu|ltu|leu|gtu|geu|num|nan",
	"ORDER", "weak|relaxed|acquire|release|acq_rel|volatile|mmio",
	"SCOPE", "cta|gpu|sys|cluster",
	"EVICT", "L1::evict_first|L1::evict_last|L1::no_allocate|L1::evict_normal|L1::evict_unchanged",
	"CACHE", "ca|cg|cs|lu|cv|wb|wt",
	"PREFETCH", "L2::64B|L2::128B|L2::256B",
	"NUMBER", "u32|s32|b32|u64|s64|b64|f32|f64",
	"STATE", "global|shared|shared::cluster|local|const|param",
	"DIMENSIONS", "1d|2d|3d|4d|5d",
)

// parsed returns the forms by opcode, with their patterns read.
func parsed(list []form) map[string][]*form {
	byOp := map[string][]*form{}
	for i := range list {
		f := &list[i]
		for _, word := range strings.Fields(f.mods) {
			it := item{}
			if name, rest, ok := strings.Cut(word, "="); ok {
				it.name, word = name, rest
			}
			word, it.optional = strings.CutSuffix(word, "?")
			it.words = strings.Split(sets.Replace(word), "|")
			it.typed = types[it.words[0]].name != ""
			f.items = append(f.items, it)
		}
		f.kinds = strings.Fields(f.operands)
		byOp[f.op] = append(byOp[f.op], f)
	}
	return byOp
}

// match is an instruction that has a form.
type match struct {
	*syntax.Instr
	form  *form
	named map[string]string // the modifiers with a name
}

// has reports whether the instruction has a modifier.
func (m *match) has(word string) bool { return slices.Contains(m.Mods, word) }

// t returns the type that the form calls T.
func (m *match) t() typ { return types[m.named["T"]] }

// matches returns the instruction as one of the form, or nil.
func (f *form) matches(in *syntax.Instr) *match {
	m := &match{Instr: in, form: f}
	rest := slices.Clone(in.Mods)
	for _, it := range f.items {
		at := it.find(rest)
		switch {
		case at < 0 && !it.optional:
			return nil
		case at < 0:
			continue
		case it.name != "":
			if m.named == nil {
				m.named = map[string]string{}
			}
			m.named[it.name] = plainWord(rest[at])
		}
		rest = slices.Delete(rest, at, at+1)
	}
	most := len(f.kinds)
	least := most
	if most > 0 && strings.HasSuffix(f.kinds[most-1], "?") {
		least--
	}
	if n := len(in.Operands); len(rest) > 0 || n < least || n > most {
		return nil
	}
	return m
}

// find returns the place of the item among modifiers: of a type, that of the first type; -1 where it is
// missing.
func (it *item) find(mods []string) int {
	for i, word := range mods {
		word = plainWord(word)
		if slices.Contains(it.words, word) {
			return i
		}
		if it.typed && types[word].name != "" {
			return -1
		}
	}
	return -1
}

// flushes reports whether .ftz makes a difference to the instruction: its form may have it, and it
// computes with a float32.
func (m *match) flushes() bool {
	may := slices.ContainsFunc(m.form.items, func(it item) bool { return it.optional && it.words[0] == "ftz" })
	from, to := cmp.Or(m.named["U"], m.named["T"]), m.named["T"]
	return may && (from == "f32" || from == "f64" && to == "f32")
}

// plainWord returns a modifier without what narrows it: shared for shared::cta.
func plainWord(w string) string {
	switch w {
	case "shared::cta", "param::entry", "param::func":
		w, _, _ = strings.Cut(w, "::")
	}
	return w
}
