package gpusim

// This file gives the host the gpu.Constant and gpu.Global variables of
// kernels. A device has one store for each variable, made zeroed when it is
// first asked for or launched with, and kept as long as the device lives.
// Kernels that use the same variable share its store.

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/report"
	"gpucourse/internal/spelling"
)

// symbol is a variable that a kernel uses.
type symbol struct {
	report.Symbol
	index int // in the Vars of the lowered kernel
}

// symbolKey tells the variables of a device apart. A variable whose type was
// edited is another one, as is that of a loaded module; nil stands for kernels
// that are launched without loading one.
type symbolKey struct {
	in                 *loadedModule
	name, file, goType string
}

func keyOf(v *ir.Var, in *loadedModule) symbolKey {
	file, err := filepath.Abs(v.Pos.File)
	if err != nil {
		file = v.Pos.File
	}
	return symbolKey{in, v.Symbol, file, v.GoType}
}

// Symbols lists the variables that the kernel uses, in the order in which it
// mentions them.
func (k *Kernel) Symbols() []report.Symbol {
	out := make([]report.Symbol, len(k.symbols))
	for i, s := range k.symbols {
		out[i] = s.Symbol
	}
	return out
}

// symbolsOf lists the variables that a kernel uses.
func symbolsOf(k *ir.Kernel) []symbol {
	var all []symbol
	for i := range k.Vars {
		v := &k.Vars[i]
		if !hasSymbol(v) {
			continue
		}
		s := report.Symbol{Name: v.Symbol[strings.LastIndex(v.Symbol, ".")+1:], Type: v.GoType, Len: 1}
		for _, n := range v.Dims {
			s.Len *= n
		}
		s.Elem = elementOf(v.Record)
		all = append(all, symbol{s, i})
	}
	return all
}

// hasSymbol reports whether the host can name an object.
func hasSymbol(v *ir.Var) bool { return v.Kind == ir.ConstVar || v.Kind == ir.GlobalVar }

// symbol returns the symbol of an object in code of the kernel.
func (k *kernelCode) symbol(v *ir.Var) *symbol {
	i := slices.IndexFunc(k.symbols, func(s symbol) bool { return k.lowered.Vars[s.index].Symbol == v.Symbol })
	return &k.symbols[i]
}

// Symbol returns the device's memory of a gpu.Constant or gpu.Global variable
// that a kernel, a Go function or a *Kernel, uses. Its elements are the
// innermost of the variable's type, and CopyFrom and CopyTo take values of that
// type. CUDA: cudaMemcpyToSymbol, cudaMemcpyFromSymbol, cudaGetSymbolAddress.
func (d *Device) Symbol(kernel any, name string) (*Array, error) {
	k, err := Compile(kernel)
	if err != nil {
		return nil, err
	}
	if wrong := constantTooLarge(d.spec, k.lowered, nil); wrong != "" {
		return nil, k.diagnose(diag.ConstantTooLarge, constantHint, "%s", wrong).WithCUDA(invalidSymbol)
	}
	if err := d.context.ready("variable " + name); err != nil {
		return nil, err
	}
	in, err := d.loadedFor(kernel)
	if err != nil {
		return nil, err
	}
	for i := range k.symbols {
		if k.symbols[i].Name == name {
			return d.store(k.kernelCode, &k.symbols[i], in)
		}
	}
	return nil, k.unknownSymbol(name)
}

func (k *kernelCode) unknownSymbol(name string) error {
	var names, list []string
	for _, s := range k.symbols {
		names = append(names, s.Name)
		list = append(list, s.Name+" "+s.Type)
	}
	hint := spelling.Suggest(name, names)
	switch {
	case len(list) == 0:
		hint = "it uses none; declare var " + name + " gpu.Constant[[256]float32] and read " + name + ".V[i]"
	case hint == "":
		hint = "it uses " + strings.Join(list, ", ")
	}
	return k.diagnose(diag.UnknownSymbol, hint, "kernel %s uses no gpu.Constant or gpu.Global variable %s", k.name(), name).WithCUDA(invalidSymbol)
}

// store returns a variable's memory.
func (d *Device) store(k *kernelCode, s *symbol, in *loadedModule) (*Array, error) {
	v := &k.lowered.Vars[s.index]
	key := keyOf(v, in)
	if a := d.symbols[key]; a != nil {
		return a, nil
	}
	a, err := d.malloc(s.Len, s.Elem.Bytes, nil, fmt.Sprintf("variable %s %s", s.Name, s.Type))
	if err != nil {
		return nil, err
	}
	copy(a.Bytes(), v.Initial)
	a.goType = v.Elem.GoType
	a.block.symbol = true
	d.symbols[key] = a
	return a, nil
}

// bindSymbols gives a launch the memory of the kernel's variables: the
// addresses of gpu.Global variables, the contents of gpu.Constant ones.
func (d *Device) bindSymbols(c *code, in *loadedModule, b *bound) error {
	b.constants = make([]byte, constantEnd(c.ir))
	for i := range c.ir.Vars {
		v := &c.ir.Vars[i]
		if !hasSymbol(v) {
			continue
		}
		a, err := d.store(c.kernelCode, c.symbol(v), in)
		if err != nil {
			return err
		}
		if v.Kind == ir.ConstVar {
			copy(b.constants[v.Offset:v.Offset+v.Bytes], a.Bytes())
			continue
		}
		binary.LittleEndian.PutUint64(b.params[v.Offset:], a.Address())
		b.windows[i] = a.window()
		b.arrays[i] = a
	}
	return nil
}

// dropSymbols frees the variables of a module.
func (d *Device) dropSymbols(in *loadedModule) {
	for key, a := range d.symbols {
		if key.in == in {
			a.block.free("its module was unloaded")
			delete(d.symbols, key)
		}
	}
}

// constantEnd is how many bytes of constant memory a kernel's variables reach.
func constantEnd(k *ir.Kernel) int {
	end := 0
	for i := range k.Vars {
		if v := &k.Vars[i]; v.Kind == ir.ConstVar {
			end = max(end, v.Offset+v.Bytes)
		}
	}
	return end
}
