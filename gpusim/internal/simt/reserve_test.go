//go:build linux || darwin

package simt

import (
	"runtime"
	"testing"

	"gpucourse/gpusim/arch"
)

// TestReserve: the host refuses more than an address space, and gives an array that is larger than its memory.
func TestReserve(t *testing.T) {
	const addressSpace, device = 1 << 62, 141_000_000_000
	if _, err := reserve(addressSpace); err == nil {
		t.Error("an array of the whole address space is allocated")
	}
	h200, err := arch.Find("H200")
	if err != nil {
		t.Fatal(err)
	}
	m := NewMemory(&h200.Alloc, addressSpace+1<<40)
	if _, err := m.Alloc(addressSpace, 256, "all"); err == nil || m.Used() != 0 {
		t.Errorf("an array of the whole address space: error %v, %d bytes in use, want an error and 0", err, m.Used())
	}
	a, err := m.Alloc(device, 256, "all of an H200")
	if err != nil {
		t.Fatal(err)
	}
	a.Data[0], a.Data[len(a.Data)-1] = 1, 2
	if freed := m.Free(a); !freed || runtime.GOOS == "linux" && (a.Data[0] != 0 || a.Data[len(a.Data)-1] != 0) {
		t.Error("memory that was freed still takes memory of the host")
	}
}

// TestSharedMemoryStays: what somebody keeps a slice of outlives the allocation.
func TestSharedMemoryStays(t *testing.T) {
	a := new(Allocation)
	if err := newReserved(a, reservedBytes); err != nil {
		t.Fatal(err)
	}
	a.Share()
	kept, ended := a.Data, make(chan bool)
	kept[reservedBytes-1] = 7
	runtime.AddCleanup(a, func(ended chan bool) { close(ended) }, ended)
	a = nil
	for open := true; open; {
		runtime.GC()
		select {
		case <-ended:
			open = false
		default:
		}
	}
	runtime.GC() // any order of the two cleanups
	if kept[reservedBytes-1] != 7 {
		t.Error("the memory is gone")
	}
}
