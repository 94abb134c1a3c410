package source

// This file makes Units of Go.

import (
	"slices"
	"strings"
	"sync"

	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/ir"
	"gpucourse/gpusim/internal/lower"
	"gpucourse/gpusim/internal/wording"
)

// Go is a Unit of Go.
type Go struct {
	src *sources

	mu     sync.Mutex
	builds map[string]*build // by kernel name, "" for all that Kernels lists
}

// Kernels implements Unit. A kernel has no result and no receiver, uses package gpu or a
// variable of the device, directly or through a function, and is not called by another such
// function. A Unit of a file lists only the kernels in that file.
func (u *Go) Kernels() []string {
	u.mu.Lock()
	defer u.mu.Unlock()
	var names []string
	for _, d := range u.src.kernels() {
		names = append(names, d.name)
	}
	return names
}

// Generic implements Unit.
func (u *Go) Generic(name string) bool {
	d := u.src.function(name)
	return d != nil && isGeneric(d)
}

// Example implements Unit.
func (u *Go) Example(name string) string { return name + "[float32]" }

// Line implements Unit.
func (u *Go) Line(pos diag.Pos) string { return u.src.Line(pos) }

// Language implements Unit.
func (u *Go) Language() wording.Language { return wording.Go }

// Lower implements Unit. Builds do not change, so that several kernels can be lowered at the
// same time.
func (u *Go) Lower(name string, checked bool) (*ir.Kernel, error) {
	b, d, errs := u.built(name)
	if len(errs) > 0 {
		return nil, errs.Sort()
	}
	src, wrong := b.typed(name, d)
	k, errs := lower.Kernel(src, checked)
	if errs = append(errs, wrong...); len(errs) > 0 {
		return nil, errs.Sort()
	}
	return k, nil
}

// typed returns the typed source of a kernel, and the mistakes in its launch bounds.
func (b *build) typed(name string, d *decl) (src *lower.Typed, errs diag.List) {
	fn := b.instance
	if !isGeneric(d) {
		fn = b.ssa.Func(d.name)
	}
	bounds, errs := b.src.launchBounds(d.fn())
	return &lower.Typed{
		Text: b.src, Name: name, Func: fn, Decl: d.fn(), Names: b.names, Rounded: b.rounded, Loops: b.loops, Called: b.called,
		Bounds: bounds, C: b.src.cuda != nil, Dynamic: b.src.dynamic,
	}, errs
}

// built returns the build of a kernel, and the kernel's declaration.
func (u *Go) built(name string) (*build, *decl, diag.List) {
	u.mu.Lock()
	defer u.mu.Unlock()
	base, _, generic := strings.Cut(name, "[")
	d := u.src.function(base)
	if d == nil {
		return nil, nil, diag.List{u.src.noKernel(base)}
	}
	if g := isGeneric(d); g != generic {
		return nil, nil, diag.List{u.src.wrongTypeArgs(d, g)}
	}
	b := u.buildFor(name, d)
	return b, d, b.diagnose(d)
}

// buildFor returns the build of a kernel: the shared one for a kernel that Kernels
// lists, otherwise one of its own.
func (u *Go) buildFor(name string, d *decl) *build {
	key, roots, instance := name, []*decl{d}, name
	if listed := u.src.kernels(); slices.Contains(listed, d) && !isGeneric(d) {
		key, roots, instance = "", listed, ""
	}
	b := u.builds[key]
	if b == nil {
		b = newBuild(u.src, roots, instance)
		u.builds[key] = b
	}
	return b
}
