package gpusim_test

// This file makes calls with what was never made: nil buffers, streams, events, modules. Each
// is an error, as CUDA answers to an invalid handle.

import (
	"errors"
	"testing"

	"gpucourse/gpusim"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/driver"
	"gpucourse/gpusim/occupancy"
)

func TestNothingWasMade(t *testing.T) {
	dev := open(t)
	thread := gpusim.Must(driver.NewHost("H200")).Thread("main")
	gpusim.Must(thread.CtxCreate(0))
	one := gpusim.Config{Grid: gpusim.Dim(1), Block: gpusim.Dim(32)}
	host := make([]int32, 1)
	var buffer *gpusim.Buffer[int32]
	var array *gpusim.Array
	var texels *gpusim.TextureArray[int32]
	var stream *gpusim.Stream
	tests := []struct {
		call string
		err  error
		code diag.Code
	}{
		{"Launch with a nil buffer", failure(dev.Launch(WaitsForZero, one, buffer)), diag.ArgumentType},
		{"Launch with a zero buffer", failure(dev.Launch(WaitsForZero, one, &gpusim.Buffer[int32]{})), diag.ArgumentType},
		{"Launch with a zero array", failure(dev.Launch(WaitsForZero, one, &gpusim.Array{})), diag.ArgumentType},
		{"Launch in no stream", failure(stream.Launch(WaitsForZero, one, buffer)), diag.BadStream},
		{"Launch in a zero stream", failure(new(gpusim.Stream).Launch(WaitsForZero, one, buffer)), diag.BadStream},
		{"Free of a nil array", array.Free(), diag.BadPointer},
		{"CopyFrom to a zero buffer", new(gpusim.Buffer[int32]).CopyFrom(host), diag.BadPointer},
		{"CopyTo from a zero buffer", new(gpusim.Buffer[int32]).CopyTo(host), diag.BadPointer},
		{"Stream.CopyFrom to no buffer", dev.DefaultStream().CopyFrom(nil, host), diag.BadPointer},
		{"Stream.CopyTo from a nil buffer", dev.DefaultStream().CopyTo(host, buffer), diag.BadPointer},
		{"Copy2D in no stream", gpusim.Copy2D(stream, gpusim.Rows[int32]{}, gpusim.Rows[int32]{}, 0, 0), diag.BadStream},
		{"Pointer of a nil buffer", failure(dev.Pointer(buffer)), diag.BadPointer},
		{"NewTexture1D of nothing", failure(gpusim.NewTexture1D[int32](dev, texels, gpusim.TextureConfig{})), diag.BadPointer},
		{"NewTexture2D of nothing", failure(gpusim.NewTexture2D[int32](dev, texels, gpusim.TextureConfig{})), diag.BadPointer},
		{"NewLinearTexture of nothing", failure(gpusim.NewLinearTexture(dev, buffer)), diag.BadPointer},
		{"Record of nil", dev.DefaultStream().Record(nil), diag.BadStream},
		{"Wait for nil", dev.DefaultStream().Wait(nil), diag.BadStream},
		{"Elapsed of nil", failure(gpusim.Elapsed(nil, nil)), diag.BadStream},
		{"EnablePeerAccess of nil", dev.EnablePeerAccess(nil), diag.BadPeer},
		{"DisablePeerAccess of nil", dev.DisablePeerAccess(nil), diag.BadPeer},
		{"elements without bytes", failure(gpusim.Malloc[struct{}](dev, 3)), diag.ElementType},
		{"page-locked elements without bytes", failure(gpusim.MallocHost[struct{}](dev, 3)), diag.ElementType},
		{"an unknown cache preference", failure(dev.SpecWith(gpusim.Settings{Cache: 99})), diag.NoSetting},
		{"ModuleGetFunction of nil", failure(thread.ModuleGetFunction(nil, "K")), diag.ModuleUnloaded},
		{"ModuleGetFunction of a zero module", failure(thread.ModuleGetFunction(&driver.Module{}, "K")), diag.ModuleUnloaded},
		{"ModuleUnload of nil", thread.ModuleUnload(nil), diag.ModuleUnloaded},
	}
	for _, test := range tests {
		if !errors.Is(test.err, test.code) {
			t.Errorf("%s: got %v, want code %s", test.call, test.err, test.code)
		}
	}
	if dev.CanAccessPeer(nil) {
		t.Error("a device reaches the memory of no device")
	}
	got, want := occupancy.Occupy(dev.Spec(), occupancy.BlockResources{Threads: -32, Registers: -1, Shared: -1}), occupancy.Occupy(dev.Spec(), occupancy.BlockResources{})
	if got.Blocks != want.Blocks {
		t.Errorf("negative resources: got %d blocks, want %d", got.Blocks, want.Blocks)
	}
}
