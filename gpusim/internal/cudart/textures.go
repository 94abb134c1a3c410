package cudart

// This file is texture and surface objects.

import (
	"encoding/binary"
	"fmt"
	"math"

	"gpucourse/gpusim/internal/contexts"
	"gpucourse/gpusim/internal/ptx"
	"gpucourse/gpusim/internal/texture"
)

// The kinds of resources.
const (
	resourceArray = iota
	resourceMipmapped
	resourceLinear
	resourcePitch
)

func (s *session) createTexture(c *call) status {
	t, err := s.textureOf(c, s.fields(resourceDesc, c.words[1]), s.fields(textureDesc, c.words[2]))
	if err != success {
		return err
	}
	if c.words[3] != 0 {
		panic(stop{fmt.Errorf("%s: views of resources are not simulated: pass NULL", c.row.name)})
	}
	h := s.handle()
	s.textures[h] = s.device(c)
	contexts.SetTexture(s.device(c), h, t)
	s.writeWord(c.words[0], h, 8)
	return success
}

func (s *session) destroyTexture(c *call) status {
	if d := s.textures[c.words[0]]; d != nil {
		delete(s.textures, c.words[0])
		contexts.SetTexture(d, c.words[0], nil)
	}
	return success
}

// textureOf makes a texture of a cudaResourceDesc and a cudaTextureDesc.
func (s *session) textureOf(c *call, resource, rules []uint64) (*texture.Texture, status) {
	t := &texture.Texture{Name: "texture", Filter: texture.Filter(rules[3]), ReadFloat: rules[4] != 0, Normalized: rules[10] != 0}
	if rules[5] != 0 {
		panic(stop{fmt.Errorf("%s: textures in sRGB are not simulated", c.row.name)})
	}
	for i := range t.Border {
		t.Border[i] = math.Float32frombits(uint32(rules[6+i]))
	}
	for i := range t.Address {
		t.Address[i] = addressModes[rules[i]&3]
		if !t.Normalized && t.Address[i] >= texture.Wrap {
			t.Address[i] = texture.Clamp // as the hardware does
		}
	}
	switch resource[0] {
	case resourceArray:
		v := s.volumes[resource[1]]
		if v == nil {
			return nil, invalidResource
		}
		t.Base, t.Data, t.Format, t.Shape = v.memory.Address(), v.memory.Bytes(), v.format, v.shape()
		t.Width, t.Height, t.Depth, t.Pitch, t.BlockLinear = v.width, v.height, v.depth, v.pitch, v.swizzled
		return t, success
	case resourceLinear, resourcePitch:
		return t, s.ofMemory(c, t, resource)
	}
	panic(stop{fmt.Errorf("%s: mipmapped arrays are not simulated", c.row.name)})
}

// shape is the shape of the textures of an array.
func (v *volume) shape() texture.Shape {
	layered := v.flags&arrayLayered != 0
	switch {
	case v.flags&arrayCubemap != 0 && layered:
		return texture.Cubes
	case v.flags&arrayCubemap != 0:
		return texture.Cube
	case layered && v.height > 0:
		return texture.Planes
	case layered:
		return texture.Rows
	case v.depth > 0:
		return texture.Volume
	case v.height > 0:
		return texture.Plane
	}
	return texture.Row
}

// addressModes are the modes in the order of cudaTextureAddressMode.
var addressModes = [...]texture.Address{texture.Wrap, texture.Clamp, texture.Mirror, texture.Border}

// ofMemory takes the texels of a texture from plain or pitched memory.
func (s *session) ofMemory(c *call, t *texture.Texture, resource []uint64) status {
	address, channel := resource[2], resource[3:8]
	p := s.find(address)
	f, ok := formatOf(channel)
	switch {
	case p == nil || address%uint64(s.device(c).Spec().Global.SectorBytes) != 0:
		return invalidValue
	case !ok:
		panic(stop{fmt.Errorf("%s: texels of %v bits and kind %d are not simulated: use channels of 8, 16 or 32 bits, and floats of 16 or 32", c.row.name, channel[:4], channel[4])})
	}
	t.Base, t.Data, t.Format = address, p.array.Bytes()[address-p.base:], f
	rows := uint64(1)
	if resource[0] == resourceLinear {
		t.Width, t.Plain = int(resource[8])/f.Size(), true
		t.Pitch = t.Width * f.Size()
	} else {
		t.Shape, t.Width, t.Height, t.Pitch = texture.Plane, int(resource[9]), int(resource[10]), int(resource[11])
		rows = resource[10]
	}
	if uint64(t.Pitch)*(rows-1)+uint64(t.Width*f.Size()) > p.end-address || t.Pitch < t.Width*f.Size() {
		return invalidValue
	}
	return success
}

// createSurface makes a surface object: its handle is the address of what kernels need to know.
func (s *session) createSurface(c *call) status {
	resource := s.fields(resourceDesc, c.words[1])
	v := s.volumes[resource[1]]
	if resource[0] != resourceArray || v == nil {
		return invalidValue
	}
	if v.flags&arraySurface == 0 {
		return invalidValue
	}
	d := s.device(c)
	const widest = 16 // bytes of an access
	a, err := d.MallocArray(ptx.SurfaceBytes+widest, 1)
	if err != nil {
		return s.complained(err, memoryAllocation)
	}
	b := binary.LittleEndian.AppendUint64(nil, v.memory.Address())
	for _, n := range []int{v.width * v.format.Size(), max(v.height, 1), max(v.depth, 1), v.pitch} {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	copy(a.Bytes(), binary.LittleEndian.AppendUint64(b, a.Address()+ptx.SurfaceBytes))
	s.surfaces[a.Address()] = a
	s.writeWord(c.words[0], a.Address(), 8)
	return success
}

func (s *session) destroySurface(c *call) status {
	a := s.surfaces[c.words[0]]
	if a == nil {
		return success
	}
	delete(s.surfaces, c.words[0])
	return s.complained(a.Free(), invalidValue)
}
