package gpusim_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"testing"

	"gpucourse/gpusim"
)

// TestPTXForms launches kernels of testdata/forms.cu, which nvcc has compiled, and compares what
// they leave in memory with Go.
func TestPTXForms(t *testing.T) {
	m := gpusim.Must(gpusim.LoadFile("internal/ptx/testdata/forms.ptx"))
	for name, c := range map[string]struct {
		n, blocks int
		want      func(i int, p []int32) int32
	}{
		"pointers": {n: 1, want: func(i int, p []int32) int32 { return p[i]*2 + []int32{4, 6}[i&1] }},
		"virtuals": {n: 4, want: func(i int, p []int32) int32 {
			if p[i]&1 == 1 {
				return p[i] * 3
			}
			return p[i]*p[i] + 4
		}},
		"either": {n: 9, want: func(i int, p []int32) int32 {
			switch {
			case i == 3:
				return p[i] + 5 + 32*2
			case i&1 == 1:
				return p[i] + 5
			}
			return 9 + 5 + 100 + 1000
		}},
		"initial": {n: 5, want: func(int, []int32) int32 { return 12 }},
		"clocks":  {n: 500, want: func(int, []int32) int32 { return 1 }},
		"heap":    {n: 10, want: func(i int, p []int32) int32 { return p[i] + 9 }},
		"numbered": {n: 2, want: func(i int, p []int32) int32 {
			if i < 32 {
				return p[31-i] + 2
			}
			return p[i-32] + 1002
		}},
		"narrow": {n: 6, want: func(i int, p []int32) int32 {
			return p[i] + 63*64/2 - 3*64 + 5*2*64 + 7*64 + 11*(100-2*64) + 7000000
		}},
		"groups": {n: 40, want: func(_ int, p []int32) int32 {
			sum := p[40]
			for _, x := range p {
				sum += x
			}
			return sum
		}},
		"grid": {n: 3, blocks: 4, want: func(i int, p []int32) int32 { return p[(i+3)%len(p)] + 3 }},
	} {
		t.Run(name, func(t *testing.T) {
			k := gpusim.Must(m.Kernel(name))
			dev := gpusim.Must(gpusim.Open("H100"))
			threads := 64
			p := make([]int32, threads*max(c.blocks, 1))
			for i := range p {
				p[i] = int32(i*7%13 + 1)
			}
			buffer := gpusim.Must(gpusim.Upload(dev, p))
			if _, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(max(c.blocks, 1)), Block: gpusim.Dim(threads)}, buffer, int32(c.n)); err != nil {
				t.Fatal(err)
			}
			var want []int32
			for i := range p {
				want = append(want, c.want(i, p))
			}
			if got := gpusim.Must(buffer.Host()); !slices.Equal(got, want) {
				t.Errorf("got %v\nwant %v", got, want)
			}
		})
	}
}

// TestPTXFaults: barriers at which threads wait for ever, calls through wrong pointers and texts at wrong addresses are told.
func TestPTXFaults(t *testing.T) {
	print := func(format, argument string) string {
		return ".local .align 8 .b8 d[8]; mov.u64 %d5, 7; mov.u64 %d1, d; cvta.local.u64 %d2, %d1; st.local.u64 [%d1], " + argument + "; mov.u64 %d3, " + format + ";\n" +
			"{ .param .b64 p; st.param.b64 [p], %d3; .param .b64 q; st.param.b64 [q], %d2; .param .b32 v; call.uni (v), vprintf, (p, q); }"
	}
	const head = ".version 8.0\n.target sm_90\n.address_size 64\n.func f() { ret; }\n.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n.global .b8 text[3] = {37, 115, 0};\n.global .u64 table[1] = {f};\n.visible .entry k() {\n.reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %d<9>;\nmov.u32 %r1, %tid.x; setp.lt.u32 %p1, %r1, 32;\n"
	for text, want := range map[string]string{
		"@%p1 bar.sync 1, 64;":                                     "barrier 1 waits for ever: it is for 2 warps",
		"bar.sync 1, 33;":                                          "barrier 1 is for 33 threads, which are no whole warps",
		"mov.u32 %r2, 16; bar.sync %r2, 64;":                       "a block has no barrier 16",
		"mov.u64 %d1, 5; call %d1, (), q; q: .callprototype _ ();": "a call through a pointer that holds the address of no function",
		print("text", "5"):                                         "printing the text at address 0x5, which does not end inside allocated memory",
		print("%d5", "5"):                                          "printing the text at address 0x7, which does not end inside allocated memory",
	} {
		m := gpusim.Must(gpusim.LoadText("k.ptx", head+text+"\nret;\n}\n"))
		dev := gpusim.Must(gpusim.Open("H100"))
		k, err := m.Kernel("k")
		if err == nil {
			_, err = dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(64), Stdout: io.Discard})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// TestPTXIndexedParameters reads a parameter with an index that a thread computes, also through a
// pointer that may point to shared memory instead.
func TestPTXIndexedParameters(t *testing.T) {
	k := gpusim.Must(gpusim.Must(gpusim.LoadFile("internal/ptx/testdata/forms.ptx")).Kernel("indexed"))
	dev := gpusim.Must(gpusim.Open("H100"))
	const threads = 64
	v, rows := [5]int32{3, 1, 4, 1, 5}, [3][]int32{}
	table := []any{int32(100), v}
	for r := range rows {
		for i := range int32(threads) {
			rows[r] = append(rows[r], 1000*int32(r+1)+i)
		}
		table = append(table, gpusim.Must(gpusim.Upload(dev, rows[r])).Address())
	}
	out := gpusim.Must(gpusim.Malloc[int32](dev, threads))
	var block bytes.Buffer
	for _, x := range append(table, out.Address()) {
		if err := binary.Write(&block, binary.LittleEndian, x); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(threads)}, gpusim.ParamBuffer(block.Bytes())); err != nil {
		t.Fatal(err)
	}
	for i, got := range gpusim.Must(out.Host()) {
		want := rows[i%3][i] + v[i%5] + 100
		if i&1 == 1 {
			want = rows[i%3][i] + int32(i%5) + 100
		}
		if got != want {
			t.Errorf("thread %d: got %d, want %d", i, got, want)
		}
	}
}
