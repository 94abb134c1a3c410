package h100

import (
	"embed"
	"fmt"
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	"gpucourse/gpusim"
	"gpucourse/gpusim/validation/cases"
	"gpucourse/gpusim/validation/h200"
)

//go:embed blind/blind.json
var blindTable embed.FS

const words = 1 << 22

func blindArray(name string) []uint32 {
	list := make([]uint32, words)
	s := uint32(12345)
	for i := range list {
		s = cases.Step(s)
		switch name {
		case "A":
			list[i] = math.Float32bits(float32(s>>8) / (1 << 24))
		case "I":
			list[i] = s >> 8
		case "P":
			list[i] = uint32(16*i + (7*i)&15)
		}
	}
	return list
}

var blindConfig = regexp.MustCompile(`grid=(\d+)x(\d+)x(\d+) block=(\d+)x(\d+)x(\d+) smem=0 args=(.*)`)

func TestBlind(t *testing.T) {
	modules := map[string]*gpusim.Module{}
	data := map[string][]uint32{}
	for _, n := range strings.Split("A I P O Q", " ") {
		data[n] = blindArray(n)
	}
	only := regexp.MustCompile(os.Getenv("ONLY"))
	for _, p := range h200.ReadProfiles(blindTable, "blind/blind.json") {
		if !only.MatchString(p.Kernel) {
			continue
		}
		m := modules[p.Case]
		if m == nil {
			var err error
			if m, err = gpusim.LoadFile("blind/" + p.Case + ".cu"); err != nil {
				t.Fatal(err)
			}
			modules[p.Case] = m
		}
		k, err := m.Kernel(p.Kernel)
		if err != nil {
			t.Error(err)
			continue
		}
		dev := gpusim.Must(gpusim.Open("H100"))
		f := blindConfig.FindStringSubmatch(p.Config)
		num := func(i int) int { return gpusim.Must(strconv.Atoi(f[i])) }
		named := gpusim.Named{}
		for i, text := range strings.Split(f[7], ",") {
			x := k.Parameters()[i]
			if d, ok := data[text]; ok {
				size := x.Elem.Bytes
				array := gpusim.Must(dev.MallocArray(4*words/size, size))
				copy(array.Bytes(), unsafe.Slice((*byte)(unsafe.Pointer(&d[0])), 4*words))
				named[x.Name] = array
			} else if n, err := strconv.Atoi(text); err == nil {
				named[x.Name] = n
			} else {
				named[x.Name] = gpusim.Must(strconv.ParseFloat(strings.TrimSuffix(text, "f"), 32))
			}
		}
		r, err := dev.Launch(k, gpusim.Config{Grid: gpusim.Dim(num(1), num(2), num(3)), Block: gpusim.Dim(num(4), num(5), num(6))}, named)
		if err != nil {
			t.Error(p.Kernel, err)
			continue
		}
		fmt.Printf("== %s %s\n", p.Kernel, f[0])
		for name, want := range p.Metrics {
			got, known := r.Metric(name)
			fmt.Printf("%s|%s|%s|%v|%v|%v\n", p.Kernel, f[0], name, want, got, known)
		}
		fmt.Printf("%s|%s|%s|%v|%v|%v\n", p.Kernel, f[0], "cycles", p.Metrics["sm__cycles_elapsed.max"], r.Time.Cycles, true)
	}
}
