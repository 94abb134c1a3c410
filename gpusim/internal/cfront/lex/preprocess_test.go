package lex

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"gpucourse/gpusim/internal/limit"
)

// TestIncludes: a header lies beside its source, or in the usual folders above; other
// headers in angle brackets are those of the system.
func TestIncludes(t *testing.T) {
	files := map[string]string{
		"suite/kernels/gemm/gemm.cuh":                        "beside",
		"suite/kernels/gemm/../../../utilities/polybench.h":  "#include \"more.h\"",
		"suite/kernels/gemm/../../../utilities/more.h":       "more",
		"suite/kernels/gemm/../../common/inc/helper_cuda.h":  "helper",
		"suite/kernels/gemm/../../../../../include/toofar.h": "far",
	}
	open := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	}
	for _, test := range []struct{ include, want, missing string }{
		{`"gemm.cuh"`, "beside", ""},
		{"<gemm.cuh>", "beside", ""},
		{"<polybench.h>", "more", ""},
		{`"helper_cuda.h"`, "helper", ""},
		{"<stdio.h>", "", ""},
		{"<toofar.h>", "", ""},
		{`"lost.h"`, "", "lost.h"},
	} {
		s := Preprocess("suite/kernels/gemm/gemm.cu", []byte("#include "+test.include+"\n"), open)
		if got := strings.TrimSpace(spell(s.Tokens)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.include, got, test.want)
		}
		if got := strings.Join(s.Missing, " "); got != test.missing || len(s.Errs) > 0 {
			t.Errorf("%s: %q is missing, %v, want %q", test.include, got, s.Errs, test.missing)
		}
	}
}

// TestIncludesThatIncludeThemselves end with an error.
func TestIncludesThatIncludeThemselves(t *testing.T) {
	open := func(string) ([]byte, error) { return []byte("#include <k.h>\n#include <k.h>\n"), nil }
	s := Preprocess("k.cu", []byte("#include <k.h>\n"), open)
	if len(s.Errs) == 0 || !strings.Contains(s.Errs[0].Message, "include one another") {
		t.Errorf("got %v", s.Errs)
	}
}

// TestIncludedBytes: what is included is bounded as a whole, not per file alone.
func TestIncludedBytes(t *testing.T) {
	large := append(bytes.Repeat([]byte(" "), limit.FileBytes-1), '\n')
	text := strings.Repeat("#include \"large.h\"\n", 2*limit.IncludedBytes/limit.FileBytes)
	opened := 0
	s := Preprocess("k.cu", []byte(text), func(string) ([]byte, error) { opened++; return large, nil })
	if len(s.Errs) != 1 || !strings.Contains(s.Errs[0].Message, "together") || opened != limit.IncludedBytes/limit.FileBytes+1 {
		t.Errorf("%d files were opened, with the errors %v", opened, s.Errs)
	}
}
