package course

import (
	"slices"
	"testing"
)

// TestLaunchesAreMeasured: a table has each launch of launches.txt, as it is there, and no table has another.
func TestLaunchesAreMeasured(t *testing.T) {
	list := Launches()
	for _, l := range list {
		p, file, err := Find("H100", l.Case)
		if err != nil {
			p, file, err = Find("H200", l.Case)
		}
		if err != nil {
			t.Errorf("neither an H100 nor an H200 measured %s", l.Case)
			continue
		}
		if p.Config != l.Config() || p.Kernel != l.Kernel {
			t.Errorf("%s: %s has %s, %s, want %s, %s", l.Case, file, p.Kernel, p.Config, l.Kernel, l.Config())
		}
		if p.Metrics["sm__cycles_elapsed.max"] <= 0 || p.Metrics["gpu__time_duration.sum"] <= 0 {
			t.Errorf("%s: %s has no time", l.Case, file)
		}
	}
	for _, p := range slices.Concat(onH100(), onH200()) {
		if !slices.ContainsFunc(list, func(l Launch) bool { return l.Case == p.Case }) {
			t.Errorf("%s was measured and is not in launches.txt", p.Case)
		}
	}
}

// TestFindNamesWhatIsMissing: a device and a case without a measurement are named.
func TestFindNamesWhatIsMissing(t *testing.T) {
	if _, _, err := Find("Tesla K20c", "16_halves_1m"); err == nil || err.Error() != "Tesla K20c has no launch 16_halves_1m that was measured" {
		t.Errorf("got %v", err)
	}
	if _, err := Line("h200/device/micro.txt", "nonsense"); err == nil {
		t.Error("a line that does not exist was found")
	}
}
