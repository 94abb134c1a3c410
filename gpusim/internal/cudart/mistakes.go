package cudart

// This file is what a program's host code does wrong.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
)

// failedCall is the code of a call of the runtime that answers with an error.
const failedCall diag.Code = "FailedCall"

// place is the line of a call.
func (s *session) place(site int64) diag.Pos {
	if s.o.Place == nil || site == 0 {
		return diag.Pos{}
	}
	return s.o.Place(site)
}

// where is the line of a call in a sentence: " at main.cu:12", or nothing.
func (s *session) where(site int64) string {
	if p := s.place(site); p.Line > 0 {
		return " at " + p.Where()
	}
	return ""
}

// because keeps why a call fails and what to do, for the user, and returns its answer.
func (s *session) because(r status, hint, format string, args ...any) status {
	s.reason, s.hint = fmt.Sprintf(format, args...), hint
	return r
}

// complain tells the user what went wrong in the simulator's words; the program gets a number alone.
func (s *session) complain(err error) {
	if s.o.Stderr != nil {
		fmt.Fprintln(s.o.Stderr, err)
	}
}

// complained is statusOf for an error whose reason the user is told.
func (s *session) complained(err error, otherwise status) status {
	if d := (diag.Diagnostic{}); errors.As(err, &d) && d.Code != diag.ContextLost {
		s.reason, s.hint = d.Message, d.Hint
	}
	return statusOf(err, otherwise)
}

// mistake tells the user of a call that fails. Where tools watch, the end lists it.
func (s *session) mistake(r status) {
	if s.reason == "" && s.o.Check == 0 {
		return // the program's own message says as much
	}
	d := diag.Diagnostic{Pos: s.place(s.call.site), Code: failedCall, CUDA: r.name(), Message: s.what, Hint: s.hint}
	if s.reason != "" {
		d.Message += ": " + s.reason
	}
	if s.o.Check == 0 {
		s.complain(d)
		return
	}
	if !slices.Contains(s.result.Mistakes, d) {
		s.result.Mistakes = append(s.result.Mistakes, d)
	}
}

// Unreachable is the error of a program that ended while its memory was read or written for a call: most
// often it passed an address without memory.
type Unreachable struct{ diag.Diagnostic }

func (s *session) unreachable(a access) error {
	if a.bytes == 0 {
		return nil
	}
	s.because(invalidValue, "pass the address of memory that the program has, and no more bytes than lie there",
		"the program cannot reach all of the %d bytes at %#x of the host", a.bytes, a.address)
	return Unreachable{diag.Diagnostic{Pos: s.place(s.call.site), Code: failedCall, Message: s.what + ": " + s.reason, Hint: s.hint}}
}

// withStray adds to the error of a kernel that read or wrote where no memory is which argument of the launch is no
// address of the device.
func (s *session) withStray(err error, l *pending) error {
	var d diag.Diagnostic
	if !errors.Is(err, diag.ErrNoMemory) || !errors.As(err, &d) {
		return err
	}
	values, _ := l.args.(gpusim.ParamBuffer)
	offsets, sizes := l.f.kernel.ParamInfo()
	for i, at := range offsets {
		if sizes[i] != pointerBytes || at+pointerBytes > len(values) {
			continue
		}
		address := binary.LittleEndian.Uint64(values[at:])
		if hint := s.stray(address); hint != "" {
			d.Hint = fmt.Sprintf("argument %d of the launch, %#x, %s", i+1, address, hint)
			return d
		}
	}
	return err
}

const pointerBytes = 8

// leastOfHost is below all addresses of a program's own memory on 64-bit systems, and above the numbers that
// programs count with.
const leastOfHost = 1 << 40

// stray says why an address does not belong to the device; "" where it may belong to it, or is a number.
func (s *session) stray(address uint64) string {
	site, freed := s.freed[address]
	switch {
	case s.find(address) != nil:
		return ""
	case freed:
		return "was freed before" + s.where(site)
	case address >= leastOfHost && address < 1<<47:
		return "is an address of the host: pass memory of cudaMalloc, cudaMallocManaged or cudaMallocHost"
	}
	return ""
}

// freedBy names the function that frees a piece.
func (p *piece) freedBy() string {
	if p.kind == gpusim.PinnedMemory {
		return "cudaFreeHost"
	}
	return "cudaFree"
}

// cannotFree says why an address cannot be freed; p is the piece that holds it.
func (s *session) cannotFree(address uint64, p *piece) status {
	switch site, freed := s.freed[address]; {
	case freed:
		return s.because(invalidValue, "free memory once", "the memory at %#x was freed before%s", address, s.where(site))
	case p == nil:
		return s.because(invalidValue, "free what the runtime allocated", "nothing was allocated at %#x", address)
	case p.variable:
		return s.because(invalidValue, "variables live as long as the program", "%#x is a variable", address)
	case p.base != address:
		return s.because(invalidValue, "free the address that "+p.by+" gave", "%#x lies %d bytes into the memory that %s allocated%s", address, address-p.base, p.by, s.where(p.site))
	}
	return s.because(invalidValue, "call "+p.freedBy(), "%s allocated the memory at %#x%s", p.by, address, s.where(p.site))
}

// beyond says that bytes at an address go over the end of a piece.
func (s *session) beyond(p *piece, address, n uint64) status {
	return s.because(invalidValue, "check the number of bytes", "%d bytes from %#x go beyond the %d bytes that %s allocated%s, of which %d are left there", n, address, p.end-p.base, p.by, s.where(p.site), p.end-address)
}

// leaks are the allocations that the program did not free. After a fault it could not.
func (s *session) leaks() (list diag.List) {
	if s.sticky != success || s.ended {
		return nil
	}
	for _, p := range s.memory {
		if !p.variable {
			list = append(list, diag.Diagnostic{
				Pos: s.place(p.site), Code: diag.MemoryLeak,
				Message: fmt.Sprintf("%s: %d bytes at %#x were not freed", p.by, p.end-p.base, p.base),
				Hint:    "call " + p.freedBy() + " when nothing uses them any more",
			})
		}
	}
	return list
}
