package ir

// This file makes the phis of a variable that several blocks define, by the
// method of Braun and others ("Simple and Efficient Construction of Static
// Single Assignment Form", 2013) on a finished control-flow graph.

// Variable is what is known about a variable that several blocks define: its value at the start
// and at the end of blocks.
type Variable struct {
	k          *Kernel
	preds      [][]BlockID
	Info       RegInfo    // of the registers that phis make
	start, end []reaching // by block
	phis       []placedPhi
}

// reaching is a value that reaches a place, if it is known.
type reaching struct {
	op    Operand
	known bool
}

type placedPhi struct {
	block *Block
	phi   *Instr
}

// NewVariable returns a variable without definitions. info is of the registers that phis make.
func NewVariable(k *Kernel, preds [][]BlockID, info RegInfo) *Variable {
	n := len(k.Blocks)
	values := make([]reaching, 2*n)
	return &Variable{k: k, preds: preds, Info: info, start: values[:n], end: values[n:]}
}

// Define says which value the variable has at the end of b.
func (v *Variable) Define(b BlockID, op Operand) { v.end[b] = reaching{op, true} }

// Begin says which value the variable has at the start of b.
func (v *Variable) Begin(b BlockID, op Operand) { v.start[b] = reaching{op, true} }

// AtEnd returns the variable's value at the end of b.
func (v *Variable) AtEnd(b BlockID) Operand {
	if !v.end[b].known {
		v.end[b] = reaching{v.AtStart(b), true}
	}
	return v.end[b].op
}

// AtStart returns the variable's value at the start of b, making phis where
// ways with different values may meet. A variable that no way defines is zero.
// b must be reachable: then every cycle of blocks has one with several
// predecessors, whose phi ends the search.
func (v *Variable) AtStart(b BlockID) Operand {
	if v.start[b].known {
		return v.start[b].op
	}
	var op Operand
	switch preds := v.preds[b]; len(preds) {
	case 0:
	case 1:
		op = v.AtEnd(preds[0])
	default:
		op = v.phi(b, preds)
	}
	v.start[b] = reaching{op, true}
	return op
}

func (v *Variable) phi(b BlockID, preds []BlockID) Operand {
	r := v.k.NewReg(v.Info.Type, v.Info.Name)
	v.start[b] = reaching{R(r), true}
	in := &Instr{Op: Phi, Type: v.Info.Type, Dst: []Reg{r}}
	for _, p := range preds {
		in.Preds = append(in.Preds, p)
		in.Src = append(in.Src, v.AtEnd(p))
	}
	block := v.k.Blocks[b]
	in.Pos = block.Instrs[0].Pos
	v.phis = append(v.phis, placedPhi{block, in})
	return R(r)
}

// Place inserts the phis that were made.
func (v *Variable) Place() {
	for _, p := range v.phis {
		p.block.Instrs = append([]*Instr{p.phi}, p.block.Instrs...)
	}
}
