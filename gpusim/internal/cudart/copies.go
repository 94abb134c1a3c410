package cudart

// This file copies memory, whoever's it is: an address belongs to a piece, or it is the program's
// own.

import (
	"cmp"
	"fmt"

	"gpucourse/gpusim"
)

// part is n bytes at an address, as far as the simulator holds them.
type part struct {
	address uint64
	piece   *piece        // nil: memory of the program
	view    *gpusim.Array // of the piece
}

// part finds the bytes of a copy. The copy must not go beyond a piece.
func (s *session) part(address, n uint64) (part, status) {
	p := s.find(address)
	if p == nil {
		return part{address: address}, success
	}
	if n > p.end-address {
		return part{}, s.beyond(p, address, n)
	}
	return part{address, p, p.array.View(int(address-p.base), int(address-p.base+n))}, success
}

// onDevice reports whether the program cannot reach the part.
func (p part) onDevice() bool { return p.piece != nil && p.piece.kind == gpusim.DeviceMemory }

// fetch reads memory of the program, or of a piece.
func (s *session) fetch(to []byte, from uint64) status {
	p, err := s.part(from, uint64(len(to)))
	switch {
	case err != success:
		return err
	case p.piece != nil:
		copy(to, p.view.Bytes())
	case len(to) > 0:
		s.readInto(to, from)
	}
	return success
}

// deliver writes memory of the program, or of a piece.
func (s *session) deliver(to uint64, from []byte) status {
	p, err := s.part(to, uint64(len(from)))
	switch {
	case err != success:
		return err
	case p.piece != nil:
		copy(p.view.Bytes(), from)
	default:
		s.write(to, from)
	}
	return success
}

// copy copies n bytes in a stream. The simulated time is that of the kind of memory on each side.
func (s *session) copy(stream *gpusim.Stream, to, from, n uint64) status {
	if n == 0 {
		return success
	}
	target, err := s.part(to, n)
	source, other := s.part(from, n)
	if err = cmp.Or(err, other); err != success {
		return err
	}
	switch {
	case target.onDevice() && source.onDevice():
		return s.complained(streamOf(target.piece, stream).CopyDevice(target.view, source.view), invalidValue)
	case target.piece != nil && source.piece != nil && source.onDevice():
		return s.complained(streamOf(source.piece, stream).CopyTo(target.piece.window(to, n), source.view), invalidValue)
	case target.piece != nil && source.piece != nil:
		return s.complained(streamOf(target.piece, stream).CopyFrom(target.view, source.piece.window(from, n)), invalidValue)
	case target.piece != nil:
		data := target.between()
		s.readInto(data, from)
		return s.complained(streamOf(target.piece, stream).CopyFrom(target.view, data), invalidValue)
	case source.piece != nil:
		data := source.between()
		if err := streamOf(source.piece, stream).CopyTo(data, source.view); err != nil {
			return s.complained(err, invalidValue)
		}
		s.write(to, data)
		return success
	}
	s.write(to, s.read(from, int(n)))
	return success
}

// between is where the bytes of a copy lie between the program and the device: in memory of the
// device itself, which saves a copy. Memory that both sides share counts as page-locked, so that
// the time of a copy from or to other memory needs bytes elsewhere.
func (p part) between() []byte {
	if p.onDevice() {
		return p.view.Bytes()
	}
	return make([]byte, p.view.Len())
}

// streamOf returns a stream that works on a piece: the default one of its device, where the program
// names a stream of another device.
func streamOf(p *piece, s *gpusim.Stream) *gpusim.Stream {
	if s.Device() == p.device {
		return s
	}
	return p.device.DefaultStream()
}

// window is bytes of a shared piece as the host sees them.
func (p *piece) window(address, n uint64) []byte { return p.data[address-p.base:][:n] }

// The kinds of a copy that say on which side each address is.
const (
	hostToHost = iota
	hostToDevice
	deviceToHost
	deviceToDevice
	anyDirection
)

// directed reports whether a kind of copy fits the addresses: an address that is said to be the
// device's must be.
func (s *session) directed(to, from, kind uint64) bool {
	target, source := s.find(to), s.find(from)
	switch kind {
	case hostToHost, anyDirection:
		return true
	case hostToDevice:
		return target != nil
	case deviceToHost:
		return source != nil
	case deviceToDevice:
		return target != nil && source != nil
	}
	return false
}

// whose says what an address is.
func (s *session) whose(address uint64) string {
	if p := s.find(address); p != nil {
		return fmt.Sprintf("%#x of the %s", address, p.kind)
	}
	return fmt.Sprintf("%#x of the host", address)
}

// memcpyIn is cudaMemcpy in a stream.
func (s *session) memcpyIn(stream *gpusim.Stream, to, from, n, kind uint64) status {
	switch {
	case stream == nil:
		return invalidResource
	case n == 0:
		return success
	case kind > anyDirection:
		return invalidDirection
	case !s.directed(to, from, kind):
		return s.because(invalidValue, "pass the pointers in the order to, from, and the kind that fits them", "the kind of the copy does not fit its addresses: to %s, from %s", s.whose(to), s.whose(from))
	case s.find(to) == nil && to == 0 || s.find(from) == nil && from == 0:
		return s.because(invalidValue, "pass the addresses of memory", "an address is null: to %#x, from %#x", to, from)
	case tooLarge(n):
		return s.because(invalidValue, "check the number of bytes", "%d bytes are more than any memory has", n)
	case s.sticky != success || s.fault != success:
		return s.sticky
	}
	return s.copy(stream, to, from, n)
}

func (s *session) memcpy(c *call) status {
	d := s.device(c)
	err := s.memcpyIn(d.DefaultStream(), c.words[0], c.words[1], c.words[2], c.words[3])
	d.DefaultStream().Synchronize()
	return cmp.Or(s.waited(), err)
}

func (s *session) memcpyAsync(c *call) status {
	return s.memcpyIn(s.stream(c, c.words[4]), c.words[0], c.words[1], c.words[2], c.words[3])
}

func (s *session) memcpyPeer(c *call) status {
	err := s.memcpyIn(s.device(c).DefaultStream(), c.words[0], c.words[2], c.words[4], deviceToDevice)
	return cmp.Or(s.waited(), err)
}

func (s *session) memcpyPeerAsync(c *call) status {
	return s.memcpyIn(s.stream(c, c.words[5]), c.words[0], c.words[2], c.words[4], deviceToDevice)
}

// stretch is n bytes at an address.
type stretch struct{ address, n uint64 }

// set sets bytes of the device's memory.
func (s *session) set(stream *gpusim.Stream, value uint64, rows ...stretch) status {
	var list []*gpusim.Array
	for _, r := range rows {
		p, err := s.part(r.address, r.n)
		switch {
		case r.n == 0:
			continue
		case err != success:
			return err
		case p.piece == nil:
			return s.because(invalidValue, "pass memory of the device", "nothing was allocated at %#x", r.address)
		}
		stream, list = streamOf(p.piece, stream), append(list, p.view)
	}
	if len(list) == 0 || s.sticky != success || s.fault != success {
		return s.sticky
	}
	return s.complained(stream.Memset(byte(value), list...), invalidValue)
}

// given is the stream of a call that may name one as its nth word.
func (s *session) given(c *call, n int) *gpusim.Stream {
	if n >= len(c.words) {
		return s.device(c).DefaultStream()
	}
	return s.stream(c, c.words[n])
}

func (s *session) memset(c *call) status {
	stream := s.given(c, 3)
	if stream == nil {
		return invalidResource
	}
	return s.set(stream, c.words[1], stretch{c.words[0], c.words[2]})
}

func (s *session) memset2D(c *call) status {
	at, pitch, value, width, height := c.words[0], c.words[1], c.words[2], c.words[3], c.words[4]
	stream := s.given(c, 5)
	switch {
	case stream == nil:
		return invalidResource
	case tooLarge(max(pitch, 1), height):
		return invalidValue
	}
	var rows []stretch
	for y := range height {
		rows = append(rows, stretch{at + y*pitch, width})
	}
	return s.set(stream, value, rows...)
}
