package gpusim

// This file gives the host the gpu.Constant and gpu.Global variables of
// kernels. A device has one store for each variable, made zeroed when it is
// first asked for or launched with, and kept as long as the device lives.
// Kernels that use the same variable share its store.

import (
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strings"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/kernel"
	"gpucourse/internal/spelling"
)

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

// Symbol returns the device's memory of a gpu.Constant or gpu.Global variable
// that a kernel, a Go function or a *Kernel, uses. Its elements are the
// innermost of the variable's type, and CopyFrom and CopyTo take values of that
// type. CUDA: cudaMemcpyToSymbol, cudaMemcpyFromSymbol, cudaGetSymbolAddress.
func (d *Device) Symbol(kernel any, name string) (*Array, error) {
	k, err := Compile(kernel)
	if err != nil {
		return nil, err
	}
	if wrong := constantTooLarge(d.spec, k.source.Lowered, nil); wrong != "" {
		return nil, k.source.Diagnose(diag.ConstantTooLarge, constantHint, "%s", wrong).WithCUDA(invalidSymbol)
	}
	if err := d.context.ready("variable " + name); err != nil {
		return nil, err
	}
	in, err := d.loadedFor(kernel)
	if err != nil {
		return nil, err
	}
	for i := range k.source.Symbols {
		if k.source.Symbols[i].Name == name {
			return d.store(k.source, &k.source.Symbols[i], in)
		}
	}
	return nil, unknownSymbol(k.source, name)
}

func unknownSymbol(k *kernelCode, name string) error {
	var names, list []string
	for _, s := range k.Symbols {
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
	return k.Diagnose(diag.UnknownSymbol, hint, "kernel %s uses no gpu.Constant or gpu.Global variable %s", k.Name(), name).WithCUDA(invalidSymbol)
}

// store returns a variable's memory.
func (d *Device) store(k *kernelCode, s *kernel.Symbol, in *loadedModule) (*Array, error) {
	v := &k.Lowered.Vars[s.Index]
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
	return a, d.storeAddresses(k, a, v.Addresses, in)
}

// storeAddresses writes the addresses of other variables into a variable's memory.
func (d *Device) storeAddresses(k *kernelCode, a *Array, list []ir.Address, in *loadedModule) error {
	for _, x := range list {
		to, err := d.store(k, k.Symbol(&ir.Var{Symbol: x.Symbol}), in)
		if err != nil {
			return err
		}
		binary.LittleEndian.PutUint64(a.Bytes()[x.At:], to.Address()+uint64(x.Off))
	}
	return nil
}

// shareVariable makes memory that another process maps, too, the memory of a variable: see
// contexts.ShareVariable.
func shareVariable(device, kernel any, name string, data []byte, align int) (any, error) {
	d := device.(*Device)
	k, err := Compile(kernel)
	if err != nil {
		return nil, err
	}
	for i := range k.source.Symbols {
		s := &k.source.Symbols[i]
		if s.Name != name {
			continue
		}
		v := &k.source.Lowered.Vars[s.Index]
		b, err := d.sharedBlock("variable "+name, data, align, true)
		if err != nil {
			return nil, err
		}
		copy(data, v.Initial)
		b.symbol = true
		a := &Array{block: b, length: s.Len, size: s.Elem.Bytes, goType: v.Elem.GoType}
		d.symbols[keyOf(v, nil)] = a
		return a, nil
	}
	return nil, unknownSymbol(k.source, name)
}

// bindSymbols gives a launch the memory of the kernel's variables: the
// addresses of gpu.Global variables, the contents of gpu.Constant ones.
func (d *Device) bindSymbols(c *code, in *loadedModule, b *bound) error {
	b.constants = make([]byte, kernel.ConstantEnd(c.IR))
	for i := range c.IR.Vars {
		v := &c.IR.Vars[i]
		if !kernel.HasSymbol(v) {
			continue
		}
		a, err := d.store(c.Kernel, c.Symbol(v), in)
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
