package cfront

// This file reads launches in host code: kernel<<<grid, block, shared>>>(…).

import (
	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/internal/cfront/syntax"
	"gpucourse/gpusim/internal/launch"
)

// Host parses the source for its host code.
func (p *Program) Host() *syntax.File { return syntax.ParseHost(p.source.Tokens) }

// Launch returns the shape of the first launch of a kernel by host code. ok is false when
// there is none, or when it is not constant.
func (p *Program) Launch(name string) (c launch.Shape, ok bool) {
	for _, l := range p.launches {
		if c, ok = p.launchOf(l, name); ok {
			return c, true
		}
	}
	return launch.Shape{}, false
}

// launchOf reads one launch; ok is false for one of another kernel.
func (p *Program) launchOf(l *syntax.KernelCall, name string) (c launch.Shape, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, refused := r.(refusal); !refused {
				panic(r)
			}
			ok = false // a part is known only when the host runs
		}
	}()
	u := p.unit()
	f := &fn{u: u}
	written, args := u.kernelName(name)
	kernel, isName := l.Kernel.(*syntax.Name)
	if !isName || kernel.Name != written.Name || len(l.Config) < 2 || joinArgs(f.templateArgs(kernel.Args)) != joinArgs(args) {
		return c, false
	}
	c.Grid, c.Block = f.extent(l.Config[0]), f.extent(l.Config[1])
	if len(l.Config) > 2 {
		c.Dynamic = int(f.constant(l.Config[2], "the shared memory of a launch").c.i)
	}
	return c, true
}

// extent computes a number or a dim3.
func (f *fn) extent(x syntax.Expr) arch.Dim3 {
	n := [3]int{1, 1, 1}
	list := []syntax.Expr{x}
	if d, ok := x.(*syntax.Construct); ok {
		list = d.Args
	}
	for i, part := range list[:min(len(list), len(n))] {
		n[i] = int(f.constant(part, "the size of a launch").c.i)
	}
	return arch.Dim3{X: n[0], Y: n[1], Z: n[2]}
}
