package arch

// This file holds the table of features against the devices.

import "testing"

func TestFeatures(t *testing.T) {
	for f := range NumFeatures {
		info := f.Info()
		if f != NoFeature && (info.Name == "" || info.Remedy == "") || info.From == (CC{}) {
			t.Errorf("feature %d: got %+v, want a name, a first device and a remedy", f, info)
		}
		if f > 0 && !info.From.atLeast((f - 1).Info().From) {
			t.Errorf("%s come at %v, before %s at %v: features are in the order in which they came", info.Name, info.From, (f - 1).Info().Name, (f - 1).Info().From)
		}
	}
	for i := range Devices {
		s := &Devices[i]
		has := s.CC.Major*10 + s.CC.Minor // what the table says, another way
		for f := range NumFeatures {
			from := f.Info().From
			if got, want := s.Has(f), has >= from.Major*10+from.Minor; got != want {
				t.Errorf("%s, %s: got %v, want %v", s.Name, f.Info().Name, got, want)
			}
		}
	}
}
