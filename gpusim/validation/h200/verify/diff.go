package main

// This file compares arrays of a GPU, which run.sh -dump wrote, with the simulator's.

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/cudac"
)

// diff prints, for each array in a folder, how many of its numbers differ from the
// simulator's, and the first of them.
func diff(dir string, list []entry) error {
	for _, l := range list {
		files, err := filepath.Glob(filepath.Join(dir, l.name+".*.bin"))
		if err != nil {
			return err
		}
		if len(files) == 0 {
			continue
		}
		s, err := l.simulate(gpusim.Config{Options: gpusim.Options{NoTime: true, NoCaches: true}})
		if err != nil {
			return err
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			param := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), l.name+"."), ".bin")
			fmt.Printf("%s %s: %s\n", l.name, param, difference(data, s.written[param], s.launch.Arrays[param]))
		}
	}
	return nil
}

// difference compares two arrays number by number.
func difference(got, want []byte, a cudac.Array) string {
	size := len(want) / max(1, a.Length)
	if len(got) != len(want) || size == 0 {
		return fmt.Sprintf("%d bytes, the simulator has %d", len(got), len(want))
	}
	n, first := 0, ""
	worst := uint64(0)
	for at := 0; at < len(want); at += size {
		for _, s := range a.Scalars {
			g, w := number(got[at+s.Offset:], s), number(want[at+s.Offset:], s)
			if g == w || s.Float && g != g && w != w {
				continue
			}
			if n++; n == 1 {
				first = fmt.Sprintf("element %d is %v, the simulator has %v", at/size, g, w)
			}
			worst = max(worst, steps(got[at+s.Offset:], want[at+s.Offset:], s))
		}
	}
	return fmt.Sprintf("%d numbers differ by at most %d units in the last place; %s", n, worst, first)
}

func number(data []byte, s cudac.Scalar) float64 {
	switch bits := word(data, s); {
	case s.Float && s.Bytes == 4:
		return float64(math.Float32frombits(uint32(bits)))
	case s.Float:
		return math.Float64frombits(bits)
	default:
		return float64(bits)
	}
}

func word(data []byte, s cudac.Scalar) uint64 {
	var w [8]byte
	copy(w[:], data[:s.Bytes])
	return binary.LittleEndian.Uint64(w[:])
}

// steps counts the floats between two of one sign.
func steps(got, want []byte, s cudac.Scalar) uint64 {
	g, w := word(got, s), word(want, s)
	return max(g, w) - min(g, w)
}
