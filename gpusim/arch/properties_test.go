package arch

// This file holds the properties of the H200 against what the device itself
// answered to cudaGetDeviceProperties.

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// asked is the keys of the measured line by the field of cudaDeviceProp they hold.
var asked = map[string]string{
	"multiProcessorCount": "sms", "totalGlobalMem": "global", "totalConstMem": "const", "sharedMemPerBlock": "smemBlock",
	"sharedMemPerBlockOptin": "smemOptin", "sharedMemPerMultiprocessor": "smemSM", "reservedSharedMemPerBlock": "smemReserved",
	"regsPerBlock": "regsBlock", "regsPerMultiprocessor": "regsSM", "warpSize": "warp", "maxThreadsPerBlock": "thrBlock",
	"maxThreadsPerMultiProcessor": "thrSM", "maxBlocksPerMultiProcessor": "blocksSM", "l2CacheSize": "l2", "major, minor": "cc",
}

func TestPropertiesAsAnswered(t *testing.T) {
	text, err := os.ReadFile("../validation/h200/device/micro.txt")
	if err != nil {
		t.Fatal(err)
	}
	answers := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^prop .*$`).FindAllString(string(text), -1) {
		for _, pair := range regexp.MustCompile(`(\w+)=(\S+)`).FindAllStringSubmatch(m, -1) {
			answers[pair[1]] = pair[2]
		}
	}
	compared := 0
	for _, p := range find(t, "H200").Properties() {
		want := answers[asked[p.CUDA]]
		if p.CUDA == "clockRate" { // which is in kHz
			n, _ := strconv.Atoi(answers["clockKHz"])
			want = strconv.Itoa(n / 1000)
		}
		if want == "" {
			continue
		}
		compared++
		if p.Value != want {
			t.Errorf("%s (%s): got %s, the device answered %s", p.Name, p.CUDA, p.Value, want)
		}
	}
	if compared != len(asked)+1 {
		t.Errorf("compared %d properties, want %d", compared, len(asked)+1)
	}
}

// TestPropertiesAreTheSameRows: tables with a column for each device need that.
func TestPropertiesAreTheSameRows(t *testing.T) {
	want := find(t, "H200").Properties()
	seen := map[string]bool{}
	for _, p := range want {
		if seen[p.Name] {
			t.Errorf("two properties are called %q", p.Name)
		}
		seen[p.Name] = true
	}
	for _, s := range Devices {
		for i, p := range s.Properties() {
			if p.Name != want[i].Name {
				t.Errorf("%s: row %d is %q, want %q", s.Name, i, p.Name, want[i].Name)
			}
		}
	}
}

func find(t *testing.T, name string) *Spec {
	t.Helper()
	s, err := Find(name)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
