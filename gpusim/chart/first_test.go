package chart

import (
	"testing"

	"gpucourse/gpusim/trace"
)

func TestFirstKeepsOneOfAKind(t *testing.T) {
	r := banksCorpus()["banks_row"].launch()
	load := r.Samples[0]
	store, other := load, load
	store.Access.Kind, other.Var = trace.Store, "s"
	r.Samples = append(r.Samples, load, store, store, other)
	thin := First(r)
	if len(thin.Samples) != 3 || thin.Samples[1].Access.Kind != trace.Store || thin.Samples[2].Var != "s" {
		t.Errorf("got %d samples, want the load and the store of tile and the load of s", len(thin.Samples))
	}
	if len(r.Samples) != 5 {
		t.Errorf("got %d samples in the report that was given, want its 5", len(r.Samples))
	}
}
