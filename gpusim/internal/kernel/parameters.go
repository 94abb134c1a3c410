package kernel

// This file says what a kernel takes.

import (
	"regexp"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/wording"
	"gpucourse/gpusim/report"
)

func elementOf(r ir.Record) report.Element {
	out := report.Element{Bytes: r.Bytes, Scalars: make([]report.Scalar, len(r.Scalars))}
	for i, s := range r.Scalars {
		out.Scalars[i] = report.Scalar{Offset: s.Offset, Bytes: s.Type.Bytes(), Float: s.Type.Float(), Signed: s.Type.Signed()}
	}
	return out
}

// Parameters lists what the kernel takes, in order. The names are those of Named.
func (k *Kernel) Parameters() []report.Parameter {
	var out []report.Parameter
	for i := range k.Lowered.Params {
		p := &k.Lowered.Params[i]
		if v := k.Lowered.Var(p.Var); v != nil && v.Kind == ir.GlobalVar {
			continue
		}
		if strings.HasSuffix(p.Name, ".len") && i > 0 && k.Lowered.Params[i-1].Var != 0 {
			continue
		}
		param := report.Parameter{Name: p.Name, Type: Wanted(k.Lowered, p), Slice: p.Var != 0 && !IsTexture(k.Lowered, p), Texture: IsTexture(k.Lowered, p), Unread: p.Unread}
		param.Fetched = param.Texture && fetches(k.Lowered, p.Var)
		if param.Slice {
			param.Elem = elementOf(k.Elem(p.Name))
		}
		out = append(out, param)
	}
	return out
}

// Wanted is the type of a parameter in the learner's words.
func Wanted(k *ir.Kernel, p *ir.Parameter) string {
	if v := k.Var(p.Var); v != nil {
		return v.GoType
	}
	for _, param := range k.Arguments {
		if param.Name == p.Name {
			return param.Type
		}
	}
	return goNames[p.Type]
}

// goNames spells a parameter type that stands in a struct, whose declaration
// the launch does not see.
var goNames = map[ir.Type]string{
	ir.U8: "uint8 or bool", ir.S8: "int8", ir.U16: "uint16", ir.S16: "int16", ir.U32: "uint32 or uint", ir.S32: "int32 or int",
	ir.U64: "uint64", ir.S64: "int64", ir.F32: "float32", ir.F64: "float64",
}

// FieldPath returns the path of a field as the kernel spells it. Fields of CUDA C often
// begin with a small letter.
func (k *Kernel) FieldPath(path string) string {
	if k.Unit.Language() != wording.CUDA {
		return path
	}
	for i := range k.Lowered.Params {
		name := k.Lowered.Params[i].Name
		if n := len(path); len(name) >= n && strings.EqualFold(name[:n], path) && (len(name) == n || strings.IndexByte(".[", name[n]) >= 0) {
			return name[:n]
		}
	}
	return path
}

// IsTexture reports whether a parameter stands for a texture.
func IsTexture(k *ir.Kernel, p *ir.Parameter) bool {
	v := k.Var(p.Var)
	return v != nil && v.Kind == ir.TextureVar
}

// fetches reports whether a kernel reads a texture by whole numbers.
func fetches(k *ir.Kernel, texture ir.VarID) (found bool) {
	k.EachInstr(func(in *ir.Instr) { found = found || in.Op == ir.Tex && in.Root == texture && in.From == ir.S32 })
	return found
}

// Elem is what the slice parameter at path holds.
func (k *Kernel) Elem(path string) ir.Record {
	for _, p := range k.Lowered.Arguments {
		if e, ok := p.Slices[path]; ok {
			return e
		}
	}
	panic("BUG: no slice parameter " + path)
}

// qualifier is a package before a type's name.
var qualifier = regexp.MustCompile(`[\w/.]*\.`)

// readOnly is a gpu.ReadOnly parameter, which takes any slice.
var readOnly = regexp.MustCompile(`^gpu\.ReadOnly\[(.*)\]$`)

// aliases are the other names of types, which reflection does not tell.
var aliases = map[string]*regexp.Regexp{"uint8": regexp.MustCompile(`\bbyte\b`), "int32": regexp.MustCompile(`\brune\b`)}

// SameType compares the names of a host type and of a type in the kernel's
// source, where the learner's own types have no package.
func SameType(host, source string) bool {
	source = readOnly.ReplaceAllString(source, "[]$1")
	for name, alias := range aliases {
		source = alias.ReplaceAllString(source, name)
	}
	return qualifier.ReplaceAllString(host, "") == qualifier.ReplaceAllString(source, "")
}
