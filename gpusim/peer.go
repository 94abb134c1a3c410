package gpusim

// This file is the way between two devices of a host.

import (
	"fmt"
	"runtime"

	"gpucourse/gpusim/arch"
	"gpucourse/gpusim/diag"
	"gpucourse/gpusim/internal/timeline"
)

// CanAccessPeer reports whether d could reach the memory of another device:
// both are of one kind, which has links between devices. CUDA:
// cudaDeviceCanAccessPeer.
func (d *Device) CanAccessPeer(other *Device) bool {
	return other != nil && d.context.process == other.context.process && d.number() != other.number() &&
		d.spec.Name == other.spec.Name && d.spec.Transfer.Peer != arch.Link{}
}

// EnablePeerAccess lets d reach the memory of another device of its host, so
// that copies from there go no way over the host.
// CUDA: cudaDeviceEnablePeerAccess.
func (d *Device) EnablePeerAccess(other *Device) error {
	if other == nil {
		return noPeer("EnablePeerAccess")
	}
	pair := [2]int{d.number(), other.number()}
	switch {
	case !d.CanAccessPeer(other):
		return badPeer("cudaErrorPeerAccessUnsupported", "use two devices of one kind with links between them, opened by one OpenAll", "EnablePeerAccess: %s cannot reach the memory of that %s", d.Name(), other.Name())
	case d.context.process.peers[pair]:
		return badPeer("cudaErrorPeerAccessAlreadyEnabled", "enable it once", "EnablePeerAccess: device %d reaches the memory of device %d already", pair[0], pair[1])
	}
	d.context.process.peers[pair] = true
	return nil
}

// DisablePeerAccess takes back what EnablePeerAccess gave.
// CUDA: cudaDeviceDisablePeerAccess.
func (d *Device) DisablePeerAccess(other *Device) error {
	if other == nil {
		return noPeer("DisablePeerAccess")
	}
	pair := [2]int{d.number(), other.number()}
	if d.context.process != other.context.process || !d.context.process.peers[pair] {
		return badPeer("cudaErrorPeerAccessNotEnabled", "disable what was enabled", "DisablePeerAccess: device %d does not reach the memory of device %d", pair[0], pair[1])
	}
	delete(d.context.process.peers, pair)
	return nil
}

// noPeer refuses a nil device.
func noPeer(call string) error {
	return badPeer(invalidValue, "use two devices, opened by one OpenAll", "%s: the other device is nil", call)
}

func badPeer(name, hint, format string, args ...any) error {
	return diag.Called(diag.Diagnostic{Code: diag.BadPeer, CUDA: name, Message: fmt.Sprintf(format, args...), Hint: hint})
}

// CopyDevice copies elements between two buffers: within the stream's device, or
// from a buffer of another device of the same host. Without peer access such a
// copy goes over the host. As many elements are copied as the smaller has.
// CUDA: cudaMemcpyAsync from device to device, cudaMemcpyPeerAsync.
func (s *Stream) CopyDevice(to, from holder) error {
	a, b := to.deviceArray(), from.deviceArray()
	if err := s.reaches(a, "CopyDevice"); err != nil {
		return err
	}
	if err := b.usable("copied"); err != nil {
		return err
	}
	source := b.block.device
	if source.context.process != s.device.context.process {
		return diag.Called(diag.Diagnostic{Code: diag.OtherDevice, Message: fmt.Sprintf("CopyDevice: %s is memory on another host", b.block.what), Hint: "open both devices with one OpenAll"})
	}
	if a.size != b.size || a.elem != b.elem {
		return elementError(fmt.Sprintf("%s cannot be copied from %s", a.block.what, b.block.what), "use buffers of one type")
	}
	a.wrote()
	n := copy(a.contents(), b.contents())
	runtime.KeepAlive([]*Array{a, b})
	if i, j := s.device.number(), source.number(); i != j {
		peers := s.device.context.process.peers
		s.lane.FromPeer(timeline.Copy{Name: "copy from a device", Bytes: n}, j, peers[[2]int{i, j}] || peers[[2]int{j, i}])
	} else {
		s.lane.Within(timeline.Copy{Name: "copy on the device", Bytes: n})
	}
	return nil
}

// reaches returns an error when the stream cannot work on a buffer.
func (s *Stream) reaches(a *Array, call string) error {
	if err := s.usable(call); err != nil {
		return err
	}
	if a == nil || a.block == nil {
		return a.usable("passed to " + call)
	}
	if a.block.device.number() != s.device.number() || a.block.device.clock() != s.device.clock() {
		return diag.Called(diag.Diagnostic{Code: diag.OtherDevice, Message: fmt.Sprintf("%s: %s is memory of another device than that of stream %s", call, a.block.what, s), Hint: "use a stream of the device that the memory belongs to"})
	}
	return nil
}
