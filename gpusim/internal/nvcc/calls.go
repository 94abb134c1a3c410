package nvcc

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/ir"
)

// This file says what a call of a function of the driver does with registers. ptxas does not
// see these functions, vprintf and __assertfail, so it keeps to the calling convention.

// callRegisters are numbers of 32-bit registers.
type callRegisters struct {
	arguments int // the register of the first argument
	kept      int // the first register that a function leaves as it was
	printf    int // words of the arguments: the format, and where the values lie
	assert    int // words of the arguments: three texts, a line, and the size of a character
}

// Clobbered returns the registers that a function of the driver may change.
func (p *Profile) Clobbered(file *arch.RegisterFile) (list []int) {
	for r := range p.calls.kept {
		list = append(list, r)
	}
	for i := range returnWords(file) {
		list = append(list, file.ReturnAddress+i)
	}
	return list
}

// Called returns the registers that a call takes, up to the highest one: its arguments, and the
// address to return to.
func (p *Profile) Called(file *arch.RegisterFile, call *ir.Instr) int {
	words := p.calls.assert
	if call.Op == ir.Printf {
		words = p.calls.printf
	}
	return max(p.calls.arguments+words, file.ReturnAddress+returnWords(file))
}

// returnWords is the registers of the address to return to.
func returnWords(file *arch.RegisterFile) int {
	if file.ReturnAddress == 0 {
		return 0
	}
	return ir.U64.Bytes() / ir.U32.Bytes()
}
