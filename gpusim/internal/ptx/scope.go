package ptx

// This file finds what names mean.

import (
	"strconv"
	"strings"

	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/ptx/syntax"
)

// register is a register of PTX: a variable that many instructions may set.
type register struct {
	name  string
	t     typ
	class ir.Type // of the registers of the IR that hold its values
	votes int     // uses as a float less uses as an integer
	known bool    // it is listed in lowerer.regs
	// policy is the word of the policy that createpolicy puts into it; noPolicy where several do.
	policy uint64
}

// symbol is a variable of PTX.
type symbol struct {
	v  *syntax.Var
	id ir.VarID // 0 for a parameter, and before its first use
	// param is the number of a parameter of the kernel, counted from 1; 0 for another variable.
	param int
	// slots are the parts of a .param variable of a function that is inlined or called, by offset.
	slots map[int64]*register
}

// scope holds the names of a block.
type scope struct {
	outer   *scope
	names   map[string]any // *register or *symbol
	counted []*syntax.Var  // declarations such as %r<39>
	labels  map[string]*block
}

func newScope(outer *scope) *scope { return &scope{outer: outer, names: map[string]any{}} }

// find returns what a name means: a *register, a *symbol or nil.
func (s *scope) find(name string) any {
	for ; s != nil; s = s.outer {
		if x := s.names[name]; x != nil {
			return x
		}
		if r := s.numbered(name); r != nil {
			return r
		}
	}
	return nil
}

// labelled returns the block of a label that stands in the scope or around it, or nil.
func (s *scope) labelled(name string) *block {
	for ; s != nil; s = s.outer {
		if b := s.labels[name]; b != nil {
			return b
		}
	}
	return nil
}

// numbered returns the register of a name such as %r12, if %r<39> is declared in the scope.
func (s *scope) numbered(name string) *register {
	base := strings.TrimRight(name, "0123456789")
	for _, v := range s.counted {
		if v.Name != base && !strings.HasPrefix(name, v.Name) {
			continue
		}
		if n, err := strconv.Atoi(name[len(v.Name):]); err == nil && n >= 0 && n < v.Count {
			r := &register{name: name, t: types[v.Type]}
			s.names[name] = r
			return r
		}
	}
	return nil
}
