package syntax

// This file names the libraries that kernels cannot use.

import (
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/cfront/lex"
)

const (
	groupsHint = "this_thread_block(), this_grid(), coalesced_threads() and tiled_partition<32>(block) are modelled"
	tensorHint = "compute the product with float and tiles in __shared__"
	matrixHint = "include mma.h"
)

// Libraries are the namespaces of libraries that are not modelled, with a way round.
var Libraries = map[string]string{
	"cub": "reduce and scan with __shfl_down_sync and __shared__", "thrust": "call it from the host, or write the loop",
	"wmma": matrixHint, "nvcuda": matrixHint, "cutlass": tensorHint, "cute": tensorHint,
	"cuda": "include cuda/barrier for barriers and bulk copies; otherwise use the functions of CUDA C, such as atomicAdd and __syncthreads", "cg": groupsHint, "cooperative_groups": groupsHint,
}

// refuseLibrary refuses the library that the current statement names, if any.
func (p *parser) refuseLibrary() {
	for i := p.i; i > 0; i-- {
		t := p.tokens[i]
		if t.Is(";") || t.Is("{") || t.Is("}") {
			return
		}
		if way, ok := Libraries[t.Text]; ok && t.Kind == lex.Ident && p.tokens[i+1].Is("::") {
			p.fail(t.Pos, diag.NoDeviceFunction, way, "the library %s is not modelled", t.Text)
		}
	}
}
