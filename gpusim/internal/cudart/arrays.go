package cudart

// This file is CUDA arrays, whose layout programs do not see, and copies of rows and volumes.

import (
	"cmp"
	"fmt"

	"gpucourse/gpusim"
	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/internal/padding"
	"gpucourse/gpusim/internal/texture"
)

// volume is a CUDA array: texels in one, two or three dimensions.
type volume struct {
	device               *gpusim.Device
	memory               *gpusim.Array
	format               texture.Format
	channel              [5]uint64 // cudaChannelFormatDesc: the bits of the channels, and their kind
	width, height, depth int       // in texels; 0 for a dimension that it lacks
	flags                uint64
	pitch                int  // bytes of a row
	swizzled             bool // its texels lie in blocks, as texture.BlockLinearOffset says
}

// The flags of an array.
const (
	arrayLayered = 1
	arraySurface = 2
	arrayCubemap = 4
	arrayKnown   = arrayLayered | arraySurface | arrayCubemap
)

// The kinds of channels.
const (
	channelSigned = iota
	channelUnsigned
	channelFloat
)

// formatOf returns the format of texels; false for one that is not simulated.
func formatOf(channel []uint64) (texture.Format, bool) {
	f := texture.Format{Bytes: int(channel[0] / 8)}
	for _, bits := range channel[:4] {
		if bits == 0 {
			break
		}
		f.Channels++
	}
	switch channel[4] {
	case channelSigned:
		f.Kind = texture.Signed
	case channelUnsigned:
		f.Kind = texture.Unsigned
	case channelFloat:
		return f, (f.Bytes == 2 || f.Bytes == 4) && f.Channels > 0
	default:
		return f, false
	}
	return f, f.Channels > 0 && (f.Bytes == 1 || f.Bytes == 2 || f.Bytes == 4)
}

func (s *session) mallocArray(c *call) status {
	return s.newVolume(c, [3]uint64{c.words[2], c.words[3], 0}, c.words[4])
}

func (s *session) malloc3DArray(c *call) status {
	return s.newVolume(c, [3]uint64(c.words[2:5]), c.words[5])
}

// newVolume allocates an array.
func (s *session) newVolume(c *call, extent [3]uint64, flags uint64) status {
	channel := s.fields(channelDesc, c.words[1])
	f, ok := formatOf(channel)
	const most = 1 << 20 // texels of a side
	switch {
	case c.words[0] == 0 || extent[0] == 0 || max(extent[0], extent[1], extent[2]) > most:
		return invalidValue
	case !ok:
		panic(stop{fmt.Errorf("%s: texels of %v bits and kind %d are not simulated: use channels of 8, 16 or 32 bits, and floats of 16 or 32", c.row.name, channel[:4], channel[4])})
	case flags&^arrayKnown != 0:
		panic(stop{fmt.Errorf("%s: the flags %#x are not simulated", c.row.name, flags)})
	}
	v := &volume{device: s.device(c), format: f, channel: [5]uint64(channel), width: int(extent[0]), height: int(extent[1]), depth: int(extent[2]), flags: flags}
	v.swizzled = v.depth == 0 && flags == 0
	bytes := 0
	if v.swizzled {
		v.pitch, bytes = texture.BlockLinearSize(v.width*f.Size(), v.height)
	} else {
		v.pitch = padding.Up(v.width*f.Size(), v.device.Spec().Global.SectorBytes)
		bytes = v.pitch * max(v.height, 1) * max(v.depth, 1)
	}
	var err error
	if v.memory, err = v.device.MallocArray(bytes, 1); err != nil {
		return s.complained(err, memoryAllocation)
	}
	h := s.handle()
	s.volumes[h] = v
	s.writeWord(c.words[0], h, 8)
	return success
}

func (s *session) freeArray(c *call) status {
	v := s.volumes[c.words[0]]
	switch {
	case c.words[0] == 0:
		return success
	case v == nil:
		return invalidResource
	}
	delete(s.volumes, c.words[0])
	return cmp.Or(s.complained(v.memory.Free(), invalidValue), s.waited())
}

func (s *session) channelOf(c *call) status {
	v := s.volumes[c.words[1]]
	if v == nil {
		return invalidResource
	}
	s.fillChannel(c.words[0], v)
	return success
}

func (s *session) fillChannel(to uint64, v *volume) {
	values := map[string]uint64{}
	for i, f := range structs[channelDesc].fields {
		values[f.name] = v.channel[i]
	}
	s.fill(channelDesc, to, values)
}

func (s *session) arrayInfo(c *call) status {
	v := s.volumes[c.words[3]]
	if v == nil {
		return invalidResource
	}
	s.fillChannel(c.words[0], v)
	s.fill(extentOf, c.words[1], map[string]uint64{"width": uint64(v.width), "height": uint64(v.height), "depth": uint64(v.depth)})
	s.writeWord(c.words[2], v.flags, 4)
	return success
}

// row copies between bytes and row (y, z) of an array from byte x on: into the array, or out of it.
func (v *volume) row(x, y, z uint64, bytes []byte, in bool) status {
	rows, planes := uint64(max(v.height, 1)), uint64(max(v.depth, 1))
	if width := uint64(v.width * v.format.Size()); x > width || uint64(len(bytes)) > width-x || y >= rows || z >= planes {
		return invalidValue
	}
	data, at := v.memory.Bytes(), int(z*rows+y)*v.pitch+int(x)
	move := func(a, b []byte) {
		if in {
			a, b = b, a
		}
		copy(b, a)
	}
	if !v.swizzled {
		move(data[at:at+len(bytes)], bytes)
		return success
	}
	for i := range bytes {
		at := texture.BlockLinearOffset(int(x)+i, int(y), v.pitch)
		move(data[at:at+1], bytes[i:i+1])
	}
	return success
}

// box is a side of a copy: rows in memory or in an array.
type box struct {
	address, pitch uint64
	rows           uint64  // of a plane in memory
	array          *volume // instead of memory
	x, y, z        uint64  // bytes, rows and planes into it
}

// at returns the address of a row in memory.
func (b *box) at(y, z uint64) uint64 {
	return b.address + (b.z+z)*b.pitch*b.rows + (b.y+y)*b.pitch + b.x
}

// read reads a row.
func (b *box) read(s *session, y, z uint64, to []byte) status {
	if b.array != nil {
		return b.array.row(b.x, b.y+y, b.z+z, to, false)
	}
	return s.fetch(to, b.at(y, z))
}

// write writes a row.
func (b *box) write(s *session, y, z uint64, from []byte) status {
	if b.array != nil {
		return b.array.row(b.x, b.y+y, b.z+z, from, true)
	}
	return s.deliver(b.at(y, z), from)
}

// bytes returns bytes of the side, by which the timeline knows whose memory it is; nil for the
// program's own.
func (b *box) bytes(s *session) []byte {
	if b.array != nil {
		return b.array.memory.Bytes()
	}
	if p := s.find(b.address); p != nil {
		return p.array.Bytes()
	}
	return nil
}

// missing reports whether the side is neither an array nor an address.
func (b *box) missing() bool { return b.array == nil && b.address == 0 }

// transfer copies planes of rows of width bytes in a stream.
func (s *session) transfer(stream *gpusim.Stream, to, from box, width, height, depth, kind uint64) status {
	switch {
	case stream == nil:
		return invalidResource
	case kind > anyDirection:
		return invalidDirection
	case width == 0 || height == 0 || depth == 0:
		return success
	case to.array == nil && (width > to.pitch && height*depth > 1) || from.array == nil && (width > from.pitch && height*depth > 1):
		return invalidPitch
	case max(to.pitch, from.pitch) > mostPitch:
		return s.because(invalidPitch, "pass the bytes of a row", "a pitch is larger than cudaDeviceProp.memPitch, %d", mostPitch)
	case to.missing() || from.missing():
		return s.because(invalidValue, "pass the addresses of memory", "an address is null")
	case tooLarge(width, height, depth):
		return s.because(invalidValue, "check the extent", "%d planes of %d rows of %d bytes are more than any memory has", depth, height, width)
	case s.sticky != success || s.fault != success:
		return s.sticky
	}
	row := make([]byte, width)
	for z := range depth {
		for y := range height {
			if err := cmp.Or(from.read(s, y, z, row), to.write(s, y, z, row)); err != success {
				return err
			}
		}
	}
	a, b := to.bytes(s), from.bytes(s)
	contexts.Moved(stream, a, b, int(width*height*depth), int(height*depth))
	return success
}

// now makes a copy one that the program waits for.
func (s *session) now(c *call, err status) status {
	s.device(c).Synchronize()
	return cmp.Or(s.waited(), err)
}

// between is cudaMemcpy2D.
func (s *session) between(stream *gpusim.Stream, w []uint64) status {
	to, from := box{address: w[0], pitch: w[1]}, box{address: w[2], pitch: w[3]}
	if w[4] > w[1] || w[4] > w[3] {
		return invalidPitch
	}
	if w[6] <= anyDirection && !s.directed(w[0], w[2], w[6]) {
		return invalidValue
	}
	return s.transfer(stream, to, from, w[4], w[5], 1, w[6])
}

func (s *session) memcpy2D(c *call) status {
	return s.now(c, s.between(s.device(c).DefaultStream(), c.words))
}

func (s *session) memcpy2DAsync(c *call) status { return s.between(s.stream(c, c.words[7]), c.words) }

// intoArray is cudaMemcpy2DToArray.
func (s *session) intoArray(stream *gpusim.Stream, w []uint64) status {
	v := s.volumes[w[0]]
	if v == nil {
		return invalidResource
	}
	return s.transfer(stream, box{array: v, x: w[1], y: w[2]}, box{address: w[3], pitch: w[4]}, w[5], w[6], 1, w[7])
}

func (s *session) memcpy2DToArray(c *call) status {
	return s.now(c, s.intoArray(s.device(c).DefaultStream(), c.words))
}

func (s *session) memcpy2DToArrayAsync(c *call) status {
	return s.intoArray(s.stream(c, c.words[8]), c.words)
}

// fromArray is cudaMemcpy2DFromArray.
func (s *session) fromArray(stream *gpusim.Stream, w []uint64) status {
	v := s.volumes[w[2]]
	if v == nil {
		return invalidResource
	}
	return s.transfer(stream, box{address: w[0], pitch: w[1]}, box{array: v, x: w[3], y: w[4]}, w[5], w[6], 1, w[7])
}

func (s *session) memcpy2DFromArray(c *call) status {
	return s.now(c, s.fromArray(s.device(c).DefaultStream(), c.words))
}

func (s *session) memcpy2DFromArrayAsync(c *call) status {
	return s.fromArray(s.stream(c, c.words[8]), c.words)
}

// memcpyToArray copies bytes that follow each other into rows of an array.
func (s *session) memcpyToArray(c *call) status {
	w, v := c.words, s.volumes[c.words[0]]
	if v == nil {
		return invalidResource
	}
	width, height := v.part(w[4])
	return s.now(c, s.transfer(s.device(c).DefaultStream(), box{array: v, x: w[1], y: w[2]}, box{address: w[3], pitch: width}, width, height, 1, w[5]))
}

// memcpyFromArray copies rows of an array.
func (s *session) memcpyFromArray(c *call) status {
	w, v := c.words, s.volumes[c.words[1]]
	if v == nil {
		return invalidResource
	}
	width, height := v.part(w[4])
	return s.now(c, s.transfer(s.device(c).DefaultStream(), box{address: w[0], pitch: width}, box{array: v, x: w[2], y: w[3]}, width, height, 1, w[5]))
}

// part returns the rows that a number of bytes fills: whole ones, or a part of one.
func (v *volume) part(bytes uint64) (width, height uint64) {
	row := uint64(v.width * v.format.Size())
	if bytes <= row || bytes%row != 0 {
		return bytes, 1
	}
	return row, bytes / row
}

// volumeCopy is cudaMemcpy3D. Positions and the width count texels where an array takes part.
func (s *session) volumeCopy(stream *gpusim.Stream, w []uint64) status {
	side := func(w []uint64) (b box, ok bool) {
		b = box{x: w[1], y: w[2], z: w[3], address: w[4], pitch: w[5], rows: w[6]}
		if w[0] == 0 {
			return b, true
		}
		b.array = s.volumes[w[0]]
		return b, b.array != nil
	}
	from, okFrom := side(w)
	to, okTo := side(w[7:])
	if !okFrom || !okTo {
		return invalidResource
	}
	width, height, depth, kind := w[14], w[15], w[16], w[17]
	texel := uint64(1)
	for _, b := range []*box{&from, &to} {
		if b.array != nil {
			texel = uint64(b.array.format.Size())
			b.x *= texel
		}
	}
	return s.transfer(stream, to, from, width*texel, height, depth, kind)
}

func (s *session) memcpy3D(c *call) status {
	return s.now(c, s.volumeCopy(s.device(c).DefaultStream(), s.fields(copy3D, c.words[0])))
}

func (s *session) memcpy3DAsync(c *call) status {
	return s.volumeCopy(s.stream(c, c.words[1]), s.fields(copy3D, c.words[0]))
}

func (s *session) malloc3D(c *call) status {
	width, height, depth := c.words[1], c.words[2], c.words[3]
	if tooLarge(width, height, depth) {
		return memoryAllocation
	}
	pitch := padding.Up(width, uint64(s.device(c).Spec().Global.PitchAlign))
	p, err := s.mallocPiece(c, pitch*height*depth)
	if err != success {
		return err
	}
	s.fill(pitchedPtr, c.words[0], map[string]uint64{"ptr": p, "pitch": pitch, "xsize": width, "ysize": height})
	return success
}

func (s *session) memset3D(c *call) status {
	at, pitch, rows, value := c.words[0], c.words[1], c.words[3], c.words[4]
	width, height, depth := c.words[5], c.words[6], c.words[7]
	stream := s.given(c, 8)
	switch {
	case stream == nil:
		return invalidResource
	case tooLarge(max(pitch, 1), height, depth):
		return invalidValue
	}
	var list []stretch
	for z := range depth {
		for y := range height {
			list = append(list, stretch{at + (z*rows+y)*pitch, width})
		}
	}
	return s.set(stream, value, list...)
}
