package ir

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCloneIsApart: a clone equals its kernel, and what is done to the clone leaves the kernel as
// it is.
func TestCloneIsApart(t *testing.T) {
	for name, text := range texts(t) {
		k := mustParse(t, text)
		c := k.Clone()
		if diff := cmp.Diff(k, c); diff != "" {
			t.Errorf("%s: the clone differs (-want +got):\n%s", name, diff)
		}
		ruin(c)
		if diff := cmp.Diff(mustParse(t, text), k); diff != "" {
			t.Errorf("%s: the kernel changed with its clone (-want +got):\n%s", name, diff)
		}
	}
}

// ruin changes all that passes may change.
func ruin(k *Kernel) {
	clear(k.Params)
	clear(k.Vars)
	clear(k.Regs)
	for _, b := range k.Blocks {
		for _, in := range b.Instrs {
			clear(in.Dst)
			clear(in.Src)
			clear(in.Targets)
			clear(in.Preds)
			*in = Instr{}
		}
		clear(b.Instrs)
		*b = Block{}
	}
	clear(k.Blocks)
	for _, f := range k.Funcs {
		ruin(f.Body)
		*f = Func{}
	}
	clear(k.Funcs)
	*k = Kernel{}
}
